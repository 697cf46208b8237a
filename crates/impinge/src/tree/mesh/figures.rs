//! What a tree costs: to build, to keep, and to ask.

use std::time::Duration;

use super::node::Node;
use super::{MeshTree, WIDTH};
use crate::clock::Instant;
use crate::math::Vector;

/// A step of building a tree, in the order of their time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildStep {
    /// Boxes around triangles.
    Boxes,
    /// Their order along a curve, of trees that are built fast.
    Order,
    /// Which triangles lie together, nodes of them, and copies of their corners.
    Nodes,
}

/// Is told how long a step took.
type Observe<'a> = &'a mut dyn FnMut(BuildStep, Duration);

/// Tells an observer how long steps took; reads no clock if nobody listens.
pub(super) struct Clock<'a>(pub Option<(Instant, Observe<'a>)>);

impl<'a> Clock<'a> {
    pub fn new(observe: Observe<'a>) -> Self {
        Clock(Some((Instant::now(), observe)))
    }

    pub fn tell(&mut self, step: BuildStep) {
        if let Some((since, observe)) = &mut self.0 {
            observe(step, since.elapsed());
            *since = Instant::now();
        }
    }
}

/// What a tree is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeFigures {
    /// Triangles of the mesh; all of them are in the tree.
    pub triangles: usize,
    /// Those of them without an area, which are kept as the segments or points that they are.
    pub degenerate: usize,
    /// Nodes of up to eight boxes.
    pub nodes: usize,
    /// Packs of up to four triangles.
    pub packs: usize,
    /// Nodes from the root to the deepest pack.
    pub depth: usize,
    /// So many nodes a line enters that meets the box around all and may be any such line: the sum of the surfaces of the boxes of
    /// all nodes, over that of the root. What moves makes this grow; when it has doubled, a new tree pays.
    pub entered_nodes: f64,
    /// So many packs it looks at, likewise.
    pub entered_packs: f64,
    /// What the tree takes in memory, without the mesh.
    pub bytes: usize,
    /// What the mesh takes.
    pub mesh_bytes: usize,
}

impl<V: Vector> MeshTree<V> {
    /// What the tree is made of, counted in one pass.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Mesh;
    /// use impinge::tree::MeshTree;
    /// let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X * 2.0];
    /// let mesh = Mesh::new(corners, vec![[0, 1, 2], [0, 1, 3]])?;
    /// let figures = MeshTree::new(mesh).figures();
    /// assert_eq!((figures.triangles, figures.degenerate), (2, 1));
    /// assert_eq!((figures.nodes, figures.packs, figures.depth), (1, 1, 1));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn figures(&self) -> TreeFigures {
        let (mut depths, mut deepest) = (vec![1; self.nodes.len()], 0);
        let (mut entered_nodes, mut entered_packs) = (0.0, 0.0);
        let around =
            self.nodes.first().map_or(0.0, |root| surface::<V>(&root.around().min, &root.around().max));
        // Of a mesh without any extent, all that there is.
        let share = |surface: f64| if around > 0.0 { surface / around } else { 1.0 };
        if !self.nodes.is_empty() {
            entered_nodes = 1.0;
        }
        // Nodes come before what is in them.
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
        TreeFigures {
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

/// Half of the surface of a box, in the plane half of its outline.
fn surface<V: Vector>(min: &[f32], max: &[f32]) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|axis| f64::from(max[axis]) - f64::from(min[axis]));
    if V::DIMENSION == 3 { x * y + y * z + z * x } else { x + y }
}
