//! GJK, the algorithm of Gilbert, Johnson and Keerthi: the closest points of two convex cores, or that they
//! meet.
//!
//! Two convex sets are as far apart as the origin is from their Minkowski difference A − B. A small simplex
//! inside the difference is known, with v, its point nearest to the origin. The support point w of the
//! difference in direction −v joins the simplex, or proves that v is nearest: v·w ≥ v·v.
//!
//! ```text
//!   ╭───────────────╮
//!   │       p       w        simplex {p, q}, v its nearest point, w the support point against v
//!   │       │       ┊
//!   │ A − B v ──────┊──────── O
//!   │       │       ┊        v·w / |v|  ≤  distance  ≤  |v|, and next: {p, q, w}
//!   │       q       │
//!   ╰───────────────╯
//! ```
//!
//! 1. `convex_pair.rs` places both cores in one frame (`frame.rs`) and calls [`nearest`], with the
//!    [`Corners`] that an earlier search ended with.
//! 2. `support.rs` returns w: a vertex with its number, or [`SMOOTH`].
//! 3. `simplex.rs` returns the next v, and drops the vertices that it does not need.
//! 4. [`Nearest`] is the result. For `Meeting` the caller continues with `epa.rs`, from the same simplex.
//!
//! [`GjkEnd`] names the reasons to end. For polyhedra the search always ends: |v| decreases, so no simplex
//! comes twice, and there are finitely many. A vertex that comes twice, by its number, is the proof.
//!
//! Bounds: v lies in the difference, so |v| is never too short by more than rounding. After `Converged` it is
//! too long by at most [`ROUNDING`] times the size of the difference, of smooth cores by the tolerance of the
//! caller. A positive v·w proves a gap. Near 0 the exact relation decides the sign (`consistency.rs`).
//!
//! Source: Gilbert, Johnson & Keerthi 1988; van den Bergen, "A Fast and Robust GJK Implementation", 1999;
//! Ericson 2005, §9.5; ends by repeated corners: Montanari et al., "Improving the GJK Algorithm", 2017.

use super::observer::Observer;
use super::separation::TINY;
use super::simplex::{Simplex, Vertex};
use super::support::{SMOOTH, SupportMap};
use crate::math::Vector;

/// Maximum number of steps. Polyhedra take 3 to 10, smooth shapes up to 60.
const MAX_STEPS: usize = 256;
/// Relative difference of two lengths up to the roundings of an inner product.
const ROUNDING: f64 = 4e-15;

/// Maximum gap that may be rounding, relative to the difference: corners of hulls in `f32` are compared in
/// `f32`.
const NOISE: f64 = 1e-6;

/// A support point below this fraction of |v|², along v, is clearly nearer to the origin than v.
const CLEARLY_NEARER: f64 = 0.999;

/// Maximum number of steps that rotate v without shortening it. A length keeps its last digit while its
/// direction changes by the square root of that: along nearly parallel faces, only such a step may find the
/// next corner. The direction of a point near the origin is also rounded by far more than its length.
const MAX_TURNS: usize = 8;

/// The start of a search: the corners that an earlier one ended with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::narrow) struct Corners {
    pub numbers: [[u32; 2]; 4],
    pub count: usize,
}

/// Result of [`nearest`].
pub(in crate::narrow) enum Nearest<D> {
    /// The cores are further apart than the limit.
    Beyond,
    /// The cores are apart: the vector from B to A, and the simplex that contains it.
    Apart(D, Simplex<D>),
    /// The difference contains the origin, up to rounding: a simplex near the origin, and the largest gap
    /// that a direction has shown nevertheless.
    Meeting(Simplex<D>, f64),
}

/// The reason why a search ended; the [`Observer`] receives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::narrow) enum GjkEnd {
    /// A direction shows a gap above the limit. Result: `Beyond`.
    BeyondLimit,
    /// The simplex contains the origin, or its nearest point is only rounding. Result: `Meeting`.
    OriginEnclosed,
    /// The new nearest point is no nearer, by rounding, though the support point is, and no direction has
    /// shown a gap. Result: `Meeting`.
    NoGap,
    /// The support point is no nearer than v, up to rounding or the tolerance. Result: `Apart`.
    Converged,
    /// The support point is a vertex of the simplex, so v is nearest. Result: `Apart`.
    RepeatedVertex,
    /// The new nearest point is no nearer, by rounding, and a gap is known or v is as good as the support
    /// point. Result: `Apart`, with the v before.
    NoProgress,
    /// [`MAX_STEPS`] are done, which no pair is known to need. Result: `Apart`.
    StepLimit,
}

