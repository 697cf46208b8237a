//! Objects near a point.

use std::ops::ControlFlow;

use fearless_simd::{Simd, SimdBase, SimdMask, f32x16};

use super::broad_phase::BroadPhase;
use super::ranked_traversal::{Rank, descend};
use super::simd_block::BlockLanes;
use super::stored_bounds;
use crate::flow;
use crate::math::{Vector, rounded_up};
use crate::shape::Aabb;

impl<V: Vector> BroadPhase<V> {
    /// Calls `visit` for objects whose boxes are within the distance `max` of a point, mostly the nearer
    /// first.
    ///
    /// `visit` returns the new maximum distance; boxes further away are skipped. It may also break off the
    /// search. No box within the distance is missed. Boxes that are further by some roundings may be
    /// reported. If the point is not finite, or `max` is NaN or negative, nothing is reported.
    ///
    /// The nearest object, by the distances of boxes:
    /// ```
    /// use std::ops::ControlFlow;
    /// use glam::Vec2;
    /// use impinge::broad::BroadPhase;
    /// use impinge::shape::Aabb;
    /// let boxes = [1.0, 3.0, 7.0].map(|x| Aabb::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0)));
    /// let boxes = boxes.into_iter().collect::<Result<Vec<_>, _>>()?;
    /// let mut broad = BroadPhase::new();
    /// broad.add_many(&boxes);
    /// let point = Vec2::new(6.0, 0.0);
    /// let mut nearest = (f32::INFINITY, None);
    /// let _ = broad.nearest_to_point(point, f32::INFINITY, |number| {
    ///     let distance = boxes[number as usize].closest_point(point).distance(point);
    ///     if distance < nearest.0 {
    ///         nearest = (distance, Some(number));
    ///     }
    ///     ControlFlow::<(), _>::Continue(nearest.0)
    /// });
    /// assert_eq!(nearest, (1.0, Some(2)));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn nearest_to_point<B>(
        &self,
        point: V,
        max: V::Scalar,
        visit: impl FnMut(u32) -> ControlFlow<B, V::Scalar>,
    ) -> ControlFlow<B> {
        let Ok(point) = Aabb::new(point, point) else { return ControlFlow::Continue(()) };
        self.near_box(&point, max, visit)
    }

    /// Calls `visit` likewise for objects whose boxes are within the distance `max` of a box.
    #[inline]
    pub(crate) fn near_box<B>(
        &self,
        bounds: &Aabb<V>,
        max: V::Scalar,
        visit: impl FnMut(u32) -> ControlFlow<B, V::Scalar>,
    ) -> ControlFlow<B> {
        flow::visit_limited(visit, |visit| V::broad_near_box(self, bounds, max, visit))
    }

    pub(super) fn near_box_inner(
        &self,
        bounds: &Aabb<V>,
        max: V::Scalar,
        visit: &mut dyn FnMut(u32) -> ControlFlow<(), V::Scalar>,
    ) {
        let bounds = stored_bounds(bounds, self.origin());
        let place = QueryBox {
            min: std::array::from_fn(|axis| if axis < V::DIMENSION { bounds.min()[axis] } else { 0.0 }),
            max: std::array::from_fn(|axis| if axis < V::DIMENSION { bounds.max()[axis] } else { 0.0 }),
        };
        // Most answers leave the limit as it was.
        let (mut known, mut limit) = (max, upper_square_of(max.into()));
        let _ = descend(self.trees(), &place, limit, &mut |number| {
            visit(number).map_continue(|max| {
                if max != known {
                    (known, limit) = (max, upper_square_of(max.into()));
                }
                limit
            })
        });
    }
}

/// A number that the square of a distance, as it is computed here, is above only if the distance is greater:
/// of each axis a difference and a square are rounded, and then two sums.
fn upper_square_of(distance: f64) -> f32 {
    if distance.is_nan() || distance < 0.0 {
        return f32::NEG_INFINITY;
    }
    let square = distance * distance * (1.0 + 8.0 * f64::from(f32::EPSILON));
    // Where it has no digits left, and where it overflows.
    let square: f32 = rounded_up(square + f64::from(f32::MIN_POSITIVE));
    if square > 1e38 { f32::INFINITY } else { square }
}

/// A box around a point: what it is when rounded to either side.
struct QueryBox {
    min: [f32; 3],
    max: [f32; 3],
}

impl Rank for QueryBox {
    #[inline(always)]
    fn ranks<S: Simd, V: Vector>(&self, simd: S, block: &[BlockLanes], limit: f32) -> (u32, f32x16<S>) {
        let mut square = f32x16::splat(simd, 0.0);
        let is_there = block[0].load(simd).simd_le(block[V::DIMENSION].load(simd));
        for axis in 0..V::DIMENSION {
            let above = block[axis].load(simd) - self.max[axis];
            let below = -(block[V::DIMENSION + axis].load(simd) - self.min[axis]);
            let gap = above.max(below).max(0.0);
            square += gap * gap;
        }
        let near = square.simd_le(limit) & is_there;
        (near.to_bitmask() as u32, square)
    }
}
