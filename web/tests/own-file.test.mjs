// A person's own file on the playground: read there, checked by the engine, and nothing of it is sent.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { drawn, fragment, isRed, picture, state } from "./browser.mjs";
import { glb, gltfText, obj, stl } from "./models.mjs";
import { check, open, PROGRAM } from "./play.mjs";

const summary = (page) => page.locator("#summary").innerText();
const clashes = (page) => page.locator(".clashes button").evaluateAll((buttons) => buttons.map((button) => [...button.children].map((part) => part.textContent).join(": ")));

/** Gives a file to the page, and waits for what it says. */
async function give(page, name, buffer) {
  await page.locator("#file").setInputFiles({ name, mimeType: "application/octet-stream", buffer });
  await page.waitForFunction((name) => {
    const { textContent } = document.getElementById("summary");
    return textContent.includes(name) && !textContent.startsWith("Checking");
  }, name);
  await drawn(page);
}

async function red(page) {
  const seen = await picture(page.locator("#space canvas"));
  return seen.count(seen.width / 2, seen.height / 2, seen.width / 2, isRed);
}

/** The least and the greatest corner of a mesh of the request. */
function extent(shape) {
  return [Math.min, Math.max].map((most) => [0, 1, 2].map((axis) => most(...shape.vertices.map((vertex) => vertex[axis]))));
}

test("until there is a file, an example is checked, and each clash of it can be looked at", async () => {
  const page = await open("#scene=own-file");
  assert.equal(await summary(page), "3 clashes among 5 objects of an example.");
  assert.deepEqual((await clashes(page)).map((told) => told.replace(/overlap, \d+ pairs of triangles/, "overlap")), ["ring and bead: bead lies within", "ring and ball: overlap", "ring and table: touch"]);
  const first = JSON.parse(await check(page));
  assert.equal(first.op, "funnel");
  assert.equal(JSON.parse((await state(page)).answer).inner, "b");
  const before = await red(page);

  await page.locator('[data-clash="2"]').focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.clash), "2", "the focus stays");
  assert.equal(await page.locator('.clashes [aria-pressed="true"]').getAttribute("data-clash"), "2");
  assert.equal(await page.locator('[data-choice="look"]').inputValue(), "clash");
  const second = await check(page);
  assert.equal(JSON.parse(second).op, "penetration");
  const { depth } = JSON.parse((await state(page)).answer);
  assert.ok((await clashes(page))[1].endsWith(`overlap, ${depth.toFixed(3)} deep`));
  assert.ok((await red(page)) > before + 200, "triangles that meet are lit");
  const again = await open(await fragment(page));
  assert.equal(await check(again), second);
  await again.finish();
  await page.locator("#reset").click();
  assert.equal(JSON.parse(await check(page)).op, "funnel");
  await page.finish();
});

test("an OBJ: which boxes clash and how deep is as by hand", async () => {
  const page = await open("#scene=own-file");
  await give(page, "site.obj", obj([["wall", [0, 0, 0], [4, 3, 1]], ["pipe", [1, 1, 0.75], [2, 2, 5]], ["post", [4, 0, 0], [5, 1, 1]], ["core", [3, 1, 0.25], [3.5, 2, 0.75]], ["far", [9, 9, 9], [10, 10, 10]]]));
  assert.equal(await summary(page), "3 clashes among 5 objects of site.obj.");
  for (const [place, op] of ["funnel", "penetration", "funnel"].entries()) {
    await page.locator(`[data-clash="${place + 1}"]`).click();
    assert.equal(JSON.parse(await check(page)).op, op);
  }
  assert.deepEqual(await clashes(page), ["wall and core: core lies within", "wall and pipe: overlap, 0.250 deep", "wall and post: touch"]);
  await page.finish();
});

test("a GLB: nodes are objects with all of their parts, where they are, and no picture is loaded", async () => {
  const nodes = [{ name: "Block A" }, { name: "mirrored", translation: [1.75, 0, 0], scale: [-1, 1, 1] }, { name: "turned", rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], translation: [9, 0, 0] }];
  const page = await open("#scene=own-file");
  await give(page, "blocks.glb", glb(nodes));
  assert.equal(await summary(page), "1 clash among 3 objects of blocks.glb.");
  assert.deepEqual(await clashes(page), ["Block A and mirrored: overlap, 0.250 deep"]);
  const { a, b } = JSON.parse(await check(page));
  assert.deepEqual([extent(a), extent(b)], [[[0, 0, 0], [1, 1, 1]], [[0.75, 0, 0], [1.75, 1, 1]]]);
  for (const shape of [a, b]) assert.deepEqual([shape.vertices.length, shape.triangles.length], [8, 12], "corners at the same place are one");

  await give(page, "blocks.gltf", gltfText(nodes));
  assert.equal(await summary(page), "1 clash among 3 objects of blocks.gltf.");
  assert.deepEqual(JSON.parse(await check(page)).b, b);
  await page.finish();
});

