//! Objects that pass through nothing in a step, however fast they go and turn.
//!
//! Before anything moves, the first impacts of these objects are found, on their ways and those of what moves beside them
//! ([`time_of_impact`]), and dealt with in the order of time: who meets something goes along with it for the rest of the step, as if
//! it were a part of that ([`Way`]). If that rests, it rests too, and if that turns, it is carried around and turned with it. Of two
//! such objects that meet both stop: they neither go nor turn any more. From then on the way is another one, and what is met next is
//! looked for anew.
//!
//! **Neither passes through the other.** Let A be such an object, and B another. Between two changes of their ways both move as
//! [`Motion`](crate::sweep::Motion) does. When the way of A changes, at a time t, it is asked when A and B meet from t on, and likewise
//! for B if it is such an object too; the way of any other never changes. The answer is never late. If it is a time, it waits among
//! the impacts that are to come, which are dealt with in the order of time, and is dropped only if one of both ways changes
//! before, when it is asked anew. So A and B are apart until they meet, and when they do, still by some of the tolerance, A gets the
//! way of B, or both rest. From then on each stays where it is as the other sees it, until one of their ways changes, and it is
//! asked anew.
//!
//! Who shares a way need not be asked, nor two that both rest or go along with a third; and they are not, for rounding would find impacts
//! where nothing moves, again and again. Two cases are left. What A is in at the start, by more than the tolerance, it may leave. And after
//! [`MOST_IMPACTS`] A rests, and is passed by what is not such an object: something has to give where it is squeezed. What is such an
//! object still asks when it meets A, and stops.
//!
//! Who rests is pushed in the same way: to rest is its way, which ends when something comes along that is not such an object.
//!
//! **Sensors** neither stop nor are stopped: their ways never change. When one and such an object first come as near as counts as
//! touching is looked for in the same way, and noted when its turn comes among the impacts: so only on ways that are gone. What
//! touches a sensor from before is left to the end of the step, which tells whether it still does.
//!
//! **What stops an object is told**, however far off it does. An impact is no nearer than the precision of the coordinates allows, which may
//! be further than the margins of both reach, above a floor of a kilometre by millimetres. So it is seen how far apart both are
//! then, and as near as that the pair touches from then on, until it is further apart. And if it is where the step ends, since something
//! else has come along, it has touched in passing, as a sensor may.
//!
//! The cost is that of the fast ones: each asks the search tree for what is near its way; and while one of them rests, so does
//! everything else that moves. What moves by no more than its own size, at any of its points, is found by asking for a little more, and
//! the others that move by a tree of their ways.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

use super::World;
use super::objects::Held;
use super::pair::is_sensed;
use super::query::Among;
use super::way::{Way, grown};
use crate::math::{Scalar, Vector};
use crate::narrow::Collide;
use crate::shape::Shaped;
use crate::sweep::{Impact, ImpactOptions, is_endless, time_of_impact};
use crate::tree::Bvh;

#[cfg(test)]
mod tests;

/// After so many impacts in a step, an object stays where it is.
const MOST_IMPACTS: u32 = 8;
/// So often an impact that was found from afar is looked at again from nearby.
const MOST_LOOKS: u32 = 4;
/// A sensor may also be told of what stays further away than counts as touching, by up to this part of that.
const EARLY: f64 = 0.125;
/// From a distance, places are rounded by so many units of roundoff of it.
const ROUNDINGS: f64 = 8.0;
/// What stopped something stays in touch up to so many times as far away: where it slides along, distances are rounded anew. What is
/// no more than roundings of the coordinates is a small part of how far off it was stopped.
const HELD: f64 = 1.25;

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

/// What becomes of objects that pass through nothing in a step.
pub(super) struct Outcome<V: Vector> {
    /// How they end it, by their numbers; of those that rest, only of those that may be pushed, or told of what passes.
    pub ways: BTreeMap<u32, Way<V::Double>>,
    /// By the numbers of both.
    pub met: Vec<Meeting<V>>,
}

/// Two objects that meet within a step.
pub(super) struct Meeting<V: Vector> {
    /// The lesser number first.
    pub pair: [u32; 2],
    /// After which share of the step.
    pub time: f64,
    /// As near as this they touch from then on; 0 if one is a sensor, which stops nothing.
    pub reach: V::Scalar,
}

impl<V: Vector> World<V> {
    /// What becomes of objects that pass through nothing.
    pub(super) fn continuous_ways(&mut self, time: f64) -> Outcome<V> {
        let slots = &self.slots;
        self.continuous.retain(|&handle| slots.get(handle).is_ok());
        let continuous = self.concerned(time);
        if continuous.is_empty() {
            return Outcome { ways: continuous, met: Vec::new() };
        }
        let mut step = Step::new(self, time, continuous);
        step.run(|_, _| {});
        let meeting = |(&pair, &time): (&[u32; 2], &Option<f64>)| {
            let reach = step.reaches.get(&pair).copied().unwrap_or(V::Scalar::ZERO);
            Some(Meeting { pair, time: time?, reach })
        };
        let met = step.met.iter().filter_map(meeting).collect();
        Outcome { ways: step.continuous, met }
    }

