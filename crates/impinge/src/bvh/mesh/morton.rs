//! Morton order of boxes, for fast builds.
//!
//! A Morton code interleaves the bits of the coordinates, so places with the same leading bits lie in the
//! same cell of halved, quartered, … space. Sorted by these codes, neighbours in space are mostly neighbours
//! in the list. The items of every cell are consecutive, and so are the items of each half of a cell: a split
//! needs no search.
//! Source: Morton 1966; Lauterbach et al., "Fast BVH Construction on GPUs", 2009.

use super::sah_split::{BuildItem, ItemBounds};
use super::top_down_build::SplitStrategy;

/// Bits of each coordinate: three times this number fits into 64.
const BITS: u32 = 21;

/// Splits a run where the leading bit of its codes changes. The depth of a tree is at most the number of
/// bits, plus the halvings of items at one place.
pub(super) struct MortonSplit<'a> {
    items: &'a [BuildItem],
}

/// The Morton code of an item, and its number.
type MortonKey = (u64, u32);

impl<'a> MortonSplit<'a> {
    /// Computes the keys of items in Morton order; items at one place are in the order of their numbers.
    pub fn new(items: &'a [BuildItem], all: &ItemBounds) -> (Self, Vec<MortonKey>) {
        let mut places: Vec<MortonKey> =
            items.iter().enumerate().map(|(i, item)| (morton_code(item, all), i as u32)).collect();
        radsort::sort_by_key(&mut places, |place| place.0);
        (MortonSplit { items }, places)
    }
}

impl SplitStrategy for MortonSplit<'_> {
    type Item = MortonKey;
    type Info = usize;
    const KEEPS_CAPACITY: bool = true;

    fn run(&self, places: &[MortonKey], _depth: u32) -> usize {
        places.len()
    }

    fn weight(&count: &usize) -> f32 {
        count as f32
    }

    fn split(&self, &count: &usize, places: &mut [MortonKey]) -> usize {
        let (first, last) = (places[0].0, places[count - 1].0);
        if first == last {
            return count / 2;
        }
        let bit = 63 - (first ^ last).leading_zeros();
        places.partition_point(|place| place.0 >> bit & 1 == first >> bit & 1)
    }

    fn triangle(&self, (_, number): MortonKey) -> (u32, ItemBounds) {
        let item = &self.items[number as usize];
        (number, ItemBounds { min: item.min, max: item.max })
    }
}

/// Computes the Morton code of the centre of an item. Cells are cubes: along a flat axis all bits are equal.
fn morton_code(item: &BuildItem, all: &ItemBounds) -> u64 {
    let widest = (0..3).map(|axis| all.max[axis] * 0.5 - all.min[axis] * 0.5).fold(0.0, f32::max);
    let cells = (1u32 << BITS) as f32 * 0.499_999;
    (0..3).fold(0, |number, axis| {
        let center = item.min[axis] * 0.5 + item.max[axis] * 0.5;
        // NaN, which arises where all items are one point, gives 0.
        let cell = ((center - all.min[axis]) / widest * cells) as u64;
        number | spread_bits(cell.min((1 << BITS) - 1)) << axis
    })
}

/// Spreads 21 bits, with two zeros before each.
fn spread_bits(bits: u64) -> u64 {
    let steps = [
        (32, 0x001f_0000_0000_ffff),
        (16, 0x001f_0000_ff00_00ff),
        (8, 0x100f_00f0_0f00_f00f),
        (4, 0x10c3_0c30_c30c_30c3),
        (2, 0x1249_2492_4924_9249),
    ];
    steps.iter().fold(bits, |bits, (shift, mask)| (bits | bits << shift) & mask)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn morton_codes_interleave_bits() {
        assert_eq!(spread_bits(0), 0);
        assert_eq!(spread_bits(0b101), 0b001_000_001);
        assert_eq!(spread_bits((1 << BITS) - 1), 0x1249_2492_4924_9249);
    }

    #[test]
    fn morton_order_keeps_cells_consecutive() {
        let at = |x: f32, y: f32, z: f32| BuildItem::new([x, y, z], [x, y, z], 0);
        let all = ItemBounds { min: [0.0; 4], max: [4.0; 4] };
        // The last axis decides first.
        let places =
            [at(0.0, 0.0, 0.0), at(3.0, 0.0, 0.0), at(0.0, 3.0, 0.0), at(0.0, 0.0, 3.0), at(3.0, 3.0, 3.0)]
                .map(|item| morton_code(&item, &all));
        assert!(places.is_sorted());
        // All in one point, and at the ends of the floats.
        let all = ItemBounds { min: [1.0; 4], max: [1.0; 4] };
        assert_eq!(morton_code(&at(1.0, 1.0, 1.0), &all), 0);
        let all = ItemBounds { min: [-f32::MAX; 4], max: [f32::MAX; 4] };
        let (low, high) =
            (morton_code(&at(-f32::MAX, 0.0, 0.0), &all), morton_code(&at(f32::MAX, 0.0, 0.0), &all));
        assert!(low < high);
    }
}
