//! Short ways: pairs so common, and so quickly answered, that they go past the table.
//!
//! - Balls, and segments and capsules among each other and with balls, in `f32`: closed forms in `f64`, in
//!   which nothing can overflow.
//! - Balls against segments, boxes and triangles, and boxes along the axes: closed forms as well.
//! - Boxes in space, and segments and capsules at them: the separating axes if they overlap, and going to and
//!   fro between them if they are apart.
//! - Convex polygons in the plane: the separating axes as well.
//!
//! They answer if the answer is clear of rounding; what is left goes the long way.

mod closest_points;

pub(crate) use closest_points::nearest_by_regions;

use super::boxes::{Apart, Axes};
use super::error_bound::error_bound;
use super::pair_order::tie_break;
use super::polygons::Answer;
use super::separation::{ClosedForm, Separation, is_single};
use super::{boxes, polygons, segments};
use crate::math::{Scalar, Vector};
use crate::narrow::manifold::contact_manifold;
use crate::narrow::manifold::contact_manifold::{ContactManifold, Points};
use crate::narrow::relation::Relation;
use crate::narrow::table::takes;
use crate::shape::{ConvexShape, Core, Obb, ShapeRef};

/// Two ends and a radius.
type SegmentAndRadius<V> = ([V; 2], <V as Vector>::Scalar);

#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn capsule<V: Vector>(view: ShapeRef<'_, V>) -> Option<SegmentAndRadius<V>> {
    match view {
        ShapeRef::Ball(ball) => Some(([ball.center(); 2], ball.radius())),
        ShapeRef::Segment(segment) => Some(([segment.a(), segment.b()], V::Scalar::ZERO)),
        ShapeRef::Convex(ConvexShape { core: Core::Segment(a, b), radius }) => Some(([a, b], radius)),
        ShapeRef::Convex(ConvexShape { core: Core::Point(point), radius }) => Some(([point; 2], radius)),
        _ => None,
    }
}

/// A centre and a radius.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn ball<V: Vector>(view: ShapeRef<'_, V>) -> Option<(V, V::Scalar)> {
    match view {
        ShapeRef::Ball(ball) => Some((ball.center(), ball.radius())),
        ShapeRef::Convex(ConvexShape { core: Core::Point(point), radius }) => Some((point, radius)),
        _ => None,
    }
}

/// How much of the room for signs is left to a search where a closed form goes to and fro: to 10⁻¹² of sizes
/// in `f64`.
const LAST_DIGITS: f64 = 1e-3;

/// Two boxes in space, and by how much more than their sizes their numbers were rounded.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn two_boxes<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Option<([Obb<V>; 2], V::Scalar)> {
    let of = |view: ShapeRef<'_, V>| match view {
        ShapeRef::Obb(obb) => Some((obb, V::Scalar::ZERO)),
        // Centre and half extents of a box along the axes are rounded, relative to its coordinates.
        ShapeRef::Aabb(bounds) => {
            Some((bounds.into(), (bounds.min().abs() + bounds.max().abs()).element_sum()))
        }
        _ => None,
    };
    let ((a, rounded_a), (b, rounded_b)) = (of(a)?, of(b)?);
    Some(([a, b], rounded_a + rounded_b))
}

/// Two boxes in the plane and their radii.
type FlatBoxes<V> = ([Obb<V>; 2], [<V as Vector>::Scalar; 2]);

/// Two boxes in the plane, which may be rounded.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn two_flat_boxes<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Option<FlatBoxes<V>> {
    let of = |view| match view {
        ShapeRef::Obb(obb) => Some((obb, V::Scalar::ZERO)),
        ShapeRef::Aabb(bounds) => Some((bounds.into(), V::Scalar::ZERO)),
        ShapeRef::Convex(ConvexShape { core: Core::Box(obb), radius }) => Some((obb, radius)),
        _ => None,
    };
    let ((a, radius_a), (b, radius_b)) = (of(a)?, of(b)?);
    Some(([a, b], [radius_a, radius_b]))
}

