// A person's own file: which of its objects clash, and how deep they are in each other.

import type { Answer, CascadeAnswer, DepthRequest, DistanceRequest, Engine, FitRequest } from "impinge";

import type { Standpoint } from "../../shared/camera";
import { make, plain } from "../../shared/markup";
import { count, decimal, whole } from "../../shared/numbers";
import { cascade, check, depth, mesh, type Checked, type Clash, type Item } from "../clashes";
import { part } from "../parts";
import { ahead, point, way, type Point } from "../points";
import type { Reading, SpaceScene } from "../scene";
import { bumpyBall, corners, torus, type Surface } from "../surfaces";
import type { Corners } from "../space";
import { coordinates } from "../vectors";

type State = Standpoint & { look: string; clash: number };
type Asked = DepthRequest | DistanceRequest | FitRequest;

/** How large what is looked at is drawn: half of its diagonal. */
const REACH = 3.2;
/** So many times as large as the triangles that meet is what is seen around them. */
const ROOM = 2;
/** More objects than this would hide behind each other what they are around. */
const MANY = 20;

const placed = (name: string, { vertices, triangles }: Surface, at: Point): Item => ({ name, surface: { vertices: vertices.map((vertex) => ahead(vertex, at)), triangles } });

/** A box around the origin. */
function box([x, y, z]: Point): Surface {
  const signs = [-1, 1];
  const faces: Corners[] = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]];
  return { vertices: signs.flatMap((i) => signs.flatMap((j) => signs.map((k): Point => [i * x, j * y, k * z]))), triangles: faces };
}

/** One pair overlaps, one touches, one object is within another, and one is apart. */
const EXAMPLE: readonly Item[] = [
  placed("ring", torus(8), [0, 0, 0]),
  placed("ball", bumpyBall(8, 0.7), [2.1, 0.9, 0.4]),
  placed("bead", bumpyBall(6, 0.3), [-1.7, 0, 0]),
  placed("table", box([2.5, 0.125, 2.5]), [0, -0.875, 0]),
  placed("post", box([0.25, 1.25, 0.25]), [-3.25, 0.25, 0]),
];

let items = EXAMPLE;
let name = "an example";
/** Made once for as long as the file stays. */
let made: Checked | undefined;

function checked(query: Engine["query"]): Checked {
  if (made?.items !== items) made = check(items, query);
  return made;
}

/** The clash that is chosen, by its number from 1; after clashes come touches. */
function chosen({ clash }: State, { clashes, touches }: Checked): Clash | undefined {
  const all = [...clashes, ...touches];
  return all[Math.min(all.length, Math.max(1, Math.round(clash))) - 1];
}

type Triangle = readonly [Point, Point, Point];
/** Of both objects of a clash. */
type Lit = readonly [Triangle[], Triangle[]];

/** Which triangles of clashes meet: asked once. */
const cascades = new WeakMap<Clash, CascadeAnswer>();

function cascaded(clash: Clash, query: Engine["query"]): CascadeAnswer | undefined {
  const [one, other] = [items[clash.a], items[clash.b]];
  const answer = cascades.get(clash) ?? (one && other && query(cascade(one, other)));
  if (answer) cascades.set(clash, answer);
  return answer;
}

/** The triangles of each object that meet, by their corners. */
function meeting(clash: Clash, query: Engine["query"]): Lit {
  const { pairs = [] } = cascaded(clash, query) ?? {};
  const lit = (item: number, numbers: readonly number[]): Triangle[] =>
    [...new Set(numbers)].flatMap((number) => {
      const triangle = items[item] && corners(items[item].surface, number);
      return triangle ? [triangle] : [];
    });
  return [lit(clash.a, pairs.map((pair) => pair.a)), lit(clash.b, pairs.map((pair) => pair.b))];
}

interface Extent {
  middle: Point;
  radius: number;
}

/** The middle of points and half the diagonal of the box around them. */
function extent(points: readonly Point[]): Extent {
  const [min, max]: [number[], number[]] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  for (const place of points) {
    for (const [axis, coordinate] of place.entries()) {
      min[axis] = Math.min(min[axis] ?? 0, coordinate);
      max[axis] = Math.max(max[axis] ?? 0, coordinate);
    }
  }
  const diagonal = way(point(min), point(max));
  return { middle: ahead(point(min), diagonal, 0.5), radius: Math.hypot(...diagonal) / 2 || 1 };
}

