// The pictures of the page in the documentation: with UPDATE_FIGURES=1 they are made anew.

import assert from "node:assert/strict";
import { copyFileSync, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { serve } from "../serve.mjs";
import { browser, drawn, open } from "./browser.mjs";
import { CRANE } from "./crane.mjs";
import { DEMO, file, json, report, sweep, sweepJson } from "./scenes.mjs";

const figure = (name) => fileURLToPath(new URL(`../../docs/figures/${name}.jpg`, import.meta.url));

const LEVEL = fileURLToPath(new URL("../../docs/scenes/level.gltf", import.meta.url));

/** Real scenes, which not every machine has. */
const shared = (name) => fileURLToPath(new URL(`../../../shared/data/${name}`, import.meta.url));
const PANDA = "robots/panda_description";

/** Makes it anew if that is wanted and the scenes are there; it has to be there, and small. */
async function drawnAs(name, most, made, needs = []) {
  if (process.env.UPDATE_FIGURES && needs.every(existsSync)) {
    const { path, hash, prepare = async () => {} } = made();
    const page = await open(path, { hash, width: 1280, height: 720 });
    await prepare(page);
    await drawn(page);
    await page.screenshot({ path: figure(name), quality: 86 });
    await page.finish();
  }
  assert.ok(statSync(figure(name)).size < most);
}

test("the figure of a check", async () => {
  await drawnAs("report", 200_000, () => {
    const gauge = json(DEMO).pairs.find(({ b }) => b.name === "feeler gauge");
    return { path: report(DEMO), hash: `#pair=${gauge.id}` };
  });
});

test("the figure of a sweep", async () => {
  await drawnAs("sweep", 150_000, () => {
    const chimney = sweepJson(CRANE).pairs.find(({ b }) => b.name === "chimney");
    return { path: sweep(CRANE), hash: `#pair=${chimney.id}` };
  });
});

test("the figure of a level", async () => {
  await drawnAs("level", 150_000, () => {
    const door = sweepJson(LEVEL).pairs.find(({ a, b }) => a.name === "crate 4" && b.name === "door");
    return { path: sweep(LEVEL), hash: `#pair=${door.id}` };
  });
});

test("the figure of a house", async () => {
  const scenes = ["duplex/architecture.glb", "duplex/electrical.glb"].map(shared);
  const made = () => ({
    path: report(...scenes, "--between", "electrical.glb/*", "architecture.glb/*", "--min-depth", "0.0001"),
    prepare: (page) => page.locator("#up").selectOption("z"),
  });
  await drawnAs("house_clashes", 150_000, made, scenes);
});

test("the figure of a robot", async () => {
  const robot = shared(`${PANDA}/urdf/panda.urdf`);
  const made = () => {
    const bend = file("bend.csv", "time,panda_joint2,panda_joint4\n0,0,-0.1\n1,1.8,-2.8\n2,0,-0.1\n");
    const words = [robot, "--package", `moveit_resources_panda_description=${shared(PANDA)}`, "--trajectory", bend, "--clearance", "0.02"];
    const hand = sweepJson(...words).pairs.find(({ a, b }) => a.name === "panda_link0" && b.name === "panda_hand");
    const prepare = (page) => page.locator("#context").fill("45");
    return { path: sweep(...words), hash: `#pair=${hand.id}`, prepare };
  };
  await drawnAs("robot_sweep", 150_000, made, [robot]);
});

test("the figure of the playground", async () => {
  const target = figure("playground");
  if (process.env.UPDATE_FIGURES) {
    const { server, address } = await serve(fileURLToPath(new URL("../../target/web/playground", import.meta.url)));
    const context = await (await browser([])).newContext({ viewport: { width: 1300, height: 1340 } });
    const page = await context.newPage();
    await page.goto(`${address}#scene=axes-in-space`);
    await page.waitForSelector("main[data-state=ready]");
    await drawn(page);
    // Without the words beside it.
    await page.screenshot({ path: target, quality: 56, clip: await page.locator(".picture").boundingBox() });
    await context.close();
    server.close();
  }
  assert.ok(statSync(target).size < 100_000);
});

test("the picture of a group", () => {
  const target = fileURLToPath(new URL("../../docs/figures/group.png", import.meta.url));
  if (process.env.UPDATE_FIGURES) {
    const folder = dirname(file("pictures/none.txt", ""));
    report(DEMO, "--snapshots", folder);
    const ring = json(DEMO).pairs.find(({ a, b }) => a.name === "shaft C" && b.name === "inner ring C back");
    copyFileSync(join(folder, readdirSync(folder).find((name) => name.endsWith(`${ring.id}.png`))), target);
  }
  assert.ok(statSync(target).size < 100_000);
});
