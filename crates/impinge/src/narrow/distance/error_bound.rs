//! Bounds on the errors of computed distances, relative to the numbers that shapes are given by.

use crate::math::{Scalar, Vector};
use crate::shape::{ConvexShape, ShapeRef};

/// Maximum distance of touching pairs without an exact relation, as a fraction of their coordinates and
/// sizes: 16 roundings of `f64`.
pub(in crate::narrow) const TOUCHING: f64 = 16.0 * f64::EPSILON / 2.0;

/// Returns the magnitude of the numbers that define a shape, to which rounding is relative.
#[inline(always)]
pub(in crate::narrow) fn magnitude<V: Vector>(convex: &ConvexShape<'_, V>) -> f64 {
    convex.core.anchor().to_double().abs().element_sum() + convex.core.spread() + convex.radius.into()
}

/// Maximum error of signed distances in `f64`, as a fraction of coordinates and sizes.
const ACCURACY: f64 = 1e-9;

/// Returns the signed distance up to which its sign may be wrong, for shapes with this sum of magnitudes.
#[inline(always)]
pub(in crate::narrow) fn error_bound<V: Vector>(magnitude: f64) -> f64 {
    (128.0 * V::Scalar::UNIT_ROUNDOFF.into()).max(ACCURACY) * magnitude
}

/// Returns the magnitude of a pair of which one is unbounded; infinite if both are, so that their relation,
/// which depends on whether they are parallel, is always computed.
pub(in crate::narrow) fn unbounded_magnitude<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> f64 {
    let of = |view: &ShapeRef<'_, V>| match view {
        ShapeRef::Ray(ray) => ray.origin().to_double().abs().element_sum(),
        ShapeRef::Plane(plane) => plane.offset().abs().into(),
        ShapeRef::HalfSpace(half_space) => half_space.boundary().offset().abs().into(),
        _ => view.convex().map_or(0.0, |convex| magnitude(&convex)),
    };
    if a.convex().is_none() && b.convex().is_none() { f64::INFINITY } else { of(a) + of(b) }
}
