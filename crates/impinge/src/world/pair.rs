//! Two objects, seen from the place of the first.

use std::sync::Arc;

use super::Handle;
use super::event::{Event, EventKind, Touch};
use super::objects::Held;
use super::touching::Touching;
use crate::math::{Scalar, Vector, rounded_up};
use crate::narrow::{Collide, PairCache, PartManifold, Relate, manifolds};
use crate::shape::{Shaped, View};

/// What is known of two objects whose boxes met.
#[derive(Clone, Debug)]
pub(super) struct Pair<V: Vector> {
    /// The one with the lesser number.
    pub a: Handle,
    pub b: Handle,
    pub is_touching: bool,
    /// What there is to tell since they were looked at last.
    pub news: Option<EventKind>,
    /// The step in which their boxes met last, among all of the world.
    pub met: u64,
    pub touch: Arc<Touch<V>>,
    /// After which share of the step they met, if they did on their way.
    pub time: Option<f64>,
    /// As near as this they touch, whatever their margins are: about so near one was stopped by the other, and they have touched since.
    pub reach: V::Scalar,
    cache: PairCache,
}

impl<V: Vector> Pair<V> {
    /// Of which nothing is known, as `touch` says; since all pairs share that, what is found is put elsewhere.
    pub fn new(a: Handle, b: Handle, touch: Arc<Touch<V>>) -> Self {
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

    /// What was found out about the shapes does not hold any more.
    pub fn forget(&mut self) {
        self.cache = PairCache::default();
        self.reach = V::Scalar::ZERO;
    }

    #[cfg(feature = "serde")]
    pub fn cache(&self) -> &PairCache {
        &self.cache
    }

    /// What it was when it was stored.
    #[cfg(feature = "serde")]
    pub fn restore(&mut self, is_touching: bool, touch: Arc<Touch<V>>, reach: V::Scalar, cache: PairCache) {
        // What did not touch yet goes on to share that.
        if *touch != *self.touch {
            self.touch = touch;
        }
        (self.is_touching, self.reach, self.cache) = (is_touching, reach, cache);
    }

    /// What there is to see of it while they touch.
    pub fn touching(&self) -> Touching<'_, V> {
        Touching { a: self.a, b: self.b, touch: &self.touch }
    }

    pub fn event(&self, kind: EventKind) -> Event<V> {
        let time = self.time.filter(|_| kind != EventKind::End);
        Event { kind, a: self.a, b: self.b, time, touch: Arc::clone(&self.touch) }
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

    /// Looks at them again.
    pub fn look(&mut self, a: &Held<V>, b: &Held<V>) {
        let was_touching = self.is_touching;
        self.time = None;
        let view_a = a.turned.view();
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

    fn look_at(&mut self, [a, b]: [&Held<V>; 2], view_a: &View<'_, V>, view_b: &View<'_, V>) {
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
        } else if let (View::Parts(_), _) | (_, View::Parts(_)) = (view_a, view_b) {
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

    /// Where they touch; it stays known when it has ended. Written over what was there, if no event holds that any more.
    fn put(&mut self, origin: V::Double, found: impl IntoIterator<Item = PartManifold<V>>) {
        let found = found.into_iter();
        if let Some(touch) = Arc::get_mut(&mut self.touch) {
            touch.origin = origin;
            touch.manifolds.clear();
            // Mostly one, which takes much room.
            touch.manifolds.reserve_exact(found.size_hint().0);
            touch.manifolds.extend(found);
        } else {
            self.touch = Arc::new(Touch { origin, manifolds: found.collect() });
        }
    }
}

/// Does a sensor touch another object, or another object a sensor?
pub(super) fn is_sensed<V: Vector>(a: &Held<V>, b: &Held<V>) -> bool {
    let margin = a.object.margin() + b.object.margin();
    b.seen_from(a.object.position, |view_b| is_near(&a.turned.view(), &view_b, margin))
}

/// A length, rounded up, but for one beyond all floats.
fn ahead<V: Vector>(length: f64) -> V::Scalar {
    rounded_up::<V::Scalar>(length.min(V::Scalar::MAX.into()))
}

fn is_near<V: Vector>(a: &View<'_, V>, b: &View<'_, V>, margin: V::Scalar) -> bool {
    a.intersects(b) || (margin > V::Scalar::ZERO && a.distance(b) <= margin)
}
