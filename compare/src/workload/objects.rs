//! Boxes of objects that move a little from frame to frame, numbered at random.

use impinge::math::{Unit, Vector};
use impinge::shape::{Aabb, Ray, ShapeError};

use super::random::SplitMix64;

/// How boxes lie.
#[derive(Clone, Copy, PartialEq)]
pub enum Spread {
    /// Uniformly in the unit cube or square.
    Uniform,
    /// In a hundred clusters of Gaussian shape and different sizes, boxes in size over two decades.
    Clusters,
}

/// Two frames of objects.
pub struct Frames<V> {
    /// Their boxes before and after they moved.
    pub boxes: [Vec<Aabb<V>>; 2],
    /// What the boxes were made from: their middles, and half their sizes, to be taken from and added to
    /// these.
    #[cfg_attr(not(feature = "jolt"), allow(dead_code))]
    pub middles: [Vec<V>; 2],
    /// Half their sizes.
    #[cfg_attr(not(feature = "jolt"), allow(dead_code))]
    pub halves: Vec<V>,
    /// Rays from anywhere in the cube or square to anywhere in it.
    pub rays: Vec<Ray<V>>,
}

/// So many rays.
pub const RAYS: usize = 10_000;

/// Boxes that each overlap about `overlaps` others, and the same moved by up to a 20th of the spacing on each
/// axis. Draws: middle, size, then all moves, then rays.
pub fn frames<V: Vector<Scalar = f32>>(
    count: usize,
    overlaps: f32,
    spread: Spread,
) -> Result<Frames<V>, ShapeError> {
    let mut random = SplitMix64::new(11);
    let root = |x: f64| if V::DIMENSION == 3 { libm::cbrt(x) } else { x.sqrt() } as f32;
    let (spacing, size) = (root(1.0 / count as f64), root(f64::from(overlaps) / count as f64) / 2.0);
    let clusters: Vec<([f32; 3], f32)> =
        (0..100).map(|_| (std::array::from_fn(|_| random.unit()), random.between(0.002, 0.032))).collect();
    let (mut before, mut halves) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for number in 0..count {
        let mut middle = [0; 3].map(|_| random.unit());
        let mut half = [0; 3].map(|_| random.between(0.25, 0.75) * size);
        if spread == Spread::Clusters {
            let (center, width) = clusters[number % clusters.len()];
            // Near enough to Gaussian.
            let mut gaussian = || (0..12).map(|_| random.unit()).sum::<f32>() - 6.0;
            middle = center.map(|x| x + width * gaussian());
            let scale = 0.55 * width * libm::powf(100.0, random.unit());
            half = half.map(|half| half * scale);
        }
        before.push(vector::<V>(middle));
        halves.push(vector::<V>(half));
    }
    let mut step = || vector::<V>([0; 3].map(|_| random.between(-0.05, 0.05) * spacing));
    let after = before.iter().map(|&middle| middle + step()).collect::<Vec<_>>();
    let bounds = |(&middle, &half): (&V, &V)| Aabb::new(middle - half, middle + half);
    let boxes_of = |middles: &[V]| middles.iter().zip(&halves).map(bounds).collect::<Result<Vec<_>, _>>();
    let boxes = [boxes_of(&before)?, boxes_of(&after)?];
    let mut rays = Vec::with_capacity(RAYS);
    while rays.len() < RAYS {
        let [from, to] = [0; 2].map(|_| vector::<V>([0; 3].map(|_| random.unit())));
        // Two points that are the same have no direction.
        if let Ok(direction) = Unit::new(to - from) {
            rays.push(Ray::new(from, direction)?);
        }
    }
    Ok(Frames { boxes, middles: [before, after], halves, rays })
}

fn vector<V: Vector<Scalar = f32>>(coordinates: [f32; 3]) -> V {
    V::from_fn(|axis| coordinates[axis])
}

/// Where a ray enters a box; the same plain test for everybody.
pub fn entry<V: Vector<Scalar = f32>>(ray: &Ray<V>, bounds: &Aabb<V>) -> Option<f32> {
    let (mut first, mut last) = (0.0_f32, f32::INFINITY);
    for axis in 0..V::DIMENSION {
        let inverse = 1.0 / ray.direction().get()[axis];
        let low = (bounds.min()[axis] - ray.origin()[axis]) * inverse;
        let high = (bounds.max()[axis] - ray.origin()[axis]) * inverse;
        (first, last) = (first.max(low.min(high)), last.min(low.max(high)));
    }
    (first <= last).then_some(first)
}
