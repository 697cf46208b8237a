// Where the scene is looked at from, and the way from one clash to the next.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

/** How long a flight takes, in milliseconds. */
const FLIGHT = 450;
/** Half of what is seen, in radians, in the lesser direction. */
const HALF_ANGLE = (20 * Math.PI) / 180;
/** From the right, from the front, from above. */
export const HOME = new THREE.Vector3(1, 0.8, 1.25).normalize();

/** From where the middle of the scene is looked at. */
export type Standpoint = {
  /** Around it from the front to the right, and above it, in degrees. */
  turn: number;
  tilt: number;
  away: number;
};

export class Camera {
  readonly camera = new THREE.PerspectiveCamera((2 * HALF_ANGLE * 180) / Math.PI, 1, 0.01, 100);
  private readonly controls: OrbitControls;
  private looked: (standpoint: Standpoint, isDone: boolean) => void = () => {};
  private flight = 0;
  private sceneRadius = 1;
  private readonly sceneCenter = new THREE.Vector3();

  constructor(surface: HTMLElement, private readonly draw: () => void) {
    this.controls = new OrbitControls(this.camera, surface);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("change", () => this.moved());
    this.controls.addEventListener("start", () => cancelAnimationFrame(this.flight));
    const light = new THREE.DirectionalLight("white", 1.6);
    light.position.set(0.6, 1, 1);
    this.camera.add(light);
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / height;
    const lesser = Math.min(1, this.camera.aspect);
    this.camera.fov = (2 * Math.atan(Math.tan(HALF_ANGLE) / lesser) * 180) / Math.PI;
    this.camera.updateProjectionMatrix();
  }

  /** What there is to see, so that nothing of it is cut off. */
  setScene(center: THREE.Vector3, radius: number): void {
    this.sceneCenter.copy(center);
    this.sceneRadius = radius;
  }

  /** Always around the middle of the scene; `looked` is called after the view was changed by hand, and once more when that is done. */
  keepTarget(looked: (standpoint: Standpoint, isDone: boolean) => void): void {
    Object.assign(this.controls, { enablePan: false, zoomToCursor: false, minDistance: 5, maxDistance: 60 });
    this.looked = looked;
    let isByHand = false;
    this.controls.addEventListener("start", () => (isByHand = true));
    this.controls.addEventListener("change", () => isByHand && looked(this.standpoint(), false));
    this.controls.addEventListener("end", () => {
      isByHand = false;
      looked(this.standpoint(), true);
    });
  }

  lookFrom({ turn, tilt, away }: Standpoint): void {
    const [azimuth, polar] = [THREE.MathUtils.degToRad(turn), THREE.MathUtils.degToRad(90 - tilt)];
    this.camera.position.setFromSphericalCoords(away, polar, azimuth).add(this.sceneCenter);
    this.controls.target.copy(this.sceneCenter);
    this.controls.update();
    this.moved();
  }

  /** By degrees, as somebody does who goes around to the right and upwards. */
  turn(right: number, up: number): void {
    this.controls.rotateLeft(-THREE.MathUtils.degToRad(right));
    this.controls.rotateUp(-THREE.MathUtils.degToRad(up));
    this.looked(this.standpoint(), true);
  }

  approach(times: number): void {
    this.controls.dollyIn(1 / times);
    this.looked(this.standpoint(), true);
  }

  private standpoint(): Standpoint {
    const { radToDeg } = THREE.MathUtils;
    const [turn, polar] = [radToDeg(this.controls.getAzimuthalAngle()), radToDeg(this.controls.getPolarAngle())];
    return { turn: Math.round(turn), tilt: Math.round(90 - polar), away: Math.round(this.controls.getDistance() * 10) / 10 };
  }

  setUp(up: "y" | "z"): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    this.camera.up.set(0, up === "y" ? 1 : 0, up === "z" ? 1 : 0);
    // The controls ask for the axis only once.
    const turn = new THREE.Quaternion().setFromUnitVectors(this.camera.up, new THREE.Vector3(0, 1, 0));
    Object.assign(this.controls, { _quat: turn, _quatInverse: turn.clone().invert() });
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
  }

  /** A direction as one would choose it for the upright axis. */
  upright(direction: THREE.Vector3): THREE.Vector3 {
    return this.camera.up.z === 1 ? new THREE.Vector3(direction.x, -direction.z, direction.y) : direction.clone();
  }

  home(isAtOnce = false): void {
    // The ball around a scene is mostly empty at its sides.
    this.flyTo(this.sceneCenter, this.sceneRadius * 0.85, this.upright(HOME), isAtOnce);
  }

  /** Looks at a ball from a direction, so that it is seen whole. */
  flyTo(center: THREE.Vector3, radius: number, direction: THREE.Vector3, isAtOnce = false): void {
    cancelAnimationFrame(this.flight);
    const distance = (radius * 1.15) / Math.sin(HALF_ANGLE);
    const from = { target: this.controls.target.clone(), position: this.camera.position.clone() };
    const to = { target: center.clone(), position: center.clone().addScaledVector(direction, distance) };
    const start = performance.now();
    const still = isAtOnce || matchMedia("(prefers-reduced-motion: reduce)").matches;
    const step = (): void => {
      const time = still ? 1 : Math.min(1, (performance.now() - start) / FLIGHT);
      const share = time * time * (3 - 2 * time);
      this.controls.target.lerpVectors(from.target, to.target, share);
      // Around the target rather than straight through what is between: direction and distance on their own.
      const [out, back] = [from.position.clone().sub(from.target), to.position.clone().sub(to.target)];
      const far = Math.exp(THREE.MathUtils.lerp(Math.log(out.length() || 1e-9), Math.log(back.length() || 1e-9), share));
      const way = out.normalize().lerp(back.normalize(), share);
      this.camera.position.copy(this.controls.target).addScaledVector(way.lengthSq() > 1e-6 ? way.normalize() : back, far);
      this.controls.update();
      this.moved();
      if (time < 1) this.flight = requestAnimationFrame(step);
    };
    step();
  }

  private moved(): void {
    const { camera } = this;
    const distance = camera.position.distanceTo(this.controls.target);
    const far = camera.position.distanceTo(this.sceneCenter) + this.sceneRadius;
    // How fine the steps of depth are depends on this alone, not on how far away the farthest object is.
    camera.near = distance * 0.02;
    camera.far = far * 1.05;
    camera.updateProjectionMatrix();
    this.draw();
  }
}
