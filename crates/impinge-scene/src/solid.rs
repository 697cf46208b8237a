//! What triangles of a mesh stand for: boxes, balls, cylinders and capsules.

use std::ops::Range;

use glam::{DAffine3, DVec3};

/// A solid that some triangles of a mesh stand for. Those of a box are the box; those of what is curved lie
/// around it.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// What it is, around its own origin.
    pub form: SolidForm,
    /// From its coordinates to those of the mesh.
    pub map: DAffine3,
    /// The numbers of its triangles.
    pub triangles: Range<usize>,
}

/// A form of a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolidForm {
    /// A cube with edges of 1.
    Cube,
    /// A ball of radius 1.
    Ball,
    /// A cylinder of radius 1 and length 1 along z.
    Cylinder,
    /// A cylinder along z with half a ball at each end. It is not scaled, as that would deform its ends.
    Capsule {
        /// Its radius.
        radius: f64,
        /// The length of the cylinder alone.
        length: f64,
    },
}

/// A solid in the world, as shapes of a collision library describe it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlacedSolid {
    /// A box: its centre, and from there to the middles of three faces, at right angles to each other.
    Box {
        /// The centre.
        center: DVec3,
        /// To the middles of three faces.
        half_axes: [DVec3; 3],
    },
    /// All points within a radius of a segment: a ball where its ends are one point.
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
        /// A unit vector along its axis.
        axis: DVec3,
        /// Half its length.
        half_length: f64,
        /// The radius.
        radius: f64,
    },
}

/// By this share lengths and right angles may be off before a map is taken for one that deforms.
const DEFORMED: f64 = 1e-9;

impl Solid {
    /// The solid where a mesh is placed by a map; nothing if the map deforms it to another form, or leads
    /// beyond the range of numbers.
    ///
    /// ```
    /// use glam::{DAffine3, DVec3};
    /// use impinge_scene::{PlacedSolid, Solid, SolidForm};
    /// let twice = DAffine3::from_scale(DVec3::splat(2.0));
    /// let ball = Solid { form: SolidForm::Ball, map: twice, triangles: 0..0 };
    /// let at = DAffine3::from_translation(DVec3::X);
    /// assert_eq!(ball.placed(&at), Some(PlacedSolid::Capsule { ends: [DVec3::X; 2], radius: 2.0 }));
    /// assert_eq!(ball.placed(&DAffine3::from_scale(DVec3::new(1.0, 1.0, 3.0))), None);
    /// ```
    pub fn placed(&self, mesh_to_world: &DAffine3) -> Option<PlacedSolid> {
        let map = *mesh_to_world * self.map;
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
    /// Triangles around a curved form reach out of it by at most this share of its radius.
    pub const REACH: f64 = 0.008;

    /// Is its surface curved, so that triangles are no more than an approximation of it?
    ///
    /// ```
    /// use impinge_scene::SolidForm;
    /// assert!(SolidForm::Ball.is_curved() && !SolidForm::Cube.is_curved());
    /// ```
    pub fn is_curved(self) -> bool {
        self != SolidForm::Cube
    }
}
