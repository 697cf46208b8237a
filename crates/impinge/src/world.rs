//! Collision world: a set of moving colliders, their contacts, and spatial queries.
//!
//! ```text
//! Collider  →  CollisionWorld::add  →  ColliderHandle
//! CollisionWorld::step(dt)  translates and rotates  →  boxes into `broad`  →  pairs  →  `narrow`  →  events
//! ```
//!
//! **Precision.** Positions are `f64`; shapes have the precision of the vector type. Every pair is computed
//! relative to the position of its first collider. So a result ten million metres from the origin is as
//! precise as at the origin. The boxes of the search tree are `f32`, relative to the origin given to
//! [`CollisionWorld::with_origin`]. Far from that origin they are coarser, and more pairs are tested, but
//! none is missed. Give each of several distant places a world of its own.
//!
//! **Resting pairs cost nothing.** A step tests only pairs of which one collider was added, moved or changed
//! since the last step. All other pairs keep their state.
//!
//! **Colliders can change.** The `set_…` methods of [`CollisionWorld`] keep the handle and the contacts. Only
//! [`fixed`](Collider::fixed) cannot change.
//!
//! **Everything has a defined order.** A new collider gets the least free index. Pairs, events and query
//! results are sorted by collider index. The number of threads and the state of the search tree do not affect
//! them.

mod backend;
mod ccd;
mod collider;
mod collider_entry;
mod collider_pair;
mod contact_pairs;
mod error;
mod event;
mod handle;
mod pair_table;
mod query_filter;
mod setters;
mod slot_map;
#[cfg(feature = "serde")]
mod snapshot;
mod spatial_queries;
mod speculative;
mod stale;
mod step;
mod trajectory;
mod world_obstacles;

#[cfg(feature = "serde")]
pub use crate::compound::stored_shape::StoredShapeError;
pub(crate) use backend::WorldBackend;
pub use collider::Collider;
pub use contact_pairs::ContactPair;
pub use error::WorldError;
pub use event::{CollisionEvent, ContactData, EventKind};
pub use handle::ColliderHandle;
pub use query_filter::QueryFilter;
#[cfg(feature = "serde")]
pub use snapshot::{Snapshot, SnapshotError};
pub use spatial_queries::{
    ColliderCastHit, ColliderContact, ColliderMoveAndSlide, ColliderRayHit, NearestCollider,
};

use std::fmt;
use std::num::NonZeroU64;

use crate::broad::{BroadPhase, CollisionFilter, TreeBox};
use crate::math::Vector;
use collider_entry::{ColliderEntry, mark_active, mark_changed};
use pair_table::PairTable;
use slot_map::{MAX_COLLIDERS, SlotMap};

/// A set of colliders, their contact pairs and the events of the last step.
///
/// Positions and linear velocities are `f64` in every world. Shapes, rotations and relative positions have
/// the precision of `V`; docs/world.md has a table.
///
/// ```
/// use glam::{DVec3, Vec3};
/// use impinge::shape::{Aabb, Ball};
/// use impinge::world::{EventKind, Collider, CollisionWorld};
/// let mut world = CollisionWorld::<Vec3>::new();
/// let ground = Collider::new(Aabb::new(Vec3::new(-9.0, -1.0, -9.0), Vec3::new(9.0, 0.0, 9.0))?).fixed();
/// let ground = world.add(ground)?;
/// let ball = Collider::new(Ball::new(Vec3::ZERO, 0.5)?).with_position(DVec3::Y * 2.0)?.with_velocity(DVec3::Y * -1.0)?;
/// let ball = world.add(ball)?;
/// assert!(world.step(1.0)?.is_empty());
/// let events = world.step(1.0)?;
/// assert_eq!((events[0].kind, events[0].a, events[0].b), (EventKind::Begin, ground, ball));
/// assert_eq!(events[0].contact.manifolds[0].manifold.points()[0].distance, -0.5);
/// world.set_position(ball, DVec3::Y * 7.0)?;
/// assert_eq!(world.step(0.0)?[0].kind, EventKind::End);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct CollisionWorld<V: Vector> {
    slots: SlotMap<V>,
    broad: BroadPhase<V::Double>,
    /// Pairs whose boxes overlapped when one of them moved last.
    pairs: PairTable<V>,
    events: Vec<CollisionEvent<V>>,
    /// End events of pairs that ended because one collider was removed.
    ended: Vec<CollisionEvent<V>>,
    changed: Vec<ColliderHandle>,
    /// Colliders with a lesser generation existed at the last call of `drain_changed`.
    drained_generation: NonZeroU64,
    /// Indices of the colliders that changed since the last step.
    moved: Vec<u32>,
    /// Colliders that move, rotate or look ahead, and some that did.
    active: Vec<ColliderHandle>,
    /// Colliders with continuous collision detection, and some that were removed.
    ccd: Vec<ColliderHandle>,
    /// Pairs that touch only because one passed the other in the last step.
    passing: Vec<[ColliderHandle; 2]>,
    /// Pairs of which one stopped the other and that have touched since, and some that have ended.
    stopped: Vec<[ColliderHandle; 2]>,
    /// Number of steps so far.
    step_count: u64,
}

