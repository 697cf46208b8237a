// A segment through a box: the slab method.

import type { ClipRequest, Face, SlabInterval } from "impinge";

import { decimal } from "../../shared/numbers";
import { corners, figureHandles, inPlane, placed, rust, rustImports, rustVector, type Figure } from "../figures";
import type { Plane } from "../plane";
import type { PlaneScene } from "../scene";
import { ALL, AXES, interval, slabBars, toldClip } from "../slabs";
import { across, along, between, coordinates, radians, rounded, turned, vector, type Vector } from "../vectors";

type State = { ax: number; ay: number; bx: number; by: number; x: number; y: number; half_x: number; half_y: number; angle: number };

const LEAST_HALF = 0.2;
/** How far beside the segment the intervals of the axes are drawn, in pixels. */
const BESIDE = [9, -9] as const;

const box = ({ x, y, half_x, half_y, angle }: State): Figure & { kind: "box" } => ({ kind: "box", at: [x, y], half: [half_x, half_y], angle });
const ends = ({ ax, ay, bx, by }: State): [Vector, Vector] => [[ax, ay], [bx, by]];

function drawFace(plane: Plane, state: State, { axis, positive }: Face): void {
  const figure = box(state);
  const side = positive ? 1 : -1;
  const [x, y] = figure.half;
  const [from, to]: [Vector, Vector] = axis === 0 ? [[side * x, -y], [side * x, y]] : [[-x, side * y], [x, side * y]];
  plane.line(inPlane(figure, from), inPlane(figure, to), `face ${AXES[axis] ?? ""}`);
}

function drawSlabs(plane: Plane, state: State, slabs: readonly SlabInterval[]): void {
  const figure = box(state);
  const [a, b] = ends(state);
  const way = between(a, b);
  const length = Math.hypot(...way);
  for (const [axis, look] of AXES.slice(0, 2).entries()) {
    const normal = turned(axis === 0 ? [1, 0] : [0, 1], radians(figure.angle));
    const half = figure.half[axis] ?? 0;
    for (const side of [-half, half]) plane.endless(along(figure.at, normal, side), across(normal), `slab ${look}`);
    const inside = slabs[axis] && interval(slabs[axis]);
    if (!inside || length === 0) continue;
    const aside = along([0, 0], across(way), plane.pixels(BESIDE[axis] ?? 0) / length);
    const [from, to] = inside.map((t) => along(along(a, aside), way, Math.max(-ALL, Math.min(ALL, t)))) as [Vector, Vector];
    plane.line(from, to, `interval ${look}`);
  }
}

