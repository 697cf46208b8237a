// Two shapes in the plane, each of a kind that is chosen, dragged and turned.

import type { Answer } from "impinge";

import { decimal } from "../shared/numbers";
import { draw, figureHandles, type Figure } from "./figures";
import type { Handle } from "./handles";
import type { Nearness } from "./nearness";
import type { Plane } from "./plane";
import type { Choice } from "./scene";
import { across, along, between, vector, type Vector } from "./vectors";

export type PairState = { a: string; ax: number; ay: number; a_angle: number; b: string; bx: number; by: number; b_angle: number };

const KINDS = { ball: "Ball", box: "Box", capsule: "Capsule", polygon: "Polygon" };
const PENTAGON: readonly Vector[] = [[1.6, -0.2], [0.6, 1.3], [-1, 1.1], [-1.5, -0.4], [0.1, -1.4]];
/** How far beside the way between the shapes its length is written, in pixels. */
const BESIDE = 20;

export const pairChoices: readonly Choice[] = [
  { key: "a", label: "A", options: KINDS },
  { key: "b", label: "B", options: KINDS },
];

function figure(kind: string, at: Vector, angle: number): Figure {
  switch (kind) {
    case "ball":
      return { kind, at, angle: 0, radius: 1.4 };
    case "box":
      return { kind, at, angle, half: [1.8, 1] };
    case "capsule":
      return { kind, at, angle, halfHeight: 1.3, radius: 0.7 };
    default:
      return { kind: "polygon", at, angle, points: PENTAGON };
  }
}

export const first = ({ a, ax, ay, a_angle }: PairState): Figure => figure(a, [ax, ay], a_angle);
export const second = ({ b, bx, by, b_angle }: PairState): Figure => figure(b, [bx, by], b_angle);

export function pairHandles(state: PairState): Handle[] {
  return [
    ...figureHandles("a", "A", "a", first(state), ([x, y]) => Object.assign(state, { ax: x, ay: y }), (angle) => (state.a_angle = angle)),
    ...figureHandles("b", "B", "b", second(state), ([x, y]) => Object.assign(state, { bx: x, by: y }), (angle) => (state.b_angle = angle)),
  ];
}

export function drawPair(plane: Plane, state: PairState): void {
  draw(plane, first(state), "shape a");
  draw(plane, second(state), "shape b");
  plane.text([state.ax, state.ay], "A", [0, 26]);
  plane.text([state.bx, state.by], "B", [0, 26]);
}

/** The way between both, or the way out of A. */
export function drawNearest(plane: Plane, state: PairState, answer: Answer<Nearness>): void {
  if (!answer.points || !answer.normal) return;
  const [a, b] = answer.points.map(vector) as [Vector, Vector];
  if ("depth" in answer) {
    draw(plane, { ...second(state), at: along([state.bx, state.by], vector(answer.normal), answer.depth) }, "ghost b");
    plane.arrow(b, a, "overlap");
  } else {
    plane.line(a, b, "measure");
  }
  for (const [point, look] of [[a, "a"], [b, "b"]] as const) plane.dot(point, look);
  // Beside the way, upwards.
  const side = across(vector(answer.normal));
  const aside = (side[1] < 0 ? -1 : 1) * BESIDE;
  plane.text(along(a, between(a, b), 0.5), decimal("depth" in answer ? answer.depth : answer.distance, 0.001), [side[0] * aside, -side[1] * aside]);
}
