// Two shapes: the nearest points, or the way out.

import { decimal } from "../../report/numbers";
import { draw, figureHandles, placed, rust, rustImports, type Figure } from "../figures";
import { asked, nearestReadings, toldNearest, type Nearness } from "../nearness";
import type { PlaneScene } from "../scene";
import { across, along, between, vector, type Vector } from "../vectors";

type State = { a: string; ax: number; ay: number; a_angle: number; b: string; bx: number; by: number; b_angle: number };

const KINDS = { ball: "Ball", box: "Box", capsule: "Capsule", polygon: "Polygon" };
const PENTAGON: readonly Vector[] = [[1.6, -0.2], [0.6, 1.3], [-1, 1.1], [-1.5, -0.4], [0.1, -1.4]];
/** How far beside the way between the shapes its length is written, in pixels. */
const BESIDE = 20;

function figure(kind: string, at: Vector, angle: number): Figure {
  switch (kind) {
    case "ball":
      return { kind, at, angle: 0, radius: 1.4 };
    case "box":
      return { kind, at, angle, half: [1.8, 1] };
    case "capsule":
      return { kind, at, angle, halfHeight: 1.3, radius: 0.7 };
    default:
      return { kind: "polygon", at, angle, points: PENTAGON };
  }
}

const first = ({ a, ax, ay, a_angle }: State): Figure => figure(a, [ax, ay], a_angle);
const second = ({ b, bx, by, b_angle }: State): Figure => figure(b, [bx, by], b_angle);

export const nearest: PlaneScene<State, Nearness> = {
  stage: "plane",
  name: "nearest",
  title: "Nearest points",
  explanation: [
    "Of two convex shapes that are apart, one point of each is nearest to the other shape, and the way between the two is the shortest there is. It is perpendicular to both outlines where they have a direction.",
    "Where the shapes overlap there is no distance, but a depth: the length of the shortest move that parts them. The arrow is that move for B.",
  ],
  formula: "distance = min |a − b|  for a in A, b in B\ndepth = min |v|  so that A and B + v no longer overlap",
  start: { a: "box", ax: -3, ay: -1, a_angle: 25, b: "capsule", bx: 2.5, by: 1, b_angle: 40 },
  choices: [
    { key: "a", label: "A", options: KINDS },
    { key: "b", label: "B", options: KINDS },
  ],

  request: (state, query) => asked({ a: placed(first(state)), b: placed(second(state)) }, query),

  handles: (state) => [
    ...figureHandles("a", "A", "a", first(state), ([x, y]) => Object.assign(state, { ax: x, ay: y }), (angle) => (state.a_angle = angle)),
    ...figureHandles("b", "B", "b", second(state), ([x, y]) => Object.assign(state, { bx: x, by: y }), (angle) => (state.b_angle = angle)),
  ],

  draw(plane, state, answer) {
    draw(plane, first(state), "shape a");
    draw(plane, second(state), "shape b");
    plane.text([state.ax, state.ay], "A", [0, 26]);
    plane.text([state.bx, state.by], "B", [0, 26]);
    if (!answer.points || !answer.normal) return;
    const [a, b] = answer.points.map(vector) as [Vector, Vector];
    if ("depth" in answer) {
      draw(plane, { ...second(state), at: along([state.bx, state.by], vector(answer.normal), answer.depth) }, "ghost b");
      plane.arrow(b, a, "overlap");
    } else {
      plane.line(a, b, "measure");
    }
    for (const [point, look] of [[a, "a"], [b, "b"]] as const) plane.dot(point, look);
    // Beside the way, upwards.
    const side = across(vector(answer.normal));
    const aside = (side[1] < 0 ? -1 : 1) * BESIDE;
    plane.text(along(a, between(a, b), 0.5), decimal("depth" in answer ? answer.depth : answer.distance, 0.001), [side[0] * aside, -side[1] * aside]);
  },

  summary: (_, answer) => toldNearest(answer),

  readings: (_, answer) => nearestReadings(answer),

  rust(state) {
    const [a, b] = [first(state), second(state)];
    return `${rustImports(a, b)}
${rust("a", a)}
${rust("b", b)}
let contact = a.nearest(&b); // its distance is below 0 where they overlap
println!("{} {} {}", contact.distance, contact.on_a, contact.on_b);`;
  },
};
