// The page of the report as people use it: list, scene, keys, links.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import test from "node:test";

import { drawn, fragment, isBlue, isOrange, isRed, open, picture, shown, state } from "./browser.mjs";
import { boxes, DEMO, file, json, report, SITE } from "./scenes.mjs";

const site = file("site.obj", boxes(SITE));
const sitePage = report(site);
const pairs = json(site).pairs;
const pageOf = (name, list) => report(file(name, boxes(list)));
const rows = (page) => page.locator("#list .row");
const names = async (page) => (await rows(page).locator(".names").allInnerTexts()).map((text) => text.replace("\n", " × "));

test("the demo: every clash of the report is in the list and the scene", async () => {
  const demo = json(DEMO);
  const page = await open(report(DEMO));
  const { listed, pairs, drawn: objects, renderer } = await state(page);
  assert.deepEqual({ listed, pairs, objects, renderer }, { listed: String(demo.pairs.length), pairs: String(demo.pairs.length), objects: String(demo.objects.length), renderer: "webgl" });
  assert.equal(await rows(page).count(), demo.pairs.length);
  assert.equal(await shown(page), demo.objects.length);
  for (const pair of demo.pairs) assert.equal(await page.locator(`[data-pair="${pair.id}"]`).count(), 1);
  await page.finish();
});

test("a click flies to the clash, which is drawn where it is; isolating hides the rest", async () => {
  const page = await open(sitePage);
  const before = await state(page);
  const pair = pairs.find(({ b }) => b.name === "beam");
  await page.locator(`[data-pair="${pair.id}"]`).click();
  await drawn(page);
  const after = await state(page);
  assert.equal(after.selected, pair.id);
  assert.notEqual(after.camera, before.camera);
  const [x, y] = after.clash.split(",").map(Number);
  const stage = await page.locator("#picture").boundingBox();
  assert.ok(Math.abs(x - stage.width / 2) < 3 && Math.abs(y - stage.height / 2) < 3, "the clash is in the middle");
  const seen = await picture(page.locator("#picture"));
  assert.ok(seen.count(x, y, 80, isOrange) > 500, "orange of A");
  assert.ok(seen.count(x, y, 80, isBlue) > 500, "blue of B");
  assert.ok(seen.count(x, y, 120, isRed) > 100, "red of the curve");
  assert.equal(await page.locator("#clash-label").innerText(), "750 mm deep");

  assert.equal(await shown(page), SITE.length);
  await page.keyboard.press("i");
  assert.equal(await shown(page), 2);
  await page.keyboard.press("i");
  assert.equal(await shown(page), SITE.length);
  await page.keyboard.press("Escape");
  assert.equal((await state(page)).selected, "");
  await page.finish();
});

test("of long names the list shows both ends, so that walls of a building are told apart", async () => {
  const wall = (number, x) => [`IfcWallStandardCase/Basic Wall: brick on block 300 ${number}`, [x, 0, 0], [x + 1, 1, 1]];
  const page = await open(pageOf("walls.obj", [wall(4711, 0), wall(4712, 0.5)]));
  assert.deepEqual(await names(page), ["IfcWallStandardCa… on block 300 4711 × IfcWallStandardCa… on block 300 4712"]);
  await page.finish();
});

test("details tell what the report does", async () => {
  const page = await open(sitePage, { hash: `#pair=${pairs.find(({ b }) => b.name === "beam").id}` });
  const text = await page.locator("#details").innerText();
  for (const part of ["house", "beam", "site.obj/beam", "overlap", "750 mm deep (exact)", "Depth at least", "0.1875 m³"]) {
    assert.ok(text.includes(part), `${part} is missing in ${text}`);
  }
  await page.finish();
});

