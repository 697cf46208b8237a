// The crowd of the playground, without a page and on it: its pairs, and what it leaves in memory.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { build } from "esbuild";

import { fragment, isRed, picture, state } from "./browser.mjs";
import { open } from "./play.mjs";

const WEB = fileURLToPath(new URL("..", import.meta.url));
const PACKAGE = join(WEB, "../target/web/impinge");
/** For a long run by hand. */
const SECONDS = Number(process.env.CROWD_SECONDS ?? 2);

const folder = mkdtempSync(join(tmpdir(), "crowd-"));
let Crowd;
let memory;
before(async () => {
  await build({
    stdin: { contents: 'export { load } from "impinge"; export { Crowd } from "./playground/crowd";', resolveDir: WEB },
    outfile: join(folder, "crowd.mjs"),
    bundle: true,
    format: "esm",
    logLevel: "warning",
    alias: { impinge: join(PACKAGE, "index.js") },
  });
  const real = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...given) => {
    const made = await real(...given);
    memory = (made.instance ?? made).exports.memory;
    return made;
  };
  const module = await import(pathToFileURL(join(folder, "crowd.mjs")));
  await module.load(readFileSync(join(PACKAGE, "engine_bg.wasm")));
  WebAssembly.instantiate = real;
  Crowd = module.Crowd;
});
after(() => rmSync(folder, { recursive: true }));

const pairs = (touches) => Array.from({ length: touches.length / 2 }, (_, pair) => [touches[2 * pair], touches[2 * pair + 1]].sort((a, b) => a - b).join()).sort();

/** Every box with every other. Boxes along the axes touch where neither axis has a gap; ends that are equal count. */
function every({ number, positions, halves }) {
  const found = [];
  for (let a = 0; a < number; a++) {
    for (let b = a + 1; b < number; b++) {
      const isApart = [0, 1].some((axis) => {
        const [one, other] = [2 * a + axis, 2 * b + axis];
        return Math.abs(positions[one] - positions[other]) > halves[one] + halves[other];
      });
      if (!isApart) found.push([a, b].join());
    }
  }
  return found.sort();
}

for (const isSensors of [true, false]) {
  test(`each step of a crowd of ${isSensors ? "sensors" : "bodies"} has the pairs that every box with every other has`, () => {
    const crowd = new Crowd({ number: 700, speed: 6, seed: 3, isSensors });
    const seen = new Set();
    for (let step = 0; step < 120; step++) {
      if (step % 8 === 0) {
        assert.deepEqual(pairs(crowd.touches), every(crowd));
        for (const pair of pairs(crowd.touches)) seen.add(pair);
      }
      crowd.step();
    }
    assert.ok(pairs(crowd.touches).length > 70 && seen.size > 3 * pairs(crowd.touches).length, "they come and go");
    crowd.end();
  });
}

/** The boxes of its tree at a depth: least x and y, greatest x and y. */
function treeOf(crowd, depth) {
  const tree = crowd.tree(depth);
  return Array.from({ length: tree.length / 4 }, (_, box) => [...tree.subarray(4 * box, 4 * box + 4)]);
}

/** Every box of a crowd is in one of these. */
function areIn({ number, positions, halves }, boxes) {
  for (let box = 0; box < number; box++) {
    const [x, y] = positions.subarray(2 * box, 2 * box + 2);
    const [halfX, halfY] = halves.subarray(2 * box, 2 * box + 2);
    assert.ok(boxes.some(([minX, minY, maxX, maxY]) => minX <= x - halfX && minY <= y - halfY && x + halfX <= maxX && y + halfY <= maxY), `box ${box}`);
  }
}

test("at each step every box is in one of the tree at each depth, of which there are as few as can be", () => {
  const crowd = new Crowd({ number: 5000, speed: 20, seed: 2, isSensors: true });
  for (let step = 0; step < 90; step++) {
    crowd.step();
    if (step % 15 !== 0) continue;
    assert.deepEqual([0, 1, 2, 3, 4].map((depth) => treeOf(crowd, depth).length), [2, 20, 313, 5000, 0]);
    for (const depth of [0, 1, 2]) areIn(crowd, treeOf(crowd, depth));
  }
  crowd.end();
});

