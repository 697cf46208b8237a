//! What is proven about two bodies on their ways.
//!
//! The gap is looked at from one of the bodies, along a direction n that turns with it: with both centres cᵢ
//! + t vᵢ and turns Rᵢ,
//!
//! > g(t) = min over b of (R₁ n)·(c₂ − c₁ + t (v₂ − v₁) + R₂ (b − c₂)) − max over a of n·(a − c₁) − |n| (r₁ +
//! > r₂),
//!
//! which is |n| times no more than the distance. Each of its terms is a [`Jet`], so that a time during which
//! little changes along n is proven at once, however far the bodies go.

use super::Point;
use super::body::{Body, Path, Place, Turning, between, dot};
use super::interval::Interval;
use super::jet::{Jet, range};
use super::nearest::{self as floats, Nearest, minus, nearest};

/// Two bodies on their ways.
pub struct Pair {
    bodies: [Body; 2],
    paths: [Path; 2],
    turnings: [Turning; 2],
    /// Corners, seen from the centres of the turns.
    arms: [Vec<Place>; 2],
    /// Across the faces.
    normals: [Vec<Point>; 2],
}

/// What was found about a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// At every moment they are further apart than was asked.
    Free,
    /// That could not be shown around a moment, at which they are no further apart than so much.
    Open { time: f64, apart: f64 },
}

/// Intervals of time that are looked at before it is given up.
const MOST: usize = 100_000;
/// Shorter ones are not halved.
const SHORTEST: f64 = 1e-15;
/// Sines and cosines of both turns during a time.
struct Moment {
    time: Interval,
    turns: [(Jet, Jet); 2],
}

impl Pair {
    pub fn new(bodies: [Body; 2], paths: [Path; 2]) -> Self {
        let arms = [0, 1].map(|i| {
            let center = paths[i].center.map(Interval::of);
            bodies[i].corners.iter().map(|&corner| between(center, corner)).collect()
        });
        let turnings = [0, 1].map(|i| Turning::of(paths[i].turn));
        Pair { normals: bodies.each_ref().map(Body::normals), turnings, bodies, paths, arms }
    }

    /// Are they further apart than a level, which may be below 0, at every time from 0 to an end?
    pub fn free_until(&self, end: f64, level: f64) -> Verdict {
        // The last one first, so that the first one comes from the end.
        let mut times = vec![(0.0, end)];
        for _ in 0..MOST {
            let Some((start, end)) = times.pop() else { return Verdict::Free };
            if self.is_free(Interval::between(start, end), level) {
                continue;
            }
            let middle = 0.5 * (start + end);
            let apart = self.apart_at_most(middle);
            if apart <= level || end - start < SHORTEST {
                return Verdict::Open { time: middle, apart };
            }
            times.extend([(middle, end), (start, middle)]);
        }
        let time = times.last().map_or(end, |&(start, _)| start);
        Verdict::Open { time, apart: self.apart_at_most(time) }
    }

    /// They are certainly no further apart at a time: two of their points are not, but for the radii.
    pub fn apart_at_most(&self, time: f64) -> f64 {
        let places = self.places(&self.moment(Interval::of(time)));
        let found = self.nearest(&places);
        let pairs = |n: usize| (n / places[1].len(), n % places[1].len());
        let zero = [Interval::ZERO; 3];
        let (sum, all) = found.parts.iter().fold((zero, Interval::ZERO), |(sum, all), &(n, weight)| {
            let (a, b) = pairs(n);
            // Whatever the weights are, these are points of both, for together they make 1.
            let weight = Interval::of(weight.max(0.0));
            let way = between(places[0][a], places[1][b]);
            (std::array::from_fn(|axis| sum[axis] + way[axis] * weight), all + weight)
        });
        let way: Place = sum.map(|part| part / all);
        let radii = Interval::of(self.bodies[0].radius) + Interval::of(self.bodies[1].radius);
        (dot(way, way).sqrt() - radii).high.max(0.0)
    }

    /// From the first to the second at a time, more or less; none if they overlap.
    pub fn direction(&self, time: f64) -> Option<Point> {
        self.nearest(&self.places(&self.moment(Interval::of(time)))).direction
    }

    /// Roundings of the sizes, in a unit, and of `f64` of how far away they are, go and are turned.
    pub fn rounding(&self, unit: f64) -> f64 {
        let of_one = |i: usize| {
            let (body, path) = (&self.bodies[i], &self.paths[i]);
            let length = |vector: Point| vector.iter().map(|part| part.abs()).sum::<f64>();
            let angle = self.turnings[i].angle();
            let (center, arm) = if angle > 0.0 {
                (length(path.center), length(minus(body.middle(), path.center)) + body.size())
            } else {
                (0.0, 0.0)
            };
            let far = center + length(body.middle()) + length(path.translation) + angle * arm;
            unit * body.size() + f64::EPSILON * far
        };
        of_one(0) + of_one(1)
    }

