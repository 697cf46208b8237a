// A character in a room with a floor, a slope, a step, walls and a ball: it moves, and slides along what it meets.

import type { Engine, MoveAndSlideAnswer, MoveAndSlideRequest, Placed } from "impinge";

import { decimal } from "../../shared/numbers";
import { corners, draw, figureHandles, float, inPlane, placed, rust, rustVector, type Figure } from "../figures";
import type { Plane } from "../plane";
import type { Action, PlaneScene } from "../scene";
import { along, between, coordinates, radians, rounded, vector, type Vector } from "../vectors";

type State = { ground: string; x: number; y: number; motion_x: number; motion_y: number; ball_x: number; ball_y: number; skin: number; steepest: number; step: number };
type Box = Figure & { kind: "box" };

/** A box from one corner to the other. */
function block([left, bottom]: Vector, [right, top]: Vector): Box {
  const half: Vector = [(right - left) / 2, (top - bottom) / 2];
  return { kind: "box", at: [left + half[0], bottom + half[1]], angle: 0, half };
}

const FLOOR = block([-10, -6], [10, -4]);
const SLOPE: readonly Vector[] = [[1.2, -4], [10, -4], [10, -2], [4.6, -2]];
const STEP = block([-0.6, -4], [0.6, -3.6]);
const LEFT_WALL = block([-10, -4], [-7.2, 10]);
const RIGHT_WALL = block([6.2, -2], [10, 10]);
const [HALF_HEIGHT, RADIUS] = [0.5, 0.5];
/** In the order in which they are in the request. */
const NAMES = ["floor", "slope", "step", "left wall", "right wall", "ball"] as const;
/** How long normals are drawn. */
const NORMAL = 0.9;
/** What of a motion counts as left. */
const LEAST = 1e-6;
/** What buttons ask for: a step of walking, which falls as well, and a jump. */
const WALK: Vector = [0.6, -0.4];
const JUMP: Vector = [0, 1.8];

const start = ({ x, y }: State): Vector => [x, y];
const motion = ({ motion_x, motion_y }: State): Vector => [motion_x, motion_y];
const character = (at: Vector): Figure & { kind: "capsule" } => ({ kind: "capsule", at, angle: 0, halfHeight: HALF_HEIGHT, radius: RADIUS });
const ball = ({ ball_x, ball_y }: State): Figure => ({ kind: "ball", at: [ball_x, ball_y], angle: 0, radius: 0.9 });
const named = (obstacle: number): string => NAMES[obstacle] ?? "";
const isStopped = ({ remaining }: MoveAndSlideAnswer): boolean => Math.hypot(...remaining) > LEAST;
const end = (state: State, { translation }: MoveAndSlideAnswer): Vector => along(start(state), vector(translation));

const obstacles = (state: State): Placed[] => [placed(FLOOR), { type: "hull", points: SLOPE }, ...[STEP, LEFT_WALL, RIGHT_WALL, ball(state)].map(placed)];

function ask(state: State, motion: Vector): MoveAndSlideRequest {
  const ground = { up: [0, 1], max_slope: radians(state.steepest), step_height: state.step, snap_distance: state.step };
  return { op: "move_and_slide", a: placed(character(start(state))), motion, obstacles: obstacles(state), skin: state.skin, ...(state.ground === "walks" && { ground }) };
}

/** What the character is in at the start, and how deep: the answer tells only how deep it still is at the end. */
function sunk(state: State, query: Engine["query"]): { name: string; depth: number }[] {
  const a = placed(character(start(state)));
  const all = obstacles(state).map((b, obstacle) => ({ name: named(obstacle), depth: query({ op: "penetration", a, b }).depth }));
  return all.filter(({ depth }) => depth > 0);
}

/** Moves the character on; its place is short enough for an address, and finer than any skin. */
function go(state: State, to: Vector): void {
  Object.assign(state, { x: rounded(to[0], 4), y: rounded(to[1], 4) });
}

function walking(key: string, label: string, pressed: string, way: Vector): Action<State> {
  return { key, label, pressed, act: (state, query) => go(state, end(state, query(ask(state, way)))) };
}

function jump(state: State, query: Engine["query"]): void {
  // From the air nobody jumps: something has to hold what falls by two skins.
  const isHeld = query(ask(state, [0, -2 * state.skin])).hits.length > 0;
  if (isHeld) go(state, end(state, query(ask(state, JUMP))));
}

