//! Bounds of boxes of one tree in the frame of another, extended by all rounding errors.
//!
//! A mesh p is placed by a map C·p + t, another mesh q by D·q + s. Suppose that their rounded images
//! intersect or are no further apart than a margin. Then there are points with C·p + t + e = D·q + s, where e
//! on each axis is at most the roundings of both images and the margin. With N ≈ C⁻¹ and M = N·D
//!
//! > p = M·q + N·(s − t) − N·e + (I − N·C)·p
//!
//! so p is in the box around the images of q's box under M·q + N·(s − t), extended on each axis by |N|·|e|
//! and |I − N·C|·|p|: the *slack*. The slack also includes the roundings of the computation here in `f64`,
//! and of the boxes in `f32`. This holds for all C and D, whether they rotate, scale, mirror or shear. If N
//! is inaccurate, the slack is large. If there is no N, or numbers may overflow in `f32`, all boxes pass.
//!
//! Boxes that are disjoint in the frame of either mesh are disjoint: these are the face normals of both as
//! separating axes, of Gottschalk, Lin & Manocha, "OBBTree", 1996. The cross products of edges are left out,
//! as they rarely decide.
//!
//! **Distances.** A step in the world is at most |N| times as long in the frame, where |N|² ≤ ‖N·Nᵀ‖∞. So
//! boxes at distance d in the frame, less the slack, are at least d/|N| apart in the world.

use fearless_simd::{Simd, SimdBase, SimdMask, f32x4, f32x8, mask32x8};

use super::node::Node;
use super::pack::{Pack, PackCorners};
use super::{MeshBvh, PACK, WIDTH};
use crate::math::{Affine, Scalar, Vector, rounded_down, rounded_up};

/// Maximum coordinate whose squares, and sums of them, do not overflow in `f32`.
const MAX_COORDINATE: f64 = 1e18;
/// Unit roundoffs.
pub(super) const ROUNDOFF_F32: f64 = f32::EPSILON as f64 / 2.0;
pub(super) const ROUNDOFF_F64: f64 = f64::EPSILON / 2.0;

/// Eight boxes: on each axis the minima, then the maxima.
pub(super) type BoxArray = [[[f32; WIDTH]; 2]; 3];

/// Up to eight boxes, of the children of a node or the triangles of a pack.
pub(super) struct ChildBoxes {
    pub bounds: BoxArray,
    /// A bit for each box that exists.
    pub filled: u32,
}

impl ChildBoxes {
    #[inline(always)]
    pub fn of_node<S: Simd>(simd: S, node: &Node) -> Self {
        // The minima of missing boxes are above their maxima.
        let min = f32x8::load_array_ref(simd, &node.bounds[0][0]);
        let max = f32x8::load_array_ref(simd, &node.bounds[0][1]);
        ChildBoxes { bounds: node.bounds, filled: min.simd_le(max).to_bitmask() as u32 }
    }

    #[inline(always)]
    pub fn of_pack(pack: &Pack) -> Self {
        let mut bounds = Node::EMPTY.bounds;
        let [a, b, c] = &pack.corners;
        for axis in 0..3 {
            for lane in 0..PACK {
                let [a, b, c] = [a[axis][lane], b[axis][lane], c[axis][lane]];
                bounds[axis][0][lane] = Scalar::min(Scalar::min(a, b), c);
                bounds[axis][1][lane] = Scalar::max(Scalar::max(a, b), c);
            }
        }
        ChildBoxes { bounds, filled: pack.filled() }
    }
}

/// A tree with the map that places it, in `f64`.
pub(super) struct PlacedTree {
    pub columns: [[f64; 3]; 3],
    pub translation: [f64; 3],
    inverse: Option<[[f64; 3]; 3]>,
    pub origin: [f64; 3],
    /// Upper bounds on the coordinates: relative to the origin, and without it.
    pub reach: f64,
    pub far: [f64; 3],
    /// Bound on the error of the image of a corner on each axis.
    pub rounding: [f64; 3],
}

impl PlacedTree {
    pub fn new<V: Vector>(tree: &MeshBvh<V>, map: &Affine<V>) -> Self {
        let columns_of = |columns: &[V::Double]| -> [[f64; 3]; 3] {
            // In 2D, the third axis is unchanged.
            let unit = |j| std::array::from_fn(|axis| if axis == j { 1.0 } else { 0.0 });
            std::array::from_fn(|j| columns.get(j).map_or(unit(j), |column| column.to_f64()))
        };
        let double = Affine {
            columns: V::Double::basis_from_fn(|j| map.columns[j].to_double()),
            translation: map.translation.to_double(),
        };
        let columns = columns_of(double.columns.as_ref());
        let inverse = double.inverse().map(|inverse| columns_of(inverse.columns.as_ref()));
        let (translation, origin) = (map.translation.to_f64(), tree.origin.to_f64());
        let reach = f64::from(tree.reach);
        let far = origin.map(|x| x.abs() + reach);
        let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        let smallest: f64 = V::Scalar::MIN_POSITIVE.into();
        // A product for each axis and their sum with the translation, each rounded.
        let rounding = [0, 1, 2].map(|axis| {
            let turned: f64 = (0..3).map(|j| columns[j][axis].abs() * far[j]).sum();
            8.0 * unit * (turned + translation[axis].abs()) + smallest
        });
        PlacedTree { columns, translation, inverse, origin, reach, far, rounding }
    }

