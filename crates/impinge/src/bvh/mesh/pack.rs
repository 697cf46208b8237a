//! Packs of four triangles, and the watertight test of a line against all four.
//!
//! Projected along the line, a triangle is hit if the line passes its three edges on the same side. The
//! triangles are moved to the start of the line and sheared so that the line runs along an axis. Then the
//! sides are the signs of three cross products in the plane. Two triangles compute the same numbers for a
//! shared edge. With a bound on the rounding, a sign is certain or not. If it is not, the exact test decides,
//! so no hit is lost at edges.
//! Source: Woop, Benthin & Wald, "Watertight Ray/Triangle Intersection", 2013.

use fearless_simd::{Simd, SimdBase, SimdMask, f32x4};

use super::PACK;
use super::node::{max_of, min_of};
use super::sah_split::ItemBounds;
use crate::math::Vector;
use crate::shape::Mesh;

/// Coordinates of four triangles, for each corner on each axis.
pub(super) type PackCorners = [[[f32; PACK]; 3]; 3];

/// Up to four triangles.
#[derive(Clone, Debug)]
#[repr(C, align(32))]
pub(super) struct Pack {
    /// Missing triangles have NaN coordinates, and so are never hit.
    pub corners: PackCorners,
    pub triangles: [u32; PACK],
}

impl Pack {
    pub const EMPTY: Pack = Pack { corners: [[[f32::NAN; PACK]; 3]; 3], triangles: [u32::MAX; PACK] };

    /// Loads the corners of the triangles from their mesh, relative to an origin.
    pub fn fill<V: Vector>(&mut self, mesh: &Mesh<V>, origin: V) {
        let origin = origin.to_f64();
        for (lane, &triangle) in self.triangles.iter().enumerate().filter(|(_, number)| **number != u32::MAX)
        {
            for (corner, point) in mesh.triangle(triangle).points().iter().enumerate() {
                let point = point.to_f64();
                for axis in 0..3 {
                    self.corners[corner][axis][lane] = (point[axis] - origin[axis]) as f32;
                }
            }
        }
    }

    /// Returns the box around the pack, in the rounded coordinates of the pack.
    pub fn bounds(&self) -> ItemBounds {
        let mut bounds = ItemBounds::EMPTY;
        for axis in 0..3 {
            let (mut least, mut most) = ([f32::INFINITY; PACK], [f32::NEG_INFINITY; PACK]);
            for corner in &self.corners {
                for lane in 0..PACK {
                    // Comparisons with NaN are false.
                    let x = corner[axis][lane];
                    least[lane] = if x < least[lane] { x } else { least[lane] };
                    most[lane] = if x > most[lane] { x } else { most[lane] };
                }
            }
            bounds.min[axis] = min_of(&least);
            bounds.max[axis] = max_of(&most);
        }
        bounds
    }

    /// Returns the lanes that hold a triangle, a bit each.
    pub fn filled(&self) -> u32 {
        (0..PACK).fold(0, |filled, lane| filled | u32::from(self.triangles[lane] != u32::MAX) << lane)
    }
}

/// Products of three coordinates between these neither overflow nor underflow.
const MIN_COORDINATE: f32 = 1e-9;
const MAX_COORDINATE: f32 = 1e12;

/// A line in the form that packs are tested with: relative to the origin of the tree, its direction scaled so
/// that its greatest component is 1 or −1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shear {
    start: [f32; 3],
    /// The two axes across, and last the axis of the greatest component.
    axes: [usize; 3],
    /// Components of the direction, divided by its greatest component.
    slopes: [f32; 2],
    /// 1 or −1.
    sign: f32,
    /// Bound on the error of a sheared coordinate.
    error: f32,
}

/// Triangles of a pack, a bit each.
#[derive(Clone, Copy)]
pub(super) struct Hits {
    /// Triangles that the line may hit.
    pub possible: u32,
    /// Triangles that the line certainly hits, before the limit.
    pub certain: u32,
}

