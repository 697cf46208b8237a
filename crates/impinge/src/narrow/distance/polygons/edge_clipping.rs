//! Where two polygons of the plane rest on each other.
//!
//! Each has a feature in the direction of the other: an edge, if it faces that way, or a vertex. The edge
//! that faces the other shape more is the reference, and the other feature is clipped between its ends. Two
//! ends are left at most.

use glam::DVec2;
use smallvec::SmallVec;

use super::{
    EQUAL, MAX_VERTICES, Numbering, PolygonOutline, PolygonPair, WIDTH, double, hulls, in_order, of_vector,
    reach,
};
use crate::math::{Unit, Vector};
use crate::narrow::Contact;
use crate::narrow::contact::contact_of;
use crate::narrow::distance::bounding_balls::are_beyond;
use crate::narrow::distance::error_bound::error_bound;
use crate::narrow::distance::pair_order::is_swapped;
use crate::narrow::distance::separation::{ClosedForm, Separation};
use crate::narrow::manifold::contact_manifold;
use crate::narrow::manifold::contact_manifold::{ContactManifold, DEEPEST, Found, ManifoldPoint, Points};
use crate::narrow::manifold::feature::ALIGNED;
use crate::narrow::table::takes;
use crate::shape::{ConvexShape, Core};

/// The result for a manifold in 2D.
pub(in crate::narrow) enum Answer<V: Vector> {
    /// Nothing.
    Open,
    /// The shapes are further apart than the limit.
    Nothing,
    /// This.
    Points(FlatManifold<V>),
}

/// A [`ContactManifold`] without room for the points that there are in space only.
pub(in crate::narrow) struct FlatManifold<V: Vector> {
    normal: V,
    first: ManifoldPoint<V>,
    second: ManifoldPoint<V>,
    has_second: bool,
}

impl<V: Vector> From<FlatManifold<V>> for ContactManifold<V> {
    #[inline(always)]
    fn from(flat: FlatManifold<V>) -> Self {
        let mut manifold = ContactManifold { normal: Unit::of_unit(flat.normal), points: SmallVec::new() };
        manifold.points.push(flat.first);
        if flat.has_second {
            manifold.points.push(flat.second);
        }
        manifold
    }
}

/// The manifold of two shapes in the plane as far as `limit`, whose separation may be known: open if this
/// file does not handle it.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(in crate::narrow) fn manifold<V: Vector>(
    a: &ConvexShape<'_, V>,
    b: &ConvexShape<'_, V>,
    known: Option<Separation<V::Double>>,
    limit: f64,
) -> Answer<V> {
    if let (Core::Point(_), Core::Point(_), Some(known)) = (&a.core, &b.core, known) {
        takes("closed form");
        let known = Separation {
            distance: known.distance,
            normal: double(known.normal),
            point_a: double(known.point_a),
            point_b: double(known.point_b),
        };
        return at_deepest(known, false);
    }
    if let (Core::Hull(..), Core::Hull(..)) = (&a.core, &b.core) {
        match hulls::manifold(a, b, limit) {
            Answer::Open => {}
            answer => return answer,
        }
    }
    let is_swapped = is_swapped(a, b);
    let (a, b) = if is_swapped { (b, a) } else { (a, b) };
    let known = known.map(|known| if is_swapped { known.flip() } else { known });
    let known = known.map(|known| Separation {
        distance: known.distance,
        normal: double(known.normal),
        point_a: double(known.point_a),
        point_b: double(known.point_b),
    });
    if let (Some(known), Core::Segment(a0, a1), Core::Segment(b0, b1)) = (known, &a.core, &b.core) {
        let radii = [a.radius, b.radius].map(Into::into);
        return manifold_of_segments([[*a0, *a1], [*b0, *b1]], radii, known, is_swapped, limit);
    }
    ordered_manifold(a, b, known, is_swapped, limit)
}

