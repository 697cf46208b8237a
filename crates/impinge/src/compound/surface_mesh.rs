//! Meshes as shapes: surfaces of triangles, solid where they are closed.

use std::sync::Arc;

use smallvec::SmallVec;

use super::placed::{LocalParts, Placed, place, placed_parts};
use super::search::{Boxes, Line};
use crate::cull::{Body, Model};
use crate::math::{Pose, Vector};
use crate::shape::{Aabb, Mesh, Parts, Shaped, Triangle, View};
use crate::tree::MeshTree;

/// A mesh at a pose; its parts are its triangles.
///
/// In space it is a surface, and what its closed shells enclose belongs to it: a point deep inside is inside, and a ray
/// from there hits at once unless the mesh is asked to be hollow. Whether a point is enclosed is decided exactly, however
/// the triangles are folded or turned; see [`Body::encloses`]. In the plane it is the area of its triangles.
#[derive(Debug)]
pub struct SurfaceMesh<V: Vector> {
    placed: Placed<V, Surface<V>>,
}

#[derive(Debug)]
struct Surface<V: Vector> {
    model: Arc<Model<V>>,
}

impl<V: Vector> SurfaceMesh<V> {
    /// A mesh as a shape.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, Mesh};
    /// let corners = vec![Vec3::ZERO, Vec3::X * 9.0, Vec3::Y * 9.0, Vec3::Z * 9.0];
    /// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let tetrahedron = SurfaceMesh::new(mesh);
    /// let inside = Ball::new(Vec3::new(2.0, 2.0, 2.0), 0.5)?;
    /// assert_eq!(tetrahedron.relation(&inside), Relation::Overlapping);
    /// assert!(tetrahedron.project(inside.center()).is_inside);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(mesh: Mesh<V>) -> Self {
        Self::of_model(Arc::new(Model::new(mesh)))
    }

    /// A model as a shape, with which it shares all that is derived from the mesh.
    pub fn of_model(model: Arc<Model<V>>) -> Self {
        SurfaceMesh { placed: Placed::new(Surface { model }) }
    }

    /// The mesh, without the pose.
    pub fn mesh(&self) -> &Mesh<V> {
        self.placed.parts.model.mesh()
    }
}

impl<V: Vector> LocalParts<V> for Surface<V> {
    fn boxes(&self) -> &dyn Boxes<V> {
        self.model.tree()
    }
    fn show(&self, number: u32, pose: &Pose<V>, visit: &mut dyn FnMut(View<'_, V>)) {
        let points = self.model.mesh().triangle(number as usize).points();
        visit(View::Triangle(Triangle::of(points.map(|point| place(pose, point)))));
    }
    fn along(&self, line: &Line<V>, visit: &mut dyn FnMut(u32) -> f64) {
        let slack = line.half.largest();
        self.model.ray_tree().candidates(line.from, line.heading, line.last.get(), slack, visit);
    }
    fn reach(&self) -> f64 {
        self.model.ray_tree().largest()
    }
    fn mesh_tree(&self) -> Option<&MeshTree<V>> {
        Some(self.model.ray_tree())
    }
    fn corners(&self, number: u32) -> SmallVec<[V; 3]> {
        self.model.mesh().triangle(number as usize).points().into()
    }
    fn each_neighbour(&self, number: u32, picked: &[usize], visit: &mut dyn FnMut(V)) {
        self.model.each_neighbour(number, picked, visit);
    }
    fn body(&self, pose: &Pose<V>) -> Option<Body<'_, V>> {
        Some(Body { model: &self.model, map: (*pose).into() })
    }
    fn encloses(&self, pose: &Pose<V>, point: V) -> bool {
        Body { model: &self.model, map: (*pose).into() }.encloses(point)
    }
}

placed_parts!(SurfaceMesh);
