// A person's own file on the playground: read there, checked by the engine, and nothing of it is sent.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { drawn, fragment, isRed, picture, state } from "./browser.mjs";
import { glb, gltfText, obj, stl } from "./models.mjs";
import { check, open, PROGRAM } from "./play.mjs";

const summary = (page) => page.locator("#summary").innerText();
/** What is listed under a title. */
const listed = (page, title) =>
  page.locator("#bars h3", { hasText: title }).evaluateAll((titles) => titles.flatMap(({ nextElementSibling }) => [...nextElementSibling.querySelectorAll("button")].map((button) => [...button.children].map((part) => part.textContent).join(": "))));
const clashes = (page) => listed(page, "Clashes");
const touches = (page) => listed(page, "Touches");

/** What is told of something. */
const read = (page, label) => page.locator("#readings div", { has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) }).locator("dd").innerText();

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
  assert.equal(await summary(page), "2 clashes and 1 touch among 5 objects of an example.");
  assert.deepEqual(await touches(page), ["ring and table: touch"]);
  const [first, second] = await clashes(page);
  assert.equal(JSON.parse(await check(page)).op, "depth");
  assert.equal(first, `ring and bead: bead is inside, ${await read(page, "Depth")} deep`);
  assert.equal(Number((await read(page, "Depth")).replace("at most ", "")), Number((-JSON.parse((await state(page)).answer).distance).toFixed(3)));
  await page.locator('[data-clash="3"]').click();
  await check(page);
  assert.equal(JSON.parse((await state(page)).answer).kind, "touching");
  await page.locator('[data-clash="1"]').click();
  const before = await red(page);

  await page.locator('[data-clash="2"]').focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.clash), "2", "the focus stays");
  assert.equal(await page.locator('.clashes [aria-pressed="true"]').getAttribute("data-clash"), "2");
  assert.equal(await page.locator('[data-choice="look"]').inputValue(), "clash");
  const request = await check(page);
  const { kind, distance } = JSON.parse((await state(page)).answer);
  assert.equal(kind, "overlap");
  assert.match(second, new RegExp(`^ring and ball: overlap, (at most )?${(-distance).toFixed(3)} deep$`));
  assert.ok((await red(page)) > before + 200, "triangles that meet are lit");
  const again = await open(await fragment(page));
  assert.equal(await check(again), request);
  await again.finish();
  await page.locator("#reset").click();
  assert.equal(await page.locator('.clashes [aria-pressed="true"]').getAttribute("data-clash"), "1");
  await page.finish();
});

test("an OBJ: which boxes clash and how deep is as by hand", async () => {
  const page = await open("#scene=own-file");
  await give(page, "site.obj", obj([["wall", [0, 0, 0], [4, 3, 1]], ["pipe", [1, 1, 0.75], [2, 2, 5]], ["post", [4, 0, 0], [5, 1, 1]], ["core", [3, 1, 0.25], [3.5, 2, 0.75]], ["far", [9, 9, 9], [10, 10, 10]]]));
  assert.equal(await summary(page), "2 clashes and 1 touch among 5 objects of site.obj.");
  for (const [place, kind] of ["contained", "overlap", "touching"].entries()) {
    await page.locator(`[data-clash="${place + 1}"]`).click();
    await check(page);
    assert.equal(JSON.parse((await state(page)).answer).kind, kind);
  }
  assert.deepEqual(await clashes(page), ["wall and core: core is inside, 0.750 deep", "wall and pipe: overlap, 0.250 deep"]);
  assert.deepEqual(await touches(page), ["wall and post: touch"]);
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
  assert.equal(JSON.parse(await check(page)).op, "fit");
  await give(page, "apart.obj", obj([["one", [0, 0, 0], [1, 1, 1]], ["other", [3, 0, 0], [4, 1, 1]]]));
  assert.equal(await summary(page), "Nothing clashes among 2 objects of apart.obj.");
  await check(page);
  assert.match(await page.locator("#readings").innerText(), /Distance of the first two\s+2\.000/);
  await page.locator("#reset").click();
  await page.waitForFunction(() => document.getElementById("summary").textContent.includes("example"));
  assert.equal(await summary(page), "2 clashes and 1 touch among 5 objects of an example.");
  await page.finish();
});

/** What the program reports of a file. */
const report = (path, ...more) => JSON.parse(execFileSync(PROGRAM, ["check", path, "-q", "--format", "json", "--exit-zero", ...more], { encoding: "utf8" }));

/** A pair of a report as the list tells it. */
function told({ a, b, kind, inner, distance, distance_kind }) {
  const lies = kind === "contained" ? `${inner === "a" ? a.name : b.name} is inside` : kind;
  const bound = { exact: "", upper_bound: "at most ", lower_bound: "at least " }[distance_kind];
  return `${a.name} and ${b.name}: ${lies}, ${bound}${(-distance).toFixed(3)} deep`;
}

