//! When two convex shapes that move and turn first come near each other.
//!
//! Let n be a unit vector. However the shapes lie, the gap between them along n, from the end of A to the beginning of B, is no
//! more than their distance. Let n turn with one of the two, the *owner*, at the rate ω about a centre that moves by v. Seen
//! from there the owner rests, and its end along n stays what it is. A point x of the other shape, which turns at the rate ω' about a
//! centre c' that moves by v', is seen at y = x − c, and to the first order, for the time s,
//!
//! > n·y(s) = n·y + s n·(v' − v + ω' × (x − c') − ω × y) + r,  |r| ≤ s² κ,
//! > 2κ = w' |ω'| ρ' + 2|n × ω| (|v' − v| + |ω'| ρ') + |n × ω| |ω| (|c' − c| + s |v' − v| + ρ'),
//!
//! where ρ' is how far any point x is from c': the parts along n of the accelerations of a turning point in a turning frame, of which
//! n·(ω × (ω × y)) = −(n × ω)·(ω × y) is one. The owner's n × ω stays what it is; of the other, w' = |n × ω'| if the owner does not
//! turn, and else no more than that and |ω'| |ω| s, or than |ω'|. As n·(ω × y) = (n × ω)·y, the
//! least of it over all x is one support of the other shape in the direction n + s (n × ω' − n × ω). So
//!
//! > L(s) = min over x of (n + s (n × ω' − n × ω))·x − max over the owner of n·x + s (n·(v' − v) − (n × ω')·c' + (n × ω)·c) − s² κ
//!
//! is no more than the distance at that time. It is **concave** in s, for it is a sum of minima of linear functions and of −s². So where
//! L(0) and L(s) are both above a level, everything between is too, and where L(s) is below, the chord from 0 to s meets the
//! level where L is still above it: no step passes the level, and a step needs no more than supports. Taken with n from the
//! nearest points, and with either shape as the owner, whichever lets it go further, L is right to the second order where a
//! face of the owner meets a corner: steps converge like Newton's, and without turning they are Newton's.
//! Compare: Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, §2.3.2, whose bound is s(n·Δv − |ω|ρ −
//! |ω'|ρ'); Catto, "Continuous collision", Game Developers Conference 2013, whose axes turn with a face too, without a bound.
//!
//! **Far away** turning does not matter: balls around the centres hold all of both shapes, and meet at a time that a quadratic
//! equation gives.
//!
//! **Rounding.** Shapes are placed relative to the middle between their centres, in their own precision: that moves no point by more than
//! [`ROUNDINGS`] of the coordinates there, by which L is lowered; the tolerance is never less than a few times that.

use super::entry::reach_along;
use super::motion::{Motion, Place};
use crate::math::{Pose, Rotation, Scalar, Vector};
use crate::narrow::{PairCache, Separation, signed};
use crate::shape::{Aabb, Ball, Convex, Core, Obb, Segment, Triangle, View};

/// By how many units of roundoff of its coordinates a placed point may be off, with all that follows from that in L.
const ROUNDINGS: f64 = 16.0;
/// The least tolerance is so many times that.
const LEAST_TOLERANCE: f64 = 8.0;
/// Of the tolerance, so much is kept between the shapes: steps lead to this level, and what is nearer than the tolerance is a hit.
const LEVEL: f64 = 0.25;
/// Far more steps than any pair needs that does not turn thousands of times before it meets.
const MOST_STEPS: usize = 4096;
/// Halvings of the rest of the time in which a contact that ends is looked for.
const HALVINGS: i32 = 20;

/// A convex shape on its way.
pub(super) struct Mover<'a, V: Vector> {
    convex: Convex<'a, V>,
    /// Is it a box along the axes, or a ball? These are asked sooner as what they are.
    is_aligned: bool,
    ball: Option<Ball<V>>,
    motion: Motion<V>,
    /// What moves straight: the centre of the turn, or without one the middle of the shape.
    middle: V::Double,
    /// No point of its core is further from there.
    reach: f64,
    /// The middle of the shape, and how far its core is around that.
    heart: V::Double,
    around: f64,
    radius: f64,
    spin: f64,
}

