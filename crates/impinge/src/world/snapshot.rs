//! A world as it is stored, to the bit.
//!
//! Objects keep their numbers and their handles. Of each pair is stored what it told last and what is remembered for the next
//! question, so that the world goes on as the other one does, bit for bit; the search tree is made anew, since what it finds does
//! not depend on how it came about.

use std::num::NonZeroU64;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::ahead::Ahead;
use super::event::{Event, EventKind, Touch};
use super::object::{Object, finite_spin};
use super::objects::{Handle, Held};
use super::{World, step};
use crate::broad::Filter;
use crate::compound::stored::{Shelf, Store, StoredParts, StoredShape, StoredShapeError};
use crate::math::{Exact, Point, Pose, Rotation, Scalar, StoredPose, Vector, point, vector};
use crate::narrow::{StoredCache, StoredManifold};
use crate::shape::{Aabb, ShapeError};

/// The version of what is stored.
const VERSION: u32 = 1;

/// A world at rest: what [`World::snapshot`] takes, for any format that serde knows, and [`Snapshot::restore`] brings back.
///
/// It is meant to be stored and sent. To go back a few steps in the same program, clone the world: shapes are not copied then.
/// What [`World::events`] told last is not in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    version: u32,
    dimension: u32,
    /// Are shapes in `f32`?
    is_single: bool,
    origin: Point,
    parts: Vec<StoredParts>,
    /// By their numbers.
    objects: Vec<Option<StoredObject>>,
    next_generation: NonZeroU64,
    /// Objects with a lesser count were there when somebody asked what has changed.
    asked_generation: NonZeroU64,
    pairs: Vec<StoredPair>,
    /// What is still to be told of objects that were taken out.
    ended: Vec<StoredPair>,
    /// What has changed since somebody asked.
    changed: Vec<Handle>,
    /// What has moved since the last step.
    moved: Vec<u32>,
    /// What has only passed in the last step.
    #[serde(default)]
    passing: Vec<[Handle; 2]>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredObject {
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
    is_one_sided: bool,
    #[serde(default)]
    continuous_tolerance: Option<Exact>,
    #[serde(default)]
    is_speculative: bool,
    /// What it looks ahead at: a motion, and how far it turns.
    #[serde(default)]
    ahead: Option<(Point, Exact)>,
    user_data: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredPair {
    a: Handle,
    b: Handle,
    is_touching: bool,
    origin: Point,
    manifolds: Vec<StoredManifold>,
    /// As near as this they touch, if one was stopped by the other.
    #[serde(default)]
    reach: Option<Exact>,
    cache: Option<StoredCache>,
}

/// Why a world cannot be stored, or what was stored is none.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SnapshotError {
    /// The shape of an object.
    #[error("object {object}: {source}")]
    Shape {
        /// Its number.
        object: u32,
        /// What is wrong with it.
        source: StoredShapeError,
    },
    /// What objects share.
    #[error(transparent)]
    Parts(StoredShapeError),
    /// It was stored by another version.
    #[error("the snapshot is of version {found}, this library reads version {VERSION}")]
    Version {
        /// Its version.
        found: u32,
    },
    /// It is of a world in another dimension or precision.
    #[error("the snapshot is of a world in {dimension}D, with shapes in {precision}; restore it as that")]
    Kind {
        /// 2 or 3.
        dimension: u32,
        /// `f32` or `f64`.
        precision: &'static str,
    },
    /// Objects that are not there, or come twice.
    #[error("the snapshot speaks of objects {a} and {b} as no world does; the data are damaged")]
    OutOfPlace {
        /// A number.
        a: u32,
        /// Another.
        b: u32,
    },
}

