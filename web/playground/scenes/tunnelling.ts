// A fast box and a thin wall: looked at frame by frame, and along its whole way.

import type { Engine, Moving, Placed, RelationRequest, TimeOfImpactAnswer, TimeOfImpactRequest } from "impinge";

import { decimal, duration } from "../../shared/numbers";
import { hull } from "../corners";
import { corners, draw, figureHandles, float, inPlane, placed, rust, rustImports, rustVector, type Figure } from "../figures";
import type { Plane } from "../plane";
import type { PlaneScene } from "../scene";
import { along, radians, rounded, vector, type Vector } from "../vectors";

type State = {
  detection: string;
  x: number;
  y: number;
  end_x: number;
  end_y: number;
  turn: number;
  wall_x: number;
  wall_y: number;
  wall_angle: number;
  thickness: number;
  speed: number;
  rate: number;
  time: number;
};
type Query = Engine["query"];

const HALF: Vector = [0.25, 0.25];
const WALL_HALF_HEIGHT = 3;
/** What sliders allow needs fewer; an address may ask for anything. */
const MOST_FRAMES = 100;
/** Half as wide is the bar of a frame, as a part of the way. */
const TICK = 0.003;
/** Numbers of frames are floored with so much to spare, for what is rounded. */
const ROUNDING = 1e-9;

const start = ({ x, y }: State): Vector => [x, y];
const way = ({ x, y, end_x, end_y }: State): Vector => [rounded(end_x - x), rounded(end_y - y)];
const wall = ({ wall_x, wall_y, wall_angle, thickness }: State): Figure & { kind: "box" } => ({
  kind: "box",
  at: [wall_x, wall_y],
  half: [rounded(thickness / 2), WALL_HALF_HEIGHT],
  angle: wall_angle,
});
/** How long the whole way takes, in seconds. */
const lasting = (state: State): number => Math.hypot(...way(state)) / state.speed;
/** How far it goes from one frame to the next. */
const between = ({ speed, rate }: State): number => speed / rate;
/** The part of the way that a frame takes: all of it where there is none. */
const step = (state: State): number => Math.min(1, Math.max(1 / MOST_FRAMES, 1 / state.rate / lasting(state))) || 1;
/** The part of the way at the last frame up to now. */
const now = (state: State): number => rounded(Math.floor(state.time / step(state) + ROUNDING) * step(state), 6);

/** The box at a part of its way. */
function boxAt(state: State, part: number): Figure & { kind: "box" } {
  const [x, y] = along(start(state), way(state), part);
  return { kind: "box", at: [rounded(x, 4), rounded(y, 4)], half: HALF, angle: rounded(state.turn * part, 4) };
}

/** Never as a box along the axes, whose corners would be rounded. */
function placedAt(state: State, part: number): Placed {
  const { at, angle } = boxAt(state, part);
  return { shape: { type: "box", half_extents: HALF }, pose: { translation: at, ...(angle !== 0 && { rotation: radians(angle) }) } };
}

function moving(state: State, from: number, to: number): Moving {
  const turn = radians(state.turn * (to - from));
  return {
    ...(placedAt(state, from) as Exclude<Placed, { type: string }>),
    motion: { translation: along([0, 0], way(state), to - from), ...(turn !== 0 && { rotation: turn }) },
  };
}

function sweep(state: State): TimeOfImpactRequest {
  return { op: "time_of_impact", a: moving(state, 0, 1), b: placed(wall(state)) };
}

/** From when until when the box is in the wall; the end is found backwards. */
function inside(state: State, query: Query): [number, number] | undefined {
  const { time } = query(sweep(state));
  if (time === undefined) return undefined;
  const back = query({ op: "time_of_impact", a: moving(state, 1, 0), b: placed(wall(state)) });
  return [time, 1 - (back.time ?? 0)];
}

function look(state: State, part: number): RelationRequest {
  return { op: "relation", a: placedAt(state, part), b: placed(wall(state)) };
}

/** A picture of the way, and whether the box is in the wall there. */
interface Frame {
  part: number;
  isHit: boolean;
}

