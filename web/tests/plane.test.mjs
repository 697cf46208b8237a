// What scenes in the plane tell: against the program, against numbers by hand, and against what each explains.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";

import { state } from "./browser.mjs";
import { check, drag, knob, middle, open, pointsIn, PROGRAM } from "./play.mjs";

const query = (request) => JSON.parse(execFileSync(PROGRAM, ["query"], { input: JSON.stringify(request), encoding: "utf8" }));

test("every kind of shape has its nearest points, and its way out", async () => {
  const page = await open("#scene=nearest");
  const kinds = ["ball", "box", "capsule", "polygon"];
  for (const a of kinds) {
    for (const b of kinds) {
      await page.locator('[data-choice="a"]').selectOption(a);
      await page.locator('[data-choice="b"]').selectOption(b);
      assert.match(await check(page), /"op":"distance"/);
    }
    const deep = await open(`#scene=nearest&a=${a}&b=box&ax=0&ay=0&bx=0.5&by=0.25`);
    assert.match(await check(deep), /"op":"penetration"/);
    assert.match(await deep.locator("#summary").innerText(), /^The shapes overlap\. Moving B by \d/);
    await deep.finish();
  }
  await page.finish();
});

test("clip tells slabs, faces and the box along its axes", async () => {
  const page = await open("#scene=clip&ax=-4&ay=0&bx=4&by=0&x=0&y=0&half_x=2&half_y=1&angle=0");
  assert.match(await check(page), /"type":"aabb"/);
  assert.equal(await page.locator("#summary").innerText(), "The segment enters through the face −x and leaves through the face +x.");
  assert.match(await page.locator("#bars").innerText(), /0\.250 to 0\.750/);
  assert.match(await page.locator("#bars").innerText(), /always/);
  // Who is always between the faces has a bar that is open on both sides; the other ones end in the picture.
  const tips = (row) => page.locator("#bars li").nth(row).locator(".open").count();
  assert.deepEqual([await tips(0), await tips(1), await tips(2)], [0, 2, 0]);
  assert.equal(await page.locator("#plane .face.x").count(), 2);
  await page.evaluate(() => (location.hash = "#scene=clip&ax=-4&ay=3&bx=4&by=3&x=0&y=0&half_x=2&half_y=1&angle=0"));
  await page.waitForFunction(() => document.getElementById("summary").textContent === "The segment misses the box.");
  assert.match(await page.locator("#bars").innerText(), /never/);
  await check(page);
  // The ends of the segment at one point: no line, but an answer.
  await page.evaluate(() => (location.hash = "#scene=clip&ax=0&ay=0&bx=0&by=0&x=0&y=0&half_x=2&half_y=1&angle=0"));
  await page.waitForFunction(() => document.getElementById("summary").textContent === "The segment starts inside and ends inside.");
  await check(page);
  await page.finish();
});

test("moving tells the axis that separates, and how to correct the step", async () => {
  const page = await open("#scene=moving&velocity_x=0&velocity_y=0");
  await check(page);
  assert.match(await page.locator("#bars .chosen").innerText(), /gap/);
  assert.equal(await page.locator("#plane .between").count(), 1);
  await page.evaluate(() => (location.hash = "#scene=moving&velocity_x=4&velocity_y=0"));
  await page.waitForFunction(() => document.getElementById("summary").textContent.includes("will hit B within the step"));
  await check(page);
  assert.match(await page.locator("#readings").innerText(), /Correction/);
  assert.equal(await page.locator("#plane .ghost.overlap").count(), 1);
  await page.finish();
});