test("why no shared volume is told, and which rule a pair falls to", async () => {
  const lines = boxes([["knot", [0, 0, 0], [2, 2, 2]], ["more", [1, 1, 1], [3, 3, 3]], ["post", [0.5, 0.5, -1], [0.75, 0.75, 5]], ["tray", [0, 0, 4], [1, 1, 4.5]], ["lid", [0.8, 0.8, 4.2], [3, 3, 6]]]).split("\n");
  // The knot is two boxes in each other; tray and lid lack their last triangle.
  const scene = file("volumes.obj", lines.filter((line, number) => line !== "o more" && number !== 83 && number !== 104).join("\n"));
  const config = file("named-otherwise.toml", "[[rule]]\nbetween = ['lid', 'post']\nclearance = 0.001\n[[rule]]\nbetween = ['*', '*']\n");
  const page = await open(report(scene, "--config", config));
  const told = [];
  for (const row of await rows(page).all()) {
    await row.click();
    const text = await page.locator("#details").innerText();
    told.push(text.match(/not defined: (.*)/)?.[1]);
    assert.match(text, /Rule\s+number 2, between \* and \*\n/);
  }
  assert.deepEqual(told.sort(), ["B is not closed", "neither is closed", "one has parts that overlap each other, or is flattened"]);
  await page.finish();
});

test("files of one name are told apart as in the paths of their objects", async () => {
  const labels = ["a/x/part.obj", "a/y/part.obj", "b/x/part.obj"];
  const scenes = labels.map((path) => file(`same/${path}`, boxes([["part", [0, 0, 0], [1, 1, 1]]])));
  assert.deepEqual(json(...scenes).objects.map(({ path }) => path), labels.map((label) => `${label}/part`));
  const page = await open(report(...scenes));
  assert.equal(await page.title(), labels.join(", "));
  assert.equal(await page.locator("#title").innerText(), labels.join(", "));
  await page.locator("#about-button").click();
  assert.equal(await page.locator("#about dt", { hasText: /^Files$/ }).locator("+ dd").innerText(), labels.join(", "));
  await page.finish();
});

test("search, kinds and order narrow the list down and change it back", async () => {
  const page = await open(sitePage);
  assert.deepEqual((await names(page)).sort(), ["house × beam", "house × lamp", "twin × twin again"]);
  // Which of both is inside is seen without opening it.
  assert.match(await page.locator("#list .row", { hasText: "lamp" }).innerText(), /contained \(B in A\)/);
  await page.locator("#search").fill("BEAM house");
  assert.deepEqual(await names(page), ["house × beam"]);
  assert.equal(await page.locator("#shown").innerText(), "1 of 3 clashes");
  await page.locator("#search").fill("nobody");
  assert.match(await page.locator("#list").innerText(), /No clash matches/);
  await page.locator("#search").fill("");
  await page.locator("#kinds input[value=contained]").uncheck();
  assert.deepEqual((await names(page)).sort(), ["house × beam", "twin × twin again"]);
  await page.locator("#kinds input[value=contained]").check();
  await page.locator("#sort").selectOption("name");
  assert.deepEqual(await names(page), ["house × beam", "house × lamp", "twin × twin again"]);
  await page.locator("#sort").selectOption("volume");
  assert.deepEqual(await names(page), ["twin × twin again", "house × beam", "house × lamp"]);
  await page.locator("#sort").selectOption("depth");
  assert.deepEqual(await names(page), pairs.map(({ a, b }) => `${a.name} × ${b.name}`));
  await page.finish();
});

test("names keep their spaces, as those of others may differ in them alone", async () => {
  const table = "name,x,y,z,size_x,size_y,size_z\nmy  wall,0,0,0,2,2,2\nmy wall,1,0,0,2,2,2\n";
  const page = await open(report(file("spaces.csv", table)));
  assert.deepEqual(await names(page), ["my  wall × my wall"]);
  await rows(page).first().click();
  assert.deepEqual(await page.locator("#details .name").allInnerTexts(), ["my  wall", "my wall"]);
  await page.finish();
});

