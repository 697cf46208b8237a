// The playground: whatever a person drags, the page says what the program answers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { drawn, fragment, state } from "./browser.mjs";
import { check, drag, knob, middle, open, told } from "./play.mjs";

/** Each scene, a handle of it and where that is dragged to, in pixels from where it is. */
const SCENES = [
  { scene: "clip", handle: "end", by: [-60, 140] },
  { scene: "clip", handle: "box-turn", by: [90, 30] },
  { scene: "clip", handle: "corner", by: [60, -30] },
  { scene: "clip-in-space", handle: "start", by: [60, -70] },
  { scene: "clip-in-space", handle: "box", by: [-40, 30] },
  { scene: "moving", handle: "a", by: [170, -10] },
  { scene: "moving", handle: "velocity", by: [80, 20] },
  { scene: "moving", handle: "b-turn", by: [-70, 60] },
  { scene: "moving", handle: "a-0", by: [30, -60] },
  { scene: "moving", handle: "b-2", by: [-80, -20] },
  { scene: "axes-in-space", handle: "a", by: [60, 20] },
  { scene: "facing", handle: "origin", by: [90, 60] },
  { scene: "facing", handle: "target", by: [20, 25] },
  { scene: "ray-tree", handle: "origin", by: [40, 50] },
  { scene: "ray-tree", handle: "target", by: [-60, -40] },
  { scene: "cascade", handle: "a", by: [-60, 30] },
  { scene: "cascade", handle: "b", by: [50, -40] },
  { scene: "nearest-in-space", handle: "b", by: [-50, 40] },
  { scene: "nearest", handle: "b", by: [-150, 60] },
  { scene: "nearest", handle: "a-turn", by: [70, 70] },
  { scene: "steps", handle: "b", by: [-60, 50] },
  { scene: "steps", handle: "a-turn", by: [60, 60] },
  { scene: "volumes", handle: "a-turn", by: [60, 40] },
  { scene: "volumes", handle: "a-0", by: [-60, -30] },
  { scene: "refit", handle: "a", by: [70, 40] },
  { scene: "refit", handle: "a-turn", by: [60, 40] },
  { scene: "refit", handle: "a-0", by: [30, -40] },
  { scene: "refit", handle: "b-turn", by: [-60, 50] },
  { scene: "tunnelling", handle: "wall", by: [-80, 30] },
  { scene: "tunnelling", handle: "wall-turn", by: [90, 40] },
  { scene: "tunnelling", handle: "start", by: [40, -60] },
  { scene: "tunnelling", handle: "end", by: [-70, 60] },
  { scene: "slide", handle: "start", by: [60, -40] },
  { scene: "slide", handle: "motion", by: [-90, -60] },
  { scene: "slide", handle: "ball", by: [-60, 150] },
  { scene: "mask", handle: "ship", by: [-90, 70] },
];

/** Each scene, a slider of it, a value for it and how that is told. */
const SLIDERS = [
  { scene: "clip", slider: "half_x", to: 1.5, told: "1.50" },
  { scene: "clip", slider: "angle", to: -45, told: "−45°" },
  { scene: "volumes", slider: "angle", to: -45, told: "−45°" },
  { scene: "refit", slider: "a_angle", to: -45, told: "−45°" },
  { scene: "refit", slider: "b_angle", to: -45, told: "−45°" },
  { scene: "tunnelling", slider: "speed", to: 250, told: "250 m/s" },
  { scene: "tunnelling", slider: "rate", to: 20, told: "20 /s" },
  { scene: "tunnelling", slider: "thickness", to: 0.5, told: "0.50 m" },
  { scene: "tunnelling", slider: "turn", to: 90, told: "90°" },
  { scene: "tunnelling", slider: "time", to: 0.4, told: "0.400" },
  { scene: "slide", slider: "skin", to: 0.2, told: "0.20" },
  { scene: "slide", slider: "steepest", to: 20, told: "20°" },
  { scene: "slide", slider: "step", to: 0.3, told: "0.30" },
  { scene: "mask", slider: "turn", to: -45, told: "−45°" },
  { scene: "axes-in-space", slider: "b_turn_z", to: 100, told: "100°" },
  { scene: "facing", slider: "height", to: 10, told: "10°" },
  { scene: "facing", slider: "around", to: -120, told: "−120°" },
  { scene: "cascade", slider: "triangles", to: 300, told: "300" },
  { scene: "cascade", slider: "a_turn_z", to: 50, told: "50°" },
  { scene: "nearest-in-space", slider: "a_turn_y", to: 75, told: "75°" },
  { scene: "clip-in-space", slider: "half_z", to: 2.5, told: "2.50" },
  { scene: "clip-in-space", slider: "turn_y", to: -60, told: "−60°" },
];

