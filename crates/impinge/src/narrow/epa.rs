//! How deep are two convex cores in each other? The expanding polytope algorithm.
//!
//! The least translation that parts two overlapping shapes leads from the origin to the nearest point of the boundary
//! of their Minkowski difference. A simplex around the origin, inside the difference, grows: its facet nearest to the
//! origin is pushed out to the support point in the direction of its normal, until there is nothing to push. The facet
//! is then one of the difference itself, and no other can be nearer: the polytope lies inside the difference. So for
//! polyhedra the answer is the least translation, not a local one; for smooth shapes it is so up to a tolerance.
//!
//! A facet is a triangle in space and an edge in the plane; a ridge between two facets is an edge or a vertex.
//! Source: van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects", 2001.

use smallvec::SmallVec;

use super::simplex::{Simplex, Vertex};
use super::support::{SMOOTH, SupportMap};
use crate::math::Vector;

/// Smooth shapes are expanded up to so many points.
const MOST_POINTS: usize = 192;
/// What counts as nothing, relative to the size of the difference.
const ROUNDING: f64 = 1e-14;
/// Smooth shapes are followed up to this part of the size of the difference.
const SMOOTH_TOLERANCE: f64 = 1e-8;

/// The least translation.
pub(super) struct Penetration<D> {
    /// How far: 0 or more.
    pub depth: f64,
    /// A unit vector: B has to go there.
    pub normal: D,
    /// The points that would meet.
    pub on_a: D,
    pub on_b: D,
}

/// A facet of the polytope.
#[derive(Clone, Copy)]
struct Facet<D> {
    points: [u8; 3],
    /// Outward, of any length.
    normal: D,
    /// The square of its distance, negative if the origin is on the outer side.
    key: f64,
    /// Of the normal.
    square: f64,
}

struct Polytope<D> {
    points: SmallVec<[Vertex<D>; 32]>,
    facets: SmallVec<[Facet<D>; 64]>,
}

impl<D: Vector<Scalar = f64>> Polytope<D> {
    #[inline(always)]
    fn difference(&self, point: u8) -> D {
        self.points[point as usize].difference
    }

    /// The facet through points, seen from outside in this order. One without an area is kept, so that the polytope has
    /// no hole, but nothing sees it and it is never the nearest.
    #[inline(always)]
    fn facet(&self, points: [u8; 3]) -> Facet<D> {
        let origin = self.difference(points[0]);
        let edge = self.difference(points[1]) - origin;
        let normal = edge.perpendicular(self.difference(points[2]) - origin);
        let square = normal.dot(normal);
        let along = normal.dot(origin);
        let key = if square > 0.0 { along * along.abs() / square } else { f64::INFINITY };
        Facet { points, normal, key, square }
    }

    /// The polytope of a full simplex, its facets turned outwards; `None` if it is flat.
    fn new(simplex: &Simplex<D>) -> Option<Self> {
        let mut polytope =
            Polytope { points: simplex.vertices().copied().collect(), facets: SmallVec::new() };
        let d = |i: usize| simplex.vertex(i).difference;
        let faces: &[[u8; 3]] = if D::DIMENSION == 2 {
            let turn = (d(2) - d(1)).perpendicular(D::ZERO).dot(d(0) - d(1));
            if turn < 0.0 { &[[0, 1, 1], [1, 2, 2], [2, 0, 0]] } else { &[[1, 0, 0], [2, 1, 1], [0, 2, 2]] }
        } else {
            let below = (d(1) - d(0)).perpendicular(d(2) - d(0)).dot(d(3) - d(0));
            if below < 0.0 {
                &[[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]
            } else {
                &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]
            }
        };
        for &points in faces {
            let facet = polytope.facet(points);
            polytope.facets.push(facet);
        }
        polytope.facets.iter().all(|facet| facet.square > 0.0).then_some(polytope)
    }

