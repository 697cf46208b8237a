// Corners that are dragged. A polygon is the convex hull of them: the engine says which of them it has.

import type { Engine } from "impinge";

import { inPlane, type Figure } from "./figures";
import type { Handle } from "./handles";
import { along, between, radians, rounded, turned, type Vector } from "./vectors";

/** Corners in the state, as `a0_x`, `a0_y`, `a1_x` and so on. */
export type Corners = Record<`${string}${number}_${"x" | "y"}`, number>;

export function cornersOf(points: readonly Vector[], name: string): Corners {
  return Object.fromEntries(points.flatMap(([x, y], place) => [[`${name}${place}_x`, x], [`${name}${place}_y`, y]]));
}

/** So many corners of a state. */
export function pointsOf(state: Corners, name: string, count: number): Vector[] {
  return Array.from({ length: count }, (_, place) => [state[`${name}${place}_x`] ?? 0, state[`${name}${place}_y`] ?? 0]);
}

/** A handle for each corner of a polygon. */
export function cornerHandles(state: Corners, name: string, figure: Figure & { kind: "polygon" }, look = name): Handle[] {
  return figure.points.map((point, place) => ({
    key: `${name}-${place}`,
    name: `${name.toUpperCase()}: corner ${place + 1}`,
    look: `${look} corner`,
    at: inPlane(figure, point),
    move(to) {
      const [x, y] = turned(between(figure.at, to), -radians(figure.angle));
      Object.assign(state, { [`${name}${place}_x`]: rounded(x), [`${name}${place}_y`]: rounded(y) });
    },
  }));
}

/** The corners of the hull of some points, counter-clockwise. */
export function hull(points: readonly Vector[], query: Engine["query"]): Vector[] {
  const isHeld = (point: Vector, others: readonly Vector[]): boolean => {
    const place = { shape: { type: "ball", radius: 0 }, pose: { translation: point } } as const;
    return query({ op: "relation", a: { type: "hull", points: others }, b: place }).relation !== "disjoint";
  };
  // One after the other, so that of points at the same place one is left.
  let kept = points;
  for (const point of points) {
    const others = kept.filter((other) => other !== point);
    if (others.length > 0 && isHeld(point, others)) kept = others;
  }
  const middle = kept.reduce<Vector>((sum, point) => along(sum, point, 1 / kept.length), [0, 0]);
  const direction = (point: Vector): number => {
    const [x, y] = between(middle, point);
    return Math.atan2(y, x);
  };
  return [...kept].sort((one, other) => direction(one) - direction(other));
}
