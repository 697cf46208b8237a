//! Snapshots: a world in serializable form, exact to the bit.
//!
//! Colliders keep their indices and handles. A snapshot stores the last contact and the cache of each pair.
//! So the restored world continues exactly as the original does, bit for bit. The search tree is built anew,
//! as query results do not depend on its history.

use std::num::NonZeroU64;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::CollisionWorld;
use super::collider::{Collider, validate_angular_velocity};
use super::collider_entry::{ColliderEntry, mark_changed};
use super::event::{CollisionEvent, ContactData, EventKind};
use super::handle::ColliderHandle;
use super::speculative::SpeculativeMotion;
use crate::broad::CollisionFilter;
use crate::compound::stored_shape::{Shelf, Store, StoredParts, StoredShape, StoredShapeError};
use crate::math::{Exact, Point, Pose, Rotation, Scalar, StoredPose, Vector, point, vector};
use crate::narrow::{StoredCache, StoredManifold};
use crate::shape::{Aabb, ShapeError};

/// Version of the format.
const VERSION: u32 = 1;

/// Serializable state of a [`CollisionWorld`], for any serde format.
///
/// [`CollisionWorld::snapshot`] creates it, [`Snapshot::restore`] restores the world. Use it to store or send
/// a world. To go back a few steps in the same program, clone the world, which copies no shapes. A snapshot
/// does not contain the last [`CollisionWorld::events`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    version: u32,
    dimension: u32,
    /// Whether shapes are `f32`.
    is_single: bool,
    origin: Point,
    parts: Vec<StoredParts>,
    /// By index.
    objects: Vec<Option<StoredCollider>>,
    next_generation: NonZeroU64,
    /// Colliders with a lesser generation existed at the last `drain_changed`.
    asked_generation: NonZeroU64,
    pairs: Vec<StoredPair>,
    /// Pending end events of removed colliders.
    ended: Vec<StoredPair>,
    /// Colliders that changed since the last `drain_changed`.
    changed: Vec<ColliderHandle>,
    /// Colliders that moved since the last step.
    moved: Vec<u32>,
    /// Pairs that only passed in the last step.
    #[serde(default)]
    passing: Vec<[ColliderHandle; 2]>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredCollider {
    generation: NonZeroU64,
    shape: StoredShape,
    position: Point,
    rotation: StoredPose,
    velocity: Point,
    #[serde(default)]
    spin: Option<Point>,
    layers: u32,
    meets: u32,
    margin: Exact,
    is_fixed: bool,
    is_sensor: bool,
    #[serde(default)]
    is_one_way: bool,
    #[serde(default)]
    ccd_tolerance: Option<Exact>,
    #[serde(default)]
    has_speculative_contacts: bool,
    /// Its speculative reach: a motion, and the arc of its rotation.
    #[serde(default)]
    ahead: Option<(Point, Exact)>,
    user_data: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredPair {
    a: ColliderHandle,
    b: ColliderHandle,
    is_touching: bool,
    origin: Point,
    manifolds: Vec<StoredManifold>,
    /// Distance up to which a stopped pair touches.
    #[serde(default)]
    reach: Option<Exact>,
    cache: Option<StoredCache>,
}

/// Errors of storing or restoring a world.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SnapshotError {
    /// The shape of a collider cannot be stored or restored.
    #[error("collider {object}: {source}")]
    Shape {
        /// Index of the collider.
        object: u32,
        /// Cause.
        source: StoredShapeError,
    },
    /// Data that several colliders share are not valid.
    #[error(transparent)]
    Parts(StoredShapeError),
    /// The snapshot has another version.
    #[error("the snapshot has version {found}, this library reads version {VERSION}")]
    Version {
        /// Version of the snapshot.
        found: u32,
    },
    /// The snapshot is of a world in another dimension or precision.
    #[error(
        "the snapshot is of a {dimension}D world with {precision} shapes; restore it with that vector type"
    )]
    Kind {
        /// Dimension of the snapshot: 2 or 3.
        dimension: u32,
        /// Precision of the snapshot: `f32` or `f64`.
        precision: &'static str,
    },
    /// The snapshot refers to colliders that do not exist, or repeats some.
    #[error("the snapshot refers to colliders {a} and {b} inconsistently; the data are damaged")]
    Corrupt {
        /// Index of the first collider.
        a: u32,
        /// Index of the second collider.
        b: u32,
    },
}

