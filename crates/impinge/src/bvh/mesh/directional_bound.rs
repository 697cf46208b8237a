//! Lower bounds on the distance of two meshes along one direction.
//!
//! If one set ends, along a unit vector n, before another begins, their distance is at least this gap. For
//! boxes around parts of surfaces that face each other, this bound is better than their gaps on the axes if n
//! is the direction in which the surfaces are nearest: the thickness of the boxes counts and not their width.
//! So n is taken from the nearest known triangles.
//!
//! n·(D·q + s − C·p − t) = (Dᵀn)·q − (Cᵀn)·p + n·(s − t): each mesh is tested in its own frame, whatever
//! its map is.

use fearless_simd::{Simd, SimdBase, f32x4, f32x8};

use super::pack::Pack;
use super::relative_bounds::{BoxArray, PlacedTree, ROUNDOFF_F32, ROUNDOFF_F64};
use super::{PACK, WIDTH};

/// A direction in the frames of both meshes.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectionalBound {
    pub normals: [[f32; 3]; 2],
    /// Offset of the second mesh along the direction in the world, relative to its frame, less all roundings.
    pub between: f32,
}

impl DirectionalBound {
    /// Creates a bound without a direction, which separates nothing.
    pub fn nothing() -> Self {
        DirectionalBound { normals: [[0.0; 3]; 2], between: 0.0 }
    }

    /// Creates the bound along a unit vector of the world.
    pub fn new(placed: &[PlacedTree; 2], normal: [f64; 3]) -> Self {
        let sum = |term: &dyn Fn(usize) -> f64| -> f64 { term(0) + term(1) + term(2) };
        let [a, b] = placed;
        let in_frame = |placed: &PlacedTree| [0, 1, 2].map(|j| sum(&|k| normal[k] * placed.columns[j][k]));
        let normals = [in_frame(a), in_frame(b)];
        let origin = |placed: &PlacedTree, k: usize| sum(&|j| placed.columns[j][k] * placed.origin[j]);
        let between =
            sum(&|k| normal[k] * (origin(b, k) - origin(a, k) + (b.translation[k] - a.translation[k])));

        let images = sum(&|k| normal[k].abs() * (a.rounding[k] + b.rounding[k]));
        let added = |placed: &PlacedTree| {
            let image = |k: usize| sum(&|j| placed.columns[j][k].abs() * placed.far[j]);
            sum(&|k| normal[k].abs() * (image(k) + placed.translation[k].abs()))
        };
        let reached = |index: usize| sum(&|j| normals[index][j].abs() * placed[index].reach);
        // The length of n is 1 up to some roundings, and later computations round a few times more.
        let size = reached(0) + reached(1) + between.abs();
        let slack = images
            + 32.0 * ROUNDOFF_F64 * (added(a) + added(b))
            + 32.0 * ROUNDOFF_F32 * size
            + f64::from(f32::MIN_POSITIVE) * (16.0 + a.reach + b.reach);
        let single = normals.map(|normal| normal.map(|x| x as f32));
        let between = (between - slack) as f32;
        let is_finite = size.is_finite() && between.is_finite() && size < 1e18;
        if is_finite { DirectionalBound { normals: single, between } } else { DirectionalBound::nothing() }
    }

    /// Computes the greatest heights of boxes of the first mesh, or the least heights of boxes of the second.
    #[inline(always)]
    pub fn ends_of_boxes<S: Simd>(&self, simd: S, tree: usize, bounds: &BoxArray) -> [f32; WIDTH] {
        let normal = &self.normals[tree];
        let mut end = f32x8::splat(simd, 0.0);
        for axis in 0..3 {
            let side = usize::from(normal[axis] > 0.0) ^ tree;
            end += f32x8::load_array_ref(simd, &bounds[axis][side]) * normal[axis];
        }
        end.to_array()
    }

    /// Computes the greatest heights of the triangles of a pack of the first mesh, or the least heights for
    /// the second.
    #[inline(always)]
    pub fn ends_of_pack<S: Simd>(&self, simd: S, tree: usize, pack: &Pack) -> [f32; WIDTH] {
        let normal = &self.normals[tree];
        let mut ends = f32x4::splat(simd, if tree == 0 { f32::NEG_INFINITY } else { f32::INFINITY });
        for corner in &pack.corners {
            let mut height = f32x4::splat(simd, 0.0);
            for axis in 0..3 {
                height += f32x4::load_array_ref(simd, &corner[axis]) * normal[axis];
            }
            ends = if tree == 0 { ends.max(height) } else { ends.min(height) };
        }
        let mut all = [0.0; WIDTH];
        all[..PACK].copy_from_slice(&ends.to_array());
        all
    }
}