test("moving: shapes that pass each other do not meet, whatever the shadows on normals say", async () => {
  const page = await open("#scene=moving&ax=5.4&ay=-0.1&a_angle=0&bx=1.3&by=0.8&b_angle=0&velocity_x=-6.7&velocity_y=-4.7&time=0.5");
  const { a, b, velocity } = JSON.parse(await check(page));
  assert.equal(JSON.parse((await state(page)).answer).will_hit, true);
  // The hull of A at both ends of its way is all that it passes over.
  const passed = { type: "hull", points: a.shape.points.flatMap(([x, y]) => [0, 1].map((part) => [x + a.pose.translation[0] + part * velocity[0], y + a.pose.translation[1] + part * velocity[1]])) };
  assert.equal(query({ op: "relation", a: passed, b }).relation, "disjoint");
  assert.match(await page.locator("#summary").innerText(), /overlap on all normals, but A passes B/);
  assert.match(await page.locator("#readings").innerText(), /Will hit\s+no/);
  assert.doesNotMatch(await page.locator("#readings").innerText(), /Correction/);
  assert.match(await page.locator("#bars .chosen").innerText(), /⊥ motion v\s+gap 0\.101/);
  const [from, to] = await pointsIn(page, "#plane", "line.between");
  const across = (to[0] - from[0]) * velocity[1] - (to[1] - from[1]) * velocity[0];
  assert.ok(Math.abs(across) < 1e-6 * Math.hypot(to[0] - from[0], to[1] - from[1]) * Math.hypot(...velocity), "the line between them lies along the motion");
  await page.evaluate(() => (location.hash = "#scene=moving&velocity_x=4&velocity_y=0"));
  await page.waitForFunction(() => document.getElementById("summary").textContent.includes("will hit B within the step"));
  assert.match(await page.locator("#readings").innerText(), /Will hit\s+yes/);
  const hit = JSON.parse(await check(page));
  const { time: t } = query({ op: "time_of_impact", a: { ...hit.a, motion: { translation: hit.velocity } }, b: hit.b });
  assert.ok((await page.locator("#summary").innerText()).endsWith(`at t = ${t.toFixed(3)}.`));
  await page.finish();
});

test("moving: the axis that is shown with a correction is that of its arrow", async () => {
  const page = await open("#scene=moving&ax=-3.1&ay=0.6&a_angle=0&bx=-1.2&by=1.4&b_angle=0&velocity_x=6.8&velocity_y=4.7");
  await check(page);
  const { translation, axes } = JSON.parse((await state(page)).answer);
  const length = Math.hypot(...translation);
  const place = axes.findIndex(({ axis }) => Math.abs(axis[0] * translation[1] - axis[1] * translation[0]) < 1e-9 * length);
  assert.deepEqual(await page.locator("#bars li").evaluateAll((rows) => rows.flatMap((row, place) => (row.className === "chosen" ? [place] : []))), [place]);
  assert.ok(axes.some(({ overlap }) => overlap < axes[place].overlap), "another one has less overlap");
  assert.match(await page.locator("#readings").innerText(), new RegExp(`Length of the correction\\s+${length.toFixed(3)}`));
  await page.finish();
});

test("moving: a polygon is the hull of its corners, whatever is done to them", async () => {
  const page = await open("#scene=moving&velocity_x=0&velocity_y=0&ax=-3&ay=0&a_angle=0&a0_x=1&a0_y=-1&a1_x=0&a1_y=2&a2_x=-1&a2_y=-1&bx=3&by=0&b_angle=0&b0_x=2&b0_y=-2&b1_x=2&b1_y=2&b2_x=-2&b2_y=2&b3_x=-2&b3_y=-2");
  const corners = async (look) => (await page.locator(`#plane .shape.${look}`).getAttribute("points")).split(" ").length;
  const axes = () => page.locator("#bars li").count();
  assert.deepEqual([await corners("a"), await corners("b"), await axes()], [3, 4, 7]);
  // Into the middle of the square.
  const [x, y] = await middle(knob(page, "b-1"));
  const [toX, toY] = await middle(knob(page, "b"));
  await drag(page, "b-1", [toX - x - 40, toY - y + 40]);
  await check(page);
  assert.deepEqual([await corners("a"), await corners("b"), await axes()], [3, 3, 6]);
  // Two corners at one place, and all on a line.
  for (const [points, expected] of [[[1, -1, 1, -1, -1, -1], 2], [[1, -1, 0, -1, -1, -1], 2], [[0, 0, 0, 0, 0, 0], 1]]) {
    const words = points.map((number, place) => `a${place >> 1}_${"xy"[place & 1]}=${number}`).join("&");
    const flat = await open(`#scene=moving&${words}`);
    await check(flat);
    assert.equal((await flat.locator("#plane .shape.a").getAttribute("points")).split(" ").length, expected);
    await flat.finish();
  }
  await page.finish();
});

