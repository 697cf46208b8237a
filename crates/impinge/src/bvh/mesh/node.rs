//! Nodes of eight boxes, and a line against all eight at once ([`Slabs`]).

use fearless_simd::{Simd, SimdBase, SimdMask, f32x4, f32x8};

use super::WIDTH;
use super::pack::PackCorners;
use super::sah_split::ItemBounds;
use crate::bvh::half_space_cull::BoxLanes;
use crate::bvh::slabs::Slabs;

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

impl Slabs {
    /// Returns the boxes of a node that the line enters before `limit`, a bit each, and the entry distances.
    #[inline(always)]
    pub(super) fn intersect_boxes<S: Simd>(&self, simd: S, node: &Node, limit: f32) -> (u32, [f32; WIDTH]) {
        if self.accepts_everything() {
            return (node.filled(), [0.0; WIDTH]);
        }
        let planes = |axis: usize, near: usize| {
            [near, 1 - near].map(|side| f32x8::load_array_ref(simd, &node.bounds[axis][side]))
        };
        let [first, last] = self.clip(simd, 3, planes, limit);
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
        let planes = |axis: usize, near: usize| {
            let [a, b, c] =
                [0, 1, 2].map(|corner: usize| f32x4::load_array_ref(simd, &corners[corner][axis]));
            let ends = [a.min(b).min(c), a.max(b).max(c)];
            [ends[near], ends[1 - near]]
        };
        self.clip(simd, 3, planes, limit)
    }
}
