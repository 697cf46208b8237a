//! Half-spaces: everything on one side of a plane.

use super::{Plane, ShapeError};
use crate::math::{Pose, Unit, Vector};

/// All points x with normal · x ≤ offset, in the plane a half-plane; the normal points out of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HalfSpace<V: Vector> {
    boundary: Plane<V>,
}

impl<V: Vector> HalfSpace<V> {
    /// The half-space below a plane, seen along its normal.
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

    /// The same turned and moved; what would leave the floats stays at their end.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::{Pose, Unit};
    /// use impinge::shape::HalfSpace;
    /// let ground = HalfSpace::new(Unit::axis(1), 0.0)?;
    /// let pit = ground.moved(&Pose::from_translation(Vec2::new(0.0, -2.0)));
    /// assert_eq!((pit.normal().get(), pit.offset()), (Vec2::Y, -2.0));
    /// assert_eq!(pit.boundary().offset(), pit.offset());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn moved(&self, pose: &Pose<V>) -> Self {
        HalfSpace { boundary: self.boundary.moved(pose) }
    }

    /// The direction across its boundary, out of it.
    pub fn normal(&self) -> Unit<V> {
        self.boundary.normal()
    }

    /// How far along the normal it ends, from the origin.
    pub fn offset(&self) -> V::Scalar {
        self.boundary.offset()
    }

    /// The plane that bounds it.
    pub fn boundary(&self) -> Plane<V> {
        self.boundary
    }
}
