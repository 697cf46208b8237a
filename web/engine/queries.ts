// Types of all requests and answers; docs/query.md documents the fields.

/** Two numbers in 2D, three in 3D. */
export type Point = readonly number[];

/** The pose of a shape. `rotation` is an angle in radians (2D), a quaternion [x, y, z, w] (3D), or the images of the axes. */
export interface Pose {
  translation?: Point;
  rotation?: number | Point | readonly Point[];
}

/** Sizes are half extents, from the centre. `radius` rounds a shape. */
export type Shape =
  | { type: "ball"; radius: number }
  | { type: "box"; half_extents: Point; radius?: number }
  | { type: "aabb"; min: Point; max: Point; radius?: number }
  | { type: "segment"; a: Point; b: Point; radius?: number }
  | { type: "triangle"; points: readonly [Point, Point, Point]; radius?: number }
  | { type: "capsule"; half_height: number; radius: number }
  | { type: "capsule"; a: Point; b: Point; radius: number }
  | { type: "tapered_capsule"; half_height: number; lower_radius: number; upper_radius: number }
  | { type: "cylinder" | "cone"; half_height: number; radius: number; rounding?: number }
  | { type: "polygon" | "hull"; points: readonly Point[]; radius?: number }
  | { type: "mesh"; vertices: readonly Point[]; triangles: readonly (readonly [number, number, number])[]; hollow?: boolean }
  | { type: "polyline"; points: readonly Point[]; closed?: boolean }
  | { type: "height_field"; heights: readonly number[] | readonly (readonly number[])[]; spacing: number | readonly [number, number]; holes?: readonly number[] }
  | { type: "compound"; parts: readonly Placed[] }
  | { type: "half_space" | "plane"; normal: Point; offset?: number }
  | { type: "ray"; origin: Point; direction: Point };

/** A shape with an optional pose. */
export type Placed = Shape | { shape: Shape; pose?: Pose };

/** The motion of a shape from time 0 to time 1. */
export interface Motion {
  translation?: Point;
  /** In 2D an angle in radians, in 3D an axis as long as the angle. */
  rotation?: number | Point;
  /** The centre of rotation; default: the origin of the shape. */
  center?: Point;
}

export type Moving = Placed & { motion?: Motion };

interface Asked {
  /** Returned with the answer, verbatim. */
  id?: unknown;
  /** Required only if no vector of the request shows it. */
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
  mode?: "solid" | "hollow";
  sides?: "both" | "front" | "back";
  max?: number;
  /** Returns the BVH nodes that the ray opens. */
  traversal?: boolean;
}
/** Clips the segment or ray `b` by the box `a`. */
export interface ClipRequest extends Pair {
  op: "clip";
}
/** Tests whether the shapes overlap now or within a step that moves `a` by `velocity`, and computes the corrected motion. */
export interface SweptSatRequest extends Pair {
  op: "swept_sat";
  velocity?: Point;
  /** Also returns the axes after the first one that separates the shapes. */
  every_axis?: boolean;
}
/** Computes bounding volumes of `a`. */
export interface FitRequest extends Asked {
  op: "fit";
  a: Placed;
}
/** Sends two meshes through the cascade. */
export interface CascadeRequest extends Pair {
  op: "cascade";
}
/** Computes the kind and depth of the collision of two 3D meshes, as `impinge check` reports them. */
export interface DepthRequest extends Pair {
  op: "depth";
  dimension?: 3;
}
/** Traces GJK and EPA for two convex shapes. */
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

