//! EPA, the expanding polytope algorithm: the penetration depth of two convex cores.
//!
//! The minimum translation that separates two overlapping shapes leads from the origin to the nearest point
//! of the boundary of their Minkowski difference. A simplex around the origin, inside the difference, grows
//! to a polytope: its facet nearest to the origin is pushed out to the support point w in the direction of
//! its normal n, until nothing is left to push. The facet is then a facet of the difference itself. No other
//! can be nearer, as the polytope lies inside the difference. So for polyhedra the result is the global
//! minimum, not a local one; for smooth shapes up to a tolerance.
//!
//! ```text
//!      ╭──── w ────╮      the nearest facet p q is removed, with all other facets that w sees;
//!     ╱   ╱  ┊  ╲   ╲     p w and w q take their place
//!    │  p ───┊─── q  │
//!    │   ╲   O   ╱   │    distance of p q  ≤  depth  ≤  n·w
//!     ╲   ╲     ╱   ╱
//!      ╰──── r ────╯      polytope p q r inside A − B
//! ```
//!
//! A facet is a triangle in 3D and an edge in 2D. A ridge between two facets is an edge or a vertex.
//!
//! 1. `convex_pair.rs` calls [`penetration`] with the simplex that `gjk.rs` ended with. For hulls, facets
//!    that an earlier query has kept may answer before (`kept_facets.rs`).
//! 2. [`enclose`] adds support points (`support.rs`) until the simplex has full dimension.
//! 3. [`Polytope::nearest`] and [`Polytope::expand`] alternate.
//! 4. [`finish`] finds the nearest point among coplanar facets; for round cores, [`finish_round`] refines
//!    normal and points (`near_contact.rs`).
//!
//! [`EpaEnd`] names the reasons to end.
//!
//! Bounds: moving B by n·w separates the cores whatever the reason to end, so **a depth is never too short**
//! by more than the rounding of n·w. It is the minimum up to 4·[`ROUNDING`] times the size of the difference
//! after `Converged` and `RepeatedVertex`, for smooth cores up to the tolerance of the caller. After another
//! end it is the least n·w so far, and may be too long.
//!
//! Source: van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects", 2001.

mod kept_facets;
#[cfg(feature = "serde")]
mod stored;
#[cfg(test)]
mod tests;

pub(in crate::narrow) use kept_facets::{KeptFacets, Placement};
use smallvec::SmallVec;
#[cfg(feature = "serde")]
pub(in crate::narrow) use stored::StoredFacets;

use super::near_contact::{descended, meeting_points};
use super::observer::Observer;
use super::separation::{TINY, measured, near_one};
use super::simplex::{Simplex, Vertex};
use super::support::{SMOOTH, SupportMap};
use crate::math::{Vector, least_axis};

/// Maximum number of points of the polytope of a smooth shape.
const MAX_POINTS: usize = 192;
/// Maximum number of points for polyhedra; two concentric hulls of ten thousand points need fewer.
const MAX_CORNERS: usize = 2000;
/// Lengths below this fraction of the size of the difference count as 0.
const ROUNDING: f64 = 1e-14;

/// The minimum translation that separates two cores.
pub(in crate::narrow) struct Penetration<D> {
    /// The length of the translation: 0 or more.
    pub depth: f64,
    /// The unit direction in which to translate B.
    pub normal: D,
    /// The points that coincide after the translation.
    pub point_a: D,
    pub point_b: D,
}

/// The reason why a search ended; the [`Observer`] receives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::narrow) enum EpaEnd {
    /// The support point is no further out than the nearest facet, up to rounding or the tolerance.
    Converged,
    /// The support point is a vertex of the polytope, so the nearest facet is a facet of the difference.
    RepeatedVertex,
    /// The difference is flat: the depth is 0, along its normal.
    Flat,
    /// No simplex of full dimension has facets that are clear of rounding: the depth counts as 0.
    Degenerate,
    /// All remaining facets are slivers.
    OnlySlivers,
    /// The polytope has [`MAX_POINTS`] or [`MAX_CORNERS`] points.
    PointLimit,
    /// Rounding left no simple outline around the facets that see the support point.
    NoOutline,
}

/// A facet of the polytope: a triangle, in 2D an edge.
#[derive(Clone, Copy)]
struct PolytopeFacet<D> {
    points: [u16; 3],
    /// The facets across its ridges: ridge i leads from point i to the next; in 2D it is point i.
    across: [u16; 3],
    /// Outward, of any length.
    normal: D,
    /// The square of its distance from the origin, negative if the origin is on the outer side; infinite for
    /// slivers and removed facets.
    key: f64,
    /// The square of the normal; −1 for removed facets.
    square: f64,
}

