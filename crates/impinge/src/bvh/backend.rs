//! The part of trees in the back end: the code that is compiled once for each vector.
//!
//! Searches with short callbacks report the results of a block together, so that the calls through `dyn` cost
//! little beside the search.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::mesh::{Observe, RayOrSegment, length_of_curves};
use super::nearest_iter::{NearestSearch, NearestStep};
use super::stats::BvhStats;
use super::{
    BuildQuality, Bvh, Clearance, ClosestPoint, IntersectionCurve, MeshBvh, MeshIntersection, MeshPair,
    MeshPairCache, MinTranslation, RefitError, StoredBvhError,
};
use crate::backend::backend;
use crate::math::{Unit, Vector};
use crate::narrow::{RayHit, RayOptions, Relation};
use crate::shape::{Aabb, Mesh, Ray, Segment, ShapeRef};

backend! {
    /// Trees of boxes and of meshes.
    BvhBackend {
        fn bvh_new(boxes: &[Aabb<Self>]) -> Bvh<Self> = Bvh::new_inner;
        fn bvh_with_origin(boxes: &[Aabb<Self>], origin: Self) -> Bvh<Self> = Bvh::with_origin_inner;
        fn bvh_aabb(tree: &Bvh<Self>) -> Option<Aabb<Self>> = Bvh::aabb_inner;
        fn bvh_query_aabb(
            tree: &Bvh<Self>, bounds: &Aabb<Self>, visit: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
        ) = Bvh::query_aabb_inner;
        fn bvh_for_each_intersecting(
            tree: &Bvh<Self>, shape: &ShapeRef<'_, Self>, visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
        ) = Bvh::for_each_intersecting_inner;
        fn bvh_self_join(tree: &Bvh<Self>, visit: &mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>) =
            Bvh::self_join_inner;
        fn bvh_join(
            tree: &Bvh<Self>, other: &Bvh<Self>, visit: &mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>,
        ) = Bvh::join_inner;
        fn bvh_nearest_search(tree: &Bvh<Self>, point: Self) -> NearestSearch<'_, Self> = NearestSearch::new;
        fn bvh_nearest_step(
            search: &mut NearestSearch<'_, Self>, known: Option<(u32, f64)>,
        ) -> Option<NearestStep> = NearestSearch::step;
        fn bvh_of_mesh(
            mesh: Arc<Mesh<Self>>, build: BuildQuality, observe: Option<Observe<'_>>,
        ) -> MeshBvh<Self> = MeshBvh::build;
        fn bvh_refit_mesh(tree: &mut MeshBvh<Self>, mesh: Arc<Mesh<Self>>) -> Result<(), RefitError> =
            MeshBvh::refit_inner;
        fn bvh_mesh_stats(tree: &MeshBvh<Self>) -> BvhStats = MeshBvh::stats_inner;
        fn bvh_mesh_to_bytes(tree: &MeshBvh<Self>) -> Vec<u8> = MeshBvh::to_bytes_inner;
        fn bvh_mesh_from_bytes(
            mesh: Arc<Mesh<Self>>, bytes: &[u8],
        ) -> Result<MeshBvh<Self>, StoredBvhError> = MeshBvh::from_bytes_inner;
        fn bvh_cast_ray(
            tree: &MeshBvh<Self>, ray: &Ray<Self>, options: &RayOptions<<Self as Vector>::Scalar>,
        ) -> Option<RayHit<Self>> = MeshBvh::cast_ray_inner;
        fn bvh_cast_segment(
            tree: &MeshBvh<Self>, segment: &Segment<Self>, options: &RayOptions<<Self as Vector>::Scalar>,
        ) -> Option<RayHit<Self>> = MeshBvh::cast_segment_inner;
        fn bvh_any_hit(
            tree: &MeshBvh<Self>, ray: &Ray<Self>, options: &RayOptions<<Self as Vector>::Scalar>,
        ) -> bool = MeshBvh::any_hit_inner;
        fn bvh_any_segment_hit(
            tree: &MeshBvh<Self>, segment: &Segment<Self>, options: &RayOptions<<Self as Vector>::Scalar>,
        ) -> bool = MeshBvh::any_segment_hit_inner;
        fn bvh_visit_hits(
            tree: &MeshBvh<Self>,
            path: RayOrSegment<'_, Self>,
            options: &RayOptions<<Self as Vector>::Scalar>,
            visit: &mut dyn FnMut(RayHit<Self>) -> ControlFlow<()>,
        ) = MeshBvh::visit_hits;
        fn bvh_cast_rays(
            tree: &MeshBvh<Self>, rays: &[Ray<Self>], options: &RayOptions<<Self as Vector>::Scalar>,
        ) -> Vec<Option<RayHit<Self>>> = MeshBvh::cast_rays_inner;
        fn bvh_any_hits(
            tree: &MeshBvh<Self>, rays: &[Ray<Self>], options: &RayOptions<<Self as Vector>::Scalar>,
        ) -> Vec<bool> = MeshBvh::any_hits_inner;
        fn bvh_closest_point_within(
            tree: &MeshBvh<Self>, point: Self, max: <Self as Vector>::Scalar,
        ) -> Option<ClosestPoint<Self>> = MeshBvh::closest_point_within_inner;
        fn bvh_triangles_intersecting(
            tree: &MeshBvh<Self>,
            shape: &ShapeRef<'_, Self>,
            visit: &mut dyn FnMut((u32, Relation)) -> ControlFlow<()>,
        ) = MeshBvh::for_each_intersecting_inner;
        fn bvh_for_each_clearance(
            pair: &MeshPair<'_, Self>,
            max: <Self as Vector>::Scalar,
            visit: &mut dyn FnMut(Clearance<Self>) -> ControlFlow<()>,
        ) = MeshPair::for_each_clearance_inner;
        fn bvh_is_within(pair: &MeshPair<'_, Self>, max: <Self as Vector>::Scalar) -> bool =
            MeshPair::is_within_inner;
        fn bvh_closest_points_with(
            pair: &MeshPair<'_, Self>, cache: &mut MeshPairCache,
        ) -> Option<Clearance<Self>> = MeshPair::closest_points_with_inner;
        fn bvh_is_within_with(
            pair: &MeshPair<'_, Self>, max: <Self as Vector>::Scalar, cache: &mut MeshPairCache,
        ) -> bool = MeshPair::is_within_with_inner;
        fn bvh_intersection(
            pair: &MeshPair<'_, Self>, meeting: Option<Vec<[u32; 2]>>,
        ) -> MeshIntersection<Self> = MeshPair::intersection_of;
        fn bvh_length_of_curves(curves: &[IntersectionCurve<Self>]) -> <Self as Vector>::Scalar =
            length_of_curves;
        fn bvh_penetration(pair: &MeshPair<'_, Self>) -> Option<MinTranslation<Self>> =
            MeshPair::penetration_inner;
        fn bvh_penetration_along(
            pair: &MeshPair<'_, Self>, direction: Unit<Self>,
        ) -> Option<<Self as Vector>::Scalar> = MeshPair::penetration_along_inner;
    }
}
