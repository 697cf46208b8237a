//! Rays.

use super::ShapeError;
use crate::math::{Pose, Unit, Vector};

/// Ray: all points origin + t·direction for t ≥ 0. The direction has length 1, so t is a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V> {
    origin: V,
    direction: Unit<V>,
}

impl<V: Vector> Ray<V> {
    /// Creates the ray from a point in a direction.
    ///
    /// # Errors
    /// If the origin is not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Unit;
    /// use impinge::shape::Ray;
    /// let ray = Ray::new(Vec3::ZERO, Unit::new(Vec3::new(0.0, 2.0, 0.0))?)?;
    /// assert_eq!(ray.point_at(3.0), Vec3::new(0.0, 3.0, 0.0));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(origin: V, direction: Unit<V>) -> Result<Self, ShapeError> {
        ShapeError::finite("origin", origin)?;
        Ok(Ray { origin, direction })
    }

    /// Returns the ray placed by a pose. Coordinates beyond the float range are clamped to it.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::{Pose, Rotation, Unit};
    /// use impinge::shape::Ray;
    /// let ray = Ray::new(Vec2::ZERO, Unit::axis(0))?;
    /// let turned =
    ///     Pose { rotation: Rotation::<Vec2>::from_angle(std::f32::consts::FRAC_PI_2),
    ///         translation: Vec2::X };
    /// assert!((ray.at(&turned).point_at(2.0) - Vec2::new(1.0, 2.0)).length() < 1e-6);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        Ray { origin: pose.place(self.origin), direction: self.direction.turned(&pose.rotation) }
    }

    /// Returns the origin.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Unit;
    /// use impinge::shape::Ray;
    /// let there = Ray::new(Vec3::new(1.0, 2.0, 0.0), Unit::axis(1))?;
    /// // From a point of the ray back to its origin.
    /// let back = Ray::new(there.point_at(3.0), -there.direction())?;
    /// assert_eq!((back.point_at(3.0), back.direction().get()), (there.origin(), -Vec3::Y));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline(always)]
    pub fn origin(&self) -> V {
        self.origin
    }

    /// Returns the unit direction.
    #[inline(always)]
    pub fn direction(&self) -> Unit<V> {
        self.direction
    }

    /// Returns the point at distance t; not finite if t is not, or if the point exceeds the float range.
    #[inline(always)]
    pub fn point_at(&self, t: V::Scalar) -> V {
        self.origin + self.direction.get() * t
    }
}
