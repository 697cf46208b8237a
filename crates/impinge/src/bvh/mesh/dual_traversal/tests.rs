//! Compares the traversal with brute force: a test of every pair of triangles.

use std::ops::ControlFlow;

use fearless_simd::{Level, dispatch};
use glam::{DVec3, Vec2};
use proptest::prelude::*;

use crate::assembly::{Instance, Model};
use crate::bvh::DistanceGoal;
use crate::bvh::mesh::directional_penetration::depth_in_3d;
use crate::bvh::mesh::relative_bounds::{FrameTransform, PlacedTree};
use crate::math::test_instruction_sets::instruction_sets;
use crate::math::{Affine, Scalar, Vector};
use crate::narrow::{Collide, Relation};
use crate::shape::Mesh;

type Corner = [i8; 3];

/// Corners and triangles on a small lattice, so that they coincide, degenerate and touch exactly.
type Lattice = (Vec<Corner>, Vec<[u8; 3]>);

fn lattice() -> impl Strategy<Value = Lattice> {
    (
        prop::collection::vec(prop::array::uniform3(-4i8..=4), 3..24),
        prop::collection::vec(prop::array::uniform3(any::<u8>()), 0..40),
    )
}

/// The columns of a matrix, in quarters, and a translation.
type Map = ([i8; 9], [i8; 3]);

fn map() -> impl Strategy<Value = Map> {
    let columns = prop_oneof![
        Just([4, 0, 0, 0, 4, 0, 0, 0, 4]),
        Just([0, 4, 0, 4, 0, 0, 0, 0, -4]),
        // Rotated by an arbitrary angle, sheared, mirrored, flattened.
        prop::array::uniform9(-6i8..=6),
    ];
    (columns, prop::array::uniform3(-16i8..=16))
}

fn model<V: Vector>((corners, triangles): &Lattice, size: f64, far: f64) -> Model<V> {
    let point = |p: &Corner| V::from_f64(p.map(|x| f64::from(x) * size + far));
    let count = corners.len() as u32;
    let triangles = triangles.iter().map(|t| t.map(|corner| u32::from(corner) % count)).collect();
    Model::new(Mesh::new(corners.iter().map(point).collect(), triangles).unwrap())
}

fn affine<V: Vector>((columns, translation): &Map, size: f64, far: f64) -> Affine<V> {
    let column = |j: usize| V::from_f64(std::array::from_fn(|i| f64::from(columns[3 * j + i]) / 4.0));
    let shift = std::array::from_fn(|i| f64::from(translation[i]) / 3.0 * size - far);
    Affine { columns: V::basis_from_fn(column), translation: V::from_f64(shift) }
}

/// All pairs of triangles.
fn pairs<V: Vector>(a: &Instance<V>, b: &Instance<V>) -> impl Iterator<Item = (u32, u32)> {
    let [m, n] = [a, b].map(|body| body.model.mesh().triangles().len() as u32);
    (0..m).flat_map(move |i| (0..n).map(move |j| (i, j)))
}

fn check<V: Vector>(a: &Instance<V>, b: &Instance<V>, margin: f64) {
    let Some(pair) = a.beside(b, margin) else { return };
    let mut seen = Vec::new();
    let _ = pair.for_each_near_pair(|i, j| {
        seen.push((i, j));
        ControlFlow::<()>::Continue(())
    });
    seen.sort_unstable();
    assert!(seen.windows(2).all(|two| two[0] < two[1]), "a pair was shown twice");
    let mut best: Option<(V::Scalar, (u32, u32))> = None;
    for (i, j) in pairs(a, b) {
        let (one, other) = (a.placed_triangle(i), b.placed_triangle(j));
        let distance = one.distance(&other);
        let is_near = one.relation(&other) != Relation::Disjoint || distance.into() < margin;
        assert!(
            !is_near || seen.binary_search(&(i, j)).is_ok(),
            "{i} and {j} are {distance} apart: {a:?} {b:?}"
        );
        if best.is_none_or(|best| (distance, (i, j)) < best) {
            best = Some((distance, (i, j)));
        }
    }

    for limit in [V::Scalar::MAX, V::Scalar::from_f64(margin)] {
        let pair = a.beside(b, 0.0).expect("there was one with a margin");
        let mut found: Option<(V::Scalar, (u32, u32))> = None;
        pair.for_each_by_distance(limit.into(), |i, j| {
            let nearest = a.placed_triangle(i).closest_points(&b.placed_triangle(j));
            let distance = nearest.distance.max(V::Scalar::ZERO);
            if distance > limit || found.is_some_and(|found| found <= (distance, (i, j))) {
                return None;
            }
            found = Some((distance, (i, j)));
            Some(DistanceGoal { limit: distance.into(), normal: nearest.normal.get().to_f64() })
        });
        assert_eq!(found, best.filter(|(distance, _)| *distance <= limit), "{a:?} {b:?}");
    }
}

