//! Triangles without shared vertices, joined where their corners are equal.

use std::collections::HashMap;

use impinge::glam::DVec3;

use crate::Mesh;

/// Collects the triangles of one solid.
#[derive(Default)]
pub(super) struct Welder {
    /// Index of each position by the bits of its coordinates. Only looked up, never walked through: the mesh
    /// is in the order of the file.
    index_of: HashMap<[u64; 3], u32>,
    mesh: Mesh,
    not_finite: usize,
}

impl Welder {
    /// Adds a triangle, or counts it if one of its corners is not finite.
    pub fn add(&mut self, corners: [DVec3; 3]) {
        if !corners.iter().all(|corner| corner.is_finite()) {
            self.not_finite += 1;
            return;
        }
        let triangle = corners.map(|corner| {
            // Adding zero makes −0 to +0; all other finite numbers keep their bits.
            let key = (corner + 0.0).to_array().map(f64::to_bits);
            *self.index_of.entry(key).or_insert_with(|| {
                self.mesh.positions.push(corner);
                self.mesh.positions.len() as u32 - 1
            })
        });
        self.mesh.triangles.push(triangle);
    }

    /// The mesh (without name), and how many triangles were left out because they are not finite.
    pub fn finish(self) -> (Mesh, usize) {
        (self.mesh, self.not_finite)
    }
}
