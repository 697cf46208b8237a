//! A small capsule around points.
//!
//! For a given axis direction and position and a given radius r, the shortest segment is known. A point
//! at t along the axis and at distance d from it is in the capsule if the segment has a part within
//! √(r² − d²) of t. So the segment must start at or before the least t + √(r² − d²), and end at or
//! after the greatest t − √(r² − d²). If the greatest is less than the least, one point is enough and
//! the capsule is a ball. The larger the radius, the shorter the segment. The best radius is between
//! the radius of the smallest circle that holds the points seen along the axis and the radius of the
//! ball. The position is the position of this circle, and the direction is searched for
//! ([`about_axis`](super::axis_search)). Finally, both ends of the segment move freely, as the circle's
//! centre is not always the best place once the radius is larger than the circle's. The same refinement
//! runs from two ends at the centre of the smallest ball.
//!
//! In 2D, where capsules are stadiums, the same holds with an interval in place of the circle.

use std::f64::consts::PI;

use glam::DVec3;
use smallvec::SmallVec;

use super::axis_search::{AxialVolume, smallest_about_any_axis};
use super::ball::{fit_ball, smallest_ball};
use super::frame_refinement::extreme_pair;
use super::normalization::{Normalized, in_space};
use super::outward_rounding::{ROUNDING, rounded_up};
use crate::math::Vector;
use crate::shape::{Capsule, ShapeError};

/// Steps of the search for the radius: each leaves 0.62 of the interval, all together a hundredth.
const RADIUS_STEPS: usize = 10;
/// The fraction of the interval that a step of golden-section search keeps.
const GOLDEN: f64 = 0.618_033_988_749_894_8;
/// Steps of the ends, relative to the radius: the first, which is halved until the last.
const FIRST_MOVE: f64 = 0.5;
const LAST_MOVE: f64 = 1e-3;
/// A point that is farther than the radius times this factor is outside.
const MIN_EXCESS: f64 = 1.0 + 1e-4;
/// Maximum number of times that points outside join the outer points.
const MAX_COMPLETIONS: usize = 12;
/// Factor by which a move must reduce the volume, so that axes along world axes stay so.
const NOTICEABLE: f64 = 1.0 - 1e-7;

/// Computes a small capsule around points; in 2D a small stadium.
///
/// It is never noticeably larger than the smallest ball. There may be a smaller capsule: on the reference set
/// of the tests this one is 1 % larger on average, and at worst, for points on a sphere, 16 %. Cost:
/// milliseconds, up to some tens of them for many points on round shapes.
///
/// Every point is within the radius of the segment in real arithmetic. Points on a line along a world axis
/// get a radius of 0, points on a tilted line a few roundings. A single point becomes a capsule of radius 0
/// and length 0.
///
/// # Errors
/// Returns an error if there are no points, if one is not finite, or if the radius overflows.
///
/// ```
/// use glam::DVec2;
/// use impinge::bound::fit_capsule;
/// let pill = fit_capsule(&[DVec2::new(-3.0, 0.0), DVec2::new(3.0, 0.0), DVec2::new(1.0, 1.0), DVec2::new(-1.0, -1.0)])?;
/// assert!(pill.radius() <= 1.0);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn fit_capsule<V: Vector>(points: &[V]) -> Result<Capsule<V>, ShapeError> {
    V::bound_fit_capsule(points)
}

pub(super) fn fit_capsule_inner<V: Vector>(points: &[V]) -> Result<Capsule<V>, ShapeError> {
    let normalized = Normalized::new(points)?;
    let positions: Vec<DVec3> = normalized.iter().collect();
    let size = Size { dimension: V::DIMENSION, thinnest: normalized.resolution() };
    let about = |axis, points: &[DVec3]| capsule_about(axis, points, &size);
    let (found, mut outer) =
        smallest_about_any_axis(&positions, V::DIMENSION, about).ok_or(ShapeError::NoPoints)?;
    let center = smallest_ball(V::DIMENSION, positions.iter().copied()).center;
    let starts = [[found.at(found.low), found.at(found.high)], [center; 2]];
    let [first, second] = starts.map(|ends| refine_ends_of_all(ends, &positions, &mut outer, &size));
    let ends = if second.volume < first.volume * NOTICEABLE { second.ends } else { first.ends };
    let around = |ends: [DVec3; 2]| capsule_around(ends.map(|end| normalized.to_given(end)), points);
    let length_and_radius = |capsule: &Capsule<V>| {
        let length = (in_space(capsule.b()) - in_space(capsule.a())) * normalized.scale();
        (length.length(), capsule.radius().into() * normalized.scale())
    };
    let volume = |capsule: &Capsule<V>| {
        let (length, radius) = length_and_radius(capsule);
        size.volume(length, radius)
    };
    let long = around(ends);
    // The smallest ball may be better, and may exist where the capsule overflows.
    let short = fit_ball(points).and_then(|ball| Capsule::new(ball.center(), ball.center(), ball.radius()));
    match (long, short) {
        (Ok(long), Ok(short)) => Ok(if volume(&short) <= volume(&long) { short } else { long }),
        (long, short) => long.or(short),
    }
}

