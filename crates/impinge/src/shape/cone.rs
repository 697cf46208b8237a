//! Cones.

use std::f64::consts::PI;

use super::{Segment, ShapeError};
use crate::math::{Pose, Unit, Vector};

/// A solid cone: its tip at +`half_height` on the local y axis of its pose, its base a disc of `radius` at −`half_height`;
/// in the plane a triangle.
///
/// A half height of 0 makes a disc, a radius of 0 a segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<V: Vector> {
    pose: Pose<V>,
    half_height: V::Scalar,
    radius: V::Scalar,
}

impl<V: Vector> Cone<V> {
    /// The cone along the local y axis of `pose`; sizes must not be negative.
    ///
    /// # Errors
    /// If the translation of the pose is not finite, or a size is negative or not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Cone;
    /// let (half_height, radius) = (1.0, 0.5);
    /// let hat = Cone::new(half_height, radius, Pose::<Vec3>::identity())?;
    /// assert_eq!((hat.half_height(), hat.radius()), (1.0, 0.5));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(half_height: V::Scalar, radius: V::Scalar, pose: Pose<V>) -> Result<Self, ShapeError> {
        ShapeError::finite("translation", pose.translation)?;
        ShapeError::size("half height", half_height)?;
        ShapeError::size("radius", radius)?;
        Ok(Cone { pose, half_height, radius })
    }

    /// The cone from the middle of its base to its tip, as arrows are told of; of two in one place it is a disc across the y axis.
    ///
    /// # Errors
    /// If an end is not finite, or the radius is negative or not finite, or the height leaves the floats.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Cone;
    /// let arrow = Cone::between(Vec3::ZERO, Vec3::X * 4.0, 0.25)?;
    /// assert_eq!((arrow.axis().get(), arrow.half_height()), (Vec3::X, 2.0));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn between(base: V, tip: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        let (half_height, pose) = Segment::new(base, tip)?.upright();
        Self::new(half_height, radius, pose)
    }

    /// The same at another pose, which is finite.
    #[inline(always)]
    pub(crate) fn placed(self, pose: Pose<V>) -> Self {
        Self { pose, ..self }
    }

    /// Area in the plane, volume in space, rounded; infinite where it overflows.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Cone;
    /// use impinge::math::Pose;
    /// let hat = Cone::new(3.0, 3.0, Pose::<Vec3>::identity())?;
    /// assert!((hat.volume() - 18.0 * std::f64::consts::PI).abs() < 1e-12);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn volume(&self) -> f64 {
        let (half_height, radius): (f64, f64) = (self.half_height.into(), self.radius.into());
        match V::DIMENSION {
            2 => 2.0 * half_height * radius,
            _ => 2.0 / 3.0 * PI * radius * radius * half_height,
        }
    }

    /// The same turned and moved; what would leave the floats stays at their end.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Cone;
    /// let hat = Cone::new(1.0, 0.5, Pose::from_translation(Vec3::X))?;
    /// assert_eq!(hat.moved(&Pose::from_translation(Vec3::X)).pose().translation, Vec3::X * 2.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn moved(&self, pose: &Pose<V>) -> Self {
        self.placed(pose.placing(&self.pose))
    }

    /// Where its middle is, and how it is turned.
    #[inline(always)]
    pub fn pose(&self) -> Pose<V> {
        self.pose
    }

    /// The direction of its axis, from base to tip.
    #[inline(always)]
    pub fn axis(&self) -> Unit<V> {
        Unit::from_axis_of(&self.pose.rotation, 1)
    }

    /// Half the height along the axis.
    #[inline(always)]
    pub fn half_height(&self) -> V::Scalar {
        self.half_height
    }

    /// The radius of the base.
    #[inline(always)]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
}
