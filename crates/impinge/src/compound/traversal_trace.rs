//! A mesh that reports which parts of its tree rays and segments visit.

use std::sync::{Mutex, PoisonError};

use super::SurfaceMesh;
use crate::assembly::Instance;
use crate::bvh::trace::TraversalStep;
use crate::math::Vector;
use crate::shape::{Aabb, CompositeShape, Shape, ShapeRef};

/// A mesh as a shape that reports every part of its tree that a ray or segment opens; see
/// [`SurfaceMesh::with_trace`].
#[derive(Debug)]
pub struct TraversalTrace<'a, V: Vector, F> {
    mesh: &'a SurfaceMesh<V>,
    /// Several threads may query a shape at once.
    observe: Mutex<F>,
}

impl<V: Vector> SurfaceMesh<V> {
    /// Returns the same shape with an observer: `observe` receives each part of the tree that a ray or
    /// segment opens.
    ///
    /// The steps are in traversal order, in the coordinates of the mesh, without its pose. A ray that starts
    /// inside and hits at once opens none. Nor does a ray in 2D, which uses the boundary edges of the area.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::math::Unit;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Mesh, Ray};
    /// use impinge::bvh::trace::NodeContent;
    /// let mesh = SurfaceMesh::new(Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?);
    /// let ray = Ray::new(Vec3::new(0.25, 0.25, 1.0), -Unit::axis(2))?;
    /// let mut visited = Vec::new();
    /// let hit = mesh.with_trace(|part| visited.push(part)).cast_ray(&ray, &RayOptions::default());
    /// assert_eq!(hit, mesh.cast_ray(&ray, &RayOptions::default()));
    /// // The root, and in it one pack of triangles.
    /// assert_eq!(visited.len(), 2);
    /// assert_eq!(visited[1].content, NodeContent::Triangles { all: vec![0], tested: vec![0] });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_trace<F: FnMut(TraversalStep<V>) + Send>(&self, observe: F) -> TraversalTrace<'_, V, F> {
        TraversalTrace { mesh: self, observe: Mutex::new(observe) }
    }
}

impl<V: Vector, F: FnMut(TraversalStep<V>) + Send> Shape for TraversalTrace<'_, V, F> {
    type Vector = V;
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Composite(self)
    }
}

impl<V: Vector, F: FnMut(TraversalStep<V>) + Send> CompositeShape<V> for TraversalTrace<'_, V, F> {
    fn aabb(&self) -> Option<Aabb<V>> {
        self.mesh.aabb()
    }
    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> Aabb<V>) {
        self.mesh.visit(region, visit);
    }
    fn visit_along(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
    ) {
        let mut observe = self.observe.lock().unwrap_or_else(PoisonError::into_inner);
        V::compound_mesh_visit_along(self.mesh, start, direction, last, &mut *observe, visit);
    }
    fn body(&self) -> Option<Instance<'_, V>> {
        self.mesh.body()
    }
    fn is_hollow(&self) -> bool {
        self.mesh.is_hollow()
    }
    fn boundary(&self) -> Option<&dyn CompositeShape<V>> {
        self.mesh.boundary()
    }
    fn contains_point(&self, point: V) -> bool {
        self.mesh.contains_point(point)
    }
}
