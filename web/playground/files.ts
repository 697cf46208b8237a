// Files with meshes, read on the page by three.js: GLB, glTF that has its data inside, OBJ and STL.

import * as THREE from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
import { STLLoader } from "three/addons/loaders/STLLoader.js";

import { whole } from "../shared/numbers";
import type { Item } from "./clashes";
import type { Point } from "./points";
import type { Corners } from "./space";
import { bodies } from "./wavefront";

/** So many triangles in all are checked in a second or a few. */
const MOST_TRIANGLES = 50_000;
const MOST_OBJECTS = 500;

/** What was read, and which object of the file a mesh is a part of. */
interface Read {
  root: THREE.Object3D;
  owner(mesh: THREE.Object3D): THREE.Object3D;
}

/** Nothing of how it looks is needed, and pictures would have to be loaded. */
const withoutMaterials = { name: "without_materials", loadMaterial: async () => new THREE.MeshBasicMaterial() };

/** How a GLB begins, glTF in letters. */
const MAGIC = 0x46546c67;

/** The text part of a GLB, or all of a glTF. */
function text(kind: string, bytes: ArrayBuffer): string {
  const view = new DataView(bytes);
  const isBinary = bytes.byteLength >= 4 && view.getUint32(0, true) === MAGIC;
  if (kind === "glb" && !isBinary) throw new Error("it is not a GLB: it does not begin with “glTF”");
  return new TextDecoder().decode(isBinary ? new Uint8Array(bytes, 20, Math.min(view.getUint32(12, true), bytes.byteLength - 20)) : bytes);
}

interface Description {
  asset?: { version?: unknown };
  buffers?: { uri?: unknown }[];
}

