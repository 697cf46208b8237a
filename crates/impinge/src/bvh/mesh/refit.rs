//! Refitting: the same tree around vertices that have moved.
//!
//! The grouping of triangles stays; all boxes are recomputed from the packs up. Nodes come before their
//! children, so from the last to the first every box is ready when it is needed.

use std::sync::Arc;

use super::node::Child;
use super::sah_split::ItemBounds;
use super::{MeshBvh, is_single, item, origin_of};
use crate::math::Vector;
use crate::shape::Mesh;

/// Error for a mesh that does not fit the tree.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tree is of {tree} triangles, the mesh has {mesh}; build its tree with `MeshBvh::new`")]
pub struct RefitError {
    /// Number of triangles of the tree.
    pub tree: usize,
    /// Number of triangles of the mesh.
    pub mesh: usize,
}

impl<V: Vector> MeshBvh<V> {
    /// Replaces the mesh by one with as many triangles, whose vertices have moved a little, as for skin or
    /// cloth.
    ///
    /// Query results equal the results of a new tree, to the bit, at an eighth to a fifteenth of the
    /// build time. Only the query time grows, as neighbouring triangles move apart. For two meshes that
    /// intersect, a [`MeshPair`](super::MeshPair) may report another pair of triangles, and other
    /// points for the same minimum translation.
    ///
    /// # Errors
    /// If the mesh has more or fewer triangles; then nothing changes.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Unit;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Mesh, Ray};
    /// use impinge::bvh::MeshBvh;
    /// let at = |height: f32| Mesh::new(vec![Vec3::Y * height, Vec3::new(1.0, height, 0.0), Vec3::new(0.0, height, 1.0)], vec![[0, 2, 1]]);
    /// let mut tree = MeshBvh::new(at(0.0)?);
    /// tree.refit(at(0.5)?)?;
    /// let down = Ray::new(Vec3::new(0.25, 2.0, 0.25), -Unit::axis(1))?;
    /// assert_eq!(tree.cast_ray(&down, &RayOptions::default()).unwrap().t, 1.5);
    /// assert!(tree.refit(Mesh::new(vec![Vec3::ZERO], vec![])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn refit(&mut self, mesh: impl Into<Arc<Mesh<V>>>) -> Result<(), RefitError> {
        V::bvh_refit_mesh(self, mesh.into())
    }

    pub(in crate::bvh) fn refit_inner(&mut self, mesh: Arc<Mesh<V>>) -> Result<(), RefitError> {
        if mesh.triangles().len() != self.mesh.triangles().len() {
            return Err(RefitError { tree: self.mesh.triangles().len(), mesh: mesh.triangles().len() });
        }
        self.mesh = mesh;
        self.update();
        Ok(())
    }

    /// Recomputes all boxes and packs from the mesh.
    pub(super) fn update(&mut self) {
        self.origin = origin_of(&self.mesh);
        for pack in &mut self.packs {
            pack.fill(&self.mesh, self.origin);
        }
        let mut all = ItemBounds::EMPTY;
        for number in (0..self.nodes.len()).rev() {
            for lane in 0..super::WIDTH {
                let child = self.nodes[number].children[lane];
                if child == Child::MISSING {
                    continue;
                }
                let bounds = if child.is_pack() {
                    self.bounds_of_pack(child.number())
                } else {
                    self.nodes[child.number()].bounds()
                };
                self.nodes[number].set_bounds(lane, &bounds);
                all.grow(&bounds.min, &bounds.max);
            }
        }
        self.reach = all.reach();
    }

    fn bounds_of_pack(&self, number: usize) -> ItemBounds {
        if is_single::<V>() {
            return self.packs[number].bounds();
        }
        let triangles = self.packs[number].triangles.iter().filter(|&&triangle| triangle != u32::MAX);
        triangles.fold(ItemBounds::EMPTY, |mut bounds, &triangle| {
            let item = item(&self.mesh, triangle as usize, self.origin);
            bounds.grow(&item.min, &item.max);
            bounds
        })
    }
}
