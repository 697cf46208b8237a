//! How deep bodies are in each other: by plain cases, and by moving them.

use glam::{DVec3, Vec3};
use impinge::assembly::{DepthBounds, Instance, Model};
use impinge::bvh::MinTranslation;
use impinge::math::{Affine, Pose, Rotation, Scalar, Unit, Vector};
use impinge::prelude::*;
use impinge::shape::{Hull, Mesh};
use impinge_tests::demand;

use crate::assembly::flush::prism;
use crate::assembly::meshes::{cuboid, inside_out, moved, opened, together};
use crate::assembly::random::Random;

/// A square plate with a square hole: half sizes across, and the thickness.
fn plate(outer: f64, hole: f64, thickness: f64) -> Mesh<DVec3> {
    let corners = |half: f64, z: f64| {
        [[-half, -half], [half, -half], [half, half], [-half, half]].map(|[x, y]| DVec3::new(x, y, z))
    };
    let positions =
        [corners(outer, 0.0), corners(hole, 0.0), corners(outer, thickness), corners(hole, thickness)];
    let mut triangles = Vec::new();
    for i in 0..4u32 {
        let j = (i + 1) % 4;
        let mut quad = |[a, b, c, d]: [u32; 4]| triangles.extend([[a, b, c], [a, c, d]]);
        quad([i, 4 + i, 4 + j, j]);
        quad([8 + i, 8 + j, 12 + j, 12 + i]);
        quad([i, j, 8 + j, 8 + i]);
        quad([4 + j, 4 + i, 12 + i, 12 + j]);
    }
    crate::assembly::meshes::mesh(positions.concat(), triangles)
}

fn depth<V: Vector>(a: &Mesh<V>, b: &Mesh<V>, by: [f64; 3]) -> Option<DepthBounds<V>> {
    let (a, b) = (Model::new(a.clone()), Model::new(b.clone()));
    Instance::new(&a, moved([0.0; 3])).depth(&Instance::new(&b, moved(by)))
}

/// A depth that is known, and in which direction.
fn known<V: Vector>(found: Option<DepthBounds<V>>, distance: f64, normal: [f64; 3]) {
    let found = found.expect("they overlap");
    let (high, low): (f64, f64) = (found.min_translation.depth.into(), found.lower_bound.into());
    let slack = 64.0 * V::Scalar::UNIT_ROUNDOFF.into() + 1e-8;
    assert!((high - distance).abs() < slack && low <= distance + slack, "{found:?}");
    let off = found.min_translation.normal.get() - V::from_f64(normal);
    assert!(off.length().into() < 1e-4, "{found:?}");
}

#[test]
fn what_stands_flush_in_one_mesh_is_one_solid() {
    let both = together(&[cuboid::<DVec3>([0.0; 3], [1.0; 3]), cuboid([1.0, 0.0, 0.0], [2.0, 1.0, 1.0])]);
    let through = cuboid([0.8, 0.2, 0.2], [1.5, 0.8, 0.8]);
    // It is inside after the 0.2 that part it from the first.
    let found = depth(&both, &through, [0.0; 3]).expect("they overlap");
    assert!((found.min_translation.depth - 0.8).abs() < 1e-8, "{found:?}");
    // One solid, convex: the wall inside is none.
    assert!(found.is_exact, "{found:?}");
    let (both, through) = (Model::new(both), Model::new(through));
    let [both, through] = [&both, &through].map(|model| Instance::new(model, moved([0.0; 3])));
    assert!((both.intersection_volume(&through).expect("both are closed") - 0.7 * 0.6 * 0.6).abs() < 1e-12);
}

/// A ball of many faces.
fn round(rings: u32) -> Mesh<DVec3> {
    let point = |ring: u32, side: u32| {
        let (up, around) = (f64::from(ring) / f64::from(rings), f64::from(side) / f64::from(rings));
        let (up, around) = (up * std::f64::consts::PI, around * std::f64::consts::PI);
        DVec3::new(up.sin() * around.cos(), up.sin() * around.sin(), -up.cos())
    };
    let points: Vec<_> =
        (1..rings).flat_map(|ring| (0..2 * rings).map(move |side| point(ring, side))).collect();
    let hull = Hull::new(&[&points[..], &[DVec3::Z, DVec3::NEG_Z]].concat()).expect("points are finite");
    let faces = (0..hull.face_count()).flat_map(|face| {
        let around = hull.face(face).to_vec();
        (2..around.len()).map(move |i| [around[0], around[i - 1], around[i]])
    });
    let triangles = faces.collect();
    crate::assembly::meshes::mesh(hull.vertices().to_vec(), triangles)
}

