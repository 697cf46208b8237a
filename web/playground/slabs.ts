// What is told of a segment through a box, in the plane and in space.

import type { ClipAnswer, Face, SlabInterval } from "impinge";

import { decimal } from "../shared/numbers";
import type { Bars, Span } from "./bars";

/** The look of each axis of the box. */
export const AXES = ["x", "y", "z"] as const;
/** As far as the line is drawn, in lengths of the segment. */
export const ALL = 100;
/** What the bars show of the line, in lengths of the segment. */
const SHOWN = [-0.5, 1.5] as const;
const NUMBERS = ["no", "one", "two", "three", "four"];

/** From where to where, of a slab that has a part of the line. */
export function interval(slab: SlabInterval): [number, number] | undefined {
  if (slab.interval === "never") return undefined;
  return slab.interval === "always" ? [-ALL, ALL] : [slab.from, slab.to];
}

function told(slab: SlabInterval): string {
  if (slab.interval !== "within") return slab.interval;
  return `${decimal(slab.from, 0.001)} to ${decimal(slab.to, 0.001)}`;
}

export function faceName({ axis, positive }: Face): string {
  return `${positive ? "+" : "−"}${AXES[axis] ?? "?"}`;
}

/** The interval of each slab, of the segment, and what they have in common. */
export function slabBars(answer: ClipAnswer): Bars {
  const span = (slab: SlabInterval, look: string): Span[] => {
    const inside = interval(slab);
    return inside ? [{ from: inside[0], to: inside[1], look }] : [];
  };
  return {
    title: "Intervals of t",
    from: SHOWN[0],
    to: SHOWN[1],
    lanes: 1,
    marks: [0, 1],
    rows: [
      ...answer.slab_intervals.map((slab, axis) => ({ label: `Slab of ${AXES[axis] ?? ""}`, told: told(slab), spans: span(slab, AXES[axis] ?? "") })),
      { label: "Segment", told: "0 to 1", spans: [{ from: 0, to: 1, look: "rest" }] },
      {
        label: `In all ${NUMBERS[answer.slab_intervals.length + 1] ?? ""}`,
        told: answer.hit ? `${decimal(answer.from, 0.001)} to ${decimal(answer.to, 0.001)}` : "empty",
        spans: answer.hit ? [{ from: answer.from, to: answer.to, look: "overlap" }] : [],
        isChosen: true,
      },
    ],
  };
}

/** The answer as one sentence. */
export function toldClip(answer: ClipAnswer): string {
  if (!answer.hit) return "The segment misses the box.";
  const way = answer.entry_face ? `enters through the face ${faceName(answer.entry_face)}` : "starts inside";
  const end = answer.exit_face ? `leaves through the face ${faceName(answer.exit_face)}` : "ends inside";
  return `The segment ${way} and ${end}.`;
}
