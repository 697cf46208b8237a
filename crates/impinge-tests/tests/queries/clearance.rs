//! Triangles of two meshes within a distance: those that asking every two of them finds.

use std::ops::ControlFlow;

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::bvh::{Clearance, MeshBvh, MeshPair};
use impinge::compound::SurfaceMesh;
use impinge::math::{Affine, Pose, Scalar};
use impinge::prelude::*;
use impinge::shape::{Ball, Mesh, Triangle};

use super::{ON, Random, Tested, Turn, of_all, soup, sources};

/// Two triangles by their numbers, and how far apart they are.
type Apart<S> = (u32, u32, S);

fn placed<V: Vector>(tree: &MeshBvh<V>, map: &Affine<V>) -> Vec<Option<Triangle<V>>> {
    let mesh = tree.mesh();
    let corners = |number| mesh.triangle(number).points().map(|corner| map.transform_point(corner));
    (0..mesh.triangles().len() as u32).map(|number| Triangle::new(corners(number)).ok()).collect()
}

/// All there are, the nearest first.
fn each<V: Vector>(of_a: &[Option<Triangle<V>>], of_b: &[Option<Triangle<V>>]) -> Vec<Apart<V::Scalar>> {
    let mut all = Vec::new();
    for (i, a) in (0..).zip(of_a) {
        for (j, b) in (0..).zip(of_b) {
            if let (Some(a), Some(b)) = (a, b) {
                // The relation is exact; the distance of needles that meet may be off by more than it allows
                // for.
                let meet = a.relation(b) != Relation::Disjoint;
                all.push((i, j, if meet { V::Scalar::ZERO } else { a.distance(b) }));
            }
        }
    }
    all.sort_by(|one, other| one.2.partial_cmp(&other.2).expect("no distance is NaN"));
    all
}

fn found<V: Vector>(pair: &MeshPair<V>, most: V::Scalar) -> Vec<Clearance<V>> {
    let mut found = Vec::new();
    let _ = pair.for_each_clearance(most, |clearance| {
        found.push(clearance);
        ON
    });
    found.sort_by_key(|clearance| (clearance.triangle_a, clearance.triangle_b));
    found
}

/// The points are on the triangles, and so far apart as it is said, up to rounding.
fn check_points<V: Vector>(clearance: &Clearance<V>, a: &Triangle<V>, b: &Triangle<V>) {
    let corners = a.points().into_iter().chain(b.points());
    let size: f64 = corners.fold(V::ZERO, |sum, corner| sum + corner.abs()).element_sum().into();
    let off = 64.0 * size * V::Scalar::UNIT_ROUNDOFF.into() + 1e-30;
    let distance: f64 = clearance.distance.into();
    let between = (clearance.point_a.to_double() - clearance.point_b.to_double()).length();
    if size > 1e140 {
        assert!(clearance.point_a.is_finite() && clearance.point_b.is_finite(), "{clearance:?}");
        return;
    }
    assert!((between - distance).abs() <= off, "{between}: {clearance:?}, {a:?} {b:?}");
    for (triangle, point) in [(a, clearance.point_a), (b, clearance.point_b)] {
        let ball = Ball::new(point, V::Scalar::ZERO).expect("finite");
        let away: f64 = triangle.distance(&ball).into();
        assert!(away <= off, "{point:?} is {away} away from {triangle:?}: {clearance:?}");
    }
}

