// A ship of pixels above ground of pixels: what both have in common, and craters that are dug.

import type { Disc, MaskRequest } from "impinge";

import { whole } from "../../shared/numbers";
import { float, rustVector } from "../figures";
import { drawBorder, drawPixels, inPicture, lengthOf, middleOf, pictured } from "../pixels";
import type { PlaneScene } from "../scene";
import { along, coordinates, radians, vector, type Vector } from "../vectors";

type State = { x: number; y: number; turn: number; spade_x: number; spade_y: number; radius: number; craters: string };

const SHIP = [
  ".....##.....",
  "....####....",
  "...##..##...",
  "..###..###..",
  "..########..",
  ".##########.",
  ".#.######.#.",
  "##...##...##",
];
const SHIP_MIDDLE: Vector = [6, 4];
const [WIDTH, HEIGHT] = [96, 44];
/** The ground begins below two waves. */
const GROUND = Array.from({ length: HEIGHT }, (_, y) =>
  Array.from({ length: WIDTH }, (_, x) => (y > 15 + 7 * Math.sin(x / 11) + 3 * Math.sin(x / 4 + 1) ? "#" : ".")).join(""),
);
/** More craters than these are filled again, the oldest first. */
const MOST = 12;
/** Digs that an address can name: `40.20.5`, a pixel and a radius, with `~` between them. */
const CRATERS = /^(none|-?\d{1,3}\.-?\d{1,3}\.\d{1,2}(~-?\d{1,3}\.-?\d{1,3}\.\d{1,2}){0,11})$/;
const NONE = "none";
/** From the middle of a pixel to its side, so that craters end with whole pixels. */
const HALF = 0.5;
/** How long the normal is drawn, in pixels. */
const NORMAL = 12;

/** A whole number as people write it. */
const told = (number: number): string => String(number).replace("-", "−");
/** A pixel, not too far away. */
const step = (from: number, by: number): number => Math.max(-99, Math.min(199, Math.round(from) + by));
const offset = ({ x, y }: State): [number, number] => [step(x, 0), step(y, 0)];
const spade = ({ spade_x, spade_y }: State): Vector => [step(spade_x, 0) + 0.5, step(spade_y, 0) + 0.5];

function discs({ craters }: State): Disc[] {
  if (craters === NONE) return [];
  return craters.split("~").map((crater) => {
    const [x = 0, y = 0, radius = 0] = crater.split(".").map(Number);
    return { center: [x + 0.5, y + 0.5], radius: radius + HALF };
  });
}

function aim(state: State, [x, y]: Vector): void {
  Object.assign(state, { spade_x: step(Math.floor(x), 0), spade_y: step(Math.floor(y), 0) });
}

function dig(state: State): void {
  const before = state.craters === NONE ? [] : state.craters.split("~");
  const crater = [step(state.spade_x, 0), step(state.spade_y, 0), Math.round(state.radius)].join(".");
  state.craters = [...before, crater].slice(-MOST).join("~");
}

