// The page of a sweep as people use it: time, marks, list, links.

import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import test from "node:test";

import { drawn, fragment, isBlue, isOrange, isRed, open, picture, shown, state } from "./browser.mjs";
import { CRANE, load } from "./crane.mjs";
import { boxes, file, json, report, sweep, sweepJson } from "./scenes.mjs";

const craneOptions = ["--clearance", "1.2"];
const crane = sweep(CRANE);
const { pairs, from, to } = sweepJson(CRANE);
const [chimney, truck] = ["chimney", "truck"].map((name) => pairs.find(({ b }) => b.name === name));
const rows = (page) => page.locator("#list .row");
const time = async (page) => Number((await state(page)).time);

test("all pairs of the sweep are there, and the page asks for nothing", async () => {
  const page = await open(crane);
  const { listed, pairs: all, drawn: objects, touching } = await state(page);
  assert.deepEqual({ listed, all, objects, touching }, { listed: "2", all: "2", objects: "9", touching: "0" });
  assert.deepEqual(await rows(page).locator(".names").allInnerTexts(), ["load\nchimney", "load\ntruck"]);
  assert.match(await rows(page).first().innerText(), /4\.050 s/);
  assert.equal(await page.locator("#shown").innerText(), "2 pairs", "not all that a sweep tells of touches");
  assert.ok(statSync(crane).size < 800_000, `${statSync(crane).size} bytes`);
  await page.finish();
});

test("a click goes to the first contact, in time and in space", async () => {
  const page = await open(crane);
  const before = await state(page);
  await page.locator(`[data-pair="${chimney.id}"]`).click();
  await drawn(page);
  const after = await state(page);
  assert.equal(Number(after.time), chimney.first.touches_by);
  assert.equal(after.touching, "1");
  assert.notEqual(after.camera, before.camera);
  const [x, y] = after.clash.split(",").map(Number);
  const stage = await page.locator("#picture").boundingBox();
  assert.ok(Math.abs(x - stage.width / 2) < 3 && Math.abs(y - stage.height / 2) < 3, "the contact is in the middle");
  const seen = await picture(page.locator("#picture"));
  assert.ok(seen.count(x, y, 120, isOrange) > 500 && seen.count(x, y, 120, isBlue) > 500, "orange load, blue chimney");
  assert.equal(await page.locator("#clash-label").innerText(), "contact");
  await page.finish();
});

test("the load is where the keys of the file put it, at all times", async () => {
  const page = await open(crane, { hash: `#pair=${truck.id}` });
  for (const at of [0, 0.77, 1.9, 3.3, 4.4, 6.05, 7.5, 9.01, 11.3, 12]) {
    await page.evaluate((hash) => (location.hash = hash), `#pair=${truck.id}&time=${at}`);
    await page.waitForFunction((at) => Number(document.querySelector("main").dataset.time) === at, at);
    await drawn(page);
    const told = (await state(page)).a.split(",").map(Number);
    const expected = load(at);
    const off = Math.hypot(...told.map((value, axis) => value - expected[axis]));
    // A 5,000th of its diagonal, and what is told is rounded to six digits.
    assert.ok(off < 1e-3, `at ${at} s: ${told} is not ${expected}`);
  }
  // It hangs over the truck at the end, and that is where it is drawn.
  const seen = await picture(page.locator("#picture"));
  assert.ok(seen.count(seen.width / 2, seen.height / 2, 200, isOrange) > 500);
  await page.finish();
});

test("playing goes on, ends at the end, and rests where it is stopped", async () => {
  const page = await open(crane);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.keyboard.press(" ");
  await page.waitForFunction(() => Number(document.querySelector("main").dataset.time) > 0.3);
  assert.equal(await page.locator("#play-button").getAttribute("aria-label"), "Pause");
  await page.keyboard.press(" ");
  const rested = await time(page);
  await page.waitForTimeout(200);
  assert.equal(await time(page), rested);
  assert.ok(Math.abs(Number(new URLSearchParams((await fragment(page)).slice(1)).get("time")) - rested) < 1e-6);
  await page.locator("#time-slider").fill("11.9");
  await page.locator("#play-button").click();
  await page.waitForFunction(() => document.querySelector("main").dataset.playing === "false");
  assert.equal(await time(page), to);
  // From the end it begins anew. Where motion is unwanted, it goes in few steps.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.locator("#speed").selectOption("2");
  await page.locator("#play-button").click();
  await page.waitForFunction(() => Number(document.querySelector("main").dataset.time) >= 1);
  assert.ok((await time(page)) < 6);
  await page.finish();
});

