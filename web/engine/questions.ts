// What can be asked of the engine and what it answers: the words of docs/query.md as types.

/** Two numbers in the plane, three in space. */
export type Point = readonly number[];

/** Where a shape is. `rotation` is an angle in radians in the plane, a quaternion [x, y, z, w] in space, or the images of the axes. */
export interface Pose {
  translation?: Point;
  rotation?: number | Point | readonly Point[];
}

/** Sizes are halves, as from a centre; `radius` rounds a shape. */
export type Shape =
  | { type: "ball"; radius: number }
  | { type: "box"; half: Point; radius?: number }
  | { type: "aabb"; min: Point; max: Point; radius?: number }
  | { type: "segment"; a: Point; b: Point; radius?: number }
  | { type: "triangle"; points: readonly [Point, Point, Point]; radius?: number }
  | { type: "capsule"; half_height: number; radius: number }
  | { type: "capsule"; a: Point; b: Point; radius: number }
  | { type: "cylinder" | "cone"; half_height: number; radius: number; rounding?: number }
  | { type: "polygon" | "hull"; points: readonly Point[]; radius?: number }
  | { type: "mesh"; vertices: readonly Point[]; triangles: readonly (readonly [number, number, number])[]; hollow?: boolean }
  | { type: "polyline"; points: readonly Point[]; closed?: boolean }
  | { type: "height_field"; heights: readonly number[] | readonly (readonly number[])[]; spacing: number | readonly [number, number]; holes?: readonly number[] }
  | { type: "compound"; parts: readonly Placed[] }
  | { type: "half_space" | "plane"; normal: Point; offset?: number }
  | { type: "ray"; origin: Point; direction: Point };

/** A shape at a pose, or one that needs none. */
export type Placed = Shape | { shape: Shape; pose?: Pose };

/** How a shape moves within the time from 0 to 1. */
export interface Motion {
  translation?: Point;
  /** An angle in the plane; in space an axis as long as the angle. */
  rotation?: number | Point;
  /** What it turns about; otherwise its own origin. */
  center?: Point;
}

export type Moving = Placed & { motion?: Motion };

interface Asked {
  /** Comes back with the answer. */
  id?: unknown;
  /** Needed only where no vector shows it. */
  dimension?: 2 | 3;
}

interface Pair extends Asked {
  a: Placed;
  b: Placed;
}

export interface RelationRequest extends Pair {
  op: "relation";
}
export interface DistanceRequest extends Pair {
  op: "distance";
}
export interface PenetrationRequest extends Pair {
  op: "penetration";
}
export interface ContactRequest extends Pair {
  op: "contact";
  margin?: number;
}
export interface ManifoldRequest extends Pair {
  op: "manifold";
  margin?: number;
}
export interface CastRayRequest extends Pair {
  op: "cast_ray";
  solid?: boolean;
  front_faces_only?: boolean;
  max?: number;
  /** Return the nodes of the mesh's tree that it opens. */
  traversal?: boolean;
}
/** A segment or ray `b` through a box `a`. */
export interface ClipRequest extends Pair {
  op: "clip";
}
/** Do they meet now, will they within a step in which `a` moves by `velocity`, and how is it to move instead? */
export interface SweptSatRequest extends Pair {
  op: "swept_sat";
  velocity?: Point;
  /** Also those axes that come after one that settles it. */
  every_axis?: boolean;
}
/** What fits around `a`? */
export interface FitRequest extends Asked {
  op: "fit";
  a: Placed;
}
/** Two meshes through the cascade. */
export interface CascadeRequest extends Pair {
  op: "cascade";
}
/** How two meshes in space collide, and how deep, as `impinge check` reports it. */
export interface DepthRequest extends Pair {
  op: "depth";
  dimension?: 3;
}
/** GJK and EPA for two convex shapes. */
export interface GjkTraceRequest extends Pair {
  op: "gjk_trace";
}
export interface ProjectPointRequest extends Asked {
  op: "project_point";
  a: Placed;
  point: Point;
}
export interface TimeOfImpactRequest extends Asked {
  op: "time_of_impact";
  a: Moving;
  b: Moving;
  tolerance?: number;
  max_time?: number;
  min_depth?: number;
  ignore_separating?: boolean;
}
export interface CcdRequest extends Asked {
  op: "ccd";
  kind: "vertex_face" | "edge_edge" | "vertex_edge";
  t0: readonly Point[];
  t1: readonly Point[];
  min_separation?: number;
  tolerance?: number;
  max_time?: number;
}

