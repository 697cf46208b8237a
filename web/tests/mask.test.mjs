// Pixel masks on the playground: what is drawn are the pixels of the answer, and craters are dug where it is pressed.

import assert from "node:assert/strict";
import test from "node:test";

import { drawn, fragment, state } from "./browser.mjs";
import { check, drag, knob, middle, open, pointsIn } from "./play.mjs";

const asked = async (page) => JSON.parse(await check(page));
const answered = async (page) => JSON.parse((await state(page)).answer);
const summary = (page) => page.locator("#summary").innerText();
const craters = async (page) => (await asked(page)).a.clear ?? [];
/** Six pixels are 1 wide, and pixel (0, 0) of the ground is 22 below the top left corner. */
const pictured = ([x, y]) => [6 * (x + 8), 6 * (5.5 - y) - 22];
const isNear = (one, other, room = 1e-6) => one.every((coordinate, axis) => Math.abs(coordinate - other[axis]) <= room);

/** All pixels that are drawn so, as text. */
async function pixelsDrawn(page, look) {
  const corners = (await pointsIn(page, "#plane", `.pixel.${look}`)).map(pictured);
  const pixels = [];
  for (let place = 0; place < corners.length; place += 4) {
    const [[left, top], , [right, bottom]] = corners.slice(place, place + 4);
    assert.ok(isNear([bottom - top], [1]) && isNear([left, top], [Math.round(left), Math.round(top)]));
    for (let x = Math.round(left); x < Math.round(right); x++) pixels.push(`${x}, ${Math.round(top)}`);
  }
  return pixels.sort();
}

/** The same of a picture in an answer. */
const pixelsOf = ({ offset: [left, top], rows }) => rows.flatMap((row, y) => [...row].flatMap((pixel, x) => (pixel === "#" ? [`${left + x}, ${top + y}`] : []))).sort();

for (const words of ["", "&x=40&y=7&turn=-70", "&x=70&y=-15", "&x=-4&y=20&turn=0&craters=none", "&x=52&y=23&turn=0"]) {
  test(`the pixels that are drawn are those of the answer${words}`, async () => {
    const page = await open(`#scene=mask${words}`);
    await check(page);
    const { a, b, common, count, first, normal } = await answered(page);
    assert.deepEqual(await pixelsDrawn(page, "b"), pixelsOf(a));
    assert.deepEqual(await pixelsDrawn(page, "a"), pixelsOf(b));
    const both = await pixelsDrawn(page, "overlap");
    assert.deepEqual(both, pixelsOf(common));
    assert.equal(both.length, count);
    assert.deepEqual(both, pixelsOf(a).filter((pixel) => pixelsOf(b).includes(pixel)));
    assert.equal(first !== undefined, count > 0);
    assert.equal(await page.locator("#plane .frame.text").count(), count > 0 ? 1 : 0);
    const arrow = (await pointsIn(page, "#plane", "line.thick")).map(pictured);
    assert.equal(arrow.length, normal ? 2 : 0);
    if (normal) {
      const way = [0, 1].map((axis) => arrow[1][axis] - arrow[0][axis]);
      assert.ok(isNear(way.map((coordinate) => coordinate / Math.hypot(...way)), normal));
    }
    await page.finish();
  });
}

test("it tells whether they overlap, and where no direction is favoured", async () => {
  for (const [words, told] of [
    ["&x=70&y=-15", /^Ship and ground have no pixel in common\.$/],
    // In the cave.
    ["&x=52&y=23&turn=0", /^Ship and ground have no pixel in common\.$/],
    ["&x=20&y=32&turn=0", /^Ship and ground have \d+ pixels in common\. There is no normal: opposite counts are equal\.$/],
    ["&x=40&y=7&turn=-70", /^Ship and ground have \d+ pixels in common\.$/],
  ]) {
    const page = await open(`#scene=mask${words}`);
    await check(page);
    assert.match(await summary(page), told);
    await page.finish();
  }
});

test("the ship goes by whole pixels, with mouse and keys", async () => {
  const page = await open("#scene=mask");
  await drag(page, "ship", [-83, 47]);
  const { offset } = await asked(page);
  assert.ok(offset.every(Number.isInteger) && offset[0] < 64 && offset[1] > 6, String(offset));
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowDown");
  assert.deepEqual((await asked(page)).offset, [offset[0] - 1, offset[1] + 1]);
  await page.keyboard.press("Shift+ArrowUp");
  assert.deepEqual((await asked(page)).offset, [offset[0] - 1, offset[1] - 9]);
  assert.equal(await page.locator('[data-handle="ship"]').getAttribute("aria-valuetext"), `pixel ${offset[0] - 1}, ${offset[1] - 9}`.replaceAll("-", "−"));
  await page.finish();
});

