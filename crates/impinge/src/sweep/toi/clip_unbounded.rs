//! The part of an unbounded shape that another one may reach during a motion.
//!
//! Relative to a plane that translates and rotates, the other shape stays within a distance of a point of the
//! plane: the distance at the start, plus all that both can move, which is little if they rotate by little. A
//! box with a face of that size in the plane is met when the plane is.

use crate::math::{Rotation, Scalar, Unit, Vector, least_axis, rounded_within_floats};
use crate::narrow::region;
use crate::shape::{Obb, Plane, Ray, Segment, ShapeRef};
use crate::sweep::motion::{Motion, length};

/// Position of another shape, and how far from there any point of it can come.
struct Reached<D> {
    near: D,
    within: f64,
}

impl<D: Vector<Scalar = f64, Double = D>> Reached<D> {
    /// Of a shape relative to another one, when both move.
    fn new<V: Vector<Double = D>>(
        from: &ShapeRef<'_, V>,
        motion: &Motion<V>,
        other: &ShapeRef<'_, V>,
        motion_of_other: &Motion<V>,
    ) -> Self {
        let (near, radius) = match other {
            ShapeRef::Plane(plane) => (foot(plane, motion_of_other.center), 0.0),
            ShapeRef::HalfSpace(half_space) => (foot(&half_space.boundary(), motion_of_other.center), 0.0),
            ShapeRef::Ray(ray) => (ray.origin().to_double(), 0.0),
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
        // Rotated about a centre, no point moves further than across the circle, nor than along it.
        let swing = |motion: &Motion<V>, arm: f64| arm * motion.angle().min(2.0);
        let from_center = arm(motion, near) + moved;
        let by_other = swing(motion_of_other, arm(motion_of_other, near));
        let along = by_other + swing(motion, from_center + by_other);
        let turned = along.min(2.0 * (from_center + arm(motion_of_other, near)));
        let anchor = match from {
            ShapeRef::Ray(ray) => (ray.origin().to_double() - near).length(),
            _ => 0.0,
        };
        let within = radius * 2.0 + moved + turned + anchor;
        // The more nearly two lines are parallel, the further away their closest points are.
        let angle = match (from, other) {
            (ShapeRef::Ray(a), ShapeRef::Ray(b)) => between(a, b),
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

/// The part of a shape that another one may reach; all of it, if it is bounded.
pub(super) fn cut<'a, V: Vector>(
    view: &ShapeRef<'a, V>,
    motion: &Motion<V>,
    other: &ShapeRef<'_, V>,
    motion_of_other: &Motion<V>,
) -> ShapeRef<'a, V> {
    let reached = || Reached::new(view, motion, other, motion_of_other);
    match view {
        ShapeRef::Plane(plane) => slab(plane, &reached(), 0.0).map_or(*view, ShapeRef::Obb),
        ShapeRef::HalfSpace(half_space) => {
            slab(&half_space.boundary(), &reached(), 1.0).map_or(*view, ShapeRef::Obb)
        }
        ShapeRef::Ray(ray) => {
            let (start, direction) = (ray.origin().to_double(), ray.direction().get().to_double());
            let end = start + direction * surely::<V>(reached().within);
            ShapeRef::Segment(Segment::between(ray.origin(), rounded_within_floats(end)))
        }
        bounded => *bounded,
    }
}

/// More than a length by as much, to cover rounding; relative, as lengths have no unit.
fn surely<V: Vector>(length: f64) -> f64 {
    2.0 * length + V::Scalar::MIN_POSITIVE.into()
}

/// A box with a face in a plane; its thickness is in parts of its size.
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
    let second =
        Unit::new(first.perpendicular(V::unit_axis(least_axis(first)))).map_or(V::unit_axis(1), Unit::get);
    let third = first.perpendicular(second);
    let columns = V::basis_from_fn(|axis| [first, second, third][axis]);
    Rotation::orthonormalize(columns).unwrap_or_default()
}
