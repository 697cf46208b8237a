// Thousands of boxes: what a world finds among them at each step.

import { whole } from "../../shared/numbers";
import type { Bars } from "../bars";
import { Crowd, STEP } from "../crowd";
import type { Course, LiveScene } from "../scene";

type State = { boxes: string; pairs: string; tree: string; number: number; speed: number; seed: number };

const MOST = 20_000;
/** The least size of a box in the picture, in pixels. */
const LEAST = 1.5;

/** The width of lines between boxes that touch, in pixels. */
const LINE = 2.5;

/** What boxes of the tree look like at each depth, the widest first: their colour, the width of their outlines in pixels, and how much of it is in them, so that those that lie over each other are darker. */
const DEPTHS = [
  { color: "text", look: "text", width: 4, tint: 0.04 },
  { color: "third", look: "z", width: 2.5, tint: 0.09 },
  { color: "measure", look: "measure", width: 1.5, tint: 0.05 },
] as const;
/** In pictures narrower than this, in pixels, outlines are thinner as well, down to a part of their width. */
const WIDE = 800;
const THINNEST = 0.4;

/** The depths that are shown. */
const depths = ({ tree }: State): number[] => (tree === "hidden" ? [] : [...DEPTHS.keys()].filter((depth) => tree === "all" || tree === `depth${depth}`));

/** Least x and y, greatest x and y of each box of the tree at a depth. */
function boxesOf(crowd: Crowd, depth: number): number[][] {
  const tree = crowd.tree(depth);
  return Array.from({ length: tree.length / 4 }, (_, box) => [...tree.subarray(4 * box, 4 * box + 4)]);
}

/** The boxes, as far as they fit into the picture: first those that touch none, above them the others, then what is wanted of the tree and of lines between those that touch. */
function draw(crowd: Crowd, canvas: HTMLCanvasElement, state: State): void {
  const pen = canvas.getContext("2d");
  const density = Math.min(2, devicePixelRatio);
  const [width, height] = [Math.round(canvas.clientWidth * density), Math.round(canvas.clientHeight * density)];
  if (!pen || !width || !height) return;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const scale = Math.min(width / crowd.width, height / crowd.height);
  const [left, top] = [(width - scale * crowd.width) / 2, (height - scale * crowd.height) / 2];
  const style = getComputedStyle(canvas);
  const color = (name: string): string => style.getPropertyValue(`--${name}`);
  pen.clearRect(0, 0, width, height);
  pen.strokeStyle = color("soft");
  pen.strokeRect(left, top, scale * crowd.width, scale * crowd.height);
  const touching = new Uint8Array(crowd.number);
  for (const box of crowd.touches) touching[box] = 1;
  const { positions, halves, touches } = crowd;
  for (const [look, isTouching] of [["b", 0], ["overlap", 1]] as const) {
    pen.fillStyle = color(look);
    // Under a tree they are only what it is around.
    pen.globalAlpha = (isTouching ? 0.9 : 0.6) * (depths(state).length > 0 ? 0.6 : 1);
    for (let box = 0; box < crowd.number; box++) {
      if (touching[box] !== isTouching) continue;
      const [halfX, halfY] = [halves[2 * box] ?? 0, halves[2 * box + 1] ?? 0];
      const [x, y] = [positions[2 * box] ?? 0, positions[2 * box + 1] ?? 0];
      pen.fillRect(left + scale * (x - halfX), top + scale * (crowd.height - y - halfY), Math.max(LEAST, 2 * scale * halfX), Math.max(LEAST, 2 * scale * halfY));
    }
  }
  pen.globalAlpha = 1;
  // The widest above the others.
  for (const depth of depths(state).reverse()) {
    const { color: name, width, tint } = DEPTHS[depth] ?? DEPTHS[0];
    pen.strokeStyle = pen.fillStyle = color(name);
    pen.lineWidth = width * density * Math.max(THINNEST, Math.min(1, canvas.clientWidth / WIDE));
    for (const [minX = 0, minY = 0, maxX = 0, maxY = 0] of boxesOf(crowd, depth)) {
      const place = [left + scale * minX, top + scale * (crowd.height - maxY), scale * (maxX - minX), scale * (maxY - minY)] as const;
      pen.globalAlpha = tint;
      pen.fillRect(...place);
      pen.globalAlpha = 1;
      pen.strokeRect(...place);
    }
  }
  pen.lineWidth = 1;
  if (state.pairs !== "lines") return;
  const place = (box: number): [number, number] => [left + scale * (positions[2 * box] ?? 0), top + scale * (crowd.height - (positions[2 * box + 1] ?? 0))];
  pen.strokeStyle = color("text");
  // A line between boxes at the same place is a dot.
  Object.assign(pen, { lineWidth: LINE * density, lineCap: "round" });
  pen.beginPath();
  for (let pair = 0; pair < touches.length; pair += 2) {
    pen.moveTo(...place(touches[pair] ?? 0));
    pen.lineTo(...place(touches[pair + 1] ?? 0));
  }
  pen.stroke();
  Object.assign(pen, { lineWidth: 1, lineCap: "butt" });
}

/** How much more there is in the boxes of each depth than in the room: what lies in several is searched several times. */
function treeBars(crowd: Crowd, shown: readonly number[]): Bars {
  const rows = DEPTHS.map(({ look }, depth) => {
    const boxes = boxesOf(crowd, depth);
    const area = boxes.reduce((sum, [minX = 0, minY = 0, maxX = 0, maxY = 0]) => sum + (maxX - minX) * (maxY - minY), 0) / (crowd.width * crowd.height);
    return { label: `Depth ${depth}`, told: `${Math.round(100 * area)} %`, spans: [{ from: 0, to: area, look }], isChosen: shown.length === 1 && shown[0] === depth };
  });
  return { title: "Total area of the tree boxes at each depth; 100 % is the room", from: 0, to: 2, lanes: 1, marks: [1], rows };
}

