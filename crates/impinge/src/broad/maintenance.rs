//! Maintenance: decides when boxes are sorted again.
//!
//! - *Moved.* Boxes stay in their slots, and only the boxes around them are recomputed. The *spread*, the sum
//!   of the sizes of all blocks on all axes, measures the quality of the order. If it exceeds the least value
//!   since the last full sort by a quarter, all boxes are sorted again. Infinite sizes do not count: they are
//!   the same in any order, and such boxes have blocks of their own (`hilbert_sort.rs`).
//! - *Removed.* Slots stay empty until a quarter of them is; then all are sorted again.
//! - *Added.* Boxes go to the end until they are a quarter, likewise. There they form sorted runs that
//!   correspond to the base-4 digits of their count, the longest runs first, as many of each length as the
//!   digit: where counting carries, four runs become one. So a box is sorted at most as often as the count
//!   has digits, and only the last few are unsorted.
//!
//! The cost of additions and removals does not depend on queries for pairs: added boxes are sorted at once,
//! and full maintenance runs after as many changes as there are blocks.

use std::ops::Range;

use fearless_simd::{Level, Select, Simd, SimdBase, f32x16};

use super::UNBOUNDED_SIZE;
use super::hilbert_sort::hilbert_order;
use super::simd_block::{WIDTH, put};
use super::tree::{NO_OBJECT, PORTION, Tree};
use crate::math::{Vector, dispatch};
use crate::shape::Aabb;

/// Maximum number of boxes outside of sorted runs.
const MAX_UNSORTED: usize = 2 * WIDTH;
/// Ratio of the spread to its least value beyond which all boxes are sorted again.
const MAX_SPREAD_RATIO: f64 = 1.25;

impl<V: Vector<Scalar = f32>> Tree<V> {
    /// Shrinks the boxes around blocks, and sorts where that pays; returns the slots with other boxes than
    /// before.
    pub fn maintain(&mut self) -> Range<usize> {
        if !self.is_dirty {
            return 0..0;
        }
        let mut stale_blocks = std::mem::take(&mut self.stale_blocks);
        self.refit_some(&mut stale_blocks);
        self.stale_blocks = stale_blocks;
        let moved = self.sort_added();
        let spread = self.spread();
        self.sorted_spread = self.sorted_spread.min(spread);
        self.is_dirty = false;
        if spread > MAX_SPREAD_RATIO * self.sorted_spread { self.sort_all() } else { moved }
    }

    /// Performs amortised maintenance; returns the slots with other boxes than before.
    pub fn maintain_amortised(&mut self) -> Range<usize> {
        if self.stale_blocks.len() > self.order.len() / WIDTH + PORTION {
            self.maintain()
        } else {
            self.sort_added()
        }
    }

    fn sort_added(&mut self) -> Range<usize> {
        let came = self.slots - self.sorted_slots;
        if came.max(self.holes) > MAX_UNSORTED.max(self.slots / 4) {
            return self.sort_all();
        }
        if self.slots - self.run_slots < MAX_UNSORTED {
            return 0..0;
        }
        // Where counting has carried to a digit, what is less becomes a run of that digit's length.
        let before = self.run_slots - self.sorted_slots;
        let digit = (came ^ before).ilog2() & !1;
        self.sort_from(self.sorted_slots + (before >> digit << digit))
    }

    fn sort_all(&mut self) -> Range<usize> {
        let (numbers, boxes) = self.entries(0..self.slots);
        *self = Tree::new(&boxes, V::ZERO, |bounds| *bounds, |i| numbers[i as usize]);
        0..self.slots
    }

    /// Sorts those from a slot on among themselves; empty slots come to the end, and stay empty: were they
    /// free again, counting would go back, and could carry to the same digit again and again.
    fn sort_from(&mut self, first: usize) -> Range<usize> {
        let last = self.slots;
        let (numbers, boxes) = self.entries(first..last);
        for (slot, item) in (first..).zip(hilbert_order(&boxes, V::ZERO)) {
            self.order[slot] = numbers[item as usize];
            put(Self::of_mut(&mut self.levels[0], slot / WIDTH), slot % WIDTH, &boxes[item as usize]);
        }
        for slot in first + numbers.len()..last {
            self.erase(slot);
        }
        self.run_slots = last;
        let mut blocks = (first / WIDTH..last.div_ceil(WIDTH)).map(|block| block as u32).collect();
        self.refit_some(&mut blocks);
        first..last
    }

    /// Numbers and boxes in some slots.
    fn entries(&self, slots: Range<usize>) -> (Vec<u32>, Vec<Aabb<V>>) {
        let held = slots.filter(|&slot| self.order[slot] != NO_OBJECT);
        held.map(|slot| (self.order[slot], self.get(slot))).unzip()
    }

    /// The sum of the sizes of the boxes around all blocks, over all axes, without those that have no end.
    pub fn spread(&self) -> f64 {
        let simd = Level::new();
        dispatch!(simd, simd => self.spread_with(simd))
    }

