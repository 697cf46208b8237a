//! impinge.

use std::ops::ControlFlow;

use impinge::broad::BroadPhase;
use impinge::math::Vector;
use impinge::shape::{Aabb, Ray};

use super::Phase;
use crate::workload::objects::{Frames, entry};

/// Our broad phase, and the boxes of both frames.
pub struct Own<V: Vector> {
    phase: BroadPhase<V>,
    boxes: [Vec<Aabb<V>>; 2],
    rays: Vec<Ray<V>>,
}

/// Fills it.
pub fn start<V: Vector<Scalar = f32>>(frames: &Frames<V>) -> Box<dyn Phase<V>> {
    Box::new(Own::new(frames))
}

impl<V: Vector<Scalar = f32>> Own<V> {
    /// As the objects are in the first frame.
    pub fn new(frames: &Frames<V>) -> Self {
        let mut phase = BroadPhase::new();
        phase.add_many(&frames.boxes[0]);
        phase.for_each_pair(|_, _| {});
        Own { phase, boxes: frames.boxes.clone(), rays: frames.rays.clone() }
    }
}

impl<V: Vector<Scalar = f32>> Phase<V> for Own<V> {
    fn frame(&mut self, frame: usize) -> usize {
        self.phase.set_aabbs(&self.boxes[frame]);
        let mut count = 0;
        self.phase.for_each_pair(|_, _| count += 1);
        count
    }

    fn anew(&mut self, frame: usize) -> Option<usize> {
        let mut phase = BroadPhase::new();
        phase.add_many(&self.boxes[frame]);
        let mut count = 0;
        phase.for_each_pair(|_, _| count += 1);
        Some(count)
    }

    fn few(&mut self, from: usize, frame: usize) -> Option<usize> {
        for number in (from..self.boxes[frame].len()).step_by(100) {
            self.phase.set_aabb(number as u32, &self.boxes[frame][number]);
        }
        let mut count = 0;
        self.phase.for_each_changed_pair(|_, _| count += 1);
        Some(count)
    }

    fn query(&self, count: usize) -> usize {
        let mut found = 0;
        for bounds in &self.boxes[1][..count] {
            self.phase.query_aabb(bounds, |_| found += 1);
        }
        found
    }

    fn rays(&self) -> Option<usize> {
        let boxes = &self.boxes[0];
        let meets = |ray: &&Ray<V>| {
            let mut nearest = f32::MAX;
            let _ = self.phase.cast_ray(ray, nearest, |number| {
                if let Some(at) = entry(ray, &boxes[number as usize]) {
                    nearest = nearest.min(at);
                }
                ControlFlow::<(), _>::Continue(nearest)
            });
            nearest < f32::MAX
        };
        Some(self.rays.iter().filter(meets).count())
    }

    fn bytes(&self) -> Option<usize> {
        Some(self.phase.bytes())
    }
}
