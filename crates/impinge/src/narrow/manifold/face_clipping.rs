//! Contact manifolds: the area in which two shapes are in contact, as a few points.
//!
//! A box on a floor touches it in a rectangle. A solver needs a few points of that area; its corners serve
//! best. The separation gives the normal. In the direction of the normal, each shape has a feature: a face,
//! an edge or a vertex. The feature that faces the normal best is the reference. The other feature, the
//! incident one, is clipped against the sides of the reference, and what remains within the margin is the
//! manifold. Of more than four points, the deepest is kept, and those that span the largest area with it.
//! Source: Sutherland & Hodgman 1974; Ericson 2005, §8.3.4; Gregorius, "Robust Contact Creation", GDC 2015.

use smallvec::{SmallVec, smallvec};

use super::clipped_polygon::{ClippedCorner, cut};
use super::contact_manifold::{ContactManifold, Found, Points, deepest_of, number_of, rounded};
use super::feature::{ALIGNED, FeatureCorner, ShapeFeature, feature};
use crate::math::triple::cross;
use crate::math::{Unit, Vector};
use crate::narrow::collide::{searched, signed};
use crate::narrow::distance::frame::Frame;
use crate::narrow::distance::separation::Separation;
use crate::narrow::distance::support::{Map, SupportMap};
use crate::narrow::pair_cache::PairCache;
use crate::narrow::table::takes;
use crate::shape::{ConvexShape, Core, ShapeRef};

pub(in crate::narrow) fn manifold_in_order<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    limit: f64,
    cache: &mut PairCache,
) -> Option<ContactManifold<V>> {
    let found = signed::<_, true>(*a, *b, searched(limit), cache)?;
    takes("features");
    if found.distance > limit {
        return None;
    }
    let mut points = match (a.convex(), b.convex()) {
        // A ball has one point only.
        (Some(ConvexShape { core: Core::Point(_), .. }), _)
        | (_, Some(ConvexShape { core: Core::Point(_), .. }))
            if V::IS_3D =>
        {
            SmallVec::new()
        }
        (Some(convex_a), Some(convex_b)) => between_convex(&convex_a, &convex_b, &found, limit),
        // A ray is no plane to rest on: the closest points are all.
        (Some(_), None) if matches!(b, ShapeRef::Ray(_)) => SmallVec::new(),
        (Some(convex), None) => on_level(&convex, &found, limit),
        (None, _) => SmallVec::new(),
    };
    Some(rounded(found, &mut points))
}

/// The points between the features of two convex shapes.
fn between_convex<V: Vector>(
    a: &ConvexShape<'_, V>,
    b: &ConvexShape<'_, V>,
    found: &Separation<V::Double>,
    limit: f64,
) -> Points<V::Double> {
    let frame = Frame { origin: a.core.anchor().to_double(), columns: None, scale: 1.0 };
    let (map_a, map_b): (Map<'_, V>, Map<'_, V>) = (frame.map(&a.core), frame.map(&b.core));
    let normal = found.normal;
    let (of_a, of_b) = (feature(&map_a, normal), feature(&map_b, -normal));
    let facing = |feature: &ShapeFeature<V::Double>| feature.normal.map_or(0.0, |of| of.dot(normal).abs());
    let (facing_a, facing_b) = (facing(&of_a), facing(&of_b));
    let radii = [a.radius.into(), b.radius.into()];
    // The choice of the reference must not depend on rounding.
    let is_a_reference = if (facing_a - facing_b).abs() > 1e-6 {
        facing_a > facing_b
    } else {
        (of_a.corners.len(), of_a.number) >= (of_b.corners.len(), of_b.number)
    };
    let mut points = if is_a_reference {
        clip(&of_a, &of_b, normal)
    } else {
        let mut points = clip(&of_b, &of_a, -normal);
        for point in &mut points {
            std::mem::swap(&mut point.point_a, &mut point.point_b);
        }
        points
    };
    for point in &mut points {
        point.point_a = frame.world_point(point.point_a) + normal * radii[0];
        point.point_b = frame.world_point(point.point_b) - normal * radii[1];
        point.distance -= radii[0] + radii[1];
    }
    points.retain(|point| point.distance <= limit);
    points
}

/// Computes the manifold of a triangle (in 2D a segment) and a shape along the normal of the triangle, from
/// the side on which the shape is less deep; `None` if no part of the shape's lowest feature is over it.
pub(in crate::narrow) fn over_face<V: Vector>(
    part: &ConvexShape<'_, V>,
    shape: &ConvexShape<'_, V>,
    limit: f64,
) -> Option<ContactManifold<V>> {
    let frame = Frame { origin: part.core.anchor().to_double(), columns: None, scale: 1.0 };
    let of_part: Map<'_, V> = frame.map(&part.core);
    let corner = |number: u32| of_part.vertex(number);
    let base = corner(0)?;
    let along = (corner(1)? - base).to_f64();
    let normal = match part.core {
        Core::Segment(..) if V::IS_2D => [along[1], -along[0], 0.0],
        Core::Triangle(_) if V::IS_3D => cross(along, (corner(2)? - base).to_f64()),
        _ => return None,
    };
    let normal = Unit::new(V::Double::from_f64(normal)).ok()?.get();
    let of_shape = frame.map(&shape.core);
    let radii: f64 = part.radius.into() + shape.radius.into();
    let gap = |normal: V::Double| (of_shape.support(-normal).0 - base).dot(normal) - radii;
    let normal = if gap(normal) >= gap(-normal) { normal } else { -normal };
    let mut found = Separation { distance: gap(normal), normal, point_a: base, point_b: base };
    if found.distance > limit {
        return None;
    }
    let mut points = between_convex(part, shape, &found, limit);
    let Found { point_a, point_b, distance, .. } = points[deepest_of(&points)?];
    found = Separation { distance, point_a, point_b, ..found };
    Some(rounded(found, &mut points))
}

