//! What is measured: one file per group.
//!
//! A new group is a file with a function that builds tasks and hands them to the bench, a line in [`GROUPS`],
//! and a note in `compare/notes` that says what the work is (see [`crate::page`]).

mod assembly;
mod boxes;
mod broad;
mod check;
mod convex;
mod mask;
mod mesh;
mod poly2d;
mod python;
mod rays;
mod sweep;

use crate::error::Error;
use crate::harness::Bench;

/// Tasks that belong together.
pub struct Group {
    /// What `--group` asks for.
    pub name: &'static str,
    /// What it measures.
    pub about: &'static str,
    /// Measures it.
    pub run: fn(&mut Bench) -> Result<(), Error>,
}

/// All groups, in the order in which they run.
pub const GROUPS: &[Group] = &[
    Group { name: "assembly", about: "a hundred meshes in each other's way", run: assembly::run },
    Group { name: "boxes", about: "boxes, balls and segments, pair by pair, in f32", run: boxes::run },
    Group { name: "broad2d", about: "moving boxes in the plane, in f32", run: broad::in_plane },
    Group { name: "broad3d", about: "moving boxes in space, in f32", run: broad::in_space },
    Group { name: "check", about: "two meshes: all pairs of triangles that meet", run: check::run },
    Group { name: "convex", about: "convex shapes in space: overlap, distance, contact", run: convex::run },
    Group { name: "mask", about: "pixel masks of 512×512 at random offsets", run: mask::run },
    Group { name: "mesh", about: "meshes against meshes and moving shapes", run: mesh::run },
    Group { name: "poly2d", about: "polygons, circles and capsules in the plane", run: poly2d::run },
    Group { name: "rays", about: "rays against large meshes, one by one, in f32", run: rays::run },
    Group { name: "sweep", about: "when two shapes that move and turn first meet, in f32", run: sweep::run },
];
