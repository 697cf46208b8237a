//! Colliders: a shape with a pose, velocities, a filter and flags.

use glam::DVec3;

use crate::broad::CollisionFilter;
use crate::compound::{AnyShape, IntoAnyShape};
use crate::math::{Pose, Rotation, Scalar, Vector};
use crate::shape::ShapeError;
use crate::sweep::AngularVelocity;

/// A shape with a pose, velocities, a collision filter and flags.
///
/// The builder methods set its properties. [`CollisionWorld::add`](super::CollisionWorld::add) puts it into a
/// world.
///
/// ```
/// use glam::{DVec2, Vec2};
/// use impinge::math::Rotation;
/// use impinge::prelude::*;
/// use impinge::shape::{Ball, Segment};
/// use impinge::world::Collider;
/// let coin = Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_position(DVec2::X)?.sensor().with_margin(0.25)?.with_user_data(7);
/// assert!(coin.is_sensor() && !coin.is_fixed() && !coin.has_speculative_contacts());
/// assert_eq!((coin.position(), coin.margin(), coin.user_data()), (DVec2::X, 0.25, 7));
/// // Queries on the shape need no world.
/// assert!(coin.shape().contains_point(Vec2::X * 0.5));
/// // A ledge to jump through from below: its front, right of the direction from greater x to lesser, is up.
/// let ledge = Collider::new(Segment::new(Vec2::X, -Vec2::X)?).with_rotation(Rotation::<Vec2>::from_angle(0.1)).one_way().fixed();
/// assert!(ledge.is_one_way() && ledge.is_fixed());
/// // A fast collider with CCD passes through nothing; its tolerance also counts as a margin.
/// let bullet = Collider::new(Ball::new(Vec2::ZERO, 0.0)?).with_ccd(0.25)?;
/// assert_eq!((bullet.ccd_tolerance(), bullet.margin()), (Some(0.25), 0.25));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Collider<V: Vector> {
    pub(super) shape: AnyShape<V>,
    pub(super) position: V::Double,
    pub(super) rotation: Rotation<V>,
    pub(super) velocity: V::Double,
    /// Angular velocity: an axis whose length is the angle per unit of time; in 2D the third axis.
    pub(super) spin: [f64; 3],
    pub(super) filter: CollisionFilter,
    pub(super) margin: V::Scalar,
    is_fixed: bool,
    pub(super) is_sensor: bool,
    pub(super) is_one_way: bool,
    pub(super) ccd_tolerance: Option<V::Scalar>,
    pub(super) has_speculative_contacts: bool,
    pub(super) user_data: u64,
}

impl<V: Vector> Collider<V> {
    /// Creates a collider at the origin, at rest, that collides with everything and reports its contacts.
    ///
    /// The collider stores the shape, so some shapes need a conversion first:
    ///
    /// - a [`Polygon`](crate::shape::Polygon): [`FilledPolygon::new`](crate::compound::FilledPolygon::new);
    /// - a custom shape: [`AnyShape::custom`];
    /// - a [`Mask`](crate::mask::Mask): see the example of [`Mask::at`](crate::mask::Mask::at).
    pub fn new(shape: impl IntoAnyShape<V>) -> Self {
        Collider {
            shape: shape.into(),
            position: V::Double::ZERO,
            rotation: Rotation::identity(),
            velocity: V::Double::ZERO,
            spin: [0.0; 3],
            filter: CollisionFilter::default(),
            margin: V::Scalar::ZERO,
            is_fixed: false,
            is_sensor: false,
            is_one_way: false,
            ccd_tolerance: None,
            has_speculative_contacts: false,
            user_data: 0,
        }
    }

    /// Sets the position of the shape's origin.
    ///
    /// # Errors
    /// [`ShapeError`] if the position is not finite.
    pub fn with_position(mut self, position: V::Double) -> Result<Self, ShapeError> {
        ShapeError::finite("position", position)?;
        self.position = position;
        Ok(self)
    }

