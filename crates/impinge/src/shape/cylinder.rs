//! Cylinders.

use super::ShapeError;
use crate::math::{Pose, Vector};

/// A solid cylinder: around the local y axis of its pose, from −`half_height` to +`half_height`; in the plane a rectangle.
///
/// A half height of 0 makes a disc, a radius of 0 a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<V: Vector> {
    pose: Pose<V>,
    half_height: V::Scalar,
    radius: V::Scalar,
}

impl<V: Vector> Cylinder<V> {
    /// The cylinder around the local y axis of `pose`; sizes must not be negative.
    ///
    /// # Errors
    /// If the translation of the pose is not finite, or a size is negative or not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Cylinder;
    /// let can = Cylinder::new(Pose::<Vec3>::identity(), 1.0, 0.5)?;
    /// assert_eq!(can.half_height(), 1.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(pose: Pose<V>, half_height: V::Scalar, radius: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::finite("translation", pose.translation)?;
        ShapeError::size("half height", half_height)?;
        ShapeError::size("radius", radius)?;
        Ok(Cylinder { pose, half_height, radius })
    }

    /// The same at another pose, which is finite.
    #[inline(always)]
    pub(crate) fn placed(self, pose: Pose<V>) -> Self {
        Self { pose, ..self }
    }

    /// Where its middle is, and how it is turned.
    #[inline(always)]
    pub fn pose(&self) -> Pose<V> {
        self.pose
    }

    /// The direction of its axis.
    #[inline(always)]
    pub fn axis(&self) -> V {
        self.pose.rotation.columns()[1]
    }

    /// Half the height along the axis.
    #[inline(always)]
    pub fn half_height(&self) -> V::Scalar {
        self.half_height
    }

    /// How far the side is from the axis.
    #[inline(always)]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}
