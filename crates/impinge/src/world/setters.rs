//! Changes of colliders in a world.

use super::CollisionWorld;
use super::collider::validate_angular_velocity;
use super::collider_entry::{ColliderEntry, mark_active};
use super::error::WorldError;
use super::handle::ColliderHandle;
use super::speculative::SpeculativeMotion;
use crate::broad::CollisionFilter;
use crate::compound::IntoAnyShape;
use crate::math::{Rotation, Vector};
use crate::shape::ShapeError;
use crate::sweep::AngularVelocity;

impl<V: Vector> CollisionWorld<V> {
    /// Sets the position immediately.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale, [`WorldError::Shape`] if the position is not finite.
    pub fn set_position(&mut self, handle: ColliderHandle, position: V::Double) -> Result<(), WorldError> {
        ShapeError::finite("position", position)?;
        self.change(handle, |entry| entry.collider.position = position)
    }

    /// Sets the rotation immediately.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Rotation;
    /// use impinge::shape::{Ball, Segment};
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let hand = world.add(Collider::new(Segment::new(Vec2::ZERO, Vec2::Y * 2.0)?))?;
    /// let three = world.add(Collider::new(Ball::new(Vec2::X * 2.0, 0.5)?).fixed())?;
    /// assert!(world.step(0.0)?.is_empty());
    /// world.set_rotation(hand, Rotation::<Vec2>::from_angle(-std::f32::consts::FRAC_PI_2))?;
    /// assert_eq!(world.step(0.0)?[0].other(hand), Some(three));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_rotation(&mut self, handle: ColliderHandle, rotation: Rotation<V>) -> Result<(), WorldError> {
        V::world_set_rotation(self, handle, rotation)
    }

    /// Sets the linear velocity, in units of length per unit of time.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale, [`WorldError::Shape`] if the velocity is not finite.
    pub fn set_velocity(&mut self, handle: ColliderHandle, velocity: V::Double) -> Result<(), WorldError> {
        ShapeError::finite("velocity", velocity)?;
        let entry = self.slots.get_mut(handle)?;
        entry.collider.velocity = velocity;
        mark_active(entry, handle, &mut self.active);
        Ok(())
    }

    /// Sets the angular velocity about the position, in radians per unit of time; see
    /// [`Collider::with_angular_velocity`](super::Collider::with_angular_velocity).
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale, [`WorldError::Shape`] if the angular velocity is not
    /// finite.
    pub fn set_angular_velocity(
        &mut self,
        handle: ColliderHandle,
        angular_velocity: impl AngularVelocity<V>,
    ) -> Result<(), WorldError> {
        let spin = validate_angular_velocity(angular_velocity.axis_by_angle())?;
        let entry = self.slots.get_mut(handle)?;
        entry.collider.spin = spin;
        mark_active(entry, handle, &mut self.active);
        Ok(())
    }

    /// Sets the collision filter.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale.
    pub fn set_filter(&mut self, handle: ColliderHandle, filter: CollisionFilter) -> Result<(), WorldError> {
        V::world_set_filter(self, handle, filter)
    }

    /// Sets the distance at which other colliders count as touching; see
    /// [`Collider::with_margin`](super::Collider::with_margin).
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale, [`WorldError::Shape`] if the margin is negative or not
    /// finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{EventKind, Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let ball = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?))?;
    /// world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_position(DVec2::X * 2.5)?)?;
    /// assert!(world.step(1.0)?.is_empty());
    /// world.set_margin(ball, 0.5)?;
    /// assert_eq!(world.step(1.0)?[0].kind, EventKind::Begin);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_margin(&mut self, handle: ColliderHandle, margin: V::Scalar) -> Result<(), WorldError> {
        ShapeError::size("margin", margin)?;
        self.change(handle, |entry| entry.collider.margin = margin)
    }

    /// Sets whether a collider is a [sensor](super::Collider::sensor). Its contacts persist, with or without
    /// manifolds. [Speculative contacts](super::Collider::with_speculative_contacts) that are only ahead end.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let door = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?))?;
    /// world.add(Collider::new(Ball::new(Vec2::X, 1.0)?))?;
    /// assert_eq!(world.step(0.0)?[0].contact.manifolds.len(), 1);
    /// // The door is open: contacts are reported, but no depths.
    /// world.set_sensor(door, true)?;
    /// assert!(world.step(0.0)?[0].contact.manifolds.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_sensor(&mut self, handle: ColliderHandle, is_sensor: bool) -> Result<(), WorldError> {
        self.change(handle, |entry| entry.collider.is_sensor = is_sensor)
    }

    /// Sets whether the surfaces of a collider stop motion only from the front; see
    /// [`Collider::one_way`](super::Collider::one_way). This emits no event.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Segment;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let ledge = world.add(Collider::new(Segment::new(Vec2::X, -Vec2::X)?).one_way().fixed())?;
    /// // From now on it also stops motion from below.
    /// world.set_one_way(ledge, false)?;
    /// assert!(!world.get(ledge)?.is_one_way());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_one_way(&mut self, handle: ColliderHandle, is_one_way: bool) -> Result<(), WorldError> {
        self.slots.get_mut(handle)?.collider.is_one_way = is_one_way;
        Ok(())
    }

    /// Enables continuous collision detection with a tolerance, or disables it; see
    /// [`Collider::with_ccd`](super::Collider::with_ccd).
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale, [`WorldError::Shape`] if the tolerance is negative or
    /// not finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Ball, Segment};
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// world.add(Collider::new(Segment::new(Vec2::Y, -Vec2::Y)?).with_position(DVec2::X * 50.0)?.fixed())?;
    /// let ball = world.add(Collider::new(Ball::new(Vec2::ZERO, 0.5)?))?;
    /// // The ball is shot.
    /// world.set_velocity(ball, DVec2::X * 1e6)?;
    /// world.set_ccd(ball, Some(0.01))?;
    /// world.step(1.0)?;
    /// assert!(world.get(ball)?.position().x <= 49.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_ccd(
        &mut self,
        handle: ColliderHandle,
        tolerance: Option<V::Scalar>,
    ) -> Result<(), WorldError> {
        if let Some(tolerance) = tolerance {
            ShapeError::size("tolerance", tolerance)?;
        }
        let was_continuous = self.get(handle)?.ccd_tolerance.is_some();
        self.change(handle, |entry| entry.collider.ccd_tolerance = tolerance)?;
        match (was_continuous, tolerance.is_some()) {
            (false, true) => self.ccd.push(handle),
            (true, false) => self.ccd.retain(|&other| other != handle),
            _ => {}
        }
        Ok(())
    }

    /// Enables or disables speculative contacts; see
    /// [`Collider::with_speculative_contacts`](super::Collider::with_speculative_contacts). Enabling takes
    /// effect at the next step of positive time, disabling immediately.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// world.add(Collider::new(Aabb::new(Vec2::new(5.0, -9.0), Vec2::new(6.0, 9.0))?).fixed())?;
    /// let ball = Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_position(DVec2::X * 2.0)?.with_velocity(DVec2::X * 20.0)?;
    /// let ball = world.add(ball)?;
    /// // After this step the gap is 0.5, and the next step moves by 2.
    /// world.set_speculative_contacts(ball, true)?;
    /// assert_eq!(world.step(0.1)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_speculative_contacts(
        &mut self,
        handle: ColliderHandle,
        has_speculative_contacts: bool,
    ) -> Result<(), WorldError> {
        self.change(handle, |entry| {
            entry.collider.has_speculative_contacts = has_speculative_contacts;
            if !has_speculative_contacts {
                entry.speculative = SpeculativeMotion::none();
            }
        })
    }

    /// Sets the number that the caller attaches to a collider. This emits no event.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Ball;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let coin = world.add(Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_user_data(3))?;
    /// world.set_user_data(coin, 4)?;
    /// assert_eq!(world.get(coin)?.user_data(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_user_data(&mut self, handle: ColliderHandle, user_data: u64) -> Result<(), WorldError> {
        self.slots.get_mut(handle)?.collider.user_data = user_data;
        Ok(())
    }

    /// Sets the shape.
    ///
    /// # Errors
    /// [`WorldError::Stale`] if the handle is stale.
    pub fn set_shape(
        &mut self,
        handle: ColliderHandle,
        shape: impl IntoAnyShape<V>,
    ) -> Result<(), WorldError> {
        V::world_set_shape(self, handle, shape.into())
    }

    pub(super) fn change(
        &mut self,
        handle: ColliderHandle,
        change: impl FnOnce(&mut ColliderEntry<V>),
    ) -> Result<(), WorldError> {
        change(self.slots.get_mut(handle)?);
        V::world_note_change(self, handle);
        Ok(())
    }
}
