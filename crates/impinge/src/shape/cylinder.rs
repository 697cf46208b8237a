//! Cylinders.

use std::f64::consts::PI;

use super::{Segment, ShapeError};
use crate::math::{Pose, Unit, Vector};

/// Solid cylinder around the local y axis of its pose, from −`half_height` to +`half_height`; in 2D a
/// rectangle.
///
/// A half height of 0 makes a disc, a radius of 0 a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<V: Vector> {
    pose: Pose<V>,
    half_height: V::Scalar,
    radius: V::Scalar,
}

impl<V: Vector> Cylinder<V> {
    /// Creates the cylinder around the local y axis of `pose`; sizes must not be negative.
    ///
    /// # Errors
    /// If the translation of the pose is not finite, or a size is negative or not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Cylinder;
    /// let (half_height, radius) = (1.0, 0.5);
    /// let can = Cylinder::new(half_height, radius, Pose::<Vec3>::identity())?;
    /// assert_eq!((can.half_height(), can.radius()), (1.0, 0.5));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(half_height: V::Scalar, radius: V::Scalar, pose: Pose<V>) -> Result<Self, ShapeError> {
        ShapeError::finite("translation", pose.translation)?;
        ShapeError::size("half height", half_height)?;
        ShapeError::size("radius", radius)?;
        Ok(Cylinder { pose, half_height, radius })
    }

    /// Creates the cylinder whose axis goes from `a` to `b`, as for a pipe.
    ///
    /// If both ends coincide, the cylinder is a disc perpendicular to the y axis.
    ///
    /// # Errors
    /// If an end is not finite, the radius is negative or not finite, or the height exceeds the float range.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Cylinder;
    /// let pipe = Cylinder::from_endpoints(Vec3::X, Vec3::X * 5.0, 0.25)?;
    /// assert_eq!((pipe.axis().get(), pipe.half_height()), (Vec3::X, 2.0));
    /// assert_eq!(pipe.pose().translation, Vec3::X * 3.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn from_endpoints(a: V, b: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        let (half_height, pose) = Segment::new(a, b)?.upright();
        Self::new(half_height, radius, pose)
    }

    /// Returns the cylinder at another, finite pose.
    #[inline(always)]
    pub(crate) fn placed(self, pose: Pose<V>) -> Self {
        Self { pose, ..self }
    }

    /// Returns the area in 2D or the volume in 3D, rounded; infinite on overflow.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Cylinder;
    /// use impinge::math::Pose;
    /// let can = Cylinder::new(3.0, 3.0, Pose::<Vec3>::identity())?;
    /// assert!((can.volume() - 54.0 * std::f64::consts::PI).abs() < 1e-12);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn volume(&self) -> f64 {
        let (half_height, radius): (f64, f64) = (self.half_height.into(), self.radius.into());
        match V::DIMENSION {
            2 => 4.0 * half_height * radius,
            _ => 2.0 * PI * radius * radius * half_height,
        }
    }

    /// Returns the cylinder placed by a pose. Coordinates beyond the float range are clamped to it.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Cylinder;
    /// let can = Cylinder::new(1.0, 0.5, Pose::from_translation(Vec3::X))?;
    /// assert_eq!(can.at(&Pose::from_translation(Vec3::X)).pose().translation, Vec3::X * 2.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        self.placed(pose.placing(&self.pose))
    }

    /// Returns the pose: the position of the centre, and the rotation.
    #[inline(always)]
    pub fn pose(&self) -> Pose<V> {
        self.pose
    }

    /// Returns the direction of the axis.
    #[inline(always)]
    pub fn axis(&self) -> Unit<V> {
        Unit::from_axis_of(&self.pose.rotation, 1)
    }

    /// Returns half the height along the axis.
    #[inline(always)]
    pub fn half_height(&self) -> V::Scalar {
        self.half_height
    }

    /// Returns the radius: the distance of the side from the axis.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Cylinder;
    /// let barrel = Cylinder::from_endpoints(Vec3::ZERO, Vec3::X, 0.5)?;
    /// // Rotation in radians while the barrel rolls on by 3.
    /// assert_eq!(3.0 / barrel.radius(), 6.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline(always)]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}
