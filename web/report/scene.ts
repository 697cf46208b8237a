// The picture that the graphics card draws: all objects, what clashes in colours, and what is known of the selected clash.

import * as THREE from "three";

import { HOME, type Camera } from "../shared/camera";
import { Canvas, rendererFor } from "../shared/canvas";
import { make } from "../shared/markup";
import { ClashMarks } from "./clash";
import type { Decoded, Drawn } from "./decoding";
import { disc, cuts, setOpacity, surface } from "./materials";
import { poses, product } from "./motion";
import { geometry, Objects } from "./objects";
import type { Kind, Pair, Point, Report } from "./report";
import { color } from "./theme";
import { ends, place, type View } from "./view";

/** How much of the rest is seen around a clash: enough to know where it is. */
export const VEIL = 0.16;
/** Edges of objects with more triangles than this are not drawn. */
const MOST_FOR_EDGES = 30_000;
/** How strong the others are. */
const EDGES = 0.45;
/** Whether something is in the way is asked of pairs with fewer triangles than this. */
const MOST_FOR_VIEWS = 60_000;
/** More marks than this would hide the scene if they were not smaller. */
const MANY = 100;
/** How near, in pixels, a click has to come to a mark. */
const NEAR = 12;

/** What is at a place of the picture. */
export interface Hit {
  /** In the scene. */
  point: THREE.Vector3;
  object: number;
}

/** The box around all places of an object that moves; none around one that stays. */
function swept({ ride }: Drawn): THREE.Box3 {
  const all = new THREE.Box3();
  if (!ride) return all;
  const cube = new THREE.Box3(new THREE.Vector3(0, 0, 0), new THREE.Vector3(1, 1, 1));
  const matrix = new THREE.Matrix4();
  const numbers = new Float32Array(16);
  for (const pose of poses(ride.track)) all.union(cube.clone().applyMatrix4(matrix.fromArray(product(pose, ride.on, numbers))));
  return all;
}

export class Scene implements View {
  readonly kind = "webgl";
  readonly camera: Camera;
  /** Around everything that is drawn. */
  readonly bounds = new THREE.Box3();
  /** Is called after each picture, to place what stands over it. */
  drawn: () => void = () => {};
  private readonly canvas: Canvas;
  private readonly all: Objects;
  private readonly clashing: Objects;
  private readonly pair = new THREE.Group();
  private readonly marks: ClashMarks;
  private readonly spots: THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial>;
  private readonly ray = new THREE.Raycaster();
  private readonly byId: Map<number, Drawn>;
  /** Which color an object has when nothing is selected: that of its role in the gravest of its pairs. */
  private readonly roles = new Map<number, "a" | "b">();
  /** Pairs that touch at the time that is shown, or are near, in a sweep. */
  private near: ReadonlyMap<number, Kind> = new Map();
  /** The points of the pairs. */
  private readonly ends: ReadonlyMap<Pair, ReturnType<typeof ends>[number]>;
  /** The time that is shown, in a sweep. */
  private time: number;
  private selected: number | null = null;
  private isIsolated = false;
  private isSeenThrough = false;
  private opacity: number | null = null;

  constructor(private readonly holder: HTMLElement, private readonly report: Report, private readonly decoded: Decoded) {
    const canvas = make("canvas", { role: "img", "aria-label": "The scene" });
    const renderer = rendererFor(canvas);
    if (!renderer) throw new Error("no WebGL");
    renderer.localClippingEnabled = true;
    holder.append(canvas);
    this.canvas = new Canvas(holder, canvas, renderer);
    this.canvas.drawn = () => this.drawn();
    this.camera = this.canvas.camera;

    this.byId = new Map(decoded.drawn.map((object) => [object.id, object]));
    this.time = report.moving?.from ?? 0;
    const points = ends(report.pairs, decoded.drawn, (point) => this.inScene(point).toArray());
    this.ends = new Map(report.pairs.map((pair, number) => [pair, points[number] as (typeof points)[number]]));
    for (const { a, b } of report.pairs) {
      if (!this.roles.has(a.id)) this.roles.set(a.id, "a");
      if (!this.roles.has(b.id)) this.roles.set(b.id, "b");
    }
    this.all = new Objects(decoded.drawn);
    this.clashing = new Objects(decoded.drawn.filter(({ id }) => this.roles.has(id)));
    for (const { id } of decoded.drawn) {
      const box = this.all.box(id);
      if (box && !box.isEmpty()) this.bounds.union(box);
    }
    for (const object of decoded.drawn) this.bounds.union(swept(object));
    if (this.bounds.isEmpty()) this.bounds.set(new THREE.Vector3(-1, -1, -1), new THREE.Vector3(1, 1, 1));

    const texture = disc();
    this.marks = new ClashMarks(texture);
    this.spots = this.makeSpots(texture);
    this.canvas.scene.add(this.all.batch, this.clashing.batch, this.pair, this.spots, this.marks.group);
    const ball = this.bounds.getBoundingSphere(new THREE.Sphere());
    this.camera.setScene(ball.center, ball.radius);
    this.camera.setUp(decoded.up);
    this.themeChanged();
    this.camera.home(true);
  }

