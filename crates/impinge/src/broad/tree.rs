//! Boxes in the order of a curve through space, and boxes around each sixteen of them, again and again.
//!
//! ```text
//! level 1    [ 0 1 … 15 ]…              lane k holds the box around block k of level 0
//! level 0    [ … ][ … ][ … ][ … ]…      lane k of block b is slot s = 16·b + k, with the box of order[s]
//! ```
//!
//! The position of a child follows from its number, so there are no pointers. Boxes that move are written to
//! their old slots, and the boxes around them are recomputed in one pass. `maintenance.rs` decides when they
//! are sorted again. There are at least three levels, the last one of a single block.
//! Source: Ericson 2005, §6.6 (implicit layout).

use fearless_simd::{Level, Simd};
use rayon::prelude::*;

use super::hilbert_sort::hilbert_order;
use super::simd_block::{BlockLanes, WIDTH, around, put};
use crate::math::prefetch::prefetch;
use crate::math::{Vector, dispatch};
use crate::shape::Aabb;

/// Of slots in which there is no box.
pub(super) const NO_OBJECT: u32 = u32::MAX;
/// Blocks that one thread fills.
pub(super) const PORTION: usize = 1 << 10;
/// Number of boxes that are prefetched.
const PREFETCH_DISTANCE: usize = 40;

/// A tree of boxes in `f32`.
#[derive(Clone, Debug)]
pub(super) struct Tree<V> {
    /// The blocks of each level, the boxes' own first.
    pub levels: Vec<Vec<BlockLanes>>,
    /// Whose box is in each slot, of whole blocks.
    pub order: Vec<u32>,
    /// How many slots have been used, the first ones, and how many of these hold none.
    pub slots: usize,
    pub holes: usize,
    /// So many were there when all were sorted; those behind came later.
    pub sorted_slots: usize,
    /// So many are sorted, those that came later in runs of their own.
    pub run_slots: usize,
    /// The spread when all were sorted, or a lesser one since.
    pub sorted_spread: f64,
    /// Blocks of which what is around them may be too large.
    pub stale_blocks: Vec<u32>,
    /// Has any box come, moved or gone since the tree was tidy?
    pub is_dirty: bool,
    vector: std::marker::PhantomData<V>,
}

impl<V: Vector<Scalar = f32>> Default for Tree<V> {
    fn default() -> Self {
        Tree {
            levels: vec![Vec::new(); 3],
            order: Vec::new(),
            slots: 0,
            holes: 0,
            sorted_slots: 0,
            run_slots: 0,
            sorted_spread: 0.0,
            stale_blocks: Vec::new(),
            is_dirty: false,
            vector: std::marker::PhantomData,
        }
    }
}

impl<V: Vector<Scalar = f32>> Tree<V> {
    /// Lanes of one block.
    pub const STRIDE: usize = 2 * V::DIMENSION;

    /// A tree of boxes, `numbers[i]` having the one that `bounds` makes of `boxes[i]`.
    pub fn new<W: Vector>(
        boxes: &[Aabb<W>],
        origin: W,
        bounds: impl Fn(&Aabb<W>) -> Aabb<V> + Sync,
        numbers: impl Fn(u32) -> u32,
    ) -> Self {
        let mut tree = Tree { order: hilbert_order(boxes, origin), slots: boxes.len(), ..Tree::default() };
        tree.order.resize(boxes.len().next_multiple_of(WIDTH), NO_OBJECT);
        tree.allocate_levels();
        tree.fill(boxes, bounds);
        for number in &mut tree.order[..boxes.len()] {
            *number = numbers(*number);
        }
        tree.refit();
        tree.sorted_spread = tree.spread();
        (tree.sorted_slots, tree.run_slots) = (tree.slots, tree.slots);
        tree
    }

