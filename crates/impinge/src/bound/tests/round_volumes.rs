//! Tests that capsules and cylinders contain their points in real arithmetic, and are nearly as small as a
//! random search finds.

use std::f64::consts::PI;

use glam::DQuat;

use super::named_points::{Random, reference_set};
use super::*;
use crate::narrow::Query;
use crate::shape::{Capsule, Cylinder};

/// Each search takes about a millisecond.
const CASES: u32 = 400;

in_all_types! {
    capsule_holds_its_points(cloud in cloud(20));
    cylinder_holds_its_points(cloud in cloud(20));
}

/// Returns whether a point is within the radius of the segment.
struct InCapsule<'a, V: Vector>(&'a Capsule<V>, V);

impl<V: Vector> Question for InCapsule<'_, V> {
    type Answer = bool;
    fn answer<N: Number>(&self) -> Result<bool, N::Doubt> {
        let [a, b, p] = [self.0.a(), self.0.b(), self.1].map(|point| exact::vector::<N>(point.to_f64()));
        let (along, from) = (exact::difference(&b, &a), exact::difference(&p, &a));
        let (place, length_squared) = (exact::dot(&from, &along), exact::dot(&along, &along));
        let radius_squared = N::new(self.0.radius().into()).square();
        let beyond = |end: &Coordinates<N>| {
            let between = exact::difference(&p, end);
            exact::dot(&between, &between).sub(&radius_squared)
        };
        let excess = if place.sign()?.is_le() {
            beyond(&a)
        } else if place.sub(&length_squared).sign()?.is_ge() {
            beyond(&b)
        } else {
            // |from|² − place² / |along|² ≤ r²
            exact::dot(&from, &from).sub(&radius_squared).mul(&length_squared).sub(&place.square())
        };
        Ok(excess.sign()?.is_le())
    }
}

/// Returns whether a point is in the image of the upright cylinder under the pose that the floats define.
struct InCylinder<'a, V: Vector>(&'a Cylinder<V>, V);

impl<V: Vector> Question for InCylinder<'_, V> {
    type Answer = bool;
    fn answer<N: Number>(&self) -> Result<bool, N::Doubt> {
        let pose = self.0.pose();
        let columns = pose.rotation.columns();
        let axis = |i: usize| {
            exact::vector::<N>(if i < V::DIMENSION { columns[i].to_f64() } else { [0.0, 0.0, 1.0] })
        };
        let from =
            exact::difference(&exact::vector(self.1.to_f64()), &exact::vector(pose.translation.to_f64()));
        // Cramer's rule, all times the determinant.
        let determinant = exact::dot(&axis(0), &exact::cross(&axis(1), &axis(2)));
        let local = |i: usize| exact::dot(&from, &exact::cross(&axis((i + 1) % 3), &axis((i + 2) % 3)));
        let limit = |size: V::Scalar| determinant.mul(&N::new(size.into())).square();
        let across = local(0).square().add(&local(2).square());
        Ok(local(1).square().sub(&limit(self.0.half_height())).sign()?.is_le()
            && across.sub(&limit(self.0.radius())).sign()?.is_le())
    }
}

fn tolerance<V: Vector>() -> f64 {
    if V::Scalar::UNIT_ROUNDOFF.into() > 1e-10 { 1e-5 } else { 1e-9 }
}

fn capsule_holds_its_points<V: Vector>(cloud: Cloud) -> Result<(), TestCaseError> {
    let points = cloud.points::<V>();
    let found = refused(fit_capsule(&points))?;
    for &p in &points {
        prop_assert!(exact::decide(&InCapsule(&found, p)), "{:?} sticks out of {:?}", p, found);
    }
    // Not larger than the smallest ball.
    let ball: f64 = refused(fit_ball(&points))?.radius().into();
    let room = ball + coordinate_rounding(&points);
    let unit = room.max(f64::MIN_POSITIVE);
    let length = ((in_space(found.b()) - in_space(found.a())) / unit).length() * unit;
    let radius: f64 = found.radius().into();
    let volume = |length: f64, radius: f64| match V::DIMENSION {
        2 => radius / room * (2.0 * length / room + PI * radius / room),
        _ => (radius / room).powi(2) * (length / room + 4.0 / 3.0 * radius / room),
    };
    prop_assert!(
        room == 0.0 || volume(length, radius) <= volume(0.0, room) * (1.0 + tolerance::<V>()),
        "{:?} {}",
        found,
        ball
    );
    Ok(())
}

