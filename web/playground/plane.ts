// The plane: a grid, what a scene draws on it, and handles for mouse, touch, keys and screen readers.

import { decimal } from "../report/numbers";
import { element } from "./svg";
import { along, between, rounded, vector, type Vector } from "./vectors";

/** Half of what is shown at least. */
const REACH: Vector = [8, 5.5];
/** How far an arrow key moves a handle, and with Shift. */
const STEP = 0.1;
const LARGE_STEP = 1;
/** So far away that a line has no end in the picture. */
const BEYOND = 1000;

/** Something to drag. */
export interface Handle {
  /** Unlike all others of its scene. */
  key: string;
  /** For screen readers. */
  name: string;
  /** What it belongs to, which colours it. */
  look: string;
  at: Vector;
  /** Where a line to it begins, if it needs one. */
  stem?: Vector;
  /** Where it is, in words, unless that is its place: an angle, for example. */
  told?: string;
  move(to: Vector): void;
  /** What arrow keys do, in steps to the right and upwards, unless they move it. */
  step?(right: number, up: number): void;
}

/** A handle and what stands for it on the page. */
interface Shown {
  handle: Handle;
  knob: SVGGElement;
}

const inView = ([x, y]: Vector): Vector => [
  rounded(Math.min(REACH[0], Math.max(-REACH[0], x))),
  rounded(Math.min(REACH[1], Math.max(-REACH[1], y))),
];

/** A view of the plane. Looks are classes of playground.css. */
export class Plane {
  readonly #svg: SVGSVGElement;
  readonly #grid = element("g", { class: "grid" });
  readonly #drawing = element("g", {});
  readonly #knobs = element("g", {});
  readonly #changed: (isDone: boolean) => void;
  #handles = new Map<string, Shown>();
  /** How far from the middle of its handle each pointer took hold. */
  readonly #grips = new Map<number, Vector>();
  #scale = 1;
  #middle: Vector = [0, 0];

