//! Oriented boxes that are apart: where they are nearest.
//!
//! A point of one box and a point of the other are nearest exactly if each is the point of its box that is
//! nearest to the other. The nearest point of a box is found by clamping coordinates, so going to and fro
//! between the boxes leads to the nearest pair, but in the end slowly. It shows early **which features are
//! nearest**, though: a coordinate that is clamped stays at the face, the others are free. Between these
//! features, a vertex, edge or face each, the nearest points have a closed form as long as not more than two
//! coordinates are free. The supporting planes then prove that they are right, or the way goes on from there.
//! It starts at the face axis along which the boxes are furthest apart, where the first guess is nearly
//! always right.
//!
//! Faces that run along an edge or a face of the other box leave more coordinates free and are left to the
//! general way.
//! Source: alternating projections: Cheney & Goldstein, "Proximity Maps for Convex Sets", 1959. The rest is
//! our own.

use super::{Precise, SeparatingAxis};
use crate::math::Vector;
use crate::narrow::distance::separation::Separation;

/// Times to and fro. Of random boxes, all but one in a thousand need no more.
const MAX_ROUNDS: usize = 5;
/// How far a distance may be above its lower bound, in parts of the sizes.
const ROUNDING: f64 = 1e-14;

/// What was found.
pub(in crate::narrow) enum Apart<D> {
    Found(Separation<D>),
    /// Further apart than the limit.
    Beyond,
    Unclear,
}

/// A point of a box.
pub(super) struct BoxPoint<D> {
    /// Along the axes, from the centre.
    coordinates: D,
    pub point: D,
}

impl<D: Vector<Scalar = f64>> Precise<D> {
    #[inline(always)]
    fn place(&self, coordinates: D) -> BoxPoint<D> {
        let point = (0..3).fold(self.center, |sum, axis| sum + self.axes[axis] * coordinates[axis]);
        BoxPoint { coordinates, point }
    }

    /// The point of the box nearest to another, up to the roundings that keep the axes from being
    /// orthonormal.
    #[inline(always)]
    fn nearest_to(&self, point: D) -> BoxPoint<D> {
        let away = point - self.center;
        let coordinates = D::from_fn(|axis| self.axes[axis].dot(away));
        self.place(coordinates.min(self.half).max(-self.half))
    }

    /// The vertex that lies furthest in a direction.
    #[inline(always)]
    pub(super) fn furthest(&self, direction: D) -> BoxPoint<D> {
        self.place(D::from_fn(|axis| self.half[axis].copysign(self.axes[axis].dot(direction))))
    }
}

/// Which coordinates of two places are free: up to two, as directions in which the second moves away from the
/// first.
struct FreeCoordinates<D> {
    directions: [D; 2],
    /// Up to 3 for the first box, from 3 on for the second.
    coordinates: [usize; 2],
    count: usize,
}

impl<D: Vector<Scalar = f64>> FreeCoordinates<D> {
    #[inline(always)]
    fn of(boxes: [&Precise<D>; 2], places: [&BoxPoint<D>; 2]) -> Self {
        let mut free = FreeCoordinates { directions: [D::ZERO; 2], coordinates: [0; 2], count: 0 };
        for (which, sign) in [(0, -1.0), (1, 1.0)] {
            for axis in 0..3 {
                if places[which].coordinates[axis].abs() < boxes[which].half[axis] {
                    let slot = free.count & 1;
                    free.directions[slot] = boxes[which].axes[axis] * sign;
                    free.coordinates[slot] = which * 3 + axis;
                    free.count += 1;
                }
            }
        }
        free
    }
}

/// Where two boxes that are apart are nearest, starting from a face axis that may separate them.
#[inline(always)]
pub(super) fn nearest<D: Vector<Scalar = f64>>(
    a: &Precise<D>,
    b: &Precise<D>,
    start: SeparatingAxis,
    limit: f64,
    size: f64,
) -> Apart<D> {
    let between = b.center - a.center;
    let mut point_a = match start {
        SeparatingAxis::FaceOfB(face) => {
            let axis = b.axes[face];
            a.furthest(axis * axis.dot(between))
        }
        SeparatingAxis::FaceOfA(face) => {
            let axis = a.axes[face];
            a.nearest_to(b.furthest(axis * -axis.dot(between)).point)
        }
        SeparatingAxis::Edges(..) => a.nearest_to(b.center),
    };
    for _ in 0..MAX_ROUNDS {
        let mut point_b = b.nearest_to(point_a.point);
        point_a = a.nearest_to(point_b.point);
        let free = FreeCoordinates::of([a, b], [&point_a, &point_b]);
        let away = point_b.point - point_a.point;
        let [first, second] = free.directions;
        // The vector between the features, and by how much the free coordinates change to get there.
        let (vector, steps) = match free.count {
            0 => (away, [0.0; 2]),
            1 => {
                let step = -away.dot(first) / first.dot(first);
                (away + first * step, [step, 0.0])
            }
            2 => {
                let normal = first.perpendicular(second);
                let square = normal.dot(normal);
                if square < 1e-8 {
                    continue;
                }
                let steps = [
                    -away.perpendicular(second).dot(normal) / square,
                    away.perpendicular(first).dot(normal) / square,
                ];
                // Along the normal, so that near touching no digits are lost.
                (normal * (away.dot(normal) / square), steps)
            }
            _ => continue,
        };
        let mut is_inside = true;
        for (&coordinate, step) in free.coordinates.iter().zip(steps).take(free.count) {
            let (axis, owner, place) = if coordinate < 3 {
                (coordinate, a, &mut point_a)
            } else {
                (coordinate - 3, b, &mut point_b)
            };
            let moved = place.coordinates[axis] + step;
            let clamped = moved.clamp(-owner.half[axis], owner.half[axis]);
            is_inside &= clamped == moved;
            place.point += owner.axes[axis] * (clamped - place.coordinates[axis]);
        }
        if !is_inside {
            continue;
        }
        // The room between the planes across the vector, and the difference to its length.
        let square = vector.dot(vector);
        let room = vector.dot(between) - a.reach(vector) - b.reach(vector);
        if room > 0.0 && room * room > limit * limit * square {
            return Apart::Beyond;
        }
        let length = square.sqrt();
        if square > 0.0 && square - room <= ROUNDING * size * length {
            let normal = vector * (1.0 / length);
            let (point_a, point_b) = (point_a.point, point_b.point);
            return Apart::Found(Separation { distance: length, normal, point_a, point_b });
        }
    }
    Apart::Unclear
}
