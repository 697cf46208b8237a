// The engine as WebAssembly: every question has the answer of the program, to the bit, and worlds do what the library does.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

import { serve } from "../serve.mjs";
import { browser } from "./browser.mjs";

const PROGRAM = resolve(process.env.IMPINGE ?? "../target/release/impinge");
const PACKAGE = fileURLToPath(new URL("../../target/web/impinge/", import.meta.url));
const REQUESTS = fileURLToPath(new URL("../../crates/impinge-cli/tests/query/", import.meta.url));

const wasm = readFileSync(join(PACKAGE, "engine_bg.wasm"));
const { load, CollisionWorld, RequestError } = await import(pathToFileURL(join(PACKAGE, "index.js")));
const engine = await load(wasm);

/** What the program answers to lines. */
const native = (lines) => {
  const options = { input: lines.join("\n"), encoding: "utf8", maxBuffer: 1 << 28, stdio: ["pipe", "pipe", "inherit"] };
  return execFileSync(PROGRAM, ["query"], options).trimEnd().split("\n");
};

/** Lines with numbers as ids, since both count others in their own way. */
const numbered = (lines) => lines.map((line, number) => line.replace(/^\{(?!"id")/, `{"id":${number},`));

const lines = (name) => readFileSync(join(REQUESTS, name), "utf8").split("\n").filter((line) => line.trim());
const isDouble = (line) => !line.includes('"f32"');

/** Pairs of all bounded kinds at random: mulberry32, so that a failure comes again. */
function random(count) {
  let state = 7;
  const unit = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low, high) => low + (high - low) * unit();
  const point = (size, dimension) => Array.from({ length: dimension }, () => between(-size, size));
  const shapes = [
    () => ({ type: "ball", radius: between(0.1, 2) }),
    (n) => ({ type: "box", half_extents: Array.from({ length: n }, () => between(0.1, 2)) }),
    () => ({ type: "capsule", half_height: between(0, 2), radius: between(0.1, 1) }),
    (n) => ({ type: "hull", points: Array.from({ length: 12 }, () => point(2, n)) }),
    (n) => ({ type: "triangle", points: [point(2, n), point(2, n), point(2, n)] }),
    () => ({ type: "cylinder", half_height: between(0.1, 2), radius: between(0.1, 1) }),
  ];
  const placed = (n) => {
    const kinds = n === 2 ? shapes.slice(0, 5) : shapes;
    const shape = kinds[Math.floor(unit() * kinds.length)](n);
    return { shape, pose: { translation: point(3, n), rotation: n === 2 ? between(-3, 3) : point(1, 4) } };
  };
  return Array.from({ length: count }, (_, id) => {
    const n = id % 2 ? 2 : 3;
    const [a, b] = [placed(n), placed(n)];
    const op = ["relation", "distance", "penetration", "manifold", "time_of_impact"][id % 5];
    if (op === "time_of_impact") b.motion = { translation: point(5, n), rotation: n === 2 ? between(-3, 3) : point(3, 3) };
    return JSON.stringify({ id, op, a, b });
  });
}

test("every question about every shape has the answer of the program", () => {
  const asked = numbered(lines("every_shape.jsonl").filter(isDouble));
  assert.ok(asked.length > 100, `${asked.length}`);
  assert.deepEqual(asked.map(engine.queryText), native(asked));
});

test("so have random pairs, turned and moving", () => {
  const asked = random(5000);
  const answers = asked.map(engine.queryText);
  assert.deepEqual(answers, native(asked));
  assert.ok(answers.filter((answer) => answer.includes("overlapping") || answer.includes('"hit":true')).length > 1000);
});

test("what is wrong is said in the words of the program", () => {
  const query = (request) => engine.query(request);
  assert.equal(query({ op: "distance", a: { type: "ball", radius: 1 }, b: { type: "aabb", min: [3, 0, 0], max: [4, 1, 1] } }).distance, 2);
  assert.throws(() => query({ op: "distanc" }), (error) => error instanceof RequestError && error.message.startsWith("op: must be one of"));
  assert.throws(() => query({ op: "relation", precision: "f32", dimension: 2 }), /precision: only f64/);
  assert.match(engine.queryText("{"), /"error"/);
  assert.match(engine.version, /^\d+\.\d+\.\d+$/);
});

