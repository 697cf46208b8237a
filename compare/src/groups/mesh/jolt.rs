//! Jolt 5: shapes that move against a mesh, through `native/jolt.cpp`.

use super::super::convex::jolt::{center, hulls, start};
use super::super::convex::matrix::Matrix;
pub use super::super::convex::matrix::Shape;
use crate::error::Error;
use crate::workload::bumpy_sphere::Surface;
use crate::workload::moving::Pose3;
use crate::workload::rays::Sweep;

unsafe extern "C" {
    fn jolt_ball(radius: f32) -> Shape;
    fn jolt_mesh(
        positions: *const f32,
        position_count: usize,
        triangles: *const u32,
        triangle_count: usize,
    ) -> Shape;
    fn jolt_cast(shape: Shape, pose: *const f32, motion: *const f32, mesh: Shape) -> f32;
}

// SAFETY, for all calls below: shapes were made by Jolt and live to the end of the program; matrices are
// aligned; counts are those of the slices; a motion is three floats.

/// A mesh, for as long as the program runs.
pub fn mesh(surface: &Surface) -> Result<Shape, Error> {
    start();
    let (positions, triangles) = (surface.positions.as_flattened(), surface.triangles.as_flattened());
    let mesh = unsafe {
        jolt_mesh(positions.as_ptr(), surface.positions.len(), triangles.as_ptr(), surface.triangles.len())
    };
    if mesh.is_null() {
        return Err(Error::Peer { peer: "Jolt", reason: "no mesh of the workload's triangles".to_owned() });
    }
    Ok(mesh)
}

/// A ball around the origin.
pub fn ball(radius: f32) -> Shape {
    start();
    unsafe { jolt_ball(radius) }
}

/// The hull of these points.
pub fn hull(points: &[[f32; 3]]) -> Result<Shape, Error> {
    Ok(hulls(&[points.to_vec()])?[0])
}

/// Where a shape starts, and its way.
pub type Prepared = (Matrix, [f32; 3]);

/// The start of a shape's centre of mass, which is what Jolt moves.
pub fn prepare(shape: Shape, sweep: &Sweep) -> Prepared {
    let pose = Pose3 { center: sweep.start, quaternion: [0.0, 0.0, 0.0, 1.0] };
    (Matrix::by_columns(&pose, center(shape)), sweep.motion)
}

/// `CollisionDispatch::sCastShapeVsShapeLocalSpace`: what share of its way the shape goes.
pub fn cast(shape: Shape, (start, motion): &Prepared, mesh: Shape) -> f32 {
    unsafe { jolt_cast(shape, start.pointer(), motion.as_ptr(), mesh) }
}