for (const { scene, handle, by } of SCENES) {
  test(`${scene}: ${handle} is dragged, then moved by keys`, async () => {
    const page = await open(`#scene=${scene}`);
    assert.equal((await state(page)).scene, scene);
    const atStart = [await check(page), await told(page)];

    await drag(page, handle, by, async () => assert.notEqual((await state(page)).request, atStart[0], "it answers while it is dragged"));
    const dragged = [await check(page), await told(page)];
    assert.notEqual(dragged[0], atStart[0]);
    assert.notDeepEqual(dragged[1], atStart[1]);

    const focused = page.locator(`[data-handle="${handle}"]`);
    await focused.focus();
    const place = await focused.getAttribute("aria-valuetext");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Shift+ArrowUp");
    const keyed = [await check(page), await told(page)];
    assert.notEqual(keyed[0], dragged[0]);
    assert.notDeepEqual(keyed[1], dragged[1]);
    assert.notEqual(await focused.getAttribute("aria-valuetext"), place);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.handle), handle);

    const again = await open(await fragment(page));
    assert.equal(await check(again), keyed[0]);
    await again.finish();
    await page.locator("#reset").click();
    assert.equal(await check(page), atStart[0]);
    await page.finish();
  });
}

for (const { scene, slider, to, told: value } of SLIDERS) {
  test(`${scene}: the slider ${slider} goes with its number`, async () => {
    const page = await open(`#scene=${scene}`);
    const atStart = await check(page);
    const input = page.locator(`[data-slider="${slider}"]`);
    const { x, y, width, height } = await input.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 0.8 * width, y + height / 2, { steps: 4 });
    assert.notEqual((await state(page)).request, atStart, "it answers while it is dragged");
    await page.mouse.up();
    await drawn(page);
    const dragged = await check(page);

    await input.fill(String(to));
    assert.equal(await input.getAttribute("aria-valuetext"), value);
    assert.equal(await page.locator(`output[for="slider-${slider}"]`).textContent(), value);
    await input.focus();
    await page.keyboard.press("ArrowRight");
    const keyed = await check(page);
    assert.notEqual(keyed, dragged);
    assert.notEqual(await input.getAttribute("aria-valuetext"), value);

    const again = await open(await fragment(page));
    assert.equal(await check(again), keyed);
    assert.equal(await again.locator(`[data-slider="${slider}"]`).inputValue(), await input.inputValue());
    await again.finish();
    await page.locator("#reset").click();
    assert.equal(await check(page), atStart);
    await page.finish();
  });
}

test("a slider goes where a handle takes its number", async () => {
  const page = await open("#scene=clip");
  const before = await page.locator('[data-slider="angle"]').inputValue();
  await drag(page, "box-turn", [90, 30]);
  const { a } = JSON.parse(await check(page));
  const after = await page.locator('[data-slider="angle"]').inputValue();
  assert.notEqual(after, before);
  assert.ok(Math.abs((Number(after) * Math.PI) / 180 - a.pose.rotation) < 1e-4);
  await page.finish();
});

test("time stands still until it is played, goes on to its end, and is in the address", async () => {
  const page = await open("#scene=moving&velocity_x=4&velocity_y=0&time=0.25");
  const time = page.locator('[data-slider="time"]');
  const ghost = () => page.locator("#plane .ghost.a").getAttribute("points");
  const button = page.locator("#play");
  const atStart = await ghost();
  await page.waitForTimeout(300);
  assert.equal(await time.inputValue(), "0.25");
  assert.equal(await ghost(), atStart);

  await page.locator("#pace").selectOption({ label: "slow, 1/4" });
  await button.click();
  assert.equal(await button.textContent(), "Pause");
  await page.waitForFunction(() => document.querySelector('[data-slider="time"]').value > 0.27);
  await button.click();
  assert.equal(await button.textContent(), "Play");
  const paused = Number(await time.inputValue());
  assert.ok(paused > 0.27 && paused < 1, String(paused));
  assert.notEqual(await ghost(), atStart);
  const stopped = await ghost();
  await page.waitForTimeout(200);
  assert.equal(await ghost(), stopped, "it stays");
  const again = await open(await fragment(page));
  assert.equal(await again.locator("#plane .ghost.a").getAttribute("points"), stopped);
  await again.finish();

  await page.locator("#pace").selectOption({ label: "normal" });
  await button.click();
  await page.waitForFunction(() => document.getElementById("play").textContent === "Play");
  assert.equal(await time.inputValue(), "1");
  assert.match(await fragment(page), /&time=1&/);
  await check(page);
  // From its end it is played again, and who moves the time stops it.
  await button.click();
  // Not at the start, where the key would move nothing.
  await page.waitForFunction(() => Math.abs(document.querySelector('[data-slider="time"]').value - 0.5) < 0.4);
  await time.focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await button.textContent(), "Play");
  await page.finish();
});

