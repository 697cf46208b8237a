//! Projection of points on the boundary of a shape.

use super::PairCache;
use super::collide::signed;
use super::contact::contact_of;
use super::distance::separation::of_nothing;
use crate::math::{Scalar, Unit, Vector, within_floats};
use crate::shape::{Ball, ShapeRef};

/// The projection of a point on a shape.
///
/// Points are in the coordinates of both, as the [conventions](crate#conventions) state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection<V: Vector> {
    /// The closest point of the boundary; for a flat shape, its closest point.
    pub point: V,
    /// The distance from the point to the boundary; negative inside.
    pub distance: V::Scalar,
    /// The outward normal: from inside towards the closest point, from outside away from it.
    pub normal: Unit<V>,
    /// Whether the point is inside, and not on the boundary.
    pub is_inside: bool,
}

/// The code of [`Query::project_point`](super::Query::project_point).
pub(super) fn project_point_inner<V: Vector>(shape: &ShapeRef<'_, V>, point: V) -> Projection<V> {
    // Coordinates that are not finite are clamped to the range of the floats.
    let Ok(at) = Ball::new(within_floats(point), V::Scalar::ZERO) else {
        return project_point_inner(shape, V::ZERO);
    };
    let found = signed::<_, true>(*shape, ShapeRef::Ball(at), f64::INFINITY, &mut PairCache::passing());
    let contact = contact_of::<V>(found.unwrap_or_else(|| of_nothing(shape)));
    Projection {
        point: contact.point_a,
        distance: contact.distance,
        normal: contact.normal,
        is_inside: contact.distance < V::Scalar::ZERO,
    }
}
