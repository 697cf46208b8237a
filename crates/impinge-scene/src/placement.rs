//! The placement of a file among others.

use impinge::glam::{DAffine3, DVec3};

use crate::rotation::rotation_from_degrees;

/// The placement of a scene: a rotation about the origin, then a translation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placement {
    /// Angles about x, then y, then z of the world, in degrees, counter-clockwise seen from the ends of the
    /// axes.
    pub degrees: [f64; 3],
    /// The translation in metres.
    pub translation: DVec3,
}

impl Placement {
    /// Returns the placement as an affine transform. Quarter turns are exact.
    ///
    /// # Example
    ///
    /// ```
    /// use impinge::glam::DVec3;
    /// use impinge_scene::Placement;
    ///
    /// let placement = Placement { degrees: [90.0, 0.0, 90.0], translation: DVec3::X };
    /// // About x, y becomes z, which the rotation about z keeps; then it is translated.
    /// assert_eq!(placement.map().transform_point3(DVec3::Y), DVec3::new(1.0, 0.0, 1.0));
    /// ```
    pub fn map(&self) -> DAffine3 {
        DAffine3::from_mat3_translation(rotation_from_degrees(self.degrees), self.translation)
    }
}
