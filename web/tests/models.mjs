// Files with boxes, as programs write them: GLB, glTF, OBJ and STL.

/** The eight corners of a box and twelve triangles, counter-clockwise from outside. */
const CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => [bits >> 2, (bits >> 1) & 1, bits & 1]);
const TRIANGLES = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]];

const corners = (min, max) => CORNERS.map((corner) => corner.map((side, axis) => (side ? max : min)[axis]));

/** A box for each name, from its least to its greatest corner. */
export function obj(boxes) {
  const lines = boxes.flatMap(([name, min, max], number) => [
    `o ${name}`,
    ...corners(min, max).map((corner) => `v ${corner.join(" ")}`),
    ...TRIANGLES.map((triangle) => `f ${triangle.map((corner) => 8 * number + corner + 1).join(" ")}`),
  ]);
  return Buffer.from(`${lines.join("\n")}\n`);
}

/** One solid, as text. */
export function stl(boxes) {
  const facets = boxes.flatMap(([, min, max]) => TRIANGLES.map((triangle) => triangle.map((corner) => `vertex ${corners(min, max)[corner].join(" ")}`)));
  return Buffer.from(`solid all\n${facets.map((vertices) => `facet normal 0 0 0\nouter loop\n${vertices.join("\n")}\nendloop\nendfacet`).join("\n")}\nendsolid all\n`);
}

/** The description and the data of a glTF: a unit cube, with a material that has a picture, and a node for each name. */
function gltf(nodes) {
  const [positions, indices] = [Float32Array.from(corners([0, 0, 0], [1, 1, 1]).flat()), Uint16Array.from(TRIANGLES.flat())];
  const data = Buffer.concat([Buffer.from(positions.buffer), Buffer.from(indices.buffer)]);
  const description = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, number) => number) }],
    nodes: nodes.map((node) => ({ mesh: 0, ...node })),
    // Twice the half of a cube: one object of two parts.
    meshes: [{ primitives: [0, 1].map((half) => ({ attributes: { POSITION: 0 }, indices: 1 + half, material: 0 })) }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ uri: "wood.png" }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: "VEC3", min: [0, 0, 0], max: [1, 1, 1] },
      { bufferView: 1, componentType: 5123, count: 18, type: "SCALAR" },
      { bufferView: 1, byteOffset: 36, componentType: 5123, count: 18, type: "SCALAR" },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 96 },
      { buffer: 0, byteOffset: 96, byteLength: 72 },
    ],
    buffers: [{ byteLength: data.length }],
  };
  return { description, data };
}

export function glb(nodes) {
  const { description, data } = gltf(nodes);
  const text = JSON.stringify(description);
  const chunk = (bytes, kind) => {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(bytes.length, 0);
    head.write(kind, 4, "latin1");
    return Buffer.concat([head, bytes]);
  };
  const chunks = Buffer.concat([chunk(Buffer.from(text.padEnd(4 * Math.ceil(text.length / 4))), "JSON"), chunk(data, "BIN\0")]);
  const head = Buffer.alloc(12);
  head.write("glTF", 0, "latin1");
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + chunks.length, 8);
  return Buffer.concat([head, chunks]);
}

/** With its data inside, or in a file of this name. */
export function gltfText(nodes, uri) {
  const { description, data } = gltf(nodes);
  description.buffers[0].uri = uri ?? `data:application/octet-stream;base64,${data.toString("base64")}`;
  return Buffer.from(JSON.stringify(description));
}
