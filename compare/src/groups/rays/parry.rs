//! parry3d's `TriMesh`.

use parry3d::math::Vector;
use parry3d::query::{Ray, RayCast};
use parry3d::shape::TriMesh;

use super::Tracer;
use crate::workload::bumpy_sphere::Surface;
use crate::workload::rays;

pub use crate::groups::check::peer_mesh as build;

/// Its corners in parry's type.
pub fn positions(surface: &Surface) -> Vec<Vector> {
    surface.positions.iter().map(|&corner| Vector::from_array(corner)).collect()
}

impl Tracer for TriMesh {
    type Ray = Ray;

    fn prepare(&self, ray: &rays::Ray) -> Ray {
        Ray::new(Vector::from_array(ray.origin), Vector::from_array(ray.direction))
    }

    fn closest(&self, ray: &Ray) -> f32 {
        self.cast_local_ray(ray, f32::MAX, false).unwrap_or(f32::INFINITY)
    }

    fn any(&self, ray: &Ray) -> bool {
        self.intersects_local_ray(ray, f32::MAX)
    }
}
