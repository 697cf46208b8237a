// A ray around a mesh that is open above: which triangle it hits, and from which side.

import type { CastRayAnswer, CastRayRequest } from "impinge";

import type { Standpoint } from "../../shared/camera";
import { decimal } from "../../shared/numbers";
import { float } from "../figures";
import { ahead, inner, outer, point, way, type Point } from "../points";
import type { SpaceScene } from "../scene";
import { rustPoint } from "../solids";
import type { Corners, Space } from "../space";
import { coordinates, rounded, wholeDegrees } from "../vectors";

type Sides = "both" | "front" | "back";
type State = Standpoint & { sides: Sides; around: number; height: number; x: number; y: number; z: number };

/** A bowl: six corners above, three below, and nothing on top. */
const VERTICES: readonly Point[] = [[2, 1.2, 0], [1, 1.2, 1.7], [-1, 1.2, 1.7], [-2, 1.2, 0], [-1, 1.2, -1.7], [1, 1.2, -1.7], [0.9, -1.2, 0.5], [-0.9, -1.2, 0.5], [0, -1.2, -1]];
/** Counter-clockwise from outside. */
const TRIANGLES: readonly Corners[] = [
  [0, 1, 6], [1, 2, 7], [1, 7, 6], [2, 3, 7], [3, 4, 8], [3, 8, 7],
  [4, 5, 8], [5, 0, 6], [5, 6, 8], [6, 7, 8],
];
/** How far from where it aims the ray starts. */
const FAR = 4.5;
/** How long normals of triangles are drawn, and that of the one that is hit. */
const [NORMAL, NORMAL_OF_HIT] = [0.5, 1.1];
/** Normals start so far above their triangle, or they would be seen from behind. */
const ABOVE = 0.03;
const SIDES: Record<Sides, string> = { both: "both sides", front: "front faces only", back: "back faces only" };
const RUST_SIDES: Record<Sides, string> = { both: "Both", front: "FrontOnly", back: "BackOnly" };

const target = ({ x, y, z }: State): Point => [x, y, z];

function origin({ around, height, ...state }: State): Point {
  const [turn, rise] = [around, height].map((angle) => (angle * Math.PI) / 180) as [number, number];
  const out: Point = [Math.sin(turn) * Math.cos(rise), Math.sin(rise), Math.cos(turn) * Math.cos(rise)];
  return ahead(target({ around, height, ...state }), out, FAR).map((coordinate) => rounded(coordinate)) as unknown as Point;
}

/** Where the ray goes, as far as what it aims at. */
const direction = (state: State): Point => way(origin(state), target(state)).map((coordinate) => rounded(coordinate)) as unknown as Point;

const corners = (triangle: Corners): [Point, Point, Point] => triangle.map((corner) => VERTICES[corner] ?? [0, 0, 0]) as unknown as [Point, Point, Point];

/** To where the corners of a triangle turn counter-clockwise, of length 1. */
function front([a, b, c]: readonly [Point, Point, Point]): Point {
  const across = outer(way(a, b), way(a, c));
  return ahead([0, 0, 0], across, 1 / Math.hypot(...across));
}

function middle([a, b, c]: readonly [Point, Point, Point]): Point {
  return ahead([0, 0, 0], ahead(ahead(a, b), c), 1 / 3);
}

/** That of the front, also where the back is hit; the normal of the answer leads to where the ray comes from. */
const normalOf = ({ normal, feature }: CastRayAnswer & { hit: true }): Point => ahead([0, 0, 0], point(normal), feature === 0 ? 1 : -1);

function drawHit(space: Space, state: State, answer: CastRayAnswer & { hit: true }): void {
  const triangle = TRIANGLES[answer.part];
  if (triangle) space.face(corners(triangle), "hit");
  const at = point(answer.point);
  const arrow = (name: string, length: number, look: string): void => {
    const tip = ahead(at, normalOf(answer), length);
    space.arrow(at, tip, look);
    space.text(tip, name, [10, -6]);
  };
  arrow("n", NORMAL_OF_HIT, "overlap");
  // Beyond the wall, n may be out of sight.
  if (answer.feature !== 0) arrow("−n", -NORMAL_OF_HIT, "rest");
  space.dot(at, "overlap");
  space.line(origin(state), at, "segment");
}

const side = ({ feature }: { feature: number }): string => (feature === 0 ? "front" : "back");

