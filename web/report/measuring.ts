// The distance between two points that are clicked.

import * as THREE from "three";

import { find } from "../shared/markup";
import { length } from "./quantities";
import type { Scene } from "./scene";
import { color } from "./theme";

export class Measuring {
  isOn = false;
  private ends: THREE.Vector3[] = [];
  private readonly points = new THREE.Points(new THREE.BufferGeometry(), new THREE.PointsMaterial({ size: 9, sizeAttenuation: false, depthTest: false, transparent: true }));
  private readonly line = new THREE.Line(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ depthTest: false, transparent: true }));

  constructor(private readonly scene: Scene) {
    for (const mark of [this.points, this.line]) {
      mark.renderOrder = 4;
      mark.frustumCulled = false;
      mark.visible = false;
      scene.addMark(mark);
    }
  }

  toggle(isOn: boolean): void {
    this.isOn = isOn;
    this.ends = [];
    this.show();
  }

  /** Takes a click at a place of the window. */
  click(x: number, y: number): void {
    const hit = this.scene.pick(x, y);
    if (!hit) return;
    if (this.ends.length === 2) this.ends = [];
    this.ends.push(this.scene.snap(hit));
    this.show();
  }

  /** Where the distance is to be written, and what. */
  label(): { at: THREE.Vector3; text: string } | null {
    const [one, other] = this.ends;
    if (!this.isOn || !one || !other) return null;
    return { at: one.clone().lerp(other, 0.5), text: this.told(one.distanceTo(other)) };
  }

  private told(inScene: number): string {
    return length(this.scene.inMetres(Math.abs(inScene)));
  }

  /** The distance of two points, and along each axis; there, what is less than a millionth of it is of roundings. */
  private between(one: THREE.Vector3, other: THREE.Vector3): string {
    const distance = one.distanceTo(other);
    const along = one.clone().sub(other).toArray().map((value) => this.told(Math.abs(value) < 1e-6 * distance ? 0 : value));
    return `Distance ${this.told(distance)}; along x ${along[0]}, y ${along[1]}, z ${along[2]}`;
  }

  private show(): void {
    for (const mark of [this.points, this.line]) {
      mark.visible = this.isOn && this.ends.length > 0;
      mark.geometry.dispose();
      mark.geometry = new THREE.BufferGeometry().setFromPoints(this.ends);
      mark.material.color.set(color("measure"));
    }
    const [one, other] = this.ends;
    find("notice").textContent = !this.isOn
      ? ""
      : one && other
        ? this.between(one, other)
        : one
          ? "Click the second point."
          : "Click two points to measure their distance. Clicks near a corner snap to it.";
    this.scene.draw();
  }
}
