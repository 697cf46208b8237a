//! Jolt's broad phase through `native/jolt_broad.cpp`: a tree of four children for each node, which each body
//! that is awake asks for what overlaps it.
//!
//! Bodies are boxes, so that theirs are to the bit what all others have. Moving them is part of a frame, as
//! it is for all, and where few move all others sleep. Boxes on a ray are met where its tree says, not where
//! the plain test of the others does.

use glam::Vec3;
use impinge::shape::{Aabb, Ray};

use super::super::convex::jolt;
use super::Phase;
use crate::workload::objects::Frames;

/// What Jolt keeps.
enum Broad {}

unsafe extern "C" {
    fn jolt_broad_new(middles: *const f32, halves: *const f32, count: usize) -> *mut Broad;
    fn jolt_broad_free(broad: *mut Broad);
    fn jolt_broad_move(broad: *mut Broad, middles: *const f32, from: usize, step: usize) -> usize;
    fn jolt_broad_query(broad: *const Broad, min: *const f32, max: *const f32) -> usize;
    fn jolt_broad_ray(broad: *const Broad, origin: *const f32, way: *const f32) -> bool;
}

/// The bodies, and where they are in both frames.
struct Bodies {
    broad: *mut Broad,
    middles: [Vec<Vec3>; 2],
    boxes: Vec<Aabb<Vec3>>,
    rays: Vec<Ray<Vec3>>,
}

/// Fills it.
pub fn start(frames: &Frames<Vec3>) -> Box<dyn Phase<Vec3>> {
    jolt::start();
    let (middles, halves) = (frames.middles[0].as_ptr().cast(), frames.halves.as_ptr().cast());
    // SAFETY: there are as many of both, of three coordinates each.
    let broad = unsafe { jolt_broad_new(middles, halves, frames.halves.len()) };
    let boxes = frames.boxes[1].clone();
    Box::new(Bodies { broad, middles: frames.middles.clone(), boxes, rays: frames.rays.clone() })
}

impl Drop for Bodies {
    fn drop(&mut self) {
        // SAFETY: it was made by Jolt, and goes with this.
        unsafe { jolt_broad_free(self.broad) };
    }
}

impl Bodies {
    fn moved(&mut self, from: usize, step: usize, frame: usize) -> usize {
        // SAFETY: there are as many middles as bodies.
        unsafe { jolt_broad_move(self.broad, self.middles[frame].as_ptr().cast(), from, step) }
    }
}

impl Phase<Vec3> for Bodies {
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
        let found = |bounds: &Aabb<Vec3>| {
            let (min, max) = (bounds.min().to_array(), bounds.max().to_array());
            // SAFETY: both have three coordinates.
            unsafe { jolt_broad_query(self.broad, min.as_ptr(), max.as_ptr()) }
        };
        self.boxes[..count].iter().map(found).sum()
    }

    fn rays(&self) -> Option<usize> {
        // No box is further away, and a ray must end somewhere.
        const LONGEST: f32 = 4.0;
        let meets = |ray: &&Ray<Vec3>| {
            let (origin, way) = (ray.origin().to_array(), (ray.direction().get() * LONGEST).to_array());
            // SAFETY: both have three coordinates.
            unsafe { jolt_broad_ray(self.broad, origin.as_ptr(), way.as_ptr()) }
        };
        Some(self.rays.iter().filter(meets).count())
    }

    fn bytes(&self) -> Option<usize> {
        None
    }
}