impl<'a, V: Vector> Mover<'a, V> {
    /// `None` for what has parts or no end.
    pub fn new(view: &View<'a, V>, motion: &Motion<V>) -> Option<Self> {
        let convex = view.convex()?;
        let spin = motion.angle();
        let heart = middle_of(&convex.core);
        let around = reach_from(&convex.core, heart);
        let middle = if spin > 0.0 { motion.center } else { heart };
        Some(Mover {
            convex,
            is_aligned: matches!(view, View::Aabb(_)),
            ball: if let View::Ball(ball) = view { Some(*ball) } else { None },
            motion: *motion,
            middle,
            reach: if spin > 0.0 { reach_from(&convex.core, middle) } else { around },
            heart,
            around,
            radius: convex.radius.into(),
            spin,
        })
    }

    fn middle_at(&self, t: f64) -> V::Double {
        self.middle + self.motion.translation * t
    }

    /// It at a place, seen from a point.
    fn seen(&self, mut place: Place<V::Double>, from: V::Double) -> View<'a, V> {
        place.to = place.to - from;
        let at = |point: V| placed(point, &place);
        match (self.convex.core, &place.columns) {
            (Core::Point(center), _) if let Some(ball) = self.ball => View::Ball(ball.placed(at(center))),
            (Core::Box(obb), None) if self.is_aligned => {
                let (center, half) = (at(obb.center()), obb.half_extents());
                View::Aabb(Aabb::between(center - half, center + half))
            }
            (Core::Box(obb), _) if self.radius == 0.0 => View::Obb(placed_box(&obb, &place)),
            (Core::Segment(a, b), _) if self.radius == 0.0 => View::Segment(Segment::between(at(a), at(b))),
            (Core::Triangle(points), _) if self.radius == 0.0 => View::Triangle(Triangle::of(points.map(at))),
            (core, _) => View::Convex(Convex { core: placed_core(core, &place), radius: self.convex.radius }),
        }
    }
}

/// A point at a place; one that would leave the floats stays at their end.
fn placed<V: Vector>(point: V, place: &Place<V::Double>) -> V {
    let most = V::Double::splat(V::Scalar::MAX.into());
    V::from_double(place.apply(point.to_double()).max(-most).min(most))
}

fn placed_box<V: Vector>(obb: &Obb<V>, place: &Place<V::Double>) -> Obb<V> {
    obb.placed(placed_pose(&Pose { rotation: obb.rotation(), translation: obb.center() }, place))
}

fn placed_pose<V: Vector>(pose: &Pose<V>, place: &Place<V::Double>) -> Pose<V> {
    let translation = placed(pose.translation, place);
    let columns = pose.rotation.columns();
    let rotation = match place.columns {
        Some(_) => {
            let turned = |axis: usize| V::from_double(place.turn(columns[axis].to_double()));
            Rotation::of_columns(V::basis_from_fn(turned))
        }
        None => pose.rotation,
    };
    Pose { rotation, translation }
}

fn placed_core<'a, V: Vector>(core: Core<'a, V>, place: &Place<V::Double>) -> Core<'a, V> {
    let at = |point: V| placed(point, place);
    match core {
        Core::Point(point) => Core::Point(at(point)),
        Core::Segment(a, b) => Core::Segment(at(a), at(b)),
        Core::Ray(origin, direction, length) => {
            Core::Ray(at(origin), V::from_double(place.turn(direction.to_double())), length)
        }
        Core::Triangle(points) => Core::Triangle(points.map(at)),
        Core::Box(obb) => Core::Box(placed_box(&obb, place)),
        Core::Hull(hull, pose) => Core::Hull(hull, placed_pose(&pose, place)),
        Core::Cylinder(shape) => Core::Cylinder(shape.placed(placed_pose(&shape.pose(), place))),
        Core::Cone(shape) => Core::Cone(shape.placed(placed_pose(&shape.pose(), place))),
        Core::Custom(shape, pose) => Core::Custom(shape, placed_pose(&pose, place)),
    }
}

