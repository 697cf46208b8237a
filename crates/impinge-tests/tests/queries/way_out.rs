//! The way out of another mesh: it parts them, no less does in its direction, and the depth of convex solids
//! is between the bounds.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::bvh::{MeshBvh, MeshPair};
use impinge::compound::SurfaceMesh;
use impinge::math::{Affine, Pose, Scalar, Unit, Vector};
use impinge::prelude::*;
use impinge::shape::{Hull, Mesh};

use super::{Random, Tested, Turn, of_all, soup, sources};

fn scalar<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

/// A pair with the second mesh moved.
fn moved<'a, V: Vector>(trees: [&'a MeshBvh<V>; 2], at: Pose<V>, by: V) -> MeshPair<'a, V> {
    let to = Pose { translation: at.translation + by, ..at };
    MeshPair::new(trees[0], Pose::identity(), trees[1], to)
}

/// Just before the end of the way something meets, and beyond it nothing does.
fn passing<V: Turn>() -> Tested {
    let mut random = Random::new(61);
    let mut in_the_way = 0;
    for count in 1..40 {
        let [one, other] = [0, 1].map(|side| {
            let corners: Vec<V> = (0..3 * (count + side)).map(|_| random.vector(1.0)).collect();
            let triangles = (0..(count + side) as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            MeshBvh::new(Mesh::new(corners, triangles).expect("finite"))
        });
        for turn in 0..4 {
            let at = Pose { rotation: V::turn(&mut random), translation: random.vector(1.0) };
            let direction: Unit<V> =
                if turn == 0 { Unit::axis(count % V::DIMENSION) } else { random.direction() };
            let pair = moved([&one, &other], at, V::ZERO);
            let meets = |along: f64| {
                moved([&one, &other], at, direction.get() * scalar::<V>(along)).is_within(V::Scalar::ZERO)
            };
            let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
            let Some(along) = pair.penetration_along(direction) else {
                assert!((-40..40).all(|step| !meets(f64::from(step) * 0.1)));
                continue;
            };
            let (along, off): (f64, f64) = (along.into(), 64.0 * unit + 1e-9);
            in_the_way += usize::from(along > 0.0);
            assert!(meets(along - off), "nothing is in the way at {along:?} along {direction:?}");
            for step in 0..20 {
                let beyond = along + off + f64::from(step).powi(2) * 0.01;
                assert!(!meets(beyond), "{beyond} is beyond {along} along {direction:?}");
            }
        }
    }
    assert!(in_the_way > 60, "{in_the_way}");
    Ok(())
}

#[test]
fn nothing_is_in_the_way_beyond_its_end() -> Tested {
    of_all([passing::<Vec2>, passing::<Vec3>, passing::<DVec2>, passing::<DVec3>])
}

/// The surface of a hull, in the plane its area.
fn solid<V: Vector>(hull: &Hull<V>) -> SurfaceMesh<V> {
    let fan = |face: &[u32]| -> Vec<[u32; 3]> {
        (1..face.len() - 1).map(|i| [face[0], face[i], face[i + 1]]).collect()
    };
    let around: Vec<u32> = (0..hull.vertices().len() as u32).collect();
    let triangles = match V::DIMENSION {
        2 => fan(&around),
        _ => (0..hull.face_count()).flat_map(|face| fan(hull.face(face))).collect(),
    };
    SurfaceMesh::new(Mesh::new(hull.vertices().to_vec(), triangles).expect("a hull is a mesh"))
}

fn convex<V: Turn>() -> Tested {
    let mut random = Random::new(62);
    let (mut deep, mut worst) = (0, 1.0_f64);
    for case in 0..150 {
        let [a, b] = [0, 1].map(|_| {
            let size = if case % 5 == 0 { 0.2 } else { 1.0 };
            Hull::new(&(0..14).map(|_| random.vector(size)).collect::<Vec<V>>()).expect("finite")
        });
        let at = Pose { rotation: V::turn(&mut random), translation: random.vector(1.0) };
        let (one, other) = (solid(&a), solid(&b).at(&at));
        let Some(found) = one.depth(&other) else {
            assert_ne!(one.relation(&other), Relation::Overlapping);
            continue;
        };
        let depth: f64 =
            a.penetration(&b.at(&at)).ok_or("hulls overlap as their surfaces do")?.depth().into();
        let (low, high): (f64, f64) = (found.lower_bound.into(), found.min_translation.depth.into());
        assert!(low <= depth * 1.000_01 + 1e-6 && depth <= high * 1.000_01 + 1e-6, "{low} {depth} {high}");
        let to = Pose {
            translation: at.translation + found.min_translation.normal.get() * found.min_translation.depth,
            ..at
        };
        assert_ne!(one.relation(&solid(&b).at(&to)), Relation::Overlapping, "{found:?}");
        let between = found.min_translation.point_b
            + found.min_translation.normal.get() * found.min_translation.depth
            - found.min_translation.point_a;
        assert!(between.abs().max_element().into() < 1e-5, "{found:?}");
        deep += 1;
        worst = worst.max(high / depth);
    }
    assert!(deep > 60, "{deep}");
    // Downhill from the best of some directions is not always all the way down.
    assert!(worst < 1.3, "{worst}");
    Ok(())
}

#[test]
fn the_depth_of_convex_solids_is_between_the_bounds() -> Tested {
    of_all([convex::<Vec2>, convex::<Vec3>, convex::<DVec2>, convex::<DVec3>])
}

/// Two fields of hills in each other: nothing that was tried in many directions is much shorter.
#[test]
fn fields_of_hills_are_parted_nearly_the_shortest_way() -> Tested {
    let mut random = Random::new(63);
    let mut field = || {
        let corner = |i: u32| DVec3::new(f64::from(i % 25), 1.0 + random.signed(), f64::from(i / 25));
        let corners = (0..625).map(corner).collect();
        let cells = (0..576).map(|cell| cell % 24 + cell / 24 * 25);
        let triangles = cells.flat_map(|i| [[i, i + 25, i + 1], [i + 1, i + 25, i + 26]]).collect();
        Mesh::new(corners, triangles).map(MeshBvh::new)
    };
    let (one, other) = (field()?, field()?);
    let mut random = Random::new(64);
    for height in [0.2, 0.9, 1.7] {
        let at = Pose::from_translation(DVec3::new(0.4 * random.signed(), height, 0.4 * random.signed()));
        let pair = moved([&one, &other], at, DVec3::ZERO);
        let out = pair.penetration().ok_or("they are in each other")?;
        let beyond = moved([&one, &other], at, out.normal.get() * out.depth);
        assert!(!beyond.is_within(0.0));
        let tried = (0..400).filter_map(|i| {
            let direction = if i == 0 { Unit::axis(1) } else { random.direction() };
            pair.penetration_along(direction)
        });
        let least = tried.fold(f64::INFINITY, f64::min);
        assert!(out.depth <= least * 1.001, "{} and {least} at {height}", out.depth);
    }
    Ok(())
}

/// Numbers of all sizes, flattening maps, and nothing at all.
fn of_any_kind<V: Turn>() -> Tested {
    for seed in 0..3 {
        for mut random in sources(seed + 70) {
            let [one, other] =
                [0, 1].map(|side| MeshBvh::new(soup::<V>(&mut random, 9 * seed as usize + side)));
            for factor in [1.0, 0.0, 1e-25, 1e30, 1e200] {
                let columns = V::basis_from_fn(|_| random.vector::<V>(1.0) * scalar::<V>(factor));
                let map = Affine { columns, translation: random.vector(1.0) };
                let pair = MeshPair::new(&one, Affine::identity(), &other, map);
                let _ = pair.penetration_along(Unit::axis(0));
                if let Some(out) = pair.penetration() {
                    let by = out.normal.get() * out.depth;
                    let to = Affine { translation: map.translation + by, ..map };
                    assert!(!MeshPair::new(&one, Affine::identity(), &other, to).is_within(V::Scalar::ZERO));
                }
            }
        }
    }
    let nothing = MeshBvh::new(Mesh::<V>::default());
    let pair = MeshPair::new(&nothing, Pose::identity(), &nothing, Pose::identity());
    assert_eq!((pair.penetration(), pair.penetration_along(Unit::axis(1))), (None, None));
    Ok(())
}

#[test]
fn whatever_is_found_parts_them() -> Tested {
    of_all([of_any_kind::<Vec2>, of_any_kind::<Vec3>, of_any_kind::<DVec2>, of_any_kind::<DVec3>])
}
