//! Extents of convex shapes: along a direction, and around a point.

use crate::math::{Scalar, Vector};
use crate::shape::{ConvexShape, Core, Revolution, ShapeRef};

/// The furthest point of a core in a direction.
#[derive(Clone, Copy)]
pub(super) struct Furthest<D> {
    /// Its distance along the direction from the world's origin, times the length of the direction: no point
    /// is further, up to roundings of `f64`.
    pub reach: f64,
    /// That point, approximately.
    pub point: D,
}

/// The furthest point of a core in a direction of about the length 1; `None` if unknown.
#[inline(always)]
pub(super) fn furthest<V: Vector>(core: &Core<'_, V>, direction: V::Double) -> Option<Furthest<V::Double>> {
    let at = |point: V::Double| Furthest { reach: direction.dot(point), point };
    let of = |points: &[V]| {
        let mut best = at(points[0].to_double());
        for point in &points[1..] {
            let other = at(point.to_double());
            if other.reach > best.reach {
                best = other;
            }
        }
        best
    };
    let of_revolution = |solid: &Revolution<V>| {
        let [half_height, radius] = solid.sizes();
        // A unit vector up to the roundings of its own precision only.
        let axis = solid.pose.rotation.columns()[1].to_double();
        let axis = axis * (1.0 / axis.length());
        // Twice, so that it is perpendicular to the last digit, however short it is.
        let across = direction - axis * axis.dot(direction);
        let across = across - axis * axis.dot(across);
        let length = across.length();
        let [along, outwards] = solid.profile.furthest(half_height, radius, [axis.dot(direction), length]);
        let rim = if length > 1e-15 { across * (outwards / length) } else { V::Double::ZERO };
        at(solid.pose.translation.to_double() + (axis * along + rim))
    };
    Some(match core {
        Core::Point(point) => at(point.to_double()),
        Core::Segment(a, b) => of(&[*a, *b]),
        Core::Triangle(points) => of(points),
        Core::Box(obb) => {
            let (axes, half) = (obb.axes(), obb.half_extents().to_double());
            let center = obb.center().to_double();
            let (mut reach, mut point) = (direction.dot(center), center);
            for axis in 0..V::DIMENSION {
                let side = axes[axis].to_double() * half[axis];
                let along = side.dot(direction);
                reach += along.abs();
                point += side * 1.0_f64.copysign(along);
            }
            Furthest { reach, point }
        }
        Core::Hull(hull, pose) => {
            let columns = pose.rotation.columns();
            let local = V::Double::from_fn(|axis| columns[axis].to_double().dot(direction));
            let vertex = hull.vertices()[hull.support(V::from_double(local)) as usize].to_double();
            let translation = pose.translation.to_double();
            // The vertex is the furthest up to rounding.
            let room = 16.0 * V::Scalar::UNIT_ROUNDOFF.into() * vertex.abs().element_sum();
            let turned = (1..V::DIMENSION).fold(columns[0].to_double() * vertex[0], |sum, axis| {
                sum + columns[axis].to_double() * vertex[axis]
            });
            Furthest {
                reach: local.dot(vertex) + direction.dot(translation) + room,
                point: turned + translation,
            }
        }
        Core::Revolution(solid) => of_revolution(solid),
        Core::Ray(..) | Core::Custom(..) => return None,
    })
}

/// The extent of a convex shape along a unit vector, from the world's origin; `None` if unknown. Excludes a
/// margin for the rounding of its coordinates.
#[inline]
pub(super) fn reach_along<V: Vector>(view: &ShapeRef<'_, V>, normal: V::Double) -> Option<f64> {
    if let ShapeRef::Ball(ball) = view {
        return Some(normal.dot(ball.center().to_double()) + ball.radius().into());
    }
    let ConvexShape { core, radius } = view.convex()?;
    Some(furthest(&core, normal)?.reach + radius.into())
}

/// No point of a shape is further from `middle`; infinite if unknown.
pub(super) fn reach_around<D: Vector<Scalar = f64, Double = D>, V: Vector<Double = D>>(
    view: &ShapeRef<'_, V>,
    middle: D,
) -> f64 {
    view.convex().map_or(f64::INFINITY, |convex| reach_from(&convex.core, middle) + convex.radius.into())
}

/// A point approximately in the middle of a core.
pub(super) fn middle_of<V: Vector>(core: &Core<'_, V>) -> V::Double {
    let double = |point: V| point.to_double();
    match core {
        Core::Point(point) => double(*point),
        Core::Segment(a, b) => double(*a) * 0.5 + double(*b) * 0.5,
        Core::Triangle([a, b, c]) => (double(*a) + double(*b) + double(*c)) * (1.0 / 3.0),
        Core::Box(obb) => double(obb.center()),
        Core::Hull(hull, pose) => double(pose.transform_point(hull.center())),
        Core::Revolution(solid) => double(solid.pose.translation),
        Core::Ray(origin, ..) => double(*origin),
        Core::Custom(_, pose) => double(pose.translation),
    }
}

/// No point of a core is further from a point.
pub(super) fn reach_from<V: Vector>(core: &Core<'_, V>, middle: V::Double) -> f64 {
    let from = |point: V| (point.to_double() - middle).length();
    let reach = match core {
        Core::Point(point) => from(*point),
        Core::Segment(a, b) => from(*a).max(from(*b)),
        Core::Triangle([a, b, c]) => from(*a).max(from(*b)).max(from(*c)),
        Core::Box(obb) => from(obb.center()) + obb.half_extents().to_double().length(),
        Core::Hull(hull, pose) => from(pose.transform_point(hull.center())) + hull.radius().into(),
        Core::Revolution(solid) => {
            let [half_height, radius] = solid.sizes();
            from(solid.pose.translation) + solid.profile.bounding_radius(half_height, radius)
        }
        Core::Ray(origin, _, length) => from(*origin) + length,
        Core::Custom(shape, pose) => {
            // The corner of its box that is furthest away.
            let furthest = V::Double::from_fn(|axis| {
                let end = |sign: f64| {
                    let local = pose.rotation.inverse_rotate(V::unit_axis(axis) * V::Scalar::from_f64(sign));
                    let point = pose.transform_point(shape.support(local)).to_double() - middle;
                    point[axis].abs()
                };
                end(1.0).max(end(-1.0))
            });
            furthest.length()
        }
    };
    // Centres of hulls and boxes are rounded.
    reach * (1.0 + 1e-6)
}
