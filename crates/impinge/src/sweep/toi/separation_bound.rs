//! Lower bound on the separation of two convex shapes that translate and rotate, from their supports at a
//! time: the function L of [`conservative_advancement`](super::conservative_advancement), and where it falls
//! to a level.
//!
//! L is the minimum of many parabolas, one for each point x of the other shape. The parabola of the
//! lowest point at a time equals L there and is nowhere below L, so its root is not before the root of
//! L. From there the search continues with the next lowest point, whose root is nearer. That is
//! Newton's method from above, on a concave function: when there is no new point, the root is the root
//! of L. If it takes long, the chord is below L.

use super::moving_convex::MovingConvex;
use crate::math::Vector;
use crate::sweep::extents::Furthest;
use crate::sweep::motion::Place;

/// Maximum number of tested points before the chord is taken.
const MAX_POINTS: usize = 6;

/// L(s) of two shapes, along a direction that rotates with one of them, the owner.
pub(super) struct SeparationBound<'p, 'a, V: Vector> {
    /// The shape that is not the owner, and its place.
    pub other: &'p MovingConvex<'a, V>,
    pub place: &'p Place<V::Double>,
    pub from: V::Double,
    pub normal: V::Double,
    /// n × ω' − n × ω.
    pub drift: V::Double,
    /// Extent of the owner; `None` if unknown.
    pub end: Option<f64>,
    /// Sum of the radii of both.
    pub radii: f64,
    /// The point of the other shape that is lowest along the normal now.
    pub lowest: Option<Furthest<V::Double>>,
    pub rate: f64,
    pub curvature: f64,
    pub slack: f64,
    /// For shapes without reliable supports: their distance, and the maximum speed of any point.
    pub distance: f64,
    pub slowest: f64,
}

/// L at a time, and the continuation of the parabola of the lowest point.
struct Tangent {
    gap: f64,
    slope: f64,
    curvature: f64,
}

impl Tangent {
    /// Returns the time after which the parabola is at a level.
    fn falls_to(&self, level: f64) -> f64 {
        let (height, slope, curvature) = (self.gap - level, self.slope, self.curvature);
        let root = (slope * slope + 4.0 * curvature * height).sqrt();
        if slope < 0.0 {
            2.0 * height / (root - slope)
        } else if curvature > 0.0 {
            (slope + root) / (2.0 * curvature)
        } else {
            f64::INFINITY
        }
    }
}

impl<V: Vector> SeparationBound<'_, '_, V> {
    fn tangent(&self, s: f64) -> Tangent {
        let direction = -(self.normal + self.drift * s);
        self.tangent_of(s, self.other.furthest(self.place, self.from, direction))
    }

    fn tangent_of(&self, s: f64, lowest: Option<Furthest<V::Double>>) -> Tangent {
        let (Some(end), Some(lowest)) = (self.end, lowest) else {
            let gap = self.distance + s * self.slowest - self.slack;
            return Tangent { gap, slope: self.slowest, curvature: 0.0 };
        };
        let curvature = self.curvature;
        // The sum is the same for either order of the shapes.
        let reach = (end + lowest.reach) + self.radii;
        let gap = s * self.rate - reach - s * s * curvature - self.slack;
        Tangent { gap, slope: self.rate + self.drift.dot(lowest.point) - 2.0 * s * curvature, curvature }
    }

    /// Returns L.
    pub fn gap(&self, s: f64) -> f64 {
        self.tangent(s).gap
    }

    /// Returns an upper bound on the step to a level.
    pub fn longest(&self, level: f64) -> f64 {
        self.tangent_of(0.0, self.lowest).falls_to(level)
    }

    /// Returns how long L stays above a level, less `step_tolerance`, up to `remaining`.
    pub fn step(&self, level: f64, step_tolerance: f64, remaining: f64) -> f64 {
        let first = self.tangent_of(0.0, self.lowest);
        if first.gap.is_nan() || first.gap <= level {
            return 0.0;
        }
        let mut s = first.falls_to(level).min(remaining);
        for tests in 1.. {
            let tangent = self.tangent(s);
            if tangent.gap >= level - step_tolerance {
                return s;
            }
            let next = s + tangent.falls_to(level);
            let is_nearer = next > 0.0 && next < s;
            if tests == MAX_POINTS || !is_nearer {
                let chord = s * ((first.gap - level) / (first.gap - tangent.gap));
                return if chord > 0.0 { chord } else { 0.0 };
            }
            s = next;
        }
        0.0
    }
}