impl<V: Vector> CollisionWorld<V> {
    /// Returns a snapshot of the current state.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Collider, Snapshot, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?))?;
    /// let ball = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_position(DVec2::X * 3.0)?.with_velocity(-DVec2::X)?)?;
    /// let text = serde_json::to_string(&world.snapshot()?)?;
    /// let mut other: CollisionWorld<Vec2> = serde_json::from_str::<Snapshot>(&text)?.restore()?;
    /// for _ in 0..5 {
    ///     assert_eq!(world.step(0.5)?, other.step(0.5)?);
    /// }
    /// assert_eq!(other.get(ball)?.position(), DVec2::X * 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SnapshotError::Shape`] if a collider has a custom shape (`AnyShape::custom`), whose data cannot be
    /// stored.
    pub fn snapshot(&self) -> Result<Snapshot, SnapshotError> {
        let mut store = Store::default();
        let mut objects = Vec::with_capacity(self.slots.end());
        objects.resize(self.slots.end(), None);
        for (handle, entry) in self.slots.iter() {
            let object = &entry.collider;
            let number = handle.index();
            let shape =
                store.put(&object.shape).map_err(|source| SnapshotError::Shape { object: number, source })?;
            objects[number as usize] = Some(StoredCollider {
                generation: handle.generation,
                shape,
                position: point(object.position),
                rotation: Pose { rotation: object.rotation, translation: V::ZERO }.into(),
                velocity: point(object.velocity),
                spin: (object.spin != [0.0; 3]).then(|| object.spin.map(Exact)),
                layers: object.filter.layers,
                meets: object.filter.mask,
                // The field, without the tolerance that `margin()` includes: the tolerance may be disabled
                // later.
                margin: Exact(object.margin.into()),
                is_fixed: object.is_fixed(),
                is_sensor: object.is_sensor(),
                is_one_way: object.is_one_way(),
                ccd_tolerance: object.ccd_tolerance().map(|tolerance| Exact(tolerance.into())),
                has_speculative_contacts: object.has_speculative_contacts(),
                ahead: (entry.speculative != SpeculativeMotion::none()).then(|| {
                    (point(entry.speculative.motion), Exact(entry.speculative.rotation_displacement))
                }),
                user_data: object.user_data(),
            });
        }
        // Unused indices matter only below used ones.
        let last = objects.iter().rposition(Option::is_some);
        objects.truncate(last.map_or(0, |last| last + 1));
        let pairs = self.pairs.iter_live().map(|pair| {
            let cache = Some(StoredCache::from(pair.cache()));
            let reach = (pair.touch_distance > V::Scalar::ZERO).then(|| Exact(pair.touch_distance.into()));
            StoredPair {
                reach,
                cache,
                ..StoredPair::of(&pair.make_event(EventKind::Persist), pair.is_touching)
            }
        });
        let mut pairs: Vec<StoredPair> = pairs.collect();
        pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
        let mut moved = self.moved.clone();
        moved.retain(|&number| self.slots.at(number).is_some_and(|entry| entry.has_moved));
        moved.sort_unstable();
        moved.dedup();
        // In an order that does not depend on the history, so that equal worlds have equal snapshots. Stable:
        // of two pairs with the same indices the older one comes first.
        let mut ended = self.ended.clone();
        ended.sort_by_key(|event| [event.a.index(), event.b.index()]);
        Ok(Snapshot {
            version: VERSION,
            dimension: V::DIMENSION as u32,
            is_single: crate::narrow::is_single::<V>(),
            origin: point(self.broad.origin()),
            parts: store.parts,
            objects,
            next_generation: self.slots.next_generation(),
            asked_generation: self.drained_generation,
            pairs,
            ended: ended.iter().map(|event| StoredPair::of(event, true)).collect(),
            changed: self.collect_changes(),
            moved,
            passing: self.passing.clone(),
        })
    }
}

impl StoredPair {
    fn of<V: Vector>(event: &CollisionEvent<V>, is_touching: bool) -> Self {
        StoredPair {
            a: event.a,
            b: event.b,
            is_touching,
            origin: point(event.contact.origin),
            manifolds: event.contact.manifolds.iter().map(StoredManifold::from).collect(),
            reach: None,
            cache: None,
        }
    }

    fn contact_data<V: Vector>(&self) -> Result<Arc<ContactData<V>>, ShapeError> {
        let manifolds = self.manifolds.iter().map(StoredManifold::manifold).collect::<Result<_, _>>()?;
        Ok(Arc::new(ContactData { origin: vector(self.origin), manifolds }))
    }

    /// Values that are not valid count as 0.
    fn touch_distance<S: Scalar>(&self) -> S {
        let reach = self.reach.map_or(S::ZERO, |Exact(reach)| S::from_f64(reach));
        if reach.is_finite() { reach.max(S::ZERO) } else { S::ZERO }
    }

    fn corrupt(&self) -> SnapshotError {
        SnapshotError::Corrupt { a: self.a.index(), b: self.b.index() }
    }
}

impl StoredCollider {
    /// Values that are not valid count as no motion.
    fn speculative<D: Vector<Scalar = f64, Double = D>>(&self) -> SpeculativeMotion<D> {
        let Some((motion, Exact(turning))) = self.ahead else { return SpeculativeMotion::none() };
        let speculative = SpeculativeMotion { motion: vector::<D>(motion), rotation_displacement: turning };
        let is_valid = speculative.motion.is_finite() && turning >= 0.0;
        if self.has_speculative_contacts && is_valid { speculative } else { SpeculativeMotion::none() }
    }

