// Playing the time of a scene: a button, the time as a slider, and how slowly it goes.

import { make } from "../shared/markup";
import type { State, Time } from "./scene";
import { showSlider, type Shown } from "./sliders";
import { rounded } from "./vectors";

/** How many times as fast as usual, and how that is shown. */
const PACES: readonly [number, string][] = [[1, "normal"], [1 / 4, "slow, 1/4"], [1 / 16, "very slow, 1/16"]];
/** Longer pauses between two frames, in milliseconds, are those of a page that nobody sees: no time goes by. */
const ASLEEP = 500;

/** The time of one scene. It moves only when somebody asks for it. */
export class Player {
  readonly row: HTMLElement;
  readonly #slider: Shown;
  readonly #button = make("button", { type: "button", id: "play" });
  readonly #paces = make("select", { id: "pace" }, ...PACES.map(([factor, told]) => make("option", { value: String(factor) }, told)));
  #frame = 0;
  #greatest: number;

  constructor(
    private readonly time: Time,
    private readonly state: State,
    private readonly changed: (isDone: boolean) => void,
  ) {
    this.#greatest = time.greatest;
    this.#slider = showSlider(time, state, (isDone) => {
      this.pause();
      changed(isDone);
    });
    this.#button.addEventListener("click", () => {
      if (this.#frame) {
        this.pause();
        changed(true);
      } else this.#play();
    });
    this.row = make("div", { class: "player" }, this.#button, this.#slider.row, make("label", {}, "Pace", this.#paces));
    this.#tell();
  }

  /** Shows where the time is. */
  update(): void {
    this.#slider.update();
  }

  /** Lets it go so far. */
  limit(greatest: number): void {
    const { key, least, isWhole = false } = this.time;
    const now = Number(this.state[key]);
    this.#greatest = greatest;
    this.#slider.input.max = String(greatest);
    this.state[key] = Math.max(least, Math.min(greatest, isWhole ? Math.round(now) : now));
    this.update();
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#tell();
  }

  #play(): void {
    const { key, least, lasts, isWhole = false } = this.time;
    let now = Number(this.state[key]);
    if (now >= this.#greatest) now = least;
    let last = performance.now();
    const next = (): void => {
      const frame = performance.now();
      const passed = frame - last;
      last = frame;
      const greatest = this.#greatest;
      if (passed < ASLEEP) now += (((greatest - least) * passed) / 1000 / lasts) * Number(this.#paces.value);
      const isDone = now >= greatest;
      const before = this.state[key];
      // Three decimals are finer than any screen, and short in addresses.
      this.state[key] = isDone ? greatest : isWhole ? Math.floor(now) : rounded(now, 3);
      this.#frame = isDone ? 0 : requestAnimationFrame(next);
      if (isDone) this.#tell();
      if (isDone || this.state[key] !== before) this.changed(isDone);
    };
    this.#frame = requestAnimationFrame(next);
    this.#tell();
  }

  #tell(): void {
    this.#button.textContent = this.#frame ? "Pause" : "Play";
  }
}
