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
  /** What bars of each look are, where rows do not say it. */
  legend?: readonly { look: string; name: string }[];
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
/** So long is the tip of a bar that goes on beyond what is shown. */
const TIP = 2.5;

function picture({ from, to, lanes, marks }: Bars, spans: readonly Span[]): SVGSVGElement {
  const shown = [from, to] as const;
  // A little over their bars, or a seam would be seen.
  const tips = [[TIP + 0.2, 0], [99.8 - TIP, 100]] as const;
  const at = (value: number): number => (100 * (Math.min(to, Math.max(from, value)) - from)) / (to - from);
  const svg = element("svg", { viewBox: `0 0 100 ${LANE * lanes}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  for (const mark of marks) svg.append(element("line", { x1: at(mark), x2: at(mark), y1: 0, y2: LANE * lanes, class: "mark" }));
  for (const { from, to, look, lane = 0 } of spans) {
    const [isOpenBefore, isOpenAfter] = [from < shown[0], to > shown[1]];
    const left = at(from) + (isOpenBefore ? TIP : 0);
    const width = Math.max(at(to) - (isOpenAfter ? TIP : 0) - left, 0.4);
    const [top, middle, bottom] = [LANE * lane + 1, LANE * (lane + 0.5), LANE * (lane + 1) - 1];
    svg.append(element("rect", { x: left, width, y: top, height: bottom - top, class: look }));
    for (const [end, [edge, tip]] of tips.entries()) {
      if ([isOpenBefore, isOpenAfter][end]) svg.append(element("polygon", { points: `${edge},${top} ${tip},${middle} ${edge},${bottom}`, class: `open ${look}` }));
    }
  }
  return svg;
}

/** The rows, with their numbers as text for those who do not see bars. */
export function drawBars(bars: Bars): Node[] {
  const rows = bars.rows.map((row) =>
    make("li", { class: row.isChosen ? "chosen" : "" }, make("span", {}, row.label), picture(bars, row.spans), make("span", { class: "told" }, row.told)),
  );
  const legend = bars.legend?.map(({ look, name }) => make("span", {}, make("i", { class: look, "aria-hidden": "true" }), name)) ?? [];
  return [make("h3", {}, bars.title), ...(legend.length > 0 ? [make("p", { class: "legend" }, ...legend)] : []), make("ul", {}, ...rows)];
}
