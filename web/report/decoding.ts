// From the bytes in the page to typed arrays.

import type { EmbeddedScene, Point, Report } from "./report";

/** A mesh in a unit cube: corners as shares of 65,535. The matrices of the objects stretch it to its size. */
export interface Mesh {
  positions: Uint16Array;
  indices: Uint16Array | Uint32Array;
}

/** An object that is drawn. */
export interface Drawn {
  /** Its id in the report. */
  id: number;
  mesh: Mesh;
  /** Column by column, 16 numbers, to the coordinates of the scene: metres from its origin, scaled. */
  matrix: Float32Array;
}

/** Polylines, in the coordinates of the scene. */
export type Curves = Float32Array[];

export interface Decoded {
  origin: Point;
  /** What a metre is in the scene: 1, unless objects are so small or large that a graphics card could not compute with them. */
  scale: number;
  up: "y" | "z";
  meshes: Mesh[];
  drawn: Drawn[];
  /** By the place of the pair in the list. */
  curves: Map<number, Curves>;
}

/** The content of a `<script type="application/json">`. */
export function embedded<T>(id: string): T {
  const element = document.getElementById(id);
  if (!element?.textContent) throw new Error(`the page is damaged: ${id} is missing`);
  return JSON.parse(element.textContent) as T;
}

export function readPage(): { report: Report; scene: EmbeddedScene } {
  return { report: embedded<Report>("report-data"), scene: embedded<EmbeddedScene>("scene-data") };
}

function bytes(base64: string): ArrayBuffer {
  const text = atob(base64);
  const array = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) array[index] = text.charCodeAt(index);
  return array.buffer;
}

export function decode(scene: EmbeddedScene): Decoded {
  const meshes = scene.meshes.map(({ vertices, positions, indices }): Mesh => ({
    positions: new Uint16Array(bytes(positions)),
    indices: vertices <= 65536 ? new Uint16Array(bytes(indices)) : new Uint32Array(bytes(indices)),
  }));
  const ids = new Uint32Array(bytes(scene.objects));
  const meshOf = new Uint32Array(bytes(scene.mesh_of_object));
  const numbers = new Float32Array(bytes(scene.matrices));
  const scale = scaleOf(numbers);
  const drawn = Array.from(ids, (id, index): Drawn => {
    const matrix = new Float32Array(16);
    for (let column = 0; column < 4; column++) {
      for (let row = 0; row < 3; row++) matrix[column * 4 + row] = (numbers[index * 12 + column * 3 + row] ?? 0) * scale;
    }
    matrix[15] = 1;
    const mesh = meshes[meshOf[index] ?? -1];
    if (!mesh) throw new Error(`the page is damaged: object ${id} has no mesh`);
    return { id, mesh, matrix };
  });
  const curves = new Map<number, Curves>();
  for (const { pair, lengths, points } of scene.curves) {
    const all = new Float32Array(bytes(points)).map((value) => value * scale);
    let start = 0;
    const lines = lengths.map((length) => all.subarray(start * 3, (start += length) * 3));
    curves.set(pair, lines);
  }
  return { origin: scene.origin, scale, up: scene.up, meshes, drawn, curves };
}

/** One metre, as long as the object of middle size is between a millimetre and a kilometre; else so much that it is of size 1. */
function scaleOf(matrices: Float32Array): number {
  const sizes: number[] = [];
  for (let start = 0; start < matrices.length; start += 12) {
    sizes.push(Math.max(...matrices.subarray(start, start + 9).map(Math.abs)));
  }
  const middle = sizes.sort((one, other) => one - other)[sizes.length >> 1] ?? 1;
  return middle > 0 && (middle < 1e-3 || middle > 1e3) ? 2 ** -Math.round(Math.log2(middle)) : 1;
}
