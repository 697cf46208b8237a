//! Bounding volumes: the ball, the box along the axes, the oriented box, the capsule and the cylinder around points; balls
//! and boxes around shapes and their images too.
//!
//! A bounding volume answers "certainly apart" for what it holds, and is asked before anything dearer. That answer
//! counts only if nothing sticks out. So every volume here is **conservative in real arithmetic**: the search for a good
//! one runs in plain `f64`, where a rounding costs a little size at most; then its extents are measured anew, with a
//! bound on all rounding errors, and rounded outwards.
//!
//! | volume | around points | under a map |
//! |---|---|---|
//! | [`Aabb`](crate::shape::Aabb) | [`Aabb::from_points`](crate::shape::Aabb::from_points), [`aabb_of_mesh`], [`aabb_of_obb`] | [`aabb_of_transformed`] |
//! | [`Ball`](crate::shape::Ball) | [`ball`]: the smallest | [`ball_of_transformed`] |
//! | [`Obb`](crate::shape::Obb) | [`obb`]: the smallest in the plane, a small one in space; [`quick_obb`] | [`obb_of_transformed`] |
//! | [`Capsule`](crate::shape::Capsule) | [`capsule`]: a small one | |
//! | [`Cylinder`](crate::shape::Cylinder) | [`cylinder`]: a small one, in the plane the smallest rectangle | |
//! | [`Hull`](crate::shape::Hull) | [`Hull::new`](crate::shape::Hull::new): the smallest convex one | |
//!
//! [`fit`] makes all of them around the same points and says how much room each wastes; [`tightest`] chooses. [`corners`] are those points
//! of any shape that has some, and [`aabb_of_shape`] is around any that has an end.
//!
//! Everything is computed in three dimensions; what is planar has z = 0.
//!
//! Sources: Ericson, "Real-Time Collision Detection", 2005, chapter 4; each file names its own.

mod aabb;
mod about_axis;
mod ball;
mod capsule;
mod corners;
mod cylinder;
mod enclosing;
mod fit;
mod frame;
mod normalized;
mod obb;
mod obb_of_transformed;
mod principal;
mod rectangle;
mod rounding;
mod starts;

pub use aabb::{aabb_of_mesh, aabb_of_obb, aabb_of_transformed};
pub use ball::{ball, ball_of_transformed};
pub use capsule::capsule;
pub use corners::{BoundingBox, aabb_of_shape, corners};
pub use cylinder::cylinder;
pub use fit::{Fit, Fits, Volume, fit, tightest};
pub use obb::{obb, quick_obb};
pub use obb_of_transformed::obb_of_transformed;

#[cfg(test)]
mod tests;