/** What is looked at: of a clash the smaller of both parts that meet, or what lies within. */
function seen(state: State, clash: Clash | undefined, lit: Lit): Extent {
  const all = extent(items.flatMap(({ surface }) => surface.vertices));
  if (state.look !== "clash" || !clash) return all;
  const inner = items[clash.inner === "a" ? clash.a : clash.b];
  const [one, other] = lit.map((triangles) => extent(triangles.length > 0 ? triangles.flat() : inner?.surface.vertices ?? [])) as [Extent, Extent];
  const { middle, radius } = one.radius < other.radius ? one : other;
  return { middle, radius: Math.min(all.radius, radius * ROOM) };
}

const named = ({ a, b }: { a: number; b: number }): string => [a, b].map((number) => plain(items[number]?.name ?? "")).join(" and ");

/** How deep a clash is, in words. */
function deep({ distance, distance_kind }: Clash): string {
  const bound = { exact: "", upper_bound: "at most ", lower_bound: "at least " }[distance_kind];
  return `${bound}${decimal(-distance, 0.001)}`;
}

/** How two objects lie, in words. */
function lies({ kind, inner, a, b }: Clash): string {
  if (kind === "contained") return `${plain(items[inner === "a" ? a : b]?.name ?? "")} is inside`;
  return kind === "touching" ? "touch" : kind;
}

const told = (clash: Clash): string => (clash.kind === "touching" ? lies(clash) : `${lies(clash)}, ${deep(clash)} deep`);

/** What is told of the clash that is chosen, or of what is apart. */
function answered(clash: Clash | undefined, answer: Answer<Asked>, query: Engine["query"]): Reading[] {
  if (!clash) return "distance" in answer && !("kind" in answer) ? [["Distance of the first two", decimal(answer.distance, 0.001)]] : [];
  const { pairs = [], pairs_left_out = 0 } = cascaded(clash, query) ?? {};
  const readings: Reading[] = [["Selected", named(clash)], ["Relation", lies(clash)], ["Intersecting pairs of triangles", whole(pairs.length + pairs_left_out)]];
  if (clash.kind === "touching") return readings;
  const { depth_at_least: least = 0, distance_kind } = clash;
  return [...readings, ["Depth", deep(clash)], ...(distance_kind === "upper_bound" ? [["Depth at least", decimal(least, 0.001)] as const] : []), ["Move the second along", coordinates(clash.normal)]];
}