/// Computes the closest points of two cores, or `Beyond` if a direction shows them to be further apart than
/// `limit`. For smooth shapes, whose search does not end by a repeated vertex, the distance may be too long
/// by `tolerance` times their size.
#[inline(always)]
pub(in crate::narrow) fn nearest<D, A, B>(
    a: &A,
    b: &B,
    start: Corners,
    limit: f64,
    tolerance: f64,
    observer: &mut impl Observer<D>,
) -> Nearest<D>
where
    D: Vector<Scalar = f64>,
    A: SupportMap<D>,
    B: SupportMap<D>,
{
    let mut simplex = Simplex::empty();
    let mut nearest = resume(a, b, start, &mut simplex).unwrap_or_else(|| {
        let between = a.middle() - b.middle();
        if between == D::ZERO { D::unit_axis(0) } else { between }
    });
    if simplex.count() > D::DIMENSION {
        observer.gjk_ended(GjkEnd::OriginEnclosed);
        return Nearest::Meeting(simplex, 0.0);
    }
    let mut square = nearest.dot(nearest);
    let mut largest = 0.0_f64;
    // The square of the largest gap that a direction has shown: with one the cores do not meet, even if slim
    // simplices lose digits.
    let mut gap = 0.0_f64;
    let mut turns = 0;
    let mut end = GjkEnd::StepLimit;
    for _ in 0..MAX_STEPS {
        let new = Vertex::new(a.support(-nearest), b.support(nearest));
        let along = nearest.dot(new.difference);
        // A square that has lost digits proves nothing about a gap.
        if along > 0.0 && square > TINY {
            if along * along > limit * limit * square {
                observer.gjk_ended(GjkEnd::BeyondLimit);
                return Nearest::Beyond;
            }
            gap = gap.max(along * along / square);
        }
        observer.searched(&simplex, nearest, &new, gap);
        largest = largest.max(new.difference.dot(new.difference));
        if simplex.count() > 0 {
            let is_known = simplex.vertices().any(|vertex| vertex.is_same(&new));
            if is_nearest(square, along, largest, tolerance) {
                end = GjkEnd::Converged;
                break;
            }
            if is_known {
                // No vertex of the simplex is nearer than v: only the rounding of v leans it towards one.
                let turned = simplex.across(nearest);
                let is_turned = turned != nearest && turned != D::ZERO;
                if turns == MAX_TURNS || !is_turned {
                    end = GjkEnd::RepeatedVertex;
                    break;
                }
                (nearest, square) = (turned, turned.dot(turned));
                turns += 1;
                continue;
            }
        }
        let before = simplex.state();
        simplex.push(new);
        let point = simplex.reduce().filter(|point| point.dot(*point) > ROUNDING * ROUNDING * largest);
        match point {
            Some(point) if before.count() == 0 || point.dot(point) < square => {
                (nearest, square) = (point, point.dot(point));
            }
            Some(point) if turns < MAX_TURNS && point.dot(point) <= square * (1.0 + ROUNDING) => {
                (nearest, square) = (point, point.dot(point));
                turns += 1;
            }
            None if gap <= NOISE * NOISE * largest => {
                observer.gjk_ended(GjkEnd::OriginEnclosed);
                return Nearest::Meeting(simplex, gap.sqrt());
            }
            // By rounding no step is left: without a gap, and short of the nearest point, the cores meet.
            _ => {
                simplex.restore(before);
                if gap <= ROUNDING * ROUNDING * largest && along < CLEARLY_NEARER * square {
                    observer.gjk_ended(GjkEnd::NoGap);
                    return Nearest::Meeting(simplex, 0.0);
                }
                end = GjkEnd::NoProgress;
                break;
            }
        }
    }
    observer.gjk_ended(end);
    // The gap that a support point of a round core shows is a lower bound, whatever the simplex is. A vertex
    // is not always the furthest to the last digit.
    let is_round = simplex.count() > 0 && simplex.vertex(simplex.count() - 1).numbers.contains(&SMOOTH);
    let longer = if is_round && gap > square { (gap / square).sqrt() } else { 1.0 };
    Nearest::Apart(nearest * longer, simplex)
}

