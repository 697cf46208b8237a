//! The up axis of a file.

use std::fmt;

use impinge::glam::{DAffine3, DMat3, DVec3};

/// The axis that points upwards in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpAxis {
    /// Y, as in glTF.
    Y,
    /// Z, as in 3MF and in robots (ROS REP 103).
    Z,
}

impl UpAxis {
    /// Returns the transform from a world with this axis upwards to one with Y upwards. For Z, (x, y, z)
    /// becomes (x, z, −y), without rounding.
    ///
    /// # Example
    ///
    /// ```
    /// use impinge::glam::DVec3;
    /// use impinge_scene::UpAxis;
    ///
    /// let turned = UpAxis::Z.to_y_up().transform_point3(DVec3::new(1.0, 2.0, 3.0));
    /// assert_eq!(turned, DVec3::new(1.0, 3.0, -2.0));
    /// ```
    pub fn to_y_up(self) -> DAffine3 {
        match self {
            UpAxis::Y => DAffine3::IDENTITY,
            UpAxis::Z => DAffine3::from_mat3(DMat3::from_cols(DVec3::X, DVec3::NEG_Z, DVec3::Y)),
        }
    }
}

impl fmt::Display for UpAxis {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            UpAxis::Y => "y",
            UpAxis::Z => "z",
        })
    }
}
