// Handles over a picture, for mouse, touch, keys and screen readers.

import { element } from "./svg";
import { along, between, rounded, vector, type Vector } from "./vectors";

/** How far an arrow key moves a handle, and with Shift. */
const STEP = 0.1;
const LARGE_STEP = 1;

/** Something to drag, in the plane or in space. */
export interface Handle<Place extends readonly number[] = Vector> {
  /** Unlike all others of its scene. */
  key: string;
  /** For screen readers. */
  name: string;
  /** What it belongs to, which colours it. */
  look: string;
  at: Place;
  /** Where a line to it begins, if it needs one. */
  stem?: Place;
  /** Where it is, in words, unless that is its place: an angle, for example. */
  told?: string;
  move(to: Place): void;
  /** What arrow keys do, in steps to the right and upwards, unless they move it. */
  step?(right: number, up: number): void;
  /** What Enter and the space bar do, if they do something. */
  press?(): void;
}

/** How places lie in a picture. */
export interface Projection<Place extends readonly number[]> {
  /** How far places go from the middle, to the right. */
  readonly reach: number;
  pixel(place: Place): Vector;
  /** Where something that is at a place is, once it is dragged to a pixel. */
  dragged(from: Place, pixel: Vector): Place;
  /** Where it is once it went so far to the right and upwards. */
  stepped(from: Place, way: Vector): Place;
  told(place: Place): string;
}

/** A handle and what stands for it on the page. */
interface Shown<Place extends readonly number[]> {
  handle: Handle<Place>;
  knob: SVGGElement;
}

/** The handles of a picture. */
export class Handles<Place extends readonly number[]> {
  readonly #svg: SVGSVGElement;
  readonly #layer = element("g", {});
  readonly #projection: Projection<Place>;
  readonly #changed: (isDone: boolean) => void;
  #shown = new Map<string, Shown<Place>>();
  /** How far from the middle of its handle each pointer took hold, in pixels. */
  readonly #grips = new Map<number, Vector>();

  /** `changed` is called after a handle moved, and once more when it is let go. */
  constructor(svg: SVGSVGElement, projection: Projection<Place>, changed: (isDone: boolean) => void) {
    this.#svg = svg;
    this.#projection = projection;
    this.#changed = changed;
    svg.append(this.#layer);
  }

  /** Shows these handles. Those that were there stay, so that they keep the pointer and the focus. */
  show(handles: readonly Handle<Place>[]): void {
    const kept = new Map<string, Shown<Place>>();
    for (const handle of handles) {
      const knob = this.#shown.get(handle.key)?.knob ?? this.#knob(handle.key);
      kept.set(handle.key, { handle, knob });
      knob.setAttribute("class", `handle ${handle.look}`);
      knob.setAttribute("aria-label", handle.name);
      knob.setAttribute("aria-valuenow", String(rounded(handle.at[0] ?? 0)));
      knob.setAttribute("aria-valuetext", handle.told ?? this.#projection.told(handle.at));
    }
    for (const [key, { knob }] of this.#shown) if (!kept.has(key)) knob.remove();
    this.#shown = kept;
    this.place();
  }

  /** Puts them where they are seen now. */
  place(): void {
    for (const { handle, knob } of this.#shown.values()) knob.setAttribute("transform", `translate(${this.#projection.pixel(handle.at).join(" ")})`);
  }

  #pixel({ clientX, clientY }: PointerEvent): Vector {
    const { left, top } = this.#svg.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }

  /** Where handles lie on each other, the nearest is meant. */
  #nearest(pixel: Vector): Shown<Place> | undefined {
    const away = ({ handle }: Shown<Place>): number => Math.hypot(...between(pixel, this.#projection.pixel(handle.at)));
    return [...this.#shown.values()].reduce<Shown<Place> | undefined>((best, shown) => (best && away(best) < away(shown) ? best : shown), undefined);
  }

  /** Screen readers hand arrow keys to sliders, and there is no role for what goes more than one way. */
  #knob(key: string): SVGGElement {
    const { reach } = this.#projection;
    const knob = element("g", { role: "slider", tabindex: 0, "aria-valuemin": -reach, "aria-valuemax": reach, "data-handle": key });
    knob.append(element("circle", { r: 22, class: "reach" }), element("circle", { r: 8, class: "knob" }));
    this.#layer.append(knob);
    const handle = (): Handle<Place> | undefined => this.#shown.get(key)?.handle;
    knob.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const pixel = this.#pixel(event);
      const taken = this.#nearest(pixel);
      if (!taken) return;
      taken.knob.setPointerCapture(event.pointerId);
      taken.knob.focus({ preventScroll: true, focusVisible: false });
      this.#grips.set(event.pointerId, between(pixel, this.#projection.pixel(taken.handle.at)));
    });
    // The browser would focus what lies on top.
    knob.addEventListener("mousedown", (event) => event.preventDefault());
    knob.addEventListener("pointermove", (event) => {
      const grip = this.#grips.get(event.pointerId);
      const moved = handle();
      if (!grip || !moved || !knob.hasPointerCapture(event.pointerId)) return;
      moved.move(this.#projection.dragged(moved.at, along(this.#pixel(event), grip)));
      this.#changed(false);
    });
    knob.addEventListener("lostpointercapture", (event) => {
      this.#grips.delete(event.pointerId);
      this.#changed(true);
    });
    knob.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      const moved = handle();
      if (!moved || event.altKey || event.ctrlKey || event.metaKey) return;
      if (moved.press && ["Enter", " "].includes(event.key)) {
        event.preventDefault();
        moved.press();
        return this.#changed(true);
      }
      if (!way) return;
      event.preventDefault();
      const step = vector(way);
      if (moved.step) moved.step(...along([0, 0], step, event.shiftKey ? LARGE_STEP / STEP : 1));
      else moved.move(this.#projection.stepped(moved.at, along([0, 0], step, event.shiftKey ? LARGE_STEP : STEP)));
      this.#changed(true);
    });
    return knob;
  }
}
