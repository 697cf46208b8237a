//! Continuous collision detection in a step: colliders that pass through nothing, however fast they move and
//! rotate.
//!
//! Before anything moves, the first impacts of these colliders are computed, on their own trajectories
//! and on the trajectories of the moving colliders near them ([`time_of_impact`]), and processed in the
//! order of time. At an impact, the obstacle carries the collider for the rest of the step, like a part
//! of itself ([`Trajectory`]). On a resting obstacle it rests; a rotating one carries it around and rotates
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
//! leave an obstacle that it overlaps at the start by more than the tolerance. And after [`MAX_IMPACTS`] A
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
//! precision of the coordinates allows. That may be further than the margins of both touch_distance: by
//! millimetres above a floor of a kilometre. So the distance of both at the impact is computed, and the pair
//! touches up to that distance from then on, until it is further apart. If it is further apart at the end of
//! the step, since others met it, it has touched in passing, as a sensor may.
//!
//! The cost depends on the fast colliders: each queries the search tree along its trajectory. While one
//! of them rests, every other moving collider also queries the tree. A slightly larger query finds
//! colliders that move by at most their own size, at any of their points; a tree of trajectories finds
//! the other moving ones.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

use super::CollisionWorld;
use super::collider_entry::ColliderEntry;
use super::collider_pair::is_sensor_touching;
use super::query_filter::QueryFilter;
use super::trajectory::{Trajectory, expand_aabb};
use crate::bvh::Bvh;
use crate::math::{Scalar, Vector};
use crate::narrow::Collide;
use crate::shape::Shape;
use crate::sweep::{TimeOfImpact, TimeOfImpactOptions, is_endless, time_of_impact};

#[cfg(test)]
mod tests;

/// Maximum number of impacts of a collider in a step; after these it rests.
const MAX_IMPACTS: u32 = 8;
/// Maximum number of times that a distant impact is recomputed from nearby.
const MAX_REFINEMENTS: u32 = 4;
/// A sensor may also report colliders beyond touching distance, by up to this part of it.
const SENSOR_TOLERANCE: f64 = 0.125;
/// Rounding of distant positions, in units of roundoff of the distance.
const ROUNDING_FACTOR: f64 = 8.0;
/// An obstacle that stopped a collider touches it up to so many times the distance: while it slides along,
/// distances are rounded anew. The rounding of the coordinates is a small part of the stopping distance.
const STOP_DISTANCE_FACTOR: f64 = 1.25;

/// A future impact, unless another one comes before; the earliest is the greatest.
struct PendingImpact {
    t: f64,
    /// A collider with CCD first.
    numbers: [u32; 2],
    /// The number of impacts of each when this was found.
    impacts: [u32; 2],
}

impl Ord for PendingImpact {
    fn cmp(&self, other: &Self) -> Ordering {
        other.t.total_cmp(&self.t).then_with(|| other.numbers.cmp(&self.numbers))
    }
}

impl PartialOrd for PendingImpact {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for PendingImpact {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for PendingImpact {}

/// Result of the continuous part of a step.
pub(super) struct CcdResult<V: Vector> {
    /// The final trajectories, by index; of resting colliders, only of those that may be pushed, or report
    /// passing ones.
    pub trajectories: BTreeMap<u32, Trajectory<V::Double>>,
    /// By the indices of both.
    pub contacts: Vec<CcdContact<V>>,
}

/// Two colliders that meet within a step.
pub(super) struct CcdContact<V: Vector> {
    /// The lesser index first.
    pub pair: [u32; 2],
    /// Fraction of the step.
    pub time: f64,
    /// They touch up to this distance from then on; 0 if one is a sensor, which stops nothing.
    pub touch_distance: V::Scalar,
}

impl<V: Vector> CollisionWorld<V> {
    /// Computes the trajectories of colliders with CCD.
    pub(super) fn compute_ccd_trajectories(&mut self, time: f64) -> CcdResult<V> {
        let slots = &self.slots;
        self.ccd.retain(|&handle| slots.get(handle).is_ok());
        let trajectories = self.collect_ccd_trajectories(time);
        if trajectories.is_empty() {
            return CcdResult { trajectories, contacts: Vec::new() };
        }
        let mut step = CcdStep::new(self, time, trajectories);
        step.run(|_, _| {});
        let meeting = |(&pair, &time): (&[u32; 2], &Option<f64>)| {
            let touch_distance = step.touch_distances.get(&pair).copied().unwrap_or(V::Scalar::ZERO);
            Some(CcdContact { pair, time: time?, touch_distance })
        };
        let contacts = step.contacts.iter().filter_map(meeting).collect();
        CcdResult { trajectories: step.trajectories, contacts }
    }

