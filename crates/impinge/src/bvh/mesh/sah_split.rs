//! Recursive splits by the surface area heuristic (SAH), with bins.
//!
//! A ray enters a part of a box in proportion to its surface, and then costs as many packs as the part holds.
//! So the best split has the least sum of surface times packs. Centres are counted into bins along each axis,
//! and splits are tried between bins only.
//! Source: Goldsmith & Salmon 1987; MacDonald & Booth 1990; Wald, "On Fast Construction of SAH-Based Bounding
//! Volume Hierarchies", 2007 (bins).

use super::PACK;
use super::top_down_build::SplitStrategy;

/// A box in `f32` with the number of its triangle: the halves of the number are floats in the fourth
/// coordinates. Four coordinates at once are faster than three, and results computed from the fourth are
/// never used. The bits of the number themselves would be subnormal floats, which are slow.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct BuildItem {
    pub min: [f32; 4],
    pub max: [f32; 4],
}

impl BuildItem {
    /// Creates an item from two corners.
    #[inline(always)]
    pub fn new([a, b, c]: [f32; 3], [d, e, f]: [f32; 3], number: u32) -> Self {
        BuildItem { min: [a, b, c, (number & 0xffff) as f32], max: [d, e, f, (number >> 16) as f32] }
    }

    pub fn number(&self) -> u32 {
        self.min[3] as u32 | (self.max[3] as u32) << 16
    }
}

/// A box without a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemBounds {
    pub min: [f32; 4],
    pub max: [f32; 4],
}

impl ItemBounds {
    pub const EMPTY: ItemBounds = ItemBounds { min: [f32::INFINITY; 4], max: [f32::NEG_INFINITY; 4] };

    #[inline(always)]
    pub fn grow(&mut self, min: &[f32; 4], max: &[f32; 4]) {
        for axis in 0..4 {
            self.min[axis] = if min[axis] < self.min[axis] { min[axis] } else { self.min[axis] };
            self.max[axis] = if max[axis] > self.max[axis] { max[axis] } else { self.max[axis] };
        }
    }

    /// Upper bound on the coordinates.
    pub fn reach(&self) -> f32 {
        (0..3).map(|axis| self.max[axis].max(-self.min[axis])).fold(0.0, f32::max)
    }

    /// Computes half of the surface, scaled so that nothing overflows. If all boxes are flat in one plane,
    /// their edges decide.
    #[inline(always)]
    pub fn surface(&self, scale: f32) -> f32 {
        let [x, y, z] = [0, 1, 2].map(|axis| (self.max[axis] - self.min[axis]) * scale);
        x * y + y * z + z * x + (x + y + z) * EDGE_WEIGHT
    }
}

/// Weight of edges relative to surfaces.
const EDGE_WEIGHT: f32 = 1e-9;

/// Maximum number of items with 8 bins instead of 16.
const SMALL_RANGE: usize = 64;
/// Maximum depth of splits by the heuristic: beyond it, runs are halved by number, so no tree is deeper than
/// twice this.
const MAX_SAH_DEPTH: u32 = 40;

/// The surface area heuristic.
pub(super) struct SahSplit {
    /// Reciprocal of the size of the mesh.
    pub scale: f32,
}

/// Data of a run of items.
pub(super) struct RangeInfo {
    centers: ItemBounds,
    surface: f32,
    depth: u32,
}

impl SplitStrategy for SahSplit {
    type Item = BuildItem;
    type Info = RangeInfo;
    const KEEPS_CAPACITY: bool = false;

    fn run(&self, items: &[BuildItem], depth: u32) -> RangeInfo {
        let mut bounds = ItemBounds::EMPTY;
        let mut centers = ItemBounds::EMPTY;
        for item in items {
            bounds.grow(&item.min, &item.max);
            let center = center_of(item);
            centers.grow(&center, &center);
        }
        RangeInfo { centers, surface: bounds.surface(self.scale), depth }
    }

    fn weight(run: &RangeInfo) -> f32 {
        run.surface
    }

    fn split(&self, run: &RangeInfo, items: &mut [BuildItem]) -> usize {
        let best = match items.len() {
            0..=SMALL_RANGE => best_split::<8>(items, &run.centers, self.scale),
            _ => best_split::<16>(items, &run.centers, self.scale),
        };
        match best {
            Some((axis, limit, place)) if run.depth < MAX_SAH_DEPTH => {
                let middle =
                    partition(items, |item| place.bin(center_along(item, axis), axis) < limit as u32);
                if middle == 0 || middle == items.len() { halve(items, &run.centers) } else { middle }
            }
            _ => halve(items, &run.centers),
        }
    }

    fn triangle(&self, item: BuildItem) -> (u32, ItemBounds) {
        (item.number(), ItemBounds { min: item.min, max: item.max })
    }
}

