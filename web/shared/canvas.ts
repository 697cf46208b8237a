// A picture that the graphics card draws, as large as the element that it is in.
//
// It is drawn when something changes, and not otherwise: an open page costs nothing.

import * as THREE from "three";

import { Camera } from "./camera";

/** What draws on a canvas; nothing where the browser has no WebGL. */
export function rendererFor(canvas: HTMLCanvasElement): THREE.WebGLRenderer | undefined {
  const context = canvas.getContext("webgl2", { antialias: true, alpha: true });
  if (!context) return undefined;
  const renderer = new THREE.WebGLRenderer({ canvas, context });
  // Asking would wait for the graphics card, seconds where there is none.
  renderer.debug.checkShaderErrors = false;
  renderer.setPixelRatio(Math.min(2, devicePixelRatio));
  return renderer;
}

export class Canvas {
  /** What there is to see, in light from the sky and from the camera. */
  readonly scene = new THREE.Scene();
  readonly camera: Camera;
  /** Is called after each picture, to place what stands over it; without a renderer as well. */
  drawn: () => void = () => {};
  /** Is called once the size is another one, before the next picture. */
  resized: () => void = () => {};
  private request = 0;

  constructor(private readonly holder: HTMLElement, canvas: HTMLCanvasElement, private readonly renderer: THREE.WebGLRenderer | undefined) {
    this.camera = new Camera(canvas, () => this.draw());
    this.scene.add(new THREE.HemisphereLight("#ffffff", "#b8b8c0", 2.1), this.camera.camera);
    canvas.addEventListener("webglcontextrestored", () => this.draw());
    new ResizeObserver(() => this.resize()).observe(holder);
    this.resize();
  }

  /** Once before the next frame, however often it is called. */
  draw(): void {
    this.request ||= requestAnimationFrame(() => {
      this.request = 0;
      if (this.holder.clientWidth) this.renderer?.render(this.scene, this.camera.camera);
      this.drawn();
    });
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.holder;
    // Hidden, it has no size.
    if (!width || !height) return;
    this.renderer?.setSize(width, height);
    this.camera.resize(width, height);
    this.resized();
    this.draw();
  }
}
