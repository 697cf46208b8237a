//! Collision queries as JSON: a request in, its answer out.
//!
//! `impinge query` reads requests from files and pipes; the web page calls the same code as WebAssembly. Both
//! use the same format, and their answers are identical to the bit. docs/query.md documents requests and
//! answers.
//!
//! The modules, in the order in which data flows: `request` parses a line into a `node` and determines
//! the operation and its `space`. `shapes` builds the shapes. `answer` calls the engine. Some
//! operations have a module each: `deforming` primitives, the `time_of_impact` of moving shapes, the
//! volumes that `fit` around a shape (each a `volume`), the nodes that a `cast_ray` visits, the
//! `cascade` and the `depth` of two meshes, the `gjk_trace`, a `move_and_slide` among obstacles, two
//! `mask`s, and the geometry to draw for a `clip` and a `swept_sat`. If a `problem` occurs, it becomes
//! the answer.

#![deny(missing_docs)]

mod answer;
mod axes;
mod cascade;
mod cast_ray;
mod clip;
mod collider;
mod deforming;
mod depth;
mod fit;
mod gjk_trace;
mod mask;
mod move_and_slide;
mod node;
mod problem;
mod request;
mod shapes;
mod space;
mod swept_sat;
mod time_of_impact;
mod volume;

pub use collider::{parse_collider_2d, parse_collider_3d};
pub use depth::{DistanceKind, PairDistance, PairKind};
pub use problem::QueryError;
pub use request::{AnswerLine, answer, error_answer, operations};
pub use shapes::shape_kinds;
pub use volume::PlacedVolume;
