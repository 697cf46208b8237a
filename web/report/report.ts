// What the program writes into the page: the report (docs/schemas/check-report.json; of a sweep it is made one like it, see `sweep`)
// and the geometry of the scene.

import type { Stage } from "../shared/funnel";
import type { Moving, SweptPair } from "./sweep";

export type Point = [number, number, number];
export type Kind = "duplicate" | "overlap" | "contained" | "contact" | "touching" | "clearance" | "near";
export type DistanceKind = "exact" | "upper_bound" | "lower_bound";
export type Severity = "error" | "warning" | "info";
export type Status = "new" | "persisting" | "accepted";

export const STATUSES: readonly Status[] = ["new", "persisting", "accepted"];

/** The gravest first, as in the report; `contact` and `near` are those of sweeps. */
export const KINDS: readonly Kind[] = ["duplicate", "overlap", "contained", "contact", "touching", "clearance", "near"];

export interface Bounds {
  min: Point;
  max: Point;
}

export interface ObjectName {
  id: number;
  name: string;
  path: string;
}

export interface Pair {
  id: string;
  a: ObjectName;
  b: ObjectName;
  kind: Kind;
  inner: "a" | "b" | null;
  distance: number;
  distance_kind: DistanceKind;
  depth_at_least: number | null;
  point_a: Point;
  point_b: Point;
  normal: Point;
  overlap_box: Bounds | null;
  triangle_pairs: number;
  curve_length: number;
  volume: number | null;
  group: number;
  /** The place of its rule in the list of rules, from 0. */
  rule: number | null;
  severity: Severity;
  status: Status | null;
  /** Why it is accepted, where that was said. */
  reason?: string | undefined;
  /** What a sweep tells of it. Then the points are those of the last time before they first met, */
  swept?: SweptPair;
  /** and this is the time at which it is looked at, in seconds: the first of its kind. */
  time?: number;
}

export interface Group {
  id: number;
  kind: Kind;
  object: number | null;
  pairs: number;
}

export interface Resolved {
  id: string;
  a_path: string;
  b_path: string;
  kind: Kind;
  distance: number | null;
}

/** What holds for a pair. */
export interface Terms {
  touching: "report" | "ignore";
  clearance: number | null;
  min_depth: number | null;
  severity: Severity;
}

export interface Report {
  schema: string;
  /** False if the check was interrupted: then pairs are missing. */
  complete: boolean;
  files: string[];
  rules: Terms & { between: [string, string][]; rules: ({ between: [string, string]; check: boolean } & Terms)[] };
  objects: Described[];
  pairs: Pair[];
  groups: Group[];
  counts: Record<string, number>;
  baseline: { file: string; new: number; persisting: number; resolved: Resolved[] } | null;
  warnings: { file: string | null; place: string; message: string }[];
  cascade: Stage[];
  /** What moved, in the report of a sweep. */
  moving?: Moving;
}

/** An object of the scene. */
export interface Described extends ObjectName {
  triangles: number;
  bounds: Bounds | null;
  /** Has all of its surface an inside? Null where nothing is near it. */
  closed: boolean | null;
  ignored: boolean;
  /** In sweeps: does it move? */
  moves?: boolean;
}

/** The geometry as it is embedded: numbers as little-endian bytes in base64. */
export interface EmbeddedScene {
  /** The report in one line, as the program tells it at the terminal. */
  summary: string;
  program: string;
  /** Subtracted from all coordinates, so that few digits are enough. */
  origin: Point;
  up: "y" | "z";
  meshes: { vertices: number; positions: string; indices: string }[];
  /** For each object that is drawn: its id in the report, its mesh, and a matrix of three columns and a translation. */
  objects: string;
  mesh_of_object: string;
  matrices: string;
  /** In sweeps: where what moves is at some times, and which track takes each object along from where its matrix puts it. */
  tracks?: { times: string; poses: string }[];
  track_of_object?: string;
  /** For pairs whose surfaces cross, by their place in the list. */
  curves: { pair: number; lengths: number[]; points: string }[];
  /** What was simplified or left out, for people. */
  notes: string[];
}
