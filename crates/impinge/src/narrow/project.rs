//! Where on a shape is nearest to a point?

use super::collide::{contact_of, signed};
use super::{PairCache, Relate, parts};
use crate::math::{Scalar, Unit, Vector, within_floats};
use crate::shape::{Ball, Shaped, View};

/// A point seen from a shape; in the coordinates of both, as the [conventions](crate#conventions) say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection<V: Vector> {
    /// The nearest point of the boundary; of a flat shape, its nearest point.
    pub point: V,
    /// How far the point is from there; negative inside.
    pub distance: V::Scalar,
    /// Out of the shape, from inside towards the nearest point, from outside away from it.
    pub normal: Unit<V>,
    /// Is the point inside, and not on the boundary?
    pub is_inside: bool,
}

/// Points against shapes.
pub trait Project: Shaped {
    /// The nearest point of the boundary. Its sign is exact where the relation of points to the shape is, see
    /// [`Relate`]. From a shape without parts everything is as far as floats go (`MAX`).
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::prelude::*;
    /// use impinge::shape::Aabb;
    /// let room = Aabb::new(Vec3::ZERO, Vec3::new(4.0, 3.0, 5.0))?;
    /// let projection = room.project(Vec3::new(3.5, 1.5, 2.5));
    /// assert_eq!((projection.point, projection.distance), (Vec3::new(4.0, 1.5, 2.5), -0.5));
    /// assert!(projection.is_inside);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[doc(alias("project_point", "signed_distance", "sdf"))]
    fn project(&self, point: Self::Vector) -> Projection<Self::Vector>;

    /// Is a point in the shape, or on its boundary? As exact as the relation to a point is, see [`Relate`]. A point that is not finite is
    /// in nothing.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::Hull;
    /// let ship = Hull::new(&[Vec2::ZERO, Vec2::new(2.0, 0.0), Vec2::new(0.0, 2.0)])?;
    /// assert!(ship.contains(Vec2::new(0.5, 0.5)) && ship.contains(Vec2::ONE));
    /// assert!(!ship.contains(Vec2::new(1.0, 1.001)) && !ship.contains(Vec2::NAN));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[doc(alias("contains_point", "point_query", "is_inside"))]
    fn contains(&self, point: Self::Vector) -> bool;
}

impl<T: Shaped> Project for T {
    fn project(&self, point: T::Vector) -> Projection<T::Vector> {
        project(&self.view(), point)
    }

    fn contains(&self, point: T::Vector) -> bool {
        Ball::new(point, <T::Vector as Vector>::Scalar::ZERO).is_ok_and(|point| self.intersects(&point))
    }
}

/// Where on a shape is nearest to a point.
fn project<V: Vector>(shape: &View<'_, V>, point: V) -> Projection<V> {
    // A point that is not finite is taken to the end of the floats.
    let Ok(at) = Ball::new(within_floats(point), V::Scalar::ZERO) else {
        return project(shape, V::ZERO);
    };
    let found = signed::<_, true>(*shape, View::Ball(at), f64::INFINITY, &mut PairCache::passing());
    let contact = contact_of::<V>(found.unwrap_or_else(|| parts::of_nothing(shape)));
    Projection {
        point: contact.on_a,
        distance: contact.distance,
        normal: contact.normal,
        is_inside: contact.distance < V::Scalar::ZERO,
    }
}
