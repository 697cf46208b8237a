//! The short ways through capsules and hulls against the way that serves every convex shape: the same shapes,
//! once as themselves and once as a user's support function.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::{Pose, Scalar, Unit};
use impinge::prelude::*;
use impinge::shape::{Capsule, CustomShape, Hull, Ray, RoundShape, Shape, ShapeRef, Support};

use super::hollow;
use crate::sample::{Random, Turn};

/// The hull of points that says nothing about faces.
struct Points<V>(Vec<V>);

impl<V: Vector> Support<V> for Points<V> {
    fn support(&self, direction: V) -> V {
        let further =
            |best: V, &point: &V| if point.dot(direction) > best.dot(direction) { point } else { best };
        self.0.iter().fold(self.0[0], further)
    }
}

fn agree<V: Vector>(short: &ShapeRef<'_, V>, general: &ShapeRef<'_, V>, ray: &Ray<V>) {
    let distance: f64 = general.closest_points(ray).distance.into();
    let options = [RayOptions::default(), hollow()];
    for (expected, found) in options.map(|o| (general.cast_ray(ray, &o), short.cast_ray(ray, &o))) {
        match (expected, found) {
            (Some(expected), Some(found)) => {
                let off: f64 = (expected.t - found.t).abs().into();
                // At a graze, the place along the ray is the root of what is lost of the distance across it.
                assert!(off < 2e-4, "{expected:?} {found:?} {ray:?}");
                assert_eq!(expected.is_inside, found.is_inside, "{ray:?}");
            }
            (None, None) => {}
            _ => assert!(distance.abs() < 1e-6, "{expected:?} {found:?} {distance} {ray:?}"),
        }
    }
}

fn rays<V: Turn>(random: &mut Random) -> Vec<Ray<V>> {
    let ray = |random: &mut Random, spread: f64| {
        let start: V = random.vector(spread);
        let direction = Unit::new(random.vector::<V>(1.5) - start).unwrap_or(Unit::axis(0));
        Ray::new(start, direction).expect("finite")
    };
    [0.5, 3.0, 3.0, 100.0].map(|spread| ray(random, spread)).to_vec()
}

fn check<V: Turn>(most_points: usize) {
    let mut random = Random::new(11);
    for case in 0..300 {
        let pose = Pose { rotation: V::turn(&mut random), translation: random.vector(1.0) };
        let points: Vec<V> = (0..V::DIMENSION + 1 + case % most_points).map(|_| random.vector(1.0)).collect();
        let (hull, cloud) = (Hull::new(&points).expect("finite"), Points(points.clone()));
        let ends = Points(points[..2].to_vec());
        let radius = V::Scalar::from_f64(0.1 + 0.05 * (case % 8) as f64);
        let capsule = Capsule::new(ends.0[0], ends.0[1], radius).expect("a radius above 0");
        let rounded = RoundShape::new(CustomShape::new(&ends, Pose::identity()), radius).expect("the same");
        for ray in rays(&mut random) {
            agree(&hull.at(&pose).shape_ref(), &CustomShape::new(&cloud, pose).shape_ref(), &ray);
            agree(&capsule.shape_ref(), &rounded.shape_ref(), &ray);
        }
    }
}

#[test]
fn capsules_and_hulls_are_hit_where_general_shapes_are() {
    check::<Vec2>(40);
    check::<Vec3>(40);
    check::<DVec2>(40);
    check::<DVec3>(40);
}

#[test]
fn a_capsule_is_hit_on_its_side_or_around_an_end() {
    let capsule = Capsule::new(Vec3::ZERO, Vec3::new(0.0, 2.0, 0.0), 1.0).expect("finite");
    let hit = |origin: Vec3, direction: Vec3| {
        let ray = Ray::new(origin, Unit::new(direction).expect("not 0")).expect("finite");
        capsule.cast_ray(&ray, &RayOptions::default()).map(|hit| (hit.t, hit.feature))
    };
    assert_eq!(hit(Vec3::new(-3.0, 1.0, 0.0), Vec3::X), Some((2.0, 0)));
    assert_eq!(hit(Vec3::new(0.0, -3.0, 0.0), Vec3::Y), Some((2.0, 1)));
    assert_eq!(hit(Vec3::new(0.0, 5.0, 0.0), -Vec3::Y), Some((2.0, 2)));
    assert_eq!(hit(Vec3::new(1.0, 5.0, 0.0), -Vec3::Y).map(|hit| hit.0), Some(3.0), "along its side");
    assert_eq!(hit(Vec3::new(1.0_f32.next_up(), 5.0, 0.0), -Vec3::Y), None, "beside it");
    assert_eq!(hit(Vec3::new(-3.0, 3.0, 0.0), Vec3::X), Some((3.0, 2)), "across the top");
    assert_eq!(hit(Vec3::new(-3.0, 3.0_f32.next_up(), 0.0), Vec3::X), None, "over the top");
}

#[test]
fn a_hull_far_from_its_origin_is_hit_as_if_it_were_there() {
    let corners = |center: DVec3| -> Vec<DVec3> {
        (0..8).map(|i| center + DVec3::from_fn(|axis| f64::from(i >> axis & 1) - 0.5)).collect()
    };
    for size in [1.0, 1e-200, 1e200] {
        for center in [DVec3::ZERO, DVec3::new(1e6, -2e6, 3e6)] {
            let points: Vec<DVec3> = corners(center).into_iter().map(|corner| corner * size).collect();
            let hull = Hull::new(&points).expect("finite");
            let start = (center + DVec3::new(0.25, 0.125, 3.0)) * size;
            let ray = Ray::new(start, -Unit::axis(2)).expect("finite");
            let hit = hull.cast_ray(&ray, &RayOptions::default()).expect("from above");
            // Coordinates there are given to half of 10⁻⁹.
            assert!((hit.t / size - 2.5).abs() < 1e-9, "{size} {center}: {}", hit.t);
            assert_eq!(hit.normal.get(), DVec3::Z, "{size} {center}");
            let past = Ray::new(start + DVec3::X * size * 0.251, -Unit::axis(2)).expect("finite");
            assert_eq!(hull.cast_ray(&past, &RayOptions::default()), None, "{size} {center}");
        }
    }
}
