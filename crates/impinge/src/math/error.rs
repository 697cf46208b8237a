//! Why numbers were refused: by a shape, a direction or a rotation.

use super::{Scalar, Vector};

/// What was wrong with the numbers given to a constructor.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShapeError {
    /// A coordinate is NaN or infinite.
    #[error("{field} must be finite, but is {value}")]
    NotFinite {
        /// Which one.
        field: &'static str,
        /// What was given.
        value: String,
    },
    /// A size is below zero.
    #[error("{field} must not be negative, but is {value}")]
    Negative {
        /// Which one.
        field: &'static str,
        /// What was given.
        value: String,
    },
    /// An angle is more than a right one; degrees taken for radians mostly are.
    #[error(
        "{field} is an angle in radians, up to a right angle (1.5708), but is {value}: {value} degrees are {radians:.4}"
    )]
    Angle {
        /// Which one.
        field: &'static str,
        /// What was given.
        value: f64,
        /// The same if it was meant in degrees.
        radians: f64,
    },
    /// A box whose minimum is above its maximum.
    #[error(
        "the minimum {min} is above the maximum {max} on axis {axis}; swap them, or use `Aabb::from_corners`"
    )]
    Inverted {
        /// 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The minimum given.
        min: f64,
        /// The maximum given.
        max: f64,
    },
    /// A quaternion of zeros is no rotation.
    #[error("the quaternion of a rotation must not be zero")]
    ZeroQuaternion,
    /// Axes of which one is made of those before it.
    #[error("the axes of a rotation must not lie in one plane, or on one line")]
    DependentAxes,
    /// A direction of length zero points nowhere.
    #[error("a direction must not be zero")]
    ZeroDirection,
    /// Columns that are no rotation.
    #[error(
        "the axes of a rotation must be orthonormal, but an inner product is off by {deviation:e}; \
         `Rotation::orthonormalized` mends that"
    )]
    NotOrthonormal {
        /// How far an inner product is from 0 or 1.
        deviation: f64,
    },
    /// Two poses of which one is a mirror image of the other, where one has to move into the other.
    #[error("a motion cannot mirror, but one of its poses is a mirror image and the other is not")]
    Mirrored,
    /// A matrix that is no projection of a finite view.
    #[error("the projection {reason}")]
    Projection {
        /// What is wrong with it.
        reason: &'static str,
    },
    /// No points, where at least one is needed.
    #[error("at least one point is needed")]
    NoPoints,
    /// A slide that may not stop even once could not go anywhere.
    #[error("max_stops must be at least 1, but is 0")]
    NoStopsWanted,
}

impl ShapeError {
    pub(crate) fn finite<V: Vector>(field: &'static str, value: V) -> Result<(), Self> {
        if value.is_finite() { Ok(()) } else { Err(Self::NotFinite { field, value: format!("{value:?}") }) }
    }

    pub(crate) fn size<S: Scalar>(field: &'static str, value: S) -> Result<(), Self> {
        if !value.is_finite() {
            Err(Self::NotFinite { field, value: value.to_string() })
        } else if value < S::ZERO {
            Err(Self::Negative { field, value: value.to_string() })
        } else {
            Ok(())
        }
    }
}
