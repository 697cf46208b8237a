//! The slab method: where a line enters boxes and leaves them, several at once.
//!
//! ```text
//!            ┊ far plane of x
//!      ┊─────┼──────── far plane of y
//!      ┊  ╱██┊      ██ the line is in the slabs of x and of y
//!      ┊╱████┊
//!     ╱┊█████┊
//!   ╱──┊─────┼──────── near plane of y
//!      ┊ near plane of x
//! ```
//!
//! Between the two planes of each axis, a line covers an interval of t. It meets the box if these intervals
//! overlap. Rounding must not lose a box: the far end is extended by a few roundings ([`SLAB_ROUNDING`]). If
//! the line itself was rounded, its start is moved so that near planes are nearer and far planes further. All
//! rays and casts in trees use [`Slabs::clip`]: nodes and packs of a mesh, blocks of the broad phase.
//! Source: Kay & Kajiya 1986; Ize, "Robust BVH Ray Traversal", 2013; eight at once: Wald, Benthin & Boulos
//! 2008.

use fearless_simd::{Simd, SimdFloat};

/// A line in the form that boxes of a tree are tested with, in `f32` and relative to the origin of the tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slabs {
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
        let mut slabs = Slabs { near_from: [0.0; 3], far_from: [0.0; 3], inverse: [0.0; 3], near: [0; 3] };
        if reach.is_nan() || reach > MAX_COORDINATE {
            // All boxes pass: a reciprocal direction of zero marks this.
            return slabs;
        }
        for axis in 0..3 {
            let from = start[axis] as f32;
            let is_along = direction[axis].abs() < MIN_COMPONENT;
            // Parallel to the planes, everything between them is at any t. Planes this far apart have nearly
            // that effect.
            let wide = if is_along { (from.abs() + reach) * 1e-6 + 1e-35 } else { 0.0 };
            let slack = slack[axis] + wide;
            slabs.inverse[axis] = if is_along { 1e37 } else { (1.0 / direction[axis]) as f32 };
            // The signs of directions are unpredictable, so nothing branches on them.
            let way = if is_along { 1.0 } else { direction[axis] };
            let slack = slack.copysign(way as f32);
            slabs.near_from[axis] = from + slack;
            slabs.far_from[axis] = from - slack;
            slabs.near[axis] = usize::from(way < 0.0);
        }
        slabs
    }

    /// Returns whether all boxes pass. Infinite coordinates cannot be compared with planes, and instruction
    /// sets differ in their results for them.
    #[inline(always)]
    pub fn accepts_everything(&self) -> bool {
        self.inverse[0] == 0.0
    }

    /// Clips the line to boxes: returns where it is past the near planes of all axes, from 0 on, and where it
    /// reaches the first far plane, up to `limit`. `planes` loads the near and the far planes of an axis, of
    /// which the near ones are the minima (0) or the maxima (1).
    #[inline(always)]
    pub fn clip<S: Simd, F: SimdFloat<S, Element = f32>>(
        &self,
        simd: S,
        dimension: usize,
        planes: impl Fn(usize, usize) -> [F; 2],
        limit: f32,
    ) -> [F; 2] {
        let (mut first, mut last) = (F::splat(simd, 0.0), F::splat(simd, limit));
        for axis in 0..dimension {
            // The mask changes nothing, but removes a bounds check.
            let [near, far] = planes(axis, self.near[axis] & 1);
            first = ((near - self.near_from[axis]) * self.inverse[axis]).max(first);
            last = ((far - self.far_from[axis]) * self.inverse[axis]).min(last);
        }
        // The factor also applies to the limit, which may be the entry into the very box.
        [first, last * SLAB_ROUNDING]
    }
}