    /// Makes all levels as long as the order demands, of missing boxes.
    fn allocate_levels(&mut self) {
        self.levels.clear();
        let mut blocks = self.order.len() / WIDTH;
        while blocks > 1 || self.levels.len() < 3 {
            self.levels.push(BlockLanes::missing::<V>(blocks));
            blocks = blocks.div_ceil(WIDTH);
        }
        if self.levels.last().is_some_and(|level| level.len() > Self::STRIDE) {
            self.levels.push(BlockLanes::missing::<V>(1));
        }
    }

    /// Writes the boxes of all numbers, and computes those around them again.
    pub fn set_all<W: Vector>(&mut self, boxes: &[Aabb<W>], bounds: impl Fn(&Aabb<W>) -> Aabb<V> + Sync) {
        self.fill(boxes, bounds);
        self.refit();
        self.stale_blocks.clear();
        self.is_dirty = true;
    }

    /// Writes the boxes of all numbers; those beyond the boxes stay as they are.
    fn fill<W: Vector>(&mut self, boxes: &[Aabb<W>], bounds: impl Fn(&Aabb<W>) -> Aabb<V> + Sync) {
        let order = &self.order[..];
        let portions = self.levels[0].par_chunks_mut(PORTION * Self::STRIDE);
        portions.enumerate().for_each(|(portion, blocks)| {
            let from = portion * PORTION * WIDTH;
            let order = &order[from..];
            let slots = order.chunks_exact(WIDTH).zip(blocks.chunks_exact_mut(Self::STRIDE));
            for (at, (numbers, block)) in slots.enumerate() {
                for (lane, &number) in numbers.iter().enumerate() {
                    if let Some(&soon) = order.get(at * WIDTH + lane + PREFETCH_DISTANCE) {
                        prefetch_box(boxes, soon);
                    }
                    if let Some(next) = boxes.get(number as usize) {
                        put(block, lane, &bounds(next));
                    }
                }
            }
        });
    }

    /// Computes the boxes around all blocks again.
    fn refit(&mut self) {
        let simd = Level::new();
        dispatch!(simd, simd => self.refit_with(simd));
    }

    #[inline(always)]
    fn refit_with<S: Simd>(&mut self, simd: S) {
        for level in 1..self.levels.len() {
            let (below, above) = self.levels.split_at_mut(level);
            let sixteens = below[level - 1].chunks(Self::STRIDE * WIDTH);
            for (sixteen, upper) in sixteens.zip(above[0].chunks_exact_mut(Self::STRIDE)) {
                for (lane, block) in sixteen.chunks_exact(Self::STRIDE).enumerate() {
                    put(upper, lane, &around::<S, V>(simd, block));
                }
            }
        }
    }

    /// Computes the boxes around some blocks of level 0 again, given in any order.
    pub fn refit_some(&mut self, blocks: &mut Vec<u32>) {
        if blocks.len() > self.levels[0].len() / Self::STRIDE / 4 {
            blocks.clear();
            return self.refit();
        }
        let simd = Level::new();
        dispatch!(simd, simd => self.refit_some_with(simd, blocks));
        blocks.clear();
    }

    #[inline(always)]
    fn refit_some_with<S: Simd>(&mut self, simd: S, blocks: &mut Vec<u32>) {
        blocks.sort_unstable();
        for level in 1..self.levels.len() {
            blocks.dedup();
            let (below, above) = self.levels.split_at_mut(level);
            for block in blocks.iter_mut() {
                let number = *block as usize;
                let bounds = around::<S, V>(simd, Self::of(&below[level - 1], number));
                put(Self::of_mut(&mut above[0], number / WIDTH), number % WIDTH, &bounds);
                *block /= WIDTH as u32;
            }
        }
    }

