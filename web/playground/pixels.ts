// Pictures of pixels in the plane: where pixels lie, y down, and what is drawn of those that are set.

import type { Picture } from "impinge";

import type { Plane } from "./plane";
import { vector, type Vector } from "./vectors";

/** So many pixels are as wide as 1 in the plane. */
const DENSITY = 6;
/** Where the corner of pixel (0, 0) is, left and above. */
const CORNER: Vector = [-8, 5.5 - 22 / DENSITY];

/** A point of a picture in the plane; whole numbers are corners of pixels. */
export function inPicture([x, y]: Vector): Vector {
  return [CORNER[0] + x / DENSITY, CORNER[1] - y / DENSITY];
}

/** The point of a picture that a place of the plane is. */
export function pictured([x, y]: Vector): Vector {
  return [(x - CORNER[0]) * DENSITY, (CORNER[1] - y) * DENSITY];
}

/** A length of so many pixels. */
export function lengthOf(pixels: number): number {
  return pixels / DENSITY;
}

function rectangle(plane: Plane, [x, y]: Vector, [width, height]: Vector, look: string): void {
  plane.polygon(([[x, y], [x + width, y], [x + width, y + height], [x, y + height]] as const).map(inPicture), look);
}

/** The pixels that are set, a rectangle for those of a row that lie side by side. */
export function drawPixels(plane: Plane, { offset, rows }: Picture, look: string): void {
  const [left, top] = vector(offset);
  for (const [row, pixels] of rows.entries()) {
    for (const { 0: run, index } of pixels.matchAll(/#+/g)) rectangle(plane, [left + index, top + row], [run.length, 1], `pixel ${look}`);
  }
}

/** The border of a picture. */
export function drawBorder(plane: Plane, { offset, rows }: Picture, look: string): void {
  rectangle(plane, vector(offset), [rows[0]?.length ?? 0, rows.length], look);
}

/** The middle of all pixels that are set, if any is. */
export function middleOf({ offset, rows }: Picture): Vector | undefined {
  const places = rows.flatMap((pixels, y) => [...pixels.matchAll(/#/g)].map(({ index }): Vector => [index + 0.5, y + 0.5]));
  if (places.length === 0) return undefined;
  const mean = (axis: 0 | 1): number => (offset[axis] ?? 0) + places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  return [mean(0), mean(1)];
}
