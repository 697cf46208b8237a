//! Conservative advancement: when two convex shapes that translate and rotate first come near each other.
//!
//! Let n be a unit vector. However the shapes lie, the gap between them along n, from the end of A to the
//! beginning of B, is no more than their distance. Let n rotate with one of the two, the *owner*, at the rate
//! ω about a centre that moves by v. Relative to the owner, which then rests, its end along n is constant. A
//! point x of the other shape, which rotates at the rate ω' about a centre c' that moves by v', is at y = x −
//! c relative to the owner, and to the first order, for the time s,
//!
//! > n·y(s) = n·y + s n·(v' − v + ω' × (x − c') − ω × y) + r,  |r| ≤ s² κ,
//! > 2κ = w' |ω'| ρ' + 2|n × ω| (|v' − v| + |ω'| ρ') + |n × ω| |ω| (|c' − c| + s |v' − v| + ρ'),
//!
//! where ρ' is how far any point x is from c': the parts along n of the accelerations of a rotating point in
//! a rotating frame, of which n·(ω × (ω × y)) = −(n × ω)·(ω × y) is one. The owner's n × ω is constant; of
//! the other, w' = |n × ω'| if the owner does not rotate, and else no more than that and |ω'| |ω| s, or than
//! |ω'|. As n·(ω × y) = (n × ω)·y, the minimum over all x is one support of the other shape in the direction
//! n + s (n × ω' − n × ω). So
//!
//! > L(s) = min over x of (n + s (n × ω' − n × ω))·x − max over the owner of n·x
//! > + s (n·(v' − v) − (n × ω')·c' + (n × ω)·c) − s² κ
//!
//! is no more than the distance at that time. It is **concave** in s, for it is a sum of minima of linear
//! functions and of −s². So where L(0) and L(s) are both above a level, everything between is too: no step
//! passes the level, and a step needs no more than supports ([`separation_bound`](super::separation_bound)).
//! Taken with n from the closest points, and with either shape as the owner, whichever allows the longer
//! step, L is right to the second order where a face of the owner meets a vertex: steps converge like
//! Newton's, and without rotation they are Newton's. Compare: Mirtich, "Impulse-based dynamic simulation of
//! rigid body systems", 1996, §2.3.2, whose bound is s(n·Δv − |ω|ρ − |ω'|ρ'); Catto, "Continuous collision",
//! Game Developers Conference 2013, whose axes rotate with a face too, without a bound.
//!
//! **Far away** rotation does not matter: balls around the centres contain both shapes, and meet at a time
//! that a quadratic equation gives. **Linear motions** are shorter: slabs of boxes and polygons, or a search
//! along the motion ([`closing`]); open cases continue from there.
//!
//! **Rounding.** Shapes are placed relative to the middle between their centres, in their own precision: that
//! moves no point by more than [`ROUNDINGS`] of the coordinates there, by which L is lowered; the tolerance
//! is never less than a few times that.

use super::moving_convex::MovingConvex;
use super::separation_bound::SeparationBound;
use crate::math::{Scalar, Vector};
use crate::narrow::{Closing, PairCache, Separation, Times, closing, signed};
use crate::sweep::extents::Furthest;
use crate::sweep::motion::Place;

/// Error of a placed point, in units of roundoff of its coordinates, with all its effects on L.
const ROUNDINGS: f64 = 16.0;
/// Minimum tolerance, in multiples of that error.
const MIN_TOLERANCE: f64 = 8.0;
/// Distance kept between the shapes, as a fraction of the tolerance: steps lead to this level, and a distance
/// below the tolerance is a hit.
const LEVEL: f64 = 0.25;
/// Maximum distance by which a step may pass that level, as a fraction of the tolerance.
const STEP_TOLERANCE: f64 = 0.02;
/// Lengths whose products of four neither overflow nor underflow.
const ORDINARY: std::ops::Range<f64> = 1e-70..1e70;
/// Maximum number of steps: only pairs that rotate thousands of times before their contact need more.
const MAX_STEPS: usize = 16384;
/// Number of halvings of the remaining time in the search for the end of a contact.
const HALVINGS: i32 = 20;

/// What counts as an impact of a pair.
#[derive(Clone, Copy)]
pub(super) struct ImpactCriteria {
    /// The signed distance that counts as an impact: 0, a gap, or minus the allowed depth.
    pub target_distance: f64,
    pub tolerance: f64,
    /// Whether a contact from the start counts only when it gets deeper.
    pub ignore_separating: bool,
}

