//! When two boxes in space, of which one moves straight, come near each other.
//!
//! They are apart where one of 15 axes separates them ([`BoxPair`]). Along each
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
use crate::narrow::predicates::box_pair::{AlongAxes, BoxPair};
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
    let pair = BoxPair::<D>::new(&a.axes, &b.axes, a.half, b.half);
    let along = |vector: D| AlongAxes::new(&a.axes, &b.axes, vector);
    let (place, speed) = (along(b.center - a.center), along(motion));
    for i in 0..3 {
        let reach = pair.reach_along_a(i);
        slab_intervals.cut(place.a[i], speed.a[i], reach + level, SeparatingAxis::FaceOfA(i));
    }
    let reach = pair.reach_along_b();
    for j in 0..3 {
        let (place, speed) = (place.b.lane(j), speed.b.lane(j));
        slab_intervals.cut(place, speed, reach.lane(j) + level, SeparatingAxis::FaceOfB(j));
    }
    if slab_intervals.is_empty() {
        return slab_intervals;
    }
    for i in 0..3 {
        let (place, speed) = (pair.along_edges(i, &place.a), pair.along_edges(i, &speed.a));
        let reach = pair.reach_along_edges(i);
        for j in 0..3 {
            // √(1 − R²) is no more than that, and the axis no longer.
            let cosine = pair.rows_abs[i].lane(j);
            let length = 1.0 - 0.5 * cosine * cosine;
            slab_intervals.cut(
                place.lane(j),
                speed.lane(j),
                reach.lane(j) + level * length,
                SeparatingAxis::Edges(i, j),
            );
        }
    }
    slab_intervals
}
