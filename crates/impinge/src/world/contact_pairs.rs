//! Contact pairs as of the last step.

use super::CollisionWorld;
use super::collider_pair::ColliderPair;
use super::error::WorldError;
use super::event::{ContactData, other_handle};
use super::handle::ColliderHandle;
use crate::math::Vector;

/// Two touching colliders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPair<'a, V: Vector> {
    /// Collider with the lesser index.
    pub a: ColliderHandle,
    /// Collider with the greater index.
    pub b: ColliderHandle,
    /// Contact geometry.
    pub contact: &'a ContactData<V>,
}

impl<'a, V: Vector> ContactPair<'a, V> {
    /// Returns the contact of a touching pair.
    fn from_pair(pair: &'a ColliderPair<V>) -> Self {
        ContactPair { a: pair.a, b: pair.b, contact: &pair.contact }
    }

    /// Returns the other collider of the pair, or `None` if `collider` is neither of the two.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Ball;
    /// use impinge::world::{Collider, ContactPair, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let floor = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).fixed())?;
    /// let player = world.add(Collider::new(Ball::new(Vec2::X, 1.0)?))?;
    /// world.step(0.0)?;
    /// let touching: ContactPair<Vec2> = world.contact_pairs()[0];
    /// assert_eq!((touching.other(player), touching.other(floor)), (Some(floor), Some(player)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn other(&self, collider: ColliderHandle) -> Option<ColliderHandle> {
        other_handle([self.a, self.b], collider)
    }
}

impl<V: Vector> CollisionWorld<V> {
    /// Returns all pairs that touch as of the last step, moved or not, sorted by collider index.
    ///
    /// Pairs of a collider that was removed since are left out. Two kinds of pairs need not touch at the end
    /// of the step: a sensor and a collider that passed it in the last step, and a stopped collider that
    /// others took away from its obstacle in that step.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let low = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_position(DVec2::X * 1e7)?)?;
    /// let high = world.add(Collider::new(Ball::new(Vec2::Y * 2.0, 1.0)?).with_position(DVec2::X * 1e7)?)?;
    /// world.step(0.0)?;
    /// // Nothing moves any more, but the pair still touches.
    /// assert!(world.step(0.0)?.is_empty());
    /// let touches = world.contact_pairs();
    /// assert_eq!((touches.len(), touches[0].a, touches[0].b), (1, low, high));
    /// assert_eq!(touches[0].contact.manifolds[0].manifold.points()[0].distance, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contact_pairs(&self) -> Vec<ContactPair<'_, V>> {
        let pairs = self.pairs.iter().filter(|pair| pair.is_touching);
        let mut contacts: Vec<_> = pairs.map(ContactPair::from_pair).collect();
        contacts.sort_unstable_by_key(|contact| [contact.a.index(), contact.b.index()]);
        contacts
    }

    /// Returns the pairs of one collider that touch as of the last step, sorted by the index of the other
    /// collider.
    ///
    /// The rules of [`contact_pairs`](Self::contact_pairs) apply.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let ball = |x: f64| Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_position(DVec2::X * x);
    /// let [left, middle, right] = [world.add(ball(0.0)?)?, world.add(ball(1.0)?)?, world.add(ball(2.0)?)?];
    /// world.step(0.0)?;
    /// let others: Vec<_> = world.contacts_with(middle)?.iter().filter_map(|contact| contact.other(middle)).collect();
    /// assert_eq!(others, [left, right]);
    /// assert_eq!(world.contacts_with(left)?.len(), 1);
    /// # Ok::<(), impinge::Error>(())
    /// ```
    pub fn contacts_with(&self, handle: ColliderHandle) -> Result<Vec<ContactPair<'_, V>>, WorldError> {
        self.slots.get(handle)?;
        let pairs =
            self.pairs.partners(handle.index()).iter().map(|partner| self.pairs.get(partner.pair_index));
        let mut contacts: Vec<_> =
            pairs.filter(|pair| pair.is_touching).map(ContactPair::from_pair).collect();
        contacts.sort_unstable_by_key(|contact| contact.other(handle).map(ColliderHandle::index));
        Ok(contacts)
    }
}
