//! The inputs: distinct ones, the same in every run and on every platform.
//!
//! Each generator starts from a seed of its own and draws in the order in which its documentation names
//! things.

pub mod assembly;
pub mod balls;
pub mod boxes;
pub mod bumpy_sphere;
pub mod convex;
pub mod flights;
pub mod flush;
pub mod lattice;
pub mod masks;
pub mod moving;
pub mod objects;
pub mod random;
pub mod rays;
pub mod segments;

/// Pairs that stay in the cache.
pub const IN_CACHE: usize = 2048;
/// Pairs that do not.
pub const STREAMED: usize = 100_000;
