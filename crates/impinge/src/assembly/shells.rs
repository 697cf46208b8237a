//! The connected surfaces of a mesh: which of them are closed, and which way they face.
//!
//! Corners count as the same if their coordinates are, whatever their numbers: many file formats repeat them.
//! Triangles that share an edge are in one shell. Whether it is closed, and how a line from a point shows
//! whether the point is inside, is tried in three ways:
//!
//! 1. *Signed*: along every edge as many triangles run one way as the other. Then the sum of the crossings of
//!    a line, +1 where it leaves and −1 where it enters, is how often the shell runs around the point,
//!    wherever the line goes; 0 is outside. Triangles that are there both ways round cancel each other, as
//!    between two boxes that stand flush; those that repeat another add up.
//! 2. *Once*: of triangles with the same corners one counts, and every edge belongs to an even number of
//!    them. Then an odd number of crossings is inside, however the shell is folded and whichever way its
//!    triangles face. So surfaces are closed that were drawn from both sides, and those with faces turned
//!    round.
//! 3. *Odd*: triangles that are there an even number of times do not count, and every edge belongs to an even
//!    number of the others. So boxes that stand flush are closed although one of them is inside out.

use std::collections::HashMap;

use crate::math::Vector;
use crate::math::disjoint_sets::{join, root_of};
use crate::math::triple::{determinant, difference};
use crate::shape::Mesh;

/// The shells of a mesh, numbered by their first triangle.
#[derive(Clone, Debug, Default)]
pub(super) struct Shells {
    /// The shell of each triangle, and how it counts; `None` for one that counts nothing: that repeats an
    /// earlier one, or is a wall inside.
    pub(super) of_triangle: Vec<Option<Part>>,
    /// What is known of each shell.
    pub(super) shells: Vec<Shell>,
}

/// A triangle as a part of a shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// The shell.
    pub(super) shell: u32,
    /// How often it counts, negative if other triangles with its corners prevail that face the other way;
    /// never 0.
    pub(super) weight: i32,
}

/// A connected surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shell {
    /// One of its corners.
    pub(super) vertex: u32,
    /// Has it an inside, and how is that tested?
    pub(super) inside: Inside,
    /// Six times the volume inside, negative if its triangles face inwards; in the plane 0.
    pub(super) volume: f64,
    /// Is each of its triangles there both ways round?
    pub(super) is_two_sided: bool,
}

/// How the crossings of a line from a point show whether the point is inside a shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// Not at all: it is open.
    Unknown,
    /// Their signed sum is not 0.
    Signed,
    /// Their number is odd.
    Odd,
}

impl Shell {
    /// Has it an inside?
    pub(super) fn is_closed(&self) -> bool {
        self.inside != Inside::Unknown
    }
}

/// A triangle among those that have its corners.
#[derive(Clone, Copy, Default)]
struct Repeats {
    /// Is it the first of them?
    is_first: bool,
    /// How many more of them face as the first does than the other way.
    signed: i32,
    /// Is their number odd?
    is_odd: bool,
}

/// An edge with the first of the triangles with the same corners that it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Edge {
    /// The ends, the lesser first.
    ends: [u32; 2],
    triangle: u32,
    /// Does the triangle run from the greater end to the lesser?
    is_backwards: bool,
}

/// Whether the edges of a shell allow each of the three ways to count.
#[derive(Clone, Copy)]
struct Closed {
    signed: bool,
    once: bool,
    odd: bool,
}