function drawWay(plane: Plane, state: State, { path, hits }: MoveAndSlideAnswer): void {
  const way = [start(state), ...path.map((corner) => along(start(state), vector(corner)))];
  const passed = ([x, y]: Vector): Vector[] => [[x, y - HALF_HEIGHT], [x, y + HALF_HEIGHT]];
  for (const [place, to] of way.entries()) {
    const from = way[place - 1];
    if (!from) continue;
    const [a, b] = [passed(from), passed(to)];
    plane.around([...a, ...b.reverse()], RADIUS, "around a");
  }
  for (const { translation } of hits) draw(plane, character(along(start(state), vector(translation))), "frame a");
  for (const [place, to] of way.entries()) plane.line(way[place - 1] ?? to, to, "way a");
}

/** Where it was stopped, each with its normal and number; normals of ground are green. */
function drawStops(plane: Plane, { hits }: MoveAndSlideAnswer): void {
  for (const [number, { point, normal, walkable }] of hits.entries()) {
    const [from, tip] = [vector(point), along(vector(point), vector(normal), NORMAL)];
    const look = walkable ? "z" : "overlap";
    plane.arrow(from, tip, look);
    plane.dot(from, look);
    plane.text(tip, String(number + 1), vector(normal)[0] < 0 ? [-8, -2] : [8, -2]);
  }
}