test("a world moves its colliders and tells what they touch", () => {
  const world = new CollisionWorld(3);
  const ball = world.add({ shape: { type: "ball", radius: 1 }, velocity: [4, 0, 0] });
  const wall = world.add({ shape: { type: "aabb", min: [2, -9, -9], max: [3, 9, 9] }, fixed: true });
  assert.deepEqual(world.step(0.125), []);
  assert.deepEqual(world.step(0.125), [{ kind: "begin", a: ball, b: wall }]);
  assert.deepEqual([...world.positions().slice(0, 3)], [1, 0, 0]);
  assert.deepEqual([...world.contactPairs()], [ball, wall]);
  assert.deepEqual(world.castRay([0, 5, 0], [1, 0, 0]), { collider: wall, t: 2, point: [2, 5, 0] });
  assert.equal(world.castRay([0, 5, 0], [-1, 0, 0]), undefined);
  world.setVelocity(ball, [0, 0, 0]);
  world.setPosition(ball, [-5, 0, 0]);
  assert.deepEqual(world.step(1), [{ kind: "end", a: ball, b: wall }]);
  world.free();
});

test("a world tells how its colliders are turned", () => {
  const near = (found, expected) => {
    assert.equal(found.length, expected.length);
    for (const [place, value] of expected.entries()) assert.ok(Math.abs(found[place] - value) < 1e-12, `${found} is not ${expected}`);
  };
  const half = Math.SQRT1_2;
  const space = new CollisionWorld(3);
  const shape = { type: "ball", radius: 1 };
  const spinning = space.add({ shape, angular_velocity: [0, 0, Math.PI] });
  const turned = space.add({ shape, pose: { rotation: [half, 0, 0, half] } });
  near(space.rotations(), [0, 0, 0, 1, half, 0, 0, half]);
  space.step(0.5);
  near(space.rotations(), [0, 0, half, half, half, 0, 0, half]);
  space.setRotation(turned, [0, 0.6, 0, 0.8]);
  near(space.rotations().slice(4), [0, 0.6, 0, 0.8]);
  space.remove(spinning);
  assert.deepEqual([...space.rotations().slice(0, 4)], [NaN, NaN, NaN, NaN]);

  const plane = new CollisionWorld(2);
  const [first, second] = [plane.add({ shape, angular_velocity: -1 }), plane.add({ shape, pose: { rotation: 3 } })];
  plane.step(0.25);
  near(plane.rotations(), [-0.25, 3]);
  // What is turned to is told again.
  plane.setRotation(first, -2.5);
  near(plane.rotations(), [-2.5, 3]);
  plane.remove(second);
  assert.ok(Number.isNaN(plane.rotations()[1]));
});

test("a number belongs to one collider for ever", () => {
  const world = new CollisionWorld(2);
  const square = (at) => world.add({ shape: { type: "aabb", min: [0, 0], max: [1, 1] }, pose: { translation: at } });
  const [first, second] = [square([0, 0]), square([0.5, 0])];
  assert.equal(world.step(0).length, 1);
  world.remove(first);
  const third = square([0.25, 0]);
  assert.notEqual(third, first);
  // The end of what was taken out is told by its own number, though another is in its place.
  const events = world.step(0).map(({ kind, a, b }) => [kind, ...[a, b].sort((one, other) => one - other)]);
  assert.deepEqual(new Set(events.map(String)), new Set([["end", first, second], ["begin", second, third]].map(String)));
  assert.throws(() => world.setPosition(first, [0, 0]), /there is no collider 0; it was removed, or never existed/);
  assert.throws(() => world.setPosition(second, [0, 0, 0]), /2 numbers are needed, but there are 3/);
  assert.throws(() => world.add({ shape: { type: "ball", radius: -1 } }), /radius/);
  assert.throws(() => world.add({ shape: { type: "ball", radius: 1 }, speed: 1 }), /unknown field "speed"; a collider can have/);
  assert.ok(Number.isNaN(world.positions()[0]) && world.length === 2);
});

test("what meets within a step is told with when", () => {
  const world = new CollisionWorld(2);
  world.add({ shape: { type: "segment", a: [5.5, 1], b: [5.5, -1] }, fixed: true });
  const ball = world.add({ shape: { type: "ball", radius: 0.5 }, velocity: [20, 0], ccd: 0.01 });
  const [event] = world.step(1);
  // After 5 of 20 metres.
  assert.ok(event.time <= 0.25 && event.time > 0.249, `${event.time}`);
  const [again] = world.step(1);
  assert.ok(again.kind === "persist" && again.time < 1e-3, `${again.time}`);
  world.setVelocity(ball, [-20, 0]);
  const [left] = world.step(1);
  assert.ok(left.kind === "end" && !("time" in left));
});

