// The pictures of the page in the documentation: with UPDATE_FIGURES=1 they are made anew.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { drawn, open } from "./browser.mjs";
import { CRANE } from "./crane.mjs";
import { DEMO, json, report, sweep, sweepJson } from "./scenes.mjs";

const figure = (name) => fileURLToPath(new URL(`../../docs/figures/${name}.jpg`, import.meta.url));

/** Makes it anew if that is wanted; it has to be there, and small. */
async function drawnAs(name, path, hash, most) {
  if (process.env.UPDATE_FIGURES) {
    const page = await open(path, { hash, width: 1280, height: 720 });
    await drawn(page);
    await page.screenshot({ path: figure(name), quality: 86 });
    await page.finish();
  }
  assert.ok(statSync(figure(name)).size < most);
}

test("the figure of a check", async () => {
  const gauge = json(DEMO).pairs.find(({ b }) => b.name === "feeler gauge");
  await drawnAs("report", report(DEMO), `#pair=${gauge.id}`, 200_000);
});

test("the figure of a sweep", async () => {
  const chimney = sweepJson(CRANE).pairs.find(({ b }) => b.name === "chimney");
  await drawnAs("sweep", sweep(CRANE), `#pair=${chimney.id}`, 150_000);
});
