//! Planes; in 2D, lines.

use super::ShapeError;
use crate::math::{Pose, Scalar, Unit, Vector};

/// Plane: all points x with normal · x = offset; in 2D a line.
///
/// Exact queries use this equation with the normal as stored. The length of the normal is 1 up to rounding,
/// so the distance of the plane from the origin is the offset up to rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<V: Vector> {
    normal: Unit<V>,
    offset: V::Scalar,
}

impl<V: Vector> Plane<V> {
    /// Creates the plane at a distance from the origin along its normal.
    ///
    /// # Errors
    /// If the offset is not finite.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Unit;
    /// use impinge::shape::Plane;
    /// let ceiling = Plane::<DVec3>::new(Unit::axis(2), 2.5)?;
    /// assert_eq!(ceiling.offset(), 2.5);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(normal: Unit<V>, offset: V::Scalar) -> Result<Self, ShapeError> {
        // The offset of a plane may have either sign.
        ShapeError::finite("offset", V::splat(offset))?;
        Ok(Plane { normal, offset })
    }

    /// Returns the plane placed by a pose. An offset beyond the float range is clamped to it.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::{Pose, Unit};
    /// use impinge::shape::Plane;
    /// let floor = Plane::new(Unit::axis(1), 0.5)?;
    /// assert_eq!(floor.at(&Pose::from_translation(Vec2::new(7.0, 1.0))).offset(), 1.5);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        let normal = self.normal.turned(&pose.rotation);
        let offset = self.offset + normal.get().dot(pose.translation);
        Plane { normal, offset: offset.max(-V::Scalar::MAX).min(V::Scalar::MAX) }
    }

    /// Returns the unit normal.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Unit;
    /// use impinge::shape::Plane;
    /// let roof = Plane::new(Unit::new(DVec3::new(0.0, 3.0, 4.0))?, 5.0)?;
    /// // Height of a point above the plane.
    /// let height = |point: DVec3| roof.normal().get().dot(point) - roof.offset();
    /// assert!((height(DVec3::new(7.0, 5.0, 10.0)) - 6.0).abs() < 1e-12);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline(always)]
    pub fn normal(&self) -> Unit<V> {
        self.normal
    }

    /// Returns the offset: normal · x for every point x of the plane.
    #[inline(always)]
    pub fn offset(&self) -> V::Scalar {
        self.offset
    }
}