fn cylinder_holds_its_points<V: Vector>(cloud: Cloud) -> Result<(), TestCaseError> {
    let points = cloud.points::<V>();
    let found = refused(fit_cylinder(&points))?;
    for &p in &points {
        prop_assert!(exact::decide(&InCylinder(&found, p)), "{:?} sticks out of {:?}", p, found);
        // Queries on it assume an axis of length 1. In `f64` the roundings of such a query are as large as
        // the roundings of the axis.
        let is_rounded_up = V::DIMENSION == 3 && V::Scalar::UNIT_ROUNDOFF.into() > 1e-10;
        prop_assert!(
            !is_rounded_up || found.contains_point(p),
            "{:?} is said to be outside of {:?}",
            p,
            found
        );
    }
    // Neither longer nor thicker than necessary.
    let ball: f64 = refused(fit_ball(&points))?.radius().into();
    let room = ball * (1.0 + tolerance::<V>()) + coordinate_rounding(&points);
    prop_assert!(found.half_height().into() <= room, "{:?} around a ball of {}", found, ball);
    prop_assert!(found.radius().into() <= room, "{:?} around a ball of {}", found, ball);
    Ok(())
}

fn volume_of_capsule(found: &Capsule<DVec3>) -> f64 {
    let (length, radius) = (found.segment().length(), found.radius());
    PI * radius * radius * (length + 4.0 / 3.0 * radius)
}

fn volume_of_cylinder(found: &Cylinder<DVec3>) -> f64 {
    PI * found.radius() * found.radius() * 2.0 * found.half_height()
}

#[test]
fn capsules_and_cylinders_are_recovered_from_their_points() -> Result<(), ShapeError> {
    let mut random = Random::new(3);
    for (length, radius) in [(0.1, 1.0), (2.0, 1.0), (5.0, 1.0), (60.0, 1.0), (1.0, 20.0)] {
        let turn = random.turn();
        let ring = (0..24).map(|i| DQuat::from_rotation_y(f64::from(i) * PI / 12.0) * DVec3::X * radius);
        let rings: Vec<DVec3> =
            ring.clone().flat_map(|p| [turn * p, turn * (p + DVec3::Y * length)]).collect();
        let expected = PI * radius * radius * length;
        let volume = volume_of_cylinder(&fit_cylinder(&rings)?);
        assert!((volume / expected - 1.0).abs() < 1e-3, "{volume} instead of {expected}");

        // The rings and the poles of a capsule, and a meridian of each end.
        let poles = [-DVec3::Y * radius, DVec3::Y * (length + radius)];
        let meridian = ring.map(|p| DQuat::from_rotation_z(0.5 * PI) * p);
        let ends = meridian.map(|p| if p.y < 0.0 { p } else { p + DVec3::Y * length });
        let pill: Vec<DVec3> =
            rings.iter().copied().chain(poles.into_iter().chain(ends).map(|p| turn * p)).collect();
        let expected = PI * radius * radius * (length + 4.0 / 3.0 * radius);
        let volume = volume_of_capsule(&fit_capsule(&pill)?);
        assert!((volume / expected - 1.0) < 1e-2, "{volume} instead of {expected}");
    }
    Ok(())
}

#[test]
fn round_volumes_of_aligned_lines_and_planes_are_flat() -> Result<(), ShapeError> {
    let line = [0.3, 0.1, -7.0, 2.0].map(|x| Vec3::new(x, 0.7, -0.2));
    let found = fit_capsule(&line)?;
    assert_eq!((found.radius(), found.segment().length()), (0.0, 9.0));
    assert_eq!(fit_cylinder(&line)?.radius(), 0.0);
    let point = [DVec3::new(0.1, 0.2, 0.3); 3];
    assert_eq!(fit_capsule(&point)?, Capsule::new(point[0], point[0], 0.0)?);
    assert_eq!((fit_cylinder(&point)?.radius(), fit_cylinder(&point)?.half_height()), (0.0, 0.0));
    // A square across the z axis has a disc.
    let square = [Vec3::X, Vec3::Y, -Vec3::X, -Vec3::Y].map(|p| p + Vec3::Z);
    let disc = fit_cylinder(&square)?;
    assert_eq!(disc.half_height(), 0.0);
    assert!((disc.radius() - 1.0).abs() < 1e-6);
    Ok(())
}

