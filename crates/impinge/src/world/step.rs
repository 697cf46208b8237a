//! The step of a world: integrate velocities, test pairs, emit events.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::CollisionWorld;
use super::ccd::{CcdContact, CcdResult};
use super::collider_entry::mark_changed;
use super::error::WorldError;
use super::event::{CollisionEvent, EventKind};
use super::handle::ColliderHandle;
use super::trajectory::Trajectory;
use crate::broad::sort_pairs;
use crate::math::{Scalar, Vector};

/// Minimum number of pairs or boxes per thread.
const MIN_PER_THREAD: usize = 64;

impl<V: Vector> CollisionWorld<V> {
    /// Advances the world by a time and returns the events.
    ///
    /// The step applies the velocities, then tests the pairs of which a collider moved or changed since the
    /// last step. Events are sorted by collider index. If two pairs had the same indices one after the other,
    /// the ended one comes first.
    ///
    /// Colliders touch if their shapes are at most the sum of their margins apart at the end of the step.
    /// [Speculative](super::Collider::with_speculative_contacts) colliders have longer margins. With
    /// [continuous collision detection](super::Collider::with_ccd), [sensors](super::Collider::sensor) also
    /// touch colliders that they pass, or that pass them, during the step. An obstacle that stops a collider
    /// touches it from that step on, until they are further apart. Positions are clamped to finite values.
    ///
    /// The events are borrowed from the world. To change the world while iterating, copy them with `to_vec`;
    /// this copies two handles and a reference count each, no manifolds. [`events`](CollisionWorld::events)
    /// returns them again.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{EventKind, Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// let player = world.add(Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_velocity(DVec2::X)?)?;
    /// for x in 1..=3 {
    ///     let coin = Collider::new(Ball::new(Vec2::ZERO, 0.25)?).with_position(DVec2::X * f64::from(x))?;
    ///     world.add(coin.sensor().fixed())?;
    /// }
    /// for event in world.step(1.0)?.to_vec() {
    ///     if let (EventKind::Begin, Some(coin)) = (event.kind, event.other(player)) {
    ///         world.remove(coin)?;
    ///     }
    /// }
    /// assert_eq!(world.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`WorldError::Time`] if the time is negative or not finite; the world is unchanged.
    pub fn step(&mut self, time: f64) -> Result<&[CollisionEvent<V>], WorldError> {
        V::world_step(self, time)?;
        Ok(&self.events)
    }

    pub(super) fn step_inner(&mut self, time: f64) -> Result<(), WorldError> {
        if !time.is_finite() || time < 0.0 {
            return Err(WorldError::Time(time));
        }
        // First, so that pairs can reuse the contact data of the old events.
        self.events.clear();
        self.step_count += 1;
        let ccd_contacts = self.move_colliders(time);
        let mut pairs = self.find_stopped_pairs();
        pairs.extend(ccd_contacts.iter().map(|contact| contact.pair));
        self.store_touch_distances(&ccd_contacts);
        let may_come_twice = !pairs.is_empty();
        self.broad.for_each_changed_pair(|a, b| pairs.push([a, b]));
        sort_pairs(&mut pairs, self.slots.end());
        if may_come_twice {
            pairs.dedup();
        }
        let pair_indices = self.test_pairs(&pairs);
        let before = self.store_impact_times(&ccd_contacts);

        let mut ended = std::mem::take(&mut self.ended);
        // The youngest first, which keeps the others in place in the lists of their colliders.
        for pair_index in self.find_separated_pairs(&before).into_iter().rev() {
            ended.extend(self.end_pair(pair_index));
        }
        let numbers = |event: &CollisionEvent<V>| [event.a.index(), event.b.index()];
        // Stable: of two pairs with the same indices, the older one comes first.
        ended.sort_by_key(numbers);
        let mut ended = ended.into_iter().peekable();
        for pair_index in pair_indices {
            let pair = self.pairs.get(pair_index);
            let Some(kind) = pair.change else { continue };
            let event = pair.make_event(kind);
            while let Some(older) = ended.next_if(|older| numbers(older) <= numbers(&event)) {
                self.events.push(older);
            }
            self.events.push(event);
        }
        self.events.extend(ended);
        Ok(())
    }