    /// Places the collider: sets its position and its rotation from a pose, as `shape.at(&pose)` places
    /// a shape.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::{Pose, Rotation};
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::world::Collider;
    /// let crate_ = Collider::new(Aabb::new(Vec2::splat(-0.5), Vec2::splat(0.5))?);
    /// let pose = Pose { rotation: Rotation::<Vec2>::from_angle(0.5), translation: Vec2::new(3.0, 4.0) };
    /// assert_eq!(crate_.at(&pose)?.position(), Vec2::new(3.0, 4.0).as_dvec2());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// The translation is not finite.
    pub fn at(self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        Ok(self.with_position(pose.translation.to_double())?.with_rotation(pose.rotation))
    }

    /// Sets the rotation of the shape about its origin.
    #[must_use]
    pub fn with_rotation(mut self, rotation: Rotation<V>) -> Self {
        self.rotation = rotation;
        self
    }

    /// Sets the linear velocity, in units of length per unit of time.
    ///
    /// A [`fixed`](Self::fixed) collider ignores it, so a lift must not be fixed.
    ///
    /// # Errors
    /// [`ShapeError`] if the velocity is not finite.
    pub fn with_velocity(mut self, velocity: V::Double) -> Result<Self, ShapeError> {
        ShapeError::finite("velocity", velocity)?;
        self.velocity = velocity;
        Ok(self)
    }