    /// Appends a box; the slot that it got.
    pub fn push(&mut self, number: u32, bounds: &Aabb<V>) -> usize {
        let slot = self.slots;
        self.slots += 1;
        if slot == self.order.len() {
            self.order.resize(slot + WIDTH, NO_OBJECT);
        }
        self.order[slot] = number;
        let mut blocks = slot / WIDTH + 1;
        for level in 0.. {
            if level == self.levels.len() {
                // A new root above the one that is full.
                self.levels.push(BlockLanes::missing::<V>(1));
                let simd = Level::new();
                dispatch!(simd, simd => self.refit_with(simd));
            }
            let lanes = &mut self.levels[level];
            if lanes.len() < blocks * Self::STRIDE {
                lanes.extend(BlockLanes::missing::<V>(1));
            }
            if blocks == 1 && level >= 2 {
                break;
            }
            blocks = blocks.div_ceil(WIDTH);
        }
        self.set(slot, bounds);
        slot
    }

    /// Writes a box, and makes those around it as large as they must be; they may be larger until the next
    /// refit.
    pub fn set(&mut self, slot: usize, bounds: &Aabb<V>) {
        self.mark_stale(slot);
        put(Self::of_mut(&mut self.levels[0], slot / WIDTH), slot % WIDTH, bounds);
        let mut child = slot / WIDTH;
        for level in &mut self.levels[1..] {
            let (block, lane) = (Self::of_mut(level, child / WIDTH), child % WIDTH);
            let mut has_grown = false;
            for axis in 0..V::DIMENSION {
                if bounds.min()[axis] < block[axis].0[lane] {
                    block[axis].0[lane] = bounds.min()[axis];
                    has_grown = true;
                }
                if bounds.max()[axis] > block[V::DIMENSION + axis].0[lane] {
                    block[V::DIMENSION + axis].0[lane] = bounds.max()[axis];
                    has_grown = true;
                }
            }
            if !has_grown {
                // Nor has what is around it.
                break;
            }
            child /= WIDTH;
        }
    }

    /// Takes a box out; those around it stay as they are until the next refit.
    pub fn clear(&mut self, slot: usize) {
        self.holes += 1;
        self.mark_stale(slot);
        self.erase(slot);
    }

    /// Notes that what is around a slot may be too large.
    fn mark_stale(&mut self, slot: usize) {
        self.stale_blocks.push((slot / WIDTH) as u32);
        self.is_dirty = true;
    }

    pub fn erase(&mut self, slot: usize) {
        self.order[slot] = NO_OBJECT;
        let missing = BlockLanes::missing::<V>(1);
        let block = Self::of_mut(&mut self.levels[0], slot / WIDTH);
        for (lanes, missing) in block.iter_mut().zip(missing) {
            lanes.0[slot % WIDTH] = missing.0[0];
        }
    }

    /// The box in a slot.
    pub fn get(&self, slot: usize) -> Aabb<V> {
        self.get_at(0, slot)
    }

    /// A box of a level, these being counted as slots are.
    pub fn get_at(&self, level: usize, number: usize) -> Aabb<V> {
        let (block, lane) = (Self::of(&self.levels[level], number / WIDTH), number % WIDTH);
        Aabb::between(
            V::from_fn(|axis| block[axis].0[lane]),
            V::from_fn(|axis| block[V::DIMENSION + axis].0[lane]),
        )
    }

    /// What is kept, in bytes.
    pub fn bytes(&self) -> usize {
        let lanes: usize = self.levels.iter().map(|lanes| size_of::<BlockLanes>() * lanes.capacity()).sum();
        lanes + size_of::<u32>() * (self.order.capacity() + self.stale_blocks.capacity())
    }

    /// One block of a level.
    #[inline(always)]
    pub fn of(level: &[BlockLanes], block: usize) -> &[BlockLanes] {
        &level[block * Self::STRIDE..][..Self::STRIDE]
    }

    #[inline(always)]
    pub fn of_mut(level: &mut [BlockLanes], block: usize) -> &mut [BlockLanes] {
        &mut level[block * Self::STRIDE..][..Self::STRIDE]
    }
}

/// Prefetches a box that will be needed soon.
#[inline(always)]
fn prefetch_box<T>(boxes: &[T], number: u32) {
    let first = boxes.as_ptr().wrapping_add(number as usize).cast::<u8>();
    prefetch(first);
    // It may reach into the next line.
    prefetch(first.wrapping_add(size_of::<T>() - 1));
}
