//! Convex solids: the depth of two convex solids is known from the depth of their hulls.
//!
//! Files store convex parts with rounded coordinates, so faces with four corners are slightly bent.
//! Therefore a solid S counts as convex if each of its triangles is within δ of one face of its hull H:
//! no corner of the triangle is further than δ below that face. Then the surface of S is nowhere deeper
//! than δ in H. If the middle c of H is in S, S contains every point of H that is further than δ from
//! the surface of H. If c is at distance ρ from that surface, S contains H shrunk towards c by the
//! share s = δ/ρ:
//!
//! ```text
//! c + (1 − s)(H − c)  ⊆  S  ⊆  H
//! ```
//!
//! This holds because the shrunk hull, and a ball of radius s·ρ around each of its points, are in H. So
//! in any direction the support of S is less than the support of H by at most s times the radius about
//! c. The depth of two such solids is less than the depth of their hulls by at most these amounts. Maps
//! do not change s.
//!
//! [`Collide::penetration`] computes the minimum translation of the hulls. A second test checks that no
//! other translation is shorter. It covers all candidates: each face of the Minkowski difference of two
//! hulls has the normal of a face of one hull, or is perpendicular to the cross product of two edges,
//! one of each hull. The least distance to any of these faces is the depth (see
//! [`crate::narrow::sat`]). If there are too many pairs of edges, the hull of some points of the
//! difference replaces the difference. It lies within the difference. It grows where its faces are
//! nearest, until the nearest face is a face of the difference itself, or until it is large enough.

use super::instance::Instance;
use super::model::{ConvexSolid, Model, kept};
use super::shells::Shell;
use crate::math::{Affine, Scalar, Vector};
use crate::narrow::sat::swept_observed;
use crate::narrow::{Collide, Contact};
use crate::shape::{Hull, is_further};

/// Maximum depth of a triangle of a convex solid below the faces of its hull, as a fraction of the depth of
/// the hull's centre.
const MAX_SHRUNK: f64 = 1e-4;
/// Maximum number of faces of the hull that are tested for triangles that lie in none of the expected faces.
const MAX_COMPARED: u32 = 4_000_000;
/// Maximum number of tested pairs of edges, one of each hull.
const MAX_EDGE_PAIRS: usize = 100_000;
/// Maximum number of combined points of the difference of two hulls, in total and at once.
const MAX_POINTS: usize = 4_000;
const MAX_AT_ONCE: usize = 256;
/// Minimum growth, as a fraction: less counts as none.
const MIN_GROWTH: f64 = 1e-9;
/// Maximum number of triangles whose planes are tested with all corners before a hull is built.
const MAX_TRIED: usize = 16;
/// Maximum distance of a corner beyond such a plane, as a fraction of the size, in a convex solid.
const MAX_BEYOND: f64 = 1e-3;

impl<V: Vector> Model<V> {
    /// Returns the convex solid that it is, if it is one.
    pub(super) fn convex_solid(&self) -> Option<&ConvexSolid<V>> {
        kept(&self.convex_solid, || convex_solid(self)).as_ref()
    }
}

/// The solid that a model is, if it is convex, closed and not flat.
fn convex_solid<V: Vector>(model: &Model<V>) -> Option<ConvexSolid<V>> {
    let mesh = model.mesh();
    if V::IS_2D || !model.shells().shells.iter().all(Shell::is_closed) || !may_be(model) {
        return None;
    }
    let hull = Hull::new(mesh.positions()).ok()?;
    if hull.dimension() < 3 {
        return None;
    }
    let below = |face: u32, point: V| {
        hull.offset(face).into() - hull.normal(face).get().to_double().dot(point.to_double())
    };
    let of_middle =
        (0..hull.face_count()).map(|face| below(face, hull.center())).fold(f64::INFINITY, f64::min);
    let inwards = is_turned_inwards(model);
    let (mut deepest, mut compared) = (0.0, 0);
    // Walls inside do not count.
    let counted =
        mesh.placed_triangles().zip(&model.shells().of_triangle).filter(|(_, shell)| shell.is_some());
    for (triangle, _) in counted {
        let points = triangle.points();
        let from =
            |face: u32| points.iter().map(|point| below(face, *point)).fold(f64::NEG_INFINITY, f64::max);
        // The face is one around the corner that is furthest along the normal, but for slivers, whose normal
        // is rounding.
        let normal = triangle.normal().map(|normal| if inwards { -normal.get() } else { normal.get() });
        let around = normal.map_or(&[][..], |normal| hull.vertex_faces(hull.support(normal)));
        let mut nearest = around.iter().map(|&face| from(face)).fold(f64::INFINITY, f64::min);
        if nearest > of_middle * MAX_SHRUNK {
            compared += hull.face_count();
            if compared > MAX_COMPARED {
                return None;
            }
            nearest = (0..hull.face_count()).map(from).fold(nearest, f64::min);
        }
        deepest = f64::max(deepest, nearest);
        if deepest > of_middle * MAX_SHRUNK {
            return None;
        }
    }
    let shrunk = deepest / of_middle;
    let body = Instance::new(model, Affine::identity());
    let is_known = shrunk <= MAX_SHRUNK && body.contains_point(hull.center());
    is_known.then(|| ConvexSolid { corners: hull.vertices().to_vec(), shrunk })
}

/// Do its triangles look inwards, if they all look one way?
fn is_turned_inwards<V: Vector>(model: &Model<V>) -> bool {
    model.shells().shells.first().is_some_and(|shell| shell.volume < 0.0)
}