export const mask: PlaneScene<State, MaskRequest> = {
  stage: "plane",
  name: "mask",
  title: "Pixel masks",
  explanation: [
    "A mask stores one bit for each pixel of a picture: solid or not. Two masks overlap where both have a set pixel, red. No shape is fitted around the picture: hollow parts stay hollow, and the ship can stand on its legs.",
    "A row is a few words of 64 bits. The engine shifts the words of the ship to their place on the ground. It combines both with one “and”, and counts the bits: 64 pixels at once. It compares only the rectangle that both pictures share; thin lines are their borders.",
    "The normal is the direction in which the overlap shrinks fastest. It may differ from the min translation. The engine counts again with the ship moved by a pixel to the right, left, down and up. The normal is opposite to the growth of the count, by central differences. If opposite counts are equal, as deep in the ground, there is no normal. The ring marks the first common pixel, from the top.",
    `Press the picture to dig, or drag the violet circle and press Enter. The ground is the same mask with bits cleared: nothing is rebuilt. ${MOST} craters are kept.`,
  ],
  formula: "common(x, y) = ground(x, y) ∧ ship(x − offset x, y − offset y)\ncount = number of set bits\nnormal ∝ −(count(x+1) − count(x−1), count(y+1) − count(y−1))",
  start: { x: 64, y: 6, turn: 0, spade_x: 30, spade_y: 22, radius: 6, craters: "58.27.8" },
  words: { craters: CRATERS },
  sliders: [
    { key: "turn", label: "Rotation of the ship", least: -180, greatest: 180, step: 1, unit: "°" },
    { key: "radius", label: "Crater radius", least: 1, greatest: 15, step: 1, unit: " pixels" },
  ],
  actions: [
    { key: "dig", label: "Dig at the circle", act: dig },
    { key: "fill", label: "Fill all craters", act: (state) => (state.craters = NONE) },
  ],

  request(state) {
    const clear = discs(state);
    return {
      op: "mask",
      a: { rows: GROUND, ...(clear.length > 0 && { clear }) },
      b: { rows: SHIP, ...(state.turn !== 0 && { rotation: radians(state.turn) }) },
      offset: offset(state),
      pixels: true,
    };
  },

  handles(state) {
    const [x, y] = offset(state);
    const [spadeX, spadeY] = spade(state);
    const pixel = (column: number, row: number): string => `pixel ${told(column)}, ${told(row)}`;
    return [
      {
        key: "ship",
        name: "Ship",
        look: "a corner",
        at: inPicture(along([x, y], SHIP_MIDDLE)),
        told: pixel(x, y),
        move(to) {
          const [column, row] = along(pictured(to), SHIP_MIDDLE, -1);
          Object.assign(state, { x: step(column, 0), y: step(row, 0) });
        },
        step: (right, up) => Object.assign(state, { x: step(x, right), y: step(y, -up) }),
      },
      {
        key: "spade",
        name: "Circle; Enter digs there",
        look: "measure",
        at: inPicture([spadeX, spadeY]),
        told: pixel(spadeX - 0.5, spadeY - 0.5),
        move: (to) => aim(state, pictured(to)),
        step: (right, up) => aim(state, [spadeX + right, spadeY - up]),
        press: () => dig(state),
      },
    ];
  },

  pressed(state, at) {
    aim(state, pictured(at));
    dig(state);
  },

  draw(plane, state, { a, b, common, first, normal }) {
    if (!a || !b || !common) return;
    drawPixels(plane, a, "b");
    drawPixels(plane, b, "a");
    drawPixels(plane, common, "overlap");
    drawBorder(plane, a, "border b");
    drawBorder(plane, b, "border a");
    const aimed = inPicture(spade(state));
    plane.capsule(aimed, aimed, lengthOf(Math.round(state.radius) + HALF), "ghost measure");
    if (first) {
      const ringed = inPicture(along(vector(first), [0.5, 0.5]));
      plane.capsule(ringed, ringed, lengthOf(1.5), "frame text");
    }
    const middle = middleOf(common);
    if (normal && middle) plane.arrow(inPicture(middle), inPicture(along(middle, vector(normal), NORMAL)), "text thick");
  },

  summary(_, { overlapping, count, normal }) {
    if (!overlapping) return "Ship and ground have no pixel in common.";
    const words = `Ship and ground have ${count === 1 ? "one pixel" : `${whole(count)} pixels`} in common`;
    return normal ? `${words}.` : `${words}. There is no normal: opposite counts are equal.`;
  },

  readings(state, { count, first, normal, a }) {
    const solid = a?.rows.reduce((sum, row) => sum + row.replaceAll(".", "").length, 0) ?? 0;
    return [
      ["Offset of the ship, y down", offset(state).map(told).join(", ")],
      ["Pixels in common", whole(count)],
      ["First common pixel", first ? first.map(told).join(", ") : "none"],
      ["Normal, y down", normal ? coordinates(normal) : "none"],
      ["Pixels of the ground", whole(solid)],
      ["Craters", `${discs(state).length} of ${MOST}`],
    ];
  },

  rust(state) {
    const dug = discs(state).map(({ center, radius }) => `ground.clear(&Ball::new(${rustVector(vector(center))}, ${float(radius)})?);\n`);
    const [x, y] = offset(state);
    const isTurned = state.turn !== 0;
    const turned = `// About the middle of its picture.
let middle = ${rustVector(SHIP_MIDDLE)};
let columns = Rotation::<DVec2>::from_angle(${float(radians(state.turn))}).columns();
let translation = middle - columns[0] * middle.x - columns[1] * middle.y;
let (ship, [right, down]) = ship.transform(&Affine { columns, translation })?;
`;
    return `use glam::DVec2;
use impinge::mask::Mask;
${isTurned ? "use impinge::math::{Affine, Rotation};\n" : ""}${dug.length > 0 ? "use impinge::shape::Ball;\n" : ""}
const SHIP: [&[u8]; ${SHIP.length}] = [
${SHIP.map((row) => `    b"${row}",\n`).join("")}];
let ${dug.length > 0 ? "mut " : ""}ground = Mask::from_fn(${WIDTH}, ${HEIGHT}, |x, y| {
    let x = f64::from(x);
    f64::from(y) > 15.0 + 7.0 * (x / 11.0).sin() + 3.0 * (x / 4.0 + 1.0).sin()
})?;
${dug.join("")}let ship = Mask::from_fn(${SHIP[0]?.length ?? 0}, ${SHIP.length}, |x, y| SHIP[y as usize][x as usize] == b'#')?;
${isTurned ? turned : ""}let offset = [${x}${isTurned ? " + right" : ""}, ${y}${isTurned ? " + down" : ""}];
println!("{}", ground.overlap_count(&ship, offset));
println!("{:?}", ground.first_overlap(&ship, offset));
println!("{:?}", ground.overlap_normal::<DVec2>(&ship, offset));`;
  },
};
