//! Overlapping round cores: the last digits of the minimum translation, and the points that it brings
//! together.
//!
//! The polytope of EPA has corners, the difference A − B of round cores has none. Its last facet is near the
//! boundary of the difference, but the nearest point of the facet need not be near the nearest point of the
//! boundary. So both are refined. The translation along a unit vector n has the length h(n) = max n·w. A
//! descent reduces h(n); whatever it misses, moving by h(n) separates the cores. Once B has moved by
//! t = h(n)·n, the cores touch, and GJK finds where: at the point of the difference nearest to t.
//!
//! Where cores touch along a line or in a face, h is not smooth: it has a ridge, and a descent ends beside
//! its lowest point by up to its last step. But then the direction is one of few: the normal of a cap, or a
//! perpendicular of straight lines of both surfaces ([`flat_features`](super::flat_features)). These are
//! tested as well. No h(n) is below the depth, so the least of all is the result.

use super::flat_features::FlatFeatures;
use super::separation::measured;
use super::simplex::{Simplex, Vertex};
use super::support::SupportMap;
use crate::math::Vector;

/// Maximum number of tested directions: mostly every third halves the step.
const MAX_DESCENTS: usize = 60;
/// Maximum number of steps for the points, far more than needed, as they start near.
const MAX_STEPS: usize = 64;
/// Angles in radians: the first step of the descent, and one that changes no length.
const FIRST_STEP: f64 = 0.02;
const LAST_STEP: f64 = 1e-9;

/// Returns a shorter translation near a unit vector, as direction and length: by a descent down the slopes,
/// then along the ridges between them.
pub(in crate::narrow) fn descended<D: Vector<Scalar = f64>>(
    a: &dyn SupportMap<D>,
    b: &dyn SupportMap<D>,
    normal: D,
    depth: f64,
) -> (D, f64) {
    let (normal, depth) = descended_along(a, b, normal, depth, D::ZERO, false);
    descended_along(a, b, normal, depth, D::ZERO, true)
}

/// Returns direction and depth of two cores that nearly touch, so near to 0 that slim simplices may have lost
/// the sign: by descents from a unit vector and from the vector between their middles, and by the flat
/// features of both. The depth is negative if they are apart.
pub(in crate::narrow) fn nearly_touching<D: Vector<Scalar = f64>>(
    a: &dyn SupportMap<D>,
    b: &dyn SupportMap<D>,
    normal: D,
) -> (D, f64) {
    let along = |normal: D| (normal, normal.dot(a.support(normal).0 - b.support(-normal).0));
    let from = |normal: D| {
        let (normal, reach) = along(normal);
        descended(a, b, normal, reach)
    };
    let least = |one: (D, f64), other: (D, f64)| if other.1 < one.1 { other } else { one };
    let mut found = from(normal);
    if let Some((_, between)) = measured(b.middle() - a.middle()) {
        found = least(found, from(between));
    }
    let mut straight = FlatFeatures::near(found.0);
    a.flat_features(found.0, &mut straight);
    b.flat_features(-found.0, &mut straight);
    let found = straight.ways().into_iter().map(along).fold(found, least);
    // Perpendicular to the lines along which they touch, h is smooth.
    let across = straight.lines.iter().filter_map(|&line| {
        let (normal, reach) = along(measured(found.0 - line * line.dot(found.0))?.1);
        Some(descended_along(a, b, normal, reach, line, false))
    });
    across.fold(found, least)
}

