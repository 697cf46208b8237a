//! Collision queries as JSON: a request in, its answer out.
//!
//! `impinge query` reads requests from files and pipes; the web page calls the same code as WebAssembly. Both
//! use the same format, and their answers are identical to the bit. docs/query.md documents requests and
//! answers.
//!
//! The files in the order in which data flows: `request` reads a line into a `node` and finds out what is
//! asked in which `space`, `shapes` builds the shapes, `answer` asks the engine, which is also asked about
//! `deforming` primitives, the `time_of_impact` of moving shapes, the volumes that `fit` around a shape, each
//! a `volume`, what a `cast_ray` visits, the `cascade` and the `depth` of two meshes, the `gjk_trace`, a
//! `move_and_slide` among obstacles, two `mask`s, and what there is to draw of a `clip` and of a `swept_sat`;
//! a `problem` on the way becomes the answer.

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
