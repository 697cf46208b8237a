// Which of many objects clash: a world tells the pairs, and then each is asked about.

import { World, type Engine, type FunnelRequest, type PenetrationRequest, type Relation, type Shape } from "impinge";

import { areDuplicates } from "./duplicates";
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
  /** Are they the same thing twice? */
  isDuplicate: boolean;
  /** How many pairs of triangles meet. */
  meeting: number;
}

export interface Checked {
  items: readonly Item[];
  /** First duplicates and what lies within another, then that of which most triangles meet. */
  clashes: readonly Clash[];
  /** What shares no more than a point or a surface. */
  touches: readonly Clash[];
  /** How many more pairs there are, which may be either. */
  leftOut: number;
}

/** More of them are not asked about: each may take a tenth of a second. */
const MOST = 100;

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
  const found = pairs.slice(0, MOST).flatMap(([a, b]): Clash[] => {
    const [one, other] = [items[a], items[b]];
    if (!one || !other) return [];
    const { relation, inner, pairs, pairs_left_out = 0 } = query(cascade(one, other));
    const isDuplicate = relation === "overlapping" && areDuplicates(one.surface, other.surface);
    return [{ a, b, relation, isDuplicate, meeting: pairs.length + pairs_left_out, ...(inner ? { inner } : {}) }];
  });
  const rank = ({ inner, isDuplicate, meeting }: Clash): number => (inner || isDuplicate ? Infinity : meeting);
  const clashes = found.filter(({ relation }) => relation === "overlapping").sort((one, other) => (rank(one) === rank(other) ? 0 : rank(other) - rank(one)));
  return { items, clashes, touches: found.filter(({ relation }) => relation === "touching"), leftOut: Math.max(0, pairs.length - MOST) };
}
