//! What a mesh encloses.

use glam::DVec3;

use crate::shape::Mesh;

/// Six times the volume that a mesh encloses is the sum of the tetrahedra from a point to its triangles.
pub(super) fn signed_volume(mesh: &Mesh<DVec3>) -> f64 {
    let Some(&[first, ..]) = mesh.triangles().first() else { return 0.0 };
    let origin = mesh.positions()[first as usize];
    let of_triangle = |&triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|vertex| mesh.positions()[vertex as usize] - origin);
        a.dot(b.cross(c)) / 6.0
    };
    mesh.triangles().iter().map(of_triangle).sum()
}

/// An edge as one of its triangles has it: the places of its ends, the lower first; whether the triangle goes that way; which
/// triangle; which corner is opposite.
pub(super) type Side = ([[f64; 3]; 2], bool, usize, usize);

/// All edges of all triangles, those of one place together. Corners at the same place are the same, as in files that have
/// three corners for each triangle.
pub(super) fn sides(mesh: &Mesh<DVec3>) -> Vec<Side> {
    let mut sides: Vec<Side> = Vec::with_capacity(3 * mesh.triangles().len());
    for (number, triangle) in mesh.triangles().iter().enumerate() {
        // −0 is 0.
        let place = triangle.map(|vertex| (mesh.positions()[vertex as usize] + DVec3::ZERO).to_array());
        for i in 0..3 {
            let (a, b) = (place[i], place[(i + 1) % 3]);
            let is_forward = a < b;
            sides.push((if is_forward { [a, b] } else { [b, a] }, is_forward, number, (i + 2) % 3));
        }
    }
    let key = |side: &Side| (side.0, side.1, side.2, side.3);
    sides.sort_unstable_by(|a, b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal));
    sides
}

/// For each triangle whether its shell, all that is joined to it by edges, is closed: every edge has as many triangles on one
/// side as on the other.
pub(super) fn in_closed_shell(mesh: &Mesh<DVec3>) -> Vec<bool> {
    let mut shells = Shells((0..mesh.triangles().len()).collect());
    let sides = sides(mesh);
    let edges = || sides.chunk_by(|a, b| a.0 == b.0);
    for edge in edges() {
        for side in edge {
            shells.join(edge[0].2, side.2);
        }
    }
    let mut is_closed = vec![true; mesh.triangles().len()];
    for edge in edges() {
        // An edge without length is no gap.
        let [a, b] = edge[0].0;
        if a != b && edge.iter().filter(|side| side.1).count() * 2 != edge.len() {
            is_closed[shells.first_of(edge[0].2)] = false;
        }
    }
    (0..mesh.triangles().len()).map(|number| is_closed[shells.first_of(number)]).collect()
}

/// Which triangles hang together: a forest in which every triangle points at one of its shell, up to the first.
struct Shells(Vec<usize>);

impl Shells {
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
