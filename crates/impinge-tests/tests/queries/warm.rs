//! Two meshes that are asked again and again: what is remembered of them never changes an answer.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::bvh::{MeshBvh, MeshPair, MeshPairCache};
use impinge::math::{Affine, Pose, Scalar, Vector};
use impinge::prelude::*;
use impinge::shape::{Mesh, Triangle};

use super::{Random, Tested, Turn, of_all, soup, sources};

/// Asks with a cache, and without.
fn same<V: Vector>(pair: &MeshPair<V>, cache: &mut MeshPairCache, what: &str) {
    let cold = pair.closest_points();
    assert_eq!(pair.closest_points_with(cache), cold, "{what}");
    let zero = V::Scalar::ZERO;
    let distance = cold.map_or(zero, |nearest| nearest.distance);
    for most in [zero, distance.next_down(), distance, V::Scalar::ONE, -V::Scalar::ONE] {
        assert_eq!(pair.is_within_with(most, cache), pair.is_within(most), "{what}: {most:?}");
        assert_eq!(pair.closest_points_with(cache), cold, "{what} after {most:?}");
    }
}

/// The nearest of all pairs of triangles, of equals the first.
fn brute<V: Vector>(a: (&MeshBvh<V>, Affine<V>), b: (&MeshBvh<V>, Affine<V>)) -> Option<V::Scalar> {
    let placed = |(tree, map): (&MeshBvh<V>, Affine<V>)| -> Vec<Triangle<V>> {
        let corners =
            |number| tree.mesh().triangle(number).points().map(|corner| map.transform_point(corner));
        (0..tree.mesh().triangles().len() as u32)
            .filter_map(|number| Triangle::new(corners(number)).ok())
            .collect()
    };
    let (of_a, of_b) = (placed(a), placed(b));
    let distances = of_a.iter().flat_map(|a| of_b.iter().map(move |b| a.distance(b)));
    distances.reduce(Scalar::min)
}

fn soups<V: Turn>() -> Tested {
    for seed in 0..4 {
        for mut random in sources(seed + 40) {
            let [one, other] =
                [0, 1].map(|side| MeshBvh::new(soup::<V>(&mut random, 8 * seed as usize + side)));
            let mut cache = MeshPairCache::default();
            for away in [3.0, 0.0, 3.0, 9.0] {
                let at = Pose { rotation: V::turn(&mut random), translation: random.vector(away) };
                let pair = MeshPair::new(&one, Pose::identity(), &other, at);
                same(&pair, &mut cache, "soups");
                let nearest = pair.closest_points().map(|nearest| nearest.distance);
                let expected = brute((&one, Affine::identity()), (&other, at.into()));
                let is_meeting = nearest == Some(V::Scalar::ZERO);
                assert!(nearest == expected || is_meeting && pair.is_within(V::Scalar::ZERO));
            }
            // A cache of other meshes.
            let pair =
                MeshPair::new(&one, Pose::identity(), &one, Pose::from_translation(random.vector(4.0)));
            same(&pair, &mut cache, "other meshes");
        }
    }
    Ok(())
}

#[test]
fn what_is_remembered_of_two_meshes_changes_no_answer() -> Tested {
    of_all([soups::<Vec2>, soups::<Vec3>, soups::<DVec2>, soups::<DVec3>])
}

/// Grids of equal squares, one above the other: nearly everything is as near as everything else.
#[test]
fn of_equally_near_triangles_the_first_are_told() -> Tested {
    let corners = (0..100).map(|i| DVec3::new(f64::from(i % 10), 0.0, f64::from(i / 10))).collect();
    let cells = (0..81).map(|cell| cell % 9 + cell / 9 * 10);
    let triangles = cells.flat_map(|i| [[i, i + 10, i + 1], [i + 1, i + 10, i + 11]]).collect();
    let grid = MeshBvh::new(impinge::shape::Mesh::new(corners, triangles)?);
    let mut cache = MeshPairCache::default();
    let mut random = Random::new(3);
    for step in 0..60 {
        let at = DVec3::new(random.signed() * 8.0, if step % 7 == 0 { 0.0 } else { 0.5 }, 2.0);
        let pair = MeshPair::new(&grid, Pose::identity(), &grid, Pose::from_translation(at));
        same(&pair, &mut cache, "grids");
        let nearest = pair.closest_points().expect("there are triangles");
        if nearest.distance > 0.0 {
            let mut all = Vec::new();
            let _ = pair.for_each_clearance(nearest.distance, |found| {
                all.push((found.triangle_a, found.triangle_b));
                super::ON
            });
            assert_eq!(Some((nearest.triangle_a, nearest.triangle_b)), all.into_iter().min());
        }
    }
    Ok(())
}

/// Distances below the smallest normal number are still some nearer than others.
#[test]
fn the_nearest_of_the_smallest_distances_is_found() -> Tested {
    let triangle = |height: f64| {
        [DVec3::new(0.0, 0.0, height), DVec3::new(1.0, 0.0, height), DVec3::new(0.0, 1.0, height)]
    };
    let floor = MeshBvh::new(Mesh::new(triangle(0.0).to_vec(), vec![[0, 1, 2]])?);
    let above = [triangle(1e-309), triangle(2e-310)].concat();
    let above = MeshBvh::new(Mesh::new(above, vec![[0, 1, 2], [3, 4, 5]])?);
    let pair = MeshPair::new(&floor, Pose::identity(), &above, Pose::identity());
    let nearest = pair.closest_points().map(|nearest| (nearest.triangle_b, nearest.distance));
    assert_eq!(nearest, Some((1, 2e-310)));
    Ok(())
}
