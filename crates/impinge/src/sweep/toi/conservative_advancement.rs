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

use super::moving_convex::Mover;
use super::separation_bound::Line;
use crate::math::{Scalar, Vector};
use crate::narrow::{Closing, PairCache, Separation, Times, closing, signed};
use crate::sweep::extents::Furthest;
use crate::sweep::motion::Place;

/// Error of a placed point, in units of roundoff of its coordinates, with all its effects on L.
const ROUNDINGS: f64 = 16.0;
/// Least tolerance, in multiples of that error.
const LEAST_TOLERANCE: f64 = 8.0;
/// Distance kept between the shapes, as a part of the tolerance: steps lead to this level, and a distance
/// below the tolerance is a hit.
const LEVEL: f64 = 0.25;
/// How far a step may pass that level, as a part of the tolerance.
const CRUMB: f64 = 0.02;
/// Lengths of which products of four neither overflow nor vanish.
const ORDINARY: std::ops::Range<f64> = 1e-70..1e70;
/// Far more steps than any pair needs that does not rotate thousands of times before it meets.
const MOST_STEPS: usize = 16384;
/// Halvings of the rest of the time in the search for the end of a contact.
const HALVINGS: i32 = 20;

/// Parameters of the test of a pair.
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// The signed distance that counts as an impact: 0, a gap, or minus the allowed depth.
    pub goal: f64,
    pub tolerance: f64,
    /// Whether a contact from the start counts only when it gets deeper.
    pub ignore_separating: bool,
}

/// Two shapes that are near at a time.
pub(super) struct Met<D> {
    pub t: f64,
    /// Whether they are within the tolerance then. If not, only the motion until then is known to be free.
    pub is_near: bool,
    /// Relative to `from`.
    pub found: Separation<D>,
    pub from: D,
}

impl<D: Vector<Scalar = f64>> Met<D> {
    /// Midpoint of the closest points.
    pub fn point(&self) -> D {
        // Halved first, for next to the greatest floats the sum would be infinite.
        self.from + (self.found.point_a * 0.5 + self.found.point_b * 0.5)
    }
}

/// Two moving shapes.
pub(super) struct Approach<'a, 'm, V: Vector> {
    pub a: &'m Mover<'a, V>,
    pub b: &'m Mover<'a, V>,
    question: Question,
}

