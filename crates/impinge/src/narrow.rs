//! Two shapes → one answer.

mod aabb;
mod ball;
mod clip;
mod contact;
mod convex;
mod half_space;
mod obb;
mod relation;
mod segment;
mod triangle;

pub use clip::{Clip, Crossing, Face, Slab};
pub use contact::Contact;
pub use relation::{Relate, Relation};
pub use triangle::contact_point;