/// Of two segments in the order in which they are computed. Most of them rest on each other with one end
/// only.
#[inline(never)]
fn manifold_of_segments<V: Vector>(
    ends: [[V; 2]; 2],
    radii: [f64; 2],
    known: Separation<DVec2>,
    is_swapped: bool,
    limit: f64,
) -> Answer<V> {
    takes("features of segments");
    // What is found by closed forms in `f32` needs no origin near the shapes.
    let [a, b] = ends.map(|ends| ends.map(double));
    let is_facing = |[from, to]: [DVec2; 2]| {
        let (along, square) = ((to - from).dot(known.normal), (to - from).dot(to - from));
        // The sine against the direction is the cosine of the normal.
        along * along <= (1.0 - ALIGNED * ALIGNED) * square * (1.0 + EQUAL)
    };
    if !is_facing(a) && !is_facing(b) {
        return at_deepest(known, is_swapped);
    }
    let features = [segment_feature(a, known.normal), segment_feature(b, -known.normal)];
    let (points, count) = meet(&features, radii, DVec2::ZERO, &known, limit);
    let size = a.iter().chain(&b).fold(radii[0] + radii[1], |size, end| size + reach(*end));
    rounded(known, points, count, error_bound::<V>(size) / 64.0, is_swapped)
}

/// The feature of a segment in a unit direction: one of its two sides or an end.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn segment_feature([from, to]: [DVec2; 2], direction: DVec2) -> PolygonFeature {
    let along = to - from;
    let outward = DVec2::new(along.y, -along.x);
    let (cosine, square) = (outward.dot(direction), along.dot(along));
    if cosine * cosine >= ALIGNED * ALIGNED * square && square > 0.0 {
        let (is_second, facing) = (cosine < 0.0, cosine * cosine / square);
        let number = u32::from(is_second);
        let end_numbers = [number, 1 - number];
        if is_second {
            PolygonFeature { ends: [to, from], end_numbers, outward: Some(-outward), facing, number }
        } else {
            PolygonFeature { ends: [from, to], end_numbers, outward: Some(outward), facing, number }
        }
    } else {
        let number = u32::from(along.dot(direction) > 0.0);
        let end = if number == 1 { to } else { from };
        PolygonFeature { ends: [end; 2], end_numbers: [number; 2], outward: None, facing: 0.0, number }
    }
}

/// Of any shapes in the order in which they are computed, their separation in the same order.
#[inline(never)]
pub(super) fn ordered_manifold<V: Vector>(
    a: &ConvexShape<'_, V>,
    b: &ConvexShape<'_, V>,
    known: Option<Separation<DVec2>>,
    is_swapped: bool,
    limit: f64,
) -> Answer<V> {
    if known.is_none() && are_beyond(a, b, limit) {
        return Answer::Nothing;
    }
    takes("axes of polygons");
    in_order!(
        a,
        b,
        |pair| {
            let found = match known {
                Some(known) => known,
                None => match pair.separation(limit) {
                    ClosedForm::Found(found) => found,
                    ClosedForm::Beyond => return Answer::Nothing,
                    ClosedForm::Open => return Answer::Open,
                },
            };
            let (points, count) =
                rest(&pair.a.outline(), &pair.b.outline(), pair.radii, pair.origin, &found, limit);
            rounded::<V>(found, points, count, pair.room / 64.0, is_swapped)
        },
        Answer::Open
    )
}

/// The feature of a polygon in a direction: an edge, if it faces that way, or a vertex.
pub(super) struct PolygonFeature {
    /// The ends of the edge, or the vertex twice.
    pub ends: [DVec2; 2],
    pub end_numbers: [u32; 2],
    /// Of an edge: outwards, of any length.
    pub outward: Option<DVec2>,
    /// The square of the cosine between the direction and the edge's normal; 0 for a vertex.
    pub facing: f64,
    pub number: u32,
}

/// The feature in a unit direction.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn feature(polygon: &impl PolygonOutline, direction: DVec2) -> PolygonFeature {
    feature_at(polygon, polygon.lowest(-direction), direction)
}

/// The same, given the vertex that is furthest that way. Cosines are compared as squares, without roots.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(super) fn feature_at(polygon: &impl PolygonOutline, top: usize, direction: DVec2) -> PolygonFeature {
    if polygon.count() > 1 {
        let facing = |edge: usize| {
            let outward = polygon.outward(edge);
            let along = outward.dot(direction);
            (along * along.abs(), outward.dot(outward))
        };
        let last = polygon.last(top);
        let (left, right) = (facing(top), facing(last));
        // Chosen by an index, for which it is cannot be foreseen.
        let index = usize::from(left.0 * right.1 > right.0 * left.1);
        let (along, square) = [right, left][index];
        if along >= ALIGNED * ALIGNED * square {
            return edge_feature(polygon, [last, top][index], along / square);
        }
    }
    let number = polygon.vertex_number(top);
    let ends = [polygon.vertex(top); 2];
    PolygonFeature { ends, end_numbers: [number; 2], outward: None, facing: 0.0, number }
}

