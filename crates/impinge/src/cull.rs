//! The cascade: from many objects to the few triangles that meet, each stage only on the survivors of the one before.

mod cascade;
mod contact;
mod funnel;
mod model;
mod neighbours;
mod shells;
mod solid;

pub use cascade::{Cascade, Collision, Filter, Kind, collisions, collisions_among};
pub use funnel::{Funnel, Observer, Stage, StageReport, Unit};
pub(crate) use model::bounds_of;
pub use model::{Body, Model};
