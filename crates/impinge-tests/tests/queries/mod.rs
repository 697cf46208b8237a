//! Questions to trees: what they find is what asking all triangles, boxes or objects in turn finds.

mod clearance;
mod closest;
mod frustum;
mod meeting;
mod nearest;
mod printed;
mod warm;
mod way_out;

use std::ops::ControlFlow;

use crate::sample::{Random, Turn};
use impinge::math::{Scalar, Vector};
use impinge::shape::Mesh;

type Tested = Result<(), Box<dyn std::error::Error>>;

/// Goes on.
const ON: ControlFlow<()> = ControlFlow::Continue(());

/// Where numbers come from: at random, of a few that coincide, and of some that are huge or tiny beside the
/// others.
fn sources(seed: u64) -> [Random; 5] {
    let extreme = |factor| Random::extreme(seed, factor);
    [Random::new(seed), extreme(1.0), extreme(1e-3), extreme(1e8), extreme(1e30)]
}

/// Triangles of any kind: some share corners, some are needles, lines or points, some are there twice.
fn soup<V: Vector>(random: &mut Random, count: usize) -> Mesh<V> {
    let mut corners: Vec<V> = (0..count.div_ceil(2) + 2).map(|_| random.vector(2.0)).collect();
    let pick = |random: &mut Random| ((random.signed().abs() * 1e6) as usize % corners.len()) as u32;
    let mut triangles: Vec<[u32; 3]> =
        (0..count).map(|_| [pick(random), pick(random), pick(random)]).collect();
    for i in 0..count / 8 {
        triangles[count - 1 - i] = triangles[i];
    }
    // A corner on the line between two others, up to rounding.
    for triangle in triangles.iter_mut().take(count / 8) {
        let [a, b, _] = triangle.map(|corner| corners[corner as usize]);
        let share = V::Scalar::from_f64(0.3);
        triangle[2] = corners.len() as u32;
        corners.push(a + b * share + a * -share);
    }
    Mesh::new(corners, triangles).expect("the test's own meshes are valid")
}

/// All four vectors.
fn of_all(check: [fn() -> Tested; 4]) -> Tested {
    check.into_iter().try_for_each(|check| check())
}