test("moving: what is left of the motion slides along, and touches at the end", async () => {
  const page = await open("#scene=moving&velocity_x=4&velocity_y=-1");
  const { a, b, velocity } = JSON.parse(await check(page));
  const { translation } = JSON.parse((await state(page)).answer);
  const left = velocity.map((each, axis) => each + translation[axis]);
  const read = (await page.locator("#readings").innerText()).match(/Remaining motion\s+(\S+), (\S+)/).slice(1).map((text) => Number(text.replace("−", "-")));
  for (const axis of [0, 1]) assert.ok(Math.abs(read[axis] - left[axis]) <= 0.0005, `${read} is not ${left}`);
  const moved = { ...a, pose: { ...a.pose, translation: a.pose.translation.map((each, axis) => each + left[axis]) } };
  const native = JSON.parse(execFileSync(PROGRAM, ["query"], { input: JSON.stringify({ op: "contact", a: moved, b, margin: 1e-9 }), encoding: "utf8" }));
  assert.ok((native.depth ?? 0) < 1e-9 && (native.distance ?? 0) < 1e-9 && native.points, JSON.stringify(native));
  await page.finish();
});

test("moving: an arrow that leads out of the picture ends at its border, and one within it where it leads", async () => {
  for (const [hash, leaves] of [["ax=4.5&ay=-1.2&bx=-0.5&by=1&velocity_x=-9.3&velocity_y=5.8", true], ["velocity_x=4&velocity_y=-1", false]]) {
    const page = await open(`#scene=moving&${hash}`);
    const { a, velocity } = JSON.parse(await check(page));
    const { translation } = JSON.parse((await state(page)).answer);
    const start = a.pose.translation;
    const arrived = start.map((each, axis) => each + velocity[axis]);
    const corrected = arrived.map((each, axis) => each + translation[axis]);
    const border = (await pointsIn(page, "#plane", ".grid line")).reduce((most, [, y]) => Math.max(most, y), 0);
    assert.equal(corrected[1] > border, leaves, `${corrected} and ${border}`);
    for (const [look, from] of [["left", start], ["overlap", arrived]]) {
      const [tip] = await pointsIn(page, "#plane", `.head.${look}`);
      const share = leaves ? (border - from[1]) / (corrected[1] - from[1]) : 1;
      const known = from.map((each, axis) => each + share * (corrected[axis] - each));
      assert.ok(Math.hypot(tip[0] - known[0], tip[1] - known[1]) < 1e-6, `${look}: ${tip} is not ${known}`);
    }
    await page.finish();
  }
});

test("tunnelling: frames miss a wall that the sweep meets, and more frames see it", async () => {
  // 13 m in seven pictures of 2 m; the wall, 0.2 m, and the box, 0.5 m, lie between two.
  const words = "&x=-6.5&y=0&end_x=6.5&end_y=0&wall_x=0.5&wall_y=0&wall_angle=0&thickness=0.2&turn=0&speed=120";
  const page = await open(`#scene=tunnelling${words}&rate=60&time=1`);
  const seen = () => page.locator("#plane .frame.overlap").count();
  assert.match(await check(page), /"op":"relation"/);
  assert.equal(await page.locator("#plane .frame").count(), 7);
  assert.equal(await seen(), 0);
  assert.equal(await page.locator("#summary").innerText(), "The box tunnels through the wall: no frame finds an overlap.");
  // The right side of the box is at −6.25 at the start, the left side of the wall at 0.4, and the way of 13 takes 108.3 ms.
  assert.match(await page.locator("#readings").innerText(), /Time of impact\s+55\.4 ms/);
  assert.match(await page.locator("#readings").innerText(), /Time in the wall\s+5\.83 ms/);

  await page.locator('[data-slider="rate"]').fill("120");
  assert.equal(await page.locator("#plane .frame").count(), 14);
  assert.equal(await seen(), 1);
  assert.equal(await page.locator("#summary").innerText(), "Frame 7 is the first with the box in the wall, 0.350 m deep.");
  await check(page);

  await page.locator('[data-choice="detection"]').selectOption("continuous");
  assert.match(await check(page), /"op":"time_of_impact"/);
  const { time: t } = JSON.parse((await state(page)).answer);
  assert.ok(Math.abs(t - 6.65 / 13) < 1e-6, String(t));
  const box = async () => {
    const corners = (await page.locator("#plane polygon.shape:not(.b)").getAttribute("points")).split(" ").map((corner) => Number(corner.split(",")[0]));
    return Math.max(...corners);
  };
  const wall = async () => Math.min(...(await page.locator("#plane .shape.b").getAttribute("points")).split(" ").map((corner) => Number(corner.split(",")[0])));
  assert.ok(Math.abs((await box()) - (await wall())) < 0.1, "it stops at the wall");
  await page.locator('[data-slider="time"]').fill("0.2");
  assert.ok((await box()) < (await wall()) - 20, "earlier it is not there yet");
  await page.finish();
});

