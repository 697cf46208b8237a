//! The closest triangles of two meshes.
//!
//! The search first descends straight to triangles that are near. Then it visits pairs that may be nearer,
//! the nearest of a node's pairs first. There are three lower bounds for a pair: from its boxes in the frame
//! of either mesh, from the direction along which the best triangles so far are nearest (see
//! [`super::directional_bound`]), and finally from the direction between the two triangles.

use fearless_simd::{Level, Simd, SimdBase, SimdFloat, SimdMask, f32x4, f32x8};
use smallvec::SmallVec;

use super::WIDTH;
use super::directional_bound::DirectionalBound;
use super::dual_traversal::{Children, DualTraversal};
use super::node::Child;
use super::pack::PackCorners;
use super::relative_bounds::{BoxArray, ChildBoxes, PlacedTree};
use crate::bvh::aabb_query::lanes_of;
use crate::math::{Scalar, Vector, dispatch, rounded_up};

/// Remaining goal of a search.
pub(crate) struct DistanceGoal {
    /// The greatest relevant distance.
    pub limit: f64,
    /// Unit vector from the first mesh to the second along which to bound distances.
    pub normal: [f64; 3],
}

impl DistanceGoal {
    /// Ends the search.
    pub const DONE: DistanceGoal = DistanceGoal { limit: -1.0, normal: [0.0; 3] };
}

/// Children whose distance is at least this.
#[derive(Clone, Copy)]
struct NodePairEntry {
    square: f32,
    children: Children,
}

/// State of a search.
struct ClosestSearch<'f> {
    /// Square of the remaining distance limit.
    most: f32,
    along: DirectionalBound,
    visit: &'f mut dyn FnMut(u32, u32) -> Option<DistanceGoal>,
}

impl ClosestSearch<'_> {
    /// Continues with the remaining goal.
    #[inline(always)]
    fn update_goal(&mut self, placed: &[PlacedTree; 2], nearer: &DistanceGoal) {
        self.most = limit_square(nearer.limit);
        self.along = DirectionalBound::new(placed, nearer.normal);
    }
}

/// Two nodes or packs, with the boxes of each in the frame of the other, and their ends along a direction.
struct NodePairBounds {
    boxes: [ChildBoxes; 2],
    b_to_a: BoxArray,
    a_to_b: BoxArray,
    ends: [[f32; WIDTH]; 2],
    between: f32,
}

