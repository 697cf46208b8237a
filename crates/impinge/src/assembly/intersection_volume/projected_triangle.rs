//! Triangles seen along an axis, and what they add to the volume that two solids share.

use std::cmp::Ordering::{self, Equal};

use smallvec::SmallVec;

use crate::math::{orientation_2d, orientation_3d};

/// A triangle seen along an axis.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Shadow {
    /// The corners, counter-clockwise, and how far along the axis they are.
    pub corners: [[f64; 3]; 3],
    /// How often it counts, negative if its outside is behind.
    pub sign: f64,
    /// The triangle it is of, or of a part of it,
    pub number: u32,
    /// and the least and the greatest height of all of that.
    pub heights: [f64; 2],
}

impl Shadow {
    /// Of a triangle, with its sign if its corners go counter-clockwise; none if it is seen from the side.
    pub fn of([a, b, c]: [[f64; 3]; 3], sign: f64, (number, heights): (u32, [f64; 2])) -> Option<Self> {
        let twice = twice_area(&[a, b, c]);
        let mut corners = if twice > 0.0 { [a, b, c] } else { [a, c, b] };
        // In an order that does not depend on where the triangle begins.
        let least = (1..3).fold(0, |least, i| if corners[i] < corners[least] { i } else { least });
        corners.rotate_left(least);
        (twice != 0.0).then(|| Shadow { corners, sign: sign * twice.signum(), number, heights })
    }

    /// What is below it.
    pub fn below(&self) -> f64 {
        self.sign * above_floor(self.corners.iter().copied().collect())
    }
}

/// What two triangles add, the same in either order.
pub(super) fn part(one: &Shadow, other: &Shadow) -> f64 {
    let (one, other) = if one <= other { (one, other) } else { (other, one) };
    one.sign * other.sign * below_both(&one.corners, &other.corners)
}

/// What the lower of two triangles that do not meet adds by being below the other.
pub(super) fn part_of_lower(lower: &Shadow, upper: &Shadow) -> f64 {
    lower.sign * upper.sign * above_floor(shared(&lower.corners, &upper.corners))
}

/// Is one triangle above another that it does not meet? Decided by one line along the last coordinate in
/// which both are, without rounding; no if there is none.
pub(super) fn is_above(upper: &[[f64; 3]; 3], lower: &[[f64; 3]; 3]) -> bool {
    let flat = |p: [f64; 3]| [p[0], p[1]];
    // Below a triangle that is seen counter-clockwise, and above one that is seen clockwise, the orientation
    // is positive.
    let side = |point: [f64; 3], &[a, b, c]: &[[f64; 3]; 3]| -> Ordering {
        let turn = orientation_2d(flat(a), flat(b), flat(c));
        let is_beyond = |(from, to)| {
            let side = orientation_2d(flat(from), flat(to), flat(point));
            side != Equal && side != turn
        };
        if turn == Equal || [(a, b), (b, c), (c, a)].into_iter().any(is_beyond) {
            return Equal;
        }
        let below = orientation_3d(a, b, c, point);
        if turn == Ordering::Greater { below } else { below.reverse() }
    };
    let by_corners = lower.iter().map(|&corner| side(corner, upper)).find(|side| *side != Equal);
    let by_corners = by_corners
        .or_else(|| upper.iter().map(|&corner| side(corner, lower).reverse()).find(|side| *side != Equal));
    let by_edges = || {
        let edges = |of: &[[f64; 3]; 3]| [(of[0], of[1]), (of[1], of[2]), (of[2], of[0])];
        let pairs = edges(lower).into_iter().flat_map(|one| edges(upper).map(|other| (one, other)));
        pairs.map(|(one, other)| crossing(one, other)).find(|side| *side != Equal)
    };
    by_corners.or_else(by_edges) == Some(Ordering::Greater)
}

/// Where two edges cross as they are seen: is the second above the first (`Greater`) or below? `Equal` if
/// they do not cross.
fn crossing((p, q): ([f64; 3], [f64; 3]), (r, s): ([f64; 3], [f64; 3])) -> Ordering {
    let side =
        |a: [f64; 3], b: [f64; 3], c: [f64; 3]| orientation_2d([a[0], a[1]], [b[0], b[1]], [c[0], c[1]]);
    let of_end = side(p, q, s);
    if side(p, q, r) != of_end.reverse() || side(r, s, p) != side(r, s, q).reverse() || of_end == Equal {
        return Equal;
    }
    // The first edge along x, the second along y above it: its end is above what is spanned by the other
    // three, which is seen clockwise.
    let above = orientation_3d(p, q, r, s);
    if of_end == Ordering::Greater { above } else { above.reverse() }
}

