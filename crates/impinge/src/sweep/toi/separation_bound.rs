//! How long two convex shapes that translate and rotate certainly stay apart, from their supports at a time:
//! the function L of [`conservative_advancement`](super::conservative_advancement), and where it falls to a
//! level.
//!
//! L is the minimum of many parabolas, one for each point x of the other shape. The parabola of the
//! lowest point at a time equals L there and is nowhere below L, so its root is not before the root of
//! L. From there the search continues with the next lowest point, whose root is nearer. That is
//! Newton's method from above, on a concave function: when there is no new point, the root is the root
//! of L. If it takes long, the chord is below L.

use super::moving_convex::Mover;
use crate::math::Vector;
use crate::sweep::extents::Furthest;
use crate::sweep::motion::Place;

/// Tested points before the chord is taken.
const MOST_POINTS: usize = 6;

/// L(s) of two shapes, along a direction that rotates with one of them, the owner.
pub(super) struct Line<'p, 'a, V: Vector> {
    /// The other one, and its place.
    pub other: &'p Mover<'a, V>,
    pub place: &'p Place<V::Double>,
    pub from: V::Double,
    pub normal: V::Double,
    /// n × ω' − n × ω.
    pub drift: V::Double,
    /// Extent of the owner; `None` if unknown.
    pub end: Option<f64>,
    /// Of both.
    pub radii: f64,
    /// The point of the other one that is lowest now.
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
    /// The time after which the parabola is down at a level.
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

impl<V: Vector> Line<'_, '_, V> {
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
        // In either order of the shapes the same sum.
        let reach = (end + lowest.reach) + self.radii;
        let gap = s * self.rate - reach - s * s * curvature - self.slack;
        Tangent { gap, slope: self.rate + self.drift.dot(lowest.point) - 2.0 * s * curvature, curvature }
    }

    /// L.
    pub fn gap(&self, s: f64) -> f64 {
        self.tangent(s).gap
    }

    /// No step down to a level is longer.
    pub fn longest(&self, level: f64) -> f64 {
        self.tangent_of(0.0, self.lowest).falls_to(level)
    }

    /// How long it stays above a level, but for `crumb`, up to `rest`.
    pub fn step(&self, level: f64, crumb: f64, rest: f64) -> f64 {
        let first = self.tangent_of(0.0, self.lowest);
        if first.gap.is_nan() || first.gap <= level {
            return 0.0;
        }
        let mut s = first.falls_to(level).min(rest);
        for looks in 1.. {
            let tangent = self.tangent(s);
            if tangent.gap >= level - crumb {
                return s;
            }
            let next = s + tangent.falls_to(level);
            let is_nearer = next > 0.0 && next < s;
            if looks == MOST_POINTS || !is_nearer {
                let chord = s * ((first.gap - level) / (first.gap - tangent.gap));
                return if chord > 0.0 { chord } else { 0.0 };
            }
            s = next;
        }
        0.0
    }
}
