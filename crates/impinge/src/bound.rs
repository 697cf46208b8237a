//! Bounding volumes of points: ball, axis-aligned box, oriented box, capsule and cylinder; also balls and
//! boxes around shapes and their images under a map.
//!
//! A bounding volume rejects pairs that are certainly disjoint, before any more expensive test. The rejection
//! is valid only if no point is outside. So every volume here is **conservative in real arithmetic**. The
//! search for a good volume runs in plain `f64`, where a rounding costs a little size at most. Then its
//! extents are measured again, with a bound on all rounding errors, and rounded outwards.
//!
//! | volume | around points | under a map |
//! |---|---|---|
//! | [`Aabb`] | [`Aabb::from_points`], [`mesh_aabb`], [`obb_aabb`] | [`transform_aabb`] |
//! | [`Ball`] | [`fit_ball`]: the smallest | [`transform_ball`] |
//! | [`Obb`] | [`fit_obb`]: the smallest in 2D, a small one in 3D; [`fit_obb_fast`] | [`transform_obb`] |
//! | [`Capsule`] | [`fit_capsule`]: a small one | |
//! | [`Cylinder`] | [`fit_cylinder`]: a small one, in 2D the smallest rectangle | |
//! | [`Hull`] | [`Hull::new`]: the convex hull, the smallest convex volume | |
//!
//! [`fit`] computes all of them around the same points, with the [tightness](Fit::tightness) of each;
//! [`fit_tightest`] returns the best. [`shape_vertices`] returns the vertices of any shape that has some, and
//! [`shape_aabb`] computes the box around any bounded shape.
//!
//! Everything is computed in three dimensions; planar points have z = 0.
//!
//! Sources: Ericson, "Real-Time Collision Detection", 2005, chapter 4; each file names its own.
//!
//! [`Aabb`]: crate::shape::Aabb
//! [`Aabb::from_points`]: crate::shape::Aabb::from_points
//! [`Ball`]: crate::shape::Ball
//! [`Obb`]: crate::shape::Obb
//! [`Capsule`]: crate::shape::Capsule
//! [`Cylinder`]: crate::shape::Cylinder
//! [`Hull`]: crate::shape::Hull
//! [`Hull::new`]: crate::shape::Hull::new

mod aabb;
mod axis_search;
mod backend;
mod ball;
mod capsule;
mod cylinder;
mod enclosing_volume;
mod fit;
mod frame_refinement;
mod initial_frames;
mod normalization;
mod obb;
mod outward_rounding;
mod principal_axes;
mod rotating_calipers;
mod shape_vertices;
mod transform_obb;

pub use aabb::{mesh_aabb, obb_aabb, transform_aabb};
pub(crate) use backend::BoundBackend;
pub use ball::{fit_ball, transform_ball};
pub use capsule::fit_capsule;
pub use cylinder::fit_cylinder;
pub use fit::{Fit, Fits, Volume, fit, fit_tightest};
pub use obb::{fit_obb, fit_obb_fast};
pub use shape_vertices::{shape_aabb, shape_vertices};
pub use transform_obb::transform_obb;

#[cfg(test)]
mod tests;
