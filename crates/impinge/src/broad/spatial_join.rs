//! Pairs of boxes that overlap, found as a cascade of filters without branches.
//!
//! From pairs of blocks of 256 boxes to pairs of boxes there are a few steps. Each is a loop that writes what
//! it finds one after the other, and counts on by how much that was, without a branch on whether it was
//! anything:
//!
//! 1. *near*: for a block of level 1 (of 256 boxes) those that overlap it, by a walk from the root;
//! 2. *pairs* of blocks of level 0 (of 16 boxes) in them that overlap;
//! 3. *rows*: the boxes of one block of such a pair that overlap all of the other, of whichever has fewer of
//!    them;
//! 4. *hits*: for each row the boxes of the other block that overlap it.
//!
//! Pairs within one block are found by turning it against itself: a box meets that one lane further, that two
//! lanes further, and so on up to half of the block. Blocks of level 1 are taken in portions that depend on
//! nothing else, each by one thread, and what they find is shown in their order: so the order of the pairs is
//! the same for any number of threads.

use std::ops::{ControlFlow, Range};

use fearless_simd::{Level, Simd, SimdBase, SimdMask, mask32x16, u32x16};
use rayon::prelude::*;

use super::block_filter::BlockFilters;
use super::simd_block::{BlockLanes, WIDTH, overlapping, overlapping_rotated};
use super::tree::Tree;
use crate::math::{Vector, dispatch};

/// Pairs of blocks that are taken through the steps at once.
const BATCH: usize = 128;
/// Room for the pairs of blocks: of two blocks of level 1 more, and what is written behind them.
const PAIR_CAPACITY: usize = BATCH + WIDTH * WIDTH + WIDTH;
/// Room for the rows, likewise.
const ROW_CAPACITY: usize = BATCH * WIDTH + WIDTH;
/// Pairs of numbers that are shown at once, if so many are there.
const BUFFERED_PAIRS: usize = 2048;
/// Blocks of level 1 that are a portion.
const PORTION: usize = 32;
/// Portions that each thread does before pairs are shown.
const PORTIONS_PER_THREAD: usize = 4;
/// Pairs of a portion that are kept until they are shown: 128 for each box.
const MAX_STORED_PAIRS: usize = 128 * PORTION * WIDTH * WIDTH;

/// Receives pairs of numbers, the lesser one first, until it breaks.
pub(super) type PairSink<'a> = dyn FnMut(&[[u32; 2]]) -> ControlFlow<()> + 'a;

/// What the steps hand on to each other.
struct Workspace {
    near: Vec<u32>,
    next: Vec<u32>,
    /// Blocks of the left tree, and of the right.
    pairs: Box<[[u32; PAIR_CAPACITY]; 2]>,
    pending: usize,
    /// Slots, and blocks.
    rows: Box<[[u32; ROW_CAPACITY]; 2]>,
    found: Box<PairBuffer>,
}

/// Pairs that are not shown yet.
struct PairBuffer {
    count: usize,
    /// Two numbers each.
    pairs: [u32; 2 * (BUFFERED_PAIRS + WIDTH * WIDTH)],
}

impl Default for Workspace {
    fn default() -> Self {
        Workspace {
            near: vec![0; WIDTH],
            next: vec![0; WIDTH],
            pairs: Box::new([[0; PAIR_CAPACITY]; 2]),
            pending: 0,
            rows: Box::new([[0; ROW_CAPACITY]; 2]),
            found: Box::new(PairBuffer { count: 0, pairs: [0; 2 * (BUFFERED_PAIRS + WIDTH * WIDTH)] }),
        }
    }
}

impl PairBuffer {
    /// Adds sixteen pairs of which those at the front count.
    #[inline(always)]
    fn push<S: Simd>(&mut self, low: u32x16<S>, high: u32x16<S>, count: u32) {
        let to = &mut self.pairs[2 * self.count..][..2 * WIDTH];
        low.zip_low(high).store_slice(&mut to[..WIDTH]);
        low.zip_high(high).store_slice(&mut to[WIDTH..]);
        self.count += count as usize;
    }

    /// Shows what is there, if it is more than so much.
    #[inline(always)]
    fn show(&mut self, most: usize, show: &mut PairSink<'_>) -> ControlFlow<()> {
        if self.count > most {
            let count = std::mem::take(&mut self.count);
            show(self.pairs[..2 * count].as_chunks().0)?;
        }
        ControlFlow::Continue(())
    }
}

