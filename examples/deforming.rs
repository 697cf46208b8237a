//! How long does it take to find out whether parts of deforming meshes meet? Each question is asked once a
//! round.
//!
//! `cargo run --release --example deforming`
//!
//! Random: vertices in the unit cube, each moved by up to ½ on each axis. Cloth: a sheet of 46,598 vertices
//! falls on a ball; asked are the candidates of one step: those of its own parts, and of its parts and the
//! ball's, whose boxes overlap.

use std::hint::black_box;
use std::time::Instant;

use glam::DVec3;
use impinge::bvh::Bvh;
use impinge::shape::{Aabb, ShapeError};
use impinge::sweep::{DeformingOptions, EdgeEdge, VertexFace};

const RANDOM: usize = 100_000;
const ROUNDS: usize = 5;
/// 46,598 vertices.
const SIDES: [usize; 2] = [254, 183];
const EXTRA: usize = 46_598 - SIDES[0] * SIDES[1];

/// SplitMix64, as numbers from 0 to 1.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn point(&mut self) -> DVec3 {
        DVec3::new(self.unit(), self.unit(), self.unit())
    }
}

type Query = [[DVec3; 4]; 2];

/// Asks all, and prints how long each took: the median of the rounds.
fn measure(name: &str, queries: &[Query], ask: impl Fn(&Query) -> bool) {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let mut found = 0;
        let mut times: Vec<u64> = Vec::with_capacity(queries.len());
        for query in queries {
            let begin = Instant::now();
            found += usize::from(ask(black_box(query)));
            times.push(begin.elapsed().as_nanos() as u64);
        }
        // Without looking at the clock each time.
        let begin = Instant::now();
        for query in queries {
            black_box(ask(black_box(query)));
        }
        let mean = begin.elapsed().as_nanos() as f64 / queries.len() as f64;
        times.sort_unstable();
        let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
        rounds.push((mean, at(0.5), at(0.99), at(1.0), found));
    }
    rounds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mean, median, p99, most, found) = rounds[ROUNDS / 2];
    println!(
        "{name:<28} {:>8} queries, {found:>6} meet: mean {mean:7.1} ns; with the clock p50 {median}, p99 {p99}, max {most} ns",
        queries.len()
    );
}

/// A mesh at both ends of a step.
struct Cloth {
    start: Vec<DVec3>,
    end: Vec<DVec3>,
    triangles: Vec<[usize; 3]>,
    edges: Vec<[usize; 2]>,
    /// The first vertex of the ball.
    ball: usize,
}

