//! Points, segments and boxes: closed forms.
//!
//! Source: Ericson, "Real-Time Collision Detection", 2005, §5.1.2, §5.1.4 and §5.1.9.

use super::separation::{Separation, measured};
use crate::math::{Scalar, Vector, least_axis};

/// A unit vector perpendicular to a direction; x where the direction is zero.
#[inline]
pub(in crate::narrow) fn any_perpendicular<D: Vector<Scalar = f64>>(direction: D) -> D {
    let across = direction.perpendicular(D::unit_axis(least_axis(direction)));
    measured(across).map_or(D::unit_axis(0), |(_, direction)| direction)
}

/// A point against a segment.
#[inline(always)]
pub(in crate::narrow) fn point_segment<D: Vector<Scalar = f64>>(point: D, a: D, b: D) -> Separation<D> {
    let along = b - a;
    let (t, square) = ((point - a).dot(along), along.dot(along));
    let nearest = if t <= 0.0 {
        a
    } else if t >= square {
        b
    } else {
        a + along * (t / square)
    };
    let found = Separation::of_points(point, nearest, || D::ZERO);
    let size = along.abs().max_element() + (point - a).abs().max_element();
    if found.distance > 1e-6 * size || t <= 0.0 || t >= square {
        return Separation::of_points(point, nearest, || any_perpendicular(along));
    }
    // So near to the segment, the way to it is across it up to rounding, which must not count for more than
    // it is.
    let way = (nearest - point) + along * ((point - nearest).dot(along) / square);
    let length = way.length();
    let normal = if length > 1e-15 * size { way * (1.0 / length) } else { any_perpendicular(along) };
    Separation { normal, ..found }
}

/// A point against a box, of which the half extents and the unit axes are given: outside, the nearest point
/// has the point's coordinates confined to the box; inside, the way out is through the nearest face.
#[inline(always)]
pub(in crate::narrow) fn point_box<D: Vector<Scalar = f64>>(
    point: D,
    center: D,
    axes: &D::Basis,
    half: D,
) -> Separation<D> {
    let local = D::from_fn(|axis| axes[axis].dot(point - center));
    let confined = D::from_fn(|axis| Scalar::min(Scalar::max(local[axis], -half[axis]), half[axis]));
    let away = local - confined;
    if away != D::ZERO {
        let to_box = (0..D::DIMENSION).fold(D::ZERO, |sum, axis| sum - axes[axis] * away[axis]);
        return Separation::of_points(point, point + to_box, || axes[0]);
    }
    let room = D::from_fn(|axis| half[axis] - local[axis].abs());
    let nearest = (1..D::DIMENSION).fold(0, |best, axis| if room[axis] < room[best] { axis } else { best });
    // The box has to go the other way.
    let normal = if local[nearest] < 0.0 { axes[nearest] } else { -axes[nearest] };
    let distance = -room[nearest];
    Separation { distance, normal, point_a: point, point_b: point + normal * distance }
}

/// Two segments, given as the ends of the first and of the second; `None` in the plane if they cross.
///
/// The squared distance between the points at s and t is a parabola in both. Its lowest point belongs
/// to the lines. Where it lies outside of a segment, that segment's end is nearest, and of two such
/// ends the second to be confined is right.
#[inline(always)]
pub(in crate::narrow) fn segment_segment<D: Vector<Scalar = f64>>(
    [a0, a1, b0, b1]: [D; 4],
) -> Option<Separation<D>> {
    let (along_a, along_b, between) = (a1 - a0, b1 - b0, a0 - b0);
    let (aa, bb, ab) = (along_a.dot(along_a), along_b.dot(along_b), along_a.dot(along_b));
    let (a_between, b_between) = (along_a.dot(between), along_b.dot(between));
    // The determinant of the 2×2 system; for parallel segments any point of the first will do to start from.
    // Reciprocals do not wait for each other, as quotients would.
    let across = aa * bb - ab * ab;
    if across <= 1e-9 * aa * bb {
        return nearly_parallel([a0, a1, b0, b1]);
    }
    let reciprocal = |x: f64| if x > 0.0 { 1.0 / x } else { 0.0 };
    let (per_aa, per_bb, per_across) = (reciprocal(aa), reciprocal(bb), reciprocal(across));
    let confined = |x: f64| Scalar::min(Scalar::max(x, 0.0), 1.0);
    let s = confined((ab * b_between - a_between * bb) * per_across);
    let t = confined((ab * s + b_between) * per_bb);
    let s = confined((ab * t - a_between) * per_aa);
    let (point_a, point_b) = (a0 + along_a * s, b0 + along_b * t);
    let gap = point_b - point_a;
    let square = gap.dot(gap);
    let is_crossing = D::IS_2D && square <= 1e-12 * aa.max(bb);
    if square > 1e-28 * aa.max(bb).max(between.dot(between)) && !is_crossing {
        let distance = square.sqrt();
        if square < 1e-14 * aa.max(bb) {
            return Some(nearly_touching([a0, a1, b0, b1], point_a, point_b));
        }
        return Some(Separation { distance, normal: gap * (1.0 / distance), point_a, point_b });
    }
    touching_segments([a0, a1, b0, b1], point_a, point_b)
}

