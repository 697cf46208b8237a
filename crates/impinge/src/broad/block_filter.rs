//! Layers and masks of blocks: skips pairs of blocks whose filters exclude each other.
//!
//! For each block, the union of the layers of its objects and the union of their masks are stored. If the
//! unions of two blocks exclude each other, no two of their objects can collide, and none is tested. A heap
//! of objects that do not collide with each other costs nothing then.

use fearless_simd::{Simd, SimdBase, SimdMask, u32x16};

use super::collision_filter::CollisionFilter;
use super::simd_block::WIDTH;
use super::tree::{NO_OBJECT, Tree};
use crate::math::Vector;

/// The filters of blocks of sixteen objects, and of blocks of sixteen of these.
pub(super) struct BlockFilters {
    small: FilterUnions,
    large: FilterUnions,
}

/// One number for each block, for whole sixteens of blocks; of missing ones 0.
struct FilterUnions {
    layers: Vec<u32>,
    masks: Vec<u32>,
}

impl FilterUnions {
    /// The filters of all in each sixteen.
    fn union_of_blocks(filters: impl ExactSizeIterator<Item = CollisionFilter>) -> Self {
        let blocks = filters.len().div_ceil(WIDTH).next_multiple_of(WIDTH);
        let (mut layers, mut masks) = (vec![0; blocks], vec![0; blocks]);
        for (at, filter) in filters.enumerate() {
            layers[at / WIDTH] |= filter.layers;
            masks[at / WIDTH] |= filter.mask;
        }
        FilterUnions { layers, masks }
    }

    fn block_filter(&self, block: usize) -> CollisionFilter {
        CollisionFilter { layers: self.layers[block], mask: self.masks[block] }
    }

    fn all_filters(&self) -> impl ExactSizeIterator<Item = CollisionFilter> + '_ {
        (0..self.layers.len()).map(|block| self.block_filter(block))
    }
}

impl BlockFilters {
    pub fn new<V: Vector<Scalar = f32>>(tree: &Tree<V>, filter: impl Fn(u32) -> CollisionFilter) -> Self {
        let nothing = CollisionFilter { layers: 0, mask: 0 };
        let objects =
            tree.order.iter().map(|&number| if number == NO_OBJECT { nothing } else { filter(number) });
        let small = FilterUnions::union_of_blocks(objects);
        let large = FilterUnions::union_of_blocks(small.all_filters());
        BlockFilters { small, large }
    }

    /// Do any two objects of a small block meet?
    pub fn may_collide_within(&self, block: usize) -> bool {
        let filter = self.small.block_filter(block);
        filter.allows(filter)
    }

    /// May objects of two large blocks meet?
    pub fn may_collide(&self, block: usize, others: &BlockFilters, other: usize) -> bool {
        self.large.block_filter(block).allows(others.large.block_filter(other))
    }

    /// The small blocks in a large one of others that may meet a small one of these, a bit each.
    #[inline(always)]
    pub fn select_colliding<S: Simd>(
        &self,
        simd: S,
        block: usize,
        others: &BlockFilters,
        large: usize,
    ) -> u32 {
        let filter = self.small.block_filter(block);
        let lanes = large * WIDTH..(large + 1) * WIDTH;
        let layers = u32x16::from_slice(simd, &others.small.layers[lanes.clone()]);
        let meets = u32x16::from_slice(simd, &others.small.masks[lanes]);
        let nothing = (layers & filter.mask).simd_eq(0) | (meets & filter.layers).simd_eq(0);
        !(nothing.to_bitmask() as u32) & u32::from(u16::MAX)
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::broad::BroadPhase;
    use crate::broad::spatial_join::Join;
    use crate::broad::tests::many;
    use crate::shape::Aabb;

    const DEBRIS: CollisionFilter = CollisionFilter { layers: 0b10, mask: 0b01 };
    const PLAYER: CollisionFilter = CollisionFilter { layers: 0b01, mask: u32::MAX };

    #[test]
    fn what_meets_only_others_is_not_looked_at() {
        let boxes = vec![Aabb::between(Vec3::ZERO, Vec3::ONE); 3000];
        let tree = Tree::new(&boxes, Vec3::ZERO, |bounds| *bounds, |number| number);
        let shown = |filter: &dyn Fn(u32) -> CollisionFilter| {
            let layers = BlockFilters::new(&tree, filter);
            let mut shown = 0;
            Join::self_join(&tree)
                .with_filters(Some([&layers, &layers]))
                .run(&mut |pairs| shown += pairs.len());
            shown
        };
        assert_eq!(shown(&|_| DEBRIS), 0);
        // Its own block, and each other one with that.
        let with_player = shown(&|number| if number == 1000 { PLAYER } else { DEBRIS });
        assert!((2999..16 * 3000).contains(&with_player), "{with_player}");
        assert_eq!(shown(&|_| PLAYER), 3000 * 2999 / 2);
    }

    #[test]
    fn pairs_that_meet_are_all_found() {
        let boxes = many::<Vec3>(2000, 7.0);
        let mut broad = BroadPhase::new();
        // Half of them static; greater numbers have fewer equals.
        for (number, bounds) in (0u32..).zip(&boxes) {
            let _ = if number % 2 == 0 { broad.add(bounds) } else { broad.add_fixed(bounds) };
            let kinds = [
                DEBRIS,
                PLAYER,
                CollisionFilter { layers: 0b100, mask: 0b110 },
                CollisionFilter { layers: 0, mask: 7 },
            ];
            broad.set_filter(number, kinds[(number as usize * number as usize / 900) % 4]);
        }
        let overlaps = |a: u32, b: u32| {
            let (a, b) = (&boxes[a as usize], &boxes[b as usize]);
            (0..3).all(|axis| a.min()[axis] <= b.max()[axis] && b.min()[axis] <= a.max()[axis])
        };
        let mut expected = Vec::new();
        for a in 0..2000 {
            for b in (a + 1..2000).filter(|b| a % 2 == 0 || b % 2 == 0) {
                if overlaps(a, b) && broad.filter_of(a).allows(broad.filter_of(b)) {
                    expected.push([a, b]);
                }
            }
        }
        assert!(expected.len() > 1000, "{}", expected.len());
        assert_eq!(broad.sorted_pairs(), expected);
    }
}
