// Shapes that scenes put into space: as requests have them, as Rust has them, and drawn.

import type { Placed } from "impinge";

import { float } from "./figures";
import { ahead, revolved, UPRIGHT, type Point, type Quaternion } from "./points";
import type { Space } from "./space";
import { rounded } from "./vectors";

/** A shape where it is. */
export type Solid = { at: Point; turn: Quaternion } & (
  | { kind: "ball"; radius: number }
  | { kind: "box"; half: Point }
  | { kind: "capsule"; halfHeight: number; radius: number }
  | { kind: "hull"; points: readonly Point[] }
);

const isUpright = ({ turn }: Solid): boolean => turn.every((part, number) => part === UPRIGHT[number]);

/** A point of a solid in space. */
export function inSpace({ at, turn }: Solid, place: Point): Point {
  return ahead(at, revolved(place, turn));
}

/** The ends of the segment within a capsule. */
function ends(solid: Solid & { kind: "capsule" }): [Point, Point] {
  const end = (side: number): Point => inSpace(solid, [0, side * solid.halfHeight, 0]).map((coordinate) => rounded(coordinate, 4)) as unknown as Point;
  return [end(-1), end(1)];
}

/** The least and the greatest corner of a box that is not turned. */
function extent({ at, half }: Solid & { kind: "box" }): [Point, Point] {
  const corner = (side: number): Point => ahead(at, half, side).map((coordinate) => rounded(coordinate)) as unknown as Point;
  return [corner(-1), corner(1)];
}

/** The words of a request. */
export function placed(solid: Solid): Placed {
  const { at, turn } = solid;
  const pose = isUpright(solid) ? { translation: at } : { translation: at, rotation: turn };
  switch (solid.kind) {
    case "ball":
      return { shape: { type: "ball", radius: solid.radius }, pose: { translation: at } };
    case "box": {
      const [min, max] = extent(solid);
      return isUpright(solid) ? { type: "aabb", min, max } : { shape: { type: "box", half_extents: solid.half }, pose };
    }
    case "capsule": {
      const [a, b] = ends(solid);
      return { type: "capsule", a, b, radius: solid.radius };
    }
    case "hull":
      return { shape: { type: "hull", points: solid.points }, pose };
  }
}

export function rustPoint(place: Point): string {
  return `DVec3::new(${place.map(float).join(", ")})`;
}

const rustTurn = (turn: Quaternion): string => `Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(${turn.map(float).join(", ")}))?`;

/** Lines of Rust that make a variable of a solid. */
export function rust(name: string, solid: Solid): string {
  const { at, turn } = solid;
  switch (solid.kind) {
    case "ball":
      return `let ${name} = Ball::new(${rustPoint(at)}, ${float(solid.radius)})?;`;
    case "box":
      if (isUpright(solid)) return `let ${name} = Aabb::new(${extent(solid).map(rustPoint).join(", ")})?;`;
      return `let ${name} = Obb::new(\n    ${rustPoint(at)},\n    ${rustPoint(solid.half)},\n    ${rustTurn(turn)},\n)?;`;
    case "capsule":
      return `let ${name} = Capsule::new(\n    ${ends(solid).map(rustPoint).join(",\n    ")},\n    ${float(solid.radius)},\n)?;`;
    case "hull": {
      const points = solid.points.map((place) => `    ${rustPoint(place)},\n`).join("");
      return `let ${name} = Hull::new(&[\n${points}])?;\nlet ${name} = ${name}.at(&Pose {\n    rotation: ${isUpright(solid) ? "Rotation::identity()" : rustTurn(turn)},\n    translation: ${rustPoint(at)},\n});`;
    }
  }
}

/** What Rust has to import for solids, and for these other shapes. */
export function rustImports(solids: readonly Solid[], others: readonly string[] = []): string {
  const types = new Set([...others, ...solids.map((solid) => ({ ball: "Ball", box: isUpright(solid) ? "Aabb" : "Obb", capsule: "Capsule", hull: "Hull" })[solid.kind])]);
  const hasQuaternion = solids.some((solid) => (solid.kind === "box" || solid.kind === "hull") && !isUpright(solid));
  const math = [types.has("Hull") ? "Pose" : "", hasQuaternion || types.has("Hull") ? "Rotation" : ""].filter(Boolean);
  const named = (names: readonly string[]): string => (names.length > 1 ? `{${names.join(", ")}}` : names.join());
  const mathLine = math.length > 0 ? `use impinge::math::${named(math)};\n` : "";
  return `use glam::${named(hasQuaternion ? ["DQuat", "DVec3"] : ["DVec3"])};\n${mathLine}use impinge::prelude::*;\nuse impinge::shape::${named([...types].sort())};\n`;
}

export function draw(space: Space, solid: Solid, look: string): void {
  switch (solid.kind) {
    case "ball":
      return space.ball(solid.at, solid.radius, look);
    case "box":
      return space.box(solid.at, solid.half, solid.turn, look);
    case "capsule":
      return space.capsule(...ends(solid), solid.radius, look);
    case "hull":
      return space.hull(solid.points.map((place) => inSpace(solid, place)), look);
  }
}
