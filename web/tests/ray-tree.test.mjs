// A ray through the tree of a mesh: what is told and drawn of it is what the program tells.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";

import { drawn, fragment, picture, state } from "./browser.mjs";
import { check, open, PROGRAM } from "./play.mjs";

const native = (request) => JSON.parse(execFileSync(PROGRAM, ["query"], { input: JSON.stringify(request), encoding: "utf8" }));
const summary = (page) => page.locator("#summary").innerText();

/** The number that is told of something. */
async function read(page, label) {
  const term = page.locator("#readings div", { has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) });
  return Number(await term.locator("dd").innerText());
}

/** How many pixels of the picture of space are orange: the boxes that are opened. */
async function orange(page) {
  const seen = await picture(page.locator("#space canvas"));
  return seen.count(seen.width / 2, seen.height / 2, seen.width / 2, ([red, green, blue]) => red > 190 && green > 110 && green < 190 && blue < 90);
}

for (const [name, mesh, words] of [
  ["hits the torus", "torus", ""],
  ["goes through the hole of the torus", "torus", "&x=0.2&y=4&z=0.1&to_x=0.1&to_y=-2&to_z=0"],
  ["hits the ball", "ball", ""],
  ["grazes the ball", "ball", "&x=-4&y=1.55&z=0&to_x=4&to_y=1.45&to_z=0.1"],
]) {
  test(`a ray that ${name}: what it opened is counted as the program tells it`, async () => {
    const page = await open(`#scene=ray-tree&mesh=${mesh}${words}`);
    const request = JSON.parse(await check(page));
    const answer = JSON.parse((await state(page)).answer);
    const { traversal } = answer;
    const { traversal: _, ...plain } = request;
    const { traversal: __, ...hit } = answer;
    assert.deepEqual(native(plain), hit, "looking on changes nothing");
    const all = (key) => traversal.flatMap((part) => part[key] ?? []);
    assert.ok(traversal.length > 0 && all("boxes").length >= 8, "it opens something");
    assert.equal(await read(page, "Triangles of the mesh"), request.a.triangles.length);
    assert.equal(await read(page, "Boxes tested"), all("boxes").length);
    assert.equal(await read(page, "Boxes opened, with the root"), traversal.length);
    assert.equal(await read(page, "Triangles tested, four at a time"), all("triangles").length);
    assert.equal(await read(page, "Triangles tested exactly"), all("tested").length);
    if (name.includes("hole")) assert.equal(await summary(page), `The ray misses all ${all("boxes").length} boxes in the root box: none of ${request.a.triangles.length} triangles is tested.`);
    else assert.equal(await summary(page), `The ray hits ${answer.hit ? `triangle ${answer.part}` : "nothing"}: ${all("boxes").length} boxes were tested, and ${all("tested").length} of ${request.a.triangles.length} triangles tested exactly.`);
    const rows = await page.locator("#bars .told").allInnerTexts();
    assert.equal(rows.length, 4);
    assert.equal(rows.shift(), "always opened");
    const compared = (depth) => traversal.filter((part) => part.depth === depth - 1).flatMap(({ boxes = [] }) => boxes).length;
    assert.equal([1, 2, 3].reduce((sum, depth) => sum + compared(depth), 0), await read(page, "Boxes tested"), "the numbers agree");
    for (const [place, told] of rows.entries()) {
      const opened = traversal.filter(({ depth }) => depth === place + 1).length;
      assert.equal(told, compared(place + 1) === 0 ? "none" : `${opened} of ${compared(place + 1)} opened`);
    }
    assert.ok(Math.max(...traversal.map(({ depth }) => depth)) <= rows.length, "no part is deeper than the slider goes");
    await page.finish();
  });
}

for (const words of ["mesh=torus&x=8&y=0&z=0&to_x=9&to_y=0&to_z=0", "mesh=ball&x=5&y=5&z=5&to_x=5&to_y=6&to_z=5"]) {
  test(`a ray that leads away (${words}) misses what is in the box around all`, async () => {
    const page = await open(`#scene=ray-tree&${words}`);
    const request = JSON.parse(await check(page));
    const { traversal } = JSON.parse((await state(page)).answer);
    assert.equal(traversal.length, 1);
    const { boxes } = traversal[0];
    assert.ok(boxes.every(({ met }) => !met));
    assert.equal(await summary(page), `The ray misses all ${boxes.length} boxes in the root box: none of ${request.a.triangles.length} triangles is tested.`);
    assert.equal(await read(page, "Boxes tested"), boxes.length);
    assert.equal(await read(page, "Triangles tested, four at a time"), 0);
    assert.deepEqual(await page.locator("#bars .told").allInnerTexts(), ["always opened", `0 of ${boxes.length} opened`, "none", "none"]);
    const deep = await orange(page);
    await page.evaluate((words) => (location.hash = `#scene=ray-tree&${words}&depth=0`), words);
    await page.waitForFunction(() => document.querySelector('[data-slider="depth"]').value === "0");
    assert.ok((await orange(page)) > deep, "below the box around all those are drawn that it misses");
    await page.finish();
  });
}

test("the ray that starts inside is hit at once", async () => {
  const page = await open("#scene=ray-tree&mesh=ball&x=0&y=0&z=0");
  await check(page);
  assert.equal(await summary(page), "The ray starts inside and hits at once: no box is opened.");
  await page.finish();
});

test("the depth shows more of the tree, asks nothing new, and is in the address", async () => {
  const page = await open("#scene=ray-tree&depth=0");
  const request = await check(page);
  const slider = page.locator('[data-slider="depth"]');
  const counts = [await orange(page)];
  assert.equal(await page.locator("#bars .chosen span").first().innerText(), "Depth 0");
  await slider.focus();
  for (const depth of [1, 2, 3]) {
    await page.keyboard.press("ArrowRight");
    await drawn(page);
    counts.push(await orange(page));
    assert.equal(await page.locator("#bars .chosen span").first().innerText(), `Depth ${depth}`);
  }
  assert.equal(await check(page), request);
  assert.ok(counts.every((count) => count > 100), `boxes are drawn: ${counts}`);
  assert.equal(new Set(counts).size, 4, `each depth is another picture: ${counts}`);
  const again = await open(await fragment(page));
  assert.equal(await again.locator('[data-slider="depth"]').inputValue(), "3");
  await again.finish();
  await page.finish();
});