/// So near to each other, segments are nearest across both, and an end is nearest across the other segment;
/// rounding must not count for more than it is.
#[cold]
fn nearly_touching<D: Vector<Scalar = f64>>(
    [a0, a1, b0, b1]: [D; 4],
    point_a: D,
    point_b: D,
) -> Separation<D> {
    let gap = point_b - point_a;
    let mut normal = gap;
    let is_inner = |point: D, ends: [D; 2]| ends.iter().all(|&end| end != point);
    let (inner_a, inner_b) = (is_inner(point_a, [a0, a1]), is_inner(point_b, [b0, b1]));
    if inner_a
        && inner_b
        && D::IS_3D
        && let Some(across) = across_both(a1 - a0, b1 - b0)
    {
        let normal = if across.dot(gap) < 0.0 { -across } else { across };
        // Along nearly parallel segments the points are uncertain, their distance across both is not.
        let distance = normal.dot(gap);
        return Separation { distance, normal, point_a, point_b: point_a + normal * distance };
    }
    for along in
        [(inner_a, a1 - a0), (inner_b, b1 - b0)].into_iter().filter_map(|(is, along)| is.then_some(along))
    {
        let square = along.dot(along);
        if square > 0.0 {
            normal = normal + along * (-normal.dot(along) / square);
        }
    }
    let length = normal.length();
    let normal = if length > 0.0 { normal * (1.0 / length) } else { any_perpendicular(a1 - a0) };
    Separation { distance: gap.length(), normal, point_a, point_b }
}

/// A unit vector across two others to the last digit, however nearly parallel they are; `None` if nothing
/// distinguishes them.
fn across_both<D: Vector<Scalar = f64>>(along_a: D, along_b: D) -> Option<D> {
    let unit = |vector: D| vector * (1.0 / vector.length());
    // Squares of the shortest segments vanish.
    let direction = |along: D| {
        let largest = along.abs().max_element();
        (largest > 0.0).then(|| unit(D::from_fn(|axis| along[axis] / largest)))
    };
    let (first, second) = (direction(along_a)?, direction(along_b)?);
    let rest = second - first * first.dot(second);
    let is_parallel = rest.dot(rest) <= 1e-28;
    // Twice, for the first time leaves as much along as rounding is.
    let rest = rest - first * first.dot(rest);
    (!is_parallel).then(|| first.perpendicular(unit(rest)))
}