#[test]
fn round_volumes_reject_invalid_points() {
    assert_eq!(fit_capsule::<Vec2>(&[]), Err(ShapeError::NoPoints));
    assert_eq!(fit_cylinder::<Vec3>(&[]), Err(ShapeError::NoPoints));
    assert!(matches!(fit_capsule(&[Vec3::NAN]), Err(ShapeError::NotFinite { field: "point", .. })));
    assert!(matches!(fit_cylinder(&[Vec2::NAN]), Err(ShapeError::NotFinite { field: "point", .. })));
    // The corners of the float range are farther from the middle than the largest float.
    let corners =
        [Vec3::MIN, Vec3::MAX, Vec3::new(f32::MAX, f32::MIN, f32::MAX), Vec3::new(f32::MIN, f32::MAX, 0.0)];
    assert!(matches!(fit_capsule(&corners), Err(ShapeError::NotFinite { field: "radius", .. })));
}

/// Returns the best result of many descents by random steps.
fn least_by_random_steps(
    random: &mut Random,
    start: impl Fn(&mut Random) -> [DVec3; 2],
    volume: impl Fn([DVec3; 2]) -> f64,
) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..60 {
        let mut at = start(random);
        let mut lowest = volume(at);
        let mut step = 0.5;
        for _ in 0..500 {
            let next = at.map(|end| end + random.in_cube() * step);
            let here = volume(next);
            if here < lowest {
                (at, lowest) = (next, here);
                step *= 1.5;
            } else {
                step *= 0.95;
            }
        }
        least = least.min(lowest);
    }
    least
}

#[test]
fn round_volumes_are_nearly_as_small_as_random_descent_finds() -> Result<(), ShapeError> {
    let mut random = Random::new(5);
    let (mut total, mut count) = (0.0, 0.0);
    for (name, points) in reference_set() {
        let spread = |along: DVec3| {
            let places = points.iter().map(|p| p.dot(along));
            places.clone().fold(f64::MIN, f64::max) - places.fold(f64::MAX, f64::min)
        };
        let from_segment = |[a, b]: [DVec3; 2]| {
            let distance = |p: DVec3| {
                let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                p.distance(a + (b - a) * t)
            };
            points.iter().map(|&p| distance(p)).fold(0.0, f64::max)
        };
        let from_line = |[a, b]: [DVec3; 2]| {
            let along = (b - a).normalize();
            points.iter().map(|&p| (p - a).cross(along).length()).fold(0.0, f64::max)
        };
        let start = |random: &mut Random| {
            let mut pick = || points[(random.number() * points.len() as f64) as usize];
            let (a, b) = (pick(), pick());
            [a * 0.5 + b * 0.5 + random.in_cube() * 0.1, b]
        };
        let least = least_by_random_steps(&mut random, start, |ends| {
            let (length, radius) = (ends[0].distance(ends[1]), from_segment(ends));
            PI * radius * radius * (length + 4.0 / 3.0 * radius)
        });
        let of_capsule = volume_of_capsule(&fit_capsule(&points)?) / least;
        let least = least_by_random_steps(&mut random, start, |ends| {
            let radius = from_line(ends);
            PI * radius * radius * spread((ends[1] - ends[0]).normalize())
        });
        let of_cylinder = volume_of_cylinder(&fit_cylinder(&points)?) / least;
        println!("{of_capsule:.4} and {of_cylinder:.4} times the least: capsule and cylinder around {name}");
        assert!(of_capsule <= 1.2 && of_cylinder <= 1.05, "{of_capsule} and {of_cylinder} for {name}");
        total += of_capsule;
        count += 1.0;
    }
    // Capsules have more valleys, and a few of those around points on a ball are missed.
    assert!(total / count <= 1.02, "{}", total / count);
    Ok(())
}
