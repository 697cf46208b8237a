//! What an object is before it comes into a world: its shape, where it is, where it goes, and what it is to others.

use glam::DVec3;

use crate::broad::Filter;
use crate::compound::{AnyShape, IntoAnyShape};
use crate::math::{Rotation, Scalar, Vector};
use crate::shape::ShapeError;
use crate::sweep::Turn;

/// A shape, where it is, and what it is to others.
///
/// ```
/// use glam::{DVec2, Vec2};
/// use impinge::math::Rotation;
/// use impinge::prelude::*;
/// use impinge::shape::{Ball, Segment};
/// use impinge::world::Object;
/// let coin = Object::new(Ball::new(Vec2::ZERO, 0.5)?).at(DVec2::X)?.sensor().with_margin(0.25)?.with_user_data(7);
/// assert!(coin.is_sensor() && !coin.is_fixed() && !coin.is_speculative());
/// assert_eq!((coin.position(), coin.margin(), coin.user_data()), (DVec2::X, 0.25, 7));
/// // What is there can be looked at without a world, too.
/// assert!(coin.shape().contains(Vec2::X * 0.5));
/// // A ledge that one jumps through from below: its front, on the right of the way from greater x to lesser, is up.
/// let ledge = Object::new(Segment::new(Vec2::X, -Vec2::X)?).turned(Rotation::<Vec2>::from_angle(0.1)).one_sided().fixed();
/// assert!(ledge.is_one_sided() && ledge.is_fixed());
/// // What is fast passes through nothing; its tolerance counts as a margin as well.
/// let bullet = Object::new(Ball::new(Vec2::ZERO, 0.0)?).continuous(0.25)?;
/// assert_eq!((bullet.continuous_tolerance(), bullet.margin()), (Some(0.25), 0.25));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias("Collider", "CollisionObject", "RigidBody"))]
#[derive(Clone, Debug)]
pub struct Object<V: Vector> {
    pub(super) shape: AnyShape<V>,
    pub(super) position: V::Double,
    pub(super) rotation: Rotation<V>,
    pub(super) velocity: V::Double,
    /// The axis, as long as the angle per time; in the plane it is the third.
    pub(super) spin: [f64; 3],
    pub(super) filter: Filter,
    pub(super) margin: V::Scalar,
    is_fixed: bool,
    pub(super) is_sensor: bool,
    pub(super) is_one_sided: bool,
    pub(super) continuous_tolerance: Option<V::Scalar>,
    pub(super) is_speculative: bool,
    pub(super) user_data: u64,
}

impl<V: Vector> Object<V> {
    /// A shape at the origin that rests, meets everything, and is told of when it touches something.
    ///
    /// It keeps the shape, so some become one that can be kept first: a [`Polygon`](crate::shape::Polygon) by
    /// [`FilledPolygon::new`](crate::compound::FilledPolygon::new), a shape of your own by [`AnyShape::custom`], and a
    /// [`Mask`](crate::mask::Mask) as [`Mask::at`](crate::mask::Mask::at) shows.
    pub fn new(shape: impl IntoAnyShape<V>) -> Self {
        Object {
            shape: shape.into(),
            position: V::Double::ZERO,
            rotation: Rotation::identity(),
            velocity: V::Double::ZERO,
            spin: [0.0; 3],
            filter: Filter::default(),
            margin: V::Scalar::ZERO,
            is_fixed: false,
            is_sensor: false,
            is_one_sided: false,
            continuous_tolerance: None,
            is_speculative: false,
            user_data: 0,
        }
    }

    /// Where the origin of its shape is.
    ///
    /// # Errors
    /// If that is not finite.
    #[doc(alias("with_position", "with_translation"))]
    pub fn at(mut self, position: V::Double) -> Result<Self, ShapeError> {
        ShapeError::finite("position", position)?;
        self.position = position;
        Ok(self)
    }

    /// How its shape is turned about its origin.
    #[doc(alias = "with_rotation")]
    #[must_use]
    pub fn turned(mut self, rotation: Rotation<V>) -> Self {
        self.rotation = rotation;
        self
    }

    /// Where it goes, in units per unit of time. What is [`fixed`](Self::fixed) stays all the same: a lift is not fixed.
    ///
    /// # Errors
    /// If that is not finite.
    pub fn with_velocity(mut self, velocity: V::Double) -> Result<Self, ShapeError> {
        ShapeError::finite("velocity", velocity)?;
        self.velocity = velocity;
        Ok(self)
    }

