// The funnel: how much each stage of the search looked at, and how much of it it passed on.

import { make } from "./markup";
import { whole } from "./numbers";

export interface Stage {
  stage: string;
  unit: string;
  entered: number;
  left: number;
  milliseconds?: number;
}

/** For each stage a bar for what entered it, and below one for what left; lengths go by logarithms. */
export function funnel(stages: readonly Stage[]): HTMLElement {
  const largest = Math.max(1, ...stages.map((stage) => stage.entered));
  const share = (number: number): string => `${number ? (100 * (1 + Math.log10(number))) / (1 + Math.log10(largest)) : 0}%`;
  const rows = stages.map((stage) => {
    const entered = make("div", { class: "entered" });
    const left = make("div", { class: "left" });
    entered.style.width = share(stage.entered);
    left.style.width = share(stage.left);
    const time = stage.milliseconds === undefined ? [] : [make("td", {}, `${whole(Math.round(stage.milliseconds))} ms`)];
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, stage.stage.replaceAll("_", " ")),
      make("td", { class: "bars", "aria-hidden": "true" }, entered, left),
      make("td", {}, whole(stage.entered)),
      make("td", {}, whole(stage.left)),
      make("td", { class: "unit" }, stage.unit),
      ...time,
    );
  });
  const titles = ["Stage", "", "Entered", "Passed on", "Unit", ...(stages.some((stage) => stage.milliseconds !== undefined) ? ["Time"] : [])];
  const head = titles.map((title) => (title ? make("th", { scope: "col" }, title) : make("td")));
  return make("table", { class: "funnel" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
}