impl<V: Vector> World<V> {
    /// The world as it is now, to be stored.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Object, Snapshot, World};
    /// let mut world = World::<Vec2>::new();
    /// world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?))?;
    /// let ball = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?).at(DVec2::X * 3.0)?.with_velocity(-DVec2::X)?)?;
    /// let text = serde_json::to_string(&world.snapshot()?)?;
    /// let mut other: World<Vec2> = serde_json::from_str::<Snapshot>(&text)?.restore()?;
    /// for _ in 0..5 {
    ///     assert_eq!(world.step(0.5)?, other.step(0.5)?);
    /// }
    /// assert_eq!(other.get(ball)?.position(), DVec2::X * 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If an object has a shape of one's own (`AnyShape::custom`), of which nobody knows what it is made of.
    pub fn snapshot(&self) -> Result<Snapshot, SnapshotError> {
        let mut store = Store::default();
        let mut objects = Vec::with_capacity(self.slots.end());
        objects.resize(self.slots.end(), None);
        for (handle, held) in self.slots.iter() {
            let object = &held.object;
            let number = handle.index();
            let shape =
                store.put(&object.shape).map_err(|source| SnapshotError::Shape { object: number, source })?;
            objects[number as usize] = Some(StoredObject {
                generation: handle.generation,
                shape,
                position: point(object.position),
                rotation: Pose { rotation: object.rotation, translation: V::ZERO }.into(),
                velocity: point(object.velocity),
                spin: (object.spin != [0.0; 3]).then(|| object.spin.map(Exact)),
                layers: object.filter.layers,
                meets: object.filter.meets,
                // Not what a tolerance makes of it, which may be taken away.
                margin: Exact(object.margin.into()),
                is_fixed: object.is_fixed(),
                is_sensor: object.is_sensor(),
                is_one_sided: object.is_one_sided(),
                continuous_tolerance: object.continuous_tolerance().map(|tolerance| Exact(tolerance.into())),
                is_speculative: object.is_speculative(),
                ahead: (held.ahead != Ahead::nothing())
                    .then(|| (point(held.ahead.motion), Exact(held.ahead.turning))),
                user_data: object.user_data(),
            });
        }
        // Numbers that nobody has any more matter only below others.
        let last = objects.iter().rposition(Option::is_some);
        objects.truncate(last.map_or(0, |last| last + 1));
        let pairs = self.pairs.living().map(|pair| {
            let cache = Some(StoredCache::from(pair.cache()));
            let reach = (pair.reach > V::Scalar::ZERO).then(|| Exact(pair.reach.into()));
            StoredPair { reach, cache, ..StoredPair::of(&pair.event(EventKind::Persist), pair.is_touching) }
        });
        let mut pairs: Vec<StoredPair> = pairs.collect();
        pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
        let mut moved = self.moved.clone();
        moved.retain(|&number| self.slots.at(number).is_some_and(|held| held.has_moved));
        moved.sort_unstable();
        moved.dedup();
        // In an order that says nothing of the way here, so that equal worlds are stored the same. Stable: of two with the same
        // numbers the older one comes first.
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
            asked_generation: self.asked,
            pairs,
            ended: ended.iter().map(|event| StoredPair::of(event, true)).collect(),
            changed: self.known_changes(),
            moved,
            passing: self.passing.clone(),
        })
    }
}

impl StoredPair {
    fn of<V: Vector>(event: &Event<V>, is_touching: bool) -> Self {
        StoredPair {
            a: event.a,
            b: event.b,
            is_touching,
            origin: point(event.touch.origin),
            manifolds: event.touch.manifolds.iter().map(StoredManifold::from).collect(),
            reach: None,
            cache: None,
        }
    }

    fn touch<V: Vector>(&self) -> Result<Arc<Touch<V>>, ShapeError> {
        let manifolds = self.manifolds.iter().map(StoredManifold::manifold).collect::<Result<_, _>>()?;
        Ok(Arc::new(Touch { origin: vector(self.origin), manifolds }))
    }

    /// Forged, it is nothing.
    fn reach<S: Scalar>(&self) -> S {
        let reach = self.reach.map_or(S::ZERO, |Exact(reach)| S::from_f64(reach));
        if reach.is_finite() { reach.max(S::ZERO) } else { S::ZERO }
    }

    fn out_of_place(&self) -> SnapshotError {
        SnapshotError::OutOfPlace { a: self.a.index(), b: self.b.index() }
    }
}

impl StoredObject {
    /// Forged, it is nothing.
    fn ahead<D: Vector<Scalar = f64, Double = D>>(&self) -> Ahead<D> {
        let Some((motion, Exact(turning))) = self.ahead else { return Ahead::nothing() };
        let ahead = Ahead { motion: vector::<D>(motion), turning };
        let is_meant = ahead.motion.is_finite() && turning >= 0.0;
        if self.is_speculative && is_meant { ahead } else { Ahead::nothing() }
    }

