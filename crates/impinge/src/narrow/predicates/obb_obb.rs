//! Oriented boxes against each other.
//!
//! Two boxes are apart exactly when one of 15 axes separates their projections (4 in the plane): the face
//! normals of both and the cross products of their edges. [`BoxPair`] has the formulas.
//!
//! ```text
//!   3 normals of a ──┐
//!   3 normals of b ──┼─▶ greatest gap ──▶ beyond the slack: Disjoint, or below −slack: Overlapping
//!   9 aᵢ × bⱼ ───────┘         │
//!                              └─▶ near 0 ──▶ six face axes overlap by more than parallel edges can
//!                                    │        gain: Overlapping
//!                                    └─▶ otherwise open: exact arithmetic (polyhedra.rs)
//! ```
//!
//! # What rounding can do
//! With u the unit roundoff and s = |d|₁ + Σh + Σk, the rounded gap along an axis differs by less than 20·u·s
//! from the one computed in real arithmetic from the same t and R. The axes are orthonormal up to τ = 16u
//! only ([`Rotation::TOLERANCE_IN_ROUNDOFFS`]), which the formulas neglect: less than 5τ·s. Together less
//! than 100·u·s; a gap beyond [`slack`] = 128·u·s therefore has its true sign.
//!
//! # Parallel edges
//! For nearly parallel aᵢ and bⱼ the cross product is nearly zero, and so is the gap, whatever the boxes do.
//! Let σ be the sine of their angle. Turned by that angle, box b has an edge parallel to aᵢ, all facet
//! normals of the Minkowski difference are then face normals of the boxes, and so the six face axes suffice.
//! Turning moves a point of b by at most (π/2)·σ·Σk, and changes the gap along a face axis by less than
//! 5·σ·(Σh + Σk) while the face axes overlap. So if all six overlap by more than 8·σ·(Σh + Σk), the boxes
//! overlap, before and after turning.
//!
//! What remains open, exact arithmetic decides.
//! Source: Gottschalk, Lin & Manocha 1996, §5; Ericson 2005, §4.4.1. The bounds are our own.
//!
//! [`Rotation::TOLERANCE_IN_ROUNDOFFS`]: crate::math::Rotation::TOLERANCE_IN_ROUNDOFFS

use super::box_pair::{AlongAxes, BoxPair};
use super::polyhedra;
use crate::math::lanes::Lanes;
use crate::math::{Scalar, Vector};
use crate::narrow::Relation;
use crate::shape::{Aabb, Obb};

/// How far a projection gap of boxes may be off, for sizes and distances that sum up to `scale`.
#[inline(always)]
pub(in crate::narrow) fn slack<V: Vector>(scale: V::Scalar) -> V::Scalar {
    V::Scalar::from_f64(128.0) * V::Scalar::UNIT_ROUNDOFF * scale + V::Scalar::MIN_POSITIVE
}

#[inline]
pub(in crate::narrow) fn obb_obb<V: Vector>(a: &Obb<V>, b: &Obb<V>) -> Relation {
    separating_axes(a, b, V::Scalar::ZERO).unwrap_or_else(|| polyhedra::relation(a, b))
}

#[inline]
pub(in crate::narrow) fn aabb_obb<V: Vector>(a: &Aabb<V>, b: &Obb<V>) -> Relation {
    // Centre and half extents of an axis-aligned box are rounded, relative to its coordinates.
    let coordinates = a.min().abs().element_sum() + a.max().abs().element_sum();
    separating_axes(&Obb::from(*a), b, coordinates).unwrap_or_else(|| polyhedra::relation(a, b))
}

/// The relation, if it stands clear of rounding. `magnitude` is added to the sizes that errors are relative
/// to.
#[inline(always)]
fn separating_axes<V: Vector>(a: &Obb<V>, b: &Obb<V>, magnitude: V::Scalar) -> Option<Relation> {
    let dimension = V::DIMENSION;
    let between = b.center() - a.center();
    let (h, k) = (a.half_extents(), b.half_extents());
    let extents = Lanes::of(h) + Lanes::of(k);
    let error = slack::<V>((Lanes::of(between).abs() + extents).total(dimension) + magnitude);

    let (axes_a, axes_b) = (a.axes(), b.axes());
    let pair = BoxPair::<V>::new(&axes_a, &axes_b, h, k);
    let t = AlongAxes::new::<V>(&axes_a, &axes_b, between);
    let beyond_b = t.b.abs() - pair.reach_along_b();
    let beyond = |i: usize| t.a[i].abs() - pair.reach_along_a(i);
    // The greatest gap settles it, if it is certain. No early way out: a branch that cannot be predicted
    // costs more than the axes that it saves.
    let mut beyond_a = beyond(0).max(beyond(1));
    let mut widest = beyond_b;
    if dimension == 3 {
        beyond_a = beyond_a.max(beyond(2));
        let edges = |i: usize| pair.along_edges(i, &t.a).abs() - pair.reach_along_edges(i);
        widest = widest.max(edges(0)).max(edges(1)).max(edges(2));
    }
    let widest = widest.max_element(dimension).max(beyond_a);
    if widest.abs() > error {
        return Some(if widest > V::Scalar::ZERO { Relation::Disjoint } else { Relation::Overlapping });
    }
    let depth = -beyond_b.max_element(dimension).max(beyond_a) - error;
    let is_settled_by_faces = dimension == 3
        && depth > V::Scalar::ZERO
        // A copy: what a function takes the address of lies in memory, and all of the pair with it.
        && has_parallel_edges::<V>(&{ pair.rows_abs }, depth, extents.total(dimension));
    is_settled_by_faces.then_some(Relation::Overlapping)
}

/// Whether a pair of edges is so parallel that the face axes, which overlap by `depth`, settle it.
#[cold]
#[inline(never)]
fn has_parallel_edges<V: Vector>(
    r_abs: &[Lanes<V::Scalar>; 3],
    depth: V::Scalar,
    extents: V::Scalar,
) -> bool {
    let rounding = V::Scalar::from_f64(64.0) * V::Scalar::UNIT_ROUNDOFF;
    (0..3).any(|i| {
        (0..3).any(|j| {
            // The part of bⱼ that is perpendicular to aᵢ.
            let sine = r_abs[(i + 1) % 3].lane(j) + r_abs[(i + 2) % 3].lane(j) + rounding;
            depth > V::Scalar::from_f64(8.0) * sine * extents
        })
    })
}
