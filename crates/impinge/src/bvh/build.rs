//! A bounding volume hierarchy without pointers.
//!
//! Items are sorted so that neighbours in space are neighbours in memory. Eight consecutive items make a
//! block, eight consecutive blocks a block of the next level, and so on up to one root block. A block stores
//! its eight boxes as a structure of arrays, so one box is tested against all eight at once. The position of
//! a child follows from its number:
//!
//! ```text
//! level 1    [ 0 1 2 3 4 5 6 7 ]              block 0; lane k holds the box around block k of level 0
//! level 0    [ … ][ … ][ … ][ … ]…            blocks 0, 1, 2, …; lane k of block b holds item order[8·b + k]
//! ```
//!
//! The order comes from repeated splits at the median of the centres along the widest axis. Ranks do not
//! depend on distances: one part a mile away costs nothing, where a grid or a curve over the whole space
//! would put all others into one cell.
//! Source: Ericson 2005, §6.2.2 (median split) and §6.6 (implicit layout).

use std::cmp::Ordering;
use std::fmt;

use crate::math::exact::sum_below;
use crate::math::{Scalar, Vector, rounded_down, rounded_up};
use crate::shape::Aabb;

/// Boxes in a block.
pub(super) const WIDTH: usize = 8;
/// Fewer items than this are sorted by one thread.
const PARALLEL: usize = 1 << 14;

/// A bounding volume hierarchy over boxes; an item is the index of its box.
///
/// Boxes are stored in `f32`, relative to an origin among them and rounded outwards. Results are therefore a
/// superset of the overlaps, and nothing is missed. Far from the world's origin the excess is as small as
/// near it. Memory: about 31 bytes for each box in 3D, 22 in 2D.
///
/// ```
/// use glam::DVec2;
/// use impinge::shape::Aabb;
/// use impinge::bvh::Bvh;
/// let unit_at = |x: f64| Aabb::new(DVec2::new(x, 0.0), DVec2::new(x + 1.0, 1.0));
/// let boxes = [unit_at(0.0)?, unit_at(0.5)?, unit_at(5.0)?];
/// let tree = Bvh::new(&boxes);
/// let mut pairs = Vec::new();
/// tree.self_join(|a, b| pairs.push((a, b)));
/// assert_eq!(pairs, [(0, 1)]);
/// let mut near_five = Vec::new();
/// tree.query_aabb(&unit_at(4.5)?, |item| near_five.push(item));
/// assert_eq!(near_five, [2]);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone)]
pub struct Bvh<V> {
    /// For each block: on each axis the eight minima, then on each axis the eight maxima.
    pub(super) lanes: Vec<[f32; WIDTH]>,
    /// The first block of each level, the items' level first.
    pub(super) levels: Vec<usize>,
    /// The item in each lane of the items' level.
    pub(super) order: Vec<u32>,
    /// What the boxes are relative to.
    pub(super) origin: V,
}

impl<V: fmt::Debug> fmt::Debug for Bvh<V> {
    /// Formats the number of items and their bounds.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (len, origin) = (self.order.len(), &self.origin);
        formatter.debug_struct("Bvh").field("len", &len).field("origin", origin).finish_non_exhaustive()
    }
}

/// An item on its way to its place.
#[derive(Clone, Copy)]
struct Entry<S> {
    center: S,
    item: u32,
}

impl<V: Vector> Bvh<V> {
    /// Lanes of one block.
    pub(super) const STRIDE: usize = 2 * V::DIMENSION;

    /// Creates a hierarchy over boxes. Boxes beyond the first 2³² − 1 are ignored.
    #[inline]
    pub fn new(boxes: &[Aabb<V>]) -> Self {
        V::bvh_new(boxes)
    }

    pub(super) fn new_inner(boxes: &[Aabb<V>]) -> Self {
        Self::with_origin_inner(boxes, middle(boxes))
    }

    /// Creates a hierarchy of boxes stored relative to a point near them; trees to be joined should share it.
    #[must_use]
    #[inline]
    pub(crate) fn around(boxes: &[Aabb<V>], origin: V) -> Self {
        V::bvh_with_origin(boxes, origin)
    }

