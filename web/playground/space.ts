// Space: what a scene draws in it, seen from where a person turned it to, and its handles.

import * as THREE from "three";
import { ConvexGeometry } from "three/addons/geometries/ConvexGeometry.js";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

import type { Camera, Standpoint } from "../shared/camera";
import { Canvas, rendererFor } from "../shared/canvas";
import { make } from "../shared/markup";
import { decimal } from "../shared/numbers";
import { Handles, type Handle } from "./handles";
import { Looks } from "./looks";
import { Overlay } from "./overlay";
import { ahead, inner, outer, sideways, way, type Point, type Quaternion } from "./points";
import { element } from "./svg";
import { rounded, type Vector } from "./vectors";

/** Half of what is shown at least, and how far handles go. */
const REACH = 6;
/** So far away that a line has no end in the picture. */
const BEYOND = 60;
/** Where the floor is, and how far it goes. */
const FLOOR = -3;
const FLOOR_REACH = 6;
/** How long and how wide the head of an arrow is. */
const HEAD = [0.35, 0.11] as const;
/** How far an arrow key turns the view, in degrees, and how much nearer the plus key comes. */
const TURN = 6;
const NEARER = 1.15;
/** Where faces meet at less than this angle, in degrees, no edge is drawn. */
const SMOOTH = 20;
/** Nothing is drawn that reaches farther: squares of it would be beyond the numbers of graphics cards. */
const FARTHEST = 1e15;
/** When faces and lines are drawn, after bodies, or these would hide what is in them behind a veil. */
const [FACES, LINES] = [1, 2];

const inView = (place: Point): Point => place.map((coordinate) => rounded(Math.min(REACH, Math.max(-REACH, coordinate)))) as unknown as Point;

const isNear = (numbers: ArrayLike<number>): boolean => Array.prototype.every.call(numbers, (number: number) => Math.abs(number) < FARTHEST);

/** What is drawn, and gives its memory back once it is not. */
type Drawn = THREE.Mesh<THREE.BufferGeometry, THREE.Material> | THREE.LineSegments<THREE.BufferGeometry, THREE.Material>;

/** The numbers of the corners of a triangle. */
export type Corners = readonly [number, number, number];

/** A view of space. Looks are classes of playground.css. */
export class Space {
  readonly #holder: HTMLElement;
  readonly #canvas: Canvas;
  readonly #floor = new THREE.Group();
  readonly #drawing = new THREE.Group();
  readonly #camera: Camera;
  readonly #looks: Looks;
  readonly #overlay: Overlay;
  readonly #handles: Handles<Point>;
  #discarded: Drawn[] = [];

