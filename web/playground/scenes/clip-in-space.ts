// A segment through a turned box in space, and the same where the box is not turned.

import type { ClipAnswer, ClipRequest, Face } from "impinge";

import type { Standpoint } from "../../shared/camera";
import { decimal } from "../../shared/numbers";
import { ahead, inverse, point, revolved, rotation, UPRIGHT, way, type Point } from "../points";
import type { SpaceScene } from "../scene";
import { ALL, AXES, interval, slabBars, toldClip } from "../slabs";
import { inSpace, placed, rust, rustImports, rustPoint, type Solid } from "../solids";
import type { Space } from "../space";
import { coordinates, type Vector } from "../vectors";

type State = Standpoint & {
  ax: number;
  ay: number;
  az: number;
  bx: number;
  by: number;
  bz: number;
  x: number;
  y: number;
  z: number;
  half_x: number;
  half_y: number;
  half_z: number;
  turn_x: number;
  turn_y: number;
  turn_z: number;
};
type Box = Solid & { kind: "box" };

/** How far beside the segment the intervals of the axes are drawn, in pixels. */
const BESIDE = [8, 15, -8] as const;
/** How far the line is drawn beyond the segment, in lengths of it. */
const EXTENSION = 10;

const box = ({ x, y, z, half_x, half_y, half_z, turn_x, turn_y, turn_z }: State): Box => ({
  kind: "box",
  at: [x, y, z],
  half: [half_x, half_y, half_z],
  turn: rotation([turn_x, turn_y, turn_z]),
});
const ends = ({ ax, ay, az, bx, by, bz }: State): [Point, Point] => [[ax, ay, az], [bx, by, bz]];

/** A point of a box, by its coordinate along one axis and those along the two others. */
function onAxis(axis: number, along: number, [next, last]: Vector): Point {
  const place = [0, 0, 0];
  place[axis] = along;
  place[(axis + 1) % 3] = next;
  place[(axis + 2) % 3] = last;
  return point(place);
}

function drawFace(space: Space, figure: Box, { axis, positive }: Face, look: string): void {
  const size = (number: number): number => figure.half[number % 3] ?? 0;
  const [next, last] = [size(axis + 1), size(axis + 2)];
  const corners = ([[-next, -last], [next, -last], [next, last], [-next, last]] as const).map((corner) => inSpace(figure, onAxis(axis, (positive ? 1 : -1) * size(axis), corner)));
  space.face(corners, `face ${AXES[axis] ?? ""} ${look}`);
}

/** Where the line goes through the planes of the faces, each with a way to its face. */
function drawCrossings(space: Space, figure: Box, [a, b]: [Point, Point], answer: ClipAnswer): void {
  for (const [axis, slab] of answer.slab_intervals.entries()) {
    const inside = interval(slab);
    const look = AXES[axis] ?? "";
    if (!inside) continue;
    const [from, to] = inside.map((t) => ahead(a, way(a, b), Math.max(-ALL, Math.min(ALL, t)))) as [Point, Point];
    space.beside(from, to, BESIDE[axis] ?? 0, `interval ${look}`);
    if (slab.interval !== "within") continue;
    for (const crossing of [from, to]) {
      const within = revolved(way(figure.at, crossing), inverse(figure.turn));
      const nearest = point(within.map((coordinate, each) => (each === axis ? coordinate : Math.max(-(figure.half[each] ?? 0), Math.min(figure.half[each] ?? 0, coordinate)))));
      space.line(crossing, inSpace(figure, nearest), `slab ${look}`);
    }
  }
}

function drawAll(space: Space, figure: Box, [a, b]: [Point, Point], answer: ClipAnswer): void {
  space.box(figure.at, figure.half, figure.turn, "shape box");
  for (const [axis, look] of AXES.entries()) {
    const reach = (figure.half[axis] ?? 0) + 0.7;
    space.arrow(figure.at, inSpace(figure, onAxis(axis, reach, [0, 0])), look);
    space.text(inSpace(figure, onAxis(axis, reach + 0.2, [0, 0])), look, [0, 5], look);
  }
  const along = way(a, b);
  if (Math.hypot(...along) > 0) {
    space.line(ahead(a, along, -EXTENSION), a, "extension");
    space.line(b, ahead(b, along, EXTENSION), "extension");
    drawCrossings(space, figure, [a, b], answer);
  }
  for (const end of [a, b]) space.dot(end, "text");
  space.text(a, "t = 0", [0, 28]);
  space.text(b, "t = 1", [0, -18]);
  if (!answer.hit) return space.line(a, b, "segment");
  if (answer.exit_face) drawFace(space, figure, answer.exit_face, "exit");
  if (answer.entry_face) drawFace(space, figure, answer.entry_face, "entry");
  const [entry, exit] = [answer.from, answer.to].map((t) => ahead(a, along, t)) as [Point, Point];
  space.line(a, entry, "segment");
  space.line(entry, exit, "inside");
  space.line(exit, b, "segment");
  space.dot(entry, "overlap");
  space.dot(exit, "overlap");
  space.text(entry, answer.entry_face ? "in" : "starts inside", [-12, 22]);
  space.text(exit, answer.exit_face ? "out" : "ends inside", [12, -12]);
}

