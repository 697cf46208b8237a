//! The part of assemblies in the back end: the code that is compiled once for each vector.

use std::sync::Arc;

use super::cascade::{find_collisions_inner, find_collisions_of_pairs_inner};
use super::cascade_stats::AnyObserver;
use super::{Cascade, Collision, DepthBounds, Instance, InstancePair, Model, instance_pair};
use crate::backend::backend;
use crate::bvh::{Bvh, IntersectionCurve, MeshBvh, MeshIntersection};
use crate::narrow::Relation;
use crate::shape::{Aabb, Ball, Mesh, Obb};

backend! {
    /// Meshes with derived data, their instances, and the cascade.
    AssemblyBackend {
        fn assembly_find_collisions(
            bodies: &[Instance<'_, Self>], cascade: &Cascade, observer: &dyn AnyObserver,
        ) -> Vec<Collision<Self>> = find_collisions_inner;
        fn assembly_find_collisions_of_pairs(
            bodies: &[Instance<'_, Self>],
            pairs: Vec<[u32; 2]>,
            cascade: &Cascade,
            observer: &dyn AnyObserver,
        ) -> Vec<Collision<Self>> = find_collisions_of_pairs_inner;
        fn assembly_model(mesh: Arc<Mesh<Self>>) -> Model<Self> = Model::new_inner;
        fn assembly_model_ball(model: &Model<Self>) -> Option<Ball<Self>> = Model::ball_inner;
        fn assembly_model_obb(model: &Model<Self>) -> Option<Obb<Self>> = Model::obb_inner;
        fn assembly_model_bvh(model: &Model<Self>) -> &Bvh<Self> = Model::bvh_inner;
        fn assembly_model_mesh_bvh(model: &Model<Self>) -> &MeshBvh<Self> = Model::mesh_bvh_inner;
        fn assembly_model_is_closed(model: &Model<Self>) -> bool = Model::is_closed_inner;
        fn assembly_relation(a: &Instance<'_, Self>, b: &Instance<'_, Self>) -> Relation =
            Instance::relation_inner;
        fn assembly_contains_point(body: &Instance<'_, Self>, point: Self) -> bool =
            Instance::contains_point_inner;
        fn assembly_is_solid(body: &Instance<'_, Self>) -> bool = Instance::is_solid_inner;
        fn assembly_is_duplicate(a: &Instance<'_, Self>, b: &Instance<'_, Self>) -> bool =
            Instance::is_duplicate_inner;
        fn assembly_depth(a: &Instance<'_, Self>, b: &Instance<'_, Self>) -> Option<DepthBounds<Self>> =
            Instance::depth_inner;
        fn assembly_intersection_volume(a: &Instance<'_, Self>, b: &Instance<'_, Self>) -> Option<f64> =
            Instance::intersection_volume_inner;
        fn assembly_pair_bounds(
            a: &Instance<'_, Self>, b: &Instance<'_, Self>,
        ) -> (Option<[Aabb<Self>; 2]>, bool) = instance_pair::bounds_in_order;
        fn assembly_pair_depth(pair: &InstancePair<'_, Self>) -> Option<DepthBounds<Self>> =
            InstancePair::depth_inner;
        fn assembly_pair_intersection_volume(pair: &InstancePair<'_, Self>) -> Option<f64> =
            InstancePair::intersection_volume_inner;
        fn assembly_pair_intersection(pair: &InstancePair<'_, Self>) -> MeshIntersection<Self> =
            InstancePair::intersection_inner;
        fn assembly_pair_curves(pair: &InstancePair<'_, Self>) -> Vec<IntersectionCurve<Self>> =
            InstancePair::curves_inner;
    }
}
