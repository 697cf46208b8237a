// Two polygons, one on its way: the separating axes.

import type { MovingAnswer, MovingRequest, OnAxis } from "impinge";

import { decimal } from "../../report/numbers";
import { cornerHandles, cornersOf, hull, pointsOf, type Corners } from "../corners";
import { draw, figureHandles, placed, rust, rustImports, rustVector, type Figure } from "../figures";
import type { Plane } from "../plane";
import type { PlaneScene } from "../scene";
import { across, along, between, coordinates, dot, rounded, vector, type Vector } from "../vectors";

type State = { ax: number; ay: number; a_angle: number; bx: number; by: number; b_angle: number; velocity_x: number; velocity_y: number; time: number } & Corners;

const TRIANGLE: readonly Vector[] = [[1.4, -0.9], [0, 1.5], [-1.4, -0.9]];
const QUADRILATERAL: readonly Vector[] = [[1.5, -1.1], [1.2, 1.2], [-1.3, 0.9], [-1.6, -1.2]];
/** Where the axis is drawn that is shown in the plane: below what lies on it, or to the left. */
const BELOW: Vector = [0, -4.6];
const LEFT: Vector = [-7, 0];

type Polygon = Figure & { kind: "polygon" };
const first = (state: State): Polygon => ({ kind: "polygon", at: [state.ax, state.ay], angle: state.a_angle, points: pointsOf(state, "a", TRIANGLE.length) });
const second = (state: State): Polygon => ({ kind: "polygon", at: [state.bx, state.by], angle: state.b_angle, points: pointsOf(state, "b", QUADRILATERAL.length) });
const velocity = ({ velocity_x, velocity_y }: State): Vector => [velocity_x, velocity_y];

/** The axis with the widest gap, or else with the least overlap. */
function telling({ axes }: MovingAnswer): OnAxis | undefined {
  return axes.reduce<OnAxis | undefined>((best, axis) => (best && best.overlap <= axis.overlap ? best : axis), undefined);
}

function drawAxis(plane: Plane, { axis, a, extended, b, separates }: OnAxis): void {
  const direction = vector(axis);
  const isFlat = Math.abs(direction[0]) >= Math.abs(direction[1]);
  const through = isFlat ? BELOW : LEFT;
  const foot = along(through, direction, -dot(through, direction));
  const side = across(direction);
  const beside = plane.pixels(5);
  plane.endless(foot, direction, "axis");
  const shadow = ([from, to]: readonly [number, number], look: string, lane: number): void => {
    const base = along(foot, side, lane * beside);
    for (const end of [from, to]) plane.line(along(base, direction, end), along([0, 0], direction, end), `projection ${look}`);
    plane.line(along(base, direction, from), along(base, direction, to), `shadow ${look}`);
  };
  shadow(extended, "a extended", 1);
  shadow(a, "a", 1);
  shadow(b, "b", -1);
  if (!separates) return;
  const middle = extended[1] < b[0] ? (extended[1] + b[0]) / 2 : (b[1] + extended[0]) / 2;
  plane.endless(along([0, 0], direction, middle), side, "between");
}

