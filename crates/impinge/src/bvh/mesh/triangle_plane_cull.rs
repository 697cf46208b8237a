//! Plane culling: finds triangles on one side of the plane of another triangle, four at once.
//!
//! A triangle that stays further from a plane than the slack does not intersect the triangle in it (see
//! [`super::relative_bounds`]). If all corners y of a triangle have n·(y − a) above |n|·slack, so has every
//! point of it. Points of the other triangle that it could intersect have less. This is the first step of the
//! exact test, which settles most pairs. Here it is computed in `f32` with a bound of the rounding error, so
//! it decides clear cases only.

use fearless_simd::{Simd, SimdBase, SimdMask, f32x4};

use super::pack::PackCorners;
use super::relative_bounds::ROUNDOFF_F32;

/// Maximum product of three differences: six times it does not overflow.
const MAX_CUBE: f32 = 1e37;

/// Returns which of four triangles, transformed into the frame of another one, are on one side of its plane,
/// a bit each.
#[inline(always)]
pub(super) fn cull_by_plane<S: Simd>(
    simd: S,
    one: &PackCorners,
    lane: usize,
    others: &PackCorners,
    slack: f32,
) -> u32 {
    let mut start = [0.0; 3];
    let (mut first, mut second) = ([0.0; 3], [0.0; 3]);
    let mut size = 0.0_f32;
    for axis in 0..3 {
        start[axis] = one[0][axis][lane];
        first[axis] = one[1][axis][lane] - start[axis];
        second[axis] = one[2][axis][lane] - start[axis];
        size = size.max(first[axis].abs()).max(second[axis].abs());
    }
    let normal = [
        first[1] * second[2] - first[2] * second[1],
        first[2] * second[0] - first[0] * second[2],
        first[0] * second[1] - first[1] * second[0],
    ];
    let length = normal[0].abs() + normal[1].abs() + normal[2].abs();
    let mut least = f32x4::splat(simd, f32::INFINITY);
    let mut most = f32x4::splat(simd, f32::NEG_INFINITY);
    let mut furthest = f32x4::splat(simd, size);
    for corner in others {
        let mut height = f32x4::splat(simd, 0.0);
        for axis in 0..3 {
            let from_start = f32x4::load_array_ref(simd, &corner[axis]) - start[axis];
            height += from_start * normal[axis];
            furthest = furthest.max(from_start.abs());
        }
        least = least.min(height);
        most = most.max(height);
    }
    // Differences, two products of them and the sums make 5 roundings of each of three terms. Each term is at
    // most twice the square of the size times the distance.
    let cube = furthest * (size * size);
    let error = cube * (64.0 * ROUNDOFF_F32 as f32) + (2.0 * length * slack + f32::MIN_POSITIVE);
    let is_clear = least.simd_gt(error) | most.simd_lt(-error);
    // Sums that may have overflowed exclude nothing.
    (is_clear & cube.simd_lt(f32x4::splat(simd, MAX_CUBE))).to_bitmask() as u32
}
