//! rstar, whose boxes cannot be moved: a frame builds its tree anew, in bulk, and joins it with itself.
//!
//! The join shows every pair twice and every box with itself. Few that move are taken out and put in again.
//! There are no rays.

use impinge::math::Vector;
use impinge::shape::Aabb;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use super::Phase;
use crate::memory::held;
use crate::workload::objects::Frames;

type Item<const N: usize> = GeomWithData<Rectangle<[f32; N]>, u32>;

/// Its tree, and the boxes of both frames.
struct Tree<const N: usize> {
    tree: RTree<Item<N>>,
    bytes: usize,
    boxes: [Vec<Item<N>>; 2],
}

/// Fills it.
pub fn start<V: Vector<Scalar = f32>, const N: usize>(frames: &Frames<V>) -> Box<dyn Phase<V>> {
    let item = |(number, bounds): (usize, &Aabb<V>)| -> Item<N> {
        let corner = |v: V| std::array::from_fn(|axis| v[axis]);
        Item::new(Rectangle::from_corners(corner(bounds.min()), corner(bounds.max())), number as u32)
    };
    let boxes =
        [0, 1].map(|frame: usize| frames.boxes[frame].iter().enumerate().map(item).collect::<Vec<_>>());
    let (tree, bytes) = held(|| RTree::bulk_load(boxes[0].clone()));
    Box::new(Tree { tree, bytes, boxes })
}

impl<const N: usize> Tree<N> {
    fn overlapping(&self, item: &Item<N>) -> impl Iterator<Item = &Item<N>> {
        let bounds = AABB::from_corners(item.geom().lower(), item.geom().upper());
        self.tree.locate_in_envelope_intersecting(bounds)
    }
}

impl<V: Vector, const N: usize> Phase<V> for Tree<N> {
    fn frame(&mut self, frame: usize) -> usize {
        self.tree = RTree::bulk_load(self.boxes[frame].clone());
        let pairs = self.tree.intersection_candidates_with_other_tree(&self.tree);
        pairs.filter(|(a, b)| a.data < b.data).count()
    }

    fn anew(&mut self, frame: usize) -> Option<usize> {
        Some(Phase::<V>::frame(self, frame))
    }

    fn few(&mut self, from: usize, frame: usize) -> Option<usize> {
        let moved = || (from..self.boxes[0].len()).step_by(100);
        for number in moved() {
            self.tree.remove(&self.boxes[1 - frame][number])?;
            self.tree.insert(self.boxes[frame][number]);
        }
        let count_of = |number: usize| {
            let is_new = |other: &&Item<N>| {
                let other = other.data as usize;
                other != number && (number < other || other % 100 != from)
            };
            self.overlapping(&self.boxes[frame][number]).filter(is_new).count()
        };
        Some(moved().map(count_of).sum())
    }

    fn query(&self, count: usize) -> usize {
        self.boxes[1][..count].iter().map(|item| self.overlapping(item).count()).sum()
    }

    fn rays(&self) -> Option<usize> {
        None
    }

    fn bytes(&self) -> Option<usize> {
        Some(self.bytes)
    }
}
