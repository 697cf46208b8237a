//! Nodes of eight boxes, and the slab test of a line against all eight at once.
//!
//! The slab method: between the planes of each axis, a line covers an interval of t. It intersects the box if
//! these intervals overlap. Rounding must not lose a box: the far end is extended by a few roundings. If the
//! line itself was rounded, the planes are moved apart by the possible effect.
//! Source: Kay & Kajiya 1986; Ize, "Robust BVH Ray Traversal", 2013; eight at once: Wald, Benthin & Boulos
//! 2008.

use fearless_simd::{Simd, SimdBase, SimdMask, f32x4, f32x8};

use super::WIDTH;
use super::pack::PackCorners;
use super::sah_split::ItemBounds;
use crate::bvh::half_space_cull::BoxLanes;

/// Eight boxes with their children.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(super) struct Node {
    /// On each axis the eight minima, then the eight maxima. For missing boxes the minima exceed the maxima.
    pub bounds: [[[f32; WIDTH]; 2]; 3],
    pub children: [Child; WIDTH],
}

/// The number of a node or, with the highest bit, of a pack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Child(u32);

impl Child {
    pub const MISSING: Child = Child(u32::MAX);
    const PACK: u32 = 1 << 31;

    pub fn node(number: usize) -> Self {
        Child(number as u32)
    }

    pub fn pack(number: usize) -> Self {
        Child(number as u32 | Self::PACK)
    }

    /// Returns the stored form.
    pub fn to_bits(self) -> u32 {
        self.0
    }

    pub fn from_bits(bits: u32) -> Self {
        Child(bits)
    }

    #[inline(always)]
    pub fn is_pack(self) -> bool {
        self.0 & Self::PACK != 0
    }

    #[inline(always)]
    pub fn number(self) -> usize {
        (self.0 & !Self::PACK) as usize
    }
}

impl Node {
    pub const EMPTY: Node = Node {
        bounds: [[[f32::INFINITY; WIDTH], [f32::NEG_INFINITY; WIDTH]]; 3],
        children: [Child::MISSING; WIDTH],
    };

    pub fn set_bounds(&mut self, lane: usize, bounds: &ItemBounds) {
        for axis in 0..3 {
            self.bounds[axis][0][lane] = bounds.min[axis];
            self.bounds[axis][1][lane] = bounds.max[axis];
        }
    }

    /// Returns one of the boxes.
    pub fn bounds_of(&self, lane: usize) -> ItemBounds {
        let [x, y, z] = &self.bounds;
        let corner = |side: usize| [x[side][lane], y[side][lane], z[side][lane], 0.0];
        ItemBounds { min: corner(0), max: corner(1) }
    }
}

impl Node {
    /// Returns the boxes.
    #[inline(always)]
    pub fn box_lanes(&self) -> BoxLanes<'_> {
        let [x, y, z] = &self.bounds;
        [[&x[0], &x[1]], [&y[0], &y[1]], [&z[0], &z[1]]]
    }

    /// Returns the lanes that have a child, a bit each.
    pub fn filled(&self) -> u32 {
        let is_filled = |lane: &usize| self.children[*lane] != Child::MISSING;
        (0..WIDTH).filter(is_filled).fold(0, |filled, lane| filled | 1 << lane)
    }

    /// Returns the box around the node.
    pub fn bounds(&self) -> ItemBounds {
        let [x, y, z] = &self.bounds;
        ItemBounds {
            min: [min_of(&x[0]), min_of(&y[0]), min_of(&z[0]), 0.0],
            max: [max_of(&x[1]), max_of(&y[1]), max_of(&z[1]), 0.0],
        }
    }
}

/// Returns the least of some numbers, by one comparison each: `f32::min` also handles NaN.
#[inline(always)]
pub(super) fn min_of(lanes: &[f32]) -> f32 {
    lanes.iter().fold(f32::INFINITY, |least, &x| if x < least { x } else { least })
}

/// Returns the greatest of some numbers, by one comparison each.
#[inline(always)]
pub(super) fn max_of(lanes: &[f32]) -> f32 {
    lanes.iter().fold(f32::NEG_INFINITY, |most, &x| if x > most { x } else { most })
}

/// A line in the form that nodes are tested with, in `f32` and relative to the origin of the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slabs {
    /// The start, moved so that near planes are nearer and far planes further.
    pub near_from: [f32; 3],
    pub far_from: [f32; 3],
    /// One over the direction.
    pub inverse: [f32; 3],
    /// For each axis, 1 if the near plane is the plane of the maximum, otherwise 0.
    pub near: [usize; 3],
}

