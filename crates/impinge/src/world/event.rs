//! What a step tells.

use std::sync::Arc;

use super::Handle;
use crate::math::Vector;
use crate::narrow::PartManifold;

/// What has become of two objects.
///
/// How fast they meet is for the caller to say, who also says what follows: a step changes no velocity. Seen from one of both, `away`
/// from the other is the normal, which goes from `a` to `b`, turned round for `a`. Along it a point at `arm` from its position moves by
/// the velocity and spin × arm:
///
/// ```
/// use glam::{DVec3, Vec3};
/// use impinge::shape::Aabb;
/// use impinge::world::{Object, World};
/// let mut world = World::<Vec3>::new();
/// let floor = Aabb::new(Vec3::new(-9.0, -1.0, -9.0), Vec3::new(9.0, 0.0, 9.0))?;
/// world.add(Object::new(floor).fixed())?;
/// let die = Object::new(Aabb::new(Vec3::splat(-0.5), Vec3::splat(0.5))?).at(DVec3::Y)?;
/// let die = die.with_velocity(DVec3::Y * -2.0)?.with_spin(Vec3::new(0.0, 0.0, 3.0))?.continuous(0.01)?;
/// let die = world.add(die)?;
/// for event in world.step(1.0)?.to_vec() {
///     let Some(manifold) = event.touch.manifolds.first().map(|part| &part.manifold) else { continue };
///     let normal = manifold.normal.get().as_dvec3();
///     let away = if event.a == die { -normal } else { normal };
///     let points = manifold.points();
///     let middle = points.iter().map(|point| point.on_b).sum::<Vec3>() / points.len() as f32;
///     let object = world.get(die)?;
///     let (velocity, spin) = (object.velocity(), object.spin_axis());
///     let arm = event.touch.in_world(middle) - object.position();
///     let approach = -(velocity + spin.cross(arm)).dot(away);
///     // It has come down on an edge, which turns down, faster than its middle falls.
///     assert!(approach > 2.5);
///     // Of mass 1 and size 1, an impulse turns it by six times its leverage.
///     let leverage = arm.cross(away) * 6.0;
///     let impulse = 1.5 * approach / (1.0 + leverage.cross(arm).dot(away));
///     world.set_velocity(die, velocity + away * impulse)?;
///     world.set_spin(die, (spin + leverage * impulse).as_vec3())?;
/// }
/// // Up, while it turns the other way.
/// let object = world.get(die)?;
/// assert!(object.velocity().y > 1.0 && object.spin_axis().z < 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Event<V: Vector> {
    /// What.
    pub kind: EventKind,
    /// The object with the lesser number. If it has been taken out, this is its handle, which is stale by then.
    pub a: Handle,
    /// The object with the greater number; its handle is stale as well if it has been taken out.
    pub b: Handle,
    /// After which share of the step, from 0 to 1, they met first, if that was found on their ways, as it is where one of them
    /// is [continuous](super::Object::continuous): when it was stopped by the other, or, if one is a sensor, when that was entered.
    /// About 0 in each step in which it is still pressed on. Never later than they really met. `None` of what touched a sensor before, of
    /// all that is found where a step ends, and of what has ended.
    ///
    /// What is stopped goes along with the other for the rest of the step, `1 − time` of it. Who is to bounce and to keep time has
    /// that much left to go, at its new velocity: [`World::slide`](super::World::slide) may take it there.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Ball, Segment};
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// world.add(Object::new(Segment::new(Vec2::Y, -Vec2::Y)?).at(DVec2::X * 5.5)?.fixed())?;
    /// let ball = Object::new(Ball::new(Vec2::ZERO, 0.5)?).with_velocity(DVec2::X * 20.0)?.continuous(0.01)?;
    /// world.add(ball)?;
    /// let time = world.step(1.0)?[0].time;
    /// // After 5 of 20 metres.
    /// assert!(time.is_some_and(|time| time <= 0.25 && time > 0.249));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub time: Option<f64>,
    /// Where they touch now, or did last before it ended.
    pub touch: Arc<Touch<V>>,
}

impl<V: Vector> Event<V> {
    /// With whom an object has to do in this; `None` if it is neither of the two.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Ball;
    /// use impinge::world::{Event, Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let coin = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?).sensor())?;
    /// let player = world.add(Object::new(Ball::new(Vec2::X, 1.0)?))?;
    /// let events: &[Event<Vec2>] = world.step(0.0)?;
    /// assert_eq!(events[0].other(player), Some(coin));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn other(&self, object: Handle) -> Option<Handle> {
        other([self.a, self.b], object)
    }
}

/// Which of two objects is not this one; `None` if it is neither.
pub(super) fn other([a, b]: [Handle; 2], object: Handle) -> Option<Handle> {
    match object {
        object if object == a => Some(b),
        object if object == b => Some(a),
        _ => None,
    }
}

/// Which of three things has become of two objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// They touch, and did not before.
    Begin,
    /// They still touch, and one of them has moved.
    Persist,
    /// They do not touch any more.
    End,
}

/// Where two objects touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Touch<V: Vector> {
    /// What the points of the manifolds are seen from: the position of `a`.
    pub origin: V::Double,
    /// Where parts of them rest on each other, from `a` towards `b`. None if one of them is a sensor, if one is inside a closed
    /// surface that it does not touch, or if one stopped the other and something else took them apart before the step ended.
    pub manifolds: Vec<PartManifold<V>>,
}

impl<V: Vector> Touch<V> {
    pub(super) fn nothing() -> Self {
        Touch { origin: V::Double::ZERO, manifolds: Vec::new() }
    }

    /// A point of a manifold in the world.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Event, Object, Touch, World};
    /// fn places(event: &Event<Vec2>) -> Vec<DVec2> {
    ///     let touch: &Touch<Vec2> = &event.touch;
    ///     let points = touch.manifolds.iter().flat_map(|part| part.manifold.points());
    ///     points.map(|point| touch.in_world(point.on_a)).collect()
    /// }
    /// let mut world = World::<Vec2>::new();
    /// for y in [0.0, 2.0] {
    ///     world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?).at(DVec2::new(1e7, y))?)?;
    /// }
    /// assert_eq!(places(&world.step(0.0)?[0]), [DVec2::new(1e7, 1.0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_world(&self, point: V) -> V::Double {
        self.origin + point.to_double()
    }
}
