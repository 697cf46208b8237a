//! The tree of Box2D and Box3D, driven as their worlds drive it.
//!
//! Boxes that have moved are enlarged in place, then what was enlarged is built anew, and each of them asks
//! the tree for what overlaps it. Their worlds enlarge boxes by a margin of 10 cm and more; here they are
//! what they are. From nothing they put boxes in one by one, which no frame does.

use std::ffi::c_void;

use impinge::math::Vector;
use impinge::shape::{Aabb, Ray};

use super::Phase;
use crate::workload::objects::{Frames, entry};

/// The functions of a library.
pub trait DynamicTree<V: Vector>: Sized {
    /// Its box.
    type Bounds: Copy;
    /// Its box for one of ours.
    fn bounds(bounds: &Aabb<V>) -> Self::Bounds;
    /// A tree with room for so many.
    fn create(capacity: usize) -> Self;
    /// Puts a box in; what the tree calls it.
    fn add(&mut self, bounds: Self::Bounds, number: u64) -> i32;
    /// Enlarges a box.
    fn enlarge(&mut self, proxy: i32, bounds: Self::Bounds);
    /// Builds what was enlarged anew.
    fn rebuild(&mut self);
    /// Shows the numbers of all boxes that overlap one.
    fn query<F: FnMut(u64)>(&self, bounds: Self::Bounds, found: &mut F);
    /// Shows the numbers of boxes on the way from a point; it goes on as far as the answer is, in parts of
    /// the way.
    fn cast<F: FnMut(u64, f32) -> f32>(&self, start: V, way: V, found: &mut F);
    /// Bytes that are kept.
    fn bytes(&self) -> usize;
}

/// What a query calls: shows the number, and goes on.
///
/// # Safety
/// `context` must be an `F` that nobody else uses.
pub unsafe extern "C" fn show<F: FnMut(u64)>(_proxy: i32, number: u64, context: *mut c_void) -> bool {
    // SAFETY: it is an `F`, and nobody else uses it.
    unsafe { (*context.cast::<F>())(number) };
    true
}

/// A tree, and the boxes of both frames.
pub struct Filled<V: Vector, T: DynamicTree<V>> {
    tree: T,
    proxies: Vec<i32>,
    boxes: [Vec<T::Bounds>; 2],
    own_boxes: Vec<Aabb<V>>,
    rays: Vec<Ray<V>>,
}

impl<V: Vector, T: DynamicTree<V>> Filled<V, T> {
    /// Fills it with the first frame.
    pub fn new(frames: &Frames<V>) -> Self {
        let boxes = [0, 1].map(|frame: usize| frames.boxes[frame].iter().map(T::bounds).collect::<Vec<_>>());
        let mut tree = T::create(boxes[0].len());
        let proxies = (0..).zip(&boxes[0]).map(|(number, bounds)| tree.add(*bounds, number)).collect();
        Filled { tree, proxies, boxes, own_boxes: frames.boxes[0].clone(), rays: frames.rays.clone() }
    }

    /// Moves some to a frame, and counts the pairs that they have with those whose number is greater, and
    /// those that stay.
    fn moved(&mut self, from: usize, step: usize, frame: usize) -> usize {
        let numbers = || (from..self.proxies.len()).step_by(step);
        for number in numbers() {
            self.tree.enlarge(self.proxies[number], self.boxes[frame][number]);
        }
        self.tree.rebuild();
        let mut count = 0;
        for number in numbers() {
            self.tree.query(self.boxes[frame][number], &mut |other| {
                let other = other as usize;
                count += usize::from(number < other || other != number && other % step != from);
            });
        }
        count
    }
}

impl<V: Vector<Scalar = f32>, T: DynamicTree<V>> Phase<V> for Filled<V, T> {
    fn frame(&mut self, frame: usize) -> usize {
        self.moved(0, 1, frame)
    }

    fn anew(&mut self, _: usize) -> Option<usize> {
        None
    }

    fn few(&mut self, from: usize, frame: usize) -> Option<usize> {
        Some(self.moved(from, 100, frame))
    }

    fn query(&self, count: usize) -> usize {
        let mut found = 0;
        for bounds in &self.boxes[1][..count] {
            self.tree.query(*bounds, &mut |_| found += 1);
        }
        found
    }

    fn rays(&self) -> Option<usize> {
        // No box is further away, and a ray must end somewhere.
        const LONGEST: f32 = 4.0;
        let meets = |ray: &&Ray<V>| {
            let mut is_met = false;
            self.tree.cast(ray.origin(), ray.direction().get() * LONGEST, &mut |number, most| {
                let Some(at) = entry(ray, &self.own_boxes[number as usize]) else { return most };
                is_met = true;
                // 0 would end the search.
                (at / LONGEST).clamp(f32::MIN_POSITIVE, most)
            });
            is_met
        };
        Some(self.rays.iter().filter(meets).count())
    }

    fn bytes(&self) -> Option<usize> {
        Some(self.tree.bytes())
    }
}
