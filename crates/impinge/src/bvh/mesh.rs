//! Triangles of a mesh: queries with lines, points, other shapes and other meshes.
//!
//! ```text
//! nodes   [ 8 boxes | 8 children ]   a child is another node, or a pack
//! packs   [ up to 4 triangles ]      corners side by side, so that four are tested at once
//! ```
//!
//! Nodes are split by the surface area heuristic ([`sah_split`]), and each node has up to eight children.
//! Nodes and packs are in `f32`, whatever the precision of the mesh, and rounded outwards, so no result is
//! lost. They only select the triangles that a line may hit. The exact test of `narrow` decides whether it
//! does, and where.

mod byte_format;
mod clearance;
mod closest_point;
mod closest_triangles;
mod directional_bound;
mod directional_penetration;
mod dual_traversal;
mod exit_distance;
mod front_to_back;
mod intersection_curve;
mod mesh_pair;
mod min_translation;
mod morton;
mod node;
mod pack;
mod pair_cache;
mod ray_cast;
mod ray_stream;
mod refit;
mod relative_bounds;
mod sah_split;
mod shape_cast;
mod shape_query;
pub mod stats;
#[cfg(test)]
mod tests;
mod top_down_build;
pub mod trace;
mod triangle_plane_cull;
mod view_frame;
mod winding;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::build::{middle, relative};
use crate::math::Vector;
use crate::narrow::is_single;
use crate::shape::{Aabb, Mesh};
pub use byte_format::StoredBvhError;
pub use clearance::Clearance;
pub use closest_point::ClosestPoint;
pub use intersection_curve::{CurvePoint, IntersectionCurve, MeshIntersection, MeshPart};
pub use mesh_pair::MeshPair;
pub use min_translation::MinTranslation;
use morton::MortonSplit;
use node::Node;
use pack::Pack;
pub use pair_cache::MeshPairCache;
pub use refit::RefitError;
use sah_split::{BuildItem, ItemBounds, SahSplit};
use stats::{BuildStep, Clock};
use top_down_build::{NodeArrays, build_tree};
pub use winding::WindingNumber;

pub(super) use intersection_curve::length_of_curves;
pub(super) use ray_cast::RayOrSegment;
pub(super) use stats::Observe;

pub(crate) use closest_triangles::DistanceGoal;
pub(crate) use dual_traversal::DualTraversal;
pub(crate) use exit_distance::{SAME_NORMAL, perpendicular_directions};
pub(crate) use mesh_pair::MeetingTriangles;

/// Children of a node.
const WIDTH: usize = 8;
/// Triangles of a pack.
const PACK: usize = 4;

/// Quality and build time of a [`MeshBvh`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuildQuality {
    /// Fewest tests per ray: all triangles are split by the surface area heuristic.
    #[default]
    High,
    /// A third to half of the build time, for meshes with few queries before they change.
    ///
    /// Triangles are sorted along a space-filling curve, which determines the splits. Ray queries take a
    /// tenth longer. Reserved memory that is not needed, up to half as much again, is kept, because returning
    /// it would copy everything.
    Fast,
}

/// A mesh and a BVH of its triangles, for queries with rays, segments, points and shapes of any kind.
///
/// ```
/// use glam::Vec3;
/// use impinge::math::Unit;
/// use impinge::prelude::*;
/// use impinge::shape::{Mesh, Ray};
/// use impinge::bvh::MeshBvh;
/// let floor = vec![Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::X + Vec3::Z];
/// let tree = MeshBvh::new(Mesh::new(floor, vec![[0, 2, 1], [1, 2, 3]])?);
/// let down = Ray::new(Vec3::new(0.5, 2.0, 0.5), -Unit::axis(1))?;
/// // The ray meets the edge between the triangles: no ray slips through.
/// let hit = tree.cast_ray(&down, &RayOptions::default()).unwrap();
/// assert_eq!((hit.t, hit.part), (2.0, 0));
/// assert!(!tree.any_hit(&Ray::new(Vec3::new(0.5, -2.0, 0.5), -Unit::axis(1))?, &RayOptions::default()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct MeshBvh<V: Vector> {
    mesh: Arc<Mesh<V>>,
    nodes: Vec<Node>,
    packs: Vec<Pack>,
    /// Origin of the coordinates of nodes and packs.
    origin: V,
    /// Upper bound on the coordinates of the triangles, relative to the origin.
    reach: f32,
}

impl<V: Vector> fmt::Debug for MeshBvh<V> {
    /// Formats the mesh, without the structure of the BVH.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("MeshBvh").field("mesh", &self.mesh).finish_non_exhaustive()
    }
}

impl<V: Vector> MeshBvh<V> {
    /// Builds the BVH of a mesh; the result is the same for any number of threads.
    #[inline]
    pub fn new(mesh: impl Into<Arc<Mesh<V>>>) -> Self {
        Self::with_build(mesh, BuildQuality::High)
    }