    /// How it turns about its position, in radians per unit of time: in the plane a counter-clockwise angle, in space an axis that
    /// is as long as the angle; see [`Turn`].
    ///
    /// # Errors
    /// If that is not finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Segment;
    /// use impinge::world::{Object, World};
    /// use std::f32::consts::PI;
    /// let mut world = World::<Vec2>::new();
    /// let hand = Object::new(Segment::new(Vec2::ZERO, Vec2::Y)?).with_spin(-PI / 6.0)?;
    /// let hand = world.add(hand)?;
    /// world.step(3.0)?;
    /// // From twelve to three o'clock.
    /// assert!((world.get(hand)?.rotation().apply(Vec2::Y) - Vec2::X).length() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("with_angular_velocity", "angvel"))]
    pub fn with_spin(mut self, spin: impl Turn<V>) -> Result<Self, ShapeError> {
        self.spin = finite_spin(spin.axis_by_angle())?;
        Ok(self)
    }

    /// What it meets.
    #[must_use]
    pub fn with_filter(mut self, filter: Filter) -> Self {
        self.filter = filter;
        self
    }

    /// How near others may come before they count as touching; of two objects the margins are added.
    ///
    /// # Errors
    /// If that is negative or not finite.
    pub fn with_margin(mut self, margin: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("margin", margin)?;
        self.margin = margin;
        Ok(self)
    }

    /// It stays where it is but for [`World::move_to`](super::World::move_to); nothing happens between two that are fixed, and
    /// neither velocities nor spins move them. This is for life: what is to change it is taken out and added again.
    #[must_use]
    pub fn fixed(mut self) -> Self {
        self.is_fixed = true;
        self
    }

