//! Directional penetration depth of two meshes: the distance that one has to move in a direction until the
//! other is completely behind it.
//!
//! Moved by s along n, a point q of the second mesh is at p of the first if p − q = s·n. So both meshes are
//! projected along n. Of all pairs of aligned points of the two, the greatest (p − q)·n is the distance to
//! move. Beyond it, no part of the second mesh is in front of, in or between parts of the first. This holds
//! for the enclosed solids as well, since on every line the ends of a solid are on its surface.
//!
//! The boxes of both trees are transformed into a frame with an axis along n (see
//! [`super::relative_bounds`]). Pairs that are not aligned are dropped. The pair with the greatest height
//! above the other is tested first, and pairs not above the best so far are not opened. The projections of
//! two aligned triangles overlap in a polygon over which the height is linear. So it is greatest at a corner
//! of the polygon, which is a corner of a triangle or a crossing of two edges.

use fearless_simd::{Level, Simd, SimdBase, SimdMask, f32x4, f32x8};
use smallvec::SmallVec;

use super::dual_traversal::{Children, DualTraversal};
use super::node::Child;
use super::relative_bounds::{BoxArray, ChildBoxes, FrameTransform, PlacedTree};
use super::{PACK, WIDTH};
use crate::bvh::aabb_query::lanes_of;
use crate::math::triple::{cross, difference};
use crate::math::{Vector, dispatch, rounded_down};

/// Coordinates in a view frame: two across the direction, the last along it.
pub(super) type ViewPoint = [f64; 3];

/// Result for two aligned triangles: the distance to move, and a plane that the translation must get beyond.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectionalDepth {
    /// Distance by which the first reaches beyond the second.
    pub along: f64,
    /// The points where they pass each other last, on the first and on the second.
    pub points: [ViewPoint; 2],
    /// The normal of both there, towards the front. Not of unit length; zero if unknown.
    pub facing: ViewPoint,
}

/// Children with an upper bound of their height difference.
#[derive(Clone, Copy)]
struct DepthCandidate {
    height: f32,
    children: Children,
}

