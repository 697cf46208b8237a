use std::ops::ControlFlow;

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::bvh::{BuildQuality, Bvh, MeshBvh};
use impinge::math::Scalar;
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Capsule, Mesh, RoundShape, ShapeRef, Triangle};

use super::{ON, Random, Tested, Turn, of_all, soup, sources};
use crate::sample::{Sample, one_of_each, one_of_each_of_parts};

/// What a tree finds, in the order of the numbers.
fn found<V: Turn>(tree: &MeshBvh<V>, view: ShapeRef<'_, V>) -> Vec<(u32, Relation)> {
    let mut found = Vec::new();
    let _ = tree.for_each_intersecting(&view, |triangle, relation| {
        found.push((triangle, relation));
        ON
    });
    found.sort_unstable();
    found
}

fn check_mesh<V: Turn>(random: &mut Random, count: usize, shapes: &[Sample<V>]) {
    let mesh = soup::<V>(random, count);
    for build in [BuildQuality::High, BuildQuality::Fast] {
        let tree = MeshBvh::with_build(mesh.clone(), build);
        for shape in shapes {
            let view = shape.shape_ref();
            let each = (0..count).map(|number| (number as u32, mesh.triangle(number as u32).relation(&view)));
            let expected: Vec<_> = each.filter(|(_, relation)| *relation != Relation::Disjoint).collect();
            assert_eq!(found(&tree, view), expected, "{}", shape.name());
        }
    }
}

fn meshes<V: Turn>() -> Tested {
    for seed in 0..6 {
        for mut random in sources(seed) {
            let shapes = one_of_each::<V>(&mut random);
            check_mesh(&mut random, 70 * (seed as usize + 1), &shapes);
        }
        let mut random = Random::new(seed);
        let shapes = one_of_each_of_parts::<V>(&mut random);
        check_mesh(&mut random, 60, &shapes);
    }
    Ok(())
}

#[test]
fn all_triangles_that_meet_a_shape_are_found_and_no_others() -> Tested {
    of_all([meshes::<Vec2>, meshes::<Vec3>, meshes::<DVec2>, meshes::<DVec3>])
}

/// What is far from the origin of the world, and shapes that are small, large or far away beside it.
fn places<V: Turn>() -> Tested {
    let mut random = Random::new(1);
    for (far, size) in [(0.0, 1e-3), (1e3, 0.1), (-3e5, 1.0), (1e12, 1e6), (1e25, 1e20), (1e-20, 1e-30)] {
        let place = |point: V| point * V::Scalar::from_f64(size) + V::splat(V::Scalar::from_f64(far));
        let mesh = soup::<V>(&mut random, 200);
        let positions: Vec<V> = mesh.positions().iter().map(|point| place(*point)).collect();
        let mesh = Mesh::new(positions, mesh.triangles().to_vec())?;
        let tree = MeshBvh::new(mesh.clone());
        for _ in 0..30 {
            let radius = V::Scalar::from_f64(size * random.signed().abs().powi(3) * 3.0);
            let at = place(random.vector(3.0));
            let shapes = [
                Sample::Ball(Ball::new(at, radius)?),
                Sample::Aabb(Aabb::from_corners(at, place(random.vector(3.0)))?),
            ];
            for shape in shapes {
                let view = shape.shape_ref();
                let each = (0..200).map(|number| (number, mesh.triangle(number).relation(&view)));
                let expected: Vec<_> = each.filter(|(_, relation)| *relation != Relation::Disjoint).collect();
                assert_eq!(found(&tree, view), expected, "{} at {at:?}", shape.name());
            }
        }
    }
    Ok(())
}

#[test]
fn sizes_and_places_do_not_matter() -> Tested {
    of_all([places::<Vec2>, places::<Vec3>, places::<DVec2>, places::<DVec3>])
}

#[test]
fn a_visit_may_end_the_search() -> Tested {
    let mut random = Random::new(2);
    let tree = MeshBvh::new(soup::<Vec3>(&mut random, 300));
    let everything = Ball::new(Vec3::ZERO, 10.0)?;
    let mut count = 0;
    let end = tree.for_each_intersecting(&everything, |triangle, _| {
        count += 1;
        if count == 5 { ControlFlow::Break(triangle) } else { ControlFlow::Continue(()) }
    });
    assert!(end.is_break() && count == 5);
    let empty = MeshBvh::new(Mesh::<Vec3>::default());
    assert!(empty.for_each_intersecting(&everything, |_, _| ControlFlow::Break(())).is_continue());

    let boxes = vec![Aabb::new(Vec3::ZERO, Vec3::ONE)?; 100];
    let tree = Bvh::new(&boxes);
    let mut count = 0;
    let end = tree.for_each_intersecting(&everything, |item| {
        count += 1;
        if count == 5 { ControlFlow::Break(item) } else { ControlFlow::Continue(()) }
    });
    assert!(end.is_break() && count == 5);
    assert!(
        Bvh::<Vec3>::new(&[]).for_each_intersecting(&everything, |_| ControlFlow::Break(())).is_continue()
    );
    Ok(())
}

