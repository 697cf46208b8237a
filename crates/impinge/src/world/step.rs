//! A step: everything moves, pairs are looked at again, and what became of them is told.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::ahead::Ahead;
use super::continuous::{Meeting, Outcome};
use super::event::{Event, EventKind};
use super::objects::Held;
use super::way::Way;
use super::{Handle, World, WorldError};
use crate::broad::sort_pairs;
use crate::math::{Scalar, Vector};

/// Puts an object into the lists of what has moved and changed, if it is not in them.
pub(super) fn note<V: Vector>(
    held: &mut Held<V>,
    handle: Handle,
    moved: &mut Vec<u32>,
    changed: &mut Vec<Handle>,
) {
    if !std::mem::replace(&mut held.has_moved, true) {
        moved.push(handle.index());
    }
    if !std::mem::replace(&mut held.has_changed, true) {
        changed.push(handle);
    }
}

/// So many pairs or boxes are worth waking other threads for.
const PARALLEL: usize = 64;

impl<V: Vector> World<V> {
    /// Moves what has a velocity, turns what has a spin, and tells what begins, goes on and ends between objects: of pairs of which one has moved, or
    /// been changed, since the last step. Sorted by the numbers of their objects; of two that had the same numbers one after the
    /// other, what ended comes first.
    ///
    /// Objects touch if their shapes do, or come within the sum of their margins, which are longer while they are
    /// [speculative](super::Object::speculative): where the step ends, and of [sensors](super::Object::sensor) on the ways of what is
    /// continuous, too. What [stops](super::Object::continuous) an object touches it in that step, and as long as they stay as near.
    /// What would leave the floats stops at their end.
    ///
    /// The events are lent, and the world cannot be changed as long as they are looked at. Whoever changes it while going through them
    /// copies them with `to_vec`: two handles and a count each, no manifolds. After the change [`events`](World::events) shows
    /// them again.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{EventKind, Object, World};
    /// let mut world = World::<Vec2>::new();
    /// let player = world.add(Object::new(Ball::new(Vec2::ZERO, 0.5)?).with_velocity(DVec2::X)?)?;
    /// for x in 1..=3 {
    ///     let coin = Object::new(Ball::new(Vec2::ZERO, 0.25)?).at(DVec2::X * f64::from(x))?;
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
    /// If the time is negative or not finite; nothing has happened then.
    pub fn step(&mut self, time: f64) -> Result<&[Event<V>], WorldError> {
        if !time.is_finite() || time < 0.0 {
            return Err(WorldError::Time(time));
        }
        // First of all, so that what is told now can be written over what was told then.
        self.events.clear();
        self.steps += 1;
        let on_the_way = self.go(time);
        let mut met = self.still_stopped();
        met.extend(on_the_way.iter().map(|meeting| meeting.pair));
        self.stop(&on_the_way);
        let may_come_twice = !met.is_empty();
        self.broad.changed_pairs(|a, b| met.push([a, b]));
        sort_pairs(&mut met, self.slots.end());
        if may_come_twice {
            met.dedup();
        }
        let places = self.look(&met);
        let before = self.meet(&on_the_way);

        let mut ended = std::mem::take(&mut self.ended);
        // The youngest first, which leaves the others where they are in the lists of their objects.
        for place in self.out_of_reach(&before).into_iter().rev() {
            ended.extend(self.end(place));
        }
        let numbers = |event: &Event<V>| [event.a.index(), event.b.index()];
        // Stable: of two with the same numbers, one after the other, the older one comes first.
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
        Ok(&self.events)
    }

