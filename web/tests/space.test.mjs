// Scenes in space: what is turned, dragged and drawn there.

import assert from "node:assert/strict";
import test from "node:test";

import { drawn, fragment, isOrange, picture, state } from "./browser.mjs";
import { check, drag, knob, middle, open } from "./play.mjs";

const SPACE = "#space canvas";

const viewed = async (page) => Object.fromEntries([...new URLSearchParams((await fragment(page)).slice(1))].filter(([key]) => ["turn", "tilt", "away"].includes(key)));

/** Where every handle is, in whole pixels. */
const places = (page) => page.locator("#space .handle").evaluateAll((handles) => handles.map((handle) => handle.getAttribute("transform").replace(/\.\d+/g, "")));

/** Counts what is orange, as a face of entry is, in the middle of a picture. */
async function orange(page, id) {
  const seen = await picture(page.locator(id));
  return seen.count(seen.width / 2, seen.height / 2, seen.width / 2, isOrange);
}

for (const width of [1280, 360]) {
  test(`at the start every text lies within its picture, on a page ${width} pixels wide`, async () => {
    const page = await open("#scene=clip-in-space", { width, height: 800 });
    // The texts follow once the picture has its size.
    await picture(page.locator("#beside"));
    const texts = await page.locator("#space, #beside").evaluateAll((pictures) =>
      pictures.flatMap((picture) => {
        const around = picture.getBoundingClientRect();
        return [...picture.querySelectorAll("text")].map((text) => {
          const { left, right, top, bottom } = text.getBoundingClientRect();
          return { told: text.textContent, isWithin: left > around.left && right < around.right && top > around.top && bottom < around.bottom };
        });
      }),
    );
    await page.finish();
    assert.equal(texts.length, 14);
    assert.deepEqual(texts.filter(({ isWithin }) => !isWithin), []);
  });
}

test("space is turned by mouse, wheel and keys, and handles go along, but the question stays", async () => {
  const page = await open("#scene=clip-in-space");
  const request = await check(page);
  let before = await places(page);
  const turned = async (what) => {
    await drawn(page);
    const now = await places(page);
    assert.notDeepEqual(now, before, what);
    before = now;
    assert.equal(await check(page), request, what);
  };
  const { x, y, width, height } = await page.locator(SPACE).boundingBox();
  await page.mouse.move(x + width - 30, y + height - 30);
  await page.mouse.down();
  await page.mouse.move(x + width - 130, y + height - 60, { steps: 4 });
  await page.mouse.up();
  await turned("dragged");
  const dragged = await viewed(page);
  assert.ok(Number(dragged.turn) > 20 && Number(dragged.tilt) < 22, JSON.stringify(dragged));

  await page.mouse.wheel(0, 300);
  await turned("wheel");
  assert.ok(Number((await viewed(page)).away) > Number(dragged.away));

  await page.locator(SPACE).focus();
  await page.keyboard.press("ArrowRight");
  await turned("arrow");
  assert.equal(Number((await viewed(page)).turn), Number(dragged.turn) + 6);
  await page.keyboard.press("+");
  await turned("plus");

  const again = await open(await fragment(page));
  assert.equal(await check(again), request);
  const apart = (await places(again)).map((place, number) => Math.hypot(...place.match(/-?\d+/g).map((part, axis) => part - before[number].match(/-?\d+/g)[axis])));
  assert.ok(Math.max(...apart) < 6, `a link shows it from the same side: ${apart}`);
  await again.finish();
  await page.finish();
});

test("a finger turns space", async () => {
  const page = await open("#scene=clip-in-space", { width: 390, height: 800, hasTouch: true });
  const before = await places(page);
  const { x, y, width, height } = await page.locator(SPACE).boundingBox();
  const client = await page.context().newCDPSession(page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [{ x: x + width - 40, y: y + height - 40 }]);
  for (const part of [0.3, 0.6, 1]) await touch("touchMove", [{ x: x + width - 40 - 90 * part, y: y + height - 40 }]);
  await touch("touchEnd", []);
  await drawn(page);
  assert.notDeepEqual(await places(page), before);
  assert.equal(await page.evaluate(() => scrollY), 0, "the page stays where it is");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.finish();
});

test("a handle in space follows the pointer, and keys move it along the axes of the screen", async () => {
  const page = await open("#scene=clip-in-space&turn=90&tilt=0");
  const [x, y] = await drag(page, "start", [50, -40]);
  const [atX, atY] = await middle(knob(page, "start"));
  assert.ok(Math.hypot(atX - x, atY - y) < 1.5, `${atX}, ${atY} is not ${x}, ${y}`);
  const { b: before } = JSON.parse(await check(page));
  await page.keyboard.press("Shift+ArrowRight");
  const { b: after } = JSON.parse(await check(page));
  // From the right, the way to the right is against z.
  assert.deepEqual(after.a.map((coordinate, axis) => Math.round((coordinate - before.a[axis]) * 100) / 100), [0, 0, -1]);
  await page.finish();
});

