// Small scenes, written as files, and the reports that the program makes of them.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after } from "node:test";

const PROGRAM = resolve(process.env.IMPINGE ?? "../target/release/impinge");
/** The demo scene of `cargo xtask demo`. */
export const DEMO = resolve(process.env.DEMO ?? "../target/demo/assembly.glb");

const folder = mkdtempSync(join(tmpdir(), "impinge-page-"));
after(() => rmSync(folder, { recursive: true }));

export function file(name, content) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** The page of a check, as a path; which scenes and options is said as on the command line. */
export const report = (...words) => made("check", words);
/** The page of a sweep. */
export const sweep = (...words) => made("sweep", words);

function made(command, words) {
  const page = join(folder, `report-${report.made++}.html`);
  const start = performance.now();
  const { status, stderr } = spawnSync(PROGRAM, [command, ...words, "-q", "--format", "html", "-o", page], { encoding: "utf8" });
  if (status !== 0 && status !== 1) throw new Error(`impinge ended with ${status}: ${stderr}`);
  report.milliseconds = performance.now() - start;
  report.bytes = statSync(page).size;
  return page;
}
report.made = 0;

/** What the program says of the same in JSON. */
export const json = (...words) => told("check", words);
export const sweepJson = (...words) => told("sweep", words);

function told(command, words) {
  try {
    return JSON.parse(execFileSync(PROGRAM, [command, ...words, "-q", "--format", "json", "--exit-zero"], { encoding: "utf8", maxBuffer: 1 << 28 }));
  } catch (error) {
    throw new Error(`impinge: ${error.stderr ?? error}`);
  }
}

const SIDES = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

/** Boxes by name, least and greatest corner, as OBJ. */
export function boxes(list) {
  const lines = [];
  list.forEach(([name, min, max], number) => {
    lines.push(`o ${name}`);
    for (let corner = 0; corner < 8; corner++) lines.push(`v ${min.map((value, axis) => (corner >> axis & 1 ? max[axis] : value)).join(" ")}`);
    for (const [a, b, c, d] of SIDES) {
      for (const triangle of [[a, b, c], [a, c, d]]) lines.push(`f ${triangle.map((corner) => 8 * number + corner + 1).join(" ")}`);
    }
  });
  return lines.join("\n") + "\n";
}

/** Copies of one ball of so many triangles at places, as GLB. */
export function balls(rows, columns, places) {
  const positions = [];
  const indices = [];
  for (let row = 0; row <= rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [lift, turn] = [(Math.PI * row) / rows, (2 * Math.PI * column) / columns];
      positions.push(Math.sin(lift) * Math.cos(turn), Math.cos(lift), Math.sin(lift) * Math.sin(turn));
      if (row === rows) continue;
      const next = row * columns + ((column + 1) % columns);
      const here = row * columns + column;
      indices.push(here, next, here + columns, next, next + columns, here + columns);
    }
  }
  const data = Buffer.concat([Buffer.from(new Float32Array(positions).buffer), Buffer.from(new Uint32Array(indices).buffer)]);
  const document = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: places.map((_, node) => node) }],
    nodes: places.map((translation, node) => ({ name: `ball ${node}`, mesh: 0, translation })),
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: positions.length / 3, type: "VEC3" },
      { bufferView: 1, componentType: 5125, count: indices.length, type: "SCALAR" },
    ],
    bufferViews: [
      { buffer: 0, byteLength: positions.length * 4 },
      { buffer: 0, byteOffset: positions.length * 4, byteLength: indices.length * 4 },
    ],
    buffers: [{ byteLength: data.length }],
  };
  const text = Buffer.from(JSON.stringify(document));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, " ")]);
  const word = (number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(number);
    return bytes;
  };
  const chunks = [word(padded.length), Buffer.from("JSON"), padded, word(data.length), Buffer.from("BIN\0"), data];
  const length = 12 + 16 + padded.length + data.length;
  return Buffer.concat([Buffer.from("glTF"), word(2), word(length), ...chunks]);
}

/** Boxes in which each kind of clash is there once: `house` holds `lamp`, `beam` sticks into it, `twin` is there twice. */
export const SITE = [
  ["house", [0, 0, 0], [4, 4, 4]],
  ["lamp", [1, 1, 1], [1.5, 1.5, 1.5]],
  ["beam", [3.25, 2, 3], [6, 2.5, 3.5]],
  ["tree", [20, 0, 0], [21, 1, 6]],
  ["twin", [8, 0, 0], [9, 1, 1]],
  ["twin again", [8, 0, 0], [9, 1, 1]],
];
