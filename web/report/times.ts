// What a sweep tells of a pair: when it touches, each time a button that leads there, how it was before, and how deep it gets.

import { make } from "../shared/markup";
import { distance, length, point, seconds, secondsAlone } from "./quantities";
import { seen, type Interval, type Moving, type SweptPair } from "./sweep";

export function times(pair: SweptPair, moving: Moving, goTo: (time: number) => void): [string, string | Node][] {
  const told = (time: number): string => seconds(time, moving.tolerance);
  const button = (text: string, time: number, title = `Go to ${told(time)}`): HTMLElement => {
    const button = make("button", { type: "button", class: "time", title }, text);
    button.addEventListener("click", () => goTo(time));
    return button;
  };
  const row = (interval: Interval): HTMLElement => {
    const [from, to] = [interval.from.free_until ?? moving.from, interval.to.free_from ?? moving.to];
    // A dash would look like one minus more.
    const dash = moving.from < 0 ? " to " : "–";
    const text = `${secondsAlone(from, moving.tolerance)}${dash}${told(to)}`;
    const open = [interval.from.free_until === null ? "from the start" : "", interval.to.free_from === null ? "to the end" : ""];
    return make("li", {}, button(text, seen(interval, moving)[0]), [` ${interval.kind}`, ...open.filter(Boolean)].join(", "));
  };
  const facts: [string, string | Node][] = [["Intervals", make("ul", { class: "times" }, ...pair.intervals.map(row))]];
  const { approach, deepest, nearest } = pair;
  if (deepest) {
    // It is the deepest of a few times that were looked at.
    facts.push(["Deepest observed", make("span", {}, button(told(deepest.time), deepest.time), ` ${distance(deepest)}`)]);
  }
  if (nearest && !deepest) facts.push(["Nearest observed", make("span", {}, button(told(nearest.time), nearest.time), ` ${length(nearest.distance)} apart`)]);
  if (approach) {
    const how = approach.distance > 0 ? ` ${length(approach.distance)} apart` : " already in contact";
    facts.push([approach.distance > 0 ? "Before" : "At the start", make("span", {}, button(told(approach.time), approach.time), how)]);
    facts.push(["Point on A", `${point(approach.point_a)} m`], ["Point on B", `${point(approach.point_b)} m`]);
    if (approach.normal) facts.push(["From A to B", point(approach.normal)]);
  }
  return facts;
}