/// Segments so nearly parallel that the nearest points of their lines are noise, or that are points: nearest
/// are an end of one and a point of the other, or, where they cross, something close to it.
#[cold]
#[inline(never)]
fn nearly_parallel<D: Vector<Scalar = f64>>([a0, a1, b0, b1]: [D; 4]) -> Option<Separation<D>> {
    let (along_a, along_b) = (a1 - a0, b1 - b0);
    let nearest = |point: D, base: D, along: D| {
        let square = along.dot(along);
        let t = if square > 0.0 { ((point - base).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
        base + along * t
    };
    let mut candidates = [
        (a0, nearest(a0, b0, along_b)),
        (a1, nearest(a1, b0, along_b)),
        (nearest(b0, a0, along_a), b0),
        (nearest(b1, a0, along_a), b1),
        (a0, b0),
    ];
    // Where the lines are nearest, as well as it can be computed, and then nearest to that in turn.
    let between = a0 - b0;
    let (aa, bb, ab) = (along_a.dot(along_a), along_b.dot(along_b), along_a.dot(along_b));
    let across = aa * bb - ab * ab;
    if across > 0.0 {
        let s = ((ab * along_b.dot(between) - along_a.dot(between) * bb) / across).clamp(0.0, 1.0);
        let point_b = nearest(a0 + along_a * s, b0, along_b);
        candidates[4] = (nearest(point_b, a0, along_a), point_b);
    }
    let square = |(point_a, point_b): &(D, D)| (*point_b - *point_a).dot(*point_b - *point_a);
    let (point_a, point_b) = candidates
        .into_iter()
        .reduce(|best, other| if square(&other) < square(&best) { other } else { best })?;
    let distance = square(&(point_a, point_b)).sqrt();
    let size = along_a.abs().max_element().max(along_b.abs().max_element()).max(between.abs().max_element());
    if D::IS_3D && distance > 1e-14 * size && distance <= 1e-6 * size {
        return Some(nearly_touching([a0, a1, b0, b1], point_a, point_b));
    }
    if distance > 1e-6 * size {
        return Some(Separation {
            distance,
            normal: (point_b - point_a) * (1.0 / distance),
            point_a,
            point_b,
        });
    }
    touching_segments([a0, a1, b0, b1], point_a, point_b)
}

/// Segments that meet, or nearly so, given their nearest points. In the plane they overlap if they cross, and
/// the way out leads past the nearest end; in space they touch, and are parted across both.
#[cold]
fn touching_segments<D: Vector<Scalar = f64>>(
    [a0, a1, b0, b1]: [D; 4],
    point_a: D,
    point_b: D,
) -> Option<Separation<D>> {
    let (along_a, along_b, gap) = (a1 - a0, b1 - b0, point_b - point_a);
    let distance = measured(gap).map_or(0.0, |(length, _)| length);
    let longer = if along_a.dot(along_a) >= along_b.dot(along_b) { along_a } else { along_b };
    if D::IS_3D {
        let normal = across_both(along_a, along_b).unwrap_or_else(|| any_perpendicular(longer));
        let normal = if normal.dot(gap) < 0.0 { -normal } else { normal };
        return Some(Separation { distance, normal, point_a, point_b });
    }
    // The heights of the ends of each over the line of the other, with the unit normal of that line.
    let heights = |base: D, along: D, ends: [D; 2]| {
        let normal = any_perpendicular(along);
        (normal, ends.map(|end| normal.dot(end - base)))
    };
    let (normal_a, [b_first, b_last]) = heights(a0, along_a, [b0, b1]);
    let (normal_b, [a_first, a_last]) = heights(b0, along_b, [a0, a1]);
    if b_first * b_last < 0.0 && a_first * a_last < 0.0 {
        // An end of b moves to the line of a, or the line of b to an end of a.
        let ways = [
            (b_first, -normal_a, b0, true),
            (b_last, -normal_a, b1, true),
            (a_first, normal_b, a0, false),
            (a_last, normal_b, a1, false),
        ];
        let (height, normal, end, is_end_of_b) =
            ways.into_iter().reduce(|best, way| if way.0.abs() < best.0.abs() { way } else { best })?;
        let depth = height.abs();
        let normal = if height < 0.0 { -normal } else { normal };
        let (point_a, point_b) =
            if is_end_of_b { (end + normal * depth, end) } else { (end, end - normal * depth) };
        return Some(Separation { distance: -depth, normal, point_a, point_b });
    }
    // The direction along which least of them overlaps: across one of them, along it, or from point to point.
    let unit = |vector: D| measured(vector).map(|(_, direction)| direction);
    let directions = [Some(normal_a), Some(normal_b), unit(longer), unit(gap)].into_iter().flatten();
    let overlap = |normal: &D| {
        let (first, last) = (normal.dot(a0).max(normal.dot(a1)), normal.dot(b0).min(normal.dot(b1)));
        first - last
    };
    let normal = directions
        .flat_map(|direction| [direction, -direction])
        .reduce(|best, other| if overlap(&other) < overlap(&best) { other } else { best })?;
    Some(Separation { distance, normal, point_a, point_b })
}

/// Two capsules in the world, of which one is the same whatever the order; `None` where the closed form does
/// not apply.
#[inline(always)]
pub(in crate::narrow) fn capsules<V: Vector>(
    a: [V; 2],
    b: [V; 2],
    radii: [f64; 2],
) -> Option<Separation<V::Double>> {
    // Chosen by an index, for a branch would be taken every other time.
    let is_swapped = usize::from(is_greater(a, b, radii));
    let pair = [a, b];
    let (first, second) = (pair[is_swapped], pair[1 - is_swapped]);
    let ends = [first[0], first[1], second[0], second[1]].map(|end| end.to_double());
    let found = segment_segment(ends)?;
    let sign = if is_swapped == 1 { -1.0 } else { 1.0 };
    let points = [found.point_a, found.point_b];
    let normal = found.normal * sign;
    Some(Separation {
        distance: found.distance - (radii[0] + radii[1]),
        normal,
        point_a: points[is_swapped] + normal * radii[0],
        point_b: points[1 - is_swapped] - normal * radii[1],
    })
}

/// In some order that is the same for the same segments.
#[inline(always)]
fn is_greater<V: Vector>(a: [V; 2], b: [V; 2], radii: [f64; 2]) -> bool {
    if a[0][0] == b[0][0] { is_greater_elsewhere(a, b, radii) } else { a[0][0] > b[0][0] }
}

#[cold]
fn is_greater_elsewhere<V: Vector>(a: [V; 2], b: [V; 2], radii: [f64; 2]) -> bool {
    let numbers = |ends: [V; 2], radius| (ends.map(|end| end.to_f64()), radius);
    numbers(a, radii[0]) > numbers(b, radii[1])
}
