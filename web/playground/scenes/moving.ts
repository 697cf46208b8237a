// Two polygons, one on its way: the separating axes.

import type { AxisProjection, Engine, Placed, SweptSatAnswer, SweptSatRequest } from "impinge";

import { decimal } from "../../shared/numbers";
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

type Query = Engine["query"];
type Polygon = Figure & { kind: "polygon" };
const first = (state: State): Polygon => ({ kind: "polygon", at: [state.ax, state.ay], angle: state.a_angle, points: pointsOf(state, "a", TRIANGLE.length) });
const second = (state: State): Polygon => ({ kind: "polygon", at: [state.bx, state.by], angle: state.b_angle, points: pointsOf(state, "b", QUADRILATERAL.length) });
const velocity = ({ velocity_x, velocity_y }: State): Vector => [velocity_x, velocity_y];

const isStill = ({ velocity_x, velocity_y }: State): boolean => velocity_x === 0 && velocity_y === 0;

/** The shadow of a shape on an axis: the engine looks at it to tell the shape from a square that stands on the axis. */
function shadow(shape: Placed, axis: Vector, query: Query): readonly [number, number] {
  const square: Placed = { shape: { type: "box", half_extents: [1, 1] }, pose: { rotation: Math.atan2(axis[1], axis[0]) } };
  const { axes } = query({ op: "swept_sat", a: shape, b: square, every_axis: true });
  const same = ({ axis: other }: AxisProjection): number => dot(axis, vector(other));
  const found = axes.reduce((best, each) => (Math.abs(same(each)) > Math.abs(same(best)) ? each : best));
  return same(found) > 0 ? found.a : [-found.a[1], -found.a[0]];
}

/** What comes of the step: where A meets B on its way, if it does, and all axes, that across the motion last. */
interface Step {
  /** The part of the step that is over when they meet. */
  meeting?: number;
  /** Do the shadows on the normals of edges announce a meeting that does not come about? */
  isPast: boolean;
  axes: readonly AxisProjection[];
  correction?: Vector;
  /** The axis that settles it. */
  shown: AxisProjection | undefined;
}

function step(state: State, { overlapping, will_hit, translation, axes }: SweptSatAnswer, query: Query): Step {
  const [a, b] = [placed(first(state)), placed(second(state))];
  const swept = will_hit && !overlapping ? query({ op: "time_of_impact", a: { ...(a as Exclude<Placed, { type: string }>), motion: { translation: velocity(state) } }, b }) : undefined;
  const isPast = swept?.outcome === "disjoint";
  const all = [...axes];
  if (!isStill(state)) {
    const axis = along([0, 0], across(velocity(state)), 1 / Math.hypot(...velocity(state)));
    const [ofA, ofB] = [shadow(a, axis, query), shadow(b, axis, query)];
    const overlap = Math.min(ofA[1] - ofB[0], ofB[1] - ofA[0]);
    // It moves along no shadow on this axis.
    all.push({ axis: [...axis], a: [...ofA], extended: [...ofA], b: [...ofB], overlap, separates: overlap < 0 && (isPast || !will_hit) });
  }
  const correction = isPast || !translation ? undefined : vector(translation);
  return { isPast, axes: all, shown: telling(all, correction), ...(swept?.time !== undefined && { meeting: swept.time }), ...(correction && { correction }) };
}

/** The axis along which the step is corrected, or else the one with the widest gap. */
function telling(axes: readonly AxisProjection[], correction: Vector = [0, 0]): AxisProjection | undefined {
  const length = Math.hypot(...correction);
  const rank = ({ axis, overlap }: AxisProjection): number => (length > 0 ? -Math.abs(dot(vector(axis), correction)) / length : overlap);
  return axes.reduce<AxisProjection | undefined>((best, axis) => (best && rank(best) <= rank(axis) ? best : axis), undefined);
}

