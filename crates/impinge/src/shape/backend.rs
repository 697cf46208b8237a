//! The part of shapes in the back end: the code that is compiled once for each vector.
//!
//! Constructors of a few lines, poses and closed forms are inlined where their types are known.

use super::round_shape::aabb_inner;
use super::{Aabb, Hull, Mesh, MeshError, Polygon, PolygonError, ShapeError, ShapeRef};
use crate::backend::backend;
use crate::math::Vector;

backend! {
    /// Hulls, meshes and polygons.
    ShapeBackend {
        fn shape_aabb(shape: &ShapeRef<'_, Self>) -> Aabb<Self> = aabb_inner;
        fn shape_hull(points: &[Self]) -> Result<Hull<Self>, ShapeError> = Hull::new_inner;
        fn shape_hull_support(hull: &Hull<Self>, direction: Self) -> u32 = Hull::support_among_many;
        fn shape_mesh(positions: Vec<Self>, triangles: Vec<[u32; 3]>) -> Result<Mesh<Self>, MeshError> =
            Mesh::new_inner;
        fn shape_polygon(points: &[Self]) -> Result<Polygon<Self>, PolygonError> = Polygon::seen_from_above;
        fn shape_polygon_area(polygon: &Polygon<Self>) -> f64 = Polygon::area_inner;
        fn shape_polygon_is_convex(polygon: &Polygon<Self>) -> bool = Polygon::is_convex_inner;
        fn shape_polygon_contains_point(polygon: &Polygon<Self>, point: Self) -> bool =
            Polygon::contains_point_inner;
        fn shape_polygon_hull(polygon: &Polygon<Self>) -> Hull<Self> = Polygon::hull_inner;
        fn shape_polygon_decompose(polygon: &Polygon<Self>) -> Vec<Hull<Self>> = Polygon::decompose_inner;
        fn shape_polygon_simplify(
            polygon: &Polygon<Self>, tolerance: <Self as Vector>::Scalar,
        ) -> Polygon<Self> = Polygon::simplify_inner;
    }
}
