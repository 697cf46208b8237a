//! Two cylinders: where their axes are nearest.
//!
//! Between those points lies, more often than not, a point of both cylinders if they overlap, and the way
//! from one to the other is nearly the direction of the least distance if they do not. So that is tested
//! before any search, and where a search starts.

use super::segments::segment_segment;
use super::support::RevolutionMap;
use crate::math::Vector;

/// Makes searches start where the axes are nearest; how deep in both cylinders a point between is, below 0 if
/// it is not.
#[inline(always)]
pub(in crate::narrow) fn start<D: Vector<Scalar = f64>>(
    a: &mut RevolutionMap<D>,
    b: &mut RevolutionMap<D>,
) -> f64 {
    let ends = |cylinder: &RevolutionMap<D>| {
        let height = cylinder.axis * cylinder.half_height;
        [cylinder.center - height, cylinder.center + height]
    };
    let ([a0, a1], [b0, b1]) = (ends(a), ends(b));
    if let Some(nearest) = segment_segment([a0, a1, b0, b1]) {
        (a.middle, b.middle) = (nearest.point_a, nearest.point_b);
    }
    // Nearer to the axis of the thinner one.
    let between = a.middle + (b.middle - a.middle) * (a.radius / (a.radius + b.radius));
    depth_of(a, between).min(depth_of(b, between))
}

/// How deep in a cylinder a point is; below 0 if it is outside.
#[inline(always)]
fn depth_of<D: Vector<Scalar = f64>>(cylinder: &RevolutionMap<D>, point: D) -> f64 {
    let away = point - cylinder.center;
    let along = away.dot(cylinder.axis);
    let across = (away - cylinder.axis * along).length();
    (cylinder.half_height - along.abs()).min(cylinder.radius - across)
}
