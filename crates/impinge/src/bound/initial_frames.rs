//! The frames in which the search for a small box starts.
//!
//! The frames are cheap to find and often nearly right: the world axes; the principal axes; the world's
//! diagonals, each with two perpendicular directions; and the frames of large triangles, as many objects
//! have a large face or two that their smallest box follows. The triangles form a double pyramid. Its
//! corners are the two extreme points that are farthest apart, the point that is farthest from the line
//! between them, and the two points that are farthest from the plane of these three, up and down. Each
//! edge of each triangle gives a frame together with the triangle's normal, and so do opposite edges
//! with the direction across both, as for a regular tetrahedron.
//! Source: Larsson & Källberg, "Fast computation of tight-fitting oriented bounding boxes", 2011.

use glam::DVec3;

use super::frame_refinement::{BoxAxes, WORLD, extreme_pair};
use super::principal_axes::principal_axes;

/// Maximum number of points up to which all are used.
const MAX_POINTS: usize = 48;
/// Minimum component of a vector across another, relative to its length, that gives a direction.
const MIN_COMPONENT: f64 = 1e-6;
/// The directions for extreme points: to the faces, edges and corners of a cube.
pub(super) const DIRECTIONS: [DVec3; 13] = [
    DVec3::new(1.0, 0.0, 0.0),
    DVec3::new(0.0, 1.0, 0.0),
    DVec3::new(0.0, 0.0, 1.0),
    DVec3::new(1.0, 1.0, 0.0),
    DVec3::new(1.0, -1.0, 0.0),
    DVec3::new(1.0, 0.0, 1.0),
    DVec3::new(1.0, 0.0, -1.0),
    DVec3::new(0.0, 1.0, 1.0),
    DVec3::new(0.0, 1.0, -1.0),
    DVec3::new(1.0, 1.0, 1.0),
    DVec3::new(1.0, 1.0, -1.0),
    DVec3::new(1.0, -1.0, 1.0),
    DVec3::new(1.0, -1.0, -1.0),
];

/// Returns extreme points; no point twice.
pub(super) fn extreme_points(points: &[DVec3]) -> Vec<DVec3> {
    let mut outer = Vec::new();
    let mut add = |point: DVec3| {
        if !outer.contains(&point) {
            outer.push(point);
        }
    };
    if points.len() <= MAX_POINTS {
        points.iter().copied().for_each(add);
    } else {
        DIRECTIONS.iter().flat_map(|&direction| extreme_pair(direction, points)).for_each(&mut add);
    }
    outer
}

/// Returns the initial frames: first the world axes, then the principal ones, then all others.
pub(super) fn starting_frames(points: &[DVec3], outer: &[DVec3]) -> impl Iterator<Item = BoxAxes> {
    let principal = principal_axes(points.iter().copied());
    let diagonals = DIRECTIONS[3..].iter().filter_map(|&direction| frame_along(direction, DVec3::ZERO));
    let mut frames = vec![WORLD, principal];
    frames.extend(diagonals);
    frames.extend(frames_of_triangles(outer));
    frames.into_iter()
}

/// Returns a frame whose first axis is along one vector, and whose second is near another one, if it has
/// another direction.
fn frame_along(first: DVec3, second: DVec3) -> Option<BoxAxes> {
    let x = first.try_normalize()?;
    let rest = second - x * x.dot(second);
    let is_clear = rest.length() > MIN_COMPONENT * second.length();
    let y = if is_clear { rest.normalize() } else { x.any_orthonormal_vector() };
    Some([x, y, x.cross(y)])
}

fn frames_of_triangles(outer: &[DVec3]) -> Vec<BoxAxes> {
    let farthest = |measure: &dyn Fn(DVec3) -> f64| {
        outer.iter().copied().max_by(|&a, &b| measure(a).total_cmp(&measure(b))).unwrap_or_default()
    };
    // Extreme points come in pairs, but any two points may be farthest apart: two rounds come close.
    let start = farthest(&|point| point.length_squared());
    let b = farthest(&|point| point.distance_squared(start));
    let a = farthest(&|point| point.distance_squared(b));
    let c = farthest(&|point| (point - a).cross(b - a).length_squared());
    let normal = (b - a).cross(c - a);
    let [below, above] = extreme_pair(normal, outer);

    let along_edges = |[p, q, r]: [DVec3; 3]| [(q - p, r - p), (r - q, p - q), (p - r, q - r)];
    let mut pairs = along_edges([a, b, c]).to_vec();
    for apex in [below, above] {
        for [p, q, opposite] in [[a, b, c], [b, c, a], [c, a, b]] {
            pairs.extend(along_edges([p, q, apex]));
            pairs.push(((q - p).cross(apex - opposite), q - p));
        }
    }
    pairs.into_iter().filter_map(|(first, second)| frame_along(first, second)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initial_frames_are_orthonormal() {
        let cube: Vec<DVec3> =
            (0..8).map(|i| DVec3::new((i & 1).into(), (i >> 1 & 1).into(), (i >> 2).into())).collect();
        let thin = [DVec3::ZERO, DVec3::ONE, DVec3::new(1.0, 1.0, 1.0 + 1e-13)];
        for points in [&cube[..], &cube[..4], &cube[..2], &cube[..1], &thin] {
            let outer = extreme_points(points);
            assert_eq!(outer.len(), points.len());
            for frame in starting_frames(points, &outer) {
                for (k, axis) in frame.iter().enumerate() {
                    assert!((axis.length() - 1.0).abs() < 1e-9, "{frame:?}");
                    assert!(axis.dot(frame[(k + 1) % 3]).abs() < 1e-9, "{frame:?}");
                }
            }
        }
    }

    #[test]
    fn extreme_points_are_taken_once() {
        let line: Vec<DVec3> = (0..1000).map(|i| DVec3::splat(f64::from(i))).collect();
        let mut outer = extreme_points(&line);
        outer.sort_by(|a, b| a.x.total_cmp(&b.x));
        assert_eq!(outer.first(), line.first());
        assert_eq!(outer.last(), line.last());
        assert!(outer.len() <= 26);
    }
}