impl<V: Vector> DualTraversal<'_, V> {
    /// Calls `visit` for every two triangles that may be no further apart than a limit, each pair once,
    /// nearer boxes first; it returns the new goal if that has changed.
    pub fn for_each_by_distance(&self, limit: f64, mut visit: impl FnMut(u32, u32) -> Option<DistanceGoal>) {
        self.search_nearest(limit, None, &mut visit);
    }

    /// Does the same without a limit, or starts from a known goal.
    pub fn for_each_from_known(
        &self,
        known: Option<DistanceGoal>,
        mut visit: impl FnMut(u32, u32) -> Option<DistanceGoal>,
    ) {
        self.search_nearest(f64::INFINITY, known, &mut visit);
    }

    /// One function for all callers, as it is compiled once for each instruction set.
    fn search_nearest(
        &self,
        limit: f64,
        known: Option<DistanceGoal>,
        visit: &mut dyn FnMut(u32, u32) -> Option<DistanceGoal>,
    ) {
        if self.trees.iter().any(|tree| tree.nodes.is_empty()) {
            return;
        }
        let level = Level::new();
        dispatch!(level, simd => self.traverse_closest(simd, limit, known, visit))
    }

    #[inline(always)]
    pub(super) fn traverse_closest<S: Simd>(
        &self,
        simd: S,
        limit: f64,
        known: Option<DistanceGoal>,
        visit: &mut dyn FnMut(u32, u32) -> Option<DistanceGoal>,
    ) {
        let mut search =
            ClosestSearch { most: limit_square(limit), along: DirectionalBound::nothing(), visit };
        let is_known = known.is_some();
        if let Some(nearer) = known {
            search.update_goal(&self.placed, &nearer);
        }
        // First a greedy descent to near triangles, which determine the direction for the bounds.
        let mut children = [Child::node(0); 2];
        let mut seen = None;
        while !is_known
            && let Some(sides) = self.prepare_node_pair(simd, children, &search.along, search.most)
        {
            if children.iter().all(|child| child.is_pack()) {
                self.visit_packs(simd, children, &sides, &mut search);
                seen = Some(children);
                break;
            }
            match self.pick_closest_centers(simd, children, &sides) {
                Some(next) => children = next,
                None => break,
            }
        }

        let mut stack: SmallVec<[NodePairEntry; 256]> = SmallVec::new();
        stack.push(NodePairEntry { square: 0.0, children: [Child::node(0); 2] });
        while let Some(NodePairEntry { square, children }) = stack.pop() {
            if square > search.most || seen == Some(children) {
                continue;
            }
            let Some(sides) = self.prepare_node_pair(simd, children, &search.along, search.most) else {
                continue;
            };
            if children.iter().all(|child| child.is_pack()) {
                self.visit_packs(simd, children, &sides, &mut search);
            } else {
                let before = stack.len();
                self.push_children(simd, children, &sides, search.most, &mut stack);
                let pushed = &mut stack[before..];
                pushed.sort_unstable_by(|one, other| other.square.total_cmp(&one.square));
            }
        }
    }

    /// Transforms two nodes or packs into the frame of each other; `None` if they are too far apart along the
    /// direction.
    #[inline(always)]
    fn prepare_node_pair<S: Simd>(
        &self,
        simd: S,
        [a, b]: Children,
        along: &DirectionalBound,
        most: f32,
    ) -> Option<NodePairBounds> {
        let boxes = [self.child_boxes(simd, 0, a), self.child_boxes(simd, 1, b)];
        let ends = [
            self.extents_along(simd, along, 0, a, &boxes[0]),
            self.extents_along(simd, along, 1, b, &boxes[1]),
        ];
        let end = lanes_of(boxes[0].filled).fold(f32::NEG_INFINITY, |end, i| Scalar::max(end, ends[0][i]));
        let start = lanes_of(boxes[1].filled).fold(f32::INFINITY, |start, j| Scalar::min(start, ends[1][j]));
        let gap = start - (end - along.between);
        if gap > 0.0 && gap * gap > most {
            return None;
        }
        let b_to_a = self.transforms[0].transform_boxes(simd, &boxes[1].bounds);
        let a_to_b = self.transforms[1].transform_boxes(simd, &boxes[0].bounds);
        Some(NodePairBounds { boxes, b_to_a, a_to_b, ends, between: along.between })
    }

    /// Returns which boxes of the second may be near enough to one of the first, and lower bounds of the
    /// squares of their distances from it.
    #[inline(always)]
    fn select_near_boxes<S: Simd>(
        &self,
        simd: S,
        sides: &NodePairBounds,
        lane: usize,
        most: f32,
    ) -> (u32, [f32; WIDTH]) {
        let [boxes_a, boxes_b] = &sides.boxes;
        let most = f32x8::splat(simd, most);
        let starts = f32x8::load_array_ref(simd, &sides.ends[1]);
        let gap = (starts - (sides.ends[0][lane] - sides.between)).max(f32x8::splat(simd, 0.0));
        let along = gap * gap;
        if along.simd_le(most).to_bitmask() as u32 & boxes_b.filled == 0 {
            return (0, [f32::INFINITY; WIDTH]);
        }
        let in_a = self.transforms[0].squared_gaps(simd, &boxes_a.bounds, lane, &sides.b_to_a);
        let in_b = self.transforms[1].squared_gaps(simd, &sides.a_to_b, lane, &boxes_b.bounds);
        let squares = in_a.max(in_b).max(along);
        (squares.simd_le(most).to_bitmask() as u32 & boxes_b.filled, squares.to_array())
    }

    /// Pushes all pairs of children that are near enough; of a pack beside a node, the pack remains as it is.
    #[inline(always)]
    fn push_children<S: Simd>(
        &self,
        simd: S,
        [a, b]: Children,
        sides: &NodePairBounds,
        most: f32,
        stack: &mut SmallVec<[NodePairEntry; 256]>,
    ) {
        let (mut seen, mut least_b) = (0, [f32::INFINITY; WIDTH]);
        for i in lanes_of(sides.boxes[0].filled) {
            let (near, squares) = self.select_near_boxes(simd, sides, i, most);
            if a.is_pack() {
                seen |= near;
                for j in lanes_of(near) {
                    least_b[j] = Scalar::min(least_b[j], squares[j]);
                }
                continue;
            }
            let below = self.child_at(0, a, i);
            if b.is_pack() && near != 0 {
                let square = lanes_of(near).fold(f32::INFINITY, |least, j| Scalar::min(least, squares[j]));
                stack.push(NodePairEntry { square, children: [below, b] });
            } else if !b.is_pack() {
                for j in lanes_of(near) {
                    stack.push(NodePairEntry {
                        square: squares[j],
                        children: [below, self.child_at(1, b, j)],
                    });
                }
            }
        }
        for j in lanes_of(seen) {
            stack.push(NodePairEntry { square: least_b[j], children: [a, self.child_at(1, b, j)] });
        }
    }

    /// Returns the pair of children whose centres are nearest.
    #[inline(always)]
    fn pick_closest_centers<S: Simd>(
        &self,
        simd: S,
        [a, b]: Children,
        sides: &NodePairBounds,
    ) -> Option<Children> {
        let half = 0.5;
        let (one, others) = (&sides.boxes[0].bounds, &sides.b_to_a);
        let mut nearest: Option<(f32, [usize; 2])> = None;
        for i in lanes_of(sides.boxes[0].filled) {
            let mut squares = f32x8::splat(simd, 0.0);
            for axis in 0..3 {
                let middle = one[axis][0][i] * half + one[axis][1][i] * half;
                let min = f32x8::load_array_ref(simd, &others[axis][0]);
                let max = f32x8::load_array_ref(simd, &others[axis][1]);
                let between = min * half + max * half - middle;
                squares += between * between;
            }
            let squares = squares.to_array();
            for j in lanes_of(sides.boxes[1].filled) {
                if nearest.is_none_or(|(least, _)| squares[j] < least) {
                    nearest = Some((squares[j], [i, j]));
                }
            }
        }
        nearest.map(|(_, [i, j])| [self.child_at(0, a, i), self.child_at(1, b, j)])
    }

    /// Visits the pairs of triangles of two packs that are near enough.
    #[inline(always)]
    fn visit_packs<S: Simd>(
        &self,
        simd: S,
        [a, b]: Children,
        sides: &NodePairBounds,
        search: &mut ClosestSearch,
    ) {
        let corners_b = self.transforms[0].transform_corners(simd, &self.trees[1].packs[b.number()].corners);
        for i in lanes_of(sides.boxes[0].filled) {
            let (near, _) = self.select_near_boxes(simd, sides, i, search.most);
            if near == 0 {
                continue;
            }
            let far = self.cull_far_triangles(simd, a, i, &corners_b, search.most);
            for j in lanes_of(near & !far) {
                if let Some(nearer) = (search.visit)(self.triangle(0, a, i), self.triangle(1, b, j)) {
                    search.update_goal(&self.placed, &nearer);
                }
            }
        }
    }

    /// Returns where the boxes of the first tree end along a direction, or where the boxes of the
    /// second tree begin.
    #[inline(always)]
    fn extents_along<S: Simd>(
        &self,
        simd: S,
        along: &DirectionalBound,
        tree: usize,
        child: Child,
        boxes: &ChildBoxes,
    ) -> [f32; WIDTH] {
        if child.is_pack() {
            along.ends_of_pack(simd, tree, &self.trees[tree].packs[child.number()])
        } else {
            along.ends_of_boxes(simd, tree, &boxes.bounds)
        }
    }

    /// Returns the triangles of a pack, transformed into the frame of the first mesh, that are too far from
    /// one triangle there, along the line between their centroids.
    #[inline(always)]
    fn cull_far_triangles<S: Simd>(
        &self,
        simd: S,
        a: Child,
        lane: usize,
        others: &PackCorners,
        most: f32,
    ) -> u32 {
        let way = &self.transforms[0];
        let one = &self.trees[0].packs[a.number()].corners;
        let third = 1.0 / 3.0;
        let mut middle = [0.0; 3];
        let mut direction = [f32x4::splat(simd, 0.0); 3];
        let mut length = f32x4::splat(simd, 0.0);
        for axis in 0..3 {
            middle[axis] = (one[0][axis][lane] + one[1][axis][lane] + one[2][axis][lane]) * third;
            let sum = f32x4::load_array_ref(simd, &others[0][axis])
                + f32x4::load_array_ref(simd, &others[1][axis])
                + f32x4::load_array_ref(simd, &others[2][axis]);
            direction[axis] = sum * third - middle[axis];
            length += direction[axis] * direction[axis];
        }
        let mut end = f32x4::splat(simd, f32::NEG_INFINITY);
        let mut start = f32x4::splat(simd, f32::INFINITY);
        for corner in 0..3 {
            let mut ours = f32x4::splat(simd, 0.0);
            let mut theirs = f32x4::splat(simd, 0.0);
            for axis in 0..3 {
                ours += direction[axis] * (one[corner][axis][lane] - middle[axis]);
                let other = f32x4::load_array_ref(simd, &others[corner][axis]);
                theirs += direction[axis] * (other - middle[axis]);
            }
            end = end.max(ours);
            start = start.min(theirs);
        }
        // Twice the slack: half of it exceeds the roundings of these few steps. The squares of the least
        // lengths underflow: along such a line, or without a line, no triangle is excluded.
        let gap = (start - end) / (length + f32::MIN_POSITIVE).sqrt() - way.most_slack * 2.0;
        let gap = gap.max(f32x4::splat(simd, 0.0));
        (gap * gap * way.square).simd_gt(f32x4::splat(simd, most)).to_bitmask() as u32
    }
}

/// Returns a number whose square root is no less than a limit; a negative limit excludes all pairs.
fn limit_square(limit: f64) -> f32 {
    if limit < 0.0 {
        return -1.0;
    }
    rounded_up(limit * limit * (1.0 + 4.0 * f64::EPSILON) + f64::from(f32::MIN_POSITIVE))
}
