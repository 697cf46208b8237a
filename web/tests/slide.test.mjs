// The character of the playground: what is drawn of its way is the answer, and it walks by motions that the program answers the same.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";

import { drawn, fragment, state } from "./browser.mjs";
import { check, holds, open, pointsIn, PROGRAM } from "./play.mjs";

const native = (request) => JSON.parse(execFileSync(PROGRAM, ["query"], { input: JSON.stringify(request), encoding: "utf8" }));
const asked = async (page) => JSON.parse(await check(page));
const answered = async (page) => JSON.parse((await state(page)).answer);
const summary = (page) => page.locator("#summary").innerText();
const button = (page, action) => page.locator(`[data-action="${action}"]`);
/** The middle of the capsule of a request. */
const middle = ({ a }) => a.a.map((coordinate, axis) => (coordinate + a.b[axis]) / 2);
const sum = (one, other) => one.map((coordinate, axis) => coordinate + other[axis]);
const isNear = (one, other, room = 1e-4) => one.every((coordinate, axis) => Math.abs(coordinate - other[axis]) <= room);
const moved = (request, motion) => native({ ...request, motion });

for (const [name, words] of [["walks", ""], ["slides", "&ground=slides"], ["walks, and the slope is too steep", "&steepest=20"], ["slides past the ball", "&ground=slides&x=-5&y=3.4&motion_x=10&motion_y=-3"]]) {
  test(`who ${name}: the way, the stops and what is left are drawn as they are answered`, async () => {
    const page = await open(`#scene=slide${words}`);
    const request = await asked(page);
    const { hits, path, remaining, translation } = await answered(page);
    const at = middle(request);
    assert.ok(hits.length > 0);
    holds(await pointsIn(page, "#plane", "line.way"), [at, ...path.map((corner) => sum(at, corner))]);
    for (const [look, kind] of [["z", true], ["overlap", false]]) {
      const known = hits.filter(({ walkable }) => walkable === kind).map(({ point }) => point);
      holds(await pointsIn(page, "#plane", `.dot.${look}`), known);
    }
    // An arrow's head ends at its tip.
    const tips = hits.map(({ point, normal }) => sum(point, normal.map((coordinate) => 0.9 * coordinate)));
    const heads = await pointsIn(page, "#plane", ".head.z, .head.overlap");
    for (const tip of tips) assert.ok(heads.some((head) => isNear(head, tip, 1e-6)), String(tip));
    assert.equal(heads.length, 3 * hits.length);
    const isStopped = Math.hypot(...remaining) > 1e-6;
    const violet = await pointsIn(page, "#plane", ".head.left");
    assert.equal(violet.length, isStopped ? 3 : 0);
    if (isStopped) assert.ok(isNear(violet[0], sum(sum(at, translation), remaining), 1e-6));
    assert.equal(await page.locator("#readings").innerText().then((text) => text.match(/^Stop /gm).length), hits.length);
    await page.finish();
  });
}

test("buttons and keys walk and jump by what the program answers, and the place is in the address", async () => {
  const page = await open("#scene=slide&x=-2&y=-2.95");
  await button(page, "right").focus();
  for (const [key, motion] of [["ArrowRight", [0.6, -0.4]], ["ArrowRight", [0.6, -0.4]], ["ArrowLeft", [-0.6, -0.4]], ["ArrowUp", [0, 1.8]], ["ArrowRight", [0.6, -0.4]]]) {
    const before = await asked(page);
    await page.keyboard.press(key);
    await drawn(page);
    const expected = sum(middle(before), moved(before, motion).translation);
    assert.ok(isNear(middle(await asked(page)), expected), `${key}: ${middle(await asked(page))} is not ${expected}`);
    assert.notDeepEqual(middle(await asked(page)), middle(before));
    assert.equal(await page.evaluate(() => document.activeElement.dataset.action), { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "jump" }[key]);
  }
  // In the air nobody jumps.
  const high = await asked(page);
  await button(page, "jump").click();
  assert.deepEqual(await asked(page), high);
  const again = await open(await fragment(page));
  assert.deepEqual(await asked(again), high);
  await again.finish();
  await page.finish();
});

test("a step is climbed that is low enough, and walls end the way", async () => {
  for (const [step, height] of [[0.5, 0.4], [0.2, 0]]) {
    const page = await open(`#scene=slide&x=-1.5&y=-2.95&step=${step}`);
    for (let press = 0; press < 3; press++) await button(page, "right").click();
    const [x, y] = middle(await asked(page));
    assert.ok(Math.abs(y + 2.95 - height) < 1e-3, `${y} with steps up to ${step}`);
    assert.equal(x > -0.6, height > 0, String(x));
    await page.finish();
  }
  const page = await open("#scene=slide&x=5&y=-0.9");
  for (let press = 0; press < 4; press++) await button(page, "right").click();
  const [x] = middle(await asked(page));
  assert.ok(Math.abs(x - (6.2 - 0.5 - 0.05)) < 1e-3, String(x));
  await page.finish();
});

test("it goes where the arrow leads, and says what it met", async () => {
  const page = await open("#scene=slide");
  assert.equal(await summary(page), "The character hits the step, the slope and the right wall, and cannot continue.");
  const end = sum(middle(await asked(page)), (await answered(page)).translation);
  await button(page, "go").click();
  assert.ok(isNear(middle(await asked(page)), end));
  await page.evaluate(() => (location.hash = "#scene=slide&x=-4&y=0&motion_x=1&motion_y=1"));
  await page.waitForFunction(() => document.getElementById("summary").textContent === "No obstacle is in the way of the character.");
  await check(page);
  await page.evaluate(() => (location.hash = "#scene=slide&skin=-1"));
  await page.waitForFunction(() => document.getElementById("summary").textContent.startsWith("skin"));
  await button(page, "left").click();
  assert.match(await summary(page), /skin/);
  await page.finish();
});

test("who starts in something is told how deep, and pushed out first", async () => {
  const page = await open("#scene=slide&x=-4&y=-4&motion_x=1&motion_y=0.5");
  const { a, obstacles } = await asked(page);
  const { depth } = native({ op: "penetration", a, b: obstacles[0] });
  // The capsule reaches 1 below its middle, which lies as high as the top of the floor.
  assert.ok(Math.abs(depth - 1) < 1e-9, String(depth));
  assert.equal(await summary(page), "The character starts 1.000 deep in the floor and is pushed out first. Then no obstacle is in its way.");
  assert.match(await page.locator("#readings").innerText(), /Initial depth in the floor\s+1\.000/);
  await page.evaluate(() => (location.hash = "#scene=slide&x=-4&y=-4&motion_x=13.5&motion_y=0"));
  await page.waitForFunction(() => document.getElementById("summary").textContent.includes("Then it hits"));
  await check(page);
  await page.locator("#reset").click();
  assert.doesNotMatch(await page.locator("#readings").innerText(), /Initial depth/);
  await page.finish();
});
