//! Composite shapes: every part is tested, as far as it may matter.
//!
//! The distance is that to the nearest part. Where parts overlap with the other shape, the deepest of them
//! gives the depth.

mod contacts;
mod enclosure;
mod flush_faces;
mod manifolds;
mod meshes;
mod penetration;
mod translated;

pub(super) use contacts::contacts_inner;
pub use contacts::{PartContact, contacts};
pub(super) use manifolds::manifolds_inner;
pub(crate) use manifolds::on_face;
pub use manifolds::{PartManifold, manifolds};
pub(super) use penetration::penetration_of_parts;
pub(crate) use translated::translated;
pub(super) use translated::with_translated;

use smallvec::smallvec;

use super::cast::{RayHit, RayMode, RayOptions, cast_at_part};
use super::collide::signed as signed_pair;
use super::contact::contact_of;
use super::distance::extent::{extent, region};
use super::distance::pair_order::numbers;
use super::distance::separation::Separation;
use super::manifold::contact_manifold::{ContactManifold, ManifoldPoint};
use super::table::takes;
use super::{Collide, Contact, PairCache, Relation};
use crate::math::{Scalar, Unit, Vector};
use crate::shape::{Aabb, Ball, CompositeShape, ShapeRef};
pub(crate) use enclosure::is_enclosed;
use enclosure::{UNCERTAIN, as_ball, signed_in_area};
use flush_faces::Faces;

/// Returns the distance within which parts may touch a shape: rounded distances that count as touching (see
/// [`consistency`](super::distance::consistency)) may be more than 0, and boxes of parts are rounded as well.
fn touching_band<V: Vector>(parts: &dyn CompositeShape<V>, other: &ShapeRef<'_, V>) -> f64 {
    let largest =
        |bounds: Aabb<V>| bounds.min().to_double().abs().max(bounds.max().to_double().abs()).max_element();
    let sum = parts.aabb().map_or(0.0, largest) + largest(region(other, 0.0));
    let roundoff: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    if sum.is_finite() { 128.0 * roundoff * sum } else { 0.0 }
}

/// The relation of two shapes of which at least one has parts.
pub(super) fn relation<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Relation {
    match (a, b) {
        (ShapeRef::Composite(parts_a), ShapeRef::Composite(parts_b)) => meshes::relation(*parts_a, *parts_b)
            .unwrap_or_else(|| match is_opened_second(*parts_a, *parts_b) {
                true => relation_to(*parts_b, a),
                false => relation_to(*parts_a, b),
            }),
        (ShapeRef::Composite(parts), other) => relation_to(*parts, other),
        (other, ShapeRef::Composite(parts)) => relation_to(*parts, other),
        _ => a.relation(b),
    }
}

fn relation_to<V: Vector>(parts: &dyn CompositeShape<V>, other: &ShapeRef<'_, V>) -> Relation {
    takes("part by part");
    let mut found = Relation::Disjoint;
    let nothing = Aabb::between(V::ZERO, V::ZERO);
    let region = region(other, touching_band(parts, other));
    parts.visit(region, &mut |_, part| {
        found = found.max(part.relation(other));
        if found == Relation::Overlapping { nothing } else { region }
    });
    let is_inside = found != Relation::Overlapping && is_enclosed(parts, other, found);
    if is_inside { Relation::Overlapping } else { found }
}

/// The separation of two shapes of which at least one has parts, unless it is known to be beyond `limit`.
/// Without `DEPTH`, the depth of shapes that overlap may be only a bound below it.
pub(super) fn signed<V: Vector, const DEPTH: bool>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    limit: f64,
) -> Option<Separation<V::Double>> {
    match (a, b) {
        // Both orders are computed in one, so that ties are decided alike.
        (ShapeRef::Composite(parts_a), ShapeRef::Composite(parts_b))
            if is_opened_second(*parts_a, *parts_b) =>
        {
            signed_to::<_, DEPTH>(*parts_b, a, limit).map(Separation::flip)
        }
        (ShapeRef::Composite(parts), other) => signed_to::<_, DEPTH>(*parts, other, limit),
        (other, ShapeRef::Composite(parts)) => {
            signed_to::<_, DEPTH>(*parts, other, limit).map(Separation::flip)
        }
        _ => signed_pair::<_, true>(*a, *b, limit, &mut PairCache::passing()),
    }
}

