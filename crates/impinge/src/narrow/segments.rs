//! Points and segments: closed forms.
//!
//! Source: Ericson, "Real-Time Collision Detection", 2005, §5.1.2 and §5.1.9.

use super::separation::Separation;
use crate::math::Vector;

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

/// Two segments, given as the ends of the first and of the second; `None` in the plane if they cross.
///
/// Only one pair of inner points can be nearest; where it lies outside of a segment, that segment's end is nearest.
#[inline(always)]
pub(super) fn segment_segment<D: Vector<Scalar = f64>>([a0, a1, b0, b1]: [D; 4]) -> Option<Separation<D>> {
    let (along_a, along_b, between) = (a1 - a0, b1 - b0, a0 - b0);
    let (aa, bb, ab) = (along_a.dot(along_a), along_b.dot(along_b), along_a.dot(along_b));
    let (a_between, b_between) = (along_a.dot(between), along_b.dot(between));
    // The determinant of the 2×2 system; for parallel segments any point of the first will do to start from.
    let across = aa * bb - ab * ab;
    let inner = ab * b_between - a_between * bb;
    let fraction = |numerator: f64, denominator: f64| {
        if denominator > 0.0 { (numerator / denominator).clamp(0.0, 1.0) } else { 0.0 }
    };
    let is_parallel = across <= 1e-14 * aa * bb;
    let s = if is_parallel { 0.0 } else { fraction(inner, across) };
    let t = fraction(ab * s + b_between, bb);
    // With t on the segment, the nearest s follows.
    let s = fraction(ab * t - a_between, aa);
    let t = fraction(ab * s + b_between, bb);
    let (on_a, on_b) = (a0 + along_a * s, b0 + along_b * t);
    let found = Separation::of_points(on_a, on_b, || any_perpendicular(along_a));
    // Crossing segments of the plane overlap, and how deep is not for the nearest points to say.
    let scale = 1e-14 * (aa.max(bb).max(between.dot(between))).sqrt();
    if found.distance > scale {
        return Some(found);
    }
    if D::DIMENSION == 2 {
        return None;
    }
    // Touching segments are parted across both.
    let normal = along_a.perpendicular(along_b);
    let length = normal.length();
    let normal = if is_parallel || length == 0.0 {
        any_perpendicular(if aa >= bb { along_a } else { along_b })
    } else {
        normal * (1.0 / length)
    };
    Some(Separation { distance: found.distance, normal, on_a, on_b })
}
