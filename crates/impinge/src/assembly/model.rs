//! Meshes with data derived from them.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::adjacency::Neighbours;
use super::boundary_edges::Outline;
use super::shells::{Shell, Shells};
use crate::bound;
use crate::bvh::{Bvh, MeshBvh};
use crate::math::{Affine, Vector};
use crate::shape::{Aabb, Ball, Mesh, Obb};

/// What is known of a convex solid, in the frame of its mesh.
#[derive(Clone, Debug)]
pub(super) struct ConvexSolid<V> {
    /// The corners of its hull.
    pub(super) corners: Vec<V>,
    /// By which share it is smaller than its hull at most.
    pub(super) shrunk: f64,
}

/// A mesh with derived data for all its instances: bounding volumes, trees and shells.
///
/// Each is computed once, when it is first needed.
#[derive(Clone)]
pub struct Model<V: Vector> {
    mesh: Arc<Mesh<V>>,
    bounds: OnceLock<Option<Aabb<V>>>,
    ball: OnceLock<Option<Ball<V>>>,
    obb: OnceLock<Option<Obb<V>>>,
    tree: OnceLock<Bvh<V>>,
    mesh_bvh: OnceLock<MeshBvh<V>>,
    neighbours: OnceLock<Neighbours>,
    pub(super) hubs: OnceLock<Vec<u32>>,
    outline: OnceLock<Outline<V>>,
    shells: OnceLock<Shells>,
    pub(super) cavities: OnceLock<Vec<bool>>,
    pub(super) pieces: OnceLock<Vec<Model<V>>>,
    pub(super) has_crease: OnceLock<bool>,
    pub(super) bounds_solids: OnceLock<bool>,
    pub(super) convex_solid: OnceLock<Option<ConvexSolid<V>>>,
}

impl<V: Vector> fmt::Debug for Model<V> {
    /// Formats the mesh, from which the rest is derived.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Model").field("mesh", &self.mesh).finish_non_exhaustive()
    }
}

impl<V: Vector> Model<V> {
    /// Creates a model of a mesh, which may be shared; nothing is computed yet.
    #[inline]
    pub fn new(mesh: impl Into<Arc<Mesh<V>>>) -> Self {
        V::assembly_model(mesh.into())
    }