    /// Creates a frame of three perpendicular unit axes around a middle, whose reach includes both trees.
    pub fn from_axes(axes: [[f64; 3]; 3], middle: [f64; 3], others: &[PlacedTree; 2]) -> Self {
        let reach = others.iter().fold(0.0, |reach, placed: &PlacedTree| {
            let image = |k: usize| -> f64 {
                let turned: f64 = (0..3).map(|j| placed.columns[j][k].abs() * placed.far[j]).sum();
                turned + (placed.translation[k] - middle[k]).abs()
            };
            f64::max(reach, image(0) + image(1) + image(2))
        });
        let inverse = [0, 1, 2].map(|k| axes.map(|axis| axis[k]));
        PlacedTree {
            columns: axes,
            translation: middle,
            inverse: Some(inverse),
            origin: [0.0; 3],
            reach,
            far: [reach; 3],
            rounding: [0.0; 3],
        }
    }

    /// Returns whether the images of the corners are within the range of floats.
    pub fn fits_range<V: Vector>(&self) -> bool {
        let most: f64 = V::Scalar::MAX.into();
        let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        self.rounding.iter().all(|rounding| *rounding < most * unit)
    }
}

/// Map from the frame of one tree to the frame of another.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameTransform {
    /// A row of the matrix for each axis.
    rows: [[f32; 3]; 3],
    /// For each row and axis, the side with the lesser product: 0 for the minimum, 1 for the maximum.
    min_side: [[usize; 3]; 3],
    /// Offsets of the least and of the greatest coordinates.
    shift: [[f32; 2]; 3],
    /// Bound on the error of transformed corners.
    pub most_slack: f32,
    /// Factor from the square of a distance in the frame to a lower bound of the square in the world.
    pub square: f32,
}

impl FrameTransform {
    /// The transform without information: every box covers all of space.
    const UNBOUNDED: FrameTransform = FrameTransform {
        rows: [[0.0; 3]; 3],
        min_side: [[0; 3]; 3],
        shift: [[f32::NEG_INFINITY, f32::INFINITY]; 3],
        most_slack: f32::INFINITY,
        square: 0.0,
    };

    /// Creates the transform into the frame of `to` for geometry that comes within a margin in the world;
    /// `None` if no two boxes could be separated there.
    pub fn new(from: &PlacedTree, to: &PlacedTree, margin: f64) -> Option<FrameTransform> {
        let inverse = to.inverse.as_ref()?;
        let sum = |term: &dyn Fn(usize) -> f64| -> f64 { term(0) + term(1) + term(2) };
        let mut way = FrameTransform::UNBOUNDED;
        let mut most_slack = 0.0;
        #[allow(clippy::needless_range_loop, reason = "i is an axis of all that is computed")]
        for i in 0..3 {
            let row = |k: usize| inverse[k][i];
            let matrix = [0, 1, 2].map(|j| sum(&|k| row(k) * from.columns[j][k]));
            // From the origin of one to the origin of the other.
            let between = |k: usize| {
                sum(&|j| from.columns[j][k] * from.origin[j]) + (from.translation[k] - to.translation[k])
            };
            let shift = sum(&|k| row(k) * between(k)) - to.origin[i];

            let images = sum(&|k| row(k).abs() * (from.rounding[k] + to.rounding[k]));
            let inexact = sum(&|j| {
                let expected = if i == j { 1.0 } else { 0.0 };
                (sum(&|k| row(k) * to.columns[j][k]) - expected).abs() * to.far[j]
            });
            // The sums above: fewer than 16 roundings each.
            let added = |placed: &PlacedTree| {
                let image = |k: usize| sum(&|j| placed.columns[j][k].abs() * placed.far[j]);
                sum(&|k| row(k).abs() * (image(k) + placed.translation[k].abs()))
            };
            let double = 32.0 * ROUNDOFF_F64 * (added(from) + added(to) + to.far[i]);
            // In halves of ε: matrix, shift, three products and three sums make 5; corners in packs 1 on both
            // sides.
            let reached = sum(&|j| (matrix[j].abs() + f64::from(f32::MIN_POSITIVE)) * from.reach);
            let single = 16.0 * ROUNDOFF_F32 * (reached + shift.abs() + to.reach)
                + 16.0 * f64::from(f32::MIN_POSITIVE) * (1.0 + matrix.iter().map(|x| x.abs()).sum::<f64>());
            let margin = sum(&|k| row(k) * row(k)).sqrt() * margin;

            let slack = (images + inexact + double + single + margin) * (1.0 + 32.0 * ROUNDOFF_F32);
            let size = reached + shift.abs() + slack + to.reach;
            if size.is_nan() || size > MAX_COORDINATE {
                return None;
            }
            most_slack += slack;
            way.rows[i] = matrix.map(|x| x as f32);
            way.min_side[i] = way.rows[i].map(|x| usize::from(x < 0.0));
            way.shift[i] = [rounded_down(shift - slack), rounded_up(shift + slack)];
        }
        way.most_slack = rounded_up(most_slack);
        let product = |i: usize, j: usize| sum(&|k| inverse[k][i] * inverse[k][j]).abs();
        let square = (0..3).map(|i| sum(&|j| product(i, j))).fold(0.0, f64::max);
        // With the roundings of differences, squares and sums of `squared_gaps`.
        way.square = rounded_down((1.0 - 32.0 * ROUNDOFF_F32) / square);
        // The matrix's own underflow is not worth a bound.
        if !way.square.is_finite() {
            way.square = 0.0;
        }
        Some(way)
    }