export const clipInSpace: SpaceScene<State, ClipRequest> = {
  stage: "space",
  name: "clip-in-space",
  title: "Segment and box in 3D",
  explanation: [
    "A box is the intersection of three slabs, each the space between two opposite faces: orange for x, blue for y, green for z. A line is in each slab for one interval of t. It is drawn beside the line in that colour, from one plane to the other. Dashes lead from its ends to the faces in these planes.",
    "The part of the segment between the last entry and the first exit is inside the box. The entry face is filled; the exit face is paler.",
    "The second picture shows the same in the local frame of the box. Everything is translated and rotated until the box is axis-aligned. The parameters t do not change, and each slab needs only one coordinate. So a rotated box costs hardly more than an axis-aligned one.",
  ],
  formula: "p′ = R⁻¹ (p − c)    d′ = R⁻¹ d\ntᵢ = (± hᵢ − p′ᵢ) / d′ᵢ    for i = x, y, z\nfrom = max(0, smaller tᵢ)\nto = min(1, larger tᵢ)\ninside the box ⇔ from ≤ to",
  start: {
    ax: -3.9, ay: -2.9, az: 3.2, bx: 3.6, by: 3, bz: -3.4,
    x: 0, y: 0, z: 0, half_x: 2, half_y: 1.2, half_z: 1.6, turn_x: 20, turn_y: 10, turn_z: 12,
    turn: 20, tilt: 22, away: 19.5,
  },
  sliders: [
    ...AXES.map((axis) => ({ key: `half_${axis}`, label: `Half extent ${axis}`, least: 0.2, greatest: 4, step: 0.05 })),
    ...AXES.map((axis) => ({ key: `turn_${axis}`, label: `Rotate about ${axis}`, least: -180, greatest: 180, step: 1, unit: "°" })),
  ],

  request(state) {
    const [a, b] = ends(state);
    return { op: "clip", a: placed(box(state)), b: { type: "segment", a, b } };
  },

  handles: (state) => [
    { key: "start", name: "Start of the segment", look: "text", at: ends(state)[0], move: ([ax, ay, az]) => Object.assign(state, { ax, ay, az }) },
    { key: "end", name: "End of the segment", look: "text", at: ends(state)[1], move: ([bx, by, bz]) => Object.assign(state, { bx, by, bz }) },
    { key: "box", name: "Box: position", look: "soft", at: box(state).at, move: ([x, y, z]) => Object.assign(state, { x, y, z }) },
  ],

  draw: (space, state, answer) => drawAll(space, box(state), ends(state), answer),

  beside: {
    captions: ["World frame", "Local frame of the box"],
    draw(space, state, answer) {
      const figure = box(state);
      const within = ends(state).map((end) => revolved(way(figure.at, end), inverse(figure.turn))) as [Point, Point];
      drawAll(space, { ...figure, at: [0, 0, 0], turn: UPRIGHT }, within, answer);
    },
  },

  bars: (_, answer) => slabBars(answer),

  summary: (_, answer) => toldClip(answer),

  readings(_, answer) {
    if (!answer.hit) return [];
    return [["Entry", `t = ${decimal(answer.from, 0.001)}`], ["Entry point", coordinates(answer.points[0])], ["Exit", `t = ${decimal(answer.to, 0.001)}`], ["Exit point", coordinates(answer.points[1])]];
  },

  rust(state) {
    const [a, b] = ends(state);
    return `${rustImports([box(state)], ["Segment"]).replace("prelude::*", "narrow::Clip")}
${rust("bounds", box(state))}
let segment = Segment::new(
    ${rustPoint(a)},
    ${rustPoint(b)},
)?;
println!("{:?}", segment.slab_intervals(&bounds));
if let Some(crossing) = segment.clip(&bounds) {
    println!("{:?} {:?}", crossing.interval, crossing.entry_face);
}`;
  },
};