test("keys step, the slider tells what it stands on, buttons keep the space bar", async () => {
  const page = await open(crane);
  for (const [key, at] of [[".", 0.05], [".", 0.1], [",", 0.05], [",", 0], [",", 0]]) {
    await page.keyboard.press(key);
    assert.ok(Math.abs((await time(page)) - at) < 1e-9, `${key} leads to ${await time(page)}`);
  }
  const slider = page.locator("#time-slider");
  await slider.fill("4.4");
  assert.equal(await slider.getAttribute("aria-valuetext"), "4.400 s, 1 in contact");
  assert.equal(await page.locator("#time-now").innerText(), "1 in contact");
  await slider.focus();
  await page.keyboard.press("ArrowRight");
  assert.ok(Math.abs((await time(page)) - 4.45) < 1e-9);
  await rows(page).first().focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press(" ");
  assert.equal((await state(page)).selected, truck.id, "the second row was pressed");
  assert.notEqual((await state(page)).playing, "true");
  await rows(page).first().click();
  await page.keyboard.press(" ");
  assert.equal((await state(page)).playing, "true", "who has clicked means to play");
  assert.equal((await state(page)).selected, chimney.id);
  await page.finish();
});

test("marks tell when, the chosen pair's broad, and what touches has colours", async () => {
  const page = await open(crane);
  const marks = page.locator("#time-marks");
  const isMark = ([red, green, blue]) => Math.max(red, green, blue) < 140;
  const x = async (at) => ((await marks.boundingBox()).width * (at - from)) / (to - from);
  let seen = await picture(marks);
  const middle = await x((chimney.first.touches_by + chimney.intervals[0].to.touches_until) / 2);
  assert.ok(seen.count(middle, 2, 6, isMark) > 20 && seen.count(await x(2), 2, 6, isMark) === 0, "thin, where the load meets the chimney");
  assert.equal(seen.count(middle, 10, 6, isRed), 0);
  await page.locator(`[data-pair="${chimney.id}"]`).click();
  seen = await picture(marks);
  assert.ok(seen.count(middle, 10, 6, isRed) > 60 && seen.count(await x(7), 10, 8, isRed) === 0, "broad");

  await page.keyboard.press("Escape");
  const colours = async (at) => {
    await page.locator("#time-slider").fill(String(at));
    const seen = await picture(page.locator("#picture"));
    return [isOrange, isBlue].map((fits) => seen.count(seen.width / 2, seen.height / 2, 200, fits));
  };
  assert.deepEqual(await colours(2), [0, 0], "nothing touches");
  assert.ok((await colours(4.4)).every((count) => count > 50), "load and chimney");
  await page.finish();
});

test("marks seen from afar go along with what moves, and a click on them means their pair", async () => {
  for (const flags of [[], ["--disable-3d-apis"]]) {
    const page = await open(crane, { flags });
    const red = async (at) => {
      await page.locator("#time-slider").fill(String(at));
      const seen = await picture(page.locator("#picture"));
      const places = Array.from({ length: seen.width * seen.height }, (_, place) => [place % seen.width, Math.floor(place / seen.width)]);
      return new Set(places.filter(([x, y]) => isRed(seen.at(x, y))).map(String));
    };
    // At neither time the load touches anything.
    const [early, late] = [await red(1), await red(6.5)];
    const [left, come] = [[early, late], [late, early]].map(([one, other]) => [...one].filter((place) => !other.has(place)));
    assert.ok(left.length > 20 && come.length > 20, `${left.length} and ${come.length} of ${early.size} red pixels`);
    if (!flags.length) {
      const stage = await page.locator("#picture").boundingBox();
      const [x, y] = come[0].split(",").map(Number);
      await page.mouse.click(stage.x + x, stage.y + y);
      assert.ok([chimney.id, truck.id].includes((await state(page)).selected));
    }
    await page.finish();
  }
});

test("details lead to the times they tell, and links keep them", async () => {
  const page = await open(crane, { hash: `#pair=${chimney.id}&time=3.5` });
  assert.equal(await time(page), 3.5);
  const text = await page.locator("#details").innerText();
  for (const part of ["4.049–4.865 s", "contact", "603", "From A to B", chimney.id]) assert.ok(text.includes(part), `${part} is missing in ${text}`);
  await page.locator("#details .time").filter({ hasText: "–" }).click();
  assert.equal(await time(page), chimney.first.touches_by);
  await page.locator("#details .time").filter({ hasText: "4.203" }).click();
  assert.equal(await time(page), chimney.deepest.time);
  assert.match(await fragment(page), new RegExp(`^#pair=${chimney.id}&time=4\\.20`));
  await page.finish();
});

