//! In space, balls against segments, boxes and triangles, and boxes along the axes against each other: the
//! nearest point of a few lines each, in `f64`.
//!
//! Source: Ericson, "Real-Time Collision Detection", 2005, §5.1.2, §5.1.3 and §5.1.5.

use super::{ball, capsule};
use crate::math::{Scalar, Vector};
use crate::narrow::distance::error_bound::error_bound;
use crate::narrow::distance::segments::{point_box, point_segment};
use crate::narrow::distance::separation::{ClosedForm, Separation, is_single};
use crate::narrow::table::takes;
use crate::shape::{Aabb, ConvexShape, Core, Obb, ShapeRef};

/// The separation as far as `limit`, if it has a closed form here that is clear of rounding.
#[inline(always)]
pub(super) fn signed<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>, limit: f64) -> ClosedForm<V::Double> {
    if V::IS_2D {
        // Polygons have their own.
        return ClosedForm::Open;
    }
    if let (ShapeRef::Aabb(a), ShapeRef::Aabb(b)) = (a, b) {
        return match aligned_boxes(&a, &b) {
            Some(found) => within(found, limit),
            None => ClosedForm::Open,
        };
    }
    match (of_ball(a, b), of_ball(b, a)) {
        (Some(found), _) => within(found, limit),
        (None, Some(found)) => within(found.flip(), limit),
        (None, None) => ClosedForm::Open,
    }
}

#[inline(always)]
fn within<D: Vector<Scalar = f64>>(found: Separation<D>, limit: f64) -> ClosedForm<D> {
    if found.distance > limit { ClosedForm::Beyond } else { ClosedForm::Found(found) }
}

/// The separation of a point from a core, the size of the numbers of the core, and its radius.
type OfCore<V> = (Separation<<V as Vector>::Double>, <V as Vector>::Scalar, <V as Vector>::Scalar);

/// A ball against another shape, which is not a ball.
#[inline(always)]
fn of_ball<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Option<Separation<V::Double>> {
    let (center, radius) = ball(a)?;
    let point = center.to_double();
    let of_center: f64 = (center.abs().element_sum() + radius).into();
    let (core, magnitude, other_radius) = match b {
        ShapeRef::Ball(_) => return None,
        ShapeRef::Aabb(bounds) => {
            takes("ball and box along the axes");
            let magnitude = (bounds.min().abs() + bounds.max().abs()).element_sum();
            (point_aligned_box(point, &bounds), magnitude, V::Scalar::ZERO)
        }
        ShapeRef::Triangle(triangle) => of_triangle(point, triangle.points(), V::Scalar::ZERO)?,
        ShapeRef::Obb(obb) => of_box(point, &obb, V::Scalar::ZERO),
        ShapeRef::Convex(ConvexShape { core: Core::Box(obb), radius }) => of_box(point, &obb, radius),
        ShapeRef::Convex(ConvexShape { core: Core::Triangle(points), radius }) => {
            of_triangle(point, points, radius)?
        }
        _ => {
            let ([a, b], radius) = capsule(b)?;
            takes("ball and segment");
            let found = point_segment(point, a.to_double(), b.to_double());
            (found, (a.abs() + b.abs()).element_sum(), radius)
        }
    };
    let magnitude: f64 = of_center + Into::<f64>::into(magnitude + other_radius);
    // In `f64`, squares must neither overflow nor vanish.
    if !is_single::<V>() && !(1e-100..1e100).contains(&magnitude) {
        return None;
    }
    let (radius, other_radius): (f64, f64) = (radius.into(), other_radius.into());
    let distance = core.distance - (radius + other_radius);
    // Where the centre is on the core, what normal is right hangs on more than the nearest point.
    let is_clear = distance.abs() > error_bound::<V>(magnitude) && core.distance.abs() > 1e-9 * magnitude;
    is_clear.then(|| Separation {
        distance,
        normal: core.normal,
        point_a: core.point_a + core.normal * radius,
        point_b: core.point_b - core.normal * other_radius,
    })
}

#[inline(always)]
fn of_box<V: Vector>(point: V::Double, obb: &Obb<V>, radius: V::Scalar) -> OfCore<V> {
    takes("ball and box");
    let (columns, center) = (obb.axes(), obb.center());
    let axes = V::Double::basis_from_fn(|axis| columns[axis].to_double());
    let found = point_box(point, center.to_double(), &axes, obb.half_extents().to_double());
    (found, center.abs().element_sum() + obb.half_extents().element_sum(), radius)
}

#[inline(always)]
fn of_triangle<V: Vector>(point: V::Double, points: [V; 3], radius: V::Scalar) -> Option<OfCore<V>> {
    takes("ball and triangle");
    let corners = points.map(V::to_double);
    let nearest = nearest_by_regions(point, corners);
    let found = Separation::of_points(point, nearest, || V::Double::ZERO);
    // Of a triangle that is next to a line, rounding distinguishes the regions: the answer has to prove
    // itself, by no corner being further this way.
    let is_proven = corners.iter().all(|&corner| {
        let along = corner - nearest;
        found.normal.dot(along) >= -1e-13 * (along.abs().element_sum() + found.distance)
    });
    if !is_proven {
        return None;
    }
    let [a, b, c] = points.map(V::abs);
    Some((found, (a + b + c).element_sum(), radius))
}