impl<'a, 'm, V: Vector> Approach<'a, 'm, V> {
    pub fn new(a: &'m Mover<'a, V>, b: &'m Mover<'a, V>, question: Question) -> Self {
        let size = (a.around + a.radius) + (b.around + b.radius);
        let far = |mover: &Mover<'_, V>| {
            let places = mover.middle.abs() + mover.heart.abs() + mover.motion.translation.abs();
            // Angles are rounded too, and rotate the whole arm.
            places.element_sum() + mover.spin * mover.reach
        };
        let rounding = V::Scalar::UNIT_ROUNDOFF.into() * size + f64::EPSILON * (far(a) + far(b));
        let least = LEAST_TOLERANCE * ROUNDINGS * rounding + V::Scalar::MIN_POSITIVE.into();
        let question = Question { tolerance: question.tolerance.max(least), ..question };
        Approach { a, b, question }
    }

    /// The first time between two at which the shapes are within the tolerance; `None` if they certainly are
    /// not, or only after a cutoff, which does not change the steps.
    pub fn first(&self, start: f64, end: f64, cutoff: f64) -> Option<Met<V::Double>> {
        let Question { goal, tolerance, ignore_separating } = self.question;
        let level = goal + LEVEL * tolerance;
        let mut t = start + self.balls_meet(start, goal + tolerance)?;
        let last = end.min(cutoff);
        if t > last {
            return None;
        }
        // A near shape at the start may be separating.
        if self.a.spin == 0.0 && self.b.spin == 0.0 && (t > start || !ignore_separating) {
            match self.straight(t, last) {
                Closing::Never => return None,
                // From the start on, the shapes may be separating.
                Closing::Near(at, found) if at > start || !ignore_separating => {
                    return Some(Met { t: at, is_near: true, found, from: V::Double::ZERO });
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
            let seen = Seen::new(self, t);
            let found = seen.signed(&mut cache)?;
            let is_near = found.distance <= goal + tolerance;
            is_leaving &= is_near;
            let rest = end - t;
            let step = match is_near {
                _ if steps == MOST_STEPS => 0.0,
                false => seen.step(&found, level, rest),
                true if is_leaving => seen.step_away(&found, level, &mut at_first, rest),
                true => 0.0,
            };
            if step > 0.0 && step >= rest {
                return None;
            }
            // NaN ends here too.
            let is_step = t + step > t;
            if !is_step {
                return Some(Met { t, is_near, found, from: seen.from });
            }
            t += step;
        }
        None
    }

    /// When they are near, if neither rotates. For depths, when they touch.
    fn straight(&self, start: f64, last: f64) -> Closing<V::Double> {
        let Question { goal, tolerance, .. } = self.question;
        let near = if goal < 0.0 { f64::NEG_INFINITY } else { goal + tolerance };
        let times = Times { start, last, level: goal.max(0.0) + LEVEL * tolerance, near };
        let motions = [self.a.motion.translation, self.b.motion.translation];
        closing([&self.a.convex, &self.b.convex], motions, times)
    }

    /// How long the balls around the middles of both are further apart than a gap, from a time on; `None` if
    /// for ever.
    fn balls_meet(&self, t: f64, gap: f64) -> Option<f64> {
        let (a, b) = (self.a, self.b);
        let between = b.middle_at(t) - a.middle_at(t);
        let motion = b.motion.translation - a.motion.translation;
        let reach = (((a.reach + a.radius) + (b.reach + b.radius)) + gap) * (1.0 + 1e-9);
        let size = between.abs().max_element().max(reach);
        // Products of four lengths must neither overflow nor vanish.
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
        // Where they only graze, rounding decides about the root: it is taken as large as it may be.
        let root = root.max(0.0) + 16.0 * f64::EPSILON * closing * closing;
        Some(square / (closing + root.sqrt()) * (1.0 - 1e-9))
    }
}

/// Both shapes at a time, relative to a point between them.
struct Seen<'a, 'p, V: Vector> {
    of: &'p Approach<'a, 'p, V>,
    from: V::Double,
    places: [Place<V::Double>; 2],
    /// The centres of both.
    middles: [V::Double; 2],
    /// Error bound of the coordinates.
    slack: f64,
}

impl<'a, 'p, V: Vector> Seen<'a, 'p, V> {
    fn new(of: &'p Approach<'a, 'p, V>, t: f64) -> Self {
        let places = [of.a, of.b].map(|mover| mover.motion.place_by(t, mover.spin));
        let hearts = [places[0].apply(of.a.heart), places[1].apply(of.b.heart)];
        let from = (hearts[0] + hearts[1]) * 0.5;
        let size = (hearts[1] - hearts[0]).abs().element_sum()
            + ((of.a.around + of.a.radius) + (of.b.around + of.b.radius));
        let middles = [of.a.middle_at(t), of.b.middle_at(t)];
        let large =
            from.abs().element_sum() + (middles[0].abs().element_sum() + middles[1].abs().element_sum());
        let slack = ROUNDINGS * (V::Scalar::UNIT_ROUNDOFF.into() * size + f64::EPSILON * large);
        Seen { of, from, places, middles: middles.map(|middle| middle - from), slack }
    }

    /// Their separation, rounded to their own precision.
    fn signed(&self, cache: &mut PairCache) -> Option<Separation<V::Double>> {
        let (a, b) = (self.of.a.seen(self.places[0], self.from), self.of.b.seen(self.places[1], self.from));
        signed::<V, true>(a, b, f64::INFINITY, cache)
    }

    /// The end of A along a direction, and the beginning of B.
    fn ends(&self, normal: V::Double) -> Ends<V::Double> {
        let end = |mover: &Mover<'a, V>, place, normal| mover.furthest(place, self.from, normal);
        [end(self.of.a, &self.places[0], normal), end(self.of.b, &self.places[1], -normal)]
    }

    /// L with one of both as the owner, for times up to `rest`.
    fn line(
        &self,
        found: &Separation<V::Double>,
        [end_a, end_b]: &Ends<V::Double>,
        is_owner_a: bool,
        rest: f64,
    ) -> Line<'_, 'a, V> {
        let a = (self.of.a, self.middles[0], *end_a);
        let b = (self.of.b, self.middles[1], *end_b);
        let ((owner, own_center, end), (other, center, lowest), normal) =
            if is_owner_a { (a, b, found.normal) } else { (b, a, -found.normal) };
        let relative = other.motion.translation - owner.motion.translation;
        let (speed, spin) = (relative.length(), owner.spin);
        let around = (center - own_center).length() + rest * speed + other.reach;
        let turning = other.spin * other.reach;
        let (by_other, by_owner) = (across(normal, other), across(normal, owner));
        let (across_other, across_owner) = (by_other.length(), by_owner.length());
        let across_other = other.spin.min(across_other + spin * rest * other.spin);
        let curvature =
            0.5 * (across_other * turning + across_owner * (2.0 * (speed + turning) + spin * around));
        Line {
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

    /// How long they certainly stay above a level, up to `rest`.
    fn step(&self, found: &Separation<V::Double>, level: f64, rest: f64) -> f64 {
        let crumb = CRUMB * self.of.question.tolerance;
        let ends = self.ends(found.normal);
        let of_a = self.line(found, &ends, true, rest);
        if !self.turns() {
            return of_a.step(level, crumb, rest);
        }
        let of_b = self.line(found, &ends, false, rest);
        // The one with the longer bound first: mostly the other one is not needed.
        let (longest_a, longest_b) = (of_a.longest(level), of_b.longest(level));
        let (better, other, longest) =
            if longest_b > longest_a { (&of_b, &of_a, longest_a) } else { (&of_a, &of_b, longest_b) };
        let step = better.step(level, crumb, rest);
        if step >= rest || longest <= step { step } else { other.step(level, crumb, rest).max(step) }
    }

    /// How long they come no nearer than they were at first, up to rounding, or than a level, within `rest`,
    /// tried by halves.
    ///
    /// Rounding counts only above a floor, half a level from the goal. Below it the shapes come no nearer
    /// than they were: or else a pressed shape would creep into the other, from query to query, until the
    /// overlap no longer counts as a contact.
    fn step_away(
        &self,
        found: &Separation<V::Double>,
        level: f64,
        at_first: &mut Option<f64>,
        rest: f64,
    ) -> f64 {
        let gap = found.distance - self.slack;
        let floor = 0.5 * (self.of.question.goal + level);
        let first = *at_first.get_or_insert(gap);
        let least = (first - self.slack).max(first.min(floor)).min(level);
        let speed =
            |mover: &Mover<'_, V>| mover.motion.translation.abs().element_sum() + mover.spin * mover.reach;
        let noise = ROUNDINGS * f64::EPSILON * (speed(self.of.a) + speed(self.of.b));
        let ends = self.ends(found.normal);
        let longest = |is_owner_a: bool| {
            let line = self.line(found, &ends, is_owner_a, rest);
            let now = line.gap(0.0);
            let mut steps = (0..HALVINGS).map(|half| rest * libm::ldexp(1.0, -half));
            steps.find(|&s| line.gap(s) >= least.min(now - s * noise)).unwrap_or(0.0)
        };
        if self.turns() { longest(true).max(longest(false)) } else { longest(true) }
    }
}

/// Of two shapes, the furthest point of the first along a direction, and of the second against it.
type Ends<D> = [Option<Furthest<D>>; 2];

/// n × ω of a shape.
fn across<V: Vector>(normal: V::Double, mover: &Mover<'_, V>) -> V::Double {
    let ([x, y, z], [u, v, w]) = (normal.to_f64(), mover.motion.turn);
    V::Double::from_f64([y * w - z * v, z * u - x * w, x * v - y * u])
}
