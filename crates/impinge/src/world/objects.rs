//! Objects in a world, and their handles.
//!
//! The number of an object is that of its box in the broad phase. A handle also has a count that no other object ever had, so
//! that one of an object that is gone is never taken for that of another in its place.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroU64;

use super::World;
use super::ahead::Ahead;
use super::object::Object;
use super::way::Way;
use crate::compound::AnyShape;
use crate::math::{Pose, Rotation, Scalar, Vector, rounded_within_floats};
use crate::narrow::{region, translated};
use crate::shape::{Aabb, ShapeError, Shaped, View};

/// So many objects a world holds.
pub(super) const MOST: usize = (1 << 30) - 1;

/// Names an object of a world, for as long as it is in it; to other worlds it means nothing, or another object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Handle {
    pub(super) index: u32,
    pub(super) generation: NonZeroU64,
}

impl Handle {
    /// Its number: the least that was free when it came; others have it after it has gone.
    pub fn index(self) -> u32 {
        self.index
    }
}

/// Why a world refuses something.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WorldError {
    /// The object is gone.
    #[error("object {index} is not in this world: it has been taken out, or its handle is of another world")]
    Stale {
        /// The number that it had.
        index: u32,
    },
    /// There is no room.
    #[error("a world holds at most 2^30 - 1 objects; remove some, or divide them over several worlds")]
    Full,
    /// A step of negative length, or that is not a number.
    #[error("the time of a step must be 0 or more and finite, but is {0}")]
    Time(f64),
    /// A number that has no meaning.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

impl<V: Vector> fmt::Debug for World<V> {
    /// Its objects by their numbers, as they are now: neither pairs nor trees.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Ball;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// world.add(Object::new(Ball::new(Vec2::ONE, 2.5)?).with_user_data(7))?;
    /// world.step(1.0)?;
    /// let text = format!("{world:?}");
    /// assert!(text.starts_with("{0: Object") && text.contains("radius: 2.5") && text.len() < 500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_map()
            .entries(self.objects().map(|(handle, object)| (handle.index(), object)))
            .finish()
    }
}

/// Where the axes of something go that is turned; in the plane the third stays.
pub(super) type Columns = [[f64; 3]; 3];

/// An object in a world.
#[derive(Clone, Debug)]
pub(super) struct Held<V: Vector> {
    pub object: Object<V>,
    /// Its shape turned, its origin at 0.
    pub turned: AnyShape<V>,
    /// As of the last step that took time.
    pub ahead: Ahead<V::Double>,
    /// Is it in the list of what goes or turns?
    pub is_going: bool,
    /// Is it in the list of what has moved since the last step?
    pub has_moved: bool,
    /// Is it in the list of what has changed since somebody asked?
    pub has_changed: bool,
}

impl<V: Vector> Held<V> {
    pub fn new(object: Object<V>) -> Self {
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

    pub fn turn_to(&mut self, rotation: Rotation<V>) {
        self.object.rotation = rotation;
        self.turned = turned(&self.object, rotation);
    }

    /// Puts it where its way ends; what would leave the floats stays at their end.
    pub fn end(&mut self, way: &Way<V::Double>) {
        let most = V::Double::splat(f64::MAX);
        self.object.position = way.place(1.0).max(-most).min(most);
        if let Some(turned) = way.rotation(1.0) {
            self.turn_to(self.rotation_after(&turned));
        }
    }

    /// Its rotation, and then another one. Products of rotations stray from being one: this one is put right.
    pub fn rotation_after(&self, by: &Columns) -> Rotation<V> {
        let before = self.object.rotation.columns();
        let column = |axis: usize| {
            let [x, y, z] = before[axis].to_f64();
            V::from_f64([0, 1, 2].map(|i| by[0][i] * x + by[1][i] * y + by[2][i] * z))
        };
        Rotation::orthonormalized(V::basis_from_fn(column)).unwrap_or(self.object.rotation)
    }

    /// Its shape, its origin at 0, if it is turned by so much more.
    pub fn shape_after(&self, by: Option<&Columns>) -> Cow<'_, AnyShape<V>> {
        match by {
            None => Cow::Borrowed(&self.turned),
            Some(by) => Cow::Owned(turned(&self.object, self.rotation_after(by))),
        }
    }

