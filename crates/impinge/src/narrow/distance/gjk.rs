//! Distance of two convex cores: the algorithm of Gilbert, Johnson and Keerthi (GJK).
//!
//! Two convex sets are as far apart as the origin is from their Minkowski difference A − B. The nearest point
//! v of a small simplex inside the difference is known; the support point w of the difference in direction −v
//! either gets nearer to the origin, and joins the simplex, or proves that v is nearest: v·w ≥ v·v. It ends
//! for polyhedra, whose corners come with numbers: a corner that comes twice is the proof.
//! Source: Gilbert, Johnson & Keerthi 1988; van den Bergen, "A Fast and Robust GJK Implementation", 1999;
//! Ericson 2005, §9.5; ends by repeated corners: Montanari et al., "Improving the GJK Algorithm", 2017.

use super::observer::Observer;
use super::separation::TINY;
use super::simplex::{Simplex, Vertex};
use super::support::{SMOOTH, SupportMap};
use crate::math::Vector;

/// Far more than any pair needs: polyhedra take 3 to 10 steps, smooth shapes up to 60.
const MAX_STEPS: usize = 256;
/// Two lengths that are the same up to the roundings of an inner product.
const ROUNDING: f64 = 4e-15;

/// Gaps, relative to the difference, that may be rounding: corners of hulls in `f32` are compared in `f32`.
const NOISE: f64 = 1e-6;

/// No point of the difference is so much nearer to the origin than the nearest point of its simplex.
const NEAREST: f64 = 0.999;

/// So often a nearest point may turn without coming nearer. A length stays the same to the last digit while
/// its direction changes by the root of that: along faces that are nearly parallel the next corner may be
/// found only so. And the direction of a point near the origin is rounded by far more than its length.
const MAX_TURNS: usize = 8;

/// Where a search may start: the corners that an earlier one ended with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in crate::narrow) struct Corners {
    pub numbers: [[u32; 2]; 4],
    pub count: usize,
}

/// What was found.
pub(in crate::narrow) enum Nearest<D> {
    /// Further apart than the limit.
    Beyond,
    /// Apart: the vector from B to A, and the simplex that it lies in.
    Apart(D, Simplex<D>),
    /// The difference holds the origin, or comes as near as rounding lets it: a simplex near it, and the gap
    /// that a direction has shown all the same.
    Meeting(Simplex<D>, f64),
}

/// The nearest points of two cores, unless they are known to be further apart than `limit`. Of smooth shapes,
/// whose search has no end, the distance may be too long by `tolerance` times their size.
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
        return Nearest::Meeting(simplex, 0.0);
    }
    let mut square = nearest.dot(nearest);
    let mut largest = 0.0_f64;
    // The square of the largest gap that a direction has shown: with one the cores do not meet, whatever
    // becomes of slim simplices.
    let mut gap = 0.0_f64;
    let mut turns = 0;
    for _ in 0..MAX_STEPS {
        let new = Vertex::new(a.support(-nearest), b.support(nearest));
        let along = nearest.dot(new.difference);
        // A square that has lost digits proves nothing about a gap.
        if along > 0.0 && square > TINY {
            if along * along > limit * limit * square {
                return Nearest::Beyond;
            }
            gap = gap.max(along * along / square);
        }
        observer.searched(&simplex, nearest, &new, gap);
        largest = largest.max(new.difference.dot(new.difference));
        if simplex.count() > 0 {
            let is_known = simplex.vertices().any(|vertex| vertex.is_same(&new));
            if is_nearest(square, along, largest, tolerance) || (is_known && turns == MAX_TURNS) {
                break;
            }
            if is_known {
                // No corner of the simplex is nearer than its nearest point: only rounding leans that towards
                // one.
                let turned = simplex.across(nearest);
                let is_turned = turned != nearest && turned != D::ZERO;
                if !is_turned {
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
            None if gap <= NOISE * NOISE * largest => return Nearest::Meeting(simplex, gap.sqrt()),
            // Rounding has the last word: without a gap and short of the nearest point, the cores meet.
            _ => {
                simplex.restore(before);
                if gap <= ROUNDING * ROUNDING * largest && along < NEAREST * square {
                    return Nearest::Meeting(simplex, 0.0);
                }
                break;
            }
        }
    }
    // What is known about round cores holds, whatever the simplex is. Corners are not always the furthest
    // to the last digit.
    let is_round = simplex.count() > 0 && simplex.vertex(simplex.count() - 1).numbers.contains(&SMOOTH);
    let longer = if is_round && gap > square { (gap / square).sqrt() } else { 1.0 };
    Nearest::Apart(nearest * longer, simplex)
}

/// Whether the distance of this square cannot be shorter by more than rounding, or by the tolerance, in parts
/// of the largest. `along` is the product of the vector and the support point against it.
#[inline(always)]
pub(in crate::narrow) fn is_nearest(square: f64, along: f64, largest: f64, tolerance: f64) -> bool {
    // In squares, for a root costs as much as a step.
    let gain = square - along;
    let part = if along > 0.0 && tolerance > ROUNDING { tolerance } else { ROUNDING };
    gain <= 0.0 || gain * gain <= part * part * square * largest
}

/// The simplex that an earlier search ended with, where the cores are now.
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
