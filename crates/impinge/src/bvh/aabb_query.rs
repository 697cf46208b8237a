//! Queries for all items that overlap a box.

use std::ops::ControlFlow;

use fearless_simd::{Level, Simd, SimdBase, SimdMask, f32x8, mask32x8};
use smallvec::SmallVec;

use super::build::{Bvh, WIDTH, relative};
use crate::Flow;
use crate::flow;
use crate::math::{Vector, dispatch};
use crate::shape::Aabb;

/// Lanes of a block, one bit each.
pub(super) type LaneMask = u32;
/// All lanes of a block.
const ALL_LANES: LaneMask = (1 << WIDTH) - 1;

/// The boxes of a block that overlap a box; touching ones do.
#[inline(always)]
pub(super) fn overlapping<S: Vector<Scalar = f32>>(lanes: &[[f32; WIDTH]], min: S, max: S) -> LaneMask {
    let mut apart = [false; WIDTH];
    for axis in 0..S::DIMENSION {
        let (least, most) = (&lanes[axis], &lanes[S::DIMENSION + axis]);
        for lane in 0..WIDTH {
            apart[lane] |= (least[lane] > max[axis]) | (most[lane] < min[axis]);
        }
    }
    (0..WIDTH).fold(0, |mask, lane| mask | LaneMask::from(!apart[lane]) << lane)
}

/// The numbers of the bits that are set.
#[inline(always)]
pub(super) fn lanes_of(mut mask: LaneMask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        mask = mask.checked_sub(1).map(|below| mask & below)?;
        Some(lane)
    })
}

impl<V: Vector> Bvh<V> {
    /// The boxes of one block of a level.
    #[inline(always)]
    pub(super) fn block(&self, level: usize, block: usize) -> &[[f32; WIDTH]] {
        let first = (self.levels[level] + block) * Self::STRIDE;
        &self.lanes[first..first + Self::STRIDE]
    }

    /// Calls `visit` for every item whose box overlaps or touches `bounds`, until it ends the search
    /// ([`Flow`]).
    ///
    /// The items are visited in the order of the tree. Boxes are compared in `f32`, rounded outwards,
    /// so items apart by a rounding are visited too.
    #[inline]
    pub fn query_aabb<F: Flow>(&self, bounds: &Aabb<V>, visit: impl FnMut(u32) -> F) -> F {
        flow::visit_each(visit, |visit| V::bvh_query_aabb(self, bounds, visit))
    }

    /// Calls `visit` for the items of each block that overlap or touch `bounds`.
    pub(super) fn query_aabb_inner(
        &self,
        bounds: &Aabb<V>,
        visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) {
        let single = relative(bounds, self.origin);
        let level = Level::new();
        dispatch!(level, simd => self.traverse_overlapping(simd, &single, visit));
    }

    #[inline(always)]
    fn traverse_overlapping<S: Simd>(
        &self,
        simd: S,
        bounds: &Aabb<V::Single>,
        visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) {
        let (mut min, mut max) = ([f32x8::splat(simd, 0.0); 3], [f32x8::splat(simd, 0.0); 3]);
        for axis in 0..V::DIMENSION {
            min[axis] = f32x8::splat(simd, bounds.min()[axis]);
            max[axis] = f32x8::splat(simd, bounds.max()[axis]);
        }
        let mut items = [0; WIDTH];
        let mut stack: SmallVec<[(usize, usize); 64]> = SmallVec::new();
        if let Some(root) = self.levels.len().checked_sub(1) {
            stack.push((root, 0));
        }
        while let Some((level, block)) = stack.pop() {
            let boxes = self.block(level, block);
            let mut apart = mask32x8::splat(simd, false);
            for axis in 0..V::DIMENSION {
                let least = f32x8::load_array_ref(simd, &boxes[axis]);
                let most = f32x8::load_array_ref(simd, &boxes[V::DIMENSION + axis]);
                apart |= least.simd_gt(max[axis]) | most.simd_lt(min[axis]);
            }
            let lanes = lanes_of(!apart.to_bitmask() as LaneMask & ALL_LANES);
            if let Some(below) = level.checked_sub(1) {
                for lane in lanes {
                    stack.push((below, block * WIDTH + lane));
                }
                continue;
            }
            let mut count = 0;
            for lane in lanes {
                items[count] = self.order[block * WIDTH + lane];
                count += 1;
            }
            if count > 0 && visit(&items[..count]).is_break() {
                return;
            }
        }
    }