    /// The trajectories of colliders with CCD: of those that move, and of resting ones where another collider
    /// comes along.
    fn collect_ccd_trajectories(&self, time: f64) -> BTreeMap<u32, Trajectory<V::Double>> {
        let mut trajectories = BTreeMap::new();
        if self.ccd.is_empty() {
            return trajectories;
        }
        let find_resting = |number: u32| {
            self.slots.at(number).filter(|entry| {
                let object = &entry.collider;
                // A fixed collider is not pushed, but as a sensor it may report passing ones.
                let is_free = object.is_sensor() || !object.is_fixed();
                object.ccd_tolerance().is_some() && !object.is_moving() && is_free
            })
        };
        let is_any_resting = self.ccd.iter().any(|handle| find_resting(handle.index()).is_some());
        for handle in &self.active {
            let Ok(entry) = self.slots.get(*handle) else { continue };
            let trajectory = Trajectory::clamped_for_step(entry, time);
            if trajectory.is_at_rest() {
                continue;
            }
            if entry.collider.ccd_tolerance().is_some() {
                trajectories.insert(handle.index(), trajectory);
            } else if is_any_resting {
                let filter = QueryFilter { filter: entry.collider.filter(), exclude: None, sensors: true };
                for number in self.find_indices_in(&trajectory.swept_aabb(entry, 0.0), &filter) {
                    if let Some(entry) = find_resting(number) {
                        trajectories.insert(number, Trajectory::clamped_for_step(entry, time));
                    }
                }
            }
        }
        trajectories
    }
}

/// A step in progress.
struct CcdStep<'w, V: Vector> {
    world: &'w CollisionWorld<V>,
    time: f64,
    /// The trajectories of colliders with CCD.
    trajectories: BTreeMap<u32, Trajectory<V::Double>>,
    /// The moving colliders with CCD and the other fast ones: their trajectories are in the tree.
    fast: Vec<u32>,
    trajectory_tree: Bvh<V::Double>,
    /// Maximum motion of any point of a collider that is in neither.
    max_displacement: f64,
    /// Colliders that have left their trajectories in the tree.
    changed: Vec<u32>,
    pending: BinaryHeap<PendingImpact>,
    /// The time of the first contact of two colliders, the lesser index first; `None` for a sensor with a
    /// contact from before.
    contacts: BTreeMap<[u32; 2], Option<f64>>,
    /// Touching distances of pairs of which one has stopped the other.
    touch_distances: BTreeMap<[u32; 2], V::Scalar>,
}

impl<'w, V: Vector> CcdStep<'w, V> {
    fn new(
        world: &'w CollisionWorld<V>,
        time: f64,
        trajectories: BTreeMap<u32, Trajectory<V::Double>>,
    ) -> Self {
        let (mut fast, mut boxes) = (Vec::new(), Vec::new());
        let mut max_displacement = 0.0_f64;
        for handle in &world.active {
            let Ok(entry) = world.slots.get(*handle) else { continue };
            let trajectory = Trajectory::clamped_for_step(entry, time);
            if trajectory.is_at_rest() {
                continue;
            }
            let bounds = entry.bounds();
            let is_continuous = trajectories.contains_key(&handle.index());
            let length = trajectory.motion.abs().max_element() + trajectory.rotation_displacement(entry, 0.0);
            let size = (bounds.max() * 0.5 - bounds.min() * 0.5).max_element();
            if is_continuous || length > size {
                fast.push(handle.index());
                boxes.push(trajectory.swept_aabb(entry, 0.0));
            } else {
                max_displacement = max_displacement.max(length);
            }
        }
        let trajectory_tree = Bvh::new(&boxes);
        CcdStep {
            world,
            time,
            trajectories,
            fast,
            trajectory_tree,
            max_displacement,
            changed: Vec::new(),
            pending: BinaryHeap::new(),
            contacts: BTreeMap::new(),
            touch_distances: BTreeMap::new(),
        }
    }

