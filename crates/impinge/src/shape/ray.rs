//! Rays.

use super::ShapeError;
use crate::math::{Unit, Vector};

/// All points origin + t·direction for t ≥ 0; as the direction has length 1, t is a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V> {
    origin: V,
    direction: Unit<V>,
}

impl<V: Vector> Ray<V> {
    /// The ray from a point in a direction.
    ///
    /// # Errors
    /// If the origin is not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Unit;
    /// use impinge::shape::Ray;
    /// let ray = Ray::new(Vec3::ZERO, Unit::new(Vec3::new(0.0, 2.0, 0.0))?)?;
    /// assert_eq!(ray.at(3.0), Vec3::new(0.0, 3.0, 0.0));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(origin: V, direction: Unit<V>) -> Result<Self, ShapeError> {
        ShapeError::finite("origin", origin)?;
        Ok(Ray { origin, direction })
    }

    /// The start.
    #[inline(always)]
    pub fn origin(&self) -> V {
        self.origin
    }

    /// Where it goes.
    #[inline(always)]
    pub fn direction(&self) -> Unit<V> {
        self.direction
    }

    /// The point at distance t.
    #[inline(always)]
    pub fn at(&self, t: V::Scalar) -> V {
        self.origin + self.direction.get() * t
    }
}
