//! Objects that come, move and go, and what happens between them.
//!
//! ```text
//! Object  →  World::add  →  Handle
//! World::step(dt)  moves and turns  →  boxes into `broad`  →  pairs  →  `narrow`  →  events
//! ```
//!
//! **Positions are in `f64`, shapes in the precision of their own.** Every pair is looked at from the place of its first object, so
//! that ten million metres from the origin it is answered as precisely as at the origin. Boxes of the search tree are in `f32`
//! relative to the place that [`World::around`] was given; far from there they are coarser, and more pairs are looked at, but none is
//! missed. A world of several far-off places is therefore best divided into worlds around each.
//!
//! **Pairs of what rests cost nothing.** A step looks at pairs of which one object has been moved, added, or given another filter
//! since the last. All others stay as they were, and an object that rests costs nothing.
//!
//! **What an object is may be changed** by the `set_…` of [`World`], while it keeps its handle and what it touches. Whether it is
//! [fixed](Object::fixed) may not.
//!
//! **Everything has an order.** Objects are named by the least number that is free, pairs by the numbers of both, and events and
//! answers are sorted by these. Threads and what the search tree remembers change nothing.

mod ahead;
mod continuous;
mod event;
mod forgotten;
mod object;
mod objects;
mod obstacles;
mod pair;
mod pairs;
mod query;
#[cfg(feature = "serde")]
mod snapshot;
mod step;
mod touching;
mod way;

#[cfg(feature = "serde")]
pub use crate::compound::stored::StoredShapeError;
pub use event::{Event, EventKind, Touch};
pub use object::Object;
pub use objects::{Handle, WorldError};
pub use query::{Among, Nearest, ObjectContact, ObjectHit, ObjectInTheWay};
#[cfg(feature = "serde")]
pub use snapshot::{Snapshot, SnapshotError};
pub use touching::Touching;

use std::num::NonZeroU64;

use crate::broad::{BroadPhase, Filter, TreeBox};
use crate::compound::IntoAnyShape;
use crate::math::{Rotation, Vector};
use crate::shape::ShapeError;
use crate::sweep::Turn;
use ahead::Ahead;
use objects::{Held, Slots};
use pairs::Pairs;

/// Objects, the pairs of them that touch, and what was told of these last.
///
/// Where objects are, and how fast they go, is `f64` in every world; their shapes, how they are turned, and how they lie to each other are as
/// precise as `V`. docs/world.md has a table.
///
/// ```
/// use glam::{DVec3, Vec3};
/// use impinge::shape::{Aabb, Ball};
/// use impinge::world::{EventKind, Object, World};
/// let mut world = World::<Vec3>::new();
/// let ground = Object::new(Aabb::new(Vec3::new(-9.0, -1.0, -9.0), Vec3::new(9.0, 0.0, 9.0))?).fixed();
/// let ground = world.add(ground)?;
/// let ball = Object::new(Ball::new(Vec3::ZERO, 0.5)?).at(DVec3::Y * 2.0)?.with_velocity(DVec3::Y * -1.0)?;
/// let ball = world.add(ball)?;
/// assert!(world.step(1.0)?.is_empty());
/// let events = world.step(1.0)?;
/// assert_eq!((events[0].kind, events[0].a, events[0].b), (EventKind::Begin, ground, ball));
/// assert_eq!(events[0].touch.manifolds[0].manifold.points()[0].distance, -0.5);
/// world.move_to(ball, DVec3::Y * 7.0)?;
/// assert_eq!(world.step(0.0)?[0].kind, EventKind::End);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct World<V: Vector> {
    slots: Slots<V>,
    broad: BroadPhase<V::Double>,
    /// Those whose boxes met when one of them moved last.
    pairs: Pairs<V>,
    events: Vec<Event<V>>,
    /// Of pairs that ended because one of them was taken out.
    ended: Vec<Event<V>>,
    changed: Vec<Handle>,
    /// Objects with a lesser count were there when somebody asked what has changed.
    asked: NonZeroU64,
    /// The numbers of those that were changed since the last step.
    moved: Vec<u32>,
    /// Those that go or turn, or look ahead, and some that did.
    going: Vec<Handle>,
    /// Those that pass through nothing, and some that were taken out.
    continuous: Vec<Handle>,
    /// Those that touch only as one has passed the other in the last step.
    passing: Vec<[Handle; 2]>,
    /// Those of which one was stopped by the other and that have touched since, and some that are over.
    stopped: Vec<[Handle; 2]>,
    /// How many steps have been made.
    steps: u64,
}