/** What can be walked on. */
export interface GroundSettings {
  up: Point;
  /** The angle between up and the normal of ground, in radians. */
  max_slope: number;
  /** How high steps are that are climbed. */
  step_height?: number;
  /** How far ground may fall away that is followed. */
  snap_distance?: number;
}
/** A shape moves, and slides along what it meets. */
export interface MoveAndSlideRequest extends Asked {
  op: "move_and_slide";
  a: Placed;
  motion: Point;
  obstacles: readonly Placed[];
  /** How far it keeps away; 0.01 if it is not given. */
  skin?: number;
  max_iterations?: number;
  push_out?: boolean;
  ground?: GroundSettings;
}
/** A picture of pixels: `#` for those that are set, `.` for others; then discs are set and taken out, and it is turned about its middle. */
export interface Mask {
  rows: readonly string[];
  fill?: readonly Disc[];
  clear?: readonly Disc[];
  /** In radians, from right to down. */
  turn?: number;
}
export interface Disc {
  center: Point;
  radius: number;
}
export interface MaskRequest {
  id?: unknown;
  op: "mask";
  a: Mask;
  b: Mask;
  /** Where b is in the picture of a: pixels to the right, and down. */
  offset?: readonly [number, number];
  /** Show all pixels? */
  pixels?: boolean;
}

export type Relation = "disjoint" | "touching" | "overlapping";

interface Answered {
  id: unknown;
}

/** Where two shapes are nearest, or deepest: the direction from the first to the second, and a point on each. */
interface Nearest {
  normal?: number[];
  points?: [number[], number[]];
}

export interface RelationAnswer extends Answered {
  relation: Relation;
}
export interface DistanceAnswer extends Answered, Nearest {
  relation: Relation;
  distance: number;
}
export interface PenetrationAnswer extends Answered, Nearest {
  relation: Relation;
  depth: number;
}
export interface ContactAnswer extends Answered, Nearest {
  relation: Relation;
  distance?: number;
  depth?: number;
}
export interface ManifoldAnswer extends Answered {
  relation: Relation;
  normal?: number[];
  contacts: { points: [number[], number[]]; distance: number; depth: number; feature: string }[];
}
/** A part of the tree of a mesh, in the coordinates of the mesh without its pose: `boxes` of other parts, or `triangles`. */
export interface TraversalStep {
  /** How many parts it is in. */
  depth: number;
  min: number[];
  max: number[];
  /** Whether each was met before the nearest hit so far. */
  boxes?: { min: number[]; max: number[]; met: boolean }[];
  triangles?: number[];
  /** Those of the triangles that were tested exactly. */
  tested?: number[];
}
export type CastRayAnswer = Answered & { traversal?: TraversalStep[] } &
  ({ hit: false } | { hit: true; t: number; point: number[]; normal: number[]; feature: number; part: number; inside: boolean });
/** The face of a box that is perpendicular to an axis of it, 0 for x. */
export interface Face {
  axis: number;
  positive: boolean;
}
/** The part of a whole line between two faces of a box. */
export type SlabInterval = { interval: "within"; from: number; to: number } | { interval: "always" } | { interval: "never" };
export type ClipAnswer = Answered & { slab_intervals: SlabInterval[] } & (
    | { hit: false }
    | { hit: true; from: number; to: number; points: [number[], number[]]; entry_face?: Face; exit_face?: Face }
  );
/** Shadows of both shapes on an axis, each from its start to its end. */
export interface AxisProjection {
  axis: number[];
  a: [number, number];
  extended: [number, number];
  b: [number, number];
  overlap: number;
  separates: boolean;
}
export interface SweptSatAnswer extends Answered {
  overlapping: boolean;
  will_hit: boolean;
  translation?: number[];
  axes: AxisProjection[];
  /** How many more there are before the last of the 10,000 that are told. */
  axes_left_out?: number;
}
/** A bounding volume, which can be asked about again. */
export interface Volume {
  shape: Shape;
  pose?: Pose;
  /** In the plane an area. */
  volume: number;
  /** How many times as large as the convex hull; not of flat and round shapes. */
  tightness?: number;
}
export interface FitAnswer extends Answered {
  /** The cheapest to test first, the convex hull last; of round shapes the `aabb` alone. */
  volumes: Volume[];
  /** The type of the one that wastes least, without the hull. */
  tightest?: "ball" | "aabb" | "capsule" | "box" | "cylinder";
  /** If `a` has a pose: the `aabb` around the turned and moved `aabb` of the shape without it. */
  refitted?: Volume;
}
/** What a stage of the cascade looked at, and how much of it it passed on. */
export interface Stage {
  stage: "aabb" | "ball" | "obb" | "region" | "triangle_boxes" | "triangles" | "solids";
  unit: "object pairs" | "triangles" | "triangle pairs";
  entered: number;
  left: number;
}
export interface CascadeAnswer extends Answered {
  relation: Relation;
  /** Which lies within the other without touching its surface. */
  inner?: "a" | "b";
  stages: Stage[];
  /** Triangles that meet, by their numbers; 10,000 at most. */
  pairs: { a: number; b: number; relation: Relation }[];
  /** How many more meet. */
  pairs_left_out?: number;
}
export type DepthAnswer = Answered &
  (
    | { kind: "disjoint" }
    | {
        kind: "duplicate" | "overlap" | "contained" | "touching";
        /** Of what is contained: which lies within the other. */
        inner?: "a" | "b";
        /** 0 where they touch; else minus the length of the least translation that parts them. */
        distance: number;
        /** What is known of the distance; by an upper bound, the depth is no more. */
        distance_kind: "exact" | "upper_bound" | "lower_bound";
        /** No shorter translation parts them; not of what touches. */
        depth_at_least?: number;
        /** From a to b: where b has to go. */
        normal: number[];
        /** Where `point_b` is then; of what touches, a point of both. */
        point_a: number[];
        point_b: number[];
      }
  );
