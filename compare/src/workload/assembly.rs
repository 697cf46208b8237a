//! A dense assembly: a hundred copies of one part, each in the way of its neighbours.

use std::f64::consts::TAU;

use super::bumpy_sphere::Surface;
use super::random::SplitMix64;

/// Copies along each axis.
const COPIES: [u32; 3] = [5, 5, 4];
/// From one to the next, and by how much each is off on either side.
const STEP: f32 = 1.9;
const OFF: f32 = 0.17;

/// Where a part is: a quaternion (x, y, z, w) and a translation.
pub struct Placed {
    /// The rotation.
    pub quaternion: [f32; 4],
    /// The translation.
    pub translation: [f32; 3],
}

/// A ring of radius 1 whose thickness goes up and down around 0.35, of 20,000 triangles.
pub fn part() -> Surface {
    const SIDES: u32 = 100;
    let corner = |i: u32, j: u32| {
        let [u, v] = [i, j].map(|k| TAU * f64::from(k) / f64::from(SIDES));
        let radius = 0.35 * (1.0 + 0.1 * libm::cos(7.0 * u) * libm::cos(5.0 * v));
        let out = 1.0 + radius * libm::cos(v);
        [out * libm::cos(u), out * libm::sin(u), radius * libm::sin(v)].map(|x| x as f32)
    };
    let number = |i: u32, j: u32| (i % SIDES) * SIDES + j % SIDES;
    let places = || (0..SIDES).flat_map(|i| (0..SIDES).map(move |j| (i, j)));
    let positions = places().map(|(i, j)| corner(i, j)).collect();
    let triangles = places().flat_map(|(i, j)| {
        let [a, b, c, d] = [number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    Surface { positions, triangles: triangles.collect() }
}

/// Where the copies are: on a lattice, a little off it, turned at random.
pub fn places() -> Vec<Placed> {
    let mut random = SplitMix64::new(5);
    let mut places = Vec::new();
    for x in 0..COPIES[0] {
        for y in 0..COPIES[1] {
            for z in 0..COPIES[2] {
                let quaternion = random.quaternion();
                let translation = [x, y, z].map(|k| STEP * k as f32 + random.between(-OFF, OFF));
                places.push(Placed { quaternion, translation });
            }
        }
    }
    places
}
