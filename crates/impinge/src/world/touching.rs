//! What touches, as the last step found it.

use super::event::{Touch, other};
use super::pair::Pair;
use super::{Handle, World, WorldError};
use crate::math::Vector;

/// Two objects that touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touching<'a, V: Vector> {
    /// The object with the lesser number.
    pub a: Handle,
    /// The object with the greater number.
    pub b: Handle,
    /// Where.
    pub touch: &'a Touch<V>,
}

impl<V: Vector> Touching<'_, V> {
    /// Whom an object touches; `None` if it is neither of the two.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Ball;
    /// use impinge::world::{Object, Touching, World};
    /// let mut world = World::<Vec2>::new();
    /// let floor = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?).fixed())?;
    /// let player = world.add(Object::new(Ball::new(Vec2::X, 1.0)?))?;
    /// world.step(0.0)?;
    /// let touching: Touching<Vec2> = world.touches()[0];
    /// assert_eq!((touching.other(player), touching.other(floor)), (Some(floor), Some(player)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn other(&self, object: Handle) -> Option<Handle> {
        other([self.a, self.b], object)
    }
}

impl<V: Vector> World<V> {
    /// All pairs that touch as the last step found it, but those taken out since, whether they moved or not, by the numbers of their objects; of sensors also what passed them in the last
    /// step, and of what was stopped also what was taken away from it by others in that step.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let low = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?).at(DVec2::X * 1e7)?)?;
    /// let high = world.add(Object::new(Ball::new(Vec2::Y * 2.0, 1.0)?).at(DVec2::X * 1e7)?)?;
    /// world.step(0.0)?;
    /// // Nothing moves any more, and they touch all the same.
    /// assert!(world.step(0.0)?.is_empty());
    /// let touches = world.touches();
    /// assert_eq!((touches.len(), touches[0].a, touches[0].b), (1, low, high));
    /// assert_eq!(touches[0].touch.manifolds[0].manifold.points()[0].distance, 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn touches(&self) -> Vec<Touching<'_, V>> {
        let pairs = self.pairs.iter().filter(|pair| pair.is_touching);
        let mut touches: Vec<_> = pairs.map(Pair::touching).collect();
        touches.sort_unstable_by_key(|touching| [touching.a.index(), touching.b.index()]);
        touches
    }

    /// The same of one object: what it touches of all that, by the numbers of the others.
    ///
    /// # Errors
    /// If the object has been taken out.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let ball = |x: f64| Object::new(Ball::new(Vec2::ZERO, 0.5)?).at(DVec2::X * x);
    /// let [left, middle, right] = [world.add(ball(0.0)?)?, world.add(ball(1.0)?)?, world.add(ball(2.0)?)?];
    /// world.step(0.0)?;
    /// let others: Vec<_> = world.touches_of(middle)?.iter().filter_map(|touching| touching.other(middle)).collect();
    /// assert_eq!(others, [left, right]);
    /// assert_eq!(world.touches_of(left)?.len(), 1);
    /// # Ok::<(), impinge::Error>(())
    /// ```
    #[doc(alias("contact_pairs_with", "body_get_contact_data"))]
    pub fn touches_of(&self, handle: Handle) -> Result<Vec<Touching<'_, V>>, WorldError> {
        self.slots.get(handle)?;
        let pairs = self.pairs.of(handle.index()).iter().map(|partner| self.pairs.get(partner.place));
        let mut touches: Vec<_> = pairs.filter(|pair| pair.is_touching).map(Pair::touching).collect();
        touches.sort_unstable_by_key(|touching| touching.other(handle).map(Handle::index));
        Ok(touches)
    }
}