/// The point of a triangle in space that is nearest to another, by the region of corners, edges and face it
/// lies in: fast, but of a triangle that is next to a line it may be wrong, or no number.
/// `nearest_on_triangle` is right for these too.
#[inline(always)]
pub(crate) fn nearest_by_regions<D: Vector<Scalar = f64>>(point: D, [a, b, c]: [D; 3]) -> D {
    let (ab, ac) = (b - a, c - a);
    let from_a = point - a;
    let (d1, d2) = (ab.dot(from_a), ac.dot(from_a));
    if d1 <= 0.0 && d2 <= 0.0 {
        return a;
    }
    let from_b = point - b;
    let (d3, d4) = (ab.dot(from_b), ac.dot(from_b));
    if d3 >= 0.0 && d4 <= d3 {
        return b;
    }
    let beyond_ab = d1 * d4 - d3 * d2;
    if beyond_ab <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return a + ab * (d1 / (d1 - d3));
    }
    let from_c = point - c;
    let (d5, d6) = (ab.dot(from_c), ac.dot(from_c));
    if d6 >= 0.0 && d5 <= d6 {
        return c;
    }
    let beyond_ac = d5 * d2 - d1 * d6;
    if beyond_ac <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return a + ac * (d2 / (d2 - d6));
    }
    let beyond_bc = d3 * d6 - d5 * d4;
    if beyond_bc <= 0.0 && d4 >= d3 && d5 >= d6 {
        return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
    }
    let total = 1.0 / (beyond_bc + beyond_ac + beyond_ab);
    a + ab * (beyond_ac * total) + ac * (beyond_ab * total)
}

/// A point against a box along the axes: outside, the nearest point has the point's coordinates confined to
/// the box; inside, the way out is through the nearest face.
#[inline(always)]
fn point_aligned_box<V: Vector>(point: V::Double, bounds: &Aabb<V>) -> Separation<V::Double> {
    let (min, max) = (bounds.min().to_double(), bounds.max().to_double());
    let nearest = point.max(min).min(max);
    if nearest != point {
        return Separation::of_points(point, nearest, || V::Double::ZERO);
    }
    let (below, above) = (point - min, max - point);
    let room = below.min(above);
    let axis = (1..V::DIMENSION).fold(0, |best, axis| if room[axis] < room[best] { axis } else { best });
    // The box has to go the other way.
    let normal =
        if below[axis] < above[axis] { V::Double::unit_axis(axis) } else { -V::Double::unit_axis(axis) };
    let distance = -room[axis];
    Separation { distance, normal, point_a: point, point_b: point + normal * distance }
}

/// Two boxes along the axes. The sign is exact, for the sign of a rounded difference is.
#[inline(always)]
fn aligned_boxes<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> Option<Separation<V::Double>> {
    takes("boxes along the axes");
    let [(min_a, max_a), (min_b, max_b)] =
        [a, b].map(|bounds| (bounds.min().to_double(), bounds.max().to_double()));
    let (after, before) = (min_b - max_a, min_a - max_b);
    let gaps = after.max(before);
    let widest = (1..V::DIMENSION).fold(0, |best, axis| if gaps[axis] > gaps[best] { axis } else { best });
    let middle = (max_a.min(max_b) + min_a.max(min_b)) * 0.5;
    if gaps[widest] > 0.0 {
        let point = |min: V::Double, max: V::Double, is_before: bool| {
            V::Double::from_fn(|axis| {
                let is_max = (after[axis] > before[axis]) == is_before;
                if gaps[axis] <= 0.0 {
                    middle[axis]
                } else if is_max {
                    max[axis]
                } else {
                    min[axis]
                }
            })
        };
        let (point_a, point_b) = (point(min_a, max_a, true), point(min_b, max_b, false));
        let between = point_b - point_a;
        // By the largest, so that no square vanishes or overflows.
        let scaled = between * (1.0 / gaps[widest]);
        let length = scaled.length();
        let distance = gaps[widest] * length;
        return distance.is_finite().then(|| Separation {
            distance,
            normal: scaled * (1.0 / length),
            point_a,
            point_b,
        });
    }
    // Of two ways that are as good, which is taken hangs on the order of the boxes, and not on that of the
    // question.
    if after[widest] == before[widest] || !gaps[widest].is_finite() {
        return None;
    }
    let is_after = after[widest] > before[widest];
    let normal = if is_after { V::Double::unit_axis(widest) } else { -V::Double::unit_axis(widest) };
    let mut points = [middle; 2];
    points[0][widest] = if is_after { max_a[widest] } else { min_a[widest] };
    points[1][widest] = if is_after { min_b[widest] } else { max_b[widest] };
    Some(Separation { distance: gaps[widest], normal, point_a: points[0], point_b: points[1] })
}
