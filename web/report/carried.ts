// Points on objects, told for one time: wherever these go, they go along.

import type { Drawn } from "./decoding";
import { poseAt, type Pose } from "./motion";
import type { Point } from "./report";

export class Carried {
  /** Where it is in the frame of what takes it along; null if it stays where it is. */
  private readonly own: Point | null;

  /** On an object at a time, in the coordinates of the scene. */
  constructor(private readonly object: Drawn | undefined, private readonly point: Point, time: number | undefined) {
    this.own = object?.ride && time !== undefined ? origin(poseAt(object.ride.track, time), point) : null;
  }

  at(time: number): Point {
    return this.own && this.object?.ride ? image(poseAt(this.object.ride.track, time), this.own) : this.point;
  }
}

const column = (pose: Pose, number: number): Point => [pose[3 * number] ?? 0, pose[3 * number + 1] ?? 0, pose[3 * number + 2] ?? 0];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

function image(pose: Pose, point: Point): Point {
  const along = (axis: 0 | 1 | 2): number => [0, 1, 2].reduce((sum, number) => sum + column(pose, number)[axis] * (point[number] ?? 0), column(pose, 3)[axis]);
  return [along(0), along(1), along(2)];
}

/** What a pose takes to a point, by Cramer's rule; null where it makes all flat, so that there is no one such point. */
function origin(pose: Pose, point: Point): Point | null {
  const [x, y, z, at] = [column(pose, 0), column(pose, 1), column(pose, 2), column(pose, 3)];
  const from: Point = [point[0] - at[0], point[1] - at[1], point[2] - at[2]];
  const volume = dot(x, cross(y, z));
  if (volume === 0) return null;
  return [dot(from, cross(y, z)) / volume, dot(from, cross(z, x)) / volume, dot(from, cross(x, y)) / volume];
}
