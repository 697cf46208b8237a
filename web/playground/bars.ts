// Intervals as bars, one row for each axis, all to the same scale.

import { make } from "../shared/markup";
import { element } from "./svg";

/** A part of a row, in the lane that it lies in. */
export interface Span {
  from: number;
  to: number;
  look: string;
  lane?: number;
}

export interface Row {
  label: string;
  /** What the row comes to. */
  told: string;
  spans: readonly Span[];
  isChosen?: boolean;
}

export interface Bars {
  title: string;
  /** What is shown of the line of numbers. */
  from: number;
  to: number;
  /** How many bars lie above each other in a row. */
  lanes: number;
  /** Numbers with a line through all rows. */
  marks: readonly number[];
  rows: readonly Row[];
}

/** So high is a lane, in the units of the picture, which is as wide as 100. */
const LANE = 10;

function picture({ from, to, lanes, marks }: Bars, spans: readonly Span[]): SVGSVGElement {
  const at = (value: number): number => (100 * (Math.min(to, Math.max(from, value)) - from)) / (to - from);
  const svg = element("svg", { viewBox: `0 0 100 ${LANE * lanes}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  for (const mark of marks) svg.append(element("line", { x1: at(mark), x2: at(mark), y1: 0, y2: LANE * lanes, class: "mark" }));
  for (const { from, to, look, lane = 0 } of spans) {
    const width = Math.max(at(to) - at(from), 0.4);
    svg.append(element("rect", { x: at(from), width, y: LANE * lane + 1, height: LANE - 2, class: look }));
  }
  return svg;
}

/** The rows, with their numbers as text for those who do not see bars. */
export function drawBars(bars: Bars): Node[] {
  const rows = bars.rows.map((row) =>
    make("li", { class: row.isChosen ? "chosen" : "" }, make("span", {}, row.label), picture(bars, row.spans), make("span", { class: "told" }, row.told)),
  );
  return [make("h3", {}, bars.title), make("ul", {}, ...rows)];
}
