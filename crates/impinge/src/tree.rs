//! Trees of boxes: find what overlaps without looking at everything.

mod build;
mod join;
mod mesh;
mod query;

pub use build::Bvh;
pub use mesh::{Build, MeshTree, RefitError, StoredTreeError, Winding};
pub(crate) use mesh::{Nearer, Pair};