    /// What the last step told.
    ///
    /// ```
    /// use glam::{DVec2, Vec2};
    /// use impinge::shape::Ball;
    /// use impinge::world::{Object, World};
    /// let mut world = World::<Vec2>::new();
    /// for x in [0.0, 1.0] {
    ///     world.add(Object::new(Ball::new(Vec2::ZERO, 1.0)?).at(DVec2::X * x)?)?;
    /// }
    /// let told = world.step(0.0)?.len();
    /// // Whoever comes later sees them still.
    /// assert_eq!((told, world.events().len()), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn events(&self) -> &[Event<V>] {
        &self.events
    }

    /// Moves those that rest and are pushed by others.
    fn push(&mut self, ways: &BTreeMap<u32, Way<V::Double>>) {
        for (&number, way) in ways.iter().filter(|(_, way)| way.impacts > 0) {
            let (Some(handle), Some(held)) = (self.slots.handle(number), self.slots.at_mut(number)) else {
                continue;
            };
            if !held.object.is_moving() {
                held.end(way);
                note(held, handle, &mut self.moved, &mut self.changed);
                self.broad.set(number, &held.bounds_ahead());
            }
        }
    }

    /// Moves everything; what meets on its way.
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
                held.end(&way);
            }
            let ahead = Ahead::of(held, time);
            let before = std::mem::replace(&mut held.ahead, ahead);
            // Of what has come to rest the box is set once more, for it looks ahead no longer.
            held.is_going = is_moving || held.ahead != before;
            if held.is_going {
                note(held, handle, moved, changed);
            }
            held.is_going
        });
        let (going, slots) = (&self.going, &self.slots);
        let bounds =
            |&handle: &Handle| slots.get(handle).map(|held| (handle.index(), held.bounds_ahead())).ok();
        let boxes: Vec<_> = going.par_iter().with_min_len(PARALLEL).filter_map(bounds).collect();
        for (number, bounds) in boxes {
            self.broad.set(number, &bounds);
        }
        met
    }

    /// Pairs, one of which has moved, that may touch only because one was stopped by the other: their boxes need not meet.
    fn still_stopped(&mut self) -> Vec<[u32; 2]> {
        let (pairs, slots) = (&self.pairs, &self.slots);
        self.stopped.retain(|&[a, b]| {
            let pair = pairs.find([a.index(), b.index()]).map(|place| pairs.get(place));
            pair.is_some_and(|pair| pair.a == a && pair.b == b && pair.reach > V::Scalar::ZERO)
        });
        let are_asked = |&&[a, b]: &&[Handle; 2]| {
            let (Ok(a), Ok(b)) = (slots.get(a), slots.get(b)) else { return false };
            (a.has_moved || b.has_moved) && a.object.filter().allows(b.object.filter())
        };
        self.stopped.iter().filter(are_asked).map(|[a, b]| [a.index(), b.index()]).collect()
    }

    /// Notes as near as what pairs touch of which one has stopped the other.
    fn stop(&mut self, met: &[Meeting<V>]) {
        for meeting in met.iter().filter(|meeting| meeting.reach > V::Scalar::ZERO) {
            let [Some(a), Some(b)] = meeting.pair.map(|number| self.slots.handle(number)) else { continue };
            let place = self.pairs.place_of(a, b);
            let pair = self.pairs.get_mut(place);
            if pair.reach == V::Scalar::ZERO {
                self.stopped.push([a, b]);
            }
            // It may have come nearer since, and go back.
            pair.reach = pair.reach.max(meeting.reach);
        }
    }

    /// Looks at pairs of numbers; their places.
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

    /// Notes when pairs met on their ways, and lets them touch, whether they still do or not; the pairs that only did so in the last
    /// step.
    fn meet(&mut self, met: &[Meeting<V>]) -> Vec<[Handle; 2]> {
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

    /// The places of pairs whose boxes met before, and do not any more: those of what has moved that did not meet in this step, and
    /// of these, which met in passing.
    fn out_of_reach(&mut self, passing: &[[Handle; 2]]) -> Vec<u32> {
        let place_of = |&[a, b]: &[Handle; 2]| {
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

    /// Forgets a pair; tells that it has ended, if it touched.
    pub(super) fn end(&mut self, place: u32) -> Option<Event<V>> {
        let pair = self.pairs.end(place);
        pair.is_touching.then(|| pair.event(EventKind::End))
    }
}