test("who starts again has the start in the address as well", async () => {
  for (const scene of ["clip", "clip-in-space"]) {
    const page = await open(`#scene=${scene}&ax=1&ay=2`);
    const asked = await check(page);
    await page.locator("#reset").click();
    const again = await open(await fragment(page));
    assert.equal(await check(again), await check(page));
    assert.notEqual(await check(again), asked);
    await again.finish();
    await page.finish();
  }
});

test("a handle follows the pointer", async () => {
  const page = await open("#scene=clip");
  const [x, y] = await drag(page, "start", [70, -40]);
  const [atX, atY] = await middle(knob(page, "start"));
  assert.ok(Math.hypot(atX - x, atY - y) < 1.5, `${atX}, ${atY} is not ${x}, ${y}`);
  await page.finish();
});

test("where handles lie on each other, the nearest is dragged, and has the keys", async () => {
  const page = await open("#scene=moving&velocity_x=0.3&velocity_y=0");
  const [x, y] = await middle(knob(page, "a"));
  const [over] = await middle(knob(page, "velocity"));
  assert.ok(over - x < 22, "the handle of the velocity reaches over that of A");
  const before = await knob(page, "velocity").boundingBox();
  await page.mouse.move(x + 1, y);
  await page.mouse.down();
  await page.mouse.move(x + 1, y + 90, { steps: 3 });
  await page.mouse.up();
  const { request } = await state(page);
  assert.deepEqual(JSON.parse(request).velocity, [0.3, 0]);
  assert.ok((await knob(page, "velocity").boundingBox()).y > before.y + 80, "it goes along");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.handle), "a");
  await page.finish();
});

test("a finger drags as a mouse does, on a narrow page that does not scroll sideways", async () => {
  const page = await open("#scene=nearest", { width: 390, height: 800, hasTouch: true });
  const [again, copy] = await Promise.all(["#reset", "#copy-link"].map((button) => page.locator(button).boundingBox()));
  assert.equal(again.y, copy.y);
  const before = await check(page);
  const [x, y] = await middle(knob(page, "a"));
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [{ x, y }]);
  for (const part of [0.3, 0.6, 1]) await touch("touchMove", [{ x: x + 60 * part, y: y - 40 * part }]);
  await touch("touchEnd", []);
  await drawn(page);
  assert.notEqual(await check(page), before);
  assert.equal(await page.evaluate(() => scrollY), 0, "the page stays where it is");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.finish();
});

test("on a narrow page the scenes are one row, in which the one that is shown is in view", async () => {
  const page = await open("#scene=crowd&number=500", { width: 360, height: 800 });
  const current = page.locator("#scenes a[aria-current]");
  const [row, link] = [await page.locator("#scenes").boundingBox(), await current.boundingBox()];
  assert.ok(row.height < 60, String(row.height));
  assert.ok(link.x >= row.x && link.x + link.width <= 360, JSON.stringify(link));
  await page.locator('#scenes a[data-scene="nearest"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector('main[data-scene="nearest"]');
  const { x, width } = await current.boundingBox();
  // Browsers scroll by whole pixels.
  assert.ok(x >= row.x - 1 && x + width <= 361, String(x));
  await page.finish();
});

test("a long drag keeps to the limits of browsers on addresses, and the address follows", async () => {
  const page = await open("#scene=nearest");
  const changes = await page.evaluate(() => {
    const real = history.replaceState.bind(history);
    window.changes = 0;
    window.begin = performance.now();
    history.replaceState = (...given) => (window.changes++, real(...given));
    return window.changes;
  });
  assert.equal(changes, 0);
  const [x, y] = await middle(knob(page, "b"));
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 300; step++) await page.mouse.move(x + step / 3, y + step / 5);
  const { changes: meanwhile, seconds } = await page.evaluate(() => ({ changes: window.changes, seconds: (performance.now() - window.begin) / 1000 }));
  await page.mouse.up();
  // However slow the machine is: Safari allows 100 in 30 seconds.
  assert.ok(meanwhile >= 1 && meanwhile <= (seconds * 100) / 30, `${meanwhile} changes in ${seconds} s`);
  const again = await open(await fragment(page));
  assert.equal(await check(again), await check(page));
  await again.finish();
  await page.finish();
});

