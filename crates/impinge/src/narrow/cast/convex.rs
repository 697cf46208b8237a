//! Lines through any convex shape, step by step from outside.
//!
//! The distance from a convex shape is a convex function along a line, and so Newton's method, started before
//! the shape, never steps past its surface: from a point at distance d, with n the normal there, nothing is
//! met before d / −(n·r) has been gone along the direction r; and if n·r ≥ 0, nothing ever is. Rounded and
//! smooth shapes are reached to all digits in a few steps. So that a miss is a miss, slopes are made steeper
//! by as much as rounding may have made them flatter.
//! Source: van den Bergen, "Ray Casting against General Convex Objects with Application to Continuous
//! Collision Detection", 2004.

use super::line::{CastLine, Passage, PassageEnd};
use crate::math::Vector;
use crate::narrow::distance::gjk;
use crate::narrow::distance::gjk::Nearest;
use crate::narrow::distance::separation::measured;
use crate::narrow::distance::support::{Corners, Map, SupportMap};
use crate::shape::Core;

/// A step at least halves the distance from a place where the line only touches, so this is enough for all
/// digits.
const MAX_STEPS: usize = 128;

/// The part of an interval where a convex function, given with its slope, is not above 0, up to a tolerance.
pub(super) fn interval_below_zero(
    (from, to): (f64, f64),
    tolerance: f64,
    function: impl Fn(f64) -> (f64, f64),
) -> Option<(f64, f64)> {
    let zero = |start: f64, end: f64, side: f64| {
        let mut along = start;
        for _ in 0..MAX_STEPS {
            let (value, slope) = function(along);
            if value <= tolerance {
                return Some(along);
            }
            if slope * side >= 0.0 {
                return None;
            }
            along -= value / slope;
            if (end - along) * side < 0.0 {
                return None;
            }
        }
        Some(along)
    };
    if from > to {
        return None;
    }
    let first = zero(from, to, 1.0)?;
    Some((first, zero(to, from, -1.0).unwrap_or(first).max(first)))
}

/// A point against a core: how far, and the outward normal; `None` where they meet.
struct Gap<D> {
    distance: f64,
    normal: D,
    corners: gjk::Corners,
}

fn gap<V: Vector>(map: &Map<'_, V>, point: V::Double, start: gjk::Corners) -> Option<Gap<V::Double>> {
    match gjk::nearest(map, &Corners([point]), start, f64::INFINITY, 0.0, &mut ()) {
        Nearest::Apart(between, simplex) => {
            let corners = gjk::Corners::from(&simplex);
            measured(between).map(|(distance, towards)| Gap { distance, normal: -towards, corners })
        }
        Nearest::Beyond | Nearest::Meeting(..) => None,
    }
}

/// The passage through everything within `radius` of a core.
pub(super) fn passage<V: Vector>(
    line: &CastLine<V::Double>,
    core: &Core<'_, V>,
    radius: f64,
) -> Option<Passage<V::Double>> {
    let shape = RayTarget { map: line.frame.map(core), core, radius };
    let reach = shape.map.reach() + radius;
    let (middle, across) = line.nearest_to(shape.map.middle());
    // A little more, so that the start is outside.
    let around = reach * (1.0 + 1e-6) + f64::MIN_POSITIVE;
    let half = (around * around - across.dot(across)).max(0.0).sqrt();
    if across.length() > around {
        return None;
    }
    let entry = shape.approach(line.at(middle - half), line.direction, 2.0 * half)?;
    let entry = PassageEnd { along: middle - half + entry.along, ..entry };
    let behind = PassageEnd { along: middle + half, ..entry };
    // Mostly, only a path that starts inside needs the other end.
    let exit = if entry.along >= 0.0 && !line.wants_exit {
        behind
    } else {
        match shape.approach(line.at(middle + half), -line.direction, 2.0 * half) {
            Some(exit) => PassageEnd { along: (middle + half - exit.along).max(entry.along), ..exit },
            None => entry,
        }
    };
    Some(Passage::of_ends(entry, exit))
}

struct RayTarget<'a, V: Vector> {
    map: Map<'a, V>,
    core: &'a Core<'a, V>,
    radius: f64,
}

impl<V: Vector> RayTarget<'_, V> {
    /// Where the shape is first met on the way from a point outside of it.
    fn approach(&self, start: V::Double, direction: V::Double, last: f64) -> Option<PassageEnd<V::Double>> {
        let size = self.map.reach() + self.radius;
        let is_sharp = self.radius <= 1e-6 * size;
        // Near a sharp shape, normals are lost in rounding.
        let tolerance = if is_sharp { 1e-10 * size } else { 1e-14 * size };
        let mut along = 0.0;
        let mut normal = -direction;
        let mut corners = gjk::Corners::default();
        for _ in 0..MAX_STEPS {
            let Some(gap) = gap(&self.map, start + direction * along, corners) else { break };
            (normal, corners) = (gap.normal, gap.corners);
            let distance = gap.distance - self.radius;
            if distance <= tolerance {
                break;
            }
            // GJK ends within 4·10⁻¹⁵ of the square of the distance, and the normal is off by about the root
            // of that.
            let noise = (1e-14 * size / gap.distance).sqrt().max(1e-15);
            let slope = normal.dot(direction) - noise;
            if slope >= 0.0 {
                return None;
            }
            along -= distance / slope;
            if along > last {
                return None;
            }
        }
        let met = start + direction * along;
        if is_sharp {
            // The normal is better seen from a little above.
            for _ in 0..3 {
                let above = gap(&self.map, met + normal * (1e-4 * size), corners);
                // From far away it may be seen past an edge.
                if let Some(gap) = above.filter(|gap| gap.normal.dot(direction) < 0.0) {
                    (normal, corners) = (gap.normal, gap.corners);
                }
            }
        }
        Some(PassageEnd { along, normal, feature: self.feature(normal, &corners) })
    }

    /// Of a hull, the face at some of these corners that looks most in the direction of the normal.
    fn feature(&self, normal: V::Double, corners: &gjk::Corners) -> u32 {
        let (Core::Hull(hull, _), Map::Hull(placed), true) = (self.core, &self.map, self.radius == 0.0)
        else {
            return 0;
        };
        let local = V::Double::from_fn(|axis| placed.columns[axis].dot(normal));
        let mut best = (f64::NEG_INFINITY, 0);
        for &[vertex, _] in &corners.numbers[..corners.count] {
            for &face in hull.vertex_faces(vertex) {
                let alike = hull.normal(face).get().to_double().dot(local);
                if alike > best.0 || (alike == best.0 && face < best.1) {
                    best = (alike, face);
                }
            }
        }
        best.1
    }
}
