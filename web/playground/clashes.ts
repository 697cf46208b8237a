// Which of many objects clash: a world tells the pairs, and then each is asked how deep it is.

import { CollisionWorld, type CascadeRequest, type DepthAnswer, type DepthRequest, type Engine, type Shape } from "impinge";

import type { Surface } from "./surfaces";

export interface Item {
  name: string;
  surface: Surface;
}

type Collision = Exclude<DepthAnswer, { kind: "disjoint" }>;

/** Two objects, by their numbers, and how they collide. */
export type Clash = Collision & { a: number; b: number };

export interface Checked {
  items: readonly Item[];
  /** The deepest first. */
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

/** Which triangles of two objects meet? */
export function cascade(a: Item, b: Item): CascadeRequest {
  return { op: "cascade", a: mesh(a), b: mesh(b) };
}

/** How do two objects collide, and how deep are they in each other? */
export function depth(a: Item, b: Item): DepthRequest {
  return { op: "depth", a: mesh(a), b: mesh(b) };
}

/** All pairs that share a point at least. */
function touching(items: readonly Item[]): [number, number][] {
  const world = new CollisionWorld(3);
  try {
    for (const item of items) world.add({ shape: mesh(item), sensor: true });
    world.stepQuietly(0);
    const numbers = world.contactPairs();
    return Array.from({ length: numbers.length / 2 }, (_, pair) => [numbers[2 * pair] ?? 0, numbers[2 * pair + 1] ?? 0]);
  } finally {
    world.free();
  }
}

export function check(items: readonly Item[], query: Engine["query"]): Checked {
  const pairs = touching(items);
  const found = pairs.slice(0, MOST).flatMap(([a, b]): Clash[] => {
    const [one, other] = [items[a], items[b]];
    const answer = one && other && query(depth(one, other));
    return !answer || answer.kind === "disjoint" ? [] : [{ ...answer, a, b }];
  });
  const clashes = found.filter(({ kind }) => kind !== "touching").sort((one, other) => one.distance - other.distance);
  return { items, clashes, touches: found.filter(({ kind }) => kind === "touching"), leftOut: Math.max(0, pairs.length - MOST) };
}
