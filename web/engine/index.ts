// The engine for web pages: `const engine = await load()`, then `engine.query(…)`, or a world of moving objects.

import start, { query, version, World2 as EngineWorld2, World3 as EngineWorld3 } from "./engine.js";
import type { Answer, Point, Request, WorldObject } from "./questions.js";

export type * from "./questions.js";

/** What is wrong with a request, in the words of the engine: the place in it, what is there, and what is allowed. */
export class RequestError extends Error {
  override name = "RequestError";
}

export type EventKind = "begin" | "persist" | "end";
const KINDS: readonly EventKind[] = ["begin", "persist", "end"];

/** Two objects, by their numbers, that begin to touch, still do, or do no more. */
export interface WorldEvent {
  kind: EventKind;
  a: number;
  b: number;
  /**
   * After which share of the step, from 0 to 1, one was stopped by the other or a sensor was entered, if that was found on the way of what is
   * continuous; about 0 while it goes on into what stopped it.
   */
  time?: number;
}

export interface Hit {
  object: number;
  /** How far along the ray. */
  t: number;
  point: number[];
}

/** A world in the plane or in space. Objects have numbers, which are never given again. */
export class World {
  readonly #world: EngineWorld2 | EngineWorld3;

  /** Load the engine first. */
  constructor(dimension: 2 | 3) {
    this.#world = dimension === 2 ? new EngineWorld2() : new EngineWorld3();
  }

  /** Puts an object into the world and tells its number. */
  add(object: WorldObject): number {
    return this.#world.add(JSON.stringify(object));
  }

  remove(number: number): void {
    this.#world.remove(number);
  }

  get length(): number {
    return this.#world.length;
  }

  /** Moves on what has a velocity or a spin, and tells what became of all pairs. */
  step(time: number): WorldEvent[] {
    this.#world.step(time);
    const told = this.#world.events();
    const events: WorldEvent[] = [];
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

  /** All that touch now, two numbers each. */
  touches(): Uint32Array {
    return this.#world.touches();
  }

  /** Where all objects are, by their numbers, two or three coordinates each; NaN for what was taken out. */
  positions(): Float64Array {
    return this.#world.positions();
  }

  /**
   * How all objects are turned, by their numbers: in the plane an angle each, in radians from −π to π, in space a quaternion x, y, z, w of
   * length 1; NaN for what was taken out.
   */
  rotations(): Float64Array {
    return this.#world.rotations();
  }

  /**
   * The boxes of the tree in which the engine searches, at a depth, to be drawn: the least corner of each, then its greatest one, four
   * numbers in the plane, six in space. 0 is the widest; each of the next ones is around a sixteenth as many objects, down to the
   * boxes of the objects themselves, with their margins. Deeper than these there are none. What has no end reaches as far as numbers do.
   */
  treeBoxes(depth: number): Float64Array {
    return this.#world.tree_boxes(depth);
  }

  moveTo(number: number, position: Point): void {
    this.#world.moveTo(number, Float64Array.from(position));
  }

  /** By an angle in the plane, a quaternion [x, y, z, w] in space. */
  turnTo(number: number, rotation: number | Point): void {
    this.#world.turnTo(number, Float64Array.from(typeof rotation === "number" ? [rotation] : rotation));
  }

  setVelocity(number: number, velocity: Point): void {
    this.#world.setVelocity(number, Float64Array.from(velocity));
  }

  /** What a ray hits first. */
  closestHit(origin: Point, direction: Point, max = Number.MAX_VALUE): Hit | undefined {
    const hit = this.#world.closestHit(Float64Array.from(origin), Float64Array.from(direction), max);
    if (!hit) return undefined;
    const [object = 0, t = 0, ...point] = hit;
    return { object, t, point };
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