    /// Shows its shape where it is seen from a place.
    pub fn seen_from<R>(&self, place: V::Double, show: impl FnOnce(View<'_, V>) -> R) -> R {
        self.seen_after(None, place, show)
    }

    /// Shows its shape, turned by so much more, where it is seen from a place.
    pub fn seen_after<R>(
        &self,
        by: Option<&Columns>,
        place: V::Double,
        show: impl FnOnce(View<'_, V>) -> R,
    ) -> R {
        let (shape, from_there) =
            (self.shape_after(by), rounded_within_floats::<V>(self.object.position - place));
        match translated(&shape.view(), from_there) {
            Some(view) => show(view),
            None => show(shape.moved(&Pose::from_translation(from_there)).view()),
        }
    }

    /// The box around it and its margin.
    pub fn bounds(&self) -> Aabb<V::Double> {
        self.bounds_within(self.object.margin().into())
    }

    /// The box around all that is to be told of it.
    pub fn bounds_ahead(&self) -> Aabb<V::Double> {
        self.bounds_within(self.object.margin().into() + self.ahead.reach())
    }

    fn bounds_within(&self, margin: f64) -> Aabb<V::Double> {
        shifted(&region(&self.turned.view(), margin), self.object.position)
    }

    /// Does it go or turn by itself, or look ahead as if it did?
    pub fn is_going_on(&self) -> bool {
        self.object.is_moving() || self.ahead != Ahead::nothing()
    }
}

/// A box moved, rounded outwards. One that goes as far as its floats do has no end there, and stays so.
pub(super) fn shifted<V: Vector>(bounds: &Aabb<V>, by: V::Double) -> Aabb<V::Double> {
    let end = |corner: V, is_max: bool| {
        V::Double::from_fn(|axis| {
            let moved = by[axis] + corner[axis].into();
            // Of a sum, the rounding is less than one step.
            let moved = if is_max { moved.next_up() } else { moved.next_down() };
            let is_endless = corner[axis].abs() >= V::Scalar::MAX;
            let endless = if is_max { f64::MAX } else { -f64::MAX };
            if is_endless { endless } else { moved.clamp(-f64::MAX, f64::MAX) }
        })
    };
    Aabb::between(end(bounds.min(), false), end(bounds.max(), true))
}

fn turned<V: Vector>(object: &Object<V>, rotation: Rotation<V>) -> AnyShape<V> {
    if rotation == Rotation::identity() {
        return object.shape.clone();
    }
    object.shape.moved(&Pose { rotation, translation: V::ZERO })
}

/// All objects by their numbers.
#[derive(Clone, Debug)]
pub(super) struct Slots<V: Vector> {
    /// The counts of those that are there; apart, since handles are asked for more often than objects.
    generations: Vec<Option<NonZeroU64>>,
    held: Vec<Option<Held<V>>>,
    /// The count of the next one.
    next: NonZeroU64,
}

impl<V: Vector> Default for Slots<V> {
    fn default() -> Self {
        Slots { generations: Vec::new(), held: Vec::new(), next: NonZeroU64::MIN }
    }
}

impl<V: Vector> Slots<V> {
    /// Puts an object where none is, with a count that it had before or the next one.
    pub fn put(&mut self, index: u32, held: Held<V>, generation: Option<NonZeroU64>) -> Handle {
        let generation = generation.unwrap_or_else(|| {
            let next = self.next;
            // Reached after five hundred years of a thousand million objects a second.
            self.next = next.saturating_add(1);
            next
        });
        if self.held.len() <= index as usize {
            self.held.resize_with(index as usize + 1, || None);
            self.generations.resize(index as usize + 1, None);
        }
        self.held[index as usize] = Some(held);
        self.generations[index as usize] = Some(generation);
        Handle { index, generation }
    }

    pub fn take(&mut self, handle: Handle) -> Result<Held<V>, WorldError> {
        self.get(handle)?;
        self.generations[handle.index as usize] = None;
        self.held[handle.index as usize].take().ok_or(WorldError::Stale { index: handle.index })
    }

    pub fn get(&self, handle: Handle) -> Result<&Held<V>, WorldError> {
        let held = self.is_there(handle).then(|| self.at(handle.index)).flatten();
        held.ok_or(WorldError::Stale { index: handle.index })
    }

    pub fn get_mut(&mut self, handle: Handle) -> Result<&mut Held<V>, WorldError> {
        let held = self.is_there(handle).then(|| self.at_mut(handle.index)).flatten();
        held.ok_or(WorldError::Stale { index: handle.index })
    }

    fn is_there(&self, handle: Handle) -> bool {
        self.handle(handle.index) == Some(handle)
    }

    /// By its number.
    pub fn at(&self, index: u32) -> Option<&Held<V>> {
        self.held.get(index as usize)?.as_ref()
    }

    pub fn at_mut(&mut self, index: u32) -> Option<&mut Held<V>> {
        self.held.get_mut(index as usize)?.as_mut()
    }

    pub fn handle(&self, index: u32) -> Option<Handle> {
        let generation = *self.generations.get(index as usize)?.as_ref()?;
        Some(Handle { index, generation })
    }

    pub fn iter(&self) -> impl Iterator<Item = (Handle, &Held<V>)> {
        (0u32..).zip(&self.held).filter_map(|(index, held)| Some((self.handle(index)?, held.as_ref()?)))
    }

    #[cfg(feature = "serde")]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Held<V>> {
        self.held.iter_mut().flatten()
    }

    /// The count of the next object.
    pub fn next_generation(&self) -> NonZeroU64 {
        self.next
    }

    #[cfg(feature = "serde")]
    pub fn go_on_from(&mut self, next: NonZeroU64) {
        self.next = next;
    }

    /// All numbers are below this.
    pub fn end(&self) -> usize {
        self.held.len()
    }
}
