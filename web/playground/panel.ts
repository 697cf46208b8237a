// What is told beside the plane: the idea, the numbers, the engine's own words, and code that asks the same.

import { find, make } from "../shared/markup";
import { connectGiving, showGiving } from "./giving";
import { Player } from "./player";
import type { Action, Choice, Reading, Scene, State } from "./scene";
import { showSlider, type Shown } from "./sliders";

/** How long a button says that it copied, in milliseconds. */
const TOLD = 1500;

type Language = "rust" | "javascript" | "query";

/** One of several words on the page. */
type Chooser = Pick<Shown, "row" | "update">;

let choosers: readonly Chooser[] = [];
let sliders: readonly Shown[] = [];
let player: Player | undefined;
let code: Record<Language, string> = { rust: "", javascript: "", query: "" };

function chosen(): Language {
  return (document.querySelector<HTMLInputElement>('#languages input:checked')?.value ?? "rust") as Language;
}

function showCode(): void {
  find("code").textContent = code[chosen()];
}

async function copy(button: HTMLButtonElement, text: string): Promise<void> {
  const name = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    // Pages that are not served safely may not.
    button.textContent = "Not allowed by the browser";
  }
  setTimeout(() => (button.textContent = name), TOLD);
}

/** Connects what is there for every scene. */
export function connectPanel(): void {
  connectGiving();
  find("languages").addEventListener("change", showCode);
  const copyCode = find<HTMLButtonElement>("copy-code");
  copyCode.addEventListener("click", () => void copy(copyCode, code[chosen()]));
  const copyLink = find<HTMLButtonElement>("copy-link");
  copyLink.addEventListener("click", () => void copy(copyLink, location.href));
}

function chooser({ key, label, options }: Choice, state: State, changed: () => void): Chooser {
  const select = make("select", { "data-choice": key }, ...Object.entries(options).map(([value, text]) => make("option", { value }, text)));
  const update = (): void => void (select.value = String(state[key]));
  update();
  select.addEventListener("change", () => {
    state[key] = select.value;
    changed();
  });
  return { row: make("label", {}, label, select), update };
}

/** A button for each action, which can be pressed by its key as well while one of them has the focus. */
function actionRow(actions: readonly Action[], acted: (action: Action) => void): HTMLElement {
  const buttons = actions.map((action) => {
    const button = make("button", { type: "button", "data-action": action.key }, action.label);
    if (action.pressed) button.setAttribute("aria-keyshortcuts", action.pressed);
    button.addEventListener("click", () => acted(action));
    return button;
  });
  const row = make("div", { class: "actions", role: "group", "aria-label": "Actions" }, ...buttons);
  row.addEventListener("keydown", (event) => {
    const place = actions.findIndex(({ pressed }) => pressed === event.key);
    if (place < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    buttons[place]?.focus();
    buttons[place]?.click();
  });
  return row;
}

/** Shows what stays the same as long as a scene is shown in this state object; `changed` as for handles, `acted` once a button is pressed. */
export function showScene(scene: Scene, state: State, changed: (isDone: boolean) => void, acted: (action: Action) => void): void {
  document.title = `${scene.title} – impinge playground`;
  find("title").textContent = scene.title;
  find("explanation").replaceChildren(...scene.explanation.map((text) => make("p", {}, text)));
  find("formula").textContent = scene.formula;
  choosers = (scene.choices ?? []).map((choice) => chooser(choice, state, () => changed(true)));
  find("choices").replaceChildren(...choosers.map(({ row }) => row));
  player?.pause();
  player = scene.time && new Player(scene.time, state, changed);
  sliders = (scene.sliders ?? []).map((slider) => showSlider(slider, state, changed));
  const actions = scene.stage !== "live" && scene.actions ? [actionRow(scene.actions, acted)] : [];
  const taken = (begun: Partial<State>): void => {
    Object.assign(state, begun);
    changed(true);
  };
  const giving = showGiving(scene.files, taken, (reason) => showAnswer(reason, [], []));
  find("sliders").replaceChildren(...giving, ...(player ? [player.row] : []), ...actions, ...sliders.map(({ row }) => row));
}

/** Puts sliders and words to where the state is, which handles and lists change as well. */
export function showNumbers(): void {
  for (const chooser of choosers) chooser.update();
  player?.update();
  for (const slider of sliders) slider.update();
}

/** Lets the time go as far as an answer tells. */
export function limitTime(last: number): void {
  player?.limit(last);
}

/** Shows an answer. */
export function showAnswer(summary: string, readings: readonly Reading[], bars: readonly Node[]): void {
  const status = find("summary");
  // What did not change is not read aloud again.
  if (status.textContent !== summary) status.textContent = summary;
  find("readings").replaceChildren(...readings.map(([label, value]) => make("div", {}, make("dt", {}, label), make("dd", {}, value))));
  find("bars").replaceChildren(...bars);
}

/** JSON in lines, with the coordinates of a point in one of them. */
function inLines(request: string): string {
  return JSON.stringify(JSON.parse(request), null, 2).replace(/\[\s+([-\d.e+,\s]+?)\s+\]/g, (_, numbers: string) => `[${numbers.replace(/\s+/g, " ")}]`);
}

/** Code that asks a question. */
function asking(request: string): string {
  return `import { load } from "impinge";\n\nconst engine = await load();\nconst answer = engine.query(${inLines(request)});`;
}

/** Shows what was asked and answered, to the letter, and the code that asks it. */
export function showWords(request: string, answer: string, rust: string, javascript = asking(request)): void {
  code = { rust, javascript, query: request };
  showCode();
  find("answer").textContent = answer;
}
