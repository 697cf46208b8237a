//! Cost of a BVH: build time, memory and expected work per query.

use std::time::Duration;

use super::node::Node;
use super::{MeshBvh, WIDTH};
use crate::clock::Instant;
use crate::math::Vector;

/// A step of building a BVH, in the order of execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildStep {
    /// Computes the boxes around triangles.
    Boxes,
    /// Sorts the triangles along a curve; only [`BuildQuality::Fast`](super::BuildQuality::Fast) has this
    /// step.
    Order,
    /// Groups triangles, builds nodes and copies corners.
    Nodes,
}

/// Receives a step and its duration.
pub(in crate::bvh) type Observe<'a> = &'a mut dyn FnMut(BuildStep, Duration);

/// Reports the durations of steps; without an observer it reads no clock.
pub(super) struct Clock<'a>(Option<(Instant, Observe<'a>)>);

impl<'a> Clock<'a> {
    pub fn new(observe: Option<Observe<'a>>) -> Self {
        Clock(observe.map(|observe| (Instant::now(), observe)))
    }

    pub fn report(&mut self, step: BuildStep) {
        if let Some((since, observe)) = &mut self.0 {
            observe(step, since.elapsed());
            *since = Instant::now();
        }
    }
}

/// Size and quality of a BVH.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BvhStats {
    /// Number of triangles of the mesh; the tree contains all of them.
    pub triangles: usize,
    /// Number of triangles without area, which are stored as the segments or points that they are.
    pub degenerate: usize,
    /// Number of nodes of up to eight boxes.
    pub nodes: usize,
    /// Number of packs of up to four triangles.
    pub packs: usize,
    /// Number of nodes from the root to the deepest pack.
    pub depth: usize,
    /// Expected number of nodes that a random line through the root's box enters.
    ///
    /// This is the sum of the surface areas of all nodes' boxes, divided by the area of the root's box.
    /// Deformation increases it; when it has doubled, a rebuild pays off.
    pub entered_nodes: f64,
    /// Expected number of packs that such a line tests.
    pub entered_packs: f64,
    /// Memory of the BVH in bytes, without the mesh.
    pub bytes: usize,
    /// Memory of the mesh in bytes.
    pub mesh_bytes: usize,
}

impl<V: Vector> MeshBvh<V> {
    /// Computes the statistics of the BVH in one pass.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::MeshBvh;
    /// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X * 2.0];
    /// let mesh = Mesh::new(corners, vec![[0, 1, 2], [0, 1, 3]])?;
    /// let figures = MeshBvh::new(mesh).stats();
    /// assert_eq!((figures.triangles, figures.degenerate), (2, 1));
    /// assert_eq!((figures.nodes, figures.packs, figures.depth), (1, 1, 1));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn stats(&self) -> BvhStats {
        V::bvh_mesh_stats(self)
    }

    pub(in crate::bvh) fn stats_inner(&self) -> BvhStats {
        let (mut depths, mut deepest) = (vec![1; self.nodes.len()], 0);
        let (mut entered_nodes, mut entered_packs) = (0.0, 0.0);
        let around =
            self.nodes.first().map_or(0.0, |root| surface::<V>(&root.bounds().min, &root.bounds().max));
        // In a mesh without extent, every line through the root enters everything.
        let share = |surface: f64| if around > 0.0 { surface / around } else { 1.0 };
        if !self.nodes.is_empty() {
            entered_nodes = 1.0;
        }
        // Nodes come before their children.
        for (number, node) in self.nodes.iter().enumerate() {
            for lane in (0..WIDTH).filter(|lane| node.filled() >> lane & 1 != 0) {
                let (child, surface) = (node.children[lane], share(surface_of::<V>(node, lane)));
                if child.is_pack() {
                    deepest = deepest.max(depths[number]);
                    entered_packs += surface;
                } else {
                    depths[child.number()] = depths[number] + 1;
                    entered_nodes += surface;
                }
            }
        }
        BvhStats {
            triangles: self.mesh.triangles().len(),
            degenerate: self.mesh.placed_triangles().filter(|triangle| triangle.is_degenerate()).count(),
            nodes: self.nodes.len(),
            packs: self.packs.len(),
            depth: deepest,
            entered_nodes,
            entered_packs,
            bytes: self.bytes(),
            mesh_bytes: size_of_val(self.mesh.positions()) + size_of_val(self.mesh.triangles()),
        }
    }
}

fn surface_of<V: Vector>(node: &Node, lane: usize) -> f64 {
    let end = |side: usize| node.bounds.map(|axis| axis[side][lane]);
    surface::<V>(&end(0), &end(1))
}

/// Returns half of the surface of a box, in 2D half of its outline.
fn surface<V: Vector>(min: &[f32], max: &[f32]) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|axis| f64::from(max[axis]) - f64::from(min[axis]));
    if V::IS_3D { x * y + y * z + z * x } else { x + y }
}