/// The separation of two shapes as far as `limit`, if there is a short way to it.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(in crate::narrow) fn signed<V: Vector, const DEPTH: bool>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    limit: f64,
) -> ClosedForm<V::Double> {
    match closest_points::signed(a, b, limit) {
        ClosedForm::Open => {}
        short => return short,
    }
    if V::IS_3D
        && let Some(([a, b], rounded)) = two_boxes(a, b)
    {
        return separation_of_boxes::<V, DEPTH>(&a, &b, rounded, limit);
    }
    match (of_segment_and_box(a, b, limit), of_segment_and_box(b, a, limit)) {
        (ClosedForm::Open, ClosedForm::Open) => {}
        (ClosedForm::Open, ClosedForm::Found(found)) => return ClosedForm::Found(found.flip()),
        (ClosedForm::Open, short) | (short, _) => return short,
    }
    if V::IS_2D
        && let Some((boxes, radii)) = two_flat_boxes(a, b)
    {
        if boxes[0].center() == boxes[1].center() && tie_break(&a, &b).is_ne() {
            return ClosedForm::Open;
        }
        return polygons::signed_of_boxes::<V, DEPTH>([&boxes[0], &boxes[1]], radii, limit);
    }
    match of_round(a, b, limit) {
        ClosedForm::Open if V::IS_2D => match a.convex().zip(b.convex()) {
            Some((a, b)) => polygons::signed::<V, DEPTH>(&a, &b, limit),
            None => ClosedForm::Open,
        },
        short => short,
    }
}

/// In some order that is the same for the same boxes; boxes of one centre are left to the general way.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn is_swapped<V: Vector>(a: &Obb<V>, b: &Obb<V>) -> Option<bool> {
    let (p, q) = (a.center(), b.center());
    (0..V::DIMENSION).find(|&axis| p[axis] != q[axis]).map(|axis| p[axis] > q[axis])
}

/// The size of the numbers that two boxes are given by.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn magnitude_of_boxes<V: Vector>(a: &Obb<V>, b: &Obb<V>) -> f64 {
    let of = |obb: &Obb<V>| {
        obb.center().to_double().abs().element_sum() + obb.half_extents().to_double().element_sum()
    };
    of(a) + of(b)
}

#[inline(never)]
fn separation_of_boxes<V: Vector, const DEPTH: bool>(
    a: &Obb<V>,
    b: &Obb<V>,
    rounded: V::Scalar,
    limit: f64,
) -> ClosedForm<V::Double> {
    let Some(is_swapped) = is_swapped(a, b) else {
        return ClosedForm::Open;
    };
    let pair = [a, b];
    let (a, b) = (pair[usize::from(is_swapped)], pair[usize::from(!is_swapped)]);
    takes("axes of boxes");
    match boxes::axes(a, b, rounded) {
        Axes::Apart(gap, _) if gap.into() > limit => ClosedForm::Beyond,
        Axes::Apart(_, face) => {
            // A pair exactly at the limit is reported, whichever way its distance was rounded.
            let room = error_bound::<V>(magnitude_of_boxes(a, b) + rounded.into());
            match boxes::nearest(a, b, face, limit + room) {
                Apart::Beyond => ClosedForm::Beyond,
                Apart::Found(found) if found.distance <= room => ClosedForm::Open,
                Apart::Found(found) if found.distance > limit => ClosedForm::Beyond,
                Apart::Found(found) if is_swapped => ClosedForm::Found(found.flip()),
                Apart::Found(found) => ClosedForm::Found(found),
                Apart::Unclear => ClosedForm::Open,
            }
        }
        Axes::Unclear => ClosedForm::Open,
        // Deep enough to be clear of rounding; the depth is not needed.
        Axes::Overlapping(_) if !DEPTH => ClosedForm::Found(Separation {
            distance: -1.0,
            normal: V::Double::unit_axis(0),
            point_a: V::Double::ZERO,
            point_b: V::Double::ZERO,
        }),
        Axes::Overlapping(axis) => match boxes::rest(a, b, axis, 0.0, &mut Points::new()) {
            Some(found) if is_swapped => ClosedForm::Found(found.flip()),
            Some(found) => ClosedForm::Found(found),
            None => ClosedForm::Open,
        },
    }
}

