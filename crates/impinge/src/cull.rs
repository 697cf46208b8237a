//! The cascade: from many objects to the few triangles that meet, each stage only on the survivors of the one before.
//!
//! | question | call | answer |
//! |---|---|---|
//! | which of many bodies collide? | [`collisions`] | [`Collision`]: how, and where |
//! | which of some pairs of them do? | [`collisions_among`] | the same |
//! | what did each stage let through, and what did it cost? | [`Funnel`], or an [`Observer`] of one's own | [`StageReport`] |
//! | are two bodies apart, do they touch or overlap? | [`Body::relation`] | [`Relation`](crate::narrow::Relation) |
//! | how deep are they in each other? | [`Body::depth`] | [`DepthBounds`]: between two bounds |
//! | how much volume do they share? | [`Body::shared_volume`] | a volume, if both are solid |
//! | is one there twice? | [`Body::is_duplicate_of`] | `bool` |
//! | is a point inside? | [`Body::encloses`] | `bool` |
//! | several of these about the same two | [`BodyPair`] | each at less cost |
//!
//! A [`Model`] is a mesh with what is derived from it, a [`Body`] a model under a map: a thousand equal screws are one model and a thousand
//! bodies. What other types there are for meshes, and what each is asked, is in [`tree`](crate::tree#which-type-of-mesh-for-what).

mod body;
mod body_pair;
mod cascade;
mod convex;
mod depth;
mod duplicate;
mod fans;
mod funnel;
mod interior_overlap;
mod meetings;
mod model;
mod neighbours;
mod outline;
mod pieces;
mod shells;
mod solid;
mod volume;
mod witness;

pub use body::Body;
pub use body_pair::BodyPair;
pub use cascade::{BoundFilter, Cascade, Collision, CollisionKind, collisions, collisions_among};
pub use depth::DepthBounds;
pub use funnel::{Counted, Funnel, Observer, Stage, StageReport};
pub(crate) use meetings::MANY_TOUCHING;
pub use model::Model;
