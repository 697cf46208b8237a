//! Meshes with what is derived from them.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::convex::{self, ConvexSolid};
use super::fans;
use super::interior_overlap;
use super::neighbours::Neighbours;
use super::outline::Outline;
use super::pieces;
use super::shells::{Shell, Shells};
use super::solid;
use super::volume;
use crate::bound;
use crate::math::{Affine, Vector};
use crate::shape::{Aabb, Ball, Mesh, Obb};
use crate::tree::{Bvh, MeshTree};

/// A mesh and what is derived from it once, when first needed, for all its instances: bounding volumes, tree, shells.
#[doc(alias("TriMesh", "BVHModel"))]
#[derive(Clone)]
pub struct Model<V: Vector> {
    mesh: Arc<Mesh<V>>,
    bounds: OnceLock<Option<Aabb<V>>>,
    ball: OnceLock<Option<Ball<V>>>,
    obb: OnceLock<Option<Obb<V>>>,
    tree: OnceLock<Bvh<V>>,
    mesh_tree: OnceLock<MeshTree<V>>,
    neighbours: OnceLock<Neighbours>,
    hubs: OnceLock<Vec<u32>>,
    outline: OnceLock<Outline<V>>,
    shells: OnceLock<Shells>,
    cavities: OnceLock<Vec<bool>>,
    pieces: OnceLock<Vec<Model<V>>>,
    has_crease: OnceLock<bool>,
    bounds_solids: OnceLock<bool>,
    convex_solid: OnceLock<Option<ConvexSolid<V>>>,
}

impl<V: Vector> fmt::Debug for Model<V> {
    /// The mesh, which all the rest follows from.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Model").field("mesh", &self.mesh).finish_non_exhaustive()
    }
}

impl<V: Vector> Model<V> {
    /// A model of a mesh, which may be shared; costs nothing yet.
    pub fn new(mesh: impl Into<Arc<Mesh<V>>>) -> Self {
        Model {
            mesh: mesh.into(),
            bounds: OnceLock::new(),
            ball: OnceLock::new(),
            obb: OnceLock::new(),
            tree: OnceLock::new(),
            mesh_tree: OnceLock::new(),
            neighbours: OnceLock::new(),
            hubs: OnceLock::new(),
            outline: OnceLock::new(),
            shells: OnceLock::new(),
            cavities: OnceLock::new(),
            pieces: OnceLock::new(),
            has_crease: OnceLock::new(),
            bounds_solids: OnceLock::new(),
            convex_solid: OnceLock::new(),
        }
    }

    /// The mesh.
    pub fn mesh(&self) -> &Mesh<V> {
        &self.mesh
    }

    /// The box around it; none around nothing.
    pub(super) fn bounds(&self) -> Option<Aabb<V>> {
        *self.bounds.get_or_init(|| bound::aabb_of_mesh(&self.mesh, &Affine::identity()))
    }