fn check<V: Vector>(a: (&MeshBvh<V>, Affine<V>), b: (&MeshBvh<V>, Affine<V>)) {
    let pair = MeshPair::new(a.0, a.1, b.0, b.1);
    let mirrored = MeshPair::new(b.0, b.1, a.0, a.1);
    let (of_a, of_b) = (placed(a.0, &a.1), placed(b.0, &b.1));
    let all = each(&of_a, &of_b);
    let zero = V::Scalar::ZERO;
    let mut limits = vec![zero, -zero, V::Scalar::MAX, V::Scalar::INFINITY];
    for share in [0, 5, 40] {
        if let Some((_, _, distance)) = all.get(all.len() * share / 100) {
            limits.extend([distance.next_down(), *distance]);
        }
    }
    let apart = all.iter().find(|(_, _, distance)| *distance > zero);
    limits.extend(apart.iter().flat_map(|(_, _, least)| [*least, least.next_down()]));
    let complete = found(&pair, V::Scalar::INFINITY);
    for told in &complete {
        let (Some(one), Some(other)) = (&of_a[told.triangle_a as usize], &of_b[told.triangle_b as usize])
        else {
            panic!("{told:?} is nowhere");
        };
        check_points(told, one, other);
    }
    for most in limits {
        let found = found(&pair, most);
        let mut expected: Vec<Apart<V::Scalar>> =
            all.iter().copied().filter(|(_, _, distance)| *distance <= most).collect();
        expected.sort_by_key(|(i, j, _)| (*i, *j));
        let as_told = found.iter().map(|told| (told.triangle_a, told.triangle_b, told.distance));
        assert!(as_told.eq(expected.iter().copied()), "{most:?}: {found:?} and not {expected:?}");
        assert_eq!(pair.is_within(most), !expected.is_empty(), "{most:?}");
        // Nor do the points depend on how far is looked.
        assert!(found.iter().eq(complete.iter().filter(|told| told.distance <= most)), "{most:?}: {found:?}");
        let mut back: Vec<Clearance<V>> = self::found(&mirrored, most)
            .into_iter()
            .map(|told| Clearance {
                triangle_a: told.triangle_b,
                triangle_b: told.triangle_a,
                point_a: told.point_b,
                point_b: told.point_a,
                ..told
            })
            .collect();
        back.sort_by_key(|told| (told.triangle_a, told.triangle_b));
        assert_eq!(found, back, "{most:?}");
    }
    for nothing in
        [-V::Scalar::ONE, -V::Scalar::ZERO.next_up(), -V::Scalar::INFINITY, V::Scalar::from_f64(f64::NAN)]
    {
        assert!(!pair.is_within(nothing), "{nothing:?}");
    }
}

fn soups<V: Turn>() -> Tested {
    for seed in [0, 1, 2] {
        for mut random in sources(seed) {
            let [one, other] =
                [0, 1].map(|side| MeshBvh::new(soup::<V>(&mut random, 6 * seed as usize + side)));
            for away in [0.0, 3.0] {
                let to = Pose { rotation: V::turn(&mut random), translation: random.vector(1.0) };
                let at = Pose { rotation: V::turn(&mut random), translation: random.vector(away) };
                check((&one, to.into()), (&other, at.into()));
            }
            check((&one, Affine::identity()), (&one, Affine::identity()));
        }
    }
    Ok(())
}

#[test]
fn what_is_within_a_distance_is_what_asking_every_two_finds() -> Tested {
    of_all([soups::<Vec2>, soups::<Vec3>, soups::<DVec2>, soups::<DVec3>])
}

/// Sheared, mirrored, flattened, far away, huge and tiny, and beyond the floats.
fn maps<V: Turn>() -> Tested {
    let mut random = Random::new(7);
    for factor in [1.0, -1.0, 0.0, 1e-25, 1e12, 1e30, 1e37, 1e39, 1e200, f64::NAN] {
        let [one, other] = [0, 1].map(|_| MeshBvh::new(soup::<V>(&mut random, 12)));
        let columns = V::basis_from_fn(|_| random.vector::<V>(1.0) * V::Scalar::from_f64(factor));
        let near = Affine { columns, translation: random.vector::<V>(1.0) * V::Scalar::from_f64(factor) };
        let far = Affine { translation: V::splat(V::Scalar::from_f64(1e4)), ..near };
        check((&one, near), (&other, near));
        check((&one, near), (&other, far));
        let pose = Pose { rotation: V::turn(&mut random), translation: random.vector(2.0) };
        check((&one, near), (&other, pose.into()));
    }
    Ok(())
}