    /// Returns the events of the last step.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let mut world = CollisionWorld::<Vec2>::new();
    /// for x in [0.0, 1.0] {
    ///     world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_position(DVec2::X * x)?)?;
    /// }
    /// let told = world.step(0.0)?.len();
    /// // They stay available until the next step.
    /// assert_eq!((told, world.events().len()), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn events(&self) -> &[CollisionEvent<V>] {
        &self.events
    }

    /// Moves resting colliders that are pushed by others.
    fn move_pushed_colliders(&mut self, trajectories: &BTreeMap<u32, Trajectory<V::Double>>) {
        for (&number, trajectory) in trajectories.iter().filter(|(_, trajectory)| trajectory.impact_count > 0)
        {
            let (Some(handle), Some(entry)) = (self.slots.handle(number), self.slots.at_mut(number)) else {
                continue;
            };
            if !entry.collider.is_moving() {
                trajectory.move_to_end(entry);
                mark_changed(entry, handle, &mut self.moved, &mut self.changed);
                self.broad.set_aabb(number, &entry.speculative_aabb());
            }
        }
    }

    /// Moves all colliders, and returns the contacts on their trajectories.
    fn move_colliders(&mut self, time: f64) -> Vec<CcdContact<V>> {
        if time == 0.0 {
            return Vec::new();
        }
        let CcdResult { trajectories, contacts } = self.compute_ccd_trajectories(time);
        self.move_pushed_colliders(&trajectories);
        let (slots, moved, changed) = (&mut self.slots, &mut self.moved, &mut self.changed);
        self.active.retain(|&handle| {
            let Ok(entry) = slots.get_mut(handle) else { return false };
            let is_moving = entry.collider.is_moving();
            if is_moving {
                let trajectory = trajectories
                    .get(&handle.index())
                    .copied()
                    .unwrap_or_else(|| Trajectory::for_step(entry, time));
                trajectory.move_to_end(entry);
            }
            let speculative = Trajectory::speculative_motion(entry, time);
            let before = std::mem::replace(&mut entry.speculative, speculative);
            // The box of a collider that came to rest is set once more, as it no longer looks ahead.
            entry.is_active = is_moving || entry.speculative != before;
            if entry.is_active {
                mark_changed(entry, handle, moved, changed);
            }
            entry.is_active
        });
        let (active, slots) = (&self.active, &self.slots);
        let bounds = |&handle: &ColliderHandle| {
            slots.get(handle).map(|entry| (handle.index(), entry.speculative_aabb())).ok()
        };
        let boxes: Vec<_> = active.par_iter().with_min_len(MIN_PER_THREAD).filter_map(bounds).collect();
        for (number, bounds) in boxes {
            self.broad.set_aabb(number, &bounds);
        }
        contacts
    }

    /// Moved pairs that may touch only because one collider stopped the other: their boxes need not overlap.
    fn find_stopped_pairs(&mut self) -> Vec<[u32; 2]> {
        let (pairs, slots) = (&self.pairs, &self.slots);
        self.stopped.retain(|&[a, b]| {
            let pair = pairs.find([a.index(), b.index()]).map(|pair_index| pairs.get(pair_index));
            pair.is_some_and(|pair| pair.a == a && pair.b == b && pair.touch_distance > V::Scalar::ZERO)
        });
        let is_due = |&&[a, b]: &&[ColliderHandle; 2]| {
            let (Ok(a), Ok(b)) = (slots.get(a), slots.get(b)) else { return false };
            (a.has_moved || b.has_moved) && a.collider.filter().allows(b.collider.filter())
        };
        self.stopped.iter().filter(is_due).map(|[a, b]| [a.index(), b.index()]).collect()
    }

    /// Stores the distance up to which stopped pairs touch.
    fn store_touch_distances(&mut self, contacts: &[CcdContact<V>]) {
        for contact in contacts.iter().filter(|contact| contact.touch_distance > V::Scalar::ZERO) {
            let [Some(a), Some(b)] = contact.pair.map(|number| self.slots.handle(number)) else { continue };
            let pair_index = self.pairs.find_or_insert(a, b);
            let pair = self.pairs.get_mut(pair_index);
            if pair.touch_distance == V::Scalar::ZERO {
                self.stopped.push([a, b]);
            }
            // The pair may have come nearer since, and may move back.
            pair.touch_distance = pair.touch_distance.max(contact.touch_distance);
        }
    }

    /// Tests pairs of indices, and returns their places.
    fn test_pairs(&mut self, pairs: &[[u32; 2]]) -> Vec<u32> {
        let mut pair_indices = Vec::with_capacity(pairs.len());
        for &[a, b] in pairs {
            let (Some(a), Some(b)) = (self.slots.handle(a), self.slots.handle(b)) else { continue };
            pair_indices.push(self.pairs.find_or_insert(a, b));
        }
        let mut sorted = pair_indices.clone();
        radsort::sort(&mut sorted);
        let (slots, step) = (&self.slots, self.step_count);
        self.pairs.get_many_mut(&sorted).into_par_iter().with_min_len(MIN_PER_THREAD).for_each(|pair| {
            if let (Ok(a), Ok(b)) = (slots.get(pair.a), slots.get(pair.b)) {
                pair.last_overlap_step = step;
                pair.update(a, b);
            }
        });
        pair_indices
    }

    /// Stores the contact times of pairs that met on their trajectories, and marks them as touching; returns
    /// the pairs that only passed in the last step.
    fn store_impact_times(&mut self, contacts: &[CcdContact<V>]) -> Vec<[ColliderHandle; 2]> {
        let before = std::mem::take(&mut self.passing);
        for &CcdContact { pair: [a, b], time, .. } in contacts {
            let (Some(pair_index), Some(entry)) = (self.pairs.find([a, b]), self.slots.at(a)) else {
                continue;
            };
            let pair = self.pairs.get_mut(pair_index);
            pair.time = Some(time);
            if !pair.is_touching {
                pair.mark_passing(entry.collider.position);
                self.passing.push([pair.a, pair.b]);
            }
        }
        before
    }

    /// Returns the places of pairs whose boxes no longer overlap: pairs of moved colliders, and pairs that
    /// only passed in the last step.
    fn find_separated_pairs(&mut self, passing: &[[ColliderHandle; 2]]) -> Vec<u32> {
        let place_of = |&[a, b]: &[ColliderHandle; 2]| {
            let pair_index = self.pairs.find([a.index(), b.index()])?;
            let pair = self.pairs.get(pair_index);
            (pair.a == a && pair.b == b && pair.last_overlap_step != self.step_count).then_some(pair_index)
        };
        let mut separated: Vec<u32> = passing.iter().filter_map(place_of).collect();
        for number in self.moved.drain(..) {
            let Some(entry) = self.slots.at_mut(number) else { continue };
            entry.has_moved = false;
            let pair_indices = self.pairs.partners(number).iter().map(|partner| partner.pair_index);
            separated.extend(
                pair_indices
                    .filter(|&pair_index| self.pairs.get(pair_index).last_overlap_step != self.step_count),
            );
        }
        separated.sort_unstable();
        separated.dedup();
        separated
    }

    /// Removes a pair, and returns its end event if it touched.
    pub(super) fn end_pair(&mut self, pair_index: u32) -> Option<CollisionEvent<V>> {
        let pair = self.pairs.remove(pair_index);
        pair.is_touching.then(|| pair.make_event(EventKind::End))
    }
}
