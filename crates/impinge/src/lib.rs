//! **impinge** finds out whether, where, when and how deeply things collide, in 2D and in 3D.
//!
//! It never misses (answers are exact or conservative), and never surprises: constructors refuse what has no meaning,
//! queries are total, and every platform, thread count and instruction set computes the same bits.
//!
//! The vector type decides dimension and precision: with glam's `Vec3` you get 3D in `f32`, with `DVec2` 2D in `f64`,
//! from the same types and functions.
//!
//! ```
//! use glam::Vec3;
//! use impinge::prelude::*;
//! use impinge::math::Rotation;
//! use impinge::shape::{Ball, Obb};
//!
//! let crate_ = Obb::new(Vec3::ZERO, Vec3::new(1.0, 0.5, 0.5), Rotation::identity())?;
//! let ball = Ball::new(Vec3::new(1.5, 0.0, 0.0), 0.5)?;
//! assert_eq!(ball.relation(&crate_), Relation::Touching);
//! # Ok::<(), impinge::shape::ShapeError>(())
//! ```
//!
//! Data flows downwards through the modules, in this order; a module uses only those above it, but for two meshes as shapes: these
//! are asked through the trees of both, so [`Parts`](shape::Parts) hand out what [`cull`] makes of them.
//!
//! # Conventions
//!
//! - **Points and normals** are in the coordinates that the shapes were given in: those of the world, never those of one of the shapes.
//!   A [`Pose`](math::Pose) or [`Affine`](math::Affine) leads from local points to these. Only a [`World`](world::World), whose
//!   positions are in `f64`, tells some as seen from a place: contacts from the `origin` of a [`Touch`](world::Touch), slides from
//!   where they start, what is in the way of a shape from the place where that is.
//! - **Normals** have length 1. Between two things they point from the first to the second: in [`Contact`](narrow::Contact),
//!   [`Manifold`](narrow::Manifold), [`Impact`](sweep::Impact), [`Meeting`](sweep::Meeting), [`WayOut`](tree::WayOut). At one thing they
//!   point out of its surface: in [`RayHit`](narrow::RayHit), [`Projection`](narrow::Projection), [`sweep::Hit`].
//! - **Distances** below 0 say that things overlap: minus the depth, the length of the least move that parts them. 0 is
//!   touching. [`Collide::distance`](narrow::Collide::distance) is 0 for both. Of shapes of many parts the depth is that of the deepest part;
//!   [`Collide::separation`](narrow::Collide::separation) tells that of the whole.
//! - **Who moves:** by a contact, a manifold or a way out the *second* has to go, along the normal. In [`sat::moving`](narrow::sat::moving)
//!   and [`slide`](sweep::slide()) it is the *first* that moves.
//! - **`t`** is a distance along a ray, as directions have length 1; of a segment it is a share, from 0 to 1; so is
//!   `time` of a motion.
//! - **Angles** are in radians and turn counter-clockwise: in the plane from x towards y, in space as seen
//!   if the axis points at the reader.
//! - **Axes:** cylinders and cones stand along their local y axis, height fields are heights in y over x and z. [Masks](mask) are pictures,
//!   with y down. What is up otherwise, nothing here knows: a [`Ground`](sweep::Ground) is told.
//! - **Fronts:** a triangle in space is seen from its front if its corners turn counter-clockwise; the front of a segment in the plane
//!   is on the right of the way from `a` to `b`. Polygons have their inside on the left.
//! - **Lengths** have no unit, and none is built in: margins, skins and tolerances are in yours.
//! - **Words:** *closest* is what a ray finds first, and what a point finds of one thing: [`closest_hit`](tree::MeshTree::closest_hit),
//!   [`closest_point`](tree::MeshTree::closest_point). *Nearest* are two things to each other, or one of many objects to a point or a shape:
//!   [`nearest`](narrow::Collide::nearest). `at` puts a thing somewhere, `moved` moves it on from there; of a ray, a segment or a
//!   motion it is where that is then.
//! - **Numbers** of parts, faces, corners and triangles are `u32`, and so are those of objects; lengths of lists are `usize`, and so are
//!   cells of height fields, pieces of masks, and places that errors name in lists that were given. A list that is
//!   asked for a number that it does not have panics, as a slice does, and says so. Questions about shapes never panic.
//! - **Times** are in the floats of the shapes for what moves straight ([`sweep::Hit`], [`Meeting`](sweep::Meeting)), and `f64` for what
//!   turns on its way ([`Impact`](sweep::Impact)) and for whole worlds, as these reckon in `f64`.
//! - **Where a shape is**, its points say: of balls and boxes the centre, which is what they begin with. Cylinders and cones have an axis as
//!   well and so take a [`Pose`](math::Pose), after half their height and their radius.
//! - **Options** that can be wrong are made by `new` and `with_…`, which check them, and are asked by methods of the same names. Where every
//!   value means something ([`RayOptions`](narrow::RayOptions), [`Among`](world::Among), [`Filter`](broad::Filter)), they are plain fields.
//!   Questions borrow them, after all else but what is called back.
//! - **Lists** are given away to what keeps them ([`Mesh`](shape::Mesh), [`Polyline`](compound::Polyline)), and lent to what is made of
//!   them ([`Hull`](shape::Hull), [`Polygon`](shape::Polygon)).
//! - **What is not there:** a [`BroadPhase`](broad::BroadPhase), whose numbers are used again, answers false, as sets do; a world, whose
//!   handles are never another's, tells an error.
//! - **What may grow** without a break is `#[non_exhaustive]`: errors, kinds of shapes, and what is told of stages. Other enums are complete.
//! - **Limits that are NaN:** nothing is within one, be it of rays, boxes, points or meshes. A margin of a question that is NaN is 0.
//!
//! Collisions are found here, and not answered: there are no masses, inertias or forces. [`Hull::center`](shape::Hull::center) and
//! [`Hull::volume`](shape::Hull::volume) are a start for who needs them.
#![deny(missing_docs, missing_debug_implementations)]

