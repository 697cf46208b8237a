// Where what moves is at a time. Between two of the frames in the page it goes straight on.

import type { Drawn } from "./decoding";

/** Where something that moves is at some times. */
export interface Track {
  /** In seconds, in order; of two that are the same, the first is how a jump begins. */
  times: Float64Array;
  /** For each, three columns and a translation, in the coordinates of the scene. */
  poses: Float32Array;
}

/** Three columns and a translation. */
export type Pose = Float32Array;

/** Numbers of a pose. */
const SIZE = 12;

/** Puts all that moves to where it is at a time. */
export function moveTo(drawn: readonly Drawn[], time: number): void {
  const poses = new Map<Track, Float32Array>();
  for (const object of drawn) {
    if (!object.ride) continue;
    const { track } = object.ride;
    const pose = poses.get(track) ?? poseAt(track, time);
    poses.set(track, pose);
    product(pose, object.ride.on, object.matrix);
  }
}

/** All poses of a track, one after the other. */
export function* poses({ times, poses }: Track): Generator<Pose> {
  for (let frame = 0; frame < times.length; frame++) yield poses.subarray(SIZE * frame, SIZE * (frame + 1));
}

/** Where something that moves is at a time. */
export function poseAt({ times, poses }: Track, time: number): Pose {
  // The first frame after the time.
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  const next = Math.min(Math.max(low, 1), times.length - 1);
  const [from, to] = [times[next - 1] ?? 0, times[next] ?? 0];
  const share = to > from ? Math.min(1, Math.max(0, (time - from) / (to - from))) : 1;
  const [one, other] = [SIZE * (next - 1), SIZE * next];
  return Float32Array.from({ length: SIZE }, (_, place) => {
    const [before, after] = [poses[one + place] ?? 0, poses[other + place] ?? 0];
    return before + (after - before) * share;
  });
}

/** One after the other, both three columns and a translation, as a matrix of 16 numbers. */
export function product(outer: Float32Array, inner: Float32Array, into: Float32Array): Float32Array {
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 3; row++) {
      let sum = column === 3 ? (outer[9 + row] ?? 0) : 0;
      for (let k = 0; k < 3; k++) sum += (outer[3 * k + row] ?? 0) * (inner[3 * column + k] ?? 0);
      into[4 * column + row] = sum;
    }
  }
  into[15] = 1;
  return into;
}