    pub(super) fn with_origin_inner(boxes: &[Aabb<V>], origin: V) -> Self {
        let boxes = &boxes[..boxes.len().min(u32::MAX as usize)];
        let single: Vec<Aabb<V::Single>> = boxes.iter().map(|bounds| relative(bounds, origin)).collect();
        let mut entries: Vec<Entry<V::Single>> = single
            .iter()
            .enumerate()
            .map(|(item, bounds)| Entry { center: bounds.center(), item: item as u32 })
            .collect();
        sort_by_medians(&mut entries);

        let mut tree = Bvh {
            lanes: Vec::with_capacity(boxes.len().div_ceil(WIDTH) * 2 * V::DIMENSION * 8 / 7 + 64),
            levels: Vec::new(),
            order: entries.iter().map(|entry| entry.item).collect(),
            origin,
        };
        if boxes.is_empty() {
            return tree;
        }
        let mut level: Vec<Aabb<V::Single>> = tree.order.iter().map(|&item| single[item as usize]).collect();
        loop {
            tree.levels.push(tree.lanes.len() / Self::STRIDE);
            for block in level.chunks(WIDTH) {
                tree.push_block(block);
            }
            if level.len() <= WIDTH {
                return tree;
            }
            level = level.chunks(WIDTH).map(bounds_of).collect();
        }
    }

    fn push_block(&mut self, boxes: &[Aabb<V::Single>]) {
        // Missing boxes are inside out: nothing overlaps them.
        let lanes = |value: &dyn Fn(&Aabb<V::Single>) -> f32, missing: f32| {
            std::array::from_fn(|lane| boxes.get(lane).map_or(missing, value))
        };
        for axis in 0..V::DIMENSION {
            self.lanes.push(lanes(&|bounds| bounds.min()[axis], f32::INFINITY));
        }
        for axis in 0..V::DIMENSION {
            self.lanes.push(lanes(&|bounds| bounds.max()[axis], f32::NEG_INFINITY));
        }
    }

    /// Returns the number of boxes.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns whether there are no boxes.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Returns the box around all items, or `None` if there are none.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::Aabb;
    /// use impinge::bvh::Bvh;
    /// let unit_at = |x: f64| Aabb::new(DVec2::new(x, 0.0), DVec2::new(x + 1.0, 1.0));
    /// let tree = Bvh::new(&[unit_at(0.0)?, unit_at(5.0)?]);
    /// assert_eq!((tree.len(), tree.is_empty()), (2, false));
    /// // Rounded outwards, as boxes are stored in `f32`.
    /// let bounds = tree.aabb().unwrap();
    /// assert!(bounds.contains_point(DVec2::ZERO) && bounds.contains_point(DVec2::new(6.0, 1.0)) && bounds.size().x < 6.001);
    /// assert_eq!(Bvh::<DVec2>::new(&[]).aabb(), None);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn aabb(&self) -> Option<Aabb<V>> {
        V::bvh_aabb(self)
    }

    pub(super) fn aabb_inner(&self) -> Option<Aabb<V>> {
        self.levels.last().map(|&root| {
            let lanes = &self.lanes[root * Self::STRIDE..];
            let least = |axis: usize| lanes[axis].iter().copied().fold(f32::INFINITY, Scalar::min);
            let most =
                |axis: usize| lanes[V::DIMENSION + axis].iter().copied().fold(f32::NEG_INFINITY, Scalar::max);
            self.absolute(V::Single::from_fn(least), V::Single::from_fn(most))
        })
    }

    /// Returns a box that contains everything that is stored as this one.
    pub(super) fn absolute(&self, min: V::Single, max: V::Single) -> Aabb<V> {
        absolute(&Aabb::between(min, max), self.origin)
    }

    /// Returns the same tree with boxes relative to another origin.
    pub(super) fn moved_to(&self, origin: V) -> Self {
        let mut moved = Bvh { origin, ..self.clone() };
        for level in 0..self.levels.len() {
            for item in 0..self.filled(level) {
                let (min, max) = Self::lane(self.block(level, item / WIDTH), item % WIDTH);
                let bounds = relative(&self.absolute(min, max), origin);
                let first = (self.levels[level] + item / WIDTH) * Self::STRIDE;
                for axis in 0..V::DIMENSION {
                    moved.lanes[first + axis][item % WIDTH] = bounds.min()[axis];
                    moved.lanes[first + V::DIMENSION + axis][item % WIDTH] = bounds.max()[axis];
                }
            }
        }
        moved
    }
}