/** Defines walkable ground. */
export interface GroundSettings {
  up: Point;
  /** The greatest angle between `up` and the normal of walkable ground, in radians. */
  max_slope: number;
  /** The greatest height of climbable steps. */
  step_height?: number;
  /** The greatest drop of the ground that the shape follows. */
  snap_distance?: number;
}
/** Moves a shape and slides it along the obstacles it hits. */
export interface MoveAndSlideRequest extends Asked {
  op: "move_and_slide";
  a: Placed;
  motion: Point;
  obstacles: readonly Placed[];
  /** The distance kept from obstacles; default 0.01. */
  skin?: number;
  max_iterations?: number;
  push_out?: boolean;
  ground?: GroundSettings;
}
/** A pixel mask: `#` for set pixels, `.` for others. Discs are then set (`fill`) and removed (`clear`). Last, `rotation` rotates it about its centre. */
export interface Mask {
  rows: readonly string[];
  fill?: readonly Disc[];
  clear?: readonly Disc[];
  /** An angle in radians, from right to down. */
  rotation?: number;
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
  /** The offset of `b` in the picture of `a`, in pixels right and down. */
  offset?: readonly [number, number];
  /** Also returns both masks and their common pixels. */
  pixels?: boolean;
}

export type Relation = "disjoint" | "touching" | "overlapping";

interface Answered {
  id: unknown;
}

/** The closest or deepest points: the direction from the first shape to the second, and a point on each. */
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
/** A BVH node of a mesh with the `boxes` of its children, or `triangles`. Coordinates are in the frame of the mesh, without its pose. */
export interface TraversalStep {
  /** The number of enclosing nodes. */
  depth: number;
  min: number[];
  max: number[];
  /** The boxes of the children; `met` if the ray enters the box before the nearest hit so far. */
  boxes?: { min: number[]; max: number[]; met: boolean }[];
  triangles?: number[];
  /** The triangles that were tested exactly. */
  tested?: number[];
}
export type CastRayAnswer = Answered & { traversal?: TraversalStep[] } &
  ({ hit: false } | { hit: true; t: number; point: number[]; normal: number[]; feature: number; part: number; inside: boolean });
/** The face of a box perpendicular to one of its axes; axis 0 is x. */
export interface Face {
  axis: number;
  positive: boolean;
}
/** The part of the infinite line between two opposite faces of a box. */
export type SlabInterval = { interval: "within"; from: number; to: number } | { interval: "always" } | { interval: "never" };
export type ClipAnswer = Answered & { slab_intervals: SlabInterval[] } & (
    | { hit: false }
    | { hit: true; from: number; to: number; points: [number[], number[]]; entry_face?: Face; exit_face?: Face }
  );
/** The projections of both shapes on an axis, each from its start to its end. */
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
  /** The number of omitted axes, before the last of the 10,000 that are returned. */
  axes_left_out?: number;
}
/** A bounding volume. Its shape and pose are valid in further requests. */
export interface Volume {
  shape: Shape;
  pose?: Pose;
  /** In 2D an area. */
  volume: number;
  /** The volume, relative to the volume of the convex hull; absent for flat and round shapes. */
  tightness?: number;
}
export interface FitAnswer extends Answered {
  /** Sorted by cost of a test, the cheapest first and the convex hull last. Round shapes have only the `aabb`. */
  volumes: Volume[];
  /** The type of the volume that wastes least, except the hull. */
  tightest?: "ball" | "aabb" | "capsule" | "box" | "cylinder";
  /** If `a` has a pose: the `aabb` of the transformed `aabb` that the shape has without its pose. */
  refitted?: Volume;
}
/** The numbers of items that a stage of the cascade tested (`entered`) and passed on (`left`). */
export interface Stage {
  stage: "aabb" | "ball" | "obb" | "region" | "triangle_boxes" | "triangles" | "solids";
  unit: "object pairs" | "triangles" | "triangle pairs";
  entered: number;
  left: number;
}
export interface CascadeAnswer extends Answered {
  relation: Relation;
  /** The mesh that is inside the other, without touching its surface. */
  inner?: "a" | "b";
  stages: Stage[];
  /** Pairs of intersecting triangles, by number; at most 10,000. */
  pairs: { a: number; b: number; relation: Relation }[];
  /** The number of omitted pairs. */
  pairs_left_out?: number;
}
export type DepthAnswer = Answered &
  (
    | { kind: "disjoint" }
    | {
        kind: "duplicate" | "overlap" | "contained" | "touching";
        /** For `contained`: the mesh that is inside the other. */
        inner?: "a" | "b";
        /** Minus the length of the min translation that separates them; 0 for touching meshes. */
        distance: number;
        /** The kind of the distance. With `upper_bound`, the depth is at most this large. */
        distance_kind: "exact" | "upper_bound" | "lower_bound";
        /** No shorter translation separates them. Absent for touching meshes. */
        depth_at_least?: number;
        /** The unit vector from `a` to `b`. Translating `b` along it separates the meshes. */
        normal: number[];
        /** `point_b` after that translation; for touching meshes, a common point. */
        point_a: number[];
        point_b: number[];
      }
  );
