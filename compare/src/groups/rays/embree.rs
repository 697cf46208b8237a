//! Embree 3 as Debian compiles it, through `native/embree.cpp`: it chooses its instruction set as it runs.

use std::ffi::c_void;

use super::Tracer;
use crate::error::Error;
use crate::workload::bumpy_sphere::Surface;
use crate::workload::rays::Ray;

unsafe extern "C" {
    fn embree_build(
        positions: *const f32,
        position_count: usize,
        triangles: *const u32,
        triangle_count: usize,
        quality: i32,
        is_robust: bool,
    ) -> *mut c_void;
    fn embree_refit(mesh: *mut c_void, positions: *const f32, position_count: usize) -> f32;
    fn embree_bytes(mesh: *const c_void) -> isize;
    fn embree_closest(mesh: *const c_void, ray: *const f32) -> f32;
    fn embree_closest_of_all(mesh: *const c_void, rays: *const f32, count: usize, distances: *mut f32);
    fn embree_any(mesh: *const c_void, ray: *const f32) -> bool;
    fn embree_release(mesh: *mut c_void);
}

// SAFETY, for all calls below: the mesh was made by `embree_build` and lives as long as its owner; counts are
// those of the slices; a ray is six floats.

/// How much work goes into the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quality {
    /// `RTC_BUILD_QUALITY_LOW`: Morton codes.
    Low = 0,
    /// `RTC_BUILD_QUALITY_MEDIUM`: the surface-area heuristic.
    Medium = 1,
    /// `RTC_BUILD_QUALITY_HIGH`: with spatial splits.
    High = 2,
    /// `RTC_BUILD_QUALITY_REFIT`: medium, and kept when corners move.
    Refit = 3,
}

/// A scene of one mesh.
pub struct Traced(*mut c_void);

/// A mesh, ready for rays; the scene is robust or as it comes.
pub fn build(surface: &Surface, quality: Quality, is_robust: bool) -> Result<Traced, Error> {
    let (positions, triangles) = (surface.positions.as_flattened(), surface.triangles.as_flattened());
    let mesh = unsafe {
        embree_build(
            positions.as_ptr(),
            surface.positions.len(),
            triangles.as_ptr(),
            surface.triangles.len(),
            quality as i32,
            is_robust,
        )
    };
    if mesh.is_null() {
        return Err(Error::Peer { peer: "Embree", reason: "no scene of the workload's mesh".to_owned() });
    }
    Ok(Traced(mesh))
}

impl Traced {
    /// The corners have moved, the triangles are the same ones. Gives a corner of the box around all.
    pub fn refit(&mut self, surface: &Surface) -> f32 {
        unsafe { embree_refit(self.0, surface.positions.as_flattened().as_ptr(), surface.positions.len()) }
    }

    /// The distances to the nearest hits of many rays, through its streams.
    pub fn closest_of_all(&self, rays: &[[f32; 6]], distances: &mut [f32]) {
        let count = rays.len().min(distances.len());
        unsafe {
            embree_closest_of_all(self.0, rays.as_flattened().as_ptr(), count, distances.as_mut_ptr());
        }
    }

    /// What its memory monitor says.
    pub fn bytes(&self) -> usize {
        unsafe { embree_bytes(self.0) }.try_into().unwrap_or_default()
    }
}

impl Drop for Traced {
    fn drop(&mut self) {
        unsafe { embree_release(self.0) }
    }
}

impl Tracer for Traced {
    type Ray = [f32; 6];

    fn prepare(&self, ray: &Ray) -> [f32; 6] {
        let ([x, y, z], [dx, dy, dz]) = (ray.origin, ray.direction);
        [x, y, z, dx, dy, dz]
    }

    fn closest(&self, ray: &[f32; 6]) -> f32 {
        unsafe { embree_closest(self.0, ray.as_ptr()) }
    }

    fn any(&self, ray: &[f32; 6]) -> bool {
        unsafe { embree_any(self.0, ray.as_ptr()) }
    }
}