export interface ShapeCastHit {
  /** Its place in the list of obstacles. */
  obstacle: number;
  part: number;
  /** How much of the motion is gone then. */
  time: number;
  translation: number[];
  point: number[];
  /** Out of the obstacle. */
  normal: number[];
  walkable: boolean;
}
export interface MoveAndSlideAnswer extends Answered {
  translation: number[];
  /** The corners of the way and its end, from where the shape started. */
  path: number[][];
  hits: ShapeCastHit[];
  /** The unused part of the motion. */
  remaining: number[];
  depth: number;
}
/** Pixels, and where the first of them is in the picture of a. */
export interface Picture {
  offset: [number, number];
  rows: string[];
}
export interface MaskAnswer extends Answered {
  overlapping: boolean;
  count: number;
  first?: [number, number];
  /** Where b leaves soonest, y down. */
  normal?: number[];
  a?: Picture;
  b?: Picture;
  common?: Picture;
}
/** A point of the Minkowski difference, and the points of `a` and `b` that it comes from. */
export interface MinkowskiPoint {
  difference: number[];
  points: [number[], number[]];
}
/** A step of GJK. */
export interface GjkStep {
  /** Before the step, empty at first. */
  simplex: MinkowskiPoint[];
  /** The point of it that is nearest to the origin, at first a guess; the search goes against it. */
  nearest: number[];
  found: MinkowskiPoint;
  /** The distance of the cores is no less, and no more. */
  at_least: number;
  at_most?: number;
}
/** A step of EPA. */
export interface EpaStep {
  /** Before the step, each by its vertices: triangles, in the plane edges. */
  facets: number[][];
  /** The one nearest to the origin, which is searched beyond. */
  nearest: number[];
  /** How far that is: the depth of the cores is no less. */
  distance: number;
  found: MinkowskiPoint;
  /** How far the difference reaches that way: the depth is no more. */
  reach: number;
}
export interface GjkTraceAnswer extends Answered {
  relation: Relation;
  /** Of the cores. */
  distance: number;
  depth: number;
  /** Around the cores of `a` and `b`. */
  radii: [number, number];
  gjk: GjkStep[];
  /** At the end of GJK, */
  simplex: MinkowskiPoint[];
  /** and the point of it that is nearest to the origin; not if the cores meet. */
  nearest?: number[];
  epa: EpaStep[];
  /** How many more steps EPA took than the 48 that are told. */
  epa_left_out?: number;
  vertices: MinkowskiPoint[];
}
export interface ProjectPointAnswer extends Answered {
  distance: number;
  depth: number;
  point: number[];
  normal: number[];
  inside: boolean;
}
export interface TimeOfImpactAnswer extends Answered, Nearest {
  hit: boolean;
  outcome: "disjoint" | "hit" | "overlapping_at_start";
  time?: number;
  converged?: boolean;
  point?: number[];
  part_a?: number;
  part_b?: number;
  depth?: number;
}
export interface CcdAnswer extends Answered {
  hit: boolean;
  time?: number;
  points?: [number[], number[]];
  normal?: number[];
}

/** What each question is answered. */
export interface Questions {
  relation: [RelationRequest, RelationAnswer];
  distance: [DistanceRequest, DistanceAnswer];
  penetration: [PenetrationRequest, PenetrationAnswer];
  contact: [ContactRequest, ContactAnswer];
  manifold: [ManifoldRequest, ManifoldAnswer];
  cast_ray: [CastRayRequest, CastRayAnswer];
  clip: [ClipRequest, ClipAnswer];
  swept_sat: [SweptSatRequest, SweptSatAnswer];
  fit: [FitRequest, FitAnswer];
  cascade: [CascadeRequest, CascadeAnswer];
  depth: [DepthRequest, DepthAnswer];
  move_and_slide: [MoveAndSlideRequest, MoveAndSlideAnswer];
  mask: [MaskRequest, MaskAnswer];
  gjk_trace: [GjkTraceRequest, GjkTraceAnswer];
  project_point: [ProjectPointRequest, ProjectPointAnswer];
  time_of_impact: [TimeOfImpactRequest, TimeOfImpactAnswer];
  ccd: [CcdRequest, CcdAnswer];
}

export type Operation = keyof Questions;
export type Request = Questions[Operation][0];
export type Answer<Asked extends Request> = Questions[Asked["op"]][1];

/** A collider of a world. */
export interface ColliderOptions {
  shape: Shape;
  pose?: Pose;
  /** In units per unit of time. */
  velocity?: Point;
  /** An angle per unit of time in the plane; in space an axis as long as the angle. */
  angular_velocity?: number | Point;
  fixed?: boolean;
  sensor?: boolean;
  one_way?: boolean;
  speculative_contacts?: boolean;
  /** Continuous collision detection: goes through nothing, and is stopped within this distance. */
  ccd?: number;
  margin?: number;
  /** A bit for each layer that it is in, and for each that it collides with. */
  layers?: number;
  mask?: number;
}
