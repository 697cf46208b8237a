// A ray through the BVH of a mesh: which boxes it opens, and how few triangles are tested.

import type { CastRayAnswer, CastRayRequest, TraversalStep } from "impinge";

import type { Standpoint } from "../../shared/camera";
import { count, decimal, whole } from "../../shared/numbers";
import type { Bars } from "../bars";
import { float } from "../figures";
import { ahead, point, way, type Point } from "../points";
import type { SpaceScene } from "../scene";
import { rustPoint } from "../solids";
import type { Space } from "../space";
import { bumpyBall, corners, RUST_BALL, RUST_TORUS, torus, type Surface } from "../surfaces";
import { coordinates, rounded } from "../vectors";

type State = Standpoint & { mesh: string; depth: number; x: number; y: number; z: number; to_x: number; to_y: number; to_z: number };

/** How many parts each mesh has from top to bottom, or across. */
const PARTS = 10;
const MESHES: Readonly<Record<string, Surface>> = { torus: torus(PARTS), ball: bumpyBall(PARTS) };
/** As deep as the trees of these meshes are, with the box around all as 0. */
const DEEPEST = 3;
/** How long the normal at the hit is drawn. */
const NORMAL = 0.9;
/** How far the ray is drawn, in ways to what it aims at. */
const BEYOND = 3;

type Box = { min: number[]; max: number[] };

/** What became of a box that was compared with the ray. */
type Fate = "opened" | "behind" | "missed";

const surface = ({ mesh }: State): Surface => MESHES[mesh] ?? torus(PARTS);
const origin = ({ x, y, z }: State): Point => [x, y, z];
const target = ({ to_x, to_y, to_z }: State): Point => [to_x, to_y, to_z];
const direction = (state: State): Point => way(origin(state), target(state)).map((coordinate) => rounded(coordinate)) as unknown as Point;
const parts = ({ traversal }: CastRayAnswer): readonly TraversalStep[] => traversal ?? [];

const isSame = (one: Box, other: Box): boolean => String([one.min, one.max]) === String([other.min, other.max]);

/** The boxes of a depth, each with what became of it. */
function boxes(answer: CastRayAnswer, depth: number): { box: Box; fate: Fate }[] {
  const opened = parts(answer).filter((part) => part.depth === depth);
  if (depth === 0) return opened.map((box) => ({ box, fate: "opened" }));
  const compared = parts(answer).flatMap((part) => (part.depth === depth - 1 ? part.boxes ?? [] : []));
  return compared.map((box) => ({ box, fate: !box.met ? "missed" : opened.some((part) => isSame(part, box)) ? "opened" : "behind" }));
}

/** The ends of the twelve edges of a box. */
function edges({ min, max }: Box): Point[] {
  const corner = (bits: number): Point => [0, 1, 2].map((axis) => (bits & (1 << axis) ? max : min)[axis] ?? 0) as unknown as Point;
  return [0, 1, 2].flatMap((axis) => [0, 1, 2, 3, 4, 5, 6, 7].filter((bits) => !(bits & (1 << axis))).flatMap((bits) => [corner(bits), corner(bits | (1 << axis))]));
}

function drawBoxes(space: Space, state: State, answer: CastRayAnswer): void {
  // Also where all are missed.
  const deepest = Math.min(state.depth, Math.max(0, ...parts(answer).map(({ depth, boxes = [] }) => (boxes.length > 0 ? depth + 1 : depth))));
  for (let depth = 0; depth <= deepest; depth++) {
    const all = boxes(answer, depth);
    // The deeper ones are what is looked at; those around them are only a frame.
    const frame = depth < deepest ? " outer" : "";
    for (const fate of ["missed", "behind", "opened"] as const) {
      const ends = all.filter((each) => each.fate === fate).flatMap(({ box }) => edges(box));
      space.lines(ends, `tree ${fate}${frame}`);
    }
  }
}

const total = (answer: CastRayAnswer, number: (part: TraversalStep) => number): number => parts(answer).reduce((sum, part) => sum + number(part), 0);
/** The corners of triangles of parts that are shown. */
function found(state: State, answer: CastRayAnswer, numbers: (part: TraversalStep) => readonly number[]): (readonly [Point, Point, Point])[] {
  const shown = parts(answer).filter(({ depth }) => depth <= state.depth);
  return shown.flatMap(numbers).flatMap((number) => {
    const triangle = corners(surface(state), number);
    return triangle ? [triangle] : [];
  });
}

const compared = (answer: CastRayAnswer): number => total(answer, ({ boxes = [] }) => boxes.length);
const together = (answer: CastRayAnswer): number[] => parts(answer).flatMap(({ triangles = [] }) => triangles);
const tested = (answer: CastRayAnswer): number[] => parts(answer).flatMap(({ tested = [] }) => tested);