    /// The ways of objects that pass through nothing: of those that move, and of those that rest where something else comes along.
    fn concerned(&self, time: f64) -> BTreeMap<u32, Way<V::Double>> {
        let mut concerned = BTreeMap::new();
        if self.continuous.is_empty() {
            return concerned;
        }
        let rests = |number: u32| {
            self.slots.at(number).filter(|held| {
                let object = &held.object;
                // What is fixed is pushed by nothing, but may be told of what passes it.
                let is_free = object.is_sensor() || !object.is_fixed();
                object.continuous_tolerance().is_some() && !object.is_moving() && is_free
            })
        };
        let does_any_rest = self.continuous.iter().any(|handle| rests(handle.index()).is_some());
        for handle in &self.going {
            let Ok(held) = self.slots.get(*handle) else { continue };
            let way = Way::looked_at(held, time);
            if way.is_still() {
                continue;
            }
            if held.object.continuous_tolerance().is_some() {
                concerned.insert(handle.index(), way);
            } else if does_any_rest {
                let among = Among { filter: held.object.filter(), except: None, sensors: true };
                for number in self.numbers_in(&way.bounds(held, 0.0), &among) {
                    if let Some(held) = rests(number) {
                        concerned.insert(number, Way::looked_at(held, time));
                    }
                }
            }
        }
        concerned
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
    /// How far any point goes of what is in none of both.
    furthest: f64,
    /// Those that have left the ways that are in the tree.
    astray: Vec<u32>,
    coming: BinaryHeap<Coming>,
    /// When two objects met first, the lesser number first; `None` of a sensor and what it touched before.
    met: BTreeMap<[u32; 2], Option<f64>>,
    /// As near as what two that have met touch, of which one has stopped the other.
    reaches: BTreeMap<[u32; 2], V::Scalar>,
}

impl<'w, V: Vector> Step<'w, V> {
    fn new(world: &'w World<V>, time: f64, continuous: BTreeMap<u32, Way<V::Double>>) -> Self {
        let (mut fast, mut boxes) = (Vec::new(), Vec::new());
        let mut furthest = 0.0_f64;
        for handle in &world.going {
            let Ok(held) = world.slots.get(*handle) else { continue };
            let way = Way::looked_at(held, time);
            if way.is_still() {
                continue;
            }
            let bounds = held.bounds();
            let is_continuous = continuous.contains_key(&handle.index());
            let length = way.motion.abs().largest() + way.spread(held, 0.0);
            let size = (bounds.max() * 0.5 - bounds.min() * 0.5).largest();
            if is_continuous || length > size {
                fast.push(handle.index());
                boxes.push(way.bounds(held, 0.0));
            } else {
                furthest = furthest.max(length);
            }
        }
        let ways = Bvh::new(&boxes);
        Step {
            world,
            time,
            continuous,
            fast,
            ways,
            furthest,
            astray: Vec::new(),
            coming: BinaryHeap::new(),
            met: BTreeMap::new(),
            reaches: BTreeMap::new(),
        }
    }

