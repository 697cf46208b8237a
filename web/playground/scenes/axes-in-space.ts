// Two boxes in space: the 15 axes that can separate them.

import type { AxisProjection, SweptSatAnswer, SweptSatRequest } from "impinge";

import type { Standpoint } from "../../shared/camera";
import { decimal } from "../../shared/numbers";
import { ahead, inner, outer, point, revolved, rotation, type Point } from "../points";
import type { SpaceScene } from "../scene";
import { AXES } from "../slabs";
import { draw, inSpace, placed, rust, rustImports, type Solid } from "../solids";
import type { Space } from "../space";
import { coordinates } from "../vectors";

type State = Standpoint & {
  axis: string;
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
type Box = Solid & { kind: "box" };

/** An axis by its name; where edges are parallel, they have none. */
interface Named {
  key: string;
  name: string;
  found: AxisProjection | undefined;
}

const [HALF_A, HALF_B]: readonly [Point, Point] = [[1.5, 0.9, 0.7], [1, 1.3, 1]];
/** How far from the boxes the axis is drawn. */
const ASIDE = 2.4;
/** How far beside the axis each shadow lies. */
const LANE = 0.1;
/** How large the wall between the boxes is. */
const WALL = 2.2;
/** Directions are the same within this, and edges parallel. */
const SAME = 1e-6;

const first = ({ ax, ay, az, a_turn_x, a_turn_y, a_turn_z }: State): Box => ({ kind: "box", at: [ax, ay, az], half: HALF_A, turn: rotation([a_turn_x, a_turn_y, a_turn_z]) });
const second = ({ bx, by, bz, b_turn_x, b_turn_y, b_turn_z }: State): Box => ({ kind: "box", at: [bx, by, bz], half: HALF_B, turn: rotation([b_turn_x, b_turn_y, b_turn_z]) });

const UNITS: readonly Point[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const FACES = (["a", "b"] as const).flatMap((side) => AXES.map((axis) => ({ key: `${side}_${axis}`, name: `${side.toUpperCase()}: face ${axis}` })));
const EDGES = AXES.flatMap((a) => AXES.map((b) => ({ key: `${a}_${b}`, name: `A ${a} × B ${b}` })));

/** Which of the axes of the answer is which. */
function named(state: State, { axes }: SweptSatAnswer): Named[] {
  const [a, b] = [first(state), second(state)].map(({ turn }) => UNITS.map((unit) => revolved(unit, turn))) as [Point[], Point[]];
  const directions = [...a, ...b, ...a.flatMap((edge) => b.map((other) => outer(edge, other)))];
  const left = new Set(axes);
  return [...FACES, ...EDGES].map(({ key, name }, number) => {
    const direction = directions[number] ?? [0, 0, 0];
    const length = Math.hypot(...direction);
    const found = length < SAME ? undefined : [...left].find(({ axis }) => Math.hypot(...outer(direction, point(axis))) < SAME * length);
    if (found) left.delete(found);
    return { key, name, found };
  });
}

/** The axis that is drawn: the chosen one, or that with the widest gap, or else with the least overlap. */
function shown(state: State, answer: SweptSatAnswer): Named | undefined {
  const all = named(state, answer);
  if (state.axis !== "telling") return all.find(({ key }) => key === state.axis);
  const overlap = ({ found }: Named): number => found?.overlap ?? Infinity;
  return all.reduce((best, each) => (overlap(each) < overlap(best) ? each : best));
}

function corners(box: Box): Point[] {
  const signs = [-1, 1];
  const [x, y, z] = box.half;
  return signs.flatMap((i) => signs.flatMap((j) => signs.map((k) => inSpace(box, [i * x, j * y, k * z]))));
}

function drawAxis(space: Space, state: State, { axis, a, b, overlap }: AxisProjection): void {
  const direction = point(axis);
  // Below the boxes, or beside them if it stands upright.
  const down: Point = Math.abs(direction[1]) < 0.8 ? [0, -1, 0] : [-1, 0, 0];
  const across = ahead(down, direction, -inner(down, direction));
  const base = ahead([0, 0, 0], across, ASIDE / Math.hypot(...across));
  const side = ahead([0, 0, 0], across, LANE / Math.hypot(...across));
  space.endless(base, direction, "axis");
  for (const [box, [from, to], look, lane] of [[first(state), a, "a", -1], [second(state), b, "b", 1]] as const) {
    const beside = ahead(base, side, lane);
    for (const end of [from, to]) {
      const far = (corner: Point): number => Math.abs(inner(corner, direction) - end);
      const corner = corners(box).reduce((best, each) => (far(each) < far(best) - SAME ? each : best));
      space.line(corner, ahead(beside, direction, end), `projection ${look}`);
    }
    space.line(ahead(beside, direction, from), ahead(beside, direction, to), `shadow ${look}`);
  }
  if (overlap >= 0) return;
  const [start, end] = a[1] < b[0] ? [a[1], b[0]] : [b[1], a[0]];
  const between = ahead(ahead([0, 0, 0], [state.ax, state.ay, state.az], 0.5), [state.bx, state.by, state.bz], 0.5);
  space.disc(ahead(between, direction, (start + end) / 2 - inner(between, direction)), direction, WALL, "between");
  space.line(ahead(base, direction, start), ahead(base, direction, end), "gap");
}

const told = ({ overlap }: AxisProjection): string => (overlap < 0 ? `gap ${decimal(-overlap, 0.001)}` : `overlap ${decimal(overlap, 0.001)}`);

export const axesInSpace: SpaceScene<State, SweptSatRequest> = {
  stage: "space",
  name: "axes-in-space",
  title: "Separating axes of two boxes",
  explanation: [
    "Two boxes are disjoint exactly if a plane separates them. Then some separating plane is parallel to a face of A, to a face of B, or to an edge of each. So 15 directions are enough: 3 face normals of A, 3 of B, and 9 perpendicular to an edge of each. (In 2D there are 4.)",
    "Both boxes are projected on each of these axes. If the projections do not overlap, that axis separates the boxes, and no other is needed: the plane is in the gap. If they overlap on all axes, the axis with the least overlap gives the min translation.",
    "Parallel edges have no unique common perpendicular: their cross product is zero. This axis is omitted without loss, as the face normals cover it. Rotate both boxes alike to see this.",
  ],
  formula: "axes: aᵢ, bⱼ, aᵢ × bⱼ    for i, j = x, y, z\nn: one of them, normalised\nrᴬ(n) = Σ hᵢ |n · aᵢ|, and rᴮ(n) likewise\noverlap(n) = rᴬ + rᴮ − |n · (cᴮ − cᴬ)|\ndisjoint ⇔ overlap(n) < 0 for some n",
  start: {
    axis: "telling",
    ax: -2.1, ay: 0.9, az: 0.3, a_turn_x: 25, a_turn_y: -20, a_turn_z: 30,
    bx: 1.6, by: 1.2, bz: -0.2, b_turn_x: -15, b_turn_y: 40, b_turn_z: 20,
    turn: 15, tilt: 18, away: 15,
  },
  choices: [{ key: "axis", label: "Axis", options: { telling: "widest gap or least overlap", ...Object.fromEntries([...FACES, ...EDGES].map(({ key, name }) => [key, name])) } }],
  sliders: (["a", "b"] as const).flatMap((side) =>
    AXES.map((axis) => ({ key: `${side}_turn_${axis}`, label: `Rotate ${side.toUpperCase()} about ${axis}`, least: -180, greatest: 180, step: 1, unit: "°" })),
  ),

  request: (state) => ({ op: "swept_sat", a: placed(first(state)), b: placed(second(state)), every_axis: true }),

  handles: (state) => [
    { key: "a", name: "A: position", look: "a", at: first(state).at, move: ([ax, ay, az]) => Object.assign(state, { ax, ay, az }) },
    { key: "b", name: "B: position", look: "b", at: second(state).at, move: ([bx, by, bz]) => Object.assign(state, { bx, by, bz }) },
  ],

  draw(space, state, answer) {
    draw(space, first(state), "shape a");
    draw(space, second(state), "shape b");
    const axis = shown(state, answer)?.found;
    if (axis) drawAxis(space, state, axis);
    if (answer.translation) {
      const from = first(state).at;
      const to = ahead(from, point(answer.translation));
      draw(space, { ...first(state), at: to }, "ghost overlap");
      space.arrow(from, to, "overlap");
    }
    space.text(first(state).at, "A", [0, 26]);
    space.text(second(state).at, "B", [0, 26]);
  },

  bars(state, answer) {
    const all = answer.axes.flatMap(({ a, b }) => [...a, ...b]);
    const chosen = shown(state, answer)?.key;
    return {
      title: "Projections on each axis",
      from: Math.min(...all) - 0.5,
      to: Math.max(...all) + 0.5,
      lanes: 2,
      marks: [],
      rows: named(state, answer).map(({ key, name, found }) => ({
        label: name,
        told: found ? told(found) : "parallel edges",
        spans: found
          ? [
              { from: found.a[0], to: found.a[1], look: "a" },
              { from: found.b[0], to: found.b[1], look: "b", lane: 1 },
            ]
          : [],
        isChosen: key === chosen,
      })),
    };
  },

  summary(_, { overlapping, translation, axes }) {
    if (!overlapping) {
      const count = axes.filter(({ separates }) => separates).length;
      return count === 1 ? "The boxes are disjoint: one axis separates them." : `The boxes are disjoint: ${count === 0 ? "by less than rounding" : `${count} axes separate them`}.`;
    }
    const length = Math.hypot(...(translation ?? []));
    return length === 0 ? "The boxes touch." : `The boxes overlap. Moving A by ${decimal(length, 0.001)} separates them.`;
  },

  readings(state, answer) {
    const parallel = named(state, answer).filter(({ found }) => !found).length;
    const axis = shown(state, answer);
    const readings: [string, string][] = [
      ["Separating axes", `${answer.axes.filter(({ separates }) => separates).length} of ${answer.axes.length}`],
      ["Pairs of parallel edges", String(parallel)],
    ];
    if (axis) readings.push(["Axis drawn", axis.found ? axis.name : `${axis.name}: parallel edges, no axis`]);
    if (axis?.found) readings.push(["Direction", coordinates(axis.found.axis)], ["On this axis", told(axis.found)]);
    if (answer.translation) readings.push(["Min translation of A", coordinates(answer.translation)]);
    return readings;
  },

  rust(state) {
    const [a, b] = [first(state), second(state)];
    return `${rustImports([a, b]).replace("use impinge::prelude::*;", "use impinge::narrow::sat::swept_all_axes;")}
${rust("a", a)}
${rust("b", b)}
let step = swept_all_axes(&a, &b, DVec3::ZERO, |axis| println!("{axis:?}"));
println!("{} {:?}", step.is_overlapping(), step.translation());`;
  },
};
