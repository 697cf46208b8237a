// Which of many objects clash: a world tells the pairs, and then each is asked about.

import { World, type Engine, type FunnelRequest, type PenetrationRequest, type Relation, type Shape } from "impinge";

import type { Surface } from "./surfaces";

export interface Item {
  name: string;
  surface: Surface;
}

/** Two objects, by their numbers. */
export interface Clash {
  a: number;
  b: number;
  relation: Relation;
  /** Which of them lies within the other. */
  inner?: "a" | "b";
  /** How many pairs of triangles meet. */
  meeting: number;
  /** How far one has to move to be free, once that was asked. */
  depth?: number;
}

export interface Checked {
  items: readonly Item[];
  /** First what lies within another, then that of which most triangles meet, and last what touches. */
  clashes: readonly Clash[];
  /** How many more there are. */
  leftOut: number;
}

/** More of them are not asked about: each may take a tenth of a second. */
const MOST = 100;
/** So many pairs of triangles may there be, or the way out would take more than a second or two. */
const MOST_FOR_DEPTH = 1_000_000;

export function mesh({ surface }: Item): Shape {
  return { type: "mesh", vertices: surface.vertices, triangles: surface.triangles };
}

/** Which triangles of two objects meet, or which of them is within the other? */
export function cascade(a: Item, b: Item): FunnelRequest {
  return { op: "funnel", a: mesh(a), b: mesh(b) };
}

/** How deep are two objects in each other? */
export function penetration(a: Item, b: Item): PenetrationRequest {
  return { op: "penetration", a: mesh(a), b: mesh(b) };
}

/** Can their depth be asked while a person waits? */
export function canBeMeasured(a: Item, b: Item): boolean {
  return a.surface.triangles.length * b.surface.triangles.length <= MOST_FOR_DEPTH;
}

/** All pairs that share a point at least. */
function touching(items: readonly Item[]): [number, number][] {
  const world = new World(3);
  try {
    for (const item of items) world.add({ shape: mesh(item), sensor: true });
    world.stepQuietly(0);
    const numbers = world.touches();
    return Array.from({ length: numbers.length / 2 }, (_, pair) => [numbers[2 * pair] ?? 0, numbers[2 * pair + 1] ?? 0]);
  } finally {
    world.free();
  }
}

export function check(items: readonly Item[], query: Engine["query"]): Checked {
  const pairs = touching(items);
  const clashes = pairs.slice(0, MOST).flatMap(([a, b]): Clash[] => {
    const [one, other] = [items[a], items[b]];
    if (!one || !other) return [];
    const { relation, inner, pairs, pairs_left_out = 0 } = query(cascade(one, other));
    return [{ a, b, relation, meeting: pairs.length + pairs_left_out, ...(inner ? { inner } : {}) }];
  });
  const rank = ({ inner, relation, meeting }: Clash): number => (inner ? Infinity : relation === "touching" ? 0 : meeting);
  clashes.sort((one, other) => (rank(one) === rank(other) ? 0 : rank(other) - rank(one)));
  return { items, clashes, leftOut: Math.max(0, pairs.length - MOST) };
}
