//! Worlds against lists of objects that are asked pair by pair.

mod continuous;
mod model;
mod passing;
mod queries;
mod snapshots;
mod soak;
mod speculative;
mod stopped;
mod tree;
mod turning;
mod when;

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, Compound, SurfaceMesh};
use impinge::math::{Pose, Rotation, Unit};
use impinge::narrow::RayOptions;
use impinge::shape::{Aabb, Ball, Capsule, HalfSpace, Mesh, Ray, Segment};
use impinge::sweep::{MoveAndSlideOptions, move_and_slide};
use impinge::world::{Collider, CollisionWorld, EventKind, QueryFilter, WorldError};

type Made = Result<(), Box<dyn std::error::Error>>;

#[test]
fn worlds_go_between_threads() {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<CollisionWorld<Vec2>>();
    is_send_and_sync::<CollisionWorld<DVec3>>();
}

#[test]
fn handles_of_what_is_gone_name_nothing() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    let ball = || Ball::new(Vec2::ZERO, 1.0).map(Collider::new);
    let first = world.add(ball()?.with_user_data(7))?;
    assert_eq!(world.remove(first)?.user_data(), 7);
    let second = world.add(ball()?)?;
    assert_eq!(first.index(), second.index());
    assert_ne!(first, second);
    let stale = WorldError::Stale { index: 0 };
    assert_eq!(world.remove(first).err(), Some(stale.clone()));
    assert_eq!(world.set_position(first, DVec2::X), Err(stale.clone()));
    assert_eq!(world.get(first).err(), Some(stale));
    assert!(world.get(second).is_ok());
    Ok(())
}

#[test]
fn what_has_no_meaning_is_refused_and_changes_nothing() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    let ball = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_velocity(DVec2::X)?)?;
    assert!(world.set_position(ball, DVec2::NAN).is_err());
    assert!(world.set_velocity(ball, DVec2::splat(f64::INFINITY)).is_err());
    assert!(matches!(world.step(-1.0), Err(WorldError::Time(_))));
    assert!(matches!(world.step(f64::NAN), Err(WorldError::Time(_))));
    assert_eq!(world.get(ball)?.position(), DVec2::ZERO);
    assert!(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_margin(-1.0).is_err());
    assert!(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_position(DVec2::NAN).is_err());
    // It leaves the floats and stops at their end.
    world.set_velocity(ball, DVec2::X * f64::MAX)?;
    world.step(10.0)?;
    assert_eq!(world.get(ball)?.position(), DVec2::new(f64::MAX, 0.0));
    Ok(())
}

#[test]
fn what_rests_costs_nothing_and_is_still_told_when_asked() -> Made {
    let mut world = CollisionWorld::<Vec3>::new();
    let cube = || Aabb::new(Vec3::ZERO, Vec3::ONE).map(Collider::new);
    let a = world.add(cube()?)?;
    let b = world.add(cube()?.with_position(DVec3::X)?)?;
    assert_eq!(world.step(1.0)?.iter().map(|event| event.kind).collect::<Vec<_>>(), [EventKind::Begin]);
    assert_eq!(world.drain_changed(), [a, b]);
    for _ in 0..3 {
        assert!(world.step(1.0)?.is_empty());
        assert!(world.drain_changed().is_empty());
        let touches = world.contact_pairs();
        assert_eq!((touches.len(), touches[0].a, touches[0].b), (1, a, b));
        assert_eq!(touches[0].contact.manifolds[0].manifold.points().len(), 4);
        assert_eq!(world.contacts_with(b)?, touches);
    }
    world.set_position(b, DVec3::X)?;
    assert_eq!(world.step(1.0)?[0].kind, EventKind::Persist);
    world.remove(a)?;
    let events = world.step(1.0)?;
    assert_eq!((events.len(), events[0].kind, events[0].a), (1, EventKind::End, a));
    Ok(())
}

#[test]
fn margins_layers_and_sensors() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    let ball = |x: f64| Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_position(DVec2::X * x);
    let near = world.add(ball(0.0)?.with_margin(0.125)?)?;
    let other = world.add(ball(1.25)?.with_margin(0.125)?)?;
    let sensor = world.add(ball(2.0)?.sensor())?;
    let ghost = world.add(ball(0.0)?.with_filter(impinge::broad::CollisionFilter { layers: 1, mask: 0 }))?;
    let events = world.step(0.0)?;
    let told: Vec<_> = events.iter().map(|event| (event.a, event.b, event.contact.manifolds.len())).collect();
    assert_eq!(told, [(near, other, 1), (other, sensor, 0)]);
    assert_eq!(events[0].contact.manifolds[0].manifold.points()[0].distance, 0.25);
    world.set_filter(ghost, impinge::broad::CollisionFilter::default())?;
    let events = world.step(0.0)?;
    assert_eq!(events.iter().map(|event| (event.a, event.b)).collect::<Vec<_>>(), [(near, ghost)]);
    world.set_shape(ghost, Ball::new(Vec2::X * 9.0, 1.0)?)?;
    assert_eq!(world.step(0.0)?[0].kind, EventKind::End);
    Ok(())
}

