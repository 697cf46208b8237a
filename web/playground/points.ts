// Points of space, for what is drawn and dragged; what is answered comes from the engine alone.

import { rounded } from "./vectors";

export type Point = readonly [x: number, y: number, z: number];
/** A rotation: x, y, z, w. */
export type Quaternion = readonly [x: number, y: number, z: number, w: number];

/** No turn. */
export const UPRIGHT: Quaternion = [0, 0, 0, 1];

/** A point of an answer, or of a list whose length is known. */
export function point(coordinates: readonly number[]): Point {
  return [coordinates[0] ?? 0, coordinates[1] ?? 0, coordinates[2] ?? 0];
}

/** `from` + `times` · `direction` */
export function ahead(from: Point, direction: Point, times = 1): Point {
  return [from[0] + times * direction[0], from[1] + times * direction[1], from[2] + times * direction[2]];
}

export function way(from: Point, to: Point): Point {
  return ahead(to, from, -1);
}

export function inner(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function outer([ax, ay, az]: Point, [bx, by, bz]: Point): Point {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

/** A direction across another one, of length 1. */
export function sideways(direction: Point): Point {
  const [x, y, z] = direction.map(Math.abs) as [number, number, number];
  const other: Point = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  const side = outer(direction, other);
  return ahead([0, 0, 0], side, 1 / Math.hypot(...side));
}

/** The product: first `second`, then `first`. */
function product([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** Turns about the axes of space, x first, then y, then z, by whole degrees; as short as it stands in requests. */
export function rotation(angles: Point): Quaternion {
  const about = (axis: number): Quaternion => {
    const half = ((angles[axis] ?? 0) * Math.PI) / 360;
    const [x, y, z] = [0, 1, 2].map((each) => (each === axis ? Math.sin(half) : 0)) as [number, number, number];
    return [x, y, z, Math.cos(half)];
  };
  return product(about(2), product(about(1), about(0))).map((part) => rounded(part, 4)) as unknown as Quaternion;
}

export function inverse([x, y, z, w]: Quaternion): Quaternion {
  return [-x, -y, -z, w];
}

/** Turned by a quaternion of any length but 0. */
export function revolved(place: Point, quaternion: Quaternion): Point {
  const [x, y, z, w] = quaternion.map((part) => part / Math.hypot(...quaternion)) as unknown as Quaternion;
  const axis: Point = [x, y, z];
  const twice = ahead([0, 0, 0], outer(axis, place), 2);
  return ahead(ahead(place, twice, w), outer(axis, twice));
}
