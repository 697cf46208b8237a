//! A step: everything moves, pairs are looked at again, and what became of them is told.

use rayon::prelude::*;

use super::event::{Event, EventKind};
use super::objects::Held;
use super::pair::{Pair, forget_partner};
use super::{Handle, World, WorldError};
use crate::math::Vector;

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

/// So many pairs are worth waking other threads for.
const PARALLEL: usize = 64;

impl<V: Vector> World<V> {
    /// Moves what has a velocity, and tells what begins, goes on and ends between objects: of pairs of which one has moved, or
    /// been changed, since the last step. Sorted by the numbers of their objects; of two that had the same numbers one after the
    /// other, what ended comes first.
    ///
    /// Objects touch if their shapes do, or come within the sum of their margins. What would leave the floats stops at their end.
    ///
    /// # Errors
    /// If the time is negative or not finite; nothing has happened then.
    pub fn step(&mut self, time: f64) -> Result<&[Event<V>], WorldError> {
        if !time.is_finite() || time < 0.0 {
            return Err(WorldError::Time(time));
        }
        self.go(time);
        let mut met = Vec::new();
        self.broad.changed_pairs(|a, b| met.push([a, b]));
        met.sort_unstable();
        let looked = self.look(&met);

        let mut told: Vec<([u32; 2], Event<V>)> = std::mem::take(&mut self.ended);
        for key in self.out_of_reach() {
            told.extend(self.end(key).map(|event| (key, event)));
        }
        for (key, pair, was_touching) in looked {
            let kind = match (was_touching, pair.is_touching) {
                (false, true) => Some(EventKind::Begin),
                (true, true) => Some(EventKind::Persist),
                (true, false) => Some(EventKind::End),
                (false, false) => None,
            };
            let handles = key.map(|number| self.slots.handle(number));
            if let (Some(kind), [Some(a), Some(b)]) = (kind, handles) {
                told.push((key, Event { kind, a, b, touch: pair.touch.clone() }));
            }
            self.pairs.insert(key, pair);
        }
        // Stable: what ended because an object was taken out stays before what its successor begins.
        told.sort_by_key(|(key, _)| *key);
        self.events = told.into_iter().map(|(_, event)| event).collect();
        Ok(&self.events)
    }

    /// What the last step told.
    pub fn events(&self) -> &[Event<V>] {
        &self.events
    }

    fn go(&mut self, time: f64) {
        for (handle, held) in self.slots.iter_mut() {
            let object = &mut held.object;
            if object.is_fixed() || object.velocity == V::Double::ZERO || time == 0.0 {
                continue;
            }
            let most = V::Double::splat(f64::MAX);
            object.position = (object.position + object.velocity * time).max(-most).min(most);
            note(held, handle, &mut self.moved, &mut self.changed);
            self.broad.set(handle.index(), &held.bounds());
        }
    }

    /// Looks at these pairs; each with whether it touched before.
    fn look(&mut self, met: &[[u32; 2]]) -> Vec<([u32; 2], Pair<V>, bool)> {
        let mut pairs = Vec::with_capacity(met.len());
        for &key in met {
            let known = self.pairs.remove(&key);
            if known.is_none() {
                for (number, other) in [(key[0], key[1]), (key[1], key[0])] {
                    if let Some(held) = self.slots.at_mut(number) {
                        held.partners.push(other);
                    }
                }
            }
            let pair = known.unwrap_or_else(Pair::new);
            let was_touching = pair.is_touching;
            pairs.push((key, pair, was_touching));
        }
        let slots = &self.slots;
        pairs.par_iter_mut().with_min_len(PARALLEL).for_each(|([a, b], pair, _)| {
            if let (Some(a), Some(b)) = (slots.at(*a), slots.at(*b)) {
                pair.look(a, b);
            }
        });
        pairs
    }

    /// Pairs whose boxes met before, and do not any more: those of what has moved that are left when all that met are taken out.
    fn out_of_reach(&mut self) -> Vec<[u32; 2]> {
        let mut gone = Vec::new();
        for number in self.moved.drain(..) {
            let Some(held) = self.slots.at_mut(number) else { continue };
            held.has_moved = false;
            let keys = held.partners.iter().map(|&other| [number.min(other), number.max(other)]);
            gone.extend(keys.filter(|key| self.pairs.contains_key(key)));
        }
        gone.sort_unstable();
        gone.dedup();
        gone
    }

    /// Forgets a pair; tells that it has ended, if it touched.
    pub(super) fn end(&mut self, key: [u32; 2]) -> Option<Event<V>> {
        let pair = self.pairs.remove(&key)?;
        let [a, b] = key.map(|number| self.slots.handle(number));
        for (number, other) in [(key[0], key[1]), (key[1], key[0])] {
            if let Some(held) = self.slots.at_mut(number) {
                forget_partner(&mut held.partners, other);
            }
        }
        let event = Event { kind: EventKind::End, a: a?, b: b?, touch: pair.touch };
        pair.is_touching.then_some(event)
    }
}
