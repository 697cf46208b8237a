// A person's own file: which of its objects clash, and how deep they are in each other.

import type { Answer, BoundsRequest, DistanceRequest, Engine, FunnelRequest, PenetrationRequest } from "impinge";

import { count, decimal, whole } from "../../report/numbers";
import type { View } from "../../shared/camera";
import { make, plain } from "../../shared/markup";
import { cascade, check, mesh, penetration, type Checked, type Clash, type Item } from "../clashes";
import { Depths, PATIENCE } from "../depths";
import { part } from "../parts";
import { ahead, point, way, type Point } from "../points";
import type { Reading, SpaceScene } from "../scene";
import { bumpyBall, corners, torus, type Surface } from "../surfaces";
import type { Corners } from "../space";
import { coordinates } from "../vectors";

type State = View & { look: string; clash: number };
type Asked = PenetrationRequest | FunnelRequest | DistanceRequest | BoundsRequest;

const NAME = "own-file";
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

/** How deep clashes are: that may take as long as it likes, and the page goes on. */
const depths = new Depths();

/** The clash that is chosen, by its number from 1; after clashes come touches. */
function chosen({ clash }: State, { clashes, touches }: Checked): Clash | undefined {
  const all = [...clashes, ...touches];
  return all[Math.min(all.length, Math.max(1, Math.round(clash))) - 1];
}

type Triangle = readonly [Point, Point, Point];
/** Of both objects of a clash. */
type Lit = readonly [Triangle[], Triangle[]];