impl<V: Vector> DualTraversal<'_, V> {
    /// Calls `visit` for every two triangles that may be aligned along the last of three axes, a frame around
    /// a middle, and whose height difference may exceed the known one. `visit` returns the new known
    /// difference. Returns `None` if boxes would separate nothing.
    pub fn for_each_aligned(
        &self,
        axes: [[f64; 3]; 3],
        middle: [f64; 3],
        known: f64,
        mut visit: impl FnMut(u32, u32) -> f64,
    ) -> Option<()> {
        if self.trees.iter().any(|tree| tree.nodes.is_empty()) {
            return Some(());
        }
        let sight = PlacedTree::from_axes(axes, middle, &self.placed);
        let transforms = [
            FrameTransform::new(&self.placed[0], &sight, 0.0)?,
            FrameTransform::new(&self.placed[1], &sight, 0.0)?,
        ];
        let level = Level::new();
        dispatch!(level, simd => self.traverse_along(simd, &transforms, known, &mut visit));
        Some(())
    }

    #[inline(always)]
    pub(super) fn traverse_along<S: Simd>(
        &self,
        simd: S,
        transforms: &[FrameTransform; 2],
        known: f64,
        visit: &mut dyn FnMut(u32, u32) -> f64,
    ) {
        let mut best = rounded_down(known);
        let mut stack: SmallVec<[DepthCandidate; 256]> = SmallVec::new();
        stack.push(DepthCandidate { height: f32::INFINITY, children: [Child::node(0); 2] });
        while let Some(DepthCandidate { height, children: [a, b] }) = stack.pop() {
            if height <= best {
                continue;
            }
            let (one, other) =
                (self.project_child(simd, transforms, 0, a), self.project_child(simd, transforms, 1, b));
            let before = stack.len();
            // For a pack beside a node, all triangles of the pack descend together.
            let mut of_b = [f32::NEG_INFINITY; WIDTH];
            for i in lanes_of(one.filled) {
                let (near, heights) = compare_heights(simd, &one.bounds, i, &other.bounds, best);
                let near = near & other.filled;
                match (a.is_pack(), b.is_pack()) {
                    (true, true) => {
                        for j in lanes_of(near) {
                            if heights[j] > best {
                                best = rounded_down(visit(self.triangle(0, a, i), self.triangle(1, b, j)));
                            }
                        }
                    }
                    (false, false) => {
                        let below = self.child_at(0, a, i);
                        stack.extend(lanes_of(near).map(|j| DepthCandidate {
                            height: heights[j],
                            children: [below, self.child_at(1, b, j)],
                        }));
                    }
                    (true, false) => {
                        for j in lanes_of(near) {
                            of_b[j] = f32::max(of_b[j], heights[j]);
                        }
                    }
                    (false, true) if near != 0 => {
                        let height =
                            lanes_of(near).fold(f32::NEG_INFINITY, |most, j| f32::max(most, heights[j]));
                        stack.push(DepthCandidate { height, children: [self.child_at(0, a, i), b] });
                    }
                    (false, true) => {}
                }
            }
            for (j, height) in of_b.into_iter().enumerate().filter(|(_, height)| *height > best) {
                stack.push(DepthCandidate { height, children: [a, self.child_at(1, b, j)] });
            }
            stack[before..].sort_unstable_by(|one, other| one.height.total_cmp(&other.height));
        }
    }

    /// Computes the boxes of a node or a pack in the view frame.
    #[inline(always)]
    fn project_child<S: Simd>(
        &self,
        simd: S,
        transforms: &[FrameTransform; 2],
        tree: usize,
        child: Child,
    ) -> ChildBoxes {
        let way = &transforms[tree];
        if !child.is_pack() {
            let boxes = self.child_boxes(simd, tree, child);
            return ChildBoxes { bounds: way.transform_boxes(simd, &boxes.bounds), filled: boxes.filled };
        }
        // The triangles themselves give a tighter bound than the boxes around them.
        let pack = &self.trees[tree].packs[child.number()];
        let [a, b, c] = way.transform_corners(simd, &pack.corners);
        let mut bounds = [[[0.0; WIDTH]; 2]; 3];
        for axis in 0..3 {
            let [a, b, c] = [a, b, c].map(|corner| f32x4::load_array_ref(simd, &corner[axis]));
            let min = a.min(b).min(c) - way.most_slack;
            let max = a.max(b).max(c) + way.most_slack;
            bounds[axis][0][..PACK].copy_from_slice(&min.to_array());
            bounds[axis][1][..PACK].copy_from_slice(&max.to_array());
        }
        ChildBoxes { bounds, filled: pack.filled() }
    }
}

/// Returns which of eight boxes are aligned with one box and have a height difference above the best, and
/// these differences.
#[inline(always)]
fn compare_heights<S: Simd>(
    simd: S,
    one: &BoxArray,
    lane: usize,
    others: &BoxArray,
    best: f32,
) -> (u32, [f32; WIDTH]) {
    let heights = f32x8::splat(simd, one[2][1][lane]) - f32x8::load_array_ref(simd, &others[2][0]);
    let mut near = heights.simd_gt(f32x8::splat(simd, best));
    for axis in 0..2 {
        near &= f32x8::load_array_ref(simd, &others[axis][0]).simd_le(f32x8::splat(simd, one[axis][1][lane]))
            & f32x8::load_array_ref(simd, &others[axis][1]).simd_ge(f32x8::splat(simd, one[axis][0][lane]));
    }
    (near.to_bitmask() as u32, heights.to_array())
}

/// Tolerance of barycentric and edge parameters: points on the border count as inside.
const BORDER_TOLERANCE: f64 = 1e-9;

