//! Ray casts, segment casts and point queries on any shape.

use super::Collide;
use super::backend::NarrowBackend;
use super::cast::{RayHit, RayOptions, cast};
use super::project::Projection;
use crate::math::{Scalar, Vector};
use crate::shape::{Ball, Ray, Segment, Shape, ShapeRef};

/// Ray casts and point queries on every shape.
///
/// Results are in the coordinates of the shape, as the [conventions](crate#conventions) state.
pub trait Query: Shape {
    /// Casts a ray at the shape and returns its first hit.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Unit;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, Ray};
    /// let ball = Ball::new(Vec3::new(5.0, 0.0, 0.0), 1.0)?;
    /// let hit = ball.cast_ray(&Ray::new(Vec3::ZERO, Unit::axis(0))?, &RayOptions::default()).unwrap();
    /// assert_eq!((hit.t, hit.normal.get()), (4.0, -Vec3::X));
    ///
    /// let inside = Ray::new(ball.center(), Unit::axis(0))?;
    /// assert_eq!(ball.cast_ray(&inside, &RayOptions::default()).unwrap().t, 0.0);
    /// let hollow = RayOptions { mode: RayMode::Hollow, ..RayOptions::default() };
    /// assert_eq!(ball.cast_ray(&inside, &hollow).unwrap().t, 1.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[doc(alias = "raycast")]
    fn cast_ray(
        &self,
        ray: &Ray<Self::Vector>,
        options: &RayOptions<<Self::Vector as Vector>::Scalar>,
    ) -> Option<RayHit<Self::Vector>>;

    /// Casts a segment at the shape and returns the first hit from its start; `t` is a fraction of its
    /// length.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Segment};
    /// let wall = Aabb::new(DVec2::new(2.0, -1.0), DVec2::new(3.0, 1.0))?;
    /// let path = Segment::new(DVec2::ZERO, DVec2::new(4.0, 0.0))?;
    /// assert_eq!(wall.cast_segment(&path, &RayOptions::default()).unwrap().t, 0.5);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    fn cast_segment(
        &self,
        segment: &Segment<Self::Vector>,
        options: &RayOptions<<Self::Vector as Vector>::Scalar>,
    ) -> Option<RayHit<Self::Vector>>;

    /// Projects a point on the boundary of the shape.
    ///
    /// The sign of the distance is exact where the relation of the shape to points is exact, see
    /// [`Collide::relation`]. The distance to a shape without parts is the greatest float (`MAX`).
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::prelude::*;
    /// use impinge::shape::Aabb;
    /// let room = Aabb::new(Vec3::ZERO, Vec3::new(4.0, 3.0, 5.0))?;
    /// let projection = room.project_point(Vec3::new(3.5, 1.5, 2.5));
    /// assert_eq!((projection.point, projection.distance), (Vec3::new(4.0, 1.5, 2.5), -0.5));
    /// assert!(projection.is_inside);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    fn project_point(&self, point: Self::Vector) -> Projection<Self::Vector>;

    /// Returns whether a point is in the shape or on its boundary.
    ///
    /// The result is as exact as the relation to a point, see [`Collide::relation`]. It is false for points
    /// that are not finite.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::Hull;
    /// let ship = Hull::new(&[Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(0.0, 2.0)])?;
    /// assert!(ship.contains_point(Vec2::new(0.5, 0.5)) && ship.contains_point(Vec2::ONE));
    /// assert!(!ship.contains_point(Vec2::new(1.0, 1.001)) && !ship.contains_point(Vec2::NAN));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    fn contains_point(&self, point: Self::Vector) -> bool;
}

impl<T: Shape> Query for T {
    #[inline]
    fn cast_ray(
        &self,
        ray: &Ray<T::Vector>,
        options: &RayOptions<<T::Vector as Vector>::Scalar>,
    ) -> Option<RayHit<T::Vector>> {
        cast_at(&ShapeRef::Ray(*ray), self, options)
    }

    #[inline]
    fn cast_segment(
        &self,
        segment: &Segment<T::Vector>,
        options: &RayOptions<<T::Vector as Vector>::Scalar>,
    ) -> Option<RayHit<T::Vector>> {
        cast_at(&ShapeRef::Segment(*segment), self, options)
    }

    fn project_point(&self, point: T::Vector) -> Projection<T::Vector> {
        T::Vector::narrow_project_point(&self.shape_ref(), point)
    }

    fn contains_point(&self, point: T::Vector) -> bool {
        Ball::new(point, <T::Vector as Vector>::Scalar::ZERO).is_ok_and(|point| self.intersects(&point))
    }
}

/// Casts a ray or a segment at a shape. Where the kind of the shape is known, one of all algorithms is left.
/// Without full optimisation all would be, wherever it is called.
#[inline(always)]
fn cast_at<T: Shape>(
    path: &ShapeRef<'_, T::Vector>,
    shape: &T,
    options: &RayOptions<<T::Vector as Vector>::Scalar>,
) -> Option<RayHit<T::Vector>> {
    let shape = shape.shape_ref();
    if cfg!(debug_assertions) {
        T::Vector::narrow_cast_at_any(path, &shape, options)
    } else {
        cast(path, &shape, options)
    }
}
