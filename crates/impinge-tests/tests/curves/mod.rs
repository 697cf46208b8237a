//! Where two meshes meet: worked by hand, and as asking every two triangles tells.

mod by_hand;
mod every_pair;

use impinge::math::Vector;
use impinge::shape::Mesh;

type Tested = Result<(), Box<dyn std::error::Error>>;

/// The corners of a box between two corners, and its twelve triangles, facing outwards.
fn cuboid<V: Vector>(min: [f64; 3], max: [f64; 3]) -> Mesh<V> {
    let corner = |index: usize| -> [f64; 3] {
        std::array::from_fn(|axis| if index >> axis & 1 == 1 { max[axis] } else { min[axis] })
    };
    let positions = (0..8).map(|index| V::from_f64(corner(index))).collect();
    let quads = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Mesh::new(positions, triangles).expect("the test's own mesh is valid")
}

/// The same triangles, none of which shares its corners.
fn apart<V: Vector>(mesh: &Mesh<V>) -> Mesh<V> {
    let corners =
        (0..mesh.triangles().len() as u32).flat_map(|number| mesh.triangle(number).points()).collect();
    let triangles = (0..mesh.triangles().len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(corners, triangles).expect("the test's own mesh is valid")
}
