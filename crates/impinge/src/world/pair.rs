//! Two objects, seen from the place of the first.

use smallvec::SmallVec;

use super::event::Touch;
use super::objects::Held;
use crate::math::{Scalar, Vector};
use crate::narrow::{Collide, PairCache, PartManifold, Relate, manifolds};
use crate::shape::{Shaped, View};

/// What is known of two objects whose boxes met.
#[derive(Debug)]
pub(super) struct Pair<V: Vector> {
    pub is_touching: bool,
    pub touch: Touch<V>,
    cache: PairCache,
}

impl<V: Vector> Pair<V> {
    pub fn new() -> Self {
        Pair { is_touching: false, touch: Touch::nothing(), cache: PairCache::default() }
    }

    /// What was found out about the shapes does not hold any more.
    pub fn forget(&mut self) {
        self.cache = PairCache::default();
    }

    /// Looks at them again.
    pub fn look(&mut self, a: &Held<V>, b: &Held<V>) {
        let view_a = a.turned.view();
        b.seen_from(a.object.position, |view_b| self.look_at([a, b], &view_a, &view_b));
    }

    fn look_at(&mut self, [a, b]: [&Held<V>; 2], view_a: &View<'_, V>, view_b: &View<'_, V>) {
        let margin = a.object.margin() + b.object.margin();
        let mut found = Vec::new();
        self.is_touching = if a.object.is_sensor() || b.object.is_sensor() {
            is_near(view_a, view_b, margin)
        } else if let (View::Parts(_), _) | (_, View::Parts(_)) = (view_a, view_b) {
            found = manifolds(view_a, view_b, margin);
            !found.is_empty() || view_a.intersects(view_b)
        } else {
            let manifold = view_a.manifold_with(view_b, margin, &mut self.cache);
            found.extend(manifold.map(|manifold| PartManifold { part_a: 0, part_b: 0, manifold }));
            !found.is_empty()
        };
        // Where they touched last is told when it has ended.
        if self.is_touching {
            self.touch = Touch { origin: a.object.position, manifolds: found };
        }
    }
}

fn is_near<V: Vector>(a: &View<'_, V>, b: &View<'_, V>, margin: V::Scalar) -> bool {
    a.intersects(b) || (margin > V::Scalar::ZERO && a.distance(b) <= margin)
}

/// Removes a number from a list.
pub(super) fn forget_partner(partners: &mut SmallVec<[u32; 6]>, number: u32) {
    if let Some(place) = partners.iter().position(|&partner| partner == number) {
        partners.swap_remove(place);
    }
}