impl<D> PolytopeFacet<D> {
    fn is_used(&self) -> bool {
        self.square >= 0.0
    }
}

/// A ridge between a facet that sees a new point and one that does not.
#[derive(Clone, Copy)]
struct Ridge {
    from: u16,
    to: u16,
    /// The facet that stays, and the index of the ridge in it.
    outside: u16,
    side: u8,
}

/// The growing polytope, its vertices in the order in which they were added.
pub(in crate::narrow) struct Polytope<D> {
    points: SmallVec<[Vertex<D>; 32]>,
    facets: SmallVec<[PolytopeFacet<D>; 64]>,
    unused: SmallVec<[u16; 16]>,
}

impl<D: Vector<Scalar = f64>> Polytope<D> {
    #[inline(always)]
    fn difference(&self, point: u16) -> D {
        self.points[point as usize].difference
    }

    /// The facet through points, in this order as seen from outside. A sliver, whose normal is rounding, is
    /// kept, so that the polytope has no hole, but no point sees it and it is never the nearest.
    #[inline(always)]
    fn facet(&self, points: [u16; 3]) -> PolytopeFacet<D> {
        let origin = self.difference(points[0]);
        let (mut edge, mut other) =
            (self.difference(points[1]) - origin, self.difference(points[2]) - origin);
        let mut normal = edge.perpendicular(other);
        let mut square = normal.dot(normal);
        if !(TINY..1.0 / TINY).contains(&square) {
            // Squares of areas lose digits long before lengths do, or overflow. The length of the normal has
            // no meaning.
            (edge, other) = (near_one(edge), near_one(other));
            normal = edge.perpendicular(other);
            square = normal.dot(normal);
        }
        let along = normal.dot(origin);
        // The length of the normal is the length of the edge in 2D, the area of the parallelogram in 3D.
        let whole = if D::IS_2D { 0.0 } else { edge.dot(edge) * other.dot(other) };
        let is_sliver = square <= 1e-22 * whole || square == 0.0;
        let key = if is_sliver { f64::INFINITY } else { along * along.abs() / square };
        let square = if is_sliver { 0.0 } else { square };
        PolytopeFacet { points, across: [0; 3], normal, key, square }
    }

    /// The vertices.
    pub(in crate::narrow) fn vertices(&self) -> &[Vertex<D>] {
        &self.points
    }

    /// The facets, each by its vertices.
    pub(in crate::narrow) fn facets(&self) -> impl Iterator<Item = Vec<u16>> {
        self.facets.iter().filter(|facet| facet.is_used()).map(|facet| facet.points[..D::DIMENSION].to_vec())
    }

    /// The vertices of one facet.
    pub(in crate::narrow) fn points_of(&self, facet: u16) -> Vec<u16> {
        self.facets[facet as usize].points[..D::DIMENSION].to_vec()
    }

    /// The polytope of a simplex of full dimension, with outward facets; `None` if it is flat.
    fn new(simplex: &Simplex<D>) -> Option<Self> {
        let mut polytope = Polytope {
            points: simplex.vertices().copied().collect(),
            facets: SmallVec::new(),
            unused: SmallVec::new(),
        };
        let d = |i: usize| simplex.vertex(i).difference;
        let faces: &[[u16; 3]] = if D::IS_2D {
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
            let mut facet = polytope.facet(points);
            for (side, across) in facet.across.iter_mut().enumerate().take(D::DIMENSION) {
                let (from, to) = ridge(points, side, D::DIMENSION);
                let is_across = |other: &[u16; 3]| {
                    *other != points
                        && (0..D::DIMENSION).any(|i| ridge(*other, i, D::DIMENSION) == (to, from))
                };
                *across = faces.iter().position(is_across)? as u16;
            }
            polytope.facets.push(facet);
        }
        polytope.facets.iter().all(|facet| facet.square > 0.0).then_some(polytope)
    }