export const moving: PlaneScene<State, MovingRequest> = {
  stage: "plane",
  name: "moving",
  title: "Axes of two polygons",
  explanation: [
    "Two convex polygons are apart exactly when a line fits between them, and then one fits that runs along an edge of one of them. So it is enough to look at the shadows of both on the normal of each edge: where the shadows do not overlap, the polygons are apart, and one such axis settles it. Drag a corner: it stays convex, as it is the hull of its corners.",
    "A moves by the arrow within the step. Its shadow is extended by that, shown lighter. If the extended shadows overlap on every axis, A will meet B, and the axis with the least overlap tells the shortest way to correct the step: the red arrow. What is left of the motion, the violet arrow, leads along B: A slides. Play the step to see A on both ways.",
  ],
  formula: "shadow of A on n = [min n·a, max n·a]\noverlap(n) = min(max A − min B, max B − min A)\napart ⇔ overlap(n) < 0 for some n",
  start: { ax: -3.5, ay: 0.5, a_angle: 10, bx: 2.5, by: 0.5, b_angle: -15, velocity_x: 2, velocity_y: -0.5, time: 1, ...cornersOf(TRIANGLE, "a"), ...cornersOf(QUADRILATERAL, "b") },
  time: { key: "time", label: "Time in the step", least: 0, greatest: 1, step: 0.01, lasts: 3 },

  request: (state) => ({ op: "moving", a: placed(first(state)), b: placed(second(state)), velocity: velocity(state), every_axis: true }),

  handles(state) {
    const at = first(state).at;
    return [
      ...cornerHandles(state, "a", first(state)),
      ...cornerHandles(state, "b", second(state)),
      ...figureHandles("a", "A", "a", first(state), ([x, y]) => Object.assign(state, { ax: x, ay: y }), (angle) => (state.a_angle = angle)),
      ...figureHandles("b", "B", "b", second(state), ([x, y]) => Object.assign(state, { bx: x, by: y }), (angle) => (state.b_angle = angle)),
      {
        key: "velocity",
        name: "Velocity of A",
        look: "text",
        at: along(at, velocity(state)),
        told: `x ${decimal(state.velocity_x, 0.01)}, y ${decimal(state.velocity_y, 0.01)}`,
        move: ([x, y]) => Object.assign(state, { velocity_x: rounded(x - at[0]), velocity_y: rounded(y - at[1]) }),
      },
    ];
  },

  draw(plane, state, answer, query) {
    const shown = telling(answer);
    if (shown) drawAxis(plane, shown);
    const convex = (polygon: Polygon): Polygon => ({ ...polygon, points: hull(polygon.points, query) });
    const [a, b] = [convex(first(state)), convex(second(state))];
    draw(plane, a, "shape a");
    draw(plane, b, "shape b");
    const start = a.at;
    const arrived = along(start, velocity(state));
    if (state.velocity_x !== 0 || state.velocity_y !== 0) draw(plane, { ...a, at: along(start, velocity(state), state.time) }, "ghost a");
    if (answer.translation) {
      const corrected = along(arrived, vector(answer.translation));
      const way = between(start, corrected);
      draw(plane, { ...a, at: along(start, way, state.time) }, "ghost overlap");
      plane.arrow(start, corrected, "left");
      plane.arrow(arrived, corrected, "overlap");
    }
    plane.arrow(start, arrived, "text");
    plane.text([state.ax, state.ay], "A", [0, 26]);
    plane.text([state.bx, state.by], "B", [0, 26]);
  },

  bars(_, answer) {
    const all = answer.axes.flatMap(({ extended, b }) => [...extended, ...b]);
    const shown = telling(answer);
    return {
      title: "Shadows on each axis",
      from: Math.min(...all) - 0.5,
      to: Math.max(...all) + 0.5,
      lanes: 2,
      marks: [],
      rows: answer.axes.map((axis) => ({
        label: `(${axis.axis.map((coordinate) => decimal(coordinate, 0.01)).join(", ")})`,
        told: axis.overlap < 0 ? `gap ${decimal(-axis.overlap, 0.001)}` : `overlap ${decimal(axis.overlap, 0.001)}`,
        spans: [
          { from: axis.extended[0], to: axis.extended[1], look: "a extended" },
          { from: axis.a[0], to: axis.a[1], look: "a" },
          { from: axis.b[0], to: axis.b[1], look: "b", lane: 1 },
        ],
        isChosen: axis === shown,
      })),
    };
  },

  summary(_, answer) {
    if (answer.now) return "A and B meet now.";
    if (answer.will) return "They are apart now, but will meet within the step.";
    return "They are apart for the whole step: at least one axis separates them.";
  },

  readings(state, answer) {
    const readings: [string, string][] = [
      ["Meet now", answer.now ? "yes" : "no"],
      ["Will meet", answer.will ? "yes" : "no"],
      ["Axes that separate", `${answer.axes.filter(({ separates }) => separates).length} of ${answer.axes.length}`],
      ["Velocity", coordinates(velocity(state))],
    ];
    if (answer.translation) readings.push(["Correction", coordinates(answer.translation)], ["What is left", coordinates(along(velocity(state), vector(answer.translation)))]);
    return readings;
  },

  rust(state) {
    const [a, b] = [first(state), second(state)];
    return `${rustImports(a, b).replace("use impinge::prelude::*;", "use impinge::narrow::sat::moving_on_every_axis;")}
${rust("a", a)}
${rust("b", b)}
let step = moving_on_every_axis(&a, &b, ${rustVector(velocity(state))}, |axis| println!("{axis:?}"));
println!("{} {} {:?}", step.now(), step.will(), step.translation());`;
  },
};
