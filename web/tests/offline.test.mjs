// The playground without a network: what does not come is told, and comes once the network is back.

import assert from "node:assert/strict";
import test from "node:test";

import { drawn, state } from "./browser.mjs";
import { check, open } from "./play.mjs";

const summary = (page) => page.locator("#summary").innerText();

test("a scene in space that could not be loaded is told, and loads when it is chosen again", async () => {
  const page = await open("#scene=clip");
  await page.context().setOffline(true);
  const link = page.locator('#scenes a[data-scene="clip-in-space"]');
  const told = /^Segment and box in 3D: This part of the page could not be loaded: .+\. Choose the scene again to try again\.$/;
  await link.click();
  await page.waitForFunction(() => document.getElementById("summary").textContent.includes("could not"));
  assert.match(await summary(page), told);
  // Again without a network: the page stays.
  await link.click();
  await drawn(page);
  await page.waitForTimeout(300);
  assert.match(await summary(page), told);
  // What is there goes on.
  await page.locator('#scenes a[data-scene="nearest"]').click();
  await page.waitForFunction(() => document.querySelector("main").dataset.scene === "nearest");
  await check(page);

  await page.context().setOffline(false);
  await link.click();
  await page.waitForFunction(() => document.querySelector("main")?.dataset.scene === "clip-in-space");
  assert.equal((await state(page)).scene, "clip-in-space");
  await drawn(page);
  await check(page);
  assert.equal(await page.locator("#title").innerText(), "Segment and box in 3D");
  await page.context().close();
});
