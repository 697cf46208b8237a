//! Boxes of the tree, for debugging and teaching.

use super::broad_phase::BroadPhase;
use super::simd_block::WIDTH;
use super::tree::NO_OBJECT;
use crate::bvh::absolute;
use crate::math::Vector;
use crate::shape::Aabb;

/// A box of the broad phase's tree: around up to 16 other boxes, or the box of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeBox<V: Vector> {
    /// Contains the boxes of all objects below it. Boxes in `f32` are rounded outwards; infinite boxes end
    /// at the largest float.
    pub aabb: Aabb<V>,
    /// Number of boxes around it: 0 for the outermost boxes, 1 for their children, and so on.
    pub depth: u32,
    /// The number of the object, for the box of an object; `None` for a box around others.
    pub object: Option<u32>,
    /// Whether it belongs to the tree of fixed objects.
    pub is_fixed: bool,
}

impl<V: Vector> BroadPhase<V> {
    /// Returns the boxes of the current trees, by depth: the outermost first, the boxes of objects last.
    ///
    /// - Within a depth, boxes of moving objects come first; neighbours in the list are mostly neighbours in
    ///   space.
    /// - Boxes without any object are skipped.
    /// - Moving and fixed objects have a tree each; one may be deeper than the other. Each has at least three
    ///   depths.
    /// - Boxes around moved or removed objects may be larger than necessary until the next query for pairs.
    /// - The order is the order of the tree, which depends only on the calls made so far. This function
    ///   changes nothing.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::broad::BroadPhase;
    /// use impinge::shape::Aabb;
    /// let unit_at = |x: u8| {
    ///     let min = Vec2::new(f32::from(x), 0.0);
    ///     Aabb::new(min, min + Vec2::ONE)
    /// };
    /// let boxes = (0..64).map(unit_at).collect::<Result<Vec<_>, _>>()?;
    /// let mut broad = BroadPhase::new();
    /// broad.add_many(&boxes);
    /// // One box around all, four boxes around 16 objects each, and the boxes of the objects.
    /// let count = |depth| broad.tree_boxes().filter(|part| part.depth == depth).count();
    /// assert_eq!([0, 1, 2, 3].map(count), [1, 4, 64, 0]);
    /// for part in broad.tree_boxes().take_while(|part| part.depth <= 1) {
    ///     println!("{:indent$}{:?}", "", part.aabb, indent = 2 * part.depth as usize);
    /// }
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn tree_boxes(&self) -> impl Iterator<Item = TreeBox<V>> {
        let [moving, fixed] = self.trees();
        (0..moving.levels.len().max(fixed.levels.len())).flat_map(|depth| V::broad_tree_boxes_at(self, depth))
    }

    /// Returns the occupied boxes of a depth, at the last depth with their objects.
    pub(super) fn tree_boxes_at(&self, depth: usize) -> Vec<TreeBox<V>> {
        let [moving, fixed] = self.trees();
        let mut boxes = Vec::new();
        for (tree, is_fixed) in [(moving, false), (fixed, true)] {
            let Some(level) = tree.levels.len().checked_sub(depth + 1) else { continue };
            // The slots below each box.
            let slots = tree.order.chunks(WIDTH.pow(level as u32));
            boxes.reserve(slots.len());
            for (at, numbers) in slots.enumerate() {
                if numbers.iter().any(|&number| number != NO_OBJECT) {
                    boxes.push(TreeBox {
                        aabb: absolute(&tree.get_at(level, at), self.origin()),
                        depth: depth as u32,
                        object: numbers.first().copied().filter(|_| level == 0),
                        is_fixed,
                    });
                }
            }
        }
        boxes
    }
}