export const facing: SpaceScene<State, CastRayRequest> = {
  stage: "space",
  name: "facing",
  title: "Facing test on a mesh",
  explanation: [
    "A triangle in 3D has two sides. Seen from its front, its corners are in counter-clockwise order; the blue arrows are the normals there. The outside of this bowl is its front, blue. The inside is its back, orange.",
    "A ray hits a triangle from the front exactly if its direction goes against the normal: if their dot product is below 0. This one dot product decides before the hit point is computed. The red arrow is n, the normal of the front. If the back is hit, −n points towards the ray.",
    "With front faces only, the ray passes through every back. From above, it goes through the inside of the bowl as if that were absent. Renderers call this back-face culling. From outside, the backs of a closed body are never visible, so renderers skip them.",
    "In the formula, a, b and c are the corners of the triangle. p is the start of the ray and d its direction, of length 1. At p + t d the ray meets the plane of the triangle.",
    "Cameras and scanners see only fronts. A one-way door has a front too. Play the ray around the bowl, raise it to look inside, and change which sides can be hit.",
  ],
  formula: "n = (b − a) × (c − a), normalised\nhit from the front ⇔ n · d < 0\nt = n · (a − p) / (n · d)",
  start: { sides: "both", around: -75, height: 30, x: 0, y: 0.6, z: 0, turn: 10, tilt: 32, away: 12 },
  choices: [{ key: "sides", label: "Can be hit", options: SIDES }],
  time: { key: "around", label: "Angle around", least: -180, greatest: 180, step: 1, unit: "°", lasts: 12 },
  sliders: [{ key: "height", label: "Elevation", least: -85, greatest: 85, step: 1, unit: "°" }],

  request: (state) => ({
    op: "cast_ray",
    a: { type: "mesh", vertices: VERTICES, triangles: TRIANGLES },
    b: { type: "ray", origin: origin(state), direction: direction(state) },
    ...(state.sides === "both" ? {} : { sides: state.sides }),
  }),

  handles: (state) => [
    {
      key: "origin",
      name: "Start of the ray",
      look: "text",
      at: origin(state),
      told: `${state.around} degrees around, elevation ${state.height} degrees`,
      move(to) {
        const [x, y, z] = way(target(state), to);
        if (x !== 0 || z !== 0) state.around = wholeDegrees((Math.atan2(x, z) * 180) / Math.PI);
        state.height = Math.max(-85, Math.min(85, wholeDegrees((Math.atan2(y, Math.hypot(x, z)) * 180) / Math.PI)));
      },
      step(right, up) {
        state.around = wholeDegrees(state.around + right);
        state.height = Math.max(-85, Math.min(85, state.height + up));
      },
    },
    { key: "target", name: "Target of the ray", look: "measure", at: target(state), move: ([x, y, z]) => Object.assign(state, { x, y, z }) },
  ],

  draw(space, state, answer) {
    space.mesh(VERTICES, TRIANGLES, "shape solid b", "shape solid a");
    for (const triangle of TRIANGLES.map(corners)) {
      const [at, normal] = [middle(triangle), front(triangle)];
      space.arrow(ahead(at, normal, ABOVE), ahead(at, normal, NORMAL), "b");
    }
    space.arrow(origin(state), ahead(origin(state), direction(state), 0.3), "text");
    if (answer.hit) {
      drawHit(space, state, answer);
      space.line(point(answer.point), ahead(origin(state), direction(state), 2), "slab text");
    } else {
      space.line(origin(state), ahead(origin(state), direction(state), 3), "segment");
    }
  },

  summary(state, answer) {
    if (answer.hit) return `The ray hits triangle ${answer.part} from the ${side(answer)}.`;
    return state.sides === "both" ? "The ray hits nothing." : `The ray hits no ${state.sides}.`;
  },

  readings(state, answer) {
    const d = ahead([0, 0, 0], direction(state), 1 / Math.hypot(...direction(state)));
    if (!answer.hit) return [["Direction d", coordinates(d)]];
    const [a, b, c] = TRIANGLES[answer.part] ?? [];
    const normal = normalOf(answer);
    return [
      ["Triangle", `${answer.part}: corners ${a}, ${b}, ${c}`],
      ["Side", side(answer)],
      ["Distance t", decimal(answer.t, 0.001)],
      ["Point", coordinates(answer.point)],
      ["Normal of the front n", coordinates(normal)],
      ["Direction d", coordinates(d)],
      ["n · d", decimal(inner(normal, d), 0.001)],
    ];
  },

  rust(state) {
    return `use glam::DVec3;
use impinge::compound::SurfaceMesh;
use impinge::math::Unit;
use impinge::prelude::*;
use impinge::shape::{Mesh, Ray};

let mesh = Mesh::new(
    vec![
${VERTICES.map((vertex) => `        ${rustPoint(vertex)},\n`).join("")}    ],
    vec![${TRIANGLES.map((corners) => `[${corners.join(", ")}]`).join(", ")}],
)?;
let bowl = SurfaceMesh::new(mesh);
let ray = Ray::new(
    ${rustPoint(origin(state))},
    Unit::new(DVec3::new(${direction(state).map(float).join(", ")}))?,
)?;
let options = RayOptions { sides: RaySides::${RUST_SIDES[state.sides]}, ..RayOptions::default() };
if let Some(hit) = bowl.cast_ray(&ray, &options) {
    println!("{} {} {:?}", hit.part, hit.t, hit.normal);
}`;
  },
};
