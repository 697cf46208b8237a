// The page of a report: reads what the program wrote into it, and connects list, picture, tools and keys.
//
// `main` carries what it shows as data attributes, for tests: data-state is "ready" when all is there, data-milliseconds after how long
// that was. The first picture follows when the graphics card has drawn it. In a sweep, data-time is the time that is shown, data-touching
// and data-near how many of the listed pairs touch or are near then, data-a and data-b where the selected objects are, in metres.

import { fillAbout } from "./about";
import { decode, readPage } from "./decoding";
import { asText, copy, showDetails } from "./details";
import { FlatPicture } from "./flat";
import { listen, type Keys } from "./keyboard";
import { link, linked } from "./link";
import { ClashList } from "./list";
import { find, plain } from "../shared/markup";
import { count } from "../shared/numbers";
import { Measuring } from "./measuring";
import { moveTo } from "./motion";
import { countPairs, distance } from "./quantities";
import { Scene, VEIL } from "./scene";
import { Section } from "./section";
import { kindNow } from "./sweep";
import { followTheme } from "./theme";
import { TimeBar } from "./timebar";
import type { Kind, Pair } from "./report";
import type { View } from "./view";

const main = find("main");

try {
  open();
  main.dataset["state"] = "ready";
  main.dataset["milliseconds"] = String(Math.round(performance.now()));
} catch (error) {
  main.dataset["state"] = "failed";
  find("notice").textContent = `The page cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
}

function open(): void {
  const { report, scene: embedded } = readPage();
  const decoded = decode(embedded);
  const holder = find("picture");
  find("summary").textContent = find("summary").title = plain(embedded.summary);
  // There the program tells files of one name apart, as it does in paths of objects.
  find("title").textContent = find("title").title = plain(document.title);
  fillAbout(report, embedded);
  find("partial").hidden = report.complete;
  if (report.moving) {
    for (const id of ["about-button", "about-title"]) find(id).textContent = "About this sweep";
    find("time-keys").hidden = find("time-help").hidden = false;
    find("way-help").hidden = true;
  }

  let scene: Scene | null = null;
  let view: View;
  try {
    view = scene = new Scene(holder, report, decoded);
  } catch {
    holder.replaceChildren();
    view = new FlatPicture(holder, report, decoded);
    find("notice").textContent = "WebGL is not available, so the scene is drawn flat.";
  }
  const section = scene && new Section(scene, decoded.origin);
  const measuring = scene && new Measuring(scene);
  for (const id of ["section-button", "measure-button", "see-through-button"]) find(id).hidden = !scene;

  let selected: number | null = null;
  // Until somebody moves it, the slider shows what the picture does on its own.
  const slider = find<HTMLInputElement>("context");
  let isSliderMoved = false;
  // Does the notice say that there is no such clash?
  let isMissing = false;
  const list = new ClashList(report, (place) => {
    select(place);
    // In a small window, the scene may have been scrolled away.
    holder.scrollIntoView({ block: "nearest" });
  });
  const pairOf = (place: number | null) => (place === null ? null : (report.pairs[place] ?? null));
  const { moving } = report;
  const time = moving ? new TimeBar(moving, report.pairs, move, address) : null;

  /** Puts all to where it is at a time. */
  function move(now: number): void {
    if (!moving) return;
    moveTo(decoded.drawn, now);
    const near = new Map<number, Kind>();
    for (const place of list.order) {
      const swept = report.pairs[place]?.swept;
      const kind = swept && kindNow(swept, moving, now);
      if (kind) near.set(place, kind);
    }
    const kinds = [...near.values()];
    time?.tell(kinds);
    const touching = kinds.filter((kind) => kind === "contact").length;
    Object.assign(main.dataset, { time: String(now), touching: String(touching), near: String(near.size - touching) });
    // The chosen pair is shown as it is, listed or not.
    const swept = pairOf(selected)?.swept;
    const kind = swept && kindNow(swept, moving, now);
    if (kind && selected !== null) near.set(selected, kind);
    view.moved(near, now);
  }
  function address(): void {
    const pair = pairOf(selected);
    // Without a time, a link leads to the first one of its pair.
    link(pair?.id ?? null, time && moving && (pair || time.time > moving.from) ? time.time : null);
  }

  /** Of what moves, the time changes too: to the first at which a pair touches, unless another one is meant. */
  function select(place: number | null, at: number | null = null): void {
    selected = place;
    if (isMissing && place !== null) find("notice").textContent = "";
    isMissing = false;
    const pair = pairOf(place);
    if (!pair) isolate(false);
    time?.select(pair);
    const first = at ?? pair?.time;
    if (first !== undefined) time?.set(first);
    view.select(place);
    list.select(place);
    showDetails(pair, report, (to) => time?.set(to));
    address();
    if (!isSliderMoved) slider.value = String(pair ? 100 * VEIL : 100);
    if (pair && section?.isOn) section.goThrough(pair);
    const canvas = holder.querySelector("canvas");
    canvas?.setAttribute("aria-label", pair ? `${plain(pair.a.name)} and ${plain(pair.b.name)} in the scene` : "The scene");
    main.dataset["selected"] = pair?.id ?? "";
    find<HTMLButtonElement>("isolate-button").disabled = !pair;
  }

  const pressed = (id: string): boolean => find(id).getAttribute("aria-pressed") === "true";
  const press = (id: string, isOn: boolean): void => find(id).setAttribute("aria-pressed", String(isOn));

  function isolate(isOn: boolean): void {
    press("isolate-button", isOn);
    view.isolate(isOn);
  }
  function seeThrough(isOn: boolean): void {
    press("see-through-button", isOn);
    view.seeThrough(isOn);
  }
  function cut(isOn: boolean): void {
    press("section-button", isOn);
    section?.toggle(isOn, pairOf(selected));
  }
  function measure(isOn: boolean): void {
    press("measure-button", isOn);
    holder.classList.toggle("measuring", isOn);
    measuring?.toggle(isOn);
  }
  const step = (by: 1 | -1): void => {
    const next = list.neighbour(by);
    if (next !== null) select(next);
  };
  const leave = (): void => {
    if (measuring?.isOn) measure(false);
    else select(null);
  };
  const toggle = (id: string, set: (isOn: boolean) => void) => (): void => set(!pressed(id));
  const dialog = (id: string) => (): void => find<HTMLDialogElement>(id).showModal();
  const actions: [string, string | null, () => void][] = [
    ["previous-button", "p", () => step(-1)],
    ["next-button", "n", () => step(1)],
    ["frame-button", "f", () => view.frame()],
    ["home-button", "h", () => view.home()],
    ["isolate-button", "i", () => pairOf(selected) && isolate(!pressed("isolate-button"))],
    ["see-through-button", "x", toggle("see-through-button", seeThrough)],
    ["section-button", "s", toggle("section-button", cut)],
    ["measure-button", "m", toggle("measure-button", measure)],
    ["about-button", null, dialog("about")],
    ["help-button", "?", dialog("help")],
    ["close-button", "Escape", leave],
  ];
  if (time) actions.push(["play-button", " ", () => time.toggle()], ["back-button", ",", () => time.go(-1)], ["forth-button", ".", () => time.go(1)]);
  for (const [id, , action] of actions) find(id).addEventListener("click", action);
  const hidden = (id: string): boolean => find(id).hidden === true;
  const keys: Keys = {};
  for (const [id, key, action] of actions) {
    if (key) keys[key] = () => hidden(id) || action();
  }
  listen({ ...keys, ArrowDown: () => step(1), ArrowUp: () => step(-1), "/": () => find("search").focus() });

  slider.addEventListener("input", () => {
    isSliderMoved = true;
    view.context(Number(slider.value) / 100);
  });
  const upright = find<HTMLSelectElement>("up");
  upright.value = decoded.up;
  upright.addEventListener("input", () => view.setUp(upright.value as "y" | "z"));
  const copyButton = find<HTMLButtonElement>("copy-button");
  copyButton.addEventListener("click", async () => {
    const pair = pairOf(selected);
    if (!pair) return;
    copyButton.textContent = (await copy(asText(pair))) ? "Copied" : "Not allowed";
    setTimeout(() => (copyButton.textContent = "Copy"), 1500);
  });

  if (scene) watch(scene);
  followTheme(() => {
    view.themeChanged();
    time?.draw();
  });
  if (time) {
    list.changed = () => {
      time.list(list.order);
      move(time.time);
    };
    list.changed();
  }
  // As a link it would take the place of the clash in the address.
  find("skip").addEventListener("click", (event) => {
    event.preventDefault();
    find("list").focus();
  });
  addEventListener("hashchange", follow);
  follow();
  Object.assign(main.dataset, {
    renderer: view.kind,
    pairs: String(report.pairs.length),
    drawn: String(decoded.drawn.length),
    notes: String(embedded.notes.length),
  });
  if (embedded.notes.length && scene) find("notice").textContent = embedded.notes[0] ?? "";

  /** Goes to the pair that the address names. */
  function follow(): void {
    const { pair: id, time: at } = linked();
    const place = id === null ? -1 : report.pairs.findIndex((pair) => pair.id === id);
    if (place >= 0 && !list.order.includes(place)) list.reset();
    select(place >= 0 ? place : null, at);
    isMissing = id !== null && place < 0;
    if (isMissing) find("notice").textContent = `This report has no ${report.moving ? "pair" : "clash"} ${plain(id ?? "")}.`;
  }

  /** Clicks into the picture, and what stands over it. */
  function watch(scene: Scene): void {
    let start = { x: 0, y: 0 };
    holder.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => (start = { x, y }));
    holder.addEventListener("click", ({ clientX: x, clientY: y }) => {
      // The end of a turn is no click.
      if (Math.hypot(x - start.x, y - start.y) > 4) return;
      if (measuring?.isOn) return measuring.click(x, y);
      const pair = scene.pickMark(x, y);
      if (pair !== null) return select(pair);
      const hit = scene.pick(x, y);
      find("notice").textContent = hit ? describe(hit.object) : "";
    });
    scene.drawn = () => {
      const pair = pairOf(selected);
      const at = pair && scene.project(scene.midst(pair));
      put("clash-label", pair && labelOf(pair) ? at : null, pair ? labelOf(pair) : "");
      for (const side of ["a", "b"] as const) main.dataset[side] = pair && moving ? (scene.placeOf(pair[side].id)?.map((value) => value.toPrecision(6)).join(",") ?? "") : "";
      const measured = measuring?.label() ?? null;
      put("measure-label", measured && scene.project(measured.at), measured?.text ?? "");
      main.dataset["clash"] = at ? `${at.x.toFixed(1)},${at.y.toFixed(1)}` : "";
      main.dataset["camera"] = scene.camera.camera.position.toArray().map((value) => value.toPrecision(5)).join(",");
    };
    scene.draw();
  }

  /** How deep a clash is; in a sweep, whether both touch now. */
  function labelOf(pair: Pair): string {
    if (!pair.swept || !moving || !time) return distance(pair);
    return kindNow(pair.swept, moving, time.time) ?? "";
  }

  function put(id: string, at: { x: number; y: number } | null, text: string): void {
    const label = find(id);
    label.hidden = !at;
    label.textContent = text;
    if (at) label.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`;
  }

  function describe(id: number): string {
    const object = report.objects[id];
    if (!object) return "";
    const pairs = report.pairs.filter(({ a, b }) => a.id === id || b.id === id).length;
    return `${plain(object.path)}: ${count(object.triangles, "triangle")}, ${pairs ? countPairs(pairs, report) : report.moving ? "no pairs" : "no clashes"}`;
  }
}
