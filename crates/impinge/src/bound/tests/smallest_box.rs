//! Compares boxes with the smallest ones, from an exhaustive search.
//!
//! The smallest box has two adjacent faces that each contain an edge of the convex hull of its points.
//! So the smallest is found by trying all pairs of edges. One angle remains: the normal of the first
//! face may rotate about the first edge. The normal of the second face is perpendicular to the first
//! normal and to the second edge. All angles are tried in small steps, and the best of them are refined
//! by golden section. That is far too slow for use, and shares no code with the search that it
//! checks.
//! Source: O'Rourke, "Finding minimal enclosing boxes", 1985, theorem 1.

use std::f64::consts::PI;

use glam::DVec3;

use super::named_points::{Random, reference_set};
use super::real_meshes::real_objects;
use crate::bound::fit_obb;
use crate::bound::initial_frames::extreme_points;
use crate::shape::ShapeError;

/// Steps of the angle in half a turn.
const STEPS: u32 = 120;
/// A valley whose value at a step is higher by this factor cannot be deeper than the known one.
const WORTH_A_LOOK: f64 = 1.5;
/// Maximum permitted ratio of the fitted box to the smallest.
const WITHIN: f64 = 1.05;

/// Returns the directions of the hull's edges: from each pair of points in a plane that has no points on one
/// side. Diagonals of faces may be among them, which only gives more boxes to try.
fn edges_of_hull(points: &[DVec3]) -> Vec<DVec3> {
    let is_on_hull = |a: DVec3, b: DVec3| {
        points.iter().any(|&c| {
            let normal = (b - a).cross(c - a);
            let beyond = |side: f64| points.iter().all(|&p| side * normal.dot(p - a) <= 1e-12);
            normal.length() > 1e-12 && (beyond(1.0) || beyond(-1.0))
        })
    };
    let pairs = points.iter().enumerate().flat_map(|(i, &a)| points[..i].iter().map(move |&b| (a, b)));
    pairs.filter(|&(a, b)| is_on_hull(a, b)).map(|(a, b)| (b - a).normalize()).collect()
}

/// Returns the volume of the box with one face normal at an angle about the first edge, and another
/// perpendicular to the second.
fn volume_at(angle: f64, first: DVec3, second: DVec3, points: &[DVec3]) -> f64 {
    let (u, v) = first.any_orthonormal_pair();
    let x = u * libm::cos(angle) + v * libm::sin(angle);
    let y = second.cross(x);
    if y.length() < 1e-6 {
        return f64::INFINITY;
    }
    let y = y.normalize();
    [x, y, x.cross(y)]
        .map(|axis| {
            let along = points.iter().map(|p| p.dot(axis));
            along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
        })
        .iter()
        .product()
}

/// Returns the least value of a unimodal function between two arguments.
fn golden_section(function: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let shrink = (5.0_f64.sqrt() - 1.0) / 2.0;
    for _ in 0..40 {
        let (a, b) = (high - (high - low) * shrink, low + (high - low) * shrink);
        if function(a) < function(b) {
            high = b;
        } else {
            low = a;
        }
    }
    function((low + high) / 2.0)
}

/// Returns the volume of the smallest box around the points, which must not lie in a plane.
fn smallest_volume(points: &[DVec3]) -> f64 {
    let edges = edges_of_hull(points);
    let step = PI / f64::from(STEPS);
    let mut least = f64::INFINITY;
    for (i, &first) in edges.iter().enumerate() {
        for &second in &edges[..i] {
            let volume = |angle: f64| volume_at(angle, first, second, points);
            let steps: Vec<f64> = (0..STEPS).map(|k| volume(f64::from(k) * step)).collect();
            for (k, &here) in steps.iter().enumerate() {
                let is_valley = here <= steps[(k + 1) % steps.len()]
                    && here <= steps[k.checked_sub(1).unwrap_or(steps.len() - 1)];
                if is_valley && here < least * WORTH_A_LOOK {
                    let angle = k as f64 * step;
                    least = least.min(here).min(golden_section(volume, angle - step, angle + step));
                }
            }
        }
    }
    least
}

#[test]
fn exhaustive_search_finds_known_smallest_boxes() {
    // A box, and the regular tetrahedron: its edges are face diagonals of its smallest box, a cube.
    let corners: Vec<DVec3> =
        (0..8).map(|i| DVec3::new((i & 1).into(), (i >> 1 & 1).into(), (i >> 2).into())).collect();
    assert!((smallest_volume(&corners) - 1.0).abs() < 1e-9);
    let tetrahedron = [corners[0], corners[3], corners[5], corners[6]];
    assert!((smallest_volume(&tetrahedron) - 1.0).abs() < 1e-9);
}

/// Returns the ratio of the fitted box to the smallest.
fn waste(name: &str, points: &[DVec3]) -> Result<f64, ShapeError> {
    let ratio = fit_obb(points)?.volume() / smallest_volume(points);
    println!("{ratio:.4} times the smallest: {name}");
    // A box smaller than the smallest would disprove the exhaustive search.
    assert!(ratio >= 1.0 - 1e-3, "{ratio} for {name}");
    Ok(ratio)
}

#[test]
fn boxes_are_nearly_as_small_as_the_smallest() -> Result<(), ShapeError> {
    for (name, points) in reference_set() {
        let ratio = waste(&name, &points)?;
        assert!(ratio <= WITHIN, "{ratio} for {name}");
    }
    Ok(())
}

#[test]
fn octahedra_get_nearly_smallest_boxes() -> Result<(), ShapeError> {
    let mut random = Random::new(77);
    for _ in 0..20 {
        let turn = random.turn();
        let octahedron = [DVec3::X, DVec3::Y, DVec3::Z, -DVec3::X, -DVec3::Y, -DVec3::Z].map(|p| turn * p);
        // The cube along (2, 2, −1)/3 and its like.
        assert!((smallest_volume(&octahedron) - 64.0 / 27.0).abs() < 1e-6);
        assert!(waste("octahedron", &octahedron)? <= WITHIN);
    }
    Ok(())
}

#[test]
fn real_objects_get_nearly_smallest_boxes() -> Result<(), ShapeError> {
    let objects = real_objects();
    if objects.is_empty() {
        println!("no files in ../shared/data: nothing to compare");
    }
    for (name, corners) in objects {
        let corners: Vec<DVec3> = corners.iter().map(|corner| corner.as_dvec3()).collect();
        // Few enough points for the exhaustive search; of about unit size, as its tolerances are not
        // relative.
        let size = corners.iter().fold(0.0, |most: f64, corner| most.max(corner.abs().max_element()));
        let corners: Vec<DVec3> = corners.into_iter().map(|corner| corner / size).collect();
        let ratio = waste(&name, &extreme_points(&corners))?;
        assert!(ratio <= WITHIN, "{ratio} for {name}");
    }
    Ok(())
}