test("that there is no such scene is said until something is done, as the first one is shown", async () => {
  const said = (page) => page.locator(".picture #summary").innerText();
  const page = await open("#scene=nobody");
  assert.equal((await state(page)).scene, "clip");
  const answer = (await said(page)).replace(/^There is no scene “nobody”; this is the first one\. /, "");
  assert.ok(answer !== (await said(page)) && answer.length > 10, answer);
  await page.locator("#reset").click();
  await page.waitForFunction((answer) => document.getElementById("summary").textContent === answer, answer);
  for (const hash of ["", "#scene=", "#scene=clip"]) {
    const other = await open(hash);
    assert.equal(await said(other), answer);
    await other.finish();
  }
  await page.evaluate(() => (location.hash = "#scene=no\u202ebody"));
  await page.waitForFunction(() => document.getElementById("summary").textContent.startsWith("There is no scene “no·body”"));
  await drag(page, "end", [-30, 20]);
  assert.ok(!(await said(page)).includes("no scene"));
  await page.finish();
});

test("addresses that make no sense do not break it", async () => {
  const page = await open("#scene=nobody&ax=x");
  assert.equal((await state(page)).scene, "clip");
  await check(page);
  await page.evaluate(() => (location.hash = "#scene=clip&half_x=-1"));
  await page.waitForFunction(() => document.getElementById("summary").textContent.startsWith("a"));
  await page.evaluate(() => (location.hash = "#scene=nearest&a=sphere&ax=&bx=Infinity"));
  await page.waitForSelector('main[data-scene="nearest"]');
  await check(page);
  await page.finish();
  for (const hash of ["clip&ax=1e300&angle=-1e308", "moving&ax=-1e300&velocity_x=1e300", "nearest&bx=1e200", "steps&bx=1e200", "refit&ax=1e300", "volumes&x=1e300", "tunnelling&wall_x=1e300", "slide&x=-1e300"]) {
    const far = await open(`#scene=${hash}`);
    await check(far);
    await far.finish();
  }
});

test("who only looks keeps the address, whatever the size of the window", async () => {
  const page = await open("#scene=nearest");
  const width = () => page.locator("#plane").evaluate((plane) => Number(plane.getAttribute("viewBox").split(" ")[2]));
  const before = await width();
  await page.setViewportSize({ width: 700, height: 700 });
  await page.waitForFunction((before) => Number(document.getElementById("plane").getAttribute("viewBox").split(" ")[2]) !== before, before);
  // Longer than what is dragged takes to come into the address.
  await page.waitForTimeout(600);
  assert.equal(await fragment(page), "#scene=nearest");
  await page.finish();
});

test("code is the same question in three languages", async () => {
  const page = await open("#scene=moving");
  const { request } = await state(page);
  assert.match(await page.locator("#code").textContent(), /swept_all_axes\(&a, &b, DVec2::new\(2\.0, -0\.5\)/);
  await page.locator("#languages input[value=query]").check();
  assert.equal(await page.locator("#code").textContent(), request);
  await page.locator("#languages input[value=javascript]").check();
  const code = await page.locator("#code").textContent();
  assert.deepEqual(JSON.parse(code.slice(code.indexOf("query(") + 6, code.lastIndexOf(")"))), JSON.parse(request));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("#copy-code").click();
  await page.waitForFunction(() => document.getElementById("copy-code").textContent === "Copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), code);
  await page.finish();
});

test("axe finds nothing serious, light and dark, wide and narrow", async () => {
  const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  for (const scene of new Set([...SCENES.map(({ scene }) => scene), "crowd"])) {
    const page = await open(`#scene=${scene}`);
    await page.evaluate(axe);
    for (const [colorScheme, width] of [["dark", 1280], ["light", 390]]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await drawn(page);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
      assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`), [], `${scene} ${colorScheme} ${width}`);
    }
    await page.finish();
  }
});
