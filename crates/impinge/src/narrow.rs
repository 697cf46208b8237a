//! Two shapes → one answer.
//!
//! | question | call | answer |
//! |---|---|---|
//! | are they apart, do they touch or overlap? | [`Relate::relation`] | [`Relation`] |
//! | do they share a point? | [`Relate::intersects`] | `bool` |
//! | how far apart are they? | [`Collide::distance`] | a length, 0 if they meet |
//! | where are they nearest, or how do they get apart? | [`Collide::nearest`] | [`Contact`] |
//! | how do they get apart, if they overlap? | [`Collide::penetration`] | [`Contact`], if so: the minimum translation |
//! | where are they nearest, if within a margin? | [`Collide::contact`] | [`Contact`], if so |
//! | in which area do they meet? | [`Collide::manifold`] | [`Manifold`]: a few points |
//! | the same, of shapes of many parts | [`contacts`], [`manifolds`] | [`PartContact`], [`PartManifold`]: one for each two parts |
//! | where does a ray or segment hit? | [`Cast::cast_ray`], [`Cast::cast_segment`] | [`RayHit`] |
//! | which part of it is in a box? | [`Clip::clip`] | [`Crossing`] |
//! | where is the surface nearest to a point, and is that inside? | [`Project::project`] | [`Projection`] |
//! | will they meet within a step, and how does the first slide on? | [`sat::moving`] | [`Moving`](sat::Moving) |
//! | do they meet anywhere on a straight way? | [`sat::swept`] | `bool` |
//! | how does the search of a distance or depth go? | [`steps::steps`] | [`steps::Steps`] |
//!
//! The same of a pair again and again is sooner answered with a [`PairCache`], by the calls that end in `_with`. Where a shape gets that
//! moves until it meets something is asked of [`sweep`](crate::sweep).
//!
//! # Two meshes, and which way out?
//!
//! The least translation that parts two meshes is hard to find; each of these tells one that parts them, and some how much shorter
//! another could be.
//!
//! | call | way out | bound from below |
//! |---|---|---|
//! | [`MeshPair::way_out`](crate::tree::MeshPair::way_out) | past everything, in one direction | none |
//! | [`SurfaceMesh::depth`](crate::compound::SurfaceMesh::depth) | the same | how far points are within the other solid |
//! | [`Body::depth`](crate::cull::Body::depth) | also into holes that are free | a better one, and it knows the depth of convex meshes |
//! | [`Collide::penetration`], of two meshes that are not hollow | that of `Body::depth` | none |
//! | the same, of all others that have parts | also out of tunnels; part by part, which takes far longer | none |

mod aabb;
mod ball;
mod box_triangle;
mod boxes;
mod cast;
mod clip;
mod collide;
mod contact;
mod convex;
mod cylinders;
mod epa;
mod feature;
mod frame;
mod gjk;
mod half_space;
mod manifold;
mod meeting;
mod obb;
mod parts;
mod piercing;
mod polygons;
mod project;
mod relation;
pub mod sat;
mod segment;
mod segments;
mod separation;
mod short;
mod sign;
mod simplex;
pub mod steps;
#[cfg(feature = "serde")]
mod stored;
mod straight;
mod support;
mod table;
mod triangle;
mod unbounded;

pub use cast::{Cast, RayHit, RayMode, RayOptions, RaySides};
pub use clip::{BoxFace, Clip, Crossing, Slab};
pub use collide::{Collide, PairCache};
pub(crate) use collide::{contact_of, has_parts, signed};
pub use contact::Contact;
pub use manifold::{Manifold, ManifoldPoint};
pub use parts::{PartContact, PartManifold, contacts, manifolds};
pub(crate) use parts::{extent, is_enclosed, on_face, region, translated};
pub use project::{Project, Projection};
pub use relation::{Relate, Relation};
pub(crate) use separation::{Separation, is_single};
pub(crate) use short::nearest_by_regions;
#[cfg(feature = "serde")]
pub(crate) use stored::{StoredCache, StoredManifold};
pub(crate) use straight::{Closing, Times, closing};
pub(crate) use triangle::{contact_point, nearest_on_triangle};
