//! Events of a step.

use std::sync::Arc;

use super::handle::ColliderHandle;
use crate::math::Vector;
use crate::narrow::PartManifold;

/// A change in the contact between two colliders.
///
/// A step changes no velocity; the response to a contact is up to the caller. The normal points from `a` to
/// `b`. In the example, `away` points away from the other collider: the normal, or its negative for `a`. A
/// point at `arm` from the position moves at the velocity velocity + spin × arm, of which `approach` is the
/// part into the contact:
///
/// ```
/// use glam::{DVec3, Vec3};
/// use impinge::shape::Aabb;
/// use impinge::world::{Collider, CollisionWorld};
/// let mut world = CollisionWorld::<Vec3>::new();
/// let floor = Aabb::new(Vec3::new(-9.0, -1.0, -9.0), Vec3::new(9.0, 0.0, 9.0))?;
/// world.add(Collider::new(floor).fixed())?;
/// let die = Collider::new(Aabb::new(Vec3::splat(-0.5), Vec3::splat(0.5))?).with_position(DVec3::Y)?;
/// let die = die.with_velocity(DVec3::Y * -2.0)?.with_angular_velocity(Vec3::new(0.0, 0.0, 3.0))?.with_ccd(0.01)?;
/// let die = world.add(die)?;
/// for event in world.step(1.0)?.to_vec() {
///     let Some(manifold) = event.contact.manifolds.first().map(|part| &part.manifold) else { continue };
///     let normal = manifold.normal.get().as_dvec3();
///     let away = if event.a == die { -normal } else { normal };
///     let points = manifold.points();
///     let middle = points.iter().map(|point| point.point_b).sum::<Vec3>() / points.len() as f32;
///     let object = world.get(die)?;
///     let (velocity, spin) = (object.velocity(), object.angular_velocity());
///     let arm = event.contact.to_world(middle) - object.position();
///     let approach = -(velocity + spin.cross(arm)).dot(away);
///     // It landed on an edge, which rotates downwards and is faster than the centre.
///     assert!(approach > 2.5);
///     // For mass 1 and size 1, the inverse inertia is 6.
///     let leverage = arm.cross(away) * 6.0;
///     let impulse = 1.5 * approach / (1.0 + leverage.cross(arm).dot(away));
///     world.set_velocity(die, velocity + away * impulse)?;
///     world.set_angular_velocity(die, (spin + leverage * impulse).as_vec3())?;
/// }
/// // It moves up, and rotates the other way.
/// let object = world.get(die)?;
/// assert!(object.velocity().y > 1.0 && object.angular_velocity().z < 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct CollisionEvent<V: Vector> {
    /// Kind of change.
    pub kind: EventKind,
    /// Collider with the lesser index. If it was removed, this handle is stale.
    pub a: ColliderHandle,
    /// Collider with the greater index. If it was removed, this handle is stale.
    pub b: ColliderHandle,
    /// Time of first contact as a fraction of the step, from 0 to 1.
    ///
    /// It is present if the contact was found on the trajectories, which requires [continuous collision
    /// detection](super::Collider::with_ccd) on one of the colliders. It is the time at which the other
    /// collider stopped it, or at which it entered a sensor. It is never later than the true time. It is
    /// about 0 in each step in which one collider still presses on the other.
    ///
    /// It is `None`:
    ///
    /// - for a sensor and a collider that touched before the step;
    /// - for a contact found only at the end of the step;
    /// - for [`EventKind::End`].
    ///
    /// The obstacle carries a stopped collider for the rest of the step, `1 − time` of it. To bounce without
    /// losing time, the collider must move for that long at its new velocity, for example by
    /// [`CollisionWorld::move_and_slide`](super::CollisionWorld::move_and_slide).
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Ball, Segment};
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// world.add(Collider::new(Segment::new(Vec2::Y, -Vec2::Y)?).with_position(DVec2::X * 5.5)?.fixed())?;
    /// let ball = Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_velocity(DVec2::X * 20.0)?.with_ccd(0.01)?;
    /// world.add(ball)?;
    /// let time = world.step(1.0)?[0].time;
    /// // After 5 of 20 metres of motion.
    /// assert!(time.is_some_and(|time| time <= 0.25 && time > 0.249));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub time: Option<f64>,
    /// Current contact, or the last one before the end.
    pub contact: Arc<ContactData<V>>,
}

impl<V: Vector> CollisionEvent<V> {
    /// Returns the other collider of the event, or `None` if `object` is neither of the two.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Ball;
    /// use impinge::world::{CollisionEvent, Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let coin = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).sensor())?;
    /// let player = world.add(Collider::new(Ball::new(Vec2::X, 1.0)?))?;
    /// let events: &[CollisionEvent<Vec2>] = world.step(0.0)?;
    /// assert_eq!(events[0].other(player), Some(coin));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn other(&self, collider: ColliderHandle) -> Option<ColliderHandle> {
        other_handle([self.a, self.b], collider)
    }
}

/// Returns the other one of two colliders, or `None` if `object` is neither.
pub(super) fn other_handle([a, b]: [ColliderHandle; 2], object: ColliderHandle) -> Option<ColliderHandle> {
    match object {
        object if object == a => Some(b),
        object if object == b => Some(a),
        _ => None,
    }
}

/// Kind of change in the contact between two colliders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// The colliders touch now, and did not touch before.
    Begin,
    /// The colliders still touch, and one of them moved or changed.
    Persist,
    /// The colliders no longer touch.
    End,
}

/// Contact geometry of two colliders.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactData<V: Vector> {
    /// Origin of the coordinates of the manifolds: the position of `a`.
    pub origin: V::Double,
    /// Contact manifolds of the touching parts, with normals from `a` to `b`.
    ///
    /// Empty in three cases: one collider is a sensor; one is inside a closed surface and does not touch it;
    /// or one stopped the other, and others separated them before the end of the step.
    pub manifolds: Vec<PartManifold<V>>,
}

impl<V: Vector> ContactData<V> {
    pub(super) fn empty() -> Self {
        ContactData { origin: V::Double::ZERO, manifolds: Vec::new() }
    }

    /// Converts a point of a manifold to world coordinates.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{CollisionEvent, Collider, ContactData, CollisionWorld};
    /// fn places(event: &CollisionEvent<Vec2>) -> Vec<DVec2> {
    ///     let contact: &ContactData<Vec2> = &event.contact;
    ///     let points = contact.manifolds.iter().flat_map(|part| part.manifold.points());
    ///     points.map(|point| contact.to_world(point.point_a)).collect()
    /// }
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// for y in [0.0, 2.0] {
    ///     world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_position(DVec2::new(1e7, y))?)?;
    /// }
    /// assert_eq!(places(&world.step(0.0)?[0]), [DVec2::new(1e7, 1.0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_world(&self, point: V) -> V::Double {
        self.origin + point.to_double()
    }
}
