//! Dual traversal of two trees: finds the pairs of triangles that may intersect, or come near each other.
//!
//! A node of one tree is tested with a node of the other. The eight boxes of each are transformed into the
//! frame of the other, and all 64 pairs of boxes are compared in both frames (see
//! [`super::relative_bounds`]). Pairs that are not disjoint go on a stack. Of the remaining triangles, those
//! on one side of another's plane are culled four at once (see [`super::triangle_plane_cull`]).

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use fearless_simd::{Level, Simd};
use smallvec::SmallVec;

use super::node::Child;
use super::relative_bounds::{ChildBoxes, FrameTransform, PlacedTree, separate_boxes};
use super::triangle_plane_cull::cull_by_plane;
use super::{MeshBvh, PACK};
use crate::bvh::aabb_query::lanes_of;
use crate::math::{Affine, Vector, dispatch};

/// Two placed meshes.
pub(crate) struct DualTraversal<'a, V: Vector> {
    pub(super) trees: [&'a MeshBvh<V>; 2],
    pub(super) placed: [PlacedTree; 2],
    /// Transforms into the frame of the first tree, and into the frame of the second.
    pub(super) transforms: [FrameTransform; 2],
}

/// A node or pack of each tree.
pub(super) type Children = [Child; 2];

impl<'a, V: Vector> DualTraversal<'a, V> {
    /// Creates a pair of trees with the maps that place them, for geometry within a margin. Returns `None` if
    /// boxes would separate nothing, because both maps flatten or numbers are too large.
    pub fn new(
        a: (&'a MeshBvh<V>, &Affine<V>),
        b: (&'a MeshBvh<V>, &Affine<V>),
        margin: f64,
    ) -> Option<Self> {
        let placed = [PlacedTree::new(a.0, a.1), PlacedTree::new(b.0, b.1)];
        if !placed.iter().all(PlacedTree::fits_range::<V>) {
            return None;
        }
        let transforms = FrameTransform::between(&placed[0], &placed[1], margin)?;
        Some(DualTraversal { trees: [a.0, b.0], placed, transforms })
    }

    /// Calls `visit` for every two triangles that may intersect or come within the margin, until it breaks.
    /// The pairs are in the order of the trees.
    pub fn for_each_near_pair<B>(&self, mut visit: impl FnMut(u32, u32) -> ControlFlow<B>) -> ControlFlow<B> {
        let mut broken = None;
        self.search_near(&mut |i, j| match visit(i, j) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(with) => {
                broken = Some(with);
                ControlFlow::Break(())
            }
        });
        broken.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    /// One function for all callers, as it is compiled once for each instruction set.
    fn search_near(&self, visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>) {
        if self.trees.iter().any(|tree| tree.nodes.is_empty()) {
            return;
        }
        let level = Level::new();
        let _ = dispatch!(level, simd => self.descend(simd, visit));
    }

    #[inline(always)]
    pub(super) fn child_boxes<S: Simd>(&self, simd: S, tree: usize, child: Child) -> ChildBoxes {
        let tree = self.trees[tree];
        if child.is_pack() {
            ChildBoxes::of_pack(&tree.packs[child.number()])
        } else {
            ChildBoxes::of_node(simd, &tree.nodes[child.number()])
        }
    }

    /// Returns the child in a lane; for a pack, the pack itself.
    #[inline(always)]
    pub(super) fn child_at(&self, tree: usize, child: Child, lane: usize) -> Child {
        if child.is_pack() { child } else { self.trees[tree].nodes[child.number()].children[lane] }
    }

    #[inline(always)]
    pub(super) fn triangle(&self, tree: usize, pack: Child, lane: usize) -> u32 {
        self.trees[tree].packs[pack.number()].triangles[lane]
    }

    #[inline(always)]
    pub(super) fn descend<S: Simd>(
        &self,
        simd: S,
        visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut stack: SmallVec<[Children; 256]> = SmallVec::new();
        stack.push([Child::node(0); 2]);
        while let Some([a, b]) = stack.pop() {
            let (boxes_a, boxes_b) = (self.child_boxes(simd, 0, a), self.child_boxes(simd, 1, b));
            let b_to_a = self.transforms[0].transform_boxes(simd, &boxes_b.bounds);
            let a_to_b = self.transforms[1].transform_boxes(simd, &boxes_a.bounds);
            // For a pack beside a node, all triangles of the pack descend together.
            let (mut seen_a, mut seen_b) = (0, 0);
            let mut near_of = [0; PACK];
            for i in lanes_of(boxes_a.filled) {
                let apart = separate_boxes(simd, &boxes_a.bounds, i, &b_to_a)
                    | separate_boxes(simd, &a_to_b, i, &boxes_b.bounds);
                let near = boxes_b.filled & !apart;
                match (a.is_pack(), b.is_pack()) {
                    (true, true) => near_of[i] = near,
                    (false, false) => {
                        let below = self.child_at(0, a, i);
                        stack.extend(lanes_of(near).map(|j| [below, self.child_at(1, b, j)]));
                    }
                    (true, false) => seen_b |= near,
                    (false, true) => seen_a |= u32::from(near != 0) << i,
                }
            }
            if near_of != [0; PACK] {
                self.cull_pairs_by_planes(simd, [a, b], &mut near_of);
                for (i, near) in near_of.into_iter().enumerate() {
                    for j in lanes_of(near) {
                        visit(self.triangle(0, a, i), self.triangle(1, b, j))?;
                    }
                }
            }
            stack.extend(lanes_of(seen_a).map(|i| [self.child_at(0, a, i), b]));
            stack.extend(lanes_of(seen_b).map(|j| [a, self.child_at(1, b, j)]));
        }
        ControlFlow::Continue(())
    }

    /// Keeps the pairs of triangles of two packs in which each may reach across the plane of the other.
    #[inline(always)]
    fn cull_pairs_by_planes<S: Simd>(&self, simd: S, [a, b]: Children, near_of: &mut [u32; PACK]) {
        let corners_a = &self.trees[0].packs[a.number()].corners;
        let corners_b = &self.trees[1].packs[b.number()].corners;
        let b_to_a = self.transforms[0].transform_corners(simd, corners_b);
        let mut left = 0;
        for (i, near) in near_of.iter_mut().enumerate() {
            if *near != 0 {
                *near &= !cull_by_plane(simd, corners_a, i, &b_to_a, self.transforms[0].most_slack);
                left |= *near;
            }
        }
        if left == 0 {
            return;
        }
        let a_to_b = self.transforms[1].transform_corners(simd, corners_a);
        for j in 0..PACK {
            if left >> j & 1 != 0 {
                let far = cull_by_plane(simd, corners_b, j, &a_to_b, self.transforms[1].most_slack);
                for (i, near) in near_of.iter_mut().enumerate() {
                    *near &= !((far >> i & 1) << j);
                }
            }
        }
    }
}