/// Two trees whose boxes are compared; or one with itself.
pub(super) struct Join<'a, V> {
    left: &'a Tree<V>,
    right: &'a Tree<V>,
    is_self: bool,
    /// Of the left and the right tree, if some objects do not meet all.
    layers: Option<[&'a BlockFilters; 2]>,
    level: Level,
}

impl<'a, V: Vector<Scalar = f32>> Join<'a, V> {
    /// Every two boxes of a tree.
    pub fn self_join(tree: &'a Tree<V>) -> Self {
        Join { left: tree, right: tree, is_self: true, layers: None, level: Level::new() }
    }

    /// Every box of a tree with every box of another.
    pub fn between(left: &'a Tree<V>, right: &'a Tree<V>) -> Self {
        Join { left, right, is_self: false, layers: None, level: Level::new() }
    }

    /// Without pairs of blocks in which no two objects meet; of others, pairs that do not meet are shown all
    /// the same.
    pub fn with_filters(self, layers: Option<[&'a BlockFilters; 2]>) -> Self {
        Join { layers, ..self }
    }

    /// The same on other instructions.
    #[cfg(test)]
    pub fn at_level(self, level: Level) -> Self {
        Join { level, ..self }
    }

    /// Shows the numbers of every two boxes that overlap, once, some pairs at a time.
    pub fn run(&self, show: &mut dyn FnMut(&[[u32; 2]])) {
        let _ = self.run_until(&mut |pairs| {
            show(pairs);
            ControlFlow::Continue(())
        });
    }

    /// The same, until `show` breaks.
    pub fn run_until(&self, show: &mut PairSink<'_>) -> ControlFlow<()> {
        let blocks = self.left.levels[1].len() / Tree::<V>::STRIDE;
        let portion = |at: usize| at * PORTION..blocks.min((at + 1) * PORTION);
        let portions = blocks.div_ceil(PORTION);
        let threads = rayon::current_num_threads();
        if threads == 1 || portions < 2 {
            let mut workspace = Workspace::default();
            for at in 0..portions {
                self.join_portion(portion(at), &mut workspace, show)?;
            }
            return ControlFlow::Continue(());
        }
        for turn in (0..portions).step_by(threads * PORTIONS_PER_THREAD) {
            let turn = turn..portions.min(turn + threads * PORTIONS_PER_THREAD);
            let found: Vec<Option<Vec<[u32; 2]>>> = turn
                .clone()
                .into_par_iter()
                .map_init(Workspace::default, |workspace, at| {
                    let mut found = Vec::new();
                    let ended = self.join_portion(portion(at), workspace, &mut |pairs| {
                        found.extend_from_slice(pairs);
                        if found.len() < MAX_STORED_PAIRS {
                            ControlFlow::Continue(())
                        } else {
                            ControlFlow::Break(())
                        }
                    });
                    // What is left there for the next portion is not of it.
                    if ended.is_break() {
                        *workspace = Workspace::default();
                    }
                    ended.is_continue().then_some(found)
                })
                .collect();
            for (at, found) in turn.zip(found) {
                match found {
                    Some(found) => show(&found)?,
                    // Too many to be kept: found again as they are shown.
                    None => self.join_portion(portion(at), &mut Workspace::default(), show)?,
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn join_portion(
        &self,
        blocks: Range<usize>,
        workspace: &mut Workspace,
        show: &mut PairSink<'_>,
    ) -> ControlFlow<()> {
        dispatch!(self.level, simd => self.join_portion_with(simd, blocks, workspace, show))
    }

    #[inline(always)]
    fn join_portion_with<S: Simd>(
        &self,
        simd: S,
        blocks: Range<usize>,
        workspace: &mut Workspace,
        show: &mut PairSink<'_>,
    ) -> ControlFlow<()> {
        for first in blocks {
            if self.is_self {
                self.join_within_blocks(simd, first, &mut workspace.found, show)?;
            }
            for i in 0..self.find_near_blocks(simd, first, workspace) {
                let second = workspace.near[i] as usize;
                self.find_block_pairs(simd, first, second, workspace);
                if workspace.pending >= BATCH {
                    self.join_pairs(simd, workspace, show)?;
                }
            }
        }
        self.join_pairs(simd, workspace, show)?;
        workspace.found.show(0, show)
    }

    /// Pairs within blocks of level 0.
    #[inline(always)]
    fn join_within_blocks<S: Simd>(
        &self,
        simd: S,
        first: usize,
        found: &mut PairBuffer,
        show: &mut PairSink<'_>,
    ) -> ControlFlow<()> {
        let tree = self.left;
        let boxes = tree.levels[0].chunks_exact(Tree::<V>::STRIDE).zip(tree.order.chunks_exact(WIDTH));
        for (number, (block, order)) in boxes.enumerate().skip(first * WIDTH).take(WIDTH) {
            if self.layers.is_some_and(|[layers, _]| !layers.may_collide_within(number)) {
                continue;
            }
            let numbers = u32x16::from_slice(simd, order);
            macro_rules! turn {
                ($($by:literal),*) => {$(
                    let mut met = overlapping_rotated::<S, V, $by>(simd, block);
                    if $by == WIDTH / 2 {
                        // The other half has the same pairs.
                        met &= (1 << (WIDTH / 2)) - 1;
                    }
                    let mask = mask32x16::from_bitmask(simd, met.into());
                    let others = numbers.slide::<$by>(numbers);
                    let (low, high) = (numbers.min(others), numbers.max(others));
                    found.push(low.compress(mask), high.compress(mask), met.count_ones());
                )*};
            }
            turn!(1, 2, 3, 4, 5, 6, 7, 8);
            found.show(BUFFERED_PAIRS, show)?;
        }
        ControlFlow::Continue(())
    }

    /// Finds the blocks of level 1 of the right tree that overlap one of the left, in a tree with itself from
    /// that one on; how many there are.
    #[inline(always)]
    fn find_near_blocks<S: Simd>(&self, simd: S, first: usize, workspace: &mut Workspace) -> usize {
        let Workspace { near, next, .. } = workspace;
        let around = Tree::<V>::of(&self.left.levels[2], first / WIDTH);
        near[0] = 0;
        let mut count = usize::from(!self.right.order.is_empty());
        for (level, lanes) in self.right.levels.iter().enumerate().skip(2).rev() {
            // The first child that has something to do with the first block or a later one.
            let least = if self.is_self { first >> (WIDTH.ilog2() as usize * (level - 2)) } else { 0 };
            let mut after = 0;
            next.resize(next.len().max((count + 1) * WIDTH), 0);
            for &block in &near[..count] {
                let children = lane_numbers(simd) + block * WIDTH as u32;
                let from_least = children.simd_ge(least as u32).to_bitmask() as u32;
                let boxes = Tree::<V>::of(lanes, block as usize);
                let met = overlapping::<S, V>(simd, boxes, around, first % WIDTH) & from_least;
                after = push(simd, children, met, next, after);
            }
            std::mem::swap(near, next);
            count = after;
        }
        count
    }

    /// Adds the pairs of blocks of level 0 that overlap, in two blocks of level 1.
    #[inline(always)]
    fn find_block_pairs<S: Simd>(&self, simd: S, first: usize, second: usize, workspace: &mut Workspace) {
        if self.layers.is_some_and(|[ours, theirs]| !ours.may_collide(first, theirs, second)) {
            return;
        }
        let [left, right] = &mut *workspace.pairs;
        let one = Tree::<V>::of(&self.left.levels[1], first);
        let other = Tree::<V>::of(&self.right.levels[1], second);
        let is_one = self.is_self && first == second;
        let around_other = Tree::<V>::of(&self.right.levels[2], second / WIDTH);
        let mut rows = overlapping::<S, V>(simd, one, around_other, second % WIDTH);
        let children = lane_numbers(simd) + (second * WIDTH) as u32;
        let mut at = workspace.pending;
        while rows != 0 {
            let lane = rows.trailing_zeros() as usize;
            rows &= rows - 1;
            let mut met = overlapping::<S, V>(simd, other, one, lane);
            if is_one {
                // Each pair once, and none of a block with itself.
                met &= u32::MAX << lane << 1;
            }
            if let Some([ours, theirs]) = self.layers {
                met &= ours.select_colliding(simd, first * WIDTH + lane, theirs, second);
            }
            u32x16::splat(simd, (first * WIDTH + lane) as u32).store_slice(&mut left[at..at + WIDTH]);
            at = push(simd, children, met, right, at);
        }
        workspace.pending = at;
    }

    /// The last steps, for all pairs of blocks that wait.
    #[inline(always)]
    fn join_pairs<S: Simd>(
        &self,
        simd: S,
        workspace: &mut Workspace,
        show: &mut PairSink<'_>,
    ) -> ControlFlow<()> {
        let pending = std::mem::take(&mut workspace.pending);
        for from in (0..pending).step_by(BATCH) {
            let pairs = from..pending.min(from + BATCH);
            if self.is_self {
                let rows = self.find_rows_of_smaller(simd, pairs, workspace);
                self.find_hits(simd, rows, workspace, show)?;
            } else {
                let rows = self.find_rows_of_left(simd, pairs, workspace);
                self.find_hits(simd, rows, workspace, show)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The rows of pairs of blocks, of whichever block has fewer; how many there are.
    #[inline(always)]
    fn find_rows_of_smaller<S: Simd>(
        &self,
        simd: S,
        pairs: Range<usize>,
        workspace: &mut Workspace,
    ) -> usize {
        let [left, right] = &*workspace.pairs;
        let [row, block] = &mut *workspace.rows;
        let (boxes, around) = (&self.left.levels[0][..], &self.left.levels[1][..]);
        let mut at = 0;
        for (&a, &b) in left[pairs.clone()].iter().zip(&right[pairs]) {
            let of_a = select_rows::<S, V>(simd, boxes, a, around, b);
            let of_b = select_rows::<S, V>(simd, boxes, b, around, a);
            let is_a = of_a.count_ones() <= of_b.count_ones();
            let (met, rows, partner) = if is_a { (of_a, a, b) } else { (of_b, b, a) };
            u32x16::splat(simd, partner).store_slice(&mut block[at..at + WIDTH]);
            at = push(simd, lane_numbers(simd) + rows * WIDTH as u32, met, row, at);
        }
        at
    }

    /// The rows of pairs of blocks, all of the left tree; how many there are.
    #[inline(always)]
    fn find_rows_of_left<S: Simd>(&self, simd: S, pairs: Range<usize>, workspace: &mut Workspace) -> usize {
        let [left, right] = &*workspace.pairs;
        let [row, block] = &mut *workspace.rows;
        let (boxes, around) = (&self.left.levels[0][..], &self.right.levels[1][..]);
        let mut at = 0;
        for (&a, &b) in left[pairs.clone()].iter().zip(&right[pairs]) {
            let met = select_rows::<S, V>(simd, boxes, a, around, b);
            u32x16::splat(simd, b).store_slice(&mut block[at..at + WIDTH]);
            at = push(simd, lane_numbers(simd) + a * WIDTH as u32, met, row, at);
        }
        at
    }

    /// The pairs of numbers of so many rows.
    #[inline(always)]
    fn find_hits<S: Simd>(
        &self,
        simd: S,
        rows: usize,
        workspace: &mut Workspace,
        show: &mut PairSink<'_>,
    ) -> ControlFlow<()> {
        let Workspace { rows: list, found, .. } = workspace;
        let [row, block] = &**list;
        let (ones, others) = (&self.left.levels[0][..], &self.right.levels[0][..]);
        for (&row, &block) in row[..rows].iter().zip(&block[..rows]) {
            let (slot, block) = (row as usize, block as usize);
            let (one, other) = (Tree::<V>::of(ones, slot / WIDTH), Tree::<V>::of(others, block));
            let met = overlapping::<S, V>(simd, other, one, slot % WIDTH);
            let numbers = u32x16::from_slice(simd, &self.right.order[block * WIDTH..][..WIDTH]);
            let numbers = numbers.compress(mask32x16::from_bitmask(simd, met.into()));
            let number = self.left.order[slot];
            found.push(numbers.min(number), numbers.max(number), met.count_ones());
            found.show(BUFFERED_PAIRS, show)?;
        }
        ControlFlow::Continue(())
    }
}

/// The boxes of a block that overlap the box around another, a bit each.
#[inline(always)]
fn select_rows<S: Simd, V: Vector<Scalar = f32>>(
    simd: S,
    boxes: &[BlockLanes],
    block: u32,
    around: &[BlockLanes],
    other: u32,
) -> u32 {
    let (block, other) = (block as usize, other as usize);
    overlapping::<S, V>(
        simd,
        Tree::<V>::of(boxes, block),
        Tree::<V>::of(around, other / WIDTH),
        other % WIDTH,
    )
}

/// Writes the chosen lanes one after the other, and anything behind them; the place after the last of them.
#[inline(always)]
fn push<S: Simd>(simd: S, lanes: u32x16<S>, chosen: u32, to: &mut [u32], at: usize) -> usize {
    lanes.compress(mask32x16::from_bitmask(simd, chosen.into())).store_slice(&mut to[at..at + WIDTH]);
    at + chosen.count_ones() as usize
}

/// 0, 1, 2, …
#[inline(always)]
fn lane_numbers<S: Simd>(simd: S) -> u32x16<S> {
    u32x16::load_array_ref(simd, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
}
