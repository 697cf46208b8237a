//! Planes; in two dimensions, lines.

use super::ShapeError;
use crate::math::{Pose, Scalar, Unit, Vector};

/// All points x with normal · x = offset.
///
/// Where a query on it is exact, this equation is taken with the normal as the floats define it; its length is 1 up to
/// rounding only, and so the plane's distance from the origin is the offset up to rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane<V: Vector> {
    normal: Unit<V>,
    offset: V::Scalar,
}

impl<V: Vector> Plane<V> {
    /// The plane at a distance from the origin along its normal.
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
        // A plane has an offset of either sign.
        ShapeError::finite("offset", V::splat(offset))?;
        Ok(Plane { normal, offset })
    }

    /// The same turned and moved; what would leave the floats stays at their end.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::{Pose, Unit};
    /// use impinge::shape::Plane;
    /// let floor = Plane::new(Unit::axis(1), 0.5)?;
    /// assert_eq!(floor.moved(&Pose::from_translation(Vec2::new(7.0, 1.0))).offset(), 1.5);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn moved(&self, pose: &Pose<V>) -> Self {
        let normal = self.normal.turned(&pose.rotation);
        let offset = self.offset + normal.get().dot(pose.translation);
        Plane { normal, offset: offset.max(-V::Scalar::MAX).min(V::Scalar::MAX) }
    }

    /// The direction that the plane faces.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Unit;
    /// use impinge::shape::Plane;
    /// let roof = Plane::new(Unit::new(DVec3::new(0.0, 3.0, 4.0))?, 5.0)?;
    /// // How high a point is above it.
    /// let height = |point: DVec3| roof.normal().get().dot(point) - roof.offset();
    /// assert!((height(DVec3::new(7.0, 5.0, 10.0)) - 6.0).abs() < 1e-12);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline(always)]
    pub fn normal(&self) -> Unit<V> {
        self.normal
    }

    /// normal · x for the points x of the plane.
    #[inline(always)]
    pub fn offset(&self) -> V::Scalar {
        self.offset
    }
}
