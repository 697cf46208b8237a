// Boxes along the axes around shapes that turn: tight ones, and those that are only turned along.

import type { Engine, Placed, Relation, RelationRequest } from "impinge";

import { decimal } from "../../shared/numbers";
import type { Span } from "../bars";
import { cornerHandles, cornersOf, hull, pointsOf, type Corners } from "../corners";
import { draw, figureHandles, float, inPlane, placed, rust, rustVector, type Figure } from "../figures";
import type { PlaneScene } from "../scene";
import { radians, type Vector } from "../vectors";

type State = { ax: number; ay: number; a_angle: number; bx: number; by: number; b_angle: number } & Corners;
type Query = Engine["query"];
type Polygon = Figure & { kind: "polygon" };
/** A box along the axes. */
interface Bounds {
  min: Vector;
  max: Vector;
}

const QUADRILATERAL: readonly Vector[] = [[2.6, 0.5], [0.4, 0.9], [-2.4, -0.2], [-0.6, -0.8]];
const HALF: Vector = [1.7, 0.7];
const NAMES = ["x", "y"] as const;
const TOLD: Record<Relation, string> = { disjoint: "disjoint", touching: "touching", overlapping: "overlapping" };

const first = (state: State): Polygon => ({ kind: "polygon", at: [state.ax, state.ay], angle: state.a_angle, points: pointsOf(state, "a", QUADRILATERAL.length) });
const second = ({ bx, by, b_angle }: State): Figure & { kind: "box" } => ({ kind: "box", at: [bx, by], angle: b_angle, half: HALF });

/** The box around a shape: its shadows on both axes, which the engine looks at to tell it from a square. */
function around(shape: Placed, query: Query): Bounds {
  const square = { type: "aabb", min: [-1, -1], max: [1, 1] } as const;
  const { axes } = query({ op: "swept_sat", a: shape, b: square, every_axis: true });
  const shadow = (number: 0 | 1): readonly [number, number] => {
    for (const { axis, a } of axes) {
      if (axis[number] === 1) return a;
      if (axis[number] === -1) return [-a[1], -a[0]];
    }
    throw new Error(`the engine returned no projection on ${NAMES[number]}`);
  };
  const [x, y] = [shadow(0), shadow(1)];
  return { min: [x[0], y[0]], max: [x[1], y[1]] };
}

const cornersIn = ({ min, max }: Bounds): Vector[] => [min, [max[0], min[1]], max, [min[0], max[1]]];
const asked = ({ min, max }: Bounds): Placed => ({ type: "aabb", min, max });
const size = ({ min, max }: Bounds): Vector => [max[0] - min[0], max[1] - min[1]];
const area = (bounds: Bounds): number => size(bounds)[0] * size(bounds)[1];

/** All boxes of a state. */
function boxes(state: State, query: Query): { own: Polygon; a: Bounds; b: Bounds; refitted: Bounds } {
  const figure = first(state);
  // That of A before it is turned, which is turned along.
  const own: Polygon = { ...figure, points: cornersIn(around({ type: "hull", points: figure.points }, query)) };
  return { own, a: around(placed(figure), query), b: around(placed(second(state)), query), refitted: around(placed(own), query) };
}

function relation(a: Placed, b: Placed, query: Query): Relation {
  return query({ op: "relation", a, b }).relation;
}

