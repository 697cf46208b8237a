// Two shapes in 3D: the closest points, or the min translation.

import type { Standpoint } from "../../shared/camera";
import { decimal } from "../../shared/numbers";
import { asked, nearestReadings, toldNearest, type Nearness } from "../nearness";
import { ahead, point, rotation, type Point } from "../points";
import type { SpaceScene } from "../scene";
import { AXES } from "../slabs";
import { draw, placed, rust, rustImports, type Solid } from "../solids";

type State = Standpoint & {
  a: string;
  ax: number;
  ay: number;
  az: number;
  a_turn_x: number;
  a_turn_y: number;
  a_turn_z: number;
  b: string;
  bx: number;
  by: number;
  bz: number;
  b_turn_x: number;
  b_turn_y: number;
  b_turn_z: number;
};

const KINDS = { ball: "Ball", box: "Box", capsule: "Capsule", hull: "Convex hull" };
/** A gem: a ring of six and a tip on each side. */
const GEM: readonly Point[] = [[1.5, 0, 0.2], [0.7, 0.3, 1.3], [-0.8, -0.1, 1.2], [-1.4, 0.2, 0], [-0.6, -0.2, -1.3], [0.9, 0.1, -1.1], [0.1, 1.5, 0.2], [0, -1.2, -0.1]];

function solid(kind: string, at: Point, angles: Point): Solid {
  const turn = rotation(angles);
  switch (kind) {
    case "ball":
      return { kind, at, turn: rotation([0, 0, 0]), radius: 1.3 };
    case "box":
      return { kind, at, turn, half: [1.5, 0.9, 1.1] };
    case "capsule":
      return { kind, at, turn, halfHeight: 1.2, radius: 0.7 };
    default:
      return { kind: "hull", at, turn, points: GEM };
  }
}

const first = ({ a, ax, ay, az, a_turn_x, a_turn_y, a_turn_z }: State): Solid => solid(a, [ax, ay, az], [a_turn_x, a_turn_y, a_turn_z]);
const second = ({ b, bx, by, bz, b_turn_x, b_turn_y, b_turn_z }: State): Solid => solid(b, [bx, by, bz], [b_turn_x, b_turn_y, b_turn_z]);

export const nearestInSpace: SpaceScene<State, Nearness> = {
  stage: "space",
  name: "nearest-in-space",
  title: "Closest points in 3D",
  explanation: [
    "As in 2D, the shortest segment between two disjoint convex shapes joins one point of each. It is perpendicular to both surfaces where they have a direction. Where two parallel faces or edges face each other, many segments are equally short; the engine returns one of them.",
    "For overlapping shapes, the depth is the length of the min translation that separates them. The arrow shows this translation for B; the pale body is B after it.",
    "For two balls, a formula is enough. For a hull, the engine computes the furthest point of each shape in a direction. GJK changes this direction until no point is nearer. For the depth, EPA expands a polytope inside the difference of both shapes.",
  ],
  formula: "distance = min |a − b|  for a in A, b in B\ndepth = min |v|  such that A and B + v no longer overlap",
  start: {
    a: "box", ax: -2, ay: 0, az: 0.3, a_turn_x: 20, a_turn_y: 30, a_turn_z: 15,
    b: "hull", bx: 2.1, by: 0.7, bz: -0.4, b_turn_x: 10, b_turn_y: -25, b_turn_z: 35,
    turn: 20, tilt: 20, away: 12,
  },
  choices: [
    { key: "a", label: "A", options: KINDS },
    { key: "b", label: "B", options: KINDS },
  ],
  sliders: (["a", "b"] as const).flatMap((side) =>
    AXES.map((axis) => ({ key: `${side}_turn_${axis}`, label: `Rotate ${side.toUpperCase()} about ${axis}`, least: -180, greatest: 180, step: 1, unit: "°" })),
  ),

  request: (state, query) => asked({ a: placed(first(state)), b: placed(second(state)) }, query),

  handles: (state) => [
    { key: "a", name: "A: position", look: "a", at: first(state).at, move: ([ax, ay, az]) => Object.assign(state, { ax, ay, az }) },
    { key: "b", name: "B: position", look: "b", at: second(state).at, move: ([bx, by, bz]) => Object.assign(state, { bx, by, bz }) },
  ],

  draw(space, state, answer) {
    draw(space, first(state), "shape a");
    draw(space, second(state), "shape b");
    space.text(first(state).at, "A", [0, 26]);
    space.text(second(state).at, "B", [0, 26]);
    if (!answer.points || !answer.normal) return;
    const [a, b] = answer.points.map(point) as [Point, Point];
    if ("depth" in answer) {
      draw(space, { ...second(state), at: ahead(second(state).at, point(answer.normal), answer.depth) }, "ghost b");
      space.arrow(b, a, "overlap");
    } else {
      space.line(a, b, "measure");
    }
    space.dot(a, "a");
    space.dot(b, "b");
    space.text(ahead(ahead([0, 0, 0], a, 0.5), b, 0.5), decimal("depth" in answer ? answer.depth : answer.distance, 0.001), [0, -14]);
  },

  summary: (_, answer) => toldNearest(answer),

  readings: (_, answer) => nearestReadings(answer),

  rust(state) {
    const [a, b] = [first(state), second(state)];
    return `${rustImports([a, b])}
${rust("a", a)}
${rust("b", b)}
let contact = a.closest_points(&b); // its distance is below 0 where they overlap
println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);`;
  },
};
