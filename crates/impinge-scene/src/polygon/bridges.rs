//! Joins the holes of a polygon to its outline, by a bridge there and back, so that one ring goes around all.
//!
//! From the corner of a hole that is furthest along x, the first edge along x has an end that may be seen
//! from there; where corners are in between, the one of them that is nearest in direction is.
//!
//! Each hole is tested against all of the ring so far. Rounding may put a bridge across an edge: then
//! the ears of the ring do not cover the polygon, which is noticed there.
//!
//! Source: Eberly, "Triangulation by Ear Clipping", 2002, section 5.

use impinge::math::orientation_2d;

/// The corners around a polygon and its holes as one ring, counter-clockwise. Two corners of each bridge
/// occur twice. The rings are corners, the outline first, each with its own sense.
pub(super) fn joined(points: &[[f64; 2]], rings: &[std::ops::Range<usize>]) -> Option<Vec<u32>> {
    let turned = |ring: &std::ops::Range<usize>, is_hole: bool| -> Vec<u32> {
        let mut corners: Vec<u32> = ring.clone().map(|corner| corner as u32).collect();
        if (signed_area(points, &corners) < 0.0) != is_hole {
            corners.reverse();
        }
        corners
    };
    let (outline, holes) = rings.split_first()?;
    let mut ring = turned(outline, false);
    let mut holes: Vec<Vec<u32>> = holes.iter().map(|hole| turned(hole, true)).collect();
    let place = |corner: u32| points[corner as usize];
    for hole in &mut holes {
        let far = (0..hole.len()).max_by(|&a, &b| place(hole[a])[0].total_cmp(&place(hole[b])[0]))?;
        hole.rotate_left(far);
    }
    // The one furthest along x sees the outline; the others see it or those before.
    holes.sort_by(|a, b| place(b[0])[0].total_cmp(&place(a[0])[0]));
    for hole in holes {
        let at = visible(points, &ring, place(hole[0]))?;
        let bridge = [hole[0], ring[at]];
        ring.splice(at + 1..at + 1, hole.into_iter().chain(bridge));
    }
    Some(ring)
}

fn signed_area(points: &[[f64; 2]], corners: &[u32]) -> f64 {
    let [ox, oy] = points[corners[0] as usize];
    let spoke = |corner: u32| [points[corner as usize][0] - ox, points[corner as usize][1] - oy];
    let cross = |edge: &[u32]| {
        let ([ax, ay], [bx, by]) = (spoke(edge[0]), spoke(edge[1]));
        ax * by - ay * bx
    };
    corners.windows(2).map(cross).sum()
}

/// The place in a ring of a corner that is seen from a point within it.
fn visible(points: &[[f64; 2]], ring: &[u32], from: [f64; 2]) -> Option<usize> {
    let count = ring.len();
    let point = |place: usize| points[ring[place % count] as usize];
    // Where the ring goes up it has its inside on the left, so a point within it sees such an edge along x.
    let hits = (0..count).filter_map(|place| {
        let ([ax, ay], [bx, by]) = (point(place), point(place + 1));
        let is_met = ay <= from[1] && from[1] <= by && ay < by && is_left_or_on([[ax, ay], [bx, by]], from);
        is_met.then(|| (ax + (from[1] - ay) / (by - ay) * (bx - ax), place))
    });
    let (x, place) = hits.min_by(|(one, _), (other, _)| one.total_cmp(other))?;
    let end = if point(place)[0] > point(place + 1)[0] { place } else { (place + 1) % count };
    let hit = [x, from[1]];
    let mut triangle = [from, hit, point(end)];
    if !is_left_or_on([from, hit], point(end)) {
        triangle.swap(1, 2);
    }
    let [a, b, c] = triangle;
    // Of those in the triangle, the one nearest in direction, and then in distance.
    let slope = |place: usize| {
        let [x, y] = point(place);
        (y - from[1]).abs() / (x - from[0])
    };
    let is_in = |place: &usize| {
        let point = point(*place);
        point[0] > from[0] && [[a, b], [b, c], [c, a]].iter().all(|&side| is_left_or_on(side, point))
    };
    // A corner that occurs several times is seen where the ring opens towards the point.
    let opens = |place: &usize| {
        let [before, at, after] = [place + count - 1, *place, place + 1].map(point);
        let sees = |[from, to]: [[f64; 2]; 2], point: [f64; 2]| !is_left_or_on([to, from], point);
        if sees([before, at], after) {
            sees([before, at], from) && sees([at, after], from)
        } else {
            sees([before, at], from) || sees([at, after], from)
        }
    };
    let candidates = (0..count).filter(|place| is_in(place) || point(*place) == point(end));
    candidates.filter(opens).min_by(|&one, &other| {
        slope(one).total_cmp(&slope(other)).then(point(one)[0].total_cmp(&point(other)[0]))
    })
}

/// Tests exactly whether a point is to the left of a line or on it.
fn is_left_or_on([from, to]: [[f64; 2]; 2], point: [f64; 2]) -> bool {
    orientation_2d(from, to, point).is_ge()
}
