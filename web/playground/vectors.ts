// Points of the plane, for what is drawn and dragged; what is answered comes from the engine alone.

import { decimal } from "../shared/numbers";

export type Vector = readonly [x: number, y: number];

/** A point of an answer, or of a list whose length is known. */
export function vector(point: readonly number[]): Vector {
  return [point[0] ?? 0, point[1] ?? 0];
}

/** `from` + `times` · `direction` */
export function along(from: Vector, direction: Vector, times = 1): Vector {
  return [from[0] + times * direction[0], from[1] + times * direction[1]];
}

export function between(from: Vector, to: Vector): Vector {
  return [to[0] - from[0], to[1] - from[1]];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1];
}

/** A quarter turn counter-clockwise. */
export function across([x, y]: Vector): Vector {
  return [-y, x];
}

/** Turned counter-clockwise by an angle in radians. */
export function turned([x, y]: Vector, angle: number): Vector {
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  return [x * cosine - y * sine, x * sine + y * cosine];
}

/** As it stands in requests and addresses: so short that code made of it can be read. */
export function rounded(value: number, decimals = 2): number {
  // Adding 0 makes −0 the same as 0.
  return Number(value.toFixed(decimals)) + 0;
}

export function radians(degrees: number): number {
  return rounded((degrees * Math.PI) / 180, 4);
}

/** A direction in whole degrees, above −180 and up to 180. */
export function degrees([x, y]: Vector): number {
  return wholeDegrees((Math.atan2(y, x) * 180) / Math.PI);
}

/** An angle in whole degrees, above −180 and up to 180. */
export function wholeDegrees(angle: number): number {
  const turn = Math.round(angle) % 360;
  return (turn > 180 ? turn - 360 : turn <= -180 ? turn + 360 : turn) + 0;
}

/** As it is told to people. */
export function coordinates(point: readonly number[]): string {
  return point.map((coordinate) => decimal(coordinate, 0.001)).join(", ");
}
