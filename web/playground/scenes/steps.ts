// GJK and EPA, step by step: two shapes, and their Minkowski difference beside them.

import type { Answer, Engine, EpaStep, GjkStep, GjkTraceAnswer, GjkTraceRequest, MinkowskiPoint } from "impinge";

import { decimal } from "../../shared/numbers";
import { core, placed, rust, rustImports } from "../figures";
import { asked, nearestReadings, toldNearest, type Nearness } from "../nearness";
import { drawNearest, drawPair, first, pairChoices, pairHandles, second, type PairState } from "../pair";
import type { Plane } from "../plane";
import type { PlaneScene, Reading } from "../scene";
import { across, along, between, coordinates, dot, vector, type Vector } from "../vectors";

/** Steps are counted from 1. */
type State = PairState & { step: number };

/** How long the arrow of a direction is, in pixels. */
const ARROW = 56;
/** So much is seen around the difference. */
const ROOM = 0.8;
const ORIGIN: Vector = [0, 0];

/** What is shown: a step of either search, or what comes of them. */
type Moment = { kind: "gjk"; number: number; step: GjkStep } | { kind: "epa"; number: number; step: EpaStep } | { kind: "end" };

function moment({ step }: State, { gjk, epa }: GjkTraceAnswer): Moment {
  const searched = gjk[step - 1];
  if (searched) return { kind: "gjk", number: step, step: searched };
  const number = step - gjk.length;
  const expanded = epa[number - 1];
  return expanded ? { kind: "epa", number, step: expanded } : { kind: "end" };
}

const difference = (point: MinkowskiPoint | undefined): Vector => vector(point?.difference ?? ORIGIN);

function unit(direction: Vector): Vector {
  const length = Math.hypot(...direction);
  return length > 0 ? along(ORIGIN, direction, 1 / length) : [1, 0];
}

/** The ends of an edge, its outward normal, and the point of its line that is nearest to the origin. */
function edge({ nearest, found }: EpaStep, { vertices }: GjkTraceAnswer): { from: Vector; to: Vector; normal: Vector; foot: Vector } {
  const [from, to] = nearest.map((number) => difference(vertices[number])) as [Vector, Vector];
  const side = unit(across(between(from, to)));
  const normal = dot(side, between(from, difference(found))) < 0 || dot(side, from) < 0 ? along(ORIGIN, side, -1) : side;
  return { from, to, normal, foot: along(ORIGIN, normal, dot(normal, from)) };
}

/** Where a step looks. */
function direction(shown: Exclude<Moment, { kind: "end" }>, answer: GjkTraceAnswer): Vector {
  return shown.kind === "gjk" ? unit(along(ORIGIN, vector(shown.step.nearest), -1)) : edge(shown.step, answer).normal;
}

/** The outline of the difference of both cores: the engine says which of all differences are its corners. */
function outline(state: State, query: Engine["query"]): Vector[] {
  const points = core(first(state)).flatMap((a) => core(second(state)).map((b) => between(b, a)));
  const hull = query({ op: "fit", a: { type: "hull", points } }).volumes.at(-1)?.shape;
  return hull?.type === "hull" ? hull.points.map(vector) : [];
}

/** The answer that the steps lead to. */
function nearness(state: State, query: Engine["query"]): Answer<Nearness> {
  return query(asked({ a: placed(first(state)), b: placed(second(state)) }, query));
}

/** What one of the shapes adds to a step: the cores of round ones, where it looks, and what it finds. */
function drawSupport(plane: Plane, state: State, answer: GjkTraceAnswer, side: 0 | 1): void {
  const look = side === 0 ? "a" : "b";
  const figure = side === 0 ? first(state) : second(state);
  const [from, to = from] = core(figure) as [Vector, Vector?];
  if (answer.radii[side] > 0) plane.line(from, to, look);
  const shown = moment(state, answer);
  if (shown.kind === "end") return;
  // What is far in the difference a − b is far in A, and far in B the other way.
  const way = along(ORIGIN, direction(shown, answer), side === 0 ? 1 : -1);
  const on = ({ points }: MinkowskiPoint): Vector => vector(points[side]);
  plane.arrow(figure.at, along(figure.at, way, plane.pixels(ARROW)), "text");
  plane.endless(on(shown.step.found), across(way), `slab ${look}`);
  const held = shown.kind === "gjk" ? shown.step.simplex : answer.vertices.slice(0, Math.max(...shown.step.facets.flat()) + 1);
  for (const each of held) plane.dot(on(each), "left");
  plane.dot(on(shown.step.found), "overlap");
  plane.text(on(shown.step.found), look, [way[0] < 0 ? -10 : 10, way[1] > 0 ? -10 : 18]);
}

function drawSimplex(plane: Plane, simplex: readonly MinkowskiPoint[]): void {
  const points = simplex.map(difference);
  plane.polygon(points, "shape left");
  for (const each of points) plane.dot(each, "left");
}

