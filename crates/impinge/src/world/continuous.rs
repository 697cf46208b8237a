//! Objects that pass through nothing in a step, however fast they are.
//!
//! Before anything moves, the first impacts of these objects are found, on their straight ways and those of what moves beside
//! them ([`time_of_impact`]), and dealt with in the order of time: who meets something goes along with it for the rest of the
//! step, so that neither passes through the other; if that rests, it stops there. From then on its way is another one, and what
//! it meets next is looked for anew. Of two such objects that meet both stop.
//!
//! The cost is that of the fast ones: each asks the search tree for what is near its way. What else moves, and by no more than its
//! own size, is found by asking for a little more; the others that move are found by a tree of their ways.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::ControlFlow;

use super::objects::Held;
use super::query::Among;
use super::{Handle, World};
use crate::math::{Scalar, Vector};
use crate::shape::{Aabb, Shaped};
use crate::sweep::{Impact, ImpactOptions, Motion, time_of_impact};
use crate::tree::Bvh;

/// After so many impacts in a step, an object stays where it is.
const MOST_IMPACTS: u32 = 8;
/// So often an impact that was found from afar is looked at again from nearby.
const MOST_LOOKS: u32 = 4;
/// From a distance, places are rounded by so many units of roundoff of it.
const ROUNDINGS: f64 = 8.0;

/// Where something goes, from a time of the step on, which runs from 0 to 1.
#[derive(Clone, Copy, Debug)]
struct Way<D> {
    since: f64,
    at: D,
    /// In a whole step.
    motion: D,
    impacts: u32,
}

impl<D: Vector<Scalar = f64>> Way<D> {
    fn place(&self, t: f64) -> D {
        self.at + self.motion * (t - self.since)
    }
}

/// An impact that will happen if nothing else does before; the earliest is the greatest.
struct Coming {
    t: f64,
    /// A continuous object first.
    numbers: [u32; 2],
    /// How many impacts each had when this was found.
    impacts: [u32; 2],
}

impl Ord for Coming {
    fn cmp(&self, other: &Self) -> Ordering {
        other.t.total_cmp(&self.t).then_with(|| other.numbers.cmp(&self.numbers))
    }
}

impl PartialOrd for Coming {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Coming {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Coming {}

impl<V: Vector> World<V> {
    /// Where objects that pass through nothing are after a step, by their numbers.
    pub(super) fn continuous_ends(&self, time: f64) -> BTreeMap<u32, V::Double> {
        let is_continuous = |handle: &Handle| {
            self.slots.get(*handle).is_ok_and(|held| held.object.continuous_tolerance().is_some())
        };
        if !self.going.iter().any(is_continuous) {
            return BTreeMap::new();
        }
        let mut step = Step::new(self, time);
        step.run();
        let end = |(&number, way): (&u32, &Way<V::Double>)| (number, way.place(1.0));
        step.continuous.iter().map(end).collect()
    }
}

/// A step under way.
struct Step<'w, V: Vector> {
    world: &'w World<V>,
    time: f64,
    /// The ways of what passes through nothing.
    continuous: BTreeMap<u32, Way<V::Double>>,
    /// Those of them, and of the other fast ones, whose ways are in the tree.
    fast: Vec<u32>,
    ways: Bvh<V::Double>,
    /// How far anything goes that is in none of both.
    furthest: f64,
    /// Those that have left the ways that are in the tree.
    astray: Vec<u32>,
    coming: BinaryHeap<Coming>,
}

impl<'w, V: Vector> Step<'w, V> {
    fn new(world: &'w World<V>, time: f64) -> Self {
        let (mut continuous, mut fast, mut boxes) = (BTreeMap::new(), Vec::new(), Vec::new());
        let mut furthest = 0.0_f64;
        for handle in &world.going {
            let Ok(held) = world.slots.get(*handle) else { continue };
            let motion = motion_of(held, time);
            if motion == V::Double::ZERO {
                continue;
            }
            let bounds = held.bounds();
            let way = Way { since: 0.0, at: held.object.position(), motion, impacts: 0 };
            let is_continuous = held.object.continuous_tolerance().is_some();
            let length = motion.abs().largest();
            let size = (bounds.max() * 0.5 - bounds.min() * 0.5).largest();
            if is_continuous {
                continuous.insert(handle.index(), way);
            }
            if is_continuous || length > size {
                fast.push(handle.index());
                boxes.push(swept(&bounds, motion));
            } else {
                furthest = furthest.max(length);
            }
        }
        let ways = Bvh::new(&boxes);
        Step { world, time, continuous, fast, ways, furthest, astray: Vec::new(), coming: BinaryHeap::new() }
    }

    fn run(&mut self) {
        let numbers: Vec<u32> = self.continuous.keys().copied().collect();
        for number in numbers {
            self.look_ahead(number, 0.0);
        }
        while let Some(Coming { t, numbers, impacts }) = self.coming.pop() {
            // What was found of a way that has changed since does not hold any more.
            if numbers.map(|number| self.impacts(number)) != impacts {
                continue;
            }
            let [_, other] = numbers;
            let is_both = self.continuous.contains_key(&other);
            let along = if is_both { V::Double::ZERO } else { self.way(other).motion };
            for number in numbers {
                let Some(way) = self.continuous.get_mut(&number) else { continue };
                let impacts = way.impacts + 1;
                let motion = if impacts < MOST_IMPACTS { along } else { V::Double::ZERO };
                *way = Way { since: t, at: way.place(t), motion, impacts };
                self.astray.push(number);
            }
            for number in numbers {
                if self.continuous.contains_key(&number) {
                    self.look_ahead(number, t);
                }
            }
        }
    }

