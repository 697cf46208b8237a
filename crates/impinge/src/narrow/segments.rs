//! Points, segments and boxes: closed forms.
//!
//! Source: Ericson, "Real-Time Collision Detection", 2005, §5.1.2, §5.1.4 and §5.1.9.

use super::separation::Separation;
use crate::math::{Scalar, Vector};

/// A unit vector perpendicular to a direction; x where the direction is zero.
#[inline]
pub(super) fn any_perpendicular<D: Vector<Scalar = f64>>(direction: D) -> D {
    let least =
        (0..D::DIMENSION).min_by(|&i, &j| direction[i].abs().total_cmp(&direction[j].abs())).unwrap_or(0);
    let across = direction.perpendicular(D::axis(least));
    let length = across.length();
    if length > 0.0 { across * (1.0 / length) } else { D::axis(0) }
}

/// A point against a segment.
#[inline(always)]
pub(super) fn point_segment<D: Vector<Scalar = f64>>(point: D, a: D, b: D) -> Separation<D> {
    let along = b - a;
    let (t, square) = ((point - a).dot(along), along.dot(along));
    let nearest = if t <= 0.0 {
        a
    } else if t >= square {
        b
    } else {
        a + along * (t / square)
    };
    Separation::of_points(point, nearest, || any_perpendicular(along))
}

/// A point against a box, of which the half extents and the unit axes are given: outside, the nearest point has the point's
/// coordinates confined to the box; inside, the way out is through the nearest face.
#[inline(always)]
pub(super) fn point_box<D: Vector<Scalar = f64>>(
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
    Separation { distance, normal, on_a: point, on_b: point + normal * distance }
}

/// Two segments, given as the ends of the first and of the second; `None` in the plane if they cross.
///
/// The squared distance between the points at s and t is a parabola in both. Its lowest point is that of the lines; where
/// it lies outside of a segment, that segment's end is nearest, and of two such ends the second to be confined is right.
#[inline(always)]
pub(super) fn segment_segment<D: Vector<Scalar = f64>>([a0, a1, b0, b1]: [D; 4]) -> Option<Separation<D>> {
    let (along_a, along_b, between) = (a1 - a0, b1 - b0, a0 - b0);
    let (aa, bb, ab) = (along_a.dot(along_a), along_b.dot(along_b), along_a.dot(along_b));
    let (a_between, b_between) = (along_a.dot(between), along_b.dot(between));
    // The determinant of the 2×2 system; for parallel segments any point of the first will do to start from. Reciprocals
    // do not wait for each other, as quotients would.
    let across = aa * bb - ab * ab;
    let is_parallel = across <= 1e-14 * aa * bb;
    let reciprocal = |x: f64| if x > 0.0 { 1.0 / x } else { 0.0 };
    let (per_aa, per_bb, per_across) = (reciprocal(aa), reciprocal(bb), reciprocal(across));
    let confined = |x: f64| Scalar::min(Scalar::max(x, 0.0), 1.0);
    let s = if is_parallel { 0.0 } else { confined((ab * b_between - a_between * bb) * per_across) };
    let t = confined((ab * s + b_between) * per_bb);
    let s = confined((ab * t - a_between) * per_aa);
    let (on_a, on_b) = (a0 + along_a * s, b0 + along_b * t);
    let gap = on_b - on_a;
    let square = gap.dot(gap);
    if square > 1e-28 * aa.max(bb).max(between.dot(between)) {
        let distance = square.sqrt();
        return Some(Separation { distance, normal: gap * (1.0 / distance), on_a, on_b });
    }
    touching_segments(along_a, along_b, Separation { distance: square.sqrt(), normal: gap, on_a, on_b })
}

/// Of segments that meet: crossing segments of the plane overlap, and how deep is not for the nearest points to say; in
/// space they are parted across both.
#[cold]
fn touching_segments<D: Vector<Scalar = f64>>(
    along_a: D,
    along_b: D,
    found: Separation<D>,
) -> Option<Separation<D>> {
    if D::DIMENSION == 2 {
        return None;
    }
    let across = along_a.perpendicular(along_b);
    let (length, is_a_longer) = (across.length(), along_a.dot(along_a) >= along_b.dot(along_b));
    let longer = if is_a_longer { along_a } else { along_b };
    let is_parallel = length <= 1e-7 * along_a.length() * along_b.length();
    let normal = if is_parallel { any_perpendicular(longer) } else { across * (1.0 / length) };
    Some(Separation { normal, ..found })
}

/// Two capsules in the world, of which one is the same whatever the order; `None` where the closed form does not say it.
#[inline(always)]
pub(super) fn capsules<V: Vector>(a: [V; 2], b: [V; 2], radii: [f64; 2]) -> Option<Separation<V::Double>> {
    // Chosen by an index, for a branch would be taken every other time.
    let is_exchanged = usize::from(is_greater(a, b, radii));
    let pair = [a, b];
    let (first, second) = (pair[is_exchanged], pair[1 - is_exchanged]);
    let ends = [first[0], first[1], second[0], second[1]].map(|end| end.to_double());
    let found = segment_segment(ends)?;
    let sign = if is_exchanged == 1 { -1.0 } else { 1.0 };
    let points = [found.on_a, found.on_b];
    let normal = found.normal * sign;
    Some(Separation {
        distance: found.distance - (radii[0] + radii[1]),
        normal,
        on_a: points[is_exchanged] + normal * radii[0],
        on_b: points[1 - is_exchanged] - normal * radii[1],
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
