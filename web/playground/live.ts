// What goes on by itself: a picture, buttons to play, pause and step it, and how long it takes.

import { find, make } from "../shared/markup";
import { duration } from "../shared/numbers";
import { drawBars } from "./bars";
import { showAnswer, showWords } from "./panel";
import type { Course, LiveScene, State } from "./scene";

/** Numbers that change at every frame cannot be read: they are told so often, in milliseconds. */
const TOLD = 400;
/** A mean over so many frames is told. */
const FRAMES = 30;
/** As long as this, in milliseconds, is a pause of a page that nobody sees. */
const ASLEEP = 500;

/** The last of many numbers. */
class Recent {
  #values: number[] = [];

  add(value: number): void {
    this.#values.push(value);
    if (this.#values.length > FRAMES) this.#values.shift();
  }

  /** In seconds, of what is in milliseconds. */
  get told(): string {
    if (this.#values.length === 0) return "–";
    return duration(Number((this.#values.reduce((sum, value) => sum + value, 0) / this.#values.length / 1000).toPrecision(2)));
  }
}

/** Scenes that go on, one after the other. */
export class Live {
  readonly #canvas = find<HTMLCanvasElement>("live");
  readonly #play = make("button", { type: "button", id: "play" });
  readonly #step = make("button", { type: "button", id: "step" }, "One step");
  readonly #row = make("div", { class: "player buttons" }, this.#play, this.#step);
  #scene: LiveScene | undefined;
  #state: State = {};
  #course: Course | undefined;
  #isPlaying = false;
  #frame = 0;
  #last = 0;
  #told = 0;
  #steps = new Recent();
  #frames = new Recent();

  constructor() {
    this.#play.addEventListener("click", () => {
      this.#isPlaying = !this.#isPlaying;
      this.#next();
      this.#tell();
    });
    this.#step.addEventListener("click", () => {
      this.#isPlaying = false;
      this.#go();
      this.#tell();
    });
    new ResizeObserver(() => this.#course?.draw(this.#canvas)).observe(this.#canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#course?.draw(this.#canvas));
  }

  /** Shows a scene from its beginning. It plays at once, unless motion is to be left out. */
  enter(scene: LiveScene, state: State): void {
    this.#scene = scene;
    this.#canvas.setAttribute("aria-label", scene.picture);
    find("sliders").prepend(this.#row);
    this.#isPlaying = !matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.begin(state);
  }

  /** Begins anew with the numbers of a state: at the next frame, as sliders may give many before. */
  begin(state: State): void {
    this.#state = state;
    this.#course?.end();
    this.#course = undefined;
    this.#next();
  }

  leave(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#course?.end();
    this.#course = undefined;
    this.#scene = undefined;
  }

  #next(): void {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.#show());
  }

  #show(): void {
    this.#frame = 0;
    if (!this.#scene) return;
    if (!this.#course) {
      this.#course = this.#scene.begin(this.#state);
      [this.#steps, this.#frames, this.#last] = [new Recent(), new Recent(), 0];
      this.#course.draw(this.#canvas);
      this.#tell();
    } else if (this.#isPlaying) {
      this.#go();
    }
    if (this.#isPlaying) this.#next();
  }

  #go(): void {
    const course = this.#course;
    if (!course) return;
    const start = performance.now();
    course.step();
    this.#steps.add(performance.now() - start);
    course.draw(this.#canvas);
    if (this.#last && start - this.#last < ASLEEP) this.#frames.add(start - this.#last);
    this.#last = this.#isPlaying ? start : 0;
    if (start - this.#told > TOLD) this.#tell();
  }

  /** While it plays, the sentence stays the same, so that it is not read aloud again and again. */
  #tell(): void {
    const [scene, course, state] = [this.#scene, this.#course, this.#state];
    if (!scene || !course) return;
    this.#told = performance.now();
    this.#play.textContent = this.#isPlaying ? "Pause" : "Play";
    const answer = JSON.stringify(course.answer());
    Object.assign(find("main").dataset, { request: JSON.stringify({ id: scene.name, ...state }), answer });
    showWords("No equivalent: impinge query has no collision world.", answer, scene.rust(state), scene.javascript(state));
    showAnswer(this.#isPlaying ? scene.playing : course.summary(), [...course.readings(), ["Time per step, with all pairs", this.#steps.told], ["Time per frame", this.#frames.told]], course.bars ? drawBars(course.bars()) : []);
  }
}
