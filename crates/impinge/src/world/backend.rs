//! The part of worlds in the back end: the code that is compiled once for each vector.

use std::ops::ControlFlow;

use super::{
    Collider, ColliderCastHit, ColliderContact, ColliderHandle, ColliderMoveAndSlide, ColliderRayHit,
    CollisionWorld, NearestCollider, QueryFilter, WorldError, collider_entry,
};
use crate::backend::backend;
use crate::broad::CollisionFilter;
use crate::compound::AnyShape;
use crate::math::{Rotation, Vector};
use crate::narrow::{RayOptions, Relation};
use crate::shape::{Ray, ShapeRef};
use crate::sweep::MoveAndSlideOptions;

impl<V: Vector> CollisionWorld<V> {
    fn set_rotation_inner(
        &mut self,
        handle: ColliderHandle,
        rotation: Rotation<V>,
    ) -> Result<(), WorldError> {
        self.change(handle, |entry| entry.set_rotation(rotation))
    }

    fn set_filter_inner(
        &mut self,
        handle: ColliderHandle,
        filter: CollisionFilter,
    ) -> Result<(), WorldError> {
        self.change(handle, |entry| entry.collider.filter = filter)?;
        self.broad.set_filter(handle.index(), filter);
        Ok(())
    }

    fn set_shape_inner(&mut self, handle: ColliderHandle, shape: AnyShape<V>) -> Result<(), WorldError> {
        self.change(handle, |entry| {
            entry.collider.shape = shape;
            entry.set_rotation(entry.collider.rotation);
        })?;
        // The caches of its pairs belong to the old shape.
        for at in 0..self.pairs.partners(handle.index()).len() {
            let pair_index = self.pairs.partners(handle.index())[at].pair_index;
            self.pairs.get_mut(pair_index).clear_cache();
        }
        Ok(())
    }

    fn drain_changed_inner(&mut self) -> Vec<ColliderHandle> {
        self.changed = self.collect_changes();
        self.drained_generation = self.slots.next_generation();
        for handle in &self.changed {
            if let Ok(entry) = self.slots.get_mut(*handle) {
                entry.has_changed = false;
            }
        }
        std::mem::take(&mut self.changed)
    }

    /// Updates what depends on the place of a collider.
    pub(super) fn note_change(&mut self, handle: ColliderHandle) {
        let Ok(entry) = self.slots.get_mut(handle) else { return };
        collider_entry::mark_changed(entry, handle, &mut self.moved, &mut self.changed);
        self.broad.set_aabb(handle.index(), &entry.speculative_aabb());
    }
}

backend! {
    /// Worlds.
    WorldBackend {
        fn world_with_origin(origin: <Self as Vector>::Double) -> CollisionWorld<Self> =
            CollisionWorld::with_origin_inner;
        fn world_add(world: &mut CollisionWorld<Self>, collider: Collider<Self>) -> Result<ColliderHandle, WorldError> =
            CollisionWorld::add_inner;
        fn world_remove(world: &mut CollisionWorld<Self>, handle: ColliderHandle) -> Result<Collider<Self>, WorldError> =
            CollisionWorld::remove_inner;
        fn world_set_rotation(
            world: &mut CollisionWorld<Self>, handle: ColliderHandle, rotation: Rotation<Self>,
        ) -> Result<(), WorldError> = CollisionWorld::set_rotation_inner;
        fn world_set_filter(
            world: &mut CollisionWorld<Self>, handle: ColliderHandle, filter: CollisionFilter,
        ) -> Result<(), WorldError> = CollisionWorld::set_filter_inner;
        fn world_set_shape(
            world: &mut CollisionWorld<Self>, handle: ColliderHandle, shape: AnyShape<Self>,
        ) -> Result<(), WorldError> = CollisionWorld::set_shape_inner;
        fn world_note_change(world: &mut CollisionWorld<Self>, handle: ColliderHandle) =
            CollisionWorld::note_change;
        fn world_drain_changed(world: &mut CollisionWorld<Self>) -> Vec<ColliderHandle> =
            CollisionWorld::drain_changed_inner;
        fn world_step(world: &mut CollisionWorld<Self>, time: f64) -> Result<(), WorldError> =
            CollisionWorld::step_inner;
        fn world_cast_ray(
            world: &CollisionWorld<Self>,
            ray: &Ray<<Self as Vector>::Double>,
            options: &RayOptions<f64>,
            filter: &QueryFilter,
        ) -> Option<ColliderRayHit<Self>> = CollisionWorld::cast_ray_inner;
        fn world_for_each_hit(
            world: &CollisionWorld<Self>,
            ray: &Ray<<Self as Vector>::Double>,
            options: &RayOptions<f64>,
            filter: &QueryFilter,
            visit: &mut dyn FnMut(ColliderRayHit<Self>) -> ControlFlow<()>,
        ) = CollisionWorld::for_each_hit_inner;
        fn world_query_point(
            world: &CollisionWorld<Self>,
            point: <Self as Vector>::Double,
            filter: &QueryFilter,
            visit: &mut dyn FnMut(ColliderHandle) -> ControlFlow<()>,
        ) = CollisionWorld::query_point_inner;
        fn world_for_each_intersecting(
            world: &CollisionWorld<Self>,
            shape: &ShapeRef<'_, Self>,
            position: <Self as Vector>::Double,
            filter: &QueryFilter,
            visit: &mut dyn FnMut((ColliderHandle, Relation)) -> ControlFlow<()>,
        ) = CollisionWorld::for_each_intersecting_inner;
        fn world_nearest_to_point(
            world: &CollisionWorld<Self>, point: <Self as Vector>::Double, max: f64, filter: &QueryFilter,
        ) -> Option<NearestCollider<Self>> = CollisionWorld::nearest_to_point_inner;
        fn world_nearest_to_shape(
            world: &CollisionWorld<Self>,
            shape: &ShapeRef<'_, Self>,
            position: <Self as Vector>::Double,
            max: f64,
            filter: &QueryFilter,
        ) -> Option<ColliderContact<Self>> = CollisionWorld::nearest_to_shape_inner;
        fn world_cast_shape(
            world: &CollisionWorld<Self>,
            shape: &ShapeRef<'_, Self>,
            position: <Self as Vector>::Double,
            motion: Self,
            skin: <Self as Vector>::Scalar,
            filter: &QueryFilter,
        ) -> Option<ColliderCastHit<Self>> = CollisionWorld::cast_shape_inner;
        fn world_move_and_slide(
            world: &mut CollisionWorld<Self>,
            handle: ColliderHandle,
            motion: Self,
            options: &MoveAndSlideOptions<Self>,
        ) -> Result<ColliderMoveAndSlide<Self>, WorldError> = CollisionWorld::move_and_slide_inner;
    }
}
