//! Linear cast: when two convex shapes, of which one moves linearly, come within a distance of each other.
//!
//! Seen from A, the Minkowski difference A − B moves by −r in the unit of time. GJK looks for its point v
//! that is nearest to the origin, and each support point w on the way there bounds the gap at all times:
//! in the direction n = v / |v|, nothing of the difference is nearer than n·w now, and n·w − s n·r after the
//! time s. If that is above the target distance, the time goes on to where it no longer is, or there
//! is no such time; the simplex goes along and is searched on from where it is then. So time and simplex
//! become right together, for little more than the price of one distance. No step passes the level, because
//! each is proven by a plane.
//! Source: van den Bergen, "Ray Casting against General Convex Objects with Application to Continuous
//! Collision Detection", 2004, §3.

mod slabs;

pub(in crate::narrow) use slabs::SlabTimes;

use super::convex_pair::{is_round, smooth_tolerance};
use super::frame::{Frame, common_frame};
use super::gjk::is_nearest;
use super::pair_order::is_swapped;
use super::separation::{Separation, TINY};
use super::simplex::{Simplex, Vertex};
use super::support::{HullMap, SupportMap};
use super::{boxes, polygons};
use crate::math::{Scalar, Vector};
use crate::narrow::table::takes;
use crate::shape::{ConvexShape, Core};

/// Polytopes take 5 to 15 steps.
const MAX_STEPS: usize = 64;
/// By how many units of roundoff of its coordinates a projection may be off.
const ROUNDINGS: f64 = 16.0;

/// When two shapes come near.
pub(crate) enum Closing<D> {
    /// Not up to the last time.
    Never,
    /// Not before that; whether they do then is not known.
    Until(f64),
    /// At that time, where they are then.
    Near(f64, Separation<D>),
}

/// The query on a pair.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    pub start: f64,
    pub last: f64,
    /// Down to which distance nothing has happened; above 0.
    pub level: f64,
    /// What is no further apart is near.
    pub near: f64,
}

impl Times {
    fn scaled(self, scale: f64) -> Self {
        Times { level: self.level * scale, near: self.near * scale, ..self }
    }
}

