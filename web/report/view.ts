// What both pictures of the scene can do: the one that the graphics card draws and the flat one in its place.

import { Carried } from "./carried";
import type { Drawn } from "./decoding";
import type { Kind, Pair, Point } from "./report";

export interface View {
  readonly kind: "webgl" | "canvas";
  /** Shows a pair and goes there; none: all that clashes, from where it is. */
  select(pair: number | null): void;
  /** Goes to the selected pair again, or to the whole scene. */
  frame(): void;
  home(): void;
  /** Only the selected pair. */
  isolate(isOn: boolean): void;
  /** How much of the rest is seen, from 0 to 1; null: as much as is good for what is shown. */
  context(opacity: number | null): void;
  seeThrough(isOn: boolean): void;
  /** Objects have moved, to where their matrices say at a time; these pairs, by their places in the report, touch now, or are near. */
  moved(near: ReadonlyMap<number, Kind>, time: number): void;
  setUp(up: "y" | "z"): void;
  themeChanged(): void;
}

/** What the colours of a pair and of the rest are called in the style sheet. */
export type Role = "a" | "b" | "overlap" | "rest";

/** The part of the world that a clash is looked at in: where, how far around, and along what it is deep. */
export interface Place {
  center: Point;
  radius: number;
  normal: Point;
}

export const middle = (one: Point, other: Point): Point => one.map((value, axis) => (value + (other[axis] ?? 0)) / 2) as Point;
const diagonal = (min: Point, max: Point): number => Math.hypot(...min.map((value, axis) => (max[axis] ?? 0) - value));

/** The points of each pair on its objects; in a sweep, from where they were told to be at one time, they go along with these. */
export function ends(pairs: readonly Pair[], drawn: readonly Drawn[], inScene: (point: Point) => Point): [Carried, Carried][] {
  const byId = new Map(drawn.map((object) => [object.id, object]));
  return pairs.map(({ a, b, point_a, point_b, swept }) => {
    const time = swept?.approach?.time;
    return [new Carried(byId.get(a.id), inScene(point_a), time), new Carried(byId.get(b.id), inScene(point_b), time)];
  });
}

/** How much around a clash is seen, as a share of the smaller object: of one that comes along, enough to see where from. */
const [AROUND, AROUND_MOVING] = [0.2, 0.5];

/** `sizes` are the diagonals of both objects: a clash is seen with enough around to know where one is. */
export function place(pair: Pair, sizes: [number, number]): Place {
  const smaller = Math.min(...sizes);
  const box = pair.overlap_box ? diagonal(pair.overlap_box.min, pair.overlap_box.max) / 2 : 0;
  const depth = Math.hypot(...pair.point_a.map((value, axis) => value - (pair.point_b[axis] ?? 0)));
  const radius = 1.5 * Math.max(box, depth, smaller * (pair.swept ? AROUND_MOVING : AROUND), Math.max(...sizes) * 1e-4) || 1;
  return { center: middle(pair.point_a, pair.point_b), radius, normal: pair.normal };
}
