//! Two oriented boxes, each seen in the axes of the other: the numbers behind every axis that may separate
//! them.
//!
//! With a and b the axes, h and k the half extents, R = (aᵢ·bⱼ), and t = (d·aᵢ) for a vector d, usually from
//! centre to centre, every projection is a short sum. Indices are cyclic:
//!
//! | axis | centres apart | boxes reach |
//! |---|---|---|
//! | aᵢ | tᵢ | hᵢ + Σⱼ kⱼ·\|Rᵢⱼ\| |
//! | bⱼ | d·bⱼ | kⱼ + Σᵢ hᵢ·\|Rᵢⱼ\| |
//! | aᵢ × bⱼ | tᵢ₊₂·Rᵢ₊₁ⱼ − tᵢ₊₁·Rᵢ₊₂ⱼ | hᵢ₊₁·\|Rᵢ₊₂ⱼ\| + hᵢ₊₂·\|Rᵢ₊₁ⱼ\| + kⱼ₊₁·\|Rᵢⱼ₊₂\| + kⱼ₊₂·\|Rᵢⱼ₊₁\| |
//!
//! The boxes are apart along an axis if the centres are apart by more than the boxes reach: the *gap*.
//! Relation ([`obb_obb`](super::obb_obb)), depth and manifold ([`boxes`]) compare gaps at rest; a cast
//! compares them as d changes at a constant rate. The axes are taken to be orthonormal; what that neglects is
//! in the error bounds of each.
//!
//! [`boxes`]: crate::narrow::distance::boxes
//! Source: Gottschalk, Lin & Manocha 1996, §5; Ericson 2005, §4.4.1.

use crate::math::lanes::Lanes;
use crate::math::{Scalar, Vector};

/// What the gaps of two boxes are made of. Lane j of each number belongs to bⱼ.
///
/// Nothing here is a loop: in code that is compiled for size loops stay loops, and look up in memory which
/// coordinate is meant.
pub(in crate::narrow) struct BoxPair<V: Vector> {
    /// R, a row for each axis of the first box; zeros for the third in the plane.
    rows: [Lanes<V::Scalar>; 3],
    pub rows_abs: [Lanes<V::Scalar>; 3],
    h: Lanes<V::Scalar>,
    /// As they are, and rotated once and twice.
    k: [Lanes<V::Scalar>; 3],
}

/// A vector along the axes of both boxes: `a` as a number each, `b` as lanes.
pub(in crate::narrow) struct AlongAxes<S: Scalar> {
    pub a: [S; 3],
    pub b: Lanes<S>,
}

impl<S: Scalar> AlongAxes<S> {
    /// Creates the projections of a vector onto the axes of both boxes.
    #[inline(always)]
    pub fn new<V: Vector<Scalar = S>>(axes_a: &V::Basis, axes_b: &V::Basis, vector: V) -> Self {
        let on_a = |i: usize| if i < V::DIMENSION { vector.dot(axes_a[i]) } else { S::ZERO };
        AlongAxes { a: [on_a(0), on_a(1), on_a(2)], b: along::<V>(axes_b, vector) }
    }
}

impl<V: Vector> BoxPair<V> {
    #[inline(always)]
    pub fn new(axes_a: &V::Basis, axes_b: &V::Basis, half_a: V, half_b: V) -> Self {
        let row = |i: usize| {
            if i < V::DIMENSION { along::<V>(axes_b, axes_a[i]) } else { Lanes::splat(V::Scalar::ZERO) }
        };
        let rows = [row(0), row(1), row(2)];
        let k = Lanes::of(half_b);
        BoxPair {
            rows,
            rows_abs: [rows[0].abs(), rows[1].abs(), rows[2].abs()],
            h: Lanes::of(half_a),
            k: [k, k.rotated(), k.rotated().rotated()],
        }
    }

    /// How far both boxes reach along aᵢ.
    #[inline(always)]
    pub fn reach_along_a(&self, i: usize) -> V::Scalar {
        self.h.lane(i) + (self.rows_abs[i] * self.k[0]).total(V::DIMENSION)
    }

    /// How far both boxes reach along each bⱼ.
    #[inline(always)]
    pub fn reach_along_b(&self) -> Lanes<V::Scalar> {
        let h = |i: usize| Lanes::splat(self.h.lane(i));
        let of_a = self.rows_abs[0] * h(0) + self.rows_abs[1] * h(1);
        self.k[0] + if V::IS_3D { of_a + self.rows_abs[2] * h(2) } else { of_a }
    }

    /// A vector along each aᵢ × bⱼ, times the length of that; the vector is given along the axes of the first
    /// box.
    #[inline(always)]
    pub fn along_edges(&self, i: usize, vector: &[V::Scalar; 3]) -> Lanes<V::Scalar> {
        let (next, last) = after(i);
        self.rows[next] * Lanes::splat(vector[last]) - self.rows[last] * Lanes::splat(vector[next])
    }

    /// How far both boxes reach along each aᵢ × bⱼ, times the length of that.
    #[inline(always)]
    pub fn reach_along_edges(&self, i: usize) -> Lanes<V::Scalar> {
        let (next, last) = after(i);
        let h = |i: usize| Lanes::splat(self.h.lane(i));
        let of_a = self.rows_abs[last] * h(next) + self.rows_abs[next] * h(last);
        let (rotated, twice) = (self.rows_abs[i].rotated(), self.rows_abs[i].rotated().rotated());
        of_a + (twice * self.k[1] + rotated * self.k[2])
    }

    /// The square of the length of each aᵢ × bⱼ: of the sine of the angle of these edges.
    #[inline(always)]
    pub fn squared_sines(&self, i: usize) -> Lanes<V::Scalar> {
        let (next, last) = after(i);
        self.rows[next] * self.rows[next] + self.rows[last] * self.rows[last]
    }
}

/// The two axes after one, cyclically.
#[inline(always)]
fn after(i: usize) -> (usize, usize) {
    ((i + 1) % 3, (i + 2) % 3)
}

/// A direction along all axes of a box, a lane each.
#[inline(always)]
pub(in crate::narrow) fn along<V: Vector>(axes: &V::Basis, direction: V) -> Lanes<V::Scalar> {
    let splat = Lanes::<V::Scalar>::splat;
    let sum =
        Lanes::across::<V>(axes, 0) * splat(direction[0]) + Lanes::across::<V>(axes, 1) * splat(direction[1]);
    if V::IS_3D { sum + Lanes::across::<V>(axes, 2) * splat(direction[2]) } else { sum }
}
