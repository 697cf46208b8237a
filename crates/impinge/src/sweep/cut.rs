//! Of a shape without an end, what another one may reach on its way.
//!
//! Seen from a plane that moves and turns, the other shape stays within a distance of a point of the plane: that from there
//! to it at the start, and all that both can move, which is little if they turn by little. A box with a face of that size in
//! the plane is met when the plane is.

use super::motion::{Motion, length};
use crate::math::{Rotation, Scalar, Unit, Vector, least_axis, rounded_within_floats};
use crate::narrow::region;
use crate::shape::{Obb, Plane, Ray, Segment, View};

/// Where another shape is, and how far from there anything of it can come.
struct Reached<D> {
    near: D,
    within: f64,
}

impl<D: Vector<Scalar = f64, Double = D>> Reached<D> {
    /// Of what is seen from a shape, when both move.
    fn new<V: Vector<Double = D>>(
        from: &View<'_, V>,
        motion: &Motion<V>,
        other: &View<'_, V>,
        motion_of_other: &Motion<V>,
    ) -> Self {
        let (near, radius) = match other {
            View::Plane(plane) => (foot(plane, motion_of_other.center), 0.0),
            View::HalfSpace(half_space) => (foot(&half_space.boundary(), motion_of_other.center), 0.0),
            View::Ray(ray) => (ray.origin().to_double(), 0.0),
            bounded => {
                let bounds = region(bounded, 0.0);
                let (low, high) = (bounds.min().to_double(), bounds.max().to_double());
                (low * 0.5 + high * 0.5, (high * 0.5 - low * 0.5).length())
            }
        };
        let arm = |motion: &Motion<V>, point: D| {
            if motion.angle() > 0.0 { (point - motion.center).length() } else { 0.0 }
        };
        let moved = motion.translation.length() + motion_of_other.translation.length();
        // Turned about a centre, nothing gets further from where it was than across the circle, nor than along it.
        let swing = |motion: &Motion<V>, arm: f64| arm * motion.angle().min(2.0);
        let from_center = arm(motion, near) + moved;
        let by_other = swing(motion_of_other, arm(motion_of_other, near));
        let along = by_other + swing(motion, from_center + by_other);
        let turned = along.min(2.0 * (from_center + arm(motion_of_other, near)));
        let anchor = match from {
            View::Ray(ray) => (ray.origin().to_double() - near).length(),
            _ => 0.0,
        };
        let within = radius * 2.0 + moved + turned + anchor;
        // Two lines are nearest to each other the further away the more nearly they are parallel.
        let angle = match (from, other) {
            (View::Ray(a), View::Ray(b)) => between(a, b),
            _ => 0.0,
        };
        Reached { near, within: if angle > 0.0 { 2.0 * within / angle } else { within } }
    }
}

/// The sine of the angle between two rays.
pub(super) fn between<V: Vector>(a: &Ray<V>, b: &Ray<V>) -> f64 {
    let [p, q] = [a, b].map(|ray| ray.direction().get().to_f64());
    length(std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        p[j] * q[k] - p[k] * q[j]
    }))
}

fn foot<V: Vector>(plane: &Plane<V>, point: V::Double) -> V::Double {
    let (normal, offset) = (plane.normal().get().to_double(), plane.offset().into());
    point + normal * (offset - normal.dot(point))
}

/// What of a shape may be reached by another on its way; all of it, if it has an end.
pub(super) fn cut<'a, V: Vector>(
    view: &View<'a, V>,
    motion: &Motion<V>,
    other: &View<'_, V>,
    motion_of_other: &Motion<V>,
) -> View<'a, V> {
    let reached = || Reached::new(view, motion, other, motion_of_other);
    match view {
        View::Plane(plane) => slab(plane, &reached(), 0.0).map_or(*view, View::Obb),
        View::HalfSpace(half_space) => slab(&half_space.boundary(), &reached(), 1.0).map_or(*view, View::Obb),
        View::Ray(ray) => {
            let (start, direction) = (ray.origin().to_double(), ray.direction().get().to_double());
            let end = start + direction * surely::<V>(reached().within);
            View::Segment(Segment::between(ray.origin(), rounded_within_floats(end)))
        }
        bounded => *bounded,
    }
}

/// More than a length by as much, so that no rounding is missed; relative, as nobody knows the unit of lengths.
fn surely<V: Vector>(length: f64) -> f64 {
    2.0 * length + V::Scalar::SMALLEST_NORMAL.into()
}

/// A box with a face in a plane, as thick as is said, in parts of its size.
fn slab<V: Vector>(plane: &Plane<V>, reached: &Reached<V::Double>, thickness: f64) -> Option<Obb<V>> {
    let normal = plane.normal().get().to_double();
    let height = (normal.dot(reached.near) - plane.offset().into()).abs();
    let most: f64 = V::Scalar::MAX.into();
    let size = surely::<V>(reached.within + height).min(0.25 * most);
    let center = foot(plane, reached.near) - normal * (thickness * size);
    let half = V::from_fn(|axis| V::Scalar::from_f64(if axis == 0 { thickness * size } else { size }));
    Obb::new(rounded_within_floats(center), half, across(plane.normal())).ok()
}

/// A rotation that takes the first axis to a normal.
fn across<V: Vector>(normal: Unit<V>) -> Rotation<V> {
    let first = normal.get();
    let second = Unit::new(first.perpendicular(V::axis(least_axis(first)))).map_or(V::axis(1), Unit::get);
    let third = first.perpendicular(second);
    let columns = V::basis_from_fn(|axis| [first, second, third][axis]);
    Rotation::orthonormalized(columns).unwrap_or_default()
}
