// Two meshes through the cascade: how few triangles are left for the exact test.

import type { CascadeAnswer, CascadeRequest, Placed } from "impinge";

import type { Standpoint } from "../../shared/camera";
import { funnel } from "../../shared/funnel";
import { count, whole } from "../../shared/numbers";
import { ahead, revolved, rotation, type Point, type Quaternion } from "../points";
import type { SpaceScene } from "../scene";
import { AXES } from "../slabs";
import { rustPoint } from "../solids";
import { bumpyBall, corners, RUST_BALL, RUST_TORUS, torus, type Surface } from "../surfaces";
import { float } from "../figures";

type State = Standpoint & {
  ball: string;
  triangles: number;
  ax: number;
  ay: number;
  az: number;
  a_turn_x: number;
  a_turn_y: number;
  a_turn_z: number;
  bx: number;
  by: number;
  bz: number;
  b_turn_x: number;
  b_turn_y: number;
  b_turn_z: number;
};

/** How large the balls are: the small one goes into the tube of the torus. */
const BALLS: Readonly<Record<string, readonly [told: string, size: number]>> = { large: ["Large ball", 1], small: ["Small ball", 0.3] };
const [FEWEST, MOST] = [200, 2000];

/** A mesh where it is. */
interface Body {
  at: Point;
  turn: Quaternion;
  surface: Surface;
}

/** So many parts across make about so many triangles: four for each pair of parts. */
const parts = ({ triangles }: State): number => Math.round(Math.sqrt(Math.min(MOST, Math.max(FEWEST, triangles)) / 4));
const partsOfBall = (state: State): number => Math.round(0.5 + Math.sqrt(0.25 + parts(state) ** 2));
const size = ({ ball }: State): number => BALLS[ball]?.[1] ?? 1;

/** Made once for as long as they stay the same, as what is dragged is asked again and again. */
let made: { key: string; surfaces: readonly [Surface, Surface] } | undefined;
function surfaces(state: State): readonly [Surface, Surface] {
  const key = `${parts(state)} ${size(state)}`;
  if (made?.key !== key) made = { key, surfaces: [torus(parts(state)), bumpyBall(partsOfBall(state), size(state))] };
  return made.surfaces;
}

const turnOfA = ({ a_turn_x, a_turn_y, a_turn_z }: State): Quaternion => rotation([a_turn_x, a_turn_y, a_turn_z]);
const turnOfB = ({ b_turn_x, b_turn_y, b_turn_z }: State): Quaternion => rotation([b_turn_x, b_turn_y, b_turn_z]);
const first = (state: State): Body => ({ at: [state.ax, state.ay, state.az], turn: turnOfA(state), surface: surfaces(state)[0] });
const second = (state: State): Body => ({ at: [state.bx, state.by, state.bz], turn: turnOfB(state), surface: surfaces(state)[1] });

const placed = ({ at, turn, surface }: Body): Placed => ({ shape: { type: "mesh", ...surface }, pose: { translation: at, rotation: turn } });

/** The same surface where its pose takes it. */
const moved = ({ at, turn, surface }: Body): Surface => ({ ...surface, vertices: surface.vertices.map((vertex) => ahead(at, revolved(vertex, turn))) });

/** The pairs of triangles that would be asked one by one. */
const pairs = (state: State): number => surfaces(state).reduce((product, { triangles }) => product * triangles.length, 1);
const meeting = ({ pairs, pairs_left_out = 0 }: CascadeAnswer): number => pairs.length + pairs_left_out;

const rustPose = ({ at, turn }: Body): string => `Pose {
    rotation: Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(${turn.map(float).join(", ")}))?,
    translation: ${rustPoint(at)},
}`;