/// The reason why the test of a pair ended at a time; until then the motion is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AdvancementEnd {
    /// The shapes are within the tolerance.
    WithinTolerance,
    /// [`MAX_STEPS`] are done.
    StepLimit,
    /// The bound allows no step that changes the time.
    NoStep,
    /// The contact of two unbounded shapes may be too far away to search for.
    TooFar,
}

/// The time at which the test of two shapes ended.
pub(super) struct PairImpact<D> {
    pub t: f64,
    pub end: AdvancementEnd,
    /// Their separation then, relative to `from`.
    pub found: Separation<D>,
    pub from: D,
}

impl<D: Vector<Scalar = f64>> PairImpact<D> {
    /// Midpoint of the closest points.
    pub fn point(&self) -> D {
        // Halved first, for next to the greatest floats the sum would be infinite.
        self.from + (self.found.point_a * 0.5 + self.found.point_b * 0.5)
    }
}

/// Two moving shapes.
pub(super) struct ConservativeAdvancement<'a, 'm, V: Vector> {
    pub a: &'m MovingConvex<'a, V>,
    pub b: &'m MovingConvex<'a, V>,
    criteria: ImpactCriteria,
}

impl<'a, 'm, V: Vector> ConservativeAdvancement<'a, 'm, V> {
    pub fn new(a: &'m MovingConvex<'a, V>, b: &'m MovingConvex<'a, V>, criteria: ImpactCriteria) -> Self {
        let size = (a.around + a.radius) + (b.around + b.radius);
        let far = |mover: &MovingConvex<'_, V>| {
            let places = mover.middle.abs() + mover.core_center.abs() + mover.motion.translation.abs();
            // Angles are rounded too, and rotate the whole arm.
            places.element_sum() + mover.spin * mover.reach
        };
        let rounding = V::Scalar::UNIT_ROUNDOFF.into() * size + f64::EPSILON * (far(a) + far(b));
        let least = MIN_TOLERANCE * ROUNDINGS * rounding + V::Scalar::MIN_POSITIVE.into();
        let criteria = ImpactCriteria { tolerance: criteria.tolerance.max(least), ..criteria };
        ConservativeAdvancement { a, b, criteria }
    }

    /// The first time between two at which the shapes are within the tolerance; `None` if they certainly are
    /// not, or only after a cutoff, which does not change the steps.
    pub fn first(&self, start: f64, end: f64, cutoff: f64) -> Option<PairImpact<V::Double>> {
        let ImpactCriteria { target_distance, tolerance, ignore_separating } = self.criteria;
        let level = target_distance + LEVEL * tolerance;
        let mut t = start + self.balls_meet(start, target_distance + tolerance)?;
        let last = end.min(cutoff);
        if t > last {
            return None;
        }
        // A near shape at the start may be separating.
        if self.a.spin == 0.0 && self.b.spin == 0.0 && (t > start || !ignore_separating) {
            match self.linear(t, last) {
                Closing::Never => return None,
                // From the start on, the shapes may be separating.
                Closing::Near(at, found) if at > start || !ignore_separating => {
                    return Some(PairImpact {
                        t: at,
                        end: AdvancementEnd::WithinTolerance,
                        found,
                        from: V::Double::ZERO,
                    });
                }
                Closing::Near(at, _) | Closing::Until(at) => t = at,
            }
        }
        let mut cache = PairCache::default();
        let mut is_leaving = ignore_separating;
        let mut at_first = None;
        for steps in 0.. {
            if t > last {
                return None;
            }
            let seen = PairAtTime::new(self, t);
            let found = seen.signed(&mut cache)?;
            let is_near = found.distance <= target_distance + tolerance;
            is_leaving &= is_near;
            let remaining = end - t;
            let step = match is_near {
                _ if steps == MAX_STEPS => 0.0,
                false => seen.step(&found, level, remaining),
                true if is_leaving => seen.step_away(&found, level, &mut at_first, remaining),
                true => 0.0,
            };
            if step > 0.0 && step >= remaining {
                return None;
            }
            // NaN ends here too.
            let is_step = t + step > t;
            if !is_step {
                let end = match is_near {
                    true => AdvancementEnd::WithinTolerance,
                    false if steps == MAX_STEPS => AdvancementEnd::StepLimit,
                    false => AdvancementEnd::NoStep,
                };
                return Some(PairImpact { t, end, found, from: seen.from });
            }
            t += step;
        }
        None
    }

    /// Returns when the shapes come within the tolerance, if neither rotates; for depths, when they touch.
    fn linear(&self, start: f64, last: f64) -> Closing<V::Double> {
        let ImpactCriteria { target_distance, tolerance, .. } = self.criteria;
        let near = if target_distance < 0.0 { f64::NEG_INFINITY } else { target_distance + tolerance };
        let times = Times { start, last, level: target_distance.max(0.0) + LEVEL * tolerance, near };
        let motions = [self.a.motion.translation, self.b.motion.translation];
        closing([&self.a.convex, &self.b.convex], motions, times)
    }

    /// Returns how long from a time on the bounding balls of both are further apart than a gap; `None` if
    /// always.
    fn balls_meet(&self, t: f64, gap: f64) -> Option<f64> {
        let (a, b) = (self.a, self.b);
        let between = b.middle_at(t) - a.middle_at(t);
        let motion = b.motion.translation - a.motion.translation;
        let reach = (((a.reach + a.radius) + (b.reach + b.radius)) + gap) * (1.0 + 1e-9);
        let size = between.abs().max_element().max(reach);
        // Products of four lengths must neither overflow nor underflow.
        if !ORDINARY.contains(&size) || motion.abs().max_element() > ORDINARY.end {
            return Some(0.0);
        }
        let square = between.dot(between) - reach * reach;
        // NaN counts as unknown.
        let is_apart = square > 1e-9 * between.dot(between);
        if reach < 0.0 || !is_apart {
            return Some(0.0);
        }
        let closing = -between.dot(motion);
        let root = closing * closing - motion.dot(motion) * square;
        if closing <= 0.0 || root < -1e-9 * closing * closing {
            return None;
        }
        // If the balls only graze, the root is mostly rounding: its upper bound is taken.
        let root = root.max(0.0) + 16.0 * f64::EPSILON * closing * closing;
        Some(square / (closing + root.sqrt()) * (1.0 - 1e-9))
    }
}