test("tunnelling: a box can be missed if it goes further in a frame than it does in the wall", async () => {
  const read = (page, label) => page.locator("#readings div", { hasText: label }).locator("dd").innerText();
  for (const [words, frame, wall, answer] of [
    // Head-on, wall and box together: 0.2 m and 0.5 m.
    ["&y=0&end_y=0&wall_y=0&wall_angle=0&speed=45", "0.750 m", "0.700 m", "yes"],
    ["&y=0&end_y=0&wall_y=0&wall_angle=0&speed=40", "0.667 m", "0.700 m", "no"],
    // At an angle longer.
    ["&speed=45", "0.750 m", /^0\.7[89]\d m$/, "no"],
    ["&speed=50", "0.833 m", /^0\.7[89]\d m$/, "yes"],
  ]) {
    const page = await open(`#scene=tunnelling${words}`);
    await check(page);
    assert.equal(await read(page, "Motion per frame"), frame);
    assert.match(await read(page, "Path in the wall"), new RegExp(wall));
    assert.equal(await read(page, "Can be missed"), answer);
    await page.finish();
  }
  // By sight: moved on along its way, a box that cannot be missed is seen at every start.
  for (const [speed, least] of [[45, 1], [90, 0]]) {
    const seen = [];
    for (let shift = 0; shift < 1; shift += 0.2) {
      const page = await open(`#scene=tunnelling&speed=${speed}&x=${-6.5 + (shift * 13 * speed) / 60 / Math.hypot(13, 4)}&y=${-2 + (shift * 4 * speed) / 60 / Math.hypot(13, 4)}`);
      seen.push(await page.locator("#plane .frame.overlap").count());
      await page.finish();
    }
    assert.equal(Math.min(...seen), least, `${speed}: ${seen}`);
  }
});

test("tunnelling: a box that turns, and one that passes by, with both detections", async () => {
  for (const detection of ["frames", "continuous"]) {
    const turning = await open(`#scene=tunnelling&detection=${detection}&turn=540&time=0.7`);
    await check(turning);
    await turning.finish();
    const past = await open(`#scene=tunnelling&detection=${detection}&y=4&end_y=4&wall_y=-2`);
    await check(past);
    assert.match(await past.locator("#summary").innerText(), /passes by the wall/);
    assert.match(await past.locator("#bars").innerText(), /never/);
    await past.finish();
    const within = await open(`#scene=tunnelling&detection=${detection}&x=0.5&y=-1.5&time=0`);
    await check(within);
    assert.match(await within.locator("#summary").innerText(), detection === "frames" ? /Frame 0/ : /from the start/);
    await within.finish();
    const nonsense = await open(`#scene=tunnelling&detection=${detection}&speed=0&rate=-3&end_x=-6.5&end_y=-2`);
    await check(nonsense);
    await nonsense.finish();
  }
});

test("refit: boxes are as large as by hand, hold what they are around, and ring false alarms", async () => {
  const diamond = "&ax=0&ay=0&a0_x=2&a0_y=0&a1_x=0&a1_y=1&a2_x=-2&a2_y=0&a3_x=0&a3_y=-1";
  const page = await open(`#scene=refit${diamond}&a_angle=45&bx=2.5&by=-1.5&b_angle=45`);
  await check(page);
  const readings = await page.locator("#readings").innerText();
  // √2 · 2 for the corners that lie at ±2, and (4 + 2) / √2 for the box of 4 × 2.
  assert.match(readings, /Tight box of A\s+2\.83 × 2\.83/);
  assert.match(readings, /Refitted box of A\s+4\.24 × 4\.24/);
  assert.match(readings, /2\.25×/);
  const extent = async (look) => {
    const corners = (await page.locator(`#plane ${look}`).getAttribute("points")).split(" ").map((corner) => corner.split(",").map(Number));
    return [0, 1].flatMap((axis) => [Math.min, Math.max].map((most) => most(...corners.map((corner) => corner[axis]))));
  };
  for (const [box, shape] of [[".frame.a", ".shape.a"], [".frame.b", ".shape.b"], [".refitted", ".ghost.a"]]) {
    const [outer, inner] = [await extent(box), await extent(shape)];
    for (const [side, value] of outer.entries()) assert.ok(Math.abs(value - inner[side]) < 0.01, `${box}: ${outer} around ${inner}`);
  }
  assert.match(await page.locator("#bars .legend").innerText(), /tight box of A\s*refitted box of A\s*box of B/);
  await page.evaluate((diamond) => (location.hash = `#scene=refit${diamond}&a_angle=0&bx=2.5&by=-1.5&b_angle=45`), diamond);
  await page.waitForFunction(() => document.getElementById("summary").textContent === "Both boxes of A intersect the box of B, but the shapes are disjoint: a false positive.");
  await check(page);
  assert.match(await page.locator("#readings").innerText(), /1\.00×/);
  assert.equal(await page.locator("#plane .frame.alarm").count(), 2);
  await page.evaluate((diamond) => (location.hash = `#scene=refit${diamond}&a_angle=0&bx=4.5&by=-1.5&b_angle=45`), diamond);
  await page.waitForFunction(() => document.getElementById("summary").textContent === "Both boxes of A are disjoint from the box of B, and so are the shapes.");
  assert.match(await page.locator("#bars .chosen").innerText(), /gap 0\.80/);
  await page.evaluate((diamond) => (location.hash = `#scene=refit${diamond}&a_angle=0&bx=1&by=0&b_angle=45`), diamond);
  await page.waitForFunction(() => document.getElementById("summary").textContent === "Both boxes of A intersect the box of B, and the shapes intersect too.");
  await page.finish();
});