/// A segment or capsule, which is the first, and a box in space, either of them rounded or not.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn of_segment_and_box<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    limit: f64,
) -> ClosedForm<V::Double> {
    let (Some((ends, radius_a)), None) = (capsule(a), ball(a)) else {
        return ClosedForm::Open;
    };
    let (obb, radius_b) = match b {
        ShapeRef::Obb(obb) => (obb, V::Scalar::ZERO),
        ShapeRef::Aabb(bounds) => (bounds.into(), V::Scalar::ZERO),
        ShapeRef::Convex(ConvexShape { core: Core::Box(obb), radius }) => (obb, radius),
        _ => return ClosedForm::Open,
    };
    if V::IS_2D {
        return ClosedForm::Open;
    }
    takes("segment and box");
    let coordinates = ends[0].abs() + ends[1].abs() + obb.center().abs() + obb.half_extents();
    let room = error_bound::<V>((coordinates.element_sum() + radius_a + radius_b).into());
    let (radius_a, radius_b): (f64, f64) = (radius_a.into(), radius_b.into());
    let found = boxes::segment_box(ends.map(V::to_double), &obb, limit + (radius_a + radius_b) + room);
    match found {
        Apart::Beyond => ClosedForm::Beyond,
        Apart::Unclear => ClosedForm::Open,
        Apart::Found(core) => {
            let distance = core.distance - (radius_a + radius_b);
            // Cores that nearly touch: the relation decides, and the normal may be rounding. Cores clear of
            // each other are known better here than by a search, but for the last digits, which decide
            // whether shapes touch.
            let nearly = if core.distance <= room { room } else { room * LAST_DIGITS };
            if distance.abs() <= nearly {
                return ClosedForm::Open;
            }
            if distance > limit {
                return ClosedForm::Beyond;
            }
            let point_a = core.point_a + core.normal * radius_a;
            let point_b = core.point_b - core.normal * radius_b;
            ClosedForm::Found(Separation { distance, normal: core.normal, point_a, point_b })
        }
    }
}

/// The manifold of two shapes in the plane.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(in crate::narrow) fn manifold_in_plane<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    limit: f64,
) -> Answer<V> {
    if let Some((boxes, radii)) = two_flat_boxes(a, b) {
        if boxes[0].center() == boxes[1].center() && tie_break(&a, &b).is_ne() {
            return Answer::Open;
        }
        return polygons::manifold_of_boxes([&boxes[0], &boxes[1]], radii, limit);
    }
    let Some((convex_a, convex_b)) = a.convex().zip(b.convex()) else {
        return Answer::Open;
    };
    let known = match of_round(a, b, limit) {
        ClosedForm::Beyond => return Answer::Nothing,
        ClosedForm::Found(known) => Some(known),
        ClosedForm::Open => None,
    };
    polygons::manifold(&convex_a, &convex_b, known, limit)
}

/// The manifold of two shapes in space of which one is a ball, or of two boxes that overlap or are certainly
/// apart.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(in crate::narrow) fn manifold<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    limit: f64,
) -> Option<Option<ContactManifold<V>>> {
    if ball(a).is_some() || ball(b).is_some() {
        return match signed::<V, true>(a, b, limit) {
            ClosedForm::Found(found) => Some(Some(contact_manifold::of_one_point(found))),
            ClosedForm::Beyond => Some(None),
            ClosedForm::Open => None,
        };
    }
    let ([a, b], rounded) = two_boxes(a, b)?;
    // Corners of flat boxes lie on each other, which is not for this way to see.
    let is_flat = |obb: &Obb<V>| (0..3).any(|axis| obb.half_extents()[axis] == V::Scalar::ZERO);
    if is_flat(&a) || is_flat(&b) {
        return None;
    }
    manifold_of_boxes(&a, &b, rounded, limit)
}

