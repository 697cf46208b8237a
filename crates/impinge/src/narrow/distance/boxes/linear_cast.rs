//! When two boxes in space, of which one moves straight, come near each other.
//!
//! They are apart where one of 15 axes parts them ([`obb`](crate::narrow::predicates::obb_obb)). Along each
//! the centres draw near at a constant rate: slabs, which all reach further by the target distance. So near
//! parallel edges, and at corners, they may reach much further than that; there the boxes are tested where
//! they are.
//!
//! **Rounding.** What the formulas neglect, axes that are not quite orthonormal, is relative to how far the
//! centres are from each other. It only matters where the boxes may be near, and there that is no more than
//! the diagonals and the level: less than three times the sum of all half extents and the level.

use super::{Precise, SeparatingAxis, crossing};
use crate::math::{Scalar, Vector};
use crate::narrow::distance::linear_cast::{Closing, SlabTimes, Times};
use crate::narrow::distance::separation::Separation;
use crate::shape::Obb;

/// When two boxes come near of which the second moves, in this order, and where they are then, seen
/// from an origin; `None` of extreme sizes.
#[inline(never)]
pub(in crate::narrow) fn closing<V: Vector>(
    [a, b]: [&Obb<V>; 2],
    origin: V::Double,
    motion: V::Double,
    times: Times,
    slack: f64,
) -> Option<Closing<V::Double>> {
    let (a, mut b) = (Precise::new(a, origin), Precise::new(b, origin));
    let extents = a.half.element_sum() + b.half.element_sum();
    let size = extents + times.level;
    let level = times.level + slack + 384.0 * V::Scalar::UNIT_ROUNDOFF.into() * size;
    if !(1e-60..1e60).contains(&size) {
        return None;
    }
    let slab_intervals = slab_intervals(&a, &b, motion, times, level);
    if slab_intervals.is_empty() {
        return Some(Closing::Never);
    }
    let t = slab_intervals.enter;
    b.center += motion * t;
    let found = slab_intervals.last_axis.and_then(|axis| match axis {
        SeparatingAxis::FaceOfA(face) => over_face(&a, &b, face),
        SeparatingAxis::FaceOfB(face) => Some(over_face(&b, &a, face)?.flip()),
        SeparatingAxis::Edges(i, j) => crossing(&a, &b, i, j),
    });
    Some(match found {
        Some(found) if found.distance > 0.0 && found.distance <= times.near => Closing::Near(t, found),
        _ => Closing::Until(t),
    })
}

/// The separation along the normal of a face, if the other box's corner that is nearest to its plane is over
/// it.
#[inline(always)]
fn over_face<D: Vector<Scalar = f64>>(
    own: &Precise<D>,
    other: &Precise<D>,
    face: usize,
) -> Option<Separation<D>> {
    let axis = own.axes[face];
    let length = axis.length();
    let normal = axis * ((other.center - own.center).dot(axis).signum() / length);
    let corner = other.furthest(-normal).point;
    let away = corner - own.center;
    let is_over = (0..3).all(|side| side == face || own.axes[side].dot(away).abs() <= own.half[side]);
    let distance = normal.dot(away) - own.half[face] * length;
    is_over.then(|| Separation { distance, normal, point_a: corner - normal * distance, point_b: corner })
}

fn slab_intervals<D: Vector<Scalar = f64>>(
    a: &Precise<D>,
    b: &Precise<D>,
    motion: D,
    times: Times,
    level: f64,
) -> SlabTimes<SeparatingAxis> {
    let mut slab_intervals = SlabTimes::new(times.start, times.last);
    let between = b.center - a.center;
    let along = |axes: &D::Basis, vector: D| -> [f64; 3] { std::array::from_fn(|i| axes[i].dot(vector)) };
    let (place_a, speed_a) = (along(&a.axes, between), along(&a.axes, motion));
    let (place_b, speed_b) = (along(&b.axes, between), along(&b.axes, motion));
    // Rᵢⱼ = aᵢ · bⱼ.
    let rows: [[f64; 3]; 3] = std::array::from_fn(|i| along(&b.axes, a.axes[i]));
    let sizes = rows.map(|row| row.map(f64::abs));
    let (h, k) = (a.half, b.half);
    for i in 0..3 {
        let reach = h[i] + (sizes[i][0] * k[0] + sizes[i][1] * k[1] + sizes[i][2] * k[2]);
        slab_intervals.cut(place_a[i], speed_a[i], reach + level, SeparatingAxis::FaceOfA(i));
    }
    for j in 0..3 {
        let reach = k[j] + (sizes[0][j] * h[0] + sizes[1][j] * h[1] + sizes[2][j] * h[2]);
        slab_intervals.cut(place_b[j], speed_b[j], reach + level, SeparatingAxis::FaceOfB(j));
    }
    if slab_intervals.is_empty() {
        return slab_intervals;
    }
    for i in 0..3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            let across = |along: &[f64; 3]| along[i2] * rows[i1][j] - along[i1] * rows[i2][j];
            let reach_a = h[i1] * sizes[i2][j] + h[i2] * sizes[i1][j];
            let reach_b = k[j1] * sizes[i][j2] + k[j2] * sizes[i][j1];
            // √(1 − R²) is no more than that, and the axis no longer.
            let length = 1.0 - 0.5 * rows[i][j] * rows[i][j];
            slab_intervals.cut(
                across(&place_a),
                across(&speed_a),
                reach_a + reach_b + level * length,
                SeparatingAxis::Edges(i, j),
            );
        }
    }
    slab_intervals
}
