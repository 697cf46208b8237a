//! Vectors, rotations, poses and exact orientation tests: the base of all other modules.

pub(crate) mod disjoint_sets;
pub(crate) mod error;
pub(crate) mod exact;
#[cfg(feature = "serde")]
mod exact_serde;
mod float_range;
mod instruction_set;
mod interval;
pub(crate) mod lanes;
mod orientation;
mod pose;
pub(crate) mod prefetch;
mod rotation;
mod scalar;
#[cfg(test)]
pub(crate) mod test_instruction_sets;
pub(crate) mod triple;
mod unit;
mod vector;

pub(crate) use error::ShapeError;
#[cfg(feature = "serde")]
pub(crate) use exact_serde::{Exact, Point, StoredPose, point, unit, vector};
pub(crate) use float_range::{rounded_within_floats, scale_for, within_floats};
pub(crate) use instruction_set::dispatch;
pub use instruction_set::instruction_set;
#[cfg(all(target_arch = "x86_64", not(test)))]
pub(crate) use instruction_set::with_instructions;
pub use interval::Interval;
pub use orientation::{orientation_2d, orientation_3d};
pub use pose::{Affine, Pose};
pub use rotation::Rotation;
pub use scalar::Scalar;
pub(crate) use scalar::{rounded_down, rounded_up};
pub use unit::Unit;
pub use vector::Vector;
pub(crate) use vector::least_axis;