test("the segment, the box and the faces are drawn, in both pictures", async () => {
  const page = await open("#scene=clip-in-space");
  assert.match(await page.locator("#summary").innerText(), /enters through the face −x/);
  const pictures = ["#space", "#beside"];
  const before = [await orange(page, pictures[0]), await orange(page, pictures[1])];
  for (const [number, id] of pictures.entries()) assert.ok(before[number] > 400, id);
  await page.evaluate(() => (location.hash = "#scene=clip-in-space&ay=6&by=6&az=0&bz=0"));
  await page.waitForFunction(() => document.getElementById("summary").textContent === "The segment misses the box.");
  // The intervals beside the segment are still orange, the face of entry is not.
  for (const [number, id] of pictures.entries()) assert.ok((await orange(page, id)) < before[number] / 2, `${id} after`);
  await check(page);
  // Not turned, it is asked of a box along the axes, and both pictures are the same.
  await page.evaluate(() => (location.hash = "#scene=clip-in-space&turn_x=0&turn_y=0&turn_z=0"));
  await page.waitForFunction(() => JSON.parse(document.getElementById("main").dataset.request).a.type === "aabb");
  assert.match(await page.locator("#code").textContent(), /Aabb::new\(DVec3::new\(-2\.0, /);
  await check(page);
  // The ends at one point: no line, but an answer.
  await page.evaluate(() => (location.hash = "#scene=clip-in-space&ax=0&ay=0&az=0&bx=0&by=0&bz=0"));
  await page.waitForFunction(() => document.getElementById("summary").textContent === "The segment starts inside and ends inside.");
  await check(page);
  await page.finish();
});

test("three.js comes with the first scene in space, and not before", async () => {
  const page = await open("#scene=clip");
  const parts = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /parts\/space-/.test(name)).length);
  assert.equal(await parts(), 0);
  assert.equal(await page.locator("#space canvas").count(), 0);
  await page.locator('a[data-scene="clip-in-space"]').click();
  await page.waitForSelector('main[data-scene="clip-in-space"]');
  assert.equal(await parts(), 1);
  assert.ok(await page.locator("#space").isVisible());
  assert.ok(!(await page.locator("#plane").isVisible()));
  await page.locator('a[data-scene="nearest"]').click();
  await page.waitForSelector('main[data-scene="nearest"]');
  assert.ok(await page.locator("#plane").isVisible());
  assert.ok(!(await page.locator("#space").isVisible()));
  assert.ok(Number((await knob(page, "a").boundingBox()).x) > 0);
  await check(page);
  await page.finish();
});

test("without WebGL the page says so, and answers", async () => {
  const page = await open("#scene=clip-in-space", { flags: ["--disable-3d-apis"] });
  assert.match(await page.locator("#space .missing").innerText(), /^WebGL is not available/);
  const before = await check(page);
  await drag(page, "end", [-40, 50]);
  assert.notEqual(await check(page), before);
  await page.finish();
});

test("colours follow the system", async () => {
  const page = await open("#scene=clip-in-space");
  // What the style sheet reaches by itself is left out.
  await page.evaluate(() => document.querySelectorAll(".stage svg").forEach((svg) => (svg.style.visibility = "hidden")));
  const bright = async () => (await picture(page.locator(SPACE))).count(200, 200, 150, (color) => Math.min(...color) > 200);
  await page.emulateMedia({ colorScheme: "dark" });
  await drawn(page);
  assert.ok((await bright()) > 100, "the segment is as bright as text");
  await page.finish();
});

test("of the axes of two boxes, that with the widest gap is told and drawn, and any other on demand", async () => {
  const page = await open("#scene=axes-in-space");
  const { axes } = JSON.parse((await check(page)) && (await state(page)).answer);
  assert.equal(axes.length, 15);
  const rows = () => page.locator("#bars li").evaluateAll((rows) => rows.map((row) => [row.children[0].textContent, row.children[2].textContent]));
  // Each axis of the answer has a row, in whichever order.
  const overlap = ({ overlap }) => (overlap < 0 ? `gap ${(-overlap).toFixed(3)}` : `overlap ${overlap.toFixed(3)}`);
  assert.deepEqual((await rows()).map(([, told]) => told).sort(), axes.map(overlap).sort());
  const widest = axes.reduce((best, axis) => (axis.overlap < best.overlap ? axis : best));
  const told = page.locator("#bars .chosen .told");
  assert.equal(await told.innerText(), overlap(widest));
  assert.match(await page.locator("#summary").innerText(), new RegExp(`: ${axes.filter(({ separates }) => separates).length} axes separate them`));

  await page.locator('[data-choice="axis"]').selectOption("a_z");
  assert.equal(await page.locator("#bars .chosen span").first().innerText(), "A: face z");
  assert.match(await fragment(page), /axis=a_z/);
  await check(page);
  await page.finish();
});

