//! Triangles of a mesh, found by lines, points, other shapes and other meshes.
//!
//! ```text
//! nodes   [ 8 boxes | 8 children ]   a child is another node, or a pack
//! packs   [ up to 4 triangles ]      corners side by side, so that four are tested at once
//! ```
//!
//! Parts are split where a line will have the least work ([`split`]), and each node takes in up to eight of them. Nodes and
//! packs are in `f32`, whatever the precision of the mesh, and rounded so that nothing is lost; they only say which triangles
//! a line may meet. Whether it does, and where, is for the exact test of `narrow`.

mod along;
mod blocking;
mod cast;
mod clearance;
mod closest;
mod curves;
mod descend;
pub mod figures;
mod frames;
mod grow;
mod meeting;
mod morton;
mod nearest;
mod node;
mod pack;
mod pair;
mod pair_cache;
mod passing;
mod planes;
mod ray;
mod refit;
mod sight;
mod split;
mod stored;
mod stream;
#[cfg(test)]
mod tests;
mod two_meshes;
pub mod visited;
mod way_out;
mod winding;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::build::{middle, relative};
use crate::math::Vector;
use crate::narrow::is_single;
use crate::shape::{Aabb, Mesh};
pub use clearance::Clearance;
pub use closest::ClosestPoint;
pub use curves::{CurvePoint, IntersectionCurve, MeshIntersection, MeshPart};
use figures::{BuildStep, Clock};
use grow::{Grown, grown};
use morton::AlongCurve;
use node::Node;
use pack::Pack;
pub use pair_cache::MeshPairCache;
pub use refit::RefitError;
use split::{Bounds, Carefully, Item};
pub use stored::StoredTreeError;
pub use two_meshes::MeshPair;
pub use way_out::WayOut;
pub use winding::Winding;

pub(crate) use blocking::{SAME_NORMAL, sides};
pub(crate) use nearest::Nearer;
pub(crate) use node::FURTHER;
pub(crate) use pair::Pair;
pub(crate) use two_meshes::MeetingTriangles;

/// Children of a node.
const WIDTH: usize = 8;
/// Triangles of a pack.
const PACK: usize = 4;

/// How carefully a tree is built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuildQuality {
    /// So that lines have the least work: all triangles are split where the surface area heuristic says.
    #[default]
    Careful,
    /// In a third to half of the time, for meshes that are asked little before they change: triangles are sorted along a
    /// curve through space, which says where to split. Lines take a tenth longer. Memory that was reserved and not needed, up to half as
    /// much again, is kept, as giving it back copies all.
    Fast,
}

/// A mesh and a tree of its triangles, for rays and segments, points, and shapes of any kind.
///
/// ```
/// use glam::Vec3;
/// use impinge::math::Unit;
/// use impinge::prelude::*;
/// use impinge::shape::{Mesh, Ray};
/// use impinge::tree::MeshTree;
/// let floor = vec![Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::X + Vec3::Z];
/// let tree = MeshTree::new(Mesh::new(floor, vec![[0, 2, 1], [1, 2, 3]])?);
/// let down = Ray::new(Vec3::new(0.5, 2.0, 0.5), -Unit::axis(1))?;
/// // Right on the edge between the triangles: no ray slips through.
/// let hit = tree.closest_hit(&down, &RayOptions::default()).unwrap();
/// assert_eq!((hit.t, hit.part), (2.0, 0));
/// assert!(!tree.is_hit(&Ray::new(Vec3::new(0.5, -2.0, 0.5), -Unit::axis(1))?, &RayOptions::default()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("TriMesh", "BVHModel"))]
#[derive(Clone)]
pub struct MeshTree<V: Vector> {
    mesh: Arc<Mesh<V>>,
    nodes: Vec<Node>,
    packs: Vec<Pack>,
    /// What nodes and packs are relative to.
    origin: V,
    /// No coordinate of the triangles is greater, relative to the origin.
    reach: f32,
}

impl<V: Vector> fmt::Debug for MeshTree<V> {
    /// The mesh; not how its tree was built.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("MeshTree").field("mesh", &self.mesh).finish_non_exhaustive()
    }
}

impl<V: Vector> MeshTree<V> {
    /// A tree of the triangles of a mesh; it is the same, however many threads build it.
    pub fn new(mesh: impl Into<Arc<Mesh<V>>>) -> Self {
        Self::with_build(mesh, BuildQuality::Careful)
    }

