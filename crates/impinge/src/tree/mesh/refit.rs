//! The same tree around corners that have moved.
//!
//! Which triangles lie together stays; all boxes are made anew, from the packs up. Nodes come before what is in them, so from
//! the last to the first every box is ready when it is asked for.

use std::sync::Arc;

use super::node::Child;
use super::split::Bounds;
use super::{MeshTree, is_single, item, origin_of};
use crate::math::Vector;
use crate::shape::Mesh;

/// Why a tree does not fit a mesh.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the tree is of {tree} triangles, the mesh has {mesh}; build a tree of it with `MeshTree::new`")]
pub struct RefitError {
    /// Triangles of the tree.
    pub tree: usize,
    /// Triangles of the mesh.
    pub mesh: usize,
}

impl<V: Vector> MeshTree<V> {
    /// Takes another mesh of as many triangles: one whose corners have moved a little, as those of skin or cloth do.
    ///
    /// Answers are those of a new tree, to the bit, at an eighth to a fifteenth of its time; only the time of the queries grows, as triangles
    /// part that were neighbours. Of two meshes that meet, a [`MeshPair`](super::MeshPair) may name another two triangles for it, and other
    /// points for the same way out.
    ///
    /// # Errors
    /// If the mesh has more or fewer triangles; then nothing changes.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Unit;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Mesh, Ray};
    /// use impinge::tree::MeshTree;
    /// let at = |height: f32| Mesh::new(vec![Vec3::Y * height, Vec3::new(1.0, height, 0.0), Vec3::new(0.0, height, 1.0)], vec![[0, 2, 1]]);
    /// let mut tree = MeshTree::new(at(0.0)?);
    /// tree.refit(at(0.5)?)?;
    /// let down = Ray::new(Vec3::new(0.25, 2.0, 0.25), -Unit::axis(1))?;
    /// assert_eq!(tree.closest_hit(&down, &RayOptions::default()).unwrap().t, 1.5);
    /// assert!(tree.refit(Mesh::new(vec![Vec3::ZERO], vec![])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refit(&mut self, mesh: impl Into<Arc<Mesh<V>>>) -> Result<(), RefitError> {
        let mesh = mesh.into();
        if mesh.triangles().len() != self.mesh.triangles().len() {
            return Err(RefitError { tree: self.mesh.triangles().len(), mesh: mesh.triangles().len() });
        }
        self.mesh = mesh;
        self.update();
        Ok(())
    }

    /// Makes all boxes and packs anew from the mesh.
    pub(super) fn update(&mut self) {
        self.origin = origin_of(&self.mesh);
        for pack in &mut self.packs {
            pack.fill(&self.mesh, self.origin);
        }
        let mut all = Bounds::EMPTY;
        for number in (0..self.nodes.len()).rev() {
            for lane in 0..super::WIDTH {
                let child = self.nodes[number].children[lane];
                if child == Child::MISSING {
                    continue;
                }
                let bounds = if child.is_pack() {
                    self.bounds_of_pack(child.number())
                } else {
                    self.nodes[child.number()].around()
                };
                self.nodes[number].set_bounds(lane, &bounds);
                all.grow(&bounds.min, &bounds.max);
            }
        }
        self.reach = all.reach();
    }

    fn bounds_of_pack(&self, number: usize) -> Bounds {
        if is_single::<V>() {
            return self.packs[number].around();
        }
        let triangles = self.packs[number].triangles.iter().filter(|&&triangle| triangle != u32::MAX);
        triangles.fold(Bounds::EMPTY, |mut bounds, &triangle| {
            let item = item(&self.mesh, triangle as usize, self.origin);
            bounds.grow(&item.min, &item.max);
            bounds
        })
    }
}
