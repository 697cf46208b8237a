//! Errors of a collision world.

use crate::shape::ShapeError;

/// Errors of a [`CollisionWorld`](super::CollisionWorld).
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WorldError {
    /// The handle is stale: the collider was removed.
    #[error("collider {index} is not in this world: it was removed, or its handle belongs to another world")]
    Stale {
        /// Index of the removed collider.
        index: u32,
    },
    /// The world holds the maximum number of colliders.
    #[error("a world holds at most 2^30 - 1 colliders; remove some, or use several worlds")]
    Full,
    /// The time of a step is negative or not finite.
    #[error("the time of a step must be finite and at least 0, but is {0}")]
    Time(f64),
    /// A value is not valid.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}