    fn object<V: Vector>(&self, shelf: &Shelf<V>) -> Result<Object<V>, StoredShapeError> {
        let rotation: Rotation<V> = self.rotation.pose()?.rotation;
        let spin = self.spin.map_or([0.0; 3], |spin| spin.map(|Exact(part)| part));
        let mut object = Object::new(shelf.shape(&self.shape)?)
            .at(vector(self.position))?
            .turned(rotation)
            .with_velocity(vector(self.velocity))?
            .with_filter(Filter { layers: self.layers, meets: self.meets })
            .with_margin(V::Scalar::from_f64(self.margin.0))?
            .with_user_data(self.user_data);
        object.spin = finite_spin(spin)?;
        let object = if self.is_fixed { object.fixed() } else { object };
        let object = if self.is_sensor { object.sensor() } else { object };
        let object = if self.is_one_sided { object.one_sided() } else { object };
        let object = if self.is_speculative { object.speculative() } else { object };
        Ok(match self.continuous_tolerance {
            Some(Exact(tolerance)) => object.continuous(V::Scalar::from_f64(tolerance))?,
            None => object,
        })
    }
}

impl Snapshot {
    /// The world that was stored: from here on it tells what the other one tells, bit for bit.
    ///
    /// Data that were damaged are refused, or make another world; nothing panics. What is remembered of pairs is taken as it is:
    /// of data that were forged, depths may be wrong until the pairs have parted.
    ///
    /// # Errors
    /// If this is of another version, dimension or precision, or not what a world stores.
    pub fn restore<V: Vector>(&self) -> Result<World<V>, SnapshotError> {
        if self.version != VERSION {
            return Err(SnapshotError::Version { found: self.version });
        }
        if self.dimension as usize != V::DIMENSION || self.is_single != crate::narrow::is_single::<V>() {
            let precision = if self.is_single { "f32" } else { "f64" };
            return Err(SnapshotError::Kind { dimension: self.dimension, precision });
        }
        let shelf = Shelf::new(&self.parts).map_err(SnapshotError::Parts)?;
        let mut world = World::around(vector(self.origin));
        self.put_objects(&mut world, &shelf)?;
        // They have been there for long, but for those that moved.
        world.broad.changed_pairs(|_, _| {});
        world.moved.clear();
        for held in world.slots.iter_mut() {
            (held.has_moved, held.has_changed) = (false, false);
        }
        for &number in &self.moved {
            let Some(handle) = world.slots.handle(number) else { continue };
            let Some(held) = world.slots.at_mut(number) else { continue };
            step::note(held, handle, &mut world.moved, &mut world.changed);
            world.broad.set(number, &held.bounds_ahead());
        }
        world.changed.clear();
        for held in world.slots.iter_mut() {
            held.has_changed = false;
        }
        for &handle in &self.changed {
            if let Ok(held) = world.slots.get_mut(handle) {
                held.has_changed = true;
            }
            world.changed.push(handle);
        }
        world.asked = self.asked_generation;
        for stored in &self.pairs {
            let [a, b] = [stored.a, stored.b].map(|handle| world.slots.get(handle).is_ok());
            if !a || !b || stored.a.index() >= stored.b.index() {
                return Err(stored.out_of_place());
            }
            let touch = stored.touch().map_err(|_| stored.out_of_place())?;
            let cache = stored.cache.as_ref().map(StoredCache::cache).unwrap_or_default();
            let place = world.pairs.place_of(stored.a, stored.b);
            let reach: V::Scalar = stored.reach();
            world.pairs.get_mut(place).restore(stored.is_touching, touch, reach, cache);
            if reach > V::Scalar::ZERO {
                world.stopped.push([stored.a, stored.b]);
            }
        }
        for stored in &self.ended {
            let touch = stored.touch().map_err(|_| stored.out_of_place())?;
            world.ended.push(Event { kind: EventKind::End, a: stored.a, b: stored.b, time: None, touch });
        }
        world.passing.clone_from(&self.passing);
        Ok(world)
    }

    fn put_objects<V: Vector>(&self, world: &mut World<V>, shelf: &Shelf<V>) -> Result<(), SnapshotError> {
        let nothing = Aabb::between(V::Double::ZERO, V::Double::ZERO);
        let mut missing = Vec::new();
        for (number, stored) in (0u32..).zip(&self.objects) {
            let Some(stored) = stored else {
                // A number that nobody has.
                missing.push(world.broad.add(&nothing));
                continue;
            };
            if stored.generation >= self.next_generation {
                return Err(SnapshotError::OutOfPlace { a: number, b: number });
            }
            let object =
                stored.object(shelf).map_err(|source| SnapshotError::Shape { object: number, source })?;
            let held = Held { ahead: stored.ahead(), ..Held::new(object) };
            world.put(held, Some(stored.generation));
        }
        for number in missing {
            world.broad.remove(number);
        }
        world.slots.go_on_from(self.next_generation);
        Ok(())
    }
}
