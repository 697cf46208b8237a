//! Shapes on their way: how far they get before they meet something, and how they slide along it.
//!
//! | function | answers |
//! |---|---|
//! | [`translate`] | where a shape, moved straight, first comes near an obstacle |
//! | [`slide()`] | where it ends if it slides along what it meets; see [`SlideOptions`] |
//! | [`time_of_impact`] | when two shapes that move and turn ([`Motion`]) first meet |
//! | [`VertexFace`], [`EdgeEdge`], [`VertexEdge`] | when parts of meshes that bend and stretch meet, exactly |
//!
//! What is in the way are [`Obstacles`]; with [`FrontOnly`], surfaces stop a straight motion only where they look towards it; with [`OneSided`],
//! they hold what comes from their front, and let through what comes from behind.
//!
//! The first two keep a **skin**: a thin gap between the shape and the obstacles. What stops, stops a skin away; what only passes by
//! may come as near as half of it, and nothing ever comes nearer. So the answer to one question is a good start of the
//! next: shapes that rest on the ground are neither in it nor stuck to it, and the inner edges of a floor of many parts,
//! which all lie at the same distance, stop nobody. What is met at an internal edge of a mesh, height field or polyline is reported
//! with a normal that the surface has; who is in such a surface already may go along it.

mod advance;
mod approach;
mod cut;
mod deforming;
mod entry;
mod front;
mod ground;
mod impact;
mod internal_edges;
mod line;
mod motion;
mod mover;
mod obstacles;
mod planes;
mod push;
mod reach;
mod sight;
mod slide;

pub use advance::{Hit, translate};
pub use deforming::{DeformingOptions, EdgeEdge, Meeting, VertexEdge, VertexFace};
pub use front::{FrontOnly, OneSided};
pub use ground::Ground;
pub(crate) use impact::is_endless;
pub use impact::{Impact, ImpactOptions, time_of_impact};
pub(crate) use motion::{MOST_MOTION, Place, length, with_squares};
pub use motion::{Motion, Turn};
pub use obstacles::{Obstacles, ShowObstacle, ShowSwept};
pub(crate) use obstacles::{show, show_swept};
pub use slide::{Slid, SlideOptions, slide};
