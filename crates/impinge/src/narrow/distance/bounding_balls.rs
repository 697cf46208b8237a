//! Bounding balls of shapes that need a search: most pairs that come here are apart by more than the limit.

use crate::math::{Scalar, Vector};
use crate::narrow::table::takes;
use crate::shape::{ConvexShape, Core};

/// Returns whether the balls around two hulls, cylinders or cones are further apart than `limit`. Tested
/// first if there is a limit, as most pairs that come here are apart.
#[inline(always)]
pub(in crate::narrow) fn are_beyond<V: Vector>(
    a: &ConvexShape<'_, V>,
    b: &ConvexShape<'_, V>,
    limit: f64,
) -> bool {
    let (Some(a), Some(b)) = (BallAround::of(a), BallAround::of(b)) else {
        return false;
    };
    takes("balls around");
    let (between, radii) = (b.center - a.center, a.radius + b.radius);
    // Far more than the roundings of both sides; a distance that overflows proves nothing.
    let magnitude = radii + a.coordinates.abs().element_sum() + b.coordinates.abs().element_sum();
    let reach: f64 = (radii + magnitude * V::Scalar::from_f64(64.0) * V::Scalar::UNIT_ROUNDOFF).into();
    let square: f64 = between.dot(between).into();
    let most = (reach + limit) * (reach + limit);
    // Nor is one whose square has lost digits.
    let least: f64 = V::Scalar::MIN_POSITIVE.into();
    square > most * (1.0 + 1e-6) && square < V::Scalar::MAX.into() && square > least * 1e8
}

/// Returns a ball around a shape without a closed form, up to some roundings.
struct BallAround<V: Vector> {
    center: V,
    radius: V::Scalar,
    /// The coordinates from which the centre was computed.
    coordinates: V,
}

impl<V: Vector> BallAround<V> {
    #[inline(always)]
    fn of(convex: &ConvexShape<'_, V>) -> Option<Self> {
        let (center, radius, coordinates) = match &convex.core {
            Core::Hull(hull, pose) => {
                let center = pose.transform_point(hull.center());
                (center, hull.radius(), center.abs() + pose.translation.abs())
            }
            Core::Revolution(solid) => {
                let center = solid.pose.translation;
                (center, solid.rough_bounding_radius(), center)
            }
            _ => return None,
        };
        Some(BallAround { center, radius: radius + convex.radius, coordinates })
    }
}
