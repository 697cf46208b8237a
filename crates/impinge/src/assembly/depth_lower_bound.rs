//! Points that prove how deep two solids are in each other at least.
//!
//! A point of one that is within the other, r from its surface, stays within it wherever the first is moved
//! by less than r. A point within both gives two bounds. Any point will do; good ones are corners of one
//! within the other, and middles between places where the surfaces pierce each other.

use super::instance::{Bounded, Instance};
use crate::bvh::{MeshBvh, MeshPair};
use crate::math::{Affine, Scalar, Vector};
use crate::narrow::contact_point;
use crate::shape::{Aabb, Mesh};

/// Maximum number of tested vertices of each instance, spread evenly over the vertices in the common box.
const MAX_CORNERS: usize = 64;
/// Maximum number of places where surfaces pierce each other; points between any two of them are tested.
const MAX_PLACES: usize = 8;

/// How deep two instances are in each other at least; no more than `most` is of interest.
pub(super) fn lower_bound<V: Vector>(a: Bounded<V>, b: Bounded<V>, pierced: &[[u32; 2]], most: f64) -> f64 {
    let Some(shared) = a.1.intersection(b.1) else { return 0.0 };
    let mut best = 0.0;
    let mut count = |body: &Instance<V>, point: V| {
        if best < most {
            best = f64::max(best, from_surface(body, point));
        }
    };
    for (outer, inner) in [(a.0, b.0), (b.0, a.0)] {
        for corner in corners_within(inner, &shared) {
            if outer.contains_point(corner) {
                count(outer, corner);
            }
        }
    }
    let places: Vec<V> = spread(pierced, MAX_PLACES)
        .map(|&[i, j]| contact_point(&a.0.placed_triangle(i), &b.0.placed_triangle(j)))
        .collect();
    for (i, one) in places.iter().enumerate() {
        for other in &places[..i] {
            let middle = *one * V::Scalar::HALF + *other * V::Scalar::HALF;
            if a.0.contains_point(middle) && b.0.contains_point(middle) {
                count(a.0, middle);
                count(b.0, middle);
            }
        }
    }
    best
}

/// How far a point is from a surface, wherever it is; 0 where that is not known.
fn from_surface<V: Vector>(body: &Instance<V>, point: V) -> f64 {
    let Ok(mesh) = Mesh::new(vec![point], vec![[0; 3]]) else { return 0.0 };
    let tree = MeshBvh::new(mesh);
    let pair = MeshPair::new(body.model.mesh_bvh(), body.transform, &tree, Affine::identity());
    pair.closest_points().map_or(0.0, |nearest| nearest.distance.into())
}

/// Corners of an instance in a box, no more than some.
fn corners_within<V: Vector>(body: &Instance<V>, shared: &Aabb<V>) -> Vec<V> {
    let corners = body.model.mesh().positions().iter().map(|corner| body.transform.transform_point(*corner));
    let within: Vec<V> = corners.filter(|corner| shared.contains_point(*corner)).collect();
    spread(&within, MAX_CORNERS).copied().collect()
}

/// No more than some of a list, evenly.
fn spread<T>(list: &[T], most: usize) -> impl Iterator<Item = &T> {
    list.iter().step_by(list.len().div_ceil(most).max(1))
}
