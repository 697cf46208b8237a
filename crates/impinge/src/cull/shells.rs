//! The connected surfaces of a mesh: which of them are closed, and which way they face.
//!
//! Corners count as the same if their coordinates are, whatever their numbers: many file formats repeat them. Triangles
//! that share an edge are in one shell; one that repeats another, either way round, counts once. It is closed if every edge belongs to an even number of its triangles; then a line from any point crosses it an odd
//! number of times exactly if the point is inside, however it is folded.

use std::collections::HashMap;

use crate::math::Vector;
use crate::shape::Mesh;

/// The shells of a mesh, numbered by their first triangle.
#[derive(Clone, Debug, Default)]
pub(super) struct Shells {
    /// The shell of each triangle; `None` for one that repeats an earlier one.
    pub(super) of_triangle: Vec<Option<u32>>,
    /// What is known of each shell.
    pub(super) shells: Vec<Shell>,
}

/// A connected surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shell {
    /// One of its corners.
    pub(super) vertex: u32,
    /// Has it an inside?
    pub(super) is_closed: bool,
    /// Six times the volume inside, negative if its triangles face inwards; in the plane 0.
    pub(super) volume: f64,
}

impl Shells {
    pub(super) fn of<V: Vector>(mesh: &Mesh<V>) -> Self {
        let welded = weld(mesh);
        // Edges with the triangle they belong to, sorted: equal ones are neighbours.
        let is_repeated = repeated(mesh, &welded);
        let mut edges: Vec<(u32, u32, u32)> = (0u32..)
            .zip(mesh.triangles())
            .filter(|(number, _)| !is_repeated[*number as usize])
            .flat_map(|(number, triangle)| {
                let [a, b, c] = triangle.map(|vertex| welded[vertex as usize]);
                [(a, b), (b, c), (c, a)].map(|(from, to)| (from.min(to), from.max(to), number))
            })
            // A degenerate triangle has edges that lead nowhere.
            .filter(|(from, to, _)| from != to)
            .collect();
        edges.sort_unstable();
        let same_edge = |a: &(u32, u32, u32), b: &(u32, u32, u32)| (a.0, a.1) == (b.0, b.1);

        let mut roots: Vec<u32> = (0..mesh.triangles().len() as u32).collect();
        for equal in edges.chunk_by(same_edge) {
            for edge in &equal[1..] {
                join(&mut roots, equal[0].2, edge.2);
            }
        }

        // The root of a shell is its first triangle, so that shells are met in order.
        let mut result = Shells::default();
        for (number, triangle) in (0u32..).zip(mesh.triangles()) {
            if is_repeated[number as usize] {
                result.of_triangle.push(None);
                continue;
            }
            let root = root_of(&mut roots, number);
            let shell = match result.of_triangle.get(root as usize) {
                Some(&Some(shell)) => shell as usize,
                _ => {
                    result.shells.push(Shell { vertex: triangle[0], is_closed: true, volume: 0.0 });
                    result.shells.len() - 1
                }
            };
            result.of_triangle.push(Some(shell as u32));
            let shell = &mut result.shells[shell];
            let [origin, a, b, c] = [shell.vertex, triangle[0], triangle[1], triangle[2]]
                .map(|vertex| mesh.positions()[vertex as usize].to_f64());
            shell.volume += six_volumes(origin, a, b, c);
        }
        for equal in edges.chunk_by(same_edge) {
            if equal.len() % 2 == 1
                && let Some(shell) = result.of_triangle[equal[0].2 as usize]
            {
                result.shells[shell as usize].is_closed = false;
            }
        }
        result
    }
}

/// Which triangles have the same corners as an earlier one, in any order.
fn repeated<V: Vector>(mesh: &Mesh<V>, welded: &[u32]) -> Vec<bool> {
    let mut corners: Vec<([u32; 3], u32)> = (0u32..)
        .zip(mesh.triangles())
        .map(|(number, triangle)| {
            let mut sorted = triangle.map(|vertex| welded[vertex as usize]);
            sorted.sort_unstable();
            (sorted, number)
        })
        .collect();
    corners.sort_unstable();
    let mut is_repeated = vec![false; corners.len()];
    for equal in corners.chunk_by(|a, b| a.0 == b.0) {
        for (_, number) in &equal[1..] {
            is_repeated[*number as usize] = true;
        }
    }
    is_repeated
}

/// For each vertex the first one at the same place.
pub(super) fn weld<V: Vector>(mesh: &Mesh<V>) -> Vec<u32> {
    let mut first = HashMap::with_capacity(mesh.positions().len());
    // Adding 0 makes −0 the same as 0.
    let key = |position: V| position.to_f64().map(|x| (x + 0.0).to_bits());
    mesh.positions()
        .iter()
        .enumerate()
        .map(|(vertex, &position)| *first.entry(key(position)).or_insert(vertex as u32))
        .collect()
}

/// The first triangle known to be connected to one.
fn root_of(roots: &mut [u32], mut number: u32) -> u32 {
    while roots[number as usize] != number {
        roots[number as usize] = roots[roots[number as usize] as usize];
        number = roots[number as usize];
    }
    number
}

fn join(roots: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root_of(roots, a), root_of(roots, b));
    roots[a.max(b) as usize] = a.min(b);
}

fn six_volumes(origin: [f64; 3], a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> f64 {
    let [a, b, c] = [a, b, c].map(|point| [point[0] - origin[0], point[1] - origin[1], point[2] - origin[2]]);
    a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    /// Two tetrahedra without shared numbers, the second turned inside out, and a loose triangle.
    #[test]
    fn tells_closed_from_open_and_out_from_in() -> Result<(), crate::shape::MeshError> {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        let mut positions = Vec::new();
        for face in faces {
            positions.extend(face.map(|corner: usize| corners[corner]));
        }
        for [a, b, c] in faces {
            positions.extend([a, c, b].map(|corner| corners[corner] + DVec3::splat(5.0)));
        }
        positions.extend([DVec3::splat(9.0), DVec3::NEG_Y, DVec3::X]);
        let triangles = (0..positions.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        // The loose triangle shares only a corner with the first tetrahedron, which stays closed.
        let shells = Shells::of(&Mesh::new(positions.clone(), triangles)?);
        assert_eq!(
            shells.shells.iter().map(|shell| shell.is_closed).collect::<Vec<_>>(),
            [true, true, false]
        );
        assert!((shells.shells[1].volume + 1.0).abs() < 1e-12);
        let numbers: Vec<u32> = shells.of_triangle.iter().flatten().copied().collect();
        assert_eq!(numbers, [0, 0, 0, 0, 1, 1, 1, 1, 2]);
        positions.truncate(12);
        let alone = Shells::of(&Mesh::new(positions, vec![[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]])?);
        assert!(alone.shells[0].is_closed && alone.shells[0].volume == 1.0);
        Ok(())
    }
}