test("parallel edges have no axis, and boxes that overlap are told the way out", async () => {
  const alike = "a_turn_x=20&a_turn_y=10&a_turn_z=0&b_turn_x=20&b_turn_y=10&b_turn_z=0";
  const page = await open(`#scene=axes-in-space&${alike}`);
  await check(page);
  assert.equal(JSON.parse((await state(page)).answer).axes.length, 12);
  assert.equal(await page.locator("#bars li", { hasText: "parallel edges" }).count(), 3);
  assert.match(await page.locator("#readings").innerText(), /Pairs of parallel edges\s+3/);
  await page.locator('[data-choice="axis"]').selectOption("y_y");
  assert.match(await page.locator("#readings").innerText(), /A y × B y: parallel edges, no axis/);

  await page.evaluate(() => (location.hash = "#scene=axes-in-space&ax=0.5&bx=0.5"));
  await page.waitForFunction(() => document.getElementById("summary").textContent.startsWith("The boxes overlap"));
  await check(page);
  const { translation } = JSON.parse((await state(page)).answer);
  assert.ok((await page.locator("#summary").innerText()).endsWith(`Moving A by ${Math.hypot(...translation).toFixed(3)} separates them.`));
  await page.finish();
});

test("every kind of shape in space has its nearest points, and its way out", async () => {
  const page = await open("#scene=nearest-in-space");
  const kinds = ["ball", "box", "capsule", "hull"];
  for (const a of kinds) {
    for (const b of kinds) {
      await page.locator('[data-choice="a"]').selectOption(a);
      await page.locator('[data-choice="b"]').selectOption(b);
      assert.match(await check(page), /"op":"distance"/);
      assert.equal(await page.locator("#space .dot").count(), 2);
    }
    await page.evaluate((a) => (location.hash = `#scene=nearest-in-space&a=${a}&b=box&ax=0&ay=0&az=0&bx=0.5&by=0.25&bz=0`), a);
    await page.waitForFunction(() => JSON.parse(document.getElementById("main").dataset.request).op === "penetration");
    await check(page);
    assert.match(await page.locator("#summary").innerText(), /^The shapes overlap\. Moving B by \d/);
    await page.locator("#reset").click();
  }
  await page.finish();
});

test("the normal that is drawn is that of the numbers, also where the back is hit", async () => {
  // From above: x goes to the right, and z down.
  for (const [around, told] of [[-75, "back"], [105, "back"], [-150, "front"]]) {
    const page = await open(`#scene=facing&around=${around}&height=${told === "back" ? 30 : -20}&turn=0&tilt=85`);
    await check(page);
    assert.match(await page.locator("#summary").innerText(), new RegExp(`from the ${told}\\.$`));
    const words = await page.locator("#readings div", { hasText: "Normal of the front n" }).locator("dd").innerText();
    const [x, , z] = words.split(", ").map((text) => Number(text.replace("−", "-")));
    const at = await middle(page.locator("#space .dot"));
    const toward = (box) => (box.x + box.width / 2 - at[0]) * x + (box.y + box.height / 2 - at[1]) * z;
    const names = page.locator("#space svg text");
    const normal = names.filter({ hasText: /^n$/ });
    assert.ok(toward(await normal.boundingBox()) > 20, `${around}: n is drawn along n`);
    const other = names.filter({ hasText: /^−n$/ });
    assert.equal(await other.count(), told === "back" ? 1 : 0);
    if (told === "back") assert.ok(toward(await other.boundingBox()) < -20, `${around}: −n is drawn against n`);
    await page.finish();
  }
});

test("a ray meets fronts against their normals and backs along them, and only the sides that are chosen", async () => {
  const page = await open("#scene=facing");
  const around = page.locator('[data-slider="around"]');
  const product = async () => Number((await page.locator("#readings div", { hasText: "n · d" }).locator("dd").innerText()).replace("−", "-"));
  const seen = new Set();
  for (const sides of ["both", "front", "back"]) {
    await page.locator('[data-choice="sides"]').selectOption(sides);
    for (const [angle, height] of [[-150, 30], [-60, 40], [30, -20], [90, 0], [170, 60]]) {
      await page.locator('[data-slider="height"]').fill(String(height));
      await around.fill(String(angle));
      const request = JSON.parse(await check(page));
      assert.equal(request.sides, sides === "both" ? undefined : sides);
      const { hit, feature, part } = JSON.parse((await state(page)).answer);
      const summary = await page.locator("#summary").innerText();
      seen.add(`${sides} ${hit ? feature : "none"}`);
      if (!hit) {
        assert.equal(summary, `The ray hits no ${sides}.`);
        continue;
      }
      assert.equal(summary, `The ray hits triangle ${part} from the ${feature === 0 ? "front" : "back"}.`);
      assert.equal((await product()) < 0, feature === 0, `${sides} ${angle} ${height}`);
    }
  }
  // From below, a ray enters through a front and leaves through the open top: it meets no back.
  assert.deepEqual([...seen].sort(), ["back 1", "back none", "both 0", "both 1", "front 0", "front none"]);
  await page.finish();
});

test("what an address puts beyond all pictures is answered, and the rest is drawn", async () => {
  for (const hash of ["clip-in-space&ax=1e300", "clip-in-space&tilt=1000&away=1e9", "axes-in-space&ax=1e200", "nearest-in-space&b=ball&bx=1e40", "facing&x=1e200"]) {
    const page = await open(`#scene=${hash}`);
    await check(page);
    await page.finish();
  }
});
