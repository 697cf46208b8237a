//! Objects and their handles.
//!
//! The number of an object is that of its box in the broad phase. A handle also has a count that no other object ever had, so
//! that one of an object that is gone is never taken for that of another in its place.

use std::num::NonZeroU64;

use super::rounded;
use crate::broad::Filter;
use crate::compound::AnyShape;
use crate::math::{Pose, Rotation, Scalar, Vector};
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
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WorldError {
    /// The object is gone.
    #[error("object {index} has been taken out of the world; its handle is of no use any more")]
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

/// A shape, where it is, and what it is to others.
#[derive(Clone, Debug)]
pub struct Object<V: Vector> {
    pub(super) shape: AnyShape<V>,
    pub(super) position: V::Double,
    pub(super) rotation: Rotation<V>,
    pub(super) velocity: V::Double,
    pub(super) filter: Filter,
    margin: V::Scalar,
    is_fixed: bool,
    is_sensor: bool,
    is_one_sided: bool,
    continuous_tolerance: Option<V::Scalar>,
    user_data: u64,
}

impl<V: Vector> Object<V> {
    /// A shape at the origin that rests, meets everything, and is told of when it touches something.
    pub fn new(shape: impl Into<AnyShape<V>>) -> Self {
        Object {
            shape: shape.into(),
            position: V::Double::ZERO,
            rotation: Rotation::identity(),
            velocity: V::Double::ZERO,
            filter: Filter::default(),
            margin: V::Scalar::ZERO,
            is_fixed: false,
            is_sensor: false,
            is_one_sided: false,
            continuous_tolerance: None,
            user_data: 0,
        }
    }

    /// Where the origin of its shape is.
    ///
    /// # Errors
    /// If that is not finite.
    pub fn at(mut self, position: V::Double) -> Result<Self, ShapeError> {
        ShapeError::finite("position", position)?;
        self.position = position;
        Ok(self)
    }

    /// How its shape is turned about its origin.
    pub fn turned(mut self, rotation: Rotation<V>) -> Self {
        self.rotation = rotation;
        self
    }

    /// Where it goes, in units per unit of time.
    ///
    /// # Errors
    /// If that is not finite.
    pub fn with_velocity(mut self, velocity: V::Double) -> Result<Self, ShapeError> {
        ShapeError::finite("velocity", velocity)?;
        self.velocity = velocity;
        Ok(self)
    }

    /// What it meets.
    pub fn with_filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// How near others may come before they count as touching; of two objects the margins are added.
    ///
    /// # Errors
    /// If that is negative or not finite.
    pub fn with_margin(mut self, margin: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("margin", margin)?;
        self.margin = margin;
        Ok(self)
    }

    /// It stays where it is but for [`World::move_to`](super::World::move_to); nothing happens between two that are fixed, and
    /// velocities do not move them.
    pub fn fixed(mut self) -> Self {
        self.is_fixed = true;
        self
    }

    /// It only tells what meets it: neither where, nor how deep.
    pub fn sensor(mut self) -> Self {
        self.is_sensor = true;
        self
    }

    /// Its surfaces stop only what comes from their front, as a platform that is jumped on from below: see [`OneSided`]. This is
    /// for what slides or is moved straight; events tell of touches from both sides.
    ///
    /// [`OneSided`]: crate::sweep::OneSided
    pub fn one_sided(mut self) -> Self {
        self.is_one_sided = true;
        self
    }

    /// It passes through nothing that it meets, however fast it is: a step takes it only until it is within a tolerance of
    /// something, as near as which counts as touching, so that an event tells of it. For the rest of the step it goes along with
    /// what it has met. Its velocity stays what it is.
    ///
    /// What it touches at the start of a step stops it only if it goes on towards that, and what it is in by more than the tolerance not at
    /// all. Sensors stop nothing, and one-sided surfaces stop it from both sides. It does not slide: that is what
    /// [`World::slide`](super::World::slide) is for.
    ///
    /// # Errors
    /// If the tolerance is negative or not finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Ball, Segment};
    /// use impinge::world::{EventKind, Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let sheet = world.add(Object::new(Segment::new(Vec2::Y, -Vec2::Y)?).at(DVec2::X * 50.0)?.fixed())?;
    /// let bullet = Object::new(Ball::new(Vec2::ZERO, 0.5)?).with_velocity(DVec2::X * 1e6)?.continuous(0.01)?;
    /// let bullet = world.add(bullet)?;
    /// let events = world.step(1.0)?;
    /// assert_eq!((events.len(), events[0].kind, events[0].a), (1, EventKind::Begin, sheet));
    /// let at = world.get(bullet)?.position().x;
    /// assert!(at <= 49.5 && at >= 49.49);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn continuous(mut self, tolerance: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("tolerance", tolerance)?;
        self.continuous_tolerance = Some(tolerance);
        Ok(self)
    }

    /// A number for the caller.
    pub fn with_user_data(mut self, user_data: u64) -> Self {
        self.user_data = user_data;
        self
    }

    /// Its shape.
    pub fn shape(&self) -> &AnyShape<V> {
        &self.shape
    }

    /// Where the origin of its shape is.
    pub fn position(&self) -> V::Double {
        self.position
    }

    /// How its shape is turned.
    pub fn rotation(&self) -> Rotation<V> {
        self.rotation
    }

    /// Where it goes.
    pub fn velocity(&self) -> V::Double {
        self.velocity
    }

    /// What it meets.
    pub fn filter(&self) -> Filter {
        self.filter
    }

    /// How near others may come before they count as touching; no less than the tolerance of one that passes through nothing.
    pub fn margin(&self) -> V::Scalar {
        self.margin.max(self.continuous_tolerance.unwrap_or(V::Scalar::ZERO))
    }

    /// The tolerance of one that passes through nothing.
    pub fn continuous_tolerance(&self) -> Option<V::Scalar> {
        self.continuous_tolerance
    }

    /// Does it stay where it is?
    pub fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    /// Does it only tell what meets it?
    pub fn is_sensor(&self) -> bool {
        self.is_sensor
    }

    /// Do its surfaces stop only what comes from their front?
    pub fn is_one_sided(&self) -> bool {
        self.is_one_sided
    }

    /// The number for the caller.
    pub fn user_data(&self) -> u64 {
        self.user_data
    }
}

