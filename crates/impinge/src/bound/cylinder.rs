//! A small cylinder around points.
//!
//! For a given axis direction the smallest cylinder is known: along the axis it is the smallest circle around
//! the projected points, and it is as high as they reach. The direction is the result of a search
//! ([`about_axis`](super::axis_search)). In 2D a cylinder is a rectangle, and the smallest one is exact
//! ([`rectangle`](super::rotating_calipers)).

use std::f64::consts::PI;

use glam::DVec3;

use super::axis_search::{AxialVolume, smallest_about_any_axis};
use super::ball::smallest_ball;
use super::enclosing_volume::{SkewFrame, parallel_to, reach_along_world, rounded_axes};
use super::frame_refinement::extreme_pair;
use super::normalization::{Normalized, in_space};
use super::obb::fit_obb;
use super::outward_rounding::{ROUNDING, rounded_up};
use crate::math::{Pose, Rotation, Vector};
use crate::shape::{Cylinder, ShapeError};

/// Computes a small cylinder around points; in 2D the smallest rectangle.
///
/// In 3D, no small tilt of its axis makes the cylinder noticeably smaller. On the reference set of the tests
/// it is within 5 % of the best known. Cost: milliseconds, up to some tens of them for many points on round
/// shapes.
///
/// Every point is in the cylinder, taken exactly as the floats define it: as the image of the upright
/// cylinder under its pose in real arithmetic. Points on a plane get a disc, points on a line a segment. The
/// height or radius is 0 where the plane or line is along the world axes, and a few roundings otherwise.
///
/// # Errors
/// Returns an error if there are no points, if one is not finite, or if the radius overflows.
///
/// ```
/// use glam::DVec3;
/// use impinge::bound::fit_cylinder;
/// let ring = (0..8).map(|i| glam::DVec2::from_angle(f64::from(i)) * 2.0);
/// let points: Vec<DVec3> = ring.flat_map(|p| [p.extend(-3.0), p.extend(3.0)]).collect();
/// let can = fit_cylinder(&points)?;
/// assert!((can.radius() - 2.0).abs() < 1e-9 && (can.half_height() - 3.0).abs() < 1e-9);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn fit_cylinder<V: Vector>(points: &[V]) -> Result<Cylinder<V>, ShapeError> {
    V::bound_fit_cylinder(points)
}

pub(super) fn fit_cylinder_inner<V: Vector>(points: &[V]) -> Result<Cylinder<V>, ShapeError> {
    if V::IS_2D {
        let rectangle = fit_obb(points)?;
        let half = rectangle.half_extents();
        return Cylinder::new(half[1], half[0], rectangle.pose());
    }
    let normalized = Normalized::new(points)?;
    let positions: Vec<DVec3> = normalized.iter().collect();
    let thinnest = normalized.resolution();
    let about = |axis, points: &[DVec3]| cylinder_about(axis, points, thinnest);
    let (found, _) = smallest_about_any_axis(&positions, V::DIMENSION, about).ok_or(ShapeError::NoPoints)?;
    let (side, _) = found.axis.any_orthonormal_pair();
    let rotation = rounded_axes([side, found.axis, side.cross(found.axis)])?;
    let center = normalized.to_given(found.at(found.low * 0.5 + found.high * 0.5));
    cylinder_around(center, rotation, &normalized)
}

/// Returns the smallest cylinder about axes of one direction; sizes below the thinnest count as the thinnest.
fn cylinder_about(axis: DVec3, points: &[DVec3], thinnest: f64) -> AxialVolume {
    let circle = smallest_ball(2, points.iter().map(|&point| point - axis * axis.dot(point)));
    let [low, high] = extreme_pair(axis, points);
    let radius = circle.radius_squared.sqrt();
    let across = radius.max(thinnest * 0.5);
    let height = axis.dot(high - low).max(thinnest);
    // The points that project to the support of the circle.
    let on_circle = circle
        .support
        .iter()
        .filter_map(|&image| points.iter().copied().find(|&point| point - axis * axis.dot(point) == image));
    AxialVolume {
        axis,
        foot: circle.center,
        low: axis.dot(low),
        high: axis.dot(high),
        radius,
        volume: PI * across * across * height,
        support: on_circle.chain([low, high]).collect(),
    }
}

/// Computes the smallest cylinder with this centre and rotation that contains the points, up to a few
/// roundings.
///
/// As for boxes ([`enclosing`](super::enclosing_volume)), coordinates refer to the skew frame that the floats
/// define. Queries on a cylinder assume an axis of length 1 and bases perpendicular to it, which is off
/// by the roundings of the frame. The cylinder contains the points in this sense as well.
fn cylinder_around<V: Vector>(
    center: V,
    rotation: Rotation<V>,
    points: &Normalized<V>,
) -> Result<Cylinder<V>, ShapeError> {
    let frame = SkewFrame::new(&rotation);
    let (from, bounds) = (in_space(center), points.bounds());
    let axis = in_space(rotation.columns().as_ref()[1]).normalize();
    let (mut reach, mut upright, mut radius): (f64, f64, f64) = (0.0, 0.0, 0.0);
    for &point in points.given() {
        let away = in_space(point) - from;
        let (local, along) = (frame.coordinates(away), axis.dot(away));
        (reach, upright) = (reach.max(local.y.abs()), upright.max(along.abs()));
        radius = radius.max(length(local.with_y(0.0))).max(length(away - axis * along));
    }
    let spread = (in_space(bounds.max()) - from).max(from - in_space(bounds.min()));
    let half_height = match parallel_to(1, &rotation) {
        Some(world) => reach_along_world(world, from, &bounds).max(upright),
        None => reach.max(upright) + frame.error(1, spread, DVec3::ZERO),
    };
    // The length is off by at most the sum of the errors of its parts, and its own roundings.
    let doubt = frame.error(0, spread, DVec3::ZERO) + frame.error(2, spread, DVec3::ZERO);
    let radius =
        if radius == 0.0 && doubt == 0.0 { 0.0 } else { (radius * (1.0 + 8.0 * ROUNDING) + doubt).next_up() };
    let pose = Pose { rotation, translation: center };
    Cylinder::new(rounded_up(half_height), rounded_up(radius), pose)
}

/// Returns the length of a vector whose squares may overflow or underflow.
#[inline(never)]
fn length(vector: DVec3) -> f64 {
    let largest = vector.abs().max_element();
    if largest == 0.0 { 0.0 } else { (vector / largest).length() * largest }
}
