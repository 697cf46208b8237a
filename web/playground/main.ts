// The playground: the scene that the address names, asked of the engine again after every change.

import { load, type Engine } from "impinge";

import { find, make } from "../shared/markup";
import { drawBars } from "./bars";
import { address, leave, link, linkedScene, linkedState } from "./link";
import { connectPanel, showAnswer, showNumbers, showScene, showWords } from "./panel";
import { Plane } from "./plane";
import type { Scene } from "./scene";
import { clip } from "./scenes/clip";
import { moving } from "./scenes/moving";
import { nearest } from "./scenes/nearest";
import { tunnelling } from "./scenes/tunnelling";

const SCENES: readonly [Scene, ...Scene[]] = [clip, moving, nearest, tunnelling];

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function play(engine: Engine): void {
  const main = find("main");
  const svg = document.querySelector<SVGSVGElement>("#plane");
  if (!svg) throw new Error("the page is damaged: #plane is missing");
  let scene: Scene = SCENES[0];
  let state = { ...scene.start };

  const show = (): void => {
    plane.clear();
    plane.show(scene.handles(state));
    showNumbers();
    const request = JSON.stringify({ id: scene.name, ...scene.request(state, engine.query) });
    const answer = engine.queryText(request);
    Object.assign(main.dataset, { request, answer });
    showWords(request, answer, scene.rust(state));
    const read = JSON.parse(answer);
    if (typeof read.error === "string") throw new Error(read.error);
    scene.draw(plane, state, read, engine.query);
    const bars = scene.bars?.(state, read, engine.query);
    showAnswer(scene.summary(state, read, engine.query), scene.readings(state, read, engine.query), bars ? drawBars(bars) : []);
  };
  /** The engine refuses some states that an address can name; what it says of them is shown. */
  const tryToShow = (): void => {
    try {
      show();
    } catch (error) {
      showAnswer(reason(error), [], []);
    }
  };
  const changed = (isDone: boolean): void => {
    tryToShow();
    link(scene, state, isDone);
  };
  const enter = (entered: Scene, entryState: typeof state): void => {
    leave();
    scene = entered;
    state = entryState;
    main.dataset["scene"] = scene.name;
    showScene(scene, state, changed);
    for (const other of find("scenes").querySelectorAll("a")) {
      if (other.dataset["scene"] === scene.name) other.setAttribute("aria-current", "page");
      else other.removeAttribute("aria-current");
    }
    plane.show([]);
    tryToShow();
  };
  const follow = (): void => {
    const linked = SCENES.find(({ name }) => name === linkedScene()) ?? SCENES[0];
    enter(linked, linkedState(linked));
  };

  find("scenes").append(...SCENES.map((each) => make("a", { href: `#scene=${each.name}`, "data-scene": each.name }, each.title)));
  connectPanel();
  const plane = new Plane(svg, changed, tryToShow);
  find("reset").addEventListener("click", () => {
    enter(scene, { ...scene.start });
    history.replaceState(null, "", address(scene, state));
  });
  window.addEventListener("hashchange", follow);
  follow();
  main.dataset["state"] = "ready";
}

load().then(play, (error: unknown) => {
  find("summary").textContent = `The engine could not be loaded: ${reason(error)}. Serve this folder over HTTP, and use a browser with WebAssembly.`;
});