/// Whether the second of two shapes is tested part by part, each against the other as a whole.
///
/// Not a mesh, as long as there is a choice: its triangles hold nothing, and of solids that are flush each of
/// them only touches.
fn is_opened_second<V: Vector>(a: &dyn CompositeShape<V>, b: &dyn CompositeShape<V>) -> bool {
    match [a, b].map(|parts| parts.body().is_some()) {
        [true, false] => true,
        [false, true] => false,
        _ => is_after(a, b),
    }
}

fn is_after<V: Vector>(a: &dyn CompositeShape<V>, b: &dyn CompositeShape<V>) -> bool {
    let corners = |parts: &dyn CompositeShape<V>| {
        parts.aabb().map(|bounds| (bounds.min().to_f64(), bounds.max().to_f64()))
    };
    let (corners_a, corners_b) = (corners(a), corners(b));
    if corners_a == corners_b { all_numbers(a) > all_numbers(b) } else { corners_a > corners_b }
}

/// Distinguishes shapes in equal boxes: the numbers of their parts, in the order in which a shape always
/// shows them.
#[cold]
fn all_numbers<V: Vector>(parts: &dyn CompositeShape<V>) -> Vec<f64> {
    let Some(bounds) = parts.aabb() else { return Vec::new() };
    let mut all = Vec::new();
    parts.visit(bounds, &mut |_, part| {
        let mut tell = |vector: V, number: f64| {
            all.extend_from_slice(&vector.to_f64());
            all.push(number);
        };
        match part {
            ShapeRef::Composite(inner) => all.extend_from_slice(&all_numbers(inner)),
            ShapeRef::Plane(plane) => tell(plane.normal().get(), plane.offset().into()),
            ShapeRef::HalfSpace(half_space) => {
                let plane = half_space.boundary();
                tell(plane.normal().get(), plane.offset().into());
            }
            ShapeRef::Ray(ray) => {
                tell(ray.origin(), 0.0);
                tell(ray.direction().get(), 0.0);
            }
            part => {
                if let Some(convex) = part.convex() {
                    all.extend_from_slice(&numbers(&convex));
                }
            }
        }
        bounds
    });
    all
}

fn signed_to<V: Vector, const DEPTH: bool>(
    parts: &dyn CompositeShape<V>,
    other: &ShapeRef<'_, V>,
    limit: f64,
) -> Option<Separation<V::Double>> {
    if let ShapeRef::Composite(others) = other {
        if let Some(found) = meshes::signed::<_, DEPTH>(parts, *others, limit) {
            return found;
        }
        if let Some(manifold) = meshes::flush_manifold(parts, *others) {
            return at_first_point(&manifold).filter(|found| found.distance <= limit);
        }
    }
    takes("part by part");
    if let (Some(boundary), Some(ball)) = (parts.boundary(), as_ball(other)) {
        let center = ShapeRef::Ball(Ball::new(ball.center(), V::Scalar::ZERO).ok()?);
        let found = nearest_part(boundary, &center, limit + ball.radius().into())
            // However far the boundary is, the centre is in the area.
            .or_else(|| {
                let is_within = parts.contains_point(ball.center());
                is_within.then(|| nearest_part(boundary, &center, f64::INFINITY)).flatten()
            })
            .and_then(|found| signed_in_area(parts, &ball, found, || relation_to(parts, other)));
        if let Some(found) = found {
            let is_within = found.distance < -ball.radius().into();
            let of_parts = is_within.then(|| nearest_part(parts, other, 0.0)).flatten();
            // What a part has deeper in it is near no boundary: parts overlap there.
            let found = of_parts.filter(|part| is_deeper::<V>(part, found.distance)).unwrap_or(found);
            return Some(found).filter(|found| found.distance <= limit);
        }
    }
    let nearest = nearest_part(parts, other, limit).map(|found| resting(parts, other, found));
    if is_within(parts, other, nearest.map(|found| found.distance)) {
        // However far the surface is, the shape is in it.
        let nearest = nearest.or_else(|| nearest_part(parts, other, f64::INFINITY));
        // Parts that fill an area hold what is in it, up to rounding: it lies on the edge of one.
        let is_filled = parts.boundary().is_some();
        return nearest.map(|found| match is_filled {
            true => Separation { distance: -f64::from_bits(1), ..found },
            false => way_through(found, other),
        });
    }
    nearest
}