test("nobody leaves the room, and the same seed is the same crowd", () => {
  const options = { number: 200, speed: 10, seed: 9, isSensors: true };
  const [one, other, third] = [new Crowd(options), new Crowd(options), new Crowd({ ...options, seed: 10 })];
  for (let step = 0; step < 600; step++) {
    for (const crowd of [one, other]) crowd.step();
    for (let box = 0; box < one.number; box++) {
      const [x, y] = one.positions.subarray(2 * box, 2 * box + 2);
      // It turns round once it is over the border, by one step at most.
      const [right, up] = one.halves.subarray(2 * box, 2 * box + 2).map((half) => half - 10 / 60 - 1e-9);
      assert.ok(x > right && x < one.width - right && y > up && y < one.height - up, `box ${box} is at ${x}, ${y} after ${step} steps`);
    }
  }
  assert.deepEqual(one.positions, other.positions);
  assert.deepEqual(one.touches, other.touches);
  assert.notDeepEqual(one.positions, third.positions);
  for (const crowd of [one, other, third]) crowd.end();
});

test("10,000 boxes step without the memory growing, and give it back", (t) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
  };
  const options = { number: 10_000, speed: 6, seed: 1, isSensors: true };
  const crowd = new Crowd(options);
  // Until what steps is compiled, which takes memory as well.
  for (let step = 0; step < 300; step++) crowd.step();
  const atStart = memory.buffer.byteLength;
  const times = [];
  // Whenever the browser's driver or the compiler sets something up, that takes memory once, in any round; what leaks takes it in each.
  const more = Array.from({ length: 4 }, () => {
    const before = used();
    for (let step = 0; step < 60 * SECONDS; step++) {
      const start = performance.now();
      crowd.step();
      times.push(performance.now() - start);
    }
    return used() - before;
  });
  times.sort((one, other) => one - other);
  t.diagnostic(`rounds of ${SECONDS} s: WebAssembly ${atStart / 1e6} MB then ${memory.buffer.byteLength / 1e6} MB, JavaScript ${(used() / 1e6).toFixed(1)} MB, bytes more ${more}; a step ${times[times.length >> 1].toFixed(2)} ms, ${pairs(crowd.touches).length} pairs`);
  assert.equal(memory.buffer.byteLength, atStart);
  assert.ok(Math.min(...more) < 6e4, `bytes more in each round: ${more}`);
  crowd.end();
  // As often as somebody moves the slider.
  for (let round = 0; round < 8; round++) new Crowd(options).end();
  assert.ok(memory.buffer.byteLength < 1.5 * atStart, `${memory.buffer.byteLength} after ${atStart}`);
});

const answer = async (page) => JSON.parse((await state(page)).answer);
const stepped = (page, steps) => page.waitForFunction((steps) => JSON.parse(document.getElementById("main").dataset.answer ?? "{}").steps >= steps, steps);
const reading = async (page, label) => (await page.locator("#readings").innerText()).match(new RegExp(`${label}\\s+(\\S+)`))[1];

test("on the page it waits where motion is to be left out, and goes step by step as it does here", async () => {
  const page = await open("#scene=crowd&number=1000&speed=12&seed=3&boxes=bodies", { reducedMotion: "reduce" });
  await stepped(page, 0);
  const crowd = new Crowd({ number: 1000, speed: 12, seed: 3, isSensors: false });
  assert.deepEqual(await answer(page), { steps: 0, pairs: crowd.touches.length / 2 });
  for (let step = 1; step <= 20; step++) {
    await page.locator("#step").click();
    crowd.step();
    assert.deepEqual(await answer(page), { steps: step, pairs: crowd.touches.length / 2 });
  }
  assert.equal(await page.locator("#summary").innerText(), `${new Set(crowd.touches).size} of 1,000 boxes touch another.`);
  assert.equal(await reading(page, "Touching pairs"), String(crowd.touches.length / 2));

  // A box that touches another is red, and one that touches none is not.
  const seen = await picture(page.locator("#live"));
  // Within a border of one pixel; pixels are counted from their left upper corners.
  const [width, height] = [seen.width - 2, seen.height - 2];
  const scale = Math.min(width / crowd.width, height / crowd.height);
  const at = (box) => [(width - scale * crowd.width) / 2 + scale * crowd.positions[2 * box] + 0.5, (height + scale * crowd.height) / 2 - scale * crowd.positions[2 * box + 1] + 0.5];
  const touching = new Set(crowd.touches);
  for (let box = 0; box < 1000; box++) assert.equal(isRed(seen.at(...at(box))), touching.has(box), `box ${box}`);
  crowd.end();
  await page.finish();
});

