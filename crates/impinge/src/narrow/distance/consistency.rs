//! Signs and distances must not contradict each other.
//!
//! A relation is disjoint, touching or overlapping; a signed distance has more information, but was
//! rounded. Where it is greater than all rounding errors, its sign agrees with the relation anyway.
//! Nearer to 0 the relation decides: the exact one for the pairs that have one, and for the others a
//! narrow band of distances that count as touching.

use super::error_bound::{TOUCHING, error_bound};
use super::extent::ends;
use super::separation::Separation;
use crate::math::Vector;
use crate::narrow::predicates::exact;
use crate::narrow::relation::Relation;
use crate::shape::{Core, ShapeRef};

/// Up to this multiple of them, the exact relation is computed: searches between slim triangles of extreme
/// sizes are off by 5·10⁻⁹.
const EXACT_BELOW: f64 = 1e-6;

/// The same separation with the sign of the relation.
#[inline(always)]
pub(in crate::narrow) fn reconciled<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    found: Separation<V::Double>,
    magnitude: f64,
) -> Separation<V::Double> {
    let exact_below = error_bound::<V>(magnitude).max(EXACT_BELOW * magnitude);
    if found.distance.abs() > exact_below { found } else { settled(a, b, found, magnitude) }
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
        let (low, high) = ends(&convex);
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
