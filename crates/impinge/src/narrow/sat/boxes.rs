//! Two boxes in the plane, by centres and half extents instead of corners.
//!
//! A box with axes u, v and half extents h, k reaches to k·|u × v| either side of its centre along the normal
//! of u, which is u turned by a quarter, and to h·|w × u| + k·|w × v| along the normal of any other axis w.
//! So four cross products of an axis of one with an axis of the other are all there is to compute, and the
//! gap on an axis is the distance of the centres less both reaches.
//!
//! # What rounding can do
//! Let u be the unit roundoff of `f64`, and m the sum of all coordinates of the centres, all half
//! extents and the motion. Axes are as given, turned without rounding. A centre is off by u·m, the
//! distance of both along an axis by less than 5u·m, reaches by 7u·m, their difference, extended, by
//! 12u·m. Beyond [`ERROR`] a sign equals the sign in real arithmetic; the projections of corners decide
//! all others.

use super::SatStep;
use crate::math::{Scalar, Vector};
use crate::shape::ShapeRef;

const ERROR: f64 = 16.0 * f64::EPSILON / 2.0;
/// Sizes between which products of two neither overflow nor lose digits.
const ORDINARY: std::ops::Range<f64> = 1e-130..1e130;

type PlanePoint = [f64; 2];

struct SatRectangle {
    center: PlanePoint,
    half: PlanePoint,
    axes: [PlanePoint; 2],
}

impl SatRectangle {
    /// A box that is not flat.
    #[inline(always)]
    fn of<V: Vector>(view: &ShapeRef<'_, V>) -> Option<Self> {
        let flat = |vector: V| -> PlanePoint { std::array::from_fn(|axis| vector[axis].into()) };
        let rectangle = match view {
            ShapeRef::Aabb(bounds) => {
                let (min, max) = (flat(bounds.min()), flat(bounds.max()));
                SatRectangle {
                    center: [0, 1].map(|axis| 0.5 * min[axis] + 0.5 * max[axis]),
                    half: [0, 1].map(|axis| 0.5 * max[axis] - 0.5 * min[axis]),
                    axes: [[1.0, 0.0], [0.0, 1.0]],
                }
            }
            ShapeRef::Obb(obb) => {
                let axes = obb.axes();
                SatRectangle {
                    center: flat(obb.center()),
                    half: flat(obb.half_extents()),
                    axes: [flat(axes[0]), flat(axes[1])],
                }
            }
            _ => return None,
        };
        (rectangle.half[0] > 0.0 && rectangle.half[1] > 0.0).then_some(rectangle)
    }

    #[inline(always)]
    fn size(&self) -> f64 {
        (self.center[0].abs() + self.center[1].abs()) + (self.half[0] + self.half[1])
    }
}

#[inline(always)]
fn cross([a, b]: PlanePoint, [c, d]: PlanePoint) -> f64 {
    a * d - b * c
}

#[inline(always)]
fn square([x, y]: PlanePoint) -> f64 {
    x * x + y * y
}

/// The answer for two boxes, unless `f64` cannot decide; `None` as well for other shapes and flat boxes.
#[inline(always)]
pub(super) fn step<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>, velocity: V) -> Option<SatStep<V>> {
    let (a, b) = (SatRectangle::of(a)?, SatRectangle::of(b)?);
    let motion = [velocity[0].into(), velocity[1].into()];
    of_rectangles(&a, &b, motion)
}

#[inline(always)]
fn of_rectangles<V: Vector>(a: &SatRectangle, b: &SatRectangle, motion: PlanePoint) -> Option<SatStep<V>> {
    let size = a.size() + b.size() + (motion[0].abs() + motion[1].abs());
    let error = ERROR * size;
    let between = [b.center[0] - a.center[0], b.center[1] - a.center[1]];

    // Two axes of the first, two of the second. The normal of an axis w is turned clockwise: its inner
    // product with any vector x is x × w.
    let axes = [a.axes[0], a.axes[1], b.axes[0], b.axes[1]];
    let turns = a.axes.map(|u| b.axes.map(|v| cross(u, v).abs()));
    let (turn_a, turn_b) = (cross(a.axes[0], a.axes[1]).abs(), cross(b.axes[0], b.axes[1]).abs());
    let reaches = [
        a.half[1] * turn_a + (turns[0][0] * b.half[0] + turns[0][1] * b.half[1]),
        a.half[0] * turn_a + (turns[1][0] * b.half[0] + turns[1][1] * b.half[1]),
        b.half[1] * turn_b + (turns[0][0] * a.half[0] + turns[1][0] * a.half[1]),
        b.half[0] * turn_b + (turns[0][1] * a.half[0] + turns[1][1] * a.half[1]),
    ];
    let (mut overlap, mut extended_overlap) = (f64::INFINITY, f64::INFINITY);
    let (mut least, mut push, mut axis) = (f64::INFINITY, 0.0, axes[0]);
    for (own, reaches) in axes.into_iter().zip(reaches) {
        let (distance, reach) = (cross(between, own), cross(motion, own));
        // The ways out below and above the second box, without the motion and with it.
        let (down, up) = (reaches - distance, reaches + distance);
        let (extended_down, extended_up) = (down + Scalar::max(reach, 0.0), up - Scalar::min(reach, 0.0));
        overlap = Scalar::min(Scalar::min(down, up), overlap);
        extended_overlap = Scalar::min(Scalar::min(extended_down, extended_up), extended_overlap);
        // Back to the side on which it is now; from the middle, against the motion.
        let is_below = distance > 0.0 || (distance == 0.0 && reach > 0.0);
        let way = if is_below { -extended_down } else { extended_up };
        // An axis is a unit vector but for rounding e, and 1/√(1 + e) is 1 − e/2.
        let length = way.abs() * (1.5 - 0.5 * square(own));
        if length < least {
            (least, push, axis) = (length, way, own);
        }
    }
    let is_apart = extended_overlap < -error;
    let now = overlap > error;
    // What meets now, will.
    let is_certain = is_apart || now || (overlap < -error && extended_overlap > error);
    if !is_certain || !ORDINARY.contains(&size) {
        return None;
    }
    let push = push / square(axis);
    let way = [axis[1] * push, -axis[0] * push];
    Some(SatStep { now, will: !is_apart, translation: V::Double::from_fn(|axis| way[axis]) })
}
