//! Trees of boxes: find what overlaps without looking at everything.

mod build;
mod join;
mod query;

pub use build::Bvh;