function drawEpa(plane: Plane, step: EpaStep, answer: GjkTraceAnswer): void {
  for (const facet of step.facets) {
    const [from, to] = facet.map((number) => difference(answer.vertices[number])) as [Vector, Vector];
    plane.line(from, to, "left");
    plane.dot(from, "left");
  }
  const { from, to } = edge(step, answer);
  plane.line(from, to, "face left");
}

/** The farthest point that a step finds, and the line that the difference does not cross there. */
function drawFound(plane: Plane, found: MinkowskiPoint, from: Vector, way: Vector): void {
  const at = difference(found);
  plane.arrow(from, along(from, way, plane.pixels(ARROW)), "text");
  plane.endless(at, across(way), "between");
  plane.dot(at, "overlap");
  plane.text(at, "s", [way[0] < 0 ? -10 : 10, way[1] > 0 ? -10 : 18]);
}

function drawDifference(plane: Plane, state: State, answer: GjkTraceAnswer, query: Engine["query"]): void {
  const corners = outline(state, query);
  const radius = answer.radii[0] + answer.radii[1];
  plane.see([...corners, ORIGIN], radius + ROOM);
  if (radius > 0) plane.around(corners, radius, "around difference");
  plane.polygon(corners, "shape difference");
  const shown = moment(state, answer);
  const last = answer.epa.at(-1);
  if (shown.kind === "gjk") {
    const nearest = vector(shown.step.nearest);
    drawSimplex(plane, shown.step.simplex);
    // At first it is a guess, and no point of the difference.
    plane.line(ORIGIN, nearest, shown.step.simplex.length > 0 ? "measure" : "slab text");
    drawFound(plane, shown.step.found, ORIGIN, direction(shown, answer));
  } else if (shown.kind === "epa") {
    drawEpa(plane, shown.step, answer);
    const { foot, normal } = edge(shown.step, answer);
    plane.line(ORIGIN, foot, "measure");
    drawFound(plane, shown.step.found, foot, normal);
  } else if (last) {
    drawEpa(plane, last, answer);
    plane.arrow(ORIGIN, edge(last, answer).foot, "overlap");
  } else {
    drawSimplex(plane, answer.simplex);
    if (answer.nearest) plane.line(ORIGIN, vector(answer.nearest), "measure");
  }
  plane.dot(ORIGIN, "text");
  plane.text(ORIGIN, "0", [-10, 18]);
}

const range = (least: number, most: number | undefined): string => (most === undefined ? `from ${decimal(least, 0.001)}` : `${decimal(least, 0.001)} to ${decimal(most, 0.001)}`);

function stepReadings(shown: Exclude<Moment, { kind: "end" }>, answer: GjkTraceAnswer): Reading[] {
  const { found } = shown.step;
  const held: Reading = shown.kind === "gjk" ? ["Points of the simplex", String(shown.step.simplex.length)] : ["Edges of the polytope", String(shown.step.facets.length)];
  const bounds: Reading = shown.kind === "gjk" ? ["Distance of the cores", range(shown.step.lower_bound, shown.step.upper_bound)] : ["Depth of the cores", range(Math.max(0, shown.step.lower_bound), shown.step.upper_bound)];
  return [
    ["Step", shown.kind === "gjk" ? `${shown.number} of ${answer.gjk.length}, GJK` : `${shown.number} of ${answer.epa.length}, EPA`],
    held,
    ["Direction d", coordinates(direction(shown, answer))],
    ["Support point s = a − b", coordinates(found.difference)],
    ["a", coordinates(found.points[0])],
    ["b", coordinates(found.points[1])],
    bounds,
  ];
}

