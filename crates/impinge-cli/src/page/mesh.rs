//! Meshes as the page has them: in a unit cube, with corners in 16 bits.
//!
//! Where there is no room for all triangles of a mesh, its corners are gathered in cells, the corners
//! of a cell become the first of them, and triangles that are lines or points then go: the mesh keeps
//! its shape, coarsely.
//! Source: Rossignac and Borrel 1993, vertex clustering.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use impinge::glam::DVec3;
use impinge::shape::Mesh;
use serde::{Serialize, Serializer};

/// Steps along an edge of the unit cube.
const STEPS: f64 = 65_535.0;
/// Bits of a coordinate that select the cell of a coarse mesh: 16 cells along an edge.
const CELL_BITS: u32 = 4;
/// What is left of a surface that fills the cube, about: six sides of 16 × 16 cells with two triangles each
/// would be twice as many.
pub(super) const COARSE_TRIANGLES: usize = 1_500;

/// A mesh in the unit cube.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(super) struct Embedded {
    vertices: usize,
    /// Three numbers of 16 bits for each vertex.
    positions: Base64,
    /// Three numbers for each triangle, of 16 bits if there are no more vertices than that, else of 32.
    indices: Base64,
}

/// Bytes that are written as base64.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Base64(pub Vec<u8>);

impl Base64 {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(&self.0))
    }
}

/// The box around a mesh, which becomes the unit cube.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub min: DVec3,
    /// Never 0, so that it can be divided by: flat meshes are as thick as they are long.
    pub size: DVec3,
}

impl Extent {
    pub fn new(mesh: &Mesh<DVec3>) -> Self {
        let points = mesh.positions();
        let min = points.iter().copied().reduce(DVec3::min).unwrap_or(DVec3::ZERO);
        let max = points.iter().copied().reduce(DVec3::max).unwrap_or(DVec3::ZERO);
        let size = max - min;
        let largest = if size.max_element() > 0.0 { size.max_element() } else { 1.0 };
        Extent { min, size: DVec3::select(size.cmpgt(DVec3::ZERO), size, DVec3::splat(largest)) }
    }

    pub fn corners(&self) -> [DVec3; 8] {
        std::array::from_fn(|corner| {
            let share = [0, 1, 2].map(|axis| (corner >> axis & 1) as f64);
            self.min + self.size * DVec3::from_array(share)
        })
    }

    fn steps(&self, point: DVec3) -> [u16; 3] {
        (((point - self.min) / self.size) * STEPS).round().to_array().map(|share| share as u16)
    }
}

impl Embedded {
    /// All of it.
    pub fn exact(mesh: &Mesh<DVec3>, extent: &Extent) -> Self {
        let corners: Vec<[u16; 3]> = mesh.positions().iter().map(|&point| extent.steps(point)).collect();
        Embedded::new(&corners, mesh.triangles())
    }

    /// Some of its triangles, about [`COARSE_TRIANGLES`] at most.
    pub fn coarse(mesh: &Mesh<DVec3>, extent: &Extent) -> Self {
        let mut cells: BTreeMap<[u16; 3], u32> = BTreeMap::new();
        let mut corners = Vec::new();
        let corner_of = mesh.positions().iter().map(|&point| {
            let steps = extent.steps(point);
            *cells.entry(steps.map(|step| step >> (u16::BITS - CELL_BITS))).or_insert_with(|| {
                corners.push(steps);
                corners.len() as u32 - 1
            })
        });
        let corner_of: Vec<u32> = corner_of.collect();
        let mut kept = BTreeSet::new();
        let mut triangles = Vec::new();
        for triangle in mesh.triangles() {
            let triangle = triangle.map(|corner| corner_of[corner as usize]);
            let mut corners = triangle;
            corners.sort_unstable();
            if corners[0] < corners[1] && corners[1] < corners[2] && kept.insert(corners) {
                triangles.push(triangle);
            }
        }
        Embedded::new(&corners, &triangles)
    }

    /// The whole unit cube, facing outwards.
    pub fn cube() -> Self {
        let corners: [[u16; 3]; 8] = std::array::from_fn(|corner| {
            [0, 1, 2].map(|axis| if corner >> axis & 1 == 0 { 0 } else { u16::MAX })
        });
        let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles: Vec<[u32; 3]> =
            sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        Embedded::new(&corners, &triangles)
    }

    fn new(corners: &[[u16; 3]], triangles: &[[u32; 3]]) -> Self {
        let positions = corners.iter().flatten().flat_map(|step| step.to_le_bytes()).collect();
        let indices = triangles.iter().flatten();
        let indices = if corners.len() <= 1 << 16 {
            indices.flat_map(|&index| (index as u16).to_le_bytes()).collect()
        } else {
            indices.flat_map(|index| index.to_le_bytes()).collect()
        };
        Embedded { vertices: corners.len(), positions: Base64(positions), indices: Base64(indices) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square plate of so many by so many squares.
    fn plate(count: u32) -> Result<Mesh<DVec3>, impinge::shape::MeshError> {
        let row = count + 1;
        let corners =
            (0..row * row).map(|number| DVec3::new((number % row).into(), (number / row).into(), 7.0));
        let triangles = (0..count * count).flat_map(|square| {
            let corner = square / count * row + square % count;
            [[corner, corner + 1, corner + row], [corner + 1, corner + row + 1, corner + row]]
        });
        Mesh::new(corners.collect(), triangles.collect())
    }

    #[test]
    fn a_coarse_mesh_is_small_and_reaches_nearly_as_far() -> Result<(), impinge::shape::MeshError> {
        let mesh = plate(100)?;
        let coarse = Embedded::coarse(&mesh, &Extent::new(&mesh));
        let cells = 1 << CELL_BITS;
        assert_eq!(coarse.vertices, cells * cells);
        assert_eq!(coarse.indices.0.len(), (cells - 1) * (cells - 1) * 2 * 3 * 2);
        let steps: Vec<u16> =
            coarse.positions.0.chunks_exact(2).map(|two| u16::from_le_bytes([two[0], two[1]])).collect();
        assert_eq!(
            (steps.iter().min(), steps.iter().max().map(|most| *most > 60_000)),
            (Some(&0), Some(true))
        );
        Ok(())
    }

    #[test]
    fn wide_indices_where_narrow_ones_do_not_reach() -> Result<(), impinge::shape::MeshError> {
        for (count, width) in [(255, 2), (256, 4)] {
            let mesh = plate(count)?;
            let exact = Embedded::exact(&mesh, &Extent::new(&mesh));
            assert_eq!(exact.indices.0.len(), (count * count * 6) as usize * width);
        }
        Ok(())
    }
}
