//! Inside a shape of many parts: enclosed by the parts although none of them holds it.
//!
//! What touches the parts and pierces none may lie on either side of them: flush against a closed mesh from
//! outside, or within it. A solid that is pierced by no part is wholly on one side, so one of its inner
//! points decides exactly. Of what is flat, some points are tested: corners as they are, others only where
//! they are clear of the parts.

use std::cmp::Ordering;

use super::touching_band;
use crate::math::{Pose, Scalar, Vector, rounded_within_floats};
use crate::narrow::cast::{RayMode, RayOptions, cast_at_part};
use crate::narrow::distance::error_bound::magnitude;
use crate::narrow::distance::extent::{in_world, region};
use crate::narrow::distance::separation::Separation;
use crate::narrow::distance::support::SupportMap;
use crate::narrow::{Collide, Relation};
use crate::shape::{Ball, CompositeShape, ConvexShape, Core, Segment, ShapeRef};

/// Roundings of its coordinates that a computed point may be off, so that it has to be further from all
/// parts.
const ROUNDINGS: f64 = 4.0;

/// Corners of which all ways to each other are tested.
const MAX_CORNERS: usize = 8;

/// Distances from a boundary, relative to the coordinates, of which the sign may be wrong.
pub(super) const UNCERTAIN: f64 = 1e-9;

/// Whether the parts enclose the shape, or a part of it. What they have in common so far is `found`, no
/// overlap.
pub(crate) fn is_enclosed<V: Vector>(
    parts: &dyn CompositeShape<V>,
    other: &ShapeRef<'_, V>,
    found: Relation,
) -> bool {
    match other {
        ShapeRef::Composite(inner) => {
            // What is enclosed is in the box around what encloses it.
            let Some(around) = parts.aabb() else { return false };
            let mut is_inside = false;
            inner.visit(around, &mut |_, part| {
                is_inside = is_inside || is_enclosed(parts, &part, found);
                around
            });
            is_inside
        }
        _ => other.convex().is_some_and(|convex| match found {
            Relation::Touching => is_enclosed_in_touch(parts, other, &convex),
            _ => parts.contains_point(point_in(&convex)),
        }),
    }
}

/// Some point of a shape.
fn point_in<V: Vector>(convex: &ConvexShape<'_, V>) -> V {
    rounded_within_floats(in_world::<V>().map(&convex.core).middle())
}

fn is_enclosed_in_touch<V: Vector>(
    parts: &dyn CompositeShape<V>,
    view: &ShapeRef<'_, V>,
    convex: &ConvexShape<'_, V>,
) -> bool {
    let middle = point_in(convex);
    let is_inner = |point: V| {
        Ball::new(point, V::Scalar::ZERO).is_ok_and(|at| at.relation(view) == Relation::Overlapping)
    };
    if is_inner(middle) {
        return parts.contains_point(middle);
    }
    // Flat: its corners, its middle, and places on the ways between its ends. By its own numbers and not by
    // the bounds of the parts, which are coarse where `f32` ends.
    let off = V::Scalar::from_f64(ROUNDINGS * magnitude(convex)) * V::Scalar::UNIT_ROUNDOFF;
    let corners = corners(view, convex);
    let are_clear = |&corner: &V| is_clear(parts, corner, V::Scalar::ZERO);
    if corners.iter().any(are_clear) || is_clear(parts, middle, off) {
        return true;
    }
    let map = in_world::<V>().map(&convex.core);
    let end =
        |side: f64, axis: usize| rounded_within_floats(map.support(V::Double::unit_axis(axis) * side).0);
    let ends = (0..V::DIMENSION).flat_map(|axis| [end(-1.0, axis), end(1.0, axis)]);
    // The ends of what has corners are corners: each way is tested once.
    let mut places: Vec<V> = Vec::new();
    for place in corners.into_iter().take(MAX_CORNERS).chain(ends) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let mut ways = places.iter().enumerate().flat_map(|(i, a)| places[..i].iter().map(move |b| (*a, *b)));
    ways.any(|(a, b)| is_way_enclosed(parts, a, b, off))
}