/// An edge.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(super) fn edge_feature(polygon: &impl PolygonOutline, edge: usize, facing: f64) -> PolygonFeature {
    let mut ends = [edge, polygon.next(edge)];
    if let Numbering::Hull { is_clockwise: true } = polygon.numbering() {
        // The general way takes the sides of hulls as they were before they were mirrored.
        ends.reverse();
    }
    PolygonFeature {
        ends: ends.map(|end| polygon.vertex(end)),
        end_numbers: ends.map(|end| polygon.vertex_number(end)),
        outward: Some(polygon.outward(edge)),
        facing,
        number: polygon.edge_number(edge),
    }
}

/// The points in which two polygons rest on each other, in the world.
#[inline(never)]
pub(super) fn rest(
    a: &impl PolygonOutline,
    b: &impl PolygonOutline,
    radii: [f64; 2],
    origin: DVec2,
    found: &Separation<DVec2>,
    limit: f64,
) -> ([Found<DVec2>; 2], usize) {
    let features = [feature(a, found.normal), feature(b, -found.normal)];
    meet(&features, radii, origin, found, limit)
}

/// The same between two features.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(super) fn meet(
    features: &[PolygonFeature; 2],
    radii: [f64; 2],
    origin: DVec2,
    found: &Separation<DVec2>,
    limit: f64,
) -> ([Found<DVec2>; 2], usize) {
    let nothing = Found { point_a: DVec2::ZERO, point_b: DVec2::ZERO, distance: 0.0, feature: 0 };
    // As in the general way: which is the reference must not hang on rounding. Near 1, squares differ by
    // twice as much.
    let rank = |feature: &PolygonFeature| (feature.outward.is_some(), feature.number);
    let ahead = features[0].facing - features[1].facing;
    let is_a_reference =
        if ahead.abs() > 2e-6 { ahead > 0.0 } else { rank(&features[0]) >= rank(&features[1]) };
    // Chosen by an index, for a branch would be taken every other time.
    let index = usize::from(!is_a_reference);
    let (reference, other) = (&features[index], &features[1 - index]);
    let normal = [found.normal, -found.normal][index];
    let Some(plane) = reference.outward else {
        return ([nothing; 2], 0);
    };
    // An edge may lie along the normal by the roundings of its ends; no point is below it then.
    let facing = plane.dot(normal);
    if facing == 0.0 {
        return ([nothing; 2], 0);
    }
    let (cuts, count) = clip(reference, other, normal);
    let per_facing = 1.0 / facing;
    let both = radii[0] + radii[1];
    let (mut points, mut kept) = ([nothing; 2], 0);
    for cut in &cuts[..count] {
        // Along the normal, not across the plane: so far the shapes would have to move to meet here.
        let distance = plane.dot(cut.point - reference.ends[0]) * per_facing;
        if distance - both > limit {
            continue;
        }
        let on_reference = cut.point - normal * distance;
        let on = [on_reference, cut.point];
        let (point_a, point_b) = (on[index], on[1 - index]);
        points[kept] = Found {
            point_a: point_a + found.normal * radii[0] + origin,
            point_b: point_b - found.normal * radii[1] + origin,
            distance: distance - both,
            feature: contact_manifold::number_of([reference.number, other.number, cut.into, cut.out]),
        };
        kept += 1;
    }
    (points, kept)
}

/// An end of what is left of an edge, by the numbers of what leads to it and away from it.
#[derive(Clone, Copy)]
struct EdgeCut {
    point: DVec2,
    into: u32,
    out: u32,
}

/// What is left of a feature between the ends of the reference.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn clip(reference: &PolygonFeature, other: &PolygonFeature, normal: DVec2) -> ([EdgeCut; 2], usize) {
    let [first, second] = other.end_numbers.map(|number| number << 1);
    let mut cuts = [
        EdgeCut { point: other.ends[0], into: second, out: first },
        EdgeCut { point: other.ends[1], into: first, out: second },
    ];
    let mut count = if other.outward.is_some() { 2 } else { 1 };
    let [from, to] = reference.ends;
    let along = DVec2::new(normal.y, -normal.x);
    let along = if along.dot(to - from) > 0.0 { along } else { -along };
    // Where two vertices are nearest, the one is exactly beside the other: rounding must not decide on which
    // side.
    let exactly = EQUAL * (reach(to - from) + reach(other.ends[0] - from) + reach(other.ends[1] - from));
    for (side, (base, outward)) in [(from, -along), (to, along)].into_iter().enumerate() {
        let height = |cut: &EdgeCut| outward.dot(cut.point - base);
        let (low, high) = (height(&cuts[0]), height(&cuts[1]));
        let (is_low_left, is_high_left) = (low <= exactly, high <= exactly);
        if count < 2 || is_low_left == is_high_left {
            count = if is_low_left { count } else { 0 };
            continue;
        }
        let side = (side as u32) << 1 | 1;
        let crossing = || cuts[0].point + (cuts[1].point - cuts[0].point) * (low / (low - high));
        if low < -exactly {
            cuts[1] = EdgeCut { point: crossing(), into: cuts[0].out, out: side };
        } else if high < -exactly {
            cuts[0] = EdgeCut { point: crossing(), into: side, out: cuts[0].out };
        } else {
            cuts[0] = if is_low_left { cuts[0] } else { cuts[1] };
            count = 1;
        }
    }
    (cuts, count)
}

