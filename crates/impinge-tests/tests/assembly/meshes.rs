//! Small meshes and where they are put.

use impinge::math::{Affine, Pose, Vector};
use impinge::shape::Mesh;

/// The corners of a box between two corners, and its twelve triangles, facing outwards.
pub fn cuboid<V: Vector>(min: [f64; 3], max: [f64; 3]) -> Mesh<V> {
    let corner = |index: usize| -> [f64; 3] {
        std::array::from_fn(|axis| if index >> axis & 1 == 1 { max[axis] } else { min[axis] })
    };
    let positions = (0..8).map(|index| V::from_f64(corner(index))).collect();
    let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    mesh(positions, triangles)
}

/// All the shells of several meshes as one.
pub fn together<V: Vector>(parts: &[Mesh<V>]) -> Mesh<V> {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for part in parts {
        let first = positions.len() as u32;
        positions.extend_from_slice(part.positions());
        triangles.extend(part.triangles().iter().map(|triangle| triangle.map(|vertex| vertex + first)));
    }
    mesh(positions, triangles)
}

/// The same surface with its triangles facing the other way.
pub fn inside_out<V: Vector>(part: &Mesh<V>) -> Mesh<V> {
    let triangles = part.triangles().iter().map(|&[a, b, c]| [a, c, b]).collect();
    mesh(part.positions().to_vec(), triangles)
}

/// The surface without its last triangle.
pub fn opened<V: Vector>(part: &Mesh<V>) -> Mesh<V> {
    let mut triangles = part.triangles().to_vec();
    triangles.pop();
    mesh(part.positions().to_vec(), triangles)
}

pub fn mesh<V: Vector>(positions: Vec<V>, triangles: Vec<[u32; 3]>) -> Mesh<V> {
    Mesh::new(positions, triangles).expect("the test's own mesh is valid")
}

pub fn moved<V: Vector>(by: [f64; 3]) -> Affine<V> {
    Pose::from_translation(V::from_f64(by)).into()
}
