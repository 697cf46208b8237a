//! Points and normal of a contact.

use super::closest_to_origin::nearest;
use super::difference_polygon::{Kind, Polygon, Tracks, between, magnitude};
use crate::math::triple::{Point, cross, difference, dot};

/// The closest points of the primitives, in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Contact {
    pub on_first: Point,
    pub on_second: Point,
    /// From the first to the second; not exactly of length 1.
    pub normal: Option<Point>,
}

/// Minimum area of a polygon, as a fraction of the square of its size: below it, the polygon counts as
/// collapsed, and has no normal.
const MIN_AREA: f64 = 1e-12;
/// Minimum length of the remainder of a vector, as a fraction of the vector: a shorter one is rounding.
const MIN_REMAINDER: f64 = 1e-12;

/// A vector without its part along another; `None` if nothing remains.
fn without(vector: Point, along: Point) -> Option<Point> {
    let square = dot(along, along);
    let share = if square > 0.0 { dot(vector, along) / square } else { 0.0 };
    let rest = [0, 1, 2].map(|axis| vector[axis] - share * along[axis]);
    (dot(rest, rest) > MIN_REMAINDER * MIN_REMAINDER * dot(vector, vector)).then_some(rest)
}

/// The normal of the polygon; `None` if it has collapsed.
fn across<K: Kind>(corners: &[Point; 4]) -> Option<Point> {
    let along = difference(corners[1], corners[0]);
    if K::IS_PLANAR {
        return (dot(along, along) > 0.0).then_some([along[1], -along[0], 0.0]);
    }
    let other = difference(corners[K::CORNERS - 1], corners[0]);
    let normal = cross(along, other);
    let area = MIN_AREA * MIN_AREA * dot(along, along) * dot(other, other);
    (dot(normal, normal) > area).then_some(normal)
}

/// The longest edge.
fn longest<K: Kind>(corners: &[Point; 4]) -> Point {
    let mut longest = [0.0; 3];
    for i in 0..K::CORNERS {
        let edge = difference(corners[(i + 1) % K::CORNERS], corners[i]);
        if dot(edge, edge) > dot(longest, longest) {
            longest = edge;
        }
    }
    longest
}

/// The closest points of the primitives at a time at which they meet, or come as near as the separation.
#[inline(never)]
pub(super) fn contact<K: Kind>(tracks: &Tracks, time: f64, separation: f64) -> Contact {
    let polygon = Polygon::<K>::new(tracks);
    let (polygon, scale) =
        if polygon.is_in_range() { (polygon, (1.0, 1.0)) } else { polygon.rescaled(tracks) };
    let corners = polygon.at(time);
    let nearest = nearest::<K>(&corners);
    let shares = &nearest.shares[..K::CORNERS];
    let on = |of: usize| {
        let mut point = [0.0; 3];
        for (share, vertices) in shares.iter().zip(K::DIFFERENCES) {
            let vertex = vertices[of];
            let at = between(tracks.start[vertex], tracks.end[vertex], time);
            for axis in 0..3 {
                point[axis] += share * at[axis];
            }
        }
        point
    };
    let mut velocity = [0.0; 3];
    for (corner, share) in shares.iter().enumerate() {
        let of_corner = difference(polygon.end[corner], polygon.start[corner]);
        for axis in 0..3 {
            velocity[axis] += share * of_corner[axis];
        }
    }
    let gap = dot(nearest.point, nearest.point).sqrt();
    let is_gap_clear = separation > 0.0 && gap > 0.5 * separation * scale.0 * scale.1;
    let normal = if is_gap_clear {
        Some(nearest.point.map(|x| -x))
    } else {
        // Oriented so that the first goes towards the second.
        let towards = |normal: Point| {
            let speed = dot(normal, velocity);
            let is_against = speed < 0.0 || speed == 0.0 && normal.iter().find(|x| **x != 0.0) < Some(&0.0);
            if is_against { normal.map(|x| -x) } else { normal }
        };
        let collapsed = || without(velocity, longest::<K>(&corners)).or(Some(velocity));
        across::<K>(&corners).map(towards).or_else(collapsed)
    };
    // Squares of the smallest parts must not vanish.
    let normal = normal.and_then(|normal| {
        let most = magnitude(&[normal]);
        (most > 0.0).then(|| normal.map(|x| x / most))
    });
    Contact { on_first: on(0), on_second: on(1), normal }
}
