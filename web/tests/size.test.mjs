// What large scenes cost: the size of the page and the time until it is ready. Times are told, and held only to what no machine excuses.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { open, shown, state } from "./browser.mjs";
import { balls, DEMO, file, report } from "./scenes.mjs";

const grid = (number, columns, step) =>
  Array.from({ length: number }, (_, place) => [(place % columns) * step, 0, Math.floor(place / columns) * step]);

/** Makes, opens and tells. */
async function measure(t, ...scenes) {
  const path = report(...scenes);
  // As whoever opens the file has it.
  const page = await open(path, { isNew: true });
  t.diagnostic(`page ${(report.bytes / 1e6).toFixed(1)} MB, made in ${(report.milliseconds / 1e3).toFixed(1)} s, ready after ${(page.milliseconds / 1e3).toFixed(2)} s, drawn without a graphics card after ${(page.drawn / 1e3).toFixed(1)} s`);
  return page;
}

test("the demo", async (t) => {
  const page = await measure(t, DEMO);
  assert.ok(report.bytes < 3e6);
  await page.finish();
});

test("a house", async (t) => {
  const folder = new URL("../../../shared/data/duplex/", import.meta.url);
  if (!existsSync(folder)) return t.skip("../shared/data is not there: passed over");
  const page = await measure(t, ...["architecture.glb", "electrical.glb"].map((name) => fileURLToPath(new URL(name, folder))));
  assert.ok(report.bytes < 4e6);
  await page.finish();
});

test("100 copies of a part of 20,000 triangles", async (t) => {
  const page = await measure(t, file("copies.glb", balls(100, 100, [...grid(99, 10, 3), [0, 1.5, 0]])));
  assert.ok(report.bytes < 2e6, "the part is in the page once");
  assert.ok(page.milliseconds < 10_000);
  assert.equal(await shown(page), 100);
  assert.equal((await state(page)).listed, "1");
  await page.finish();
});

test("20,000 objects", async (t) => {
  const page = await measure(t, file("many.glb", balls(5, 10, [...grid(19_999, 150, 3), [0, 1.5, 0]])));
  assert.ok(report.bytes < 20e6);
  assert.equal(await shown(page), 20_000);
  await page.finish();
});