#[inline(always)]
fn center_of(item: &BuildItem) -> [f32; 4] {
    std::array::from_fn(|axis| center_along(item, axis))
}

#[inline(always)]
fn center_along(item: &BuildItem, axis: usize) -> f32 {
    // Halved first: the difference could overflow.
    item.min[axis] * 0.5 + item.max[axis] * 0.5
}

/// Map from coordinates to bins.
#[derive(Clone, Copy)]
struct BinMapping {
    least: [f32; 4],
    per_length: [f32; 4],
    last: f32,
}

impl BinMapping {
    #[inline(always)]
    fn bin(&self, center: f32, axis: usize) -> u32 {
        let place = (center - self.least[axis]) * self.per_length[axis];
        // In this order of comparison, NaN, along an axis without extent, gives the last bin.
        let place = if place < self.last { place } else { self.last };
        // Adding this rounds to an integer in the last bits, which is faster than a conversion that handles
        // all floats.
        (place + INTEGER_BIAS).to_bits() & 0xff
    }
}

/// Floats from here on are integers.
const INTEGER_BIAS: f32 = 8_388_608.0;

#[derive(Clone, Copy)]
struct Bin {
    bounds: ItemBounds,
    count: u32,
}

/// Returns the axis, the first bin of the second part and the bins of the best split; `None` if all centres
/// coincide.
fn best_split<const BINS: usize>(
    items: &[BuildItem],
    centers: &ItemBounds,
    scale: f32,
) -> Option<(usize, usize, BinMapping)> {
    let extent: [f32; 4] = std::array::from_fn(|axis| centers.max[axis] * 0.5 - centers.min[axis] * 0.5);
    let per_length = std::array::from_fn(|axis| {
        let per_length = (BINS - 1) as f32 * 0.5 / extent[axis];
        if per_length.is_finite() { per_length } else { 0.0 }
    });
    let places = BinMapping { least: centers.min, per_length, last: (BINS - 1) as f32 };
    let mut bins = [[Bin { bounds: ItemBounds::EMPTY, count: 0 }; BINS]; 3];
    for item in items {
        let center = center_of(item);
        let numbers: [u32; 4] = std::array::from_fn(|axis| places.bin(center[axis], axis));
        for axis in 0..3 {
            let bin = &mut bins[axis][numbers[axis] as usize % BINS];
            bin.bounds.grow(&item.min, &item.max);
            bin.count += 1;
        }
    }
    let packs = |count: u32| count.div_ceil(PACK as u32) as f32;
    let mut best = (f32::INFINITY, None);
    for axis in 0..3 {
        if per_length[axis] == 0.0 {
            continue;
        }
        let mut after = [(0.0, 0); BINS];
        let mut rest = Bin { bounds: ItemBounds::EMPTY, count: 0 };
        for bin in (1..BINS).rev() {
            let next = &bins[axis][bin];
            rest.bounds.grow(&next.bounds.min, &next.bounds.max);
            rest.count += next.count;
            let surface = if rest.count > 0 { rest.bounds.surface(scale) } else { 0.0 };
            after[bin] = (surface * packs(rest.count), rest.count);
        }
        let mut first = Bin { bounds: ItemBounds::EMPTY, count: 0 };
        for bin in 1..BINS {
            let next = &bins[axis][bin - 1];
            first.bounds.grow(&next.bounds.min, &next.bounds.max);
            first.count += next.count;
            if first.count > 0 && after[bin].1 > 0 {
                let cost = first.bounds.surface(scale) * packs(first.count) + after[bin].0;
                if cost < best.0 {
                    best = (cost, Some((axis, bin)));
                }
            }
        }
    }
    best.1.map(|(axis, bin)| (axis, bin, places))
}

/// Halves the items along the axis on which their centres spread furthest. Returns the number of the first
/// half.
fn halve(items: &mut [BuildItem], centers: &ItemBounds) -> usize {
    let extent = |axis: usize| centers.max[axis] * 0.5 - centers.min[axis] * 0.5;
    let widest = (1..3).fold(0, |widest, axis| if extent(axis) > extent(widest) { axis } else { widest });
    let middle = items.len() / 2;
    items.select_nth_unstable_by(middle, |a, b| {
        let (first, second) = (center_along(a, widest), center_along(b, widest));
        // The number breaks ties, so that the order does not depend on how the selection works.
        first.total_cmp(&second).then(a.number().cmp(&b.number()))
    });
    middle
}

/// Moves the selected items to the front; returns their number.
fn partition(items: &mut [BuildItem], is_first: impl Fn(&BuildItem) -> bool) -> usize {
    let (mut low, mut high) = (0, items.len());
    while low < high {
        if is_first(&items[low]) {
            low += 1;
        } else {
            high -= 1;
            items.swap(low, high);
        }
    }
    low
}
