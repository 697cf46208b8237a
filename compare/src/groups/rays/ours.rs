//! Our meshes and rays.

use std::sync::Arc;

use glam::Vec3;
use impinge::compound::SurfaceMesh;
use impinge::cull::Model;
use impinge::math::Unit;
use impinge::narrow::{Cast, RayMode, RayOptions};
use impinge::shape::{Mesh, Ray};

use super::Tracer;
use crate::error::Error;
use crate::workload::bumpy_sphere::Surface;
use crate::workload::rays;

/// A mesh, ready for rays.
pub struct Traced(SurfaceMesh<Vec3>);

/// From corners and triangles to a mesh with its tree.
pub fn build(surface: &Surface) -> Result<Traced, Error> {
    let positions = surface.positions.iter().map(|&corner| Vec3::from_array(corner)).collect();
    let model = Model::new(Mesh::new(positions, surface.triangles.clone())?);
    model.tree();
    Ok(Traced(SurfaceMesh::of_model(Arc::new(model))))
}

/// A ray in our types; `None` if our constructors refuse it.
fn ray(ray: &rays::Ray) -> Option<Ray<Vec3>> {
    let direction = Unit::new(Vec3::from_array(ray.way)).ok()?;
    Ray::new(Vec3::from_array(ray.origin), direction).ok()
}

/// How far it is to the nearest hit.
fn closest(mesh: &Traced, ray: &Ray<Vec3>) -> Option<f32> {
    let options = RayOptions { mode: RayMode::Hollow, ..RayOptions::default() };
    mesh.0.cast_ray(ray, options).map(|hit| hit.t)
}

/// Does it hit anything? There is no such query yet that stops at the first hit.
fn any(mesh: &Traced, ray: &Ray<Vec3>) -> bool {
    closest(mesh, ray).is_some()
}

impl Tracer for Traced {
    type Ray = Option<Ray<Vec3>>;

    fn prepare(&self, given: &rays::Ray) -> Self::Ray {
        ray(given)
    }

    fn closest(&self, ray: &Self::Ray) -> f32 {
        ray.as_ref().and_then(|ray| closest(self, ray)).unwrap_or(f32::INFINITY)
    }

    fn any(&self, ray: &Self::Ray) -> bool {
        ray.as_ref().is_some_and(|ray| any(self, ray))
    }
}
