//! The point of a polygon that is nearest to the origin.
//!
//! If the projection of the origin along the normal is within the polygon, the foot of the perpendicular;
//! else the nearest point of an edge. A collapsed polygon is the union of its edges, so nothing divides by
//! zero.

use super::difference_polygon::Kind;
use crate::math::triple::{Point, cross, difference, dot};

/// A point of a polygon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub point: Point,
    /// The shares of the corners in it.
    pub shares: [f64; 4],
}

/// The point of the polygon with these corners that is nearest to the origin.
#[inline(always)]
pub(super) fn nearest<K: Kind>(corners: &[Point; 4]) -> Nearest {
    if K::CORNERS > 2
        && let Some(found) = within::<K>(corners)
    {
        return found;
    }
    nearest_on_edges::<K>(corners)
}

/// The point of its edges that is nearest to the origin.
#[inline(always)]
pub(super) fn nearest_on_edges<K: Kind>(corners: &[Point; 4]) -> Nearest {
    let mut best = Nearest { point: corners[0], shares: [1.0, 0.0, 0.0, 0.0] };
    let mut least = dot(best.point, best.point);
    let edges = if K::CORNERS == 2 { 1 } else { K::CORNERS };
    for i in 0..edges {
        let j = (i + 1) % K::CORNERS;
        let (from, along) = (corners[i], difference(corners[j], corners[i]));
        let (reach, length) = (-dot(from, along), dot(along, along));
        // From the nearer end, where fewer digits cancel.
        let share = if reach <= 0.0 {
            0.0
        } else if reach >= length {
            1.0
        } else {
            reach / length
        };
        let point = if share <= 0.5 {
            std::array::from_fn(|axis| from[axis] + share * along[axis])
        } else {
            std::array::from_fn(|axis| corners[j][axis] - (1.0 - share) * along[axis])
        };
        let square = dot(point, point);
        if square < least {
            least = square;
            let mut shares = [0.0; 4];
            shares[i] = 1.0 - share;
            shares[j] = share;
            best = Nearest { point, shares };
        }
    }
    best
}

/// The foot of the perpendicular from the origin, if it is strictly within.
#[inline(always)]
fn within<K: Kind>(corners: &[Point; 4]) -> Option<Nearest> {
    let along = difference(corners[1], corners[0]);
    let across = difference(corners[K::CORNERS - 1], corners[0]);
    let normal = cross(along, across);
    let square = dot(normal, normal);
    if square < f64::MIN_POSITIVE {
        return None;
    }
    // How far the origin is on the inner side of each edge.
    let inside: [f64; 4] =
        std::array::from_fn(|i| dot(normal, cross(corners[i], corners[(i + 1) % K::CORNERS])));
    if inside[..K::CORNERS].iter().any(|&inside| inside <= 0.0) {
        return None;
    }
    let height = dot(normal, corners[0]) / square;
    let point = normal.map(|x| x * height);
    let mut shares = [0.0; 4];
    if K::CORNERS == 3 {
        // Areas opposite of the corners.
        let sum = inside[0] + inside[1] + inside[2];
        for i in 0..3 {
            shares[i] = inside[(i + 1) % 3] / sum;
        }
    } else {
        // How far from the first edge, and from the last, as parts of the whole.
        let from_first = inside[0] / (inside[0] + inside[2]);
        let from_last = inside[3] / (inside[3] + inside[1]);
        shares = [
            (1.0 - from_first) * (1.0 - from_last),
            (1.0 - from_first) * from_last,
            from_first * from_last,
            from_first * (1.0 - from_last),
        ];
    }
    Some(Nearest { point, shares })
}
