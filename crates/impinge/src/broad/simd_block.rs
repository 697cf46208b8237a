//! Sixteen boxes side by side, the capacity of the widest registers.
//!
//! A block keeps on each axis the sixteen minima, then on each axis the sixteen maxima. One box is compared
//! with all of them at once; touching boxes overlap. Missing boxes are inside out, so that nothing finite
//! overlaps them.

use fearless_simd::{Simd, SimdBase, SimdMask, SimdSplit, f32x8, f32x16, mask32x16};

use crate::math::{Scalar, Vector};
use crate::shape::Aabb;

/// Boxes in a block.
pub(super) const WIDTH: usize = 16;

/// One coordinate of sixteen boxes: a cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct BlockLanes(pub [f32; WIDTH]);

impl BlockLanes {
    /// So many blocks in which all boxes are missing.
    pub fn missing<V: Vector>(blocks: usize) -> Vec<BlockLanes> {
        let mut lanes = vec![BlockLanes([f32::INFINITY; WIDTH]); 2 * V::DIMENSION * blocks];
        for block in lanes.chunks_exact_mut(2 * V::DIMENSION) {
            block[V::DIMENSION..].fill(BlockLanes([f32::NEG_INFINITY; WIDTH]));
        }
        lanes
    }

    #[inline(always)]
    pub fn load<S: Simd>(&self, simd: S) -> f32x16<S> {
        f32x16::load_array_ref(simd, &self.0)
    }
}

/// Puts a box into a lane of a block.
#[inline(always)]
pub(super) fn put<V: Vector<Scalar = f32>>(block: &mut [BlockLanes], lane: usize, bounds: &Aabb<V>) {
    for axis in 0..V::DIMENSION {
        block[axis].0[lane] = bounds.min()[axis];
        block[V::DIMENSION + axis].0[lane] = bounds.max()[axis];
    }
}

/// The boxes of a block that overlap one box of another, a bit each.
#[inline(always)]
pub(super) fn overlapping<S: Simd, V: Vector>(
    simd: S,
    block: &[BlockLanes],
    other: &[BlockLanes],
    lane: usize,
) -> u32 {
    let mut meets = mask32x16::splat(simd, true);
    for axis in 0..V::DIMENSION {
        let min = f32x16::splat(simd, other[axis].0[lane]);
        let max = f32x16::splat(simd, other[V::DIMENSION + axis].0[lane]);
        meets &= block[axis].load(simd).simd_le(max) & block[V::DIMENSION + axis].load(simd).simd_ge(min);
    }
    meets.to_bitmask() as u32
}

/// Which boxes of a block overlap the one so many lanes further, the last being followed by the first; a bit
/// each.
#[inline(always)]
pub(super) fn overlapping_rotated<S: Simd, V: Vector, const BY: usize>(simd: S, block: &[BlockLanes]) -> u32 {
    let mut meets = mask32x16::splat(simd, true);
    for axis in 0..V::DIMENSION {
        let (min, max) = (block[axis].load(simd), block[V::DIMENSION + axis].load(simd));
        meets &= min.simd_le(max.slide::<BY>(max)) & max.simd_ge(min.slide::<BY>(min));
    }
    meets.to_bitmask() as u32
}

/// The box around a block.
#[inline(always)]
pub(super) fn around<S: Simd, V: Vector<Scalar = f32>>(simd: S, block: &[BlockLanes]) -> Aabb<V> {
    let (mut min, mut max) = ([0.0; 3], [0.0; 3]);
    for axis in 0..V::DIMENSION {
        min[axis] = min_lane(block[axis].load(simd));
        max[axis] = -min_lane(-block[V::DIMENSION + axis].load(simd));
    }
    Aabb::between(V::from_fn(|axis| min[axis]), V::from_fn(|axis| max[axis]))
}

#[inline(always)]
fn min_lane<S: Simd>(lanes: f32x16<S>) -> f32 {
    let (low, high) = lanes.split();
    let eight: f32x8<S> = low.min(high);
    let (low, high) = eight.split();
    let four = low.min(high);
    Scalar::min(Scalar::min(four[0], four[1]), Scalar::min(four[2], four[3]))
}