  /** `changed` is called after a handle moved, and once more when it is let go; `resized` when all has to be drawn again. */
  constructor(svg: SVGSVGElement, changed: (isDone: boolean) => void, resized: () => void) {
    this.#svg = svg;
    this.#changed = changed;
    svg.append(this.#grid, this.#drawing, this.#knobs);
    new ResizeObserver(() => {
      this.#fit();
      resized();
    }).observe(svg);
    this.#fit();
  }

  #fit(): void {
    const { width, height } = this.#svg.getBoundingClientRect();
    this.#scale = Math.max(1, Math.min(width / (2 * REACH[0]), height / (2 * REACH[1])));
    this.#middle = [width / 2, height / 2];
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#grid.replaceChildren();
    const count = Math.ceil(Math.max(width, height) / 2 / this.#scale);
    for (let place = -count; place <= count; place++) {
      const look = place === 0 ? "zero" : "";
      this.#add(this.#grid, [place, -BEYOND], [place, BEYOND], look);
      this.#add(this.#grid, [-BEYOND, place], [BEYOND, place], look);
    }
  }

  #add(layer: SVGGElement, from: Vector, to: Vector, look: string): void {
    const [[x1, y1], [x2, y2]] = [this.#pixel(from), this.#pixel(to)];
    layer.append(element("line", { x1, y1, x2, y2, class: look }));
  }

  #pixel([x, y]: Vector): Vector {
    return [this.#middle[0] + x * this.#scale, this.#middle[1] - y * this.#scale];
  }

  #place({ clientX, clientY }: PointerEvent): Vector {
    const { left, top } = this.#svg.getBoundingClientRect();
    return [(clientX - left - this.#middle[0]) / this.#scale, (this.#middle[1] - clientY + top) / this.#scale];
  }

  /** A length in pixels as one of the plane. */
  pixels(count: number): number {
    return count / this.#scale;
  }

  /** Takes away what was drawn. */
  clear(): void {
    this.#drawing.replaceChildren();
  }

  polygon(points: readonly Vector[], look: string): void {
    const corners = points.map((point) => this.#pixel(point).join()).join(" ");
    this.#drawing.append(element("polygon", { points: corners, class: look }));
  }

  line(from: Vector, to: Vector, look: string): void {
    this.#add(this.#drawing, from, to, look);
  }

  /** A line without ends. */
  endless(through: Vector, direction: Vector, look: string): void {
    this.line(along(through, direction, -BEYOND), along(through, direction, BEYOND), look);
  }

  /** All within a radius of the way from one point to the other. */
  capsule(from: Vector, to: Vector, radius: number, look: string): void {
    const [x, y] = between(from, to);
    const length = Math.hypot(x, y);
    const side: Vector = length > 0 ? [(-y / length) * radius, (x / length) * radius] : [0, radius];
    const [start, turn, back, end] = [along(from, side), along(from, side, -1), along(to, side, -1), along(to, side)].map((point) => this.#pixel(point).join());
    const arc = `A${radius * this.#scale} ${radius * this.#scale} 0 0 0`;
    this.#drawing.append(element("path", { d: `M${start}${arc} ${turn}L${back}${arc} ${end}Z`, class: look }));
  }

  arrow(from: Vector, to: Vector, look: string): void {
    const [start, tip] = [this.#pixel(from), this.#pixel(to)];
    const way = between(start, tip);
    const length = Math.hypot(...way);
    if (length < 1) return;
    const size = Math.min(12, length);
    const unit: Vector = [way[0] / length, way[1] / length];
    const back = along(tip, unit, -size);
    const side: Vector = [-unit[1] * size * 0.45, unit[0] * size * 0.45];
    const [x1, y1, x2, y2] = [...start, ...back];
    const head = [tip, along(back, side), along(back, side, -1)].map((point) => point.join()).join(" ");
    this.#drawing.append(element("line", { x1, y1, x2, y2, class: look }), element("polygon", { points: head, class: `head ${look}` }));
  }

  dot(at: Vector, look: string): void {
    const [cx, cy] = this.#pixel(at);
    this.#drawing.append(element("circle", { cx, cy, r: 5, class: `dot ${look}` }));
  }

  /** A text beside a point, in pixels from it. */
  text(at: Vector, text: string, [right, down]: Vector = [10, -10]): void {
    const [x, y] = this.#pixel(at);
    const made = element("text", { x: x + right, y: y + down, "text-anchor": right < 0 ? "end" : right > 0 ? "start" : "middle" });
    made.textContent = text;
    this.#drawing.append(made);
  }

  /** Shows these handles. Those that were there stay, so that they keep the pointer and the focus. */
  show(handles: readonly Handle[]): void {
    const kept = new Map<string, Shown>();
    for (const handle of handles) {
      const knob = this.#handles.get(handle.key)?.knob ?? this.#knob(handle.key);
      kept.set(handle.key, { handle, knob });
      if (handle.stem) this.line(handle.stem, handle.at, "stem");
      const [x, y] = this.#pixel(handle.at);
      knob.setAttribute("transform", `translate(${x} ${y})`);
      knob.setAttribute("class", `handle ${handle.look}`);
      knob.setAttribute("aria-label", handle.name);
      knob.setAttribute("aria-valuenow", String(rounded(handle.at[0])));
      knob.setAttribute("aria-valuetext", handle.told ?? `x ${decimal(handle.at[0], 0.01)}, y ${decimal(handle.at[1], 0.01)}`);
    }
    for (const [key, { knob }] of this.#handles) if (!kept.has(key)) knob.remove();
    this.#handles = kept;
  }

  /** Where handles lie on each other, the nearest is meant. */
  #nearest(place: Vector): Shown | undefined {
    const away = ({ handle }: Shown): number => Math.hypot(...between(place, handle.at));
    return [...this.#handles.values()].reduce<Shown | undefined>((best, shown) => (best && away(best) < away(shown) ? best : shown), undefined);
  }

  /** Screen readers hand arrow keys to sliders, and there is no role for what goes two ways. */
  #knob(key: string): SVGGElement {
    const knob = element("g", { role: "slider", tabindex: 0, "aria-valuemin": -REACH[0], "aria-valuemax": REACH[0], "data-handle": key });
    knob.append(element("circle", { r: 22, class: "reach" }), element("circle", { r: 8, class: "knob" }));
    this.#knobs.append(knob);
    const handle = (): Handle | undefined => this.#handles.get(key)?.handle;
    knob.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const place = this.#place(event);
      const taken = this.#nearest(place);
      if (!taken) return;
      taken.knob.setPointerCapture(event.pointerId);
      taken.knob.focus({ preventScroll: true, focusVisible: false });
      this.#grips.set(event.pointerId, between(place, taken.handle.at));
    });
    // The browser would focus what lies on top.
    knob.addEventListener("mousedown", (event) => event.preventDefault());
    knob.addEventListener("pointermove", (event) => {
      const grip = this.#grips.get(event.pointerId);
      if (!grip || !knob.hasPointerCapture(event.pointerId)) return;
      handle()?.move(inView(along(this.#place(event), grip)));
      this.#changed(false);
    });
    knob.addEventListener("lostpointercapture", (event) => {
      this.#grips.delete(event.pointerId);
      this.#changed(true);
    });
    knob.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      const moved = handle();
      if (!way || !moved || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const step = vector(way);
      if (moved.step) moved.step(...along([0, 0], step, event.shiftKey ? LARGE_STEP / STEP : 1));
      else moved.move(inView(along(moved.at, step, event.shiftKey ? LARGE_STEP : STEP)));
      this.#changed(true);
    });
    return knob;
  }
}