    #[inline(always)]
    fn spread_with<S: Simd>(&self, simd: S) -> f64 {
        let nothing = f32x16::splat(simd, 0.0);
        let mut sum = 0.0;
        for block in self.levels[1].chunks_exact(Self::STRIDE) {
            let mut sizes = nothing;
            for axis in 0..V::DIMENSION {
                // Of missing blocks it is −∞.
                let size = (block[V::DIMENSION + axis].load(simd) - block[axis].load(simd)).max(0.0);
                sizes += size.simd_le(UNBOUNDED_SIZE).select(size, nothing);
            }
            sum += sizes.to_array().iter().map(|&size| f64::from(size)).sum::<f64>();
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::broad::BroadPhase;
    use crate::broad::tests::many;

    /// How much larger the blocks are than if the boxes were sorted now.
    fn wear(tree: &Tree<Vec3>) -> f64 {
        let (_, boxes) = tree.entries(0..tree.slots);
        let sorted = Tree::<Vec3>::new(&boxes, Vec3::ZERO, |bounds| *bounds, |number| number);
        tree.spread() / sorted.spread()
    }

    #[test]
    fn boxes_that_come_one_by_one_are_sorted() {
        for count in [500, 1094, 5000] {
            let boxes = many::<Vec3>(count, 30.0);
            let mut broad = BroadPhase::new();
            for bounds in &boxes {
                broad.add(bounds);
                broad.add_fixed(bounds);
            }
            let unasked = broad.trees().map(wear);
            assert!(unasked.iter().all(|wear| *wear < 1.6), "{count}: {unasked:?}");
            broad.for_each_pair(|_, _| {});
            let asked = broad.trees().map(wear);
            assert!(asked.iter().all(|wear| *wear < 1.6), "{count}: {asked:?}");
        }
    }

    #[test]
    fn few_that_come_cost_little() {
        let boxes = many::<Vec3>(21_000, 30.0);
        let mut tree = Tree::<Vec3>::new(&boxes[..20_000], Vec3::ZERO, |bounds| *bounds, |number| number);
        let mut sorted = 0;
        for (number, bounds) in boxes.iter().enumerate().skip(20_000) {
            tree.push(number as u32, bounds);
            sorted += tree.maintain().len();
        }
        assert!(sorted < 8 * 1000, "{sorted}");
    }

    /// The cost does not depend on how many were added: here nearly enough to merge four runs into one.
    #[test]
    fn few_that_come_and_go_cost_little() {
        let boxes = many::<Vec3>(31_000, 30.0);
        let mut tree = Tree::<Vec3>::new(&boxes[..20_000], Vec3::ZERO, |bounds| *bounds, |number| number);
        let mut came = 20_000..;
        let mut sorted = 0;
        let mut come = |tree: &mut Tree<Vec3>, count: usize| -> Vec<u32> {
            let numbers: Vec<u32> = came.by_ref().take(count).collect();
            for &number in &numbers {
                tree.push(number, &boxes[number as usize]);
                sorted += tree.maintain().len();
            }
            numbers
        };
        come(&mut tree, 4096 - 16);
        for _ in 0..150 {
            for number in come(&mut tree, 40) {
                let slot = tree.order.iter().position(|&other| other == number);
                tree.clear(slot.unwrap());
            }
        }
        // 10,080 came.
        assert!(sorted < 8 * 10_080, "{sorted}");
    }

    #[test]
    fn those_that_go_leave_their_room_to_others() {
        let boxes = many::<Vec3>(10_000, 30.0);
        let mut broad = BroadPhase::new();
        broad.add_many(&boxes[..200]);
        for (number, bounds) in boxes.iter().enumerate() {
            assert!(broad.remove(number as u32 % 200));
            broad.add(bounds);
        }
        assert!(broad.len() == 200 && broad.bytes() < 40_000, "{}", broad.bytes());
    }

    #[test]
    fn those_that_move_are_sorted_though_nobody_asks() {
        let boxes = many::<Vec3>(4000, 30.0);
        let mut broad = BroadPhase::new();
        broad.add_many(&boxes);
        for step in 1..=40 {
            for (number, bounds) in boxes.iter().enumerate() {
                // Each its own way.
                let way = boxes[number * 7 % 4000].min() - boxes[number * 13 % 4000].min();
                let motion = way * (step as f32 / 40.0);
                broad.set_aabb(
                    number as u32,
                    &Aabb::new(bounds.min() + motion, bounds.max() + motion).unwrap(),
                );
            }
        }
        assert!(wear(broad.trees()[0]) < 1.6, "{}", wear(broad.trees()[0]));
    }

    #[test]
    fn a_box_without_an_end_hides_no_wear() {
        let mut boxes = many::<Vec3>(20_000, 60.0);
        boxes[7] = Aabb::new(Vec3::MIN, Vec3::new(f32::MAX, f32::MAX, -5.0)).unwrap();
        let mut broad = BroadPhase::new();
        broad.add_many(&boxes);
        broad.for_each_pair(|_, _| {});
        boxes[8..].reverse();
        broad.set_aabbs(&boxes);
        broad.for_each_pair(|_, _| {});
        assert!(wear(broad.trees()[0]) < 1.3, "{}", wear(broad.trees()[0]));
    }
}
