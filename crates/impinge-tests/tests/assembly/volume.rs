//! What volume solids share: by plain cases, by moving both, and by counting points.

use glam::DVec3;
use impinge::assembly::{Instance, Model};
use impinge::math::{Affine, Pose, Rotation, Unit};
use impinge::shape::Mesh;

use crate::assembly::meshes::{cuboid, inside_out, moved, opened, together};
use crate::assembly::random::Random;

fn shared(a: &Mesh<DVec3>, b: &Mesh<DVec3>, maps: [Affine<DVec3>; 2]) -> Option<f64> {
    let (a, b) = (Model::new(a.clone()), Model::new(b.clone()));
    let (one, other) = (Instance::new(&a, maps[0]), Instance::new(&b, maps[1]));
    let volume = one.intersection_volume(&other);
    assert_eq!(volume, other.intersection_volume(&one), "the order matters");
    volume
}

fn is_about(found: Option<f64>, volume: f64) {
    assert!(found.is_some_and(|found| (found - volume).abs() < 1e-12), "{found:?} instead of {volume}");
}

#[test]
fn boxes() {
    let cube = cuboid([0.0; 3], [1.0; 3]);
    let still = moved([0.0; 3]);
    for (by, volume) in [
        ([0.25, 0.5, 0.75], 0.75 * 0.5 * 0.25),
        ([0.0, 0.0, 0.5], 0.5),
        ([0.0; 3], 1.0),
        ([1.0, 0.0, 0.0], 0.0),
        ([3.0, 0.0, 0.0], 0.0),
    ] {
        is_about(shared(&cube, &cube, [still, moved(by)]), volume);
        is_about(shared(&inside_out(&cube), &cube, [still, moved(by)]), volume);
    }
    is_about(shared(&cube, &cuboid([0.25; 3], [0.75; 3]), [still, still]), 0.125);
    // Mirrored, flattened.
    let scaled = |x: f64| Affine { columns: [DVec3::X * x, DVec3::Y, DVec3::Z], translation: DVec3::X };
    is_about(shared(&cube, &cube, [still, scaled(-0.5)]), 0.5);
    assert_eq!(shared(&cube, &cube, [still, scaled(0.0)]), None);
}

#[test]
fn cavities_shells_and_what_is_no_solid() {
    let still = moved([0.0; 3]);
    let cube = cuboid([0.0; 3], [4.0; 3]);
    let hollow = together(&[cube.clone(), inside_out(&cuboid([1.0; 3], [3.0; 3]))]);
    let small = cuboid([0.5, 1.5, 1.5], [2.5, 2.5, 2.5]);
    is_about(shared(&hollow, &small, [still, still]), 0.5);
    is_about(shared(&inside_out(&hollow), &small, [still, still]), 0.5);
    let two = together(&[cube.clone(), inside_out(&cuboid([5.0; 3], [6.0; 3]))]);
    is_about(shared(&two, &cuboid([3.0; 3], [5.5; 3]), [still, still]), 1.0 + 0.125);
    assert_eq!(shared(&opened(&cube), &cube, [still, still]), None);
    // Shells that overlap would count twice.
    assert_eq!(shared(&together(&[cube.clone(), moved_by_one(&cube)]), &cube, [still, still]), None);
}

fn moved_by_one(mesh: &Mesh<DVec3>) -> Mesh<DVec3> {
    let positions = mesh.positions().iter().map(|corner| *corner + DVec3::ONE).collect();
    crate::assembly::meshes::mesh(positions, mesh.triangles().to_vec())
}

/// A plate millions of times larger than what is sunk in it, both turned: all that is rounded is where its
/// corners are.
#[test]
fn sizes_that_differ_by_far() {
    let turn =
        Rotation::<DVec3>::from_axis_angle(Unit::new(DVec3::new(1.0, 2.0, 3.0)).expect("of length 1"), 0.4);
    let turned = Affine::from(Pose { rotation: turn, translation: DVec3::ZERO });
    let bolt = cuboid([1.0, 1.0, -0.01], [1.02, 1.02, 0.05]);
    for half in [1e2, 1e4, 1e6, 1e8, 1e9] {
        let plate = cuboid([-half, -half, -half * 0.01], [half, half, 0.0]);
        let found = shared(&plate, &bolt, [turned, turned]).expect("both are closed");
        let off = (found / (0.02 * 0.02 * 0.01) - 1.0).abs();
        assert!(off < 1e-12 + 1e-14 * half, "{half}: {found}");
    }
}

/// However both are turned together, and as many points as are counted in both.
#[test]
fn turned_together_and_counted() {
    let mut random = Random::new(72);
    let solid = together(&[
        cuboid([0.0; 3], [1.0, 2.0, 1.5]),
        cuboid([1.25, 0.0, 0.0], [1.75, 1.0, 1.0]),
        inside_out(&cuboid([0.25; 3], [0.75, 1.0, 1.0])),
    ]);
    let (solid, cube) = (Model::new(solid), Model::new(cuboid([-0.7; 3], [0.7; 3])));
    for _ in 0..12 {
        let turned = |random: &mut Random, by: DVec3| {
            let axis = Unit::new(random.direction()).expect("of length 1");
            Pose { rotation: Rotation::<DVec3>::from_axis_angle(axis, 3.0 * random.unit()), translation: by }
        };
        let near = DVec3::new(0.9, 0.8, 0.7) + random.direction() * 0.3;
        let of_cube = turned(&mut random, near);
        let bodies = |pose: Pose<DVec3>| {
            let both = Pose {
                rotation: pose.rotation * of_cube.rotation,
                translation: pose.transform_point(of_cube.translation),
            };
            [Instance::new(&solid, pose), Instance::new(&cube, both)]
        };
        let [one, other] = bodies(Pose::identity());
        let volume = one.intersection_volume(&other).expect("both are solids");
        let [turned_one, turned_other] = bodies(turned(&mut random, random_place(&mut Random::new(5))));
        let again = turned_one.intersection_volume(&turned_other).expect("both are solids");
        assert!((volume - again).abs() < 1e-11, "{volume} {again}");

        let count = 20_000;
        let inside = (0..count)
            .filter(|_| {
                let point = DVec3::new(random.unit(), random.unit(), random.unit()) * 2.0;
                one.contains_point(point) && other.contains_point(point)
            })
            .count();
        let counted = 8.0 * inside as f64 / f64::from(count);
        assert!((volume - counted).abs() < 0.05 + 0.05 * volume, "{volume} {counted}");
    }
}

fn random_place(random: &mut Random) -> DVec3 {
    random.direction() * 3.0
}
