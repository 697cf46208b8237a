//! Bounds on the errors of computed distances, relative to the numbers that shapes are given by.

use crate::math::{Scalar, Vector};
use crate::shape::{ConvexShape, ShapeRef};

/// Distances of pairs without an exact relation that count as touching, in parts of their coordinates and
/// sizes: 16 roundings of `f64`.
pub(in crate::narrow) const TOUCHING: f64 = 16.0 * f64::EPSILON / 2.0;

/// The size of the numbers that a shape is given by, to which rounding is relative.
#[inline(always)]
pub(in crate::narrow) fn magnitude<V: Vector>(convex: &ConvexShape<'_, V>) -> f64 {
    convex.core.anchor().to_double().abs().element_sum() + convex.core.spread() + convex.radius.into()
}

/// Signed distances are right to so much of coordinates and sizes, in `f64`.
const ACCURACY: f64 = 1e-9;

/// By how much the sign of a signed distance may be wrong, for shapes whose magnitudes sum up to so much.
#[inline(always)]
pub(in crate::narrow) fn error_bound<V: Vector>(magnitude: f64) -> f64 {
    (128.0 * V::Scalar::UNIT_ROUNDOFF.into()).max(ACCURACY) * magnitude
}

/// The magnitude of a pair of which one has no end; infinite if both have none, so that their relation, which
/// turns on whether they are parallel, is always computed.
pub(in crate::narrow) fn unbounded_magnitude<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> f64 {
    let of = |view: &ShapeRef<'_, V>| match view {
        ShapeRef::Ray(ray) => ray.origin().to_double().abs().element_sum(),
        ShapeRef::Plane(plane) => plane.offset().abs().into(),
        ShapeRef::HalfSpace(half_space) => half_space.boundary().offset().abs().into(),
        _ => view.convex().map_or(0.0, |convex| magnitude(&convex)),
    };
    if a.convex().is_none() && b.convex().is_none() { f64::INFINITY } else { of(a) + of(b) }
}