test("a crater is dug where the picture is pressed, and by keys and button; a drag digs none", async () => {
  const page = await open("#scene=mask&craters=none&radius=4");
  const whole = pixelsOf((await answered(page)).a);
  assert.deepEqual(await craters(page), []);
  const [x, y] = await middle(knob(page, "spade"));
  // On pixel (15, 30): 15 to the left of the circle at (30, 22), and 8 below.
  const pixel = (await page.locator("#plane").boundingBox()).width / 96;
  await page.mouse.click(x - 15 * pixel, y + 8 * pixel);
  await drawn(page);
  assert.deepEqual(await craters(page), [{ center: [15.5, 30.5], radius: 4.5 }]);
  const left = pixelsOf((await answered(page)).a);
  const gone = whole.filter((pixel) => !left.includes(pixel));
  assert.ok(gone.length > 40 && gone.every((pixel) => Math.hypot(...pixel.split(", ").map((each, axis) => Number(each) - [15, 30][axis])) <= 4.5));
  assert.deepEqual(await pixelsDrawn(page, "b"), left);

  await drag(page, "spade", [120, 20]);
  await drag(page, "ship", [-40, 20]);
  assert.equal((await craters(page)).length, 1);
  const spade = page.locator('[data-handle="spade"]');
  await spade.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Shift+ArrowRight");
  await page.locator('[data-slider="radius"]').fill("7");
  await page.locator('[data-action="dig"]').click();
  const [, one, other] = await craters(page);
  assert.deepEqual(other, { center: [one.center[0] + 10, one.center[1]], radius: 7.5 });
  assert.equal(one.radius, 4.5);
  await spade.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press(" ");
  assert.deepEqual((await craters(page))[3], { center: [other.center[0], other.center[1] + 1], radius: 7.5 });

  const asking = await check(page);
  const again = await open(await fragment(page));
  assert.equal(await check(again), asking);
  await again.finish();
  await page.locator('[data-action="fill"]').click();
  assert.deepEqual(await craters(page), []);
  assert.deepEqual(pixelsOf((await answered(page)).a), whole);
  const filled = await open(await fragment(page));
  assert.equal(await check(filled), await check(page));
  await filled.finish();
  await page.finish();
});

test("a dozen craters are kept, and addresses that make no sense dig none", async () => {
  const page = await open("#scene=mask&craters=none");
  await page.locator('[data-handle="spade"]').focus();
  for (let dig = 0; dig < 13; dig++) {
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowRight");
  }
  const kept = await craters(page);
  assert.deepEqual(kept.map(({ center }) => center[0]), Array.from({ length: 12 }, (_, place) => 31.5 + place));
  assert.match(await page.locator("#readings").innerText(), /Craters\s+12 of 12/);
  const full = await open(await fragment(page));
  assert.deepEqual(await craters(full), kept);
  await full.finish();
  await page.finish();
  for (const words of ["<b>", "1.2", "1.2.3~", "1.2.x", "1e9.2.3", Array(13).fill("1.2.3").join("~")]) {
    const wrong = await open(`#scene=mask&x=3.7&y=1e12&craters=${encodeURIComponent(words)}`);
    assert.deepEqual((await craters(wrong)).map(({ center }) => center), [[58.5, 27.5]], words);
    await wrong.finish();
  }
});

test("pressing other scenes does nothing", async () => {
  const page = await open("#scene=mask");
  await page.locator('#scenes [data-scene="nearest"]').click();
  await page.waitForSelector('main[data-scene="nearest"]');
  const before = await check(page);
  await page.locator("#plane").click({ position: { x: 30, y: 30 } });
  assert.equal(await check(page), before);
  assert.equal(await fragment(page), "#scene=nearest");
  await page.finish();
});

test("a finger digs where it taps, on a narrow page that does not scroll sideways", async () => {
  const page = await open("#scene=mask&craters=none&radius=3", { width: 360, height: 800, hasTouch: true });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  const { x, y, width } = await page.locator("#plane").boundingBox();
  // The middle of column 10, and of row 58 of the picture: 36 of the ground.
  await page.touchscreen.tap(x + (10.5 * width) / 96, y + (58.5 * width) / 96);
  await drawn(page);
  const [{ center }] = await craters(page);
  // A pixel is narrower than 4 of the screen, and the picture has a border.
  assert.ok(Math.abs(center[0] - 10.5) <= 1 && Math.abs(center[1] - 36.5) <= 1, String(center));
  await page.finish();
});
