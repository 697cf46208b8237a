//! Our meshes and rays.

use glam::Vec3;
use impinge::bvh::{BuildQuality, MeshBvh};
use impinge::math::Unit;
use impinge::narrow::RayOptions;
use impinge::shape::{Mesh, Ray};

use super::Tracer;
use crate::error::Error;
use crate::workload::bumpy_sphere::Surface;
use crate::workload::rays;

/// A mesh, ready for rays.
pub struct Traced(MeshBvh<Vec3>);

/// From corners and triangles to a mesh with its tree.
pub fn build(surface: &Surface, build: BuildQuality) -> Result<Traced, Error> {
    Ok(Traced(MeshBvh::with_build(mesh(surface)?, build)))
}

fn mesh(surface: &Surface) -> Result<Mesh<Vec3>, Error> {
    let positions = surface.positions.iter().map(|&corner| Vec3::from_array(corner)).collect();
    Ok(Mesh::new(positions, surface.triangles.clone())?)
}

impl Traced {
    /// The distances to the nearest hits of many rays.
    pub fn closest_of_all(&self, rays: &[Ray<Vec3>], distances: &mut [f32]) {
        let hits = self.0.cast_rays(rays, &RayOptions::default());
        for (distance, hit) in distances.iter_mut().zip(hits) {
            *distance = hit.map_or(f32::INFINITY, |hit| hit.t);
        }
    }

    /// Corners moved, to a tree that fits them again; says whether it does.
    pub fn refit(&mut self, moved: &Surface) -> bool {
        mesh(moved).is_ok_and(|mesh| self.0.refit(mesh).is_ok())
    }
}

/// A ray in our types; `None` if our constructors refuse it.
pub fn ray(ray: &rays::Ray) -> Option<Ray<Vec3>> {
    let direction = Unit::new(Vec3::from_array(ray.way)).ok()?;
    Ray::new(Vec3::from_array(ray.origin), direction).ok()
}

/// How far it is to the nearest hit.
fn closest(mesh: &Traced, ray: &Ray<Vec3>) -> Option<f32> {
    mesh.0.cast_ray(ray, &RayOptions::default()).map(|hit| hit.t)
}

/// Does it hit anything?
fn any(mesh: &Traced, ray: &Ray<Vec3>) -> bool {
    mesh.0.any_hit(ray, &RayOptions::default())
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