    /// Calls `visit` for every item whose box overlaps `bounds`; it returns the remaining bounds, which
    /// may shrink. The items are visited in the order of the tree. Items of a block that was tested
    /// before the bounds shrank are still visited.
    pub(crate) fn query_shrinking(&self, bounds: &Aabb<V>, mut visit: impl FnMut(u32) -> Aabb<V>) {
        let mut known = *bounds;
        let mut single = relative(bounds, self.origin);
        let mut stack: SmallVec<[(usize, usize); 64]> = SmallVec::new();
        if let Some(root) = self.levels.len().checked_sub(1) {
            stack.push((root, 0));
        }
        while let Some((level, block)) = stack.pop() {
            for lane in lanes_of(overlapping(self.block(level, block), single.min(), single.max())) {
                let child = block * WIDTH + lane;
                match level.checked_sub(1) {
                    Some(below) => stack.push((below, child)),
                    None => {
                        let still = visit(self.order[child]);
                        if still != known {
                            (known, single) = (still, relative(&still, self.origin));
                        }
                    }
                }
            }
        }
    }

    /// Calls `visit` for every item whose box, and all boxes around it, `enter` accepts: for queries
    /// that are not boxes. The items are visited in the order of the tree.
    pub(crate) fn descend(&self, mut enter: impl FnMut(&Aabb<V>) -> bool, mut visit: impl FnMut(u32)) {
        let mut stack: SmallVec<[(usize, usize); 64]> = SmallVec::new();
        if let Some(root) = self.levels.len().checked_sub(1) {
            stack.push((root, 0));
        }
        while let Some((level, block)) = stack.pop() {
            let lanes = self.block(level, block);
            let filled = (self.filled(level) - block * WIDTH).min(WIDTH);
            for lane in 0..filled {
                let (min, max) = Self::lane(lanes, lane);
                if enter(&self.absolute(min, max)) {
                    let child = block * WIDTH + lane;
                    match level.checked_sub(1) {
                        Some(below) => stack.push((below, child)),
                        None => visit(self.order[child]),
                    }
                }
            }
        }
    }

    /// Calls `visit` for every item whose box, and all boxes around it, have a rank, lower ranks first: for
    /// example, where a line meets a box, or how far the box is. `visit` may change ranks; items whose rank
    /// becomes `None` are not visited.
    pub(crate) fn ranked(&self, rank: impl Fn(&Aabb<V>) -> Option<f64>, mut visit: impl FnMut(u32)) {
        let bounds = |level: usize, item: usize| {
            let (min, max) = Self::lane(self.block(level, item / WIDTH), item % WIDTH);
            self.absolute(min, max)
        };
        let mut stack: SmallVec<[(usize, usize); 64]> = SmallVec::new();
        if let Some(root) = self.levels.len().checked_sub(1) {
            stack.push((root, 0));
        }
        while let Some((level, block)) = stack.pop() {
            // Ranks may have gone since this was pushed. There is no box around the uppermost block.
            if level + 1 < self.levels.len() && rank(&bounds(level + 1, block)).is_none() {
                continue;
            }
            let filled = (self.filled(level) - block * WIDTH).min(WIDTH);
            let children = block * WIDTH..block * WIDTH + filled;
            let mut near: SmallVec<[(f64, usize); WIDTH]> =
                children.filter_map(|child| rank(&bounds(level, child)).map(|at| (at, child))).collect();
            near.sort_by(|a, b| a.0.total_cmp(&b.0));
            match level.checked_sub(1) {
                // What is pushed last comes first.
                Some(below) => stack.extend(near.iter().rev().map(|&(_, child)| (below, child))),
                None => {
                    for &(_, child) in &near {
                        if rank(&bounds(level, child)).is_some() {
                            visit(self.order[child]);
                        }
                    }
                }
            }
        }
    }

    /// How many lanes of a level are filled.
    pub(super) fn filled(&self, level: usize) -> usize {
        (0..level).fold(self.order.len(), |count, _| count.div_ceil(WIDTH))
    }

    /// One box of a block.
    #[inline(always)]
    pub(super) fn lane(lanes: &[[f32; WIDTH]], lane: usize) -> (V::Single, V::Single) {
        (
            V::Single::from_fn(|axis| lanes[axis][lane]),
            V::Single::from_fn(|axis| lanes[V::DIMENSION + axis][lane]),
        )
    }
}