#[test]
fn maps_of_any_kind_lose_nothing() -> Tested {
    of_all([maps::<Vec2>, maps::<Vec3>, maps::<DVec2>, maps::<DVec3>])
}

/// A sheet with bumps, of which there are enough triangles for a deep tree.
fn sheet<V: Vector>(cells: u32) -> Mesh<V> {
    let side = cells + 1;
    let corner = |i: u32| {
        let [x, y] = [i % side, i / side].map(|k| f64::from(k) * 4.0 / f64::from(cells) - 2.0);
        V::from_f64([x, y, 0.3 * libm::sin(3.0 * x) * libm::cos(2.0 * y)])
    };
    let cell = |k: u32| {
        let i = k / cells * side + k % cells;
        [[i, i + 1, i + side], [i + 1, i + side + 1, i + side]]
    };
    Mesh::new((0..side * side).map(corner).collect(), (0..cells * cells).flat_map(cell).collect())
        .expect("the test's own mesh is valid")
}

fn distances<V: Turn>() -> Tested {
    let mut random = Random::new(11);
    let (one, other) = (sheet::<V>(24), sheet::<V>(17));
    let [tree_a, tree_b] = [&one, &other].map(|mesh| MeshBvh::new(mesh.clone()));
    let (solid_a, solid_b) = (SurfaceMesh::new(one), SurfaceMesh::new(other));
    for away in [0.0, 1.0, 4.0, 30.0] {
        for _ in 0..4 {
            let to = Pose { rotation: V::turn(&mut random), translation: random.vector(2.0) };
            let offset = random.direction::<V>().get() * V::Scalar::from_f64(away);
            let at = Pose { rotation: V::turn(&mut random), translation: to.translation + offset };
            let (a, b) = (solid_a.at(&to), solid_b.at(&at));
            let distance = a.distance(&b);
            let pair = MeshPair::new(&tree_a, to, &tree_b, at);
            assert!(pair.is_within(distance) && !pair.is_within(distance.next_down()), "{distance:?}");
            assert_eq!(pair.is_within(V::Scalar::ZERO), a.relation(&b) != Relation::Disjoint);
            let told = found(&pair, distance);
            assert!(!told.is_empty() && told.iter().all(|told| told.distance == distance));
            // As contacts within a margin tell it.
            let more = distance + V::Scalar::from_f64(0.1);
            let contacts = contacts(&a, &b, more);
            let told = found(&pair, more);
            assert_eq!(told.len(), contacts.len());
            for (told, contact) in told.iter().zip(contacts) {
                assert_eq!((told.triangle_a, told.triangle_b), (contact.part_a, contact.part_b));
                assert_eq!(told.distance, contact.contact.distance.max(V::Scalar::ZERO));
            }
        }
    }
    Ok(())
}

#[test]
fn the_distance_of_two_meshes_is_that_of_what_is_within_it() -> Tested {
    distances::<Vec3>()?;
    distances::<DVec3>()
}

#[test]
fn a_visit_that_breaks_is_the_last() -> Tested {
    let tree = MeshBvh::new(sheet::<Vec3>(20));
    let pair = MeshPair::new(&tree, Pose::identity(), &tree, Pose::from_translation(Vec3::Z));
    let mut count = 0;
    let end = pair.for_each_clearance(5.0, |clearance| {
        count += 1;
        if count == 3 { ControlFlow::Break(clearance.distance) } else { ControlFlow::Continue(()) }
    });
    assert!(matches!(end, ControlFlow::Break(distance) if distance <= 5.0));
    assert_eq!(count, 3);
    let empty = MeshBvh::new(Mesh::<Vec3>::default());
    assert!(!MeshPair::new(&empty, Pose::identity(), &tree, Pose::identity()).is_within(f32::INFINITY));
    Ok(())
}
