//! A collider in a world, with its rotated shape and its flags.

use std::borrow::Cow;

use super::collider::Collider;
use super::handle::ColliderHandle;
use super::speculative::SpeculativeMotion;
use crate::compound::AnyShape;
use crate::math::{Pose, Rotation, Scalar, Vector, rounded_within_floats};
use crate::narrow::{region, translated};
use crate::shape::{Aabb, Shape, ShapeRef};

/// Images of the axes under a rotation; in 2D the third axis stays.
pub(super) type Columns = [[f64; 3]; 3];

/// A collider in a world.
#[derive(Clone, Debug)]
pub(super) struct ColliderEntry<V: Vector> {
    pub collider: Collider<V>,
    /// The rotated shape, with its origin at 0.
    pub rotated_shape: AnyShape<V>,
    /// As of the last step of positive time.
    pub speculative: SpeculativeMotion<V::Double>,
    /// Whether it is in the list of moving colliders.
    pub is_active: bool,
    /// Whether it is in the list of colliders that moved since the last step.
    pub has_moved: bool,
    /// Whether it is in the list of colliders that changed since the last `drain_changed`.
    pub has_changed: bool,
}

impl<V: Vector> ColliderEntry<V> {
    pub fn new(collider: Collider<V>) -> Self {
        let rotated_shape = rotate_collider_shape(&collider, collider.rotation);
        ColliderEntry {
            collider,
            rotated_shape,
            speculative: SpeculativeMotion::none(),
            is_active: false,
            has_moved: false,
            has_changed: false,
        }
    }

    pub fn set_rotation(&mut self, rotation: Rotation<V>) {
        self.collider.rotation = rotation;
        self.rotated_shape = rotate_collider_shape(&self.collider, rotation);
    }

    /// Its rotation, followed by another one. Products of rotations drift, so the result is orthonormalized.
    pub fn compose_rotation(&self, by: &Columns) -> Rotation<V> {
        let before = self.collider.rotation.columns();
        let column = |axis: usize| {
            let [x, y, z] = before[axis].to_f64();
            V::from_f64([0, 1, 2].map(|i| by[0][i] * x + by[1][i] * y + by[2][i] * z))
        };
        Rotation::orthonormalize(V::basis_from_fn(column)).unwrap_or(self.collider.rotation)
    }

    /// Its shape with the origin at 0, rotated further.
    pub fn rotate_shape(&self, by: Option<&Columns>) -> Cow<'_, AnyShape<V>> {
        match by {
            None => Cow::Borrowed(&self.rotated_shape),
            Some(by) => Cow::Owned(rotate_collider_shape(&self.collider, self.compose_rotation(by))),
        }
    }

    /// Calls `show` with its shape relative to a position.
    pub fn with_shape_at<R>(&self, place: V::Double, visit: impl FnOnce(ShapeRef<'_, V>) -> R) -> R {
        self.with_rotated_shape_at(None, place, visit)
    }

    /// Calls `show` with its shape, rotated further, relative to a position.
    pub fn with_rotated_shape_at<R>(
        &self,
        by: Option<&Columns>,
        place: V::Double,
        visit: impl FnOnce(ShapeRef<'_, V>) -> R,
    ) -> R {
        let (shape, from_there) =
            (self.rotate_shape(by), rounded_within_floats::<V>(self.collider.position - place));
        match translated(&shape.shape_ref(), from_there) {
            Some(view) => visit(view),
            None => visit(shape.at(&Pose::from_translation(from_there)).shape_ref()),
        }
    }

    /// The box around it and its margin.
    pub fn bounds(&self) -> Aabb<V::Double> {
        self.aabb_within(self.collider.margin().into())
    }

    /// The box around it, its margin and its speculative reach.
    pub fn speculative_aabb(&self) -> Aabb<V::Double> {
        self.aabb_within(self.collider.margin().into() + self.speculative.max_displacement())
    }

    fn aabb_within(&self, margin: f64) -> Aabb<V::Double> {
        translate_aabb(&region(&self.rotated_shape.shape_ref(), margin), self.collider.position)
    }

    /// Returns whether it moves, rotates, or looks ahead as if it did.
    pub fn is_in_motion(&self) -> bool {
        self.collider.is_moving() || self.speculative != SpeculativeMotion::none()
    }
}

/// Translates a box and rounds outwards. A side at the end of the floats is unbounded, and stays so.
pub(super) fn translate_aabb<V: Vector>(bounds: &Aabb<V>, by: V::Double) -> Aabb<V::Double> {
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

fn rotate_collider_shape<V: Vector>(collider: &Collider<V>, rotation: Rotation<V>) -> AnyShape<V> {
    if rotation == Rotation::identity() {
        return collider.shape.clone();
    }
    collider.shape.at(&Pose { rotation, translation: V::ZERO })
}

/// Adds a collider to the lists of moved and changed ones, if it is not in them.
pub(super) fn mark_changed<V: Vector>(
    entry: &mut ColliderEntry<V>,
    handle: ColliderHandle,
    moved: &mut Vec<u32>,
    changed: &mut Vec<ColliderHandle>,
) {
    if !std::mem::replace(&mut entry.has_moved, true) {
        moved.push(handle.index());
    }
    if !std::mem::replace(&mut entry.has_changed, true) {
        changed.push(handle);
    }
}

/// Adds a collider to the list of moving colliders if it moves and is not listed.
pub(super) fn mark_active<V: Vector>(
    entry: &mut ColliderEntry<V>,
    handle: ColliderHandle,
    active: &mut Vec<ColliderHandle>,
) {
    if entry.is_in_motion() && !std::mem::replace(&mut entry.is_active, true) {
        active.push(handle);
    }
}
