// Shapes that scenes put into the plane: as requests have them, as Rust has them, and drawn.

import type { Placed } from "impinge";

import type { Handle } from "./handles";
import type { Plane } from "./plane";
import { along, between, degrees, radians, rounded, turned, wholeDegrees, type Vector } from "./vectors";

/** A shape where it is; its angle in whole degrees. */
export type Figure = { at: Vector; angle: number } & (
  | { kind: "ball"; radius: number }
  | { kind: "box"; half: Vector }
  | { kind: "capsule"; halfHeight: number; radius: number }
  | { kind: "polygon"; points: readonly Vector[] }
);

/** Within how many degrees a box that is dragged comes to lie along the axes. */
const SNAP = 3;
/** Where the handle that turns a figure is at the angle 0, in degrees. */
const UPWARDS = 90;

/** A point of a figure in the plane. */
export function inPlane({ at, angle }: Figure, point: Vector): Vector {
  return along(at, turned(point, radians(angle)));
}

/** The ends of the segment within a capsule. */
function ends(figure: Figure & { kind: "capsule" }): [Vector, Vector] {
  const end = (side: number): Vector => {
    const [x, y] = inPlane(figure, [0, side * figure.halfHeight]);
    return [rounded(x, 4), rounded(y, 4)];
  };
  return [end(-1), end(1)];
}

export function corners({ half: [x, y] }: { half: Vector }): Vector[] {
  return [[-x, -y], [x, -y], [x, y], [-x, y]];
}

/** The words of a request. */
export function placed(figure: Figure): Placed {
  const { at, angle } = figure;
  const pose = angle === 0 ? { translation: at } : { translation: at, rotation: radians(angle) };
  switch (figure.kind) {
    case "ball":
      return { shape: { type: "ball", radius: figure.radius }, pose: { translation: at } };
    case "box": {
      const [x, y] = figure.half;
      const corner = (side: number): Vector => [rounded(at[0] + side * x), rounded(at[1] + side * y)];
      return angle === 0 ? { type: "aabb", min: corner(-1), max: corner(1) } : { shape: { type: "box", half_extents: figure.half }, pose };
    }
    case "capsule": {
      const [a, b] = ends(figure);
      return { type: "capsule", a, b, radius: figure.radius };
    }
    case "polygon":
      return { shape: { type: "hull", points: figure.points }, pose };
  }
}

/** A number as Rust wants it. */
export function float(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

export function rustVector([x, y]: Vector): string {
  return `DVec2::new(${float(x)}, ${float(y)})`;
}

const rotation = (angle: number): string => `Rotation::<DVec2>::from_angle(${float(radians(angle))})`;

/** Lines of Rust that make a variable of a figure. */
export function rust(name: string, figure: Figure): string {
  const { at, angle } = figure;
  switch (figure.kind) {
    case "ball":
      return `let ${name} = Ball::new(${rustVector(at)}, ${float(figure.radius)})?;`;
    case "box": {
      const [x, y] = figure.half;
      if (angle !== 0) return `let ${name} = Obb::new(\n    ${rustVector(at)},\n    ${rustVector(figure.half)},\n    ${rotation(angle)},\n)?;`;
      const corner = (side: number): string => rustVector([rounded(at[0] + side * x), rounded(at[1] + side * y)]);
      return `let ${name} = Aabb::new(${corner(-1)}, ${corner(1)})?;`;
    }
    case "capsule": {
      const [a, b] = ends(figure).map(rustVector);
      return `let ${name} = Capsule::new(${a}, ${b}, ${float(figure.radius)})?;`;
    }
    case "polygon": {
      const points = figure.points.map((point) => `    ${rustVector(point)},\n`).join("");
      return `let ${name} = Hull::new(&[\n${points}])?;\nlet ${name} = ${name}.at(&Pose {\n    rotation: ${rotation(angle)},\n    translation: ${rustVector(at)},\n});`;
    }
  }
}

/** What Rust has to import for figures. */
export function rustImports(...figures: readonly Figure[]): string {
  const types = new Set(figures.map(({ kind, angle }) => ({ ball: "Ball", box: angle === 0 ? "Aabb" : "Obb", capsule: "Capsule", polygon: "Hull" })[kind]));
  const hasPose = types.has("Hull");
  const hasRotation = hasPose || types.has("Obb");
  const names = [...types].sort().join(", ");
  const math = [hasPose ? "Pose" : "", hasRotation ? "Rotation" : ""].filter(Boolean).join(", ");
  const mathLine = math === "" ? "" : `use impinge::math::${hasPose ? `{${math}}` : math};\n`;
  return `use glam::DVec2;\n${mathLine}use impinge::prelude::*;\nuse impinge::shape::${types.size > 1 ? `{${names}}` : names};\n`;
}

export function draw(plane: Plane, figure: Figure, look: string): void {
  switch (figure.kind) {
    case "ball":
      return plane.capsule(figure.at, figure.at, figure.radius, look);
    case "capsule":
      return plane.capsule(...ends(figure), figure.radius, look);
    case "box":
    case "polygon":
      return plane.polygon(core(figure), look);
  }
}

/** The corners of what is left of a figure without the radius around it: of a ball its centre, of a capsule the ends of its segment. */
export function core(figure: Figure): Vector[] {
  switch (figure.kind) {
    case "ball":
      return [figure.at];
    case "capsule":
      return ends(figure);
    case "box":
      return corners(figure).map((point) => inPlane(figure, point));
    case "polygon":
      return figure.points.map((point) => inPlane(figure, point));
  }
}

/** How far a figure reaches along its own y axis, for the handle that turns it. */
function height(figure: Figure): number {
  switch (figure.kind) {
    case "ball":
      return figure.radius;
    case "capsule":
      return figure.halfHeight + figure.radius;
    case "box":
      return figure.half[1];
    case "polygon":
      return Math.max(...figure.points.map(([, y]) => y));
  }
}

/** A handle that moves a figure, and one that turns it unless it is round. */
export function figureHandles(key: string, name: string, look: string, figure: Figure, moved: (at: Vector) => void, angled: (angle: number) => void): Handle[] {
  const middle: Handle = { key, name: `${name}: position`, look, at: figure.at, move: moved };
  if (figure.kind === "ball") return [middle];
  const snapped = (angle: number): number => {
    const straight = 90 * Math.round(angle / 90);
    return wholeDegrees(Math.abs(angle - straight) <= SNAP ? straight : angle);
  };
  const turn: Handle = {
    key: `${key}-turn`,
    name: `${name}: angle`,
    look: `${look} turn`,
    at: inPlane(figure, [0, height(figure) + 0.7]),
    stem: figure.at,
    told: `${figure.angle} degrees`,
    move: (to) => angled(snapped(degrees(between(figure.at, to)) - UPWARDS)),
    step: (right, up) => angled(wholeDegrees(figure.angle + up - right)),
  };
  return [middle, turn];
}