    /// It only tells what meets it: neither where, nor how deep.
    ///
    /// A step looks at where things end, and at their ways as well if one of both is [continuous](Self::continuous): the bullet, the
    /// sensor that flies, or the one that stays where it is, as a line on the ground that nothing crosses unseen. What only passes
    /// begins in that step, and ends in the next.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Ball, Segment};
    /// use impinge::world::{EventKind, Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let line = Object::new(Segment::new(Vec2::Y, -Vec2::Y)?).at(DVec2::X * 50.0)?.fixed();
    /// let line = world.add(line.sensor().continuous(0.01)?)?;
    /// let runner = world.add(Object::new(Ball::new(Vec2::ZERO, 0.5)?).with_velocity(DVec2::X * 100.0)?)?;
    /// let events = world.step(1.0)?;
    /// assert_eq!((events[0].kind, events[0].other(line)), (EventKind::Begin, Some(runner)));
    /// assert_eq!(world.step(1.0)?[0].kind, EventKind::End);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sensor(mut self) -> Self {
        self.is_sensor = true;
        self
    }

    /// Its surfaces stop only what comes from their front, as a platform that is jumped on from below: see [`OneSided`]. This is
    /// for what slides or is moved straight; events tell of touches from both sides. Boxes, polygons and other solids hold from everywhere all
    /// the same.
    ///
    /// The front of a segment is on the right of its way, so that of a platform leads from greater x to lesser:
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Ball, Segment};
    /// use impinge::sweep::SlideOptions;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// world.add(Object::new(Segment::new(Vec2::X * 5.0, Vec2::X * -5.0)?).one_sided().fixed())?;
    /// let player = world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?).at(DVec2::Y * -3.0)?)?;
    /// let options = SlideOptions::new(0.01)?;
    /// // Up through it, and down onto it.
    /// assert_eq!(world.slide(player, Vec2::Y * 6.0, &options)?.hits().len(), 0);
    /// assert_eq!(world.slide(player, Vec2::Y * -6.0, &options)?.hits().len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`OneSided`]: crate::sweep::OneSided
    #[must_use]
    pub fn one_sided(mut self) -> Self {
        self.is_one_sided = true;
        self
    }

    /// It passes through nothing that it meets, however fast it goes and turns: a step takes it only until it is within a tolerance
    /// of something, as near as which counts as touching, or, if that is too small for the coordinates, as near as these allow: above a
    /// floor a kilometre wide, in `f32`, some millimetres. What stops it touches it in that step, however far off it is, so that an event
    /// tells of it, and from then on until they are further apart. For the rest of the step it goes along with
    /// what it has met, as if it were a part of that: it rests where that rests, and on something that turns it is carried around, and
    /// turned with it. Where it rests, it is pushed in the same way by what comes along. Its velocity and its
    /// spin stay what they are.
    ///
    /// What it touches at the start of a step stops it only if it goes on, or turns, towards that, and what it is in by more than the
    /// tolerance not at all: whoever answers a contact changes the spin too, or it stays ([`Event`](super::Event) shows how). Sensors stop nothing, and are told
    /// of all of these that pass them. It may be a sensor itself: it is then told of all that it meets on its way, or, if it is
    /// [fixed](Self::fixed) or rests, of all that passes it. One-sided surfaces stop it from both sides. It does not slide: that is what
    /// [`World::slide`](super::World::slide) is for. In a step it goes no further than 10¹⁵⁰.
    ///
    /// # Errors
    /// If the tolerance is negative or not finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Ball, Segment};
    /// use impinge::world::{EventKind, Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let sheet = world.add(Object::new(Segment::new(Vec2::Y, -Vec2::Y)?).at(DVec2::X * 50.0)?.fixed())?;
    /// let bullet = Object::new(Ball::new(Vec2::ZERO, 0.5)?).with_velocity(DVec2::X * 1e6)?.continuous(0.01)?;
    /// let bullet = world.add(bullet)?;
    /// let events = world.step(1.0)?;
    /// assert_eq!((events.len(), events[0].kind, events[0].a), (1, EventKind::Begin, sheet));
    /// let at = world.get(bullet)?.position().x;
    /// assert!(at <= 49.5 && at >= 49.49);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("continuousCollide", "ccd"))]
    pub fn continuous(mut self, tolerance: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("tolerance", tolerance)?;
        self.continuous_tolerance = Some(tolerance);
        Ok(self)
    }

    /// What it may meet in the next step is told ahead of time, with the gap that is still between them: its margin is longer by
    /// as far as it goes and turns in a step. That is for solvers which do not let objects get into each other in the first place.
    ///
    /// The next step is taken to be as long as this one, with the same velocity and spin; a step that takes no time looks as far ahead
    /// as the one before. Of two objects that are speculative, the way of the one as seen from the other counts; what is not
    /// so counts as if it rested. What touches it a step later, and is speculative or rests, has then been told of before: as a
    /// manifold, or as a begin, whose points have a distance of more than 0. Sensors tell only of what is there. The faster it is, the
    /// more is looked at, and told, around it.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::{Aabb, Ball};
    /// use impinge::world::{EventKind, Object, World};
    /// let mut world = World::<Vec2>::new();
    /// world.add(Object::new(Aabb::new(Vec2::new(5.0, -9.0), Vec2::new(6.0, 9.0))?).fixed())?;
    /// let ball = Object::new(Ball::new(Vec2::ZERO, 0.5)?).with_velocity(DVec2::X * 20.0)?.speculative();
    /// let ball = world.add(ball)?;
    /// // From 2 on the next step will lead to 4, and from there to 6.
    /// assert!(world.step(0.1)?.is_empty());
    /// let events = world.step(0.1)?;
    /// assert_eq!(events[0].kind, EventKind::Begin);
    /// assert_eq!(events[0].touch.manifolds[0].manifold.points()[0].distance, 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn speculative(mut self) -> Self {
        self.is_speculative = true;
        self
    }

    /// A number for the caller.
    #[must_use]
    pub fn with_user_data(mut self, user_data: u64) -> Self {
        self.user_data = user_data;
        self
    }

    /// Its shape.
    pub fn shape(&self) -> &AnyShape<V> {
        &self.shape
    }

    /// Where the origin of its shape is.
    pub fn position(&self) -> V::Double {
        self.position
    }

    /// How its shape is turned.
    pub fn rotation(&self) -> Rotation<V> {
        self.rotation
    }

    /// Where it goes.
    pub fn velocity(&self) -> V::Double {
        self.velocity
    }

    /// How it turns about its position, in radians per unit of time: about this axis, by its length; in the plane the third axis.
    pub fn spin_axis(&self) -> DVec3 {
        DVec3::from_array(self.spin)
    }

    /// Does it go or turn by itself?
    pub(super) fn is_moving(&self) -> bool {
        !self.is_fixed && (self.velocity != V::Double::ZERO || self.spin != [0.0; 3])
    }

    /// What it meets.
    pub fn filter(&self) -> Filter {
        self.filter
    }

    /// How near others may come before they count as touching; no less than the tolerance of one that passes through nothing.
    pub fn margin(&self) -> V::Scalar {
        self.margin.max(self.continuous_tolerance.unwrap_or(V::Scalar::ZERO))
    }

    /// The tolerance of one that passes through nothing.
    pub fn continuous_tolerance(&self) -> Option<V::Scalar> {
        self.continuous_tolerance
    }

    /// Is what it may meet told ahead of time?
    pub fn is_speculative(&self) -> bool {
        self.is_speculative
    }

    /// Does it stay where it is?
    pub fn is_fixed(&self) -> bool {
        self.is_fixed
    }

    /// Does it only tell what meets it?
    pub fn is_sensor(&self) -> bool {
        self.is_sensor
    }

    /// Do its surfaces stop only what comes from their front?
    pub fn is_one_sided(&self) -> bool {
        self.is_one_sided
    }

    /// The number for the caller.
    pub fn user_data(&self) -> u64 {
        self.user_data
    }
}

/// A turn as an axis as long as the angle, if it is finite.
pub(super) fn finite_spin(axis: [f64; 3]) -> Result<[f64; 3], ShapeError> {
    match axis.iter().find(|part| !part.is_finite()) {
        Some(part) => Err(ShapeError::NotFinite { field: "spin", value: part.to_string() }),
        None => Ok(axis),
    }
}