  select(pair: number | null): void {
    this.selected = pair;
    this.update();
    if (pair !== null) this.frame();
  }

  frame(): void {
    const pair = this.selectedPair();
    if (!pair) return this.home();
    const { scale } = this.decoded;
    const around = place(pair, [this.diagonal(pair.a.id) / scale, this.diagonal(pair.b.id) / scale]);
    const center = this.inScene(around.center);
    this.camera.flyTo(center, around.radius * scale, this.bestDirection(center, new THREE.Vector3(...around.normal)));
  }

  home(): void {
    this.camera.home();
  }

  isolate(isOn: boolean): void {
    this.isIsolated = isOn;
    this.update();
  }

  context(opacity: number | null): void {
    this.opacity = opacity;
    this.update();
  }

  seeThrough(isOn: boolean): void {
    this.isSeenThrough = isOn;
    this.update();
  }

  moved(near: ReadonlyMap<number, Kind>, time: number): void {
    this.near = near;
    this.time = time;
    this.spots.geometry.setFromPoints(this.report.pairs.map((pair) => this.points(pair)[0]));
    this.all.move(this.decoded.drawn);
    this.clashing.move(this.decoded.drawn);
    const pair = this.selectedPair();
    if (!pair) return this.update();
    for (const part of this.pair.children) part.matrix.fromArray(this.byId.get(part.userData["object"] as number)?.matrix ?? []);
    this.pair.updateMatrixWorld(true);
    this.showMarks(pair);
    this.draw();
  }

  setUp(up: "y" | "z"): void {
    this.camera.setUp(up);
    this.camera.home();
  }

  themeChanged(): void {
    const rest = new THREE.Color(color("rest"));
    const shade = new THREE.Color();
    // Neighbours differ a little, so that one sees where one part ends.
    for (const { id } of this.decoded.drawn) this.all.paint(id, shade.copy(rest).multiplyScalar(0.86 + 0.14 * ((id * 0.618034) % 1)));
    for (const [id, role] of this.roles) this.clashing.paint(id, shade.set(color(role)));
    this.spots.material.color.set(color("overlap"));
    this.update();
  }

  /** Cuts away what is in front of a plane; null for no cut. */
  cut(plane: THREE.Plane | null): void {
    cuts.length = 0;
    if (plane) cuts.push(plane);
    this.draw();
  }

  /** Where a point of the world is in the scene. */
  inScene(point: Point): THREE.Vector3 {
    const { origin, scale } = this.decoded;
    return new THREE.Vector3(...point.map((value, axis) => (value - (origin[axis] ?? 0)) * scale));
  }

  /** Where the midst of a pair is in the scene: between its points, which in a sweep are carried along. */
  midst(pair: Pair): THREE.Vector3 {
    const [a, b] = this.points(pair);
    return a.lerp(b, 0.5);
  }

  /** The midst of an object, in the world. */
  placeOf(id: number): Point | null {
    const center = this.all.box(id)?.getCenter(new THREE.Vector3());
    return center ? (center.toArray().map((value, axis) => value / this.decoded.scale + (this.decoded.origin[axis] ?? 0)) as Point) : null;
  }

  /** How long what is of some length in the scene is in the world, in metres. */
  inMetres(length: number): number {
    return length / this.decoded.scale;
  }

  /** Where a point is in the picture, in pixels from its upper left corner; null if it is behind. */
  project(point: THREE.Vector3): { x: number; y: number } | null {
    const seen = point.clone().project(this.camera.camera);
    if (seen.z > 1) return null;
    return { x: ((seen.x + 1) / 2) * this.holder.clientWidth, y: ((1 - seen.y) / 2) * this.holder.clientHeight };
  }

  /** What a click at a place of the window meets. */
  pick(x: number, y: number): Hit | null {
    this.aim(x, y);
    const targets = [this.all.batch, this.clashing.batch, ...this.pair.children].filter((target) => target.visible);
    const isLeft = ({ point }: { point: THREE.Vector3 }): boolean => cuts.every((cut) => cut.distanceToPoint(point) >= 0);
    const hit = this.ray.intersectObjects(targets, false).find(isLeft);
    if (!hit) return null;
    const own = hit.object === this.all.batch ? this.all : this.clashing;
    const object = (hit.object.userData["object"] as number | undefined) ?? own.idOf(hit.batchId ?? -1);
    return object === undefined ? null : { point: hit.point, object };
  }

