//! Queries on two shapes, and ray casts and point queries on one.
//!
//! | query | function | result |
//! |---|---|---|
//! | disjoint, touching or overlapping | [`Collide::relation`] | [`Relation`] |
//! | whether the shapes share a point | [`Collide::intersects`] | `bool` |
//! | distance | [`Collide::distance`] | a length, 0 if they intersect |
//! | signed distance, of solids | [`Collide::signed_distance`] | [`Contact`] |
//! | closest points, or the way apart | [`Collide::closest_points`] | [`Contact`] |
//! | minimum translation of overlapping shapes | [`Collide::penetration`] | `Option` of [`Contact`] |
//! | closest points within a margin | [`Collide::contact`] | `Option` of [`Contact`] |
//! | contact area, as a few points | [`Collide::manifold`] | `Option` of [`ContactManifold`] |
//! | contacts of composite shapes, per pair of parts | [`contacts`] | [`PartContact`]s |
//! | manifolds of composite shapes, per pair of parts | [`manifolds`] | [`PartManifold`]s |
//! | first hit of a ray or segment | [`Query::cast_ray`], [`Query::cast_segment`] | [`RayHit`] |
//! | part of a ray or segment within a box | [`Clip::clip`] | [`ClipResult`] |
//! | closest point of the boundary to a point | [`Query::project_point`] | [`Projection`] |
//! | whether a point is in a shape | [`Query::contains_point`] | `bool` |
//! | intersection within a step, and how to slide on | [`sat::swept`] | [`SweptSat`](sat::SweptSat) |
//! | intersection anywhere on a linear path | [`sat::cast`] | `bool` |
//! | the steps of GJK and EPA | [`trace::gjk_trace`] | [`trace::GjkTrace`] |
//!
//! A [`PairCache`] speeds up repeated queries on the same pair, through the functions that end in `_with`.
//! The module [`sweep`](crate::sweep) computes how far a moving shape gets before it intersects something.
//!
//! # Penetration of two meshes
//!
//! The minimum translation that separates two meshes is hard to find. Each of these functions returns a
//! translation that separates them, and some also a lower bound on the length of any such translation.
//!
//! | function | translation | lower bound |
//! |---|---|---|
//! | [`MeshPair::penetration`] | past everything, in one direction | none |
//! | [`SurfaceMesh::depth`] | the same | how far points are within the other solid |
//! | [`Instance::depth`] | also into free holes | a better one; it includes the depth of convex meshes |
//! | [`Collide::penetration`], two meshes that are not hollow | as [`Instance::depth`] | none |
//! | the same, other composite shapes | also out of tunnels; part by part, much slower | none |
//!
//! [`MeshPair::penetration`]: crate::bvh::MeshPair::penetration
//! [`SurfaceMesh::depth`]: crate::compound::SurfaceMesh::depth
//! [`Instance::depth`]: crate::assembly::Instance::depth

mod backend;
mod cast;
mod clip;
mod collide;
mod composite;
mod contact;
mod dispatch;
mod distance;
mod manifold;
mod pair_cache;
mod predicates;
mod project;
mod query;
mod relation;
pub mod sat;
#[cfg(feature = "serde")]
mod stored;
mod table;
pub mod trace;

pub(crate) use backend::NarrowBackend;
pub use cast::{RayHit, RayMode, RayOptions, RaySides};
pub use clip::{BoxFace, Clip, ClipResult, SlabInterval};
pub use collide::Collide;
pub(crate) use collide::{has_parts, signed};
pub use composite::{PartContact, PartManifold, contacts, manifolds};
pub(crate) use composite::{is_enclosed, on_face, translated};
pub use contact::Contact;
pub(crate) use contact::contact_of;
pub(crate) use dispatch::distance_to_hull;
pub(crate) use distance::closed_form::nearest_by_regions;
pub(crate) use distance::extent::{extent, region};
pub(crate) use distance::linear_cast::{Closing, Times, closing};
pub(crate) use distance::separation::{Separation, is_single};
pub use manifold::contact_manifold::{ContactManifold, ManifoldPoint};
pub use pair_cache::PairCache;
pub(crate) use predicates::triangle_triangle::{contact_point, nearest_on_triangle, triangle_triangle};
pub use project::Projection;
pub use query::Query;
pub use relation::Relation;
#[cfg(feature = "serde")]
pub(crate) use stored::{StoredCache, StoredManifold};