    /// Replaces all facets that see a point by those between it and their outline. `false` if rounding left no outline.
    #[inline(always)]
    fn expand(&mut self, vertex: Vertex<D>, tolerance: f64) -> bool {
        let new = self.points.len() as u8;
        self.points.push(vertex);
        let mut outline: SmallVec<[[u8; 2]; 32]> = SmallVec::new();
        let mut toggle = |ridge: [u8; 2], twin: [u8; 2]| match outline.iter().position(|&known| known == twin)
        {
            Some(at) => {
                outline.swap_remove(at);
            }
            None => outline.push(ridge),
        };
        let mut at = 0;
        while at < self.facets.len() {
            let facet = &self.facets[at];
            let height =
                facet.normal.dot(vertex.difference - self.points[facet.points[0] as usize].difference);
            if height > 0.0 && height * height > tolerance * tolerance * facet.square {
                let [a, b, c] = facet.points;
                if D::DIMENSION == 2 {
                    // Of an edge, where it comes from and where it goes.
                    toggle([a, 0], [a, 1]);
                    toggle([b, 1], [b, 0]);
                } else {
                    toggle([a, b], [b, a]);
                    toggle([b, c], [c, b]);
                    toggle([c, a], [a, c]);
                }
                self.facets.swap_remove(at);
            } else {
                at += 1;
            }
        }
        let is_whole = !outline.is_empty() && !self.facets.is_empty();
        for [a, b] in outline {
            let points = match (D::DIMENSION, b) {
                (2, 0) => [a, new, new],
                (2, _) => [new, a, a],
                _ => [a, b, new],
            };
            let facet = self.facet(points);
            self.facets.push(facet);
        }
        is_whole
    }

    /// Where the origin, seen along a normal, lies in a facet: its weights there, and the least of them before they were
    /// confined to the facet.
    fn weights(&self, facet: &Facet<D>, normal: D, depth: f64) -> (f64, [f64; 3]) {
        let [a, b, c] = facet.points.map(|point| self.difference(point) - normal * depth);
        let areas = if D::DIMENSION == 2 {
            let along = b - a;
            [b.dot(along), -a.dot(along), 0.0]
        } else {
            [b.perpendicular(c), c.perpendicular(a), a.perpendicular(b)].map(|area| area.dot(normal))
        };
        let total = areas[0] + areas[1] + areas[2];
        if total <= 0.0 {
            return (f64::MIN, [1.0, 0.0, 0.0]);
        }
        let shares = areas.map(|area| area / total);
        let used = &shares[..D::DIMENSION];
        let confined = shares.map(|share| share.max(0.0));
        let sum = confined[0] + confined[1] + confined[2];
        (used.iter().copied().fold(f64::INFINITY, f64::min), confined.map(|share| share / sum))
    }

    #[inline(always)]
    fn nearest(&self) -> Option<Facet<D>> {
        let mut best = *self.facets.first()?;
        for facet in &self.facets[1..] {
            if facet.key < best.key {
                best = *facet;
            }
        }
        Some(best)
    }
}

/// Grows a simplex near the origin to full dimension. If the difference is flat, a unit normal of it.
fn enclose<D, A, B>(a: &A, b: &B, mut simplex: Simplex<D>, nothing: f64) -> Result<Simplex<D>, D>
where
    D: Vector<Scalar = f64>,
    A: SupportMap<D>,
    B: SupportMap<D>,
{
    if simplex.count() == 0 {
        let direction = D::axis(0);
        simplex.push(Vertex::new(a.support(-direction), b.support(direction)));
    }
    while simplex.count() <= D::DIMENSION {
        let base = simplex.vertex(0).difference;
        let edge = |i: usize| simplex.vertex(i).difference - base;
        // Directions across the simplex, of which one leads on unless the difference is flat.
        let mut directions: SmallVec<[D; 3]> = SmallVec::new();
        match (simplex.count(), D::DIMENSION) {
            (1, _) => directions.extend((0..D::DIMENSION).map(D::axis)),
            (2, 2) => directions.push(edge(1).perpendicular(D::ZERO)),
            (2, _) => {
                let along = edge(1);
                let least = (0..3).min_by(|&i, &j| along[i].abs().total_cmp(&along[j].abs())).unwrap_or(0);
                let first = along.perpendicular(D::axis(least));
                directions.extend([first, along.perpendicular(first)]);
            }
            _ => directions.push(edge(1).perpendicular(edge(2))),
        }
        let mut longest = (0.0, None, D::axis(0));
        for direction in directions {
            let length = direction.length();
            if length == 0.0 || !length.is_finite() {
                continue;
            }
            let direction = direction * (1.0 / length);
            longest.2 = direction;
            for side in [direction, -direction] {
                let vertex = Vertex::new(a.support(side), b.support(-side));
                let height = side.dot(vertex.difference - base);
                if height > longest.0 {
                    longest = (height, Some(vertex), direction);
                }
            }
        }
        match longest {
            (height, Some(vertex), _) if height > nothing => simplex.push(vertex),
            (_, _, flat) => return Err(flat),
        }
    }
    Ok(simplex)
}