#[inline(never)]
fn manifold_of_boxes<V: Vector>(
    a: &Obb<V>,
    b: &Obb<V>,
    rounded: V::Scalar,
    limit: f64,
) -> Option<Option<ContactManifold<V>>> {
    let is_swapped = is_swapped(a, b)?;
    let pair = [a, b];
    let (a, b) = (pair[usize::from(is_swapped)], pair[usize::from(!is_swapped)]);
    takes("axes of boxes");
    match boxes::axes(a, b, rounded) {
        Axes::Apart(gap, _) if gap.into() > limit => Some(None),
        Axes::Overlapping(axis) => {
            let mut points = Points::new();
            let found = boxes::rest(a, b, axis, limit, &mut points)?;
            let manifold = contact_manifold::rounded(found, &mut points);
            Some(Some(if is_swapped { manifold.flip() } else { manifold }))
        }
        _ => None,
    }
}

/// The separation of two balls, segments or capsules as far as `limit`, if there is a short way to it.
// Views go by value, so that they need no place in memory.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn of_round<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>, limit: f64) -> ClosedForm<V::Double> {
    if !is_single::<V>() {
        return ClosedForm::Open;
    }
    if let (Some(a), Some(b)) = (ball(a), ball(b)) {
        return two_balls(a, b, limit);
    }
    let (Some((a, radius_a)), Some((b, radius_b))) = (capsule(a), capsule(b)) else {
        return ClosedForm::Open;
    };
    takes("two capsules");
    let coordinates = a[0].abs() + a[1].abs() + b[0].abs() + b[1].abs();
    let room = error_bound::<V>((coordinates.element_sum() + radius_a + radius_b).into());
    match segments::capsules(a, b, [radius_a.into(), radius_b.into()]) {
        Some(found) if found.distance.abs() <= room => ClosedForm::Open,
        Some(found) if found.distance > limit => ClosedForm::Beyond,
        Some(found) => ClosedForm::Found(found),
        None => ClosedForm::Open,
    }
}

/// Two balls by their centres, which no order changes.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn two_balls<V: Vector>(
    (a, radius_a): (V, V::Scalar),
    (b, radius_b): (V, V::Scalar),
    limit: f64,
) -> ClosedForm<V::Double> {
    takes("two balls");
    let room = error_bound::<V>(((a.abs() + b.abs()).element_sum() + radius_a + radius_b).into());
    let (radius_a, radius_b): (f64, f64) = (radius_a.into(), radius_b.into());
    let (a, b) = (a.to_double(), b.to_double());
    let (between, radii) = (b - a, radius_a + radius_b);
    let square = between.dot(between);
    let beyond = limit + radii + room;
    if square > beyond * beyond {
        return ClosedForm::Beyond;
    }
    let length = square.sqrt();
    let distance = length - radii;
    if distance.abs() <= room || length == 0.0 {
        return ClosedForm::Open;
    }
    if distance > limit {
        return ClosedForm::Beyond;
    }
    let normal = between * (1.0 / length);
    ClosedForm::Found(Separation {
        distance,
        normal,
        point_a: a + normal * radius_a,
        point_b: b - normal * radius_b,
    })
}

/// The relation of two shapes, if there is a short way to it.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(in crate::narrow) fn relation<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Option<Relation> {
    match signed::<V, false>(a, b, 0.0) {
        ClosedForm::Found(found) if found.distance < 0.0 => Some(Relation::Overlapping),
        ClosedForm::Found(_) | ClosedForm::Open => None,
        ClosedForm::Beyond => Some(Relation::Disjoint),
    }
}