/// Both shapes at a time, relative to a point between them.
struct PairAtTime<'a, 'p, V: Vector> {
    of: &'p ConservativeAdvancement<'a, 'p, V>,
    from: V::Double,
    places: [Place<V::Double>; 2],
    /// The centres of both.
    middles: [V::Double; 2],
    /// Error bound of the coordinates.
    slack: f64,
}

impl<'a, 'p, V: Vector> PairAtTime<'a, 'p, V> {
    fn new(of: &'p ConservativeAdvancement<'a, 'p, V>, t: f64) -> Self {
        let places = [of.a, of.b].map(|mover| mover.motion.place_by(t, mover.spin));
        let core_centers = [places[0].apply(of.a.core_center), places[1].apply(of.b.core_center)];
        let from = (core_centers[0] + core_centers[1]) * 0.5;
        let size = (core_centers[1] - core_centers[0]).abs().element_sum()
            + ((of.a.around + of.a.radius) + (of.b.around + of.b.radius));
        let middles = [of.a.middle_at(t), of.b.middle_at(t)];
        let large =
            from.abs().element_sum() + (middles[0].abs().element_sum() + middles[1].abs().element_sum());
        let slack = ROUNDINGS * (V::Scalar::UNIT_ROUNDOFF.into() * size + f64::EPSILON * large);
        PairAtTime { of, from, places, middles: middles.map(|middle| middle - from), slack }
    }

    /// Their separation, with both placed in their own precision.
    fn signed(&self, cache: &mut PairCache) -> Option<Separation<V::Double>> {
        let (a, b) = (self.of.a.seen(self.places[0], self.from), self.of.b.seen(self.places[1], self.from));
        signed::<V, true>(a, b, f64::INFINITY, cache)
    }

    /// The furthest point of A along a direction, and of B against it.
    fn ends(&self, normal: V::Double) -> Ends<V::Double> {
        let end = |mover: &MovingConvex<'a, V>, place, normal| mover.furthest(place, self.from, normal);
        [end(self.of.a, &self.places[0], normal), end(self.of.b, &self.places[1], -normal)]
    }

