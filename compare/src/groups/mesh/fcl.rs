//! FCL 0.7 as Debian compiles it, in `f64`, through `native/fcl.cpp`.

use std::ffi::c_void;

use super::Placement;
use crate::workload::bumpy_sphere::Surface;

unsafe extern "C" {
    fn fcl_mesh(
        positions: *const f32,
        position_count: usize,
        triangles: *const u32,
        triangle_count: usize,
        has_swept_rectangles: bool,
    ) -> *const c_void;
    fn fcl_pairs(a: *const c_void, b: *const c_void, pose: *const f64, most: usize) -> usize;
    fn fcl_distance(a: *const c_void, b: *const c_void, pose: *const f64) -> f64;
}

// SAFETY, for all calls below: meshes were made by FCL and live to the end of the program; counts are those
// of the slices; a pose is twelve numbers.

/// Which volumes its tree is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Volumes {
    /// Oriented boxes.
    Boxes,
    /// Oriented boxes and rectangles swept by balls.
    BoxesAndRectangles,
}

/// A mesh with its tree.
#[derive(Clone, Copy)]
pub struct Mesh(*const c_void);

/// The rows of a rotation, then a translation.
pub type Pose = [f64; 12];

/// A pose in FCL's precision.
pub fn pose(placement: &Placement) -> Pose {
    let [x, y, z, w] = placement.quaternion.map(f64::from);
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    let [a, b, c] = placement.translation.map(f64::from);
    #[rustfmt::skip]
    let pose = [
        1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y),
        s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x),
        s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y),
        a, b, c,
    ];
    pose
}

impl Mesh {
    /// Builds it.
    pub fn new(surface: &Surface, volumes: Volumes) -> Self {
        let (positions, triangles) = (surface.positions.as_flattened(), surface.triangles.as_flattened());
        let has_swept_rectangles = volumes == Volumes::BoxesAndRectangles;
        Mesh(unsafe {
            fcl_mesh(
                positions.as_ptr(),
                surface.positions.len(),
                triangles.as_ptr(),
                surface.triangles.len(),
                has_swept_rectangles,
            )
        })
    }

    /// Do the surfaces meet?
    pub fn meets(&self, other: &Mesh, pose: &Pose) -> bool {
        unsafe { fcl_pairs(self.0, other.0, pose.as_ptr(), 1) > 0 }
    }

    /// How many pairs of triangles meet.
    pub fn pairs(&self, other: &Mesh, pose: &Pose) -> usize {
        unsafe { fcl_pairs(self.0, other.0, pose.as_ptr(), usize::MAX) }
    }

    /// How far the surfaces are apart.
    pub fn distance(&self, other: &Mesh, pose: &Pose) -> f64 {
        unsafe { fcl_distance(self.0, other.0, pose.as_ptr()) }
    }
}