/// Hulls whose edges make too many twos: what is deep in another in one place is known, of what is all within
/// the other there is a bound.
#[test]
fn round_solids_are_known_to_be_deep() {
    let ball = round(16);
    for by in [[0.0, 0.0, 1.9], [0.3, -1.2, 1.4], [1.5, 0.1, 0.2], [0.2, 0.3, 0.1]] {
        let found = depth(&ball, &ball, by).expect("they overlap");
        let away = DVec3::from_array(by).length();
        let high = found.min_translation.depth;
        assert!(found.is_exact, "{by:?} {found:?}");
        assert!(high <= 2.0 - away + 1e-9 && high > 1.95 - away, "{by:?} {found:?}");
    }
    let found = depth(&ball, &ball, [0.0; 3]).expect("they overlap");
    assert!(found.lower_bound > found.min_translation.depth * 0.95, "{found:?}");
}

/// Convex solids of thousands of triangles, as fine turned parts are, a little in each other: it is known,
/// whichever way they are turned.
#[test]
fn finely_cut_convex_solids_are_known_to_be_deep() {
    let fine = prism(1200, 0.0, [0.0, 0.0]);
    for [below, above] in [[fine.clone(), fine.clone()], [inside_out(&fine), prism(1100, 0.5, [0.25, 0.0])]] {
        known(depth(&below, &above, [0.0, 0.0, 1.0 - 1e-6]), 1e-6, [0.0, 0.0, 1.0]);
        let found = depth(&below, &above, [0.0, 0.0, 1.0 - 1e-6]);
        assert!(found.is_some_and(|found| found.is_exact), "{found:?}");
    }
}

/// Bounds are never called one number because what is far away is rounded.
#[test]
fn what_is_rounded_far_away_is_not_exact() {
    let turn =
        Rotation::<DVec3>::from_axis_angle(Unit::new(DVec3::new(1.0, 2.0, 3.0)).expect("of length 1"), 0.4);
    let turned = Affine::from(Pose { rotation: turn, translation: DVec3::ZERO });
    for half in [1e2, 1e4, 1e6, 1e8, 1e9, 1e10] {
        let plate = Model::new(cuboid([-half, -half, -half * 0.01], [half, half, 0.0]));
        for deep in [1e-2, 1e-4, 1e-6, 1e-8] {
            let bolt = Model::new(cuboid([1.0, 1.0, -deep], [1.02, 1.02, 0.05]));
            let [plate, bolt] = [&plate, &bolt].map(|model| Instance::new(model, turned));
            let Some(found) = plate.depth(&bolt) else { continue };
            let DepthBounds { min_translation, lower_bound, is_exact } = found;
            assert!(lower_bound <= min_translation.depth, "{half} {deep} {found:?}");
            assert!(
                !is_exact || lower_bound >= min_translation.depth * (1.0 - 1.1e-4),
                "{half} {deep} {found:?}"
            );
        }
    }
}

#[test]
fn boxes_are_as_deep_as_they_share() {
    fn check<V: Vector>() {
        let cube = cuboid::<V>([0.0; 3], [1.0; 3]);
        for (by, distance, normal) in [
            ([0.75, 0.25, 0.5], 0.25, [1.0, 0.0, 0.0]),
            ([0.25, -0.875, 0.0], 0.125, [0.0, -1.0, 0.0]),
            ([0.0, 0.0, 1.0 - 1.0 / 1024.0], 1.0 / 1024.0, [0.0, 0.0, 1.0]),
        ] {
            let found = depth(&cube, &cube, by);
            known(found, distance, normal);
            // A thousandth of the size is not known to a ten thousandth in `f32`.
            let is_known = distance > 0.01 || V::Scalar::UNIT_ROUNDOFF.into() < 1e-10;
            assert!(found.is_some_and(|found| found.is_exact || !is_known), "{found:?}");
            // Whichever way triangles face.
            known(depth(&inside_out(&cube), &cube, by), distance, normal);
        }
        assert_eq!(depth(&cube, &cube, [1.0, 0.0, 0.0]), None);
        assert_eq!(depth(&cube, &cube, [1.5, 0.0, 0.0]), None);
        // Wholly inside, and the other way round.
        let small = cuboid::<V>([0.25, 0.375, 0.375], [0.5, 0.625, 0.625]);
        known(depth(&cube, &small, [0.0; 3]), 0.5, [-1.0, 0.0, 0.0]);
        known(depth(&small, &cube, [0.0; 3]), 0.5, [1.0, 0.0, 0.0]);
    }
    check::<DVec3>();
    check::<Vec3>();
}

/// A peg in a hole with play cuts into one side only: it need not come out of the hole.
#[test]
fn there_may_be_room_in_a_hole() {
    let plate = plate(4.0, 1.0, 2.0);
    let peg = cuboid([-0.9, -0.9, -5.0], [0.9, 0.9, 5.0]);
    let found = depth(&plate, &peg, [0.125, 0.0, 0.0]);
    known(found, 0.025, [-1.0, 0.0, 0.0]);
    // Into two sides at once: neither axis alone parts them.
    let found = depth(&plate, &peg, [0.125, -0.13, 0.0]).expect("it cuts into two sides");
    let distance = 0.025f64.hypot(0.03);
    assert!(
        found.min_translation.depth < distance * 1.01 && found.min_translation.depth >= distance,
        "{found:?}"
    );
    assert!(found.lower_bound <= distance);
    // Without play, out along the hole is the least, whatever little it cuts.
    let tight = cuboid([-1.0 - 1e-6, -1.0, 1.5], [1.0 + 1e-6, 1.0, 5.0]);
    known(depth(&plate, &tight, [0.0; 3]), 0.5, [0.0, 0.0, 1.0]);
}

