//! A mesh whose tree tells what rays and segments visit in it.

use std::sync::{Mutex, PoisonError};

use super::SurfaceMesh;
use crate::cull::Body;
use crate::math::Vector;
use crate::shape::{Aabb, Parts, Shaped, View};
use crate::tree::visited::Visited;

/// A mesh as a shape that tells of every part of its tree that a ray or segment opens; see [`SurfaceMesh::observed`].
#[derive(Debug)]
pub struct ObservedMesh<'a, V: Vector, F> {
    mesh: &'a SurfaceMesh<V>,
    /// Shapes may be asked by many threads.
    observe: Mutex<F>,
}

impl<V: Vector> SurfaceMesh<V> {
    /// The same shape; `observe` is told which parts of its tree rays and segments open, in their order, each in the coordinates of the
    /// mesh, without its pose. A ray that hits at once as it starts inside opens none, nor does one in the plane, where rays go by the
    /// edges around the area.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::math::Unit;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Mesh, Ray};
    /// use impinge::tree::visited::Inside;
    /// let mesh = SurfaceMesh::new(Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?);
    /// let ray = Ray::new(Vec3::new(0.25, 0.25, 1.0), -Unit::axis(2))?;
    /// let mut visited = Vec::new();
    /// let hit = mesh.observed(|part| visited.push(part)).cast_ray(&ray, &RayOptions::default());
    /// assert_eq!(hit, mesh.cast_ray(&ray, &RayOptions::default()));
    /// // The root, and in it one pack of triangles.
    /// assert_eq!(visited.len(), 2);
    /// assert_eq!(visited[1].inside, Inside::Triangles { all: vec![0], asked: vec![0] });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn observed<F: FnMut(Visited<V>) + Send>(&self, observe: F) -> ObservedMesh<'_, V, F> {
        ObservedMesh { mesh: self, observe: Mutex::new(observe) }
    }
}

impl<V: Vector, F: FnMut(Visited<V>) + Send> Shaped for ObservedMesh<'_, V, F> {
    type Vector = V;
    fn view(&self) -> View<'_, V> {
        View::Parts(self)
    }
}

impl<V: Vector, F: FnMut(Visited<V>) + Send> Parts<V> for ObservedMesh<'_, V, F> {
    fn bounds(&self) -> Option<Aabb<V>> {
        self.mesh.bounds()
    }
    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, View<'_, V>) -> Aabb<V>) {
        self.mesh.visit(region, visit);
    }
    fn visit_along(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        visit: &mut dyn FnMut(u32, View<'_, V>) -> f64,
    ) {
        let mut observe = self.observe.lock().unwrap_or_else(PoisonError::into_inner);
        self.mesh.visit_along_observed(start, direction, last, &mut *observe, visit);
    }
    fn body(&self) -> Option<Body<'_, V>> {
        self.mesh.body()
    }
    fn is_hollow(&self) -> bool {
        self.mesh.is_hollow()
    }
    fn boundary(&self) -> Option<&dyn Parts<V>> {
        self.mesh.boundary()
    }
    fn encloses(&self, point: V) -> bool {
        self.mesh.encloses(point)
    }
}
