// The report of a sweep (docs/schemas/sweep-report.json), as list, scene and details take it: pairs as those of a check, with what is
// told of their times beside.

import type { DistanceKind, Kind, ObjectName, Pair, Point, Report, Severity, Status } from "./report";

/** How an interval begins, in seconds; null where nothing was seen, or at the beginning. */
export interface Start {
  free_until: number | null;
  within_clearance_by: number | null;
  touches_by: number | null;
}

/** How it ends. */
export interface End {
  touches_until: number | null;
  within_clearance_until: number | null;
  free_from: number | null;
}

export interface Interval {
  kind: Kind;
  from: Start;
  to: End;
}

export interface SweptPair {
  id: string;
  a: ObjectName;
  b: ObjectName;
  kind: Kind;
  first: Start;
  intervals: Interval[];
  approach: { time: number; distance: number; point_a: Point; point_b: Point; normal: Point | null } | null;
  deepest: { time: number; distance: number; distance_kind: DistanceKind } | null;
  nearest: { time: number; distance: number } | null;
  rule: number | null;
  severity: Severity;
  status: Status | null;
  reason?: string | undefined;
}

/** What moves, and when. Times are in seconds. */
export interface Moving {
  animations: { file: string; number: number; name: string }[];
  trajectory: string | null;
  from: number;
  to: number;
  tolerance: number;
}

export interface SweepReport extends Moving {
  schema: string;
  files: string[];
  rules: Report["rules"];
  objects: { id: number; name: string; path: string; triangles: number; moves: boolean; ignored: boolean }[];
  pairs: SweptPair[];
  counts: Record<string, number>;
  baseline: Report["baseline"];
  warnings: Report["warnings"];
}

export function asReport(swept: SweepReport): Report {
  const { animations, trajectory, from, to, tolerance, schema, files, rules, counts, baseline, warnings } = swept;
  const moving = { animations, trajectory, from, to, tolerance };
  return {
    schema,
    complete: true,
    files,
    rules,
    objects: swept.objects.map((object) => ({ ...object, bounds: null, closed: null })),
    pairs: swept.pairs.map((pair, place) => asPair(pair, place, moving)),
    groups: [],
    counts,
    baseline,
    warnings,
    cascade: [],
    moving,
  };
}

function asPair(swept: SweptPair, place: number, moving: Moving): Pair {
  const { id, a, b, kind, approach, deepest, nearest, rule, severity, status, reason } = swept;
  return {
    id,
    a,
    b,
    kind,
    inner: null,
    distance: deepest?.distance ?? nearest?.distance ?? NaN,
    // They were seen that near, and may have come nearer.
    distance_kind: deepest?.distance_kind ?? "lower_bound",
    depth_at_least: null,
    point_a: approach?.point_a ?? [0, 0, 0],
    point_b: approach?.point_b ?? [0, 0, 0],
    normal: approach?.normal ?? [0, 0, 0],
    overlap_box: null,
    triangle_pairs: 0,
    curve_length: 0,
    volume: null,
    group: place,
    rule,
    severity,
    status,
    reason,
    swept,
    time: firstTime(swept, moving),
  };
}

/** From when an interval was seen as its kind says, until when; of a near miss the whole of it. */
export function seen({ from, to }: Interval, { from: begin, to: end }: Moving): [number, number] {
  const first = from.touches_by ?? from.within_clearance_by ?? from.free_until ?? begin;
  return [first, to.touches_until ?? to.within_clearance_until ?? to.free_from ?? end];
}

/** The time at which a pair is looked at. */
function firstTime(pair: SweptPair, moving: Moving): number {
  const interval = pair.intervals.find(({ kind }) => kind === pair.kind) ?? pair.intervals[0];
  return interval ? seen(interval, moving)[0] : moving.from;
}

/** How a pair is at a time, as far as it was seen: in contact, within the clearance; near where neither was seen; null if it is apart. */
export function kindNow(pair: SweptPair, moving: Moving, time: number): Kind | null {
  const has = (from: number | null, to: number | null): boolean => from !== null && to !== null && from <= time && time <= to;
  const { intervals } = pair;
  // Contact may have an interval of its own, beside one within the clearance.
  if (intervals.some(({ from, to }) => has(from.touches_by, to.touches_until))) return "contact";
  if (intervals.some(({ from, to }) => has(from.within_clearance_by, to.within_clearance_until))) return "clearance";
  const isNear = ({ kind, from, to }: Interval): boolean => kind === "near" && has(from.free_until ?? moving.from, to.free_from ?? moving.to);
  return intervals.some(isNear) ? "near" : null;
}
