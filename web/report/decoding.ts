// From the bytes in the page to typed arrays.

import { product, type Track } from "./motion";
import type { EmbeddedScene, Point, Report } from "./report";
import { asReport, type SweepReport } from "./sweep";

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
  /** Column by column, 16 numbers, to the coordinates of the scene: metres from its origin, scaled. Of what moves, it changes. */
  matrix: Float32Array;
  /** What takes it along, and where it is on that: three columns and a translation. */
  ride: { track: Track; on: Float32Array } | null;
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
  const report = embedded<Report | SweepReport>("report-data");
  const isSweep = (report: Report | SweepReport): report is SweepReport => report.schema.startsWith("impinge-sweep/");
  return { report: isSweep(report) ? asReport(report) : report, scene: embedded<EmbeddedScene>("scene-data") };
}

function bytes(base64: string): ArrayBuffer {
  const text = atob(base64);
  const array = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) array[index] = text.charCodeAt(index);
  return array.buffer;
}

/** The pose of what stays. */
const AT_REST = new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]);

export function decode(scene: EmbeddedScene): Decoded {
  const meshes = scene.meshes.map(({ vertices, positions, indices }): Mesh => ({
    positions: new Uint16Array(bytes(positions)),
    indices: vertices <= 65536 ? new Uint16Array(bytes(indices)) : new Uint32Array(bytes(indices)),
  }));
  const ids = new Uint32Array(bytes(scene.objects));
  const meshOf = new Uint32Array(bytes(scene.mesh_of_object));
  const numbers = new Float32Array(bytes(scene.matrices));
  const tracks = (scene.tracks ?? []).map(({ times, poses }): Track => ({ times: new Float64Array(bytes(times)), poses: new Float32Array(bytes(poses)) }));
  const trackOf = new Uint32Array(bytes(scene.track_of_object ?? ""));
  const drawn = Array.from(ids, (id, index): Drawn => {
    const mesh = meshes[meshOf[index] ?? -1];
    if (!mesh) throw new Error(`the page is damaged: object ${id} has no mesh`);
    const on = numbers.subarray(12 * index, 12 * index + 12);
    const track = tracks[trackOf[index] ?? -1];
    return { id, mesh, matrix: product(track?.poses ?? AT_REST, on, new Float32Array(16)), ride: track ? { track, on } : null };
  });
  const scale = scaleOf(drawn);
  if (scale !== 1) {
    for (const { poses } of tracks) poses.forEach((value, place) => (poses[place] = value * scale));
    for (const { matrix } of drawn) matrix.forEach((value, place) => (matrix[place] = place === 15 ? 1 : value * scale));
  }
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
function scaleOf(drawn: readonly Drawn[]): number {
  const sizes = drawn.map(({ matrix }) => Math.max(...matrix.subarray(0, 12).map(Math.abs)));
  const middle = sizes.sort((one, other) => one - other)[sizes.length >> 1] ?? 1;
  return middle > 0 && (middle < 1e-3 || middle > 1e3) ? 2 ** -Math.round(Math.log2(middle)) : 1;
}