// Kept in the order of the flow, which the formatter would sort away.
mod clock;

mod flow;

pub mod math;

pub mod shape;

pub mod narrow;

pub mod bound;

pub mod tree;

pub mod broad;

pub mod cull;

pub mod compound;

pub mod mask;

pub mod sweep;

pub mod world;

pub mod draw;

/// The vectors and matrices that everything here takes and gives. Whoever has no glam of this version uses this one: vectors of
/// another version are other types.
pub use glam;

#[cfg(all(share_generics, debug_assertions, not(test)))]
#[doc(hidden)]
pub mod shared;

mod error;

mod plain;

#[cfg(test)]
#[path = "../tests/demand/mod.rs"]
mod demand;

pub use error::Error;
pub use flow::Flow;

pub mod d2;

pub mod d3;

/// The traits, and what their questions take and answer, whatever the vectors are; [`d2`] and [`d3`] have it too, with the shapes.
pub mod prelude {
    pub use crate::bound::BoundingBox;
    pub use crate::math::{Scalar, Vector};
    pub use crate::narrow::{
        Cast, Clip, Collide, Contact, Manifold, ManifoldPoint, PairCache, PartContact, PartManifold, Project,
        Projection, RayHit, RayMode, RayOptions, RaySides, Relate, Relation, contacts, manifolds,
    };
    pub use crate::shape::{Bounded, Shaped, Support};
}

/// Runs the examples of the README, so that they stay true.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct ReadmeExamples;

/// Those of the guides.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/boxes.md")]
#[doc = include_str!("../../../docs/broad.md")]
#[doc = include_str!("../../../docs/decompose.md")]
#[doc = include_str!("../../../docs/deforming.md")]
#[doc = include_str!("../../../docs/games.md")]
#[doc = include_str!("../../../docs/impact.md")]
#[doc = include_str!("../../../docs/masks.md")]
#[doc = include_str!("../../../docs/meshes.md")]
#[doc = include_str!("../../../docs/moving.md")]
#[doc = include_str!("../../../docs/slide.md")]
#[doc = include_str!("../../../docs/world.md")]
pub struct GuideExamples;
