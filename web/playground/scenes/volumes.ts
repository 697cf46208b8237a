// What fits around a polygon, and how much room it wastes.

import type { FitAnswer, FitRequest, Volume } from "impinge";

import { decimal } from "../../shared/numbers";
import { cornerHandles, cornersOf, pointsOf, type Corners } from "../corners";
import { corners, figureHandles, float, placed, rustVector, type Figure } from "../figures";
import type { Plane } from "../plane";
import type { PlaneScene } from "../scene";
import { along, radians, vector, type Vector } from "../vectors";

type State = { shown: string; x: number; y: number; angle: number } & Corners;

const PENTAGON: readonly Vector[] = [[2.6, 0.3], [1, 1.2], [-1.2, 0.7], [-2.8, -0.9], [0.4, -0.9]];

/** Each volume by its type, and its look. In the plane a cylinder is a rectangle, as the box is, and left out. */
const VOLUMES = {
  ball: ["Circle", "a"],
  aabb: ["Axis-aligned box", "b"],
  capsule: ["Capsule", "measure"],
  box: ["Oriented box", "z"],
  refitted: ["Refitted box", "b refitted"],
} as const;
type Kind = keyof typeof VOLUMES;
const KINDS = Object.keys(VOLUMES) as Kind[];

const figure = (state: State): Figure & { kind: "polygon" } => ({ kind: "polygon", at: [state.x, state.y], angle: state.angle, points: pointsOf(state, "a", PENTAGON.length) });

/** All that are shown in this scene, by their kinds. */
function volumes({ volumes, refitted }: FitAnswer): Map<Kind, Volume> {
  const found = new Map<Kind, Volume>();
  for (const kind of KINDS) {
    const volume = kind === "refitted" ? refitted : volumes.find(({ shape }) => shape.type === kind);
    if (volume) found.set(kind, volume);
  }
  return found;
}

function hull({ volumes }: FitAnswer): Volume | undefined {
  return volumes.find(({ shape }) => shape.type === "hull");
}

/** A point of a volume in the plane; rotations of answers are the images of the axes. */
function inPlane({ pose }: Volume, [x, y]: Vector): Vector {
  const columns = (pose?.rotation ?? [[1, 0], [0, 1]]) as readonly (readonly number[])[];
  const turned = along(along([0, 0], vector(columns[0] ?? []), x), vector(columns[1] ?? []), y);
  return along(vector(pose?.translation ?? []), turned);
}

function drawVolume(plane: Plane, volume: Volume, look: string): void {
  const { shape } = volume;
  if (shape.type === "ball") {
    const center = inPlane(volume, [0, 0]);
    plane.capsule(center, center, shape.radius, look);
  } else if (shape.type === "aabb") {
    const [[left = 0, low = 0], [right = 0, high = 0]] = [shape.min, shape.max];
    plane.polygon([[left, low], [right, low], [right, high], [left, high]], look);
  } else if (shape.type === "box") {
    plane.polygon(corners({ half: vector(shape.half_extents) }).map((corner) => inPlane(volume, corner)), look);
  } else if (shape.type === "capsule" && "a" in shape) {
    plane.capsule(inPlane(volume, vector(shape.a)), inPlane(volume, vector(shape.b)), shape.radius, look);
  }
}

export const boundingVolumes: PlaneScene<State, FitRequest> = {
  stage: "plane",
  name: "volumes",
  title: "Bounding volumes",
  explanation: [
    "A bounding volume is a simple shape around a complex one. If two volumes are disjoint, so are the shapes inside, and this test takes few operations. Space inside the volume but outside the shape is wasted: it causes false positives.",
    "A simpler volume is cheaper to test, but wastes more. A circle takes one distance, an axis-aligned box four comparisons. A capsule takes the distance of two segments, an oriented box four axes. Which volume fits best depends on the shape: drag its corners, and rotate it. The oriented box, the capsule and the circle rotate with the shape; the axis-aligned box does not.",
    "The refitted box is an axis-aligned box that is quick to compute. It encloses the axis-aligned box of the unrotated shape, after the rotation.",
  ],
  formula: "tightness = area of the volume / area of the convex hull\nwaste = tightness − 1",
  start: { shown: "all", x: 0, y: 0, angle: 35, ...cornersOf(PENTAGON, "a") },
  choices: [{ key: "shown", label: "Shown", options: { all: "all", ...Object.fromEntries(KINDS.map((kind) => [kind, VOLUMES[kind][0]])) } }],
  time: { key: "angle", label: "Angle", least: -180, greatest: 180, step: 1, unit: "°", lasts: 8 },

  request: (state) => ({ op: "fit", a: placed(figure(state)) }),

  handles: (state) => [
    ...cornerHandles(state, "a", figure(state), "text"),
    ...figureHandles("a", "A", "text", figure(state), ([x, y]) => Object.assign(state, { x, y }), (angle) => (state.angle = angle)),
  ],

  draw(plane, state, answer) {
    const around = hull(answer);
    if (around?.shape.type === "hull") plane.polygon(around.shape.points.map((point) => inPlane(around, vector(point))), "shape");
    for (const [kind, volume] of volumes(answer)) {
      if (state.shown === "all") drawVolume(plane, volume, `volume ${VOLUMES[kind][1]}`);
      else if (state.shown === kind) drawVolume(plane, volume, `volume alone ${VOLUMES[kind][1]}`);
    }
  },

  bars(_, answer) {
    const all = volumes(answer);
    return {
      title: "Area relative to the convex hull, which is 1",
      from: 0,
      to: Math.max(2, ...[...all.values()].map(({ tightness = 0 }) => tightness)),
      lanes: 1,
      marks: [1],
      rows: [...all].map(([kind, { tightness }]) => ({
        label: VOLUMES[kind][0],
        told: tightness === undefined ? "" : `${decimal(tightness, 0.001)}×`,
        spans: tightness === undefined ? [] : [{ from: 0, to: tightness, look: VOLUMES[kind][1] }],
        isChosen: kind === answer.tightest,
      })),
    };
  },

  summary(_, answer) {
    // Among equals the cheapest is told, and so never the cylinder.
    const tightest = answer.tightest as Kind;
    const { tightness } = volumes(answer).get(tightest) ?? {};
    if (tightness === undefined) return "The corners lie on a line: there is no area to waste.";
    return `The ${VOLUMES[tightest][0].toLowerCase()} wastes least: it is ${decimal(tightness, 0.001)} times as large as the hull.`;
  },

  readings: (_, answer) => [
    ["Area of the convex hull", decimal(hull(answer)?.volume ?? 0, 0.001)],
    ...[...volumes(answer)].map(([kind, { volume }]) => [`Area: ${VOLUMES[kind][0].toLowerCase()}`, decimal(volume, 0.001)] as const),
  ],

  rust(state) {
    const { at, angle, points } = figure(state);
    return `use glam::DVec2;
use impinge::bound::fit;
use impinge::math::{Pose, Rotation};

let pose = Pose {
    rotation: Rotation::<DVec2>::from_angle(${float(radians(angle))}),
    translation: ${rustVector(at)},
};
let points = [
${points.map((point) => `    ${rustVector(point)},\n`).join("")}];
let fits = fit(&points.map(|point| pose.transform_point(point)))?;
for fit in fits.candidates() {
    println!("{:?} {} {:?}", fit.shape(), fit.volume(), fit.tightness());
}
println!("{:?}", fits.tightest().shape());`;
  },
};
