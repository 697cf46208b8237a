//! Round cores in each other: the last digits of the way out, and the points that it brings together.
//!
//! The expanding polytope has corners, the difference A − B of round cores has none: the facet that it ends with is near
//! the boundary of the difference, and the nearest point of the facet need not be near the one that the way leads to. So
//! both are refined. The way out along a unit vector n is as long as the difference reaches, h(n) = max n·w; that is
//! descended, and whatever the descent misses, moving by h(n) parts the cores. Once B has moved by t = h(n)·n, the cores
//! touch, and where they do is a question for GJK: the point of the difference nearest to t.

use super::separation::measured;
use super::simplex::{Simplex, Vertex};
use super::support::SupportMap;
use crate::math::Vector;

/// Directions that are tried: each third of them halves the step, mostly.
const MOST_DESCENTS: usize = 60;
/// Far more than meeting points need, which start near.
const MOST_STEPS: usize = 64;
/// Angles in radians: the first step of the descent, and one that changes no length.
const FIRST_STEP: f64 = 0.02;
const LAST_STEP: f64 = 1e-9;

/// A shorter way out near a unit vector, with how long it is: down the slopes, then along the ridges between them.
pub(super) fn descended<D: Vector<Scalar = f64>>(
    a: &dyn SupportMap<D>,
    b: &dyn SupportMap<D>,
    normal: D,
    depth: f64,
) -> (D, f64) {
    let (normal, depth) = descended_along(a, b, normal, depth, false);
    descended_along(a, b, normal, depth, true)
}

/// How deep two cores are that nearly touch, by descents from a unit vector and from the way between their middles: so near
/// to 0 that slim simplices may have lost the sign. Negative if they are apart.
pub(super) fn nearly_touching<D: Vector<Scalar = f64>>(
    a: &dyn SupportMap<D>,
    b: &dyn SupportMap<D>,
    normal: D,
) -> (D, f64) {
    let from = |normal: D| {
        let reach = normal.dot(a.support(normal).0 - b.support(-normal).0);
        descended(a, b, normal, reach)
    };
    let found = from(normal);
    let Some((_, between)) = measured(b.middle() - a.middle()) else {
        return found;
    };
    let other = from(between);
    if other.1 < found.1 { other } else { found }
}

/// By steps that grow while they lead down and shrink where they do not.
fn descended_along<D: Vector<Scalar = f64>>(
    a: &dyn SupportMap<D>,
    b: &dyn SupportMap<D>,
    normal: D,
    depth: f64,
    is_along_ridges: bool,
) -> (D, f64) {
    let support = |normal: D| Vertex::new(a.support(normal), b.support(-normal)).difference;
    let (mut normal, mut depth, mut step) = (normal, depth, FIRST_STEP);
    let mut furthest = support(normal);
    let mut beyond = furthest;
    for _ in 0..MOST_DESCENTS {
        // At a ridge of the difference each side leads up the other: what both have in common leads along it.
        let across = |point: D| point - normal * point.dot(normal);
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

/// Points of the cores that come together, up to about `tolerance`, once B has moved by `depth` along a unit vector.
pub(super) fn meeting_points<D: Vector<Scalar = f64>>(
    a: &dyn SupportMap<D>,
    b: &dyn SupportMap<D>,
    normal: D,
    depth: f64,
    tolerance: f64,
) -> (D, D) {
    // A little further, so that the simplices have a nearest point; rounding may bring the origin inside all the same.
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
    for _ in 0..MOST_STEPS {
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
                let (on_a, on_b) = points_at_origin(&simplex);
                let missed = on_a - on_b - way;
                if found.is_none() && missed.dot(missed) < square {
                    return (on_a, on_b);
                }
                // Rounding has the last word.
                simplex.restore(before);
                break;
            }
        }
    }
    simplex.points()
}

/// The points of a simplex of full dimension that the origin inside it comes from.
fn points_at_origin<D: Vector<Scalar = f64>>(simplex: &Simplex<D>) -> (D, D) {
    let at = |i: usize| simplex.vertex(i).difference;
    // The share of a vertex is the simplex that the origin makes with the others, as areas or volumes.
    let volume = |i: usize, j: usize, k: usize| at(i).perpendicular(at(j)).dot(at(k));
    let area = |i: usize, j: usize| at(i).dot(at(j).perpendicular(at(j)));
    let shares = match D::DIMENSION {
        2 => [area(1, 2), area(2, 0), area(0, 1), 0.0],
        _ => [volume(1, 2, 3), -volume(0, 2, 3), volume(0, 1, 3), -volume(0, 1, 2)],
    };
    let sign = shares.iter().sum::<f64>().signum();
    let shares = shares.map(|share| (share * sign).max(0.0));
    let total: f64 = shares.iter().sum();
    simplex.vertices().zip(shares).fold((D::ZERO, D::ZERO), |(on_a, on_b), (vertex, share)| {
        let weight = if total > 0.0 { share / total } else { 1.0 / (D::DIMENSION as f64 + 1.0) };
        (on_a + vertex.on_a * weight, on_b + vertex.on_b * weight)
    })
}
