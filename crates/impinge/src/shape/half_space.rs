//! Half-spaces: all points on one side of a plane.

use super::{Plane, ShapeError};
use crate::math::{Pose, Unit, Vector};

/// Half-space: all points x with normal · x ≤ offset; in 2D a half-plane. The normal points out of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<V: Vector> {
    boundary: Plane<V>,
}

impl<V: Vector> HalfSpace<V> {
    /// Creates the half-space behind a plane, opposite to its normal.
    ///
    /// # Errors
    /// If the offset is not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Unit;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, HalfSpace};
    /// let ground = HalfSpace::new(Unit::axis(1), 0.0)?;
    /// let ball = Ball::new(Vec3::new(0.0, 1.0, 0.0), 1.0)?;
    /// assert_eq!(ball.relation(&ground), Relation::Touching);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(normal: Unit<V>, offset: V::Scalar) -> Result<Self, ShapeError> {
        Ok(HalfSpace { boundary: Plane::new(normal, offset)? })
    }

    /// Returns the half-space placed by a pose. An offset beyond the float range is clamped to it.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::{Pose, Unit};
    /// use impinge::shape::HalfSpace;
    /// let ground = HalfSpace::new(Unit::axis(1), 0.0)?;
    /// let pit = ground.at(&Pose::from_translation(Vec2::new(0.0, -2.0)));
    /// assert_eq!((pit.normal().get(), pit.offset()), (Vec2::Y, -2.0));
    /// assert_eq!(pit.boundary().offset(), pit.offset());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        HalfSpace { boundary: self.boundary.at(pose) }
    }

    /// Returns the outward unit normal of the boundary.
    pub fn normal(&self) -> Unit<V> {
        self.boundary.normal()
    }

    /// Returns the offset of the boundary from the origin along the normal.
    pub fn offset(&self) -> V::Scalar {
        self.boundary.offset()
    }

    /// Returns the bounding plane.
    pub fn boundary(&self) -> Plane<V> {
        self.boundary
    }
}