impl<V: Vector> Default for CollisionWorld<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> CollisionWorld<V> {
    /// Creates an empty world centred at the origin.
    pub fn new() -> Self {
        Self::with_origin(V::Double::ZERO)
    }

    /// Creates an empty world with an origin near the future colliders. A component that is not finite counts
    /// as 0.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Collider, CollisionWorld};
    /// // A building site in the coordinates of a national grid.
    /// let site = DVec3::new(2.6e6, 1.2e6, 0.0);
    /// let mut world = CollisionWorld::<Vec3>::with_origin(site);
    /// for x in [0.0, 1.5] {
    ///     world.add(Collider::new(Ball::new(Vec3::ZERO, 1.0)?).with_position(site + DVec3::X * x)?)?;
    /// }
    /// assert_eq!(world.step(0.0)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_origin(origin: V::Double) -> Self {
        V::world_with_origin(origin)
    }

    fn with_origin_inner(origin: V::Double) -> Self {
        CollisionWorld {
            slots: SlotMap::default(),
            broad: BroadPhase::with_origin(origin),
            pairs: PairTable::default(),
            events: Vec::new(),
            ended: Vec::new(),
            changed: Vec::new(),
            drained_generation: NonZeroU64::MIN,
            moved: Vec::new(),
            active: Vec::new(),
            ccd: Vec::new(),
            passing: Vec::new(),
            stopped: Vec::new(),
            step_count: 0,
        }
    }

    /// Returns the number of colliders.
    pub fn len(&self) -> usize {
        self.broad.len()
    }

    /// Returns whether the world has no colliders.
    pub fn is_empty(&self) -> bool {
        self.broad.is_empty()
    }

    /// Adds a collider. The next step is the first to report its contacts.
    ///
    /// # Errors
    /// [`WorldError::Full`] if the world holds 2³⁰ − 1 colliders.
    pub fn add(&mut self, collider: Collider<V>) -> Result<ColliderHandle, WorldError> {
        V::world_add(self, collider)
    }

    fn add_inner(&mut self, collider: Collider<V>) -> Result<ColliderHandle, WorldError> {
        if self.len() >= MAX_COLLIDERS {
            return Err(WorldError::Full);
        }
        Ok(self.insert(ColliderEntry::new(collider), None))
    }

    /// Adds a collider, with a stored generation or a new one.
    fn insert(&mut self, entry: ColliderEntry<V>, generation: Option<NonZeroU64>) -> ColliderHandle {
        let number = if entry.collider.is_fixed() {
            self.broad.add_fixed(&entry.speculative_aabb())
        } else {
            self.broad.add(&entry.speculative_aabb())
        };
        // While every filter is the default, the broad phase stores none.
        if entry.collider.filter() != CollisionFilter::default() {
            self.broad.set_filter(number, entry.collider.filter());
        }
        let is_continuous = entry.collider.ccd_tolerance().is_some();
        let handle = self.slots.insert(number, entry, generation);
        if is_continuous {
            self.ccd.push(handle);
        }
        if let Some(entry) = self.slots.at_mut(number) {
            mark_changed(entry, handle, &mut self.moved, &mut self.changed);
            mark_active(entry, handle, &mut self.active);
        }
        handle
    }

    /// Removes a collider and returns it. The next step reports the end of its contacts, with its handle,
    /// which is stale by then.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale.
    pub fn remove(&mut self, handle: ColliderHandle) -> Result<Collider<V>, WorldError> {
        V::world_remove(self, handle)
    }

    fn remove_inner(&mut self, handle: ColliderHandle) -> Result<Collider<V>, WorldError> {
        let number = handle.index();
        self.slots.get(handle)?;
        while let Some(partner) = self.pairs.partners(number).last() {
            let event = self.end_pair(partner.pair_index);
            self.ended.extend(event);
        }
        let entry = self.slots.remove(handle)?;
        self.broad.remove(number);
        if !entry.has_changed {
            self.changed.push(handle);
        }
        self.prune_stale_handles();
        Ok(entry.collider)
    }

    /// Returns a collider.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale.
    pub fn get(&self, handle: ColliderHandle) -> Result<&Collider<V>, WorldError> {
        self.slots.get(handle).map(|entry| &entry.collider)
    }

    /// Returns the handle of the collider that has an index now, see [`ColliderHandle::index`]. After a
    /// removal, another collider may get the same index.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::sweep::MoveAndSlideOptions;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let walker = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?))?;
    /// let wall = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_position(DVec2::X * 4.0)?.fixed())?;
    /// let slid = world.move_and_slide(walker, Vec2::X * 3.0, &MoveAndSlideOptions::new(0.01)?)?;
    /// assert_eq!(world.handle(slid.hits()[0].obstacle.index()), Some(wall));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn handle(&self, index: u32) -> Option<ColliderHandle> {
        self.slots.handle(index)
    }

    /// Returns all colliders with their handles, in order of index.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// for x in 0..3 {
    ///     world.add(Collider::new(Ball::new(Vec2::ZERO, 0.25)?).with_position(DVec2::X * f64::from(x))?)?;
    /// }
    /// let furthest = world.colliders().map(|(_, object)| object.position().x).fold(0.0, f64::max);
    /// assert_eq!(furthest, 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn colliders(&self) -> impl Iterator<Item = (ColliderHandle, &Collider<V>)> {
        self.slots.iter().map(|(handle, entry)| (handle, &entry.collider))
    }

    /// Returns the colliders that were added, moved, rotated, changed or removed since the last call.
    ///
    /// Use this to update drawings. Each handle comes once, in order of index. Colliders that were both added
    /// and removed since the last call are left out.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let ball = world.add(Collider::new(Ball::new(Vec2::ZERO, 0.5)?))?;
    /// let wall = world.add(Collider::new(Ball::new(Vec2::X * 9.0, 0.5)?).fixed())?;
    /// assert_eq!(world.drain_changed(), [ball, wall]);
    /// world.set_position(ball, DVec2::Y)?;
    /// // Only the ball needs a new drawing.
    /// assert_eq!(world.drain_changed(), [ball]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drain_changed(&mut self) -> Vec<ColliderHandle> {
        V::world_drain_changed(self)
    }

    /// Returns the changed handles, sorted, without colliders that were added and removed since the last
    /// `drain_changed`.
    fn collect_changes(&self) -> Vec<ColliderHandle> {
        let is_known = |handle: &ColliderHandle| {
            handle.generation < self.drained_generation || self.slots.get(*handle).is_ok()
        };
        let mut changed: Vec<ColliderHandle> = self.changed.iter().copied().filter(is_known).collect();
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// Returns the boxes of the search tree as they are now, for debug drawings.
    ///
    /// The widest box comes first, then the boxes inside it, and so on down to the boxes of single colliders
    /// with their margins; see [`BroadPhase::tree_boxes`]. [`Self::handle`] returns the collider of an index.
    /// The boxes affect only the speed of queries; a world restored from a snapshot may have different ones.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// for x in 0..40 {
    ///     world.add(Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_position(DVec2::X * f64::from(x))?)?;
    /// }
    /// let widest = world.tree_boxes().next().ok_or("there are objects")?;
    /// assert!(widest.depth == 0 && widest.aabb.contains_point(DVec2::new(39.5, 0.0)));
    /// // Three boxes of up to sixteen balls each.
    /// assert_eq!(world.tree_boxes().filter(|part| part.depth == 1).count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tree_boxes(&self) -> impl Iterator<Item = TreeBox<V::Double>> {
        self.broad.tree_boxes()
    }
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
