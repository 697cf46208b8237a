// What takes too long for a page to wait: asked of an engine in a worker, which is ended when that takes too long.

/** So long an answer is waited for, in seconds. */
export const PATIENCE = 5;

/** What is known about something: the answer as text, that it is asked, or that there was none in time. */
export type Known = { answer: string } | "asked" | "late";

/** One thing is asked at a time; each of them is an object, by which it is known. */
export class Depths {
  readonly #known = new WeakMap<object, Known>();
  #worker: Worker | undefined;
  #isReady = false;
  #giveUp: (() => void) | undefined;

  of(about: object): Known | undefined {
    return this.#known.get(about);
  }

  /** Asks once; what was asked before and has no answer yet is given up. */
  ask(about: object, request: string, told: () => void): void {
    if (this.#known.has(about)) return;
    this.#giveUp?.();
    const worker = (this.#worker ??= new Worker(new URL("asker.js", document.baseURI), { type: "module" }));
    const asking = new AbortController();
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const done = (known: Known | undefined): void => {
      asking.abort();
      clearTimeout(waiting);
      this.#giveUp = undefined;
      if (known) this.#known.set(about, known);
      else this.#known.delete(about);
      if (typeof known === "object") return;
      worker.terminate();
      this.#worker = undefined;
      this.#isReady = false;
    };
    const tell = (known: Known): void => {
      done(known);
      told();
    };
    const wait = (): void => {
      this.#isReady = true;
      waiting = setTimeout(() => tell("late"), 1000 * PATIENCE);
    };
    this.#known.set(about, "asked");
    this.#giveUp = () => done(undefined);
    worker.addEventListener("message", ({ data }) => (data === "" ? wait() : tell({ answer: String(data) })), { signal: asking.signal });
    worker.addEventListener("error", () => tell("late"), { signal: asking.signal });
    worker.postMessage(request);
    // The time that it takes to load is not counted.
    if (this.#isReady) wait();
  }
}
