// The same thing twice at one place, as files have it after a slip of the hand.

import type { Point } from "./points";
import type { Corners } from "./space";
import type { Surface } from "./surfaces";

/** Coordinates are as exact as this part of the largest one: what a file says was rounded, and turned and moved since. */
const ROUNDING = 20;

/** The same for a triangle that begins at another of its corners. */
function key(triangle: Corners): string {
  const first = triangle.indexOf(Math.min(...triangle));
  return [0, 1, 2].map((step) => triangle[(first + step) % 3]).join();
}

/** Have both the same triangles at the same places, but for rounding? */
export function areDuplicates(a: Surface, b: Surface): boolean {
  if (a.vertices.length !== b.vertices.length || a.triangles.length !== b.triangles.length) return false;
  const largest = a.vertices.reduce((most, vertex) => Math.max(most, ...vertex.map(Math.abs)), 0);
  // By a power of two, what files like to say lies in the middle of a cell and not where two of them meet.
  const cell = 2 ** (Math.ceil(Math.log2(largest)) - ROUNDING);
  const place = (vertex: Point): string => vertex.map((coordinate) => Math.round(coordinate / cell)).join();
  const numbers = new Map(a.vertices.map((vertex, number) => [place(vertex), number]));
  const same: number[] = [];
  for (const vertex of b.vertices) {
    const number = numbers.get(place(vertex));
    if (number === undefined) return false;
    same.push(number);
  }
  const one = (triangle: Corners): Corners => triangle.map((corner) => numbers.get(place(a.vertices[corner] as Point)) ?? corner) as unknown as Corners;
  const other = (triangle: Corners): Corners => triangle.map((corner) => same[corner] ?? -1) as unknown as Corners;
  const known = new Set(a.triangles.map((triangle) => key(one(triangle))));
  return b.triangles.every((triangle) => known.has(key(other(triangle))));
}
