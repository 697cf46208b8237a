//! Items in order of distance, the nearest first.
//!
//! The distance of a block or box is a lower bound for everything in it. The queue entry with the least bound
//! is removed: a block is opened, a box is replaced by the distance of its item, and an item is returned.
//! Source: Hjaltason & Samet, "Distance Browsing in Spatial Databases", 1999.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::build::{Bvh, WIDTH};
use crate::math::{Scalar, Vector, within_floats};

/// Iterator over the items of a [`Bvh`] with their distances, the nearest first; see [`Bvh::nearest_iter`].
#[derive(Clone, Debug)]
pub struct NearestIter<'a, V, F> {
    search: NearestSearch<'a, V>,
    distance: F,
}

/// The search without the function for distances.
#[derive(Clone, Debug)]
pub struct NearestSearch<'a, V> {
    tree: &'a Bvh<V>,
    /// Relative to the origin of the tree.
    point: [f64; 3],
    /// Amount by which distances may be less than the distances of boxes, as computed.
    slack: f64,
    queue: BinaryHeap<Reverse<QueueEntry>>,
}

/// What a search needs next, or what it has found.
#[derive(Clone, Copy, Debug)]
pub enum NearestStep {
    /// The distance of an item.
    NeedsDistance(u32),
    /// The next item and its distance.
    Found(u32, f64),
}

/// Entry of the queue: everything in it is at least this far.
#[derive(Clone, Copy, Debug)]
struct QueueEntry {
    distance: f64,
    what: EntryKind,
}

/// Kinds of entries, in the order in which equally near ones are removed: an item comes after all boxes as
/// near as it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum EntryKind {
    Block {
        level: u8,
        block: u32,
    },
    /// Box of an item whose distance is not computed yet.
    Box {
        item: u32,
    },
    Item {
        item: u32,
    },
}

impl Ord for QueueEntry {
    fn cmp(&self, other: &Self) -> Ordering {
        self.distance.total_cmp(&other.distance).then(self.what.cmp(&other.what))
    }
}

impl PartialOrd for QueueEntry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for QueueEntry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for QueueEntry {}

impl<V: Vector> Bvh<V> {
    /// Returns an iterator over the items with their distances from a point, the nearest first.
    ///
    /// Of equally near items the one with the least number comes first. The search does only the work for the
    /// items taken.
    ///
    /// `distance` computes the distance of an item. It is called only for items that may be among the next.
    /// It must be no less than the distance of the item's box, up to some roundings of coordinates. NaN
    /// counts as infinite. A point that is not finite is clamped to the range of floats.
    ///
    /// The two nearest of three balls:
    /// ```
    /// use glam::DVec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::Ball;
    /// use impinge::bvh::Bvh;
    /// let balls = [(0.0, 1.0), (5.0, 0.5), (-4.0, 2.0)].map(|(x, radius)| Ball::new(DVec2::new(x, 0.0), radius));
    /// let balls = balls.into_iter().collect::<Result<Vec<_>, _>>()?;
    /// let tree = Bvh::new(&balls.iter().map(Bounded::aabb).collect::<Vec<_>>());
    /// let point = Ball::new(DVec2::new(3.0, 0.0), 0.0)?;
    /// let nearest = tree.nearest_iter(point.center(), |item| balls[item as usize].distance(&point));
    /// assert_eq!(nearest.take(2).collect::<Vec<_>>(), [(1, 1.5), (0, 2.0)]);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn nearest_iter<F: FnMut(u32) -> f64>(&self, point: V, distance: F) -> NearestIter<'_, V, F> {
        NearestIter { search: V::bvh_nearest_search(self, point), distance }
    }
}

impl<'a, V: Vector> NearestSearch<'a, V> {
    pub(super) fn new(tree: &'a Bvh<V>, point: V) -> Self {
        let point = within_floats(point);
        let (point, origin) = (point.to_f64(), tree.origin.to_f64());
        let sizes: f64 = (0..3).map(|axis| point[axis].abs() + origin[axis].abs()).sum();
        let mut queue = BinaryHeap::with_capacity(64);
        if let Some(root) = tree.levels.len().checked_sub(1) {
            let what = EntryKind::Block { level: root as u8, block: 0 };
            queue.push(Reverse(QueueEntry { distance: 0.0, what }));
        }
        NearestSearch {
            tree,
            point: [0, 1, 2]
                .map(|axis| (point[axis] - origin[axis]).clamp(f64::from(f32::MIN), f64::from(f32::MAX))),
            slack: 16.0 * V::Scalar::UNIT_ROUNDOFF.into() * sizes,
            queue,
        }
    }

    /// Continues, after the distance that was needed last, until another is needed or an item is found.
    pub(super) fn step(&mut self, known: Option<(u32, f64)>) -> Option<NearestStep> {
        if let Some((item, distance)) = known {
            // 0 in place of −0, which would sort as less.
            let distance = if distance.is_nan() { f64::INFINITY } else { distance + 0.0 };
            self.queue.push(Reverse(QueueEntry { distance, what: EntryKind::Item { item } }));
        }
        loop {
            let Reverse(QueueEntry { distance, what }) = self.queue.pop()?;
            match what {
                EntryKind::Block { level, block } => self.push_lanes(level, block),
                EntryKind::Box { item } => return Some(NearestStep::NeedsDistance(item)),
                EntryKind::Item { item } => return Some(NearestStep::Found(item, distance)),
            }
        }
    }

    fn push_lanes(&mut self, level: u8, block: u32) {
        let (below, level, block) = (level.checked_sub(1), usize::from(level), block as usize);
        let lanes = self.tree.block(level, block);
        let filled = (self.tree.filled(level) - block * WIDTH).min(WIDTH);
        let mut squares = [0.0; WIDTH];
        let mut size = [0.0_f64; WIDTH];
        for axis in 0..V::DIMENSION {
            let (min, max) = (&lanes[axis], &lanes[V::DIMENSION + axis]);
            for lane in 0..WIDTH {
                let above = f64::from(min[lane]) - self.point[axis];
                let below = self.point[axis] - f64::from(max[lane]);
                let gap = Scalar::max(Scalar::max(above, below), 0.0);
                squares[lane] += gap * gap;
                size[lane] += Scalar::max(f64::from(min[lane]).abs(), f64::from(max[lane]).abs());
            }
        }
        for lane in 0..filled {
            let slack = self.slack + 16.0 * V::Scalar::UNIT_ROUNDOFF.into() * size[lane];
            let distance = Scalar::max(squares[lane].sqrt() - slack, 0.0);
            let child = block * WIDTH + lane;
            let what = match below {
                Some(level) => EntryKind::Block { level, block: child as u32 },
                None => EntryKind::Box { item: self.tree.order[child] },
            };
            self.queue.push(Reverse(QueueEntry { distance, what }));
        }
    }
}

impl<V: Vector, F: FnMut(u32) -> f64> Iterator for NearestIter<'_, V, F> {
    type Item = (u32, f64);

    #[inline]
    fn next(&mut self) -> Option<(u32, f64)> {
        let mut known = None;
        loop {
            match V::bvh_nearest_step(&mut self.search, known)? {
                NearestStep::NeedsDistance(item) => known = Some((item, (self.distance)(item))),
                NearestStep::Found(item, distance) => return Some((item, distance)),
            }
        }
    }
}