  /** The pair whose mark is at a place of the window. */
  pickMark(x: number, y: number): number | null {
    if (!this.spots.visible) return null;
    const frame = this.holder.getBoundingClientRect();
    let nearest: { pair: number; far: number } | null = null;
    for (const [place, pair] of this.report.pairs.entries()) {
      const seen = this.project(this.points(pair)[0]);
      const far = seen ? Math.hypot(seen.x + frame.left - x, seen.y + frame.top - y) : Infinity;
      if (far < NEAR && far < (nearest?.far ?? Infinity)) nearest = { pair: place, far };
    }
    return nearest?.pair ?? null;
  }

  /** The corner of the surface that a click means: the one near by, or else the point itself. */
  snap({ point, object }: Hit): THREE.Vector3 {
    const drawn = this.byId.get(object);
    const seen = this.project(point);
    if (!drawn || !seen || drawn.mesh.positions.length > 3 * 200_000) return point;
    const matrix = new THREE.Matrix4().fromArray(drawn.matrix);
    const { positions } = drawn.mesh;
    const corner = new THREE.Vector3();
    let best = { far: Infinity, point };
    for (let index = 0; index < positions.length; index += 3) {
      corner.set(positions[index] as number, positions[index + 1] as number, positions[index + 2] as number);
      corner.divideScalar(65535).applyMatrix4(matrix);
      const far = corner.distanceToSquared(point);
      if (far < best.far) best = { far, point: corner.clone() };
    }
    const at = this.project(best.point);
    return at && Math.hypot(at.x - seen.x, at.y - seen.y) < NEAR ? best.point : point;
  }

  addMark(mark: THREE.Object3D): void {
    this.canvas.scene.add(mark);
    this.draw();
  }

  draw(): void {
    this.canvas.draw();
  }

  private selectedPair(): Pair | null {
    return this.selected === null ? null : (this.report.pairs[this.selected] ?? null);
  }

  private update(): void {
    const pair = this.selectedPair();
    const near = this.report.moving && this.objectsNear();
    const isLit = (id: number): boolean => (pair ? id === pair.a.id || id === pair.b.id : (near ?? this.roles).has(id));
    const opacity = this.opacity ?? (pair ? VEIL : 1);
    const isHidden = opacity === 0 || (pair !== null && this.isIsolated);
    setOpacity(this.all.material, opacity);
    const rest = this.all.show((id) => !isHidden && !isLit(id));
    const lit = this.clashing.show((id) => !pair && isLit(id));
    this.showPair(pair);
    this.spots.visible = !pair;
    this.holder.dataset["objects"] = String(rest + lit + (pair ? this.pair.userData["objects"] as number : 0));
    this.draw();
  }

  /** The objects of the pairs that touch now, or are near. */
  private objectsNear(): Set<number> {
    return new Set([...this.near.keys()].flatMap((place) => [this.report.pairs[place]?.a.id ?? -1, this.report.pairs[place]?.b.id ?? -1]));
  }

  /** The points of a pair at the time that is shown, in the scene. */
  private points(pair: Pair): [THREE.Vector3, THREE.Vector3] {
    const at = (end: 0 | 1, told: Point): THREE.Vector3 => new THREE.Vector3(...(this.ends.get(pair)?.[end].at(this.time) ?? this.inScene(told).toArray()));
    return [at(0, pair.point_a), at(1, pair.point_b)];
  }