/// May it be convex, by some of its triangles?
fn may_be<V: Vector>(model: &Model<V>) -> bool {
    let mesh = model.mesh();
    let Some(bounds) = Instance::new(model, Affine::identity()).aabb() else { return false };
    let size: f64 = (bounds.max().to_double() - bounds.min().to_double()).length();
    let inwards = is_turned_inwards(model);
    let step = mesh.triangles().len().div_ceil(MAX_TRIED).max(1);
    let counts = |triangle: &usize| model.shells().of_triangle[*triangle].is_some();
    (0..mesh.triangles().len()).step_by(step).filter(counts).all(|triangle| {
        let [a, b, c] = mesh.triangle(triangle as u32).points().map(V::to_double);
        let normal = (b - a).perpendicular(c - a);
        let length = normal.length();
        // Of slivers, rounding turns the plane.
        let is_wide = length > MAX_BEYOND * size * (b - a).length().max((c - a).length());
        let outwards = normal * (if inwards { -1.0 } else { 1.0 } / length);
        let is_below = |corner: &V| outwards.dot(corner.to_double() - a) <= MAX_BEYOND * size;
        !is_wide || mesh.positions().iter().all(is_below)
    })
}

/// The hulls of two convex instances that overlap.
pub(super) struct Hulls<V: Vector> {
    hulls: [Hull<V>; 2],
    /// By how much the instances are smaller than these at most.
    shrunk: f64,
    /// The way out of the hulls.
    pub(super) contact: Contact<V>,
}

impl<V: Vector> Hulls<V> {
    /// `None` if the instances are not both convex.
    pub(super) fn of(a: &Instance<V>, b: &Instance<V>) -> Option<Self> {
        let solids = [(a, a.model.convex_solid()?), (b, b.model.convex_solid()?)];
        let placed = |(body, solid): (&Instance<V>, &ConvexSolid<V>)| {
            let corners: Vec<V> =
                solid.corners.iter().map(|corner| body.transform.transform_point(*corner)).collect();
            Hull::new(&corners).ok()
        };
        let hulls = [placed(solids[0])?, placed(solids[1])?];
        let shrunk = (0..2).map(|i| solids[i].1.shrunk * hulls[i].radius().into()).sum();
        let contact = hulls[0].penetration(&hulls[1])?;
        Some(Hulls { hulls, shrunk, contact })
    }

    /// How deep the instances are in each other at least; 0 if that is not known.
    pub(super) fn least_depth(&self) -> f64 {
        let [a, b] = &self.hulls;
        let mut least = f64::INFINITY;
        if a.edges().len().saturating_mul(b.edges().len()) > MAX_EDGE_PAIRS {
            least = by_growing(a, b, self.contact.depth().into());
        } else {
            swept_observed(a, b, V::ZERO, |shadows| {
                let (a, b) = (shadows.a, shadows.b);
                least = f64::min(least, (a.end - b.start).min(b.end - a.start).into());
            });
        }
        let low = least - self.shrunk;
        if low.is_finite() { low.max(0.0) } else { 0.0 }
    }
}

/// Is no corner of an instance further in a direction than any of another, so that a plane parts them?
/// Exactly, where they are placed.
pub(super) fn is_past<V: Vector>(body: &Instance<V>, other: &Instance<V>, direction: V) -> bool {
    let furthest = |body: &Instance<V>, direction: V| {
        let corners =
            body.model.mesh().positions().iter().map(|&corner| body.transform.transform_point(corner));
        corners.reduce(|best, corner| if is_further(direction, best, corner) { corner } else { best })
    };
    match (furthest(body, direction), furthest(other, -direction)) {
        (Some(end), Some(start)) => {
            end.is_finite() && start.is_finite() && !is_further(direction, start, end)
        }
        _ => false,
    }
}

/// How deep two hulls are in each other at least, of which it is known that it is no more than `most`.
fn by_growing<V: Vector>(a: &Hull<V>, b: &Hull<V>, most: f64) -> f64 {
    let furthest = |direction: V::Double| {
        let along = V::from_double(direction);
        let [point_a, point_b] =
            [(a, along), (b, -along)].map(|(hull, along)| hull.vertices()[hull.support(along) as usize]);
        point_a.to_double() - point_b.to_double()
    };
    let axes = (0..V::DIMENSION).map(V::Double::unit_axis);
    let mut points: Vec<V::Double> = axes.flat_map(|axis| [furthest(axis), furthest(-axis)]).collect();
    loop {
        let Some(hull) = Hull::new(&points).ok().filter(|hull| hull.dimension() == V::DIMENSION) else {
            return 0.0;
        };
        let mut near: Vec<(f64, V::Double)> = (0..hull.face_count())
            .map(|face| (hull.offset(face), hull.normal(face).get()))
            .filter(|(offset, _)| *offset < most * (1.0 - MIN_GROWTH))
            .collect();
        near.sort_by(|one, other| one.0.total_cmp(&other.0));
        let Some(&(least, _)) = near.first() else { return most };
        points = hull.vertices().to_vec();
        let known = points.len();
        points.extend(near.iter().take(MAX_AT_ONCE).filter_map(|&(offset, normal)| {
            let point = furthest(normal);
            (normal.dot(point) > offset + MIN_GROWTH * most).then_some(point)
        }));
        if points.len() == known || known > MAX_POINTS {
            return least.max(0.0);
        }
    }
}
