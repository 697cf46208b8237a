//! Two meshes where they are placed: what is asked of both together, triangle by triangle.
//!
//! Questions of solids (do they overlap, how far apart are they) are asked of [`SurfaceMesh`](crate::compound::SurfaceMesh);
//! here only the surfaces are looked at, wherever one is inside the other or not.

use super::MeshTree;
use crate::math::{Affine, Vector};
use crate::shape::Triangle;

/// Two meshes with the maps that place them in the world.
///
/// As for [`Body`](crate::cull::Body), the surface is that of the corners' images, rounded as [`Affine::apply`] rounds them.
/// Triangles with an image that is not finite are nowhere, and are left out.
#[derive(Clone, Copy, Debug)]
pub struct MeshPair<'a, V: Vector> {
    pub(super) trees: [&'a MeshTree<V>; 2],
    pub(super) maps: [Affine<V>; 2],
}

impl<'a, V: Vector> MeshPair<'a, V> {
    /// Two meshes at their places; costs nothing.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge::tree::{MeshPair, MeshTree};
    /// let tree = MeshTree::new(Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?);
    /// // A mesh may be asked beside itself, at another place.
    /// let pair = MeshPair::new(&tree, Pose::identity(), &tree, Pose::from_translation(Vec3::Z));
    /// assert!(pair.is_within(1.0) && !pair.is_within(0.99));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn new(
        a: &'a MeshTree<V>,
        a_at: impl Into<Affine<V>>,
        b: &'a MeshTree<V>,
        b_at: impl Into<Affine<V>>,
    ) -> Self {
        MeshPair { trees: [a, b], maps: [a_at.into(), b_at.into()] }
    }

    /// A triangle of the first (0) or the second (1) where it is placed, if that is among the floats.
    #[inline]
    pub(super) fn triangle(&self, side: usize, number: u32) -> Option<Triangle<V>> {
        let corners = self.trees[side].mesh.triangle(number as usize).points();
        let corners = corners.map(|corner| self.maps[side].apply(corner));
        corners.iter().all(|corner| corner.is_finite()).then(|| Triangle::of(corners))
    }
}