/// Constants for the size of capsules.
struct Size {
    dimension: usize,
    /// Radii count as larger by half of this, so that the thinner of two capsules without volume is better.
    thinnest: f64,
}

impl Size {
    /// Returns the volume, in 2D the area.
    fn volume(&self, length: f64, radius: f64) -> f64 {
        let radius = radius + self.thinnest * 0.5;
        match self.dimension {
            2 => 2.0 * radius * length + PI * radius * radius,
            _ => PI * radius * radius * (length + 4.0 / 3.0 * radius),
        }
    }
}

/// A point relative to an axis: the coordinate along it, and the squared distance from it.
struct AxisPoint {
    along: f64,
    across_squared: f64,
}

/// Returns the latest start and the earliest end of the segment of a capsule of this radius.
fn ends_for(radius: f64, seen: &[AxisPoint]) -> [f64; 2] {
    let squared = radius * radius;
    seen.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[start, end], point| {
        let reach = (squared - point.across_squared).max(0.0).sqrt();
        [start.min(point.along + reach), end.max(point.along - reach)]
    })
}

/// Returns a small capsule about an axis of this direction.
fn capsule_about(axis: DVec3, points: &[DVec3], size: &Size) -> AxialVolume {
    let across = |point: DVec3| point - axis * axis.dot(point);
    let circle = smallest_ball(size.dimension - 1, points.iter().map(|&point| across(point)));
    let seen: SmallVec<[AxisPoint; 64]> = points
        .iter()
        .map(|&point| AxisPoint {
            along: axis.dot(point),
            across_squared: (across(point) - circle.center).length_squared(),
        })
        .collect();
    let [low, high] = extreme_pair(axis, points).map(|point| axis.dot(point));

    let volume = |radius: f64| {
        let [start, end] = ends_for(radius, &seen);
        size.volume((end - start).max(0.0), radius)
    };
    let thinnest = circle.radius_squared.sqrt();
    // The ball about the middle of the axis contains all points.
    let thickest = (circle.radius_squared + 0.25 * (high - low) * (high - low)).sqrt();
    let radius = least_argument(volume, thinnest, thickest);
    let [start, end] = ends_for(radius, &seen);
    let (low, high) = if start <= end { (start, end) } else { ((start + end) * 0.5, (start + end) * 0.5) };

    // Points on the surface: of the circle, and the points that determine the ends.
    let squared = radius * radius;
    let holds = |seen: &AxisPoint| {
        let reach = (squared - seen.across_squared).max(0.0).sqrt();
        seen.along + reach <= start || seen.along - reach >= end
    };
    let at_ends = points.iter().zip(&seen).filter(|(_, seen)| holds(seen)).map(|(&point, _)| point).take(4);
    let on_circle = circle
        .support
        .iter()
        .filter_map(|&image| points.iter().copied().find(|&point| across(point) == image));
    AxialVolume {
        axis,
        foot: circle.center,
        low,
        high,
        radius,
        volume: size.volume(high - low, radius),
        support: on_circle.chain(at_ends).collect(),
    }
}

/// Returns the approximate minimum of a unimodal function; an end of the interval wins among equals.
fn least_argument(function: impl Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    let (mut from, mut to) = (low, high);
    let inner = |from: f64, to: f64| (to - (to - from) * GOLDEN, from + (to - from) * GOLDEN);
    let (mut a, mut b) = inner(from, to);
    let (mut at_a, mut at_b) = (function(a), function(b));
    for _ in 0..RADIUS_STEPS {
        if at_a <= at_b {
            to = b;
            (b, at_b) = (a, at_a);
            a = inner(from, to).0;
            at_a = function(a);
        } else {
            from = a;
            (a, at_a) = (b, at_b);
            b = inner(from, to).1;
            at_b = function(b);
        }
    }
    [low, high, a, b]
        .map(|argument| (argument, function(argument)))
        .into_iter()
        .reduce(|best, next| if next.1 < best.1 { next } else { best })
        .map_or(low, |best| best.0)
}

/// The ends of a segment, and the volume of the capsule about it.
#[derive(Clone, Copy)]
struct CapsuleEnds {
    ends: [DVec3; 2],
    radius: f64,
    volume: f64,
}

impl CapsuleEnds {
    fn new(ends: [DVec3; 2], points: &[DVec3], size: &Size) -> Self {
        let [a, b] = ends;
        let squared = points.iter().map(|&point| between(point, a, b).length_squared()).fold(0.0, f64::max);
        let radius = squared.sqrt();
        CapsuleEnds { ends, radius, volume: size.volume(a.distance(b), radius) }
    }
}

