//! Pairs without a closed form: which room answers them.

use glam::DVec3;

use super::contact::distance_of;
use super::distance::bounding_balls::are_beyond;
use super::distance::closed_form;
use super::distance::consistency::reconciled;
use super::distance::convex_pair::{Memory, separation};
use super::distance::error_bound::{error_bound, magnitude, unbounded_magnitude};
use super::distance::pair_order::{is_swapped, tie_break};
use super::distance::separation::{ClosedForm, Separation, of_nothing};
use super::distance::unbounded::separation_of_unbounded;
use super::manifold::face_clipping;
use super::{ContactManifold, PairCache, Relation, composite, has_parts};
use crate::math::{Vector, within_floats};
use crate::shape::{Ball, ConvexShape, Hull, Shape, ShapeRef};

/// The relation of a signed distance.
fn of_distance(distance: f64) -> Relation {
    if distance > 0.0 {
        Relation::Disjoint
    } else if distance < 0.0 {
        Relation::Overlapping
    } else {
        Relation::Touching
    }
}

/// The relation of a pair that has no exact one.
pub(super) fn relation_by_distance<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Relation {
    match (a.convex(), b.convex()) {
        (Some(convex_a), Some(convex_b)) => of_convex(&a, &b, &convex_a, &convex_b),
        _ => of_others(&a, &b),
    }
}

fn of_others<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Relation {
    if matches!(a, ShapeRef::Composite(_)) || matches!(b, ShapeRef::Composite(_)) {
        return composite::relation(a, b);
    }
    // Without a limit, a distance is always found.
    let found = separation_of_unbounded(a, b, f64::INFINITY, &mut Memory::passing());
    found.map_or(Relation::Disjoint, |found| {
        of_distance(reconciled(a, b, found, unbounded_magnitude(a, b)).distance)
    })
}

fn of_convex<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    convex_a: &ConvexShape<'_, V>,
    convex_b: &ConvexShape<'_, V>,
) -> Relation {
    let magnitude = magnitude(convex_a) + magnitude(convex_b);
    let limit = error_bound::<V>(magnitude);
    // Where there is a short way, contacts go it: so that the two agree.
    match closed_form::signed::<V, false>(*a, *b, limit) {
        ClosedForm::Found(found) => return of_distance(reconciled(a, b, found, magnitude).distance),
        ClosedForm::Beyond => return Relation::Disjoint,
        ClosedForm::Open => {}
    }
    match separation::<V, false>(convex_a, convex_b, limit, &mut Memory::passing()) {
        None => Relation::Disjoint,
        Some(found) => of_distance(reconciled(a, b, found, magnitude).distance),
    }
}

/// Computes [`signed`](super::signed) of pairs without a closed form.
pub(super) fn signed_by_search<V: Vector, const DEPTH: bool>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    limit: f64,
    cache: &mut PairCache,
) -> Option<Separation<V::Double>> {
    if tie_break(&a, &b).is_gt() {
        return signed_by_search::<V, DEPTH>(b, a, limit, cache).map(Separation::flip);
    }
    let memory = &mut cache.memory;
    if let (Some(convex_a), Some(convex_b)) = (a.convex(), b.convex()) {
        return signed_of_convex::<V, DEPTH>([&a, &b], [convex_a, convex_b], limit, memory);
    }
    if has_parts(&a, &b) {
        return composite::signed::<_, DEPTH>(&a, &b, limit);
    }
    let magnitude = unbounded_magnitude(&a, &b);
    let found = separation_of_unbounded(&a, &b, limit + error_bound::<V>(magnitude), memory)?;
    Some(reconciled(&a, &b, found, magnitude))
}

/// Computes the signed distance of pairs without a closed form, or a lower bound on it if they overlap.
pub(super) fn distance_by_search<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    cache: &mut PairCache,
) -> f64 {
    let found = signed_by_search::<V, false>(a, b, f64::INFINITY, cache);
    found.unwrap_or_else(|| of_nothing(&a)).distance
}

/// Computes [`signed_by_search`] of two convex shapes, in their order.
fn signed_of_convex<V: Vector, const DEPTH: bool>(
    [a, b]: [&ShapeRef<'_, V>; 2],
    [convex_a, convex_b]: [ConvexShape<'_, V>; 2],
    limit: f64,
    memory: &mut Memory,
) -> Option<Separation<V::Double>> {
    if are_beyond(&convex_a, &convex_b, limit) {
        return None;
    }
    // The search must not stop before the band in which rounding might change the sign.
    let magnitude = magnitude(&convex_a) + magnitude(&convex_b);
    let found = separation::<V, DEPTH>(&convex_a, &convex_b, limit + error_bound::<V>(magnitude), memory)?;
    Some(reconciled(a, b, found, magnitude))
}

/// Computes the distance from a point to the surface of a hull, negative inside:
/// [`Query::project_point`](super::Query::project_point) without the queries on other shapes behind it.
pub(crate) fn distance_to_hull(hull: &Hull<DVec3>, point: DVec3) -> f64 {
    let Ok(at) = Ball::new(within_floats(point), 0.0) else { return distance_to_hull(hull, DVec3::ZERO) };
    let (a, b) = (hull.shape_ref(), ShapeRef::Ball(at));
    let (Some(convex_a), Some(convex_b)) = (a.convex(), b.convex()) else { return f64::MAX };
    let memory = &mut PairCache::passing().memory;
    let found = signed_of_convex::<_, true>([&a, &b], [convex_a, convex_b], f64::INFINITY, memory);
    found.map_or(f64::MAX, |found| distance_of::<DVec3>(found.distance))
}

/// Computes the manifold of any two shapes in the general way, in the order of the pair, so that it flips to
/// the bit.
#[inline(never)]
pub(super) fn manifold<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    limit: f64,
    cache: &mut PairCache,
) -> Option<ContactManifold<V>> {
    if let (ShapeRef::Composite(_), _) | (_, ShapeRef::Composite(_)) = (a, b) {
        return composite::manifold(a, b, limit);
    }
    let is_swapped = match (a.convex(), b.convex()) {
        (Some(convex_a), Some(convex_b)) => is_swapped(&convex_a, &convex_b) || tie_break(a, b).is_gt(),
        (None, Some(_)) => true,
        _ => false,
    };
    if is_swapped {
        // The content of a cache is in the order of the pair as well.
        face_clipping::manifold_in_order(b, a, limit, cache).map(ContactManifold::flip)
    } else {
        face_clipping::manifold_in_order(a, b, limit, cache)
    }
}
