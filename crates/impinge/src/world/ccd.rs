//! Continuous collision detection in a step: colliders that pass through nothing, however fast they move and
//! rotate.
//!
//! Before anything moves, the first impacts of these colliders are computed, on their own trajectories
//! and on the trajectories of the moving colliders near them ([`time_of_impact`]), and processed in the
//! order of time. At an impact, the obstacle carries the collider for the rest of the step, like a part
//! of itself ([`Way`]). On a resting obstacle it rests; a rotating one carries it around and rotates
//! it. If two such colliders meet, both stop, rotation included. From then on the trajectory is another
//! one, and its next impact is computed anew.
//!
//! **Neither passes through the other.** Let A be such a collider, and B another. Between two changes of
//! their trajectories both move as [`Motion`](crate::sweep::Motion) does. When the trajectory of A changes,
//! at a time t, the impact of A and B from t on is computed, and likewise for B if it is such a collider too;
//! the trajectory of any other never changes. The result is never late. If it is a time, it is queued among
//! the future impacts, which are processed in the order of time. It is dropped only if one of both
//! trajectories changes before, when it is computed anew. So A and B are disjoint until they meet, and when
//! they do, still by some of the tolerance, A gets the trajectory of B, or both rest. From then on each rests
//! relative to the other, until one of their trajectories changes, and the impact is computed anew.
//!
//! Colliders that share a trajectory need no test, nor two that both rest or have the same carrier; and they
//! get none, for rounding would find impacts where nothing moves, again and again. Two cases are left. A may
//! leave an obstacle that it overlaps at the start by more than the tolerance. And after [`MOST_IMPACTS`] A
//! rests, and other colliders without CCD pass it: something has to give when it is squeezed. Colliders with
//! CCD still test against A, and stop.
//!
//! A resting collider is pushed in the same way: to rest is its trajectory, which ends when a collider
//! without CCD meets it.
//!
//! **Sensors** neither stop nor are stopped: their trajectories never change. The time at which a sensor and
//! such a collider first come within touching distance is computed in the same way, and stored when its turn
//! comes among the impacts: so only on actual trajectories. A contact with a sensor from before is left to
//! the end of the step, which reports whether it still holds.
//!
//! **The obstacle that stops a collider is reported**, however far off it is. An impact is no nearer than the
//! precision of the coordinates allows. That may be further than the margins of both reach: by millimetres
//! above a floor of a kilometre. So the distance of both at the impact is computed, and the pair touches up
//! to that distance from then on, until it is further apart. If it is further apart at the end of the step,
//! since others met it, it has touched in passing, as a sensor may.
//!
//! The cost depends on the fast colliders: each queries the search tree along its trajectory. While one
//! of them rests, every other moving collider also queries the tree. A slightly larger query finds
//! colliders that move by at most their own size, at any of their points; a tree of trajectories finds
//! the other moving ones.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

use super::CollisionWorld;
use super::collider_entry::Held;
use super::collider_pair::is_sensed;
use super::query_filter::QueryFilter;
use super::trajectory::{Way, grown};
use crate::bvh::Bvh;
use crate::math::{Scalar, Vector};
use crate::narrow::Collide;
use crate::shape::Shape;
use crate::sweep::{TimeOfImpact, TimeOfImpactOptions, is_endless, time_of_impact};

#[cfg(test)]
mod tests;

/// Maximum number of impacts of a collider in a step; after these it rests.
const MOST_IMPACTS: u32 = 8;
/// Maximum number of times that a distant impact is recomputed from nearby.
const MOST_LOOKS: u32 = 4;
/// A sensor may also report colliders beyond touching distance, by up to this part of it.
const EARLY: f64 = 0.125;
/// Rounding of distant positions, in units of roundoff of the distance.
const ROUNDINGS: f64 = 8.0;
/// An obstacle that stopped a collider touches it up to so many times the distance: while it slides along,
/// distances are rounded anew. The rounding of the coordinates is a small part of the stopping distance.
const HELD: f64 = 1.25;

