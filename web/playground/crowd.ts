// Boxes that fly about in a room without noticing each other: a world of the engine moves them and tells which touch.

import { CollisionWorld } from "impinge";

export interface CrowdOptions {
  number: number;
  /** The greatest, in units per second. */
  speed: number;
  /** The same seed makes the same crowd, to the bit. */
  seed: number;
  /** Only whether they touch is asked, not where. */
  isSensors: boolean;
}

/** Seconds of a step, whatever the time is that it takes. */
export const STEP = 1 / 60;
/** Area of the room for each box, so that about one in three touches another. */
const AREA = 8;
/** The room is as wide as the picture. */
const RATIO = 16 / 11;
/** The least and the greatest half size. */
const HALF = [0.3, 0.6] as const;

/** Numbers from 0 up to 1, by multiplications of whole numbers alone, which are the same everywhere. Source: Tommy Ettinger's Mulberry32. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class Crowd {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** Half sizes, two for each box. */
  readonly halves: Float64Array;
  readonly #velocities: Float64Array;
  readonly #world = new CollisionWorld(2);
  /** What has been asked of the tree since the last step, by depth. */
  readonly #tree = new Map<number, Float64Array>();
  /** Centres, two for each box. */
  positions: Float64Array;
  /** All pairs that touch, two boxes each. */
  touches: Uint32Array;
  steps = 0;

  constructor({ number, speed, seed, isSensors }: CrowdOptions) {
    this.number = number;
    this.height = Math.sqrt((number * AREA) / RATIO);
    this.width = this.height * RATIO;
    this.halves = new Float64Array(2 * number);
    this.#velocities = new Float64Array(2 * number);
    const next = random(seed);
    const between = (least: number, greatest: number): number => least + (greatest - least) * next();
    for (let box = 0; box < number; box++) {
      const half = [between(...HALF), between(...HALF)];
      const translation = [this.width, this.height].map((size, axis) => between(half[axis] ?? 0, size - (half[axis] ?? 0)));
      const velocity = [between(-speed, speed), between(-speed, speed)];
      this.halves.set(half, 2 * box);
      this.#velocities.set(velocity, 2 * box);
      this.#world.add({ shape: { type: "box", half_extents: half }, pose: { translation }, velocity, sensor: isSensors });
    }
    this.#world.stepQuietly(0);
    this.positions = this.#world.positions();
    this.touches = this.#world.contactPairs();
  }

  /** The boxes of the engine's tree at a depth, 0 the widest: least x and y, greatest x and y of each. They are asked for once a step, however many show them. */
  tree(depth: number): Float64Array {
    const corners = this.#tree.get(depth) ?? this.#world.treeBoxes(depth);
    this.#tree.set(depth, corners);
    return corners;
  }

  /** Moves all on by a step. */
  step(): void {
    this.#bounce();
    this.#world.stepQuietly(STEP);
    this.#tree.clear();
    this.positions = this.#world.positions();
    this.touches = this.#world.contactPairs();
    this.steps++;
  }

  /** Who is at a border of the room, and goes on towards it, turns round. */
  #bounce(): void {
    const [places, velocities, halves] = [this.positions, this.#velocities, this.halves];
    for (let box = 0; box < this.number; box++) {
      let turns = false;
      for (let axis = 0; axis < 2; axis++) {
        const at = 2 * box + axis;
        const [place, velocity, half] = [places[at] ?? 0, velocities[at] ?? 0, halves[at] ?? 0];
        if (velocity < 0 ? place > half : place < (axis === 0 ? this.width : this.height) - half) continue;
        velocities[at] = -velocity;
        turns = true;
      }
      if (turns) this.#world.setVelocity(box, [velocities[2 * box] ?? 0, velocities[2 * box + 1] ?? 0]);
    }
  }

  /** Gives its memory back. */
  end(): void {
    this.#world.free();
  }
}
