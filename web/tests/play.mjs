// The playground, built and served for tests, and what a person does on it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { serve } from "../serve.mjs";
import { drawn, state, visit } from "./browser.mjs";

export const PROGRAM = resolve(process.env.IMPINGE ?? "../target/release/impinge");
const BUILD = fileURLToPath(new URL("../playground.mjs", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "playground-"));
let served;
let site;
before(async () => {
  execFileSync(process.execPath, [BUILD, folder], { stdio: "inherit" });
  served = await serve(folder);
  site = served.address.slice(0, -1);
});
after(() => {
  served.server.close();
  rmSync(folder, { recursive: true });
});

/** Opens the playground; the page is ready when this returns. */
export function open(hash, { scheme = "light", width = 1280, height = 900, hasTouch, flags, reducedMotion = "no-preference", script } = {}) {
  return visit(`${site}/${hash}`, (url) => url.startsWith(`${site}/`), { flags, width, height, scheme, hasTouch, reducedMotion, script });
}

export const knob = (page, handle) => page.locator(`[data-handle="${handle}"] .knob`);

export async function middle(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
}

/** What a person reads: the sentence and the numbers. */
export const told = (page) => page.locator(".picture #summary, #bars, #readings").allInnerTexts();

/** Holds the page against the program, and tells what it asked. */
export async function check(page) {
  const { request, answer } = await state(page);
  const native = execFileSync(PROGRAM, ["query"], { input: request, encoding: "utf8" }).trimEnd();
  assert.equal(answer, native);
  assert.ok(!answer.includes('"error"'), answer);
  assert.equal(await page.locator("#answer").textContent(), answer);
  return request;
}

/** Drags with the mouse, and comes back before it is let go if `midway` wants to look. */
export async function drag(page, handle, [right, down], midway = async () => {}) {
  const [x, y] = await middle(knob(page, handle));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 5 });
  await midway();
  await page.mouse.up();
  await drawn(page);
  return [x + right, y + down];
}

/** Points of what is drawn so, by the grid of the picture, whose lines are 1 apart: middles of circles, corners of polygons, ends of lines. */
export const pointsIn = (page, picture, look) =>
  page.locator(picture).evaluate((svg, look) => {
    const lines = [...svg.querySelectorAll(".grid line")];
    const places = (name) => lines.filter((line) => line.getAttribute(`${name}1`) === line.getAttribute(`${name}2`)).map((line) => Number(line.getAttribute(`${name}1`)));
    const columns = places("x");
    const scale = Math.abs(columns[1] - columns[0]);
    const zero = [...svg.querySelectorAll(".grid .zero")];
    const [x0, y0] = ["x", "y"].map((name) => Number(zero.find((line) => line.getAttribute(`${name}1`) === line.getAttribute(`${name}2`)).getAttribute(`${name}1`)));
    const point = (x, y) => [(x - x0) / scale, (y0 - y) / scale];
    const numbers = (made, ...names) => names.map((name) => Number(made.getAttribute(name)));
    return [...svg.querySelectorAll(look)].flatMap((made) => {
      if (made.tagName === "circle") return [point(...numbers(made, "cx", "cy"))];
      if (made.tagName === "line") return [point(...numbers(made, "x1", "y1")), point(...numbers(made, "x2", "y2"))];
      return made.getAttribute("points").split(" ").map((pair) => point(...pair.split(",").map(Number)));
    });
  }, look);

/** The same points, in any order and any number of times. */
export function holds(drawn, known) {
  const near = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < 1e-6;
  for (const point of known) assert.ok(drawn.some((other) => near(point, other)), `${point} is not among ${JSON.stringify(drawn)}`);
  for (const point of drawn) assert.ok(known.some((other) => near(point, other)), `${point} is none of ${JSON.stringify(known)}`);
}