/// Where two meshes touch of which one is a solid: triangles in one plane do not show which way is out, nor
/// do those that meet in an edge; the manifolds of both do.
fn at_rest<V: Vector>(
    parts: &dyn CompositeShape<V>,
    other: &ShapeRef<'_, V>,
    distance: impl Into<f64>,
) -> Option<ContactManifold<V>> {
    let shape = ShapeRef::Composite(parts);
    let is_asked = distance.into() == 0.0 && Faces::of([&shape, other]).bound_a_solid();
    // Faces beside those that rest on each other may lie in one plane and share an edge: the contact on most
    // points decides.
    let rests = |found: &PartManifold<V>| found.manifold.points.len();
    is_asked
        .then(|| manifolds(&shape, other, V::Scalar::ZERO).into_iter().rev().max_by_key(rests))?
        .map(|found| found.manifold)
}

/// The same as a separation.
fn resting<V: Vector>(
    parts: &dyn CompositeShape<V>,
    other: &ShapeRef<'_, V>,
    found: Separation<V::Double>,
) -> Separation<V::Double> {
    let manifold = at_rest(parts, other, found.distance);
    manifold.and_then(|manifold| at_first_point(&manifold)).unwrap_or(found)
}

/// Touching shapes at the first point of their manifold.
fn at_first_point<V: Vector>(manifold: &ContactManifold<V>) -> Option<Separation<V::Double>> {
    let point = manifold.points.first()?;
    let (point_a, point_b) = (point.point_a.to_double(), point.point_b.to_double());
    Some(Separation { distance: 0.0, normal: manifold.normal.get().to_double(), point_a, point_b })
}

/// Whether a shape, which is so far from the nearest part or beyond the limit, is within the parts all the
/// same.
fn is_within<V: Vector>(
    parts: &dyn CompositeShape<V>,
    other: &ShapeRef<'_, V>,
    distance: Option<f64>,
) -> bool {
    let found = match distance {
        Some(distance) if distance < 0.0 => return false,
        Some(0.0) => Relation::Touching,
        _ => Relation::Disjoint,
    };
    if let (Relation::Touching, ShapeRef::Composite(others)) = (found, other)
        && let Some(relation) = meshes::relation(parts, *others)
    {
        return relation == Relation::Overlapping;
    }
    is_enclosed(parts, other, found)
}

/// Whether it is less than a distance by more than the rounding of either.
fn is_deeper<V: Vector>(found: &Separation<V::Double>, distance: f64) -> bool {
    let rounding = UNCERTAIN.max(64.0 * V::Scalar::UNIT_ROUNDOFF.into());
    found.distance
        < distance
            - rounding
                * (found.point_a.abs().element_sum() + found.point_b.abs().element_sum() + distance.abs())
}

/// The separation from the nearest part; from the deepest, if some hold the shape.
fn nearest_part<V: Vector>(
    parts: &dyn CompositeShape<V>,
    other: &ShapeRef<'_, V>,
    limit: f64,
) -> Option<Separation<V::Double>> {
    let band = touching_band(parts, other);
    if let Some(ball) = as_ball(other) {
        let mut best: Option<(u32, Separation<V::Double>)> = None;
        let mut still = limit;
        let further = band + ball.radius().into();
        let center = ball.center().to_double();
        let is_shown = parts.visit_near(center, limit + further, &mut |number, part| {
            let found = signed_pair::<_, true>(part, *other, still, &mut PairCache::passing());
            if let Some(found) = found.filter(|found| found.distance <= limit)
                && best.is_none_or(|(known, best)| (found.distance, number) < (best.distance, known))
            {
                best = Some((number, found));
                still = found.distance.clamp(0.0, still);
            }
            still + further
        });
        if is_shown {
            return best.map(|(_, found)| found);
        }
    }
    // A search without a limit starts near by, then goes further and further away.
    let mut reach = limit.min(first_reach(parts, other));
    loop {
        let mut best: Option<(u32, Separation<V::Double>)> = None;
        let mut still = reach;
        parts.visit(region(other, still + band), &mut |number, part| {
            if let Some(found) = signed_pair::<_, true>(part, *other, still, &mut PairCache::passing()) {
                // Of equals the first, whatever the order in which parts are shown.
                let is_better =
                    best.is_none_or(|(known, best)| (found.distance, number) < (best.distance, known));
                // A result beyond the reach may be further than a part that was not tested.
                if is_better && found.distance <= reach {
                    best = Some((number, found));
                    still = found.distance.clamp(0.0, still);
                }
            }
            region(other, still + band)
        });
        if best.is_some() || reach >= limit {
            return best.map(|(_, found)| found);
        }
        // The last step is without a limit, so that rounding cannot lose anything.
        reach = if reach < f64::MAX / 16.0 { (reach * 8.0).min(limit) } else { limit };
    }
}