/// The vertices of a convex shape's feature over a plane, which is the second shape.
fn on_level<V: Vector>(
    convex: &ConvexShape<'_, V>,
    found: &Separation<V::Double>,
    limit: f64,
) -> Points<V::Double> {
    let frame = Frame { origin: convex.core.anchor().to_double(), columns: None, scale: 1.0 };
    let normal = found.normal;
    let radius: f64 = convex.radius.into();
    let shape = feature(&frame.map(&convex.core), normal);
    let corners = shape.corners.iter().map(|corner| {
        let point_a = frame.world_point(corner.point) + normal * radius;
        let distance = (found.point_b - point_a).dot(normal);
        let feature = number_of([shape.number, corner.number, 0, 0]);
        Found { point_a, point_b: point_a + normal * distance, distance, feature }
    });
    corners.filter(|point| point.distance <= limit).collect()
}

/// Clips a feature against the sides of the reference, with the points of the reference below it. The normal
/// points from the reference to the other shape.
fn clip<D: Vector<Scalar = f64>>(
    reference: &ShapeFeature<D>,
    other: &ShapeFeature<D>,
    normal: D,
) -> Points<D> {
    let Some(plane) = reference.normal else {
        return edges(reference, other, normal);
    };
    let count = reference.corners.len();
    let mut left = outline(other);
    let sides: SmallVec<[(D, D); 8]> = if D::IS_2D {
        let (from, to) = (reference.corners[0].point, reference.corners[1].point);
        let across = normal.perpendicular(normal);
        let outward = if across.dot(to - from) > 0.0 { across } else { -across };
        smallvec![(from, -outward), (to, outward)]
    } else {
        // Outward across each edge, along the normal, so that the clipped feature meets the reference along
        // it: then no point is deeper than the shapes are. The loop turns counter-clockwise around the
        // plane's normal.
        (0..count)
            .map(|i| {
                let (from, to) = (reference.corners[i].point, reference.corners[(i + 1) % count].point);
                (from, (to - from).perpendicular(normal))
            })
            .collect()
    };
    for (number, (base, outward)) in sides.into_iter().enumerate() {
        if outward != D::ZERO {
            left = cut_feature(&left, base, outward, number as u32);
        }
    }
    let facing = plane.dot(normal);
    let base = reference.corners[0].point;
    left.into_iter()
        .map(|corner| {
            // Along the normal, not across the plane: the distance that the shapes would have to move to
            // touch here.
            let distance = plane.dot(corner.point - base) / facing;
            Found {
                point_a: corner.point - normal * distance,
                point_b: corner.point,
                distance,
                feature: number_of([reference.number, other.number, corner.into, corner.out]),
            }
        })
        .collect()
}

/// Edges of the clipped feature have the even numbers.
fn outline<D: Vector<Scalar = f64>>(feature: &ShapeFeature<D>) -> SmallVec<[ClippedCorner<D>; 16]> {
    let corners = &feature.corners;
    let before = |i: usize| corners[(i + corners.len() - 1) % corners.len()].number;
    let cut = |(i, corner): (usize, &FeatureCorner<D>)| ClippedCorner {
        point: corner.point,
        into: before(i) << 1,
        out: corner.number << 1,
    };
    corners.iter().enumerate().map(cut).collect()
}

/// The part of a feature, which may be an edge or a point, that is not beyond a plane. Sides of the reference
/// have the odd numbers.
fn cut_feature<D: Vector<Scalar = f64>>(
    corners: &[ClippedCorner<D>],
    base: D,
    outward: D,
    side: u32,
) -> SmallVec<[ClippedCorner<D>; 16]> {
    cut(corners, corners.len() != 2, |point| outward.dot(point - base), side << 1 | 1)
}

/// Computes the contact of two edges that run alongside each other: the ends of their common line.
fn edges<D: Vector<Scalar = f64>>(a: &ShapeFeature<D>, b: &ShapeFeature<D>, normal: D) -> Points<D> {
    if a.corners.len() != 2 || b.corners.len() != 2 || D::IS_2D {
        return SmallVec::new();
    }
    let (base, along) = (a.corners[0].point, a.corners[1].point - a.corners[0].point);
    let other = b.corners[1].point - b.corners[0].point;
    let (square, other_square, cosine) = (along.dot(along), other.dot(other), along.dot(other));
    // Up to the angle at which faces count as flush.
    if cosine * cosine < ALIGNED * ALIGNED * square * other_square {
        return SmallVec::new();
    }
    let left = cut_feature(&outline(b), base, -along, 0);
    let left = cut_feature(&left, base + along, along, 1);
    left.into_iter()
        .map(|corner| {
            let point_a = base + along * (along.dot(corner.point - base) / square);
            let distance = (corner.point - point_a).dot(normal);
            let feature = number_of([a.number, b.number, corner.into, corner.out]);
            Found { point_a, point_b: corner.point, distance, feature }
        })
        .collect()
}
