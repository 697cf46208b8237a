// The playground: the scene that the address names, asked of the engine again after every change.

import { load, type Engine } from "impinge";

import type { Standpoint } from "../shared/camera";
import { find, make, plain } from "../shared/markup";
import { drawBars } from "./bars";
import { address, leave, link, linkedScene, linkedState } from "./link";
import { Live } from "./live";
import { connectPanel, limitTime, showAnswer, showNumbers, showScene, showWords } from "./panel";
import type { Action, Scene, State } from "./scene";
import { SCENES } from "./scenes";
import { Stages } from "./stages";

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function play(engine: Engine): Promise<void> {
  const main = find("main");
  let scene: Scene = SCENES[0];
  let state: State = { ...scene.start };
  let entering = state;
  /** What is wrong with the address, which is said before the answer until something is done. */
  let wrong = "";

  const show = (): void => {
    showNumbers();
    if (scene.stage === "live") return live.begin(state);
    stages.show(scene, state);
    const request = JSON.stringify({ id: scene.name, ...scene.request(state, engine.query) });
    const answer = engine.queryText(request);
    Object.assign(main.dataset, { request, answer });
    showWords(request, answer, scene.rust(state));
    const read = JSON.parse(answer);
    if (typeof read.error === "string") throw new Error(read.error);
    if (scene.last) limitTime(scene.last(read));
    stages.draw(scene, state, read, engine.query);
    const bars = scene.bars?.(state, read, engine.query);
    const chart = scene.chart?.(read, state, changed);
    showAnswer(wrong + scene.summary(state, read, engine.query), scene.readings(state, read, engine.query), [...(bars ? drawBars(bars) : []), ...(chart ? [chart] : [])]);
  };
  /** The engine refuses some states that an address can name; what it says of them is shown. */
  const attempt = (what: () => void): void => {
    try {
      what();
    } catch (error) {
      showAnswer(reason(error), [], []);
    }
  };
  const tryToShow = (): void => attempt(show);
  const changed = (isDone: boolean): void => {
    wrong = "";
    tryToShow();
    link(scene, state, isDone);
  };
  const acted = ({ act }: Action): void => {
    wrong = "";
    attempt(() => {
      act(state, engine.query);
      show();
    });
    link(scene, state, true);
  };
  const looked = (standpoint: Standpoint, isDone: boolean): void => {
    Object.assign(state, standpoint);
    link(scene, state, isDone);
  };
  const enter = async (entered: Scene, entryState: State): Promise<void> => {
    leave();
    live.leave();
    entering = entryState;
    await stages.load(entered);
    // Somebody may have chosen another one meanwhile.
    if (entering !== entryState) return;
    scene = entered;
    state = entryState;
    main.dataset["scene"] = scene.name;
    showScene(scene, state, changed, acted);
    const links = find("scenes");
    for (const other of links.querySelectorAll("a")) {
      if (other.dataset["scene"] === scene.name) {
        other.setAttribute("aria-current", "page");
        // On a narrow page there is room for few of them.
        links.scrollLeft = other.offsetLeft - links.offsetLeft;
      } else other.removeAttribute("aria-current");
    }
    stages.enter(scene, state);
    if (scene.stage === "live") live.enter(scene, state);
    else tryToShow();
  };
  const follow = async (): Promise<void> => {
    const asked = linkedScene();
    const linked = SCENES.find(({ name }) => name === asked) ?? SCENES[0];
    wrong = !asked || asked === linked.name ? "" : `There is no scene “${plain(asked)}”; this is the first one. `;
    await enter(linked, linkedState(linked)).catch((error: unknown) => showAnswer(`${linked.title}: ${reason(error)}. Choose the scene again to try again.`, [], []));
  };

  const entry = ({ name, title }: Scene): HTMLElement => {
    const made = make("a", { href: `#scene=${name}`, "data-scene": name }, title);
    // To where the address is already is no change of it, but another try.
    made.addEventListener("click", () => location.hash === made.hash && void follow());
    return made;
  };
  find("scenes").append(...SCENES.map(entry));
  connectPanel();
  const live = new Live();
  // What goes on by itself is not begun anew for that.
  const stages = new Stages({ changed, looked, stale: () => scene.stage === "live" || tryToShow() });
  find("reset").addEventListener("click", () => {
    const start = { ...scene.start };
    scene.files?.forget();
    wrong = "";
    void enter(scene, start);
    history.replaceState(null, "", address(scene, start));
  });
  window.addEventListener("hashchange", () => void follow());
  await follow();
  main.dataset["state"] = "ready";
}

load().then(play, (error: unknown) => {
  find("summary").textContent = `The engine could not be loaded: ${reason(error)}. Serve this folder over HTTP, and use a browser with WebAssembly.`;
});