/// Returns the distance of the first search: the gap between the boxes plus a fraction of the size of
/// the parts.
fn first_reach<V: Vector>(parts: &dyn CompositeShape<V>, other: &ShapeRef<'_, V>) -> f64 {
    let Some(bounds) = parts.aabb() else {
        return f64::INFINITY;
    };
    let around = region(other, 0.0);
    let apart = |axis: usize| -> f64 {
        let above = around.min()[axis].into() - bounds.max()[axis].into();
        let below = bounds.min()[axis].into() - around.max()[axis].into();
        above.max(below).max(0.0)
    };
    let gap: f64 = (0..V::DIMENSION).map(apart).sum();
    let size: f64 = (bounds.max().to_double() - bounds.min().to_double()).max_element();
    let reach = gap + size / 64.0;
    if reach > 0.0 && reach.is_finite() { reach } else { f64::INFINITY }
}

/// A shape within a closed surface, out through the nearest place of it: all of the shape has to go through.
fn way_through<V: Vector>(nearest: Separation<V::Double>, other: &ShapeRef<'_, V>) -> Separation<V::Double> {
    let width = extent_of(other, nearest.normal).map_or(f64::INFINITY, |[low, high]| high - low);
    let depth = nearest.distance.max(f64::from_bits(1)) + width.max(0.0);
    let point_b = nearest.point_a + nearest.normal * depth;
    Separation { distance: -depth, normal: -nearest.normal, point_a: nearest.point_a, point_b }
}

/// How far a shape with an end reaches along a direction, with all of its parts; `None` if it has no end or
/// nothing in it.
fn extent_of<V: Vector>(shape: &ShapeRef<'_, V>, direction: V::Double) -> Option<[f64; 2]> {
    let ShapeRef::Composite(parts) = shape else {
        return shape.convex().map(|convex| extent(&convex, direction));
    };
    let around = parts.aabb()?;
    let mut all: Option<[f64; 2]> = None;
    parts.visit(around, &mut |_, part| {
        let together = |[low, high]: [f64; 2], [least, most]: [f64; 2]| [low.min(least), high.max(most)];
        if let Some(own) = extent_of(&part, direction) {
            all = Some(all.map_or(own, |known| together(known, own)));
        }
        around
    });
    all
}

/// Computes the manifold of two shapes of which at least one has parts: the manifold of the deepest
/// part.
pub(super) fn manifold<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    limit: f64,
) -> Option<ContactManifold<V>> {
    match (a, b) {
        (ShapeRef::Composite(parts_a), ShapeRef::Composite(parts_b))
            if is_opened_second(*parts_a, *parts_b) =>
        {
            manifold_to(*parts_b, a, limit).map(ContactManifold::flip)
        }
        (ShapeRef::Composite(parts), other) => manifold_to(*parts, other, limit),
        (other, ShapeRef::Composite(parts)) => manifold_to(*parts, other, limit).map(ContactManifold::flip),
        _ => V::narrow_manifold(a, b, limit, &mut PairCache::passing()),
    }
}

