// A browser without a window, and pages in it that may neither complain nor ask for anything.

import assert from "node:assert/strict";
import { after } from "node:test";
import { pathToFileURL } from "node:url";

import { chromium } from "playwright-core";
import { PNG } from "pngjs";

const FLAGS = [
  "--no-sandbox",
  // Without a graphics card WebGL is drawn by the processor.
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  // Only that: pages are put together as without any, which takes a quarter less time.
  "--disable-gpu-compositing",
  // Edges need not be smooth, which takes a twelfth of the time.
  "--webgl-antialiasing-mode=none",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** What a page complained of, without what the stand-in for a graphics card says when its pictures are read. */
export const serious = (trouble) => trouble.filter((text) => !/GL Driver Message .*GPU stall due to ReadPixels/.test(text));

const launched = new Map();
after(() => Promise.all([...launched.values()].map(async (browser) => (await browser).close())));

/** The browser with these flags more, started once. */
export function browser(flags) {
  const key = flags.join(" ");
  if (!launched.has(key)) launched.set(key, launch([...FLAGS, ...flags]));
  return launched.get(key);
}

/** Starts a browser. One that crashes before it has a page, as Chromium rarely does on a loaded machine, is started again. */
async function launch(args) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await chromium.launch({ executablePath: process.env.BROWSER_PROGRAM ?? "/usr/bin/chromium", args });
    } catch (error) {
      if (attempt === 3) throw error;
      console.error(`the browser did not start (attempt ${attempt} of 3): ${error.message.split("\n")[0]}`);
    }
  }
}

/** Pages that are done with, by what they cannot change: one that is loaded again is ready in half the time of a new one. */
const idle = new Map();

/** Loads an address in a page of its own, or unless it `isNew` in one that nobody uses any more; `finish` ends that and holds it to have been quiet. */
export async function visit(address, isExpected, { flags = [], width, height, scheme, hasTouch = false, reducedMotion, script, isNew = Boolean(script) }) {
  const key = JSON.stringify([flags, hasTouch]);
  if (!idle.has(key)) idle.set(key, []);
  const kept = idle.get(key);
  const page = (isNew ? undefined : kept.pop()) ?? (await (await (await browser(flags)).newContext({ hasTouch })).newPage());
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion });
  await page.mouse.move(0, 0);
  if (script) await page.addInitScript(script);
  const trouble = [];
  const complaints = {
    console: (message) => ["error", "warning"].includes(message.type()) && trouble.push(message.text()),
    pageerror: (error) => trouble.push(error.stack),
    dialog: (dialog) => trouble.push(`dialog: ${dialog.message()}`) && dialog.dismiss(),
    request: (request) => /^(data|blob):/.test(request.url()) || isExpected(request.url()) || trouble.push(`request: ${request.url()}`),
  };
  for (const [name, complain] of Object.entries(complaints)) page.on(name, complain);
  const start = performance.now();
  await page.goto(address);
  await page.waitForSelector("main[data-state=ready]", { timeout: 60_000 });
  await drawn(page);
  page.drawn = performance.now() - start;
  page.finish = async () => {
    for (const [name, complain] of Object.entries(complaints)) page.off(name, complain);
    if (isNew) {
      await page.context().close();
    } else {
      // Nothing goes on there or is remembered, and the next address is loaded even if only its fragment differs.
      await page.evaluate(() => localStorage.clear());
      await page.context().clearPermissions();
      await page.goto("about:blank");
      kept.push(page);
    }
    assert.deepEqual(serious(trouble), []);
  };
  return page;
}

/** Opens a file; the page is ready when this returns. */
export async function open(path, { hash = "", flags = [], width = 1280, height = 760, scheme = "light", isNew } = {}) {
  const address = pathToFileURL(path).href;
  // Flights end at once where motion is to be left out.
  const options = { flags, width, height, scheme, reducedMotion: "reduce", isNew };
  const page = await visit(address + hash, (url) => url.split("#")[0] === address, options);
  page.milliseconds = Number((await state(page)).milliseconds);
  return page;
}

/** The data attributes of the page. */
export const state = (page) => page.locator("main").evaluate((main) => ({ ...main.dataset }));

/**
 * The fragment of the address, once the page has drawn what was done to it. What `page.url()` tells may lag behind, as
 * the browser says that input has been handled on another way than the page says that its address has changed.
 */
export async function fragment(page) {
  await drawn(page);
  return page.evaluate(() => location.hash);
}

/** How many objects are shown. */
export const shown = async (page) => Number(await page.locator("#picture").getAttribute("data-objects"));

/** Waits until the picture is drawn again. */
export const drawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** What a part of the page looks like. */
export async function picture(locator) {
  await drawn(locator.page());
  const png = PNG.sync.read(await locator.screenshot());
  return {
    width: png.width,
    height: png.height,
    at: (x, y) => [...png.data.subarray(4 * (Math.round(y) * png.width + Math.round(x)), 4 * (Math.round(y) * png.width + Math.round(x)) + 3)],
    /** How many pixels of a square around a point fit. */
    count(x, y, radius, fits) {
      let number = 0;
      for (let row = Math.max(0, Math.round(y - radius)); row < Math.min(png.height, y + radius); row++) {
        for (let column = Math.max(0, Math.round(x - radius)); column < Math.min(png.width, x + radius); column++) {
          if (fits(this.at(column, row))) number++;
        }
      }
      return number;
    },
  };
}

export const isOrange = ([red, green, blue]) => red > 120 && red > green * 1.2 && green > blue * 2;
export const isBlue = ([red, green, blue]) => blue > 90 && blue > red * 2 && blue > green * 1.2;
export const isRed = ([red, green, blue]) => red > 150 && red > green * 3 && red > blue * 2;
