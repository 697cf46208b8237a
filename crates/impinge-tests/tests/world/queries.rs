//! Questions about a world, each asked of every object too.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, Compound};
use impinge::math::{Pose, Scalar, Unit, Vector};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, HalfSpace, Ray};
use impinge::sweep::cast_shape;
use impinge::world::{Collider, ColliderContact, ColliderHandle, CollisionWorld, QueryFilter};

use super::model::{Model, Random};

fn check<V: Vector>(seed: u64) {
    let mut random = Random(seed);
    let (mut world, mut model) = (CollisionWorld::<V>::new(), Model::<V>::new());
    for _ in 0..40 {
        let object = random.object::<V>();
        let handle = world.add(object.clone()).expect("room");
        model.objects.insert(handle, object);
    }
    let gone = *model.objects.keys().nth(7).expect("40 of them");
    world.remove(gone).expect("it is there");
    model.objects.remove(&gone);

    for _ in 0..60 {
        let exclude = model.objects.keys().nth(random.below(39)).copied();
        let among = QueryFilter { filter: random.filter(), exclude, sensors: random.below(2) == 0 };
        let counted: Vec<(ColliderHandle, _)> = model
            .objects
            .iter()
            .filter(|(handle, object)| {
                among.filter.allows(object.filter())
                    && among.exclude != Some(**handle)
                    && (among.sensors || !object.is_sensor())
            })
            .map(|(handle, object)| (*handle, Model::placed(object)))
            .collect();
        let place: V::Double = random.place(7);
        let point = V::from_double(place);

        let mut at_point = Vec::new();
        world.query_point(place, &among, |handle| at_point.push(handle));
        let expected: Vec<ColliderHandle> = counted
            .iter()
            .filter(|(_, shape)| shape.project_point(point).distance <= V::Scalar::ZERO)
            .map(|(handle, _)| *handle)
            .collect();
        assert_eq!(at_point, expected);

        let shape = random.shape::<V>();
        let moved = shape.at(&Pose::from_translation(point));
        let mut overlapping = Vec::new();
        world.for_each_intersecting(&shape, place, &among, |handle, relation| {
            overlapping.push((handle, relation))
        });
        let expected: Vec<_> = counted
            .iter()
            .map(|(handle, other)| (*handle, moved.relation(other)))
            .filter(|(_, relation)| *relation != Relation::Disjoint)
            .collect();
        assert_eq!(overlapping, expected);

        let nearest = world.nearest_to_point(place, 4.0, &among);
        let four = V::Scalar::from_f64(4.0);
        let expected = counted
            .iter()
            .map(|(handle, shape)| (shape.project_point(point).distance, *handle))
            .filter(|(distance, _)| *distance <= four)
            .min_by(|a, b| a.partial_cmp(b).expect("numbers"));
        assert_eq!(nearest.map(|found| found.collider), expected.map(|(_, handle)| handle), "{expected:?}");

        let nearest = world.nearest_to_shape(&shape, place, 4.0, &among);
        let expected = counted
            .iter()
            .map(|(handle, other)| (moved.closest_points(other).distance, *handle))
            .filter(|(distance, _)| *distance <= four)
            .min_by(|a, b| a.partial_cmp(b).expect("numbers"));
        match (&nearest, expected) {
            (None, None) => {}
            (Some(ColliderContact { collider: handle, contact }), Some((distance, of))) => {
                // Elsewhere depths are rounded otherwise, so of two that are as deep either may be told.
                let apart: f64 = (contact.distance - distance).abs().into();
                assert!(apart < 1e-4, "{contact:?} with {handle:?} instead of {distance} with {of:?}");
                assert!(*handle == of || apart > 0.0 || distance < V::Scalar::ZERO, "{handle:?} for {of:?}");
                let (_, other) = counted.iter().find(|(known, _)| known == handle).expect("one that counts");
                let own: f64 = (moved.closest_points(other).distance - contact.distance).abs().into();
                assert!(own < 1e-4, "{contact:?} is not that of {handle:?}");
            }
            _ => panic!("{nearest:?} instead of {expected:?}"),
        }

        let to: V::Double = random.place(7);
        let direction = Unit::new(to - place).unwrap_or(Unit::axis(0));
        let ray = Ray::new(place, direction).expect("finite");
        let local =
            Ray::new(point, Unit::new(V::from_double(direction.get())).expect("not 0")).expect("finite");
        let hit = world.cast_ray(&ray, &RayOptions { max: 9.0, ..RayOptions::default() }, &among);
        let options = RayOptions { max: V::Scalar::from_f64(9.0), ..RayOptions::default() };
        let mut hits: Vec<(f64, ColliderHandle)> = Vec::new();
        for (handle, shape) in &counted {
            hits.extend(shape.cast_ray(&local, &options).map(|hit| (hit.t.into(), *handle)));
        }
        // Rays that only just touch may, from nearer by, just miss.
        let first = hits.iter().map(|(t, _)| *t).fold(f64::INFINITY, f64::min);
        let found = hit.map_or(f64::INFINITY, |hit| hit.t);
        assert!(found == first || (found - first).abs() < 1e-5, "{found} instead of {first}");

        let motion = V::from_double(to - place);
        let skin = V::Scalar::from_f64(0.01);
        let stopped = world.cast_shape(&shape, place, motion, skin, &among);
        let all: Vec<_> = counted.iter().map(|(_, shape)| shape.clone()).collect();
        let expected = cast_shape(&moved, motion, all.as_slice(), skin);
        let (found, first) = (stopped.map(|met| met.time), expected.map(|hit| hit.time));
        let far = V::Scalar::from_f64(2.0);
        let apart: f64 = (found.unwrap_or(far) - first.unwrap_or(far)).abs().into();
        assert!(apart < 1e-3, "{found:?} instead of {first:?}");
    }
}

