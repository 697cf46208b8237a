//! Rounded convex shapes: all points within a radius of a shape.

use super::shape_ref::ConvexShape;
use super::{
    Aabb, Ball, Capsule, Cone, CustomShape, Cylinder, Obb, PlacedHull, Segment, Shape, ShapeBackend,
    ShapeError, ShapeRef, Triangle,
};
use crate::math::{Scalar, Vector};
use crate::narrow::region;

/// Bounded convex shape: it has an axis-aligned box and can be rounded.
///
/// ```
/// use glam::Vec2;
/// use impinge::prelude::*;
/// use impinge::shape::Ball;
/// let bounds = Ball::new(Vec2::new(3.0, 4.0), 1.0)?.aabb();
/// assert!(bounds.contains_point(Vec2::new(2.0, 4.0)) && bounds.contains_point(Vec2::new(3.0, 5.0)));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
pub trait Bounded: Shape {
    /// Returns an axis-aligned box that contains all of the shape, rounding included.
    ///
    /// The box may be a few roundings larger than necessary. Coordinates beyond the float range are clamped
    /// to it.
    #[inline]
    fn aabb(&self) -> Aabb<Self::Vector> {
        Self::Vector::shape_aabb(&self.shape_ref())
    }
}

pub(super) fn aabb_inner<V: Vector>(shape: &ShapeRef<'_, V>) -> Aabb<V> {
    region(shape, 0.0)
}

macro_rules! bounded {
    ($($shape:ident),+) => {
        $(impl<V: Vector> Bounded for $shape<V> {})+
    };
}

bounded!(Ball, Aabb, Obb, Segment, Triangle, Capsule, Cylinder, Cone);
impl<V: Vector> Bounded for PlacedHull<'_, V> {}
impl<V: Vector> Bounded for CustomShape<'_, V> {}
impl<S: Bounded> Bounded for RoundShape<S> {}

/// Rounded convex shape: all points within a radius of a shape, such as a box with round edges or a thick
/// triangle.
///
/// To place it, place the inner shape and round it again. As an [`AnyShape`](crate::compound::AnyShape),
/// which a [`Compound`](crate::compound::Compound) or a [`CollisionWorld`](crate::world::CollisionWorld)
/// stores, it is placed like any other shape.
///
/// ```
/// use glam::Vec2;
/// use impinge::math::Pose;
/// use impinge::prelude::*;
/// use impinge::shape::{Aabb, Ball, RoundShape};
/// let pillow = RoundShape::new(Aabb::new(Vec2::ZERO, Vec2::ONE)?, 0.5)?;
/// // Placed, and rounded again.
/// let moved = pillow.shape().at(&Pose::from_translation(Vec2::Y * 2.0));
/// let moved = RoundShape::new(moved, pillow.radius())?;
/// assert_eq!(moved.distance(&Ball::new(Vec2::new(0.5, -1.0), 0.25)?), 2.25);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundShape<S: Bounded> {
    shape: S,
    radius: <S::Vector as Vector>::Scalar,
}

impl<S: Bounded> RoundShape<S> {
    /// Creates a rounded shape; the radius must not be negative.
    ///
    /// # Errors
    /// If the radius is negative or not finite.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Ball, RoundShape};
    /// let pillow = RoundShape::new(Aabb::new(Vec2::ZERO, Vec2::ONE)?, 0.5)?;
    /// assert_eq!(pillow.distance(&Ball::new(Vec2::new(4.0, 0.5), 0.0)?), 2.5);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(shape: S, radius: <S::Vector as Vector>::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("radius", radius)?;
        Ok(RoundShape { shape, radius })
    }

    /// Returns the shape without its rounding.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    pub(crate) fn into_shape(self) -> S {
        self.shape
    }

    /// Returns the radius of the rounding.
    pub fn radius(&self) -> <S::Vector as Vector>::Scalar {
        self.radius
    }
}

impl<S: Bounded> Shape for RoundShape<S> {
    type Vector = S::Vector;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, S::Vector> {
        let view = self.shape.shape_ref();
        match view.convex() {
            Some(convex) => {
                let radius = (convex.radius + self.radius).min(<S::Vector as Vector>::Scalar::MAX);
                ShapeRef::Convex(ConvexShape { radius, ..convex })
            }
            None => view,
        }
    }
}