for (const dimension of [2, 3]) {
  test(`the tree of a world of dimension ${dimension} can be seen: every collider is in a box of each depth`, () => {
    const world = new CollisionWorld(dimension);
    const [axes, place] = [[...Array(dimension).keys()], (number) => [(number * 37) % 100, (number * 61) % 90, number % 7].slice(0, dimension)];
    assert.deepEqual(world.treeBoxes(0), new Float64Array());
    for (let number = 0; number < 100; number++) world.add({ shape: { type: "ball", radius: 0.25 }, pose: { translation: place(number) }, velocity: axes.map(() => 1) });
    const boxes = (depth) => {
      const tree = world.treeBoxes(depth);
      return Array.from({ length: tree.length / (2 * dimension) }, (_, box) => [...tree.subarray(2 * dimension * box, 2 * dimension * (box + 1))]);
    };
    for (let step = 0; step < 5; step++) {
      assert.deepEqual([0, 1, 2, 3].map((depth) => boxes(depth).length), [1, 7, 100, 0]);
      for (let number = 0; number < 100; number++) {
        for (const depth of [0, 1, 2]) {
          const isIn = (box) => place(number).every((at, axis) => box[axis] <= at + step - 0.25 && at + step + 0.25 <= box[axis + dimension]);
          assert.ok(boxes(depth).some(isIn), `${number} at depth ${depth}`);
        }
      }
      world.step(1);
    }
    for (let number = 0; number < 100; number++) world.remove(number);
    assert.equal(world.treeBoxes(0).length, 0);
    assert.equal(world.treeBoxes(-1).length, 0);
    world.free();
  });
}

test("the package is small", () => {
  const bytes = gzipSync(wasm, { level: 9 }).length;
  assert.ok(bytes < 1_270_000, `${bytes} bytes`);
  assert.ok(statSync(join(PACKAGE, "index.js")).size < 20_000);
});

let served;
before(async () => {
  served = await serve(PACKAGE);
});
after(() => served.server.close());

for (const path of ["docs/web.md", "web/engine/README.md"]) {
  test(`the examples of ${path} run as they stand, and are what their comments say`, async () => {
    const text = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
    const code = [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code).join("");
    const checked = code
      .replace('import { load, CollisionWorld } from "impinge";', 'const { load, CollisionWorld } = await import("/index.js");')
      // A comment that is a value is that of the expression before it, in its line or the one above.
      .replace(/^(\S.*);\s*\/\/ ([[{\d].*)$/gm, "same($1, $2);");
    const page = await (await browser([])).newPage();
    await page.goto(`${served.address}README.md`);
    const told = await page.evaluate(async (code) => {
      const told = [];
      const run = Object.getPrototypeOf(async () => {}).constructor("same", code);
      await run((found, said) => told.push([found, said]));
      return told;
    }, checked);
    await page.close();
    assert.ok(told.length >= 2, checked);
    for (const [found, said] of told) assert.deepEqual(found, said);
  });
}

test("in a browser as well, loaded over the network from beside the module", async () => {
  const context = await (await browser([])).newContext();
  const page = await context.newPage();
  const requests = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${served.address}README.md`);
  const asked = random(500);
  const told = await page.evaluate(async (asked) => {
    const { load, CollisionWorld } = await import("/index.js");
    const engine = await load();
    const again = await load();
    const world = new CollisionWorld(2);
    for (const at of [0, 1, 5]) world.add({ shape: { type: "ball", radius: 1 }, pose: { translation: [at, 0] } });
    return { answers: asked.map(engine.queryText), events: world.step(0), versions: [engine.version, again.version] };
  }, asked);
  await context.close();
  assert.deepEqual(told.answers, native(asked));
  assert.deepEqual(told.events, [{ kind: "begin", a: 0, b: 1 }]);
  assert.equal(told.versions[0], told.versions[1]);
  assert.deepEqual(requests.filter((path) => path !== "/favicon.ico"), ["/README.md", "/index.js", "/engine_bg.wasm"]);
});
