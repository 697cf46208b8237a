// The pictures that scenes are drawn in; those of space come with three.js, once a scene asks for them.

import type { Answer, Engine, Request } from "impinge";

import type { Standpoint } from "../shared/camera";
import { find } from "../shared/markup";
import { part } from "./parts";
import { Plane } from "./plane";
import type { AskingScene, Scene, State } from "./scene";
import type { Space } from "./space";

/** What a person did to a picture. */
export interface Watched {
  /** A handle moved; it is done when that is let go. */
  changed(isDone: boolean): void;
  /** Space was turned. */
  looked(standpoint: Standpoint, isDone: boolean): void;
  /** All has to be drawn again. */
  stale(): void;
}

export class Stages {
  readonly #plane: Plane;
  readonly #planeBeside: Plane;
  readonly #watched: Watched;
  /** The picture of space, and another one beside it. */
  #spaces: Promise<readonly [Space, Space]> | undefined;
  #space: Space | undefined;
  #beside: Space | undefined;

  constructor(watched: Watched) {
    this.#watched = watched;
    const plane = (id: string): Plane => {
      const svg = document.querySelector<SVGSVGElement>(`#${id}`);
      if (!svg) throw new Error(`the page is damaged: #${id} is missing`);
      return new Plane(svg, (isDone) => watched.changed(isDone), () => watched.stale());
    };
    this.#plane = plane("plane");
    this.#planeBeside = plane("plane-beside");
  }

  /** What a scene needs before it is entered. */
  async load(scene: Scene): Promise<void> {
    if (scene.stage !== "space") return;
    this.#spaces ??= this.#open();
    try {
      [this.#space, this.#beside] = await this.#spaces;
    } catch (error) {
      // It may come another time.
      this.#spaces = undefined;
      throw error;
    }
  }

  async #open(): Promise<readonly [Space, Space]> {
    const { Space } = await part(() => import("./space"));
    const { changed, stale } = this.#watched;
    const pair: [Space, Space] = [
      new Space(find("space"), changed, (standpoint, isDone) => this.#looked(pair[1], standpoint, isDone), stale),
      new Space(find("beside"), changed, (standpoint, isDone) => this.#looked(pair[0], standpoint, isDone), stale),
    ];
    return pair;
  }

  /** Both pictures of space are looked at from the same side. */
  #looked(other: Space, standpoint: Standpoint, isDone: boolean): void {
    other.look(standpoint);
    this.#watched.looked(standpoint, isDone);
  }

  /** Shows the pictures that a loaded scene needs, without the handles of the one before. */
  enter(scene: Scene, state: State): void {
    const { stage } = scene;
    const beside = scene.stage === "live" ? undefined : scene.beside;
    const live = find("live");
    live.toggleAttribute("hidden", stage !== "live");
    live.parentElement?.classList.toggle("paired", beside !== undefined);
    for (const [on, ids] of [["plane", ["plane", "plane-beside"]], ["space", ["space", "beside"]]] as const) {
      for (const [number, id] of ids.entries()) {
        const figure = find(id).closest("figure");
        figure?.toggleAttribute("hidden", stage !== on || (number === 1 && !beside));
        if (number === 1) find(id).setAttribute("aria-label", beside?.captions[number] ?? "");
        figure?.querySelector("figcaption")?.replaceChildren(beside?.captions[number] ?? "");
      }
    }
    this.#plane.enter(beside !== undefined);
    if (stage !== "space") return;
    for (const space of [this.#space, this.#beside]) {
      space?.show([]);
      space?.look(state as Standpoint);
    }
  }

  /** Handles at their places, and nothing drawn yet. */
  show(scene: AskingScene, state: State): void {
    if (scene.stage === "plane") {
      this.#planeBeside.clear();
      this.#plane.clear();
      this.#plane.show(scene.handles(state), scene.pressed && ((at) => scene.pressed?.(state, at)));
    } else {
      this.#beside?.clear();
      this.#space?.clear();
      this.#space?.show(scene.handles(state));
    }
  }

  draw(scene: AskingScene, state: State, answer: Answer<Request>, query: Engine["query"]): void {
    if (scene.stage === "plane") {
      scene.draw(this.#plane, state, answer, query);
      return scene.beside?.draw(this.#planeBeside, state, answer, query);
    }
    if (this.#space) scene.draw(this.#space, state, answer, query);
    if (this.#beside) scene.beside?.draw(this.#beside, state, answer, query);
  }
}
