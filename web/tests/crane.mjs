// Where the load of docs/scenes/crane.gltf is at a time, computed from the keys of the file by themselves, as glTF defines it.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const CRANE = fileURLToPath(new URL("../../docs/scenes/crane.gltf", import.meta.url));

const { accessors, animations, bufferViews, buffers, nodes } = JSON.parse(readFileSync(CRANE, "utf8"));
const data = Buffer.from(buffers[0].uri.split(",")[1], "base64");

function numbers(accessor) {
  const { bufferView, count, type } = accessors[accessor];
  const width = { SCALAR: 1, VEC3: 3, VEC4: 4 }[type];
  const values = Array.from({ length: count * width }, (_, place) => data.readFloatLE((bufferViews[bufferView].byteOffset ?? 0) + 4 * place));
  return width === 1 ? values : Array.from({ length: count }, (_, key) => values.slice(width * key, width * (key + 1)));
}

/** The two keys around a time, how far it is from the one to the other, and how long that takes. */
function around(times, time) {
  const next = Math.min(Math.max(times.findIndex((key) => key > time), 1), times.length - 1);
  const at = time >= times.at(-1) ? times.length - 1 : next;
  const [from, to] = [times[at - 1], times[at]];
  return { before: at - 1, after: at, share: Math.min(1, Math.max(0, (time - from) / (to - from))), seconds: to - from };
}

const mix = (one, other, share) => one.map((value, axis) => value + (other[axis] - value) * share);

function value({ sampler }, time) {
  const { input, output, interpolation } = animations[0].samplers[sampler];
  const keys = numbers(output);
  const { before, after, share: u, seconds } = around(numbers(input), time);
  if (interpolation === "LINEAR") {
    const [one, other] = [keys[before], keys[after]];
    if (one.length === 3) return mix(one, other, u);
    const cosine = one.reduce((sum, part, axis) => sum + part * other[axis], 0);
    const angle = Math.acos(Math.abs(cosine));
    return one.map((part, axis) => (Math.sin((1 - u) * angle) * part + Math.sign(cosine) * Math.sin(u * angle) * other[axis]) / Math.sin(angle));
  }
  const [[, from, leaves], [arrives, to]] = [before, after].map((key) => keys.slice(3 * key, 3 * key + 3));
  return from.map((start, axis) =>
    (2 * u ** 3 - 3 * u ** 2 + 1) * start + seconds * (u ** 3 - 2 * u ** 2 + u) * leaves[axis] + (3 * u ** 2 - 2 * u ** 3) * to[axis] + seconds * (u ** 3 - u ** 2) * arrives[axis]);
}

/** The midst of the load, in metres: it hangs from the hook, which hangs from the trolley, on the jib, which turns about y. */
export function load(time) {
  const moved = (name, path) => {
    const channel = animations[0].channels.find(({ target }) => nodes[target.node].name === name && target.path === path);
    return value(channel, time);
  };
  const jib = nodes.find(({ name }) => name === "jib").translation;
  const own = nodes.find(({ name }) => name === "load").translation;
  const [trolley, hook] = [moved("trolley", "translation"), moved("hook", "translation")];
  const [x, y, z] = [0, 1, 2].map((axis) => trolley[axis] + hook[axis] + own[axis]);
  const [, sine, , cosine] = moved("jib", "rotation");
  const angle = 2 * Math.atan2(sine, cosine);
  return [x * Math.cos(angle) + z * Math.sin(angle) + jib[0], y + jib[1], z * Math.cos(angle) - x * Math.sin(angle) + jib[2]];
}
