//! Parts that touch along flush faces, each scene of copies of one part: caps of cylinders, finely cut
//! slabs, a run of pipes.

use std::f64::consts::TAU;

use super::assembly::Placed;
use super::bumpy_sphere::Surface;

/// A cylinder of radius 0.5 and height 1 around the z axis, both caps cut as a fan around their centres.
pub fn cylinder(sides: u32) -> Surface {
    let mut positions = vec![[0.0, 0.0, -0.5], [0.0, 0.0, 0.5]];
    for z in [-0.5, 0.5] {
        for i in 0..sides {
            let (y, x) = libm::sincos(TAU * f64::from(i) / f64::from(sides));
            positions.push([(0.5 * x) as f32, (0.5 * y) as f32, z]);
        }
    }
    let low = |i: u32| 2 + i % sides;
    let high = |i: u32| low(i) + sides;
    let triangles = (0..sides).flat_map(|i| {
        let (a, b, c, d) = (low(i), low(i + 1), high(i + 1), high(i));
        [[0, b, a], [1, d, c], [a, b, c], [a, c, d]]
    });
    Surface { positions, triangles: triangles.collect() }
}

/// A slab of height 1, its upper and its lower face cut into so many square cells of size 1 along each
/// side, of two triangles each.
pub fn slab(cells: u32) -> Surface {
    let points = cells + 1;
    let number = |x: u32, y: u32, z: u32| (z * points + y) * points + x;
    let positions = (0..2).flat_map(|z| {
        (0..points).flat_map(move |y| (0..points).map(move |x| [x as f32, y as f32, z as f32]))
    });
    let mut triangles = Vec::new();
    let mut quad = |[a, b, c, d]: [u32; 4]| triangles.extend([[a, b, c], [a, c, d]]);
    for y in 0..cells {
        for x in 0..cells {
            let corners =
                |z: u32| [number(x, y, z), number(x + 1, y, z), number(x + 1, y + 1, z), number(x, y + 1, z)];
            let [a, b, c, d] = corners(0);
            quad([a, d, c, b]);
            quad(corners(1));
        }
    }
    for i in 0..cells {
        for [from, to] in [
            [(i, 0), (i + 1, 0)],
            [(cells, i), (cells, i + 1)],
            [(i + 1, cells), (i, cells)],
            [(0, i + 1), (0, i)],
        ] {
            let at = |(x, y): (u32, u32), z: u32| number(x, y, z);
            quad([at(from, 0), at(to, 0), at(to, 1), at(from, 1)]);
        }
    }
    Surface { positions: positions.collect(), triangles }
}

/// Copies that are only moved, each by so much from the one before.
pub fn row(count: u16, step: [f32; 3]) -> Vec<Placed> {
    let place =
        |i: u16| Placed { quaternion: [0.0, 0.0, 0.0, 1.0], translation: step.map(|x| x * f32::from(i)) };
    (0..count).map(place).collect()
}
