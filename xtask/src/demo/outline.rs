//! Closed outlines in the plane and the solids that they sweep out: plates with holes, and solids of
//! revolution.
//!
//! A circle becomes a regular polygon. Where something must fit into a hole, the side on which the error
//! falls matters: a pin is *inscribed* (nowhere thicker than its radius), a hole is *circumscribed* (nowhere
//! narrower than its radius), so that a gap between two radii is never used up by the corners.

use super::mesh::Mesh;
use glam::{DVec2, DVec3};
use std::f64::consts::{PI, TAU};

/// A closed loop of points, without repeating the first at the end.
pub type Outline = Vec<DVec2>;

/// The point at this angle (radians) and radius.
pub fn polar(angle: f64, radius: f64) -> DVec2 {
    DVec2::new(libm::cos(angle), libm::sin(angle)) * radius
}

/// Radius of the corners of the polygon of `segments` sides that holds a circle of `radius`.
pub fn circumscribed(radius: f64, segments: u32) -> f64 {
    radius / libm::cos(PI / f64::from(segments))
}

/// The outline of a pin: no thicker than `radius`.
pub fn circle(centre: DVec2, radius: f64, segments: u32) -> Outline {
    (0..segments).map(|k| centre + polar(TAU * f64::from(k) / f64::from(segments), radius)).collect()
}

/// The outline of a hole: no narrower than `radius`.
pub fn hole(centre: DVec2, radius: f64, segments: u32) -> Outline {
    circle(centre, circumscribed(radius, segments), segments)
}

/// A rectangle from corner to corner.
pub fn rectangle(min: DVec2, max: DVec2) -> Outline {
    vec![min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)]
}

/// Twice the signed area: positive when the loop turns counter-clockwise.
fn double_area(outline: &[DVec2]) -> f64 {
    (0..outline.len()).map(|i| outline[i].perp_dot(outline[(i + 1) % outline.len()])).sum()
}

