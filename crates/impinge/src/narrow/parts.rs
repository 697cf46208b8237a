//! Shapes of many parts: every part is asked, as far as it may matter.
//!
//! The distance is that to the nearest part. Where parts overlap with the other shape, the deepest of them says how
//! deep.

use super::PairCache;
use super::collide::signed as signed_pair;
use super::manifold::{Manifold, manifold as manifold_of_pair};
use super::relation::{Relation, of_views};
use super::separation::Separation;
use super::support::{Frame, SupportMap};
use crate::math::{Scalar, Vector};
use crate::shape::{Aabb, Parts, View};

/// What two shapes answer if one of them has no part: infinitely far apart.
pub(super) fn of_nothing<D: Vector<Scalar = f64>>() -> Separation<D> {
    Separation { distance: f64::INFINITY, normal: D::axis(0), on_a: D::ZERO, on_b: D::ZERO }
}

/// A box around a shape and everything within a margin; all of space for shapes without end.
pub(super) fn region<V: Vector>(view: &View<'_, V>, margin: f64) -> Aabb<V> {
    let most: f64 = V::Scalar::MAX.into();
    let everything = Aabb::between(V::splat(-V::Scalar::MAX), V::splat(V::Scalar::MAX));
    let (low, high) = match view {
        View::Parts(parts) => match parts.bounds() {
            Some(bounds) => (bounds.min().to_double(), bounds.max().to_double()),
            None => return everything,
        },
        _ => {
            let Some(convex) = view.convex() else {
                return everything;
            };
            let frame = Frame { origin: V::Double::ZERO, columns: None, scale: 1.0 };
            let map = frame.map(&convex.core);
            let radius: f64 = convex.radius.into();
            let end = |side: f64| {
                V::Double::from_fn(|axis| {
                    let direction = V::Double::axis(axis) * side;
                    map.support(direction).0[axis] + side * radius
                })
            };
            (end(-1.0), end(1.0))
        }
    };
    // Rounded outwards generously: a region decides what is looked at, not what is found.
    let slack = |x: f64| x.abs() * 4.0 * V::Scalar::UNIT_ROUNDOFF.into() + f64::from(f32::MIN_POSITIVE);
    let limit = |x: f64| V::Scalar::from_f64(x.clamp(-most, most));
    let min = V::from_fn(|axis| limit(low[axis] - margin - slack(low[axis]) - margin * 1e-6));
    let max = V::from_fn(|axis| limit(high[axis] + margin + slack(high[axis]) + margin * 1e-6));
    if min.is_finite() && max.is_finite() { Aabb::between(min.min(max), max.max(min)) } else { everything }
}

/// The relation of two shapes of which at least one has parts.
pub(super) fn relation<V: Vector>(a: &View<'_, V>, b: &View<'_, V>) -> Relation {
    match (a, b) {
        (View::Parts(parts), other) => relation_to(*parts, other),
        (other, View::Parts(parts)) => relation_to(*parts, other),
        _ => of_views(*a, *b),
    }
}

fn relation_to<V: Vector>(parts: &dyn Parts<V>, other: &View<'_, V>) -> Relation {
    let mut found = Relation::Separate;
    let nothing = Aabb::between(V::ZERO, V::ZERO);
    let region = region(other, 0.0);
    parts.visit(region, &mut |_, part| {
        found = found.max(of_views(part, *other));
        if found == Relation::Overlapping { nothing } else { region }
    });
    if found == Relation::Separate && is_enclosed(parts, other) { Relation::Overlapping } else { found }
}

/// Do the parts enclose the shape, which meets none of them?
fn is_enclosed<V: Vector>(parts: &dyn Parts<V>, other: &View<'_, V>) -> bool {
    match other {
        View::Parts(inner) => {
            let mut is_inside = false;
            let Some(everything) = inner.bounds() else {
                return false;
            };
            inner.visit(everything, &mut |_, part| {
                is_inside |= part.convex().is_some_and(|convex| parts.encloses(convex.core.anchor()));
                everything
            });
            is_inside
        }
        _ => other.convex().is_some_and(|convex| parts.encloses(convex.core.anchor())),
    }
}

/// The separation of two shapes of which at least one has parts, unless it is known to be beyond `limit`.
pub(super) fn signed<V: Vector>(
    a: &View<'_, V>,
    b: &View<'_, V>,
    limit: f64,
) -> Option<Separation<V::Double>> {
    match (a, b) {
        (View::Parts(parts), other) => signed_to(*parts, other, limit),
        (other, View::Parts(parts)) => signed_to(*parts, other, limit).map(Separation::mirrored),
        _ => signed_pair::<_, true>(*a, *b, limit, &mut PairCache::default()),
    }
}

fn signed_to<V: Vector>(
    parts: &dyn Parts<V>,
    other: &View<'_, V>,
    limit: f64,
) -> Option<Separation<V::Double>> {
    let mut best: Option<(u32, Separation<V::Double>)> = None;
    let mut reach = limit;
    parts.visit(region(other, limit), &mut |number, part| {
        if let Some(found) = signed_pair::<_, true>(part, *other, reach, &mut PairCache::default()) {
            // Of equals the first, whatever the order in which parts are shown.
            let is_better =
                best.is_none_or(|(known, best)| (found.distance, number) < (best.distance, known));
            if is_better {
                best = Some((number, found));
                reach = found.distance.clamp(0.0, reach);
            }
        }
        region(other, reach)
    });
    best.map(|(_, found)| found)
}

/// The manifold of two shapes of which at least one has parts: that of the deepest part, joined by the points of the
/// others that lie the same way.
pub(super) fn manifold<V: Vector>(a: &View<'_, V>, b: &View<'_, V>, limit: f64) -> Option<Manifold<V>> {
    match (a, b) {
        (View::Parts(parts), other) => manifold_to(*parts, other, limit),
        (other, View::Parts(parts)) => manifold_to(*parts, other, limit).map(Manifold::mirrored),
        _ => manifold_of_pair(a, b, limit, &mut PairCache::default()),
    }
}

fn manifold_to<V: Vector>(parts: &dyn Parts<V>, other: &View<'_, V>, limit: f64) -> Option<Manifold<V>> {
    let region = region(other, limit);
    let mut best: Option<(V::Scalar, u32, Manifold<V>)> = None;
    parts.visit(region, &mut |number, part| {
        if let Some(found) = manifold_of_pair(&part, other, limit, &mut PairCache::default()) {
            let distance = found.points.iter().fold(V::Scalar::MAX, |least, point| least.min(point.distance));
            let is_better =
                best.as_ref().is_none_or(|(least, known, _)| (distance, number) < (*least, *known));
            if is_better {
                best = Some((distance, number, found));
            }
        }
        region
    });
    best.map(|(_, _, found)| found)
}
