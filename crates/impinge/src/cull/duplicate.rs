//! The same surface at the same place: what was drawn, copied or exported twice.

use super::body::Body;
use crate::math::Vector;

impl<V: Vector> Body<'_, V> {
    /// Do both consist of the same triangles at the same places, in whatever order, however their corners are numbered and whichever way
    /// they face? Exactly: no coordinate differs.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::cull::{Body, Model};
    /// use impinge::math::Affine;
    /// use impinge::shape::Mesh;
    /// let [o, x, y, z] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let one = Model::new(Mesh::new(vec![o, x, y, z], vec![[0, 2, 1], [0, 1, 3]])?);
    /// let other = Model::new(Mesh::new(vec![z, o, x, y], vec![[2, 0, 1], [1, 3, 2]])?);
    /// let at = |model| Body::new(model, Affine::identity());
    /// assert!(at(&one).is_duplicate_of(&at(&other)));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn is_duplicate_of(&self, other: &Self) -> bool {
        let [one, two] = [self, other].map(|body| body.model.mesh().triangles().len());
        one == two && self.bounds() == other.bounds() && self.sorted_triangles() == other.sorted_triangles()
    }

    /// All triangles in an order that depends on their places alone.
    fn sorted_triangles(&self) -> Vec<[[u64; 3]; 3]> {
        let corners = |index: u32| {
            // Zero has one sign only.
            let mut corners =
                self.placed_triangle(index).points().map(|point| point.to_f64().map(|x| (x + 0.0).to_bits()));
            corners.sort_unstable();
            corners
        };
        let mut triangles: Vec<_> = (0..self.model.mesh().triangles().len() as u32).map(corners).collect();
        triangles.sort_unstable();
        triangles
    }
}