test("links lead to a clash, and follow what is chosen", async () => {
  const page = await open(sitePage, { hash: `#pair=${pairs[1].id}` });
  assert.equal((await state(page)).selected, pairs[1].id);
  await page.keyboard.press("n");
  assert.equal(await fragment(page), `#pair=${pairs[2].id}`);
  await page.evaluate((id) => (location.hash = `#pair=${id}`), pairs[0].id);
  await page.waitForSelector(`main[data-selected="${pairs[0].id}"]`);
  await page.evaluate(() => (location.hash = "#pair=none"));
  await page.waitForFunction(() => document.getElementById("notice").textContent.includes("no clash none"));
  await page.finish();
});

test("of thousands of clashes the list has those around the chosen one, and more as they are wanted", async () => {
  // Each of fifty with each: 1,225.
  const page = await open(pageOf("heap.obj", Array.from({ length: 50 }, (_, i) => [`part ${i}`, [i / 100, 0, 0], [1 + i / 100, 1, 1]])));
  const { listed } = await state(page);
  assert.equal(listed, "1225");
  const current = () => page.locator("#list .row[aria-current]").getAttribute("data-pair");
  const ids = () => rows(page).evaluateAll((all) => all.map((row) => row.dataset.pair));
  const first = await ids();
  assert.equal(first.length, 400);
  await page.keyboard.press("p");
  const last = await ids();
  assert.ok(last.length <= 400 && !last.includes(first[0]), `${last.length} rows`);
  assert.deepEqual([await current(), await current()], [last.at(-1), (await state(page)).selected]);
  await page.getByRole("button", { name: "Show 400 before" }).click();
  const more = await ids();
  assert.deepEqual(more.slice(-last.length), last);
  assert.equal(more.length, last.length + 400);
  assert.equal(await current(), last.at(-1));
  await page.keyboard.press("n");
  assert.deepEqual(await ids(), first);
  await page.getByRole("button", { name: "Show 400 more" }).click();
  assert.deepEqual((await ids()).slice(0, 400), first);
  assert.equal((await ids()).length, 800);
  await page.finish();
});

test("keys: next and previous, round and round, in the list too; help and fields", async () => {
  const page = await open(sitePage);
  const selected = async () => (await state(page)).selected;
  const ids = pairs.map(({ id }) => id);
  for (const [key, id] of [["n", ids[0]], ["n", ids[1]], ["ArrowDown", ids[2]], ["n", ids[0]], ["p", ids[2]], ["ArrowUp", ids[1]]]) {
    await page.keyboard.press(key);
    assert.equal(await selected(), id, key);
  }
  await rows(page).first().focus();
  await page.keyboard.press("Enter");
  assert.equal(await selected(), ids[0]);
  await page.keyboard.press("ArrowDown");
  assert.equal(await selected(), ids[1]);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.pair), ids[1]);
  await page.keyboard.press("/");
  await page.keyboard.type("n");
  assert.equal(await selected(), ids[1], "what is typed is no command");
  await page.keyboard.press("Escape");
  await page.locator("#list").focus();
  await page.keyboard.press("?");
  assert.ok(await page.locator("#help").isVisible());
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator("#help").isVisible()));
  assert.equal(await selected(), ids[1]);
  await page.finish();
});

test("the curve in which the surfaces meet is drawn", async () => {
  const without = readFileSync(sitePage, "utf8").replace(/"curves":\[\n.*?\n\]/s, '"curves":[]');
  const hash = `#pair=${pairs.find(({ b }) => b.name === "beam").id}`;
  const counts = [];
  for (const path of [sitePage, file("without.html", without)]) {
    const page = await open(path, { hash });
    const seen = await picture(page.locator("#picture"));
    counts.push(seen.count(seen.width / 2, seen.height / 2, 200, isRed));
    await page.finish();
  }
  assert.ok(counts[0] > counts[1] + 300, `${counts[0]} red pixels with the curve, ${counts[1]} with the box alone`);
});

