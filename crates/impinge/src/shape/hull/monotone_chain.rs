//! Convex hull of points in 2D.
//!
//! Sorted along x, the points form a lower and an upper chain from the first to the last. A point leaves its
//! chain as soon as the chain does not turn left there. Exact orientations decide, so the result is strictly
//! convex.
//! Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979.

use std::cmp::Ordering;

use crate::math::orientation_2d;

/// Returns the vertices of the hull, counter-clockwise from the lexicographically first: one for points that
/// coincide, two for points on a line.
pub(super) fn convex_hull(points: &[[f64; 2]]) -> Vec<u32> {
    let mut order: Vec<([f64; 2], u32)> = points.iter().copied().zip(0..).collect();
    order.sort_unstable_by(|(a, i), (b, j)| lexicographic(a, b).then(i.cmp(j)));
    order.dedup_by(|(later, _), (earlier, _)| later == earlier);
    let mut hull: Vec<([f64; 2], u32)> = Vec::new();
    extend(&mut hull, 0, order.iter().copied());
    let last = hull.len() - 1;
    extend(&mut hull, last, order.iter().rev().skip(1).copied());
    if hull.len() > 1 {
        // The upper chain ends where the lower one began.
        hull.pop();
    }
    hull.into_iter().map(|(_, index)| index).collect()
}

/// Appends points to a chain that begins at `start` and turns left at each point.
fn extend(chain: &mut Vec<([f64; 2], u32)>, start: usize, points: impl Iterator<Item = ([f64; 2], u32)>) {
    for point in points {
        while let [.., (a, _), (b, _)] = chain[start.min(chain.len())..]
            && orientation_2d(a, b, point.0) != Ordering::Greater
        {
            chain.pop();
        }
        chain.push(point);
    }
}

/// Compares lexicographically: by x, then y, then z.
pub(super) fn lexicographic<const N: usize>(a: &[f64; N], b: &[f64; N]) -> Ordering {
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}
