//! Two shapes → one answer.

mod aabb;
mod ball;
mod boxes;
mod cast;
mod clip;
mod collide;
mod contact;
mod convex;
mod epa;
mod feature;
mod gjk;
mod half_space;
mod manifold;
mod obb;
mod parts;
mod project;
mod relation;
mod segment;
mod segments;
mod separation;
mod short;
mod sign;
mod simplex;
mod support;
mod triangle;
mod unbounded;

pub use cast::{Cast, RayHit, RayMode, RayOptions, RaySides};
pub use clip::{Clip, Crossing, Face, Slab};
pub use collide::{Collide, PairCache};
pub use contact::Contact;
pub use manifold::{Manifold, ManifoldPoint};
pub(crate) use parts::region;
pub use parts::{PartContact, contacts};
pub use project::{Project, Projection};
pub use relation::{Relate, Relation};
pub use triangle::contact_point;