test("the policy lets no other script run, and nothing be fetched", async () => {
  let visits = 0;
  const server = createServer((_, answer) => answer.end(String(visits++)));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const address = `http://127.0.0.1:${server.address().port}/`;
  assert.equal(await (await fetch(address)).text(), "0", "the server answers who may ask");
  const page = await open(sitePage);
  const isFetched = await page.evaluate(async (address) => {
    const script = document.createElement("script");
    script.textContent = "window.intruder = true";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", `<img src="${address}" onerror="window.intruder = true">`);
    return fetch(address).then(() => true, () => false);
  }, address);
  await drawn(page);
  assert.equal(isFetched, false);
  assert.equal(await page.evaluate(() => window.intruder), undefined);
  assert.equal(visits, 1);
  // The browser has complained of what was tried here.
  await page.context().close();
  server.close();
});

test("a mark in the scene leads to its clash, an object tells its name", async () => {
  const page = await open(sitePage);
  const box = await page.locator("#picture").boundingBox();
  const seen = await picture(page.locator("#picture"));
  // Marks are the only red: the twins' is far from the others.
  let mark = null;
  for (let y = 0; y < seen.height && !mark; y += 2) {
    for (let x = 0; x < seen.width; x += 2) if (isRed(seen.at(x, y))) mark ??= [x, y + 3];
  }
  assert.ok(mark, "no mark is seen");
  await page.mouse.click(box.x + mark[0], box.y + mark[1]);
  assert.match((await state(page)).selected, /^[0-9a-f]{16}$/);
  // Beside the marks of the pair, and at the side where no label is.
  await page.mouse.click(box.x + box.width / 2 - 40, box.y + box.height / 2 + 40);
  assert.match(await page.locator("#notice").innerText(), /^site\.obj\/.*: 12 triangles, \d clash/);
  await page.finish();
});

test("the rest fades and vanishes, both are looked through, up is chosen", async () => {
  const page = await open(sitePage);
  await page.locator("#context").fill("0");
  assert.equal(await shown(page), 5, "what clashes stays");
  await page.locator("#context").fill("50");
  assert.equal(await shown(page), SITE.length);
  const beam = pairs.find(({ b }) => b.name === "beam").id;
  await page.locator(`[data-pair="${beam}"]`).click();
  const blue = async () => (await picture(page.locator("#picture"))).count(400, 300, 300, isBlue);
  const solid = await blue();
  await page.keyboard.press("x");
  assert.equal(await page.locator("#see-through-button").getAttribute("aria-pressed"), "true");
  assert.notEqual(await blue(), solid);
  const before = (await state(page)).camera;
  await page.locator("#up").selectOption("y");
  await drawn(page);
  assert.notEqual((await state(page)).camera, before);
  await page.finish();
});

test("what is known of a clash can be copied", async () => {
  const page = await open(sitePage, { hash: `#pair=${pairs[0].id}` });
  await page.evaluate(() => {
    window.copied = [];
    navigator.clipboard.writeText = async (text) => window.copied.push(text);
  });
  await page.locator("#copy-button").click();
  await page.waitForFunction(() => document.getElementById("copy-button").textContent === "Copied");
  const [text] = await page.evaluate(() => window.copied);
  assert.deepEqual(JSON.parse(text.split("\n").at(-1)), pairs[0]);
  await page.finish();
});

test("a section cuts away what is before it", async () => {
  const page = await open(sitePage, { hash: `#pair=${pairs.find(({ b }) => b.name === "beam").id}` });
  const before = await picture(page.locator("#picture"));
  await page.keyboard.press("s");
  await page.locator("#section-place").fill("0");
  const after = await picture(page.locator("#picture"));
  const colored = (seen) => seen.count(seen.width / 2, seen.height / 2, 250, (color) => isOrange(color) || isBlue(color));
  assert.ok(colored(before) > 2000 && colored(after) < colored(before) / 2, `${colored(before)} and then ${colored(after)}`);
  assert.equal(await page.locator("#section-value").innerText(), "x = 0 m");
  await page.finish();
});

