//! Two colliders, relative to the position of the first.

use std::sync::Arc;

use super::collider_entry::ColliderEntry;
use super::event::{CollisionEvent, ContactData, EventKind};
use super::handle::ColliderHandle;
use crate::math::{Scalar, Vector, rounded_up};
use crate::narrow::{Collide, PairCache, PartManifold, manifolds};
use crate::shape::{Shape, ShapeRef};

/// State of two colliders whose boxes overlapped.
#[derive(Clone, Debug)]
pub(super) struct ColliderPair<V: Vector> {
    /// The one with the lesser index.
    pub a: ColliderHandle,
    pub b: ColliderHandle,
    pub is_touching: bool,
    /// Change since the last test.
    pub change: Option<EventKind>,
    /// The last step in which their boxes overlapped, of all of the world.
    pub last_overlap_step: u64,
    pub contact: Arc<ContactData<V>>,
    /// Fraction of the step at which they met on their trajectories.
    pub time: Option<f64>,
    /// Touching distance, whatever the margins: one was stopped by the other at about this distance, and they
    /// have touched since.
    pub touch_distance: V::Scalar,
    cache: PairCache,
}

impl<V: Vector> ColliderPair<V> {
    /// A new pair with empty contact data, which all new pairs share; later data are stored elsewhere.
    pub fn new(a: ColliderHandle, b: ColliderHandle, contact: Arc<ContactData<V>>) -> Self {
        ColliderPair {
            a,
            b,
            is_touching: false,
            change: None,
            last_overlap_step: 0,
            contact,
            time: None,
            touch_distance: V::Scalar::ZERO,
            cache: PairCache::default(),
        }
    }

    /// Drops results for an old shape.
    pub fn clear_cache(&mut self) {
        self.cache = PairCache::default();
        self.touch_distance = V::Scalar::ZERO;
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
        contact: Arc<ContactData<V>>,
        touch_distance: V::Scalar,
        cache: PairCache,
    ) {
        // A pair that has not touched yet keeps the shared data.
        if *contact != *self.contact {
            self.contact = contact;
        }
        (self.is_touching, self.touch_distance, self.cache) = (is_touching, touch_distance, cache);
    }

    pub fn make_event(&self, kind: EventKind) -> CollisionEvent<V> {
        let time = self.time.filter(|_| kind != EventKind::End);
        CollisionEvent { kind, a: self.a, b: self.b, time, contact: Arc::clone(&self.contact) }
    }

    /// They touched within the step, but do not at its end.
    pub fn mark_passing(&mut self, origin: V::Double) {
        self.is_touching = true;
        self.change = match self.change {
            Some(_) => Some(EventKind::Persist),
            None => Some(EventKind::Begin),
        };
        self.store_contact(origin, []);
    }

    /// Tests the pair again.
    pub fn update(&mut self, a: &ColliderEntry<V>, b: &ColliderEntry<V>) {
        let was_touching = self.is_touching;
        self.time = None;
        let view_a = a.rotated_shape.shape_ref();
        b.with_shape_at(a.collider.position, |view_b| self.test([a, b], &view_a, &view_b));
        if !self.is_touching {
            self.touch_distance = V::Scalar::ZERO;
        }
        self.change = match (was_touching, self.is_touching) {
            (false, true) => Some(EventKind::Begin),
            (true, true) => Some(EventKind::Persist),
            (true, false) => Some(EventKind::End),
            (false, false) => None,
        };
    }

    fn test(&mut self, [a, b]: [&ColliderEntry<V>; 2], view_a: &ShapeRef<'_, V>, view_b: &ShapeRef<'_, V>) {
        let mut margin = a.collider.margin() + b.collider.margin();
        let origin = a.collider.position;
        let is_sensor = a.collider.is_sensor() || b.collider.is_sensor();
        if !is_sensor {
            margin = (margin + round_up_clamped::<V>(a.speculative.max_approach(&b.speculative)))
                .max(self.touch_distance);
        }
        if is_sensor {
            self.is_touching = is_within_margin(view_a, view_b, margin);
            if self.is_touching {
                self.store_contact(origin, []);
            }
        } else if let (ShapeRef::Composite(_), _) | (_, ShapeRef::Composite(_)) = (view_a, view_b) {
            let found = manifolds(view_a, view_b, margin);
            self.is_touching = !found.is_empty() || view_a.intersects(view_b);
            if self.is_touching {
                self.store_contact(origin, found);
            }
        } else {
            let manifold = view_a.manifold_with(view_b, margin, &mut self.cache);
            self.is_touching = manifold.is_some();
            if let Some(manifold) = manifold {
                self.store_contact(origin, [PartManifold { part_a: 0, part_b: 0, manifold }]);
            }
        }
    }

    /// Stores the contact, which stays available after the end. Overwrites the old data if no event holds
    /// them.
    fn store_contact(&mut self, origin: V::Double, found: impl IntoIterator<Item = PartManifold<V>>) {
        let found = found.into_iter();
        if let Some(contact) = Arc::get_mut(&mut self.contact) {
            contact.origin = origin;
            contact.manifolds.clear();
            // Mostly one, which takes much room.
            contact.manifolds.reserve_exact(found.size_hint().0);
            contact.manifolds.extend(found);
        } else {
            self.contact = Arc::new(ContactData { origin, manifolds: found.collect() });
        }
    }
}

/// Returns whether two colliders touch, of which one is a sensor.
pub(super) fn is_sensor_touching<V: Vector>(a: &ColliderEntry<V>, b: &ColliderEntry<V>) -> bool {
    let margin = a.collider.margin() + b.collider.margin();
    b.with_shape_at(a.collider.position, |view_b| {
        is_within_margin(&a.rotated_shape.shape_ref(), &view_b, margin)
    })
}

/// A length, rounded up; clamped to the greatest float.
fn round_up_clamped<V: Vector>(length: f64) -> V::Scalar {
    rounded_up::<V::Scalar>(length.min(V::Scalar::MAX.into()))
}

fn is_within_margin<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>, margin: V::Scalar) -> bool {
    a.intersects(b) || (margin > V::Scalar::ZERO && a.distance(b) <= margin)
}
