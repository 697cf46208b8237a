//! Two meshes, whose trees are descended together.
//!
//! [`DualTraversal`](crate::bvh::DualTraversal) finds the relevant triangles; their result comes from the
//! same tests as of triangles anywhere.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use glam::DVec2;

use super::PartContact;
use super::flush_faces::{FLUSH, Faces, FlushSide};
use super::manifolds::deepest;
use crate::assembly::{Instance, InstancePair, MIN_TOUCHING_PAIRS};
use crate::bvh::{DistanceGoal, MeetingTriangles, MinTranslation};
use crate::math::{Scalar, Vector};
use crate::narrow::collide::signed as signed_pair;
use crate::narrow::distance::separation::Separation;
use crate::narrow::table::takes;
use crate::narrow::{Collide, Contact, ContactManifold, PairCache, Relation, triangle_triangle};
use crate::shape::{CompositeShape, ShapeRef, Triangle};

/// Two triangles, by their numbers.
type Numbers = (u32, u32);

/// The relation of two meshes; `None` if they are none, or better tested part by part.
pub(super) fn relation<V: Vector>(
    of_a: &dyn CompositeShape<V>,
    of_b: &dyn CompositeShape<V>,
) -> Option<Relation> {
    let (a, b) = (of_a.body()?, of_b.body()?);
    let are_solids = [!of_a.is_hollow(), !of_b.is_hollow()];
    let Some(pair) = a.beside(&b, 0.0) else {
        // Beyond the numbers of trees. Part by part, solids that are flush would only touch; but only parts
        // end where floats do.
        let are_within = a.aabb().is_some() && b.aabb().is_some();
        return (are_within && are_solids == [true; 2]).then(|| a.relation(&b));
    };
    takes("two trees at once");
    let mut found = Relation::Disjoint;
    let mut touching = Vec::new();
    let mut has_fans = false;
    let _ = pair.for_each_near_pair(|i, j| {
        if let Some(meeting) = MeetingTriangles::of([i, j], &a.placed_triangle(i), &b.placed_triangle(j)) {
            found = found.max(meeting.relation);
            touching.push(meeting);
            has_fans = has_fans || (touching.len() == MIN_TOUCHING_PAIRS && a.shares_fans(&b));
        }
        let is_over = found == Relation::Overlapping || has_fans;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let is_inside = match found {
        Relation::Disjoint => holds_other([of_a, of_b], [&a, &b]),
        Relation::Touching if has_fans => return Some(a.relation_of(&b, are_solids)),
        Relation::Touching => a.shares_inside(&b, are_solids, touching),
        Relation::Overlapping => true,
    };
    Some(if is_inside { Relation::Overlapping } else { found })
}

/// All pairs of triangles that meet or come within a margin, with their contacts.
pub(super) fn contacts<V: Vector>(
    of_a: &dyn CompositeShape<V>,
    of_b: &dyn CompositeShape<V>,
    margin: V::Scalar,
) -> Option<Vec<PartContact<V>>> {
    let (a, b) = (of_a.body()?, of_b.body()?);
    let reach: f64 = margin.max(V::Scalar::ZERO).into();
    // Pairs beyond the margin by rounding only still have to be tested.
    let pair = a.beside(&b, reach * (1.0 + 1e-6))?;
    let faces = Faces::of([&ShapeRef::Composite(of_a), &ShapeRef::Composite(of_b)]);
    let mut found = Vec::new();
    let _ = pair.for_each_near_pair(|part_a, part_b| {
        let (one, other) = (a.placed_triangle(part_a), b.placed_triangle(part_b));
        // The intersection test is faster than the contact.
        if (reach > 0.0 || triangle_triangle(&one, &other) != Relation::Disjoint)
            && let Some(contact) = one.contact(&other, margin)
        {
            let contact = faces.outward([part_a, part_b], contact);
            found.push(PartContact { part_a, part_b, contact });
        }
        ControlFlow::<()>::Continue(())
    });
    found.sort_by_key(|found| (found.part_a, found.part_b));
    Some(found)
}

/// Computes the separation of two meshes: the separation of their nearest triangles; of equally near
/// pairs, the one with the least numbers counts. The inner value is `None` if it is above a limit. The
/// outer value is `None` if they meet, or if one holds a part of the other, and the depth is needed.
pub(super) fn signed<V: Vector, const DEPTH: bool>(
    of_a: &dyn CompositeShape<V>,
    of_b: &dyn CompositeShape<V>,
    limit: f64,
) -> Option<Option<Separation<V::Double>>> {
    let (a, b) = (of_a.body()?, of_b.body()?);
    let pair = a.beside(&b, 0.0)?;
    takes("two trees at once");
    let mut best: Option<(Numbers, Separation<V::Double>)> = None;
    let mut still = limit;
    pair.for_each_by_distance(limit, |i, j| {
        let (one, other) =
            (ShapeRef::Triangle(a.placed_triangle(i)), ShapeRef::Triangle(b.placed_triangle(j)));
        let found = signed_pair::<_, DEPTH>(one, other, still, &mut PairCache::passing())?;
        let is_better = best.is_none_or(|(known, best)| (found.distance, (i, j)) < (best.distance, known));
        // A pair beyond the limit may be further than one that was not tested.
        if !is_better || found.distance > still {
            return None;
        }
        best = Some(((i, j), found));
        still = found.distance;
        // Nothing is nearer than what meets.
        let limit = if still > 0.0 { still } else { -1.0 };
        Some(DistanceGoal { limit, normal: found.normal.to_f64() })
    });
    let best = best.map(|(_, found)| found);
    if best.is_some_and(|found| found.distance <= 0.0) {
        return if DEPTH { None } else { Some(best) };
    }
    match holds_other([of_a, of_b], [&a, &b]) {
        false => Some(best),
        true if DEPTH => None,
        true => {
            // No depth is needed.
            let (distance, normal) = (-f64::MIN_POSITIVE, V::Double::unit_axis(0));
            Some(Some(Separation { distance, normal, point_a: V::Double::ZERO, point_b: V::Double::ZERO }))
        }
    }
}

/// Computes the manifold of two touching meshes, of which one is a solid, on faces that share an area
/// of one plane. The manifold with the most points counts, then the one with the least numbers. `None`
/// if they do not touch, or not on such faces.
///
/// Triangles that only share edges or corners with each other, as all around the hubs of two fans, are
/// skipped unmeasured.
pub(super) fn flush_manifold<V: Vector>(
    of_a: &dyn CompositeShape<V>,
    of_b: &dyn CompositeShape<V>,
) -> Option<ContactManifold<V>> {
    let (a, b) = (of_a.body()?, of_b.body()?);
    let faces = Faces::of([&ShapeRef::Composite(of_a), &ShapeRef::Composite(of_b)]);
    let pair = a.beside(&b, 0.0)?;
    if !faces.bound_a_solid() || relation(of_a, of_b)? != Relation::Touching {
        return None;
    }
    let mut best: Option<(Reverse<usize>, Numbers, ContactManifold<V>)> = None;
    let _ = pair.for_each_near_pair(|i, j| {
        let (one, other) = (a.placed_triangle(i), b.placed_triangle(j));
        if !share_area(&one, &other) {
            return ControlFlow::<()>::Continue(());
        }
        let Some(manifold) = one.manifold(&other, V::Scalar::ZERO) else { return ControlFlow::Continue(()) };
        let manifold = match faces.side([i, j], manifold.normal, deepest(&manifold)) {
            FlushSide::This => manifold,
            FlushSide::Other => manifold.turned(),
            FlushSide::Behind => return ControlFlow::Continue(()),
        };
        let normal = manifold.normal.get().to_double();
        let order = (Reverse(manifold.points.len()), (i, j));
        let is_first = best.as_ref().is_none_or(|(points, numbers, _)| order < (*points, *numbers));
        if is_first && of_a.reaches_furthest(i, normal) && of_b.reaches_furthest(j, -normal) {
            best = Some((order.0, order.1, manifold));
        }
        ControlFlow::Continue(())
    });
    best.map(|(.., manifold)| manifold)
}

/// Whether two triangles in one plane, according to the normals of both, overlap as projected along the axis
/// nearest to its normal. Nothing is rounded but the normals.
fn share_area<V: Vector>(one: &Triangle<V>, other: &Triangle<V>) -> bool {
    let (Some(normal), Some(of_other)) = (one.normal(), other.normal()) else { return false };
    let normal = normal.get().to_double();
    if normal.dot(of_other.get().to_double()).abs() < FLUSH {
        return false;
    }
    let size = normal.abs().to_f64();
    let along = (0..3).fold(0, |most, axis| if size[axis] > size[most] { axis } else { most });
    let seen = |triangle: &Triangle<V>| {
        let [a, b, c] = triangle.points().map(|point| {
            let point = point.to_f64();
            DVec2::new(point[(along + 1) % 3], point[(along + 2) % 3])
        });
        Triangle::of([a, b, c])
    };
    triangle_triangle(&seen(one), &seen(other)) == Relation::Overlapping
}

/// A translation of the second of two solids that parts them, if they overlap. `None` if they are no two
/// meshes, one of them is hollow, so that a way further in may part them, or no way out was found.
pub(super) fn penetration<V: Vector>(
    of_a: &dyn CompositeShape<V>,
    of_b: &dyn CompositeShape<V>,
) -> Option<Option<Contact<V>>> {
    let (a, b) = (of_a.body()?, of_b.body()?);
    if of_a.is_hollow() || of_b.is_hollow() {
        return None;
    }
    if relation(of_a, of_b)? != Relation::Overlapping {
        return Some(None);
    }
    let MinTranslation { normal, depth, point_b, .. } = InstancePair::new(&a, &b).way_out()?;
    let point_a = point_b + normal.get() * depth;
    point_a.is_finite().then_some(Some(Contact { point_a, point_b, normal, distance: -depth }))
}

/// Whether one of two meshes whose surfaces do not intersect contains a part of the other. A hollow mesh
/// contains nothing.
fn holds_other<V: Vector>([of_a, of_b]: [&dyn CompositeShape<V>; 2], [a, b]: [&Instance<V>; 2]) -> bool {
    (!of_a.is_hollow() && a.encloses_part_of(b)) || (!of_b.is_hollow() && b.encloses_part_of(a))
}
