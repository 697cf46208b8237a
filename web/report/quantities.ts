// How lengths, volumes, times and places are written for people.

import { count, decimal, digits, TIMES, whole } from "../shared/numbers";
import type { Pair, Point, Report } from "./report";

/** So many pairs of a report. Those of a sweep may only come near each other, so they are no clashes. */
export function countPairs(pairs: number, { moving }: Pick<Report, "moving">): string {
  return moving ? count(pairs, "pair") : count(pairs, "clash", "clashes");
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

/** A signed distance in words: `12.4 mm deep`, `≤ 38.02 mm deep` where the depth is an upper bound, `3 mm apart`. */
export function distance({ distance, distance_kind }: Pick<Pair, "distance" | "distance_kind">): string {
  if (distance > 0) return `${{ exact: "", upper_bound: "≥ ", lower_bound: "≤ " }[distance_kind]}${length(distance)} apart`;
  if (distance === 0 && distance_kind === "exact") return "0";
  const bound = { exact: "", upper_bound: "≤ ", lower_bound: "≥ " }[distance_kind];
  return `${bound}${length(Math.abs(distance))} deep`;
}

/** The unit for times that are told so precisely, in seconds: with few decimals, and the same for all times of a sweep. */
function unit(tolerance: number): readonly [number, string] {
  const [, scale, name] = TIMES.find(([least]) => tolerance * 1e6 >= least) ?? [0, 1, "s"];
  return [scale, name];
}

/** A time given in seconds, with as many decimals as it is told precisely. */
export function seconds(time: number, tolerance: number): string {
  return `${secondsAlone(time, tolerance)} ${unit(tolerance)[1]}`;
}

/** The same without its unit. */
export function secondsAlone(time: number, tolerance: number): string {
  const [scale] = unit(tolerance);
  return decimal(time / scale, tolerance / scale);
}

/** How many times as fast; what is very slow as one part of many. */
export function speed(factor: number): string {
  if (factor < 0.01) return `1/${whole(Math.round(1 / factor))}×`;
  return factor >= 100 ? `${whole(Math.round(factor))}×` : `${Number(factor.toPrecision(3))}×`;
}

export function point(coordinates: Point): string {
  return coordinates.map((coordinate) => Number(coordinate.toFixed(6))).join(", ");
}
