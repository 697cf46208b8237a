//! Questions about pairs of shapes: a request as JSON in, its answer as JSON out.
//!
//! `impinge query` asks so from files and pipes, the page in a browser from WebAssembly: the same words, and the same answers to the
//! bit. docs/query.md is the manual of requests and answers.
//!
//! The files in the order in which data flows: `request` reads a line into a `node` and finds out what is asked in which `space`,
//! `shapes` builds the shapes, `answer` asks the engine, which is also asked about `deforming` primitives, `sweep`s, the
//! `bounds` of a shape, each a `volume`, what a `ray` visits, the `funnel` and the `depth` of two meshes, the `steps` of GJK and EPA, a `slide` among obstacles, two `mask`s, and what there is
//! to draw of a `clip` and of `moving` shadows; a `problem` on the way becomes the answer.

#![deny(missing_docs)]

mod answer;
mod axes;
mod bounds;
mod clip;
mod deforming;
mod depth;
mod funnel;
mod mask;
mod moving;
mod node;
mod object;
mod problem;
mod ray;
mod request;
mod shapes;
mod slide;
mod space;
mod steps;
mod sweep;
mod volume;

pub use depth::{BodyDistance, DistanceKind, Meeting};
pub use object::{object_in_plane, object_in_space};
pub use problem::QueryError;
pub use request::{AnswerLine, answer, operations, refusal};
pub use shapes::kinds_of_shape;
pub use volume::PlacedVolume;