for (const name of ["level.gltf", "crane.gltf"]) {
  test(`${name} of the documentation has the clashes, depths and touches that the program finds in it`, async () => {
    const path = fileURLToPath(new URL(`../../docs/scenes/${name}`, import.meta.url));
    const page = await open("#scene=own-file");
    await give(page, name, readFileSync(path));
    const { pairs, objects } = report(path);
    const amount = (number, one, many) => `${number} ${number === 1 ? one : many}`;
    const known = pairs.length > 0 ? `${amount(pairs.length, "clash", "clashes")} and ` : "Nothing clashes among ";
    assert.ok((await summary(page)).startsWith(known), await summary(page));
    assert.deepEqual((await clashes(page)).sort(), pairs.map(told).sort());
    const touching = report(path, "--touching").pairs.filter(({ kind }) => kind === "touching").map(({ a, b }) => `${a.name} and ${b.name}: touch`);
    assert.ok(touching.length > 0, "there are some");
    assert.deepEqual((await touches(page)).sort(), touching.sort());
    assert.equal(await read(page, "Objects"), String(objects.length));
    await check(page);
    await page.finish();
  });
}

test("of an OBJ every number is the one that the program reports, the deepest first", async () => {
  const folder = mkdtempSync(join(tmpdir(), "own-file-"));
  try {
    const path = join(folder, "site.obj");
    // The page reads coordinates as f32: these are.
    const boxes = [["beam", [-1, 1.125, 0.3125], [5, 1.75, 0.6875]], ["core", [3, 0.1875, 0.25], [3.5, 0.875, 0.75]], ["pipe", [1, 1, 0.75], [2, 2, 5]], ["twin", [1, 1, 0.75], [2, 2, 5]], ["wall", [0, 0, 0], [4, 3, 1]], ["window", [4, 1, 0], [4.5, 2, 0.5]]];
    writeFileSync(path, obj(boxes));
    const page = await open("#scene=own-file");
    await give(page, "site.obj", readFileSync(path));
    const { pairs } = report(path, "--touching");
    assert.deepEqual(new Set(pairs.map(({ kind }) => kind)), new Set(["overlap", "contained", "duplicate", "touching"]));
    const found = [];
    for (const place of [...(await clashes(page)), ...(await touches(page))].keys()) {
      await page.locator(`[data-clash="${place + 1}"]`).click();
      await check(page);
      const { id, ...answer } = JSON.parse((await state(page)).answer);
      found.push({ chosen: await read(page, "Selected"), ...answer });
    }
    const reported = pairs.map(({ a, b, kind, inner, distance, distance_kind, depth_at_least, normal, point_a, point_b }) => ({
      ...{ chosen: `${a.name} and ${b.name}`, kind, distance, distance_kind, normal, point_a, point_b },
      ...(inner === null ? {} : { inner }),
      ...(depth_at_least === null ? {} : { depth_at_least }),
    }));
    assert.deepEqual(found.map(({ distance }) => distance), found.map(({ distance }) => distance).toSorted((one, other) => one - other));
    const sorted = (some) => some.toSorted((one, other) => (one.chosen < other.chosen ? -1 : 1));
    assert.deepEqual(sorted(found), sorted(reported));
    await page.finish();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("comments, continued lines and what makes no bodies in an OBJ are read as the program reads them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "own-file-"));
  try {
    const path = join(folder, "written.obj");
    const [first, ...lines] = obj([["wall", [0, 0, 0], [4, 3, 1]], ["pipe", [1, 1, 0.75], [2, 2, 5]]]).toString().trimEnd().split("\n");
    const corner = lines.findIndex((line) => line.startsWith("f "));
    lines[corner] = lines[corner].replace(/ (\d+)$/, "\\ \n  $1 # the last corner");
    writeFileSync(path, ["# from C:\\models\\", first, "# written to D:\\", ...lines, "l 9 10", "p 9", "# the end \\"].join("\r\n"));
    const { pairs } = report(path);
    assert.deepEqual(pairs.map(told), ["wall and pipe: overlap, 0.250 deep"]);
    const page = await open("#scene=own-file");
    await give(page, "written.obj", readFileSync(path));
    assert.deepEqual(await clashes(page), pairs.map(told), await summary(page));
    await check(page);
    await page.finish();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** A prism with many sides, as an object of an OBJ after others of the same kind. */
function prism(name, number, [right, up], sides = 120) {
  const around = Array.from({ length: sides }, (_, side) => side);
  const corners = [0, 1].flatMap((z) => around.map((side) => `v ${right + Math.cos((2 * Math.PI * side) / sides)} ${up + Math.sin((2 * Math.PI * side) / sides)} ${z}`));
  const first = 2 * sides * number + 1;
  const [below, above] = [around.map((side) => first + side), around.map((side) => first + sides + side)];
  const walls = around.map((side) => [below[side], below[(side + 1) % sides], above[(side + 1) % sides], above[side]]);
  return [`o ${name}`, ...corners, ...[below.toReversed(), above, ...walls].map((face) => `f ${face.join(" ")}`)].join("\n");
}

test("faces with many sides that lie in one plane are no trouble, nor is the same thing twice", async () => {
  const page = await open("#scene=own-file");
  await give(page, "flush.obj", Buffer.from([prism("one", 0, [0, 0]), prism("other", 1, [0.5, 0.2])].join("\n")));
  assert.deepEqual(await clashes(page), ["one and other: overlap, 1.000 deep"]);
  await check(page);
  const [one, other] = [prism("one", 0, [0, 0], 20), prism("other", 1, [0, 0], 20)];
  const shuffled = other.split("\n").sort((a, b) => (a.startsWith("f") && b.startsWith("f") ? (a < b ? 1 : -1) : 0)).join("\n");
  for (const [name, second] of [["twice.obj", other], ["shuffled.obj", shuffled]]) {
    await give(page, name, Buffer.from(`${one}\n${second}\n`));
    assert.deepEqual(await clashes(page), ["one and other: duplicate, 1.000 deep"], name);
    assert.equal(await read(page, "Relation"), "duplicate");
    await check(page);
  }
  await give(page, "beside.obj", Buffer.from(`${one}\n${prism("other", 1, [0.001, 0], 20)}\n`));
  assert.match((await clashes(page))[0], /^one and other: overlap/);
  await page.finish();
});

test("the button for files looks as all buttons do", async () => {
  const page = await open("#scene=own-file", { scheme: "dark" });
  const looks = await page.evaluate(() => [["#file", "::file-selector-button"], ["#reset"]].map(([button, part]) => {
    const { color, backgroundColor, borderRadius, fontFamily } = getComputedStyle(document.querySelector(button), part);
    return { color, backgroundColor, borderRadius, fontFamily };
  }));
  assert.deepEqual(looks[0], looks[1]);
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
    ["notes.txt", Buffer.from("hello"), /its format is not supported; this page reads GLB, glTF, OBJ and STL\.$/],
    ["text.glb", Buffer.from("this is no GLB at all, but a line of text"), /it is not a GLB: it does not begin with “glTF”\.$/],
    ["hello.glb", Buffer.from("hello"), /it is not a GLB: it does not begin with “glTF”\.$/],
    ["short.glb", Buffer.from("glTF"), /it is truncated\.$/],
    ["nothing.gltf", Buffer.from("{}"), /it is not a glTF: “asset” with a version is missing\.$/],
    ["null.gltf", Buffer.from("null"), /it is not a glTF: “asset” with a version is missing\.$/],
    ["words.gltf", Buffer.from("hello"), /it is not a glTF: ./],
    ["nan.obj", Buffer.from("o a\nv nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), /line 2: a vertex has nan for a coordinate\.$/],
    ["flat.obj", Buffer.from("v 0 0 \\\n0\nv 1 0\nv 0 1 0\nf 1 2 3\n"), /line 3: a vertex has nothing for a coordinate\.$/],
    ["missing.obj", Buffer.from("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2/2 9/3\n"), /line 4: vertex 9 is used, but the file has 3\.$/],
    ["before.obj", Buffer.from("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -4\n"), /line 4: vertex -4 is used, but the file has 3\.$/],
    ["nan.gltf", gltfText([{ name: "block", translation: [1e300, 1e300, 1e300], scale: [1e300, 1e300, 1e300] }, { name: "far", translation: ["x", 0, 0] }]), /far: vertex \d+ has NaN for a coordinate\.$/],
    ["cut.glb", whole.subarray(0, whole.length - 60), /cannot be checked: ./],
    ["cut.stl", Buffer.from("solid"), /it is truncated\.$/],
    ["nothing.stl", Buffer.from(`solid nothing\nendsolid nothing${" ".repeat(80)}\n`), /it has no meshes\.$/],
    ["points.obj", Buffer.from("v 0 0 0\nv 1 0 0\n"), /it has no meshes\.$/],
    ["beside.gltf", gltfText([{ name: "block" }], "beside.bin"), /its data is in another file, beside\.bin; use a GLB, which contains all data\.$/],
    ["many.obj", many, /it has 50,400 triangles; this page checks at most 50,000; use “impinge check”\.$/],
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

test("objects of one name are told apart, as the program does it", async () => {
  const page = await open("#scene=own-file");
  await give(page, "same.obj", obj([["a", [0, 0, 0], [1, 1, 1]], ["a", [0.5, 0, 0], [2, 1, 1]], ["a", [1.75, 0, 0], [3, 1, 1]]]));
  assert.deepEqual((await clashes(page)).map((told) => told.replace(/: .*/, "")).sort(), ["a #2 and a #3", "a and a #2"]);
  await page.finish();
});

test("a file that was written anew can be chosen again", async () => {
  const page = await open("#scene=own-file");
  for (const [right, told] of [[2, "1 clash among 2 objects of part.obj."], [4, "Nothing clashes among 2 objects of part.obj."]]) {
    const asked = page.waitForEvent("filechooser");
    await page.locator("#file").click();
    assert.equal(await page.locator("#file").inputValue(), "", "any file is a change");
    const part = obj([["one", [0, 0, 0], [3, 1, 1]], ["other", [right, 0, 0], [6, 1, 1]]]);
    await (await asked).setFiles({ name: "part.obj", mimeType: "application/octet-stream", buffer: part });
    await page.waitForFunction((told) => document.getElementById("summary").textContent === told, told);
  }
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
