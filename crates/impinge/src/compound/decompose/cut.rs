//! Triangles cut by planes.

use glam::DVec3;

/// A triangle, or what a cut left of one.
pub(super) type Fragment = [DVec3; 3];

/// All points x with normal · x = offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plane {
    /// A unit vector.
    pub normal: DVec3,
    pub offset: f64,
}

impl Plane {
    /// How far a point is above.
    pub fn height(&self, point: DVec3) -> f64 {
        self.normal.dot(point) - self.offset
    }
}

/// Of a part with more fragments, so many of the largest, and as many of the others, say which plane is good.
const SAMPLE: usize = 100;

/// Fragments below and above a plane.
///
/// What reaches across by no more than `rounding` stays whole. What lies in the plane bounds what is behind it: it goes to
/// the side that it looks away from.
pub(super) fn both_sides(fragments: &[Fragment], plane: &Plane, rounding: f64) -> [Vec<Fragment>; 2] {
    let (mut below, mut above) = (Vec::new(), Vec::new());
    for fragment in fragments {
        let heights = fragment.map(|corner| plane.height(corner));
        let is_above = heights.iter().any(|&height| height > rounding);
        let is_below = heights.iter().any(|&height| height < -rounding);
        match (is_below, is_above) {
            (true, false) => below.push(*fragment),
            (false, true) => above.push(*fragment),
            (false, false) => {
                let [a, b, c] = *fragment;
                let looks_up = (b - a).cross(c - a).dot(plane.normal) >= 0.0;
                if looks_up { below.push(*fragment) } else { above.push(*fragment) }
            }
            (true, true) => {
                push_side(*fragment, heights, &mut above);
                push_side(*fragment, heights.map(|height| -height), &mut below);
            }
        }
    }
    [below, above]
}

/// What has a height of at least 0 of a triangle that does not lie on one side.
fn push_side(fragment: Fragment, heights: [f64; 3], side: &mut Vec<Fragment>) {
    // Clipped as a polygon (Sutherland & Hodgman 1974).
    let mut corners = [DVec3::ZERO; 4];
    let mut count = 0;
    let mut push = |corner: DVec3| {
        corners[count] = corner;
        count += 1;
    };
    for i in 0..3 {
        let j = (i + 1) % 3;
        if heights[i] >= 0.0 {
            push(fragment[i]);
        }
        if (heights[i] > 0.0 && heights[j] < 0.0) || (heights[i] < 0.0 && heights[j] > 0.0) {
            push(crossing([fragment[i], fragment[j]], [heights[i], heights[j]]));
        }
    }
    let [a, b, c, d] = corners;
    if count >= 3 {
        side.push([a, b, c]);
    }
    if count == 4 {
        side.push([a, c, d]);
    }
}

/// Where an edge crosses a plane that its ends are at different heights of.
pub(super) fn crossing(ends: [DVec3; 2], heights: [f64; 2]) -> DVec3 {
    // From the same end on both sides of the plane, so that both have the same point.
    let (near, far) = if heights[0].abs() < heights[1].abs() { (0, 1) } else { (1, 0) };
    let part = heights[near] / (heights[near] - heights[far]);
    ends[near] + (ends[far] - ends[near]) * part
}

/// Enough fragments to choose a plane by.
pub(super) fn sample(fragments: &[Fragment]) -> Vec<Fragment> {
    if fragments.len() <= 2 * SAMPLE {
        return fragments.to_vec();
    }
    let area = |&[a, b, c]: &Fragment| (b - a).cross(c - a).length_squared();
    let mut order: Vec<usize> = (0..fragments.len()).collect();
    let larger = |&a: &usize, &b: &usize| area(&fragments[b]).total_cmp(&area(&fragments[a])).then(a.cmp(&b));
    order.select_nth_unstable_by(SAMPLE, larger);
    let mut chosen: Vec<usize> = order[..SAMPLE].to_vec();
    let mut others: Vec<usize> = order[SAMPLE..].to_vec();
    chosen.sort_unstable();
    others.sort_unstable();
    chosen.extend(others.iter().step_by(others.len().div_ceil(SAMPLE)));
    chosen.into_iter().map(|i| fragments[i]).collect()
}