test("on the page lines join the boxes of each pair, if they are wanted", async () => {
  const crowd = new Crowd({ number: 500, speed: 6, seed: 1, isSensors: true });
  assert.ok(crowd.touches.length > 50);
  for (const pairs of ["lines", "hidden"]) {
    const page = await open("#scene=crowd&number=500", { reducedMotion: "reduce" });
    await stepped(page, 0);
    await page.locator('[data-choice="pairs"]').selectOption(pairs);
    await page.waitForFunction((pairs) => JSON.parse(document.getElementById("main").dataset.request).pairs === pairs, pairs);
    const seen = await picture(page.locator("#live"));
    const [width, height] = [seen.width - 2, seen.height - 2];
    const scale = Math.min(width / crowd.width, height / crowd.height);
    const at = (box) => [(width - scale * crowd.width) / 2 + scale * crowd.positions[2 * box] + 0.5, (height + scale * crowd.height) / 2 - scale * crowd.positions[2 * box + 1] + 0.5];
    const isDark = (color) => color.every((part) => part < 90);
    const touching = new Set(crowd.touches);
    for (let pair = 0; pair < crowd.touches.length; pair += 2) {
      const [one, other] = [at(crowd.touches[pair]), at(crowd.touches[pair + 1])];
      const half = one.map((coordinate, axis) => (coordinate + other[axis]) / 2);
      for (const [x, y] of [one, half, other]) assert.equal(seen.count(x, y, 1, isDark) > 0, pairs === "lines", `${crowd.touches[pair]}, ${crowd.touches[pair + 1]}`);
    }
    // Lines may pass over others.
    const alone = Array.from({ length: 500 }, (_, box) => box).filter((box) => !touching.has(box));
    assert.ok(alone.filter((box) => seen.count(...at(box), 1, isDark) === 0).length > 0.9 * alone.length);
    await page.finish();
  }
  crowd.end();
});

const isGreen = ([red, green, blue]) => green > 100 && green > 1.6 * red && green > 1.15 * blue;
const isViolet = ([red, green, blue]) => blue > 100 && blue > 1.3 * green && blue > 0.85 * red && red > 1.2 * green;
const isInk = (color) => color.every((part) => part < 90);

test("on the page the tree is drawn depth by depth, with every box in it", async () => {
  const crowd = new Crowd({ number: 5000, speed: 20, seed: 1, isSensors: true });
  const page = await open("#scene=crowd&number=5000&speed=20", { reducedMotion: "reduce" });
  await stepped(page, 0);
  assert.equal((await answer(page)).tree, undefined);
  assert.equal(await page.locator("#bars").innerText(), "");
  const hidden = await picture(page.locator("#live"));
  for (const [depth, look] of [isInk, isGreen, isViolet].entries()) {
    await page.locator('[data-choice="tree"]').selectOption(`depth${depth}`);
    await page.waitForFunction((tree) => JSON.parse(document.getElementById("main").dataset.request).tree === tree, `depth${depth}`);
    const again = new Crowd({ number: 5000, speed: 20, seed: 1, isSensors: true });
    for (let steps = 0; steps <= 20; steps += 20) {
      const { tree, steps: made } = await answer(page);
      assert.deepEqual(tree, [{ depth, boxes: treeOf(again, depth) }]);
      assert.equal(made, steps);
      areIn(again, tree[0].boxes);
      assert.equal(await reading(page, `Tree boxes at depth ${depth}`), String(tree[0].boxes.length));
      assert.equal(await page.locator("#bars .chosen span").first().innerText(), `Depth ${depth}`);
      const seen = await picture(page.locator("#live"));
      const [width, height] = [seen.width - 2, seen.height - 2];
      const scale = Math.min(width / again.width, height / again.height);
      const at = (x, y) => [(width - scale * again.width) / 2 + scale * x + 0.5, (height + scale * again.height) / 2 - scale * y + 0.5];
      const isDrawn = (picture, [minX, minY, maxX, maxY]) => [[minX, minY], [maxX, minY], [minX, maxY], [maxX, maxY]].every((corner) => picture.count(...at(...corner), 2.5, look) > 0);
      // What is at the border of the room is half beyond the picture.
      const inner = tree[0].boxes.filter(([minX, minY, maxX, maxY]) => minX > 1 && minY > 1 && maxX < again.width - 1 && maxY < again.height - 1);
      for (const box of inner) assert.ok(isDrawn(seen, box), `${box} at depth ${depth}`);
      if (depth > 0) assert.ok(inner.length > 2 && inner.filter((box) => isDrawn(hidden, box)).length === 0);
      for (let step = 0; step < 20 && steps === 0; step++) {
        await page.locator("#step").click();
        again.step();
      }
    }
    again.end();
  }
  await page.locator('[data-choice="tree"]').selectOption("all");
  await page.waitForFunction(() => JSON.parse(document.getElementById("main").dataset.request).tree === "all");
  assert.deepEqual((await answer(page)).tree, [0, 1, 2].map((depth) => ({ depth, boxes: treeOf(crowd, depth) })));
  const opened = await open(await fragment(page), { reducedMotion: "reduce" });
  await stepped(opened, 0);
  assert.deepEqual(await answer(opened), await answer(page));
  assert.equal(await opened.locator('[data-choice="tree"]').inputValue(), "all");
  await opened.finish();
  crowd.end();
  await page.finish();
});