export const clip: PlaneScene<State, ClipRequest> = {
  stage: "plane",
  name: "clip",
  title: "Segment and box",
  explanation: [
    "A box is the intersection of its slabs. A slab is the space between two opposite faces, one for each axis of the box: orange for x, blue for y. A line is in each slab for one interval of its parameter t. At the start of the segment t = 0, at its end t = 1.",
    "The segment is inside the box where both intervals and its own, from 0 to 1, overlap. The interval that begins last gives the entry face. The interval that ends first gives the exit face. If you rotate the box, only the directions of its axes change.",
    "In the formula, p is the start of the segment, and d the vector to its end. c is the centre of the box, and h its half extent. All are measured along the axis i of the box.",
    "If the segment does not move along an axis, dᵢ = 0, and there is nothing to divide by. Its line is then in that slab always or never: p is between the faces or not. A tip marks the end of a bar that continues beyond the picture.",
  ],
  formula: "tᵢ = (cᵢ ± hᵢ − pᵢ) / dᵢ\nfrom = max(0, smaller tₓ, smaller tᵧ)\nto = min(1, larger tₓ, larger tᵧ)\ninside the box ⇔ from ≤ to",
  start: { ax: -6.5, ay: -2.5, bx: 5.5, by: 3.5, x: 0.5, y: 0.5, half_x: 2.5, half_y: 1.5, angle: 20 },

  sliders: [
    { key: "half_x", label: "Half extent x", least: LEAST_HALF, greatest: 6, step: 0.05 },
    { key: "half_y", label: "Half extent y", least: LEAST_HALF, greatest: 4, step: 0.05 },
    { key: "angle", label: "Angle", least: -180, greatest: 180, step: 1, unit: "°" },
  ],

  request: (state) => {
    const [a, b] = ends(state);
    return { op: "clip", a: placed(box(state)), b: { type: "segment", a, b } };
  },

  handles: (state) => {
    const figure = box(state);
    const resize = (to: Vector): void => {
      const [x, y] = turned(between(figure.at, to), -radians(figure.angle));
      state.half_x = rounded(Math.max(LEAST_HALF, Math.abs(x)));
      state.half_y = rounded(Math.max(LEAST_HALF, Math.abs(y)));
    };
    return [
      { key: "start", name: "Start of the segment", look: "text", at: [state.ax, state.ay], move: ([x, y]) => Object.assign(state, { ax: x, ay: y }) },
      { key: "end", name: "End of the segment", look: "text", at: [state.bx, state.by], move: ([x, y]) => Object.assign(state, { bx: x, by: y }) },
      ...figureHandles("box", "Box", "soft", figure, ([x, y]) => Object.assign(state, { x, y }), (angle) => (state.angle = angle)),
      {
        key: "corner",
        name: "Corner of the box",
        look: "soft",
        at: inPlane(figure, figure.half),
        told: `half extents ${decimal(state.half_x, 0.01)} and ${decimal(state.half_y, 0.01)}`,
        move: resize,
        step: (right, up) => resize(inPlane(figure, [Math.max(LEAST_HALF, state.half_x + right / 10), Math.max(LEAST_HALF, state.half_y + up / 10)])),
      },
    ];
  },

  draw(plane, state, answer) {
    const [a, b] = ends(state);
    plane.polygon(corners(box(state)).map((corner) => inPlane(box(state), corner)), "shape box");
    if (a[0] !== b[0] || a[1] !== b[1]) plane.endless(a, between(a, b), "extension");
    drawSlabs(plane, state, answer.slab_intervals);
    plane.line(a, b, "segment");
    if (answer.hit) {
      if (answer.exit_face) drawFace(plane, state, answer.exit_face);
      if (answer.entry_face) drawFace(plane, state, answer.entry_face);
      const [entry, exit] = answer.points.map(vector) as [Vector, Vector];
      plane.line(entry, exit, "inside");
      for (const point of [entry, exit]) plane.dot(point, "overlap");
      plane.text(entry, `${answer.entry_face ? "in" : "starts inside"}, t = ${decimal(answer.from, 0.001)}`, [-14, -16]);
      plane.text(exit, `${answer.exit_face ? "out" : "ends inside"}, t = ${decimal(answer.to, 0.001)}`, [14, 26]);
    }
    plane.text(a, "t = 0", [0, 30]);
    plane.text(b, "t = 1", [0, -18]);
  },

  bars: (_, answer) => slabBars(answer),

  summary: (_, answer) => toldClip(answer),

  readings(state, answer) {
    const readings: [string, string][] = [["Box", state.angle === 0 ? "axis-aligned (aabb)" : `rotated by ${state.angle}° (box)`.replace("-", "−")]];
    if (answer.hit) {
      readings.push(["Entry", coordinates(answer.points[0])], ["Exit", coordinates(answer.points[1])]);
    }
    return readings;
  },

  rust(state) {
    const [a, b] = ends(state);
    const imports = rustImports(box(state)).replace(/shape::(\w+)/, "shape::{$1, Segment}").replace("prelude::*", "narrow::Clip");
    return `${imports}
${rust("bounds", box(state))}
let segment = Segment::new(${rustVector(a)}, ${rustVector(b)})?;
println!("{:?}", segment.slab_intervals(&bounds));
if let Some(crossing) = segment.clip(&bounds) {
    println!("{:?} {:?}", crossing.interval, crossing.entry_face);
}`;
  },
};