    fn collider<V: Vector>(&self, shelf: &Shelf<V>) -> Result<Collider<V>, StoredShapeError> {
        let rotation: Rotation<V> = self.rotation.pose()?.rotation;
        let spin = self.spin.map_or([0.0; 3], |spin| spin.map(|Exact(part)| part));
        let mut object = Collider::new(shelf.shape(&self.shape)?)
            .with_position(vector(self.position))?
            .with_rotation(rotation)
            .with_velocity(vector(self.velocity))?
            .with_filter(CollisionFilter { layers: self.layers, mask: self.meets })
            .with_margin(V::Scalar::from_f64(self.margin.0))?
            .with_user_data(self.user_data);
        object.spin = validate_angular_velocity(spin)?;
        let object = if self.is_fixed { object.fixed() } else { object };
        let object = if self.is_sensor { object.sensor() } else { object };
        let object = if self.is_one_way { object.one_way() } else { object };
        let object = if self.has_speculative_contacts { object.with_speculative_contacts() } else { object };
        Ok(match self.ccd_tolerance {
            Some(Exact(tolerance)) => object.with_ccd(V::Scalar::from_f64(tolerance))?,
            None => object,
        })
    }
}

impl Snapshot {
    /// Restores the world. From then on it returns the same results as the original, bit for bit.
    ///
    /// Damaged data cause an error or restore another world; nothing panics. Pair caches are not checked:
    /// with forged caches, depths may be wrong until the pairs separate.
    ///
    /// # Errors
    /// [`SnapshotError`] if the snapshot has another version, dimension or precision, or is damaged.
    pub fn restore<V: Vector>(&self) -> Result<CollisionWorld<V>, SnapshotError> {
        if self.version != VERSION {
            return Err(SnapshotError::Version { found: self.version });
        }
        if self.dimension as usize != V::DIMENSION || self.is_single != crate::narrow::is_single::<V>() {
            let precision = if self.is_single { "f32" } else { "f64" };
            return Err(SnapshotError::Kind { dimension: self.dimension, precision });
        }
        let shelf = Shelf::new(&self.parts).map_err(SnapshotError::Parts)?;
        let mut world = CollisionWorld::with_origin(vector(self.origin));
        self.insert_colliders(&mut world, &shelf)?;
        // All but the moved colliders count as unchanged.
        world.broad.for_each_changed_pair(|_, _| {});
        world.moved.clear();
        for entry in world.slots.iter_mut() {
            (entry.has_moved, entry.has_changed) = (false, false);
        }
        for &number in &self.moved {
            let Some(handle) = world.slots.handle(number) else { continue };
            let Some(entry) = world.slots.at_mut(number) else { continue };
            mark_changed(entry, handle, &mut world.moved, &mut world.changed);
            world.broad.set_aabb(number, &entry.speculative_aabb());
        }
        world.changed.clear();
        for entry in world.slots.iter_mut() {
            entry.has_changed = false;
        }
        for &handle in &self.changed {
            if let Ok(entry) = world.slots.get_mut(handle) {
                entry.has_changed = true;
            }
            world.changed.push(handle);
        }
        world.drained_generation = self.asked_generation;
        for stored in &self.pairs {
            let [a, b] = [stored.a, stored.b].map(|handle| world.slots.get(handle).is_ok());
            if !a || !b || stored.a.index() >= stored.b.index() {
                return Err(stored.corrupt());
            }
            let contact = stored.contact_data().map_err(|_| stored.corrupt())?;
            let cache = stored.cache.as_ref().map(StoredCache::cache).unwrap_or_default();
            let pair_index = world.pairs.find_or_insert(stored.a, stored.b);
            let touch_distance: V::Scalar = stored.touch_distance();
            world.pairs.get_mut(pair_index).restore(stored.is_touching, contact, touch_distance, cache);
            if touch_distance > V::Scalar::ZERO {
                world.stopped.push([stored.a, stored.b]);
            }
        }
        for stored in &self.ended {
            let contact = stored.contact_data().map_err(|_| stored.corrupt())?;
            world.ended.push(CollisionEvent {
                kind: EventKind::End,
                a: stored.a,
                b: stored.b,
                time: None,
                contact,
            });
        }
        world.passing.clone_from(&self.passing);
        Ok(world)
    }

    fn insert_colliders<V: Vector>(
        &self,
        world: &mut CollisionWorld<V>,
        shelf: &Shelf<V>,
    ) -> Result<(), SnapshotError> {
        let nothing = Aabb::between(V::Double::ZERO, V::Double::ZERO);
        let mut missing = Vec::new();
        for (number, stored) in (0u32..).zip(&self.objects) {
            let Some(stored) = stored else {
                // An unused index.
                missing.push(world.broad.add(&nothing));
                continue;
            };
            if stored.generation >= self.next_generation {
                return Err(SnapshotError::Corrupt { a: number, b: number });
            }
            let object =
                stored.collider(shelf).map_err(|source| SnapshotError::Shape { object: number, source })?;
            let entry = ColliderEntry { speculative: stored.speculative(), ..ColliderEntry::new(object) };
            world.insert(entry, Some(stored.generation));
        }
        for number in missing {
            world.broad.remove(number);
        }
        world.slots.set_next_generation(self.next_generation);
        Ok(())
    }
}
