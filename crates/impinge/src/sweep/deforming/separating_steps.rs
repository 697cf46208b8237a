//! Directions that separate for a while.
//!
//! Let n be the direction from the origin to the nearest point of the polygon at some time. Each
//! corner's height n·dᵢ(t) changes linearly, so the time until which all heights are above the
//! separation is known: until then nothing comes nearer. From there the next direction is taken. A step
//! ends where one corner has come down to the separation. The gap of the next direction is at least as
//! large as the gap of any other direction, so few steps lead past the origin, or so near that it
//! counts as a contact.
//!
//! **The bound.** With D the greatest coordinate and |n| = 1 up to four roundings u, a height at an end of
//! the motion is off by at most 4u from the corner and the products, each times √3·D; at a time between by
//! 3u·√3·D more; 32u·D covers it, and underflow is covered by a constant. A height that is above the
//! separation by more than that is so in truth.
//!
//! Source: Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, §2.3 (conservative
//! advancement); here with the exact motion of each corner along the direction instead of a bound on speed.

use super::Limits;
use super::closest_to_origin::{nearest, nearest_on_edges};
use super::difference_polygon::{Kind, MIN_ERROR, Polygon, ROUNDOFF};
use crate::math::triple::{Point, dot};

/// Result of the steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Advanced {
    /// Certainly nothing comes as near as the separation.
    Apart,
    /// Nothing does so before this time; then it does, up to the tolerance, or that is not certain.
    Near(f64),
}

/// Maximum number of steps; if undecided then, the rest counts as a contact.
const MAX_STEPS: usize = 100_000;
/// Minimum tolerance above a separation, as a fraction of the size: two parts that pass at exactly the
/// separation cost steps that grow with its root.
const MIN_TOLERANCE: f64 = 1.0 / (1_u64 << 30) as f64;

/// Heights of the corners along a direction, at the start and at the end; missing corners repeat the first.
struct Heights {
    ends: [[f64; 2]; 4],
    required: f64,
}

impl Heights {
    #[inline(always)]
    fn new<K: Kind>(polygon: &Polygon<K>, towards: Point, required: f64) -> Self {
        let length = dot(towards, towards).sqrt();
        let direction = towards.map(|x| x / length);
        let ends = std::array::from_fn(|i| {
            let corner = if i < K::CORNERS { i } else { 0 };
            [dot(direction, polygon.start[corner]), dot(direction, polygon.end[corner])]
        });
        Heights { ends, required }
    }

    /// Returns whether all heights are above the required one.
    #[inline(always)]
    fn are_above(&self, t: f64) -> bool {
        self.ends.iter().all(|[from, to]| (1.0 - t) * from + t * to > self.required)
    }

    /// When the first comes down to a height, if that is before `end`.
    #[inline(always)]
    fn until(&self, height: f64, end: f64) -> f64 {
        let mut until = end;
        for [from, to] in self.ends {
            let time = if to < from { (from - height) / (from - to) } else { end };
            until = if time < until { time } else { until };
        }
        until
    }
}

impl<K: Kind> Polygon<K> {
    /// Takes steps until nothing can come near, or something may be.
    #[inline(never)]
    pub fn advanced(&self, limits: &Limits, max_steps: usize) -> Advanced {
        let size = self.size();
        let error = 32.0 * ROUNDOFF * size + MIN_ERROR;
        let separation = limits.separation * (1.0 + 8.0 * ROUNDOFF);
        let nearly =
            if separation > 0.0 { separation + limits.tolerance.max(MIN_TOLERANCE * size) } else { error };
        let mut time = 0.0;
        for _ in 0..max_steps.min(MAX_STEPS) {
            let corners = self.at(time);
            let point = nearest::<K>(&corners).point;
            let distance = dot(point, point).sqrt();
            if distance <= nearly || distance.is_nan() {
                return Advanced::Near(time);
            }
            let mut heights = Heights::new(self, point, separation + error);
            if !heights.are_above(time) {
                // The normal of a face that is nearly a line is far off; its edges are not.
                heights = Heights::new(self, nearest_on_edges::<K>(&corners).point, separation + error);
            }
            // Not quite as far as it reaches, so that rounding does not spoil the step.
            let next = heights.until(separation + 2.0 * error, limits.end);
            let is_step = next > time || time == limits.end;
            if !(is_step && heights.are_above(time) && heights.are_above(next)) {
                return Advanced::Near(time);
            }
            if next >= limits.end {
                return Advanced::Apart;
            }
            time = next;
        }
        Advanced::Near(time)
    }
}
