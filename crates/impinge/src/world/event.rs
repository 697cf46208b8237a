//! What a step tells.

use std::sync::Arc;

use super::Handle;
use crate::math::Vector;
use crate::narrow::PartManifold;

/// What has become of two objects.
#[derive(Clone, Debug, PartialEq)]
pub struct Event<V: Vector> {
    /// What.
    pub kind: EventKind,
    /// The object with the lesser number.
    pub a: Handle,
    /// The object with the greater number.
    pub b: Handle,
    /// Where they touch now, or did last before it ended.
    pub touch: Arc<Touch<V>>,
}

impl<V: Vector> Event<V> {
    /// With whom an object has to do in this; `None` if it is neither of the two.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Ball;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let coin = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?).sensor())?;
    /// let player = world.add(Object::new(Ball::new(Vec2::X, 1.0)?))?;
    /// let events = world.step(0.0)?;
    /// assert_eq!(events[0].other(player), Some(coin));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn other(&self, object: Handle) -> Option<Handle> {
        match object {
            object if object == self.a => Some(self.b),
            object if object == self.b => Some(self.a),
            _ => None,
        }
    }
}

/// What has become of two objects.
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
    /// Where parts of them rest on each other, from `a` towards `b`. None if one of them is a sensor, or if one is inside a closed
    /// surface that it does not touch.
    pub manifolds: Vec<PartManifold<V>>,
}

impl<V: Vector> Touch<V> {
    pub(super) fn nothing() -> Self {
        Touch { origin: V::Double::ZERO, manifolds: Vec::new() }
    }

    /// A point of a manifold in the world.
    pub fn in_world(&self, point: V) -> V::Double {
        self.origin + point.to_double()
    }
}