    /// Processes all impacts, and calls `ended` with each trajectory that ends before the step does.
    fn run(&mut self, mut ended: impl FnMut(u32, &Trajectory<V::Double>)) {
        let numbers: Vec<u32> = self.trajectories.keys().copied().collect();
        for number in numbers {
            self.queue_impacts(number, 0.0);
        }
        while let Some(PendingImpact { t, numbers, impacts }) = self.pending.pop() {
            // Found on a trajectory that has changed since.
            if numbers.map(|number| self.impact_count(number)) != impacts {
                continue;
            }
            self.contacts.entry(sort_indices(numbers)).or_insert(Some(t));
            if self.has_sensor(numbers) {
                continue;
            }
            self.touch_distances.insert(sort_indices(numbers), self.stop_distance(sort_indices(numbers), t));
            let [_, other] = numbers;
            let is_both = self.trajectories.contains_key(&other);
            let carrier = self.trajectory_of(other);
            for number in numbers {
                let Some(trajectory) = self.trajectories.get_mut(&number) else { continue };
                ended(number, trajectory);
                let impact_count = trajectory.impact_count + 1;
                let stays = is_both || impact_count >= MAX_IMPACTS;
                let next =
                    if stays { trajectory.stop_at(t) } else { trajectory.attach_to(t, other, &carrier) };
                *trajectory = Trajectory { impact_count, ..next };
                self.changed.push(number);
            }
            for number in numbers {
                if self.trajectories.contains_key(&number) {
                    self.queue_impacts(number, t);
                }
            }
        }
    }

    fn impact_count(&self, number: u32) -> u32 {
        self.trajectories.get(&number).map_or(0, |trajectory| trajectory.impact_count)
    }

    fn trajectory_of(&self, number: u32) -> Trajectory<V::Double> {
        if let Some(trajectory) = self.trajectories.get(&number) {
            return *trajectory;
        }
        match self.world.slots.at(number) {
            Some(entry) => Trajectory::clamped_for_step(entry, self.time),
            None => Trajectory::zero(),
        }
    }

    /// The collider whose trajectory a collider has: its carrier, or itself.
    fn carrier_or_self(&self, number: u32) -> u32 {
        self.trajectories.get(&number).and_then(|trajectory| trajectory.carrier).unwrap_or(number)
    }

    /// Finds the impacts of a collider with CCD from a time on.
    fn queue_impacts(&mut self, number: u32, t: f64) {
        let (world, trajectory) = (self.world, self.trajectory_of(number));
        let Some(entry) = world.slots.at(number) else { return };
        let filter =
            QueryFilter { filter: entry.collider.filter(), exclude: world.handle(number), sensors: true };
        let bounds = trajectory.swept_aabb(entry, t);
        let around = expand_aabb(&bounds, self.max_displacement);
        let mut near = world.find_indices_in(&around, &filter);
        self.trajectory_tree.query_aabb(&bounds, |index| near.push(self.fast[index as usize]));
        near.extend_from_slice(&self.changed);
        near.sort_unstable();
        near.dedup();
        for other in near {
            if !world.is_selected(other, &filter) {
                continue;
            }
            let numbers = [number, other];
            // A collider that rests for good is passed by those without CCD, and by no others.
            let may_stop = trajectory.impact_count < MAX_IMPACTS || self.trajectories.contains_key(&other);
            let first = if self.has_sensor(numbers) {
                self.find_sensor_contact(numbers, t)
            } else if may_stop && self.carrier_or_self(other) != self.carrier_or_self(number) {
                self.find_impact(numbers, t)
            } else {
                None
            };
            if let Some(t) = first {
                self.pending.push(PendingImpact {
                    t,
                    numbers,
                    impacts: numbers.map(|number| self.impact_count(number)),
                });
            }
        }
    }