    /// The smallest ball around it; none around nothing.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::cull::Model;
    /// use impinge::prelude::*;
    /// use impinge::shape::Mesh;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let model = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let (ball, aabb) = (model.ball().unwrap(), model.obb().unwrap().aabb());
    /// assert!(model.mesh().positions().iter().all(|corner| ball.contains(*corner) && aabb.contains(*corner)));
    /// // Trees are made when they are first asked for, and kept.
    /// assert_eq!((model.bvh().len(), model.mesh_tree().mesh().triangles().len()), (4, 4));
    /// assert_eq!(Model::new(Mesh::<DVec3>::new(vec![], vec![])?).ball(), None);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn ball(&self) -> Option<Ball<V>> {
        *self.ball.get_or_init(|| bound::ball(self.mesh.positions()).ok())
    }

    /// An oriented box around it, soon found ([`bound::quick_obb`]); none around nothing.
    pub fn obb(&self) -> Option<Obb<V>> {
        *self.obb.get_or_init(|| bound::quick_obb(self.mesh.positions()).ok())
    }

    /// The tree of its triangles.
    pub fn bvh(&self) -> &Bvh<V> {
        kept(&self.tree, || {
            let boxes: Vec<_> = self.mesh.placed_triangles().map(|triangle| triangle.bounds()).collect();
            Bvh::new(&boxes)
        })
    }

    /// The tree of its triangles for rays, and for other meshes: [`collisions`](super::collisions) descends those of two meshes
    /// together if both stand, and builds them for large meshes in many pairs. Otherwise it makes do with [`Model::bvh`], which
    /// is sooner built.
    pub fn mesh_tree(&self) -> &MeshTree<V> {
        kept(&self.mesh_tree, || MeshTree::new(Arc::clone(&self.mesh)))
    }

    /// Does that tree stand?
    pub(super) fn has_mesh_tree(&self) -> bool {
        self.mesh_tree.get().is_some()
    }

    /// Calls `visit` for the corners of all other triangles that have these corners of one, which are picked by their places in it.
    pub(crate) fn each_neighbour(&self, triangle: u32, picked: &[usize], visit: &mut dyn FnMut(V)) {
        for corner in self.neighbours().sharing(&self.mesh, triangle, picked).flatten() {
            visit(self.mesh.positions()[corner as usize]);
        }
    }

    /// The triangles that have both ends of an edge of one among their corners, with that one.
    pub(super) fn around_edge(&self, triangle: u32, k: usize) -> impl Iterator<Item = u32> {
        self.neighbours().around_edge(&self.mesh, triangle, k)
    }

    /// The triangles around a vertex.
    pub(super) fn around_corner(&self, vertex: u32) -> impl Iterator<Item = u32> {
        self.neighbours().around_corner(self.same_place(vertex)).iter().copied()
    }

    /// Vertices with so many triangles around them that these may be fans.
    pub(super) fn hubs(&self) -> &[u32] {
        self.hubs.get_or_init(|| self.neighbours().with_triangles(fans::LEAST).collect())
    }

    /// The first vertex at the place of one.
    pub(super) fn same_place(&self, vertex: u32) -> u32 {
        self.neighbours().same_place(vertex)
    }

    /// Which of its triangles share corners.
    fn neighbours(&self) -> &Neighbours {
        self.neighbours.get_or_init(|| Neighbours::of(&self.mesh))
    }

    /// What bounds its area, if it is one in the plane.
    pub(crate) fn outline(&self) -> &Outline<V> {
        self.outline.get_or_init(|| Outline::of(&self.mesh, self.neighbours()))
    }

    /// Is all of its surface closed, so that it has an inside? Never without triangles, or in the plane.
    ///
    /// What lies within open parts of a surface is not found to be [contained](super::CollisionKind::Contained).
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::cull::Model;
    /// use impinge::shape::Mesh;
    ///
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mut faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// assert!(Model::new(Mesh::new(corners.clone(), faces.clone())?).is_closed());
    /// faces.pop();
    /// assert!(!Model::new(Mesh::new(corners, faces)?).is_closed());
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn is_closed(&self) -> bool {
        let shells = &self.shells().shells;
        V::DIMENSION == 3 && !shells.is_empty() && shells.iter().all(Shell::is_closed)
    }

    /// Its connected surfaces.
    pub(super) fn shells(&self) -> &Shells {
        self.shells.get_or_init(|| Shells::of(&self.mesh))
    }

    /// For each of them: is it the wall of a cavity?
    pub(super) fn cavities(&self) -> &[bool] {
        kept::<Vec<bool>>(&self.cavities, || solid::cavities(self))
    }

    /// Its shells as models of their own, where it is the union of them.
    pub(super) fn pieces(&self) -> &[Model<V>] {
        kept::<Vec<Model<V>>>(&self.pieces, || pieces::pieces(self))
    }

    /// Is it closed, without shells that overlap each other?
    pub(super) fn is_solid(&self) -> bool {
        self.is_closed() && self.bounds_solids()
    }

    /// Has its surface an edge at which it folds back onto itself?
    pub(super) fn has_crease(&self) -> bool {
        *kept(&self.has_crease, || interior_overlap::has_crease(self))
    }

    /// Has it closed shells, none of which overlaps another? Open ones do not matter.
    pub(super) fn bounds_solids(&self) -> bool {
        *kept(&self.bounds_solids, || volume::bounds_solids(self))
    }

    /// The convex solid that it is, if it is one.
    pub(super) fn convex_solid(&self) -> Option<&ConvexSolid<V>> {
        kept(&self.convex_solid, || convex::convex_solid(self)).as_ref()
    }
}

/// What is in a cell, made now if it is empty. It is made outside of the cell: what builds a tree waits for other threads, and may do
/// other work meanwhile that asks for the same tree, which would wait for itself. Made twice, it is the same.
fn kept<T>(cell: &OnceLock<T>, make: impl FnOnce() -> T) -> &T {
    match cell.get() {
        Some(known) => known,
        None => {
            let made = make();
            cell.get_or_init(|| made)
        }
    }
}
