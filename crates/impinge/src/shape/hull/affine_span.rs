//! Exact affine span of points in 3D: a point, a line, a plane or all of space.

use std::cmp::Ordering;

use super::monotone_chain::lexicographic;
use crate::math::triple::{Point, cross, difference, dot};
use crate::math::{orientation_2d, orientation_3d};

/// Affine span of points.
pub(super) enum Span {
    /// All points coincide.
    Point,
    /// All points lie between these two.
    Segment([u32; 2]),
    /// All points lie in a plane that these two axes describe in full. Counter-clockwise with respect to them
    /// in this order means counter-clockwise seen from ahead on the third axis.
    Plane([usize; 2]),
    /// The corners of a tetrahedron; the first three are counter-clockwise seen from outside.
    Space([u32; 4]),
}

/// Pairs of axes such that the third completes them to a right-handed system.
const PROJECTIONS: [[usize; 2]; 3] = [[0, 1], [1, 2], [2, 0]];

/// Returns the span of a list of points that is not empty. The corners of a tetrahedron are far apart, up to
/// floating-point precision.
pub(super) fn span(points: &[Point]) -> Span {
    let all = 0..points.len() as u32;
    let at = |index: u32| points[index as usize];
    let first = |key: &dyn Fn(&Point, &Point) -> Ordering| {
        all.clone().min_by(|&a, &b| key(&at(a), &at(b))).unwrap_or_default()
    };
    let ends = [first(&lexicographic), first(&|a, b| lexicographic(b, a))];
    if at(ends[0]) == at(ends[1]) {
        return Span::Point;
    }
    let mut extremes = ends.to_vec();
    for axis in 1..3 {
        extremes.push(first(&|a, b| a[axis].total_cmp(&b[axis])));
        extremes.push(first(&|a, b| b[axis].total_cmp(&a[axis])));
    }
    let pairs = extremes.iter().flat_map(|&a| extremes.iter().map(move |&b| [a, b]));
    let [a, b] = furthest(pairs, |&[a, b]| squared(difference(at(a), at(b)))).unwrap_or(ends);
    // Only if all squares underflow.
    let [a, b] = if at(a) == at(b) { ends } else { [a, b] };

    let along = difference(at(b), at(a));
    let is_beside = |&c: &u32| !are_collinear(at(a), at(b), at(c));
    let Some(c) = furthest(all.clone(), |&c| squared(cross(along, difference(at(c), at(a)))))
        .filter(is_beside)
        .or_else(|| all.clone().find(is_beside))
    else {
        return Span::Segment(ends);
    };

    let side = |d: u32| orientation_3d(at(a), at(b), at(c), at(d));
    let is_off = |&d: &u32| side(d) != Ordering::Equal;
    let normal = cross(along, difference(at(c), at(a)));
    let Some(d) = furthest(all.clone(), |&d| dot(normal, difference(at(d), at(a))).abs())
        .filter(is_off)
        .or_else(|| all.clone().find(is_off))
    else {
        let is_seen = |axes: &[usize; 2]| !is_turn_zero(*axes, at(a), at(b), at(c));
        return Span::Plane(PROJECTIONS.into_iter().find(is_seen).unwrap_or(PROJECTIONS[0]));
    };
    Span::Space(if side(d) == Ordering::Greater { [a, b, c, d] } else { [b, a, c, d] })
}

/// Returns the first item of the greatest size; sizes that are NaN do not count.
fn furthest<T>(items: impl Iterator<Item = T>, size: impl Fn(&T) -> f64) -> Option<T> {
    let mut most = f64::NEG_INFINITY;
    let mut best = None;
    for item in items {
        let size = size(&item);
        if size > most {
            (most, best) = (size, Some(item));
        }
    }
    best
}

/// Points on a line are so in each projection along an axis, and only they.
fn are_collinear(a: Point, b: Point, c: Point) -> bool {
    PROJECTIONS.into_iter().all(|axes| is_turn_zero(axes, a, b, c))
}

fn is_turn_zero(axes: [usize; 2], a: Point, b: Point, c: Point) -> bool {
    let [a, b, c] = [a, b, c].map(|point| axes.map(|axis| point[axis]));
    orientation_2d(a, b, c) == Ordering::Equal
}

fn squared(a: Point) -> f64 {
    dot(a, a)
}