export const ownFile: SpaceScene<State, Asked> = {
  stage: "space",
  name: "own-file",
  title: "Your own file",
  explanation: [
    "Choose a file with meshes. The engine checks every object in it against every other, in your browser. The page reads the file and sends it nowhere; there is no server to receive it.",
    "First, a collision world finds all pairs that share a point, by a BVH and then by triangles. For each pair, the engine then computes what “impinge check” reports: whether they overlap or touch, or one is inside the other, and the depth.",
    "The depth is the length of the min translation of the second object, in the units of the file. If it is not known exactly, the list shows an upper bound (“at most”), and the readings also a lower bound. Touching pairs have no depth and are listed separately. Select a clash in the list to view it: intersecting triangles are red, and the arrow is the translation.",
    "A link to this page stores the selection, but not the file. The objects of a glTF file are its nodes with meshes. The objects of an OBJ file are its objects and groups. An STL file is one object. For large files, rules, clearances and reports, use “impinge check FILE”.",
  ],
  formula: "n objects: n · (n − 1) / 2 pairs\nclashes + touches = pairs that share a point\ndepth = length of the min translation of a clash",
  start: { look: "all", clash: 1, turn: 20, tilt: 28, away: 9.5 },
  choices: [{ key: "look", label: "View", options: { all: "everything", clash: "the selected clash" } }],
  files: {
    label: "GLB, glTF, OBJ or STL",
    accept: ".glb,.gltf,.obj,.stl",
    note: "Choose a file, or drop it on the page. Nothing is sent. Up to 50,000 triangles.",
    async take(file) {
      const { read } = await part(() => import("../files"));
      items = await read(file);
      name = plain(file.name);
      return { look: "all", clash: 1 };
    },
    forget() {
      items = EXAMPLE;
      name = "an example";
    },
  },

  request(state, query) {
    const clash = chosen(state, checked(query));
    const [first, second] = clash ? [items[clash.a], items[clash.b]] : items;
    if (!first) throw new Error("There are no objects.");
    if (!second) return { op: "fit", a: mesh(first) };
    if (!clash) return { op: "distance", a: mesh(first), b: mesh(second) };
    return depth(first, second);
  },

  handles: () => [],

  draw(space, state, answer, query) {
    const clash = chosen(state, checked(query));
    const lit: Lit = clash ? meeting(clash, query) : [[], []];
    const { middle, radius } = seen(state, clash, lit);
    const shown = (place: Point): Point => ahead([0, 0, 0], way(middle, place), REACH / radius);
    const others = items.length > MANY ? "grey haze" : "grey faint";
    for (const [number, { surface }] of items.entries()) {
      const look = number === clash?.a ? "a" : number === clash?.b ? "b" : others;
      space.mesh(surface.vertices.map(shown), surface.triangles, `shape cloth ${look}`, `shape cloth ${look}`);
    }
    space.faces(lit.flat().map(([a, b, c]) => [shown(a), shown(b), shown(c)] as const), "hit");
    space.lines(lit.flat().flatMap(([a, b, c]) => [a, b, b, c, c, a]).map(shown), "overlap thin");
    if (clash && clash.distance < 0) space.arrow(shown(point(clash.point_b)), shown(point(clash.point_a)), "text");
    if (!("points" in answer) || !answer.points) return;
    const [a, b] = answer.points.map((each) => shown(point(each))) as [Point, Point];
    space.line(a, b, "measure");
  },

  chart(_, state, changed) {
    const { clashes, touches, leftOut } = made ?? { clashes: [], touches: [], leftOut: 0 };
    const asked = made && chosen(state, made);
    const row = (clash: Clash, number: number): HTMLElement => {
      const button = make("button", { type: "button", "data-clash": String(number), "aria-pressed": String(clash === asked) }, make("span", {}, named(clash)), make("span", {}, told(clash)));
      button.addEventListener("click", () => {
        Object.assign(state, { clash: number, look: "clash" });
        changed(true);
        // The list is made anew, and keeps the focus.
        document.querySelector<HTMLElement>(`[data-clash="${number}"]`)?.focus();
      });
      return make("li", {}, button);
    };
    const list = (title: string, some: readonly Clash[], before: number): HTMLElement[] =>
      some.length === 0 ? [] : [make("h3", {}, title), make("ul", { class: "clashes" }, ...some.map((clash, place) => row(clash, before + place + 1)))];
    const lists = [...list("Clashes", clashes, 0), ...list("Touches", touches, clashes.length)];
    const more = leftOut > 0 ? [make("p", {}, `${count(leftOut, "more pair")}: run “impinge check” to list all.`)] : [];
    return make("div", {}, ...(lists.length > 0 ? lists : [make("h3", {}, "No clashes")]), ...more);
  },

  summary(_, __, query) {
    const { clashes, touches, leftOut } = checked(query);
    const of = `${count(items.length, "object")} of ${name}`;
    const more = leftOut > 0 ? ` ${count(leftOut, "more pair")} ${leftOut === 1 ? "intersects and was" : "intersect and were"} not checked.` : "";
    const touching = count(touches.length, "touch", "touches");
    if (clashes.length === 0) return `Nothing clashes among ${of}${touches.length > 0 ? `, with ${touching}` : ""}.${more}`;
    return `${count(clashes.length, "clash", "clashes")}${touches.length > 0 ? ` and ${touching}` : ""} among ${of}.${more}`;
  },

  readings(state, answer, query): Reading[] {
    const clash = chosen(state, checked(query));
    const triangles = items.reduce((sum, { surface }) => sum + surface.triangles.length, 0);
    return [
      ["Objects", whole(items.length)],
      ["Triangles", whole(triangles)],
      ["Pairs", whole((items.length * (items.length - 1)) / 2)],
      ...answered(clash, answer, query),
    ];
  },

  rust: () => `// The same for every object of a file, by the program: impinge check FILE
use glam::DVec3;
use impinge::assembly::{Cascade, Instance, Model, find_collisions};
use impinge::math::Affine;

/// Two objects of the file.
fn check(a: &Model<DVec3>, b: &Model<DVec3>) {
    let instances = [a, b].map(|model| Instance::new(model, Affine::identity()));
    for collision in find_collisions(&instances, &Cascade::default(), &()) {
        println!("{:?} {:?}", collision.kind, instances[0].depth(&instances[1]));
    }
}`,
};
