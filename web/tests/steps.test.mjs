// GJK and EPA on the playground: every step is drawn and told as the program tells it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";

import { fragment, state } from "./browser.mjs";
import { check, holds, open, pointsIn, PROGRAM } from "./play.mjs";

const native = (request) => JSON.parse(execFileSync(PROGRAM, ["query"], { input: JSON.stringify(request), encoding: "utf8" }));
const number = (text) => Number(text.replace("−", "-"));
const slider = (page) => page.locator('[data-slider="step"]');
const summary = (page) => page.locator("#summary").innerText();

/** Numbers that are told of something. */
async function read(page, label) {
  const term = page.locator("#readings div", { has: page.locator("dt", { hasText: new RegExp(`^${label}$`) }) });
  return (await term.locator("dd").innerText()).split(", ").map(number);
}

const isNear = (told, known) => told.length === known.length && told.every((each, place) => Math.abs(each - known[place]) <= 0.00051);

/** Points of the difference. */
const drawnPoints = (page, look) => pointsIn(page, "#plane-beside", look);

for (const [name, words] of [["apart", "&a=polygon&b=box"], ["overlapping", "&a=polygon&b=box&ax=-0.8&bx=0.6&by=0.3"], ["round", "&a=capsule&b=polygon&ax=-0.4&bx=0.3&by=0.2"]]) {
  test(`every step of shapes that are ${name} is the one that the program tells`, async () => {
    const page = await open(`#scene=steps${words}&step=1`);
    await check(page);
    const { gjk, epa, vertices, simplex, depth } = JSON.parse((await state(page)).answer);
    assert.ok(gjk.length > 2 && (name === "apart" ? epa.length === 0 && simplex.length > 0 : epa.length > 1));
    assert.equal(await slider(page).getAttribute("max"), String(gjk.length + epa.length + 1));
    await slider(page).focus();
    for (const [place, { simplex, found, lower_bound, upper_bound }] of gjk.entries()) {
      assert.match(await summary(page), new RegExp(`^GJK, step ${place + 1}: `));
      assert.deepEqual(await read(page, "Points of the simplex"), [simplex.length]);
      assert.ok(isNear(await read(page, "Support point s = a − b"), found.difference));
      assert.ok(isNear(await read(page, "a"), found.points[0]) && isNear(await read(page, "b"), found.points[1]));
      if (lower_bound > 0 && upper_bound) assert.ok(isNear((await summary(page)).match(/\d\.\d+/g).map(Number), [lower_bound, upper_bound]));
      holds(await drawnPoints(page, ".dot.left"), simplex.map(({ difference }) => difference));
      holds(await drawnPoints(page, ".dot.overlap"), [found.difference]);
      assert.equal(await page.locator("#bars .chosen").count(), 1);
      await page.keyboard.press("ArrowRight");
    }
    for (const [place, { facets, nearest, found, lower_bound, upper_bound }] of epa.entries()) {
      assert.match(await summary(page), new RegExp(`^EPA, step ${place + 1}: `));
      assert.ok(isNear((await summary(page)).match(/\d\.\d+/g).map(Number), [lower_bound, upper_bound]));
      assert.deepEqual(await read(page, "Edges of the polytope"), [facets.length]);
      holds(await drawnPoints(page, ".dot.left"), [...new Set(facets.flat())].map((vertex) => vertices[vertex].difference));
      holds(await drawnPoints(page, ".dot.overlap"), [found.difference]);
      // Outwards: of the nearest edge, no point of the difference is farther than what is found.
      const [x, y] = await read(page, "Direction d");
      for (const vertex of nearest) assert.ok(x * vertices[vertex].difference[0] + y * vertices[vertex].difference[1] <= upper_bound + 0.01);
      assert.ok(Math.abs(x * found.difference[0] + y * found.difference[1] - upper_bound) < 0.01);
      await page.keyboard.press("ArrowRight");
    }
    // The end, and no step beyond it.
    await page.keyboard.press("ArrowRight");
    assert.equal(await slider(page).inputValue(), String(gjk.length + epa.length + 1));
    const { a, b } = JSON.parse((await state(page)).request);
    const known = epa.length > 0 ? native({ op: "penetration", a, b }).depth : native({ op: "distance", a, b }).distance;
    assert.match(await summary(page), epa.length > 0 ? /^The shapes overlap/ : /^The shapes are/);
    assert.ok(isNear((await summary(page)).match(/\d\.\d+/g).map(Number), [known]));
    assert.ok(name !== "round" || isNear(await read(page, "Depth of the cores"), [depth]));
    assert.equal(await page.locator("#bars .chosen").count(), 0);
    const again = await open(await fragment(page));
    assert.equal(await summary(again), await summary(page));
    await again.finish();
    await page.finish();
  });
}

