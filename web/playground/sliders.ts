// Sliders for numbers of the state.

import { make } from "../shared/markup";
import { decimal, whole } from "../shared/numbers";
import type { Slider, State } from "./scene";

/** A slider on the page. */
export interface Shown {
  row: HTMLElement;
  input: HTMLInputElement;
  /** Puts it to where its number is, which handles move as well. */
  update(): void;
}

/** Makes a slider; `changed` is called while it is moved, and once more when it is let go. */
export function showSlider({ key, label, least, greatest, step, unit = "" }: Slider, state: State, changed: (isDone: boolean) => void): Shown {
  const id = `slider-${key}`;
  const input = make("input", { type: "range", id, min: String(least), max: String(greatest), step: String(step), "data-slider": key });
  // The slider itself tells it to screen readers.
  const output = make("output", { for: id, "aria-hidden": true });
  const row = make("div", { class: "slider" }, make("label", { for: id }, label), input, output);
  const take = (isDone: boolean): void => {
    state[key] = Number(input.value);
    changed(isDone);
  };
  input.addEventListener("input", () => take(false));
  input.addEventListener("change", () => take(true));
  const update = (): void => {
    input.value = String(state[key]);
    const number = decimal(Number(state[key]), step);
    output.textContent = `${step < 1 ? number : whole(number)}${unit}`;
    input.setAttribute("aria-valuetext", output.textContent);
  };
  update();
  return { row, input, update };
}
