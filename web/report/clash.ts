// What is drawn of the selected pair: the curve in which the surfaces meet, the box of the overlap, the way out, the points.

import * as THREE from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

import type { Curves } from "./decoding";

/** In pixels. */
const [CURVE_WIDTH, ARROW_WIDTH, POINT_SIZE] = [3.5, 4, 13];

export interface Clash {
  a: THREE.Vector3;
  b: THREE.Vector3;
  /** How far B goes to come out of A; 0 or less if it is apart. */
  depth: number;
  box: THREE.Box3 | null;
  curves: Curves;
}

export interface ClashColors {
  a: string;
  b: string;
  overlap: string;
}

export class ClashMarks {
  readonly group = new THREE.Group();

  constructor(private readonly disc: THREE.Texture) {}

  clear(): void {
    for (const child of [...this.group.children]) {
      this.group.remove(child);
      const { geometry, material } = child as THREE.Mesh<THREE.BufferGeometry, THREE.Material>;
      geometry.dispose();
      material.dispose();
    }
  }

  show({ a, b, depth, box, curves }: Clash, colors: ClashColors): void {
    this.clear();
    if (box) {
      const size = box.getSize(new THREE.Vector3());
      const corners = new THREE.BoxGeometry(size.x, size.y, size.z);
      corners.translate(...box.getCenter(new THREE.Vector3()).toArray());
      const edges = new THREE.EdgesGeometry(corners).getAttribute("position").array as Float32Array;
      corners.dispose();
      this.lines(edges, colors.overlap, 1.5, 0.75);
    }
    const segments = curves.flatMap((line) => pieces(line));
    if (segments.length) this.lines(new Float32Array(segments), colors.overlap, CURVE_WIDTH, 1);
    if (depth > 0) {
      this.lines(new Float32Array(arrow(b, a)), colors.b, ARROW_WIDTH, 1);
    } else if (a.distanceTo(b) > 0) {
      this.lines(new Float32Array([...a.toArray(), ...b.toArray()]), colors.overlap, ARROW_WIDTH, 1);
    }
    this.points([a, b], [colors.a, colors.b]);
  }

  /** Seen through everything, for what is looked for is inside. */
  private lines(ends: Float32Array, color: string, linewidth: number, opacity: number): void {
    const geometry = new LineSegmentsGeometry().setPositions(ends);
    const material = new LineMaterial({ color, linewidth, opacity, transparent: true, depthTest: false });
    const lines = new LineSegments2(geometry, material);
    lines.renderOrder = 2;
    this.group.add(lines);
  }

  private points(places: THREE.Vector3[], colors: string[]): void {
    const geometry = new THREE.BufferGeometry().setFromPoints(places);
    const numbers = colors.flatMap((color) => new THREE.Color(color).toArray());
    geometry.setAttribute("color", new THREE.Float32BufferAttribute(numbers, 3));
    const material = new THREE.PointsMaterial({
      size: POINT_SIZE,
      sizeAttenuation: false,
      vertexColors: true,
      map: this.disc,
      transparent: true,
      depthTest: false,
    });
    const points = new THREE.Points(geometry, material);
    points.renderOrder = 3;
    this.group.add(points);
  }
}

/** The ends of each segment of a polyline. */
function pieces(line: Float32Array): number[] {
  const ends: number[] = [];
  for (let start = 0; start + 5 < line.length; start += 3) ends.push(...line.subarray(start, start + 6));
  return ends;
}

/** A shaft and four strokes for its head. */
function arrow(from: THREE.Vector3, to: THREE.Vector3): number[] {
  const way = to.clone().sub(from);
  const length = way.length();
  if (!(length > 0)) return [];
  const across = new THREE.Vector3(way.y, way.z, way.x).cross(way).normalize();
  const other = across.clone().cross(way).normalize();
  const ends = [...from.toArray(), ...to.toArray()];
  for (const side of [across, across.clone().negate(), other, other.clone().negate()]) {
    const barb = to.clone().addScaledVector(way, -0.25).addScaledVector(side, length * 0.1);
    ends.push(...to.toArray(), ...barb.toArray());
  }
  return ends;
}
