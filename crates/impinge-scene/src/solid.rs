//! The solids that triangles of a mesh represent: boxes, balls, cylinders and capsules.

use std::ops::Range;

use impinge::glam::{DAffine3, DVec3};

/// A solid that some triangles of a mesh represent. The triangles of a box are exact; the triangles of
/// a curved form are circumscribed.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// The form, around its own origin.
    pub form: SolidForm,
    /// Transform from the coordinates of the form to the coordinates of the mesh.
    pub transform: DAffine3,
    /// The range of its triangles.
    pub triangles: Range<usize>,
}

/// The form of a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolidForm {
    /// A cube with edges of length 1.
    Cube,
    /// A ball of radius 1.
    Ball,
    /// A cylinder of radius 1 and length 1 along z.
    Cylinder,
    /// A cylinder along z with a hemisphere at each end. It has sizes of its own, as a scale would deform its
    /// ends.
    Capsule {
        /// The radius.
        radius: f64,
        /// The length of the cylinder without the hemispheres.
        length: f64,
    },
}

/// A solid in the world, as the shapes of a collision library.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlacedSolid {
    /// A box: its centre, and the vectors from there to the centres of three faces, at right angles to each
    /// other.
    Box {
        /// The centre.
        center: DVec3,
        /// The vectors from the centre to the centres of three faces.
        half_axes: [DVec3; 3],
    },
    /// All points within a radius of a segment; a ball if its ends are equal.
    Capsule {
        /// The ends of the segment.
        ends: [DVec3; 2],
        /// The radius.
        radius: f64,
    },
    /// A cylinder.
    Cylinder {
        /// The centre.
        center: DVec3,
        /// A unit vector along the axis.
        axis: DVec3,
        /// Half the length.
        half_length: f64,
        /// The radius.
        radius: f64,
    },
}

/// Relative error of lengths and right angles above which a transform counts as deforming.
const DEFORMED: f64 = 1e-9;

impl Solid {
    /// Returns the solid of a placed mesh, or `None` if the transform deforms it to another form or leads
    /// beyond the range of numbers.
    ///
    /// ```
    /// use impinge::glam::{DAffine3, DVec3};
    /// use impinge_scene::{PlacedSolid, Solid, SolidForm};
    /// let twice = DAffine3::from_scale(DVec3::splat(2.0));
    /// let ball = Solid { form: SolidForm::Ball, transform: twice, triangles: 0..0 };
    /// let at = DAffine3::from_translation(DVec3::X);
    /// assert_eq!(ball.transform(&at), Some(PlacedSolid::Capsule { ends: [DVec3::X; 2], radius: 2.0 }));
    /// assert_eq!(ball.transform(&DAffine3::from_scale(DVec3::new(1.0, 1.0, 3.0))), None);
    /// ```
    pub fn transform(&self, mesh_to_world: &DAffine3) -> Option<PlacedSolid> {
        let map = *mesh_to_world * self.transform;
        let center = map.translation;
        let axes @ [x, y, z] = [map.matrix3.x_axis, map.matrix3.y_axis, map.matrix3.z_axis];
        let sizes @ [width, depth, length] = axes.map(DVec3::length);
        if !(map.is_finite() && sizes.iter().all(|size| size.is_finite())) {
            return None;
        }
        let is_right = |a: usize, b: usize| axes[a].dot(axes[b]).abs() <= DEFORMED * sizes[a] * sizes[b];
        if ![(0, 1), (1, 2), (2, 0)].into_iter().all(|(a, b)| is_right(a, b)) {
            return None;
        }
        let are_equal = |a: f64, b: f64| (a - b).abs() <= DEFORMED * a.max(b);
        match self.form {
            SolidForm::Cube => Some(PlacedSolid::Box { center, half_axes: axes.map(|axis| axis * 0.5) }),
            SolidForm::Ball if are_equal(width, depth) && are_equal(depth, length) => {
                Some(PlacedSolid::Capsule { ends: [center; 2], radius: width })
            }
            SolidForm::Capsule { radius, length: core } if sizes.iter().all(|&size| are_equal(size, 1.0)) => {
                let half = z * (core / 2.0);
                Some(PlacedSolid::Capsule { ends: [center - half, center + half], radius })
            }
            // A segment, or a point.
            SolidForm::Cylinder if width == 0.0 && depth == 0.0 => {
                Some(PlacedSolid::Capsule { ends: [center - z * 0.5, center + z * 0.5], radius: 0.0 })
            }
            SolidForm::Cylinder if are_equal(width, depth) => {
                // A disc has no length that its axis could be found by.
                let axis = if length > 0.0 { z } else { (x / width).cross(y / depth) };
                Some(PlacedSolid::Cylinder {
                    center,
                    axis: axis.normalize(),
                    half_length: length / 2.0,
                    radius: width,
                })
            }
            _ => None,
        }
    }
}

impl SolidForm {
    /// The maximum distance that triangles around a curved form reach out of it, as a fraction of its radius.
    pub const MAX_OVERSHOOT: f64 = 0.008;

    /// Returns whether the surface is curved, so that triangles only approximate it.
    ///
    /// ```
    /// use impinge_scene::SolidForm;
    /// assert!(SolidForm::Ball.is_curved() && !SolidForm::Cube.is_curved());
    /// ```
    pub fn is_curved(self) -> bool {
        self != SolidForm::Cube
    }
}