    fn moment(&self, time: Interval) -> Moment {
        Moment { time, turns: [0, 1].map(|i| self.turnings[i].during(time)) }
    }

    /// Where all corners are.
    fn places(&self, moment: &Moment) -> [Vec<Place>; 2] {
        [0, 1].map(|i| {
            let path = &self.paths[i];
            let center: Place = std::array::from_fn(|axis| {
                Interval::of(path.center[axis]) + moment.time * Interval::of(path.translation[axis])
            });
            let placed = |&arm: &Place| {
                let turned = self.turnings[i].turned(arm, moment.turns[i]);
                std::array::from_fn(|axis| center[axis] + turned[axis].value)
            };
            self.arms[i].iter().map(placed).collect()
        })
    }

    /// Of all differences of corners.
    fn nearest(&self, places: &[Vec<Place>; 2]) -> Nearest {
        let [a, b] = points(places);
        let differences: Vec<Point> = a.iter().flat_map(|&a| b.iter().map(move |&b| minus(b, a))).collect();
        nearest(&differences)
    }

    /// Across the face that shows the largest gap, from the first to the second body. Of faces that are
    /// nearly parallel it is known much better than by the corners that are nearest.
    fn across_a_face(&self, places: &[Vec<Place>; 2], moment: &Moment) -> Option<Point> {
        let [a, b] = points(places);
        let of_body = |i: usize, sign: f64| {
            self.normals[i].iter().map(move |&normal| {
                let turned = self.turnings[i].turned(normal.map(Interval::of), moment.turns[i]);
                turned.map(|part| sign * part.value.middle())
            })
        };
        let gap = |normal: &Point| {
            let least = |points: &[Point], sign: f64| {
                points.iter().map(|&point| sign * floats::dot(*normal, point)).fold(f64::MAX, f64::min)
            };
            least(&b, 1.0) + least(&a, -1.0)
        };
        of_body(0, 1.0).chain(of_body(1, -1.0)).max_by(|one, other| gap(one).total_cmp(&gap(other)))
    }

    /// Does some direction show it?
    fn is_free(&self, time: Interval, level: f64) -> bool {
        let (over_all, middle) = (self.moment(time), self.moment(Interval::of(time.middle())));
        let places = self.places(&middle);
        let shown = |direction: Point| {
            (0..2).any(|owner| self.gap(owner, direction, &over_all, &middle, level) > 0.0)
        };
        self.nearest(&places).direction.is_some_and(shown)
            || self.across_a_face(&places, &middle).is_some_and(shown)
    }

    /// No more than the length of n times what the distance is above a level, all the time; n leads from the
    /// first to the second body in the middle, and turns with one of both.
    fn gap(&self, owner: usize, direction: Point, over_all: &Moment, middle: &Moment, level: f64) -> f64 {
        let other = 1 - owner;
        let sign = if owner == 0 { 1.0 } else { -1.0 };
        let (sine, cosine) = middle.turns[owner];
        // As it was at the start, more or less; from here on these floats are the direction.
        let back = (Jet::constant(-sine.value), cosine);
        let normal = self.turnings[owner].turned(direction.map(|part| Interval::of(sign * part)), back);
        let normal = normal.map(|part| Interval::of(part.value.middle()));
        let end = self.arms[owner].iter().map(|&arm| dot(normal, arm).high).fold(f64::MIN, f64::max);
        let [over_all_normal, middle_normal] =
            [over_all, middle].map(|moment| self.turnings[owner].turned(normal, moment.turns[owner]));
        let centers = |path: &Path| (path.center.map(Interval::of), path.translation.map(Interval::of));
        let ((from, speed), (to, other_speed)) = (centers(&self.paths[owner]), centers(&self.paths[other]));
        let (from, speed) = (between(from, to), between(speed, other_speed));
        let height = |arm: Place, moment: &Moment, normal: &[Jet; 3]| {
            let turned = self.turnings[other].turned(arm, moment.turns[other]);
            let time = Jet::time(moment.time);
            let along = |axis: usize| {
                normal[axis] * (Jet::constant(from[axis]) + time.times(speed[axis]) + turned[axis])
            };
            along(0) + along(1) + along(2)
        };
        let beginning = |&arm: &Place| {
            let (over_all_height, middle_height) =
                (height(arm, over_all, &over_all_normal), height(arm, middle, &middle_normal));
            range(over_all.time, over_all_height, middle_height).low
        };
        let begin = self.arms[other].iter().map(beginning).fold(f64::MAX, f64::min);
        let radii = Interval::of(self.bodies[0].radius) + Interval::of(self.bodies[1].radius);
        let length = dot(normal, normal).sqrt();
        (Interval::of(begin) - Interval::of(end) - (radii + Interval::of(level)) * length).low
    }
}

fn points(places: &[Vec<Place>; 2]) -> [Vec<Point>; 2] {
    places.each_ref().map(|places| places.iter().map(|place| place.map(Interval::middle)).collect())
}
