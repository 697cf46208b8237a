// The bar below the scene of a sweep: what time it is, when what touches, and playing.
//
// On it, thin marks tell when any listed pair touches, and broad ones when the chosen one does. What was seen is strong; light is what was seen
// within the clearance alone, and lightest what was neither seen nor ruled out, as the ends of each interval are.

import { find, make } from "../shared/markup";
import { seconds, speed } from "./quantities";
import type { Kind, Pair } from "./report";
import { seen, type Interval, type Moving } from "./sweep";
import { color } from "./theme";

/** So many steps make the whole, about. */
const STEPS = 240;
/** A sweep is played in no more and no less seconds than this, as long as nobody chooses. */
const [SHORTEST, LONGEST] = [4, 40];
/** Where motion is to be left out, the time goes on so often, in milliseconds, instead of flowing. */
const CALM = 500;
/** In pixels: the lane of all pairs, that of the chosen one, and what is between. */
const [THIN, BROAD, GAP] = [4, 9, 3];
/** So near, in pixels, a click means a mark. */
const NEAR = 4;
/** How strong marks are: outermost, within the clearance, in contact. */
const STRENGTH = [0.3, 0.55, 1] as const;

/** What is said of pairs that touch at a time, or are near. */
const NOW: readonly [Kind, string][] = [["contact", "in contact"], ["clearance", "within clearance"], ["near", "near"]];

/** Numbers that are easy to take in: 1, 2, 5, 10, … */
function easy(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number));
  return ([1, 2, 5, 10].find((factor) => factor * power >= number * 0.999) ?? 10) * power;
}

export class TimeBar {
  time: number;
  private readonly step: number;
  private speed: number;
  private selected: Pair | null = null;
  private listed: readonly Pair[];
  private request = 0;
  private readonly slider = find<HTMLInputElement>("time-slider");
  private readonly marks = find<HTMLCanvasElement>("time-marks");
  private readonly button = find<HTMLButtonElement>("play-button");