    /// Deals with all impacts, and shows each way that ends before the step does.
    fn run(&mut self, mut ended: impl FnMut(u32, &Way<V::Double>)) {
        let numbers: Vec<u32> = self.continuous.keys().copied().collect();
        for number in numbers {
            self.look_ahead(number, 0.0);
        }
        while let Some(Coming { t, numbers, impacts }) = self.coming.pop() {
            // What was found of a way that has changed since does not hold any more.
            if numbers.map(|number| self.impacts(number)) != impacts {
                continue;
            }
            self.met.entry(in_order(numbers)).or_insert(Some(t));
            if self.has_sensor(numbers) {
                continue;
            }
            self.reaches.insert(in_order(numbers), self.reach(in_order(numbers), t));
            let [_, other] = numbers;
            let is_both = self.continuous.contains_key(&other);
            let met = self.way(other);
            for number in numbers {
                let Some(way) = self.continuous.get_mut(&number) else { continue };
                ended(number, way);
                let impacts = way.impacts + 1;
                let stays = is_both || impacts >= MOST_IMPACTS;
                let next = if stays { way.stopped(t) } else { way.along(t, other, &met) };
                *way = Way { impacts, ..next };
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
        match self.world.slots.at(number) {
            Some(held) => Way::looked_at(held, self.time),
            None => Way::nowhere(),
        }
    }

    /// Who has the way that an object has: its carrier, or itself.
    fn leader(&self, number: u32) -> u32 {
        self.continuous.get(&number).and_then(|way| way.carrier).unwrap_or(number)
    }

    /// Finds what a continuous object will meet from a time on.
    fn look_ahead(&mut self, number: u32, t: f64) {
        let (world, way) = (self.world, self.way(number));
        let Some(held) = world.slots.at(number) else { return };
        let among = Among { filter: held.object.filter(), except: world.handle(number), sensors: true };
        let bounds = way.bounds(held, t);
        let around = grown(&bounds, self.furthest);
        let mut near = world.numbers_in(&around, &among);
        self.ways.query(&bounds, |index| near.push(self.fast[index as usize]));
        near.extend_from_slice(&self.astray);
        near.sort_unstable();
        near.dedup();
        for other in near {
            if !world.counts(other, &among) {
                continue;
            }
            let numbers = [number, other];
            // Who stays where it is for good is passed by what is not continuous, and by nothing else.
            let is_met = way.impacts < MOST_IMPACTS || self.continuous.contains_key(&other);
            let first = if self.has_sensor(numbers) {
                self.first_touch(numbers, t)
            } else if is_met && self.leader(other) != self.leader(number) {
                self.first_impact(numbers, t)
            } else {
                None
            };
            if let Some(t) = first {
                self.coming.push(Coming { t, numbers, impacts: numbers.map(|number| self.impacts(number)) });
            }
        }
    }

    fn has_sensor(&self, numbers: [u32; 2]) -> bool {
        let is_sensor =
            |&number: &u32| self.world.slots.at(number).is_some_and(|held| held.object.is_sensor());
        numbers.iter().any(is_sensor)
    }

    /// As near as what two objects touch that stop each other at a time.
    fn reach(&self, numbers: [u32; 2], t: f64) -> V::Scalar {
        let [Some(a), Some(b)] = numbers.map(|number| self.world.slots.at(number)) else {
            return V::Scalar::ZERO;
        };
        let ways = numbers.map(|number| self.way(number));
        let turned = ways.map(|way| way.rotation(t));
        let shape = a.shape_after(turned[0].as_ref());
        let place = b.object.position() - (ways[1].place(t) - ways[0].place(t));
        let gap = b.seen_after(turned[1].as_ref(), place, |view| shape.view().distance(&view));
        (gap * V::Scalar::from_f64(HELD)).min(V::Scalar::MAX)
    }

    /// When a sensor and another object first touch from a time on, if they did not before.
    fn first_touch(&mut self, numbers: [u32; 2], start: f64) -> Option<f64> {
        let pair = in_order(numbers);
        if self.met.contains_key(&pair) || numbers.iter().all(|&number| self.way(number).is_still()) {
            return None;
        }
        let pairs = &self.world.pairs;
        // Of the start of the step, whenever that is asked: who is pushed later on rested until then.
        if pairs.find(pair).is_some_and(|place| pairs.get(place).is_touching)
            && is_sensed(self.world.slots.at(pair[0])?, self.world.slots.at(pair[1])?)
        {
            self.met.insert(pair, None);
            return None;
        }
        self.first_impact(numbers, start)
    }

    /// When two objects first meet from a time on, if they do within the step: as impacts do, or, if one of them is a sensor, as
    /// near as counts as touching.
    fn first_impact(&self, numbers: [u32; 2], start: f64) -> Option<f64> {
        let (a, b) = (self.world.slots.at(numbers[0])?, self.world.slots.at(numbers[1])?);
        let has_sensor = self.has_sensor(numbers);
        let tolerance: f64 = if has_sensor {
            (a.object.margin() + b.object.margin()).into()
        } else {
            let of = |held: &Held<V>| held.object.continuous_tolerance().map_or(0.0, V::Scalar::into);
            of(a).max(of(b))
        };
        let are_endless = [a, b].iter().all(|held| is_endless(&held.object.shape().view()));
        let ways = numbers.map(|number| self.way(number));
        if ways.iter().all(Way::is_still) {
            return None;
        }
        let mut t = start;
        for _ in 0..MOST_LOOKS {
            let [place_a, place_b] = [ways[0].place(t), ways[1].place(t)];
            let far = (place_b - place_a).abs().sum();
            let rounding = ROUNDINGS * V::Scalar::UNIT_ROUNDOFF.into() * far;
            let options = if has_sensor {
                ImpactOptions::new(tolerance * EARLY).ok()?.with_gap(tolerance + rounding)
            } else {
                ImpactOptions::new(tolerance + rounding).ok()?.with_ignore_leaving(true)
            };
            let motions = ways.map(|way| way.rest::<V>(t, place_a));
            let turned = ways.map(|way| way.rotation(t));
            let shape = a.shape_after(turned[0].as_ref());
            // From there the other one, which has not moved yet, is seen as it is from the first then.
            let place = b.object.position() - (place_b - place_a);
            let impact = b.seen_after(turned[1].as_ref(), place, |view| {
                time_of_impact(&shape.view(), &motions[0], &view, &motions[1], &options)
            });
            match impact {
                Impact::Separate => return None,
                // What is in something already may go.
                Impact::OverlappingAtStart(contact)
                    if !has_sensor && contact.depth().into() > tolerance + rounding =>
                {
                    return None;
                }
                Impact::OverlappingAtStart(_) => return Some(t),
                // Of these it is only known that they may meet; whether they do is seen where the step ends.
                Impact::Hit { is_within_tolerance: false, .. } if has_sensor && are_endless => return None,
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

/// The lesser number first.
fn in_order([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