/// Splits a face with holes into counter-clockwise triangles; indices count through the loops in order.
pub fn triangulate(loops: &[Outline]) -> Vec<[u32; 3]> {
    let points: Vec<DVec2> = loops.iter().flatten().copied().collect();
    let starts: Vec<u32> = loops
        .iter()
        .scan(0, |next, outline| {
            *next += outline.len() as u32;
            Some(*next)
        })
        .take(loops.len() - 1)
        .collect();
    let mut indices: Vec<u32> = Vec::new();
    earcut::Earcut::new().earcut(points.iter().map(|p| [p.x, p.y]), &starts, &mut indices);
    let mut triangles: Vec<[u32; 3]> = indices.as_chunks().0.to_vec();
    let turn: f64 = triangles
        .iter()
        .map(|t| {
            let [a, b, c] = t.map(|i| points[i as usize]);
            (b - a).perp_dot(c - a)
        })
        .sum();
    if turn < 0.0 {
        triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    triangles
}

/// A plate: the outline less its holes, from `z0` up to `z1`.
pub fn extrude(outline: &[DVec2], holes: &[Outline], z0: f64, z1: f64) -> Mesh {
    // Material lies to the left of every loop: the outline counter-clockwise, holes clockwise.
    let mut loops = vec![outline.to_vec()];
    loops.extend_from_slice(holes);
    for (i, points) in loops.iter_mut().enumerate() {
        if (double_area(points) < 0.0) == (i == 0) {
            points.reverse();
        }
    }
    let mut mesh = Mesh::default();
    let flat = |z: f64| loops.iter().flatten().map(move |p| p.extend(z));
    mesh.add_ring(flat(z0));
    let top = mesh.add_ring(flat(z1));
    for [a, b, c] in triangulate(&loops) {
        mesh.triangles.push([a, c, b]);
        mesh.triangles.push([top + a, top + b, top + c]);
    }
    let mut first = 0;
    for points in &loops {
        let count = points.len() as u32;
        mesh.join_rings(first, top + first, count);
        first += count;
    }
    mesh
}

/// A solid of revolution about z from a profile of (radius, z).
///
/// A profile whose ends both lie on the axis (radius 0) is a solid pin, any other is closed to a ring.
pub fn revolve(profile: &[DVec2], segments: u32) -> Mesh {
    let mut profile = profile.to_vec();
    if double_area(&profile) < 0.0 {
        profile.reverse();
    }
    // A profile that starts on the axis has its poles first and last, after a rotation of the loop.
    let solid = profile.iter().any(|p| p.x == 0.0);
    if solid {
        let start = (0..profile.len())
            .find(|&i| profile[i].x == 0.0 && profile[(i + profile.len() - 1) % profile.len()].x == 0.0);
        profile.rotate_left(start.unwrap_or(0));
    }
    let mut mesh = Mesh::default();
    let rings: Vec<u32> = profile
        .iter()
        .map(|p| {
            let count = if p.x == 0.0 { 1 } else { segments };
            mesh.add_ring(
                (0..count).map(|k| polar(TAU * f64::from(k) / f64::from(segments), p.x).extend(p.y)),
            )
        })
        .collect();
    let steps = if solid { profile.len() - 1 } else { profile.len() };
    for i in 0..steps {
        let j = (i + 1) % profile.len();
        let (lower, upper) = (rings[i], rings[j]);
        match (profile[i].x == 0.0, profile[j].x == 0.0) {
            (true, _) => (0..segments)
                .for_each(|k| mesh.triangles.push([lower, upper + (k + 1) % segments, upper + k])),
            (_, true) => (0..segments)
                .for_each(|k| mesh.triangles.push([lower + k, lower + (k + 1) % segments, upper])),
            _ => mesh.join_rings(lower, upper, segments),
        }
    }
    mesh
}

/// A shaft along z: from `start`, a list of steps (radius, z at which the step ends).
pub fn stepped_shaft(start: f64, steps: &[(f64, f64)], segments: u32) -> Mesh {
    let mut profile = vec![DVec2::new(0.0, start)];
    let mut z = start;
    for &(radius, end) in steps {
        profile.push(DVec2::new(radius, z));
        profile.push(DVec2::new(radius, end));
        z = end;
    }
    profile.push(DVec2::new(0.0, z));
    revolve(&profile, segments)
}

/// A sleeve or washer from `z0` to `z1`, round enough for `inner` and `outer` to be kept everywhere.
pub fn sleeve(inner: f64, outer: f64, z0: f64, z1: f64, segments: u32) -> Mesh {
    let bore = circumscribed(inner, segments);
    revolve(&rectangle(DVec2::new(bore, z0), DVec2::new(outer, z1)), segments)
}

/// A ball around the origin with corners on the equator.
pub fn ball(radius: f64, segments: u32) -> Mesh {
    let half = segments / 2;
    let profile: Vec<DVec2> = (0..=half)
        .map(|k| match k {
            0 => DVec2::new(0.0, -radius),
            k if k == half => DVec2::new(0.0, radius),
            k => polar(PI * f64::from(k) / f64::from(half) - PI / 2.0, radius),
        })
        .collect();
    revolve(&profile, segments)
}

/// A pipe (or, without a bore, a rod) along a line of straight runs with rounded corners.
pub fn pipe(corners: &[DVec3], bend_radius: f64, outer: f64, inner: Option<f64>) -> Mesh {
    const SEGMENTS: u32 = 20;
    const BEND_STEPS: u32 = 8;
    // Stations along the centre line, with its direction.
    let mut stations: Vec<(DVec3, DVec3)> = Vec::new();
    let heading = |from: DVec3, to: DVec3| (to - from).normalize();
    let last = corners.len() - 1;
    stations.push((corners[0], heading(corners[0], corners[1])));
    for run in corners.windows(3) {
        let (before, after) = (heading(run[0], run[1]), heading(run[1], run[2]));
        // All corners are right angles: the arc starts one bend radius before the corner.
        let centre = run[1] + (after - before) * bend_radius;
        for step in 0..=BEND_STEPS {
            let turn = polar(PI / 2.0 * f64::from(step) / f64::from(BEND_STEPS), 1.0);
            let position = centre + (before * turn.y - after * turn.x) * bend_radius;
            stations.push((position, before * turn.x + after * turn.y));
        }
    }
    stations.push((corners[last], heading(corners[last - 1], corners[last])));

    // The cross-section is carried along without twisting.
    let mut side = stations[0].1.any_orthonormal_vector();
    let frames: Vec<(DVec3, DVec3, DVec3)> = stations
        .iter()
        .map(|&(position, direction)| {
            side = (side - direction * side.dot(direction)).normalize();
            (position, side, direction.cross(side))
        })
        .collect();
    let mut mesh = Mesh::default();
    let ring = |mesh: &mut Mesh, (position, side, up): (DVec3, DVec3, DVec3), radius: f64| {
        let points = circle(DVec2::ZERO, radius, SEGMENTS);
        mesh.add_ring(points.into_iter().map(|p| position + side * p.x + up * p.y))
    };
    let outside: Vec<u32> = frames.iter().map(|&f| ring(&mut mesh, f, outer)).collect();
    outside.windows(2).for_each(|w| mesh.join_rings(w[0], w[1], SEGMENTS));
    let (first, end) = (outside[0], outside[outside.len() - 1]);
    match inner {
        Some(inner) => {
            let inside: Vec<u32> = frames.iter().map(|&f| ring(&mut mesh, f, inner)).collect();
            inside.windows(2).for_each(|w| mesh.join_rings(w[1], w[0], SEGMENTS));
            mesh.join_rings(inside[0], first, SEGMENTS);
            mesh.join_rings(end, inside[inside.len() - 1], SEGMENTS);
        }
        None => {
            for k in 1..SEGMENTS - 1 {
                mesh.triangles.push([first, first + k + 1, first + k]);
                mesh.triangles.push([end, end + k, end + k + 1]);
            }
        }
    }
    mesh
}