/// Open surfaces are parted as well, but nothing is known from below.
#[test]
fn surfaces_that_enclose_nothing() {
    let open = opened(&cuboid::<DVec3>([0.0; 3], [1.0; 3]));
    let found = depth(&open, &open, [0.75, 0.25, 0.5]).expect("they pierce each other");
    assert!(found.lower_bound == 0.0 && !found.is_exact);
    assert!(found.min_translation.depth <= 0.2501, "{found:?}");
}

/// Bodies of many kinds: boxes, plates with a hole, several shells, hulls of random points.
fn any_mesh(random: &mut Random) -> Mesh<DVec3> {
    let size = |random: &mut Random| 0.3 + random.unit();
    match (random.unit() * 4.0) as u32 {
        0 => {
            let half = [0; 3].map(|_| size(random));
            cuboid(half.map(|x| -x), half)
        }
        1 => plate(1.5, 0.5 + 0.5 * random.unit(), size(random)),
        2 => {
            let beam = [size(random), 0.3, 0.3];
            together(&[
                cuboid(beam.map(|x| -x), beam),
                cuboid([-0.2, 0.4, -0.2], [0.2, 1.4, 0.2]),
                cuboid([0.5, 0.4, -0.2], [0.7, 1.0, 0.2]),
            ])
        }
        _ => {
            let points: Vec<DVec3> = (0..12).map(|_| random.direction() * 1.2).collect();
            let hull = Hull::new(&points).expect("finite");
            let fan = |face: &[u32]| -> Vec<[u32; 3]> {
                (1..face.len() - 1).map(|i| [face[0], face[i], face[i + 1]]).collect()
            };
            let triangles = (0..hull.face_count()).flat_map(|face| fan(hull.face(face))).collect();
            crate::assembly::meshes::mesh(hull.vertices().to_vec(), triangles)
        }
    }
}

/// Moved by its way out a pair is apart; moved by less than the lower bound, wherever, it is not; and in no
/// direction that was sampled much less parts it.
#[test]
fn moving_tells_the_same() {
    let mut random = Random::new(demand::seed(71));
    let (mut deep, mut exact, mut much_less) = (0, 0, 0);
    let cases = demand::cases("IMPINGE_DEPTHS", 240);
    for case in 0..cases {
        let models = [Model::new(any_mesh(&mut random)), Model::new(any_mesh(&mut random))];
        let place = |random: &mut Random| {
            let axis = Unit::new(random.direction()).expect("of length 1");
            let is_straight = case % 3 == 0;
            let rotation = if is_straight {
                Rotation::identity()
            } else {
                Rotation::<DVec3>::from_axis_angle(axis, random.unit())
            };
            Affine::from(Pose { rotation, translation: random.direction() * random.unit() })
        };
        let a = Instance::new(&models[0], place(&mut random));
        let b = Instance::new(&models[1], place(&mut random));
        let overlap_at = |by: DVec3| {
            let map = Affine { columns: b.transform.columns, translation: b.transform.translation + by };
            a.relation(&Instance::new(b.model, map)) == Relation::Overlapping
        };
        let Some(found) = a.depth(&b) else {
            assert!(!overlap_at(DVec3::ZERO));
            continue;
        };
        deep += 1;
        exact += usize::from(found.is_exact);
        let MinTranslation { normal, depth: distance, point_a, point_b } = found.min_translation;
        assert!(!overlap_at(normal.get() * distance * (1.0 + 1e-9)), "case {case}: {found:?}");
        assert!((point_b + normal.get() * distance - point_a).length() < 1e-6, "case {case}: {found:?}");
        let mirrored = b.depth(&a).expect("in either order");
        assert_eq!((mirrored.min_translation.depth, mirrored.lower_bound), (distance, found.lower_bound));
        assert_eq!(mirrored.min_translation.normal.get(), -normal.get());
        assert_eq!((mirrored.min_translation.point_a, mirrored.min_translation.point_b), (point_b, point_a));
        let mut less = false;
        for _ in 0..150 {
            let (direction, share) = (random.direction(), random.unit());
            let within = found.lower_bound * share;
            assert!(
                overlap_at(direction * within),
                "case {case}: {within} along {direction} frees {found:?}"
            );
            less |= !overlap_at(direction * (distance * 0.97 * share));
        }
        assert!(!(less && found.is_exact), "case {case}: {found:?}");
        much_less += usize::from(less);
    }
    // Of others it may be a few more or less.
    if demand::number("IMPINGE_SEED").is_none() {
        assert!(deep * 2 > cases && exact > deep / 3, "{exact} of {deep} are known");
        assert!(much_less * 20 < deep, "of {deep}, {much_less} are parted by much less");
    }
}
