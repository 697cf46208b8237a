//! The corners of shapes: the points that bounding volumes of any shape are fitted around.

use crate::math::{Scalar, Vector};
use crate::narrow::region;
use crate::shape::{Aabb, Bounded, Convex, Core, Shaped, View};

/// The points whose convex hull is that of a shape; `None` if there is no such list, as of what is round or has no end.
///
/// Corners that several parts share come as often. Those of what is turned or moved are rounded.
///
/// ```
/// use glam::Vec2;
/// use impinge::bound::corners;
/// use impinge::shape::{Aabb, Ball, Segment};
/// assert_eq!(corners(&Segment::new(Vec2::ZERO, Vec2::X)?), Some(vec![Vec2::ZERO, Vec2::X]));
/// assert_eq!(corners(&Aabb::new(Vec2::ZERO, Vec2::ONE)?).map(|corners| corners.len()), Some(4));
/// assert_eq!(corners(&Ball::new(Vec2::ZERO, 1.0)?), None);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
pub fn corners<S: Shaped>(shape: &S) -> Option<Vec<S::Vector>> {
    let mut found = Vec::new();
    collect(&shape.view(), &mut found).then_some(found)
}

/// The box around a shape as trees and worlds take it, some roundings larger than need be; `None` if it has no end.
///
/// ```
/// use glam::DVec3;
/// use impinge::bound::aabb_of_shape;
/// use impinge::math::Unit;
/// use impinge::shape::{Ball, HalfSpace};
/// let around = aabb_of_shape(&Ball::new(DVec3::ONE, 2.0)?).ok_or("has an end")?;
/// assert!((around.max() - DVec3::splat(3.0)).length() < 1e-12);
/// assert_eq!(aabb_of_shape(&HalfSpace::new(Unit::<DVec3>::axis(1), 0.0)?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("compute_aabb", "bounding_box"))]
pub fn aabb_of_shape<S: Shaped>(shape: &S) -> Option<Aabb<S::Vector>> {
    let view = shape.view();
    has_end(&view).then(|| region(&view, 0.0))
}

/// The box around a bounded shape, as a question to the shape.
///
/// ```
/// use glam::Vec2;
/// use impinge::prelude::*;
/// use impinge::shape::Ball;
/// let around = Ball::new(Vec2::new(3.0, 4.0), 1.0)?.aabb();
/// assert!(around.contains(Vec2::new(2.0, 4.0)) && around.contains(Vec2::new(3.0, 5.0)));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
pub trait BoundingBox: Bounded {
    /// The box around the shape as trees and worlds take it: all of the shape is in it, rounding included; some roundings larger than
    /// need be. What is beyond the floats ends with them.
    #[doc(alias = "compute_aabb")]
    #[doc(alias = "bounding_box")]
    #[doc(alias = "bounds")]
    fn aabb(&self) -> Aabb<Self::Vector> {
        region(&self.view(), 0.0)
    }
}

impl<S: Bounded> BoundingBox for S {}

fn has_end<V: Vector>(view: &View<'_, V>) -> bool {
    let View::Parts(parts) = view else { return view.convex().is_some() };
    let Some(bounds) = parts.bounds() else { return false };
    let mut has_end = true;
    parts.visit(bounds, &mut |_, part| {
        has_end &= self::has_end(&part);
        bounds
    });
    has_end
}

/// Adds the corners of a shape; `false` if it is not made of corners.
fn collect<V: Vector>(view: &View<'_, V>, found: &mut Vec<V>) -> bool {
    if let View::Parts(parts) = view {
        let Some(bounds) = parts.bounds() else { return true };
        let mut are_all = true;
        parts.visit(bounds, &mut |_, part| {
            are_all = are_all && collect(&part, found);
            bounds
        });
        return are_all;
    }
    if let View::Aabb(bounds) = view {
        // Without the rounding that its centre and half sizes would have.
        found.extend(bounds.corners());
        return true;
    }
    let Some(Convex { core, radius }) = view.convex() else { return false };
    if radius > V::Scalar::ZERO {
        return false;
    }
    match core {
        Core::Point(point) => found.push(point),
        Core::Segment(a, b) => found.extend([a, b]),
        Core::Triangle(points) => found.extend(points),
        Core::Box(obb) => found.extend(obb.corners()),
        Core::Hull(hull, pose) => found.extend(hull.vertices().iter().map(|&vertex| pose.apply(vertex))),
        // A rectangle and a triangle.
        Core::Cylinder(cylinder) if V::DIMENSION == 2 => {
            let (up, aside) = (V::axis(1) * cylinder.half_height(), V::axis(0) * cylinder.radius());
            let ends = [up + aside, up - aside, -up - aside, -up + aside];
            found.extend(ends.map(|corner| cylinder.pose().apply(corner)));
        }
        Core::Cone(cone) if V::DIMENSION == 2 => {
            let (up, aside) = (V::axis(1) * cone.half_height(), V::axis(0) * cone.radius());
            found.extend([up, -up - aside, -up + aside].map(|corner| cone.pose().apply(corner)));
        }
        Core::Cylinder(_) | Core::Cone(_) | Core::Ray(..) | Core::Custom(..) => return false,
    }
    true
}
