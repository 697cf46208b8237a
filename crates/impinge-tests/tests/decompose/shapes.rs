//! Meshes to take apart.

use std::collections::BTreeMap;

use glam::DVec3;
use impinge::math::Vector;
use impinge::shape::Mesh;

fn mesh<V: Vector>(positions: &[DVec3], triangles: Vec<[u32; 3]>) -> Mesh<V> {
    let positions = positions.iter().map(|position| V::from_f64(position.to_array())).collect();
    Mesh::new(positions, triangles).expect("finite, and in range")
}

/// A prism over a simple polygon, counter-clockwise, given with triangles that fill it.
pub fn prism<V: Vector>(outline: &[[f64; 2]], filling: &[[u32; 3]], height: f64) -> Mesh<V> {
    let count = outline.len() as u32;
    let at = |z: f64| outline.iter().map(move |&[x, y]| DVec3::new(x, y, z));
    let positions: Vec<DVec3> = at(0.0).chain(at(height)).collect();
    let mut triangles: Vec<[u32; 3]> = filling.iter().map(|&[a, b, c]| [a, c, b]).collect();
    triangles.extend(filling.iter().map(|triangle| triangle.map(|corner| corner + count)));
    for i in 0..count {
        let j = (i + 1) % count;
        triangles.extend([[i, j, j + count], [i, j + count, i + count]]);
    }
    mesh(&positions, triangles)
}

pub fn cuboid<V: Vector>() -> Mesh<V> {
    prism(&[[0.0, 0.0], [3.0, 0.0], [3.0, 2.0], [0.0, 2.0]], &[[0, 1, 2], [0, 2, 3]], 1.0)
}

/// Two arms of lengths 3 and 2, both 1 wide and high.
pub fn letter_l<V: Vector>() -> Mesh<V> {
    let outline = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    prism(&outline, &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]], 1.0)
}

/// A trough with thin walls, open above: its walls are hardly below its hull, but what it holds is.
pub fn trough<V: Vector>() -> Mesh<V> {
    let outline =
        [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [3.9, 2.0], [3.9, 0.1], [0.1, 0.1], [0.1, 2.0], [0.0, 2.0]];
    let filling = [[0, 1, 4], [1, 2, 3], [1, 3, 4], [0, 4, 5], [0, 5, 6], [0, 6, 7]];
    prism(&outline, &filling, 4.0)
}

/// A ring of circles, of radius 1 around the axis.
pub fn torus<V: Vector>(around: u32, across: u32, thickness: f64) -> Mesh<V> {
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let (sin, cos) = libm::sincos(f64::from(i) * std::f64::consts::TAU / f64::from(around));
            let (up, out) = libm::sincos(f64::from(j) * std::f64::consts::TAU / f64::from(across));
            let from_axis = 1.0 + thickness * out;
            positions.push(DVec3::new(cos * from_axis, sin * from_axis, thickness * up));
            let at = |i: u32, j: u32| (i % around) * across + j % across;
            triangles.push([at(i, j), at(i + 1, j), at(i + 1, j + 1)]);
            triangles.push([at(i, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
    mesh(&positions, triangles)
}

/// A dome without a floor: not closed.
pub fn dome<V: Vector>() -> Mesh<V> {
    let whole: Mesh<DVec3> = torus(24, 24, 0.9);
    let kept = |triangle: &&[u32; 3]| triangle.iter().all(|&i| whole.positions()[i as usize].z >= -1e-9);
    mesh(whole.positions(), whole.triangles().iter().filter(kept).copied().collect())
}

/// An octahedron, each of its faces divided into `divisions`² triangles, with the corners moved out to where
/// `radius` says for their direction.
pub fn star<V: Vector>(divisions: i32, mut radius: impl FnMut(DVec3) -> f64) -> Mesh<V> {
    let mut numbers = BTreeMap::new();
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    for signs in (0..8).map(|i| [1, 2, 4].map(|bit| if i & bit == 0 { 1 } else { -1 })) {
        let mut number = |i: i32, j: i32| {
            let at = [signs[0] * i, signs[1] * j, signs[2] * (divisions - i - j)];
            *numbers.entry(at).or_insert_with(|| {
                let direction = DVec3::from_array(at.map(f64::from)).normalize();
                positions.push(direction * radius(direction));
                positions.len() as u32 - 1
            })
        };
        let mut triangle = |corners: [(i32, i32); 3]| {
            let [a, b, c] = corners.map(|(i, j)| number(i, j));
            triangles.push(if signs.iter().product::<i32>() > 0 { [a, b, c] } else { [a, c, b] });
        };
        for (i, j) in (0..divisions).flat_map(|i| (0..divisions - i).map(move |j| (i, j))) {
            triangle([(i, j), (i + 1, j), (i, j + 1)]);
            if i + j + 1 < divisions {
                triangle([(i + 1, j), (i + 1, j + 1), (i, j + 1)]);
            }
        }
    }
    mesh(&positions, triangles)
}

/// The surface of unit cubes, those that `is_solid` has of `size`³: each face that has one on one side only.
pub fn cubes<V: Vector>(size: i32, is_solid: impl Fn([i32; 3]) -> bool) -> Mesh<V> {
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    let all = (0..size.pow(3)).map(|i| [i % size, i / size % size, i / size / size]);
    for cube in all.filter(|&cube| is_solid(cube)) {
        for axis in 0..3 {
            for step in [-1, 1] {
                let mut beside = cube;
                beside[axis] += step;
                if is_solid(beside) {
                    continue;
                }
                let first = positions.len() as u32;
                for [u, v] in [[0, 0], [1, 0], [1, 1], [0, 1]] {
                    let mut corner = cube;
                    corner[axis] += (step + 1) / 2;
                    corner[(axis + 1) % 3] += u;
                    corner[(axis + 2) % 3] += v;
                    positions.push(DVec3::from_array(corner.map(f64::from)));
                }
                let quad = if step > 0 { [0, 1, 2, 3] } else { [3, 2, 1, 0] }.map(|i| first + i);
                triangles.extend([[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]]);
            }
        }
    }
    mesh(&positions, triangles)
}

/// The same mesh with three corners of its own for each triangle.
pub fn soup<V: Vector>(mesh: &Mesh<V>) -> Mesh<V> {
    let positions: Vec<V> =
        (0..mesh.triangles().len() as u32).flat_map(|i| mesh.triangle(i).points()).collect();
    let triangles = (0..mesh.triangles().len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Mesh::new(positions, triangles).expect("as before")
}