export const cascade: SpaceScene<State, CascadeRequest> = {
  stage: "space",
  name: "cascade",
  title: "The cascade",
  explanation: [
    "Do two meshes collide? Testing every triangle of one against every triangle of the other takes a million tests for a thousand triangles each. The cascade runs cheap tests first. Each stage tests only what the stage before could not decide.",
    "Below, the grey bar shows what entered a stage, and the blue bar what it passed on, on a logarithmic scale. The stages count pairs of objects first, then triangles, then pairs of triangles.",
    "The first stages compare three volumes around each object: axis-aligned boxes (aabb), balls, and oriented boxes (obb). If one pair of volumes is disjoint, the meshes are disjoint. Of the triangles, only those in the region that both boxes share stay. A BVH then finds pairs of triangles that are near each other. Only these are compared exactly, to the last bit.",
    "If no triangles intersect, one solid may still be inside the other: the stage “solids” tests this. Put the small ball into the tube of the torus to see it. Drag the meshes apart and watch at which stage the search ends.",
  ],
  formula: "region: r of n and s of m triangles stay\ntriangle boxes: r · s pairs, by a BVH\ntriangles: the remaining pairs\nbrute force: n · m pairs of triangles",
  start: { ball: "large", triangles: 600, ax: -0.7, ay: 0, az: 0, a_turn_x: 35, a_turn_y: 0, a_turn_z: 0, bx: 1.9, by: 0.5, bz: 0.4, b_turn_x: 0, b_turn_y: 0, b_turn_z: 20, turn: 15, tilt: 22, away: 12 },
  choices: [{ key: "ball", label: "B", options: Object.fromEntries(Object.entries(BALLS).map(([word, [told]]) => [word, told])) }],
  sliders: [
    { key: "triangles", label: "Triangles per mesh, about", least: FEWEST, greatest: MOST, step: 100 },
    ...(["a", "b"] as const).flatMap((side) =>
      AXES.map((axis) => ({ key: `${side}_turn_${axis}`, label: `Rotate ${side.toUpperCase()} about ${axis}`, least: -180, greatest: 180, step: 1, unit: "°" })),
    ),
  ],

  request: (state) => ({ op: "cascade", a: placed(first(state)), b: placed(second(state)) }),

  handles: (state) => [
    { key: "a", name: "A, the torus: position", look: "a", at: first(state).at, move: ([ax, ay, az]) => Object.assign(state, { ax, ay, az }) },
    { key: "b", name: "B, the ball: position", look: "b", at: second(state).at, move: ([bx, by, bz]) => Object.assign(state, { bx, by, bz }) },
  ],

  draw(space, state, answer) {
    const [a, b] = [moved(first(state)), moved(second(state))];
    space.mesh(a.vertices, a.triangles, "shape cloth a", "shape cloth a");
    space.mesh(b.vertices, b.triangles, "shape cloth b", "shape cloth b");
    for (const [surface, numbers] of [[a, answer.pairs.map((pair) => pair.a)], [b, answer.pairs.map((pair) => pair.b)]] as const) {
      const lit = [...new Set(numbers)].flatMap((number) => [corners(surface, number) ?? []]).filter((triangle): triangle is readonly [Point, Point, Point] => triangle.length === 3);
      space.faces(lit, "hit");
      space.lines(lit.flatMap(([p, q, r]) => [p, q, q, r, r, p]), "overlap thin");
    }
    space.text(first(state).at, "A", [0, 26]);
    space.text(second(state).at, "B", [0, 26]);
  },

  chart: ({ stages }) => funnel(stages),

  summary(_, answer) {
    if (answer.inner) return `${answer.inner.toUpperCase()} is inside ${answer.inner === "a" ? "B" : "A"}, and no triangles intersect.`;
    if (answer.relation === "touching") return "The meshes touch.";
    if (answer.relation === "overlapping") return `The meshes overlap: ${count(meeting(answer), "pair")} of triangles ${meeting(answer) === 1 ? "intersects" : "intersect"}.`;
    const last = answer.stages.find(({ entered, left, unit }) => entered > 0 && left === 0 && unit !== "triangles");
    return `The meshes are disjoint: ${last ? `the stage “${last.stage.replaceAll("_", " ")}” proves it` : "no triangles intersect"}.`;
  },

  readings(state, answer) {
    const [a, b] = surfaces(state);
    const exact = answer.stages.find(({ stage }) => stage === "triangles")?.entered ?? 0;
    const lit = (side: "a" | "b"): string => whole(new Set(answer.pairs.map((pair) => pair[side])).size);
    return [
      ["Relation", answer.relation],
      ["Triangles of A and B", `${whole(a.triangles.length)} and ${whole(b.triangles.length)}`],
      ["Pairs, brute force", whole(pairs(state))],
      ["Pairs compared exactly", whole(exact)],
      ["Intersecting pairs", whole(meeting(answer))],
      ["Intersecting triangles of A and B", `${lit("a")} and ${lit("b")}`],
    ];
  },

  rust: (state) => `use std::f64::consts::TAU;

use glam::{DQuat, DVec3};
use impinge::assembly::{Cascade, CascadeStats, Instance, Model, find_collisions};
use impinge::math::{Pose, Rotation};
use impinge::shape::{Mesh, MeshError};

${RUST_TORUS}
${RUST_BALL}
let a = Model::new(torus(${parts(state)})?);
let at_a = ${rustPose(first(state))};
let b = Model::new(bumpy_ball(${partsOfBall(state)}, ${float(size(state))})?);
let at_b = ${rustPose(second(state))};
let instances = [Instance::new(&a, at_a), Instance::new(&b, at_b)];
let stats = CascadeStats::default();
for collision in find_collisions(&instances, &Cascade::default(), &stats) {
    println!("{:?}", collision.kind);
}
for report in stats.reports() {
    let unit = report.stage.unit();
    println!("{}: {} to {} {unit}", report.stage.name(), report.entered, report.left);
}`,
};
