//! Convex shapes with round edges: everything within a radius of them.

use super::view::Convex;
use super::{
    Aabb, Ball, Capsule, Cone, Custom, Cylinder, Hull, Obb, PlacedHull, Segment, ShapeError, Shaped,
    Triangle, View,
};
use crate::math::{Scalar, Vector};

/// A bounded convex shape, which can be rounded.
pub trait Bounded: Shaped {}

macro_rules! bounded {
    ($($shape:ident),+) => {
        $(impl<V: Vector> Bounded for $shape<V> {})+
    };
}

bounded!(Ball, Aabb, Obb, Segment, Triangle, Capsule, Cylinder, Cone, Hull);
impl<V: Vector> Bounded for PlacedHull<'_, V> {}
impl<V: Vector> Bounded for Custom<'_, V> {}
impl<S: Bounded> Bounded for Rounded<S> {}

/// A convex shape and everything within a radius of it: a box with round edges, a triangle with a thickness. To move it, move the shape
/// and round it again. As [`AnyShape`](crate::compound::AnyShape), which is what a [`Compound`](crate::compound::Compound) or a
/// [`World`](crate::world::World) keeps, it is moved like any other.
///
/// ```
/// use glam::Vec2;
/// use impinge::math::Pose;
/// use impinge::prelude::*;
/// use impinge::shape::{Aabb, Ball, Rounded};
/// let pillow = Rounded::new(Aabb::new(Vec2::ZERO, Vec2::ONE)?, 0.5)?;
/// // Moved, and rounded again.
/// let moved = pillow.shape().moved(&Pose::from_translation(Vec2::Y * 2.0));
/// let moved = Rounded::new(moved, pillow.radius())?;
/// assert_eq!(moved.distance(&Ball::new(Vec2::new(0.5, -1.0), 0.25)?), 2.25);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias("RoundShape", "convex_radius", "margin", "inflate"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<S: Bounded> {
    shape: S,
    radius: <S::Vector as Vector>::Scalar,
}

impl<S: Bounded> Rounded<S> {
    /// The shape grown by a radius, which must not be negative.
    ///
    /// # Errors
    /// If the radius is negative or not finite.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Ball, Rounded};
    /// let pillow = Rounded::new(Aabb::new(Vec2::ZERO, Vec2::ONE)?, 0.5)?;
    /// assert_eq!(pillow.distance(&Ball::new(Vec2::new(4.0, 0.5), 0.0)?), 2.5);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(shape: S, radius: <S::Vector as Vector>::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("radius", radius)?;
        Ok(Rounded { shape, radius })
    }

    /// The shape without its rounding.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    pub(crate) fn into_shape(self) -> S {
        self.shape
    }

    /// How far it is rounded.
    pub fn radius(&self) -> <S::Vector as Vector>::Scalar {
        self.radius
    }
}

impl<S: Bounded> Shaped for Rounded<S> {
    type Vector = S::Vector;
    #[inline(always)]
    fn view(&self) -> View<'_, S::Vector> {
        let view = self.shape.view();
        match view.convex() {
            Some(convex) => {
                let radius = (convex.radius + self.radius).min(<S::Vector as Vector>::Scalar::MAX);
                View::Convex(Convex { radius, ..convex })
            }
            None => view,
        }
    }
}