/// Returns a point near most boxes: on each axis the median centre of a sample. A single far-away box does
/// not move it, unlike the mean.
pub(crate) fn middle<V: Vector>(boxes: &[Aabb<V>]) -> V {
    let step = (boxes.len() / 1024).max(1);
    V::from_fn(|axis| {
        let mut centers: Vec<V::Scalar> =
            boxes.iter().step_by(step).map(|bounds| bounds.center()[axis]).collect();
        let half = centers.len() / 2;
        if centers.is_empty() {
            return V::Scalar::ZERO;
        }
        *centers.select_nth_unstable_by(half, |a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal)).1
    })
}

/// Returns a box as it is stored and queried: relative to an origin, in `f32`, rounded outwards.
///
/// Coordinates beyond the range of `f32` are clamped to its ends, where everything beyond overlaps. That is
/// still a superset, and never infinite, unlike the coordinates of missing boxes.
pub(crate) fn relative<V: Vector>(bounds: &Aabb<V>, origin: V) -> Aabb<V::Single> {
    let (min, max, origin) = (bounds.min().to_f64(), bounds.max().to_f64(), origin.to_f64());
    let limited = |value: f32| Scalar::min(Scalar::max(value, -f32::MAX), f32::MAX);
    Aabb::between(
        V::Single::from_fn(|axis| limited(rounded_down(below(min[axis], -origin[axis])))),
        V::Single::from_fn(|axis| limited(rounded_up(-below(-max[axis], origin[axis])))),
    )
}

/// Returns a box that contains everything stored as this one, relative to an origin. The ends of `f32`
/// represent everything beyond.
pub(crate) fn absolute<V: Vector>(bounds: &Aabb<V::Single>, origin: V) -> Aabb<V> {
    let (min, max, origin) = (bounds.min(), bounds.max(), origin.to_f64());
    let low = |axis: usize| {
        if min[axis] <= -f32::MAX { -f64::MAX } else { below(min[axis].into(), origin[axis]) }
    };
    let high = |axis: usize| {
        if max[axis] >= f32::MAX { f64::MAX } else { -below(-f64::from(max[axis]), -origin[axis]) }
    };
    let limited = |value: V::Scalar| value.max(-V::Scalar::MAX).min(V::Scalar::MAX);
    Aabb::between(
        V::from_fn(|axis| limited(rounded_down(low(axis)))),
        V::from_fn(|axis| limited(rounded_up(high(axis)))),
    )
}

/// a + b, or a little less if that must be rounded; never infinite.
fn below(a: f64, b: f64) -> f64 {
    sum_below(a, b).max(-f64::MAX)
}

fn bounds_of<S: Vector<Scalar = f32>>(boxes: &[Aabb<S>]) -> Aabb<S> {
    boxes[1..].iter().fold(boxes[0], |bounds, next| bounds.merge(next))
}

/// Sorts so that every aligned run of 8ᵏ entries is a cell of a median split.
fn sort_by_medians<S: Vector<Scalar = f32>>(entries: &mut [Entry<S>]) {
    // The number of entries below each child of the root.
    let mut capacity = WIDTH;
    while capacity * WIDTH < entries.len() {
        capacity *= WIDTH;
    }
    split(entries, capacity);
}

/// Halves the entries at multiples of `capacity`; runs no longer than that are split at the next smaller
/// capacity.
fn split<S: Vector<Scalar = f32>>(entries: &mut [Entry<S>], mut capacity: usize) {
    while entries.len() <= capacity {
        if capacity == WIDTH {
            return;
        }
        capacity /= WIDTH;
    }
    let bounds = entries[1..].iter().fold((entries[0].center, entries[0].center), |(min, max), entry| {
        (min.min(entry.center), max.max(entry.center))
    });
    let size = bounds.1 * 0.5 - bounds.0 * 0.5;
    let widest =
        (1..S::DIMENSION).fold(0, |widest, axis| if size[axis] > size[widest] { axis } else { widest });
    let middle = (entries.len().div_ceil(capacity) / 2).max(1) * capacity;
    // The number breaks ties, so that the order does not depend on how the selection works.
    entries.select_nth_unstable_by(middle, |a, b| {
        a.center[widest].total_cmp(&b.center[widest]).then(a.item.cmp(&b.item))
    });
    let (left, right) = entries.split_at_mut(middle);
    if left.len() + right.len() < PARALLEL {
        split(left, capacity);
        split(right, capacity);
    } else {
        rayon::join(|| split(left, capacity), || split(right, capacity));
    }
}
