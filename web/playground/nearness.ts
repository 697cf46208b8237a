// What is asked and told of two shapes that are apart or overlap, in the plane and in space.

import type { Answer, DistanceRequest, Engine, PenetrationRequest, Placed } from "impinge";

import { decimal } from "../shared/numbers";
import type { Reading } from "./scene";
import { coordinates } from "./vectors";

export type Nearness = DistanceRequest | PenetrationRequest;

/** How far apart they are, or how deep in each other. */
export function asked(pair: { a: Placed; b: Placed }, query: Engine["query"]): Nearness {
  const { relation } = query({ op: "distance", ...pair });
  return { op: relation === "overlapping" ? "penetration" : "distance", ...pair };
}

/** The answer as one sentence. */
export function toldNearest(answer: Answer<Nearness>): string {
  if ("depth" in answer) return `The shapes overlap. Moving B by ${decimal(answer.depth, 0.001)} separates them.`;
  return answer.relation === "touching" ? "The shapes touch." : `The shapes are ${decimal(answer.distance, 0.001)} apart.`;
}

export function nearestReadings(answer: Answer<Nearness>): readonly Reading[] {
  const readings: [string, string][] = ["depth" in answer ? ["Depth", decimal(answer.depth, 0.001)] : ["Distance", decimal(answer.distance, 0.001)]];
  if (answer.points) readings.push(["Point on A", coordinates(answer.points[0])], ["Point on B", coordinates(answer.points[1])]);
  if (answer.normal) readings.push(["Normal", coordinates(answer.normal)]);
  return readings;
}
