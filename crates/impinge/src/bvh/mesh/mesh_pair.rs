//! Two placed meshes: queries on pairs of their triangles.
//!
//! For queries on solids (overlap, depth), use [`SurfaceMesh`](crate::compound::SurfaceMesh) and
//! [`Instance`](crate::assembly::Instance). Here only the surfaces count, whether or not one is inside the
//! other.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::MeshBvh;
use super::dual_traversal::DualTraversal;
use crate::math::{Affine, Vector};
use crate::narrow::{Relation, triangle_triangle};
use crate::shape::Triangle;

/// Two triangles that intersect, by their numbers in the first and in the second mesh, and their relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MeetingTriangles {
    pub numbers: [u32; 2],
    pub relation: Relation,
}

impl MeetingTriangles {
    /// Returns the pair if the triangles meet.
    #[inline]
    pub fn of<V: Vector>(numbers: [u32; 2], one: &Triangle<V>, other: &Triangle<V>) -> Option<Self> {
        let relation = triangle_triangle(one, other);
        (relation != Relation::Disjoint).then_some(MeetingTriangles { numbers, relation })
    }

    /// Returns whether they overlap, not only touch.
    pub fn pierce(&self) -> bool {
        self.relation == Relation::Overlapping
    }
}

/// Two meshes with the transforms that place them in the world.
///
/// As for [`Instance`](crate::assembly::Instance), the surface consists of the transformed vertices, rounded
/// as [`Affine::transform_point`] rounds them. Triangles with a vertex that is not finite after the transform
/// are ignored.
#[derive(Clone, Copy, Debug)]
pub struct MeshPair<'a, V: Vector> {
    pub(super) trees: [&'a MeshBvh<V>; 2],
    pub(super) maps: [Affine<V>; 2],
}

impl<'a, V: Vector> MeshPair<'a, V> {
    /// Creates a pair of two placed meshes, at no cost.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::{MeshPair, MeshBvh};
    /// let tree = MeshBvh::new(Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?);
    /// // The same mesh may be used twice, at different places.
    /// let pair = MeshPair::new(&tree, Pose::identity(), &tree, Pose::from_translation(Vec3::Z));
    /// assert!(pair.is_within(1.0) && !pair.is_within(0.99));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn new(
        a: &'a MeshBvh<V>,
        a_at: impl Into<Affine<V>>,
        b: &'a MeshBvh<V>,
        b_at: impl Into<Affine<V>>,
    ) -> Self {
        MeshPair { trees: [a, b], maps: [a_at.into(), b_at.into()] }
    }

    /// Compares meshes in equal boxes independently of their order: by the positions of their vertices, then
    /// by their triangles. Identical meshes are equal.
    pub(crate) fn order_by_corners(&self) -> Ordering {
        let corners = |side: usize| -> Vec<[f64; 3]> {
            let positions = self.trees[side].mesh.positions().iter();
            positions.map(|corner| self.maps[side].transform_point(*corner).to_f64()).collect()
        };
        let by_corners = corners(0).partial_cmp(&corners(1)).unwrap_or(Ordering::Equal);
        by_corners.then_with(|| self.trees[0].mesh.triangles().cmp(self.trees[1].mesh.triangles()))
    }

    /// Returns a placed triangle of the first (0) or the second (1) mesh, if it is finite.
    #[inline]
    pub(super) fn triangle(&self, side: usize, number: u32) -> Option<Triangle<V>> {
        let corners = self.trees[side].mesh.triangle(number).points();
        let corners = corners.map(|corner| self.maps[side].transform_point(corner));
        corners.iter().all(|corner| corner.is_finite()).then(|| Triangle::of(corners))
    }

    /// Returns both trees for a joint traversal; `None` if boxes would separate nothing.
    pub(super) fn descent(&self) -> Option<DualTraversal<'_, V>> {
        DualTraversal::new((self.trees[0], &self.maps[0]), (self.trees[1], &self.maps[1]), 0.0)
    }

    /// Returns the pairs of triangles that meet, in the order of the trees; `None` if boxes would separate
    /// nothing.
    pub(crate) fn meetings(&self) -> Option<Vec<MeetingTriangles>> {
        let mut found = Vec::new();
        let _ = self.each_meeting(|pair| {
            found.push(pair);
            ControlFlow::Continue(())
        })?;
        Some(found)
    }

    /// Calls `visit` for the pairs of triangles that intersect until it ends the search.
    pub(crate) fn each_meeting(
        &self,
        mut visit: impl FnMut(MeetingTriangles) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let end =
            self.descent()?.for_each_near_pair(|i, j| match (self.triangle(0, i), self.triangle(1, j)) {
                (Some(a), Some(b)) => match MeetingTriangles::of([i, j], &a, &b) {
                    Some(pair) => visit(pair),
                    None => ControlFlow::Continue(()),
                },
                _ => ControlFlow::Continue(()),
            });
        Some(end)
    }
}