    /// Sets the angular velocity about the position, in radians per unit of time.
    ///
    /// In 2D it is a counter-clockwise angle, in 3D an axis whose length is the angle; see
    /// [`AngularVelocity`]. A [`fixed`](Self::fixed) collider ignores it.
    ///
    /// # Errors
    /// [`ShapeError`] if the angular velocity is not finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Segment;
    /// use impinge::world::{Collider, CollisionWorld};
    /// use std::f32::consts::PI;
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let hand = Collider::new(Segment::new(Vec2::ZERO, Vec2::Y)?).with_angular_velocity(-PI / 6.0)?;
    /// let hand = world.add(hand)?;
    /// world.step(3.0)?;
    /// // From twelve o'clock to three o'clock.
    /// assert!((world.get(hand)?.rotation().rotate(Vec2::Y) - Vec2::X).length() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_angular_velocity(
        mut self,
        angular_velocity: impl AngularVelocity<V>,
    ) -> Result<Self, ShapeError> {
        self.spin = validate_angular_velocity(angular_velocity.axis_by_angle())?;
        Ok(self)
    }

    /// Sets the collision filter.
    #[must_use]
    pub fn with_filter(mut self, filter: CollisionFilter) -> Self {
        self.filter = filter;
        self
    }

    /// Sets the distance at which other colliders count as touching. The margins of both colliders are added.
    ///
    /// # Errors
    /// [`ShapeError`] if the margin is negative or not finite.
    pub fn with_margin(mut self, margin: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("margin", margin)?;
        self.margin = margin;
        Ok(self)
    }

    /// Makes the collider fixed: velocities do not move it, and it forms no pair with another fixed collider.
    ///
    /// [`CollisionWorld::set_position`](super::CollisionWorld::set_position) still moves it. To change this
    /// property, remove the collider and add a new one.
    #[must_use]
    pub fn fixed(mut self) -> Self {
        self.is_fixed = true;
        self
    }

    /// Makes the collider a sensor: its contacts are reported without points and depths, and it stops no
    /// motion.
    ///
    /// A step tests the poses at its end. If either collider has
    /// [continuous collision detection](Self::with_ccd), the step tests trajectories too: of a bullet, of a
    /// moving sensor, or of what passes a resting sensor, such as a finish line. A pair that only passes
    /// begins in that step and ends in the next.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Ball, Segment};
    /// use impinge::world::{EventKind, Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let line = Collider::new(Segment::new(Vec2::Y, -Vec2::Y)?).with_position(DVec2::X * 50.0)?.fixed();
    /// let line = world.add(line.sensor().with_ccd(0.01)?)?;
    /// let runner = world.add(Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_velocity(DVec2::X * 100.0)?)?;
    /// let events = world.step(1.0)?;
    /// assert_eq!((events[0].kind, events[0].other(line)), (EventKind::Begin, Some(runner)));
    /// assert_eq!(world.step(1.0)?[0].kind, EventKind::End);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "trigger")]
    #[must_use]
    pub fn sensor(mut self) -> Self {
        self.is_sensor = true;
        self
    }

    /// Makes the collider one-way: its surfaces stop motion only from the front, like a platform to jump
    /// through from below.
    ///
    /// This affects slides and shape casts; see [`OneWay`]. Events report contacts from both sides. Boxes,
    /// polygons and other solids stop motion from all sides.
    ///
    /// The front of a segment is on the right of the direction from its first to its second point. So a
    /// platform leads from greater x to lesser:
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Ball, Segment};
    /// use impinge::sweep::MoveAndSlideOptions;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// world.add(Collider::new(Segment::new(Vec2::X * 5.0, Vec2::X * -5.0)?).one_way().fixed())?;
    /// let player = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_position(DVec2::Y * -3.0)?)?;
    /// let options = MoveAndSlideOptions::new(0.01)?;
    /// // Up through the platform, and down onto it.
    /// assert_eq!(world.move_and_slide(player, Vec2::Y * 6.0, &options)?.hits().len(), 0);
    /// assert_eq!(world.move_and_slide(player, Vec2::Y * -6.0, &options)?.hits().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`OneWay`]: crate::sweep::OneWay
    #[must_use]
    pub fn one_way(mut self) -> Self {
        self.is_one_way = true;
        self
    }

    /// Enables continuous collision detection: the collider stops at its first contact, however fast it moves
    /// and rotates.
    ///
    /// **Stopping distance.** A step moves it until it is within `tolerance` of an obstacle. That distance
    /// counts as touching. If the tolerance is too small for the coordinates, it stops as near as these
    /// allow: some millimetres in `f32` above a floor a kilometre wide. In any case the pair touches from
    /// that step on until the distance grows, so an event reports it.
    ///
    /// **Rest of the step.** An obstacle carries the stopped collider: it rests on a resting obstacle and
    /// moves and rotates with a moving one. Moving obstacles push a resting collider in the same way.
    /// Velocities do not change.
    ///
    /// **Contact at the start of a step.** It stops only motion or rotation into the obstacle. An overlap
    /// deeper than the tolerance stops nothing. A response to a contact must also change the angular
    /// velocity, or the collider stays; [`CollisionEvent`](super::CollisionEvent) has an example.
    ///
    /// **Sensors.** They stop nothing, and report all colliders with this property that pass them. If the
    /// collider is itself a sensor, it reports everything on its trajectory, or, if it is
    /// [fixed](Self::fixed) or rests, everything that passes it.
    ///
    /// **Limits.** One-way surfaces stop it from both sides. It does not slide; use
    /// [`CollisionWorld::move_and_slide`](super::CollisionWorld::move_and_slide). In a step it moves by at
    /// most 10¹⁵⁰.
    ///
    /// # Errors
    /// [`ShapeError`] if the tolerance is negative or not finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Ball, Segment};
    /// use impinge::world::{EventKind, Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let sheet = world.add(Collider::new(Segment::new(Vec2::Y, -Vec2::Y)?).with_position(DVec2::X * 50.0)?.fixed())?;
    /// let bullet = Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_velocity(DVec2::X * 1e6)?.with_ccd(0.01)?;
    /// let bullet = world.add(bullet)?;
    /// let events = world.step(1.0)?;
    /// assert_eq!((events.len(), events[0].kind, events[0].a), (1, EventKind::Begin, sheet));
    /// let at = world.get(bullet)?.position().x;
    /// assert!(at <= 49.5 && at >= 49.49);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("ccd", "ccd_enabled"))]
    pub fn with_ccd(mut self, tolerance: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("tolerance", tolerance)?;
        self.ccd_tolerance = Some(tolerance);
        Ok(self)
    }

    /// Enables speculative contacts: contacts of the next step are reported ahead of time, with the remaining
    /// gap.
    ///
    /// This is for solvers that prevent penetration. The margin grows by the translation and rotation of one
    /// step, so a faster collider tests and reports more around it.
    ///
    /// The next step is assumed to have the same duration and velocities. A step of zero time looks as far
    /// ahead as the one before. Two speculative colliders use their relative motion; other colliders count as
    /// resting.
    ///
    /// If a speculative or resting collider touches this one a step later, this step reports it, by a begin
    /// event or a manifold, with points at positive distances. Sensors report only present contacts.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::world::{EventKind, Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// world.add(Collider::new(Aabb::new(Vec2::new(5.0, -9.0), Vec2::new(6.0, 9.0))?).fixed())?;
    /// let ball = Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_velocity(DVec2::X * 20.0)?.with_speculative_contacts();
    /// let ball = world.add(ball)?;
    /// // The first step leads from 0 to 2; the next two would lead to 4 and 6.
    /// assert!(world.step(0.1)?.is_empty());
    /// let events = world.step(0.1)?;
    /// assert_eq!(events[0].kind, EventKind::Begin);
    /// assert_eq!(events[0].contact.manifolds[0].manifold.points()[0].distance, 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_speculative_contacts(mut self) -> Self {
        self.has_speculative_contacts = true;
        self
    }

    /// Sets a number that the caller attaches to the collider.
    #[must_use]
    pub fn with_user_data(mut self, user_data: u64) -> Self {
        self.user_data = user_data;
        self
    }

    /// Returns the shape.
    pub fn shape(&self) -> &AnyShape<V> {
        &self.shape
    }

    /// Returns the position of the shape's origin.
    pub fn position(&self) -> V::Double {
        self.position
    }

    /// Returns the rotation of the shape about its origin.
    pub fn rotation(&self) -> Rotation<V> {
        self.rotation
    }

    /// Returns the linear velocity, in units of length per unit of time.
    pub fn velocity(&self) -> V::Double {
        self.velocity
    }

    /// Returns the angular velocity, in radians per unit of time: an axis whose length is the angle; in 2D
    /// the third axis.
    pub fn angular_velocity(&self) -> DVec3 {
        DVec3::from_array(self.spin)
    }

    /// Returns whether a velocity moves or rotates it.
    pub(super) fn is_moving(&self) -> bool {
        !self.is_fixed && (self.velocity != V::Double::ZERO || self.spin != [0.0; 3])
    }

    /// Returns the collision filter.
    pub fn filter(&self) -> CollisionFilter {
        self.filter
    }

    /// Returns the distance at which other colliders count as touching; at least the
    /// [tolerance](Self::ccd_tolerance).
    pub fn margin(&self) -> V::Scalar {
        self.margin.max(self.ccd_tolerance.unwrap_or(V::Scalar::ZERO))
    }

    /// Returns the tolerance of continuous collision detection, or `None` if that is disabled.
    pub fn ccd_tolerance(&self) -> Option<V::Scalar> {
        self.ccd_tolerance
    }

    /// Returns whether speculative contacts are enabled.
    pub fn has_speculative_contacts(&self) -> bool {
        self.has_speculative_contacts
    }

    /// Returns whether the collider is fixed.
    pub fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    /// Returns whether the collider is a sensor.
    pub fn is_sensor(&self) -> bool {
        self.is_sensor
    }

    /// Returns whether the collider's surfaces stop motion only from the front.
    pub fn is_one_way(&self) -> bool {
        self.is_one_way
    }

    /// Returns the number that the caller attached.
    pub fn user_data(&self) -> u64 {
        self.user_data
    }
}

/// Returns an angular velocity if it is finite.
pub(super) fn validate_angular_velocity(axis: [f64; 3]) -> Result<[f64; 3], ShapeError> {
    match axis.iter().find(|part| !part.is_finite()) {
        Some(part) => Err(ShapeError::NotFinite { field: "angular_velocity", value: part.to_string() }),
        None => Ok(axis),
    }
}
