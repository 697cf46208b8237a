//! Signs and distances must not contradict each other.
//!
//! A relation is disjoint, touching or overlapping; a signed distance has more information, but was
//! rounded. Where it is greater than all rounding errors, its sign agrees with the relation anyway.
//! Nearer to 0 the relation decides: the exact one for the pairs that have one, and for the others a
//! narrow band of distances that count as touching.

use super::parts;
use super::relation::{Relation, exact};
use super::separation::{Memory, Separation, separation};
use super::short::{self, Short};
use super::unbounded::separation_of_unbounded;
use crate::math::{Scalar, Vector};
use crate::shape::{ConvexShape, Core, ShapeRef};

/// Distances of pairs without an exact relation that count as touching, in parts of their coordinates and
/// sizes: 16 roundings of `f64`.
pub(super) const TOUCHING: f64 = 16.0 * f64::EPSILON / 2.0;

/// The size of the numbers that a shape is given by, to which rounding is relative.
#[inline(always)]
pub(super) fn magnitude<V: Vector>(convex: &ConvexShape<'_, V>) -> f64 {
    convex.core.anchor().to_double().abs().element_sum() + convex.core.spread() + convex.radius.into()
}

/// Signed distances are right to so much of coordinates and sizes, in `f64`.
const ACCURACY: f64 = 1e-9;

/// Up to this multiple of them, the exact relation is computed: searches between slim triangles of extreme
/// sizes are off by 5·10⁻⁹.
const ASKED: f64 = 1e-6;

/// By how much the sign of a signed distance may be wrong, for shapes whose magnitudes sum up to so much.
#[inline(always)]
pub(super) fn room<V: Vector>(magnitude: f64) -> f64 {
    (128.0 * V::Scalar::UNIT_ROUNDOFF.into()).max(ACCURACY) * magnitude
}

/// The same separation with the sign of the relation.
#[inline(always)]
pub(super) fn reconciled<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    found: Separation<V::Double>,
    magnitude: f64,
) -> Separation<V::Double> {
    let asked = room::<V>(magnitude).max(ASKED * magnitude);
    if found.distance.abs() > asked { found } else { settled(a, b, found, magnitude) }
}

#[cold]
#[inline(never)]
fn settled<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    found: Separation<V::Double>,
    magnitude: f64,
) -> Separation<V::Double> {
    let smallest = f64::from_bits(1);
    let distance = match exact(a, b) {
        Some(Relation::Disjoint) => found.distance.max(gap_of_boxes(a, b).unwrap_or(smallest)),
        Some(Relation::Touching) => 0.0,
        Some(Relation::Overlapping) => found.distance.min(-smallest),
        None if magnitude.is_finite() && found.distance.abs() <= TOUCHING * magnitude => {
            gap_of_boxes(a, b).map_or(0.0, |gap| found.distance.max(gap))
        }
        None => found.distance,
    };
    Separation { distance, ..found }
}

/// A distance that boxes around two shapes leave between them, if that is clear of rounding: along one axis
/// coordinates may be far smaller than along the others, and so is what counts as touching.
fn gap_of_boxes<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Option<f64> {
    let around = |view: &ShapeRef<'_, V>| {
        let convex = view.convex()?;
        let (low, high) = parts::ends(&convex);
        let sizes = low.abs().max(high.abs());
        // What is turned is rounded by the coordinates along all axes.
        let is_turned = matches!(convex.core, Core::Hull(..) | Core::Custom(..));
        Some((low, high, if is_turned { V::Double::splat(sizes.max_element()) } else { sizes }))
    };
    let ((low_a, high_a, sizes_a), (low_b, high_b, sizes_b)) = (around(a)?, around(b)?);
    let gap = |axis: usize| {
        let gap = (low_b[axis] - high_a[axis]).max(low_a[axis] - high_b[axis]);
        gap - 4.0 * TOUCHING * (sizes_a[axis] + sizes_b[axis])
    };
    (0..V::DIMENSION).map(gap).reduce(f64::max).filter(|&gap| gap > 0.0)
}

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
pub(super) fn relation<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Relation {
    match (a.convex(), b.convex()) {
        (Some(convex_a), Some(convex_b)) => of_convex(&a, &b, &convex_a, &convex_b),
        _ => of_others(&a, &b),
    }
}

fn of_others<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Relation {
    if matches!(a, ShapeRef::Composite(_)) || matches!(b, ShapeRef::Composite(_)) {
        return parts::relation(a, b);
    }
    // Asked without a limit, a distance is always found.
    let found = separation_of_unbounded(a, b, f64::INFINITY, &mut Memory::passing());
    found.map_or(Relation::Disjoint, |found| {
        of_distance(reconciled(a, b, found, unbounded_magnitude(a, b)).distance)
    })
}

/// The magnitude of a pair of which one has no end; infinite if both have none, so that their relation, which
/// turns on whether they are parallel, is always computed.
pub(super) fn unbounded_magnitude<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> f64 {
    let of = |view: &ShapeRef<'_, V>| match view {
        ShapeRef::Ray(ray) => ray.origin().to_double().abs().element_sum(),
        ShapeRef::Plane(plane) => plane.offset().abs().into(),
        ShapeRef::HalfSpace(half_space) => half_space.boundary().offset().abs().into(),
        _ => view.convex().map_or(0.0, |convex| magnitude(&convex)),
    };
    if a.convex().is_none() && b.convex().is_none() { f64::INFINITY } else { of(a) + of(b) }
}

fn of_convex<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    convex_a: &ConvexShape<'_, V>,
    convex_b: &ConvexShape<'_, V>,
) -> Relation {
    let magnitude = magnitude(convex_a) + magnitude(convex_b);
    let limit = room::<V>(magnitude);
    // Where there is a short way, contacts go it: so that the two agree.
    match short::signed::<V, false>(*a, *b, limit) {
        Short::Found(found) => return of_distance(reconciled(a, b, found, magnitude).distance),
        Short::Beyond => return Relation::Disjoint,
        Short::Open => {}
    }
    match separation::<V, false>(convex_a, convex_b, limit, &mut Memory::passing()) {
        None => Relation::Disjoint,
        Some(found) => of_distance(reconciled(a, b, found, magnitude).distance),
    }
}
