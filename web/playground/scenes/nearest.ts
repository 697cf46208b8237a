// Two shapes: the closest points, or the min translation.

import { placed, rust, rustImports } from "../figures";
import { asked, nearestReadings, toldNearest, type Nearness } from "../nearness";
import { drawNearest, drawPair, first, pairChoices, pairHandles, second, type PairState } from "../pair";
import type { PlaneScene } from "../scene";

export const nearest: PlaneScene<PairState, Nearness> = {
  stage: "plane",
  name: "nearest",
  title: "Closest points",
  explanation: [
    "The shortest segment between two disjoint convex shapes joins one point of each. It is perpendicular to both outlines where they have a direction. Where two parallel edges face each other, many segments are equally short; the engine returns one of them.",
    "Overlapping shapes have no distance but a depth: the length of the min translation that separates them. The arrow shows this translation for B.",
  ],
  formula: "distance = min |a − b|  for a in A, b in B\ndepth = min |v|  such that A and B + v no longer overlap",
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