test("the difference that is drawn is that of both shapes", async () => {
  const page = await open("#scene=steps&a=box&b=box&ax=-2&ay=1&a_angle=0&bx=1.5&by=-0.5&b_angle=0&step=1");
  await check(page);
  // Halves of 1.8 and 1 twice, around −3.5, 1.5.
  holds(await drawnPoints(page, ".shape.difference"), [[-7.1, -0.5], [0.1, -0.5], [0.1, 3.5], [-7.1, 3.5]]);
  const { width } = await page.locator("#plane-beside").boundingBox();
  const [x, y] = [await page.locator("#plane-beside .dot.text").getAttribute("cx"), await page.locator("#plane-beside .dot.text").getAttribute("cy")].map(Number);
  assert.ok(x > 0 && x < width && y > 0 && y < width, "the origin is in view");
  await page.locator('#scenes a[data-scene="nearest"]').click();
  await page.waitForSelector('main[data-scene="nearest"]');
  assert.ok(await page.locator("#plane-beside").isHidden());
  await page.finish();
});

test("every kind of shape with every other has steps, apart and deep", async () => {
  const kinds = ["ball", "box", "capsule", "polygon"];
  const page = await open("#scene=steps&step=1");
  for (const a of kinds) {
    for (const b of kinds) {
      for (const place of ["&ax=-3&bx=2", "&ax=0&ay=0&bx=0.5&by=0.25", "&ax=0&ay=0&a_angle=0&bx=0&by=0&b_angle=0"]) {
        const { request } = await state(page);
        await page.evaluate((hash) => void (location.hash = hash), `#scene=steps&a=${a}&b=${b}${place}&step=1`);
        await page.waitForFunction((before) => document.querySelector("main").dataset.request !== before, request);
        await check(page);
        await slider(page).focus();
        const last = Number(await slider(page).getAttribute("max"));
        for (let step = 1; step < last; step++) {
          assert.match(await summary(page), /^(GJK|EPA), step \d+: .*\.$/, `${a} ${b} ${place} ${step}`);
          await page.keyboard.press("ArrowRight");
        }
        assert.match(await summary(page), /^The shapes (are|overlap)/);
        assert.ok(!/NaN|Infinity|undefined/.test(await page.locator(".stages").innerHTML()), `${a} ${b} ${place}`);
      }
    }
  }
  await page.finish();
});

test("steps are played one after the other, and stop at the last", async () => {
  const page = await open("#scene=steps&step=1");
  await page.evaluate(() => {
    window.seen = [];
    new MutationObserver(() => window.seen.push(document.querySelector('output[for="slider-step"]').textContent)).observe(document.getElementById("summary"), { childList: true, characterData: true, subtree: true });
  });
  await page.locator("#play").click();
  await page.waitForFunction(() => document.getElementById("play").textContent === "Play", undefined, { timeout: 20_000 });
  assert.deepEqual(await page.evaluate(() => window.seen), ["2", "3", "4", "5"]);
  assert.match(await fragment(page), /&step=5$/);
  const beyond = await open("#scene=steps&step=99");
  assert.equal(await slider(beyond).inputValue(), "5");
  assert.equal(await summary(beyond), await summary(page));
  await beyond.finish();
  await page.finish();
});