/// The one point where a vertex rests on an edge, whose numbers are given.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(super) fn one_point<V: Vector>(
    found: Separation<DVec2>,
    [edge, vertex]: [u32; 2],
    is_swapped: bool,
) -> Answer<V> {
    let feature = contact_manifold::number_of([edge, vertex, vertex << 1, vertex << 1]);
    only_point(found, feature, is_swapped)
}

/// The point of the separation, where no features meet.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn at_deepest<V: Vector>(found: Separation<DVec2>, is_swapped: bool) -> Answer<V> {
    only_point(found, DEEPEST, is_swapped)
}

#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn only_point<V: Vector>(found: Separation<DVec2>, feature: u64, is_swapped: bool) -> Answer<V> {
    let found = if is_swapped { found.flip() } else { found };
    let Contact { point_a, point_b, normal, distance } = contact_of::<V>(of_vector::<V>(found));
    let point = ManifoldPoint { point_a, point_b, distance, feature };
    Answer::Points(FlatManifold { normal: normal.get(), first: point, second: point, has_second: false })
}

/// The points, the deepest first, in the precision of the shapes.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(super) fn rounded<V: Vector>(
    mut found: Separation<DVec2>,
    mut points: [Found<DVec2>; 2],
    mut count: usize,
    exactly: f64,
    is_swapped: bool,
) -> Answer<V> {
    if is_swapped {
        found = found.flip();
        for point in &mut points {
            std::mem::swap(&mut point.point_a, &mut point.point_b);
        }
    }
    // On the huge one of two shapes, points of the other may fall together.
    if count == 2 && points[0].point_a == points[1].point_a && points[0].point_b == points[1].point_b {
        count = 1;
    }
    if count == 2 && points[1].distance < points[0].distance {
        points.swap(0, 1);
    }
    // Where clipping missed the deepest point by more than rounding, the general way decides which points
    // stay.
    if count == 0 || points[0].distance - found.distance > exactly {
        return missed(found, &points[..count]);
    }
    let precise = of_vector::<V>(found);
    let point = |found: &Found<DVec2>| {
        let Found { point_a, point_b, distance, feature } = of_found::<V>(found);
        let contact = contact_of::<V>(Separation { distance, normal: precise.normal, point_a, point_b });
        let Contact { point_a, point_b, distance, .. } = contact;
        ManifoldPoint { point_a, point_b, distance, feature }
    };
    let first = point(&points[0]);
    let second = if count > 1 { point(&points[1]) } else { first };
    let normal = contact_of::<V>(precise).normal.get();
    Answer::Points(FlatManifold { normal, first, second, has_second: count > 1 })
}

#[inline(never)]
fn missed<V: Vector>(found: Separation<DVec2>, points: &[Found<DVec2>]) -> Answer<V> {
    let mut points: Points<V::Double> = points.iter().map(of_found::<V>).collect();
    let manifold = contact_manifold::rounded(of_vector::<V>(found), &mut points);
    let (normal, has_second) = (manifold.normal.get(), manifold.points.len() > 1);
    match (manifold.points.first(), manifold.points.last()) {
        (Some(&first), Some(&second)) => Answer::Points(FlatManifold { normal, first, second, has_second }),
        _ => Answer::Open,
    }
}

#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn of_found<V: Vector>(found: &Found<DVec2>) -> Found<V::Double> {
    let vector = |vector: DVec2| V::Double::from_fn(|axis| vector[axis]);
    let Found { point_a, point_b, distance, feature } = *found;
    Found { point_a: vector(point_a), point_b: vector(point_b), distance, feature }
}
