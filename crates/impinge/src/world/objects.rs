//! Colliders in a world, and their handles.
//!
//! The index of a collider is the index of its box in the broad phase. A handle also has a generation,
//! which no other collider ever has. So a stale handle never refers to the next collider with the same
//! index.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU64;

use super::CollisionWorld;
use super::ahead::Ahead;
use super::object::Collider;
use super::way::Way;
use crate::compound::AnyShape;
use crate::math::{Pose, Rotation, Scalar, Vector, rounded_within_floats};
use crate::narrow::{region, translated};
use crate::shape::{Aabb, Shape, ShapeError, ShapeRef};

/// Maximum number of colliders in a world.
pub(super) const MOST: usize = (1 << 30) - 1;

/// Identifies a collider in a world until it is removed. In another world it is invalid or identifies another
/// collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ColliderHandle {
    pub(super) index: u32,
    pub(super) generation: NonZeroU64,
}

impl ColliderHandle {
    /// Returns the index: the least one that was free when the collider was added. Others reuse it after a
    /// removal.
    pub fn index(self) -> u32 {
        self.index
    }
}

/// Errors of a [`CollisionWorld`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WorldError {
    /// The handle is stale: the collider was removed.
    #[error("collider {index} is not in this world: it was removed, or its handle belongs to another world")]
    Stale {
        /// Index of the removed collider.
        index: u32,
    },
    /// The world holds the maximum number of colliders.
    #[error("a world holds at most 2^30 - 1 colliders; remove some, or use several worlds")]
    Full,
    /// The time of a step is negative or not finite.
    #[error("the time of a step must be finite and at least 0, but is {0}")]
    Time(f64),
    /// A value is not valid.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

impl<V: Vector> fmt::Debug for CollisionWorld<V> {
    /// Formats the colliders by index, without pairs and trees.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Ball;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// world.add(Collider::new(Ball::new(Vec2::ONE, 2.5)?).with_user_data(7))?;
    /// world.step(1.0)?;
    /// let text = format!("{world:?}");
    /// assert!(text.starts_with("{0: Collider") && text.contains("radius: 2.5") && text.len() < 500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_map()
            .entries(self.colliders().map(|(handle, object)| (handle.index(), object)))
            .finish()
    }
}

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

    /// Moves it to the end of its trajectory, clamped to finite values.
    pub fn end(&mut self, way: &Way<V::Double>) {
        let most = V::Double::splat(f64::MAX);
        self.object.position = way.place(1.0).max(-most).min(most);
        if let Some(turned) = way.rotation(1.0) {
            self.set_rotation(self.rotation_after(&turned));
        }
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

/// All colliders by index.
#[derive(Clone, Debug)]
pub(super) struct Slots<V: Vector> {
    /// The generations of existing colliders; apart, since handles are read more often than colliders.
    generations: Vec<Option<NonZeroU64>>,
    held: Vec<Option<Held<V>>>,
    /// The generation of the next collider.
    next: NonZeroU64,
}

impl<V: Vector> Default for Slots<V> {
    fn default() -> Self {
        Slots { generations: Vec::new(), held: Vec::new(), next: NonZeroU64::MIN }
    }
}

impl<V: Vector> Slots<V> {
    /// Stores a collider in an empty slot, with a stored generation or the next one.
    pub fn put(&mut self, index: u32, held: Held<V>, generation: Option<NonZeroU64>) -> ColliderHandle {
        let generation = generation.unwrap_or_else(|| {
            let next = self.next;
            // Reached after five hundred years of a thousand million colliders per second.
            self.next = next.saturating_add(1);
            next
        });
        if self.held.len() <= index as usize {
            self.held.resize_with(index as usize + 1, || None);
            self.generations.resize(index as usize + 1, None);
        }
        self.held[index as usize] = Some(held);
        self.generations[index as usize] = Some(generation);
        ColliderHandle { index, generation }
    }

    pub fn take(&mut self, handle: ColliderHandle) -> Result<Held<V>, WorldError> {
        self.get(handle)?;
        self.generations[handle.index as usize] = None;
        self.held[handle.index as usize].take().ok_or(WorldError::Stale { index: handle.index })
    }

    pub fn get(&self, handle: ColliderHandle) -> Result<&Held<V>, WorldError> {
        let held = self.is_there(handle).then(|| self.at(handle.index)).flatten();
        held.ok_or(WorldError::Stale { index: handle.index })
    }

    pub fn get_mut(&mut self, handle: ColliderHandle) -> Result<&mut Held<V>, WorldError> {
        let held = self.is_there(handle).then(|| self.at_mut(handle.index)).flatten();
        held.ok_or(WorldError::Stale { index: handle.index })
    }

    fn is_there(&self, handle: ColliderHandle) -> bool {
        self.handle(handle.index) == Some(handle)
    }

    /// Returns the collider with an index.
    pub fn at(&self, index: u32) -> Option<&Held<V>> {
        self.held.get(index as usize)?.as_ref()
    }

    pub fn at_mut(&mut self, index: u32) -> Option<&mut Held<V>> {
        self.held.get_mut(index as usize)?.as_mut()
    }

    pub fn handle(&self, index: u32) -> Option<ColliderHandle> {
        let generation = *self.generations.get(index as usize)?.as_ref()?;
        Some(ColliderHandle { index, generation })
    }

    pub fn iter(&self) -> impl Iterator<Item = (ColliderHandle, &Held<V>)> {
        (0u32..).zip(&self.held).filter_map(|(index, held)| Some((self.handle(index)?, held.as_ref()?)))
    }

    #[cfg(feature = "serde")]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Held<V>> {
        self.held.iter_mut().flatten()
    }

    /// Returns the generation of the next collider.
    pub fn next_generation(&self) -> NonZeroU64 {
        self.next
    }

    #[cfg(feature = "serde")]
    pub fn go_on_from(&mut self, next: NonZeroU64) {
        self.next = next;
    }

    /// All indices are below this.
    pub fn end(&self) -> usize {
        self.held.len()
    }
}