impl Shear {
    /// From `start`, which may be off by `slack` beside its rounding; `reach` is the greatest coordinate of
    /// start and triangles. `None` if its cube overflows or underflows.
    pub fn new(start: [f64; 3], direction: [f64; 3], slack: f32, reach: f32) -> Option<Self> {
        if !(MIN_COORDINATE..=MAX_COORDINATE).contains(&reach) {
            return None;
        }
        let greatest =
            (1..3).fold(0, |k, axis| if direction[axis].abs() > direction[k].abs() { axis } else { k });
        let axes = [(greatest + 1) % 3, (greatest + 2) % 3, greatest];
        Some(Shear {
            start: start.map(|x| x as f32),
            axes,
            slopes: [0, 1].map(|k| (direction[axes[k]] / direction[greatest]) as f32),
            sign: if direction[greatest] < 0.0 { -1.0 } else { 1.0 },
            // In halves of ε, of coordinates up to `reach` and differences up to twice that: corner, start
            // and difference make 4, twice, for the coordinates across and along; the slope 2, the
            // product 2, the last difference 4.
            error: 8.0 * f32::EPSILON * reach + slack,
        })
    }

    /// Returns one corner of all triangles: two coordinates across the line, and one along it.
    #[inline(always)]
    fn shear_corner<S: Simd>(&self, simd: S, pack: &Pack, corner: usize) -> [f32x4<S>; 3] {
        let [i, j, k] = self.axes;
        let corner = &pack.corners[corner];
        let along = f32x4::load_array_ref(simd, &corner[k]) - self.start[k];
        let first = f32x4::load_array_ref(simd, &corner[i]) - self.start[i];
        let second = f32x4::load_array_ref(simd, &corner[j]) - self.start[j];
        [first - along * self.slopes[0], second - along * self.slopes[1], along]
    }

    /// Returns the triangles that the line hits before `limit`.
    #[inline(always)]
    pub fn intersect_pack<S: Simd>(&self, simd: S, pack: &Pack, limit: f32) -> Hits {
        let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = [
            self.shear_corner(simd, pack, 0),
            self.shear_corner(simd, pack, 1),
            self.shear_corner(simd, pack, 2),
        ];
        let (u, v, w) = (cx * by - cy * bx, ax * cy - ay * cx, bx * ay - by * ax);

        let size = (ax.abs() + ay.abs()).max(bx.abs() + by.abs()).max(cx.abs() + cy.abs());
        let error = (size + self.error) * (4.0 * self.error) + f32::MIN_POSITIVE;
        let (least, most) = (u.min(v).min(w), u.max(v).max(w));
        let is_possible = least.simd_ge(-error) | most.simd_le(error);
        if is_possible.to_bitmask() == 0 {
            return Hits { possible: 0, certain: 0 };
        }

        // The place along the line: the mean of the corners, weighted by the cross products. The error of
        // these weights moves it within the triangle.
        let total = u + v + w;
        let along = (u * az + v * bz + w * cz) / total * self.sign;
        let span = az.max(bz).max(cz) - az.min(bz).min(cz);
        let wrong = error / total.abs() * 4.0 * span + along.abs() * (8.0 * f32::EPSILON) + 4.0 * self.error;
        let (from, to) = (along - wrong, along + wrong);
        let limit = f32x4::splat(simd, limit);
        let zero = f32x4::splat(simd, 0.0);
        // For a triangle that is edge-on or tiny, the weights are rounding errors: it is neither outside nor
        // certain.
        let is_clear = total.abs().simd_gt(error * 8.0);
        let is_outside = (to.simd_lt(zero) | from.simd_gt(limit)) & is_clear;
        let is_certain =
            (least.simd_gt(error) | most.simd_lt(-error)) & from.simd_gt(zero) & to.simd_le(limit);
        let possible = is_possible.to_bitmask() as u32 & !(is_outside.to_bitmask() as u32);
        Hits { possible, certain: is_certain.to_bitmask() as u32 & possible }
    }
}
