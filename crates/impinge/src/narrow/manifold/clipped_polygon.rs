//! Polygons clipped by planes, with the edges that their corners are on: the clipper of contact manifolds.
//!
//! A corner is where two edges meet, of the clipped polygon or of the reference whose sides clip it. Their
//! numbers stay the same while the shapes move a little, so that a solver can match contacts between steps.
//! Source: Sutherland & Hodgman, "Reentrant Polygon Clipping", 1974.

use std::ops::{Add, Mul, Sub};

use smallvec::{Array, SmallVec};

/// A vertex of a clipped face, identified by the edges that lead to it and away from it. It keeps these while
/// it moves along them.
#[derive(Clone, Copy, Default)]
pub(in crate::narrow) struct ClippedCorner<P> {
    pub point: P,
    pub into: u32,
    pub out: u32,
}

/// The part of a polygon that is not above a plane: one step of Sutherland & Hodgman. Corners keep their
/// order; where an edge crosses the plane, a corner is added that lies on edge `side`.
///
/// An edge is no loop: it has no second side, along which it would be cut once more.
#[inline(always)]
pub(in crate::narrow) fn cut<P, A>(
    corners: &[ClippedCorner<P>],
    is_loop: bool,
    height: impl Fn(P) -> f64,
    side: u32,
) -> SmallVec<A>
where
    P: Copy + Add<Output = P> + Sub<Output = P> + Mul<f64, Output = P>,
    A: Array<Item = ClippedCorner<P>>,
{
    let mut left = SmallVec::new();
    for (i, from) in corners.iter().enumerate() {
        let next = if i + 1 == corners.len() { 0 } else { i + 1 };
        let to = &corners[next];
        let (low, high) = (height(from.point), height(to.point));
        if low <= 0.0 {
            left.push(*from);
        }
        let is_crossing = (low < 0.0 && high > 0.0) || (low > 0.0 && high < 0.0);
        if is_crossing && (is_loop || next != 0) {
            let point = from.point + (to.point - from.point) * (low / (low - high));
            let (into, out) = if low < 0.0 { (from.out, side) } else { (side, from.out) };
            left.push(ClippedCorner { point, into, out });
        }
    }
    left
}