function listed(words: readonly string[]): string {
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}` : words.join("");
}

export const slide: PlaneScene<State, MoveAndSlideRequest> = {
  stage: "plane",
  name: "slide",
  title: "Move and slide",
  explanation: [
    "The long arrow is the requested motion of the character. The character moves until it hits an obstacle. The part of the motion against the normal of this obstacle is removed, and the rest continues along the surface. This repeats until the motion is used up, or until no part of it leads out of a corner: the violet arrow. The t of a stop is the fraction of the motion used up there, from 0 to 1.",
    "Only stops bend the path. In the initial scene, stop 1 is at the corner of the step, and its normal leans back. The remaining motion leads upwards: the character leaves the corner in a straight line, until it hits the slope.",
    "The character keeps a skin away from everything, the thin outline at its end. So rounding never puts it into a wall, and edges between floor tiles do not stop it. If it starts inside an obstacle, it is pushed out first.",
    "A walking character has an up direction. Ground that is not too steep holds it, and has green normals. Steeper slopes are walls, with red normals. Directly in front of a step, the character climbs it, if the step is no higher than the slider allows.",
    "Walk there with the buttons or, while one of them has the focus, with the arrow keys. Each press requests a short motion that also falls. A jump needs something to stand on.",
  ],
  formula: "m: remaining motion,  n: normal of a stop\nt of a stop: fraction of the motion used up\none stop: m′ = m − min(0, m·n) n\nseveral: m′ nearest to m with all m′·nᵢ ≥ 0\nwalkable ⇔ angle between n and up ≤ steepest",
  start: { ground: "walks", x: -6, y: -1, motion_x: 13.5, motion_y: -4, ball_x: -1, ball_y: 2.2, skin: 0.05, steepest: 40, step: 0.5 },
  choices: [{ key: "ground", label: "The character", options: { walks: "walks", slides: "only slides" } }],
  sliders: [
    { key: "steepest", label: "Steepest ground", least: 5, greatest: 80, step: 1, unit: "°" },
    { key: "step", label: "Step height", least: 0, greatest: 1, step: 0.05 },
    { key: "skin", label: "Skin", least: 0.01, greatest: 0.4, step: 0.01 },
  ],
  actions: [
    walking("left", "← Walk", "ArrowLeft", [-WALK[0], WALK[1]]),
    { key: "jump", label: "↑ Jump", pressed: "ArrowUp", act: jump },
    walking("right", "Walk →", "ArrowRight", WALK),
    { key: "go", label: "Move along the arrow", act: (state, query) => go(state, end(state, query(ask(state, motion(state))))) },
  ],

  request: (state) => ask(state, motion(state)),

  handles(state) {
    const at = start(state);
    return [
      ...figureHandles("ball", "Ball", "b", ball(state), ([x, y]) => Object.assign(state, { ball_x: x, ball_y: y }), () => undefined),
      { key: "start", name: "Character", look: "a", at, move: ([x, y]) => Object.assign(state, { x, y }) },
      {
        key: "motion",
        name: "Motion",
        look: "text",
        at: along(at, motion(state)),
        told: coordinates(motion(state)),
        move(to) {
          const [x, y] = between(at, to);
          Object.assign(state, { motion_x: rounded(x), motion_y: rounded(y) });
        },
      },
    ];
  },

  draw(plane, state, answer) {
    for (const box of [FLOOR, STEP, LEFT_WALL, RIGHT_WALL]) plane.polygon(corners(box).map((corner) => inPlane(box, corner)), "shape b");
    plane.polygon(SLOPE, "shape b");
    draw(plane, ball(state), "shape b");
    draw(plane, character(start(state)), "ghost a");
    drawWay(plane, state, answer);
    const at = end(state, answer);
    draw(plane, { ...character(at), radius: RADIUS + state.skin }, "frame rest");
    draw(plane, character(at), "shape a");
    plane.arrow(start(state), along(start(state), motion(state)), "text");
    if (isStopped(answer)) plane.arrow(at, along(at, vector(answer.remaining)), "left");
    drawStops(plane, answer);
  },

  summary(state, answer, query) {
    if (answer.depth > 0) return `The character is still ${decimal(answer.depth, 0.001)} deep in an obstacle, as there is no free space.`;
    const met = listed([...new Set(answer.hits.map(({ obstacle }) => `the ${named(obstacle)}`))]);
    const going = met === "" ? "" : `hits ${met}, ${isStopped(answer) ? "and cannot continue." : "and slides on."}`;
    const inside = sunk(state, query);
    if (inside.length === 0) return going === "" ? "No obstacle is in the way of the character." : `The character ${going}`;
    const deepest = Math.max(...inside.map(({ depth }) => depth));
    const pushed = `The character starts ${decimal(deepest, 0.001)} deep in ${listed(inside.map(({ name }) => `the ${name}`))} and is pushed out first.`;
    return `${pushed} ${going === "" ? "Then no obstacle is in its way." : `Then it ${going}`}`;
  },

  readings(state, answer, query) {
    return [
      ...sunk(state, query).map(({ name, depth }): [string, string] => [`Initial depth in the ${name}`, decimal(depth, 0.001)]),
      ["Motion", coordinates(motion(state))],
      ["Translation", coordinates(answer.translation)],
      ...answer.hits.map(({ obstacle, time, walkable }, number): [string, string] => [
        `Stop ${number + 1}: ${named(obstacle)}${walkable ? ", walkable" : ""}`,
        `t = ${decimal(time, 0.001)}`,
      ]),
      ["Remaining motion", coordinates(answer.remaining)],
    ];
  },

  rust(state) {
    const walks = state.ground === "walks";
    const half = rustVector([0, HALF_HEIGHT]);
    const ground = `let ground = GroundSettings::new(Unit::new(DVec2::Y)?, ${float(radians(state.steepest))})?
    .with_step_height(${float(state.step)})?
    .with_snap_distance(${float(state.step)})?;
`;
    return `use glam::DVec2;
${walks ? "use impinge::math::Unit;\n" : ""}use impinge::shape::{Aabb, Ball, Capsule, Hull, Shape};
use impinge::sweep::{${walks ? "GroundSettings, " : ""}MoveAndSlideOptions, move_and_slide};

${rust("floor", FLOOR)}
let slope = Hull::new(&[
${SLOPE.map((corner) => `    ${rustVector(corner)},\n`).join("")}])?;
${rust("step", STEP)}
${rust("left", LEFT_WALL)}
${rust("right", RIGHT_WALL)}
${rust("ball", ball(state))}
let obstacles = [
    floor.shape_ref(), slope.shape_ref(), step.shape_ref(), left.shape_ref(), right.shape_ref(), ball.shape_ref(),
];
let at = ${rustVector(start(state))};
let character = Capsule::new(at - ${half}, at + ${half}, ${float(RADIUS)})?;
${walks ? ground : ""}let options = MoveAndSlideOptions::new(${float(state.skin)})?${walks ? ".with_ground(ground)" : ""};
let end = move_and_slide(&character, ${rustVector(motion(state))}, &obstacles, &options);
println!("{:?} {:?} {:?}", end.translation, end.hits(), end.remaining);`;
  },
};