/// The edges of triangles, each once.
fn edges(triangles: &[[usize; 3]]) -> Vec<[usize; 2]> {
    let sides = triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let mut edges: Vec<[usize; 2]> = sides.map(|[a, b]| [a.min(b), a.max(b)]).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// A sheet of side 2 that has come to lie over the top of a ball of radius ½, hangs down from it in folds,
/// and falls on; the ball is part of the mesh. At the start nothing meets.
fn cloth() -> Cloth {
    let [columns, rows] = SIDES;
    let mut start = Vec::new();
    let mut random = Random(11);
    let over = 0.503_f64;
    let edge = over * (3.0_f64 / 4.0).sqrt();
    for row in 0..rows {
        for column in 0..columns {
            let x = 2.0 * column as f64 / (columns - 1) as f64 - 1.0;
            let z = 2.0 * row as f64 / (rows - 1) as f64 - 1.0;
            let around = (x * x + z * z).sqrt();
            let beyond = (around - edge).max(0.0);
            let lies = around.min(edge);
            // From where the ball is steep, straight on along its tangent.
            let height = (over * over - lies * lies).sqrt() - 3.0_f64.sqrt() * beyond;
            let fold = 0.1 * beyond * libm::sin(9.0 * libm::atan2(z, x));
            start.push(DVec3::new(x, height + fold, z) + 1e-4 * random.point());
        }
    }
    let at = |row: usize, column: usize| row * columns + column;
    let mut triangles = Vec::new();
    for row in 1..rows {
        for column in 1..columns {
            let [a, b] = [at(row - 1, column - 1), at(row - 1, column)];
            let [c, d] = [at(row, column - 1), at(row, column)];
            triangles.extend([[a, b, c], [b, d, c]]);
        }
    }
    // A strip at the side makes the number of vertices whole.
    for extra in 0..EXTRA {
        let beside = start[at(extra, 0)];
        start.push(beside + DVec3::new(-0.008, 0.0, 0.0));
        if extra > 0 {
            let last = rows * columns + extra;
            triangles.push([at(extra - 1, 0), at(extra, 0), last]);
        }
    }
    let falls = |p: &DVec3| *p - 0.01 * DVec3::Y + 2e-4 * (random.point() - DVec3::splat(0.5));
    let mut end: Vec<DVec3> = start.iter().map(falls).collect();
    // The ball, which rests: rings between two poles.
    let ball = start.len();
    let (rings, sectors) = (100, 200);
    start.extend([0.5 * DVec3::Y, -0.5 * DVec3::Y]);
    for ring in 1..rings {
        for sector in 0..sectors {
            let (across, up) = (std::f64::consts::PI * ring as f64 / rings as f64).sin_cos();
            let (z, x) = (std::f64::consts::TAU * sector as f64 / sectors as f64).sin_cos();
            start.push(0.5 * DVec3::new(across * x, up, across * z));
        }
    }
    end.extend_from_slice(&start[ball..]);
    let on = |ring: usize, sector: usize| ball + 2 + (ring - 1) * sectors + sector % sectors;
    for sector in 0..sectors {
        triangles.push([ball, on(1, sector + 1), on(1, sector)]);
        triangles.push([ball + 1, on(rings - 1, sector), on(rings - 1, sector + 1)]);
        for ring in 1..rings - 1 {
            let [a, b] = [on(ring, sector), on(ring, sector + 1)];
            let [c, d] = [on(ring + 1, sector), on(ring + 1, sector + 1)];
            triangles.extend([[a, b, c], [b, d, c]]);
        }
    }
    let edges = edges(&triangles);
    Cloth { start, end, triangles, edges, ball }
}

impl Cloth {
    /// Boxes around the ways of parts.
    fn boxes<const N: usize>(&self, parts: &[[usize; N]]) -> Result<Bvh<DVec3>, ShapeError> {
        let around = |part: &[usize; N]| {
            let ends = part.iter().flat_map(|&vertex| [self.start[vertex], self.end[vertex]]);
            Aabb::from_points(ends)
        };
        Ok(Bvh::new(&parts.iter().map(around).collect::<Result<Vec<_>, _>>()?))
    }

    fn query(&self, vertices: [usize; 4]) -> Query {
        [vertices.map(|vertex| self.start[vertex]), vertices.map(|vertex| self.end[vertex])]
    }

    /// Vertices and faces, and edges and edges, whose boxes overlap, which share no vertex, and of which one
    /// is of the sheet.
    fn candidates(&self) -> Result<[Vec<Query>; 2], ShapeError> {
        let points: Vec<[usize; 1]> = (0..self.start.len()).map(|vertex| [vertex]).collect();
        let (vertices, faces) = (self.boxes(&points)?, self.boxes(&self.triangles)?);
        let mut of_faces = Vec::new();
        vertices.join(&faces, |vertex, face| {
            let (vertex, [a, b, c]) = (vertex as usize, self.triangles[face as usize]);
            if ![a, b, c].contains(&vertex) && (vertex < self.ball || a < self.ball) {
                of_faces.push(self.query([vertex, a, b, c]));
            }
        });
        let mut of_edges = Vec::new();
        self.boxes(&self.edges)?.self_join(|one, other| {
            let ([a, b], [c, d]) = (self.edges[one as usize], self.edges[other as usize]);
            if a != c && a != d && b != c && b != d && (a < self.ball || c < self.ball) {
                of_edges.push(self.query([a, b, c, d]));
            }
        });
        Ok([of_faces, of_edges])
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = DeformingOptions::new(1e-6)?;
    let separated = options.with_min_separation(1e-3)?;
    let faces = |options: DeformingOptions<f64>| {
        move |[start, end]: &Query| {
            VertexFace::new(*start, *end).is_ok_and(|pair| pair.first_contact(&options).is_some())
        }
    };
    let edges = |options: DeformingOptions<f64>| {
        move |[start, end]: &Query| {
            EdgeEdge::new(*start, *end).is_ok_and(|pair| pair.first_contact(&options).is_some())
        }
    };
    let mut random = Random(1);
    let mut query = || {
        let start = [(); 4].map(|()| random.point());
        let end = start.map(|point| point + random.point() - DVec3::splat(0.5));
        [start, end]
    };
    let queries: Vec<Query> = (0..RANDOM).map(|_| query()).collect();
    measure("random vertex–face", &queries, faces(options));
    measure("random edge–edge", &queries, edges(options));
    measure("the same, 0.001 apart", &queries, faces(separated));
    measure("the same, 0.001 apart", &queries, edges(separated));
    let [of_faces, of_edges] = cloth().candidates()?;
    measure("cloth vertex–face", &of_faces, faces(options));
    measure("cloth edge–edge", &of_edges, edges(options));
    Ok(())
}