/** The triangles of each object that meet, by their corners. */
function meeting({ a, b }: Clash, answer: Answer<Asked>, query: Engine["query"]): Lit {
  const [one, other] = [items[a], items[b]];
  if (!one || !other) return [[], []];
  // Until its depth is known, that is what was asked.
  const { pairs } = "pairs" in answer ? answer : query(cascade(one, other));
  const lit = ({ surface }: Item, numbers: readonly number[]): Triangle[] =>
    [...new Set(numbers)].flatMap((number) => {
      const triangle = corners(surface, number);
      return triangle ? [triangle] : [];
    });
  return [lit(one, pairs.map((pair) => pair.a)), lit(other, pairs.map((pair) => pair.b))];
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

/** The answer about the depth of a clash, as text, once it is there. */
function measured(clash: Clash): string | undefined {
  const known = depths.of(clash);
  return typeof known === "object" ? known.answer : undefined;
}

/** The request for the depth of a clash; of duplicates it takes long, and tells nothing. */
function measure({ a, b, relation, isDuplicate }: Clash): PenetrationRequest | undefined {
  const [one, other] = [items[a], items[b]];
  return one && other && relation === "overlapping" && !isDuplicate ? penetration(one, other) : undefined;
}

/** What is known of the depth of a clash, in words. */
function toldDepth(clash: Clash): string {
  const known = depths.of(clash);
  if (clash.isDuplicate) return "not asked: move one away, or delete it";
  if (known === "late") return `not known within ${PATIENCE} seconds; ask “impinge check”`;
  const answer = measured(clash);
  if (answer === undefined) return "being measured …";
  const { depth, error } = JSON.parse(answer);
  return depth === undefined ? String(error ?? "none") : decimal(depth, 0.001);
}

function told(clash: Clash): string {
  const { relation, inner, isDuplicate, a, b, meeting } = clash;
  if (relation === "touching") return "touch";
  if (isDuplicate) return "duplicate";
  const deep = measured(clash) === undefined ? [] : [`${toldDepth(clash)} deep`];
  if (inner) return [`${plain(items[inner === "a" ? a : b]?.name ?? "")} lies within`, ...deep].join(", ");
  return ["overlap", ...(deep.length > 0 ? deep : [`${count(meeting, "pair")} of triangles`])].join(", ");
}

/** What the answer tells of the clash that is chosen, or of what is apart. */
function answered(clash: Clash | undefined, answer: Answer<Asked>): Reading[] {
  if (!clash) return "distance" in answer && answer.distance !== undefined ? [["Distance of the first two", decimal(answer.distance, 0.001)]] : [];
  const { inner, isDuplicate, relation, meeting } = clash;
  const within = inner && `${plain(items[clash[inner]]?.name ?? "")} lies within`;
  const readings: [string, string][] = [["Chosen", named(clash)], ["Relation", within ?? (isDuplicate ? "duplicate: the same thing twice" : relation)], ["Pairs of triangles that meet", whole(meeting)]];
  if (relation === "overlapping") readings.push(["Depth", toldDepth(clash)]);
  if ("normal" in answer && answer.normal) readings.push(["Way out of the second", coordinates(answer.normal)]);
  return readings;
}

/** The list that is on the page. */
let listed: HTMLElement | undefined;

/** Shows all again; the list is made anew, and what had the focus in it keeps it. */
function again(changed: (isDone: boolean) => void, isDone: boolean, focused = document.activeElement?.getAttribute("data-clash")): void {
  changed(isDone);
  if (focused) document.querySelector<HTMLElement>(`[data-clash="${focused}"]`)?.focus();
}

export const ownFile: SpaceScene<State, Asked> = {
  stage: "space",
  name: NAME,
  title: "Your own file",
  explanation: [
    "Give it a file with meshes, and the engine checks every object in it against every other: in your browser. The file is read on this page and sent nowhere; there is nobody to send it to.",
    "First a world finds all pairs that share a point, by a tree of boxes, and then by the triangles. Then each of these pairs goes through the cascade: do they overlap, touch, or does one lie within the other? What touches has no depth and is listed apart. Choose a clash in the list to look at it, the triangles that meet are red, and to learn its depth: how far the second object has to move to be free, in the units of the file. That takes longest, so it is asked of the chosen one only, of a second engine beside the page, and given up after five seconds.",
    "A link to this page holds what is chosen, but not the file. The objects of a glTF file are its nodes with meshes, those of an OBJ file its objects and groups; an STL file is one object. For large files, rules, clearances and reports there is “impinge check FILE”.",
  ],
  formula: "n objects: n · (n − 1) / 2 pairs\nclashes + touches = pairs that share a point\ndepth = least translation that parts a clash",
  start: { look: "all", clash: 1, turn: 20, tilt: 28, away: 9.5 },
  choices: [{ key: "look", label: "Look at", options: { all: "everything", clash: "the chosen clash" } }],
  files: {
    label: "GLB, glTF, OBJ or STL",
    accept: ".glb,.gltf,.obj,.stl",
    note: "Choose one, or drop it on the page. It stays here: nothing is sent. Up to 50,000 triangles.",
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
    if (!second) return { op: "bounds", a: mesh(first) };
    if (!clash) return { op: "distance", a: mesh(first), b: mesh(second) };
    return measured(clash) === undefined ? cascade(first, second) : penetration(first, second);
  },

  known(state) {
    const clash = made && chosen(state, made);
    return clash && measured(clash);
  },

  handles: () => [],

  draw(space, state, answer, query) {
    const clash = chosen(state, checked(query));
    const lit: Lit = clash ? meeting(clash, answer, query) : [[], []];
    const { middle, radius } = seen(state, clash, lit);
    const shown = (place: Point): Point => ahead([0, 0, 0], way(middle, place), REACH / radius);
    const others = items.length > MANY ? "grey haze" : "grey faint";
    for (const [number, { surface }] of items.entries()) {
      const look = number === clash?.a ? "a" : number === clash?.b ? "b" : others;
      space.mesh(surface.vertices.map(shown), surface.triangles, `shape cloth ${look}`, `shape cloth ${look}`);
    }
    space.faces(lit.flat().map(([a, b, c]) => [shown(a), shown(b), shown(c)] as const), "hit");
    space.lines(lit.flat().flatMap(([a, b, c]) => [a, b, b, c, c, a]).map(shown), "overlap thin");
    if (!("points" in answer) || !answer.points) return;
    const [a, b] = answer.points.map((each) => shown(point(each))) as [Point, Point];
    if (clash) space.arrow(b, a, "text");
    else space.line(a, b, "measure");
  },

  chart(_, state, changed) {
    const { clashes, touches, leftOut } = made ?? { clashes: [], touches: [], leftOut: 0 };
    const asked = made && chosen(state, made);
    const row = (clash: Clash, number: number): HTMLElement => {
      const button = make("button", { type: "button", "data-clash": String(number), "aria-pressed": String(clash === asked) }, make("span", {}, named(clash)), make("span", {}, told(clash)));
      button.addEventListener("click", () => {
        Object.assign(state, { clash: number, look: "clash" });
        again(changed, true, String(number));
      });
      return make("li", {}, button);
    };
    const list = (title: string, some: readonly Clash[], before: number): HTMLElement[] =>
      some.length === 0 ? [] : [make("h3", {}, title), make("ul", { class: "clashes" }, ...some.map((clash, place) => row(clash, before + place + 1)))];
    const lists = [...list("Clashes", clashes, 0), ...list("Touches", touches, clashes.length)];
    const more = leftOut > 0 ? [make("p", {}, `And ${count(leftOut, "pair")} more, which “impinge check” tells.`)] : [];
    listed = make("div", {}, ...(lists.length > 0 ? lists : [make("h3", {}, "No clashes")]), ...more);
    const request = asked && measure(asked);
    // Another scene may be shown when it is known.
    if (asked && request) depths.ask(asked, JSON.stringify({ id: NAME, ...request }), () => listed?.isConnected && again(changed, false));
    return listed;
  },

  summary(_, __, query) {
    const { clashes, touches, leftOut } = checked(query);
    const of = `${count(items.length, "object")} of ${name}`;
    const more = leftOut > 0 ? ` ${count(leftOut, "pair")} more ${leftOut === 1 ? "meets and was" : "meet and were"} not looked at.` : "";
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
      ...answered(clash, answer),
    ];
  },

  rust: () => `// The same for every object of a file, by the program: impinge check FILE
use glam::DVec3;
use impinge::compound::SurfaceMesh;
use impinge::prelude::*;
use impinge::shape::Mesh;

/// Two objects of the file.
fn check(a: Mesh<DVec3>, b: Mesh<DVec3>) {
    let (a, b) = (SurfaceMesh::new(a), SurfaceMesh::new(b));
    println!("{:?} {:?}", a.relation(&b), a.depth(&b));
}`,
};