    /// Creates the transforms in both directions; `None` if neither exists.
    pub fn between(a: &PlacedTree, b: &PlacedTree, margin: f64) -> Option<[FrameTransform; 2]> {
        match (FrameTransform::new(b, a, margin), FrameTransform::new(a, b, margin)) {
            (None, None) => None,
            transforms => Some([
                transforms.0.unwrap_or(FrameTransform::UNBOUNDED),
                transforms.1.unwrap_or(FrameTransform::UNBOUNDED),
            ]),
        }
    }

    /// Computes boxes around the images of boxes; the results for missing boxes are arbitrary.
    #[inline(always)]
    pub fn transform_boxes<S: Simd>(&self, simd: S, boxes: &BoxArray) -> BoxArray {
        let mut carried = [[[0.0; WIDTH]; 2]; 3];
        // Loops instead of closures, which would be compiled for the baseline instruction set.
        for i in 0..3 {
            for side in 0..2 {
                let mut end = f32x8::splat(simd, self.shift[i][side]);
                for j in 0..3 {
                    let bound = &boxes[j][side ^ self.min_side[i][j]];
                    end += f32x8::load_array_ref(simd, bound) * self.rows[i][j];
                }
                end.store_array(&mut carried[i][side]);
            }
        }
        carried
    }

    /// Computes the images of the corners of a pack, with an error of at most the slack.
    #[inline(always)]
    pub fn transform_corners<S: Simd>(&self, simd: S, corners: &PackCorners) -> PackCorners {
        let mut carried = [[[0.0; PACK]; 3]; 3];
        for (corner, carried) in corners.iter().zip(&mut carried) {
            for (i, carried) in carried.iter_mut().enumerate() {
                let mut sum = f32x4::splat(simd, self.shift[i][0] * 0.5 + self.shift[i][1] * 0.5);
                for (axis, row) in corner.iter().zip(&self.rows[i]) {
                    sum += f32x4::load_array_ref(simd, axis) * *row;
                }
                sum.store_array(carried);
            }
        }
        carried
    }

    /// Computes lower bounds of the squared distances in the world from one box in this frame to eight
    /// others, transformed to it.
    #[inline(always)]
    pub fn squared_gaps<S: Simd>(&self, simd: S, one: &BoxArray, lane: usize, others: &BoxArray) -> f32x8<S> {
        let mut sum = f32x8::splat(simd, 0.0);
        for axis in 0..3 {
            let above = f32x8::load_array_ref(simd, &others[axis][0]) - one[axis][1][lane];
            let below = -(f32x8::load_array_ref(simd, &others[axis][1]) - one[axis][0][lane]);
            let gap = above.max(below).max(f32x8::splat(simd, 0.0));
            sum += gap * gap;
        }
        sum * self.square
    }
}

/// Returns which of eight boxes are disjoint from one box, a bit each.
#[inline(always)]
pub(super) fn separate_boxes<S: Simd>(simd: S, one: &BoxArray, lane: usize, others: &BoxArray) -> u32 {
    let mut apart = mask32x8::splat(simd, false);
    for axis in 0..3 {
        let (min, max) = (one[axis][0][lane], one[axis][1][lane]);
        // NaN separates nothing.
        apart |= f32x8::load_array_ref(simd, &others[axis][0]).simd_gt(f32x8::splat(simd, max))
            | f32x8::load_array_ref(simd, &others[axis][1]).simd_lt(f32x8::splat(simd, min));
    }
    apart.to_bitmask() as u32
}