  private showPair(pair: Pair | null): void {
    for (const child of [...this.pair.children] as (THREE.Mesh | THREE.LineSegments)[]) {
      this.pair.remove(child);
      child.geometry.dispose();
      (child.material as THREE.Material).dispose();
    }
    this.pair.userData["objects"] = 0;
    this.marks.clear();
    if (!pair) return;
    for (const side of ["a", "b"] as const) {
      const drawn = this.byId.get(pair[side].id);
      if (!drawn) continue;
      const material = surface(color(side));
      // A little back, or half of each edge would be hidden by its own faces.
      Object.assign(material, { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
      // What holds the other would hide it.
      const isAround = pair.inner !== null && pair.inner !== side;
      if (isAround || this.isSeenThrough) setOpacity(material, 0.35);
      const mesh = new THREE.Mesh(geometry(drawn.mesh), material);
      const lines = this.edges(drawn, mesh.geometry);
      for (const part of lines ? [mesh, lines] : [mesh]) {
        part.matrixAutoUpdate = false;
        part.matrix.fromArray(drawn.matrix);
        part.userData["object"] = drawn.id;
        this.pair.add(part);
      }
      if (lines) lines.raycast = () => {};
      this.pair.userData["objects"]++;
    }
    this.pair.updateMatrixWorld(true);
    this.showMarks(pair);
  }

  /** What is known of the selected pair; and its edges are red while both touch. */
  private showMarks(pair: Pair): void {
    const isTouching = this.near.get(this.selected ?? -1) === "contact";
    for (const part of this.pair.children) {
      if (!(part instanceof THREE.LineSegments)) continue;
      part.material.color.set(isTouching ? color("overlap") : "black");
      part.material.opacity = isTouching ? 1 : EDGES;
    }
    const [a, b] = this.points(pair);
    const bounds = pair.overlap_box;
    const box = bounds && new THREE.Box3(this.inScene(bounds.min), this.inScene(bounds.max));
    const curves = this.decoded.curves.get(this.selected ?? -1) ?? [];
    const colors = { a: color("a"), b: color("b"), overlap: color("overlap") };
    this.marks.show({ a, b, depth: pair.swept ? 0 : -pair.distance, box, curves }, colors);
  }

  /** Where its faces meet at an angle. Angles are those of the object, not of the unit cube that its mesh is in. */
  private edges(drawn: Drawn, surface: THREE.BufferGeometry): THREE.LineSegments | null {
    if (drawn.mesh.indices.length > 3 * MOST_FOR_EDGES) return null;
    const placed = new THREE.BufferGeometry();
    const positions = new Float32Array(drawn.mesh.positions.length);
    drawn.mesh.positions.forEach((value, index) => (positions[index] = value / 65535));
    placed.setAttribute("position", new THREE.BufferAttribute(positions, 3));
    placed.setIndex(surface.index);
    const matrix = new THREE.Matrix4().fromArray(drawn.matrix);
    const center = new THREE.Vector3(0.5, 0.5, 0.5).applyMatrix4(matrix);
    // Around its own middle and of size 1, since corners are told apart by their first four decimals.
    const size = Math.max(this.diagonal(drawn.id), Number.MIN_VALUE);
    const near = new THREE.Matrix4().makeScale(100 / size, 100 / size, 100 / size).multiply(new THREE.Matrix4().makeTranslation(center.negate())).multiply(matrix);
    placed.applyMatrix4(near);
    const edges = new THREE.EdgesGeometry(placed, 25);
    edges.applyMatrix4(near.invert());
    placed.dispose();
    const material = new THREE.LineBasicMaterial({ color: "#000000", transparent: true, opacity: EDGES });
    material.clippingPlanes = cuts;
    return new THREE.LineSegments(edges, material);
  }

  private diagonal(id: number): number {
    const size = this.all.box(id)?.getSize(new THREE.Vector3()).length();
    return size && Number.isFinite(size) ? size : 1;
  }

  /** From where the clash is seen best: past both objects, across the way out, and rather from above. */
  private bestDirection(center: THREE.Vector3, normal: THREE.Vector3): THREE.Vector3 {
    const meshes = this.pair.children.filter((child) => child instanceof THREE.Mesh);
    const triangles = meshes.reduce((sum, mesh) => sum + ((mesh as THREE.Mesh).geometry.index?.count ?? 0) / 3, 0);
    let best = { score: -Infinity, direction: this.camera.upright(HOME) };
    // What moves is hardly ever looked at from below the ground.
    for (const height of this.report.moving ? [0.45, 0.85] : [0.45, 0.85, -0.45]) {
      for (let turn = 0; turn < 8; turn++) {
        const angle = ((turn + 0.5) * Math.PI) / 4;
        const direction = this.camera.upright(new THREE.Vector3(Math.cos(angle), height, Math.sin(angle)).normalize());
        const across = 1 - Math.abs(direction.dot(normal));
        let score = across + (height > 0 ? 0.3 : 0);
        if (triangles < MOST_FOR_VIEWS) {
          this.ray.set(center, direction);
          this.ray.near = 0;
          // Each surface in the way is one more to look through.
          score -= 0.6 * Math.min(3, this.ray.intersectObjects(meshes, false).length);
        }
        if (score > best.score + 1e-9) best = { score, direction };
      }
    }
    return best.direction;
  }

  private makeSpots(texture: THREE.Texture): typeof this.spots {
    const places = this.report.pairs.map((pair) => this.points(pair)[0]);
    const material = new THREE.PointsMaterial({ size: places.length > MANY ? 7 : 11, sizeAttenuation: false, map: texture, transparent: true, depthTest: false });
    const spots = new THREE.Points(new THREE.BufferGeometry().setFromPoints(places), material);
    spots.renderOrder = 3;
    spots.frustumCulled = false;
    return spots;
  }

  private aim(x: number, y: number): void {
    const frame = this.holder.getBoundingClientRect();
    const seen = new THREE.Vector2(((x - frame.left) / frame.width) * 2 - 1, 1 - ((y - frame.top) / frame.height) * 2);
    this.ray.setFromCamera(seen, this.camera.camera);
  }
}
