//! Hilbert indices: positions along Hilbert's curve, which fills space without jumps. Points that are near on
//! it are near in space.
//!
//! The axes are cut into cells, 2⁷ of them in 3D and 2¹¹ in 2D. The index of a cell interleaves the bits of
//! the axes, after these were rotated and mirrored as the curve is in each quarter (or eighth) of the one
//! before. Sixteen at once, without branches.
//! Source: Skilling, "Programming the Hilbert Curve", 2004, AxesToTranspose.

use fearless_simd::{Simd, SimdBase, u32x16};

use super::simd_block::WIDTH;

/// Bits of each axis: for two digits to sort by, and two million cells.
pub(super) const fn bits(dimension: usize) -> u32 {
    if dimension == 2 { 11 } else { 7 }
}

/// The numbers of sixteen cells, given by their coordinates; in 2D the third is ignored.
#[inline(always)]
pub(super) fn hilbert_indices<S: Simd>(simd: S, cells: &[[u32; WIDTH]; 3], dimension: usize) -> u32x16<S> {
    let bits = bits(dimension);
    let [x, y, z] = cells;
    let mut x =
        [u32x16::load_array_ref(simd, x), u32x16::load_array_ref(simd, y), u32x16::load_array_ref(simd, z)];
    for bit in (1..bits).rev() {
        let below = u32x16::splat(simd, (1 << bit) - 1);
        for axis in 0..dimension {
            // All ones where the bit is set.
            let is_set = u32x16::splat(simd, 0) - ((x[axis] >> bit) & u32x16::splat(simd, 1));
            // Mirror the first axis, or swap it with this one.
            let swapped = (x[0] ^ x[axis]) & below & !is_set;
            x[0] ^= swapped | (below & is_set);
            x[axis] ^= swapped;
        }
    }
    // Gray code.
    for axis in 1..dimension {
        x[axis] ^= x[axis - 1];
    }
    let mut turned = u32x16::splat(simd, 0);
    for bit in 1..bits {
        let is_set = u32x16::splat(simd, 0) - ((x[dimension - 1] >> bit) & u32x16::splat(simd, 1));
        turned ^= is_set & u32x16::splat(simd, (1 << bit) - 1);
    }
    let mut place = u32x16::splat(simd, 0);
    for (axis, x) in x.into_iter().enumerate().take(dimension) {
        place |= spread_bits(simd, x ^ turned, dimension) << (dimension - 1 - axis) as u32;
    }
    place
}

/// The bits with one or two zeros before each.
#[inline(always)]
fn spread_bits<S: Simd>(simd: S, bits: u32x16<S>, dimension: usize) -> u32x16<S> {
    let steps: &[(u32, u32)] = if dimension == 2 {
        &[(8, 0x00ff_00ff), (4, 0x0f0f_0f0f), (2, 0x3333_3333), (1, 0x5555_5555)]
    } else {
        &[(16, 0x0300_00ff), (8, 0x0300_f00f), (4, 0x030c_30c3), (2, 0x0924_9249)]
    };
    let mut spread = bits;
    for &(shift, mask) in steps {
        spread = (spread | (spread << shift)) & u32x16::splat(simd, mask);
    }
    spread
}
