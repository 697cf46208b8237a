// How numbers are written for people.

import type { Pair, Point } from "./report";

/** Four digits, without zeros that say nothing. */
function digits(value: number): string {
  if (value === 0) return "0";
  const decimals = Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value))));
  return decimals > 9 ? value.toExponential(2) : String(Number(value.toFixed(decimals)));
}

/** The least length in metres that is told in a unit, how long that is, and its name. */
const UNITS: readonly [number, number, string][] = [[1, 1, "m"], [1e-5, 1e-3, "mm"], [0, 1e-6, "µm"]];

/** A length in metres, in the unit in which it is easy to read. */
export function length(metres: number): string {
  const size = Math.abs(metres);
  const [, scale, unit] = (size > 0 && UNITS.find(([least]) => size >= least)) || [0, 1, "m"];
  return `${digits(metres / scale).replace("-", "−")} ${unit}`;
}

/** A volume in cubic metres. */
export function volume(cubicMetres: number): string {
  const [scale, unit] = cubicMetres >= 1e-3 || cubicMetres === 0 ? [1, "m³"] : cubicMetres >= 1e-6 ? [1e-6, "cm³"] : [1e-9, "mm³"];
  return `${digits(cubicMetres / scale)} ${unit}`;
}

/** The distance, with the sign of a bound. An upper bound of the depth is a lower one of the distance. */
export function distance({ distance, distance_kind }: Pick<Pair, "distance" | "distance_kind">): string {
  const bound = { exact: "", upper_bound: "≥ ", lower_bound: "≤ " }[distance_kind];
  return bound + length(distance);
}

/** A time in seconds, with as many decimals as it is told precisely. */
export function seconds(time: number, tolerance: number): string {
  return `${decimal(time, tolerance)} s`;
}

/** A number with as many decimals as a step has. */
export function decimal(value: number, step: number): string {
  const decimals = Math.min(12, Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)));
  // Adding 0 makes −0 the same as 0.
  return (Number(value.toFixed(decimals)) + 0).toFixed(decimals).replace("-", "−");
}

export function point(coordinates: Point): string {
  return coordinates.map((coordinate) => Number(coordinate.toFixed(6))).join(", ");
}

/** A whole number, in groups of three digits. */
export function whole(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${whole(number)} ${number === 1 ? noun : plural}`;
}
