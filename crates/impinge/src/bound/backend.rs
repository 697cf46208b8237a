//! The part of bounding volumes in the back end: the code that is compiled once for each vector.

use super::aabb::{mesh_aabb_inner, obb_aabb_inner, transform_aabb_inner};
use super::ball::{fit_ball_inner, transform_ball_inner};
use super::capsule::fit_capsule_inner;
use super::cylinder::fit_cylinder_inner;
use super::fit::{fit_inner, fit_tightest_inner};
use super::obb::{fit_obb_fast_inner, fit_obb_inner};
use super::shape_vertices::{shape_aabb_inner, shape_vertices_inner};
use super::transform_obb::transform_obb_inner;
use super::{Fits, Volume};
use crate::backend::backend;
use crate::math::Affine;
use crate::shape::{Aabb, Ball, Capsule, Cylinder, Mesh, Obb, ShapeError, ShapeRef};

backend! {
    /// Bounding volumes.
    BoundBackend {
        fn bound_fit(points: &[Self]) -> Result<Fits<Self>, ShapeError> = fit_inner;
        fn bound_fit_tightest(points: &[Self]) -> Result<Volume<Self>, ShapeError> = fit_tightest_inner;
        fn bound_fit_ball(points: &[Self]) -> Result<Ball<Self>, ShapeError> = fit_ball_inner;
        fn bound_fit_obb(points: &[Self]) -> Result<Obb<Self>, ShapeError> = fit_obb_inner;
        fn bound_fit_obb_fast(points: &[Self]) -> Result<Obb<Self>, ShapeError> = fit_obb_fast_inner;
        fn bound_fit_capsule(points: &[Self]) -> Result<Capsule<Self>, ShapeError> = fit_capsule_inner;
        fn bound_fit_cylinder(points: &[Self]) -> Result<Cylinder<Self>, ShapeError> = fit_cylinder_inner;
        fn bound_mesh_aabb(mesh: &Mesh<Self>, map: &Affine<Self>) -> Option<Aabb<Self>> = mesh_aabb_inner;
        fn bound_obb_aabb(obb: &Obb<Self>) -> Aabb<Self> = obb_aabb_inner;
        fn bound_transform_aabb(bounds: &Aabb<Self>, map: &Affine<Self>) -> Aabb<Self> = transform_aabb_inner;
        fn bound_transform_ball(ball: &Ball<Self>, map: &Affine<Self>) -> Option<Ball<Self>> =
            transform_ball_inner;
        fn bound_transform_obb(obb: &Obb<Self>, map: &Affine<Self>) -> Obb<Self> = transform_obb_inner;
        fn bound_shape_vertices(shape: &ShapeRef<'_, Self>) -> Option<Vec<Self>> = shape_vertices_inner;
        fn bound_shape_aabb(shape: &ShapeRef<'_, Self>) -> Option<Aabb<Self>> = shape_aabb_inner;
        fn bound_volume(volume: &Volume<Self>) -> f64 = Volume::volume_inner;
    }
}