function frames(state: State, query: Query): Frame[] {
  return Array.from({ length: Math.floor(1 / step(state) + ROUNDING) + 1 }, (_, frame) => {
    const part = rounded(frame * step(state), 6);
    return { part, isHit: query(look(state, part)).relation !== "disjoint" };
  });
}

/** All that the box passes over, if it does not turn. */
function drawPassed(plane: Plane, state: State, query: Query): void {
  if (state.turn !== 0) return;
  const points = [0, 1].flatMap((part) => corners(boxAt(state, part)).map((corner) => inPlane(boxAt(state, part), corner)));
  plane.polygon(hull(points, query), "passed a");
}

function isSwept(answer: object): answer is TimeOfImpactAnswer {
  return "outcome" in answer;
}

export const tunnelling: PlaneScene<State, RelationRequest | TimeOfImpactRequest> = {
  stage: "plane",
  name: "tunnelling",
  title: "Swept box and tunnelling",
  explanation: [
    "A game that tests for overlap at each frame checks only single poses of the box: the orange outlines. Box and wall overlap on a part of the path. If the motion per frame is longer than this part, the part can fall between two frames, and no frame finds the hit. This is tunnelling.",
    "Head-on, this part is as long as wall and box are thick together; at an angle it is longer. A higher frame rate only raises the speed at which tunnelling starts.",
    "Continuous collision detection tests the whole path at once, and computes the time of impact. The engine never returns a time after the true one, however fast, thin or rotating the shapes are. The box stops there, between two frames.",
    "Play it in slow motion, and switch the detection.",
  ],
  formula: "at time t: start + t · motion,  0 ≤ t ≤ 1\nlength = |motion|\nframe k: t = k · speed / (rate · length)\nin the wall: first ≤ t ≤ last\ncan be missed ⇔ speed / rate > (last − first) · length\n  (head-on: > wall + box)\ntime of impact = first",
  start: { detection: "frames", x: -6.5, y: -2, end_x: 6.5, end_y: 2, turn: 0, wall_x: 0.5, wall_y: -1.5, wall_angle: 10, thickness: 0.2, speed: 120, rate: 60, time: 1 },
  choices: [{ key: "detection", label: "Detection", options: { frames: "at each frame", continuous: "continuous" } }],
  time: { key: "time", label: "Fraction of the path", least: 0, greatest: 1, step: 0.005, lasts: 3 },
  sliders: [
    { key: "speed", label: "Speed", least: 40, greatest: 400, step: 5, unit: " m/s" },
    { key: "rate", label: "Frame rate", least: 10, greatest: 120, step: 5, unit: " /s" },
    { key: "thickness", label: "Wall thickness", least: 0.02, greatest: 1, step: 0.02, unit: " m" },
    { key: "turn", label: "Rotation on the path", least: 0, greatest: 720, step: 15, unit: "°" },
  ],

  request: (state) => (state.detection === "continuous" ? sweep(state) : look(state, now(state))),

  handles: (state) => [
    ...figureHandles("wall", "Wall", "b", wall(state), ([x, y]) => Object.assign(state, { wall_x: x, wall_y: y }), (angle) => (state.wall_angle = angle)),
    { key: "start", name: "Start of the box", look: "a", at: start(state), move: ([x, y]) => Object.assign(state, { x, y }) },
    { key: "end", name: "End of the path", look: "text", at: [state.end_x, state.end_y], move: ([x, y]) => Object.assign(state, { end_x: x, end_y: y }) },
  ],

  draw(plane, state, answer, query) {
    drawPassed(plane, state, query);
    draw(plane, wall(state), "shape b");
    plane.line(start(state), [state.end_x, state.end_y], "axis");
    for (const { part, isHit } of frames(state, query)) draw(plane, boxAt(state, part), `frame ${isHit ? "overlap" : "a"}`);
    if (!isSwept(answer)) return draw(plane, boxAt(state, now(state)), `shape ${answer.relation === "disjoint" ? "a" : "overlap"}`);
    const { time: t = Infinity, point } = answer;
    const isStopped = t <= state.time;
    draw(plane, boxAt(state, isStopped ? t : now(state)), `shape ${isStopped ? "overlap" : "a"}`);
    if (!point) return;
    plane.dot(vector(point), "overlap");
    plane.text(vector(point), `t = ${decimal(t, 0.001)}`, [-12, -26]);
  },

  bars(state, _, query) {
    const part = inside(state, query);
    const all = frames(state, query);
    return {
      title: "Times, as fractions of the path",
      from: -0.02,
      to: 1.02,
      lanes: 1,
      marks: [state.time],
      rows: [
        { label: "Frames", told: String(all.length), spans: all.map(({ part, isHit }) => ({ from: part - TICK, to: part + TICK, look: isHit ? "overlap" : "a" })) },
        {
          label: "In the wall",
          told: part ? part.map((each) => decimal(each, 0.001)).join(" to ") : "never",
          spans: part ? [{ from: part[0], to: part[1], look: "b" }] : [],
          isChosen: true,
        },
      ],
    };
  },

  summary(state, answer, query) {
    if (isSwept(answer)) {
      if (answer.outcome === "overlapping_at_start") return "The box is in the wall from the start.";
      if (answer.time === undefined) return "The box passes by the wall, for certain.";
      return `The sweep finds the wall at t = ${decimal(answer.time, 0.001)}, and the box stops there.`;
    }
    const hit = frames(state, query).findIndex(({ isHit }) => isHit);
    if (hit >= 0) {
      const { depth } = query({ ...look(state, rounded(hit * step(state), 6)), op: "penetration" });
      return `Frame ${hit} is the first with the box in the wall, ${decimal(depth, 0.001)} m deep.`;
    }
    return inside(state, query) ? "The box tunnels through the wall: no frame finds an overlap." : "The box passes by the wall.";
  },

  readings(state, _, query) {
    const all = frames(state, query);
    const part = inside(state, query);
    const readings: [string, string][] = [
      ["Motion per frame", `${decimal(between(state), 0.001)} m`],
      ["Frames in the wall", `${all.filter(({ isHit }) => isHit).length} of ${all.length}`],
      ["Time per frame", duration(1 / state.rate)],
    ];
    if (part) {
      const within = (part[1] - part[0]) * Math.hypot(...way(state));
      const canBeMissed = between(state) > within;
      readings.push(["Path in the wall", `${decimal(within, 0.001)} m`]);
      // Who turns may come out of the wall and into it again.
      if (canBeMissed || state.turn === 0) readings.push(["Can be missed", canBeMissed ? "yes" : "no"]);
      readings.push(["Time in the wall", duration((part[1] - part[0]) * lasting(state))], ["Time of impact", duration(part[0] * lasting(state))]);
    }
    return readings;
  },

  rust(state) {
    const figure = wall(state);
    const imports = rustImports(figure, { ...boxAt(state, 0), angle: 1 });
    const { at, angle } = boxAt(state, state.detection === "continuous" ? 0 : now(state));
    const box = `let bullet = Obb::new(${rustVector(at)}, ${rustVector(HALF)}, Rotation::<DVec2>::from_angle(${float(radians(angle))}))?;`;
    if (state.detection !== "continuous") return `${imports}\n${rust("wall", figure)}\n// At each frame:\n${box}\nprintln!("{:?}", bullet.relation(&wall));`;
    const turning = state.turn === 0 ? "" : `.with_angular_velocity(${float(radians(state.turn))}, ${rustVector(at)})?`;
    return `${imports.replace("use impinge::prelude::*;\n", "")}use impinge::sweep::{Motion, TimeOfImpactOptions, time_of_impact};

${rust("wall", figure)}
${box}
let motion = Motion::linear(${rustVector(way(state))})?${turning};
let options = TimeOfImpactOptions::new(1e-6)?;
let impact = time_of_impact(&bullet, &motion, &wall, &Motion::fixed(), &options);
println!("{:?}", impact.time());`;
  },
};