#[test]
fn what_an_object_is_can_be_changed() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    let ball = |x: f64| Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_position(DVec2::X * x);
    let one = world.add(ball(0.0)?)?;
    let other = world.add(ball(1.25)?)?;
    let told = |world: &mut CollisionWorld<Vec2>| -> Result<Vec<_>, WorldError> {
        let events = world.step(0.0)?;
        Ok(events.iter().map(|event| (event.kind, event.contact.manifolds.len())).collect())
    };
    assert_eq!(told(&mut world)?, []);
    world.set_margin(one, 0.25)?;
    assert_eq!(told(&mut world)?, [(EventKind::Begin, 1)]);
    world.set_sensor(other, true)?;
    assert_eq!(told(&mut world)?, [(EventKind::Persist, 0)]);
    world.set_sensor(other, false)?;
    assert_eq!(told(&mut world)?, [(EventKind::Persist, 1)]);
    world.set_user_data(one, 7)?;
    world.set_one_way(one, true)?;
    assert_eq!(told(&mut world)?, []);
    assert!(world.get(one)?.user_data() == 7 && world.get(one)?.is_one_way());
    world.set_margin(one, 0.0)?;
    assert_eq!(told(&mut world)?.iter().map(|(kind, _)| *kind).collect::<Vec<_>>(), [EventKind::End]);
    assert!(world.contact_pairs().is_empty());
    // The tolerance counts as a margin.
    world.set_ccd(one, Some(0.25))?;
    assert_eq!(told(&mut world)?, [(EventKind::Begin, 1)]);
    world.set_ccd(one, None)?;
    assert_eq!(told(&mut world)?.len(), 1);
    for refused in [f32::NAN, f32::INFINITY, -1.0] {
        assert!(world.set_margin(one, refused).is_err() && world.set_ccd(one, Some(refused)).is_err());
    }
    assert_eq!(world.get(one)?.margin(), 0.0);
    world.remove(one)?;
    let stale = WorldError::Stale { index: 0 };
    assert_eq!(world.set_margin(one, 1.0), Err(stale.clone()));
    assert_eq!(world.set_sensor(one, true), Err(stale.clone()));
    assert_eq!(world.set_one_way(one, true), Err(stale.clone()));
    assert_eq!(world.set_ccd(one, None), Err(stale.clone()));
    assert_eq!(world.set_speculative_contacts(one, true), Err(stale.clone()));
    assert_eq!(world.set_user_data(one, 1), Err(stale));
    Ok(())
}

#[test]
fn what_is_shot_is_continuous_while_it_is_said_to_be() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    world.add(Collider::new(Aabb::new(Vec2::new(9.0, -9.0), Vec2::new(10.0, 9.0))?).fixed())?;
    let bullet = world.add(Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_velocity(DVec2::X * 20.0)?)?;
    let mut shot = |is_continuous: bool| -> Result<f64, WorldError> {
        world.set_position(bullet, DVec2::ZERO)?;
        world.set_ccd(bullet, is_continuous.then_some(0.01))?;
        world.step(1.0)?;
        Ok(world.get(bullet)?.position().x)
    };
    for _ in 0..2 {
        assert_eq!(shot(false)?, 20.0);
        assert!((8.49..=8.5).contains(&shot(true)?));
        assert!((8.49..=8.5).contains(&shot(true)?));
    }
    Ok(())
}

#[test]
fn platforms_can_be_made_to_let_pass_what_comes_from_below() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    // Its front is above.
    let platform = world.add(Collider::new(Segment::new(Vec2::X * 9.0, Vec2::X * -9.0)?).fixed())?;
    let ball = world.add(Collider::new(Ball::new(Vec2::ZERO, 0.5)?))?;
    for (is_one_way, highest) in [(false, -0.4), (true, 2.1), (false, -0.4)] {
        world.set_one_way(platform, is_one_way)?;
        world.set_position(ball, DVec2::Y * -2.0)?;
        world.move_and_slide(ball, Vec2::Y * 4.0, &MoveAndSlideOptions::new(0.01)?)?;
        let y = world.get(ball)?.position().y;
        assert!(y <= highest && y > highest - 0.2, "{is_one_way} {y}");
    }
    Ok(())
}

