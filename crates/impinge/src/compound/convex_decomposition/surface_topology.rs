//! The enclosed volume of a mesh, and its connected shells.

use glam::DVec3;

use crate::shape::{Aabb, Mesh};

/// Returns the volume that a mesh encloses: the sum of the tetrahedra from a point to its triangles.
pub(super) fn signed_volume(mesh: &Mesh<DVec3>) -> f64 {
    signed_volume_of(mesh.positions(), mesh.triangles())
}

fn signed_volume_of(positions: &[DVec3], triangles: &[[u32; 3]]) -> f64 {
    let Some(&[first, ..]) = triangles.first() else { return 0.0 };
    let origin = positions[first as usize];
    let of_triangle = |&triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|vertex| positions[vertex as usize] - origin);
        a.dot(b.cross(c)) / 6.0
    };
    triangles.iter().map(of_triangle).sum()
}

/// An edge of one of its triangles: the numbers of its ends, the lower first; whether the triangle has it in
/// that direction; the triangle; and the corner opposite.
pub(super) type EdgeSide = ([[f64; 3]; 2], bool, usize, usize);

/// Returns all edges of all triangles, equal ones together. Corners at the same position are equal, as in
/// files with three corners for each triangle.
pub(super) fn sides(mesh: &Mesh<DVec3>) -> Vec<EdgeSide> {
    let mut sides: Vec<EdgeSide> = Vec::with_capacity(3 * mesh.triangles().len());
    for (number, triangle) in mesh.triangles().iter().enumerate() {
        // −0 is 0.
        let place = triangle.map(|vertex| (mesh.positions()[vertex as usize] + DVec3::ZERO).to_array());
        for i in 0..3 {
            let (a, b) = (place[i], place[(i + 1) % 3]);
            let is_forward = a < b;
            sides.push((if is_forward { [a, b] } else { [b, a] }, is_forward, number, (i + 2) % 3));
        }
    }
    let key = |side: &EdgeSide| (side.0, side.1, side.2, side.3);
    sides.sort_unstable_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal));
    sides
}

/// The shells of a mesh: sets of triangles connected by edges.
pub(super) struct MeshShells {
    /// For each triangle, the first triangle of its shell.
    first: Vec<usize>,
    /// For each triangle, whether its shell is closed: every edge has equally many triangles on both sides.
    is_closed: Vec<bool>,
}

impl MeshShells {
    pub fn new(mesh: &Mesh<DVec3>) -> Self {
        let mut forest = Forest((0..mesh.triangles().len()).collect());
        let sides = sides(mesh);
        let edges = || sides.chunk_by(|a, b| a.0 == b.0);
        for edge in edges() {
            for side in edge {
                forest.join(edge[0].2, side.2);
            }
        }
        let first: Vec<usize> = (0..mesh.triangles().len()).map(|number| forest.first_of(number)).collect();
        let mut is_closed = vec![true; first.len()];
        for edge in edges() {
            // An edge without length is no gap.
            let [a, b] = edge[0].0;
            if a != b && edge.iter().filter(|side| side.1).count() * 2 != edge.len() {
                is_closed[first[edge[0].2]] = false;
            }
        }
        let is_closed = first.iter().map(|&first| is_closed[first]).collect();
        MeshShells { first, is_closed }
    }

    /// Returns whether all shells are closed.
    pub fn are_closed(&self) -> bool {
        self.is_closed.iter().all(|&is_closed| is_closed)
    }

    /// Returns whether a triangle belongs to a closed shell.
    pub fn is_closed(&self, triangle: usize) -> bool {
        self.is_closed[triangle]
    }

    /// Returns the number of open shells.
    pub fn open_count(&self) -> usize {
        let is_first = |&number: &usize| self.first[number] == number && !self.is_closed[number];
        (0..self.first.len()).filter(is_first).count()
    }

    /// Returns, for each triangle of an open shell, the middle of the shell's bounding box.
    pub fn sheets(&self, mesh: &Mesh<DVec3>) -> Vec<Option<DVec3>> {
        let mut boxes: Vec<Option<Aabb<DVec3>>> = vec![None; self.first.len()];
        for (triangle, &first) in mesh.placed_triangles().zip(&self.first) {
            let around = triangle.bounds();
            boxes[first] = Some(boxes[first].map_or(around, |bounds| bounds.merge(&around)));
        }
        let middle = |number: usize| boxes[self.first[number]].map(|bounds| bounds.center());
        (0..self.first.len()).map(|number| middle(number).filter(|_| !self.is_closed[number])).collect()
    }
}

/// Returns the triangles with a consistent orientation: in each shell the majority decides, and the whole
/// shell is flipped if it is inside out. Edges of more than two triangles give no
/// orientation.
pub(super) fn turned_alike(mesh: &Mesh<DVec3>) -> Vec<[u32; 3]> {
    let count = mesh.triangles().len();
    let mut neighbors: Vec<Vec<(usize, bool)>> = vec![Vec::new(); count];
    for edge in sides(mesh).chunk_by(|a, b| a.0 == b.0) {
        if let &[(_, one_way, one, _), (_, other_way, other, _)] = edge {
            neighbors[one].push((other, one_way == other_way));
            neighbors[other].push((one, one_way == other_way));
        }
    }
    let mut triangles = mesh.triangles().to_vec();
    let turn = |triangle: &mut [u32; 3]| triangle.swap(1, 2);
    let mut is_turned: Vec<Option<bool>> = vec![None; count];
    for first in 0..count {
        if is_turned[first].is_some() {
            continue;
        }
        // All triangles reached from the first one, and the orientation that agrees with it.
        let mut shell = vec![first];
        is_turned[first] = Some(false);
        let mut next = 0;
        while let Some(&number) = shell.get(next) {
            for &(neighbor, is_opposed) in &neighbors[number] {
                if is_turned[neighbor].is_none() {
                    is_turned[neighbor] = is_turned[number].map(|is_turned| is_turned != is_opposed);
                    shell.push(neighbor);
                }
            }
            next += 1;
        }
        let turned = shell.iter().filter(|&&number| is_turned[number] == Some(true)).count();
        let wanted = Some(turned * 2 <= shell.len());
        shell
            .iter()
            .filter(|&&number| is_turned[number] == wanted)
            .for_each(|&number| turn(&mut triangles[number]));
    }
    if signed_volume_of(mesh.positions(), &triangles) < 0.0 {
        triangles.iter_mut().for_each(turn);
    }
    triangles
}

/// Connected triangles: a forest in which each triangle points to another one of its shell, up to the first.
struct Forest(Vec<usize>);

impl Forest {
    fn first_of(&mut self, mut number: usize) -> usize {
        while self.0[number] != number {
            self.0[number] = self.0[self.0[number]];
            number = self.0[number];
        }
        number
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first_of(a), self.first_of(b));
        self.0[a.max(b)] = a.min(b);
    }
}
