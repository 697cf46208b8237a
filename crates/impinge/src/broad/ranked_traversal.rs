//! Ordered traversal of two trees by rank, lowest first, up to a limit that may shrink.
//!
//! Boxes have ranks, such as the entry distance of a ray; no box has a lower rank than a box around it.
//! Children of one block are visited in order of rank. So good results come early, and the blocks behind them
//! are never opened.
//!
//! As integers, ranks have the same order as floats. Their last digits are replaced by the lane: such *keys*
//! are distinct, and the number of lower keys is the position of a key.

use std::ops::ControlFlow;

use fearless_simd::{Bytes, Level, Simd, SimdBase, SimdMask, f32x16, u32x16};
use smallvec::SmallVec;

use super::simd_block::{BlockLanes, WIDTH};
use super::tree::Tree;
use crate::bvh::SLAB_ROUNDING;
use crate::math::prefetch::prefetch;
use crate::math::{Vector, dispatch};

/// How far away boxes are.
pub(super) trait Rank {
    /// The boxes of a block whose rank is no more than the limit, a bit each, and the ranks of all, of these
    /// none below 0.
    fn ranks<S: Simd, V: Vector>(&self, simd: S, block: &[BlockLanes], limit: f32) -> (u32, f32x16<S>);
}

/// A block that waits.
#[derive(Clone, Copy)]
struct QueuedBlock {
    rank: f32,
    tree: u8,
    level: u8,
    block: u32,
}

/// Visits numbers whose boxes have a rank up to the limit; `visit` returns the new limit.
pub(super) fn descend<V: Vector<Scalar = f32>>(
    trees: [&Tree<V>; 2],
    rank: &impl Rank,
    limit: f32,
    visit: &mut impl FnMut(u32) -> ControlFlow<(), f32>,
) -> ControlFlow<()> {
    descend_on(Level::new(), trees, rank, limit, visit)
}

/// The same on chosen instructions.
fn descend_on<V: Vector<Scalar = f32>>(
    level: Level,
    trees: [&Tree<V>; 2],
    rank: &impl Rank,
    limit: f32,
    visit: &mut impl FnMut(u32) -> ControlFlow<(), f32>,
) -> ControlFlow<()> {
    dispatch!(level, simd => walk(simd, trees, rank, limit, visit))
}

#[inline(always)]
fn walk<S: Simd, V: Vector<Scalar = f32>>(
    simd: S,
    trees: [&Tree<V>; 2],
    rank: &impl Rank,
    mut limit: f32,
    visit: &mut impl FnMut(u32) -> ControlFlow<(), f32>,
) -> ControlFlow<()> {
    let mut stack: SmallVec<[QueuedBlock; 64]> = SmallVec::new();
    for (at, tree) in trees.iter().enumerate() {
        if !tree.order.is_empty() {
            stack.push(QueuedBlock {
                rank: 0.0,
                tree: at as u8,
                level: tree.levels.len() as u8 - 1,
                block: 0,
            });
        }
    }
    let mut keys = [0; WIDTH];
    while let Some(next) = stack.pop() {
        // Ranks are rounded.
        if next.rank > limit * SLAB_ROUNDING {
            continue;
        }
        let tree = trees[usize::from(next.tree)];
        let block = Tree::<V>::of(&tree.levels[usize::from(next.level)], next.block as usize);
        let (near, ranks) = rank.ranks::<S, V>(simd, block, limit);
        let count = sort(simd, near, ranks, &mut keys);
        let first = next.block * WIDTH as u32;
        if next.level == 0 {
            for &key in &keys[..count] {
                if rank_of(key) > limit * SLAB_ROUNDING {
                    break;
                }
                limit = visit(tree.order[(first + lane_of(key)) as usize])?;
            }
        } else {
            let level = next.level - 1;
            let child = |&key: &u32| QueuedBlock {
                rank: rank_of(key),
                tree: next.tree,
                level,
                block: first + lane_of(key),
            };
            let below = &tree.levels[usize::from(level)];
            for key in keys[..count].iter().rev() {
                let child = child(key);
                prefetch_block(Tree::<V>::of(below, child.block as usize));
                stack.push(child);
            }
        }
    }
    ControlFlow::Continue(())
}

/// The bits of a key that are its lane.
const LANE: u32 = WIDTH as u32 - 1;
/// The bits of a key that are its rank, without the sign: the sign of a 0 depends on the instruction
/// set.
const RANK: u32 = u32::MAX >> 1 & !LANE;

fn rank_of(key: u32) -> f32 {
    f32::from_bits(key & RANK)
}

fn lane_of(key: u32) -> u32 {
    LANE - (key & LANE)
}

/// Writes the keys of some lanes in their order; how many there are.
#[inline(always)]
fn sort<S: Simd>(simd: S, mut chosen: u32, ranks: f32x16<S>, sorted: &mut [u32; WIDTH]) -> usize {
    // Of equal ranks the last lane comes first.
    let lanes = u32x16::load_array_ref(simd, &[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    let bits: u32x16<S> = ranks.bitcast();
    let keys = (bits & RANK) | lanes;
    let list = keys.to_array();
    let (all, count) = (chosen, chosen.count_ones() as usize);
    while chosen != 0 {
        let key = list[chosen.trailing_zeros() as usize];
        chosen &= chosen - 1;
        let less = keys.simd_lt(key).to_bitmask() as u32 & all;
        sorted[less.count_ones() as usize] = key;
    }
    count
}

/// Prefetches a block that will be needed soon.
#[inline(always)]
fn prefetch_block(block: &[BlockLanes]) {
    for lanes in block {
        prefetch(lanes);
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::math::test_instruction_sets::instruction_sets;
    use crate::shape::Aabb;

    /// How far boxes are below a plane: with many ranks that are alike, and zeros of both signs.
    struct Depth;

    impl Rank for Depth {
        #[inline(always)]
        fn ranks<S: Simd, V: Vector>(&self, simd: S, block: &[BlockLanes], limit: f32) -> (u32, f32x16<S>) {
            let upper = block[V::DIMENSION + 2].load(simd);
            let rank = (upper * -1.0).max(upper * 0.0);
            let is_there = block[0].load(simd).simd_le(block[V::DIMENSION].load(simd));
            ((rank.simd_le(limit) & is_there).to_bitmask() as u32, rank)
        }
    }

    #[test]
    fn instructions_change_no_order() {
        let cell = |i: u32| Vec3::new((i % 17) as f32, (i / 17 % 19) as f32, (i % 5) as f32 - 4.0);
        let boxes: Vec<_> = (0..6000).map(|i| Aabb::between(cell(i * 7), cell(i * 7) + Vec3::ONE)).collect();
        let tree = Tree::new(&boxes, Vec3::ZERO, |bounds| *bounds, |number| number);
        let few = Tree::new(&boxes[..100], Vec3::ZERO, |bounds| *bounds, |number| number + 6000);
        let shown = |level: Level| {
            let mut shown = Vec::new();
            let _ = descend_on(level, [&tree, &few], &Depth, 3.0, &mut |number| {
                shown.push(number);
                ControlFlow::<(), _>::Continue(3.0 - shown.len() as f32 / 3000.0)
            });
            shown
        };
        let best = shown(Level::new());
        assert!(best.len() > 1000);
        for level in instruction_sets() {
            assert!(best == shown(level), "{level:?}");
        }
    }
}