#[test]
fn answers_are_those_of_all_objects_one_by_one() {
    for seed in 0..6 {
        check::<Vec2>(seed);
        check::<Vec3>(seed + 10);
        check::<DVec2>(seed + 20);
        check::<DVec3>(seed + 30);
    }
}

#[test]
fn a_ray_along_a_side_is_hit_where_it_meets_the_shape() -> super::Made {
    let mut world = CollisionWorld::<Vec3>::new();
    let cube = Aabb::new(-Vec3::ONE, Vec3::ONE)?;
    world.add(Collider::new(cube).with_position(DVec3::X * 10.0)?)?;
    // Seen in `f32` from beside the cube it runs in its side; in `f64` it is above it, and comes down a
    // million units further on.
    for down in [-6e-17, -1e-320] {
        let along = Unit::new(DVec3::new(1.0, down, 0.0))?;
        let ray = Ray::new(DVec3::Y * (1.0 + 1e-10), along)?;
        let hit = world.cast_ray(&ray, &RayOptions::default(), &QueryFilter::default());
        assert!(hit.is_none_or(|hit| (hit.t - 9.0).abs() < 1e-5), "{hit:?}");
    }
    Ok(())
}

#[test]
fn the_nearest_to_a_shape_is_told_however_objects_were_added() -> super::Made {
    let box_at = |x: f32| Aabb::new(Vec2::new(x, 1.0), Vec2::new(x + 1.0, 2.0));
    let (ground, nothing) = (HalfSpace::new(Unit::new(Vec2::Y)?, 0.0)?, Compound::<Vec2>::new([])?);
    let objects: [AnyShape<Vec2>; 4] =
        [ground.into(), nothing.into(), box_at(-4.0)?.into(), box_at(4.0)?.into()];
    let ball = Ball::new(Vec2::ZERO, 1.0)?;
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 3, 0, 2]] {
        let mut world = CollisionWorld::<Vec2>::new();
        let mut handles = [None; 4];
        for number in order {
            handles[number] = Some(world.add(Collider::new(objects[number].clone()))?);
        }
        let nearest = |place: DVec2, max: f64| {
            let found = world.nearest_to_shape(&ball, place, max, &QueryFilter::default());
            found.map(|ColliderContact { collider, contact }| {
                (Some(collider), contact.distance, contact.point_b)
            })
        };
        // 2 above the ground, and √10 - 1 beside boxes.
        assert_eq!(nearest(DVec2::Y * 3.0, 9.0), Some((handles[0], 2.0, Vec2::Y * -3.0)));
        // Of two boxes as near as each other it is that which was added first.
        let first = order.into_iter().find(|&number| number >= 2).expect("one of them");
        let found = nearest(DVec2::new(0.5, 5.5), 9.0).map(|(object, ..)| object);
        assert_eq!(found, Some(handles[first]));
        // It overlaps both, and is less deep in the ground, 0.25, than in a box, 1 - √0.3125.
        let both = DVec2::new(3.5, 0.75);
        assert_eq!(nearest(both, 0.0).map(|(object, ..)| object), Some(handles[3]));
        assert_eq!(nearest(both, -0.1), None);
        assert_eq!(nearest(both, f64::NAN), None);
    }
    Ok(())
}