fn check_lattice<V: Vector>(meshes: &[Lattice; 2], maps: &[Map; 2], size: f64, far: f64) {
    let [one, other] = meshes.each_ref().map(|mesh| model::<V>(mesh, size, far));
    // If a mesh is far from its origin, a map that takes it back.
    let [to, from] = maps.each_ref().map(|map| affine::<V>(map, size, far));
    let (a, b) = (Instance::new(&one, to), Instance::new(&other, from));
    for margin in [0.0, 1.5 * size] {
        check(&a, &b, margin);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(100)))]

    #[test]
    fn nothing_near_is_missed(
        meshes in prop::array::uniform2(lattice()),
        maps in prop::array::uniform2(map()),
    ) {
        check_lattice::<DVec3>(&meshes, &maps, 1.0, 0.0);
        check_lattice::<Vec2>(&meshes, &maps, 1.0, 0.0);
    }

    #[test]
    fn wherever_and_however_large_it_is(
        meshes in prop::array::uniform2(lattice()),
        maps in prop::array::uniform2(map()),
        power in -12i32..12,
        far in -1e3f64..1e3,
    ) {
        check_lattice::<Vec2>(&meshes, &maps, 10f64.powi(power), 0.0);
        check_lattice::<Vec2>(&meshes, &maps, 0.1, far);
        check_lattice::<DVec3>(&meshes, &maps, 0.1, far * 1e6);
        check_lattice::<DVec3>(&meshes, &maps, 10f64.powi(power * 3), 0.0);
        // Down to the least floats.
        check_lattice::<Vec2>(&meshes, &maps, 10f64.powi(power - 33), 0.0);
        check_lattice::<DVec3>(&meshes, &maps, 10f64.powi(power * 25), 0.0);
    }
}

/// Maps that flatten, overflow or are not finite are tested in one direction, or not at all.
#[test]
fn singular_maps_lose_no_pairs() {
    let mesh: Lattice =
        (vec![[0, 0, 0], [2, 0, 0], [0, 2, 1], [1, 1, -2]], vec![[0, 1, 2], [0, 1, 3], [1, 2, 3]]);
    let (one, other) = (model::<DVec3>(&mesh, 1.0, 0.0), model::<DVec3>(&mesh, 0.7, 0.1));
    let flat = Affine { columns: [DVec3::X, DVec3::X * 2.0, DVec3::Z], translation: DVec3::Y * 0.25 };
    let scaled = |by: f64| Affine {
        columns: [DVec3::X, DVec3::Y, DVec3::Z].map(|x| x * by),
        translation: DVec3::ZERO,
    };
    let maps = [flat, scaled(0.0), scaled(1e-20), scaled(1e15), scaled(1.0), scaled(-1.0)];
    for to in maps {
        for from in maps {
            check(&Instance::new(&one, to), &Instance::new(&other, from), 0.0);
        }
    }
    for by in [1e200, f64::MAX, f64::INFINITY, f64::NAN] {
        let (a, b) = (Instance::new(&one, scaled(by)), Instance::new(&other, scaled(1.0)));
        assert!(a.beside(&b, 0.0).is_none() || by == 1e200);
    }
    let empty = Model::new(Mesh::default());
    check(&Instance::new(&one, flat), &Instance::new(&empty, flat), 1.0);
}

/// A wavy sheet with enough triangles for a deep tree.
fn sheet() -> Model<DVec3> {
    let corner = |i: u32| {
        let (x, y) = ((i % 64) as f64 / 8.0 - 4.0, (i / 64) as f64 / 8.0 - 4.0);
        DVec3::new(x, y, 0.4 * libm::sin(3.0 * x) * libm::cos(2.0 * y))
    };
    let cell = |i: u32| [[i, i + 1, i + 64], [i + 1, i + 65, i + 64]];
    let triangles = (0..63 * 63).flat_map(|i| cell(i / 63 * 64 + i % 63)).collect();
    Model::new(Mesh::new((0..64 * 64).map(corner).collect(), triangles).unwrap())
}

/// All instruction sets visit the same triangles.
#[test]
fn pairs_are_equal_for_all_instruction_sets() {
    let model = sheet();
    for k in (0..20).step_by(4) {
        let turn = crate::math::Rotation::<DVec3>::from_axis_angle(
            crate::math::Unit::new(DVec3::new(1.0, k as f64, -0.5)).unwrap(),
            0.1 + 0.3 * k as f64,
        );
        let pose = crate::math::Pose { rotation: turn, translation: DVec3::new(0.2, 0.1, 0.15 * k as f64) };
        let (a, b) = (Instance::new(&model, Affine::identity()), Instance::new(&model, pose));
        let pair = a.beside(&b, 0.01).unwrap();
        let looked_at = |level: Level| {
            let mut seen = Vec::new();
            let mut visit = |i, j| {
                seen.push((i, j));
                ControlFlow::<()>::Continue(())
            };
            let _ = dispatch!(level, simd => pair.descend(simd, &mut visit));
            let mut least = f64::INFINITY;
            let mut visit = |i, j| {
                seen.push((i, j));
                let nearest = a.placed_triangle(i).closest_points(&b.placed_triangle(j));
                let is_nearer = nearest.distance < least && nearest.distance > 0.0;
                least = if is_nearer { nearest.distance } else { least };
                is_nearer.then(|| DistanceGoal { limit: least, normal: nearest.normal.get().to_f64() })
            };
            dispatch!(level, simd => pair.traverse_closest(simd, f64::INFINITY, None, &mut visit));
            let sight = PlacedTree::from_axes(
                [[0.0, 0.6, 0.8], [1.0, 0.0, 0.0], [0.0, 0.8, -0.6]],
                [0.1; 3],
                &pair.placed,
            );
            let transforms = [0, 1].map(|side| FrameTransform::new(&pair.placed[side], &sight, 0.0).unwrap());
            let mut known = f64::NEG_INFINITY;
            let mut visit = |i, j| {
                seen.push((i, j));
                let [a, b] = [a.placed_triangle(i), b.placed_triangle(j)]
                    .map(|of| of.points().map(|point| point.to_f64()));
                known = depth_in_3d(&a, &b).map_or(known, |height| height.along.max(known));
                known
            };
            dispatch!(level, simd => pair.traverse_along(simd, &transforms, f64::NEG_INFINITY, &mut visit));
            seen
        };
        let best = looked_at(Level::new());
        assert!(!best.is_empty());
        for level in instruction_sets() {
            assert_eq!(best, looked_at(level), "{level:?}");
        }
    }
}