    /// The same, built as carefully as is said.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::shape::Mesh;
    /// use impinge::tree::{BuildQuality, MeshTree};
    /// let strip = |x: u32| [DVec3::X * f64::from(x), DVec3::new(f64::from(x), 1.0, 0.0)];
    /// let corners: Vec<DVec3> = (0..=100).flat_map(strip).collect();
    /// let sheet = Mesh::new(corners, (0..200).map(|at| [at, at + 1, at + 2]).collect())?;
    /// // For a mesh that is another one in the next frame. What it answers about this one is the same.
    /// let (fast, careful) = (MeshTree::with_build(sheet.clone(), BuildQuality::Fast), MeshTree::new(sheet));
    /// let above = DVec3::new(40.25, 0.5, 2.0);
    /// assert_eq!(fast.closest_point(above), careful.closest_point(above));
    /// // Without the mesh, which both have.
    /// assert_eq!(fast.mesh(), careful.mesh());
    /// assert!(fast.bytes() > fast.mesh().triangles().len() * 36);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[must_use]
    pub fn with_build(mesh: impl Into<Arc<Mesh<V>>>, build: BuildQuality) -> Self {
        Self::timed(mesh.into(), build, &mut Clock(None))
    }

    /// The same; `observe` is told how long each step of it took.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Mesh;
    /// use impinge::tree::figures::BuildStep;
    /// use impinge::tree::{BuildQuality, MeshTree};
    /// let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    /// let mut steps = Vec::new();
    /// MeshTree::observed(mesh, BuildQuality::Careful, |step, _time| steps.push(step));
    /// assert_eq!(steps, [BuildStep::Boxes, BuildStep::Nodes]);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn observed(
        mesh: impl Into<Arc<Mesh<V>>>,
        build: BuildQuality,
        mut observe: impl FnMut(BuildStep, Duration),
    ) -> Self {
        Self::timed(mesh.into(), build, &mut Clock::new(&mut observe))
    }

    fn timed(mesh: Arc<Mesh<V>>, build: BuildQuality, clock: &mut Clock<'_>) -> Self {
        let origin = origin_of(&mesh);
        let mut items: Vec<Item> =
            (0..mesh.triangles().len()).map(|number| item(&mesh, number, origin)).collect();
        let mut tree = MeshTree { mesh, nodes: Vec::new(), packs: Vec::new(), origin, reach: 0.0 };
        if items.is_empty() {
            return tree;
        }
        let all = items.iter().fold(Bounds::EMPTY, |mut all, item| {
            all.grow(&item.min, &item.max);
            all
        });
        tree.reach = all.reach();
        let largest = (0..3).map(|axis| all.max[axis] * 0.5 - all.min[axis] * 0.5).fold(0.0, f32::max);
        let scale = (0.5 / largest).min(f32::MAX);
        clock.tell(BuildStep::Boxes);
        let Grown { nodes, packs } = match build {
            BuildQuality::Careful => grown(&tree.mesh, origin, &Carefully { scale }, &mut items),
            BuildQuality::Fast => {
                let (curve, mut places) = AlongCurve::new(&items, &all);
                clock.tell(BuildStep::Order);
                grown(&tree.mesh, origin, &curve, &mut places)
            }
        };
        (tree.nodes, tree.packs) = (nodes, packs);
        clock.tell(BuildStep::Nodes);
        tree
    }

    /// The mesh.
    pub fn mesh(&self) -> &Mesh<V> {
        &self.mesh
    }

    /// What the tree takes in memory, in bytes: without the mesh, and without what one built [`Fast`](BuildQuality::Fast) has reserved
    /// and does not need.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.packs[..])
    }

    /// No coordinate of the triangles is greater.
    pub(crate) fn largest(&self) -> f64 {
        self.origin.to_double().abs().largest() + f64::from(self.reach)
    }
}

/// What a tree of a mesh is relative to: nothing where packs keep corners as they are, otherwise a place where most corners
/// are.
fn origin_of<V: Vector>(mesh: &Mesh<V>) -> V {
    if is_single::<V>() { V::ZERO } else { middle_of(mesh) }
}

/// A place among the corners.
fn middle_of<V: Vector>(mesh: &Mesh<V>) -> V {
    let step = (mesh.positions().len() / 1024).max(1);
    let corners: Vec<Aabb<V>> =
        mesh.positions().iter().step_by(step).map(|corner| Aabb::between(*corner, *corner)).collect();
    middle(&corners)
}

/// The box around a triangle.
#[inline(always)]
fn item<V: Vector>(mesh: &Mesh<V>, number: usize, origin: V) -> Item {
    let [a, b, c] = mesh.triangle(number as u32).points();
    let (min, max) = (a.min(b).min(c), a.max(b).max(c));
    // Three coordinates, which are `f32` already.
    let coordinates = |corner: [f64; 3]| corner.map(|x| x as f32);
    if is_single::<V>() {
        return Item::new(coordinates(min.to_f64()), coordinates(max.to_f64()), number as u32);
    }
    let bounds = relative(&Aabb::between(min, max), origin);
    Item::new(coordinates(bounds.min().to_f64()), coordinates(bounds.max().to_f64()), number as u32)
}
