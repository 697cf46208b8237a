//! Which parts of a surface lie within a solid.

use crate::assembly::containment::walls_around as walls_around_point;
use crate::assembly::instance::{Bounded, Instance};
use crate::math::Vector;
use crate::math::disjoint_sets::{join, root_of};

/// For each of some triangles of an instance, none of which meets anything of another, how many walls of the
/// other are around it. Of those that are connected by corners one corner decides for all.
pub(super) fn walls_around<V: Vector>(body: &Instance<V>, triangles: &[u32], other: Bounded<V>) -> Vec<i32> {
    let mesh = body.model.mesh();
    let corners = |number: u32| mesh.triangles()[number as usize].map(|vertex| body.model.same_place(vertex));
    let mut roots: Vec<u32> = (0..mesh.positions().len() as u32).collect();
    for &number in triangles {
        let [a, b, c] = corners(number);
        join(&mut roots, a, b);
        join(&mut roots, b, c);
    }
    let mut known = vec![None; roots.len()];
    let of_triangle = triangles.iter().map(|&number| {
        let root = root_of(&mut roots, corners(number)[0]);
        let corner = || body.transform.transform_point(mesh.positions()[root as usize]);
        *known[root as usize].get_or_insert_with(|| walls_around_point(other, corner()))
    });
    of_triangle.collect()
}