fn manifold_to<V: Vector>(
    parts: &dyn CompositeShape<V>,
    other: &ShapeRef<'_, V>,
    limit: f64,
) -> Option<ContactManifold<V>> {
    if let ShapeRef::Composite(others) = other
        && limit >= 0.0
        && let Some(manifold) = meshes::flush_manifold(parts, *others)
    {
        return Some(manifold);
    }
    takes("part by part");
    let region = region(other, limit + touching_band(parts, other));
    let mut best: Option<(V::Scalar, u32, ContactManifold<V>)> = None;
    parts.visit(region, &mut |number, part| {
        if let Some(found) = V::narrow_manifold(&part, other, limit, &mut PairCache::passing()) {
            let distance = found.points.iter().fold(V::Scalar::MAX, |least, point| least.min(point.distance));
            let is_better =
                best.as_ref().is_none_or(|(least, known, _)| (distance, number) < (*least, *known));
            if is_better {
                best = Some((distance, number, found));
            }
        }
        region
    });
    if is_within(parts, other, best.as_ref().map(|(distance, ..)| (*distance).into())) {
        return signed_to::<_, true>(parts, other, limit).map(|found| single_point(contact_of(found)));
    }
    // In an area a ball is as deep as its boundary is far, not that of a part of it.
    let is_in_area = parts.boundary().is_some() && as_ball(other).is_some();
    let of_area = is_in_area.then(|| signed_to::<_, true>(parts, other, limit)).flatten();
    let (distance, _, found) = best?;
    if let Some(whole) = of_area.filter(|whole| is_deeper::<V>(whole, distance.into())) {
        return Some(single_point(contact_of(whole)));
    }
    Some(at_rest(parts, other, distance).unwrap_or(found))
}

/// A contact as a manifold.
fn single_point<V: Vector>(Contact { point_a, point_b, normal, distance }: Contact<V>) -> ContactManifold<V> {
    ContactManifold {
        normal,
        points: smallvec![ManifoldPoint { point_a, point_b, distance, feature: u64::MAX }],
    }
}

/// Whether a point is on one of the parts. A surface does not contain the space that it encloses.
#[inline(never)]
fn is_on_a_part<V: Vector>(parts: &dyn CompositeShape<V>, point: V) -> bool {
    let place = Aabb::between(point, point);
    let mut is_on = false;
    parts.visit(place, &mut |_, part| {
        is_on = is_on || part.intersects(&place);
        place
    });
    is_on
}

/// Casts a ray or a segment against all parts. Returns the nearest hit; of equally near hits, the hit
/// on the first part.
pub(super) fn cast<V: Vector>(
    path: &ShapeRef<'_, V>,
    parts: &dyn CompositeShape<V>,
    options: &RayOptions<V::Scalar>,
) -> Option<RayHit<V>> {
    let (start, way, last) = match path {
        ShapeRef::Ray(ray) => (ray.origin(), ray.direction().get().to_double(), V::Scalar::MAX),
        ShapeRef::Segment(segment) => {
            (segment.a(), segment.b().to_double() - segment.a().to_double(), V::Scalar::ONE)
        }
        _ => return None,
    };
    if !options.is_in_reach() {
        return None;
    }
    let last = if options.max < last { options.max } else { last };
    // For a start on a surface, its side is undefined.
    let is_enclosed =
        parts.contains_point(start) && (parts.boundary().is_some() || !is_on_a_part(parts, start));
    if is_enclosed && options.mode == RayMode::Solid {
        let back = Unit::new(V::from_double(way * -1.0)).unwrap_or(Unit::axis(0));
        let t = V::Scalar::ZERO;
        return Some(RayHit { t, point: start, normal: back, feature: 0, part: 0, is_inside: true });
    }
    let mut best: Option<RayHit<V>> = None;
    let surface = parts.boundary().unwrap_or(parts);
    surface.visit_along(start.to_double(), way, last.into(), &mut |number, part| {
        let max = best.map_or(last, |best| best.t);
        if let Some(hit) = cast_at_part(path, &part, &RayOptions { max, ..*options })
            && best.is_none_or(|best| hit.t < best.t || (hit.t == best.t && number < best.part))
        {
            best = Some(RayHit { part: number, ..hit });
        }
        best.map_or(last, |best| best.t).into()
    });
    // From inside, the back of a surface is seen, and out is ahead.
    let turned = |hit: RayHit<V>| RayHit { normal: -hit.normal, is_inside: true, ..hit };
    if is_enclosed { best.map(turned) } else { best }
}
