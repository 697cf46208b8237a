//! Errors of constructors that reject their numbers: shapes, directions and rotations.

use super::{Scalar, Vector};

/// Error of a constructor that rejects its numbers.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShapeError {
    /// A coordinate is NaN or infinite.
    #[error("{field} must be finite, but is {value}")]
    NotFinite {
        /// The rejected field.
        field: &'static str,
        /// The rejected value.
        value: String,
    },
    /// A size is negative.
    #[error("{field} must not be negative, but is {value}")]
    Negative {
        /// The rejected field.
        field: &'static str,
        /// The rejected value.
        value: String,
    },
    /// An angle is greater than a right angle. The usual cause is degrees passed as radians.
    #[error(
        "{field} is an angle in radians, up to a right angle (1.5708), but is {value}: {value} degrees are {radians:.4}"
    )]
    Angle {
        /// The rejected field.
        field: &'static str,
        /// The rejected value, in radians.
        value: f64,
        /// The same number converted from degrees to radians.
        radians: f64,
    },
    /// The minimum of a box is above its maximum.
    #[error(
        "the minimum {min} is above the maximum {max} on axis {axis}; swap them, or use `Aabb::from_corners`"
    )]
    Inverted {
        /// The axis: 0 for x, 1 for y, 2 for z.
        axis: usize,
        /// The given minimum on this axis.
        min: f64,
        /// The given maximum on this axis.
        max: f64,
    },
    /// The quaternion is zero, so it defines no rotation.
    #[error("the quaternion of a rotation must not be zero")]
    ZeroQuaternion,
    /// The axes are linearly dependent: one is a linear combination of those before it.
    #[error("the axes of a rotation must not lie in one plane, or on one line")]
    DependentAxes,
    /// The direction has length zero.
    #[error("a direction must not be zero")]
    ZeroDirection,
    /// The columns are not orthonormal, so they define no rotation.
    #[error(
        "the axes of a rotation must be orthonormal, but an inner product is off by {deviation:e}; \
         use `Rotation::orthonormalize`"
    )]
    NotOrthonormal {
        /// Deviation of an inner product of two columns from 0 or 1.
        deviation: f64,
    },
    /// One of the two poses of a motion is a mirror image and the other is not.
    #[error("a motion cannot mirror, but exactly one of its poses does")]
    Mirrored,
    /// The matrix is not the projection of a finite view.
    #[error("the projection {reason}")]
    Projection {
        /// Reason for the rejection.
        reason: &'static str,
    },
    /// The list of points is empty, but at least one point is required.
    #[error("at least one point is needed")]
    NoPoints,
    /// The maximum number of iterations of a move-and-slide query is 0.
    #[error("max_iterations must be at least 1, but is 0")]
    ZeroMaxIterations,
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