    /// L with one of the two as the owner, for times up to `remaining`.
    fn line(
        &self,
        found: &Separation<V::Double>,
        [end_a, end_b]: &Ends<V::Double>,
        is_owner_a: bool,
        remaining: f64,
    ) -> SeparationBound<'_, 'a, V> {
        let a = (self.of.a, self.middles[0], *end_a);
        let b = (self.of.b, self.middles[1], *end_b);
        let ((owner, own_center, end), (other, center, lowest), normal) =
            if is_owner_a { (a, b, found.normal) } else { (b, a, -found.normal) };
        let relative = other.motion.translation - owner.motion.translation;
        let (speed, spin) = (relative.length(), owner.spin);
        let around = (center - own_center).length() + remaining * speed + other.reach;
        let turning = other.spin * other.reach;
        let (by_other, by_owner) = (across(normal, other), across(normal, owner));
        let (across_other, across_owner) = (by_other.length(), by_owner.length());
        let across_other = other.spin.min(across_other + spin * remaining * other.spin);
        let curvature =
            0.5 * (across_other * turning + across_owner * (2.0 * (speed + turning) + spin * around));
        SeparationBound {
            other,
            place: &self.places[usize::from(is_owner_a)],
            from: self.from,
            normal,
            drift: by_other - by_owner,
            end: end.map(|end| end.reach),
            radii: owner.radius + other.radius,
            lowest,
            rate: normal.dot(relative) - by_other.dot(center) + by_owner.dot(own_center),
            curvature,
            slack: self.slack,
            distance: found.distance,
            slowest: normal.dot(relative) - (turning + spin * owner.reach),
        }
    }

    /// Returns whether the choice of the owner matters.
    fn turns(&self) -> bool {
        self.of.a.spin > 0.0 || self.of.b.spin > 0.0
    }

    /// Returns how long they certainly stay above a level, up to `remaining`.
    fn step(&self, found: &Separation<V::Double>, level: f64, remaining: f64) -> f64 {
        let step_tolerance = STEP_TOLERANCE * self.of.criteria.tolerance;
        let ends = self.ends(found.normal);
        let of_a = self.line(found, &ends, true, remaining);
        if !self.turns() {
            return of_a.step(level, step_tolerance, remaining);
        }
        let of_b = self.line(found, &ends, false, remaining);
        // The owner with the longer bound first: mostly the other one is not needed.
        let (longest_a, longest_b) = (of_a.longest(level), of_b.longest(level));
        let (better, other, longest) =
            if longest_b > longest_a { (&of_b, &of_a, longest_a) } else { (&of_a, &of_b, longest_b) };
        let step = better.step(level, step_tolerance, remaining);
        if step >= remaining || longest <= step {
            step
        } else {
            other.step(level, step_tolerance, remaining).max(step)
        }
    }

    /// Returns how long, within `remaining`, they come no nearer than they were at first, up to rounding, or
    /// than a level; tried by halving `remaining`.
    ///
    /// Rounding counts only above a floor, half a level from the target distance. Below it the shapes come no
    /// nearer than they were. Otherwise a pressed shape would creep into the other, from query to query,
    /// until the overlap no longer counts as a contact.
    fn step_away(
        &self,
        found: &Separation<V::Double>,
        level: f64,
        at_first: &mut Option<f64>,
        remaining: f64,
    ) -> f64 {
        let gap = found.distance - self.slack;
        let floor = 0.5 * (self.of.criteria.target_distance + level);
        let first = *at_first.get_or_insert(gap);
        let least = (first - self.slack).max(first.min(floor)).min(level);
        let speed = |mover: &MovingConvex<'_, V>| {
            mover.motion.translation.abs().element_sum() + mover.spin * mover.reach
        };
        let noise = ROUNDINGS * f64::EPSILON * (speed(self.of.a) + speed(self.of.b));
        let ends = self.ends(found.normal);
        let longest = |is_owner_a: bool| {
            let line = self.line(found, &ends, is_owner_a, remaining);
            let now = line.gap(0.0);
            let mut steps = (0..HALVINGS).map(|half| remaining * libm::ldexp(1.0, -half));
            steps.find(|&s| line.gap(s) >= least.min(now - s * noise)).unwrap_or(0.0)
        };
        if self.turns() { longest(true).max(longest(false)) } else { longest(true) }
    }
}

/// Of two shapes, the furthest point of the first along a direction, and of the second against it.
type Ends<D> = [Option<Furthest<D>>; 2];

/// n × ω of a shape.
fn across<V: Vector>(normal: V::Double, mover: &MovingConvex<'_, V>) -> V::Double {
    let ([x, y, z], [u, v, w]) = (normal.to_f64(), mover.motion.turn);
    V::Double::from_f64([y * w - z * v, z * u - x * w, x * v - y * u])
}