/// A bound below the depth: how deep the origin is inside a simplex of full dimension; 0 if it is not clearly inside.
#[inline(always)]
pub(super) fn depth_at_least<D: Vector<Scalar = f64>>(simplex: &Simplex<D>) -> f64 {
    if simplex.count() <= D::DIMENSION {
        return 0.0;
    }
    let at = |i: usize| simplex.vertex(i).difference;
    let mut least = f64::INFINITY;
    let mut size = 0.0_f64;
    for i in 0..=D::DIMENSION {
        // The facet across from a vertex, and its heights: of the vertex and of the origin, on the same side if it is inside.
        let (base, next) = (at((i + 1) % (D::DIMENSION + 1)), at((i + 2) % (D::DIMENSION + 1)));
        let last = if D::DIMENSION == 2 { D::ZERO } else { at((i + 3) % (D::DIMENSION + 1)) - base };
        let normal = (next - base).perpendicular(last);
        let (of_vertex, of_origin) = (normal.dot(at(i) - base), -normal.dot(base));
        let inwards = if of_vertex > 0.0 { of_origin } else { -of_origin };
        if inwards <= 0.0 || of_vertex == 0.0 {
            return 0.0;
        }
        least = least.min(inwards * inwards / normal.dot(normal));
        size = size.max(base.dot(base));
    }
    if least > 1e-26 * size { least.sqrt() } else { 0.0 }
}

/// The least translation that parts two cores whose difference holds the origin, or nearly so; `simplex` is near it.
#[inline(always)]
pub(super) fn penetration<D, A, B>(a: &A, b: &B, simplex: Simplex<D>) -> Penetration<D>
where
    D: Vector<Scalar = f64>,
    A: SupportMap<D>,
    B: SupportMap<D>,
{
    let size = a.reach() + b.reach();
    let nothing = ROUNDING * size;
    let resting = |normal: D, simplex: &Simplex<D>| {
        // A start of full dimension comes without weights.
        let mut simplex = *simplex;
        simplex.keep_first();
        let (on_a, on_b) = simplex.points();
        Penetration { depth: 0.0, normal, on_a, on_b }
    };
    let full = match enclose(a, b, simplex, nothing) {
        Ok(full) => full,
        Err(normal) => {
            let (on_a, on_b) = simplex.points();
            return Penetration { on_a, on_b, ..resting(normal, &simplex) };
        }
    };
    // A flat simplex is left for one that is grown anew from its first vertex. That the origin may be outside of it does
    // no harm: its facet that sees the origin is the first to be pushed out.
    let again = || {
        let mut first = full;
        first.keep_first();
        enclose(a, b, first, nothing).ok().and_then(|full| Polytope::new(&full))
    };
    let Some(mut polytope) = Polytope::new(&full).or_else(again) else {
        return resting(D::axis(0), &full);
    };
    loop {
        let Some(facet) = polytope.nearest() else {
            return resting(D::axis(0), &full);
        };
        let vertex = Vertex::new(a.support(facet.normal), b.support(-facet.normal));
        let length = facet.square.sqrt();
        let height = facet.normal.dot(vertex.difference - polytope.difference(facet.points[0])) / length;
        let is_smooth = vertex.numbers.contains(&SMOOTH);
        let tolerance = if is_smooth { SMOOTH_TOLERANCE * size } else { nothing * 4.0 };
        let is_known = || polytope.points.iter().any(|point| point.is_same(&vertex));
        let is_done = height <= tolerance || polytope.points.len() >= MOST_POINTS || is_known();
        if is_done || !polytope.expand(vertex, nothing) {
            return finish(&polytope, &facet, length);
        }
    }
}

/// The answer of the nearest facet.
#[inline(always)]
fn finish<D: Vector<Scalar = f64>>(polytope: &Polytope<D>, facet: &Facet<D>, length: f64) -> Penetration<D> {
    let normal = facet.normal * (1.0 / length);
    let depth = normal.dot(polytope.difference(facet.points[0]));
    let mut best = (f64::NEG_INFINITY, facet.points, [1.0, 0.0, 0.0]);
    for other in &polytope.facets {
        let cosine = other.normal.dot(normal);
        if cosine > 0.0 && cosine * cosine >= (1.0 - 1e-9) * other.square {
            // In the same plane: the nearest point of it lies in one of its facets.
            let (inside, weights) = polytope.weights(other, normal, depth);
            if inside > best.0 {
                best = (inside, other.points, weights);
            }
        }
    }
    let (_, points, weights) = best;
    let corners = points.map(|point| &polytope.points[point as usize]);
    let weighted = |point: fn(&Vertex<D>) -> D| {
        (1..D::DIMENSION).fold(point(corners[0]) * weights[0], |sum, i| sum + point(corners[i]) * weights[i])
    };
    let depth = depth.max(0.0);
    // Weights of slim facets of smooth shapes lose digits that the depth has.
    let on_a = weighted(|vertex| vertex.on_a);
    Penetration { depth, normal, on_a, on_b: on_a - normal * depth }
}