function description(kind: string, bytes: ArrayBuffer): Description {
  const json = text(kind, bytes);
  let told: Description | null;
  try {
    told = JSON.parse(json);
  } catch (error) {
    throw new Error(`it is not a glTF: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof told?.asset?.version !== "string") throw new Error("it is not a glTF: “asset” with a version is missing");
  return told;
}

/** Another file would have to be asked for, and this page asks for nothing. */
function refuseOtherFiles({ buffers = [] }: Description): void {
  const missing = buffers.map(({ uri }) => uri).find((uri) => typeof uri === "string" && !uri.startsWith("data:"));
  if (missing !== undefined) throw new Error(`its data is in another file, ${String(missing)}; use a GLB, which contains all data`);
}

async function readGltf(kind: string, bytes: ArrayBuffer): Promise<Read> {
  refuseOtherFiles(description(kind, bytes));
  const { scene, scenes, parser } = await new GLTFLoader().register(() => withoutMaterials).parseAsync(bytes, "");
  const isNode = (object: THREE.Object3D): boolean => parser.associations.get(object)?.nodes !== undefined;
  const owner = (mesh: THREE.Object3D): THREE.Object3D => {
    let object: THREE.Object3D | null = mesh;
    while (object && !isNode(object)) object = object.parent;
    return object ?? mesh;
  };
  return { root: scene ?? scenes[0] ?? new THREE.Group(), owner };
}

async function parsed(kind: string, bytes: ArrayBuffer): Promise<Read> {
  if (kind === "glb" || kind === "gltf") return readGltf(kind, bytes);
  const owner = (mesh: THREE.Object3D): THREE.Object3D => mesh;
  if (kind === "obj") return { root: new OBJLoader().parse(bodies(new TextDecoder().decode(bytes))), owner };
  if (kind === "stl") return { root: new THREE.Mesh(new STLLoader().parse(bytes)), owner };
  throw new Error("its format is not supported; this page reads GLB, glTF, OBJ and STL");
}

/** A mesh that grows by geometries; corners at the same place are one, so that requests are short and duplicates are found. */
class Welded {
  readonly vertices: Point[] = [];
  readonly triangles: Corners[] = [];
  readonly #numbers = new Map<string, number>();

  add(geometry: THREE.BufferGeometry, place: THREE.Matrix4): void {
    const positions = geometry.getAttribute("position");
    if (!positions) return;
    const corner = new THREE.Vector3();
    const number = (at: number): number => {
      const vertex = geometry.index ? geometry.index.getX(at) : at;
      if (vertex >= positions.count) throw new Error(`vertex ${vertex + 1} is used, but the mesh has ${positions.count}`);
      const found = corner.fromBufferAttribute(positions, vertex).applyMatrix4(place).toArray();
      if (!found.every(Number.isFinite)) throw new Error(`vertex ${vertex + 1} has ${found.find((coordinate) => !Number.isFinite(coordinate))} for a coordinate`);
      return this.#number(found);
    };
    const count = geometry.index?.count ?? positions.count;
    // A mirror image would be inside out.
    const isMirrored = place.determinant() < 0;
    for (let first = 0; first + 2 < count; first += 3) {
      const [a, b, c] = [number(first), number(first + 1), number(first + 2)];
      this.triangles.push(isMirrored ? [a, c, b] : [a, b, c]);
    }
  }

  #number(vertex: Point): number {
    const key = vertex.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.vertices.length);
    return this.vertices.push(vertex) - 1;
  }
}

/** Where a mesh is; one that is drawn many times, many places. */
function places(mesh: THREE.Mesh): THREE.Matrix4[] {
  if (!(mesh instanceof THREE.InstancedMesh)) return [mesh.matrixWorld];
  return Array.from({ length: mesh.count }, (_, number) => {
    const place = new THREE.Matrix4();
    mesh.getMatrixAt(number, place);
    return place.premultiply(mesh.matrixWorld);
  });
}

/** The objects of a scene with all of their triangles where they are in the world. */
function items({ root, owner }: Read): Item[] {
  const parts = new Map<THREE.Object3D, THREE.Mesh[]>();
  let triangles = 0;
  root.updateMatrixWorld(true);
  root.traverse((object) => {
    if (!(object instanceof THREE.Mesh)) return;
    const geometry: THREE.BufferGeometry = object.geometry;
    const corners = geometry.index?.count ?? geometry.getAttribute("position")?.count ?? 0;
    if (corners < 3) return;
    triangles += Math.floor(corners / 3) * places(object).length;
    const owned = owner(object);
    parts.set(owned, [...(parts.get(owned) ?? []), object]);
  });
  const count = [...parts.values()].reduce((sum, meshes) => sum + places(meshes[0] as THREE.Mesh).length, 0);
  if (count === 0) throw new Error("it has no meshes");
  if (triangles > MOST_TRIANGLES) throw new Error(`it has ${whole(triangles)} triangles; this page checks at most ${whole(MOST_TRIANGLES)}; use “impinge check”`);
  if (count > MOST_OBJECTS) throw new Error(`it has ${whole(count)} objects; this page checks at most ${whole(MOST_OBJECTS)}; use “impinge check”`);
  return [...parts].flatMap(([owned, meshes]) => {
    // The loader changes names that would not do as words of a program.
    const name = String(owned.userData["name"] ?? "") || owned.name;
    return places(meshes[0] as THREE.Mesh).map((_, instance) => {
      const welded = new Welded();
      try {
        for (const mesh of meshes) welded.add(mesh.geometry, places(mesh)[instance] ?? mesh.matrixWorld);
      } catch (error) {
        throw new Error(`${name || "an object"}: ${error instanceof Error ? error.message : String(error)}`);
      }
      return { name, surface: { vertices: welded.vertices, triangles: welded.triangles } };
    });
  });
}

/** Each with a name of its own: of those that share one, the second has “#2” behind it. */
function apart(found: readonly Item[]): Item[] {
  const taken = new Map<string, number>();
  return found.map(({ name, surface }, place) => {
    const own = name || `object ${place + 1}`;
    const number = (taken.get(own) ?? 0) + 1;
    taken.set(own, number);
    return { name: number > 1 ? `${own} #${number}` : own, surface };
  });
}

/** The objects that are in a file. */
export async function read(file: File): Promise<Item[]> {
  try {
    if (file.size === 0) throw new Error("it is empty");
    return apart(items(await parsed(file.name.split(".").at(-1)?.toLowerCase() ?? "", await file.arrayBuffer())));
  } catch (error) {
    const reason = error instanceof RangeError ? "it is truncated" : error instanceof Error ? error.message.replace(/^THREE\.\w+: /, "") : String(error);
    throw new Error(`${file.name} cannot be checked: ${reason.replace(/\.$/, "")}.`);
  }
}