/// An object in a world.
#[derive(Clone, Debug)]
pub(super) struct Held<V: Vector> {
    pub object: Object<V>,
    /// Its shape turned, its origin at 0.
    pub turned: AnyShape<V>,
    /// Is it in the list of what has a velocity?
    pub is_going: bool,
    /// Is it in the list of what has moved since the last step?
    pub has_moved: bool,
    /// Is it in the list of what has changed since somebody asked?
    pub has_changed: bool,
}

impl<V: Vector> Held<V> {
    pub fn new(object: Object<V>) -> Self {
        let turned = turned(&object);
        Held { object, turned, is_going: false, has_moved: false, has_changed: false }
    }

    pub fn turn_to(&mut self, rotation: Rotation<V>) {
        self.object.rotation = rotation;
        self.turned = turned(&self.object);
    }

    /// Shows its shape where it is seen from a place.
    pub fn seen_from<R>(&self, place: V::Double, show: impl FnOnce(View<'_, V>) -> R) -> R {
        let from_there = rounded::<V>(self.object.position - place);
        match translated(&self.turned.view(), from_there) {
            Some(view) => show(view),
            None => show(self.turned.moved(&Pose::from_translation(from_there)).view()),
        }
    }

    /// The box around it and its margin.
    pub fn bounds(&self) -> Aabb<V::Double> {
        shifted(&region(&self.turned.view(), self.object.margin().into()), self.object.position)
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

fn turned<V: Vector>(object: &Object<V>) -> AnyShape<V> {
    if object.rotation == Rotation::identity() {
        return object.shape.clone();
    }
    object.shape.moved(&Pose { rotation: object.rotation, translation: V::ZERO })
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
