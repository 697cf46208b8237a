//! Spheres, cylinders and capsules as triangles.
//!
//! The triangles lie around the shape, never within it (they are circumscribed), so that no collision is
//! missed; they reach out by at most 0.8 % of the radius ([`SolidForm::MAX_OVERSHOOT`]). A profile is turned
//! about z in steps; the profile of a ball is a polygon around a half circle.

use std::f64::consts::{PI, TAU};

use impinge::glam::{DAffine3, DVec2, DVec3};

use crate::{Mesh, Solid, SolidForm};

/// Steps around the axis,
const AROUND: u32 = 36;
/// and along half a circle from pole to pole.
const ALONG: u32 = 18;
/// So much larger than it need be that roundings never bring a corner inside.
const GROWTH: f64 = 1.0 + 1e-12;

/// A cylinder of radius 1 and length 1 along z, around the origin.
pub(super) fn unit_cylinder() -> Mesh {
    let rim = GROWTH * around();
    revolve(
        SolidForm::Cylinder,
        -0.5 * GROWTH,
        &[DVec2::new(rim, -0.5 * GROWTH), DVec2::new(rim, 0.5 * GROWTH)],
        0.5 * GROWTH,
    )
}

/// A ball of radius 1 around the origin.
pub(super) fn unit_sphere() -> Mesh {
    ball_profile(SolidForm::Ball, 1.0, 0.0)
}

/// A cylinder of that length along z, with half a ball at each end.
pub(super) fn capsule(radius: f64, length: f64) -> Mesh {
    ball_profile(SolidForm::Capsule { radius, length }, radius, length)
}

/// How much further out corners are than the middles of the edges between them.
fn around() -> f64 {
    1.0 / libm::cos(PI / f64::from(AROUND))
}

fn ball_profile(form: SolidForm, radius: f64, length: f64) -> Mesh {
    let step = PI / f64::from(ALONG);
    let corner = radius / libm::cos(step / 2.0) * GROWTH;
    let point = |number: u32| {
        let (sine, cosine) = libm::sincos(step * f64::from(number));
        DVec2::new(corner * sine * around(), -corner * cosine)
    };
    let half = DVec2::new(0.0, length / 2.0);
    // Upwards: the lower half, then the upper one; both have the equator if a cylinder lies between.
    let equator = ALONG / 2;
    let upper = if length > 0.0 { equator } else { equator + 1 };
    let profile: Vec<DVec2> = (1..=equator)
        .map(|number| point(number) - half)
        .chain((upper..ALONG).map(|number| point(number) + half))
        .collect();
    let pole = corner + length / 2.0;
    revolve(form, -pole, &profile, pole)
}

/// The surface that a profile of radius and height, from the bottom to the top, sweeps about z; with a pole
/// at both ends.
fn revolve(form: SolidForm, bottom: f64, profile: &[DVec2], top: f64) -> Mesh {
    let mut positions = vec![DVec3::new(0.0, 0.0, bottom)];
    for ring in profile {
        positions.extend((0..AROUND).map(|step| {
            let (sine, cosine) = libm::sincos(TAU * f64::from(step) / f64::from(AROUND));
            DVec3::new(ring.x * cosine, ring.x * sine, ring.y)
        }));
    }
    positions.push(DVec3::new(0.0, 0.0, top));
    let last = positions.len() as u32 - 1;
    let corner = |ring: u32, step: u32| 1 + ring * AROUND + step % AROUND;
    let mut triangles = Vec::new();
    for step in 0..AROUND {
        triangles.push([0, corner(0, step + 1), corner(0, step)]);
        for ring in 1..profile.len() as u32 {
            let [a, b] = [corner(ring - 1, step), corner(ring - 1, step + 1)];
            let [c, d] = [corner(ring, step), corner(ring, step + 1)];
            triangles.extend([[a, b, d], [a, d, c]]);
        }
        let ring = profile.len() as u32 - 1;
        triangles.push([corner(ring, step), corner(ring, step + 1), last]);
    }
    let name = match form {
        SolidForm::Cube => "box",
        SolidForm::Ball => "sphere",
        SolidForm::Cylinder => "cylinder",
        SolidForm::Capsule { .. } => "capsule",
    };
    let solids = vec![Solid { form, transform: DAffine3::IDENTITY, triangles: 0..triangles.len() }];
    Mesh { name: name.to_owned(), positions, triangles, solids }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// Least distance of a triangle's plane from a point, and whether all triangles face away from it.
    fn planes(mesh: &Mesh, centre: impl Fn(DVec3) -> DVec3) -> (f64, f64) {
        let distance = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|corner| mesh.positions[corner as usize]);
            let normal = (b - a).cross(c - a).normalize();
            normal.dot(a - centre((a + b + c) / 3.0))
        };
        let distances = mesh.triangles.iter().map(distance);
        distances.fold((f64::MAX, f64::MIN), |(least, most), d| (least.min(d), most.max(d)))
    }

    /// Every edge is used once in each direction: the surface is closed.
    fn is_closed(mesh: &Mesh) -> bool {
        let mut edges = HashMap::new();
        for &[a, b, c] in &mesh.triangles {
            for [from, to] in [[a, b], [b, c], [c, a]] {
                *edges.entry((from.min(to), from.max(to))).or_insert(0) += if from < to { 1 } else { -1 };
            }
        }
        edges.values().all(|&sum| sum == 0)
    }

    #[test]
    fn they_lie_around_their_shapes_and_near_them() {
        let centre_of = |length: f64| move |p: DVec3| DVec3::Z * p.z.clamp(-length / 2.0, length / 2.0);
        for (mesh, radius, length) in
            [(unit_sphere(), 1.0, 0.0), (capsule(0.5, 3.0), 0.5, 3.0), (capsule(2.0, 0.001), 2.0, 0.001)]
        {
            let (least, _) = planes(&mesh, centre_of(length));
            assert!(least >= radius, "{} has a face at {least}", mesh.name);
            let reach = |p: &DVec3| p.distance(centre_of(length)(*p));
            let most = mesh.positions.iter().map(reach).fold(0.0, f64::max);
            assert!(most <= radius * (1.0 + SolidForm::MAX_OVERSHOOT), "{} reaches to {most}", mesh.name);
            assert!(is_closed(&mesh), "{}", mesh.name);
        }
        let cylinder = unit_cylinder();
        let (least, _) = planes(&cylinder, |_| DVec3::ZERO);
        assert!(least >= 0.5 && is_closed(&cylinder));
        // Seen from the axis the sides are at 1.
        let sides = |p: &DVec3| p.truncate().length();
        let most = cylinder.positions.iter().map(sides).fold(0.0, f64::max);
        assert!(most <= 1.0 + SolidForm::MAX_OVERSHOOT && most * libm::cos(PI / f64::from(AROUND)) >= 1.0);
    }
}
