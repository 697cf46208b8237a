// The picture where there is no graphics card to draw it: drawn flat, the farthest triangle first, seen from one direction.

import type { Decoded, Drawn } from "./decoding";
import type { Kind, Pair, Point, Report } from "./report";
import { color } from "./theme";
import { ends, place, type View } from "./view";

/** More triangles than this would take seconds. Of what is left out, boxes are drawn. */
const MOST_TRIANGLES = 60_000;

type Flat = [number, number, number];

export class FlatPicture implements View {
  readonly kind = "canvas";
  private readonly canvas = document.createElement("canvas");
  private readonly roles = new Map<number, "a" | "b">();
  private selected: number | null = null;
  private isIsolated = false;
  private opacity: number | null = null;
  /** In a sweep: pairs that touch at the time that is shown, or are near. */
  private near: ReadonlyMap<number, Kind> = new Map();
  /** The points of the pairs, by their places in the report. */
  private readonly ends: ReturnType<typeof ends>;
  /** The time that is shown, in a sweep. */
  private time: number;
  private around: { center: Point; radius: number } | null = null;
  private up: "y" | "z";

  constructor(private readonly holder: HTMLElement, private readonly report: Report, private readonly decoded: Decoded) {
    this.up = decoded.up;
    this.time = report.moving?.from ?? 0;
    this.ends = ends(report.pairs, decoded.drawn, (point) => this.inScene(point));
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "The scene");
    for (const { a, b } of report.pairs) {
      if (!this.roles.has(a.id)) this.roles.set(a.id, "a");
      if (!this.roles.has(b.id)) this.roles.set(b.id, "b");
    }
    holder.append(this.canvas);
    new ResizeObserver(() => this.draw()).observe(holder);
  }

  select(pair: number | null): void {
    this.selected = pair;
    this.frame();
  }

  frame(): void {
    const pair = this.pair();
    if (!pair) return this.home();
    const size = (id: number): number => {
      const bounds = this.report.objects[id]?.bounds;
      return bounds ? Math.hypot(...bounds.min.map((value, axis) => (bounds.max[axis] ?? 0) - value)) : 1;
    };
    const { center, radius } = place(pair, [size(pair.a.id), size(pair.b.id)]);
    this.around = { center: this.inScene(center), radius: radius * this.decoded.scale };
    this.draw();
  }

  home(): void {
    this.around = null;
    this.draw();
  }

  isolate(isOn: boolean): void {
    this.isIsolated = isOn;
    this.draw();
  }

  context(opacity: number | null): void {
    this.opacity = opacity;
    this.draw();
  }

  seeThrough(): void {}

  moved(near: ReadonlyMap<number, Kind>, time: number): void {
    this.near = near;
    this.time = time;
    this.draw();
  }

  setUp(up: "y" | "z"): void {
    this.up = up;
    this.draw();
  }

  themeChanged(): void {
    this.draw();
  }

  private pair(): Pair | null {
    return this.selected === null ? null : (this.report.pairs[this.selected] ?? null);
  }

  private inScene(point: Point): Point {
    return point.map((value, axis) => (value - (this.decoded.origin[axis] ?? 0)) * this.decoded.scale) as Point;
  }

  /** To the right, down and away from the eye. */
  private turned([x, y, z]: readonly number[]): Flat {
    const [right, up, front] = (this.up === "y" ? [x, y, z] : [x, z, -(y ?? 0)]) as Flat;
    const [c, s] = [Math.SQRT1_2, Math.SQRT1_2];
    const [tilt, lift] = [0.5, Math.sqrt(0.75)];
    return [c * right - s * front, -(lift * up - tilt * (s * right + c * front)), -(tilt * up + lift * (s * right + c * front))];
  }

  private draw(): void {
    const scale = Math.min(2, devicePixelRatio);
    const [width, height] = [this.holder.clientWidth * scale, this.holder.clientHeight * scale];
    const pen = this.canvas.getContext("2d");
    if (!pen || !width || !height) return;
    [this.canvas.width, this.canvas.height] = [width, height];
    const pair = this.pair();
    const near = new Set([...this.near.keys()].flatMap((place) => [this.report.pairs[place]?.a.id, this.report.pairs[place]?.b.id]));
    const isLit = (id: number): boolean => !this.report.moving || near.has(id);
    const role = (id: number): "a" | "b" | null =>
      pair ? (id === pair.a.id ? "a" : id === pair.b.id ? "b" : null) : isLit(id) ? (this.roles.get(id) ?? null) : null;
    const opacity = this.opacity ?? (pair ? 0.12 : 1);
    const shown = this.decoded.drawn.filter(({ id }) => role(id) || (opacity > 0 && !(pair && this.isIsolated)));
    const faces = this.faces(shown.sort((one, other) => Number(!role(one.id)) - Number(!role(other.id))), role);
    const fit = this.fit(faces, width, height);
    this.holder.dataset["objects"] = String(shown.length);
    // Of two that share their farthest corner, the one whose others are farther is the back.
    faces.sort((one, other) => other.depth - one.depth || other.middle - one.middle);
    for (const { corners, light, role } of faces) {
      pen.globalAlpha = role ? 1 : opacity;
      pen.fillStyle = `color-mix(in srgb, ${color(role ?? "rest")} ${Math.round(light * 100)}%, black)`;
      pen.strokeStyle = pen.fillStyle;
      pen.beginPath();
      for (const corner of corners) pen.lineTo(...fit(corner));
      pen.closePath();
      pen.fill();
      // Hides the seams between neighbours.
      if (pen.globalAlpha === 1) pen.stroke();
    }
    pen.globalAlpha = 1;
    this.mark(pen, fit, scale);
  }

  private faces(objects: Drawn[], role: (id: number) => "a" | "b" | null): Face[] {
    const faces: Face[] = [];
    let left = MOST_TRIANGLES;
    for (const { id, mesh, matrix } of objects) {
      const at = (x: number, y: number, z: number): Flat =>
        this.turned([0, 1, 2].map((row) => x * (matrix[row] ?? 0) + y * (matrix[4 + row] ?? 0) + z * (matrix[8 + row] ?? 0) + (matrix[12 + row] ?? 0)));
      const fits = mesh.indices.length / 3 <= left;
      const positions = fits ? mesh.positions : CUBE.map((value) => value * 65535);
      const indices = fits ? mesh.indices : CUBE_SIDES;
      left -= indices.length / 3;
      const corners: Flat[] = [];
      for (let index = 0; index < positions.length; index += 3) {
        corners.push(at((positions[index] ?? 0) / 65535, (positions[index + 1] ?? 0) / 65535, (positions[index + 2] ?? 0) / 65535));
      }
      for (let index = 0; index < indices.length; index += 3) {
        const [p, q, r] = [0, 1, 2].map((next) => corners[indices[index + next] ?? 0] as Flat) as [Flat, Flat, Flat];
        const [u, v] = [q.map((value, axis) => value - (p[axis] ?? 0)), r.map((value, axis) => value - (p[axis] ?? 0))] as [Flat, Flat];
        const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
        const size = Math.hypot(...normal) || 1;
        // From above and a little from the left, whichever way round the triangle is.
        const light = 0.55 + 0.45 * Math.abs((0.25 * normal[0] - 0.8 * normal[1] - 0.55 * normal[2]) / size);
        // Their farthest corners, so that a floor comes before what stands on it.
        faces.push({ corners: [p, q, r], depth: Math.max(p[2], q[2], r[2]), middle: (p[2] + q[2] + r[2]) / 3, light, role: role(id) });
      }
    }
    return faces;
  }

  /** From turned coordinates to pixels. */
  private fit(faces: Face[], width: number, height: number): (point: readonly number[]) => [number, number] {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    if (this.around) {
      const [x, y] = this.turned(this.around.center);
      const radius = this.around.radius * 1.3;
      [left, right, top, bottom] = [x - radius, x + radius, y - radius, y + radius];
    } else {
      for (const { corners } of faces) {
        for (const [x, y] of corners) {
          [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
        }
      }
    }
    const scale = 0.9 * Math.min(width / (right - left || 1), height / (bottom - top || 1));
    return ([x = 0, y = 0]) => [width / 2 + (x - (left + right) / 2) * scale, height / 2 + (y - (top + bottom) / 2) * scale];
  }

  private mark(pen: CanvasRenderingContext2D, fit: (point: readonly number[]) => [number, number], scale: number): void {
    pen.strokeStyle = pen.fillStyle = color("overlap");
    pen.lineWidth = 2.5 * scale;
    for (const line of this.decoded.curves.get(this.selected ?? -1) ?? []) {
      pen.beginPath();
      for (let index = 0; index < line.length; index += 3) pen.lineTo(...fit(this.turned(Array.from(line.subarray(index, index + 3)))));
      pen.stroke();
    }
    for (const [place, [onA]] of this.ends.entries()) {
      if (this.selected !== null && place !== this.selected) continue;
      pen.beginPath();
      pen.arc(...fit(this.turned(onA.at(this.time))), 5 * scale, 0, 2 * Math.PI);
      pen.fill();
    }
  }
}

interface Face {
  corners: Flat[];
  /** Of its farthest corner, */
  depth: number;
  /** and of its middle. */
  middle: number;
  light: number;
  role: "a" | "b" | null;
}

/** The unit cube, two triangles a side. */
const CUBE = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1];
const CUBE_SIDES = [0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5];