/// Components of a direction below this count as 0, and the planes are moved by the possible effect.
const MIN_COMPONENT: f64 = 1e-30;
/// Coordinates beyond this leave no room in `f32` for computations with them.
const MAX_COORDINATE: f32 = 1e30;
/// Factor that exceeds the roundings of a difference, a quotient and a product, twice.
pub(crate) const SLAB_ROUNDING: f32 = 1.0 + 8.0 * f32::EPSILON;

impl Slabs {
    /// Creates the slabs of a line from `start`, which may be off by `slack` on each axis, in `direction`,
    /// whose greatest component is 1. No relevant geometry is further than `reach` from the origin.
    pub fn new(start: [f64; 3], direction: [f64; 3], slack: [f32; 3], reach: f32) -> Self {
        let mut slab_intervals =
            Slabs { near_from: [0.0; 3], far_from: [0.0; 3], inverse: [0.0; 3], near: [0; 3] };
        if reach.is_nan() || reach > MAX_COORDINATE {
            // All boxes pass: a reciprocal direction of zero marks this.
            return slab_intervals;
        }
        for axis in 0..3 {
            let from = start[axis] as f32;
            let is_along = direction[axis].abs() < MIN_COMPONENT;
            // Parallel to the planes, everything between them is at any t. Planes this far apart have nearly
            // that effect.
            let wide = if is_along { (from.abs() + reach) * 1e-6 + 1e-35 } else { 0.0 };
            let slack = slack[axis] + wide;
            slab_intervals.inverse[axis] = if is_along { 1e37 } else { (1.0 / direction[axis]) as f32 };
            // The signs of directions are unpredictable, so nothing branches on them.
            let way = if is_along { 1.0 } else { direction[axis] };
            let slack = slack.copysign(way as f32);
            slab_intervals.near_from[axis] = from + slack;
            slab_intervals.far_from[axis] = from - slack;
            slab_intervals.near[axis] = usize::from(way < 0.0);
        }
        slab_intervals
    }

    /// Returns whether all boxes pass. Infinite coordinates cannot be compared with planes, and instruction
    /// sets differ in their results for them.
    #[inline(always)]
    pub fn accepts_everything(&self) -> bool {
        self.inverse[0] == 0.0
    }

    /// Returns the boxes of a node that the line enters before `limit`, a bit each, and the entry distances.
    #[inline(always)]
    pub(super) fn intersect_boxes<S: Simd>(&self, simd: S, node: &Node, limit: f32) -> (u32, [f32; WIDTH]) {
        if self.accepts_everything() {
            return (node.filled(), [0.0; WIDTH]);
        }
        let mut first = f32x8::splat(simd, 0.0);
        let mut last = f32x8::splat(simd, f32::INFINITY);
        for axis in 0..3 {
            // The mask changes nothing, but removes a bounds check.
            let side = self.near[axis] & 1;
            let near = f32x8::load_array_ref(simd, &node.bounds[axis][side]);
            let far = f32x8::load_array_ref(simd, &node.bounds[axis][1 - side]);
            first = ((near - self.near_from[axis]) * self.inverse[axis]).max(first);
            last = ((far - self.far_from[axis]) * self.inverse[axis]).min(last);
        }
        // The factor also applies to the limit, which may be the entry into the very box.
        let last = last.min(f32x8::splat(simd, limit)) * SLAB_ROUNDING;
        let mask = first.simd_le(last).to_bitmask() as u32;
        (mask, first.to_array())
    }

    /// Returns where the line enters the boxes of four triangles, and where it leaves them. If it
    /// leaves a box before it enters, it does not meet the box.
    #[inline(always)]
    pub(super) fn clip_triangle_boxes<S: Simd>(
        &self,
        simd: S,
        corners: &PackCorners,
        limit: f32,
    ) -> [f32x4<S>; 2] {
        if self.accepts_everything() {
            return [f32x4::splat(simd, 0.0), f32x4::splat(simd, f32::INFINITY)];
        }
        let mut first = f32x4::splat(simd, 0.0);
        let mut last = f32x4::splat(simd, limit);
        for axis in 0..3 {
            let [a, b, c] =
                [0, 1, 2].map(|corner: usize| f32x4::load_array_ref(simd, &corners[corner][axis]));
            let ends = [a.min(b).min(c), a.max(b).max(c)];
            let (near, far) = (ends[self.near[axis]], ends[1 - self.near[axis]]);
            first = ((near - self.near_from[axis]) * self.inverse[axis]).max(first);
            last = ((far - self.far_from[axis]) * self.inverse[axis]).min(last);
        }
        [first, last * SLAB_ROUNDING]
    }
}
