// The objects of the scene on the graphics card: each mesh once, however many objects place it.

import * as THREE from "three";

import type { Drawn, Mesh } from "./decoding";
import { surface } from "./materials";

/** A mesh as three.js has it. */
export function geometry({ positions, indices }: Mesh): THREE.BufferGeometry {
  const result = new THREE.BufferGeometry();
  result.setAttribute("position", new THREE.BufferAttribute(positions, 3, true));
  result.setIndex(new THREE.BufferAttribute(indices, 1));
  return result;
}

/** Many objects that are drawn at once, each of which can be hidden and has its own colour. */
export class Objects {
  readonly batch: THREE.BatchedMesh;
  readonly material: THREE.MeshLambertMaterial;
  /** Instances of the batch by the id of the object. */
  private readonly instances = new Map<number, number>();
  private readonly ids: number[] = [];

  constructor(drawn: readonly Drawn[]) {
    const meshes = new Map<Mesh, number>();
    let [vertices, indices] = [0, 0];
    for (const { mesh } of drawn) {
      if (meshes.has(mesh)) continue;
      meshes.set(mesh, -1);
      vertices += mesh.positions.length / 3;
      indices += mesh.indices.length;
    }
    this.material = surface("white");
    this.batch = new THREE.BatchedMesh(Math.max(1, drawn.length), Math.max(1, vertices), Math.max(1, indices), this.material);
    // Sorting would take longer than it saves where nothing is transparent, and veils are drawn without depth.
    this.batch.sortObjects = false;
    for (const mesh of meshes.keys()) meshes.set(mesh, this.batch.addGeometry(geometry(mesh)));
    const matrix = new THREE.Matrix4();
    for (const { id, mesh, matrix: numbers } of drawn) {
      const instance = this.batch.addInstance(meshes.get(mesh) as number);
      this.batch.setMatrixAt(instance, matrix.fromArray(numbers));
      this.instances.set(id, instance);
      this.ids[instance] = id;
    }
  }

  /** Puts those that ride along to where their matrices say. */
  move(drawn: readonly Drawn[]): void {
    const matrix = new THREE.Matrix4();
    for (const { id, matrix: numbers, ride } of drawn) {
      const instance = this.instances.get(id);
      if (ride && instance !== undefined) this.batch.setMatrixAt(instance, matrix.fromArray(numbers));
    }
    // What it was around is known no more.
    this.batch.boundingBox = this.batch.boundingSphere = null;
  }

  paint(id: number, color: THREE.Color): void {
    const instance = this.instances.get(id);
    if (instance !== undefined) this.batch.setColorAt(instance, color);
  }

  /** Shows the objects that fit, and tells how many these are. */
  show(isShown: (id: number) => boolean): number {
    let shown = 0;
    for (const [id, instance] of this.instances) {
      const isVisible = isShown(id);
      this.batch.setVisibleAt(instance, isVisible);
      if (isVisible) shown++;
    }
    this.batch.visible = shown > 0;
    return shown;
  }

  idOf(instance: number): number | undefined {
    return this.ids[instance];
  }

  /** The box around an object, in the scene. */
  box(id: number): THREE.Box3 | null {
    const instance = this.instances.get(id);
    if (instance === undefined) return null;
    const box = new THREE.Box3();
    const matrix = new THREE.Matrix4();
    if (!this.batch.getBoundingBoxAt(this.batch.getGeometryIdAt(instance), box)) return null;
    this.batch.getMatrixAt(instance, matrix);
    return box.applyMatrix4(matrix);
  }
}