test("on the page it plays and pauses, and sliders begin another one, which is in the address", async () => {
  const page = await open("#scene=crowd&number=2000");
  await stepped(page, 5);
  assert.equal(await page.locator("#play").textContent(), "Pause");
  assert.equal(await page.locator("#summary").innerText(), "At each step, the engine returns the pairs that touch.");
  await page.locator("#play").click();
  const paused = await answer(page);
  assert.match(await page.locator("#summary").innerText(), /^\d+ of 2,000 boxes touch another\.$/);
  await page.waitForTimeout(300);
  assert.deepEqual(await answer(page), paused);

  await page.locator('[data-slider="number"]').fill("1500");
  await page.locator('[data-slider="number"]').press("ArrowLeft");
  await page.waitForFunction(() => JSON.parse(document.getElementById("main").dataset.request).number === 1000);
  assert.equal(await reading(page, "Boxes"), "1,000");
  assert.equal(await page.locator('output[for="slider-number"]').textContent(), "1,000");
  await page.locator('[data-choice="boxes"]').selectOption("bodies");
  await page.waitForFunction(() => JSON.parse(document.getElementById("main").dataset.request).boxes === "bodies");
  await page.locator("#step").click();
  const asked = (await state(page)).request;
  assert.deepEqual(JSON.parse(asked), { id: "crowd", boxes: "bodies", pairs: "hidden", tree: "hidden", number: 1000, speed: 6, seed: 1 });
  const again = await open(await fragment(page));
  await stepped(again, 1);
  assert.equal((await state(again)).request, asked);
  await again.finish();

  await page.locator('#scenes [data-scene="nearest"]').click();
  await page.waitForSelector('main[data-scene="nearest"]');
  assert.ok(await page.locator("#live").isHidden());
  assert.match((await state(page)).answer, /distance/);
  await page.goBack();
  await page.waitForSelector('main[data-scene="crowd"]');
  await page.locator("#play").click();
  await page.finish();
});

test("on the page 10,000 boxes leave nothing in memory", async (t) => {
  const page = await open("#scene=crowd", {
    script: () => {
      for (const name of ["instantiate", "instantiateStreaming"]) {
        const real = WebAssembly[name];
        WebAssembly[name] = async (...given) => {
          const made = await real.apply(WebAssembly, given);
          window.memory = (made.instance ?? made).exports.memory;
          return made;
        };
      }
    },
  });
  await stepped(page, 5);
  const client = await page.context().newCDPSession(page);
  const used = async () => {
    await client.send("HeapProfiler.collectGarbage");
    const { usedSize, backingStorageSize = 0 } = await client.send("Runtime.getHeapUsage");
    return [await page.evaluate(() => window.memory.buffer.byteLength), usedSize + backingStorageSize];
  };
  const [first, start] = [await used(), (await answer(page)).steps];
  await page.waitForTimeout(1000 * SECONDS);
  await stepped(page, start + 20);
  const [last, end] = [await used(), (await answer(page)).steps];
  t.diagnostic(`${end - start} steps in ${SECONDS} s: WebAssembly ${first[0] / 1e6} MB then ${last[0] / 1e6} MB, JavaScript ${(first[1] / 1e6).toFixed(1)} then ${(last[1] / 1e6).toFixed(1)} MB; a step ${await reading(page, "Time per step, with all pairs")} ms, a frame ${await reading(page, "Time per frame")} ms`);
  assert.equal(last[0], first[0]);
  assert.ok(last[1] < first[1] + 2e6, `${last[1] - first[1]} bytes more`);
  await page.finish();
});