test("times below 0, bounds and what is new since a baseline are told as such", async () => {
  const last = file("last.json", JSON.stringify(sweepJson(CRANE, "--ignore", "truck")));
  const page = await open(sweep(CRANE, "--from=-2", "--clearance", "1.2", "--baseline", last), { hash: `#pair=${chimney.id}` });
  assert.match(await page.locator("#details").innerText(), /4\.049 to 4\.866 s/);
  const row = (id) => page.locator(`[data-pair="${id}"]`).innerText();
  assert.match(await row(truck.id), /\bnew\b/);
  assert.doesNotMatch(await row(chimney.id), /\bnew\b|≤/);
  assert.match(await rows(page).filter({ hasText: "trolley" }).first().innerText(), /≤ 200 mm/);
  await page.locator("#about-button").click();
  assert.match(await page.locator("#about-content").innerText(), /Baseline\s+4 new, 1 persisting, 0 resolved since last\.json/);
  await page.finish();
});

test("links keep times to the last digit, also the first one, and are not lost", async () => {
  const times = [4.049987792968749, 1e-7, 0];
  for (const at of times) {
    const page = await open(crane, { hash: `#pair=${truck.id}&time=${at}` });
    assert.equal(await fragment(page), `#pair=${truck.id}&time=${at}`);
    assert.equal(await time(page), at);
    await page.locator("#skip").focus();
    await page.keyboard.press("Enter");
    assert.equal((await state(page)).selected, truck.id);
    assert.equal(await fragment(page), `#pair=${truck.id}&time=${at}`);
    assert.equal(await page.evaluate(() => document.activeElement.id), "list");
    await page.finish();
  }
  const page = await open(crane, { hash: "#pair=none" });
  assert.match(await page.locator("#notice").innerText(), /no pair none/);
  await rows(page).first().click();
  assert.equal(await page.locator("#notice").textContent(), "");
  assert.equal(await page.title(), "crane.gltf");
  await page.locator("#about-button").click();
  assert.match(await page.locator("#about-content").innerText(), /Files\s+crane\.gltf\s/);
  await page.finish();
});

test("a click on the marks leads to that time, and next to a mark onto it", async () => {
  const page = await open(crane);
  const box = await page.locator("#time-marks").boundingBox();
  const click = (x) => page.mouse.click(box.x + x, box.y + 2);
  await click(box.width / 4);
  assert.ok(Math.abs((await time(page)) - (from + (to - from) / 4)) < 0.05);
  assert.equal((await state(page)).touching, "0");
  await click((box.width * (chimney.first.touches_by - from)) / (to - from) - 3);
  assert.equal(await time(page), chimney.first.touches_by);
  assert.equal((await state(page)).touching, "1");
  await page.finish();
});

test("what is not listed has no marks, no colours and is not counted", async () => {
  const page = await open(sweep(CRANE, ...craneOptions), { hash: "#time=4.4" });
  assert.match(await page.locator("#time-now").innerText(), /^1 in contact, \d within clearance$/);
  const marks = async () => (await picture(page.locator("#time-marks"))).count(box.width * (4.6 - from) / (to - from), 2, 3, ([red, green, blue]) => Math.max(red, green, blue) < 200);
  const box = await page.locator("#time-marks").boundingBox();
  const lit = async () => {
    const seen = await picture(page.locator("#picture"));
    return seen.count(seen.width / 2, seen.height / 2, 200, isOrange);
  };
  assert.ok((await marks()) > 0 && (await lit()) > 0);
  await page.locator("#kinds input[value=contact]").uncheck();
  assert.match(await page.locator("#time-now").innerText(), /^\d within clearance$/);
  await page.locator("#kinds input[value=clearance]").uncheck();
  assert.equal(await page.locator("#time-now").innerText(), "no contact");
  await drawn(page);
  assert.deepEqual([await marks(), await lit()], [0, 0]);
  await page.finish();
});

test("objects of one name are told apart, by no more than it takes", async () => {
  const slab = ["o part", "v 0 0 0", "v 1 0 0", "v 0 1 0", "f 1 2 3"].join("\n");
  const scenes = ["left", "right"].map((folder) => file(`${folder}/part.obj`, slab));
  const page = await open(report(...scenes));
  assert.deepEqual(await rows(page).locator(".names").allInnerTexts(), ["left/part.obj/part\nright/part.obj/part"]);
  assert.equal(await page.title(), "left/part.obj, right/part.obj");
  assert.equal(await page.locator("#title").innerText(), "left/part.obj, right/part.obj");
  await page.finish();
});