  /** `changed` is called for each new time, `rested` when it stays for a while. */
  constructor(
    private readonly moving: Moving,
    private readonly pairs: readonly Pair[],
    private readonly changed: (time: number) => void,
    private readonly rested: () => void,
  ) {
    const { from, to } = moving;
    this.time = from;
    this.listed = pairs;
    this.step = easy((to - from) / STEPS);
    this.speed = this.offerSpeeds();
    Object.assign(this.slider, { min: String(from), max: String(to), step: "any", value: String(from) });
    this.slider.addEventListener("input", () => {
      this.pause();
      this.show(Number(this.slider.value));
    });
    this.slider.addEventListener("change", () => this.rested());
    // Of its own steps there would be a hundred, however long it is.
    this.slider.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.go(by as 1 | -1);
    });
    this.marks.addEventListener("click", ({ offsetX }) => this.set(this.meant(offsetX)));
    find("time").hidden = false;
    new ResizeObserver(() => this.draw()).observe(this.marks);
    this.tell([]);
  }

  /** Goes to a time and stays there. */
  set(time: number): void {
    this.pause();
    this.show(time);
    this.rested();
  }

  /** A step on, or back; steps are at round times. */
  go(by: 1 | -1): void {
    const number = this.time / this.step;
    const next = by > 0 ? Math.floor(number + 1e-6) + 1 : Math.ceil(number - 1e-6) - 1;
    this.set(next * this.step);
  }

  toggle(): void {
    if (this.request) {
      this.pause();
      this.rested();
    } else this.play();
  }

  select(pair: Pair | null): void {
    this.selected = pair;
    this.draw();
  }

  /** Has marks of these pairs alone, given by their places in the report. */
  list(places: readonly number[]): void {
    this.listed = places.flatMap((place) => this.pairs[place] ?? []);
    this.draw();
  }

  /** Tells how many pairs touch now, or are near, by what holds for each. */
  tell(now: readonly Kind[]): void {
    const time = seconds(this.time, this.moving.tolerance);
    const told = NOW.map(([kind, what]) => [now.filter((other) => other === kind).length, what] as const).filter(([number]) => number);
    const counts = told.map(([number, what]) => `${number} ${what}`).join(", ") || "no contact";
    find("time-value").textContent = time;
    find("time-now").textContent = find("time-now").title = counts;
    this.slider.setAttribute("aria-valuetext", `${time}, ${counts}`);
  }

  draw(): void {
    const { clientWidth: width, clientHeight: height } = this.marks;
    const pen = this.marks.getContext("2d");
    if (!pen || !width) return;
    const scale = Math.min(3, devicePixelRatio);
    [this.marks.width, this.marks.height] = [Math.round(width * scale), Math.round(height * scale)];
    pen.scale(scale, scale);
    const all = this.listed.filter((pair) => pair !== this.selected);
    this.lane(pen, all.flatMap((pair) => pair.swept?.intervals ?? []), { top: 0, height: THIN, width, color: color("soft") });
    this.lane(pen, this.selected?.swept?.intervals ?? [], { top: THIN + GAP, height: BROAD, width, color: color("overlap") });
  }

  /** The marks of some intervals, the lightest below. */
  private lane(pen: CanvasRenderingContext2D, intervals: Interval[], lane: { top: number; height: number; width: number; color: string }): void {
    const { from, to } = this.moving;
    const layers: ((interval: Interval) => [number | null, number | null])[] = [
      (interval) => [interval.from.free_until ?? from, interval.to.free_from ?? to],
      (interval) => [interval.from.within_clearance_by, interval.to.within_clearance_until],
      (interval) => [interval.from.touches_by, interval.to.touches_until],
    ];
    pen.fillStyle = lane.color;
    layers.forEach((times, layer) => {
      pen.globalAlpha = STRENGTH[layer] ?? 1;
      for (const interval of intervals) {
        const [begin, end] = times(interval);
        if (begin === null || end === null) continue;
        const left = this.share(begin) * lane.width;
        // However short it is, it is to be seen.
        pen.fillRect(left, lane.top, Math.max(2, (this.share(end) - this.share(begin)) * lane.width), lane.height);
      }
    });
  }

  private share(time: number): number {
    return (time - this.moving.from) / (this.moving.to - this.moving.from);
  }

  /** The time at a place of the bar, in pixels from its left; on a mark or next to it one at which it was seen. */
  private meant(x: number): number {
    const { from, to } = this.moving;
    const width = this.marks.clientWidth;
    const time = from + (to - from) * (x / width);
    const within = [...this.listed, ...(this.selected ? [this.selected] : [])].flatMap((pair) =>
      (pair.swept?.intervals ?? []).map((interval) => {
        const [begin, end] = seen(interval, this.moving);
        return Math.min(Math.max(time, begin), Math.max(begin, end));
      }),
    );
    const nearest = within.reduce((best, other) => (Math.abs(other - time) < Math.abs(best - time) ? other : best), Infinity);
    return Math.abs(nearest - time) <= (NEAR / width) * (to - from) ? nearest : time;
  }

  private show(time: number): void {
    const { from, to } = this.moving;
    this.time = Math.min(to, Math.max(from, time));
    this.slider.value = String(this.time);
    find("time-head").style.left = `${(100 * this.share(this.time)).toFixed(3)}%`;
    this.changed(this.time);
  }

  private play(): void {
    if (this.time >= this.moving.to) this.show(this.moving.from);
    this.press(true);
    let last = performance.now();
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const next = (): void => {
      this.request = requestAnimationFrame(next);
      const now = performance.now();
      if (isCalm && now - last < CALM) return;
      // Where nobody was looking, no time goes by.
      this.show(this.time + (Math.min(now - last, 2 * CALM) / 1000) * this.speed);
      last = now;
      if (this.time < this.moving.to) return;
      this.pause();
      this.rested();
    };
    this.request = requestAnimationFrame(next);
  }

  private pause(): void {
    cancelAnimationFrame(this.request);
    this.request = 0;
    this.press(false);
  }

  private press(isPlaying: boolean): void {
    find("main").dataset["playing"] = String(isPlaying);
    this.button.textContent = isPlaying ? "❚❚" : "▶";
    this.button.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    this.button.title = `${isPlaying ? "Pause" : "Play"} (space)`;
  }

  /** Those with which the whole is played in a time that one waits for; the one that is chosen. */
  private offerSpeeds(): number {
    const whole = this.moving.to - this.moving.from;
    const usual = whole > LONGEST ? easy(whole / LONGEST) : whole < SHORTEST ? 1 / easy(SHORTEST / whole) : 1;
    // As fast as it is only where one could watch that.
    const real = usual > 1e-3 && usual < 1e3 ? [1] : [];
    const speeds = [...new Set([usual / 10, usual / 4, usual / 2, usual, usual * 2, usual * 5, ...real])].sort((one, other) => one - other);
    const select = find<HTMLSelectElement>("speed");
    for (const factor of speeds) select.append(make("option", { value: String(factor), selected: factor === usual }, speed(factor)));
    select.addEventListener("input", () => (this.speed = Number(select.value)));
    return usual;
  }
}
