//! Layers and masks of blocks: skips pairs of blocks whose filters exclude each other.
//!
//! For each block, the union of the layers of its objects and the union of their masks are stored. If the
//! unions of two blocks exclude each other, no two of their objects can collide, and none is tested. A heap
//! of objects that do not collide with each other costs nothing then.

use fearless_simd::{Simd, SimdBase, SimdMask, u32x16};

use super::collision_filter::CollisionFilter;
use super::simd_block::WIDTH;
use super::tree::{NOBODY, Tree};
use crate::math::Vector;

/// The filters of blocks of sixteen objects, and of blocks of sixteen of these.
pub(super) struct Layers {
    small: Blocks,
    large: Blocks,
}

/// One number for each block, for whole sixteens of blocks; of missing ones 0.
struct Blocks {
    layers: Vec<u32>,
    meets: Vec<u32>,
}

impl Blocks {
    /// The filters of all in each sixteen.
    fn around(filters: impl ExactSizeIterator<Item = CollisionFilter>) -> Self {
        let blocks = filters.len().div_ceil(WIDTH).next_multiple_of(WIDTH);
        let (mut layers, mut meets) = (vec![0; blocks], vec![0; blocks]);
        for (at, filter) in filters.enumerate() {
            layers[at / WIDTH] |= filter.layers;
            meets[at / WIDTH] |= filter.mask;
        }
        Blocks { layers, meets }
    }

    fn of(&self, block: usize) -> CollisionFilter {
        CollisionFilter { layers: self.layers[block], mask: self.meets[block] }
    }

    fn all(&self) -> impl ExactSizeIterator<Item = CollisionFilter> + '_ {
        (0..self.layers.len()).map(|block| self.of(block))
    }
}

impl Layers {
    pub fn new<V: Vector<Scalar = f32>>(tree: &Tree<V>, filter: impl Fn(u32) -> CollisionFilter) -> Self {
        let nothing = CollisionFilter { layers: 0, mask: 0 };
        let objects =
            tree.order.iter().map(|&number| if number == NOBODY { nothing } else { filter(number) });
        let small = Blocks::around(objects);
        let large = Blocks::around(small.all());
        Layers { small, large }
    }

    /// Do any two objects of a small block meet?
    pub fn meet_within(&self, block: usize) -> bool {
        let filter = self.small.of(block);
        filter.allows(filter)
    }

    /// May objects of two large blocks meet?
    pub fn meet(&self, block: usize, others: &Layers, other: usize) -> bool {
        self.large.of(block).allows(others.large.of(other))
    }

    /// The small blocks in a large one of others that may meet a small one of these, a bit each.
    #[inline(always)]
    pub fn met<S: Simd>(&self, simd: S, block: usize, others: &Layers, large: usize) -> u32 {
        let filter = self.small.of(block);
        let lanes = large * WIDTH..(large + 1) * WIDTH;
        let layers = u32x16::from_slice(simd, &others.small.layers[lanes.clone()]);
        let meets = u32x16::from_slice(simd, &others.small.meets[lanes]);
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
            let layers = Layers::new(&tree, filter);
            let mut shown = 0;
            Join::within(&tree).among(Some([&layers, &layers])).run(&mut |pairs| shown += pairs.len());
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
