// The picture of the page in the documentation: with UPDATE_FIGURES=1 it is made anew.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { drawn, open } from "./browser.mjs";
import { DEMO, json, report } from "./scenes.mjs";

const FIGURE = fileURLToPath(new URL("../../docs/figures/report.jpg", import.meta.url));

test("the figure of the documentation", async () => {
  if (process.env.UPDATE_FIGURES) {
    const gauge = json(DEMO).pairs.find(({ b }) => b.name === "feeler gauge");
    const page = await open(report(DEMO), { hash: `#pair=${gauge.id}`, width: 1280, height: 720 });
    await drawn(page);
    await page.screenshot({ path: FIGURE, quality: 86 });
    await page.finish();
  }
  assert.ok(statSync(FIGURE).size < 200_000);
});
