//! The part of composite shapes in the back end: the code that is compiled once for each vector.
//!
//! The first five methods return the parts of a shape as a trait object, so that its table of methods, and
//! all searches for parts behind it, are in this crate.

use std::fmt;
use std::sync::Arc;

use super::any_shape::Owned;
use super::convex_decomposition::decompose_inner;
use super::{
    AnyShape, Compound, CompoundError, DecomposeOptions, Decomposition, FilledPolygon, HeightField, Polyline,
    SurfaceMesh,
};
use crate::assembly::{DepthBounds, Model};
use crate::backend::backend;
use crate::bvh::trace::TraversalStep;
use crate::math::{Pose, Vector};
use crate::shape::{CompositeShape, Mesh, Polygon, ShapeRef};

backend! {
    /// Shapes of many parts, any shape in one type, and convex decomposition.
    CompoundBackend {
        fn compound_parts(shape: &Compound<Self>) -> &dyn CompositeShape<Self> = Compound::parts;
        fn compound_parts_of_polygon(shape: &FilledPolygon<Self>) -> &dyn CompositeShape<Self> =
            FilledPolygon::parts;
        fn compound_parts_of_polyline(shape: &Polyline<Self>) -> &dyn CompositeShape<Self> = Polyline::parts;
        fn compound_parts_of_field(shape: &HeightField<Self>) -> &dyn CompositeShape<Self> =
            HeightField::parts;
        fn compound_parts_of_mesh(shape: &SurfaceMesh<Self>) -> &dyn CompositeShape<Self> =
            SurfaceMesh::parts;
        fn compound_new(
            shapes: &mut dyn Iterator<Item = (AnyShape<Self>, Pose<Self>)>,
        ) -> Result<Compound<Self>, CompoundError> = Compound::new_inner;
        fn compound_new_polygon(polygon: &Polygon<Self>) -> Result<FilledPolygon<Self>, CompoundError> =
            FilledPolygon::new_inner;
        fn compound_new_polyline(points: Vec<Self>) -> Result<Polyline<Self>, CompoundError> =
            Polyline::new_inner;
        fn compound_new_field(
            heights: Vec<<Self as Vector>::Scalar>, columns: usize, spacing: [<Self as Vector>::Scalar; 2],
        ) -> Result<HeightField<Self>, CompoundError> = HeightField::new_inner;
        fn compound_field_with_holes(
            field: &HeightField<Self>, is_hole: &dyn Fn(usize) -> bool,
        ) -> HeightField<Self> = HeightField::with_holes_inner;
        fn compound_new_mesh(mesh: Arc<Mesh<Self>>) -> SurfaceMesh<Self> = SurfaceMesh::new_inner;
        fn compound_mesh_from_model(model: Arc<Model<Self>>) -> SurfaceMesh<Self> =
            SurfaceMesh::from_model_inner;
        fn compound_mesh_to_hollow(mesh: &SurfaceMesh<Self>) -> SurfaceMesh<Self> =
            SurfaceMesh::to_hollow_inner;
        fn compound_mesh_depth(
            a: &SurfaceMesh<Self>, b: &SurfaceMesh<Self>,
        ) -> Option<DepthBounds<Self>> = SurfaceMesh::depth_inner;
        fn compound_mesh_visit_along(
            mesh: &SurfaceMesh<Self>,
            start: <Self as Vector>::Double,
            direction: <Self as Vector>::Double,
            last: f64,
            observe: &mut dyn FnMut(TraversalStep<Self>),
            visit: &mut dyn FnMut(u32, ShapeRef<'_, Self>) -> f64,
        ) = SurfaceMesh::visit_along_observed;
        fn compound_any_shape_ref(shape: &AnyShape<Self>) -> ShapeRef<'_, Self> = AnyShape::shape_ref_inner;
        fn compound_any_clone(shape: &Owned<Self>) -> Owned<Self> = Owned::clone;
        fn compound_any_at(shape: &AnyShape<Self>, pose: &Pose<Self>) -> AnyShape<Self> = AnyShape::at_inner;
        fn compound_any_with_rounding(
            shape: &AnyShape<Self>, radius: <Self as Vector>::Scalar,
        ) -> Result<AnyShape<Self>, CompoundError> = AnyShape::with_rounding_inner;
        fn compound_any_debug(shape: &AnyShape<Self>, formatter: &mut fmt::Formatter<'_>) -> fmt::Result =
            AnyShape::debug_inner;
        fn compound_decompose(
            mesh: &Mesh<Self>, settings: &DecomposeOptions,
        ) -> Result<Decomposition<Self>, CompoundError> = decompose_inner;
    }
}