    pub(super) fn new_inner(mesh: Arc<Mesh<V>>) -> Self {
        Model {
            mesh,
            bounds: OnceLock::new(),
            ball: OnceLock::new(),
            obb: OnceLock::new(),
            tree: OnceLock::new(),
            mesh_bvh: OnceLock::new(),
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

    /// Returns the mesh.
    pub fn mesh(&self) -> &Mesh<V> {
        &self.mesh
    }

    /// Returns the bounding box, or `None` for an empty mesh.
    pub(super) fn aabb(&self) -> Option<Aabb<V>> {
        *self.bounds.get_or_init(|| bound::mesh_aabb(&self.mesh, &Affine::identity()))
    }

    /// Returns the smallest enclosing ball, or `None` for an empty mesh.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::assembly::Model;
    /// use impinge::prelude::*;
    /// use impinge::shape::Mesh;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let model = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let (ball, aabb) = (model.ball().unwrap(), model.obb().unwrap().aabb());
    /// assert!(model.mesh().positions().iter().all(|corner| ball.contains_point(*corner) && aabb.contains_point(*corner)));
    /// // Trees are built on first use, and kept.
    /// assert_eq!((model.bvh().len(), model.mesh_bvh().mesh().triangles().len()), (4, 4));
    /// assert_eq!(Model::new(Mesh::<DVec3>::new(vec![], vec![])?).ball(), None);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn ball(&self) -> Option<Ball<V>> {
        V::assembly_model_ball(self)
    }

    pub(super) fn ball_inner(&self) -> Option<Ball<V>> {
        *self.ball.get_or_init(|| bound::fit_ball(self.mesh.positions()).ok())
    }

    /// Returns an oriented bounding box from a fast algorithm ([`bound::fit_obb_fast`]), or `None` for an
    /// empty mesh.
    #[inline]
    pub fn obb(&self) -> Option<Obb<V>> {
        V::assembly_model_obb(self)
    }

    pub(super) fn obb_inner(&self) -> Option<Obb<V>> {
        *self.obb.get_or_init(|| bound::fit_obb_fast(self.mesh.positions()).ok())
    }

    /// Returns the box tree of its triangles.
    #[inline]
    pub fn bvh(&self) -> &Bvh<V> {
        V::assembly_model_bvh(self)
    }

    pub(super) fn bvh_inner(&self) -> &Bvh<V> {
        kept(&self.tree, || {
            let boxes: Vec<_> = self.mesh.placed_triangles().map(|triangle| triangle.bounds()).collect();
            Bvh::new(&boxes)
        })
    }

    /// Returns the BVH of its triangles, for rays and for queries with other meshes.
    ///
    /// [`find_collisions`](super::find_collisions) traverses the BVHs of two meshes together if both are
    /// built, and builds them for large meshes in many pairs. Otherwise it uses [`Model::bvh`], which is
    /// faster to build.
    #[inline]
    pub fn mesh_bvh(&self) -> &MeshBvh<V> {
        V::assembly_model_mesh_bvh(self)
    }

    pub(super) fn mesh_bvh_inner(&self) -> &MeshBvh<V> {
        kept(&self.mesh_bvh, || MeshBvh::new(Arc::clone(&self.mesh)))
    }

    /// Returns whether that BVH is built.
    pub(super) fn has_mesh_tree(&self) -> bool {
        self.mesh_bvh.get().is_some()
    }

    /// Calls `visit` for the corners of all other triangles that share the given corners of a triangle.
    pub(crate) fn each_neighbour(&self, triangle: u32, picked: &[usize], visit: &mut dyn FnMut(V)) {
        for corner in self.neighbours().sharing(&self.mesh, triangle, picked).flatten() {
            visit(self.mesh.positions()[corner as usize]);
        }
    }

    /// Returns the triangles that contain both ends of an edge of a triangle, including that triangle.
    pub(super) fn around_edge(&self, triangle: u32, k: usize) -> impl Iterator<Item = u32> {
        self.neighbours().around_edge(&self.mesh, triangle, k)
    }

    /// Returns the triangles around a vertex.
    pub(super) fn around_corner(&self, vertex: u32) -> impl Iterator<Item = u32> {
        self.neighbours().around_corner(self.same_place(vertex)).iter().copied()
    }

    /// Returns the first vertex at the place of a vertex.
    pub(super) fn same_place(&self, vertex: u32) -> u32 {
        self.neighbours().same_place(vertex)
    }

    /// Returns the adjacency of its triangles.
    pub(super) fn neighbours(&self) -> &Neighbours {
        self.neighbours.get_or_init(|| Neighbours::of(&self.mesh))
    }

    /// Returns the boundary of its area, in 2D.
    pub(crate) fn outline(&self) -> &Outline<V> {
        self.outline.get_or_init(|| Outline::of(&self.mesh, self.neighbours()))
    }

    /// Returns whether all of its surface is closed, so that it has an inside.
    ///
    /// The result is false without triangles, and in 2D. Objects within an open part of a surface are not
    /// reported as [contained](super::CollisionKind::Contained).
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::assembly::Model;
    /// use impinge::shape::Mesh;
    ///
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mut faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// assert!(Model::new(Mesh::new(corners.clone(), faces.clone())?).is_closed());
    /// faces.pop();
    /// assert!(!Model::new(Mesh::new(corners, faces)?).is_closed());
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn is_closed(&self) -> bool {
        V::assembly_model_is_closed(self)
    }

    pub(super) fn is_closed_inner(&self) -> bool {
        let shells = &self.shells().shells;
        V::IS_3D && !shells.is_empty() && shells.iter().all(Shell::is_closed)
    }

    /// Returns its connected surfaces.
    pub(super) fn shells(&self) -> &Shells {
        self.shells.get_or_init(|| Shells::of(&self.mesh))
    }
}

/// Returns the contents of a cell, computed now if it is empty. The computation runs outside of the cell:
/// building a tree waits for other threads, and may meanwhile run other work that needs the same tree, which
/// would then deadlock. A second computation gives the same result.
pub(super) fn kept<T>(cell: &OnceLock<T>, make: impl FnOnce() -> T) -> &T {
    match cell.get() {
        Some(known) => known,
        None => {
            let made = make();
            cell.get_or_init(|| made)
        }
    }
}
