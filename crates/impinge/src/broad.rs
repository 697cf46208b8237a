//! Broad phase: finds pairs of overlapping boxes among fixed and moving objects, and the objects near a
//! query.
//!
//! Boxes are stored in the order of a space-filling curve, in blocks of 16. Boxes around each 16 blocks, and
//! so on, form a tree without pointers ([`BroadPhase`]). SIMD code compares 16 boxes at once, with the best
//! instruction set of the machine. Results and their order are the same for every instruction set and every
//! number of threads. `docs/broad.md` compares this with a grid and a sweep, and gives the costs.

mod aabb_query;
mod backend;
mod block_filter;
mod broad_phase;
mod collision_filter;
mod hilbert;
mod hilbert_sort;
mod maintenance;
mod nearest_to_point;
mod ranked_traversal;
mod ray_cast;
mod simd_block;
mod spatial_join;
#[cfg(test)]
mod tests;
mod tree;
mod tree_box;

pub(crate) use backend::BroadBackend;
#[doc(alias = "DynamicTree")]
pub use broad_phase::BroadPhase;
#[doc(alias = "InteractionGroups")]
pub use collision_filter::CollisionFilter;
pub use tree_box::TreeBox;

use crate::bvh::{middle, relative};
use crate::math::Vector;
use crate::narrow::is_single;
use crate::shape::Aabb;
use spatial_join::Join;
use tree::Tree;

/// Returns every pair of boxes that overlap or touch, once, with the lesser index first; the list is sorted.
///
/// The work grows with the number of boxes and of pairs. Boxes beyond the first 2³² − 1 are ignored.
///
/// ```
/// use glam::Vec2;
/// use impinge::broad::overlapping_pairs;
/// use impinge::shape::Aabb;
/// let unit_at = |x: f32| Aabb::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0));
/// assert_eq!(overlapping_pairs(&[unit_at(2.0)?, unit_at(0.0)?, unit_at(1.0)?]), [[0, 2], [1, 2]]);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn overlapping_pairs<V: Vector>(boxes: &[Aabb<V>]) -> Vec<[u32; 2]> {
    V::broad_overlapping_pairs(boxes)
}

fn overlapping_pairs_inner<V: Vector>(boxes: &[Aabb<V>]) -> Vec<[u32; 2]> {
    let boxes = &boxes[..boxes.len().min(u32::MAX as usize)];
    // Another origin gains nothing for numbers that are kept as they are.
    let origin = if is_single::<V>() { V::ZERO } else { middle(boxes) };
    let tree = Tree::new(boxes, origin, |bounds| stored_bounds(bounds, origin), |number| number);
    let mut pairs = Vec::new();
    Join::self_join(&tree).run(&mut |found| {
        // The tree compares in f32, rounded outwards.
        let meets = |pair: &&[u32; 2]| boxes[pair[0] as usize].meets(&boxes[pair[1] as usize]);
        if is_single::<V>() {
            pairs.extend_from_slice(found);
        } else {
            pairs.extend(found.iter().filter(meets));
        }
    });
    sort_pairs(&mut pairs, boxes.len());
    pairs
}

/// Sorts pairs of numbers below `count`: a counting sort by the lesser number, then each short run.
pub(crate) fn sort_pairs(pairs: &mut Vec<[u32; 2]>, count: usize) {
    if pairs.len() < count / 8 {
        return pairs.sort_unstable();
    }
    let mut ends = vec![0_usize; count + 1];
    for pair in pairs.iter() {
        ends[pair[0] as usize + 1] += 1;
    }
    for number in 0..count {
        ends[number + 1] += ends[number];
    }
    let mut sorted = vec![[0; 2]; pairs.len()];
    for &pair in pairs.iter() {
        let place = &mut ends[pair[0] as usize];
        sorted[*place] = pair;
        *place += 1;
    }
    // Each end has become that of its own run.
    let mut from = 0;
    for &end in &ends[..count] {
        sorted[from..end].sort_unstable();
        from = end;
    }
    *pairs = sorted;
}

/// Boxes with sizes above this, or with coordinates further from 0, count as unbounded.
const UNBOUNDED_SIZE: f32 = 1e30;

/// Returns a box as it is stored: relative to the origin, in `f32`, rounded outwards.
#[inline(always)]
fn stored_bounds<V: Vector>(bounds: &Aabb<V>, origin: V) -> Aabb<V::Single> {
    if is_single::<V>() && origin == V::ZERO {
        // As it is.
        let (min, max) = (bounds.min().to_f64(), bounds.max().to_f64());
        return Aabb::between(
            V::Single::from_fn(|axis| min[axis] as f32),
            V::Single::from_fn(|axis| max[axis] as f32),
        );
    }
    relative(bounds, origin)
}
