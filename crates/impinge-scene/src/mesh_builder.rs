//! Meshes from vertices that are numbered in the file.
//!
//! OBJ and glTF let many meshes point into one long list of vertices. Each mesh keeps only those that its
//! triangles use, in the order of first use: small meshes stay small, and their bounds are tight.

use impinge::glam::DVec3;

use crate::Mesh;
use crate::words::counted;

/// Collects the triangles of one mesh after another.
#[derive(Default)]
pub(crate) struct MeshBuilder {
    /// For each vertex of the current source: its place in `positions`, valid only if stamped with `epoch`.
    /// The stamp makes starting anew free, however long the list of vertices is.
    slots: Vec<Slot>,
    epoch: u32,
    positions: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    not_finite: usize,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    epoch: u32,
    position: u32,
}

impl MeshBuilder {
    /// The corners of the following triangles are numbered `0..vertex_count` in a list not seen before.
    pub fn begin_vertices(&mut self, vertex_count: usize) {
        if self.slots.len() < vertex_count {
            self.slots.resize(vertex_count, Slot::default());
        }
        match self.epoch.checked_add(1) {
            Some(next) => self.epoch = next,
            None => {
                self.slots.fill(Slot::default());
                self.epoch = 1;
            }
        }
    }

    /// Adds a triangle, or counts it if one of its corners is not finite. Corners must be below
    /// `vertex_count`.
    pub fn add_triangle(&mut self, corners: [usize; 3], position_of: impl Fn(usize) -> DVec3) {
        // What is known need not be computed again, which takes a while where a skin decides.
        let points = corners.map(|corner| match self.slots[corner] {
            Slot { epoch, position } if epoch == self.epoch => self.positions[position as usize],
            _ => position_of(corner),
        });
        if !points.iter().all(|point| point.is_finite()) {
            self.not_finite += 1;
            return;
        }
        let mut triangle = [0; 3];
        for ((corner, point), index) in corners.into_iter().zip(points).zip(&mut triangle) {
            let slot = &mut self.slots[corner];
            if slot.epoch != self.epoch {
                *slot = Slot { epoch: self.epoch, position: self.positions.len() as u32 };
                self.positions.push(point);
            }
            *index = slot.position;
        }
        self.triangles.push(triangle);
    }

    /// The mesh, and how many triangles were left out because they are not finite. The builder starts a new
    /// mesh.
    pub fn finish(&mut self, name: String) -> (Mesh, usize) {
        let positions = std::mem::take(&mut self.positions);
        let triangles = std::mem::take(&mut self.triangles);
        // Vertices of the next mesh must not refer to positions of this one.
        self.begin_vertices(0);
        (Mesh { name, positions, triangles, ..Mesh::default() }, std::mem::take(&mut self.not_finite))
    }
}

/// The warning for triangles left out, the same for every format.
pub(crate) fn not_finite_message(count: usize) -> String {
    let triangles = counted(count as u64, "triangle");
    format!("{triangles} skipped: a corner is not a finite number")
}
