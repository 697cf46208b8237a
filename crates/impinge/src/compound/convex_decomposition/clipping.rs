//! Triangles cut by planes.

use glam::DVec3;

/// A triangle, or a piece of one.
#[derive(Clone, Copy)]
pub(super) struct Fragment {
    pub corners: [DVec3; 3],
    /// The middle of its open sheet; `None` for a fragment of a closed surface.
    pub sheet: Option<DVec3>,
}

/// All points x with normal · x = offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CuttingPlane {
    /// A unit vector.
    pub normal: DVec3,
    pub offset: f64,
}

impl CuttingPlane {
    /// Returns the height of a point above the plane.
    pub fn height(&self, point: DVec3) -> f64 {
        self.normal.dot(point) - self.offset
    }
}

/// A plane that divides the contents of a cell.
#[derive(Clone, Copy)]
pub(super) struct CellCut {
    pub plane: CuttingPlane,
    /// Open sheets are not cut: each goes to the side of its middle. They enclose nothing, so each may be on
    /// either side.
    pub keeps_sheets: bool,
}

/// Maximum number of the largest fragments, and of the others, that choose the plane of a part.
const MAX_SAMPLE: usize = 100;

/// Fragments below and above a plane.
///
/// A fragment that reaches across by at most `rounding` stays whole. A fragment in the plane bounds the
/// solid behind it: it goes to the side that its back faces.
pub(super) fn both_sides(fragments: &[Fragment], cut: &CellCut, rounding: f64) -> [Vec<Fragment>; 2] {
    let plane = &cut.plane;
    let (mut below, mut above) = (Vec::new(), Vec::new());
    for fragment in fragments {
        if let Some(middle) = fragment.sheet.filter(|_| cut.keeps_sheets) {
            if plane.height(middle) > 0.0 {
                above.push(*fragment)
            } else {
                below.push(*fragment)
            }
            continue;
        }
        let heights = fragment.corners.map(|corner| plane.height(corner));
        let is_above = heights.iter().any(|&height| height > rounding);
        let is_below = heights.iter().any(|&height| height < -rounding);
        match (is_below, is_above) {
            (true, false) => below.push(*fragment),
            (false, true) => above.push(*fragment),
            (false, false) => {
                let [a, b, c] = fragment.corners;
                let looks_up = (b - a).cross(c - a).dot(plane.normal) >= 0.0;
                if looks_up { below.push(*fragment) } else { above.push(*fragment) }
            }
            (true, true) => {
                push_side(fragment, heights, &mut above);
                push_side(fragment, heights.map(|height| -height), &mut below);
            }
        }
    }
    [below, above]
}

/// Returns, across each axis, the plane half-way between the outermost middles of sheets: each divides some
/// of them, unless all are in it.
pub(super) fn halfway(fragments: &[Fragment]) -> Vec<CuttingPlane> {
    let middles = || fragments.iter().filter_map(|fragment| fragment.sheet);
    let (low, high) = middles().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), middle| {
        (low.min(middle), high.max(middle))
    });
    let across =
        |axis: usize| CuttingPlane { normal: DVec3::AXES[axis], offset: low[axis].midpoint(high[axis]) };
    (0..3).filter(|&axis| low[axis] < high[axis]).map(across).collect()
}

/// Returns the part with a height of at least 0 of a triangle that intersects the plane.
fn push_side(&Fragment { corners: ends, sheet }: &Fragment, heights: [f64; 3], side: &mut Vec<Fragment>) {
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
            push(ends[i]);
        }
        if (heights[i] > 0.0 && heights[j] < 0.0) || (heights[i] < 0.0 && heights[j] > 0.0) {
            push(crossing([ends[i], ends[j]], [heights[i], heights[j]]));
        }
    }
    let [a, b, c, d] = corners;
    if count >= 3 {
        side.push(Fragment { corners: [a, b, c], sheet });
    }
    if count == 4 {
        side.push(Fragment { corners: [a, c, d], sheet });
    }
}

/// Returns the intersection of an edge with a plane between its ends.
pub(super) fn crossing(ends: [DVec3; 2], heights: [f64; 2]) -> DVec3 {
    // Computed from the same end for both sides of the plane, so that both have the same point.
    let (near, far) = if heights[0].abs() < heights[1].abs() { (0, 1) } else { (1, 0) };
    let part = heights[near] / (heights[near] - heights[far]);
    ends[near] + (ends[far] - ends[near]) * part
}

/// Returns enough fragments to choose a plane.
pub(super) fn sample(fragments: &[Fragment]) -> Vec<Fragment> {
    if fragments.len() <= 2 * MAX_SAMPLE {
        return fragments.to_vec();
    }
    let area = |&Fragment { corners: [a, b, c], .. }: &Fragment| (b - a).cross(c - a).length_squared();
    let mut order: Vec<usize> = (0..fragments.len()).collect();
    let larger = |&a: &usize, &b: &usize| area(&fragments[b]).total_cmp(&area(&fragments[a])).then(a.cmp(&b));
    order.select_nth_unstable_by(MAX_SAMPLE, larger);
    let mut chosen: Vec<usize> = order[..MAX_SAMPLE].to_vec();
    let mut others: Vec<usize> = order[MAX_SAMPLE..].to_vec();
    chosen.sort_unstable();
    others.sort_unstable();
    chosen.extend(others.iter().step_by(others.len().div_ceil(MAX_SAMPLE)));
    chosen.into_iter().map(|i| fragments[i]).collect()
}
