//! When a moving shape can be near a triangle at the earliest, in a few products: where the search for the time begins, if it is
//! not over before.
//!
//! The shape comes within a margin no sooner than its box comes within the margin of the triangle's box, and no sooner than the
//! point of it that is furthest along the triangle's normal comes within the margin of the triangle's plane.

use crate::math::{Pose, Scalar, Vector};
use crate::shape::{Convex, Core, Swept, View};

/// A time before which a shape, at a translation at the start of its way, comes no nearer to an obstacle than the margin; infinite if
/// it does not on the whole way, and 0 where nothing is known.
pub(super) fn entry<V: Vector>(
    shape: &View<'_, V>,
    at: V::Double,
    way: &Swept<V::Double>,
    obstacle: &View<'_, V>,
) -> f64 {
    let View::Triangle(triangle) = obstacle else { return 0.0 };
    let corners = triangle.points().map(V::to_double);
    let Some([first, last]) = of_boxes(way, corners) else { return f64::INFINITY };
    let entry = first.max(of_plane(shape, at, way, corners, last));
    if entry > last { f64::INFINITY } else { entry * (1.0 - 8.0 * f64::EPSILON) }
}

/// Between which times the boxes are within the margin.
fn of_boxes<D: Vector<Scalar = f64>>(way: &Swept<D>, [a, b, c]: [D; 3]) -> Option<[f64; 2]> {
    let (min, max) = (a.min(b).min(c) - way.middle, a.max(b).max(c) - way.middle);
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in 0..D::DIMENSION {
        let reach = way.half[axis] + way.margin;
        let (low, high, speed) = (min[axis] - reach, max[axis] + reach, way.motion[axis]);
        if speed == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (p, q) = (low / speed, high / speed);
        first = first.max(p.min(q));
        last = last.min(p.max(q) * (1.0 + 8.0 * f64::EPSILON));
    }
    (first * (1.0 - 8.0 * f64::EPSILON) <= last).then_some([first, last])
}

/// When the shape is within the margin of a triangle's plane, before the time `last`; infinite if not by then.
fn of_plane<V: Vector>(
    shape: &View<'_, V>,
    at: V::Double,
    way: &Swept<V::Double>,
    corners: [V::Double; 3],
    last: f64,
) -> f64 {
    let [a, b, c] = corners.map(|corner| corner.to_f64());
    let (u, v) = ([0, 1, 2].map(|i| b[i] - a[i]), [0, 1, 2].map(|i| c[i] - a[i]));
    let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    let length = (normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]).sqrt();
    let sides = u.map(f64::abs).iter().sum::<f64>() * v.map(f64::abs).iter().sum::<f64>();
    // Of slivers, the normal is rounding; in the plane it leads out of it.
    if V::DIMENSION == 2 || length.is_nan() || length <= 1e-3 * sides || length < 1e-140 {
        return 0.0;
    }
    let normal = V::Double::from_f64(normal.map(|x| x / length));
    let height = normal.dot(corners[0] - way.middle);
    let normal = if height < 0.0 { -normal } else { normal };
    let Some(reach) = reach_along(shape, normal) else { return 0.0 };
    let reach = reach + normal.dot(at - way.middle);
    let closing = normal.dot(way.motion);
    // The normal is off by less than 1e-12, and with it all that is further than the corner.
    let wrong = 1e-12 * ((corners[0] - way.middle).abs().sum() + way.half.sum());
    let gap = height.abs() - reach - way.margin - wrong;
    let closing = closing + 1e-12 * way.motion.abs().sum();
    match gap > 0.0 {
        true if gap > closing * last => f64::INFINITY,
        true => gap / closing,
        // What is not a number tells nothing.
        false => 0.0,
    }
}

/// How far a convex shape reaches along a unit vector, from the origin of the world; `None` if that is not known. Roundings of
/// its coordinates are in no margin here.
pub(super) fn reach_along<V: Vector>(view: &View<'_, V>, normal: V::Double) -> Option<f64> {
    let Convex { core, radius } = view.convex()?;
    let along = |point: V| normal.dot(point.to_double());
    let local = |pose: &Pose<V>| {
        let columns = pose.rotation.columns();
        V::Double::from_fn(|axis| columns[axis].to_double().dot(normal))
    };
    // Around an axis, of which an end or both are discs.
    let turned = |pose: Pose<V>, axis: V, half_height: V::Scalar, radius: V::Scalar, is_cone: bool| {
        let (axis, half_height, radius): (_, f64, f64) =
            (axis.to_double(), half_height.into(), radius.into());
        let across = (normal - axis * axis.dot(normal)).length() * radius;
        let rise = axis.dot(normal) * half_height;
        let (top, bottom) = (if is_cone { rise } else { rise + across }, across - rise);
        along(pose.translation) + top.max(bottom)
    };
    let reach = match core {
        Core::Point(point) => along(point),
        Core::Segment(a, b) => along(a).max(along(b)),
        Core::Triangle([a, b, c]) => along(a).max(along(b)).max(along(c)),
        Core::Box(obb) => {
            let (axes, half) = (obb.axes(), obb.half_extents().to_double());
            let reaches = (0..V::DIMENSION).map(|axis| axes[axis].to_double().dot(normal).abs() * half[axis]);
            along(obb.center()) + reaches.sum::<f64>()
        }
        Core::Hull(hull, pose) => {
            let local = local(&pose);
            let vertex = hull.vertices()[hull.support(V::from_double(local)) as usize].to_double();
            // The vertex is the furthest up to roundings.
            let room = 16.0 * V::Scalar::UNIT_ROUNDOFF.into() * vertex.abs().sum();
            local.dot(vertex) + along(pose.translation) + room
        }
        Core::Cylinder(shape) => {
            turned(shape.pose(), shape.axis(), shape.half_height(), shape.radius(), false)
        }
        Core::Cone(shape) => turned(shape.pose(), shape.axis(), shape.half_height(), shape.radius(), true),
        Core::Ray(..) | Core::Custom(..) => return None,
    };
    Some(reach + radius.into())
}

/// No point of a shape is further from `middle`; infinite if that is not known.
pub(super) fn reach_around<D: Vector<Scalar = f64, Double = D>, V: Vector<Double = D>>(
    view: &View<'_, V>,
    middle: D,
) -> f64 {
    let Some(Convex { core, radius }) = view.convex() else { return f64::INFINITY };
    let from = |point: V| (point.to_double() - middle).length();
    let reach = match core {
        Core::Point(point) => from(point),
        Core::Segment(a, b) => from(a).max(from(b)),
        Core::Hull(hull, pose) => from(pose.apply(hull.center())) + hull.radius().into(),
        _ => return f64::INFINITY,
    };
    reach + radius.into()
}
