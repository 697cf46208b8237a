//! The world as obstacles of a shape, relative to a position.

use super::CollisionWorld;
use super::collider_entry::translate_aabb;
use super::query_filter::QueryFilter;
use crate::math::Vector;
use crate::shape::{Aabb, ShapeRef, Swept};
use crate::sweep::{Obstacles, ShowObstacle, ShowSwept, show, show_swept};

/// All selected colliders, by index.
pub(super) struct WorldObstacles<'a, V: Vector> {
    pub world: &'a CollisionWorld<V>,
    /// Origin of the coordinates.
    pub origin: V::Double,
    pub filter: &'a QueryFilter,
}

impl<V: Vector> WorldObstacles<'_, V> {
    /// The indices of colliders that may reach into a region, sorted.
    pub fn find_indices(&self, region: &Aabb<V>) -> Vec<u32> {
        self.world.find_indices_in(&translate_aabb(region, self.origin), self.filter)
    }

    /// Calls `show` with the shape of a collider, relative to the origin.
    pub fn with_shape<R>(&self, number: u32, visit: impl FnOnce(ShapeRef<'_, V>) -> R) -> Option<R> {
        Some(self.world.slots.at(number)?.with_shape_at(self.origin, visit))
    }
}

impl<V: Vector> Obstacles<V> for WorldObstacles<'_, V> {
    fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>) {
        let mut still = region;
        for number in self.find_indices(&region) {
            self.with_shape(number, |view| show(number, view, &mut still, visit));
        }
    }

    fn reaches_furthest(&self, obstacle: u32, part: u32, direction: V::Double) -> bool {
        self.with_shape(obstacle, |view| view.reaches_furthest(part, direction)).unwrap_or(true)
    }

    fn is_one_way(&self, obstacle: u32) -> bool {
        self.world.slots.at(obstacle).is_some_and(|entry| entry.collider.is_one_way())
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
        let mut swept = *swept;
        for number in self.find_indices(&swept.region(swept.ahead.last)) {
            self.with_shape(number, |view| show_swept(number, view, &mut swept, visit));
        }
    }
}

impl<V: Vector> CollisionWorld<V> {
    /// The indices of selected colliders whose boxes overlap a box, sorted.
    pub(super) fn find_indices_in(&self, bounds: &Aabb<V::Double>, filter: &QueryFilter) -> Vec<u32> {
        let mut numbers = Vec::new();
        self.broad.query_aabb(bounds, |number| {
            if self.is_selected(number, filter) {
                numbers.push(number);
            }
        });
        numbers.sort_unstable();
        numbers
    }

    pub(super) fn is_selected(&self, number: u32, filter: &QueryFilter) -> bool {
        self.slots.at(number).is_some_and(|entry| {
            (filter.sensors || !entry.collider.is_sensor())
                && filter.filter.allows(entry.collider.filter())
                && filter.exclude.is_none_or(|except| self.slots.handle(number) != Some(except))
        })
    }
}