    /// Builds the BVH of a mesh with the given quality.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::{BuildQuality, MeshBvh};
    /// let strip = |x: u32| [DVec3::X * f64::from(x), DVec3::new(f64::from(x), 1.0, 0.0)];
    /// let corners: Vec<DVec3> = (0..=100).flat_map(strip).collect();
    /// let sheet = Mesh::new(corners, (0..200).map(|at| [at, at + 1, at + 2]).collect())?;
    /// // For a mesh that changes in the next frame. Query results are the same for both.
    /// let (fast, careful) = (MeshBvh::with_build(sheet.clone(), BuildQuality::Fast), MeshBvh::new(sheet));
    /// let above = DVec3::new(40.25, 0.5, 2.0);
    /// assert_eq!(fast.closest_point(above), careful.closest_point(above));
    /// // Both share the mesh; its bytes are not included.
    /// assert_eq!(fast.mesh(), careful.mesh());
    /// assert!(fast.bytes() > fast.mesh().triangles().len() * 36);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn with_build(mesh: impl Into<Arc<Mesh<V>>>, build: BuildQuality) -> Self {
        V::bvh_of_mesh(mesh.into(), build, None)
    }

    /// Builds the BVH of a mesh and calls `observe` with the duration of each step.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::stats::BuildStep;
    /// use impinge::bvh::{BuildQuality, MeshBvh};
    /// let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let mut steps = Vec::new();
    /// MeshBvh::with_observer(mesh, BuildQuality::High, |step, _time| steps.push(step));
    /// assert_eq!(steps, [BuildStep::Boxes, BuildStep::Nodes]);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn with_observer(
        mesh: impl Into<Arc<Mesh<V>>>,
        build: BuildQuality,
        mut observe: impl FnMut(BuildStep, Duration),
    ) -> Self {
        V::bvh_of_mesh(mesh.into(), build, Some(&mut observe))
    }

    pub(super) fn build(mesh: Arc<Mesh<V>>, build: BuildQuality, observe: Option<Observe<'_>>) -> Self {
        let mut clock = Clock::new(observe);
        let origin = origin_of(&mesh);
        let mut items: Vec<BuildItem> =
            (0..mesh.triangles().len()).map(|number| item(&mesh, number, origin)).collect();
        let mut tree = MeshBvh { mesh, nodes: Vec::new(), packs: Vec::new(), origin, reach: 0.0 };
        if items.is_empty() {
            return tree;
        }
        let all = items.iter().fold(ItemBounds::EMPTY, |mut all, item| {
            all.grow(&item.min, &item.max);
            all
        });
        tree.reach = all.reach();
        let largest = (0..3).map(|axis| all.max[axis] * 0.5 - all.min[axis] * 0.5).fold(0.0, f32::max);
        let scale = (0.5 / largest).min(f32::MAX);
        clock.report(BuildStep::Boxes);
        let NodeArrays { nodes, packs } = match build {
            BuildQuality::High => build_tree(&tree.mesh, origin, &SahSplit { scale }, &mut items),
            BuildQuality::Fast => {
                let (curve, mut places) = MortonSplit::new(&items, &all);
                clock.report(BuildStep::Order);
                build_tree(&tree.mesh, origin, &curve, &mut places)
            }
        };
        (tree.nodes, tree.packs) = (nodes, packs);
        clock.report(BuildStep::Nodes);
        tree
    }

    /// Returns the mesh.
    pub fn mesh(&self) -> &Mesh<V> {
        &self.mesh
    }

    /// Returns the memory of the BVH, in bytes.
    ///
    /// This excludes the mesh, and memory that a [`Fast`](BuildQuality::Fast) build has reserved but does not
    /// need.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.packs[..])
    }

    /// Returns an upper bound on the coordinates of the triangles.
    pub(crate) fn max_element(&self) -> f64 {
        self.origin.to_double().abs().max_element() + f64::from(self.reach)
    }
}

/// Returns the origin of a mesh's tree: 0 where packs store corners as they are, otherwise a point near most
/// corners.
fn origin_of<V: Vector>(mesh: &Mesh<V>) -> V {
    if is_single::<V>() { V::ZERO } else { middle_of(mesh) }
}

/// Returns a point among the corners.
fn middle_of<V: Vector>(mesh: &Mesh<V>) -> V {
    let step = (mesh.positions().len() / 1024).max(1);
    let corners: Vec<Aabb<V>> =
        mesh.positions().iter().step_by(step).map(|corner| Aabb::between(*corner, *corner)).collect();
    middle(&corners)
}

/// Returns the box around a triangle.
#[inline(always)]
fn item<V: Vector>(mesh: &Mesh<V>, number: usize, origin: V) -> BuildItem {
    let [a, b, c] = mesh.triangle(number as u32).points();
    let (min, max) = (a.min(b).min(c), a.max(b).max(c));
    // Exact: the coordinates are `f32` values.
    let coordinates = |corner: [f64; 3]| corner.map(|x| x as f32);
    if is_single::<V>() {
        return BuildItem::new(coordinates(min.to_f64()), coordinates(max.to_f64()), number as u32);
    }
    let bounds = relative(&Aabb::between(min, max), origin);
    BuildItem::new(coordinates(bounds.min().to_f64()), coordinates(bounds.max().to_f64()), number as u32)
}