export const steps: PlaneScene<State, GjkTraceRequest> = {
  stage: "plane",
  name: "steps",
  title: "GJK and EPA, step by step",
  explanation: [
    "Subtract every point of B from every point of A: this is the Minkowski difference A − B, green. It contains the origin exactly if A and B share a point. Otherwise its distance from the origin is the distance of the shapes. So two shapes become one shape and a point.",
    "The difference is never computed. Its furthest point in a direction d is the furthest point of A along d minus the furthest point of B against d. A shape only has to provide this support point.",
    "GJK keeps a simplex of at most three such points (four in 3D), violet. It searches from the point of the simplex nearest to the origin towards the origin, and adds the support point s, red. Nothing of the difference lies beyond the dashed line through s. So the line gives a lower bound of the distance, and the simplex an upper bound.",
    "If the simplex contains the origin, the shapes overlap, and EPA expands the simplex. It searches outward from the edge nearest to the origin, and adds the support point as a corner, until no point is further out. This edge is then an edge of the difference, and the arrow to it is the min translation of B.",
    "A ball counts as its centre and a capsule as its segment: their cores. The radii are added last, and are the pale border. Play the steps, or drag the shapes into each other.",
  ],
  formula: "A − B = { a − b }\ns(d) = furthest of A along d − furthest of B along −d\nGJK: d = −v, for v of the simplex nearest to 0\n     v·s / |v| ≤ distance ≤ |v|\nEPA: d = n, of the edge nearest to 0\n     n·edge ≤ depth ≤ n·s",
  start: { a: "polygon", ax: -2.6, ay: -1, a_angle: 10, b: "box", bx: 2, by: 1.4, b_angle: 30, step: 2 },
  choices: pairChoices,
  time: { key: "step", label: "Step", least: 1, greatest: 6, step: 1, lasts: 8, isWhole: true },
  last: ({ gjk, epa }) => gjk.length + epa.length + 1,

  request: (state) => ({ op: "gjk_trace", a: placed(first(state)), b: placed(second(state)) }),

  handles: pairHandles,

  draw(plane, state, answer, query) {
    drawPair(plane, state);
    if (moment(state, answer).kind === "end") drawNearest(plane, state, nearness(state, query));
    drawSupport(plane, state, answer, 0);
    drawSupport(plane, state, answer, 1);
  },

  beside: { captions: ["A and B", "Minkowski difference A − B, and the origin"], draw: drawDifference },

  bars(state, answer) {
    const shown = moment(state, answer);
    const { gjk, epa } = answer;
    const to = 1.05 * Math.max(0.1, ...gjk.flatMap(({ lower_bound, upper_bound = 0 }) => [lower_bound, upper_bound]), ...epa.map(({ upper_bound }) => upper_bound));
    return {
      title: epa.length > 0 ? "Bounds of the distance, then of the depth" : "Bounds of the distance",
      from: 0,
      to,
      lanes: 1,
      marks: [answer.depth || answer.distance],
      rows: [
        ...gjk.map(({ lower_bound, upper_bound }, number) => ({
          label: `GJK, step ${number + 1}`,
          told: range(lower_bound, upper_bound),
          spans: [{ from: lower_bound, to: upper_bound ?? to, look: "left" }],
          isChosen: shown.kind === "gjk" && shown.number === number + 1,
        })),
        ...epa.map(({ lower_bound, upper_bound }, number) => ({
          label: `EPA, step ${number + 1}`,
          told: range(Math.max(0, lower_bound), upper_bound),
          spans: [{ from: lower_bound, to: upper_bound, look: "overlap" }],
          isChosen: shown.kind === "epa" && shown.number === number + 1,
        })),
      ],
    };
  },

  summary(state, answer, query) {
    const shown = moment(state, answer);
    const cores = answer.radii[0] + answer.radii[1] > 0 ? "the cores" : "the shapes";
    if (shown.kind === "end") return toldNearest(nearness(state, query));
    if (shown.kind === "epa") return `EPA, step ${shown.number}: the depth of ${cores} is at least ${decimal(Math.max(0, shown.step.lower_bound), 0.001)} and at most ${decimal(shown.step.upper_bound, 0.001)}.`;
    const { lower_bound, upper_bound } = shown.step;
    if (upper_bound === undefined) return "GJK, step 1: the search starts with a guess, and computes the support point along d.";
    if (lower_bound === 0) return `GJK, step ${shown.number}: the distance of ${cores} is at most ${decimal(upper_bound, 0.001)}; they may overlap.`;
    return `GJK, step ${shown.number}: the distance of ${cores} is at least ${decimal(lower_bound, 0.001)} and at most ${decimal(upper_bound, 0.001)}.`;
  },

  readings(state, answer, query) {
    const shown = moment(state, answer);
    const radii: Reading[] = answer.radii[0] + answer.radii[1] > 0 ? [["Radii around the cores", coordinates(answer.radii)]] : [];
    if (shown.kind !== "end") return [...stepReadings(shown, answer), ...radii];
    if (radii.length > 0) radii.unshift(answer.depth > 0 ? ["Depth of the cores", decimal(answer.depth, 0.001)] : ["Distance of the cores", decimal(answer.distance, 0.001)]);
    const taken: Reading = ["Steps", `${answer.gjk.length} of GJK, ${answer.epa.length} of EPA`];
    return [taken, ...nearestReadings(nearness(state, query)), ...radii];
  },

  rust(state) {
    const [a, b] = [first(state), second(state)];
    return `${rustImports(a, b).replace("use impinge::prelude::*;", "use impinge::narrow::trace::gjk_trace;")}
${rust("a", a)}
${rust("b", b)}
let trace = gjk_trace(&a, &b).ok_or("both are convex")?;
for step in &trace.gjk {
    println!("{} {} {:?}", step.nearest, step.lower_bound, step.upper_bound);
}
for step in &trace.epa {
    println!("{} {}", step.lower_bound, step.upper_bound);
}
println!("{} within {:?}", trace.distance, trace.radii);`;
  },
};
