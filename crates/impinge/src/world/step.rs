//! The step of a world: integrate velocities, test pairs, emit events.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::CollisionWorld;
use super::ccd::{Meeting, Outcome};
use super::collider_entry::note;
use super::error::WorldError;
use super::event::{CollisionEvent, EventKind};
use super::handle::ColliderHandle;
use super::trajectory::Way;
use crate::broad::sort_pairs;
use crate::math::{Scalar, Vector};

/// Minimum number of pairs or boxes per thread.
const PARALLEL: usize = 64;

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
        self.steps += 1;
        let on_the_way = self.go(time);
        let mut met = self.still_stopped();
        met.extend(on_the_way.iter().map(|meeting| meeting.pair));
        self.stop(&on_the_way);
        let may_come_twice = !met.is_empty();
        self.broad.for_each_changed_pair(|a, b| met.push([a, b]));
        sort_pairs(&mut met, self.slots.end());
        if may_come_twice {
            met.dedup();
        }
        let places = self.look(&met);
        let before = self.meet(&on_the_way);

        let mut ended = std::mem::take(&mut self.ended);
        // The youngest first, which keeps the others in place in the lists of their colliders.
        for place in self.out_of_reach(&before).into_iter().rev() {
            ended.extend(self.end(place));
        }
        let numbers = |event: &CollisionEvent<V>| [event.a.index(), event.b.index()];
        // Stable: of two pairs with the same indices, the older one comes first.
        ended.sort_by_key(numbers);
        let mut ended = ended.into_iter().peekable();
        for place in places {
            let pair = self.pairs.get(place);
            let Some(kind) = pair.news else { continue };
            let event = pair.event(kind);
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
    fn push(&mut self, ways: &BTreeMap<u32, Way<V::Double>>) {
        for (&number, way) in ways.iter().filter(|(_, way)| way.impacts > 0) {
            let (Some(handle), Some(held)) = (self.slots.handle(number), self.slots.at_mut(number)) else {
                continue;
            };
            if !held.object.is_moving() {
                way.move_to_end(held);
                note(held, handle, &mut self.moved, &mut self.changed);
                self.broad.set_aabb(number, &held.bounds_ahead());
            }
        }
    }

    /// Moves all colliders, and returns the contacts on their trajectories.
    fn go(&mut self, time: f64) -> Vec<Meeting<V>> {
        if time == 0.0 {
            return Vec::new();
        }
        let Outcome { ways, met } = self.continuous_ways(time);
        self.push(&ways);
        let (slots, moved, changed) = (&mut self.slots, &mut self.moved, &mut self.changed);
        self.going.retain(|&handle| {
            let Ok(held) = slots.get_mut(handle) else { return false };
            let is_moving = held.object.is_moving();
            if is_moving {
                let way = ways.get(&handle.index()).copied().unwrap_or_else(|| Way::free(held, time));
                way.move_to_end(held);
            }
            let ahead = Way::speculative(held, time);
            let before = std::mem::replace(&mut held.ahead, ahead);
            // The box of a collider that came to rest is set once more, as it no longer looks ahead.
            held.is_going = is_moving || held.ahead != before;
            if held.is_going {
                note(held, handle, moved, changed);
            }
            held.is_going
        });
        let (going, slots) = (&self.going, &self.slots);
        let bounds = |&handle: &ColliderHandle| {
            slots.get(handle).map(|held| (handle.index(), held.bounds_ahead())).ok()
        };
        let boxes: Vec<_> = going.par_iter().with_min_len(PARALLEL).filter_map(bounds).collect();
        for (number, bounds) in boxes {
            self.broad.set_aabb(number, &bounds);
        }
        met
    }

    /// Moved pairs that may touch only because one collider stopped the other: their boxes need not overlap.
    fn still_stopped(&mut self) -> Vec<[u32; 2]> {
        let (pairs, slots) = (&self.pairs, &self.slots);
        self.stopped.retain(|&[a, b]| {
            let pair = pairs.find([a.index(), b.index()]).map(|place| pairs.get(place));
            pair.is_some_and(|pair| pair.a == a && pair.b == b && pair.reach > V::Scalar::ZERO)
        });
        let are_asked = |&&[a, b]: &&[ColliderHandle; 2]| {
            let (Ok(a), Ok(b)) = (slots.get(a), slots.get(b)) else { return false };
            (a.has_moved || b.has_moved) && a.object.filter().allows(b.object.filter())
        };
        self.stopped.iter().filter(are_asked).map(|[a, b]| [a.index(), b.index()]).collect()
    }

    /// Stores the distance up to which stopped pairs touch.
    fn stop(&mut self, met: &[Meeting<V>]) {
        for meeting in met.iter().filter(|meeting| meeting.reach > V::Scalar::ZERO) {
            let [Some(a), Some(b)] = meeting.pair.map(|number| self.slots.handle(number)) else { continue };
            let place = self.pairs.place_of(a, b);
            let pair = self.pairs.get_mut(place);
            if pair.reach == V::Scalar::ZERO {
                self.stopped.push([a, b]);
            }
            // The pair may have come nearer since, and may move back.
            pair.reach = pair.reach.max(meeting.reach);
        }
    }

    /// Tests pairs of indices, and returns their places.
    fn look(&mut self, met: &[[u32; 2]]) -> Vec<u32> {
        let mut places = Vec::with_capacity(met.len());
        for &[a, b] in met {
            let (Some(a), Some(b)) = (self.slots.handle(a), self.slots.handle(b)) else { continue };
            places.push(self.pairs.place_of(a, b));
        }
        let mut sorted = places.clone();
        radsort::sort(&mut sorted);
        let (slots, step) = (&self.slots, self.steps);
        self.pairs.several(&sorted).into_par_iter().with_min_len(PARALLEL).for_each(|pair| {
            if let (Ok(a), Ok(b)) = (slots.get(pair.a), slots.get(pair.b)) {
                pair.met = step;
                pair.look(a, b);
            }
        });
        places
    }

    /// Stores the contact times of pairs that met on their trajectories, and marks them as touching; returns
    /// the pairs that only passed in the last step.
    fn meet(&mut self, met: &[Meeting<V>]) -> Vec<[ColliderHandle; 2]> {
        let before = std::mem::take(&mut self.passing);
        for &Meeting { pair: [a, b], time, .. } in met {
            let (Some(place), Some(held)) = (self.pairs.find([a, b]), self.slots.at(a)) else { continue };
            let pair = self.pairs.get_mut(place);
            pair.time = Some(time);
            if !pair.is_touching {
                pair.pass(held.object.position);
                self.passing.push([pair.a, pair.b]);
            }
        }
        before
    }

    /// Returns the places of pairs whose boxes no longer overlap: pairs of moved colliders, and pairs that
    /// only passed in the last step.
    fn out_of_reach(&mut self, passing: &[[ColliderHandle; 2]]) -> Vec<u32> {
        let place_of = |&[a, b]: &[ColliderHandle; 2]| {
            let place = self.pairs.find([a.index(), b.index()])?;
            let pair = self.pairs.get(place);
            (pair.a == a && pair.b == b && pair.met != self.steps).then_some(place)
        };
        let mut gone: Vec<u32> = passing.iter().filter_map(place_of).collect();
        for number in self.moved.drain(..) {
            let Some(held) = self.slots.at_mut(number) else { continue };
            held.has_moved = false;
            let places = self.pairs.of(number).iter().map(|partner| partner.place);
            gone.extend(places.filter(|&place| self.pairs.get(place).met != self.steps));
        }
        gone.sort_unstable();
        gone.dedup();
        gone
    }

    /// Removes a pair, and returns its end event if it touched.
    pub(super) fn end(&mut self, place: u32) -> Option<CollisionEvent<V>> {
        let pair = self.pairs.end(place);
        pair.is_touching.then(|| pair.event(EventKind::End))
    }
}
