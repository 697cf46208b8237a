// The surfaces of the scene, and what a cut through them looks like.

import * as THREE from "three";

/** What all surfaces are cut along; nothing while the list is empty. */
export const cuts: THREE.Plane[] = [];

/**
 * Flat and lit, seen from both sides, since meshes from files are often turned inside out.
 *
 * Where a cut opens a surface, its back is seen. It gets one even, darker colour, so that a closed object looks filled, as in a
 * drawing of a section.
 */
export function surface(color: THREE.ColorRepresentation): THREE.MeshLambertMaterial {
  const material = new THREE.MeshLambertMaterial({ color, flatShading: true, side: THREE.DoubleSide });
  material.clippingPlanes = cuts;
  material.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      "#include <opaque_fragment>",
      `#if NUM_CLIPPING_PLANES > 0
        if (!gl_FrontFacing) outgoingLight = diffuseColor.rgb * 0.5;
      #endif
      #include <opaque_fragment>`,
    );
  };
  return material;
}

export function setOpacity(material: THREE.Material, opacity: number): void {
  const isTransparent = opacity < 1;
  if (material.transparent !== isTransparent) material.needsUpdate = true;
  material.transparent = isTransparent;
  material.opacity = opacity;
  // What is behind a veil is seen through it, in whichever order both are drawn.
  material.depthWrite = !isTransparent;
}

/** A white disc with a rim: a point of constant size. */
export function disc(): THREE.Texture {
  const size = 64;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.beginPath();
    pen.arc(size / 2, size / 2, size / 2 - 6, 0, 2 * Math.PI);
    pen.fillStyle = "white";
    pen.fill();
    pen.lineWidth = 8;
    pen.strokeStyle = "#444";
    pen.stroke();
  }
  return new THREE.CanvasTexture(canvas);
}