test("how many touch and how many are near is told without being cut off", async () => {
  const page = await open(sweep(CRANE, ...craneOptions), { width: 1400, hash: "#time=4.4" });
  assert.match(await page.locator("#time-now").innerText(), /^1 in contact, \d within clearance$/);
  assert.ok(await page.locator("#time-now").evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
  await page.finish();
});

test("in a small window the scene is seen", async () => {
  for (const [width, height] of [[380, 760], [760, 380], [1280, 300]]) {
    const page = await open(crane, { width, height });
    await rows(page).first().click();
    await drawn(page);
    const [stage, tools, legend] = await Promise.all([".stage", ".tools", ".legend"].map((part) => page.locator(part).first().boundingBox()));
    const free = Math.min(legend.y, height) - Math.max(0, tools.y + tools.height);
    assert.ok(stage.y > -1 && free > 220, `${width} × ${height}: ${free} pixels between tools and legend`);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    await page.finish();
  }
});

test("kinds, order and search are those of a sweep", async () => {
  const near = sweepJson(CRANE, ...craneOptions).pairs;
  assert.ok(near.some(({ kind }) => kind === "clearance"), "the options bring other kinds");
  const page = await open(sweep(CRANE, ...craneOptions));
  const ids = () => rows(page).evaluateAll((rows) => rows.map((row) => row.dataset.pair));
  // A pair of contact has intervals within the clearance as well.
  const first = ({ kind, intervals }) => {
    const { from } = intervals.find((interval) => interval.kind === kind);
    return from.touches_by ?? from.within_clearance_by ?? from.free_until ?? 0;
  };
  assert.deepEqual(await ids(), [...near].sort((one, other) => first(one) - first(other)).map(({ id }) => id));
  await page.locator("#sort").selectOption("depth");
  const depth = ({ deepest, nearest }) => deepest?.distance ?? nearest?.distance ?? Infinity;
  assert.deepEqual(await ids(), [...near].sort((one, other) => depth(one) - depth(other)).map(({ id }) => id));
  const both = near.find(({ kind, intervals }) => kind === "contact" && intervals.some(({ kind }) => kind === "clearance"));
  await page.locator(`[data-pair="${both.id}"]`).click();
  const told = await page.locator("#details .times").innerText();
  for (const kind of ["contact", "clearance"]) assert.match(told, new RegExp(`\\d+\\.\\d{3}–\\d+\\.\\d{3} s\\s+${kind}`));
  await page.locator("#kinds input[value=contact]").uncheck();
  assert.deepEqual(new Set(await ids()), new Set(near.filter(({ kind }) => kind !== "contact").map(({ id }) => id)));
  await page.locator("#kinds input[value=contact]").check();
  await page.locator("#search").fill("truck load");
  assert.deepEqual(await ids(), [truck.id]);
  assert.equal(await page.locator("#grouped-label").isVisible(), false);
  await page.finish();
});

test("without WebGL it is drawn flat at each time", async () => {
  const page = await open(crane, { flags: ["--disable-3d-apis"], hash: "#time=4.4" });
  const lit = async () => {
    const seen = await picture(page.locator("#picture"));
    return [isOrange, isBlue].map((fits) => seen.count(seen.width / 2, seen.height / 2, 200, fits));
  };
  assert.ok((await lit()).every((count) => count > 50));
  await page.locator("#time-slider").fill("2");
  assert.deepEqual(await lit(), [0, 0]);
  assert.equal(await shown(page), 9);
  await page.finish();
});

test("axe finds nothing serious, light and dark, wide and narrow", async () => {
  const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  for (const options of [{ scheme: "light" }, { scheme: "dark" }, { width: 480, height: 900 }]) {
    const page = await open(crane, { ...options, hash: `#pair=${chimney.id}` });
    for (const prepare of [async () => {}, () => page.locator("#about-button").click()]) {
      await prepare();
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
      assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`), [], JSON.stringify(options));
    }
    await page.finish();
  }
});

test("a check has no time, tells what is open, and when it is not all", async () => {
  const open_box = boxes([["lid", [0, 0, 0], [1, 1, 1]], ["ball", [0.5, 0.5, 0.5], [2, 2, 2]]]).replace(/f 1 .*\n/, "");
  const scene = file("open.obj", open_box);
  assert.equal(json(scene).objects[0].closed, false);
  const path = report(scene);
  let page = await open(path);
  assert.equal(await page.locator("#time").isVisible(), false);
  assert.equal(await page.locator("#partial").isVisible(), false);
  await page.locator("#about-button").click();
  assert.match(await page.locator("#about-content").innerText(), /1 object not closed[^]*open\.obj\/lid/);
  await page.finish();
  page = await open(file("partial.html", readFileSync(path, "utf8").replace('"complete":true', '"complete":false')));
  assert.match(await page.locator("#partial").innerText(), /incomplete/);
  await page.finish();
});
