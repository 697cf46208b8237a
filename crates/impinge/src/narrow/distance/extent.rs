//! Extents of shapes: along a direction, along the axes, and with a margin.

use super::frame::Frame;
use super::support::SupportMap;
use crate::math::{Scalar, Vector};
use crate::shape::{Aabb, ConvexShape, ShapeRef};

/// The identity frame.
pub(in crate::narrow) fn in_world<V: Vector>() -> Frame<V::Double> {
    Frame { origin: V::Double::ZERO, columns: None, scale: 1.0 }
}

/// Returns the extent of a shape along a direction of any length: its least and its greatest inner products
/// with it.
pub(crate) fn extent<V: Vector>(convex: &ConvexShape<'_, V>, direction: V::Double) -> [f64; 2] {
    let map = in_world::<V>().map(&convex.core);
    let rounding = direction.length() * convex.radius.into();
    let end = |direction: V::Double| map.support(direction).0.dot(direction) + rounding;
    [-end(-direction), end(direction)]
}

/// Returns the least and the greatest coordinates of a shape.
pub(in crate::narrow) fn ends<V: Vector>(convex: &ConvexShape<'_, V>) -> (V::Double, V::Double) {
    let map = in_world::<V>().map(&convex.core);
    let radius: f64 = convex.radius.into();
    let end = |side: f64| {
        V::Double::from_fn(|axis| {
            let direction = V::Double::unit_axis(axis) * side;
            map.support(direction).0[axis] + side * radius
        })
    };
    (end(-1.0), end(1.0))
}

/// Returns a box around a shape and everything within a margin; all of space for unbounded shapes.
pub(crate) fn region<V: Vector>(view: &ShapeRef<'_, V>, margin: f64) -> Aabb<V> {
    let everything = Aabb::between(V::splat(-V::Scalar::MAX), V::splat(V::Scalar::MAX));
    let (low, high) = match view {
        ShapeRef::Composite(parts) => match parts.aabb() {
            Some(bounds) => (bounds.min().to_double(), bounds.max().to_double()),
            None => return everything,
        },
        _ => {
            let Some(convex) = view.convex() else {
                return everything;
            };
            ends(&convex)
        }
    };
    // Rounded outwards generously: a region decides which parts are tested, not the result.
    let size = low.abs().max(high.abs()).max_element() * 4.0 * V::Scalar::UNIT_ROUNDOFF.into();
    let slack = V::Double::splat(size + f64::from(f32::MIN_POSITIVE) + margin * 1e-6);
    let margin = V::Double::splat(margin);
    Aabb::looked_in(low - margin - slack, high + margin + slack)
}