/// What is left of a triangle between three lines and a fourth has seven corners at most.
pub(super) type Polygon<const N: usize> = SmallVec<[[f64; N]; 7]>;

/// A corner of what two shadows share, and how far along the axis either triangle is there.
type Corner = ([f64; 2], [f64; 2]);

/// The part of a triangle over which another has its shadow too.
fn shared(of: &[[f64; 3]; 3], with: &[[f64; 3]; 3]) -> Polygon<3> {
    let mut shared: Polygon<3> = of.iter().copied().collect();
    for i in 0..3 {
        let (from, to) = (with[i], with[(i + 1) % 3]);
        let left = |p: &[f64; 3]| (to[0] - from[0]) * (p[1] - from[1]) - (to[1] - from[1]) * (p[0] - from[0]);
        shared = clipped(&shared, left);
        if shared.len() < 3 {
            return Polygon::new();
        }
    }
    shared
}

/// The integral of the lesser of two heights, where it is above 0, over what two shadows share.
fn below_both(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> f64 {
    let shared = shared(a, b);
    if shared.is_empty() {
        return 0.0;
    }
    // Of two that are above each other throughout, as most are, the lower one decides.
    if most(a) <= least(b) {
        return above_floor(shared);
    }
    if most(b) <= least(a) {
        return above_floor(shared.iter().map(|&[x, y, _]| [x, y, height(b, [x, y])]).collect());
    }
    let corners: SmallVec<[Corner; 7]> =
        shared.iter().map(|&[x, y, z]| ([x, y], [z.clamp(least(a), most(a)), height(b, [x, y])])).collect();
    let side = |first: usize| {
        let lower = |corner: &Corner| corner.1[1 - first] - corner.1[first];
        let part: Polygon<4> = corners.iter().map(|&([x, y], [z, w])| [x, y, z, w]).collect();
        let part = clipped(&part, |p| lower(&([p[0], p[1]], [p[2], p[3]])));
        above_floor(part.iter().map(|p| [p[0], p[1], p[2 + first]]).collect())
    };
    // Where both are equal there is no area, or the sides are the same and one of them is enough.
    let is_equal = corners.iter().all(|corner| corner.1[0] == corner.1[1]);
    if is_equal { side(0) } else { side(0) + side(1) }
}

/// The integral of a height over a polygon, where it is above 0.
fn above_floor(mut polygon: Polygon<3>) -> f64 {
    if polygon.iter().any(|p| p[2] < 0.0) {
        polygon = clipped(&polygon, |p| p[2]);
    }
    integral(polygon.into_iter())
}

/// The part of a polygon where a linear function is not negative.
pub(super) fn clipped<const N: usize>(polygon: &[[f64; N]], value: impl Fn(&[f64; N]) -> f64) -> Polygon<N> {
    let mut kept = Polygon::new();
    for (i, here) in polygon.iter().enumerate() {
        let next = &polygon[(i + 1) % polygon.len()];
        let (at, after) = (value(here), value(next));
        if at >= 0.0 {
            kept.push(*here);
        }
        if (at < 0.0) != (after < 0.0) && at != 0.0 && after != 0.0 {
            let share = at / (at - after);
            kept.push(std::array::from_fn(|k| here[k] + (next[k] - here[k]) * share));
        }
    }
    kept
}

/// The integral of a linear function over a polygon, whose corners have it as their third coordinate.
fn integral(mut corners: impl Iterator<Item = [f64; 3]>) -> f64 {
    let (Some(first), Some(mut last)) = (corners.next(), corners.next()) else { return 0.0 };
    let mut sum = 0.0;
    for next in corners {
        sum += twice_area(&[first, last, next]) * (first[2] + last[2] + next[2]);
        last = next;
    }
    sum / 6.0
}

/// Twice the area of a shadow, negative if its corners go clockwise.
fn twice_area([a, b, c]: &[[f64; 3]; 3]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// How far along the axis a triangle is at a place in its shadow.
fn height(triangle: &[[f64; 3]; 3], [x, y]: [f64; 2]) -> f64 {
    let [a, b, c] = *triangle;
    let at = [x, y, 0.0];
    let shares = [twice_area(&[b, c, at]), twice_area(&[c, a, at]), twice_area(&[a, b, at])];
    let height =
        (shares[0] * a[2] + shares[1] * b[2] + shares[2] * c[2]) / (shares[0] + shares[1] + shares[2]);
    height.max(least(triangle)).min(most(triangle))
}

pub(super) fn least(triangle: &[[f64; 3]; 3]) -> f64 {
    triangle[0][2].min(triangle[1][2]).min(triangle[2][2])
}

pub(super) fn most(triangle: &[[f64; 3]; 3]) -> f64 {
    triangle[0][2].max(triangle[1][2]).max(triangle[2][2])
}