/// A point in the middle of a core, more or less.
fn middle_of<V: Vector>(core: &Core<'_, V>) -> V::Double {
    let double = |point: V| point.to_double();
    match core {
        Core::Point(point) => double(*point),
        Core::Segment(a, b) => double(*a) * 0.5 + double(*b) * 0.5,
        Core::Triangle([a, b, c]) => (double(*a) + double(*b) + double(*c)) * (1.0 / 3.0),
        Core::Box(obb) => double(obb.center()),
        Core::Hull(hull, pose) => double(pose.apply(hull.center())),
        Core::Cylinder(shape) => double(shape.pose().translation),
        Core::Cone(shape) => double(shape.pose().translation),
        Core::Ray(origin, ..) => double(*origin),
        Core::Custom(_, pose) => double(pose.translation),
    }
}

/// No point of a core is further from a point.
fn reach_from<V: Vector>(core: &Core<'_, V>, middle: V::Double) -> f64 {
    let from = |point: V| (point.to_double() - middle).length();
    let reach = match core {
        Core::Point(point) => from(*point),
        Core::Segment(a, b) => from(*a).max(from(*b)),
        Core::Triangle([a, b, c]) => from(*a).max(from(*b)).max(from(*c)),
        Core::Box(obb) => from(obb.center()) + obb.half_extents().to_double().length(),
        Core::Hull(hull, pose) => from(pose.apply(hull.center())) + hull.radius().into(),
        Core::Cylinder(shape) => {
            from(shape.pose().translation) + libm::hypot(shape.half_height().into(), shape.radius().into())
        }
        Core::Cone(shape) => {
            from(shape.pose().translation) + libm::hypot(shape.half_height().into(), shape.radius().into())
        }
        Core::Ray(origin, _, length) => from(*origin) + length,
        Core::Custom(shape, pose) => {
            // The corner of its box that is furthest away.
            let furthest = V::Double::from_fn(|axis| {
                let end = |sign: f64| {
                    let local = pose.rotation.apply_inverse(V::axis(axis) * V::Scalar::from_f64(sign));
                    let point = pose.apply(shape.support(local)).to_double() - middle;
                    point[axis].abs()
                };
                end(1.0).max(end(-1.0))
            });
            furthest.length()
        }
    };
    // Centres of hulls and boxes are rounded.
    reach * (1.0 + 1e-6)
}

/// What is asked of a pair.
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// Down to which signed distance nothing has happened: 0, or minus the depth that is allowed.
    pub goal: f64,
    pub tolerance: f64,
    /// Does a contact from the start count only when it gets deeper?
    pub ignores_leaving: bool,
}

/// Two shapes that are near at a time.
pub(super) struct Met<D> {
    pub t: f64,
    /// Are they within the tolerance then? If not, only the way there is known to be free.
    pub is_near: bool,
    /// Seen from `from`.
    pub found: Separation<D>,
    pub from: D,
}

impl<D: Vector<Scalar = f64>> Met<D> {
    /// In the middle between the points that are nearest.
    pub fn point(&self) -> D {
        self.from + (self.found.on_a + self.found.on_b) * 0.5
    }
}

