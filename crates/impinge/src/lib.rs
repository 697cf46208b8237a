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
//! Data flows downwards through the modules, in this order; a module uses only those above it.
#![deny(missing_docs, missing_debug_implementations)]

// Kept in the order of the flow, which the formatter would sort away.
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

#[cfg(all(debug_assertions, not(test)))]
mod shared;

mod plain;

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
