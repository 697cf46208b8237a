//! The cube that boxes share.

use impinge::glam::{DAffine3, DVec3};

use crate::{Mesh, Solid, SolidForm};

impl Mesh {
    /// Returns a cube with sides of 1 m around the origin: 8 corners and 12 triangles that face outwards. An
    /// affine transform makes any box of it.
    ///
    /// ```
    /// let cube = impinge_scene::Mesh::unit_cube();
    /// assert_eq!(cube.triangles.len(), 12);
    /// assert!(cube.positions.iter().all(|corner| corner.abs() == impinge::glam::DVec3::splat(0.5)));
    /// ```
    pub fn unit_cube() -> Self {
        Mesh::cuboid(DVec3::splat(-0.5), DVec3::splat(0.5), "unit cube".to_owned())
    }

    /// An axis-aligned box with exactly these corners.
    pub(crate) fn cuboid(min: DVec3, max: DVec3, name: String) -> Self {
        // Bit 0 of its number is the corner's side along x, bit 1 along y, bit 2 along z.
        let side = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { min[axis] } else { max[axis] };
        let positions =
            (0..8).map(|corner| DVec3::from_array([0, 1, 2].map(|axis| side(corner, axis)))).collect();
        let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles = faces.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        let mut map = DAffine3::from_scale(max - min);
        map.translation = min * 0.5 + max * 0.5;
        let solids = vec![Solid { form: SolidForm::Cube, transform: map, triangles: 0..12 }];
        Mesh { name, positions, triangles, solids }
    }
}