/// Two shapes on their ways.
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
            // Angles are rounded too, and turn the whole arm.
            places.sum() + mover.spin * mover.reach
        };
        let rounding = V::Scalar::UNIT_ROUNDOFF.into() * size + f64::EPSILON * (far(a) + far(b));
        let least = LEAST_TOLERANCE * ROUNDINGS * rounding + V::Scalar::SMALLEST_NORMAL.into();
        let question = Question { tolerance: question.tolerance.max(least), ..question };
        Approach { a, b, question }
    }

    /// The first time between two at which the shapes are within the tolerance; `None` if they are not for certain, or only
    /// after a cutoff, which does not change the way there.
    pub fn first(&self, start: f64, end: f64, cutoff: f64) -> Option<Met<V::Double>> {
        let Question { goal, tolerance, ignores_leaving } = self.question;
        let level = goal + LEVEL * tolerance;
        let mut t = start + self.balls_meet(start, goal + tolerance)?;
        let mut cache = PairCache::default();
        let mut is_leaving = ignores_leaving;
        let mut at_first = None;
        for _ in 0..MOST_STEPS {
            if t > end.min(cutoff) {
                return None;
            }
            let seen = Seen::new(self, t);
            let found = signed::<V, true>(seen.a, seen.b, f64::INFINITY, &mut cache)?;
            let is_near = found.distance <= goal + tolerance;
            is_leaving &= is_near;
            let rest = end - t;
            let step = match is_near {
                false => seen.step(&found, level, rest),
                true if is_leaving => seen.step_away(&found, level, &mut at_first, rest),
                true => 0.0,
            };
            if step > 0.0 && step >= rest {
                return None;
            }
            // What is not a number ends here too.
            let is_step = t + step > t;
            if !is_step {
                return Some(Met { t, is_near, found, from: seen.from });
            }
            t += step;
        }
        let seen = Seen::new(self, t);
        let found = signed::<V, true>(seen.a, seen.b, f64::INFINITY, &mut cache)?;
        Some(Met { t, is_near: found.distance <= goal + tolerance, found, from: seen.from })
    }

    /// How long the balls around the middles of both are further apart than a gap, from a time on; `None` if for ever.
    fn balls_meet(&self, t: f64, gap: f64) -> Option<f64> {
        let (a, b) = (self.a, self.b);
        let between = b.middle_at(t) - a.middle_at(t);
        let motion = b.motion.translation - a.motion.translation;
        let reach = (((a.reach + a.radius) + (b.reach + b.radius)) + gap) * (1.0 + 1e-9);
        let square = between.dot(between) - reach * reach;
        // Of what is not a number, nothing is known.
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

/// Both shapes at a time, seen from between them.
struct Seen<'a, 'p, V: Vector> {
    of: &'p Approach<'a, 'p, V>,
    from: V::Double,
    a: View<'a, V>,
    b: View<'a, V>,
    /// The centres of both.
    middles: [V::Double; 2],
    /// By how much coordinates may be off.
    slack: f64,
}

impl<'a, 'p, V: Vector> Seen<'a, 'p, V> {
    fn new(of: &'p Approach<'a, 'p, V>, t: f64) -> Self {
        let places = [of.a.motion.place(t), of.b.motion.place(t)];
        let hearts = [places[0].apply(of.a.heart), places[1].apply(of.b.heart)];
        let from = (hearts[0] + hearts[1]) * 0.5;
        let far = (hearts[1] - hearts[0]).abs().sum();
        let size = far + ((of.a.around + of.a.radius) + (of.b.around + of.b.radius));
        let middles = [of.a.middle_at(t), of.b.middle_at(t)];
        let large = from.abs().sum() + (middles[0].abs().sum() + middles[1].abs().sum());
        let slack = ROUNDINGS * (V::Scalar::UNIT_ROUNDOFF.into() * size + f64::EPSILON * large);
        let middles = middles.map(|middle| middle - from);
        Seen { of, from, a: of.a.seen(places[0], from), b: of.b.seen(places[1], from), middles, slack }
    }

    /// L with one of both as the owner, for times up to `rest`.
    fn line(&self, found: &Separation<V::Double>, is_owner_a: bool, rest: f64) -> Line<'_, 'a, V> {
        let (a, b) = ((&self.a, self.of.a, self.middles[0]), (&self.b, self.of.b, self.middles[1]));
        let ((own_view, owner, own_center), (view, other, center), normal) =
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
        let rate = normal.dot(relative) - by_other.dot(center) + by_owner.dot(own_center);
        let end = reach_along(own_view, normal);
        Line {
            view,
            normal,
            drift: by_other - by_owner,
            end,
            rate,
            curvature,
            slack: self.slack,
            // Of a shape whose supports are not to be relied on: no point of it goes faster than its spin.
            distance: found.distance,
            slowest: normal.dot(relative) - (turning + spin * owner.reach),
        }
    }

    /// The owners that are worth a try.
    fn owners(&self) -> &'static [bool] {
        if self.of.a.spin == 0.0 && self.of.b.spin == 0.0 { &[true] } else { &[true, false] }
    }

    /// How long they stay above a level for certain, up to `rest`.
    fn step(&self, found: &Separation<V::Double>, level: f64, rest: f64) -> f64 {
        let steps = self.owners().iter().map(|&is_a| self.line(found, is_a, rest).step(level, rest));
        steps.fold(0.0, f64::max)
    }

    /// How long they come no nearer than they were at first, up to roundings, or than a level, within `rest`, tried by halves.
    fn step_away(
        &self,
        found: &Separation<V::Double>,
        level: f64,
        at_first: &mut Option<f64>,
        rest: f64,
    ) -> f64 {
        let gap = found.distance - self.slack;
        let least = (*at_first.get_or_insert(gap) - self.slack).min(level);
        let longest = |is_a: bool| {
            let line = self.line(found, is_a, rest);
            let mut steps = (0..HALVINGS).map(|half| rest * libm::ldexp(1.0, -half));
            steps.find(|&s| line.gap(s) >= least).unwrap_or(0.0)
        };
        self.owners().iter().map(|&is_a| longest(is_a)).fold(0.0, f64::max)
    }
}