/// Moves the ends, with only the outer points; then the points that are furthest outside join these, until
/// none is outside by much.
fn refine_ends_of_all(
    start: [DVec3; 2],
    points: &[DVec3],
    outer: &mut Vec<DVec3>,
    size: &Size,
) -> CapsuleEnds {
    let mut best = CapsuleEnds::new(start, points, size);
    let mut candidate = start;
    for _ in 0..MAX_COMPLETIONS {
        let found = refine_ends(candidate, outer, size);
        let whole = CapsuleEnds::new(found.ends, points, size);
        if whole.volume < best.volume {
            best = whole;
        }
        let [a, b] = found.ends;
        let distance = |point: &DVec3| between(*point, a, b).length_squared();
        let farthest = points.iter().copied().max_by(|p, q| distance(p).total_cmp(&distance(q)));
        match farthest {
            Some(point) if whole.radius > found.radius * MIN_EXCESS => outer.push(point),
            _ => break,
        }
        candidate = found.ends;
    }
    best
}

/// Returns the ends of the segment of a smaller capsule: one after the other moves by smaller and smaller
/// steps in all directions, as long as that reduces the volume.
fn refine_ends(start: [DVec3; 2], points: &[DVec3], size: &Size) -> CapsuleEnds {
    let mut best = CapsuleEnds::new(start, points, size);
    let mut step = FIRST_MOVE;
    while step > LAST_MOVE {
        let before = best.volume;
        for direction in directions(size.dimension) {
            let by = direction * (best.radius * step);
            let [a, b] = best.ends;
            for ends in [[a + by, b], [a, b + by], [a + by, b + by], [a + by, b - by]] {
                let next = CapsuleEnds::new(ends, points, size);
                if next.volume < best.volume * NOTICEABLE {
                    best = next;
                }
            }
        }
        if best.volume >= before {
            step *= 0.5;
        }
    }
    best
}

/// Returns the directions with coordinates −1, 0 and 1.
fn directions(dimension: usize) -> impl Iterator<Item = DVec3> {
    let side = |code: usize| [0.0, 1.0, -1.0][code % 3];
    let count = if dimension == 2 { 9 } else { 27 };
    (1..count).map(move |code| DVec3::new(side(code), side(code / 3), side(code / 9)).normalize())
}

/// Returns the vector from the nearest point of the segment to a point.
fn between(point: DVec3, a: DVec3, b: DVec3) -> DVec3 {
    let (along, from) = (b - a, point - a);
    let length_squared = along.length_squared();
    let t = if length_squared > 0.0 { (from.dot(along) / length_squared).clamp(0.0, 1.0) } else { 0.0 };
    from - along * t
}

/// Returns the smallest capsule about this segment that contains the points, up to a few roundings.
fn capsule_around<V: Vector>([a, b]: [V; 2], points: &[V]) -> Result<Capsule<V>, ShapeError> {
    let radius = points.iter().map(|&point| distance_above(in_space(point), in_space(a), in_space(b)));
    Capsule::new(a, b, rounded_up(radius.fold(0.0, f64::max)))
}

/// Returns an upper bound on the distance of a point from a segment.
///
/// The distance from any point a + t·(b − a) of the segment is such a bound, so rounding in t does no harm.
/// Each coordinate of the difference to that point is off by a few roundings of its terms.
fn distance_above(point: DVec3, a: DVec3, b: DVec3) -> f64 {
    let (along, from) = (b - a, point - a);
    let longest = along.abs().max_element();
    let is_straight = (0..3).filter(|&axis| along[axis] != 0.0).count() <= 1;
    if is_straight {
        // Along a world axis, or a point: between the ends, the distance along the axis is 0.
        let nearest = point.clamp(a.min(b), a.max(b));
        return length_above(point - nearest, 0.0);
    }
    // Scaled, so that products neither overflow nor underflow; if they do nevertheless, an end gives a bound.
    let (unit, scaled) = (along / longest, from / longest);
    let t = scaled.dot(unit) / unit.length_squared();
    let t = if t > 0.0 { t.min(1.0) } else { 0.0 };
    let terms = from.abs() + along.abs() * t;
    length_above(from - along * t, terms.element_sum() * 4.0 * ROUNDING + 16.0 * f64::from_bits(1))
}

/// Returns an upper bound on the length of a vector that may be off by a few roundings of its coordinates,
/// and by `error`.
fn length_above(vector: DVec3, error: f64) -> f64 {
    let largest = vector.abs().max_element();
    if largest == 0.0 {
        return error;
    }
    let length = (vector / largest).length() * largest;
    (length * (1.0 + 16.0 * ROUNDING) + error).next_up().next_up()
}
