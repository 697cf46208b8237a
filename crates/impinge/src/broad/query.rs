//! What is in a box or at a point.

use std::ops::ControlFlow;

use fearless_simd::{Level, Simd, SimdBase, SimdMask, dispatch, f32x16, mask32x16};
use smallvec::SmallVec;

use super::block::{Lanes, WIDTH};
use super::kept;
use super::phase::BroadPhase;
use super::tree::Tree;
use crate::math::Vector;
use crate::shape::Aabb;

impl<V: Vector> BroadPhase<V> {
    /// Shows all objects whose boxes overlap a box, until `visit` breaks.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use glam::Vec2;
    /// use impinge::broad::BroadPhase;
    /// use impinge::shape::Aabb;
    /// let mut broad = BroadPhase::new();
    /// let unit = broad.insert(&Aabb::new(Vec2::ZERO, Vec2::ONE)?);
    /// let first = broad.query(&Aabb::new(Vec2::ONE, Vec2::splat(5.0))?, ControlFlow::Break);
    /// assert_eq!(first, ControlFlow::Break(unit));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn query<B>(&self, bounds: &Aabb<V>, mut visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        let bounds = kept(bounds, self.origin());
        for tree in self.trees() {
            until(tree, &bounds, &mut visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Shows all objects whose boxes hold a point, until `visit` breaks; none if it is not finite.
    pub fn query_point<B>(&self, point: V, visit: impl FnMut(u32) -> ControlFlow<B>) -> ControlFlow<B> {
        match Aabb::new(point, point) {
            Ok(bounds) => self.query(&bounds, visit),
            Err(_) => ControlFlow::Continue(()),
        }
    }
}

/// Shows all numbers whose boxes overlap a box.
pub(super) fn each<V: Vector<Scalar = f32>>(tree: &Tree<V>, bounds: &Aabb<V>, visit: &mut impl FnMut(u32)) {
    let _ = until(tree, bounds, &mut |number| {
        visit(number);
        ControlFlow::<()>::Continue(())
    });
}

fn until<V: Vector<Scalar = f32>, B>(
    tree: &Tree<V>,
    bounds: &Aabb<V>,
    visit: &mut impl FnMut(u32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let level = Level::new();
    dispatch!(level, simd => walk(simd, tree, bounds, visit))
}

#[inline(always)]
fn walk<S: Simd, V: Vector<Scalar = f32>, B>(
    simd: S,
    tree: &Tree<V>,
    bounds: &Aabb<V>,
    visit: &mut impl FnMut(u32) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if tree.order.is_empty() {
        return ControlFlow::Continue(());
    }
    let (mut min, mut max) = ([f32x16::splat(simd, 0.0); 3], [f32x16::splat(simd, 0.0); 3]);
    for axis in 0..V::DIMENSION {
        min[axis] = f32x16::splat(simd, bounds.min()[axis]);
        max[axis] = f32x16::splat(simd, bounds.max()[axis]);
    }
    let mut stack: SmallVec<[(usize, usize); 64]> = SmallVec::new();
    stack.push((tree.levels.len() - 1, 0));
    while let Some((level, block)) = stack.pop() {
        let mut met = overlapping::<S, V>(simd, Tree::<V>::of(&tree.levels[level], block), &min, &max);
        while met != 0 {
            let child = block * WIDTH + met.trailing_zeros() as usize;
            met &= met - 1;
            match level.checked_sub(1) {
                Some(below) => stack.push((below, child)),
                None => visit(tree.order[child])?,
            }
        }
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn overlapping<S: Simd, V: Vector>(
    simd: S,
    block: &[Lanes],
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
