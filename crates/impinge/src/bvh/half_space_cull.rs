//! Half-space culling: planes beyond which nothing is relevant, in the form that trees are tested with: in
//! `f32` and relative to their origin.

use fearless_simd::{Simd, SimdBase, f32x4, f32x8, mask32x4, mask32x8};

use super::build::WIDTH;
use crate::math::rounded_up;

/// The unit roundoff of `f32`.
const ROUNDOFF_F32: f64 = f32::EPSILON as f64 / 2.0;

/// On each axis the least and the greatest coordinates of eight boxes.
pub(super) type BoxLanes<'a> = [[&'a [f32; WIDTH]; 2]; 3];

/// A plane for culling: everything above it along its normal is irrelevant.
#[derive(Clone, Copy, Debug)]
pub(super) struct CullPlane {
    pub normal: [f32; 3],
    /// For each axis, the side of a box with the lesser height: 0 for the minimum, 1 for the maximum.
    pub min_side: [usize; 3],
    pub offset: f32,
}

impl CullPlane {
    /// The plane that culls nothing.
    pub const INACTIVE: CullPlane = CullPlane { normal: [0.0; 3], min_side: [0; 3], offset: f32::INFINITY };

    /// Creates the plane of all p with n·p = offset, for a tree with no coordinate beyond `reach` from its
    /// origin. The offset grows by a bound of all rounding errors, including errors of coordinates in packs.
    pub fn new(normal: [f64; 3], offset: f64, origin: [f64; 3], reach: f32) -> Self {
        let reach = f64::from(reach);
        let sum = |term: &dyn Fn(usize) -> f64| -> f64 { term(0) + term(1) + term(2) };
        let far = sum(&|axis| normal[axis].abs() * origin[axis].abs());
        let offset = offset - sum(&|axis| normal[axis] * origin[axis]);
        // For each of three products: the normal, the corner, the product and two sums are rounded; then some
        // roundings of `f64`.
        let size = sum(&|axis| normal[axis].abs()) * reach + offset.abs();
        let slack = 32.0 * ROUNDOFF_F32 * size + 16.0 * f64::EPSILON * far;
        let slack = slack + f64::from(f32::MIN_POSITIVE) * (16.0 + 4.0 * reach);
        let normal = normal.map(|x| x as f32);
        let offset = rounded_up(offset + slack);
        if !(size < f64::from(f32::MAX) && offset < f32::MAX) {
            return CullPlane::INACTIVE;
        }
        CullPlane { normal, min_side: normal.map(|x| usize::from(x < 0.0)), offset }
    }

    /// Computes the least heights of eight boxes along the normal.
    #[inline(always)]
    pub fn min_heights<S: Simd>(&self, simd: S, boxes: &BoxLanes<'_>) -> f32x8<S> {
        let mut least = f32x8::splat(simd, 0.0);
        for axis in 0..3 {
            let side = boxes[axis][self.min_side[axis]];
            least += f32x8::load_array_ref(simd, side) * self.normal[axis];
        }
        least
    }

    /// Returns which of eight boxes are beyond the plane. NaN culls nothing.
    #[inline(always)]
    pub fn cull_boxes<S: Simd>(&self, simd: S, boxes: &BoxLanes<'_>) -> mask32x8<S> {
        self.min_heights(simd, boxes).simd_gt(f32x8::splat(simd, self.offset))
    }

    /// Computes the heights of four points along the normal.
    #[inline(always)]
    pub fn heights<S: Simd>(&self, simd: S, points: &[[f32; 4]; 3]) -> f32x4<S> {
        let mut height = f32x4::splat(simd, 0.0);
        for (points, normal) in points.iter().zip(self.normal) {
            height += f32x4::load_array_ref(simd, points) * normal;
        }
        height
    }

    /// Returns which of four points are beyond the plane.
    #[inline(always)]
    pub fn cull_points<S: Simd>(&self, simd: S, points: &[[f32; 4]; 3]) -> mask32x4<S> {
        self.heights(simd, points).simd_gt(f32x4::splat(simd, self.offset))
    }
}
