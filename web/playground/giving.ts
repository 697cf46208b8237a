// Files that a person gives to a scene, by a button or dropped on the page.

import { find, make } from "../shared/markup";
import type { State, TakesFile } from "./scene";

/** Takes a file of the scene that is shown. */
let take: ((file: File) => void) | undefined;

/** Connects what is there for every scene. */
export function connectGiving(): void {
  const main = find("main");
  const isOver = (is: boolean): void => void main.classList.toggle("dropping", is);
  document.addEventListener("dragover", (event) => {
    if (!take) return;
    // Or the browser would leave the page and show the file.
    event.preventDefault();
    isOver(true);
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && isOver(false));
  document.addEventListener("drop", (event) => {
    isOver(false);
    if (!take) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
}

/** The row of a scene that takes files, if it does; `taken` is called with what of the state begins anew, or `refused` with what was wrong. */
export function showGiving(files: TakesFile | undefined, taken: (begun: Partial<State>) => void, refused: (reason: string) => void): HTMLElement[] {
  take = undefined;
  if (!files) return [];
  const input = make("input", { type: "file", id: "file", accept: files.accept, "aria-describedby": "file-note" });
  const note = make("p", { id: "file-note" }, files.note);
  const given = (file: File): void => {
    const mine = take;
    find("summary").textContent = `Checking ${file.name}.`;
    files.take(file).then(
      (begun) => take === mine && taken(begun),
      (error: unknown) => take === mine && refused(error instanceof Error ? error.message : String(error)),
    );
  };
  take = given;
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) given(file);
  });
  // The same file, written anew, would be no change.
  input.addEventListener("click", () => (input.value = ""));
  return [make("div", { class: "giving" }, make("label", { for: "file" }, files.label), input, note)];
}