    /// Replaces all facets that see a point by facets between the point and their outline. Returns `false`
    /// and changes nothing if rounding left no simple outline.
    #[inline(always)]
    fn expand(&mut self, first: u16, vertex: Vertex<D>, tolerance: f64) -> bool {
        // From facet to neighbour, so that the facets that see the point are connected.
        let mut seeing: SmallVec<[u16; 32]> = SmallVec::from_slice(&[first]);
        let mut outline: SmallVec<[Ridge; 32]> = SmallVec::new();
        let mut next = 0;
        while next < seeing.len() {
            let number = seeing[next];
            next += 1;
            let facet = self.facets[number as usize];
            for side in 0..D::DIMENSION {
                let outside = facet.across[side];
                if seeing.contains(&outside) {
                    continue;
                }
                let other = &self.facets[outside as usize];
                let height = other.normal.dot(vertex.difference - self.difference(other.points[0]));
                if height > 0.0
                    && height * height > tolerance * tolerance * other.square
                    && other.square > 0.0
                {
                    seeing.push(outside);
                } else {
                    let (from, to) = ridge(facet.points, side, D::DIMENSION);
                    let across = |&i: &usize| ridge(other.points, i, D::DIMENSION) == (to, from);
                    let Some(back) = (0..D::DIMENSION).find(across) else {
                        return false;
                    };
                    outline.push(Ridge { from, to, outside, side: back as u8 });
                }
            }
        }
        // A ridge to a facet that was seen only later is no outline.
        outline.retain(|ridge| !seeing.contains(&ridge.outside));
        let is_loop = |ridge: &Ridge| {
            outline.iter().filter(|other| other.from == ridge.from).count() == 1
                && outline.iter().filter(|other| other.from == ridge.to).count() == 1
        };
        let is_simple = if D::IS_2D { outline.len() == 2 } else { outline.iter().all(is_loop) };
        if outline.len() < D::DIMENSION || !is_simple {
            return false;
        }
        let new = self.points.len() as u16;
        self.points.push(vertex);
        for &number in &seeing {
            let facet = &mut self.facets[number as usize];
            (facet.key, facet.square) = (f64::INFINITY, -1.0);
        }
        self.unused.extend(seeing);
        let mut numbers: SmallVec<[u16; 32]> = SmallVec::new();
        for ridge in &outline {
            let points = match (D::DIMENSION, ridge.side) {
                // The edge that stays ends, or begins, at the ridge.
                (2, 1) => [ridge.from, new, new],
                (2, _) => [new, ridge.from, ridge.from],
                _ => [ridge.from, ridge.to, new],
            };
            let facet = self.facet(points);
            let number = match self.unused.pop() {
                Some(number) => {
                    self.facets[number as usize] = facet;
                    number
                }
                None => {
                    self.facets.push(facet);
                    self.facets.len() as u16 - 1
                }
            };
            numbers.push(number);
        }
        for (ridge, &number) in outline.iter().zip(&numbers) {
            let of = |is_wanted: &dyn Fn(&Ridge) -> bool| {
                outline.iter().position(is_wanted).map_or(number, |i| numbers[i])
            };
            let across = match (D::DIMENSION, ridge.side) {
                (2, 1) => [ridge.outside, of(&|other| other.side == 0), 0],
                (2, _) => [of(&|other| other.side == 1), ridge.outside, 0],
                _ => {
                    [ridge.outside, of(&|other| other.from == ridge.to), of(&|other| other.to == ridge.from)]
                }
            };
            self.facets[number as usize].across = across;
            self.facets[ridge.outside as usize].across[ridge.side as usize] = number;
        }
        true
    }

