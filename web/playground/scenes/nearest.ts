// Two shapes: the nearest points, or the way out.

import { placed, rust, rustImports } from "../figures";
import { asked, nearestReadings, toldNearest, type Nearness } from "../nearness";
import { drawNearest, drawPair, first, pairChoices, pairHandles, second, type PairState } from "../pair";
import type { PlaneScene } from "../scene";

export const nearest: PlaneScene<PairState, Nearness> = {
  stage: "plane",
  name: "nearest",
  title: "Nearest points",
  explanation: [
    "The shortest way between two convex shapes that are apart joins one point of each, and is perpendicular to both outlines where they have a direction. Where two edges are parallel and face each other, many ways are equally short, and one of them is told.",
    "Where the shapes overlap there is no distance, but a depth: the length of the shortest move that parts them. The arrow is that move for B.",
  ],
  formula: "distance = min |a − b|  for a in A, b in B\ndepth = min |v|  so that A and B + v no longer overlap",
  start: { a: "box", ax: -3, ay: -1, a_angle: 25, b: "capsule", bx: 2.5, by: 1, b_angle: 40 },
  choices: pairChoices,

  request: (state, query) => asked({ a: placed(first(state)), b: placed(second(state)) }, query),

  handles: pairHandles,

  draw(plane, state, answer) {
    drawPair(plane, state);
    drawNearest(plane, state, answer);
  },

  summary: (_, answer) => toldNearest(answer),

  readings: (_, answer) => nearestReadings(answer),

  rust(state) {
    const [a, b] = [first(state), second(state)];
    return `${rustImports(a, b)}
${rust("a", a)}
${rust("b", b)}
let contact = a.closest_points(&b); // its distance is below 0 where they overlap
println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);`;
  },
};
