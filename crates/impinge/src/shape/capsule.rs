//! Capsules: all points within a radius of a segment.

use std::f64::consts::PI;

use super::{Segment, ShapeError};
use crate::math::{Pose, Vector};

/// Capsule: all points within `radius` of the segment from `a` to `b`; in 2D a stadium.
///
/// If the ends coincide, it is a ball. A radius of 0 makes a segment.
///
/// ```
/// use glam::Vec3;
/// use impinge::shape::Capsule;
/// let character = Capsule::new(Vec3::Y * 0.5, Vec3::Y * 1.5, 0.5)?;
/// // From the soles to the top of the head.
/// let soles = character.a() - Vec3::Y * character.radius();
/// let head = character.b() + Vec3::Y * character.radius();
/// assert_eq!((soles, head), (Vec3::ZERO, Vec3::Y * 2.0));
/// assert_eq!(character.segment().length(), 1.0);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<V: Vector> {
    segment: Segment<V>,
    radius: V::Scalar,
}

impl<V: Vector> Capsule<V> {
    /// Creates the capsule around the segment from `a` to `b`; the radius must not be negative.
    ///
    /// # Errors
    /// If an end is not finite, or the radius is negative or not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Capsule;
    /// let upright = Capsule::new(Vec3::ZERO, Vec3::Y, 0.25)?;
    /// assert_eq!(upright.b(), Vec3::Y);
    /// assert!(Capsule::new(Vec3::ZERO, Vec3::Y, f32::NAN).is_err());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(a: V, b: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("radius", radius)?;
        Ok(Capsule { segment: Segment::new(a, b)?, radius })
    }

    /// Returns the area in 2D or the volume in 3D, rounded; infinite on overflow.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Capsule;
    /// let pill = Capsule::new(Vec3::ZERO, Vec3::X * 4.0, 3.0)?;
    /// assert!((pill.volume() - 72.0 * std::f64::consts::PI).abs() < 1e-12);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn volume(&self) -> f64 {
        let length = (self.b().to_double() - self.a().to_double()).length();
        round_volume(V::DIMENSION, length, self.radius.into())
    }

    /// Returns the capsule placed by a pose. Coordinates beyond the float range are clamped to it.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Pose;
    /// use impinge::shape::Capsule;
    /// let pill = Capsule::new(Vec2::ZERO, Vec2::X, 0.25)?;
    /// assert_eq!(pill.at(&Pose::from_translation(Vec2::Y)).b(), Vec2::ONE);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        Capsule { segment: self.segment.at(pose), ..*self }
    }

    /// Returns the central segment.
    #[inline(always)]
    pub fn segment(&self) -> Segment<V> {
        self.segment
    }

    /// Returns the centre of the first end.
    #[inline(always)]
    pub fn a(&self) -> V {
        self.segment.a()
    }

    /// Returns the centre of the second end.
    #[inline(always)]
    pub fn b(&self) -> V {
        self.segment.b()
    }

    /// Returns the radius: the distance of the surface from the segment.
    #[inline(always)]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}

/// Returns the volume of a capsule, in 2D the area of a stadium.
pub(crate) fn round_volume(dimension: usize, length: f64, radius: f64) -> f64 {
    match dimension {
        2 => 2.0 * radius * length + PI * radius * radius,
        _ => PI * radius * radius * (length + 4.0 / 3.0 * radius),
    }
}