/// Whether a part of the way from a point to another is enclosed. Between two places where it meets the
/// surface it is, or is not. Computed points may be `off` from it.
fn is_way_enclosed<V: Vector>(parts: &dyn CompositeShape<V>, a: V, b: V, off: V::Scalar) -> bool {
    let way = ShapeRef::Segment(Segment::between(a, b));
    let region = region(&way, 0.0);
    let options = &RayOptions { mode: RayMode::Hollow, ..RayOptions::default() };
    let mut meets = vec![V::Scalar::ZERO, V::Scalar::ONE];
    parts.boundary().unwrap_or(parts).visit(region, &mut |_, part| {
        meets.extend(cast_at_part(&way, &part, options).map(|hit| hit.t));
        region
    });
    meets.sort_by(|s, t| s.partial_cmp(t).unwrap_or(Ordering::Equal));
    // Triangles that share an edge are met at one place, and nothing is between a place and itself.
    meets.dedup();
    meets.windows(2).any(|between| {
        let half_way = (between[0] + between[1]) * V::Scalar::HALF;
        // Not a + (b − a)·t: the way may be longer than the floats.
        is_clear(parts, a * (V::Scalar::ONE - half_way) + b * half_way, off)
    })
}

/// Points of a shape as it was given.
fn corners<V: Vector>(view: &ShapeRef<'_, V>, convex: &ConvexShape<'_, V>) -> Vec<V> {
    match (view, &convex.core) {
        (ShapeRef::Aabb(bounds), _) => {
            let side =
                |bits: usize, axis: usize| if bits >> axis & 1 == 0 { bounds.min() } else { bounds.max() };
            (0..1 << V::DIMENSION).map(|bits| V::from_fn(|axis| side(bits, axis)[axis])).collect()
        }
        (_, Core::Point(point)) => vec![*point],
        (_, Core::Segment(a, b)) => vec![*a, *b],
        (_, Core::Triangle(points)) => points.to_vec(),
        (_, Core::Hull(hull, pose)) if *pose == Pose::identity() => hull.vertices().to_vec(),
        _ => Vec::new(),
    }
}

/// Whether a point is enclosed, and further from all parts than it may be off.
fn is_clear<V: Vector>(parts: &dyn CompositeShape<V>, point: V, off: V::Scalar) -> bool {
    let surface = parts.boundary().unwrap_or(parts);
    let Ok(around) = Ball::new(point, off) else { return false };
    let around = ShapeRef::Ball(around);
    let region = region(&around, 0.0);
    let mut is_clear = true;
    surface.visit(region, &mut |_, part| {
        is_clear = is_clear && !part.intersects(&around);
        region
    });
    // Last, as it follows a line to the end of the parts, while a flush surface is at the point.
    is_clear && parts.contains_point(point)
}

/// A point and all within a radius of it, if that is what a shape is.
pub(super) fn as_ball<V: Vector>(view: &ShapeRef<'_, V>) -> Option<Ball<V>> {
    match view.convex()? {
        ConvexShape { core: Core::Point(center), radius } => Ball::new(center, radius).ok(),
        _ => None,
    }
}

/// Computes the separation of a ball from an area whose boundary is known: the separation of the ball's
/// centre, less the radius. `None` if the centre is on the boundary.
///
/// Parts that fill an area meet along lines within it, which are no boundary. `relation` is computed where
/// rounding may have decided.
pub(super) fn signed_in_area<V: Vector>(
    parts: &dyn CompositeShape<V>,
    ball: &Ball<V>,
    to_boundary: Separation<V::Double>,
    relation: impl Fn() -> Relation,
) -> Option<Separation<V::Double>> {
    if to_boundary.distance == 0.0 {
        return None;
    }
    let radius: f64 = ball.radius().into();
    let side = if parts.contains_point(ball.center()) { -1.0 } else { 1.0 };
    let normal = to_boundary.normal * side;
    let distance = to_boundary.distance * side - radius;
    let point_b = ball.center().to_double() - normal * radius;
    let smallest = f64::from_bits(1);
    let coordinates = to_boundary.point_a.abs().element_sum() + point_b.abs().element_sum() + radius;
    let uncertain = (UNCERTAIN * coordinates).max(touching_band(parts, &ShapeRef::Ball(*ball)));
    let distance = match (distance.abs() <= uncertain).then(relation) {
        Some(Relation::Disjoint) => distance.max(smallest),
        Some(Relation::Touching) => 0.0,
        Some(Relation::Overlapping) => distance.min(-smallest),
        None => distance,
    };
    Some(Separation { distance, normal, point_a: to_boundary.point_a, point_b })
}