test("a section goes through the clash, not along a face of it", async () => {
  const page = await open(sitePage, { hash: `#pair=${pairs.find(({ b }) => b.name === "lamp").id}` });
  await page.keyboard.press("s");
  const [, place] = (await page.locator("#section-value").innerText()).match(/^x = ([\d.]+) m$/);
  assert.ok(place > 1 && place < 1.5, place);
  await page.finish();
});

test("the button that has the keyboard focus is outlined, in the toolbar too", async () => {
  const page = await open(sitePage);
  await page.locator("#frame-button").focus();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.id), "home-button");
  const seen = await picture(page.locator("#home-button"));
  const outlined = seen.count(seen.width / 2, seen.height / 2, seen.width, ([red, green, blue]) => blue > 120 && blue > red * 3);
  assert.ok(outlined > seen.width * 2, `${outlined} pixels`);
  await page.finish();
});

test("on a phone the name of the file and the keys of the help are seen whole, and the clash beside the section", async () => {
  const page = await open(pageOf("pumps-of-hall-7.obj", SITE), { width: 390, height: 844 });
  assert.ok(await page.locator("#title").evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
  await rows(page).first().click();
  await page.locator("#section-button").click();
  await drawn(page);
  const [stage, section] = await Promise.all(["#picture", "#section"].map((part) => page.locator(part).boundingBox()));
  const [, y] = (await state(page)).clash.split(",").map(Number);
  assert.ok(stage.y + y + 40 < section.y, `the clash is at ${stage.y + y}, the section at ${section.y}`);
  await page.locator("#help-button").click();
  assert.ok((await page.locator("#help tr").first().boundingBox()).height < 35);
  await page.finish();
});

/** Where a point of the scene, around its middle, is in the window: for the first look at a scene in which z is up. */
async function project(page, point) {
  const [eye, box] = [(await state(page)).camera.split(",").map(Number), await page.locator("#picture").boundingBox()];
  const dot = (one, other) => one.reduce((sum, value, axis) => sum + value * other[axis], 0);
  const unit = (vector) => vector.map((value) => value / Math.hypot(...vector));
  const back = unit(eye);
  const right = unit([-back[1], back[0], 0]);
  const up = [back[1] * right[2] - back[2] * right[1], back[2] * right[0] - back[0] * right[2], back[0] * right[1] - back[1] * right[0]];
  const seen = point.map((value, axis) => value - eye[axis]);
  const scale = box.height / 2 / Math.tan(Math.PI / 9) / -dot(seen, back);
  return [box.x + box.width / 2 + dot(seen, right) * scale, box.y + box.height / 2 - dot(seen, up) * scale];
}

test("two clicks measure, from corner to corner", async () => {
  const page = await open(pageOf("one.obj", [["cube", [10, 10, 10], [12, 12, 12]]]));
  await page.keyboard.press("m");
  // A little inside of the corners of the upper side.
  for (const corner of [[0.97, -0.97, 1], [0.97, 0.97, 1]]) await page.mouse.click(...(await project(page, corner)));
  assert.equal(await page.locator("#notice").innerText(), "Distance 2 m; along x 0 m, y 2 m, z 0 m");
  await drawn(page);
  assert.equal(await page.locator("#measure-label").innerText(), "2 m");
  await page.keyboard.press("Escape");
  await drawn(page);
  assert.ok(!(await page.locator("#measure-label").isVisible()));
  await page.finish();
});

test("what is measured along a face tells nothing of roundings across it", async () => {
  const page = await open(sitePage);
  await page.keyboard.press("m");
  // On the front of the house.
  for (const point of [[-9.3, -2, -1.1], [-7.7, -2, 0.1]]) await page.mouse.click(...(await project(page, point)));
  assert.match(await page.locator("#notice").innerText(), /along x 1\.\d+ m, y 0 m, z 1\.\d+ m$/);
  await page.finish();
});

test("dark as the system has it, or as it is chosen", async () => {
  const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const page = await open(sitePage, { scheme: "dark" });
  assert.equal(await ground(page), "rgb(21, 24, 28)");
  await page.locator("#theme-button").click();
  assert.equal(await ground(page), "rgb(255, 255, 255)");
  await page.finish();
});

test("names are text, whatever they hold", async () => {
  const wicked = ["</script><img src=x onerror=alert()>", "\"'><svg onload=alert(2)> &amp; <!--", "a\u202eb"];
  const scene = file("wicked.obj", boxes(wicked.map((name) => [name, [0, 0, 0], [1, 1, 1 + name.length]])));
  const page = await open(report(scene));
  assert.equal(await rows(page).count(), 3);
  assert.equal(await page.locator("img, svg").count(), 0);
  const texts = (await names(page)).join("\n");
  assert.ok(texts.includes(wicked[0]) && texts.includes(wicked[1]), texts);
  await rows(page).first().click();
  await page.locator("#about-button").click();
  await page.finish();
});

test("a report without clashes shows the scene and says so", async () => {
  const page = await open(pageOf("apart.obj", [["left", [0, 0, 0], [1, 1, 1]], ["right", [2, 0, 0], [3, 1, 1]]]));
  assert.match(await page.locator("#list").innerText(), /Nothing clashes/);
  assert.match(await page.locator("#summary").innerText(), /no collisions among 2 objects/);
  assert.equal(await shown(page), 2);
  // There is nothing to search or to go to.
  assert.ok(!(await page.locator("#search").isVisible()));
  assert.ok((await page.locator("#next-button").isDisabled()) && (await page.locator("#previous-button").isDisabled()));
  for (const key of ["n", "/", "p", "i", "f", "x", "Escape"]) await page.keyboard.press(key);
  await page.finish();
});

test("the funnel, the rules, the warnings and what was resolved are told", async () => {
  const last = file("last.json", JSON.stringify(json(site)));
  // The same name, or no pair would be the same.
  const now = file("later/site.obj", boxes(SITE.filter(([name]) => name !== "beam")));
  const page = await open(report(now, "--baseline", last, "--min-depth", "0.001", "--ignore", "nothing*"));
  await page.locator("#about-button").click();
  const text = await page.locator("#about").innerText();
  for (const part of ["0 new, 2 persisting, 1 resolved", "beam", "Minimum depth", "1 mm", "matches no object", "aabb", "triangles"]) {
    assert.ok(text.includes(part), `${part} is missing in ${text}`);
  }
  const widths = await page.locator(".funnel .entered").evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
  assert.ok(widths[0] > 50 && Math.max(...widths) > widths.at(-1), String(widths));
  assert.equal(await page.locator("#statuses input").count(), 2);
  await page.finish();
});

test("what is accepted and what only warns is told, and can be left out", async () => {
  const settings = "[[rule]]\nbetween = ['*', '*']\nseverity = 'warning'\nclearance = 0.5\n[[accept]]\nid = 'ID'\nreason = 'a <b>tee</b>'\n";
  const id = json(site).pairs[0].id;
  const config = file("rules.toml", settings.replace("ID", id));
  const page = await open(report(site, "--config", config));
  const all = await page.locator(".row").count();
  assert.match(await page.locator(`[data-pair="${id}"]`).innerText(), /warning\s*accepted/);
  await page.locator(`[data-pair="${id}"]`).click();
  assert.match(await page.locator("#details").innerText(), /accepted: a <b>tee<\/b>/);
  await page.locator("#statuses input").uncheck();
  assert.equal(await page.locator(".row").count(), all - 1);
  await page.locator("#about-button").click();
  const text = await page.locator("#about").innerText();
  assert.ok(/Rule 1\s*\* × \*: .*clearance 500 mm.*severity warning/.test(text), text);
  await page.finish();
});

const odd = {
  "far from the origin": (point) => point.map((value, axis) => value + [4_500_000, 5_400_000, 300][axis]),
  "a nanometre large": (point) => point.map((value) => value * 1e-9),
  "as large as a planet": (point) => point.map((value) => value * 1e7),
};
const strays = [["stray", [1e7, 0, 0], [1e7 + 1, 1, 1]], ["endless", [-1e30, 50, 50], [1e30, 51, 51]]];

for (const [what, moved, more] of [...Object.entries(odd), ["with strays", (point) => point, strays]]) {
  test(`a scene ${what} is drawn as any other`, async () => {
    const list = [...SITE.map(([name, min, max]) => [name, moved(min), moved(max)]), ...(more ?? [])];
    const page = await open(pageOf("odd.obj", list));
    await rows(page).filter({ hasText: "beam" }).click();
    await drawn(page);
    const [x, y] = (await state(page)).clash.split(",").map(Number);
    const seen = await picture(page.locator("#picture"));
    const [orange, blue] = [isOrange, isBlue].map((fits) => seen.count(x, y, 80, fits));
    assert.ok(orange > 500 && blue > 500, `${orange} orange and ${blue} blue`);
    await page.finish();
  });
}

test("without WebGL the scene is drawn flat, and the list works", async () => {
  const page = await open(sitePage, { flags: ["--disable-3d-apis"] });
  assert.equal((await state(page)).renderer, "canvas");
  assert.match(await page.locator("#notice").innerText(), /drawn flat/);
  const whole = await picture(page.locator("#picture"));
  assert.ok(whole.count(whole.width / 2, whole.height / 2, 300, isOrange) > 500);
  await rows(page).filter({ hasText: "beam" }).click();
  const clash = await picture(page.locator("#picture"));
  const count = (fits) => clash.count(clash.width / 2, clash.height / 2, 120, fits);
  assert.ok(count(isOrange) > 500 && count(isBlue) > 200 && count(isRed) > 50, [isOrange, isBlue, isRed].map(count).join());
  await page.keyboard.press("i");
  assert.equal(await shown(page), 2);
  await page.finish();
});

test("without WebGL no back shows through a front, and on a phone the reason covers little", async () => {
  const page = await open(pageOf("cube.obj", [["cube", [10, 10, 10], [12, 12, 12]]]), { flags: ["--disable-3d-apis"], width: 390, height: 844 });
  const { width } = await page.locator("#notice").boundingBox();
  assert.ok(width > 300, `${width} pixels`);
  await page.setViewportSize({ width: 1280, height: 760 });
  const seen = await picture(page.locator("#picture"));
  // The upper side is a rhombus; these are near its middle and towards its corners, as shares of the height of the picture. The seam
  // between its triangles lies between them: there a hundredth of what is behind is seen, where edges are smoothed without a graphics card.
  const [first, ...others] = [[0, 0.02], [0, -0.02], [-0.2, 0.02], [0.2, -0.02], [0, -0.14], [0, 0.14]].map(([right, down]) => seen.at(seen.width / 2 + right * seen.height, (0.252 + down) * seen.height));
  for (const color of others) assert.deepEqual(color, first);
  await page.finish();
});

test("axe finds nothing serious, light and dark", async () => {
  const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
  for (const scheme of ["light", "dark"]) {
    const page = await open(sitePage, { scheme, hash: `#pair=${pairs[0].id}` });
    for (const prepare of [async () => {}, () => page.locator("#about-button").click()]) {
      await prepare();
      // By the browser itself, which the policy of the page does not bind.
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
      assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`), [], scheme);
    }
    await page.finish();
  }
});