function drawAxis(plane: Plane, { axis, a, extended, b, separates }: AxisProjection): void {
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

export const moving: PlaneScene<State, SweptSatRequest> = {
  stage: "plane",
  name: "moving",
  title: "Separating axes of two polygons",
  explanation: [
    "Two convex polygons are disjoint exactly if a line separates them. Then some separating line is parallel to an edge of one of them. So it is enough to compare the projections of both on the normal of each edge. If they do not overlap on one such axis, the polygons are disjoint, and no other axis is needed. Drag a corner: each polygon stays convex, as it is the hull of its corners.",
    "A moves by the arrow within the step. Its projection is extended by this motion, drawn lighter. If the extended projections are disjoint on one axis, A misses B. If they overlap on all, A may hit B. Then the axis perpendicular to the motion decides, in the last row. On it nothing is extended; if it shows a gap, A passes B.",
    "If A hits B, the red arrow corrects the step. On each axis, A could return to the side on which it started, never through B. The arrow lies on the axis with the shortest such correction. The remaining motion, the violet arrow, leads along B: A slides. Play the step to see both motions of A.",
  ],
  formula: "projection of A on n = [min n·a, max n·a]\n|n| = 1,  v: the motion of A\nextended by n·v: down if < 0, up if > 0\noverlap(n) = min(max A − min B, max B − min A)\nA misses B ⇔ overlap(n) < 0 for some\n  n that is normal to an edge or to v",
  start: { ax: -3.5, ay: 0.5, a_angle: 10, bx: 2.5, by: 0.5, b_angle: -15, velocity_x: 2, velocity_y: -0.5, time: 1, ...cornersOf(TRIANGLE, "a"), ...cornersOf(QUADRILATERAL, "b") },
  time: { key: "time", label: "Time in the step", least: 0, greatest: 1, step: 0.01, lasts: 3 },

  request: (state) => ({ op: "swept_sat", a: placed(first(state)), b: placed(second(state)), velocity: velocity(state), every_axis: true }),

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
    const { shown, correction } = step(state, answer, query);
    if (shown) drawAxis(plane, shown);
    const convex = (polygon: Polygon): Polygon => ({ ...polygon, points: hull(polygon.points, query) });
    const [a, b] = [convex(first(state)), convex(second(state))];
    draw(plane, a, "shape a");
    draw(plane, b, "shape b");
    const start = a.at;
    const arrived = along(start, velocity(state));
    if (!isStill(state)) draw(plane, { ...a, at: along(start, velocity(state), state.time) }, "ghost a");
    if (correction) {
      const corrected = along(arrived, correction);
      const way = between(start, corrected);
      draw(plane, { ...a, at: along(start, way, state.time) }, "ghost overlap");
      plane.arrow(start, corrected, "left");
      plane.arrow(arrived, corrected, "overlap");
    }
    plane.arrow(start, arrived, "text");
    plane.text([state.ax, state.ay], "A", [0, 26]);
    plane.text([state.bx, state.by], "B", [0, 26]);
  },

  bars(state, answer, query) {
    const { axes, shown } = step(state, answer, query);
    const all = axes.flatMap(({ extended, b }) => [...extended, ...b]);
    return {
      title: "Projections on each axis",
      legend: [{ look: "a", name: "A" }, { look: "a extended", name: "A, extended by its motion" }, { look: "b", name: "B" }],
      from: Math.min(...all) - 0.5,
      to: Math.max(...all) + 0.5,
      lanes: 2,
      marks: [],
      rows: axes.map((axis, place) => ({
        label: place < answer.axes.length ? `(${axis.axis.map((coordinate) => decimal(coordinate, 0.01)).join(", ")})` : "⊥ motion v",
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

  summary(state, answer, query) {
    if (answer.overlapping) return "A and B touch or overlap now.";
    const { isPast, meeting } = step(state, answer, query);
    if (isPast) return "The extended projections overlap on all normals, but A passes B: the axis perpendicular to the motion separates them.";
    if (answer.will_hit) return `A and B are disjoint now, but A will hit B within the step${meeting === undefined ? "" : `, at t = ${decimal(meeting, 0.001)}`}.`;
    return "A and B are disjoint for the whole step: at least one axis separates them.";
  },

  readings(state, answer, query) {
    const { isPast, correction } = step(state, answer, query);
    const readings: [string, string][] = [
      ["Touch or overlap now", answer.overlapping ? "yes" : "no"],
      ["By extended projections", answer.will_hit ? "A may hit B" : "A misses B"],
      ["Will hit", answer.will_hit && !isPast ? "yes" : "no"],
      ["Separating normals", `${answer.axes.filter(({ separates }) => separates).length} of ${answer.axes.length}`],
      ["Velocity", coordinates(velocity(state))],
    ];
    if (correction) {
      readings.push(
        ["Correction", coordinates(correction)],
        ["Length of the correction", decimal(Math.hypot(...correction), 0.001)],
        ["Remaining motion", coordinates(along(velocity(state), correction))],
      );
    }
    return readings;
  },

  rust(state) {
    const [a, b] = [first(state), second(state)];
    return `${rustImports(a, b).replace("use impinge::prelude::*;", "use impinge::narrow::sat::swept_all_axes;")}
${rust("a", a)}
${rust("b", b)}
let step = swept_all_axes(&a, &b, ${rustVector(velocity(state))}, |axis| println!("{axis:?}"));
println!("{} {} {:?}", step.is_overlapping(), step.will_hit(), step.translation());`;
  },
};
