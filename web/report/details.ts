// All that is known of the selected pair.

import { find, make, plain } from "../shared/markup";
import { whole } from "../shared/numbers";
import { distance, length, point, volume } from "./quantities";
import type { Pair, Report } from "./report";
import { times } from "./times";

const MEANING = {
  duplicate: "Both objects have the same triangles in the same places.",
  overlap: "The surfaces cross, or the solids share volume.",
  contained: "One object is completely inside the other.",
  touching: "The surfaces touch, and share nothing else.",
  clearance: "The objects are disjoint, but closer than the clearance.",
  contact: "The objects were observed to touch or overlap.",
  near: "The objects come closer than they move within the tolerance: a near miss, or a short contact.",
} as const;

const CERTAINTY = {
  exact: "exact",
  upper_bound: "a tested translation of this length separates them; a shorter one may exist",
  lower_bound: "proven; no separating translation was found",
} as const;

type Facts = [string, string | Node][];

/** `goTo` leads to a time of a sweep. */
export function showDetails(pair: Pair | null, report: Report, goTo: (time: number) => void): void {
  const panel = find("details");
  panel.hidden = !pair;
  if (!pair) return;
  const facts: Facts = [["Kind", `${pair.kind}. ${MEANING[pair.kind]}`]];
  facts.push(...(pair.swept && report.moving ? times(pair.swept, report.moving, goTo) : measures(pair, report)));
  if (pair.severity !== "error") facts.push(["Severity", pair.severity]);
  if (pair.rule !== null) facts.push(["Rule", `number ${pair.rule + 1}, between ${report.rules.rules[pair.rule]?.between.map(plain).join(" and ")}`]);
  if (pair.reason) facts.push(["Status", `${pair.status}: ${plain(pair.reason)}`]);
  else if (pair.status) facts.push([pair.status === "accepted" ? "Status" : "Since the baseline", pair.status]);
  facts.push(["Pair", make("code", {}, pair.id)]);
  const title = (side: "a" | "b"): HTMLElement =>
    make(
      "p",
      { class: `object ${side}` },
      make("b", {}, side.toUpperCase()),
      make("span", { class: "name" }, plain(pair[side].name)),
      make("span", { class: "path" }, plain(pair[side].path)),
    );
  const list = make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  find("details-content").replaceChildren(title("a"), title("b"), list);
}

/** How deep a pair is, and where. */
function measures(pair: Pair, report: Report): Facts {
  const facts: Facts = [["Distance", `${distance(pair)} (${CERTAINTY[pair.distance_kind]})`]];
  if (pair.inner) facts.push(["Inside", plain(pair.inner === "a" ? pair.a.name : pair.b.name)]);
  if (pair.depth_at_least !== null) facts.push(["Depth at least", length(pair.depth_at_least)]);
  facts.push(["Shared volume", pair.volume === null ? `not defined: ${whyNone(pair, report)}` : volume(pair.volume)]);
  if (pair.triangle_pairs) {
    facts.push(["Intersection", `${whole(pair.triangle_pairs)} pairs of triangles, curves of ${length(pair.curve_length)}`]);
  }
  facts.push(["Point on A", `${point(pair.point_a)} m`], ["Point on B", `${point(pair.point_b)} m`]);
  facts.push([pair.distance < 0 ? "Move B along" : "From A to B", point(pair.normal)]);
  return facts;
}

/** Why a pair shares no volume that could be told: only solids do. */
function whyNone({ a, b }: Pair, { objects }: Report): string {
  const isOpen = [a, b].map(({ id }) => objects[id]?.closed === false);
  if (!isOpen.includes(true)) return "one has parts that overlap each other, or is flattened";
  return isOpen.includes(false) ? `${isOpen[0] ? "A" : "B"} is not closed` : "neither is closed";
}

/** What is put into the clipboard: for people, and as the record for programs. */
export function asText(pair: Pair): string {
  const deep = Number.isNaN(pair.distance) ? "" : `, distance ${distance(pair)}`;
  return [
    `${pair.a.path} × ${pair.b.path}`,
    `${pair.kind}${deep}, at ${point(pair.point_a)} m`,
    JSON.stringify(pair.swept ?? pair),
  ].join("\n");
}

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Where a page from a file may not use the clipboard, an old way is left.
    const area = make("textarea", { "aria-hidden": "true" });
    area.value = text;
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  }
}