/** An address may ask for anything. */
const counted = ({ number }: State): number => Math.min(MOST, Math.max(1, Math.round(number)));

/** Code that asks for what is shown of the tree. */
function rustTree(state: State): string {
  const shown = depths(state);
  if (shown.length === 0) return "";
  return `
// The boxes of its tree${shown.length === 1 ? ` at depth ${shown[0]}` : ""}:
for part in world.tree_boxes()${shown.length === 1 ? `.filter(|part| part.depth == ${shown[0]})` : ""} {
    println!("{} {:?}", part.depth, part.aabb);
}`;
}

function javascriptTree(state: State): string {
  const shown = depths(state);
  return shown.length === 0 ? "" : `\nconst tree = ${shown.length === 1 ? `world.treeBoxes(${shown[0]})` : `[${shown.join(", ")}].map((depth) => world.treeBoxes(depth))`}; // min x and y, max x and y of each box`;
}

export const crowd: LiveScene<State> = {
  stage: "live",
  name: "crowd",
  title: "10,000 moving boxes",
  picture: "A room of moving boxes. Boxes that touch another are red.",
  explanation: [
    "Each box moves in a straight line, turns around at the border of the room, and ignores the other boxes. At each step, the engine returns all touching pairs. Red boxes touch another box, blue ones none.",
    "Testing every box against every other takes 50 million tests for 10,000 boxes, sixty times a second. The engine stores the boxes in a tree by position, and tests only pairs whose surroundings overlap. Twice the number of boxes then takes little more than twice the work, not four times.",
    "The tree can be drawn. A tree box encloses sixteen neighbouring boxes, a larger one encloses sixteen of these, and so on. A few tree boxes at depth 0 hold everything. As the boxes spread, their tree boxes grow into each other, until the engine sorts the tree again.",
    "A sensor only reports that it is touched. For other boxes, the engine also computes the contact points and the depth. Lines between boxes can show the pairs; with fewer boxes, these lines are large enough to see.",
  ],
  formula: "brute force: n · (n − 1) / 2 pairs\nwith a tree: about n · log n + near pairs",
  playing: "At each step, the engine returns the pairs that touch.",
  start: { boxes: "sensors", pairs: "hidden", tree: "hidden", number: 10_000, speed: 6, seed: 1 },
  choices: [
    { key: "boxes", label: "Boxes", options: { sensors: "sensors", bodies: "with contacts" } },
    { key: "pairs", label: "Pairs", options: { hidden: "hidden", lines: "as lines" } },
    { key: "tree", label: "Tree", options: { hidden: "hidden", all: "all depths", depth0: "depth 0", depth1: "depth 1", depth2: "depth 2" } },
  ],
  sliders: [
    { key: "number", label: "Number of boxes", least: 500, greatest: MOST, step: 500 },
    { key: "speed", label: "Speed", least: 0, greatest: 20, step: 1, unit: " /s" },
    { key: "seed", label: "Random seed", least: 1, greatest: 20, step: 1 },
  ],

  begin(state): Course {
    const made = new Crowd({ number: counted(state), speed: state.speed, seed: state.seed, isSensors: state.boxes === "sensors" });
    const pairs = (): number => made.touches.length / 2;
    const shown = depths(state);
    const hasTree = shown.length > 0;
    return {
      step: () => made.step(),
      draw: (canvas) => draw(made, canvas, state),
      answer: () => ({ steps: made.steps, pairs: pairs(), ...(hasTree && { tree: shown.map((depth) => ({ depth, boxes: boxesOf(made, depth) })) }) }),
      summary: () => `${whole(new Set(made.touches).size)} of ${whole(made.number)} boxes touch another.`,
      readings: () => [
        ["Boxes", whole(made.number)],
        ["Pairs, brute force", whole((made.number * (made.number - 1)) / 2)],
        ["Touching pairs", whole(pairs())],
        ...shown.map((depth) => [`Tree boxes at depth ${depth}`, whole(boxesOf(made, depth).length)] as const),
        ["Steps", whole(made.steps)],
      ],
      ...(hasTree && { bars: () => treeBars(made, shown) }),
      end: () => made.end(),
    };
  },

  rust: (state) => `use glam::DVec2;
use impinge::math::Rotation;
use impinge::shape::Obb;
use impinge::world::{Collider, CollisionWorld};

let mut world = CollisionWorld::<DVec2>::new();
// For each of ${whole(counted(state))} boxes:
let shape = Obb::new(DVec2::ZERO, DVec2::new(0.5, 0.25), Rotation::identity())?;
world.add(
    Collider::new(shape)
        .with_position(DVec2::new(3.0, 4.0))?
        .with_velocity(DVec2::new(1.0, -2.0))?${state.boxes === "sensors" ? "\n        .sensor()" : ""},
)?;
// At each frame:
world.step(1.0 / 60.0)?;
println!("{} pairs touch", world.contact_pairs().len());${rustTree(state)}`,

  javascript: (state) => `import { load, CollisionWorld } from "impinge";

await load();
const world = new CollisionWorld(2);
// For each of ${whole(counted(state))} boxes:
world.add({
  shape: { type: "box", half_extents: [0.5, 0.25] },
  pose: { translation: [3, 4] },
  velocity: [1, -2],${state.boxes === "sensors" ? "\n  sensor: true," : ""}
});
// At each frame:
world.stepQuietly(1 / ${Math.round(1 / STEP)});
const positions = world.positions(); // two numbers for each box
const pairs = world.contactPairs(); // two boxes for each pair${javascriptTree(state)}`,
};