impl Shells {
    pub(super) fn of<V: Vector>(mesh: &Mesh<V>) -> Self {
        let welded = weld(mesh);
        let (repeats, mut roots) = repeats(mesh, &welded);
        let edges = edges(mesh, &welded, &repeats);
        let same_edge = |a: &Edge, b: &Edge| a.ends == b.ends;
        for equal in edges.chunk_by(same_edge) {
            for edge in &equal[1..] {
                join(&mut roots, equal[0].triangle, edge.triangle);
            }
        }

        // The root of a shell is its first triangle, so that shells are met in order.
        let mut shell_of: Vec<usize> = Vec::with_capacity(roots.len());
        let mut firsts = Vec::new();
        for number in 0..roots.len() as u32 {
            let root = root_of(&mut roots, number);
            shell_of.push(if root == number { firsts.len() } else { shell_of[root as usize] });
            if root == number {
                firsts.push(number);
            }
        }

        // What counts nothing closes nothing.
        let mut closed = vec![Closed { signed: false, once: true, odd: false }; firsts.len()];
        let mut common = vec![0; firsts.len()];
        for (shell, repeats) in shell_of.iter().zip(&repeats).filter(|(_, repeats)| repeats.is_first) {
            closed[*shell].signed |= repeats.signed != 0;
            closed[*shell].odd |= repeats.is_odd;
            common[*shell] = greatest_common_divisor(common[*shell], repeats.signed);
        }
        let is_two_sided: Vec<bool> = closed.iter().map(|closed| !closed.signed).collect();
        for equal in edges.chunk_by(same_edge) {
            let closed = &mut closed[shell_of[equal[0].triangle as usize]];
            let of = |edge: &Edge| repeats[edge.triangle as usize];
            let signed = |edge: &Edge| if edge.is_backwards { -of(edge).signed } else { of(edge).signed };
            closed.signed &= equal.iter().map(signed).sum::<i32>() == 0;
            closed.once &= equal.len().is_multiple_of(2);
            closed.odd &= equal.iter().filter(|edge| of(edge).is_odd).count().is_multiple_of(2);
        }

        let mut result = Shells::default();
        for (shell, &first) in firsts.iter().enumerate() {
            let inside = match closed[shell] {
                Closed { signed: true, .. } => Inside::Signed,
                Closed { once: true, .. } | Closed { odd: true, .. } => Inside::Odd,
                _ => Inside::Unknown,
            };
            let vertex = mesh.triangles()[first as usize][0];
            result.shells.push(Shell { vertex, inside, volume: 0.0, is_two_sided: is_two_sided[shell] });
        }
        for ((&shell, repeats), triangle) in shell_of.iter().zip(&repeats).zip(mesh.triangles()) {
            let weight = match closed[shell] {
                _ if !repeats.is_first => 0,
                // What is there twice throughout is as if it were there once.
                Closed { signed: true, .. } => repeats.signed / common[shell],
                Closed { once: false, odd: true, .. } => i32::from(repeats.is_odd),
                _ => 1,
            };
            result.of_triangle.push((weight != 0).then_some(Part { shell: shell as u32, weight }));
            let shell = &mut result.shells[shell];
            let [origin, a, b, c] = [shell.vertex, triangle[0], triangle[1], triangle[2]]
                .map(|vertex| mesh.positions()[vertex as usize].to_f64());
            shell.volume +=
                f64::from(weight) * determinant([a, b, c].map(|corner| difference(corner, origin)));
        }
        result
    }
}

/// For each triangle what is known of those with the same corners, and the first of them.
fn repeats<V: Vector>(mesh: &Mesh<V>, welded: &[u32]) -> (Vec<Repeats>, Vec<u32>) {
    let mut corners: Vec<([u32; 3], u32, bool)> = (0u32..)
        .zip(mesh.triangles())
        .map(|(number, triangle)| {
            let [a, b, c] = triangle.map(|vertex| welded[vertex as usize]);
            let mut sorted = [a, b, c];
            sorted.sort_unstable();
            // Turned until the least comes first, the others go up or down.
            let is_even = [[a, b, c], [b, c, a], [c, a, b]].contains(&sorted);
            (sorted, number, is_even)
        })
        .collect();
    corners.sort_unstable();
    let (mut repeats, mut roots) = (vec![Repeats::default(); corners.len()], vec![0; corners.len()]);
    for equal in corners.chunk_by(|a, b| a.0 == b.0) {
        let (_, first, is_even) = equal[0];
        let alike = equal.iter().filter(|other| other.2 == is_even).count();
        repeats[first as usize] = Repeats {
            is_first: true,
            signed: 2 * alike as i32 - equal.len() as i32,
            is_odd: equal.len() % 2 == 1,
        };
        for (_, number, _) in equal {
            roots[*number as usize] = first;
        }
    }
    (repeats, roots)
}

/// The edges of all triangles that repeat none before, in such an order that equal ones are neighbours.
fn edges<V: Vector>(mesh: &Mesh<V>, welded: &[u32], repeats: &[Repeats]) -> Vec<Edge> {
    let mut edges: Vec<Edge> = (0u32..)
        .zip(mesh.triangles())
        .filter(|(number, _)| repeats[*number as usize].is_first)
        .flat_map(|(triangle, corners)| {
            let [a, b, c] = corners.map(|vertex| welded[vertex as usize]);
            [(a, b), (b, c), (c, a)].map(|(from, to)| Edge {
                ends: [from.min(to), from.max(to)],
                triangle,
                is_backwards: from > to,
            })
        })
        // A degenerate triangle has edges that lead nowhere.
        .filter(|edge| edge.ends[0] != edge.ends[1])
        .collect();
    edges.sort_unstable();
    edges
}

fn greatest_common_divisor(a: i32, b: i32) -> i32 {
    if b == 0 { a.abs() } else { greatest_common_divisor(b, a % b) }
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
        assert_eq!(shells.shells.iter().map(Shell::is_closed).collect::<Vec<_>>(), [true, true, false]);
        assert!((shells.shells[1].volume + 1.0).abs() < 1e-12);
        let numbers: Vec<u32> = shells.of_triangle.iter().flatten().map(|part| part.shell).collect();
        assert_eq!(numbers, [0, 0, 0, 0, 1, 1, 1, 1, 2]);
        positions.truncate(12);
        let alone = Shells::of(&Mesh::new(positions, vec![[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]])?);
        assert!(alone.shells[0].is_closed() && alone.shells[0].volume == 1.0);
        Ok(())
    }
}