export const refit: PlaneScene<State, RelationRequest> = {
  stage: "plane",
  name: "refit",
  title: "Refitted bounding boxes",
  explanation: [
    "Before the exact test of two shapes, the engine tests their axis-aligned boxes. These are disjoint exactly if their projections on x or on y have a gap: at most four comparisons. Then the shapes are disjoint too. If the boxes overlap, the shapes may still be disjoint: a false positive, which costs another test.",
    "When a shape rotates, its box has to follow. The tight box, with a solid line, needs all corners rotated. It is cheaper to rotate the initial box of the shape, dashed. A new box around its four corners is the refitted box, outer and dotted. It is never too small, but wastes space, most at 45°, and so causes more false positives.",
    "In the formula, h are the half extents of the rotated box. Play to rotate A once.",
  ],
  formula: "tight: min and max of all rotated corners\nrefitted: hₓ′ = |cos α| · hₓ + |sin α| · hᵧ\n          hᵧ′ = |sin α| · hₓ + |cos α| · hᵧ\ndisjoint ⇔ max A < min B or max B < min A\n        on x or on y",
  start: { ax: -2.2, ay: 0.8, a_angle: 50, bx: 1.7, by: -1.5, b_angle: 30, ...cornersOf(QUADRILATERAL, "a") },
  time: { key: "a_angle", label: "Angle of A", least: -180, greatest: 180, step: 1, unit: "°", lasts: 8 },
  sliders: [{ key: "b_angle", label: "Angle of B", least: -180, greatest: 180, step: 1, unit: "°" }],

  request(state, query) {
    const { a, b } = boxes(state, query);
    return { op: "relation", a: asked(a), b: asked(b) };
  },

  handles: (state) => [
    ...cornerHandles(state, "a", first(state)),
    ...figureHandles("a", "A", "a", first(state), ([x, y]) => Object.assign(state, { ax: x, ay: y }), (angle) => (state.a_angle = angle)),
    ...figureHandles("b", "B", "b", second(state), ([x, y]) => Object.assign(state, { bx: x, by: y }), (angle) => (state.b_angle = angle)),
  ],

  draw(plane, state, answer, query) {
    const { own, a, b, refitted } = boxes(state, query);
    draw(plane, { ...first(state), points: hull(first(state).points, query) }, "shape a");
    draw(plane, second(state), "shape b");
    plane.polygon(own.points.map((corner) => inPlane(own, corner)), "ghost a");
    plane.polygon(cornersIn(refitted), "refitted a");
    const look = answer.relation === "disjoint" ? "" : "alarm";
    plane.polygon(cornersIn(a), `frame a ${look}`);
    plane.polygon(cornersIn(b), `frame b ${look}`);
    plane.text([state.ax, state.ay], "A", [0, 26]);
    plane.text([state.bx, state.by], "B", [0, 26]);
  },

  bars(state, _, query) {
    const { a, b, refitted } = boxes(state, query);
    const ends = [a, b, refitted].flatMap(({ min, max }) => [...min, ...max]);
    const spans = (axis: 0 | 1): Span[] => [
      { from: refitted.min[axis], to: refitted.max[axis], look: "a extended" },
      { from: a.min[axis], to: a.max[axis], look: "a" },
      { from: b.min[axis], to: b.max[axis], look: "b", lane: 1 },
    ];
    return {
      title: "Projections of the boxes",
      legend: [{ look: "a", name: "tight box of A" }, { look: "a extended", name: "refitted box of A" }, { look: "b", name: "box of B" }],
      from: Math.min(...ends) - 0.5,
      to: Math.max(...ends) + 0.5,
      lanes: 2,
      marks: [],
      rows: ([0, 1] as const).map((axis) => {
        const overlap = Math.min(a.max[axis] - b.min[axis], b.max[axis] - a.min[axis]);
        return { label: NAMES[axis], told: `${overlap < 0 ? "gap" : "overlap"} ${decimal(Math.abs(overlap), 0.001)}`, spans: spans(axis), isChosen: overlap < 0 };
      }),
    };
  },

  summary(state, answer, query) {
    const { b, refitted } = boxes(state, query);
    const isRefittedApart = relation(asked(refitted), asked(b), query) === "disjoint";
    if (isRefittedApart) return "Both boxes of A are disjoint from the box of B, and so are the shapes.";
    if (answer.relation === "disjoint") return "The tight boxes are disjoint, and so are the shapes. The refitted box of A intersects the box of B: a false positive.";
    return relation(placed(first(state)), placed(second(state)), query) === "disjoint"
      ? "Both boxes of A intersect the box of B, but the shapes are disjoint: a false positive."
      : "Both boxes of A intersect the box of B, and the shapes intersect too.";
  },

  readings(state, answer, query) {
    const { a, b, refitted } = boxes(state, query);
    const told = (bounds: Bounds): string => size(bounds).map((side) => decimal(side, 0.01)).join(" × ");
    return [
      ["Shapes", TOLD[relation(placed(first(state)), placed(second(state)), query)]],
      ["Tight boxes", TOLD[answer.relation]],
      ["Refitted box of A, box of B", TOLD[relation(asked(refitted), asked(b), query)]],
      ["Tight box of A", told(a)],
      ["Refitted box of A", told(refitted)],
      ["Area ratio, refitted to tight", area(a) > 0 ? `${decimal(area(refitted) / area(a), 0.01)}×` : "undefined for a line"],
    ];
  },

  rust(state) {
    const [a, b] = [first(state), second(state)];
    const points = a.points.map(rustVector).join(", ");
    const isTurned = b.angle !== 0;
    return `use glam::DVec2;
use impinge::bound::${isTurned ? "{obb_aabb, transform_aabb}" : "transform_aabb"};
use impinge::math::{Pose, Rotation};
use impinge::prelude::*;
use impinge::shape::{Aabb${isTurned ? ", Obb" : ""}};

let points = [${points}];
let pose = Pose {
    rotation: Rotation::<DVec2>::from_angle(${float(radians(a.angle))}),
    translation: ${rustVector(a.at)},
};
let tight = Aabb::from_points(points.map(|point| pose.transform_point(point)))?;
let refitted = transform_aabb(&Aabb::from_points(points)?, &pose.into());
${rust("b", b)}${isTurned ? "\nlet b = obb_aabb(&b);" : ""}
println!("{:?} {:?}", tight.relation(&b), refitted.relation(&b));`;
  },
};