test("an STL is one object, and what does not clash is told apart", async () => {
  const page = await open("#scene=own-file");
  await give(page, "part.stl", stl([["", [0, 0, 0], [1, 1, 1]]]));
  assert.equal(await summary(page), "Nothing clashes among 1 object of part.stl.");
  assert.equal(JSON.parse(await check(page)).op, "bounds");
  await give(page, "apart.obj", obj([["one", [0, 0, 0], [1, 1, 1]], ["other", [3, 0, 0], [4, 1, 1]]]));
  assert.equal(await summary(page), "Nothing clashes among 2 objects of apart.obj.");
  await check(page);
  assert.match(await page.locator("#readings").innerText(), /Distance of the first two\s+2\.000/);
  await page.locator("#reset").click();
  await page.waitForFunction(() => document.getElementById("summary").textContent.includes("example"));
  assert.equal(await summary(page), "3 clashes among 5 objects of an example.");
  await page.finish();
});

test("a file of the documentation has the clashes that the program finds in it", async () => {
  const path = fileURLToPath(new URL("../../docs/scenes/level.gltf", import.meta.url));
  const page = await open("#scene=own-file");
  await give(page, "level.gltf", readFileSync(path));
  const { pairs } = JSON.parse(execFileSync(PROGRAM, ["check", path, "-q", "--format", "json", "--exit-zero", "--touching"], { encoding: "utf8" }));
  const found = { touching: "touch", contained: "within", duplicate: "overlap", overlap: "overlap" };
  const known = pairs.map(({ a, b, kind }) => `${a.name} and ${b.name}: ${found[kind]}`);
  const told = (await clashes(page)).map((clash) => clash.replace(/: overlap, .*/, ": overlap").replace(/: .* lies within/, ": within"));
  assert.ok(known.length > 10);
  assert.deepEqual(told.sort(), known.sort());
  await check(page);
  await page.finish();
});

test("a file is dropped on the page", async () => {
  const page = await open("#scene=own-file");
  const text = obj([["wall", [0, 0, 0], [4, 3, 1]], ["pipe", [1, 1, 0.5], [2, 2, 5]]]).toString();
  const transfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.obj"));
    return transfer;
  }, text);
  await page.dispatchEvent("#space", "dragover", { dataTransfer: transfer });
  assert.equal(await page.locator("main.dropping").count(), 1);
  await page.dispatchEvent("#space", "drop", { dataTransfer: transfer });
  await page.waitForFunction(() => document.getElementById("summary").textContent.endsWith("of dropped.obj."));
  assert.equal(await summary(page), "1 clash among 2 objects of dropped.obj.");
  assert.equal(await page.locator("main.dropping").count(), 0);
  await check(page);
  await page.finish();
});

test("what cannot be checked is told, with the reason, and the page goes on", async () => {
  const page = await open("#scene=own-file");
  const many = obj(Array.from({ length: 4200 }, (_, number) => [`box${number}`, [2 * number, 0, 0], [2 * number + 1, 1, 1]]));
  const whole = glb([{ name: "block" }]);
  for (const [name, buffer, told] of [
    ["empty.glb", Buffer.alloc(0), /it is empty\.$/],
    ["notes.txt", Buffer.from("hello"), /only GLB, glTF, OBJ and STL are read here\.$/],
    ["text.glb", Buffer.from("this is no GLB at all, but a line of text"), /cannot be checked: ./],
    ["cut.glb", whole.subarray(0, whole.length - 60), /cannot be checked: ./],
    ["cut.stl", Buffer.from("solid"), /it ends too early\.$/],
    ["nothing.stl", Buffer.from(`solid nothing\nendsolid nothing${" ".repeat(80)}\n`), /there are no meshes in it\.$/],
    ["points.obj", Buffer.from("v 0 0 0\nv 1 0 0\n"), /there are no meshes in it\.$/],
    ["beside.gltf", gltfText([{ name: "block" }], "beside.bin"), /its data is in another file, beside\.bin; a GLB has everything inside\.$/],
    ["many.obj", many, /it has 50,400 triangles, and up to 50,000 are checked on this page; use “impinge check”\.$/],
  ]) {
    await give(page, name, buffer);
    assert.match(await summary(page), told, name);
    assert.match(await summary(page), new RegExp(`^${name.replace(".", "\\.")} cannot be checked: `));
  }
  await give(page, "good.obj", obj([["one", [0, 0, 0], [2, 2, 2]], ["other", [1.5, 0, 0], [4, 2, 2]]]));
  assert.deepEqual(await clashes(page), ["one and other: overlap, 0.500 deep"]);
  await check(page);
  await page.finish();
});

test("axe finds nothing serious, light and dark, wide and narrow", async () => {
  const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  for (const [scheme, width] of [["light", 1280], ["dark", 1280], ["light", 360]]) {
    const page = await open("#scene=own-file", { scheme, width });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`), [], `${scheme} ${width}`);
    await page.finish();
  }
});