    /// The barycentric weights of the origin, projected along a normal, in a facet: the least one before
    /// clamping to the facet, and all of them after it.
    fn weights(&self, facet: &PolytopeFacet<D>, normal: D, depth: f64) -> (f64, [f64; 3]) {
        let [a, b, c] = facet.points.map(|point| self.difference(point) - normal * depth);
        let areas = if D::IS_2D {
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

    /// The number of the facet nearest to the origin.
    #[inline(always)]
    fn nearest(&self) -> u16 {
        let mut best = (f64::INFINITY, 0);
        for (number, facet) in self.facets.iter().enumerate() {
            if facet.key < best.0 {
                best = (facet.key, number as u16);
            }
        }
        best.1
    }
}

/// The ends of a ridge of a facet, in the order of the facet; in 2D its one point, twice.
#[inline(always)]
fn ridge(points: [u16; 3], side: usize, dimension: usize) -> (u16, u16) {
    if dimension == 2 { (points[side], points[side]) } else { (points[side], points[(side + 1) % 3]) }
}

/// Extends a simplex near the origin to full dimension. If the difference is flat, returns a unit normal of
/// it as the error.
fn enclose<D: Vector<Scalar = f64>>(
    a: &dyn SupportMap<D>,
    b: &dyn SupportMap<D>,
    mut simplex: Simplex<D>,
    nothing: f64,
) -> Result<Simplex<D>, D> {
    if simplex.count() == 0 {
        let direction = D::unit_axis(0);
        simplex.push(Vertex::new(a.support(-direction), b.support(direction)));
    }
    while simplex.count() <= D::DIMENSION {
        let base = simplex.vertex(0).difference;
        let edge = |i: usize| simplex.vertex(i).difference - base;
        // Directions across the simplex, one of which finds a new point unless the difference is flat.
        let mut directions: SmallVec<[D; 3]> = SmallVec::new();
        match (simplex.count(), D::DIMENSION) {
            (1, _) => directions.extend((0..D::DIMENSION).map(D::unit_axis)),
            (2, 2) => directions.push(edge(1).perpendicular(D::ZERO)),
            (2, _) => {
                let along = edge(1);
                let first = along.perpendicular(D::unit_axis(least_axis(along)));
                directions.extend([first, along.perpendicular(first)]);
            }
            _ => directions.push(edge(1).perpendicular(edge(2))),
        }
        let mut longest = (0.0, None, D::unit_axis(0));
        for direction in directions {
            let Some((_, direction)) = measured(direction).filter(|(length, _)| length.is_finite()) else {
                continue;
            };
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

/// Returns a lower bound on the depth: the distance of the origin from the boundary of a simplex of full
/// dimension, if it is clearly inside, otherwise 0.
#[inline(always)]
pub(in crate::narrow) fn depth_at_least<D: Vector<Scalar = f64>>(simplex: &Simplex<D>) -> f64 {
    if simplex.count() <= D::DIMENSION {
        return 0.0;
    }
    let at = |i: usize| simplex.vertex(i).difference;
    let mut least = f64::INFINITY;
    let mut size = 0.0_f64;
    for i in 0..=D::DIMENSION {
        // The facet opposite a vertex, and the heights of the vertex and the origin above it: on the same
        // side if the origin is inside.
        let (base, next) = (at((i + 1) % (D::DIMENSION + 1)), at((i + 2) % (D::DIMENSION + 1)));
        let last = if D::IS_2D { D::ZERO } else { at((i + 3) % (D::DIMENSION + 1)) - base };
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

/// Computes the minimum translation that separates two cores whose difference contains the origin, or
/// nearly; `simplex` is near the origin. Of smooth cores it may be too long by `tolerance` times their size,
/// but is never too short. Stores the start of the next query in `kept`, which has the placement of the
/// cores.
#[inline(never)]
pub(in crate::narrow) fn penetration<D: Vector<Scalar = f64>>(
    a: &dyn SupportMap<D>,
    b: &dyn SupportMap<D>,
    simplex: Simplex<D>,
    tolerance: f64,
    kept: Option<(&mut Option<Box<KeptFacets>>, Placement)>,
    observer: &mut impl Observer<D>,
) -> Penetration<D> {
    let size = a.reach() + b.reach();
    let nothing = ROUNDING * size;
    let resting = |normal: D, simplex: &Simplex<D>| {
        // A start of full dimension comes without weights.
        let mut simplex = *simplex;
        simplex.keep_first();
        let (point_a, point_b) = simplex.points();
        Penetration { depth: 0.0, normal, point_a, point_b }
    };
    let full = match enclose(a, b, simplex, nothing) {
        Ok(full) => full,
        Err(normal) => {
            observer.epa_ended(EpaEnd::Flat);
            let (point_a, point_b) = simplex.points();
            return Penetration { point_a, point_b, ..resting(normal, &simplex) };
        }
    };
    // A flat simplex is replaced by one that grows anew from its first vertex. The origin may be outside of
    // it: the facet that sees the origin is then pushed out first.
    let again = || {
        let mut first = full;
        first.keep_first();
        enclose(a, b, first, nothing).ok().and_then(|full| Polytope::new(&full))
    };
    let Some(mut polytope) = Polytope::new(&full).or_else(again) else {
        observer.epa_ended(EpaEnd::Degenerate);
        return resting(D::unit_axis(0), &full);
    };
    // The tested direction with the least n·w: that translation certainly separates the cores, even if
    // rounding keeps the nearest facet from being reached.
    let mut best: Option<EpaDirection<D>> = None;
    let mut least = f64::INFINITY;
    let end = loop {
        let number = polytope.nearest();
        let facet = polytope.facets[number as usize];
        if !facet.key.is_finite() {
            break EpaEnd::OnlySlivers;
        }
        let distance = facet.key.signum() * facet.key.abs().sqrt();
        let vertex = Vertex::new(a.support(facet.normal), b.support(-facet.normal));
        let length = facet.square.sqrt();
        let depth = facet.normal.dot(vertex.difference) / length;
        observer.expanded(&polytope, number, distance, &vertex, depth);
        let is_smooth = vertex.numbers.contains(&SMOOTH);
        let tolerance = if is_smooth { tolerance * size } else { nothing * 4.0 };
        let is_known = || polytope.points.iter().any(|point| point.is_same(&vertex));
        let gap = depth - distance;
        let proof = if gap <= tolerance {
            Some(EpaEnd::Converged)
        } else if is_known() {
            Some(EpaEnd::RepeatedVertex)
        } else {
            None
        };
        let is_flush = proof.is_some();
        // Of equally short translations, the one whose facet is nearest to the boundary of the difference,
        // because its points are.
        least = least.min(depth);
        let is_better = depth <= least + tolerance && best.as_ref().is_none_or(|best| gap < best.gap);
        if is_flush || is_better || best.as_ref().is_none_or(|best| best.depth > least + tolerance) {
            let normal = facet.normal * (1.0 / length);
            best = Some(EpaDirection {
                depth,
                gap,
                normal,
                points: facet.points,
                numbers: vertex.numbers,
                is_flush,
            });
        }
        if let Some(proof) = proof {
            break proof;
        }
        if polytope.points.len() >= if is_smooth { MAX_POINTS } else { MAX_CORNERS } {
            break EpaEnd::PointLimit;
        }
        if !polytope.expand(number, vertex, nothing) {
            break EpaEnd::NoOutline;
        }
    };
    observer.epa_ended(end);
    if let (Some((kept, at)), Some(EpaDirection { is_flush: true, .. })) = (kept, &best) {
        *kept = KeptFacets::of(&polytope, at).map(Box::new);
    }
    match best {
        Some(best) if best.numbers.contains(&SMOOTH) => {
            finish_round(a, b, &polytope, &best, tolerance * size)
        }
        Some(best) => finish(&polytope, &best),
        None => resting(D::unit_axis(0), &full),
    }
}

/// A tested direction in which to translate B.
struct EpaDirection<D> {
    depth: f64,
    /// The distance from the facet to the boundary of the difference.
    gap: f64,
    normal: D,
    points: [u16; 3],
    /// The numbers of the corners that lie furthest in this direction.
    numbers: [u32; 2],
    /// Whether the facet is a facet of the difference itself.
    is_flush: bool,
}

/// The result for the best direction.
#[inline(always)]
fn finish<D: Vector<Scalar = f64>>(polytope: &Polytope<D>, way: &EpaDirection<D>) -> Penetration<D> {
    let (normal, depth) = (way.normal, way.depth.max(0.0));
    let facet = polytope.facet(way.points);
    let mut best = (f64::NEG_INFINITY, facet.points, [1.0, 0.0, 0.0]);
    // If the facet does not reach the boundary of the difference, only its own points count.
    let others: &[PolytopeFacet<D>] = if way.is_flush { &polytope.facets } else { &[] };
    for other in std::iter::once(&facet).chain(others) {
        let cosine = other.normal.dot(normal);
        let is_coplanar = cosine > 0.0 && cosine * cosine >= (1.0 - 1e-9) * other.square && other.is_used();
        if is_coplanar {
            // The nearest point of a face of the difference lies in one of the coplanar facets.
            let along = normal.dot(polytope.difference(other.points[0]));
            let (inside, weights) = polytope.weights(other, normal, along);
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
    let point_a = weighted(|vertex| vertex.point_a);
    Penetration { depth, normal, point_a, point_b: point_a - normal * depth }
}

/// The result if a core is round: see [`near_contact`](super::near_contact).
#[inline(never)]
fn finish_round<D: Vector<Scalar = f64>>(
    a: &dyn SupportMap<D>,
    b: &dyn SupportMap<D>,
    polytope: &Polytope<D>,
    way: &EpaDirection<D>,
    tolerance: f64,
) -> Penetration<D> {
    if way.depth <= 0.0 {
        return finish(polytope, way);
    }
    let tolerance = tolerance * 0.1;
    let (mut normal, mut depth) = (way.normal, way.depth);
    let (mut point_a, mut point_b) = meeting_points(a, b, normal, depth, tolerance);
    // If the points do not coincide, the translation ends beside the difference: a shorter one is near.
    if (point_a - point_b - normal * depth).length() > 10.0 * tolerance {
        (normal, depth) = descended(a, b, normal, depth);
        (point_a, point_b) = meeting_points(a, b, normal, depth, tolerance);
    }
    // A core with corners keeps its point; the depth gives the point of the other.
    let point_a =
        if way.numbers[0] == SMOOTH && way.numbers[1] != SMOOTH { point_b + normal * depth } else { point_a };
    Penetration { depth, normal, point_a, point_b: point_a - normal * depth }
}