/// When two shapes come near that move by so much in the unit of time. Exchanging them mirrors the answer to
/// the bit.
pub(crate) fn closing<V: Vector>(
    [a, b]: [&ConvexShape<'_, V>; 2],
    [motion_a, motion_b]: [V::Double; 2],
    times: Times,
) -> Closing<V::Double> {
    if !is_swapped(a, b) {
        return ordered([a, b], [motion_a, motion_b], times);
    }
    match ordered([b, a], [motion_b, motion_a], times) {
        Closing::Near(t, found) => Closing::Near(t, found.flip()),
        other => other,
    }
}

fn ordered<V: Vector>(
    [a, b]: [&ConvexShape<'_, V>; 2],
    [motion_a, motion_b]: [V::Double; 2],
    times: Times,
) -> Closing<V::Double> {
    let mut frame = common_frame(a, b);
    if let (Core::Hull(_, pose), Core::Hull(..)) = (&a.core, &b.core)
        && V::IS_3D
        && frame.scale == 1.0
    {
        frame = Frame::of(pose);
    }
    let (radius_a, radius_b): (f64, f64) = (a.radius.into(), b.radius.into());
    let motion = motion_b - motion_a;
    let cast = LinearCast {
        motion: frame.direction(motion),
        radii: (radius_a + radius_b) * frame.scale,
        slack: slack([a, b], &frame, motion) * frame.scale,
        times: times.scaled(frame.scale),
        tolerance: if is_round(&a.core) || is_round(&b.core) { smooth_tolerance::<V>() } else { 0.0 },
    };
    let closing = match closed(&[a, b], &cast, &frame) {
        Some(closing) => closing,
        None => cast.of_cores([&a.core, &b.core], &frame),
    };
    let Closing::Near(t, found) = closing else { return closing };
    let normal = frame.world_vector(found.normal);
    let to_world = |point: V::Double| frame.world_point(point) + motion_a * t;
    Closing::Near(
        t,
        Separation {
            distance: found.distance / frame.scale,
            normal,
            point_a: to_world(found.point_a) + normal * radius_a,
            point_b: to_world(found.point_b) - normal * radius_b,
        },
    )
}

/// Of boxes in space and polygons in the plane, along the axes that part them.
#[inline(always)]
fn closed<V: Vector>(
    [a, b]: &[&ConvexShape<'_, V>; 2],
    cast: &LinearCast<V::Double>,
    frame: &Frame<V::Double>,
) -> Option<Closing<V::Double>> {
    if frame.scale != 1.0 || cast.radii != 0.0 || frame.columns.is_some() {
        return None;
    }
    let LinearCast { motion, times, slack, .. } = *cast;
    let closing = match (&a.core, &b.core) {
        (Core::Box(a), Core::Box(b)) if V::IS_3D => {
            boxes::closing([a, b], frame.origin, motion, times, slack)
        }
        _ if V::IS_2D => polygons::closing([a, b], frame.origin, motion, times, slack),
        _ => None,
    };
    takes("slabs");
    closing
}

/// By how much the gap along a direction may be too large by rounding.
fn slack<V: Vector>([a, b]: [&ConvexShape<'_, V>; 2], frame: &Frame<V::Double>, motion: V::Double) -> f64 {
    let of = |convex: &ConvexShape<'_, V>| {
        let spread = convex.core.spread();
        let place = (convex.core.anchor().to_double() - frame.origin).abs().element_sum();
        // Vertices of hulls are compared in their own precision.
        let unit = if let Core::Hull(..) = convex.core { V::Scalar::UNIT_ROUNDOFF.into() } else { 0.0 };
        f64::EPSILON * (place + 4.0 * spread + convex.radius.into()) + unit * 4.0 * spread
    };
    ROUNDINGS * (of(a) + of(b) + f64::EPSILON * motion.abs().element_sum())
}

/// In a frame.
struct LinearCast<D> {
    motion: D,
    radii: f64,
    slack: f64,
    times: Times,
    /// Of the distance of smooth shapes, in parts of their size.
    tolerance: f64,
}

impl<D: Vector<Scalar = f64>> LinearCast<D> {
    #[inline(always)]
    fn of_cores<V: Vector<Double = D>>(&self, cores: [&Core<'_, V>; 2], frame: &Frame<D>) -> Closing<D> {
        takes("closing");
        match cores {
            // Supports of a user's own need not be right to the last digits.
            [Core::Custom(..), _] | [_, Core::Custom(..)] => Closing::Until(self.times.start),
            [Core::Hull(a, _), Core::Hull(b, pose)] if frame.columns.is_some() => {
                self.run(&HullMap(a), &frame.placed(b, pose))
            }
            [a, b] => self.run(&frame.map(a), &frame.map(b)),
        }
    }

    #[inline(never)]
    fn run(&self, a: &impl SupportMap<D>, b: &impl SupportMap<D>) -> Closing<D> {
        let Times { start, last, level, near } = self.times;
        let mut t = start;
        let mut simplex = Simplex::empty();
        let mut nearest = a.middle() - b.middle() - self.motion * t;
        let mut square = nearest.dot(nearest);
        let mut largest = 0.0_f64;
        for _ in 0..MAX_STEPS {
            // Of squares that have lost digits no length is known.
            if !(square > TINY && square.is_finite()) {
                break;
            }
            let mut new = Vertex::new(a.support(-nearest), b.support(nearest));
            new.difference = new.difference - self.motion * t;
            let length = square.sqrt();
            let gap = nearest.dot(new.difference) / length - self.radii - self.slack;
            let mut has_gone_on = false;
            if gap > level {
                let closing = nearest.dot(self.motion) / length;
                let next = if closing > 0.0 { t + (gap - level) / closing } else { f64::INFINITY };
                if next > last {
                    return Closing::Never;
                }
                has_gone_on = next > t;
                if has_gone_on {
                    t = next;
                    let back = self.motion * t;
                    simplex.place(|vertex| vertex.point_a - vertex.point_b - back);
                    new.difference = new.point_a - new.point_b - back;
                }
            }
            largest = largest.max(new.difference.dot(new.difference));
            let is_first = simplex.count() == 0;
            let is_known = simplex.vertices().any(|vertex| vertex.is_same(&new));
            if !has_gone_on && !is_first {
                let along = nearest.dot(new.difference);
                if is_known || is_nearest(square, along, largest, self.tolerance) {
                    let distance = length - self.radii;
                    if distance > near {
                        break;
                    }
                    let (point_a, _) = simplex.points();
                    // Divided, so that along an axis it is one to the last digit.
                    let normal = D::from_fn(|axis| -nearest[axis] / length);
                    let point_b = point_a - nearest;
                    return Closing::Near(t, Separation { distance, normal, point_a, point_b });
                }
            }
            if !is_known {
                simplex.push(new);
            }
            match simplex.reduce() {
                Some(point) if is_first || has_gone_on || point.dot(point) < square => {
                    (nearest, square) = (point, point.dot(point));
                }
                _ => break,
            }
        }
        Closing::Until(t)
    }
}
