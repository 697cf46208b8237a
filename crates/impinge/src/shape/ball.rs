//! Balls: discs in 2D, solid spheres in 3D.

use super::{ShapeError, round_volume};
use crate::math::{Pose, Vector};

/// Ball: all points within `radius` of `center`, the surface included. A radius of 0 makes a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<V: Vector> {
    center: V,
    radius: V::Scalar,
}

impl<V: Vector> Ball<V> {
    /// Creates a ball from its centre and radius, which must not be negative.
    ///
    /// # Errors
    /// If the centre is not finite, or the radius is negative or not finite.
    ///
    /// ```
    /// use glam::{DVec2, Vec3};
    /// use impinge::shape::Ball;
    /// let ball = Ball::new(Vec3::ZERO, 1.0)?;
    /// assert_eq!(ball.radius(), 1.0);
    /// let error = Ball::new(DVec2::ZERO, -1.0).unwrap_err();
    /// assert_eq!(error.to_string(), "radius must not be negative, but is -1");
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(center: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::finite("center", center)?;
        ShapeError::size("radius", radius)?;
        Ok(Ball { center, radius })
    }

    /// Returns the ball at another, finite centre.
    #[inline(always)]
    pub(crate) fn placed(self, center: V) -> Self {
        Ball { center, ..self }
    }

    /// Returns the area in 2D or the volume in 3D, rounded; infinite on overflow.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Ball;
    /// let ball = Ball::new(Vec3::ZERO, 3.0)?;
    /// assert!((ball.volume() - 36.0 * std::f64::consts::PI).abs() < 1e-12);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn volume(&self) -> f64 {
        round_volume(V::DIMENSION, 0.0, self.radius.into())
    }

    /// Returns the ball placed by a pose. Coordinates beyond the float range are clamped to it.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Ball;
    /// let ball = Ball::new(Vec3::X, 0.5)?;
    /// assert_eq!(ball.at(&Pose::from_translation(Vec3::Y)).center(), Vec3::new(1.0, 1.0, 0.0));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        Ball { center: pose.place(self.center), ..*self }
    }

    /// Returns the centre.
    #[inline(always)]
    pub fn center(&self) -> V {
        self.center
    }

    /// Returns the radius.
    #[inline(always)]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}
