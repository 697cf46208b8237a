// The engine for web pages: `const engine = await load()`, then `engine.query(…)`, or a world of moving colliders.

import start, { query, version, CollisionWorld2 as EngineWorld2, CollisionWorld3 as EngineWorld3 } from "./engine.js";
import type { Answer, ColliderOptions, Point, Request } from "./questions.js";

export type * from "./questions.js";

/** What is wrong with a request, in the words of the engine: the place in it, what is there, and what is allowed. */
export class RequestError extends Error {
  override name = "RequestError";
}

export type EventKind = "begin" | "persist" | "end";
const KINDS: readonly EventKind[] = ["begin", "persist", "end"];

/** Two colliders, by their numbers, that begin to touch, still do, or do no more. */
export interface CollisionEvent {
  kind: EventKind;
  a: number;
  b: number;
  /**
   * After which share of the step, from 0 to 1, one was stopped by the other or a sensor was entered, if that was found on the way of one
   * with `ccd`; about 0 while it goes on into what stopped it.
   */
  time?: number;
}

export interface RayHit {
  /** The number of the collider. */
  collider: number;
  /** How far along the ray. */
  t: number;
  point: number[];
}

/** A world in the plane or in space. Colliders have numbers, which are never given again. */
export class CollisionWorld {
  readonly #world: EngineWorld2 | EngineWorld3;

  /** Load the engine first. */
  constructor(dimension: 2 | 3) {
    this.#world = dimension === 2 ? new EngineWorld2() : new EngineWorld3();
  }

  /** Adds a collider and returns its number. */
  add(collider: ColliderOptions): number {
    return this.#world.add(JSON.stringify(collider));
  }

  remove(number: number): void {
    this.#world.remove(number);
  }

  get length(): number {
    return this.#world.length;
  }

  /** Moves what has a velocity or an angular velocity, and returns what became of all pairs. */
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

  /** The same without the events: how many there are. */
  stepQuietly(time: number): number {
    return this.#world.step(time);
  }

  /** All pairs in contact, two numbers each. */
  contactPairs(): Uint32Array {
    return this.#world.contactPairs();
  }

  /** Where all colliders are, by their numbers, two or three coordinates each; NaN for what was taken out. */
  positions(): Float64Array {
    return this.#world.positions();
  }

  /**
   * How all colliders are turned, by their numbers: in the plane an angle each, in radians from −π to π, in space a quaternion x, y, z, w of
   * length 1; NaN for what was taken out.
   */
  rotations(): Float64Array {
    return this.#world.rotations();
  }

  /**
   * The boxes of the tree in which the engine searches, at a depth, to be drawn: the least corner of each, then its greatest one, four
   * numbers in the plane, six in space. 0 is the widest; each of the next ones is around a sixteenth as many colliders, down to the
   * boxes of the colliders themselves, with their margins. Deeper than these there are none. What has no end reaches as far as numbers do.
   */
  treeBoxes(depth: number): Float64Array {
    return this.#world.tree_boxes(depth);
  }

  setPosition(number: number, position: Point): void {
    this.#world.setPosition(number, Float64Array.from(position));
  }

  /** By an angle in the plane, a quaternion [x, y, z, w] in space. */
  setRotation(number: number, rotation: number | Point): void {
    this.#world.setRotation(number, Float64Array.from(typeof rotation === "number" ? [rotation] : rotation));
  }

  setVelocity(number: number, velocity: Point): void {
    this.#world.setVelocity(number, Float64Array.from(velocity));
  }

  /** The first hit of a ray. */
  castRay(origin: Point, direction: Point, max = Number.MAX_VALUE): RayHit | undefined {
    const hit = this.#world.castRay(Float64Array.from(origin), Float64Array.from(direction), max);
    if (!hit) return undefined;
    const [collider = 0, t = 0, ...point] = hit;
    return { collider, t, point };
  }

  /** Gives its memory back. Nothing can be asked of it then. */
  free(): void {
    this.#world.free();
  }
}

/** The engine, once it is loaded. */
export interface Engine {
  readonly version: string;
  /**
   * Asks about a pair of shapes.
   *
   * @throws RequestError if the request makes no sense, with what is wrong and where.
   */
  query<Asked extends Request>(request: Asked): Answer<Asked>;
  /** The same as text, for JSON that comes from elsewhere. An answer with the field `error` says what is wrong. */
  queryText(request: string): string;
}

/** Loads the engine: from beside this module, or from an address, a response or bytes. Any number of calls load it once. */
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
