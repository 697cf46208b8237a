//! All boxes that intersect a convex shape.

use std::ops::ControlFlow;

use fearless_simd::{Level, Simd};
use smallvec::SmallVec;

use super::aabb_query::lanes_of;
use super::build::{Bvh, WIDTH};
use super::half_space_cull::BoxLanes;
use super::query_volume::{QueryVolume, TreeFrame};
use crate::Flow;
use crate::flow;
use crate::math::{Scalar, Vector, dispatch, rounded_down, rounded_up};
use crate::narrow::{Collide, region};
use crate::shape::{Aabb, Shape, ShapeRef};

/// In the plane, all boxes are between these on the third axis.
static FLAT: [f32; WIDTH] = [0.0; WIDTH];

impl<V: Vector> Bvh<V> {
    /// Calls `visit` for every item whose box intersects a shape, until it ends the search ([`Flow`]).
    ///
    /// The items are visited in the order of the tree, which is always the same. The stored boxes are
    /// tested: in `f32`, rounded outwards. [`Collide::relation`] decides whether they intersect the
    /// shape. So nothing is missed, and the only additional items are those apart by some roundings.
    /// Where that matters, `visit` can test the original box or the object in it.
    ///
    /// The objects that a camera sees, through the [`Hull`](crate::shape::Hull) of its frustum:
    /// ```
    /// use glam::{Mat4, Vec3};
    /// use impinge::shape::{Aabb, Hull};
    /// use impinge::bvh::Bvh;
    /// let cube_at = |x: f32, z: f32| Aabb::new(Vec3::new(x, -0.5, z), Vec3::new(x + 1.0, 0.5, z + 1.0));
    /// let tree = Bvh::new(&[cube_at(-0.5, -10.0)?, cube_at(-0.5, 5.0)?, cube_at(9.0, -10.0)?, cube_at(9.0, -25.0)?]);
    /// let to_clip = Mat4::from_cols_array_2d(&[[1., 0., 0., 0.], [0., 1., 0., 0.], [0., 0., -1.01, -1.], [0., 0., -1.01, 0.]]);
    /// let seen = Hull::<Vec3>::frustum(&to_clip, 0.0..=1.0)?;
    /// let mut items = Vec::new();
    /// tree.for_each_intersecting(&seen, |item| items.push(item));
    /// items.sort();
    /// // Objects behind the camera are not visible.
    /// assert_eq!(items, [0, 2, 3]);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn for_each_intersecting<F: Flow>(
        &self,
        shape: &impl Shape<Vector = V>,
        visit: impl FnMut(u32) -> F,
    ) -> F {
        flow::visit(visit, |visit| V::bvh_for_each_intersecting(self, &shape.shape_ref(), visit))
    }

    pub(super) fn for_each_intersecting_inner(
        &self,
        view: &ShapeRef<'_, V>,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) {
        let Some(root) = self.levels.len().checked_sub(1) else { return };
        let around = QueryVolume::new(view, self.tree_frame(root));
        let mut visit = |place: usize, is_within: bool| {
            let is_met = is_within || self.meets(place, view, around.slack);
            !is_met || visit(self.order[place]).is_continue()
        };
        let level = Level::new();
        dispatch!(level, simd => self.traverse_volume(simd, root, &around, &mut visit));
    }

    /// Returns whether the box of an item intersects a shape, up to rounding for shapes without an exact
    /// relation. A search for their distance may end with several times that.
    #[inline(never)]
    fn meets(&self, place: usize, view: &ShapeRef<'_, V>, slack: f64) -> bool {
        let (min, max) = Self::lane(self.block(0, place / WIDTH), place % WIDTH);
        let bounds = self.absolute(min, max);
        // The greatest float represents everything beyond the stored range, and no centre of such a box is
        // precise.
        if bounds.max().abs().max(bounds.min().abs()).max_element() == V::Scalar::MAX {
            let around = region(view, slack);
            return bounds.meets(&around);
        }
        if !matches!(view, ShapeRef::Convex(_) | ShapeRef::Composite(_)) {
            return bounds.intersects(view);
        }
        let grown = |end: V, slack: f64| V::Double::from_fn(|axis| end[axis].into() + slack);
        let most = V::splat(V::Scalar::MAX);
        let (low, high) = (grown(bounds.min(), -16.0 * slack), grown(bounds.max(), 16.0 * slack));
        let low = V::from_fn(|axis| rounded_down(low[axis])).max(-most);
        let high = V::from_fn(|axis| rounded_up(high[axis])).min(most);
        Aabb::between(low, high).intersects(view)
    }

    /// Where its boxes are.
    fn tree_frame(&self, root: usize) -> TreeFrame<V> {
        let size = |lanes: &[f32; WIDTH]| {
            let sizes = lanes.iter().map(|x| x.abs()).filter(|x| x.is_finite());
            sizes.fold(0.0, f32::max)
        };
        let reach = self.block(root, 0).iter().map(size).fold(0.0, f32::max);
        TreeFrame { origin: self.origin, reach }
    }

    /// Calls `visit` for the places of all items whose boxes may meet a shape, and whether they are certainly
    /// within it, as long as it returns true.
    #[inline(always)]
    fn traverse_volume<S: Simd>(
        &self,
        simd: S,
        root: usize,
        around: &QueryVolume,
        visit: &mut dyn FnMut(usize, bool) -> bool,
    ) {
        let mut stack: SmallVec<[(usize, usize, bool); 64]> = SmallVec::new();
        stack.push((root, 0, false));
        while let Some((level, block, is_within)) = stack.pop() {
            let filled = (self.filled(level) - block * WIDTH).min(WIDTH);
            let (mut met, mut within) = ((1 << filled) - 1, u32::MAX);
            if !is_within {
                let boxes = self.box_lanes(level, block);
                met &= !around.cull_boxes(simd, &boxes);
                within = if met == 0 { 0 } else { around.find_contained_boxes(simd, &boxes) };
            }
            for lane in lanes_of(met) {
                let (child, is_within) = (block * WIDTH + lane, within >> lane & 1 != 0);
                match level.checked_sub(1) {
                    Some(below) => stack.push((below, child, is_within)),
                    None => {
                        if !visit(child, is_within) {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// The boxes of a block.
    #[inline(always)]
    fn box_lanes(&self, level: usize, block: usize) -> BoxLanes<'_> {
        let lanes = self.block(level, block);
        let mut eight = [[&FLAT; 2]; 3];
        for axis in 0..V::DIMENSION {
            eight[axis] = [&lanes[axis], &lanes[V::DIMENSION + axis]];
        }
        eight
    }
}
