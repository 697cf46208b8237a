//! Duplicates: the same surface at the same place, for example drawn, copied or exported twice.

use super::instance::Instance;
use crate::math::Vector;

impl<V: Vector> Instance<'_, V> {
    /// Returns whether both consist of the same triangles at the same places.
    ///
    /// The order of triangles, the numbering of vertices and the facing have no effect. The comparison is
    /// exact: no coordinate differs.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::assembly::{Instance, Model};
    /// use impinge::math::Affine;
    /// use impinge::shape::Mesh;
    /// let [o, x, y, z] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let one = Model::new(Mesh::new(vec![o, x, y, z], vec![[0, 2, 1], [0, 1, 3]])?);
    /// let other = Model::new(Mesh::new(vec![z, o, x, y], vec![[2, 0, 1], [1, 3, 2]])?);
    /// let at = |model| Instance::new(model, Affine::identity());
    /// assert!(at(&one).is_duplicate_of(&at(&other)));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn is_duplicate_of(&self, other: &Self) -> bool {
        V::assembly_is_duplicate(self, other)
    }

    pub(super) fn is_duplicate_inner(&self, other: &Self) -> bool {
        let [one, two] = [self, other].map(|body| body.model.mesh().triangles().len());
        one == two && self.aabb() == other.aabb() && self.sorted_triangles() == other.sorted_triangles()
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
