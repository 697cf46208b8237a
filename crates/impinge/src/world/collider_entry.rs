//! A collider in a world, with its rotated shape and its flags.

use std::borrow::Cow;

use super::collider::Collider;
use super::handle::ColliderHandle;
use super::speculative::Ahead;
use crate::compound::AnyShape;
use crate::math::{Pose, Rotation, Scalar, Vector, rounded_within_floats};
use crate::narrow::{region, translated};
use crate::shape::{Aabb, Shape, ShapeRef};

/// Images of the axes under a rotation; in 2D the third axis stays.
pub(super) type Columns = [[f64; 3]; 3];

/// A collider in a world.
#[derive(Clone, Debug)]
pub(super) struct Held<V: Vector> {
    pub object: Collider<V>,
    /// The rotated shape, with its origin at 0.
    pub turned: AnyShape<V>,
    /// As of the last step of positive time.
    pub ahead: Ahead<V::Double>,
    /// Whether it is in the list of moving colliders.
    pub is_going: bool,
    /// Whether it is in the list of colliders that moved since the last step.
    pub has_moved: bool,
    /// Whether it is in the list of colliders that changed since the last `drain_changed`.
    pub has_changed: bool,
}

impl<V: Vector> Held<V> {
    pub fn new(object: Collider<V>) -> Self {
        let turned = turned(&object, object.rotation);
        Held {
            object,
            turned,
            ahead: Ahead::nothing(),
            is_going: false,
            has_moved: false,
            has_changed: false,
        }
    }

    pub fn set_rotation(&mut self, rotation: Rotation<V>) {
        self.object.rotation = rotation;
        self.turned = turned(&self.object, rotation);
    }

    /// Its rotation, followed by another one. Products of rotations drift, so the result is orthonormalized.
    pub fn rotation_after(&self, by: &Columns) -> Rotation<V> {
        let before = self.object.rotation.columns();
        let column = |axis: usize| {
            let [x, y, z] = before[axis].to_f64();
            V::from_f64([0, 1, 2].map(|i| by[0][i] * x + by[1][i] * y + by[2][i] * z))
        };
        Rotation::orthonormalize(V::basis_from_fn(column)).unwrap_or(self.object.rotation)
    }

    /// Its shape with the origin at 0, rotated further.
    pub fn shape_after(&self, by: Option<&Columns>) -> Cow<'_, AnyShape<V>> {
        match by {
            None => Cow::Borrowed(&self.turned),
            Some(by) => Cow::Owned(turned(&self.object, self.rotation_after(by))),
        }
    }

    /// Calls `show` with its shape relative to a position.
    pub fn seen_from<R>(&self, place: V::Double, show: impl FnOnce(ShapeRef<'_, V>) -> R) -> R {
        self.seen_after(None, place, show)
    }

    /// Calls `show` with its shape, rotated further, relative to a position.
    pub fn seen_after<R>(
        &self,
        by: Option<&Columns>,
        place: V::Double,
        show: impl FnOnce(ShapeRef<'_, V>) -> R,
    ) -> R {
        let (shape, from_there) =
            (self.shape_after(by), rounded_within_floats::<V>(self.object.position - place));
        match translated(&shape.shape_ref(), from_there) {
            Some(view) => show(view),
            None => show(shape.at(&Pose::from_translation(from_there)).shape_ref()),
        }
    }

    /// The box around it and its margin.
    pub fn bounds(&self) -> Aabb<V::Double> {
        self.bounds_within(self.object.margin().into())
    }

    /// The box around it, its margin and its speculative reach.
    pub fn bounds_ahead(&self) -> Aabb<V::Double> {
        self.bounds_within(self.object.margin().into() + self.ahead.reach())
    }

    fn bounds_within(&self, margin: f64) -> Aabb<V::Double> {
        shifted(&region(&self.turned.shape_ref(), margin), self.object.position)
    }

    /// Returns whether it moves, rotates, or looks ahead as if it did.
    pub fn is_going_on(&self) -> bool {
        self.object.is_moving() || self.ahead != Ahead::nothing()
    }
}

/// Translates a box and rounds outwards. A side at the end of the floats is unbounded, and stays so.
pub(super) fn shifted<V: Vector>(bounds: &Aabb<V>, by: V::Double) -> Aabb<V::Double> {
    let end = |corner: V, is_max: bool| {
        V::Double::from_fn(|axis| {
            let moved = by[axis] + corner[axis].into();
            // The rounding of a sum is less than one step.
            let moved = if is_max { moved.next_up() } else { moved.next_down() };
            let is_endless = corner[axis].abs() >= V::Scalar::MAX;
            let endless = if is_max { f64::MAX } else { -f64::MAX };
            if is_endless { endless } else { moved.clamp(-f64::MAX, f64::MAX) }
        })
    };
    Aabb::between(end(bounds.min(), false), end(bounds.max(), true))
}

fn turned<V: Vector>(object: &Collider<V>, rotation: Rotation<V>) -> AnyShape<V> {
    if rotation == Rotation::identity() {
        return object.shape.clone();
    }
    object.shape.at(&Pose { rotation, translation: V::ZERO })
}

/// Adds a collider to the lists of moved and changed ones, if it is not in them.
pub(super) fn note<V: Vector>(
    held: &mut Held<V>,
    handle: ColliderHandle,
    moved: &mut Vec<u32>,
    changed: &mut Vec<ColliderHandle>,
) {
    if !std::mem::replace(&mut held.has_moved, true) {
        moved.push(handle.index());
    }
    if !std::mem::replace(&mut held.has_changed, true) {
        changed.push(handle);
    }
}

/// Adds a collider to the list of moving colliders if it moves and is not listed.
pub(super) fn set_going<V: Vector>(
    held: &mut Held<V>,
    handle: ColliderHandle,
    going: &mut Vec<ColliderHandle>,
) {
    if held.is_going_on() && !std::mem::replace(&mut held.is_going, true) {
        going.push(handle);
    }
}
