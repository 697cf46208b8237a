// A cut through the scene: along an axis, at a place that a slider chooses.

import * as THREE from "three";

import { find } from "../shared/markup";
import { length } from "./quantities";
import type { Pair, Point } from "./report";
import type { Scene } from "./scene";
import { middle } from "./view";

const AXES = { x: new THREE.Vector3(1, 0, 0), y: new THREE.Vector3(0, 1, 0), z: new THREE.Vector3(0, 0, 1) } as const;

export class Section {
  isOn = false;
  private isTurned = false;
  private readonly axis = find<HTMLSelectElement>("section-axis");
  private readonly slider = find<HTMLInputElement>("section-place");

  constructor(private readonly scene: Scene, private readonly origin: Point) {
    this.axis.addEventListener("input", () => this.apply());
    this.slider.addEventListener("input", () => this.apply());
    find("section-turn").addEventListener("click", () => {
      this.isTurned = !this.isTurned;
      this.apply();
    });
  }

  toggle(isOn: boolean, through: Pair | null): void {
    this.isOn = isOn;
    find("section").hidden = !isOn;
    if (isOn && through) this.goThrough(through);
    this.apply();
  }

  /** Cuts through the midst of a clash: its points lie on surfaces, and a cut along a face shows that in pieces. */
  goThrough(pair: Pair): void {
    const { min, max } = this.scene.bounds;
    const axis = this.axis.value as "x" | "y" | "z";
    const shared = pair.overlap_box;
    const midst = shared ? this.scene.inScene(middle(shared.min, shared.max)) : this.scene.midst(pair);
    const share = (midst[axis] - min[axis]) / (max[axis] - min[axis]);
    this.slider.value = String(Math.round(1000 * share));
    this.apply();
  }

  private apply(): void {
    if (!this.isOn) return this.scene.cut(null);
    const { min, max } = this.scene.bounds;
    const axis = this.axis.value as "x" | "y" | "z";
    const at = THREE.MathUtils.lerp(min[axis], max[axis], Number(this.slider.value) / 1000);
    const normal = AXES[axis].clone();
    // What is kept is below the cut, or above it.
    this.scene.cut(this.isTurned ? new THREE.Plane(normal, -at) : new THREE.Plane(normal.negate(), at));
    const world = this.scene.inMetres(at) + (this.origin["xyz".indexOf(axis)] ?? 0);
    find("section-value").textContent = `${axis} = ${length(world)}`;
  }
}
