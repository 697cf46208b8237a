//! Oriented boxes against each other.
//!
//! Two boxes are apart exactly when one of 15 axes separates their projections (4 in the plane): the face
//! normals of both and the cross products of their edges. With d between the centres, a and b the axes, t =
//! (d·aᵢ) and R = (aᵢ·bⱼ), every projection is a short sum of these:
//!
//! - along aᵢ: |tᵢ| against hᵢ + Σⱼ kⱼ·|Rᵢⱼ|, and the same along bⱼ with the roles exchanged;
//! - along aᵢ × bⱼ: |tᵢ₊₂·Rᵢ₊₁ⱼ − tᵢ₊₁·Rᵢ₊₂ⱼ| against hᵢ₊₁·|Rᵢ₊₂ⱼ| + hᵢ₊₂·|Rᵢ₊₁ⱼ| + kⱼ₊₁·|Rᵢⱼ₊₂| +
//!   kⱼ₊₂·|Rᵢⱼ₊₁|.
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

    // What is done for each axis is written out: in code that is compiled for size loops stay loops, and
    // these would look up in memory which coordinate is meant.
    let (axes_a, axes_b) = (a.axes(), b.axes());
    // Lane j of rows[i] is Rᵢⱼ.
    let rows = [row::<V>(&axes_a, &axes_b, 0), row::<V>(&axes_a, &axes_b, 1), row::<V>(&axes_a, &axes_b, 2)];
    let rows_abs = [rows[0].abs(), rows[1].abs(), rows[2].abs()];
    let t =
        [shift::<V>(&axes_a, between, 0), shift::<V>(&axes_a, between, 1), shift::<V>(&axes_a, between, 2)];
    let splat = Lanes::<V::Scalar>::splat;
    let (h, k) = (Lanes::of(h), Lanes::of(k));
    let reach_b = (k + rows_abs[0] * splat(h.lane(0))) + rows_abs[1] * splat(h.lane(1));
    let reach_b = reach_b + rows_abs[2] * splat(h.lane(2));
    let beyond_b = along::<V>(&axes_b, between).abs() - reach_b;
    let beyond = |i: usize| t[i].abs() - (h.lane(i) + (rows_abs[i] * k).total(dimension));
    // The greatest gap settles it, if it is certain. No early way out: a branch that cannot be predicted
    // costs more than the axes that it saves.
    let mut beyond_a = beyond(0).max(beyond(1));
    let mut widest = beyond_b;
    if dimension == 3 {
        beyond_a = beyond_a.max(beyond(2));
        let edges = Edges { rows, rows_abs, t, h, k: [k, k.rotated(), k.rotated().rotated()] };
        widest = widest.max(edges.gaps(0, 1, 2)).max(edges.gaps(1, 2, 0)).max(edges.gaps(2, 0, 1));
    }
    let widest = widest.max_element(dimension).max(beyond_a);
    if widest.abs() > error {
        return Some(if widest > V::Scalar::ZERO { Relation::Disjoint } else { Relation::Overlapping });
    }
    let depth = -beyond_b.max_element(dimension).max(beyond_a) - error;
    let is_settled_by_faces = dimension == 3
        && depth > V::Scalar::ZERO
        && has_parallel_edges::<V>(&rows_abs, depth, extents.total(dimension));
    is_settled_by_faces.then_some(Relation::Overlapping)
}

/// A direction along all axes of a box, a lane each.
#[inline(always)]
pub(in crate::narrow) fn along<V: Vector>(axes: &V::Basis, direction: V) -> Lanes<V::Scalar> {
    let splat = Lanes::<V::Scalar>::splat;
    let sum =
        Lanes::across::<V>(axes, 0) * splat(direction[0]) + Lanes::across::<V>(axes, 1) * splat(direction[1]);
    if V::IS_3D { sum + Lanes::across::<V>(axes, 2) * splat(direction[2]) } else { sum }
}

/// One axis of a box along all axes of another; zeros for the third in the plane.
#[inline(always)]
fn row<V: Vector>(axes_a: &V::Basis, axes_b: &V::Basis, axis: usize) -> Lanes<V::Scalar> {
    if axis < V::DIMENSION { along::<V>(axes_b, axes_a[axis]) } else { Lanes::splat(V::Scalar::ZERO) }
}

/// How far apart the centres are along one axis of a box.
#[inline(always)]
fn shift<V: Vector>(axes: &V::Basis, between: V, axis: usize) -> V::Scalar {
    if axis < V::DIMENSION { between.dot(axes[axis]) } else { V::Scalar::ZERO }
}

/// What the gaps along cross products of edges are made of.
struct Edges<S: Scalar> {
    rows: [Lanes<S>; 3],
    rows_abs: [Lanes<S>; 3],
    t: [S; 3],
    h: Lanes<S>,
    /// As they are, and rotated once and twice.
    k: [Lanes<S>; 3],
}

impl<S: Scalar> Edges<S> {
    /// The gaps along aᵢ × bⱼ, lane j each; `next` and `last` are the axes after i.
    #[inline(always)]
    fn gaps(&self, i: usize, next: usize, last: usize) -> Lanes<S> {
        let Edges { rows, rows_abs, t, h, k } = self;
        let splat = Lanes::splat;
        let distance = (rows[next] * splat(t[last]) - rows[last] * splat(t[next])).abs();
        let reach_a = rows_abs[last] * splat(h.lane(next)) + rows_abs[next] * splat(h.lane(last));
        let (rotated, twice) = (rows_abs[i].rotated(), rows_abs[i].rotated().rotated());
        distance - (reach_a + (twice * k[1] + rotated * k[2]))
    }
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
