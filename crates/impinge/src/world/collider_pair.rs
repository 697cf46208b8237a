//! Two colliders, relative to the position of the first.

use std::sync::Arc;

use super::collider_entry::Held;
use super::event::{CollisionEvent, ContactData, EventKind};
use super::handle::ColliderHandle;
use crate::math::{Scalar, Vector, rounded_up};
use crate::narrow::{Collide, PairCache, PartManifold, manifolds};
use crate::shape::{Shape, ShapeRef};

/// State of two colliders whose boxes overlapped.
#[derive(Clone, Debug)]
pub(super) struct Pair<V: Vector> {
    /// The one with the lesser index.
    pub a: ColliderHandle,
    pub b: ColliderHandle,
    pub is_touching: bool,
    /// Change since the last test.
    pub news: Option<EventKind>,
    /// The last step in which their boxes overlapped, of all of the world.
    pub met: u64,
    pub touch: Arc<ContactData<V>>,
    /// Fraction of the step at which they met on their trajectories.
    pub time: Option<f64>,
    /// Touching distance, whatever the margins: one was stopped by the other at about this distance, and they
    /// have touched since.
    pub reach: V::Scalar,
    cache: PairCache,
}

impl<V: Vector> Pair<V> {
    /// A new pair with empty contact data, which all new pairs share; later data are stored elsewhere.
    pub fn new(a: ColliderHandle, b: ColliderHandle, touch: Arc<ContactData<V>>) -> Self {
        Pair {
            a,
            b,
            is_touching: false,
            news: None,
            met: 0,
            touch,
            time: None,
            reach: V::Scalar::ZERO,
            cache: PairCache::default(),
        }
    }

    /// Drops results for an old shape.
    pub fn forget(&mut self) {
        self.cache = PairCache::default();
        self.reach = V::Scalar::ZERO;
    }

    #[cfg(feature = "serde")]
    pub fn cache(&self) -> &PairCache {
        &self.cache
    }

    /// Restores a stored state.
    #[cfg(feature = "serde")]
    pub fn restore(
        &mut self,
        is_touching: bool,
        touch: Arc<ContactData<V>>,
        reach: V::Scalar,
        cache: PairCache,
    ) {
        // A pair that has not touched yet keeps the shared data.
        if *touch != *self.touch {
            self.touch = touch;
        }
        (self.is_touching, self.reach, self.cache) = (is_touching, reach, cache);
    }

    pub fn event(&self, kind: EventKind) -> CollisionEvent<V> {
        let time = self.time.filter(|_| kind != EventKind::End);
        CollisionEvent { kind, a: self.a, b: self.b, time, contact: Arc::clone(&self.touch) }
    }

    /// They touched within the step, but do not at its end.
    pub fn pass(&mut self, origin: V::Double) {
        self.is_touching = true;
        self.news = match self.news {
            Some(_) => Some(EventKind::Persist),
            None => Some(EventKind::Begin),
        };
        self.put(origin, []);
    }

    /// Tests the pair again.
    pub fn look(&mut self, a: &Held<V>, b: &Held<V>) {
        let was_touching = self.is_touching;
        self.time = None;
        let view_a = a.turned.shape_ref();
        b.seen_from(a.object.position, |view_b| self.look_at([a, b], &view_a, &view_b));
        if !self.is_touching {
            self.reach = V::Scalar::ZERO;
        }
        self.news = match (was_touching, self.is_touching) {
            (false, true) => Some(EventKind::Begin),
            (true, true) => Some(EventKind::Persist),
            (true, false) => Some(EventKind::End),
            (false, false) => None,
        };
    }

    fn look_at(&mut self, [a, b]: [&Held<V>; 2], view_a: &ShapeRef<'_, V>, view_b: &ShapeRef<'_, V>) {
        let mut margin = a.object.margin() + b.object.margin();
        let origin = a.object.position;
        let is_sensor = a.object.is_sensor() || b.object.is_sensor();
        if !is_sensor {
            margin = (margin + ahead::<V>(a.ahead.with(&b.ahead))).max(self.reach);
        }
        if is_sensor {
            self.is_touching = is_near(view_a, view_b, margin);
            if self.is_touching {
                self.put(origin, []);
            }
        } else if let (ShapeRef::Composite(_), _) | (_, ShapeRef::Composite(_)) = (view_a, view_b) {
            let found = manifolds(view_a, view_b, margin);
            self.is_touching = !found.is_empty() || view_a.intersects(view_b);
            if self.is_touching {
                self.put(origin, found);
            }
        } else {
            let manifold = view_a.manifold_with(view_b, margin, &mut self.cache);
            self.is_touching = manifold.is_some();
            if let Some(manifold) = manifold {
                self.put(origin, [PartManifold { part_a: 0, part_b: 0, manifold }]);
            }
        }
    }

    /// Stores the contact, which stays available after the end. Overwrites the old data if no event holds
    /// them.
    fn put(&mut self, origin: V::Double, found: impl IntoIterator<Item = PartManifold<V>>) {
        let found = found.into_iter();
        if let Some(touch) = Arc::get_mut(&mut self.touch) {
            touch.origin = origin;
            touch.manifolds.clear();
            // Mostly one, which takes much room.
            touch.manifolds.reserve_exact(found.size_hint().0);
            touch.manifolds.extend(found);
        } else {
            self.touch = Arc::new(ContactData { origin, manifolds: found.collect() });
        }
    }
}

/// Returns whether two colliders touch, of which one is a sensor.
pub(super) fn is_sensed<V: Vector>(a: &Held<V>, b: &Held<V>) -> bool {
    let margin = a.object.margin() + b.object.margin();
    b.seen_from(a.object.position, |view_b| is_near(&a.turned.shape_ref(), &view_b, margin))
}

/// A length, rounded up; clamped to the greatest float.
fn ahead<V: Vector>(length: f64) -> V::Scalar {
    rounded_up::<V::Scalar>(length.min(V::Scalar::MAX.into()))
}

fn is_near<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>, margin: V::Scalar) -> bool {
    a.intersects(b) || (margin > V::Scalar::ZERO && a.distance(b) <= margin)
}
