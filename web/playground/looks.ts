// What the style sheet says of lines and bodies, for pictures that it does not reach: those of the graphics card.

import { element } from "./svg";

export interface Look {
  fill: string;
  fillOpacity: number;
  stroke: string;
  /** In pixels. */
  strokeWidth: number;
  opacity: number;
  /** The length of a dash in pixels; 0 for none. */
  dash: number;
}

/** Looks are classes of playground.css; they are read once, until the colours change. */
export class Looks {
  readonly #line = element("line", {});
  readonly #known = new Map<string, Look>();

  /** The style of elements in this picture counts. */
  constructor(svg: SVGSVGElement, changed: () => void) {
    svg.append(this.#line);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.#known.clear();
      changed();
    });
  }

  of(classes: string): Look {
    const known = this.#known.get(classes);
    if (known) return known;
    this.#line.setAttribute("class", classes);
    const style = getComputedStyle(this.#line);
    const look: Look = {
      fill: style.fill,
      fillOpacity: Number(style.fillOpacity),
      stroke: style.stroke,
      strokeWidth: Number.parseFloat(style.strokeWidth),
      opacity: Number(style.opacity),
      dash: Number.parseFloat(style.strokeDasharray) || 0,
    };
    this.#known.set(classes, look);
    return look;
  }
}