/// Computes how far the first of two triangles in 3D reaches beyond the second; `None` if they are not
/// aligned.
pub(super) fn depth_in_3d(a: &[ViewPoint; 3], b: &[ViewPoint; 3]) -> Option<DirectionalDepth> {
    let mut best: Option<DirectionalDepth> = None;
    let mut count = |p: ViewPoint, q: ViewPoint, facing: ViewPoint| {
        let along = p[2] - q[2];
        if best.is_none_or(|best| along > best.along) {
            best = Some(DirectionalDepth { along, points: [p, q], facing });
        }
    };
    for corner in a {
        if let Some((under, normal)) = project_onto_triangle(*corner, b) {
            count(*corner, under, normal);
        }
    }
    for corner in b {
        if let Some((over, normal)) = project_onto_triangle(*corner, a) {
            count(over, *corner, normal);
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            let (p, q) = (a[i], b[j]);
            let (d, e) = (difference(a[(i + 1) % 3], p), difference(b[(j + 1) % 3], q));
            let (area, between) = (d[0] * e[1] - d[1] * e[0], difference(q, p));
            let s = (between[0] * e[1] - between[1] * e[0]) / area;
            let t = (between[0] * d[1] - between[1] * d[0]) / area;
            let is_on = |share: f64| (-BORDER_TOLERANCE..=1.0 + BORDER_TOLERANCE).contains(&share);
            // Parallel edges fail this test; their ends are aligned with the other triangle.
            if is_on(s) && is_on(t) {
                let (s, t) = (s.clamp(0.0, 1.0), t.clamp(0.0, 1.0));
                count(point_along(p, d, s), point_along(q, e, t), orient_to_front(cross(d, e)));
            }
        }
    }
    best
}

/// Computes the same in 2D, where the first coordinate is across the direction.
pub(super) fn depth_in_2d(a: &[ViewPoint; 3], b: &[ViewPoint; 3]) -> Option<DirectionalDepth> {
    let mut best: Option<DirectionalDepth> = None;
    let mut count = |corner: ViewPoint, edges: &[ViewPoint; 3], side: f64| {
        for i in 0..3 {
            let (from, way) = (edges[i], difference(edges[(i + 1) % 3], edges[i]));
            let share = (corner[0] - from[0]) / way[0];
            if !(-BORDER_TOLERANCE..=1.0 + BORDER_TOLERANCE).contains(&share) {
                continue;
            }
            let on_edge = point_along(from, way, share.clamp(0.0, 1.0));
            let points = if side > 0.0 { [corner, on_edge] } else { [on_edge, corner] };
            let along = points[0][2] - points[1][2];
            if best.is_none_or(|best| along > best.along) {
                best =
                    Some(DirectionalDepth { along, points, facing: orient_to_front([-way[2], 0.0, way[0]]) });
            }
        }
    };
    a.iter().for_each(|corner| count(*corner, b, 1.0));
    b.iter().for_each(|corner| count(*corner, a, -1.0));
    best
}

/// Projects a point along the direction onto a triangle; returns the projection and the normal there.
fn project_onto_triangle(point: ViewPoint, triangle: &[ViewPoint; 3]) -> Option<(ViewPoint, ViewPoint)> {
    let [a, b, c] = *triangle;
    let normal = cross(difference(b, a), difference(c, a));
    let seen = |p: ViewPoint, q: ViewPoint| {
        let (p, q) = (difference(p, point), difference(q, point));
        (p[0] * q[1] - p[1] * q[0]) / normal[2]
    };
    let shares = [seen(b, c), seen(c, a), seen(a, b)];
    // For a triangle seen edge-on the barycentric coordinates are NaN; its edges decide.
    if !shares.iter().all(|share| *share >= -BORDER_TOLERANCE) {
        return None;
    }
    let shares = shares.map(|share| share.clamp(0.0, 1.0));
    let sum: f64 = shares.iter().sum();
    let height = (shares[0] * a[2] + shares[1] * b[2] + shares[2] * c[2]) / sum;
    height.is_finite().then(|| ([point[0], point[1], height], orient_to_front(normal)))
}

fn point_along(a: ViewPoint, way: ViewPoint, share: f64) -> ViewPoint {
    [a[0] + way[0] * share, a[1] + way[1] * share, a[2] + way[2] * share]
}

fn orient_to_front(normal: ViewPoint) -> ViewPoint {
    if normal[2] < 0.0 { normal.map(|x| -x) } else { normal }
}
