//! Objects that overlap a box or contain a point.

use std::ops::ControlFlow;

use fearless_simd::{Level, Simd, SimdBase, SimdMask, f32x16, mask32x16};
use smallvec::SmallVec;

use super::broad_phase::BroadPhase;
use super::simd_block::{BlockLanes, WIDTH};
use super::stored_bounds;
use super::tree::Tree;
use crate::Flow;
use crate::flow;
use crate::math::{Vector, dispatch};
use crate::shape::Aabb;

impl<V: Vector> BroadPhase<V> {
    /// Calls `visit` for every object whose box overlaps or touches a box, until `visit` ends the search
    /// ([`Flow`]).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use glam::Vec2;
    /// use impinge::broad::BroadPhase;
    /// use impinge::shape::Aabb;
    /// let mut broad = BroadPhase::new();
    /// let unit = broad.add(&Aabb::new(Vec2::ZERO, Vec2::ONE)?);
    /// let first = broad.query_aabb(&Aabb::new(Vec2::ONE, Vec2::splat(5.0))?, ControlFlow::Break);
    /// assert_eq!(first, ControlFlow::Break(unit));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn query_aabb<F: Flow>(&self, bounds: &Aabb<V>, visit: impl FnMut(u32) -> F) -> F {
        flow::visit_each(visit, |visit| V::broad_query_aabb(self, bounds, visit))
    }

    pub(super) fn query_aabb_inner(
        &self,
        bounds: &Aabb<V>,
        visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) {
        let bounds = stored_bounds(bounds, self.origin());
        let _ = for_each_overlapping(&self.trees(), &bounds, visit);
    }

    /// Calls `visit` for every object whose box contains a point, until `visit` ends the search ([`Flow`]).
    ///
    /// If the point is not finite, nothing is reported.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::broad::BroadPhase;
    /// use impinge::shape::Aabb;
    /// let unit_at = |x: f32| Aabb::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0));
    /// let mut broad = BroadPhase::new();
    /// broad.add_many(&[unit_at(0.0)?, unit_at(0.5)?, unit_at(3.0)?]);
    /// let mut found = Vec::new();
    /// broad.query_point(Vec2::new(1.0, 0.5), |number| found.push(number));
    /// found.sort();
    /// assert_eq!(found, [0, 1]);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn query_point<F: Flow>(&self, point: V, visit: impl FnMut(u32) -> F) -> F {
        match Aabb::new(point, point) {
            Ok(bounds) => self.query_aabb(&bounds, visit),
            Err(_) => F::going_on(),
        }
    }
}

/// Calls `visit` for the numbers in each block whose boxes overlap a box, until it ends the search.
pub(super) fn for_each_overlapping<V: Vector<Scalar = f32>>(
    trees: &[&Tree<V>],
    bounds: &Aabb<V>,
    visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let level = Level::new();
    dispatch!(level, simd => walk_all(simd, trees, bounds, visit))
}

#[inline(always)]
fn walk_all<S: Simd, V: Vector<Scalar = f32>>(
    simd: S,
    trees: &[&Tree<V>],
    bounds: &Aabb<V>,
    visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // A plain loop: code passed to functions of other crates is not compiled for the instruction set.
    for tree in trees {
        walk(simd, tree, bounds, visit)?;
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn walk<S: Simd, V: Vector<Scalar = f32>>(
    simd: S,
    tree: &Tree<V>,
    bounds: &Aabb<V>,
    visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (mut min, mut max) = ([f32x16::splat(simd, 0.0); 3], [f32x16::splat(simd, 0.0); 3]);
    for axis in 0..V::DIMENSION {
        min[axis] = f32x16::splat(simd, bounds.min()[axis]);
        max[axis] = f32x16::splat(simd, bounds.max()[axis]);
    }
    if tree.order.is_empty() {
        return ControlFlow::Continue(());
    }
    let mut numbers = [0; WIDTH];
    let mut stack: SmallVec<[(usize, usize); 64]> = SmallVec::new();
    stack.push((tree.levels.len() - 1, 0));
    while let Some((level, block)) = stack.pop() {
        let mut met = overlapping::<S, V>(simd, Tree::<V>::of(&tree.levels[level], block), &min, &max);
        if met == 0 {
            continue;
        }
        if let Some(below) = level.checked_sub(1) {
            while met != 0 {
                stack.push((below, block * WIDTH + met.trailing_zeros() as usize));
                met &= met - 1;
            }
            continue;
        }
        let mut count = 0;
        while met != 0 {
            numbers[count] = tree.order[block * WIDTH + met.trailing_zeros() as usize];
            met &= met - 1;
            count += 1;
        }
        visit(&numbers[..count])?;
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn overlapping<S: Simd, V: Vector>(
    simd: S,
    block: &[BlockLanes],
    min: &[f32x16<S>; 3],
    max: &[f32x16<S>; 3],
) -> u32 {
    let mut meets = mask32x16::splat(simd, true);
    for axis in 0..V::DIMENSION {
        let (least, most) = (block[axis].load(simd), block[V::DIMENSION + axis].load(simd));
        meets &= least.simd_le(max[axis]) & most.simd_ge(min[axis]);
    }
    meets.to_bitmask() as u32
}