test("refit: its start tells of a refitted box that rings a false alarm", async () => {
  const page = await open("#scene=refit");
  await check(page);
  const { a, b } = JSON.parse((await state(page)).request);
  assert.equal(query({ op: "relation", a, b }).relation, "disjoint");
  assert.match(await page.locator("#readings").innerText(), /Refitted box of A, box of B\s+overlapping/);
  assert.equal(await page.locator("#summary").innerText(), "The tight boxes are disjoint, and so are the shapes. The refitted box of A intersects the box of B: a false positive.");
  await page.finish();
});

test("volumes: areas are those by hand, and each volume is around the polygon", async () => {
  // 4 × 2, with a corner in the middle that is none.
  const rectangle = "&a0_x=2&a0_y=1&a1_x=-2&a1_y=1&a2_x=-2&a2_y=-1&a3_x=2&a3_y=-1&a4_x=0&a4_y=0";
  const page = await open(`#scene=volumes${rectangle}&angle=0`);
  const bars = () => page.locator("#bars").innerText();
  await check(page);
  // A circle of the radius √5, to 8.
  assert.match(await bars(), /Circle\s+1\.963×/);
  assert.match(await bars(), /Axis-aligned box\s+1\.000×/);
  assert.match(await page.locator("#readings").innerText(), /Area of the convex hull\s+8\.000/);
  assert.match(await page.locator("#summary").innerText(), /^The axis-aligned box wastes least: it is 1\.000 times/);
  await page.locator('[data-slider="angle"]').fill("45");
  await check(page);
  // (4 + 2)² / 2, to 8.
  assert.match(await bars(), /Axis-aligned box\s+2\.250×/);
  assert.match(await bars(), /Refitted box\s+2\.250×/);
  assert.match(await page.locator("#summary").innerText(), /^The oriented box wastes least: it is 1\.000 times/);
  assert.equal(await page.locator("#plane .volume").count(), 5);
  const inner = await page.locator("#plane .shape").evaluate((shape) => {
    const { x, y, width, height } = shape.getBBox();
    return { x, y, width, height };
  });
  for (const kind of ["ball", "aabb", "capsule", "box", "refitted"]) {
    await page.locator('[data-choice="shown"]').selectOption(kind);
    const volume = page.locator("#plane .volume");
    assert.equal(await volume.count(), 1);
    const corners = (await page.locator("#plane .shape").getAttribute("points")).split(" ").map((corner) => corner.split(",").map(Number));
    const middle = [inner.x + inner.width / 2, inner.y + inner.height / 2];
    for (const corner of corners) {
      // Just within a corner of the polygon is within the volume.
      const within = corner.map((coordinate, axis) => coordinate + 0.01 * (middle[axis] - coordinate));
      assert.ok(await volume.evaluate((shape, [x, y]) => shape.isPointInFill(new DOMPoint(x, y)), within), `${kind} around ${corner}`);
    }
  }
  await page.evaluate(() => (location.hash = "#scene=volumes&a0_x=2&a0_y=0&a1_x=1&a1_y=0&a2_x=0&a2_y=0&a3_x=-1&a3_y=0&a4_x=-2&a4_y=0&angle=0"));
  await page.waitForFunction(() => document.getElementById("summary").textContent.startsWith("The corners lie on a line"));
  await check(page);
  await page.finish();
});
