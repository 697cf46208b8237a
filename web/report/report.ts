// What the program writes into the page: the report (docs/schemas/check-report.json) and the geometry of the scene.

export type Point = [number, number, number];
export type Kind = "duplicate" | "overlap" | "contained" | "touching" | "clearance";
export type Severity = "error" | "warning" | "info";
export type Status = "new" | "persisting" | "accepted";

export const STATUSES: readonly Status[] = ["new", "persisting", "accepted"];

/** The gravest first, as in the report. */
export const KINDS: readonly Kind[] = ["duplicate", "overlap", "contained", "touching", "clearance"];

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
  distance_kind: "exact" | "upper_bound" | "lower_bound";
  depth_at_least: number | null;
  point_a: Point;
  point_b: Point;
  normal: Point;
  overlap_box: Bounds | null;
  triangle_pairs: number;
  curve_length: number;
  volume: number | null;
  group: number;
  /** The place of its rule in `impinge.toml`, from 0. */
  rule: number | null;
  severity: Severity;
  status: Status | null;
}

export interface Group {
  id: number;
  kind: Kind;
  object: number | null;
  pairs: number;
}

export interface Stage {
  stage: string;
  unit: string;
  entered: number;
  left: number;
  milliseconds?: number;
}

export interface Resolved {
  id: string;
  a_path: string;
  b_path: string;
  kind: Kind;
  distance: number;
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
  files: string[];
  rules: Terms & { between: [string, string][]; rules: ({ between: [string, string]; check: boolean } & Terms)[] };
  objects: { id: number; name: string; path: string; triangles: number; bounds: Bounds | null; ignored: boolean }[];
  pairs: Pair[];
  groups: Group[];
  counts: Record<Kind | "shallow", number>;
  baseline: { file: string; new: number; persisting: number; resolved: Resolved[] } | null;
  warnings: { file: string | null; place: string; message: string }[];
  funnel: Stage[];
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
  /** For pairs whose surfaces cross, by their place in the list. */
  curves: { pair: number; lengths: number[]; points: string }[];
  /** What was simplified or left out, for people. */
  notes: string[];
}
