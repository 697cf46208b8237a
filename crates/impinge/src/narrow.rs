//! Two shapes → one answer.

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
mod steps;
#[cfg(feature = "serde")]
mod stored;
mod straight;
mod support;
mod table;
mod triangle;
mod unbounded;

pub use cast::{Cast, RayHit, RayMode, RayOptions, RaySides};
pub use clip::{Clip, Crossing, Face, Slab};
pub use collide::{Collide, PairCache};
pub(crate) use collide::{contact_of, signed};
pub use contact::Contact;
pub use manifold::{Manifold, ManifoldPoint};
pub use parts::{PartContact, PartManifold, contacts, manifolds};
pub(crate) use parts::{extent, on_face, region, translated};
pub use project::{Project, Projection};
pub use relation::{Relate, Relation};
pub(crate) use separation::{Separation, is_single};
pub(crate) use short::nearest_of_triangle;
pub use steps::{DifferencePoint, ExpandStep, SearchStep, Steps, steps};
#[cfg(feature = "serde")]
pub(crate) use stored::{StoredCache, StoredManifold};
pub(crate) use straight::{Closing, Times, closing};
pub use triangle::contact_point;
pub(crate) use triangle::nearest_on_triangle;