/// n × ω of a shape.
fn across<V: Vector>(normal: V::Double, mover: &Mover<'_, V>) -> V::Double {
    let ([x, y, z], [u, v, w]) = (normal.to_f64(), mover.motion.turn);
    V::Double::from_f64([y * w - z * v, z * u - x * w, x * v - y * u])
}

/// L(s) of two shapes, along a direction that turns with one of them.
struct Line<'p, 'a, V: Vector> {
    /// The other one.
    view: &'p View<'a, V>,
    normal: V::Double,
    drift: V::Double,
    /// How far the owner reaches.
    end: Option<f64>,
    rate: f64,
    curvature: f64,
    slack: f64,
    distance: f64,
    slowest: f64,
}

impl<V: Vector> Line<'_, '_, V> {
    fn gap(&self, s: f64) -> f64 {
        let beginning = reach_along(self.view, -(self.normal + self.drift * s));
        let (Some(end), Some(beginning)) = (self.end, beginning) else {
            return self.distance + s * self.slowest - self.slack;
        };
        -(end + beginning) + s * self.rate - s * s * self.curvature - self.slack
    }

    /// How long it stays above a level for certain, up to `rest`.
    fn step(&self, level: f64, rest: f64) -> f64 {
        let above = |s: f64| self.gap(s) - level;
        let first = above(0.0);
        if first.is_nan() || first <= 0.0 {
            return 0.0;
        }
        let (mut low, mut low_gap) = (0.0, first);
        let (mut high, mut high_gap) = (rest, above(rest));
        if high_gap >= 0.0 {
            return rest;
        }
        // Without a slope it would fall by the square alone.
        let probe = (first / self.curvature).sqrt();
        if probe < rest {
            let gap = above(probe);
            if gap >= 0.0 {
                (low, low_gap) = (probe, gap);
            } else {
                (high, high_gap) = (probe, gap);
            }
        }
        for _ in 0..4 {
            // The chord is below, up to roundings, for which there is slack.
            let chord = low + (high - low) * (low_gap / (low_gap - high_gap));
            if chord <= low || chord.is_nan() {
                break;
            }
            let gap = above(chord).max(0.0);
            // The line through both is above, from there on.
            let beyond = if gap < low_gap { chord + (chord - low) * (gap / (low_gap - gap)) } else { high };
            (low, low_gap) = (chord, gap);
            if gap <= 0.01 * first {
                break;
            }
            if beyond > chord && beyond < high {
                let gap = above(beyond);
                if gap >= 0.0 {
                    (low, low_gap) = (beyond, gap);
                } else {
                    (high, high_gap) = (beyond, gap);
                }
            }
        }
        low
    }
}
