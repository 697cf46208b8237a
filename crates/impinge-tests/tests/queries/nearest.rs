use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::bvh::Bvh;
use impinge::math::Scalar;
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, ShapeError};

use super::{Random, Tested, Turn, of_all, sources};
use crate::sample::Sample;

/// A shape in its box.
type Object<V> = (Sample<V>, Aabb<V>);

/// Balls and boxes.
fn objects<V: Turn>(random: &mut Random, count: usize) -> Result<Vec<Object<V>>, ShapeError> {
    let mut objects = Vec::new();
    for i in 0..count {
        let center: V = random.vector(5.0);
        let size: V::Scalar = random.size();
        let half = V::splat(size);
        let (low, high) = ((center - half).min(center), (center + half).max(center));
        let bounds = Aabb::from_corners(low, high)?;
        let object = match i % 3 {
            0 => Sample::Ball(Ball::new(center, size)?),
            _ => Sample::Aabb(bounds),
        };
        objects.push((object, bounds));
    }
    Ok(objects)
}

fn check<V: Turn>() -> Tested {
    for seed in 0..8 {
        for mut random in sources(seed) {
            let count = 40 * seed as usize;
            let objects = objects::<V>(&mut random, count)?;
            let boxes: Vec<_> = objects.iter().map(|(_, bounds)| *bounds).collect();
            let tree = Bvh::new(&boxes);
            for far in [1.0, 8.0, 1e4] {
                let point = random.vector::<V>(1.0) * V::Scalar::from_f64(far);
                let at = Ball::new(point, V::Scalar::ZERO)?;
                let distance =
                    |item: u32| -> f64 { at.distance(&objects[item as usize].0.shape_ref()).into() };
                let mut expected: Vec<(u32, f64)> =
                    (0..count as u32).map(|item| (item, distance(item))).collect();
                expected.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
                let mut asked = 0;
                let found: Vec<_> = tree
                    .nearest_iter(point, |item| {
                        asked += 1;
                        distance(item)
                    })
                    .take(10)
                    .collect();
                assert_eq!(found, expected[..10.min(count)], "{point:?}");
                assert!(asked <= count);
                assert_eq!(tree.nearest_iter(point, distance).collect::<Vec<_>>(), expected);
                assert_eq!(tree.nearest_iter(point, distance).take(0).count(), 0);
            }
        }
    }
    Ok(())
}

#[test]
fn items_come_in_the_order_of_their_distances() -> Tested {
    of_all([check::<Vec2>, check::<Vec3>, check::<DVec2>, check::<DVec3>])
}

#[test]
fn few_items_are_asked_for_the_first() -> Tested {
    let grid = |i: usize| DVec3::new((i % 32) as f64, (i / 32 % 32) as f64, (i / 1024) as f64) * 2.0;
    let boxes: Vec<_> =
        (0..32 * 1024).map(|i| Aabb::new(grid(i), grid(i) + DVec3::ONE)).collect::<Result<_, _>>()?;
    let tree = Bvh::new(&boxes);
    let point = DVec3::new(31.2, 30.4, 28.9);
    let mut asked = 0;
    let first = tree.nearest_iter(point, |item| {
        asked += 1;
        boxes[item as usize].distance(&Ball::new(point, 0.0).expect("finite"))
    });
    assert_eq!(first.take(3).map(|(item, _)| grid(item as usize)).next(), Some(DVec3::new(30.0, 30.0, 28.0)));
    assert!(asked < 10, "{asked}");
    Ok(())
}

#[test]
fn what_is_no_number_comes_last() -> Tested {
    let boxes = [0.0, 1.0, 2.0].map(|x| Aabb::new(DVec2::splat(x), DVec2::splat(x)));
    let tree = Bvh::new(&boxes.into_iter().collect::<Result<Vec<_>, _>>()?);
    let distance = |item: u32| if item == 1 { f64::NAN } else { f64::from(item) };
    let found: Vec<_> = tree.nearest_iter(DVec2::NAN, distance).collect();
    assert_eq!(found, [(0, 0.0), (2, 2.0), (1, f64::INFINITY)]);
    assert_eq!(Bvh::<Vec2>::new(&[]).nearest_iter(Vec2::ZERO, distance).next(), None);
    assert_eq!(
        tree.nearest_iter(DVec2::INFINITY, |_| 0.0).map(|(item, _)| item).collect::<Vec<_>>(),
        [0, 1, 2]
    );
    Ok(())
}
