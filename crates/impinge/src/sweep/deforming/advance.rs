//! Directions that separate for a while.
//!
//! Let n be the direction from the origin to the nearest point of the polygon at some time. Each corner's height n·dᵢ(t)
//! changes evenly, so that it is known until when all heights are above the separation: until then nothing comes nearer.
//! From there the next direction is taken. A step ends where one corner has come down to the separation; the gap of the
//! next direction is at least as large as that of any other, so that few steps lead past, or so near that it counts as a meeting.
//!
//! **The bound.** With D the greatest coordinate and |n| = 1 up to four roundings u, a height at an end of the motion is off by at most 4u
//! from the corner and the products, each times √3·D; at a time between by 3u·√3·D more; 32u·D covers it, and
//! underflow is covered by a constant. A height that is above the separation by more than that is so in truth.
//!
//! Source: Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, §2.3 (conservative advancement); here with the
//! exact motion of each corner along the direction instead of a bound on speed.

use super::Limits;
use super::nearest::nearest;
use super::polygon::{Kind, LEAST_ERROR, Polygon, ROUNDOFF, dot};

/// What the steps led to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Advanced {
    /// Certainly nothing comes as near as the separation.
    Apart,
    /// Nothing does so before this time; then it does, up to the tolerance, or that is not certain.
    Near(f64),
}

/// Never is more than this spent on one question: what is left then counts as a meeting.
const MOST_STEPS: usize = 100_000;
/// A separation is told from more than itself to this part of the size at best: two passing at the separation exactly cost
/// steps that grow with the root of it.
const LEAST_TOLERANCE: f64 = 1.0 / (1_u64 << 30) as f64;

impl<K: Kind> Polygon<K> {
    /// Takes steps until nothing can come near, or something may be.
    #[inline(never)]
    pub fn advanced(&self, limits: &Limits, most_steps: usize) -> Advanced {
        let size = self.size();
        let error = 32.0 * ROUNDOFF * size + LEAST_ERROR;
        let separation = limits.separation * (1.0 + 8.0 * ROUNDOFF);
        let nearly =
            if separation > 0.0 { separation + limits.tolerance.max(LEAST_TOLERANCE * size) } else { error };
        let mut time = 0.0;
        for _ in 0..most_steps.min(MOST_STEPS) {
            let point = nearest::<K>(&self.at(time)).point;
            let distance = dot(point, point).sqrt();
            // Also if they are not numbers.
            if !(distance > nearly) {
                return Advanced::Near(time);
            }
            let direction = point.map(|x| x / distance);
            let mut heights = [[0.0; 2]; 4];
            for i in 0..K::CORNERS {
                heights[i] = [dot(direction, self.start[i]), dot(direction, self.end[i])];
            }
            let is_apart_at = |t: f64| {
                let is_high = |[from, to]: &[f64; 2]| (1.0 - t) * from + t * to > separation + error;
                heights[..K::CORNERS].iter().all(is_high)
            };
            let mut next = limits.end;
            for &[from, to] in &heights[..K::CORNERS] {
                // With some room, so that rounding does not spoil the step.
                let room = from - (separation + 2.0 * error);
                let end = if to < from { room / (from - to) } else { 1.0 };
                next = if end < next { end } else { next };
            }
            if !is_apart_at(time) || !(next > time || time == limits.end) || !is_apart_at(next) {
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
