// What a scene is: a file of scenes/ says all of this, and nothing else has to know it.

import type { Answer, Engine, Request } from "impinge";

import type { Standpoint } from "../shared/camera";
import type { Bars } from "./bars";
import type { Handle } from "./handles";
import type { Plane } from "./plane";
import type { Point } from "./points";
import type { Space } from "./space";
import type { Vector } from "./vectors";

/** All that a person can change, as it stands in the address. */
export type State = Record<string, number | string>;

/** One of several words in the state. */
export interface Choice {
  key: string;
  label: string;
  /** Each word that the state can hold, and how it is shown. */
  options: Readonly<Record<string, string>>;
}

/** A number of the state that a slider moves. */
export interface Slider {
  key: string;
  label: string;
  least: number;
  greatest: number;
  step: number;
  /** Written behind the number. */
  unit?: string;
}

/** The number of the state that is a time: a slider that goes on by itself while it is played. */
export interface Time extends Slider {
  /** How long it takes to play all of it, in seconds. */
  lasts: number;
  /** Does it count steps? */
  isWhole?: boolean;
}

/** A button that changes the state. */
export interface Action<Own extends State = State> {
  key: string;
  label: string;
  /** The key that does the same while one of the buttons has the focus. */
  pressed?: string;
  act(state: Own, query: Engine["query"]): void;
}

/** Files that a scene takes from a person; they stay on the page. */
export interface TakesFile {
  label: string;
  /** How their names end. */
  accept: string;
  /** What is good to know before. */
  note: string;
  /** Tells what of the state begins anew with it. */
  take(file: File): Promise<Partial<State>>;
  /** Goes back to what was there before any file. */
  forget(): void;
}

/** Another picture of the same beside the first. */
interface Beside<Own extends State, Asked extends Request, Stage> {
  /** What each picture shows. */
  captions: readonly [first: string, second: string];
  draw(stage: Stage, state: Own, answer: Answer<Asked>, query: Engine["query"]): void;
}

/** A number that is told, and what it is. */
export type Reading = readonly [label: string, value: string];

/** What is there of every scene; its methods see a state of its own. */
interface About<Own extends State> {
  /** In the address. */
  readonly name: string;
  readonly title: string;
  /** Paragraphs in plain words. */
  readonly explanation: readonly string[];
  readonly formula: string;
  readonly start: Own;
  readonly choices?: readonly Choice[];
  /** Words of the state that no choice lists, and what they look like. */
  readonly words?: Readonly<Record<string, RegExp>>;
  readonly sliders?: readonly Slider[];
  readonly time?: Time;
  readonly files?: TakesFile;
  /** The same to the library. */
  rust(state: Own): string;
}

/** A scene that asks a question, and shows the answer to it. */
interface Told<Own extends State, Asked extends Request> extends About<Own> {
  /** What the engine is asked; `query` is here for questions that depend on the answer of another one, and below for what else there is to show. */
  request(state: Own, query: Engine["query"]): Asked;
  readonly actions?: readonly Action<Own>[];
  /** How far its time goes, where the answer tells that. */
  last?(answer: Answer<Asked>): number;
  bars?(state: Own, answer: Answer<Asked>, query: Engine["query"]): Bars;
  /** Shown below the picture, where bars of intervals would not tell it; it may change the state. */
  chart?(answer: Answer<Asked>, state: Own, changed: (isDone: boolean) => void): HTMLElement;
  /** The answer as one sentence. */
  summary(state: Own, answer: Answer<Asked>, query: Engine["query"]): string;
  readings(state: Own, answer: Answer<Asked>, query: Engine["query"]): readonly Reading[];
}

export interface PlaneScene<Own extends State = State, Asked extends Request = Request> extends Told<Own, Asked> {
  readonly stage: "plane";
  /** What can be dragged; handles change the state that they are made for. */
  handles(state: Own): readonly Handle[];
  /** What happens where the picture is pressed beside its handles. */
  pressed?(state: Own, at: Vector): void;
  draw(plane: Plane, state: Own, answer: Answer<Asked>, query: Engine["query"]): void;
  readonly beside?: Beside<Own, Asked, Plane>;
}

/** From where it is looked at stands in the state as well. */
export interface SpaceScene<Own extends State = State, Asked extends Request = Request> extends Told<Own, Asked> {
  readonly stage: "space";
  readonly start: Own & Standpoint;
  handles(state: Own): readonly Handle<Point>[];
  draw(space: Space, state: Own, answer: Answer<Asked>, query: Engine["query"]): void;
  readonly beside?: Beside<Own, Asked, Space>;
}

/** What goes on step by step, in a picture of its own. */
export interface Course {
  step(): void;
  draw(canvas: HTMLCanvasElement): void;
  /** What the engine told, in short. */
  answer(): unknown;
  summary(): string;
  readings(): readonly Reading[];
  bars?(): Bars;
  /** Gives its memory back. */
  end(): void;
}

/** A scene that goes on by itself. */
export interface LiveScene<Own extends State = State> extends About<Own> {
  readonly stage: "live";
  /** What the picture shows, for those who do not see it. */
  readonly picture: string;
  /** What is said while it plays. */
  readonly playing: string;
  begin(state: Own): Course;
  /** The same to the package. */
  javascript(state: Own): string;
}

export type AskingScene = PlaneScene | SpaceScene;
export type Scene = AskingScene | LiveScene;
