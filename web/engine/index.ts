// The engine for web pages: `const engine = await load()`, then `engine.query(…)` or `new CollisionWorld(dimension)`.

import start, { query, version, CollisionWorld2 as EngineWorld2, CollisionWorld3 as EngineWorld3 } from "./engine.js";
import type { Answer, ColliderOptions, Point, Request } from "./queries.js";

export type * from "./queries.js";

/** Thrown for an invalid request. The message names the field, its value and the allowed values. */
export class RequestError extends Error {
  override name = "RequestError";
}

export type EventKind = "begin" | "persist" | "end";
const KINDS: readonly EventKind[] = ["begin", "persist", "end"];

/** A pair of colliders, by number, that begins to touch, still touches or no longer touches. */
export interface CollisionEvent {
  kind: EventKind;
  a: number;
  b: number;
  /**
   * Fraction of the step, from 0 to 1, at which one collider stopped the other or entered a sensor. Only for contacts found by continuous
   * collision detection (`ccd`). About 0 while a collider keeps moving into the one that stopped it.
   */
  time?: number;
}

export interface RayHit {
  /** The number of the collider. */
  collider: number;
  /** The distance along the ray. */
  t: number;
  point: number[];
}

/** A collision world in 2D or 3D. Each collider has a number, which is never reused. */
export class CollisionWorld {
  readonly #world: EngineWorld2 | EngineWorld3;

  /** Creates an empty world. Requires that `load` has finished. */
  constructor(dimension: 2 | 3) {
    this.#world = dimension === 2 ? new EngineWorld2() : new EngineWorld3();
  }

  /** Adds a collider and returns its number. */
  add(collider: ColliderOptions): number {
    return this.#world.add(JSON.stringify(collider));
  }

  /** Removes a collider. */
  remove(number: number): void {
    this.#world.remove(number);
  }

  /** The number of colliders. */
  get length(): number {
    return this.#world.length;
  }

  /** Advances all colliders with a velocity or an angular velocity by `time`, and returns the events of the step. */
  step(time: number): CollisionEvent[] {
    this.#world.step(time);
    const told = this.#world.events();
    const events: CollisionEvent[] = [];
    for (const [number, time] of this.#world.eventTimes().entries()) {
      const [kind = 0, a = 0, b = 0] = told.subarray(3 * number);
      events.push({ kind: KINDS[kind] ?? "begin", a, b, ...(Number.isNaN(time) ? {} : { time }) });
    }
    return events;
  }

  /** Same as `step`, but returns only the number of events. */
  stepQuietly(time: number): number {
    return this.#world.step(time);
  }

  /** Returns all pairs in contact, two collider numbers each. */
  contactPairs(): Uint32Array {
    return this.#world.contactPairs();
  }

  /** Returns the positions of all colliders, by number: two or three coordinates each, NaN for removed colliders. */
  positions(): Float64Array {
    return this.#world.positions();
  }

  /**
   * Returns the rotations of all colliders, by number; NaN for removed colliders. In 2D each is an angle from −π to π, in radians. In 3D each
   * is a unit quaternion x, y, z, w.
   */
  rotations(): Float64Array {
    return this.#world.rotations();
  }

  /**
   * Returns the boxes of the BVH at a depth, for drawing. Each box has its minimum, then its maximum corner: four numbers in 2D, six in 3D.
   *
   * Depth 0 has the largest boxes. From each depth to the next, the number of colliders in a box falls to about a sixteenth. The last depth
   * has the boxes of the colliders, with their margins; beyond it the result is empty. Boxes of unbounded colliders end at the largest number.
   */
  treeBoxes(depth: number): Float64Array {
    return this.#world.tree_boxes(depth);
  }

  /** Sets the position of a collider. */
  setPosition(number: number, position: Point): void {
    this.#world.setPosition(number, Float64Array.from(position));
  }

  /** Sets the rotation of a collider: in 2D an angle in radians, in 3D a quaternion [x, y, z, w]. */
  setRotation(number: number, rotation: number | Point): void {
    this.#world.setRotation(number, Float64Array.from(typeof rotation === "number" ? [rotation] : rotation));
  }

  /** Sets the linear velocity of a collider, in units per unit of time. */
  setVelocity(number: number, velocity: Point): void {
    this.#world.setVelocity(number, Float64Array.from(velocity));
  }

  /** Returns the first hit of a ray, if its distance is at most `max`. */
  castRay(origin: Point, direction: Point, max = Number.MAX_VALUE): RayHit | undefined {
    const hit = this.#world.castRay(Float64Array.from(origin), Float64Array.from(direction), max);
    if (!hit) return undefined;
    const [collider = 0, t = 0, ...point] = hit;
    return { collider, t, point };
  }

  /** Frees the memory of the world. Calls after this throw an error. */
  free(): void {
    this.#world.free();
  }
}

/** The loaded engine. */
export interface Engine {
  readonly version: string;
  /**
   * Runs a query, usually on a pair of shapes, and returns the answer.
   *
   * @throws RequestError if the request is invalid. The message has the error and its place.
   */
  query<Asked extends Request>(request: Asked): Answer<Asked>;
  /** Same as `query`, but takes and returns JSON text. For an invalid request, the answer has the field `error` with the message. */
  queryText(request: string): string;
}

/** Loads the engine from beside this module, or from an address, a response or bytes. Repeated calls load it once. */
export async function load(from?: string | URL | Response | BufferSource): Promise<Engine> {
  await start({ module_or_path: from ?? new URL("engine_bg.wasm", import.meta.url) });
  return {
    version: version(),
    query(request) {
      const answer = JSON.parse(query(JSON.stringify(request)));
      if (typeof answer.error === "string") throw new RequestError(answer.error);
      return answer;
    },
    queryText: query,
  };
}
