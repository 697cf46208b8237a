//! Two meshes where they are placed: what is asked of both together, triangle by triangle.
//!
//! Questions of solids (do they overlap, how deep are they in each other) are asked of [`SurfaceMesh`](crate::compound::SurfaceMesh)
//! and [`Body`](crate::cull::Body); here only the surfaces are looked at, wherever one is inside the other or not.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::MeshTree;
use super::pair::Pair;
use crate::math::{Affine, Vector};
use crate::narrow::{Relate, Relation};
use crate::shape::Triangle;

/// Two triangles that meet, by their numbers in the first and in the second mesh, and how they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MeetingTriangles {
    pub numbers: [u32; 2],
    pub relation: Relation,
}

impl MeetingTriangles {
    /// If they meet at all.
    #[inline]
    pub fn of<V: Vector>(numbers: [u32; 2], one: &Triangle<V>, other: &Triangle<V>) -> Option<Self> {
        let relation = one.relation(other);
        (relation != Relation::Separate).then_some(MeetingTriangles { numbers, relation })
    }

    /// Do they more than touch?
    pub fn pierce(&self) -> bool {
        self.relation == Relation::Overlapping
    }
}

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

    /// An order of meshes in equal boxes that does not depend on which is the first: by where their corners are, then by the triangles
    /// between them. Equal of what is the same.
    pub(crate) fn order_by_corners(&self) -> Ordering {
        let corners = |side: usize| -> Vec<[f64; 3]> {
            let positions = self.trees[side].mesh.positions().iter();
            positions.map(|corner| self.maps[side].apply(*corner).to_f64()).collect()
        };
        let by_corners = corners(0).partial_cmp(&corners(1)).unwrap_or(Ordering::Equal);
        by_corners.then_with(|| self.trees[0].mesh.triangles().cmp(self.trees[1].mesh.triangles()))
    }

    /// A triangle of the first (0) or the second (1) where it is placed, if that is among the floats.
    #[inline]
    pub(super) fn triangle(&self, side: usize, number: u32) -> Option<Triangle<V>> {
        let corners = self.trees[side].mesh.triangle(number).points();
        let corners = corners.map(|corner| self.maps[side].apply(corner));
        corners.iter().all(|corner| corner.is_finite()).then(|| Triangle::of(corners))
    }

    /// Both trees, to be descended together; `None` if boxes would tell nothing.
    pub(super) fn descent(&self) -> Option<Pair<'_, V>> {
        Pair::new((self.trees[0], &self.maps[0]), (self.trees[1], &self.maps[1]), 0.0)
    }

    /// The pairs of triangles that meet, in the order of the trees. `None` if boxes would tell nothing.
    pub(crate) fn meetings(&self) -> Option<Vec<MeetingTriangles>> {
        let mut found = Vec::new();
        let _ = self.each_meeting(|pair| {
            found.push(pair);
            ControlFlow::Continue(())
        })?;
        Some(found)
    }

    /// Calls `visit` for these until it ends the search.
    pub(crate) fn each_meeting(
        &self,
        mut visit: impl FnMut(MeetingTriangles) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let end = self.descent()?.near(|i, j| match (self.triangle(0, i), self.triangle(1, j)) {
            (Some(a), Some(b)) => match MeetingTriangles::of([i, j], &a, &b) {
                Some(pair) => visit(pair),
                None => ControlFlow::Continue(()),
            },
            _ => ControlFlow::Continue(()),
        });
        Some(end)
    }
}