#[test]
fn ten_million_metres_away_all_is_as_at_the_origin() -> Made {
    let turn = Rotation::<Vec3>::from_axis_angle(Unit::new(Vec3::new(1.0, 2.0, 3.0))?, 0.7);
    let told = |far: DVec3| -> Result<Vec<_>, Box<dyn std::error::Error>> {
        let mut world = CollisionWorld::<Vec3>::with_origin(far);
        let cube = Aabb::new(-Vec3::ONE, Vec3::ONE)?;
        world.add(Collider::new(cube).with_position(far)?.with_rotation(turn))?;
        world.add(Collider::new(cube).with_position(far + DVec3::new(1.5, 0.25, -0.75))?)?;
        let events = world.step(0.0)?;
        Ok(events[0].contact.manifolds.clone())
    };
    // A power of two: sums with it are exact.
    assert_eq!(told(DVec3::splat(16_777_216.0))?, told(DVec3::ZERO)?);
    Ok(())
}

#[test]
fn what_slides_is_stopped_by_what_it_meets_alone() -> Made {
    let mut world = CollisionWorld::<Vec3>::new();
    let ground = HalfSpace::new(Unit::axis(1), 0.0)?;
    world.add(Collider::new(ground).fixed())?;
    let wall = Aabb::new(Vec3::new(3.0, 0.0, -9.0), Vec3::new(4.0, 9.0, 9.0))?;
    let wall = world.add(Collider::new(wall).fixed().with_position(DVec3::X * 1e6)?)?;
    let ball =
        world.add(Collider::new(Ball::new(Vec3::ZERO, 0.5)?).with_position(DVec3::new(1e6, 2.0, 0.0))?)?;
    let slid = world.move_and_slide(ball, Vec3::new(8.0, -8.0, 0.0), &MoveAndSlideOptions::new(0.01)?)?;
    assert_eq!(slid.hits().len(), 2);
    let end = world.get(ball)?.position() - DVec3::X * 1e6;
    assert!((end - DVec3::new(2.49, 0.51, 0.0)).length() < 0.01, "{end}");
    // Over the wall's other side if it is let through.
    world.set_filter(wall, impinge::broad::CollisionFilter { layers: 0, mask: 0 })?;
    world.move_and_slide(ball, Vec3::X * 8.0, &MoveAndSlideOptions::new(0.01)?)?;
    assert!((world.get(ball)?.position().x - 1e6 - 10.49).abs() < 0.01);
    Ok(())
}

#[test]
fn what_has_ended_tells_where_it_touched_last() -> Made {
    for away in [0.9, 5.0] {
        let mut world = CollisionWorld::<Vec2>::new();
        let ball = || Ball::new(Vec2::ZERO, 0.5).map(Collider::new);
        world.add(ball()?)?;
        let other = world.add(ball()?.with_position(DVec2::splat(0.5))?)?;
        let begun = world.step(0.0)?[0].contact.clone();
        // Of balls across from each other, the boxes still meet at first.
        world.set_position(other, DVec2::splat(away))?;
        let events = world.step(0.0)?;
        assert_eq!((events[0].kind, &events[0].contact), (EventKind::End, &begun));
    }
    Ok(())
}

#[test]
fn what_has_no_end_is_met_far_away_too() -> Made {
    for at in [0.0, 1e20, -1e38, 1e39, 1e200] {
        let mut world = CollisionWorld::<Vec3>::new();
        let ground = Collider::new(HalfSpace::new(Unit::axis(1), 0.0)?).fixed();
        world.add(ground.with_position(DVec3::new(at, 0.0, 0.0))?)?;
        world.add(Collider::new(Ball::new(Vec3::ZERO, 1.0)?).with_position(DVec3::new(0.0, -5.0, 3.0))?)?;
        assert_eq!(world.step(0.0)?.len(), 1, "{at}");
    }
    Ok(())
}

#[test]
fn what_is_nothing_is_nowhere() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    let parts: [(AnyShape<Vec2>, Pose<Vec2>); 0] = [];
    world.add(Collider::new(Compound::new(parts)?))?;
    assert_eq!(world.nearest_to_point(DVec2::ZERO, f64::INFINITY, &QueryFilter::default()), None);
    let ball = world.add(Collider::new(Ball::new(Vec2::X * 3.0, 1.0)?))?;
    let nearest = world.nearest_to_point(DVec2::ZERO, f64::INFINITY, &QueryFilter::default());
    assert_eq!(nearest.map(|found| (found.collider, found.distance)), Some((ball, 2.0)));
    assert!(world.step(0.0)?.is_empty());
    Ok(())
}