/// A future impact, unless another one comes before; the earliest is the greatest.
struct Coming {
    t: f64,
    /// A collider with CCD first.
    numbers: [u32; 2],
    /// The number of impacts of each when this was found.
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

/// Result of the continuous part of a step.
pub(super) struct Outcome<V: Vector> {
    /// The final trajectories, by index; of resting colliders, only of those that may be pushed, or report
    /// passing ones.
    pub ways: BTreeMap<u32, Way<V::Double>>,
    /// By the indices of both.
    pub met: Vec<Meeting<V>>,
}

/// Two colliders that meet within a step.
pub(super) struct Meeting<V: Vector> {
    /// The lesser index first.
    pub pair: [u32; 2],
    /// Fraction of the step.
    pub time: f64,
    /// They touch up to this distance from then on; 0 if one is a sensor, which stops nothing.
    pub reach: V::Scalar,
}

impl<V: Vector> CollisionWorld<V> {
    /// Computes the trajectories of colliders with CCD.
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

    /// The trajectories of colliders with CCD: of those that move, and of resting ones where another collider
    /// comes along.
    fn concerned(&self, time: f64) -> BTreeMap<u32, Way<V::Double>> {
        let mut concerned = BTreeMap::new();
        if self.continuous.is_empty() {
            return concerned;
        }
        let rests = |number: u32| {
            self.slots.at(number).filter(|held| {
                let object = &held.object;
                // A fixed collider is not pushed, but as a sensor it may report passing ones.
                let is_free = object.is_sensor() || !object.is_fixed();
                object.ccd_tolerance().is_some() && !object.is_moving() && is_free
            })
        };
        let does_any_rest = self.continuous.iter().any(|handle| rests(handle.index()).is_some());
        for handle in &self.going {
            let Ok(held) = self.slots.get(*handle) else { continue };
            let way = Way::looked_at(held, time);
            if way.is_still() {
                continue;
            }
            if held.object.ccd_tolerance().is_some() {
                concerned.insert(handle.index(), way);
            } else if does_any_rest {
                let among = QueryFilter { filter: held.object.filter(), exclude: None, sensors: true };
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

/// A step in progress.
struct Step<'w, V: Vector> {
    world: &'w CollisionWorld<V>,
    time: f64,
    /// The trajectories of colliders with CCD.
    continuous: BTreeMap<u32, Way<V::Double>>,
    /// The moving colliders with CCD and the other fast ones: their trajectories are in the tree.
    fast: Vec<u32>,
    ways: Bvh<V::Double>,
    /// Maximum motion of any point of a collider that is in neither.
    furthest: f64,
    /// Colliders that have left their trajectories in the tree.
    astray: Vec<u32>,
    coming: BinaryHeap<Coming>,
    /// The time of the first contact of two colliders, the lesser index first; `None` for a sensor with a
    /// contact from before.
    met: BTreeMap<[u32; 2], Option<f64>>,
    /// Touching distances of pairs of which one has stopped the other.
    reaches: BTreeMap<[u32; 2], V::Scalar>,
}

impl<'w, V: Vector> Step<'w, V> {
    fn new(world: &'w CollisionWorld<V>, time: f64, continuous: BTreeMap<u32, Way<V::Double>>) -> Self {
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
            let length = way.motion.abs().max_element() + way.spread(held, 0.0);
            let size = (bounds.max() * 0.5 - bounds.min() * 0.5).max_element();
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

    /// Processes all impacts, and calls `ended` with each trajectory that ends before the step does.
    fn run(&mut self, mut ended: impl FnMut(u32, &Way<V::Double>)) {
        let numbers: Vec<u32> = self.continuous.keys().copied().collect();
        for number in numbers {
            self.look_ahead(number, 0.0);
        }
        while let Some(Coming { t, numbers, impacts }) = self.coming.pop() {
            // Found on a trajectory that has changed since.
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

    /// The collider whose trajectory a collider has: its carrier, or itself.
    fn leader(&self, number: u32) -> u32 {
        self.continuous.get(&number).and_then(|way| way.carrier).unwrap_or(number)
    }

    /// Finds the impacts of a collider with CCD from a time on.
    fn look_ahead(&mut self, number: u32, t: f64) {
        let (world, way) = (self.world, self.way(number));
        let Some(held) = world.slots.at(number) else { return };
        let among =
            QueryFilter { filter: held.object.filter(), exclude: world.handle(number), sensors: true };
        let bounds = way.bounds(held, t);
        let around = grown(&bounds, self.furthest);
        let mut near = world.numbers_in(&around, &among);
        self.ways.query_aabb(&bounds, |index| near.push(self.fast[index as usize]));
        near.extend_from_slice(&self.astray);
        near.sort_unstable();
        near.dedup();
        for other in near {
            if !world.counts(other, &among) {
                continue;
            }
            let numbers = [number, other];
            // A collider that rests for good is passed by those without CCD, and by no others.
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

    /// Touching distance of two colliders that stop each other at a time.
    fn reach(&self, numbers: [u32; 2], t: f64) -> V::Scalar {
        let [Some(a), Some(b)] = numbers.map(|number| self.world.slots.at(number)) else {
            return V::Scalar::ZERO;
        };
        let ways = numbers.map(|number| self.way(number));
        let turned = ways.map(|way| way.rotation(t));
        let shape = a.shape_after(turned[0].as_ref());
        let place = b.object.position() - (ways[1].place(t) - ways[0].place(t));
        let gap = b.seen_after(turned[1].as_ref(), place, |view| shape.shape_ref().distance(&view));
        (gap * V::Scalar::from_f64(HELD)).min(V::Scalar::MAX)
    }

    /// Time of the first contact of a sensor and another collider from a time on, if they did not touch
    /// before.
    fn first_touch(&mut self, numbers: [u32; 2], start: f64) -> Option<f64> {
        let pair = in_order(numbers);
        if self.met.contains_key(&pair) || numbers.iter().all(|&number| self.way(number).is_still()) {
            return None;
        }
        let pairs = &self.world.pairs;
        // At the start of the step, for any `start`: a collider that is pushed later rested until then.
        if pairs.find(pair).is_some_and(|place| pairs.get(place).is_touching)
            && is_sensed(self.world.slots.at(pair[0])?, self.world.slots.at(pair[1])?)
        {
            self.met.insert(pair, None);
            return None;
        }
        self.first_impact(numbers, start)
    }

    /// First time at which two colliders meet from a time on, within the step: an impact, or, for a sensor,
    /// touching distance.
    fn first_impact(&self, numbers: [u32; 2], start: f64) -> Option<f64> {
        let (a, b) = (self.world.slots.at(numbers[0])?, self.world.slots.at(numbers[1])?);
        let has_sensor = self.has_sensor(numbers);
        let tolerance: f64 = if has_sensor {
            (a.object.margin() + b.object.margin()).into()
        } else {
            let of = |held: &Held<V>| held.object.ccd_tolerance().map_or(0.0, V::Scalar::into);
            of(a).max(of(b))
        };
        let are_endless = [a, b].iter().all(|held| is_endless(&held.object.shape().shape_ref()));
        let ways = numbers.map(|number| self.way(number));
        if ways.iter().all(Way::is_still) {
            return None;
        }
        let mut t = start;
        for _ in 0..MOST_LOOKS {
            let [place_a, place_b] = [ways[0].place(t), ways[1].place(t)];
            let far = (place_b - place_a).abs().element_sum();
            let rounding = ROUNDINGS * V::Scalar::UNIT_ROUNDOFF.into() * far;
            let options = if has_sensor {
                TimeOfImpactOptions::new(tolerance * EARLY).ok()?.with_gap(tolerance + rounding)
            } else {
                TimeOfImpactOptions::new(tolerance + rounding).ok()?.with_ignore_separating(true)
            };
            let motions = ways.map(|way| way.rest::<V>(t, place_a));
            let turned = ways.map(|way| way.rotation(t));
            let shape = a.shape_after(turned[0].as_ref());
            // The other one has not moved yet: its position relative to the first one then.
            let place = b.object.position() - (place_b - place_a);
            let impact = b.seen_after(turned[1].as_ref(), place, |view| {
                time_of_impact(&shape.shape_ref(), &motions[0], &view, &motions[1], &options)
            });
            match impact {
                TimeOfImpact::Disjoint => return None,
                // A collider may leave an obstacle that it overlaps.
                TimeOfImpact::OverlappingAtStart(contact)
                    if !has_sensor && contact.depth().into() > tolerance + rounding =>
                {
                    return None;
                }
                TimeOfImpact::OverlappingAtStart(_) => return Some(t),
                // These may meet; the end of the step decides.
                TimeOfImpact::Hit { converged: false, .. } if has_sensor && are_endless => return None,
                TimeOfImpact::Hit { time, .. } => t += time * (1.0 - t),
            }
            // From nearby the result is more precise.
            let near = (ways[1].place(t) - ways[0].place(t)).abs().element_sum();
            if near >= 0.5 * far || rounding <= 0.125 * tolerance {
                break;
            }
        }
        Some(t)
    }
}

/// The lesser index first.
fn in_order([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
