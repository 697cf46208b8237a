//! Trees of boxes: find what overlaps without looking at everything.
//!
//! [`Bvh`] is a tree of any boxes; the others are of the triangles of meshes.
//!
//! # Which type of mesh for what
//!
//! | type | is | asked for |
//! |---|---|---|
//! | [`shape::Mesh`](crate::shape::Mesh) | corners and triangles, checked | nothing: it is what the others are made of |
//! | [`MeshTree`] | a mesh and a tree of it, not placed | rays, one or many; nearest points; which triangles another shape meets |
//! | [`MeshPair`] | two of these, each under a map | nearest triangles, those within a distance, curves in which surfaces meet, a way out |
//! | [`Winding`] | one of these, and what its parts wind around | inside or outside, of damaged meshes too |
//! | [`compound::SurfaceMesh`](crate::compound::SurfaceMesh) | a mesh at a pose, as a shape | whatever any shape is asked |
//! | [`cull::Model`](crate::cull::Model) | a mesh, and all that is derived from it, once | nothing: bodies and shapes share it |
//! | [`cull::Body`](crate::cull::Body) | a model under any map | collisions among thousands, and how deep; shared volume; duplicates |
//! | [`cull::BodyPair`](crate::cull::BodyPair) | two bodies | several of these answers about the same two |
//!
//! Two shapes of one model: [`SurfaceMesh::of_model`](crate::compound::SurfaceMesh::of_model). Convex parts of a mesh:
//! [`decompose`](crate::compound::decompose).

mod around;
mod build;
mod join;
mod meeting;
mod mesh;
mod nearest;
mod query;
mod wall;

pub use build::Bvh;
pub(crate) use build::{absolute, middle, relative};
pub use mesh::{
    BuildQuality, Clearance, ClosestPoint, CurvePoint, IntersectionCurve, MeshIntersection, MeshPair,
    MeshPairCache, MeshPart, MeshTree, RefitError, StoredTreeError, WayOut, Winding, figures, visited,
};
pub(crate) use mesh::{FURTHER, MeetingTriangles, Nearer, Pair, SAME_NORMAL, sides};
pub use nearest::NearestFirst;