#[test]
fn nothing_is_caught_at_the_seams_of_a_floor() -> Made {
    let corners = vec![Vec3::ZERO, Vec3::X * 8.0, Vec3::Z * 8.0, Vec3::new(8.0, 0.0, 8.0)];
    let floor = SurfaceMesh::new(Mesh::new(corners, vec![[0, 2, 1], [1, 2, 3]])?);
    // Sunk in a little, so that it is pushed out.
    let sunk = Capsule::new(Vec3::ZERO, Vec3::Y, 0.5)?;
    let (start, motion) = (DVec3::new(2.0, 0.495, 4.2), Vec3::new(4.0, 0.0, 0.0));
    let mut world = CollisionWorld::<Vec3>::new();
    world.add(Collider::new(floor.clone()).fixed())?;
    let walker = world.add(Collider::new(sunk).with_position(start)?)?;
    let slid = world.move_and_slide(walker, motion, &MoveAndSlideOptions::new(0.01)?)?;
    let placed = AnyShape::from(sunk).at(&Pose::from_translation(start.as_vec3()));
    let alone = move_and_slide(&placed, motion, &floor, &MoveAndSlideOptions::new(0.01)?);
    assert!((slid.translation - alone.translation).length() < 1e-4, "{slid:?} {alone:?}");
    assert!(slid.hits().iter().all(|hit| hit.normal.get().y > 0.999), "{slid:?}");
    Ok(())
}

/// Everybody is in a level that is one closed mesh, and touches it only where it is.
#[test]
fn who_is_in_a_hollow_level_touches_only_its_walls() -> Made {
    let corner = |i: u8| Vec3::new((i & 1).into(), (i >> 1 & 1).into(), (i >> 2).into()) * 10.0;
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let level = SurfaceMesh::new(Mesh::new((0..8).map(corner).collect(), triangles)?).to_hollow();
    let mut world = CollisionWorld::<Vec3>::new();
    let level = world.add(Collider::new(level).fixed().with_position(DVec3::X * 1e6)?)?;
    let ball =
        |x: f64| Collider::new(Ball::new(Vec3::ZERO, 0.5)?).with_position(DVec3::new(1e6 + x, 5.0, 5.0));
    let thrown = world.add(ball(5.0)?.with_velocity(DVec3::X * -100.0)?.with_ccd(0.01)?)?;
    let enemy = world.add(ball(8.0)?)?;
    let mut worlds = [world.snapshot()?.restore::<Vec3>()?, world];
    for world in &mut worlds {
        assert!(world.step(0.0)?.is_empty());
        let eye = DVec3::new(1e6 + 6.0, 5.0, 5.0);
        let seen =
            |world: &CollisionWorld<Vec3>, direction: DVec3| -> Result<_, Box<dyn std::error::Error>> {
                let ray = Ray::new(eye, Unit::new(direction)?)?;
                let hit = world.cast_ray(&ray, &RayOptions::default(), &QueryFilter::default());
                Ok(hit.map(|hit| (hit.collider, hit.t)))
            };
        let ahead = seen(world, DVec3::X)?;
        assert!(ahead.is_some_and(|(object, t)| object == enemy && (t - 1.5).abs() < 1e-6), "{ahead:?}");
        assert_eq!(seen(world, DVec3::Y)?, Some((level, 5.0)));
        let mut blast = Vec::new();
        let ball = Ball::new(Vec3::ZERO, 2.0)?;
        world.for_each_intersecting(&ball, eye, &QueryFilter::default(), |object, _| blast.push(object));
        assert_eq!(blast, [thrown, enemy]);
        world.query_point(eye, &QueryFilter::default(), |object| blast.push(object));
        assert_eq!(blast.len(), 2);
        let apart = QueryFilter { exclude: Some(enemy), ..QueryFilter::default() };
        assert_eq!(world.nearest_to_point(eye, 9.0, &apart).map(|found| found.distance), Some(0.5));
        // It is stopped by the wall, and begins to touch it there.
        let events = world.step(1.0)?;
        assert_eq!((events.len(), events[0].kind, events[0].a), (1, EventKind::Begin, level));
        assert!(!events[0].contact.manifolds.is_empty());
        let x = world.get(thrown)?.position().x - 1e6;
        assert!((0.5..=0.51).contains(&x), "{x}");
        world.set_velocity(thrown, DVec3::X)?;
        assert_eq!(world.step(1.0)?[0].kind, EventKind::End);
    }
    Ok(())
}

#[test]
fn what_changes_in_every_step_is_told_once() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    let ball = Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_velocity(DVec2::X)?;
    let (ball, other) = (world.add(ball.clone())?, world.add(ball)?);
    for _ in 0..100 {
        world.step(0.1)?;
    }
    assert_eq!(world.drain_changed(), [ball, other]);
    world.remove(other)?;
    assert_eq!(world.drain_changed(), [other]);
    world.step(0.1)?;
    assert_eq!(world.drain_changed(), [ball]);
    // What came and went since then nobody has to draw.
    for _ in 0..1000 {
        let guest = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?))?;
        world.remove(guest)?;
    }
    assert!(world.drain_changed().is_empty());
    Ok(())
}
