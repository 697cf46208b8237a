// Two meshes through the cascade: what each stage passed on, and the triangles that meet, as the program tells them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";

import { drawn, isRed, picture, state } from "./browser.mjs";
import { check, open, PROGRAM } from "./play.mjs";

const native = (request) => JSON.parse(execFileSync(PROGRAM, ["query"], { input: JSON.stringify(request), encoding: "utf8" }));
const summary = (page) => page.locator("#summary").innerText();
const grouped = (number) => number.toLocaleString("en-US");

/** What is told of something. */
function read(page, label) {
  const term = page.locator("#readings div", { has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) });
  return term.locator("dd").innerText();
}

/** How many red pixels there are: triangles that meet. */
async function red(page) {
  const seen = await picture(page.locator("#space canvas"));
  return seen.count(seen.width / 2, seen.height / 2, seen.width / 2, isRed);
}

/** Is every edge of a mesh one of two triangles, once in either direction? */
function isClosed({ triangles }) {
  const edges = triangles.flatMap(([a, b, c]) => [[a, b], [b, c], [c, a]]);
  const ways = new Set(edges.map((edge) => edge.join()));
  return ways.size === edges.length && edges.every(([from, to]) => ways.has(`${to},${from}`));
}

for (const [name, words, told] of [
  ["overlap", "", /^The meshes overlap: [\d,]+ pairs of triangles intersect\.$/],
  ["are apart by their boxes", "&bx=5.5&ax=-3", /^The meshes are disjoint: the stage “aabb” proves it\.$/],
  ["are apart by their balls", "&ax=-1.7&ay=0&az=-1.7&bx=1.7&by=0&bz=1.7&a_turn_x=0", /^The meshes are disjoint: the stage “ball” proves it\.$/],
  ["lie within each other", "&ball=small&bx=-0.7&by=0.97&bz=-1.38", /^B is inside A, and no triangles intersect\.$/],
  ["hold nothing in the hole", "&ball=small&bx=-0.7&by=0&bz=0", /^The meshes are disjoint: /],
  ["are as fine as they can be", "&triangles=2000", /^The meshes overlap: /],
]) {
  test(`meshes that ${name}: each stage is told as the program tells it`, async () => {
    const page = await open(`#scene=cascade${words}`);
    const request = JSON.parse(await check(page));
    const answer = JSON.parse((await state(page)).answer);
    assert.match(await summary(page), told);
    const rows = await page.locator(".funnel tbody tr").evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
    assert.deepEqual(
      rows.map(([stage, , entered, left, unit]) => [stage, entered, left, unit]),
      answer.stages.map(({ stage, unit, entered, left }) => [stage.replaceAll("_", " "), grouped(entered), grouped(left), unit]),
    );
    const [region, boxes, triangles] = ["region", "triangle_boxes", "triangles"].map((name) => answer.stages.find(({ stage }) => stage === name));
    // The formula: of r and s there are the sum and the product, and so their difference.
    assert.ok(Number.isInteger(Math.sqrt(region.left ** 2 - 4 * boxes.entered)), `${boxes.entered} is r · s, and ${region.left} is r + s`);
    assert.equal(triangles.entered, boxes.left);
    assert.equal(await read(page, "Intersecting pairs"), grouped(answer.pairs.length));
    assert.equal(await read(page, "Relation"), native({ op: "relation", a: request.a, b: request.b }).relation, "the same as without the stages");
    const [a, b] = [request.a.shape, request.b.shape];
    assert.ok(isClosed(a) && isClosed(b), "solids");
    assert.equal(await read(page, "Pairs, brute force"), grouped(a.triangles.length * b.triangles.length));
    assert.equal((await red(page)) > 100, answer.pairs.length > 0, "those that meet are lit");
    await page.finish();
  });
}

test("bars are as long as the powers of ten of their numbers", async () => {
  const page = await open("#scene=cascade");
  const { stages } = JSON.parse((await state(page)).answer);
  const widths = (look) => page.locator(`.funnel .${look}`).evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
  const bars = await widths("entered");
  const most = Math.max(...stages.map(({ entered }) => entered));
  const longest = Math.max(...bars);
  for (const [place, { entered }] of stages.entries()) {
    const share = entered === 0 ? 0 : (1 + Math.log10(entered)) / (1 + Math.log10(most));
    assert.ok(Math.abs(bars[place] - share * longest) < 1, `${bars[place]} of ${longest} for ${entered} of ${most}`);
  }
  for (const [place, left] of (await widths("left")).entries()) assert.ok(left <= bars[place] + 0.5);
  await page.finish();
});

test("the number of triangles is about the one that is asked for, whatever an address asks for", async () => {
  const page = await open("#scene=cascade");
  for (const number of [200, 300, 900, 1400, 2000]) {
    await page.locator('[data-slider="triangles"]').fill(String(number));
    const { a, b } = JSON.parse((await state(page)).request);
    for (const { shape } of [a, b]) assert.ok(Math.abs(shape.triangles.length / number - 1) < 0.2, `${shape.triangles.length} for ${number}`);
  }
  await page.evaluate(() => (location.hash = "#scene=cascade&triangles=1e9"));
  await drawn(page);
  assert.ok(JSON.parse(await check(page)).a.shape.triangles.length < 2500);
  await page.finish();
});

test("on a narrow page the funnel fits", async () => {
  const page = await open("#scene=cascade&triangles=2000", { width: 360, height: 800 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const { x, width } = await page.locator(".funnel").boundingBox();
  assert.ok(x >= 0 && x + width <= 360, `${x} ${width}`);
  await page.finish();
});
