//! The boxes of the tree, for whoever wants to see it: while debugging, and in lessons.

use super::block::WIDTH;
use super::phase::BroadPhase;
use super::tree::{NOBODY, Tree};
use crate::math::Vector;
use crate::shape::Aabb;
use crate::tree::absolute;

/// A box of the tree in which a broad phase searches: around up to sixteen others, or the own box of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeBox<V: Vector> {
    /// It contains the boxes of all objects in it. What is kept in `f32` has been rounded outwards, and what has no end reaches as
    /// far as floats do.
    pub bounds: Aabb<V>,
    /// How many boxes are around it: 0 for the widest, one more for what is in these, and so on.
    pub depth: u32,
    /// The number of the object whose own box it is; none if it is around others.
    pub object: Option<u32>,
    /// Is it of the tree of fixed objects?
    pub is_fixed: bool,
}

impl<V: Vector> BroadPhase<V> {
    /// The boxes of the tree as they are now: the widest first, then all that are in these, and so on down to the own boxes of
    /// objects. Of one depth those of objects that move come first, and neighbours mostly lie beside each other. Boxes in which no
    /// object is left are not among them.
    ///
    /// Objects that move and fixed ones have a tree each, of which one may be deeper than the other. Three depths there are in
    /// any, as many objects as there may be.
    ///
    /// Boxes around objects that have moved or gone may be larger than need be until pairs are asked for. The order is that of the
    /// tree, which follows from the calls made so far alone. Telling it changes nothing.
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
    /// broad.add_all(&boxes);
    /// // One box around all, four boxes around sixteen objects each, and their own ones.
    /// let count = |depth| broad.tree_boxes().filter(|part| part.depth == depth).count();
    /// assert_eq!([0, 1, 2, 3].map(count), [1, 4, 64, 0]);
    /// for part in broad.tree_boxes().take_while(|part| part.depth <= 1) {
    ///     println!("{:indent$}{:?}", "", part.bounds, indent = 2 * part.depth as usize);
    /// }
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn tree_boxes(&self) -> impl Iterator<Item = TreeBox<V>> {
        let origin = self.origin();
        let [moving, fixed] = self.trees();
        (0..moving.levels.len().max(fixed.levels.len())).flat_map(move |depth| {
            let both = [(moving, false), (fixed, true)].into_iter();
            both.flat_map(move |(tree, is_fixed)| {
                of_depth(tree, depth).map(move |(bounds, object)| TreeBox {
                    bounds: absolute(&bounds, origin),
                    depth: depth as u32,
                    object,
                    is_fixed,
                })
            })
        })
    }
}

/// The boxes of a depth in which there is anybody; at the last one with whose they are.
fn of_depth<V: Vector<Scalar = f32>>(
    tree: &Tree<V>,
    depth: usize,
) -> impl Iterator<Item = (Aabb<V>, Option<u32>)> {
    let level = tree.levels.len().checked_sub(depth + 1);
    level.into_iter().flat_map(move |level| {
        // The slots below each box.
        let slots = tree.order.chunks(WIDTH.pow(level as u32)).enumerate();
        let held = slots.filter(|(_, numbers)| numbers.iter().any(|&number| number != NOBODY));
        held.map(move |(at, numbers)| {
            (tree.get_at(level, at), numbers.first().copied().filter(|_| level == 0))
        })
    })
}