/// Descends by steps that grow while they lead down and shrink otherwise; perpendicular to a line, if it is
/// not 0.
fn descended_along<D: Vector<Scalar = f64>>(
    a: &dyn SupportMap<D>,
    b: &dyn SupportMap<D>,
    normal: D,
    depth: f64,
    line: D,
    is_along_ridges: bool,
) -> (D, f64) {
    let support = |normal: D| Vertex::new(a.support(normal), b.support(-normal)).difference;
    let (mut normal, mut depth, mut step) = (normal, depth, FIRST_STEP);
    let mut furthest = support(normal);
    let mut beyond = furthest;
    for _ in 0..MAX_DESCENTS {
        // At a ridge of the difference, down on one side is up on the other: the common part leads along it.
        let across = |point: D| point - normal * point.dot(normal) - line * point.dot(line);
        let (near, apart) = (across(furthest), across(beyond) - across(furthest));
        let share = -near.dot(apart) / apart.dot(apart);
        let slope = if is_along_ridges && share > 0.0 { near + apart * share.min(1.0) } else { near };
        let length = slope.length();
        if step < LAST_STEP || length <= LAST_STEP * depth.abs() {
            break;
        }
        let next = normal - slope * (step / length);
        let next = next * (1.0 / next.length());
        let reached = support(next);
        let reach = next.dot(reached);
        if reach < depth {
            (normal, depth, furthest, step) = (next, reach, reached, step * 1.5);
            beyond = furthest;
        } else {
            (beyond, step) = (reached, step * 0.5);
        }
    }
    (normal, depth)
}

/// Returns points of the cores that coincide, up to about `tolerance`, once B has moved by `depth` along a
/// unit vector.
pub(in crate::narrow) fn meeting_points<D: Vector<Scalar = f64>>(
    a: &dyn SupportMap<D>,
    b: &dyn SupportMap<D>,
    normal: D,
    depth: f64,
    tolerance: f64,
) -> (D, D) {
    // Slightly further, so that the simplices have a nearest point; rounding may still bring the origin
    // inside.
    let way = normal * (depth + tolerance);
    let furthest = |direction: D| {
        let vertex = Vertex::new(a.support(direction), b.support(-direction));
        Vertex { difference: vertex.difference - way, ..vertex }
    };
    let first = furthest(normal);
    let mut nearest = first.difference;
    let mut simplex = Simplex::empty();
    simplex.push(first);
    simplex.keep_first();
    for _ in 0..MAX_STEPS {
        let square = nearest.dot(nearest);
        if square <= 2.0 * tolerance * tolerance {
            break;
        }
        let new = furthest(-nearest);
        let gain = square - nearest.dot(new.difference);
        if gain <= 1e-3 * square {
            break;
        }
        let before = simplex.state();
        simplex.push(new);
        match simplex.reduce() {
            Some(point) if point.dot(point) < square => nearest = point,
            found => {
                let (point_a, point_b) = points_at_origin(&simplex);
                let missed = point_a - point_b - way;
                if found.is_none() && missed.dot(missed) < square {
                    return (point_a, point_b);
                }
                // By rounding no step is left.
                simplex.restore(before);
                break;
            }
        }
    }
    simplex.points()
}

/// Returns the points of A and B that belong to the origin inside a simplex of full dimension.
fn points_at_origin<D: Vector<Scalar = f64>>(simplex: &Simplex<D>) -> (D, D) {
    let at = |i: usize| simplex.vertex(i).difference;
    // The weight of a vertex is the area or volume of the simplex of the origin and the other vertices.
    let volume = |i: usize, j: usize, k: usize| at(i).perpendicular(at(j)).dot(at(k));
    let area = |i: usize, j: usize| at(i).dot(at(j).perpendicular(at(j)));
    let shares = match D::DIMENSION {
        2 => [area(1, 2), area(2, 0), area(0, 1), 0.0],
        _ => [volume(1, 2, 3), -volume(0, 2, 3), volume(0, 1, 3), -volume(0, 1, 2)],
    };
    let sign = shares.iter().sum::<f64>().signum();
    let shares = shares.map(|share| (share * sign).max(0.0));
    let total: f64 = shares.iter().sum();
    simplex.vertices().zip(shares).fold((D::ZERO, D::ZERO), |(point_a, point_b), (vertex, share)| {
        let weight = if total > 0.0 { share / total } else { 1.0 / (D::DIMENSION as f64 + 1.0) };
        (point_a + vertex.point_a * weight, point_b + vertex.point_b * weight)
    })
}
