//! The geometry of a checked scene, as the run has it: for everything that draws it.

use impinge::assembly::{Instance, Model};
use impinge::glam::DVec3;
use impinge::shape::Aabb;
use impinge_scene::{Object, SceneFile, UpAxis};

/// The scene.
pub(crate) struct Geometry<'a> {
    pub models: &'a [Model<DVec3>],
    pub objects: &'a [Object],
    /// Of each object, in their order.
    pub bodies: &'a [Instance<'a, DVec3>],
    /// Likewise; none around nothing.
    pub bounds: &'a [Option<Aabb<DVec3>>],
    /// Which axis points up.
    pub up: UpAxis,
}

/// The up axis of these files. Most programs that do not declare it use z.
pub(crate) fn up(files: &[SceneFile]) -> UpAxis {
    // What has z up was turned if anything has y up.
    if files.iter().any(|file| file.up == Some(UpAxis::Y)) { UpAxis::Y } else { UpAxis::Z }
}