    fn has_sensor(&self, numbers: [u32; 2]) -> bool {
        let is_sensor =
            |&number: &u32| self.world.slots.at(number).is_some_and(|entry| entry.collider.is_sensor());
        numbers.iter().any(is_sensor)
    }

    /// Touching distance of two colliders that stop each other at a time.
    fn stop_distance(&self, numbers: [u32; 2], t: f64) -> V::Scalar {
        let [Some(a), Some(b)] = numbers.map(|number| self.world.slots.at(number)) else {
            return V::Scalar::ZERO;
        };
        let trajectories = numbers.map(|number| self.trajectory_of(number));
        let rotations = trajectories.map(|trajectory| trajectory.rotation_at(t));
        let shape = a.rotate_shape(rotations[0].as_ref());
        let place = b.collider.position() - (trajectories[1].position_at(t) - trajectories[0].position_at(t));
        let gap =
            b.with_rotated_shape_at(rotations[1].as_ref(), place, |view| shape.shape_ref().distance(&view));
        (gap * V::Scalar::from_f64(STOP_DISTANCE_FACTOR)).min(V::Scalar::MAX)
    }

    /// Time of the first contact of a sensor and another collider from a time on, if they did not touch
    /// before.
    fn find_sensor_contact(&mut self, numbers: [u32; 2], start: f64) -> Option<f64> {
        let pair = sort_indices(numbers);
        if self.contacts.contains_key(&pair)
            || numbers.iter().all(|&number| self.trajectory_of(number).is_at_rest())
        {
            return None;
        }
        let pairs = &self.world.pairs;
        // At the start of the step, for any `start`: a collider that is pushed later rested until then.
        if pairs.find(pair).is_some_and(|place| pairs.get(place).is_touching)
            && is_sensor_touching(self.world.slots.at(pair[0])?, self.world.slots.at(pair[1])?)
        {
            self.contacts.insert(pair, None);
            return None;
        }
        self.find_impact(numbers, start)
    }

    /// First time at which two colliders meet from a time on, within the step: an impact, or, for a sensor,
    /// touching distance.
    fn find_impact(&self, numbers: [u32; 2], start: f64) -> Option<f64> {
        let (a, b) = (self.world.slots.at(numbers[0])?, self.world.slots.at(numbers[1])?);
        let has_sensor = self.has_sensor(numbers);
        let tolerance: f64 = if has_sensor {
            (a.collider.margin() + b.collider.margin()).into()
        } else {
            let of = |entry: &ColliderEntry<V>| entry.collider.ccd_tolerance().map_or(0.0, V::Scalar::into);
            of(a).max(of(b))
        };
        let are_endless = [a, b].iter().all(|entry| is_endless(&entry.collider.shape().shape_ref()));
        let trajectories = numbers.map(|number| self.trajectory_of(number));
        if trajectories.iter().all(Trajectory::is_at_rest) {
            return None;
        }
        let mut t = start;
        for _ in 0..MAX_REFINEMENTS {
            let [place_a, place_b] = [trajectories[0].position_at(t), trajectories[1].position_at(t)];
            let far = (place_b - place_a).abs().element_sum();
            let rounding = ROUNDING_FACTOR * V::Scalar::UNIT_ROUNDOFF.into() * far;
            let options = if has_sensor {
                TimeOfImpactOptions::new(tolerance * SENSOR_TOLERANCE).ok()?.with_gap(tolerance + rounding)
            } else {
                TimeOfImpactOptions::new(tolerance + rounding).ok()?.with_ignore_separating(true)
            };
            let motions = trajectories.map(|trajectory| trajectory.remaining_motion::<V>(t, place_a));
            let rotations = trajectories.map(|trajectory| trajectory.rotation_at(t));
            let shape = a.rotate_shape(rotations[0].as_ref());
            // The other one has not moved yet: its position relative to the first one then.
            let place = b.collider.position() - (place_b - place_a);
            let impact = b.with_rotated_shape_at(rotations[1].as_ref(), place, |view| {
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
            let near = (trajectories[1].position_at(t) - trajectories[0].position_at(t)).abs().element_sum();
            if near >= 0.5 * far || rounding <= 0.125 * tolerance {
                break;
            }
        }
        Some(t)
    }
}

/// The lesser index first.
fn sort_indices([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
