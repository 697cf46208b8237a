//! Candidate planes for a good cut of a part: across the axes, and along the faces at concave edges.

use glam::DVec3;

use super::clipping::CuttingPlane;
use super::surface_topology::sides;
use crate::shape::{Aabb, Mesh};

/// The number of planes per axis.
const DIVISIONS: usize = 8;

/// Maximum number of concave edges whose faces are tried.
const MAX_CREASES: usize = 12;

/// Maximum cosine between the normals at a crease, about 10°: flatter edges are steps of a smooth surface, no
/// better than others.
const MAX_CREASE_COSINE: f64 = 0.985;

/// An edge at which a mesh is concave.
pub(super) struct Crease {
    bounds: Aabb<DVec3>,
    /// The planes of both faces, and the one half-way between them.
    planes: [CuttingPlane; 3],
    /// The strength: greater for longer and sharper edges.
    strength: f64,
}

/// Returns the concave edges of a mesh with outward faces, the strongest first.
pub(super) fn creases(mesh: &Mesh<DVec3>, rounding: f64) -> Vec<Crease> {
    let corners = |number: usize| mesh.triangles()[number].map(|vertex| mesh.positions()[vertex as usize]);
    let plane = |number: usize| {
        let [a, b, c] = corners(number);
        let normal = (b - a).cross(c - a).try_normalize()?;
        Some(CuttingPlane { normal, offset: normal.dot(a) })
    };
    let mut creases = Vec::new();
    for edge in sides(mesh).chunk_by(|a, b| a.0 == b.0) {
        let &[(ends, false, one, _), (_, true, other, opposite)] = edge else { continue };
        let (Some(first), Some(second)) = (plane(one), plane(other)) else { continue };
        let is_flat = first.normal.dot(second.normal) > MAX_CREASE_COSINE;
        if is_flat || first.height(corners(other)[opposite]) <= rounding {
            continue;
        }
        let [a, b] = ends.map(DVec3::from_array);
        let between = (first.normal - second.normal).normalize_or(first.normal);
        let strength = (b - a).length()
            * first.normal.cross(second.normal).length().max(1.0 - first.normal.dot(second.normal));
        let planes = [first, second, CuttingPlane { normal: between, offset: between.dot(a) }];
        creases.push(Crease { bounds: Aabb::between(a.min(b), a.max(b)), planes, strength });
    }
    // Stable, so equal edges stay in the order of their places.
    creases.sort_by(|a, b| b.strength.total_cmp(&a.strength));
    creases
}

/// Returns the candidate planes of a part, given the box around it.
pub(super) fn planes_to_try(bounds: Aabb<DVec3>, creases: &[Crease], rounding: f64) -> Vec<CuttingPlane> {
    let (min, max) = (bounds.min(), bounds.max());
    let mut planes = Vec::new();
    for axis in 0..3 {
        if max[axis] - min[axis] > 4.0 * rounding {
            planes.extend((1..DIVISIONS).map(|i| {
                let part = i as f64 / DIVISIONS as f64;
                CuttingPlane { normal: DVec3::AXES[axis], offset: min[axis] + (max[axis] - min[axis]) * part }
            }));
        }
    }
    let reaches_in =
        |crease: &&Crease| crease.bounds.min().cmplt(max).all() && crease.bounds.max().cmpgt(min).all();
    for crease in creases.iter().filter(reaches_in).take(MAX_CREASES) {
        for plane in crease.planes {
            let is_same = |other: &CuttingPlane| {
                let facing = other.normal.dot(plane.normal);
                let apart = (other.offset - facing.signum() * plane.offset).abs();
                facing.abs() > 1.0 - 1e-12 && apart <= 10.0 * rounding
            };
            if !planes.iter().any(is_same) {
                planes.push(plane);
            }
        }
    }
    planes
}
