//! Boxes split in two, again and again, where a ray or a query will have the least work.
//!
//! The surface area heuristic: a part of a box is entered in proportion to its surface, and then costs as many packs as it
//! holds, so of all splits the best is that with the least sum of surface times packs. Centres are counted into bins
//! along each axis, and splits tried between bins only.
//! Source: Goldsmith & Salmon 1987; MacDonald & Booth 1990; Wald, "On Fast Construction of SAH-Based Bounding Volume
//! Hierarchies", 2007 (bins).

use super::PACK;

/// A box in `f32`, and the number of what it is around, in the fourth coordinate of its least corner: four coordinates at
/// once are quicker than three.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Item {
    pub min: [f32; 4],
    pub max: [f32; 4],
}

impl Item {
    pub fn number(&self) -> u32 {
        self.min[3].to_bits()
    }
}

/// A box without a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub min: [f32; 4],
    pub max: [f32; 4],
}

impl Bounds {
    pub const EMPTY: Bounds = Bounds { min: [f32::INFINITY; 4], max: [f32::NEG_INFINITY; 4] };

    #[inline(always)]
    pub fn grow(&mut self, min: &[f32; 4], max: &[f32; 4]) {
        for axis in 0..4 {
            self.min[axis] = if min[axis] < self.min[axis] { min[axis] } else { self.min[axis] };
            self.max[axis] = if max[axis] > self.max[axis] { max[axis] } else { self.max[axis] };
        }
    }

    /// Half of the surface, scaled so that nothing overflows; where all boxes are flat in one plane, their edges decide.
    #[inline(always)]
    fn surface(&self, scale: f32) -> f32 {
        let [x, y, z] = [0, 1, 2].map(|axis| (self.max[axis] - self.min[axis]) * scale);
        x * y + y * z + z * x + (x + y + z) * EDGES
    }
}

/// How much edges count beside surfaces.
const EDGES: f32 = 1e-9;

/// What splitting ends with.
#[derive(Debug)]
pub(super) enum Part {
    /// So many items from there on, no more than fit a pack.
    Leaf { bounds: Bounds, start: u32, count: u32 },
    /// Two parts.
    Inner { bounds: Bounds, surface: f32, parts: Box<[Part; 2]> },
}

impl Part {
    pub fn bounds(&self) -> &Bounds {
        match self {
            Part::Leaf { bounds, .. } | Part::Inner { bounds, .. } => bounds,
        }
    }
}

const MOST_BINS: usize = 16;
/// Up to so many items are counted into half of the bins.
const FEW: usize = 64;
/// From here on parts are halved by number, so that no tree is deeper than twice this.
const DEEP: u32 = 40;
/// Fewer items than this are split by one thread.
const PARALLEL: usize = 1 << 12;

/// Splits items, which it sorts, until no part has more than fit a pack. `scale` is one over the size of all.
pub(super) fn split(items: &mut [Item], start: u32, scale: f32, depth: u32) -> Part {
    let mut bounds = Bounds::EMPTY;
    let mut centers = Bounds::EMPTY;
    for item in &*items {
        bounds.grow(&item.min, &item.max);
        let center = center_of(item);
        centers.grow(&center, &center);
    }
    if items.len() <= PACK {
        return Part::Leaf { bounds, start, count: items.len() as u32 };
    }
    let middle = match best_split(items, &centers, scale) {
        Some((axis, limit, place)) if depth < DEEP => {
            let middle = partition(items, |item| place.bin(center_of(item)[axis], axis) < limit);
            if middle == 0 || middle == items.len() { halve(items, &centers) } else { middle }
        }
        _ => halve(items, &centers),
    };
    let (left, right) = items.split_at_mut(middle);
    let next = start + middle as u32;
    let parts = if left.len() + right.len() < PARALLEL {
        [split(left, start, scale, depth + 1), split(right, next, scale, depth + 1)]
    } else {
        let (left, right) =
            rayon::join(|| split(left, start, scale, depth + 1), || split(right, next, scale, depth + 1));
        [left, right]
    };
    Part::Inner { bounds, surface: bounds.surface(scale), parts: Box::new(parts) }
}

#[inline(always)]
fn center_of(item: &Item) -> [f32; 4] {
    // Halved first, for boxes at the end of the floats. The number is left out: as a tiny float it would be slow to add.
    let center = |axis: usize| item.min[axis] * 0.5 + item.max[axis] * 0.5;
    [center(0), center(1), center(2), 0.0]
}

/// Where the bins are.
#[derive(Clone, Copy)]
struct Places {
    least: [f32; 4],
    per_length: [f32; 4],
    last: usize,
}

impl Places {
    #[inline(always)]
    fn bin(&self, center: f32, axis: usize) -> usize {
        // What is not a number, along an axis without extent, is 0.
        (((center - self.least[axis]) * self.per_length[axis]) as usize).min(self.last)
    }
}

#[derive(Clone, Copy)]
struct Bin {
    bounds: Bounds,
    count: u32,
}

/// The axis, the first bin of the second part and the bins of the best split; none if all centres are at one place.
fn best_split(items: &[Item], centers: &Bounds, scale: f32) -> Option<(usize, usize, Places)> {
    let count = if items.len() <= FEW { MOST_BINS / 2 } else { MOST_BINS };
    let extent: [f32; 4] = std::array::from_fn(|axis| centers.max[axis] * 0.5 - centers.min[axis] * 0.5);
    let per_length = std::array::from_fn(|axis| {
        let per_length = count as f32 * 0.499_999 / extent[axis];
        if per_length.is_finite() { per_length } else { 0.0 }
    });
    let places = Places { least: centers.min, per_length, last: count - 1 };
    let mut bins = [[Bin { bounds: Bounds::EMPTY, count: 0 }; MOST_BINS]; 3];
    for item in items {
        let center = center_of(item);
        for axis in 0..3 {
            let bin = &mut bins[axis][places.bin(center[axis], axis)];
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
        let mut after = [(0.0, 0); MOST_BINS];
        let mut rest = Bin { bounds: Bounds::EMPTY, count: 0 };
        for bin in (1..count).rev() {
            let next = &bins[axis][bin];
            rest.bounds.grow(&next.bounds.min, &next.bounds.max);
            rest.count += next.count;
            let surface = if rest.count > 0 { rest.bounds.surface(scale) } else { 0.0 };
            after[bin] = (surface * packs(rest.count), rest.count);
        }
        let mut first = Bin { bounds: Bounds::EMPTY, count: 0 };
        for bin in 1..count {
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

/// Halves the items along the axis on which their centres spread furthest. Returns the number of the first half.
fn halve(items: &mut [Item], centers: &Bounds) -> usize {
    let extent = |axis: usize| centers.max[axis] * 0.5 - centers.min[axis] * 0.5;
    let widest = (1..3).fold(0, |widest, axis| if extent(axis) > extent(widest) { axis } else { widest });
    let middle = items.len() / 2;
    items.select_nth_unstable_by(middle, |a, b| {
        let (first, second) = (center_of(a)[widest], center_of(b)[widest]);
        // The number breaks ties, so that the order does not depend on how the selection works.
        first.total_cmp(&second).then(a.number().cmp(&b.number()))
    });
    middle
}

/// Brings items to the front; returns how many.
fn partition(items: &mut [Item], is_first: impl Fn(&Item) -> bool) -> usize {
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