/// Returns whether the distance with this square is too long by at most rounding, or the tolerance, as a
/// fraction of the largest. `along` is the product of the vector and the support point against it.
#[inline(always)]
pub(in crate::narrow) fn is_nearest(square: f64, along: f64, largest: f64, tolerance: f64) -> bool {
    // In squares, because a root costs as much as a step.
    let gain = square - along;
    let part = if along > 0.0 && tolerance > ROUNDING { tolerance } else { ROUNDING };
    gain <= 0.0 || gain * gain <= part * part * square * largest
}

/// Restores the simplex that an earlier search ended with, for the present places of the cores; returns its
/// point nearest to the origin.
#[inline(always)]
fn resume<D, A, B>(a: &A, b: &B, start: Corners, simplex: &mut Simplex<D>) -> Option<D>
where
    D: Vector<Scalar = f64>,
    A: SupportMap<D>,
    B: SupportMap<D>,
{
    for &[i, j] in &start.numbers[..start.count] {
        match (a.vertex(i), b.vertex(j)) {
            (Some(point_a), Some(point_b)) => simplex.push(Vertex::new((point_a, i), (point_b, j))),
            _ => {
                *simplex = Simplex::empty();
                return None;
            }
        }
    }
    if simplex.count() == 0 {
        return None;
    }
    let nearest = simplex.reduce();
    // A nearest point of 0 gives no direction to search in.
    match nearest {
        Some(nearest) if nearest == D::ZERO => {
            *simplex = Simplex::empty();
            None
        }
        found => found,
    }
}

impl<D: Vector<Scalar = f64>> From<&Simplex<D>> for Corners {
    #[inline(always)]
    fn from(simplex: &Simplex<D>) -> Self {
        let numbers = std::array::from_fn(|i| simplex.vertex(i).numbers);
        Corners { numbers, count: simplex.count() }
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec2;

    use super::*;
    use crate::narrow::distance::support;

    /// A disk around a point.
    struct Disk(DVec2, f64);

    impl SupportMap<DVec2> for Disk {
        fn support(&self, direction: DVec2) -> support::Corner<DVec2> {
            (self.0 + direction * (self.1 / direction.length()), SMOOTH)
        }
        fn vertex(&self, _number: u32) -> Option<DVec2> {
            None
        }
        fn middle(&self) -> DVec2 {
            self.0
        }
        fn reach(&self) -> f64 {
            self.1
        }
    }

    #[derive(Default)]
    struct End(Option<GjkEnd>);

    impl Observer<DVec2> for End {
        fn gjk_ended(&mut self, end: GjkEnd) {
            self.0 = Some(end);
        }
    }

    #[test]
    fn gjk_reports_why_it_ends() {
        let end = |a: &dyn Fn(&mut End)| {
            let mut end = End::default();
            a(&mut end);
            end.0
        };
        let triangle = |x: f64| {
            support::Corners([DVec2::new(x, 0.0), DVec2::new(x + 2.0, -1.0), DVec2::new(x + 2.0, 1.0)])
        };
        let of_triangles = |x: f64, limit: f64| {
            end(&|end| {
                nearest(&triangle(0.0), &triangle(x), Corners::default(), limit, 0.0, end);
            })
        };
        assert_eq!(of_triangles(5.0, f64::INFINITY), Some(GjkEnd::Converged));
        assert_eq!(of_triangles(5.0, 1.0), Some(GjkEnd::BeyondLimit));
        assert_eq!(of_triangles(1.0, f64::INFINITY), Some(GjkEnd::OriginEnclosed));
        let disks = end(&|end| {
            let (a, b) = (Disk(DVec2::ZERO, 1.0), Disk(DVec2::new(3.0, 4.0), 1.0));
            nearest(&a, &b, Corners::default(), f64::INFINITY, 1e-12, end);
        });
        assert_eq!(disks, Some(GjkEnd::Converged));
    }
}