impl<V: Vector> Default for World<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> World<V> {
    /// Nothing yet, around 0.
    pub fn new() -> Self {
        Self::around(V::Double::ZERO)
    }

    /// Nothing yet, around a place near which objects will be. What is not finite counts as 0.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Object, World};
    /// // A site whose coordinates are those of a country.
    /// let site = DVec3::new(2.6e6, 1.2e6, 0.0);
    /// let mut world = World::<Vec3>::around(site);
    /// for x in [0.0, 1.5] {
    ///     world.add(Object::new(Ball::new(Vec3::ZERO, 1.0)?).at(site + DVec3::X * x)?)?;
    /// }
    /// assert_eq!(world.step(0.0)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn around(origin: V::Double) -> Self {
        World {
            slots: Slots::default(),
            broad: BroadPhase::around(origin),
            pairs: Pairs::default(),
            events: Vec::new(),
            ended: Vec::new(),
            changed: Vec::new(),
            asked: NonZeroU64::MIN,
            moved: Vec::new(),
            going: Vec::new(),
            continuous: Vec::new(),
            passing: Vec::new(),
            stopped: Vec::new(),
            steps: 0,
        }
    }

    /// How many objects there are.
    pub fn len(&self) -> usize {
        self.broad.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.broad.is_empty()
    }

    /// Takes in an object. Events tell of it after the next step.
    ///
    /// # Errors
    /// If there are 2³⁰ objects.
    pub fn add(&mut self, object: Object<V>) -> Result<Handle, WorldError> {
        if self.len() >= objects::MOST {
            return Err(WorldError::Full);
        }
        Ok(self.put(Held::new(object), None))
    }

    /// Takes in an object, with a count that it had before or one of its own.
    fn put(&mut self, held: Held<V>, generation: Option<NonZeroU64>) -> Handle {
        let number = if held.object.is_fixed() {
            self.broad.add_fixed(&held.bounds_ahead())
        } else {
            self.broad.add(&held.bounds_ahead())
        };
        // While all meet all, no filters are kept.
        if held.object.filter() != Filter::default() {
            self.broad.set_filter(number, held.object.filter());
        }
        let is_continuous = held.object.continuous_tolerance().is_some();
        let handle = self.slots.put(number, held, generation);
        if is_continuous {
            self.continuous.push(handle);
        }
        if let Some(held) = self.slots.at_mut(number) {
            step::note(held, handle, &mut self.moved, &mut self.changed);
            set_going(held, handle, &mut self.going);
        }
        handle
    }

    /// Takes an object out. What it touched is told to have ended after the next step, with its handle, which is stale by then.
    ///
    /// # Errors
    /// If it has been taken out before.
    pub fn remove(&mut self, handle: Handle) -> Result<Object<V>, WorldError> {
        let number = handle.index();
        self.slots.get(handle)?;
        while let Some(partner) = self.pairs.of(number).last() {
            let event = self.end(partner.place);
            self.ended.extend(event);
        }
        let held = self.slots.take(handle)?;
        self.broad.remove(number);
        if !held.has_changed {
            self.changed.push(handle);
        }
        self.forget();
        Ok(held.object)
    }

    /// An object.
    ///
    /// # Errors
    /// If it has been taken out.
    pub fn get(&self, handle: Handle) -> Result<&Object<V>, WorldError> {
        self.slots.get(handle).map(|held| &held.object)
    }

    /// The handle of the object that has a number now, which is what slides call obstacles. The number of an object that was taken out is
    /// another one's later.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::sweep::SlideOptions;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let walker = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?))?;
    /// let wall = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?).at(DVec2::X * 4.0)?.fixed())?;
    /// let slid = world.slide(walker, Vec2::X * 3.0, &SlideOptions::new(0.01)?)?;
    /// assert_eq!(world.handle(slid.hits()[0].obstacle), Some(wall));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn handle(&self, number: u32) -> Option<Handle> {
        self.slots.handle(number)
    }

    /// All objects, in the order of their numbers.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// for x in 0..3 {
    ///     world.add(Object::new(Ball::new(Vec2::ZERO, 0.25)?).at(DVec2::X * f64::from(x))?)?;
    /// }
    /// let furthest = world.objects().map(|(_, object)| object.position().x).fold(0.0, f64::max);
    /// assert_eq!(furthest, 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn objects(&self) -> impl Iterator<Item = (Handle, &Object<V>)> {
        self.slots.iter().map(|(handle, held)| (handle, &held.object))
    }

    /// Puts an object somewhere else, at once.
    ///
    /// # Errors
    /// If it has been taken out, or the position is not finite.
    #[doc(alias("set_position", "set_translation", "set_pose"))]
    pub fn move_to(&mut self, handle: Handle, position: V::Double) -> Result<(), WorldError> {
        ShapeError::finite("position", position)?;
        self.change(handle, |held| held.object.position = position)
    }

    /// Turns an object, at once.
    ///
    /// # Errors
    /// If it has been taken out.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Rotation;
    /// use impinge::shape::{Ball, Segment};
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let hand = world.add(Object::new(Segment::new(Vec2::ZERO, Vec2::Y * 2.0)?))?;
    /// let three = world.add(Object::new(Ball::new(Vec2::X * 2.0, 0.5)?).fixed())?;
    /// assert!(world.step(0.0)?.is_empty());
    /// world.turn_to(hand, Rotation::<Vec2>::from_angle(-std::f32::consts::FRAC_PI_2))?;
    /// assert_eq!(world.step(0.0)?[0].other(hand), Some(three));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "set_rotation")]
    pub fn turn_to(&mut self, handle: Handle, rotation: Rotation<V>) -> Result<(), WorldError> {
        self.change(handle, |held| held.turn_to(rotation))
    }

    /// Says where an object goes from now on, in units per unit of time.
    ///
    /// # Errors
    /// If it has been taken out, or the velocity is not finite.
    pub fn set_velocity(&mut self, handle: Handle, velocity: V::Double) -> Result<(), WorldError> {
        ShapeError::finite("velocity", velocity)?;
        let held = self.slots.get_mut(handle)?;
        held.object.velocity = velocity;
        set_going(held, handle, &mut self.going);
        Ok(())
    }

    /// Says how an object turns about its position from now on, in radians per unit of time; see [`Object::with_spin`].
    ///
    /// # Errors
    /// If it has been taken out, or the spin is not finite.
    pub fn set_spin(&mut self, handle: Handle, spin: impl Turn<V>) -> Result<(), WorldError> {
        let spin = object::finite_spin(spin.axis_by_angle())?;
        let held = self.slots.get_mut(handle)?;
        held.object.spin = spin;
        set_going(held, handle, &mut self.going);
        Ok(())
    }

    /// Says what an object meets from now on.
    ///
    /// # Errors
    /// If it has been taken out.
    pub fn set_filter(&mut self, handle: Handle, filter: Filter) -> Result<(), WorldError> {
        self.change(handle, |held| held.object.filter = filter)?;
        self.broad.set_filter(handle.index(), filter);
        Ok(())
    }

    /// Says how near others may come to an object from now on before they count as touching; see [`Object::with_margin`].
    ///
    /// # Errors
    /// If it has been taken out, or the margin is negative or not finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{EventKind, Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let ball = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?))?;
    /// world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?).at(DVec2::X * 2.5)?)?;
    /// assert!(world.step(1.0)?.is_empty());
    /// world.set_margin(ball, 0.5)?;
    /// assert_eq!(world.step(1.0)?[0].kind, EventKind::Begin);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_margin(&mut self, handle: Handle, margin: V::Scalar) -> Result<(), WorldError> {
        ShapeError::size("margin", margin)?;
        self.change(handle, |held| held.object.margin = margin)
    }

    /// Says whether an object only tells what meets it from now on; see [`Object::sensor`]. What it touches goes on touching, with or
    /// without manifolds, but for what is only ahead of one that is [speculative](Object::speculative).
    ///
    /// # Errors
    /// If it has been taken out.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let door = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?))?;
    /// world.add(Object::new(Ball::new(Vec2::X, 1.0)?))?;
    /// assert_eq!(world.step(0.0)?[0].touch.manifolds.len(), 1);
    /// // It is open now: who is in it is told, but not how deep.
    /// world.set_sensor(door, true)?;
    /// assert!(world.step(0.0)?[0].touch.manifolds.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_sensor(&mut self, handle: Handle, is_sensor: bool) -> Result<(), WorldError> {
        self.change(handle, |held| held.object.is_sensor = is_sensor)
    }

    /// Says whether the surfaces of an object stop only what comes from their front from now on; see [`Object::one_sided`]. No event
    /// tells of that.
    ///
    /// # Errors
    /// If it has been taken out.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Segment;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let ledge = world.add(Object::new(Segment::new(Vec2::X, -Vec2::X)?).one_sided().fixed())?;
    /// // Closed from below as well, from now on.
    /// world.set_one_sided(ledge, false)?;
    /// assert!(!world.get(ledge)?.is_one_sided());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_one_sided(&mut self, handle: Handle, is_one_sided: bool) -> Result<(), WorldError> {
        self.slots.get_mut(handle)?.object.is_one_sided = is_one_sided;
        Ok(())
    }

    /// Says whether an object passes through nothing from now on, and within which tolerance; see [`Object::continuous`].
    ///
    /// # Errors
    /// If it has been taken out, or the tolerance is negative or not finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Ball, Segment};
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// world.add(Object::new(Segment::new(Vec2::Y, -Vec2::Y)?).at(DVec2::X * 50.0)?.fixed())?;
    /// let ball = world.add(Object::new(Ball::new(Vec2::ZERO, 0.5)?))?;
    /// // It is shot.
    /// world.set_velocity(ball, DVec2::X * 1e6)?;
    /// world.set_continuous(ball, Some(0.01))?;
    /// world.step(1.0)?;
    /// assert!(world.get(ball)?.position().x <= 49.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_continuous(&mut self, handle: Handle, tolerance: Option<V::Scalar>) -> Result<(), WorldError> {
        if let Some(tolerance) = tolerance {
            ShapeError::size("tolerance", tolerance)?;
        }
        let was_continuous = self.get(handle)?.continuous_tolerance.is_some();
        self.change(handle, |held| held.object.continuous_tolerance = tolerance)?;
        match (was_continuous, tolerance.is_some()) {
            (false, true) => self.continuous.push(handle),
            (true, false) => self.continuous.retain(|&other| other != handle),
            _ => {}
        }
        Ok(())
    }

    /// Says whether what an object may meet is told ahead of time; see [`Object::speculative`]. It looks ahead from the next step on that takes
    /// time, and no longer from now on.
    ///
    /// # Errors
    /// If it has been taken out.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// world.add(Object::new(Aabb::new(Vec2::new(5.0, -9.0), Vec2::new(6.0, 9.0))?).fixed())?;
    /// let ball = Object::new(Ball::new(Vec2::ZERO, 0.5)?).at(DVec2::X * 2.0)?.with_velocity(DVec2::X * 20.0)?;
    /// let ball = world.add(ball)?;
    /// // After this step 0.5 are left, and the next goes 2.
    /// world.set_speculative(ball, true)?;
    /// assert_eq!(world.step(0.1)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_speculative(&mut self, handle: Handle, is_speculative: bool) -> Result<(), WorldError> {
        self.change(handle, |held| {
            held.object.is_speculative = is_speculative;
            if !is_speculative {
                held.ahead = Ahead::nothing();
            }
        })
    }

    /// Gives an object another number for the caller. No event tells of that.
    ///
    /// # Errors
    /// If it has been taken out.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Ball;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let coin = world.add(Object::new(Ball::new(Vec2::ZERO, 0.5)?).with_user_data(3))?;
    /// world.set_user_data(coin, 4)?;
    /// assert_eq!(world.get(coin)?.user_data(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_user_data(&mut self, handle: Handle, user_data: u64) -> Result<(), WorldError> {
        self.slots.get_mut(handle)?.object.user_data = user_data;
        Ok(())
    }

    /// Gives an object another shape.
    ///
    /// # Errors
    /// If it has been taken out.
    pub fn set_shape(&mut self, handle: Handle, shape: impl IntoAnyShape<V>) -> Result<(), WorldError> {
        let shape = shape.into();
        self.change(handle, |held| {
            held.object.shape = shape;
            held.turn_to(held.object.rotation);
        })?;
        // What was known of its pairs is of another shape.
        for at in 0..self.pairs.of(handle.index()).len() {
            let place = self.pairs.of(handle.index())[at].place;
            self.pairs.get_mut(place).forget();
        }
        Ok(())
    }

    /// The objects that were added, moved, turned, changed or taken out since this was asked last, each once, by their numbers; for
    /// whoever draws them. Not those that came and went in between.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let ball = world.add(Object::new(Ball::new(Vec2::ZERO, 0.5)?))?;
    /// let wall = world.add(Object::new(Ball::new(Vec2::X * 9.0, 0.5)?).fixed())?;
    /// assert_eq!(world.take_changed(), [ball, wall]);
    /// world.move_to(ball, DVec2::Y)?;
    /// // Only this one has to be drawn elsewhere.
    /// assert_eq!(world.take_changed(), [ball]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_changed(&mut self) -> Vec<Handle> {
        self.changed = self.known_changes();
        self.asked = self.slots.next_generation();
        for handle in &self.changed {
            if let Ok(held) = self.slots.get_mut(*handle) {
                held.has_changed = false;
            }
        }
        std::mem::take(&mut self.changed)
    }

    /// What has changed, by handles, without objects that came and went since somebody asked.
    fn known_changes(&self) -> Vec<Handle> {
        let is_known = |handle: &Handle| handle.generation < self.asked || self.slots.get(*handle).is_ok();
        let mut changed: Vec<Handle> = self.changed.iter().copied().filter(is_known).collect();
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// The boxes of the tree in which objects are searched, as they are now, for whoever wants to see them: the widest first, then what
    /// is in these, and so on down to the boxes of objects with their margins; see [`BroadPhase::tree_boxes`]. [`Self::handle`] tells which
    /// object has a number.
    ///
    /// Which boxes there are says only how soon something is found. A world that goes on from a snapshot may have others.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// for x in 0..40 {
    ///     world.add(Object::new(Ball::new(Vec2::ZERO, 0.5)?).at(DVec2::X * f64::from(x))?)?;
    /// }
    /// let widest = world.tree_boxes().next().ok_or("there are objects")?;
    /// assert!(widest.depth == 0 && widest.bounds.contains(DVec2::new(39.5, 0.0)));
    /// // Three of up to sixteen balls each.
    /// assert_eq!(world.tree_boxes().filter(|part| part.depth == 1).count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tree_boxes(&self) -> impl Iterator<Item = TreeBox<V::Double>> {
        self.broad.tree_boxes()
    }

    fn change(&mut self, handle: Handle, change: impl FnOnce(&mut Held<V>)) -> Result<(), WorldError> {
        let held = self.slots.get_mut(handle)?;
        change(held);
        step::note(held, handle, &mut self.moved, &mut self.changed);
        self.broad.set(handle.index(), &held.bounds_ahead());
        Ok(())
    }
}

/// Puts an object into the list of what goes on, if it does and is not in it.
fn set_going<V: Vector>(held: &mut Held<V>, handle: Handle, going: &mut Vec<Handle>) {
    if held.is_going_on() && !std::mem::replace(&mut held.is_going, true) {
        going.push(handle);
    }
}
