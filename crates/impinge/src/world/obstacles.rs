//! The world as what may be in the way of a shape, seen from some place.

use super::World;
use super::objects::shifted;
use super::query::Among;
use crate::math::Vector;
use crate::shape::{Aabb, Swept, View};
use crate::sweep::{Obstacles, ShowObstacle, ShowSwept, show, show_swept};

/// All objects that count, numbered as they are.
pub(super) struct Seen<'a, V: Vector> {
    pub world: &'a World<V>,
    /// What coordinates are relative to.
    pub from: V::Double,
    pub among: &'a Among,
}

impl<V: Vector> Seen<'_, V> {
    /// The numbers of those that may reach into a region, sorted.
    pub fn within(&self, region: &Aabb<V>) -> Vec<u32> {
        self.world.numbers_in(&shifted(region, self.from), self.among)
    }

    /// Shows an object where it is seen from here.
    pub fn show<R>(&self, number: u32, show: impl FnOnce(View<'_, V>) -> R) -> Option<R> {
        Some(self.world.slots.at(number)?.seen_from(self.from, show))
    }
}

impl<V: Vector> Obstacles<V> for Seen<'_, V> {
    fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>) {
        let mut still = region;
        for number in self.within(&region) {
            self.show(number, |view| show(number, view, &mut still, visit));
        }
    }

    fn reaches_furthest(&self, obstacle: u32, part: u32, direction: V::Double) -> bool {
        self.show(obstacle, |view| view.reaches_furthest(part, direction)).unwrap_or(true)
    }

    fn is_one_sided(&self, obstacle: u32) -> bool {
        self.world.slots.at(obstacle).is_some_and(|held| held.object.is_one_sided())
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
        let mut swept = *swept;
        for number in self.within(&swept.region(swept.ahead.last)) {
            self.show(number, |view| show_swept(number, view, &mut swept, visit));
        }
    }
}

impl<V: Vector> World<V> {
    /// The numbers of objects that count whose boxes meet a box, sorted.
    pub(super) fn numbers_in(&self, bounds: &Aabb<V::Double>, among: &Among) -> Vec<u32> {
        let mut numbers = Vec::new();
        self.broad.query(bounds, |number| {
            if self.counts(number, among) {
                numbers.push(number);
            }
        });
        numbers.sort_unstable();
        numbers
    }

    pub(super) fn counts(&self, number: u32, among: &Among) -> bool {
        self.slots.at(number).is_some_and(|held| {
            (among.sensors || !held.object.is_sensor())
                && among.filter.allows(held.object.filter())
                && among.except.is_none_or(|except| self.slots.handle(number) != Some(except))
        })
    }
}
