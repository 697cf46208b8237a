//! Lines through balls, capsules, cylinders and cones.
//!
//! All of them solve one quadratic equation: where the line is within a radius r of a point, or of an
//! axis. With c the vector to the nearest point of the line, the line is within r up to √(r² − c²) to
//! either side of that point. Computed from the nearest point, the roots are accurate however far away
//! the line starts. The roots of the textbook formula are not.
//! Source: Haines, Günther & Akenine-Möller, "Precision Improvements for Ray/Sphere Intersection", Ray
//! Tracing Gems, 2019.

use super::convex::interval_below_zero;
use super::line::{CastLine, NEVER, Passage, PassageEnd, ROUNDING};
use super::polyhedra::{PlaneSide, below_all};
use crate::math::{Pose, Vector};
use crate::narrow::distance::separation::measured;

fn normalized<D: Vector<Scalar = f64>>(vector: D, otherwise: D) -> D {
    measured(vector).map_or(otherwise, |(_, direction)| direction)
}

/// A ball.
pub(super) fn ball<D: Vector<Scalar = f64>>(
    line: &CastLine<D>,
    center: D,
    radius: f64,
) -> Option<Passage<D>> {
    let (middle, across) = line.nearest_to(center);
    let size = (line.start - center).abs().element_sum() + radius;
    let half_square = radius * radius - across.dot(across);
    let error = ROUNDING * size * size;
    if half_square < -error {
        return None;
    }
    let half = half_square.max(0.0).sqrt();
    let at = |along: f64| {
        let outwards = across + line.direction * (along - middle);
        PassageEnd { along, normal: normalized(outwards, -line.direction), feature: 0 }
    };
    let (entry, exit) = (at(middle - half), at(middle + half));
    let less = (half_square - error).max(0.0).sqrt() - ROUNDING * size;
    let more = (half_square + error).max(0.0).sqrt() + ROUNDING * size;
    let surely = if less > 0.0 { (middle - less, middle + less) } else { NEVER };
    Some(Passage { entry, exit, surely, at_most: (middle - more, middle + more), is_flat: false })
}

/// Around an axis: everything within `radius` of the line through `center`, between two planes across it.
fn tube<D: Vector<Scalar = f64>>(
    line: &CastLine<D>,
    center: D,
    axis: D,
    (half_height, radius): (f64, f64),
) -> Option<Passage<D>> {
    let start = line.start - center;
    let middle = start.dot(axis);
    let caps = below_all(
        line,
        [
            PlaneSide { normal: axis, height: half_height - middle, slack: 0.0, feature: 1 },
            PlaneSide { normal: -axis, height: half_height + middle, slack: 0.0, feature: 2 },
        ],
    )?;
    let (aside, heading) = (start - axis * middle, line.direction - axis * line.direction.dot(axis));
    let square = heading.dot(heading);
    if square <= f64::EPSILON * f64::EPSILON {
        // Along the axis: inside, or beside it.
        return (aside.dot(aside) <= radius * radius).then_some(caps);
    }
    let nearest = -aside.dot(heading) / square;
    let across = aside + heading * nearest;
    let rest = -across.dot(heading) / square;
    let (nearest, across) = (nearest + rest, across + heading * rest);
    let half_square = radius * radius - across.dot(across);
    if half_square < 0.0 {
        return None;
    }
    let half = (half_square / square).sqrt();
    let side = |along: f64| {
        let outwards = across + heading * (along - nearest);
        PassageEnd { along, normal: normalized(outwards, -line.direction), feature: 0 }
    };
    let (entry, exit) = (side(nearest - half), side(nearest + half));
    let entry = if caps.entry.along > entry.along { caps.entry } else { entry };
    let exit = if caps.exit.along < exit.along { caps.exit } else { exit };
    (entry.along <= exit.along).then_some(Passage::of_ends(entry, exit))
}

/// A cylinder: half height and radius.
pub(super) fn cylinder<V: Vector>(
    line: &CastLine<V::Double>,
    pose: &Pose<V>,
    (half_height, radius): (V::Scalar, V::Scalar),
) -> Option<Passage<V::Double>> {
    let axis = normalized(pose.rotation.columns()[1].to_double(), V::Double::unit_axis(1));
    let scale = line.frame.scale;
    let center = line.frame.point(pose.translation.to_double());
    tube(line, center, axis, (half_height.into() * scale, radius.into() * scale))
}

