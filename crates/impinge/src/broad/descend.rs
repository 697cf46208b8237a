//! Down two trees at once, what is nearest first, until nothing that is left is near enough.
//!
//! Boxes have ranks, such as how far along a ray they are entered; no box has a lesser one than a box around it. What waits is
//! kept so that of the children of one block those with the least rank come first: good answers come early, and what lies behind
//! them is never opened.

use std::ops::ControlFlow;

use fearless_simd::{Level, Simd, dispatch};
use smallvec::SmallVec;

use super::block::{Lanes, WIDTH};
use super::tree::Tree;
use crate::math::Vector;
use crate::tree::FURTHER;

/// How far away boxes are.
pub(super) trait Rank {
    /// The boxes of a block whose rank is no more than the limit, a bit each, and the ranks of all.
    fn ranks<S: Simd, V: Vector>(&self, simd: S, block: &[Lanes], limit: f32) -> (u32, [f32; WIDTH]);
}

/// What waits: a block, or if it has no level a slot.
#[derive(Clone, Copy)]
struct Waiting {
    rank: f32,
    tree: u8,
    /// One more than the level.
    height: u8,
    number: u32,
}

/// Shows numbers whose boxes have a rank up to the limit; `visit` answers with the limit from then on.
pub(super) fn descend<V: Vector<Scalar = f32>, B>(
    trees: [&Tree<V>; 2],
    rank: &impl Rank,
    limit: f32,
    visit: &mut impl FnMut(u32) -> ControlFlow<B, f32>,
) -> ControlFlow<B> {
    let level = Level::new();
    dispatch!(level, simd => walk(simd, trees, rank, limit, visit))
}

#[inline(always)]
fn walk<S: Simd, V: Vector<Scalar = f32>, B>(
    simd: S,
    trees: [&Tree<V>; 2],
    rank: &impl Rank,
    mut limit: f32,
    visit: &mut impl FnMut(u32) -> ControlFlow<B, f32>,
) -> ControlFlow<B> {
    let mut stack: SmallVec<[Waiting; 64]> = SmallVec::new();
    for (at, tree) in trees.iter().enumerate() {
        if !tree.order.is_empty() {
            let height = tree.levels.len() as u8;
            stack.push(Waiting { rank: f32::NEG_INFINITY, tree: at as u8, height, number: 0 });
        }
    }
    while let Some(next) = stack.pop() {
        // Ranks are rounded.
        if next.rank > limit * FURTHER {
            continue;
        }
        let tree = trees[usize::from(next.tree)];
        let Some(level) = next.height.checked_sub(1) else {
            limit = visit(tree.order[next.number as usize])?;
            continue;
        };
        let block = Tree::<V>::of(&tree.levels[usize::from(level)], next.number as usize);
        let (mut near, ranks) = rank.ranks::<S, V>(simd, block, limit);
        let before = stack.len();
        while near != 0 {
            let lane = near.trailing_zeros();
            near &= near - 1;
            let rank = ranks[lane as usize];
            let number = next.number * WIDTH as u32 + lane;
            // Sorted into what this block has pushed, the nearest last.
            let mut place = stack.len();
            stack.push(Waiting { rank, tree: next.tree, height: level, number });
            while place > before && stack[place - 1].rank < rank {
                stack.swap(place, place - 1);
                place -= 1;
            }
        }
    }
    ControlFlow::Continue(())
}
