// Closed meshes that scenes make themselves: a torus, and a ball with bumps.

import { float } from "./figures";
import { ahead, type Point } from "./points";
import type { Corners } from "./space";
import { rounded } from "./vectors";

export interface Surface {
  vertices: readonly Point[];
  triangles: readonly Corners[];
}

/** The radius of the ring and that of its tube; the radius of the ball, and how high its bumps are. */
const [RING, TUBE] = [1.7, 0.75];
const [BALL, BUMP] = [1.5, 0.3];
/** How many bumps there are around, and from top to bottom. */
const [BUMPS_AROUND, BUMPS_DOWN] = [5, 3];
/** Decimals of coordinates: requests stay short. */
const DECIMALS = 3;

/** A point of a surface by two angles, of which the first goes around the y axis. */
type Parametrized = (around: number, other: number) => Point;

const onTorus: Parametrized = (around, across) => {
  const far = RING + TUBE * Math.cos(across);
  return [far * Math.sin(around), TUBE * Math.sin(across), far * Math.cos(around)];
};

const onBall: Parametrized = (around, down) => {
  const far = BALL + BUMP * Math.sin(BUMPS_AROUND * around) * Math.sin(down) * Math.sin(BUMPS_DOWN * down);
  return [far * Math.sin(down) * Math.sin(around), far * Math.cos(down), far * Math.sin(down) * Math.cos(around)];
};

const short = (place: Point): Point => place.map((coordinate) => rounded(coordinate, DECIMALS)) as unknown as Point;

/** Twice as many parts around as across, and two triangles for each of them. */
export function torus(across: number): Surface {
  const around = 2 * across;
  const number = (i: number, j: number): number => (i % around) * across + (j % across);
  const places = Array.from({ length: around * across }, (_, each) => [Math.floor(each / across), each % across] as const);
  return {
    vertices: places.map(([i, j]) => short(onTorus((2 * Math.PI * i) / around, (2 * Math.PI * j) / across))),
    triangles: places.flatMap(([i, j]): Corners[] => [
      [number(i, j), number(i + 1, j), number(i + 1, j + 1)],
      [number(i, j), number(i + 1, j + 1), number(i, j + 1)],
    ]),
  };
}

/** Twice as many parts around as from top to bottom, where triangles have a corner in common; so many times as large as usual. */
export function bumpyBall(down: number, size = 1): Surface {
  const around = 2 * down;
  const [top, bottom] = [0, 1 + around * (down - 1)];
  const number = (i: number, j: number): number => (j === 0 ? top : j === down ? bottom : 1 + (j - 1) * around + (i % around));
  const at = (i: number, j: number): Point => short(ahead([0, 0, 0], onBall((2 * Math.PI * i) / around, (Math.PI * j) / down), size));
  const rows = Array.from({ length: down }, (_, j) => j);
  const columns = Array.from({ length: around }, (_, i) => i);
  return {
    vertices: [at(0, 0), ...rows.slice(1).flatMap((j) => columns.map((i) => at(i, j))), at(0, down)],
    triangles: rows.flatMap((j) =>
      columns.flatMap((i): Corners[] => [
        ...(j > 0 ? [[number(i, j), number(i, j + 1), number(i + 1, j)] as const] : []),
        ...(j < down - 1 ? [[number(i + 1, j), number(i, j + 1), number(i + 1, j + 1)] as const] : []),
      ]),
    ),
  };
}

/** The corners of a triangle of a surface. */
export function corners({ vertices, triangles }: Surface, triangle: number): readonly [Point, Point, Point] | undefined {
  return triangles[triangle]?.map((corner) => vertices[corner] ?? [0, 0, 0]) as unknown as [Point, Point, Point] | undefined;
}

const RUST_ROUNDED = `    let short = |x: f64| (x * 1000.0).round() / 1000.0;\n`;

/** A function in Rust that makes the same torus; it needs `TAU`, `DVec3`, `Mesh` and `MeshError`. */
export const RUST_TORUS = `fn torus(across: u32) -> Result<Mesh<DVec3>, MeshError> {
    let around = 2 * across;
    let number = |i: u32, j: u32| (i % around) * across + j % across;
    let places = || (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
${RUST_ROUNDED}    let vertices = places().map(|(i, j)| {
        let (u, v) = (TAU * f64::from(i) / f64::from(around), TAU * f64::from(j) / f64::from(across));
        let far = ${float(RING)} + ${float(TUBE)} * v.cos();
        DVec3::new(far * u.sin(), ${float(TUBE)} * v.sin(), far * u.cos()).map(short)
    });
    let triangles = places().flat_map(|(i, j)| {
        let corner = number(i + 1, j + 1);
        [[number(i, j), number(i + 1, j), corner], [number(i, j), corner, number(i, j + 1)]]
    });
    Mesh::new(vertices.collect(), triangles.collect())
}
`;

/** The same of the ball. */
export const RUST_BALL = `fn bumpy_ball(down: u32, size: f64) -> Result<Mesh<DVec3>, MeshError> {
    let around = 2 * down;
    let bottom = 1 + around * (down - 1);
    let number = |i: u32, j: u32| match j {
        0 => 0,
        _ if j == down => bottom,
        _ => 1 + (j - 1) * around + i % around,
    };
${RUST_ROUNDED}    let at = |i: u32, j: u32| {
        let (u, v) = (TAU * f64::from(i) / f64::from(around), TAU / 2.0 * f64::from(j) / f64::from(down));
        let far = ${float(BALL)} + ${float(BUMP)} * (${float(BUMPS_AROUND)} * u).sin() * v.sin() * (${float(BUMPS_DOWN)} * v).sin();
        let point = DVec3::new(far * v.sin() * u.sin(), far * v.cos(), far * v.sin() * u.cos());
        (size * point).map(short)
    };
    let mut vertices = vec![at(0, 0)];
    vertices.extend((1..down).flat_map(|j| (0..around).map(move |i| (i, j))).map(|(i, j)| at(i, j)));
    vertices.push(at(0, down));
    let mut triangles = Vec::new();
    for (j, i) in (0..down).flat_map(|j| (0..around).map(move |i| (j, i))) {
        if j > 0 {
            triangles.push([number(i, j), number(i, j + 1), number(i + 1, j)]);
        }
        if j + 1 < down {
            triangles.push([number(i + 1, j), number(i, j + 1), number(i + 1, j + 1)]);
        }
    }
    Mesh::new(vertices, triangles)
}
`;