export interface ShapeCastHit {
  /** The index in the list of obstacles. */
  obstacle: number;
  part: number;
  /** The fraction of the motion that is used up at the hit. */
  time: number;
  translation: number[];
  point: number[];
  /** The outward normal of the obstacle. */
  normal: number[];
  walkable: boolean;
}
export interface MoveAndSlideAnswer extends Answered {
  translation: number[];
  /** The corners of the path and its end, relative to the start. */
  path: number[][];
  hits: ShapeCastHit[];
  /** The unused part of the motion. */
  remaining: number[];
  depth: number;
}
/** Rows of pixels, and the place of the first pixel in the picture of `a`. */
export interface Picture {
  offset: [number, number];
  rows: string[];
}
export interface MaskAnswer extends Answered {
  overlapping: boolean;
  count: number;
  first?: [number, number];
  /** The direction in which the overlap shrinks fastest when `b` moves along it, y down. */
  normal?: number[];
  a?: Picture;
  b?: Picture;
  common?: Picture;
}
/** A point of the Minkowski difference, and its points on `a` and `b`. */
export interface MinkowskiPoint {
  difference: number[];
  points: [number[], number[]];
}
/** A step of GJK. */
export interface GjkStep {
  /** The simplex before the step; empty at first. */
  simplex: MinkowskiPoint[];
  /** The point of the simplex nearest to the origin, at first a guess. The search direction is opposite to it. */
  nearest: number[];
  found: MinkowskiPoint;
  /** A lower bound of the distance of the cores. */
  lower_bound: number;
  /** An upper bound of the distance of the cores. */
  upper_bound?: number;
}
/** A step of EPA. */
export interface EpaStep {
  /** The facets before the step, by their vertices: triangles, in 2D edges. */
  facets: number[][];
  /** The facet nearest to the origin. The search goes outward from it. */
  nearest: number[];
  /** The distance of this facet from the origin: a lower bound of the depth of the cores. */
  lower_bound: number;
  found: MinkowskiPoint;
  /** The extent of the difference in that direction: an upper bound of the depth. */
  upper_bound: number;
}
export interface GjkTraceAnswer extends Answered {
  relation: Relation;
  /** The distance of the cores. */
  distance: number;
  depth: number;
  /** The radii around the cores of `a` and `b`. */
  radii: [number, number];
  gjk: GjkStep[];
  /** The simplex at the end of GJK. */
  simplex: MinkowskiPoint[];
  /** The point of this simplex nearest to the origin. Absent if the cores intersect. */
  nearest?: number[];
  epa: EpaStep[];
  /** The number of omitted EPA steps, beyond the 48 that are returned. */
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

/** The request and the answer type of each operation. */
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
  /** The linear velocity, in units per unit of time. */
  velocity?: Point;
  /** The angle per unit of time, in radians; in 3D an axis as long as this angle. */
  angular_velocity?: number | Point;
  fixed?: boolean;
  sensor?: boolean;
  one_way?: boolean;
  speculative_contacts?: boolean;
  /** Enables continuous collision detection. The collider stops at its first contact, within this distance. */
  ccd?: number;
  margin?: number;
  /** A bit for each layer of the collider. */
  layers?: number;
  /** A bit for each layer that the collider collides with. */
  mask?: number;
}