    fn impacts(&self, number: u32) -> u32 {
        self.continuous.get(&number).map_or(0, |way| way.impacts)
    }

    fn way(&self, number: u32) -> Way<V::Double> {
        if let Some(way) = self.continuous.get(&number) {
            return *way;
        }
        let (at, motion) = match self.world.slots.at(number) {
            Some(held) => (held.object.position(), motion_of(held, self.time)),
            None => (V::Double::ZERO, V::Double::ZERO),
        };
        Way { since: 0.0, at, motion, impacts: 0 }
    }

    /// Finds what a continuous object will meet from a time on.
    fn look_ahead(&mut self, number: u32, t: f64) {
        let (world, way) = (self.world, self.way(number));
        let Some(held) = world.slots.at(number).filter(|held| !held.object.is_sensor()) else { return };
        let among = Among { filter: held.object.filter(), except: world.handle(number), sensors: false };
        let from_start = way.place(t) - held.object.position();
        let bounds = swept(&swept_by(&held.bounds(), from_start), way.motion * (1.0 - t));
        let around = grown(&bounds, self.furthest);
        let mut near = world.numbers_in(&around, &among);
        let _ = self.ways.query(&bounds, |index| {
            near.push(self.fast[index as usize]);
            ControlFlow::<()>::Continue(())
        });
        near.extend_from_slice(&self.astray);
        near.sort_unstable();
        near.dedup();
        for other in near {
            // Who stays where it is for good is passed by what is not continuous, and by nothing else.
            let is_met = way.impacts < MOST_IMPACTS || self.continuous.contains_key(&other);
            if is_met
                && other != number
                && world.counts(other, &among)
                && let Some(first) = self.first_impact(number, other, t)
            {
                let numbers = [number, other];
                let impacts = numbers.map(|number| self.impacts(number));
                self.coming.push(Coming { t: first, numbers, impacts });
            }
        }
    }

    /// When two objects first meet from a time on, if they do within the step.
    fn first_impact(&self, number: u32, other: u32, start: f64) -> Option<f64> {
        let (a, b) = (self.world.slots.at(number)?, self.world.slots.at(other)?);
        let tolerance = [a, b].map(|held| held.object.continuous_tolerance().map_or(0.0, V::Scalar::into));
        let tolerance = tolerance[0].max(tolerance[1]);
        let ways = [self.way(number), self.way(other)];
        let mut t = start;
        for _ in 0..MOST_LOOKS {
            let [place_a, place_b] = [ways[0].place(t), ways[1].place(t)];
            let far = (place_b - place_a).abs().sum();
            let rounding = ROUNDINGS * V::Scalar::UNIT_ROUNDOFF.into() * far;
            let options = ImpactOptions::new(tolerance + rounding).ok()?.ignoring_what_leaves();
            let motions = ways.map(|way| Motion::by(way.motion * (1.0 - t)));
            let impact = seen(b, place_b - place_a, |view| {
                time_of_impact(&a.turned.view(), &motions[0], view, &motions[1], &options)
            });
            match impact {
                Impact::Separate => return None,
                // What is in something already may go.
                Impact::OverlappingAtStart(contact) if contact.depth().into() > tolerance + rounding => {
                    return None;
                }
                Impact::OverlappingAtStart(_) => return Some(t),
                Impact::Hit { time, .. } => t += time * (1.0 - t),
            }
            // From here it is seen more clearly.
            let near = (ways[1].place(t) - ways[0].place(t)).abs().sum();
            if near >= 0.5 * far || rounding <= 0.125 * tolerance {
                break;
            }
        }
        Some(t)
    }
}

/// Shows an object where it is seen from another one.
fn seen<V: Vector, R>(
    held: &Held<V>,
    from_there: V::Double,
    show: impl FnOnce(&crate::shape::View<'_, V>) -> R,
) -> R {
    held.seen_from(held.object.position() - from_there, |view| show(&view))
}

fn motion_of<V: Vector>(held: &Held<V>, time: f64) -> V::Double {
    if held.object.is_fixed() { V::Double::ZERO } else { held.object.velocity() * time }
}

/// A box moved.
fn swept_by<D: Vector<Scalar = f64>>(bounds: &Aabb<D>, by: D) -> Aabb<D> {
    Aabb::between(bounds.min() + by, bounds.max() + by)
}

/// The box around a box on its way, rounded outwards.
fn swept<D: Vector<Scalar = f64>>(bounds: &Aabb<D>, motion: D) -> Aabb<D> {
    let all = Aabb::between(bounds.min() + motion.min(D::ZERO), bounds.max() + motion.max(D::ZERO));
    let far = all.min().abs().max(all.max().abs()).largest();
    grown(&all, far * 4.0 * f64::EPSILON)
}

fn grown<D: Vector<Scalar = f64>>(bounds: &Aabb<D>, by: f64) -> Aabb<D> {
    let most = D::splat(f64::MAX);
    let (by, limit) = (D::splat(by), |corner: D| corner.max(-most).min(most));
    Aabb::between(limit(bounds.min() - by), limit(bounds.max() + by))
}