/// A capsule around the segment from `a` to `b`, which may be the same.
///
/// It lies in an endless tube around its axis. Where the line comes into the tube between the ends, it comes
/// into the capsule; where it does so beyond an end, it comes in through the ball there, or never: on its way
/// to the other end it crosses the disk between ball and tube. The same holds for the way out.
#[inline(always)]
pub(super) fn capsule<D: Vector<Scalar = f64>>(
    line: &CastLine<D>,
    a: D,
    b: D,
    radius: f64,
) -> Option<Passage<D>> {
    let (length, axis) = measured(b - a).unwrap_or((0.0, D::ZERO));
    let start = line.start - a;
    let (height, rise) = (start.dot(axis), line.direction.dot(axis));
    let (aside, heading) = (start - axis * height, line.direction - axis * rise);
    let square = heading.dot(heading);
    if square <= f64::EPSILON * f64::EPSILON {
        // Along the axis: in through the ball that is met first, out through the other.
        let (first, last) = if rise > 0.0 { ((a, 1), (b, 2)) } else { ((b, 2), (a, 1)) };
        let entry = end_of_ball(line, first, radius, -1.0)?;
        let exit = end_of_ball(line, last, radius, 1.0).filter(|exit| exit.along >= entry.along)?;
        return Some(Passage::of_ends(entry, exit));
    }
    let nearest = -aside.dot(heading) / square;
    let across = aside + heading * nearest;
    // Once more, so that a far start costs no digits.
    let rest = -across.dot(heading) / square;
    let (nearest, across) = (nearest + rest, across + heading * rest);
    let half_square = radius * radius - across.dot(across);
    if half_square < 0.0 {
        return None;
    }
    let half = (half_square / square).sqrt();
    let end = |way: f64, side: f64| {
        let along = nearest + way;
        let height = height + rise * along;
        if height < 0.0 {
            end_of_ball(line, (a, 1), radius, side)
        } else if height > length {
            end_of_ball(line, (b, 2), radius, side)
        } else {
            let normal = normalized(across + heading * way, line.direction * side);
            Some(PassageEnd { along, normal, feature: 0 })
        }
    };
    let entry = end(-half, -1.0)?;
    // Most lines start outside, and their exit is not needed.
    let exit = if entry.along >= 0.0 && !line.wants_exit {
        PassageEnd { along: nearest.max(entry.along), ..entry }
    } else {
        end(half, 1.0)?
    };
    Some(Passage::of_ends(entry, exit))
}

/// Where a line comes into a numbered ball (`side` −1) or goes out (1).
fn end_of_ball<D: Vector<Scalar = f64>>(
    line: &CastLine<D>,
    (center, feature): (D, u32),
    radius: f64,
    side: f64,
) -> Option<PassageEnd<D>> {
    let (middle, across) = line.nearest_to(center);
    let half_square = radius * radius - across.dot(across);
    if half_square < 0.0 {
        return None;
    }
    let way = side * half_square.sqrt();
    let normal = normalized(across + line.direction * way, line.direction * side);
    Some(PassageEnd { along: middle + way, normal, feature })
}

/// Cones of fewer heights than this for each radius are disks: their sides look along the axis to the last
/// digit.
const FLAT: f64 = 1e-20;

/// A cone: half height and radius.
///
/// With y the depth below the tip and k = radius / height, a point is in it if it is within k·y of the axis,
/// and y no more than the height. Along a line the distance from the axis minus k·y is convex: Newton's
/// method finds both its zeros.
pub(super) fn cone<V: Vector>(
    line: &CastLine<V::Double>,
    pose: &Pose<V>,
    (half_height, radius): (V::Scalar, V::Scalar),
) -> Option<Passage<V::Double>> {
    let axis = normalized(pose.rotation.columns()[1].to_double(), V::Double::unit_axis(1));
    let scale = line.frame.scale;
    let (half, radius): (f64, f64) = (half_height.into() * scale, radius.into() * scale);
    let center = line.frame.point(pose.translation.to_double());
    if half <= FLAT * radius {
        return tube(line, center, axis, (half, radius));
    }
    let slope = 0.5 * radius / half;
    // Where the line is below the tip, above the base and near the middle.
    let (start, size) = (line.start - center, (half * half + radius * radius).sqrt());
    let around = ball(line, center, size * (1.0 + 1e-9))?;
    let middle = start.dot(axis);
    let caps = below_all(
        line,
        [
            PlaneSide { normal: axis, height: half - middle, slack: 0.0, feature: 0 },
            PlaneSide { normal: -axis, height: half + middle, slack: 0.0, feature: 1 },
        ],
    )?;
    let from = caps.entry.along.max(around.entry.along);
    let to = caps.exit.along.min(around.exit.along);
    let outwards = |along: f64| {
        let point = line.at(along) - center;
        let height = point.dot(axis);
        (point - axis * height, half - height)
    };
    let heading = line.direction - axis * line.direction.dot(axis);
    let excess = |along: f64| {
        let (aside, depth) = outwards(along);
        let direction = normalized(aside, heading);
        let growth = direction.dot(heading) + slope * line.direction.dot(axis);
        (aside.length() - slope * depth, growth)
    };
    let (first, last) = interval_below_zero((from, to), ROUNDING * (size + start.length()), excess)?;
    // At the tip every side is as near; the one that faces the line's start, or its end, is reported.
    let end = |along: f64, cap: PassageEnd<V::Double>, bound: f64, side: f64| {
        if along == bound && cap.along == bound && cap.feature == 1 {
            return cap;
        }
        let (aside, _) = outwards(along);
        let at_tip = normalized(heading * side, V::Double::unit_axis(0));
        let is_tip = aside.length() <= 1e-12 * (size + start.length());
        let away = if is_tip { at_tip } else { normalized(aside, at_tip) };
        PassageEnd { along, normal: normalized(away + axis * slope, away), feature: 0 }
    };
    Some(Passage::of_ends(end(first, caps.entry, from, -1.0), end(last, caps.exit, to, 1.0)))
}