  /**
   * `changed` is called after a handle moved, and once more when it is let go; `looked` likewise after the view was turned, and
   * `recolored` when all has to be drawn again.
   */
  constructor(holder: HTMLElement, changed: (isDone: boolean) => void, looked: (standpoint: Standpoint, isDone: boolean) => void, recolored: () => void) {
    this.#holder = holder;
    const canvas = make("canvas", { tabindex: "0", role: "application", "aria-label": "3D view. Arrow keys rotate it, plus and minus zoom." });
    const svg = element("svg", { role: "group", "aria-label": "3D scene. Drag the handles, or focus one and use the arrow keys, with Shift for larger steps." });
    holder.replaceChildren(canvas, svg);
    const renderer = rendererFor(canvas);
    if (!renderer) holder.append(make("p", { class: "missing" }, "WebGL is not available, so bodies and lines are missing here. Handles, numbers and answers work as usual."));
    this.#canvas = new Canvas(holder, canvas, renderer);
    this.#camera = this.#canvas.camera;
    this.#camera.setScene(new THREE.Vector3(), BEYOND);
    this.#camera.keepTarget(looked);
    this.#looks = new Looks(svg, () => {
      this.#layFloor();
      recolored();
    });
    const pixel = (place: Point): Vector => this.#pixel(place);
    this.#overlay = new Overlay(svg, pixel, (from, to) => this.#visible(from, to));
    const projection = {
      reach: REACH,
      pixel,
      dragged: (from: Point, to: Vector) => inView(this.#dragged(from, to)),
      stepped: (from: Point, [right, up]: Vector) => {
        const { matrixWorld } = this.#camera.camera;
        const axis = (column: number): Point => new THREE.Vector3().setFromMatrixColumn(matrixWorld, column).toArray();
        return inView(ahead(ahead(from, axis(0), right), axis(1), up));
      },
      told: ([x, y, z]: Point) => `x ${decimal(x, 0.01)}, y ${decimal(y, 0.01)}, z ${decimal(z, 0.01)}`,
    };
    this.#handles = new Handles(svg, projection, changed);
    this.#canvas.scene.add(this.#floor, this.#drawing);
    this.#layFloor();
    this.#listen(canvas);
    this.#canvas.resized = () => this.#place();
    this.#canvas.drawn = () => {
      this.#dispose();
      this.#place();
    };
  }

  look(standpoint: Standpoint): void {
    this.#camera.lookFrom(standpoint);
  }

  /** Takes away what was drawn. */
  clear(): void {
    this.#empty(this.#drawing);
    this.#overlay.clear();
    this.#canvas.draw();
  }

  ball(at: Point, radius: number, look: string): void {
    this.#body(new THREE.SphereGeometry(radius, 48, 32).translate(...at), look, false);
  }

  capsule(from: Point, to: Point, radius: number, look: string): void {
    const axis = new THREE.Vector3(...way(from, to));
    const geometry = new THREE.CapsuleGeometry(radius, axis.length(), 12, 40);
    if (axis.length() > 0) geometry.applyQuaternion(new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis.normalize()));
    this.#body(geometry.translate(...ahead(from, way(from, to), 0.5)), look, false);
  }

  box(at: Point, half: Point, turn: Quaternion, look: string): void {
    const [x, y, z] = half;
    this.#body(new THREE.BoxGeometry(2 * x, 2 * y, 2 * z).applyQuaternion(new THREE.Quaternion(...turn).normalize()).translate(...at), look);
  }

  /** The convex hull of points. */
  hull(points: readonly Point[], look: string): void {
    this.#body(new ConvexGeometry(points.map((each) => new THREE.Vector3(...each))), look);
  }

  /** Triangles, with another look from behind: from where their corners turn clockwise. */
  mesh(vertices: readonly Point[], triangles: readonly Corners[], front: string, back: string): void {
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(vertices.flat(), 3));
    geometry.setIndex(triangles.flat());
    this.#surface(geometry, front, true, THREE.FrontSide);
    this.#surface(geometry, back, true, THREE.BackSide);
    const edges = new THREE.WireframeGeometry(geometry);
    this.#segments(edges.getAttribute("position").array, front);
    edges.dispose();
  }

  line(from: Point, to: Point, look: string): void {
    this.#segments([...from, ...to], look, LINES);
  }

  /** Many lines at once, two ends after each other. */
  lines(ends: readonly Point[], look: string): void {
    if (ends.length > 0) this.#segments(ends.flat(), look, LINES);
  }

  /** A line without ends. */
  endless(through: Point, direction: Point, look: string): void {
    const length = Math.hypot(...direction);
    this.line(ahead(through, direction, -BEYOND / length), ahead(through, direction, BEYOND / length), look);
  }

  arrow(from: Point, to: Point, look: string): void {
    const length = Math.hypot(...way(from, to));
    if (length < 1e-6) return;
    const size = Math.min(HEAD[0], length / 2);
    const unit = ahead([0, 0, 0], way(from, to), 1 / length);
    const head = new THREE.ConeGeometry((HEAD[1] * size) / HEAD[0], size, 20);
    head.applyQuaternion(new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3(...unit)));
    head.translate(...ahead(to, unit, -size / 2));
    this.line(from, ahead(to, unit, -size / 2), look);
    this.#add(new THREE.Mesh(head, new THREE.MeshBasicMaterial({ color: this.#looks.of(look).stroke, transparent: true })), LINES);
  }

  /** A flat face with any number of corners, convex. */
  face([first, ...corners]: readonly Point[], look: string): void {
    if (first) this.faces(corners.slice(1).map((corner, number) => [first, corners[number] ?? first, corner]), look);
  }

  /** Many triangles at once. */
  faces(triangles: readonly (readonly [Point, Point, Point])[], look: string): void {
    if (triangles.length === 0) return;
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(triangles.flat(2), 3));
    const { fill, fillOpacity } = this.#looks.of(look);
    const material = new THREE.MeshBasicMaterial({ color: fill, opacity: fillOpacity, transparent: true, depthWrite: false, side: THREE.DoubleSide });
    // Before the body that it lies on.
    Object.assign(material, { polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2 });
    this.#add(new THREE.Mesh(geometry, material), FACES);
  }

  /** A round face around a point, across a direction. */
  disc(at: Point, normal: Point, radius: number, look: string): void {
    const side = sideways(normal);
    const other = outer(normal, side);
    const corners = Array.from({ length: 48 }, (_, number) => (number * Math.PI) / 24);
    this.face(corners.map((angle) => ahead(ahead(at, side, radius * Math.cos(angle)), other, (radius * Math.sin(angle)) / Math.hypot(...normal))), look);
  }

  dot(at: Point, look: string): void {
    this.#overlay.dot(at, look);
  }

  /** A text beside a point, in pixels from it. */
  text(at: Point, text: string, offset?: Vector, look?: string): void {
    this.#overlay.text(at, text, offset, look);
  }

  /** A line so many pixels beside the way from one point to another, to the left. */
  beside(from: Point, to: Point, pixels: number, look: string): void {
    this.#overlay.beside(from, to, pixels, look);
  }

  show(handles: readonly Handle<Point>[]): void {
    for (const { stem, at } of handles) if (stem) this.line(stem, at, "stem");
    this.#handles.show(handles);
  }

  /** A surface, and edges unless it is round. */
  #body(geometry: THREE.BufferGeometry, look: string, isFlat = true): void {
    this.#surface(geometry, look, isFlat, THREE.DoubleSide);
    if (!isFlat) return;
    const edges = new THREE.EdgesGeometry(geometry, SMOOTH);
    this.#segments(edges.getAttribute("position").array, look);
    edges.dispose();
  }

  #surface(geometry: THREE.BufferGeometry, look: string, isFlat: boolean, side: THREE.Side): void {
    const { fill, fillOpacity } = this.#looks.of(look);
    const isTransparent = fillOpacity < 1;
    const material = new THREE.MeshLambertMaterial({ color: fill, flatShading: isFlat, side, transparent: isTransparent, opacity: fillOpacity, depthWrite: !isTransparent });
    // A little back, or half of each edge would be hidden by its own faces.
    Object.assign(material, { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    this.#add(new THREE.Mesh(geometry, material));
  }

  #segments(ends: ArrayLike<number>, look: string, order = 0): void {
    const numbers = Float32Array.from(ends);
    if (!isNear(numbers)) return;
    const { stroke, strokeWidth, opacity, dash } = this.#looks.of(look);
    if (strokeWidth < 1) {
      // Thousands of lines with a width take a processor that draws them twice as long as all else.
      const thin = new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(numbers, 3));
      return this.#add(new THREE.LineSegments(thin, new THREE.LineBasicMaterial({ color: stroke, opacity, transparent: true })), order);
    }
    const geometry = new LineSegmentsGeometry().setPositions(numbers);
    const material = new LineMaterial({ color: stroke, linewidth: strokeWidth, opacity, transparent: true });
    const lines = new LineSegments2(geometry, material);
    if (dash > 0) {
      // Dashes are measured in space.
      const unit = (2 * REACH) / Math.max(300, this.#holder.clientHeight);
      Object.assign(material, { dashed: true, dashSize: dash * unit, gapSize: dash * unit });
      lines.computeLineDistances();
    }
    this.#add(lines, order);
  }

  #add(drawn: Drawn, order = 0): void {
    if (!isNear(drawn.geometry.getAttribute("position").array)) return;
    drawn.renderOrder = order;
    this.#drawing.add(drawn);
  }

  #layFloor(): void {
    this.#empty(this.#floor);
    const { stroke } = this.#looks.of("ground");
    const grid = new THREE.GridHelper(2 * FLOOR_REACH, 2 * FLOOR_REACH, stroke, stroke);
    grid.position.y = FLOOR;
    this.#floor.add(grid);
  }

  #empty(group: THREE.Group): void {
    this.#discarded.push(...(group.children as Drawn[]));
    group.clear();
  }

  /** Gives back what is no longer drawn: after the next picture, or shaders that this needs as well would be made anew for each. */
  #dispose(): void {
    for (const { geometry, material } of this.#discarded) {
      geometry.dispose();
      material.dispose();
    }
    this.#discarded = [];
  }

  #seen(place: Point): THREE.Vector3 {
    const { camera } = this.#camera;
    camera.updateMatrixWorld();
    return new THREE.Vector3(...place).project(camera);
  }

  #pixel(place: Point): Vector {
    const { x, y } = this.#seen(place);
    return [((x + 1) / 2) * this.#holder.clientWidth, ((1 - y) / 2) * this.#holder.clientHeight];
  }

  /** In the plane through the place that faces the eye. */
  #dragged(from: Point, [x, y]: Vector): Point {
    const { camera } = this.#camera;
    const seen = this.#seen(from);
    seen.x = (2 * x) / this.#holder.clientWidth - 1;
    seen.y = 1 - (2 * y) / this.#holder.clientHeight;
    // What has the same depth in the picture lies in one plane that faces the eye.
    return seen.unproject(camera).toArray();
  }

  #visible(from: Point, to: Point): [Point, Point] | undefined {
    const { camera } = this.#camera;
    const eye = camera.position.toArray();
    const forwards = camera.getWorldDirection(new THREE.Vector3()).toArray();
    const depth = (place: Point): number => inner(forwards, way(eye, place)) - 2 * camera.near;
    const [start, end] = [depth(from), depth(to)];
    if (start < 0 && end < 0) return undefined;
    const cut = ahead(from, way(from, to), start / (start - end));
    return [start < 0 ? cut : from, end < 0 ? cut : to];
  }

  #listen(canvas: HTMLCanvasElement): void {
    canvas.addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const turn = { ArrowLeft: [-TURN, 0], ArrowRight: [TURN, 0], ArrowUp: [0, TURN], ArrowDown: [0, -TURN] }[event.key];
      const nearer = { "+": NEARER, "=": NEARER, "-": 1 / NEARER }[event.key];
      if (turn) this.#camera.turn(turn[0] ?? 0, turn[1] ?? 0);
      else if (nearer) this.#camera.approach(nearer);
      else return;
      event.preventDefault();
    });
  }

  #place(): void {
    this.#overlay.place();
    this.#handles.place();
  }
}