export const rayTree: SpaceScene<State, CastRayRequest> = {
  stage: "space",
  name: "ray-tree",
  title: "Ray through a mesh BVH",
  explanation: [
    "Testing a ray against every triangle takes hundreds of tests here, and millions for a large mesh. So triangles are grouped in boxes, and these in larger boxes: a bounding volume hierarchy (BVH). A ray that misses a box misses everything in it. One test against three slabs decides this.",
    "The root box around the whole mesh is always opened: the boxes in it are tested against the ray. The ray opens only boxes that it hits, orange, the nearest first. It misses the grey boxes, and nothing in them is tested. So a hit is found early, and boxes that begin behind it, dashed, stay closed.",
    "The leaves hold up to four triangles, which are tested together, violet outlines. Only triangles that may be hit, filled, are then tested exactly. Play the depth from 0 to see the tree unfold, and aim through the hole.",
  ],
  formula: "t in, t out: of the slab of each axis\nhit ⇔ max(0, largest t in) ≤ smallest t out\nopened ⇔ hit before the nearest hit so far\nroot box: always opened\nwork: about log n boxes for n triangles",
  start: { mesh: "torus", depth: DEEPEST, x: -3.6, y: 1.6, z: 3, to_x: 1.6, to_y: 0, to_z: -0.6, turn: -24, tilt: 34, away: 10.5 },
  choices: [{ key: "mesh", label: "Mesh", options: { torus: "Torus", ball: "Ball with bumps" } }],
  time: { key: "depth", label: "Boxes down to depth", least: 0, greatest: DEEPEST, step: 1, lasts: 5, isWhole: true },

  request: (state) => ({ op: "cast_ray", a: { type: "mesh", ...surface(state) }, b: { type: "ray", origin: origin(state), direction: direction(state) }, traversal: true }),

  handles: (state) => [
    { key: "origin", name: "Start of the ray", look: "text", at: origin(state), move: ([x, y, z]) => Object.assign(state, { x, y, z }) },
    { key: "target", name: "Target of the ray", look: "measure", at: target(state), move: ([to_x, to_y, to_z]) => Object.assign(state, { to_x, to_y, to_z }) },
  ],

  draw(space, state, answer) {
    const mesh = surface(state);
    space.mesh(mesh.vertices, mesh.triangles, "shape woven b", "shape woven b");
    drawBoxes(space, state, answer);
    const end = answer.hit ? point(answer.point) : ahead(origin(state), direction(state), BEYOND);
    const together = found(state, answer, ({ triangles = [] }) => triangles);
    space.lines(together.flatMap(([a, b, c]) => [a, b, b, c, c, a]), "left");
    space.faces(found(state, answer, ({ tested = [] }) => tested.filter((number) => !answer.hit || number !== answer.part)), "asked");
    space.line(origin(state), end, "segment");
    if (!answer.hit) return;
    const triangle = corners(mesh, answer.part);
    if (triangle) space.face(triangle, "hit");
    space.line(end, ahead(origin(state), direction(state), BEYOND), "slab text");
    space.arrow(end, ahead(end, point(answer.normal), NORMAL), "overlap");
    space.dot(end, "overlap");
  },

  bars(state, answer): Bars {
    const rows = Array.from({ length: DEEPEST + 1 }, (_, depth) => {
      const all = boxes(answer, depth);
      const [opened, behind] = (["opened", "behind"] as const).map((wanted) => all.filter(({ fate }) => fate === wanted).length) as [number, number];
      const told = all.length === 0 ? "none" : depth === 0 ? "always opened" : `${opened} of ${all.length} opened`;
      const spans = [
        { from: 0, to: opened, look: "a" },
        { from: opened, to: opened + behind, look: "a extended" },
        { from: opened + behind, to: all.length, look: "grey" },
      ].filter(({ from, to }) => to > from);
      return { label: `Depth ${depth}`, told, spans, isChosen: depth === state.depth };
    });
    const most = Math.max(1, ...rows.flatMap(({ spans }) => spans.map(({ to }) => to)));
    return { title: "Tested and opened boxes", from: 0, to: most, lanes: 1, marks: [], rows };
  },

  summary(state, answer) {
    const all = whole(surface(state).triangles.length);
    if (parts(answer).length === 0) return "The ray starts inside and hits at once: no box is opened.";
    const first = boxes(answer, 1);
    if (first.length > 0 && first.every(({ fate }) => fate === "missed")) return `The ray misses all ${first.length} boxes in the root box: none of ${all} triangles is tested.`;
    const effort = `${count(compared(answer), "box was", "boxes were")} tested, and ${tested(answer).length} of ${all} triangles tested exactly`;
    return answer.hit ? `The ray hits triangle ${answer.part}: ${effort}.` : `The ray hits nothing: ${effort}.`;
  },

  readings(state, answer) {
    return [
      ["Triangles of the mesh", whole(surface(state).triangles.length)],
      ["Boxes tested", whole(compared(answer))],
      ["Boxes opened, with the root", whole(parts(answer).length)],
      ["Triangles tested, four at a time", whole(together(answer).length)],
      ["Triangles tested exactly", whole(tested(answer).length)],
      ...(answer.hit ? ([["Distance t", decimal(answer.t, 0.001)], ["Point", coordinates(answer.point)], ["Normal", coordinates(answer.normal)]] as const) : []),
    ];
  },

  rust(state) {
    const isTorus = state.mesh !== "ball";
    return `use std::f64::consts::TAU;

use glam::DVec3;
use impinge::compound::SurfaceMesh;
use impinge::math::Unit;
use impinge::prelude::*;
use impinge::shape::{Mesh, MeshError, Ray};

${isTorus ? RUST_TORUS : RUST_BALL}
let mesh = SurfaceMesh::new(${isTorus ? `torus(${PARTS})` : `bumpy_ball(${PARTS}, 1.0)`}?);
let ray = Ray::new(
    ${rustPoint(origin(state))},
    Unit::new(DVec3::new(${direction(state).map(float).join(", ")}))?,
)?;
let mut steps = Vec::new();
let hit = mesh.with_trace(|step| steps.push(step)).cast_ray(&ray, &RayOptions::default());
println!("{hit:?} after {} nodes", steps.len());
for step in steps {
    println!("{} {:?} {:?}", step.depth, step.aabb, step.content);
}`;
  },
};
