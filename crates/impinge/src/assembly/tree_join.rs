//! Pairs of overlapping boxes of two trees.

use std::ops::ControlFlow;

use crate::bvh::Bvh;
use crate::math::Vector;

/// Joins two trees; compiled once per vector type, as pages load all of it.
pub(super) fn joined<V: Vector>(
    one: &Bvh<V>,
    other: &Bvh<V>,
    visit: &mut dyn FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    one.join(other, visit)
}
