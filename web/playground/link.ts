// The address of a scene in a state: `#scene=clip&ax=-6&…`.

import type { Scene, State } from "./scene";

/** Browsers refuse addresses that change more often than about three times a second, as they would while dragging. */
const PAUSE = 350;

/** Numbers of an address go no further, or there would be nothing to see of what is drawn. */
const FURTHEST = 1e6;

/** The name of the scene in the address. */
export function linkedScene(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get("scene");
}

/** What the address says of the state; what it does not say, or what makes no sense, is as at the start. */
export function linkedState(scene: Scene): State {
  const words = new URLSearchParams(location.hash.slice(1));
  const state = { ...scene.start };
  for (const [key, value] of Object.entries(scene.start)) {
    const word = words.get(key);
    if (word === null || word === "") continue;
    if (typeof value === "number") state[key] = Number.isFinite(Number(word)) ? Math.min(FURTHEST, Math.max(-FURTHEST, Number(word))) : value;
    else if (scene.words?.[key]?.test(word) || scene.choices?.some((choice) => choice.key === key && Object.hasOwn(choice.options, word))) state[key] = word;
  }
  return state;
}

export function address(scene: Scene, state: State): string {
  const words = Object.entries(state).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `#${[`scene=${scene.name}`, ...words].join("&")}`;
}

let waiting: number | undefined;

/** Puts a state into the address, without a step for the Back button: soon, or now that a change is done. */
export function link(scene: Scene, state: State, isDone: boolean): void {
  const write = (): void => {
    clearTimeout(waiting);
    waiting = undefined;
    if (location.hash !== address(scene, state)) history.replaceState(null, "", address(scene, state));
  };
  if (isDone) write();
  else waiting ??= window.setTimeout(write, PAUSE);
}

/** Forgets what was to be written, as its scene is left. */
export function leave(): void {
  clearTimeout(waiting);
  waiting = undefined;
}
