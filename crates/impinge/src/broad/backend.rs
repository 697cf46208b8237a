//! The part of the broad phase in the back end: what is compiled once for each vector.
//!
//! Searches with short callbacks report several results at a time, so that the calls through `dyn` cost
//! little beside the search.

use std::ops::ControlFlow;

use super::{BroadPhase, CollisionFilter, TreeBox, overlapping_pairs_inner};
use crate::backend::backend;
use crate::math::Vector;
use crate::shape::{Aabb, Ray};

backend! {
    /// Broad phases.
    BroadBackend {
        fn broad_overlapping_pairs(boxes: &[Aabb<Self>]) -> Vec<[u32; 2]> = overlapping_pairs_inner;
        fn broad_add(broad: &mut BroadPhase<Self>, bounds: &Aabb<Self>) -> u32 = BroadPhase::add_inner;
        fn broad_add_fixed(broad: &mut BroadPhase<Self>, bounds: &Aabb<Self>) -> u32 =
            BroadPhase::add_fixed_inner;
        fn broad_add_many(broad: &mut BroadPhase<Self>, boxes: &[Aabb<Self>]) -> Vec<u32> =
            BroadPhase::add_many_inner;
        fn broad_remove(broad: &mut BroadPhase<Self>, number: u32) -> bool = BroadPhase::remove_inner;
        fn broad_set_aabb(broad: &mut BroadPhase<Self>, number: u32, bounds: &Aabb<Self>) -> bool =
            BroadPhase::set_aabb_inner;
        fn broad_set_aabbs(broad: &mut BroadPhase<Self>, boxes: &[Aabb<Self>]) = BroadPhase::set_aabbs_inner;
        fn broad_set_filter(broad: &mut BroadPhase<Self>, number: u32, filter: CollisionFilter) -> bool =
            BroadPhase::set_filter_inner;
        fn broad_for_each_pair(
            broad: &mut BroadPhase<Self>, visit: &mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>,
        ) = BroadPhase::for_each_pair_inner;
        fn broad_sorted_pairs(broad: &mut BroadPhase<Self>) -> Vec<[u32; 2]> = BroadPhase::sorted_pairs_inner;
        fn broad_for_each_changed_pair(
            broad: &mut BroadPhase<Self>, visit: &mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>,
        ) = BroadPhase::for_each_changed_pair_inner;
        fn broad_query_aabb(
            broad: &BroadPhase<Self>, bounds: &Aabb<Self>, visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
        ) = BroadPhase::query_aabb_inner;
        fn broad_cast_ray(
            broad: &BroadPhase<Self>,
            ray: &Ray<Self>,
            max: <Self as Vector>::Scalar,
            visit: &mut dyn FnMut(u32) -> ControlFlow<(), <Self as Vector>::Scalar>,
        ) = BroadPhase::cast_ray_inner;
        fn broad_near_box(
            broad: &BroadPhase<Self>,
            bounds: &Aabb<Self>,
            max: <Self as Vector>::Scalar,
            visit: &mut dyn FnMut(u32) -> ControlFlow<(), <Self as Vector>::Scalar>,
        ) = BroadPhase::near_box_inner;
        fn broad_tree_boxes_at(broad: &BroadPhase<Self>, depth: usize) -> Vec<TreeBox<Self>> =
            BroadPhase::tree_boxes_at;
    }
}
