//! Vertices of shapes: the points that bounding volumes of any shape are fitted around.

use super::BoundBackend;
use crate::math::{Scalar, Vector};
use crate::narrow::region;
use crate::shape::{Aabb, ConvexShape, Core, Shape, ShapeRef};

/// Returns points with the same convex hull as a shape; `None` if there is no such list, as for round
/// and unbounded shapes.
///
/// Vertices that several parts share are repeated. Vertices of rotated or moved shapes are rounded.
///
/// ```
/// use glam::Vec2;
/// use impinge::bound::shape_vertices;
/// use impinge::shape::{Aabb, Ball, Segment};
/// assert_eq!(shape_vertices(&Segment::new(Vec2::ZERO, Vec2::X)?), Some(vec![Vec2::ZERO, Vec2::X]));
/// assert_eq!(shape_vertices(&Aabb::new(Vec2::ZERO, Vec2::ONE)?).map(|shape_vertices| shape_vertices.len()), Some(4));
/// assert_eq!(shape_vertices(&Ball::new(Vec2::ZERO, 1.0)?), None);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn shape_vertices<S: Shape>(shape: &S) -> Option<Vec<S::Vector>> {
    S::Vector::bound_shape_vertices(&shape.shape_ref())
}

pub(super) fn shape_vertices_inner<V: Vector>(view: &ShapeRef<'_, V>) -> Option<Vec<V>> {
    let mut found = Vec::new();
    collect(view, &mut found).then_some(found)
}

/// Computes the axis-aligned box around a shape as trees and worlds use it; `None` if the shape is unbounded.
///
/// The box is some roundings larger than necessary.
///
/// ```
/// use glam::DVec3;
/// use impinge::bound::shape_aabb;
/// use impinge::math::Unit;
/// use impinge::shape::{Ball, HalfSpace};
/// let around = shape_aabb(&Ball::new(DVec3::ONE, 2.0)?).ok_or("has an end")?;
/// assert!((around.max() - DVec3::splat(3.0)).length() < 1e-12);
/// assert_eq!(shape_aabb(&HalfSpace::new(Unit::<DVec3>::axis(1), 0.0)?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn shape_aabb<S: Shape>(shape: &S) -> Option<Aabb<S::Vector>> {
    S::Vector::bound_shape_aabb(&shape.shape_ref())
}

pub(super) fn shape_aabb_inner<V: Vector>(view: &ShapeRef<'_, V>) -> Option<Aabb<V>> {
    has_end(view).then(|| region(view, 0.0))
}

fn has_end<V: Vector>(view: &ShapeRef<'_, V>) -> bool {
    let ShapeRef::Composite(parts) = view else { return view.convex().is_some() };
    let Some(bounds) = parts.aabb() else { return false };
    let mut has_end = true;
    parts.visit(bounds, &mut |_, part| {
        has_end &= self::has_end(&part);
        bounds
    });
    has_end
}

/// Adds the vertices of a shape; returns `false` if the shape has none.
fn collect<V: Vector>(view: &ShapeRef<'_, V>, found: &mut Vec<V>) -> bool {
    if let ShapeRef::Composite(parts) = view {
        let Some(bounds) = parts.aabb() else { return true };
        let mut are_all = true;
        parts.visit(bounds, &mut |_, part| {
            are_all = are_all && collect(&part, found);
            bounds
        });
        return are_all;
    }
    if let ShapeRef::Aabb(bounds) = view {
        // From the corners, without the rounding of centre and half extents.
        found.extend(bounds.corners());
        return true;
    }
    let Some(ConvexShape { core, radius }) = view.convex() else { return false };
    if radius > V::Scalar::ZERO {
        return false;
    }
    match core {
        Core::Point(point) => found.push(point),
        Core::Segment(a, b) => found.extend([a, b]),
        Core::Triangle(points) => found.extend(points),
        Core::Box(obb) => found.extend(obb.corners()),
        Core::Hull(hull, pose) => {
            found.extend(hull.vertices().iter().map(|&vertex| pose.transform_point(vertex)))
        }
        // A rectangle and a triangle.
        Core::Revolution(solid) if V::IS_2D && !solid.profile.corners().is_empty() => {
            let (up, aside) = (V::unit_axis(1) * solid.half_height, V::unit_axis(0) * solid.radius);
            let times = |size: V, factor: i8| size * V::Scalar::from_f64(factor.into());
            found.extend(
                solid.profile.corners().iter().map(|&[along, across]| {
                    solid.pose.transform_point(times(up, along) + times(aside, across))
                }),
            );
        }
        Core::Revolution(_) | Core::Ray(..) | Core::Custom(..) => return false,
    }
    true
}
