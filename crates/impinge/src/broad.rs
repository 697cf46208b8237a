//! Boxes → pairs of boxes.

use crate::math::Vector;
use crate::narrow::Relate;
use crate::shape::Aabb;
use crate::tree::Bvh;

/// Every pair of boxes that overlap or touch, once: the lesser number first, sorted.
///
/// The work grows with the number of boxes (n·log n) and of pairs, however the boxes lie.
///
/// ```
/// use glam::Vec2;
/// use impinge::broad::overlapping_pairs;
/// use impinge::shape::Aabb;
/// let unit_at = |x: f32| Aabb::new(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0));
/// assert_eq!(overlapping_pairs(&[unit_at(2.0)?, unit_at(0.0)?, unit_at(1.0)?]), [[0, 2], [1, 2]]);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
pub fn overlapping_pairs<V: Vector>(boxes: &[Aabb<V>]) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    Bvh::new(boxes).self_join(|a, b| {
        // The tree compares in f32, rounded outwards.
        if boxes[a as usize].intersects(&boxes[b as usize]) {
            pairs.push([a, b]);
        }
    });
    pairs.sort_unstable();
    pairs
}
