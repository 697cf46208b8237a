//! The cascade: from many objects to the few triangles that meet, each stage only on the survivors of the one before.

mod body_pair;
mod cascade;
mod contact;
mod convex;
mod depth;
mod duplicate;
mod funnel;
mod model;
mod neighbours;
mod shells;
mod solid;
mod volume;
mod witness;

pub use body_pair::BodyPair;
pub use cascade::{Cascade, Collision, Filter, Kind, collisions, collisions_among};
pub use depth::BodyDepth;
pub use funnel::{Funnel, Observer, Stage, StageReport, Unit};
pub(crate) use model::bounds_of;
pub use model::{Body, Model};
