//! Bounding volume hierarchies (BVHs): find overlaps without testing everything.
//!
//! [`Bvh`] is a hierarchy of arbitrary boxes; the other types are for the triangles of meshes.
//!
//! # Which type of mesh for what
//!
//! | type | contents | queries |
//! |---|---|---|
//! | [`shape::Mesh`] | vertices and triangles, validated | none; the other types are built from it |
//! | [`MeshBvh`] | a mesh and its BVH, without a pose | rays, closest points, triangles in a shape |
//! | [`MeshPair`] | two of these, each with a transform | closest triangles, those within a distance |
//! | | | penetration, curves of intersection |
//! | [`WindingNumber`] | one of these with winding data | inside or outside, also for damaged meshes |
//! | [`compound::SurfaceMesh`] | a mesh at a pose, as a shape | all queries of shapes |
//! | [`assembly::Model`] | a mesh with all derived data, once | none; instances and shapes share it |
//! | [`assembly::Instance`] | a model with a transform | collisions among thousands, and their depth |
//! | | | shared volume, duplicates |
//! | [`assembly::InstancePair`] | two instances | several of these results for the same two |
//!
//! To make two shapes of one model, use [`SurfaceMesh::from_model`]. To split a mesh into convex parts, use
//! [`decompose`].
//!
//! [`shape::Mesh`]: crate::shape::Mesh
//! [`compound::SurfaceMesh`]: crate::compound::SurfaceMesh
//! [`assembly::Model`]: crate::assembly::Model
//! [`assembly::Instance`]: crate::assembly::Instance
//! [`assembly::InstancePair`]: crate::assembly::InstancePair
//! [`SurfaceMesh::from_model`]: crate::compound::SurfaceMesh::from_model
//! [`decompose`]: crate::compound::decompose

mod aabb_query;
mod backend;
mod build;
mod half_space_cull;
mod mesh;
mod nearest_iter;
mod query_volume;
mod shape_query;
mod slabs;
mod spatial_join;

pub(crate) use backend::BvhBackend;
pub use build::Bvh;
pub(crate) use build::{absolute, middle, relative};
pub use mesh::{
    BuildQuality, Clearance, ClosestPoint, CurvePoint, IntersectionCurve, MeshBvh, MeshIntersection,
    MeshPair, MeshPairCache, MeshPart, MinTranslation, RefitError, StoredBvhError, WindingNumber, stats,
    trace,
};
pub(crate) use mesh::{DistanceGoal, DualTraversal, MeetingTriangles, SAME_NORMAL, perpendicular_directions};
pub use nearest_iter::NearestIter;
pub(crate) use slabs::{SLAB_ROUNDING, Slabs};
