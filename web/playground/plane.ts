// The plane: a grid, what a scene draws on it, and its handles.

import { decimal } from "../shared/numbers";
import { Handles, type Handle } from "./handles";
import { element } from "./svg";
import { along, between, rounded, vector, type Vector } from "./vectors";

/** Half of what is shown at least, and of a picture that has another one beside it. */
const REACH: Vector = [8, 5.5];
const REACH_OF_HALF: Vector = [5.5, 5.5];
/** How close lines of the grid come, in pixels. */
const CLOSEST = 10;
/** So far away that a line has no end in the picture. */
const BEYOND = 1000;

/** A view of the plane. Looks are classes of playground.css. */
export class Plane {
  readonly #svg: SVGSVGElement;
  readonly #grid = element("g", { class: "grid" });
  readonly #drawing = element("g", {});
  readonly #handles: Handles<Vector>;
  /** What happens where the plane is pressed beside its handles. */
  #pressed: ((at: Vector) => void) | undefined;
  #scale = 1;
  /** In pixels. */
  #size: Vector = [0, 0];
  /** What lies in the middle, and how far from there it is seen at least. */
  #center: Vector = [0, 0];
  #reach = REACH;
  /** The pixel of the origin. */
  #middle: Vector = [0, 0];

  /** `changed` is called after a handle moved, and once more when it is let go; `resized` when all has to be drawn again. */
  constructor(svg: SVGSVGElement, changed: (isDone: boolean) => void, resized: () => void) {
    this.#svg = svg;
    svg.append(this.#grid, this.#drawing);
    const inView = (place: Vector): Vector => vector(place.map((coordinate, axis) => {
      const reach = this.#reach[axis] ?? 0;
      return rounded(Math.min(reach, Math.max(-reach, coordinate)));
    }));
    const projection = {
      reach: REACH[0],
      pixel: (place: Vector) => this.#pixel(place),
      dragged: (_: Vector, pixel: Vector) => inView(this.#place(pixel)),
      stepped: (from: Vector, way: Vector) => inView(along(from, way)),
      told: ([x, y]: Vector) => `x ${decimal(x, 0.01)}, y ${decimal(y, 0.01)}`,
    };
    this.#handles = new Handles(svg, projection, changed);
    // A click that ends a drag is none.
    let isBeside = false;
    svg.addEventListener("pointerdown", ({ target }) => (isBeside = target instanceof Element && !target.closest(".handle")));
    svg.addEventListener("click", ({ clientX, clientY }) => {
      if (!isBeside || !this.#pressed) return;
      const { left, top } = svg.getBoundingClientRect();
      this.#pressed(inView(this.#place([clientX - left, clientY - top])));
      changed(true);
    });
    new ResizeObserver(([entry]) => {
      // Hidden, it has no size.
      if (!entry?.contentRect.width) return;
      this.#fit();
      resized();
    }).observe(svg);
    this.#fit();
  }

  #fit(): void {
    const { width, height } = this.#svg.getBoundingClientRect();
    const [x, y] = this.#center;
    this.#size = [width, height];
    this.#scale = Math.max(1, Math.min(width / (2 * this.#reach[0]), height / (2 * this.#reach[1])));
    this.#middle = [width / 2 - x * this.#scale, height / 2 + y * this.#scale];
    this.#svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#grid.replaceChildren();
    // Only what is in view, and no closer than can be told apart.
    const step = 10 ** Math.max(0, Math.ceil(Math.log10(CLOSEST / this.#scale)));
    const [right, up] = [width / 2 / this.#scale, height / 2 / this.#scale];
    const inView = (middle: number, reach: number): number[] => {
      const first = Math.ceil((middle - reach) / step);
      return Array.from({ length: Math.floor((middle + reach) / step) - first + 1 }, (_, line) => (first + line) * step);
    };
    for (const place of inView(x, right)) this.#add(this.#grid, [place, y - up], [place, y + up], place === 0 ? "zero" : "");
    for (const place of inView(y, up)) this.#add(this.#grid, [x - right, place], [x + right, place], place === 0 ? "zero" : "");
  }

  #add(layer: SVGGElement, from: Vector, to: Vector, look: string): void {
    const [[x1, y1], [x2, y2]] = [this.#pixel(from), this.#pixel(to)];
    layer.append(element("line", { x1, y1, x2, y2, class: look }));
  }

  #pixel([x, y]: Vector): Vector {
    return [this.#middle[0] + x * this.#scale, this.#middle[1] - y * this.#scale];
  }

  #place([x, y]: Vector): Vector {
    return [(x - this.#middle[0]) / this.#scale, (this.#middle[1] - y) / this.#scale];
  }

  /** The end of a way in pixels, or where the way leaves the picture. One that only leads away from the picture stays as it is. */
  #inPicture(start: Vector, end: Vector): Vector {
    const way = between(start, end);
    const shares = ([0, 1] as const).map((axis) => (way[axis] === 0 ? 1 : ((way[axis] > 0 ? this.#size[axis] : 0) - start[axis]) / way[axis]));
    const share = Math.min(1, ...shares);
    return share > 0 ? along(start, way, share) : end;
  }

  /** Shows what is around the origin, less of it if another picture needs half of the room. */
  enter(isHalf: boolean): void {
    this.#center = [0, 0];
    this.#reach = isHalf ? REACH_OF_HALF : REACH;
    this.#fit();
    this.show([]);
  }

  /** Shows all of these points, and some room around them. */
  see(points: readonly Vector[], room: number): void {
    const extent = ([0, 1] as const).map((axis) => {
      const places = points.map((point) => point[axis]);
      return [Math.min(...places) - room, Math.max(...places) + room] as const;
    });
    this.#center = vector(extent.map(([least, greatest]) => (least + greatest) / 2));
    this.#reach = vector(extent.map(([least, greatest]) => (greatest - least) / 2));
    this.#fit();
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

  /** All within a radius of a polygon, which itself stays as it is. */
  around(points: readonly Vector[], radius: number, look: string): void {
    const corners = points.map((point) => this.#pixel(point).join()).join(" ");
    this.#drawing.append(element("polygon", { points: corners, "stroke-width": 2 * radius * this.#scale, class: look }));
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

  /** Only as far as the border of the picture, where its head is seen. */
  arrow(from: Vector, to: Vector, look: string): void {
    const start = this.#pixel(from);
    const tip = this.#inPicture(start, this.#pixel(to));
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

  /** Handles, and what happens where it is pressed beside them. */
  show(handles: readonly Handle[], pressed?: (at: Vector) => void): void {
    this.#pressed = pressed;
    this.#svg.classList.toggle("pressable", pressed !== undefined);
    for (const { stem, at } of handles) if (stem) this.line(stem, at, "stem");
    this.#handles.show(handles);
  }
}
