// What lies flat over a picture of space: texts, dots and lines beside lines, which keep their size however far away they are.

import type { Point } from "./points";
import { element } from "./svg";
import { along, between, type Vector } from "./vectors";

/** Where something goes when the view changes. */
type Follow = () => void;

export class Overlay {
  readonly #layer = element("g", {});
  readonly #pixel: (point: Point) => Vector;
  /** The part of a way that lies before the eye. */
  readonly #visible: (from: Point, to: Point) => [Point, Point] | undefined;
  #followers: Follow[] = [];

  constructor(svg: SVGSVGElement, pixel: (point: Point) => Vector, visible: (from: Point, to: Point) => [Point, Point] | undefined) {
    this.#pixel = pixel;
    this.#visible = visible;
    svg.append(this.#layer);
  }

  clear(): void {
    this.#followers = [];
    this.#layer.replaceChildren();
  }

  /** Puts all where it is seen now. */
  place(): void {
    for (const follow of this.#followers) follow();
  }

  dot(at: Point, look: string): void {
    const circle = element("circle", { r: 5, class: `dot ${look}` });
    this.#add(circle, () => {
      const [cx, cy] = this.#pixel(at);
      circle.setAttribute("cx", String(cx));
      circle.setAttribute("cy", String(cy));
    });
  }

  /** A text beside a point, in pixels from it. */
  text(at: Point, text: string, [right, down]: Vector = [10, -10], look = ""): void {
    const made = element("text", { class: look, "text-anchor": right < 0 ? "end" : right > 0 ? "start" : "middle" });
    made.textContent = text;
    this.#add(made, () => {
      const [x, y] = this.#pixel(at);
      made.setAttribute("x", String(x + right));
      made.setAttribute("y", String(y + down));
    });
  }

  /** A line so many pixels beside the way from one point to another, to the left. */
  beside(from: Point, to: Point, pixels: number, look: string): void {
    const line = element("line", { class: look });
    this.#add(line, () => {
      const seen = this.#visible(from, to);
      line.setAttribute("visibility", seen ? "visible" : "hidden");
      if (!seen) return;
      const [start, end] = [this.#pixel(seen[0]), this.#pixel(seen[1])];
      const [x, y] = between(start, end);
      const length = Math.hypot(x, y) || 1;
      const side: Vector = [(y * pixels) / length, (-x * pixels) / length];
      const [[x1, y1], [x2, y2]] = [along(start, side), along(end, side)];
      for (const [name, value] of Object.entries({ x1, y1, x2, y2 })) line.setAttribute(name, String(value));
    });
  }

  #add(made: SVGElement, follow: Follow): void {
    this.#layer.append(made);
    this.#followers.push(follow);
    follow();
  }
}