/// Of all triangles at one place each is told once, and no stack is too small for them.
#[test]
fn many_triangles_at_one_place_are_told_once() -> Tested {
    let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let tree = MeshBvh::new(Mesh::new(corners, vec![[0, 1, 2]; 5000])?);
    let all: Vec<_> = (0..5000).map(|number| (number, Relation::Overlapping)).collect();
    assert_eq!(found(&tree, Ball::new(Vec3::ZERO, 1.0)?.shape_ref()), all);
    Ok(())
}

fn boxes<V: Turn>() -> Tested {
    for seed in 0..8 {
        for (which, mut random) in sources(seed).into_iter().enumerate() {
            let count = 60 * (seed as usize + 1);
            let corners = |random: &mut Random| (random.vector::<V>(2.0), random.vector::<V>(2.0));
            let small = V::Scalar::from_f64(0.2);
            let boxes: Vec<Aabb<V>> = (0..count)
                .map(|_| {
                    let (a, b) = corners(&mut random);
                    Aabb::from_corners(a, a + (b + -a) * small)
                })
                .collect::<Result<_, _>>()?;
            let tree = Bvh::new(&boxes);
            let mut shapes = one_of_each::<V>(&mut random);
            if which == 0 {
                shapes.extend(one_of_each_of_parts(&mut random));
            }
            for shape in shapes {
                let view = shape.shape_ref();
                let mut found = Vec::new();
                let _ = tree.for_each_intersecting(&view, |item| {
                    found.push(item);
                    ON
                });
                found.sort_unstable();
                let mut found = found.into_iter().peekable();
                for (item, bounds) in (0..).zip(&boxes) {
                    let is_found = found.next_if_eq(&item).is_some();
                    if bounds.intersects(&view) {
                        assert!(is_found, "{} misses {bounds:?}", shape.name());
                    } else if is_found && which == 0 {
                        // Some roundings of `f32` away, no more; of parts that are placed, some more.
                        let distance: f64 = bounds.distance(&view).into();
                        let most = if matches!(view, ShapeRef::Composite(_)) { 1e-2 } else { 1e-4 };
                        assert!(distance < most, "{} finds {bounds:?}, {distance} away", shape.name());
                    }
                }
                assert_eq!(found.next(), None, "each once");
            }
        }
    }
    Ok(())
}

#[test]
fn all_boxes_that_meet_a_shape_are_found() -> Tested {
    of_all([boxes::<Vec2>, boxes::<Vec3>, boxes::<DVec2>, boxes::<DVec3>])
}

/// Ends beyond the range of `f32`, in which a tree keeps them, stand for all that is there.
#[test]
fn boxes_beyond_the_floats_of_the_tree_are_found() -> Tested {
    for far in [1e38, 1e39, 1e60, 1e300] {
        let square = |low: f64, high: f64| Aabb::new(DVec2::splat(low * far), DVec2::splat(high * far));
        let tree = Bvh::new(&[square(0.0, 1.0)?, square(10.0, 20.0)?]);
        let within = Capsule::new(DVec2::splat(0.4 * far), DVec2::splat(0.5 * far), 0.1 * far)?;
        let mut items = Vec::new();
        tree.for_each_intersecting(&within, |item| items.push(item));
        assert!(items.contains(&0), "{far}: {items:?}");
    }
    Ok(())
}

/// A needle so long that all within 10¹⁴ of it counts as touching: what its sides exclude may not depend on
/// their lengths.
#[test]
fn a_needle_of_extreme_length_meets_the_same_triangles_in_a_tree() -> Tested {
    let needle = RoundShape::new(
        Triangle::new([Vec2::new(1e-30, 0.0), Vec2::new(-1e-30, 7e-31), Vec2::new(7e29, 1.0)])?,
        0.0,
    )?;
    for seed in 0..6 {
        let mesh = soup::<Vec2>(&mut Random::extreme(seed, 1e30), 210);
        let tree = MeshBvh::new(mesh.clone());
        let each = (0..210).map(|number| (number, mesh.triangle(number).relation(&needle)));
        let expected: Vec<_> = each.filter(|(_, relation)| *relation != Relation::Disjoint).collect();
        assert_eq!(found(&tree, needle.shape_ref()), expected, "seed {seed}");
    }
    Ok(())
}
