//! Objects that pass through nothing, however fast they are.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::SurfaceMesh;
use impinge::math::{Scalar, Vector};
use impinge::shape::{Aabb, Ball, Capsule, Mesh, Segment};
use impinge::world::{Collider, ColliderHandle, CollisionWorld, EventKind};

use super::model::Random;

type Made = Result<(), Box<dyn std::error::Error>>;

pub fn ball<V: Vector>(radius: f64) -> Collider<V> {
    Collider::new(Ball::new(V::ZERO, V::Scalar::from_f64(radius)).expect("a ball"))
}

/// From −1 to 1.
pub fn signed(random: &mut Random) -> f64 {
    random.below(2_000_001) as f64 / 1e6 - 1.0
}

#[test]
fn two_that_fly_at_each_other_stop_between() -> Made {
    let mut world = CollisionWorld::<Vec3>::new();
    let bullet = |x: f64| {
        ball::<Vec3>(0.5).with_position(DVec3::X * x)?.with_velocity(DVec3::X * (-40.0 * x))?.with_ccd(1e-3)
    };
    let (left, right) = (world.add(bullet(-10.0)?)?, world.add(bullet(10.0)?)?);
    let events = world.step(1.0)?;
    assert_eq!((events.len(), events[0].kind), (1, EventKind::Begin));
    let [a, b] = [left, right].map(|handle| world.get(handle).expect("there").position().x);
    assert!(b - a >= 1.0 && b - a <= 1.001 && (a + b).abs() < 1e-3, "{a} {b}");
    // They stay there, and may leave.
    world.step(1.0)?;
    assert_eq!(world.get(left)?.position().x, a);
    world.set_velocity(left, DVec3::X * -5.0)?;
    world.set_velocity(right, DVec3::ZERO)?;
    world.step(1.0)?;
    assert!((world.get(left)?.position().x - (a - 5.0)).abs() < 1e-9);
    Ok(())
}

#[test]
fn who_meets_a_moving_thing_goes_along_with_it() -> Made {
    let mut world = CollisionWorld::<DVec2>::new();
    let plate = Collider::new(Aabb::new(DVec2::new(-0.01, -5.0), DVec2::new(0.01, 5.0))?);
    let plate = world.add(plate.with_position(DVec2::X * 50.0)?.with_velocity(DVec2::X * -100.0)?)?;
    let bullet = world.add(ball::<DVec2>(0.5).with_velocity(DVec2::X * 100.0)?.with_ccd(1e-3)?)?;
    world.step(1.0)?;
    // The plate is at −50, and the bullet still on its left side.
    assert_eq!(world.get(plate)?.position().x, -50.0);
    let at = world.get(bullet)?.position().x;
    assert!(at <= -50.51 && at > -50.512, "{at}");
    Ok(())
}

#[test]
fn what_goes_further_than_squares_of_floats_is_stopped_all_the_same() -> Made {
    for (velocity, time) in [(1e160, 1.0), (f64::MAX, 10.0), (-f64::MAX, f64::MAX)] {
        let mut world = CollisionWorld::<DVec2>::new();
        let post = Segment::new(DVec2::new(50.0, -1.0), DVec2::new(50.0, 1.0))?;
        let wall = world.add(
            Collider::new(post).with_position(DVec2::X * if velocity > 0.0 { 0.0 } else { -100.0 })?.fixed(),
        )?;
        let bullet = world.add(ball::<DVec2>(0.5).with_velocity(DVec2::X * velocity)?.with_ccd(1e-3)?)?;
        let met: Vec<ColliderHandle> =
            world.step(time)?.iter().filter_map(|event| event.other(bullet)).collect();
        assert_eq!(met, [wall], "{velocity}");
        let at = world.get(bullet)?.position().x * velocity.signum();
        // The sweep tells times as shares of the way: it stops as near as these can say, which here is at the
        // start.
        assert!((0.0..=49.5).contains(&at), "{at} with {velocity}");
    }
    Ok(())
}

#[test]
fn the_first_thing_on_the_way_counts() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    let post = |x: f32| Segment::new(Vec2::new(x, -1.0), Vec2::new(x, 1.0));
    // A filter that it does not meet, a sensor, then what stops it, and one behind.
    let ghost = impinge::broad::CollisionFilter { layers: 2, mask: u32::MAX };
    world.add(Collider::new(post(10.0)?).with_filter(ghost).fixed())?;
    let sensor = world.add(Collider::new(post(20.0)?).sensor().fixed())?;
    let wall = world.add(Collider::new(post(30.0)?).fixed())?;
    world.add(Collider::new(post(40.0)?).fixed())?;
    let only = impinge::broad::CollisionFilter { layers: 1, mask: 1 };
    let bullet = ball::<Vec2>(0.25).with_velocity(DVec2::X * 1e5)?.with_filter(only).with_ccd(0.01)?;
    let bullet = world.add(bullet)?;
    let met: Vec<ColliderHandle> = world.step(1.0)?.iter().filter_map(|event| event.other(bullet)).collect();
    assert_eq!(met, [sensor, wall]);
    assert!((world.get(bullet)?.position().x - 29.75).abs() <= 0.011);
    // What is in something from the start may leave it.
    world.set_position(bullet, DVec2::X * 30.0)?;
    world.step(0.0)?;
    world.step(1e-4)?;
    assert!((world.get(bullet)?.position().x - 39.75).abs() <= 0.011);
    Ok(())
}

/// Balls that bounce between the sheets of a closed room, and off each other: nobody ever leaves it.
fn nobody_leaves<V: Vector>(seed: u64, walls: Vec<Collider<V>>, half: f64) {
    let mut random = Random(seed);
    let mut world = CollisionWorld::<V>::new();
    for wall in walls {
        world.add(wall.fixed()).expect("room");
    }
    let place = |random: &mut Random, size: f64| V::Double::from_fn(|_| signed(random) * size);
    let balls: Vec<ColliderHandle> = (0..12)
        .map(|i| {
            let object = ball::<V>(0.2).with_position(place(&mut random, half * 0.8)).expect("finite");
            // Some are slow, some cross the room a thousand times in a step.
            let speed = [0.1, 3.0, 100.0, 1e4][i % 4];
            let object = object.with_velocity(place(&mut random, speed * half)).expect("finite");
            world.add(object.with_ccd(V::Scalar::from_f64(0.01)).expect("a tolerance")).expect("room")
        })
        .collect();
    let mut met = 0;
    for _ in 0..200 {
        let events = world.step(1.0).expect("a time").to_vec();
        for &ball in &balls {
            let at = world.get(ball).expect("there").position();
            assert!(at.abs().max_element() < half, "{ball:?} is at {at:?}");
        }
        for event in events.iter().filter(|event| event.kind != EventKind::End) {
            met += 1;
            // Away from what was met, at another speed.
            for object in [event.a, event.b].into_iter().filter(|object| balls.contains(object)) {
                let held = world.get(object).expect("there");
                let (at, speed) = (held.position(), held.velocity().length());
                let way = place(&mut random, 1.0) - at * (0.5 / half);
                world.set_velocity(object, way * (speed / way.length())).expect("finite");
            }
        }
    }
    assert!(met > 500, "{met}");
}

pub fn room_in_plane<V: Vector>(half: f64) -> Vec<Collider<V>> {
    let corner = |x: f64, y: f64| V::from_f64([x * half, y * half, 0.0]);
    let corners = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let side = |i: usize| Collider::new(Segment::new(corners[i], corners[(i + 1) % 4]).expect("a side"));
    (0..4).map(side).collect()
}

pub fn room_in_space<V: Vector>(half: f64) -> Vec<Collider<V>> {
    let corner = |i: usize| V::from_f64([0, 1, 2].map(|axis| if i >> axis & 1 == 0 { -half } else { half }));
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let mesh = Mesh::new((0..8).map(corner).collect(), triangles).expect("a mesh");
    vec![Collider::new(SurfaceMesh::new(mesh))]
}

#[test]
fn nobody_leaves_a_closed_room() {
    nobody_leaves::<Vec2>(1, room_in_plane(10.0), 10.0);
    nobody_leaves::<DVec2>(2, room_in_plane(10.0), 10.0);
    nobody_leaves::<Vec3>(3, room_in_space(10.0), 10.0);
    nobody_leaves::<DVec3>(4, room_in_space(10.0), 10.0);
}

/// From far away, and far from the origin, the end is as exact as nearby.
#[test]
fn far_is_as_exact_as_near() -> Made {
    for origin in [0.0, 1e7] {
        let mut world = CollisionWorld::<Vec3>::with_origin(DVec3::X * origin);
        let sheet = Segment::new(Vec3::new(0.0, -1.0, 0.0), Vec3::Y)?;
        world.add(Collider::new(sheet).with_position(DVec3::X * (origin + 5e5))?.fixed())?;
        let bullet = ball::<Vec3>(0.5)
            .with_position(DVec3::X * origin)?
            .with_velocity(DVec3::X * 6e7)?
            .with_ccd(1e-3)?;
        let bullet = world.add(bullet)?;
        world.step(1.0 / 60.0)?;
        let gap = origin + 5e5 - 0.5 - world.get(bullet)?.position().x;
        assert!((0.0..=1.1e-3).contains(&gap), "{gap} at {origin}");
    }
    Ok(())
}

#[test]
fn worlds_that_are_stored_remember_who_passes_through_nothing() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    world.add(ball::<Vec2>(0.5).with_velocity(DVec2::X)?.with_ccd(0.125)?)?;
    let again: CollisionWorld<Vec2> = world.snapshot()?.restore()?;
    let tolerances: Vec<Option<f32>> = again.colliders().map(|(_, object)| object.ccd_tolerance()).collect();
    assert_eq!(tolerances, [Some(0.125)]);
    Ok(())
}

/// Eight ever faster plates push it on, after which it stays where it is: even then nothing that passes
/// through nothing passes through it.
#[test]
fn who_has_had_enough_impacts_still_stops_others() -> Made {
    let filter = |layers: u32, mask: u32| impinge::broad::CollisionFilter { layers, mask };
    let mut world = CollisionWorld::<DVec2>::new();
    let pushed = ball::<DVec2>(0.5).with_velocity(DVec2::X * 1e-3)?.with_filter(filter(1, u32::MAX));
    let pushed = world.add(pushed.with_ccd(1e-4)?)?;
    let mut at = 0.0;
    for i in 1..=8 {
        let (speed, time) = (10.0 * f64::from(i), 0.05 * f64::from(i));
        at += if i > 1 { (speed - 10.0) * 0.05 } else { 0.0 };
        let plate = Collider::new(Aabb::new(DVec2::new(-0.01, -2.0), DVec2::new(0.01, 2.0))?);
        let plate =
            plate.with_position(DVec2::X * (at - 0.51 - speed * time))?.with_velocity(DVec2::X * speed)?;
        world.add(plate.with_filter(filter(4, 1)))?;
    }
    let bullet = ball::<DVec2>(0.5).with_position(DVec2::X * 114.0)?.with_velocity(DVec2::X * -200.0)?;
    let bullet = world.add(bullet.with_filter(filter(2, 1)).with_ccd(1e-4)?)?;
    world.step(1.0)?;
    let [pushed, bullet] = [pushed, bullet].map(|handle| world.get(handle).expect("there").position().x);
    assert!((pushed - 14.0).abs() < 0.1, "{pushed}");
    assert!(bullet >= pushed + 1.0 && bullet <= pushed + 1.001, "{bullet} beside {pushed}");
    Ok(())
}

/// One step of worlds in which balls and capsules fly at walls, plates that move, and each other; all that
/// they end at, as one number.
fn ends_of_straight_ways<V: Vector>(seed: u64, walls: fn(f64) -> Vec<Collider<V>>) -> u64 {
    let mut random = Random(seed);
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for _ in 0..25 {
        let mut world = CollisionWorld::<V>::new();
        for wall in walls(10.0) {
            world.add(wall.fixed()).expect("room");
        }
        let place = |random: &mut Random, size: f64| V::Double::from_fn(|_| signed(random) * size);
        for i in 0..10 {
            let scalar = V::Scalar::from_f64;
            let object = match i % 3 {
                0 => ball::<V>(0.2),
                1 => Collider::new(
                    Capsule::new(-V::unit_axis(0), V::unit_axis(1), scalar(0.125)).expect("a capsule"),
                ),
                _ => Collider::new(Aabb::new(V::splat(scalar(-0.5)), V::splat(scalar(0.25))).expect("a box")),
            };
            let object = object.with_position(place(&mut random, 7.0)).expect("finite");
            let object = object.with_velocity(place(&mut random, [3.0, 40.0][i % 2])).expect("finite");
            let object = if i < 7 { object.with_ccd(scalar(0.01)).expect("a tolerance") } else { object };
            world.add(object).expect("room");
        }
        world.step(1.0).expect("a time");
        for (_, object) in world.colliders() {
            for part in object.position().to_f64() {
                sum = (sum ^ part.to_bits()).wrapping_mul(0x100_0000_01b3);
            }
        }
    }
    sum
}

#[test]
fn straight_ways_end_where_they_always_did() {
    let ends = [
        ends_of_straight_ways::<Vec2>(1, room_in_plane),
        ends_of_straight_ways::<DVec2>(2, room_in_plane),
        ends_of_straight_ways::<Vec3>(3, room_in_space),
        ends_of_straight_ways::<DVec3>(4, room_in_space),
    ];
    let always = [
        8_353_289_079_944_455_979,
        2_135_289_336_955_545_490,
        17_536_367_668_005_068_375,
        6_576_069_279_973_449_859,
    ];
    assert_eq!(ends, always);
}

/// A thin wall across the first axis, at 0.
pub fn wall<V: Vector>() -> Collider<V> {
    let corner = |x: f64, y: f64| V::from_fn(|axis| V::Scalar::from_f64(if axis == 0 { x } else { y }));
    Collider::new(Aabb::new(corner(0.0, -3.0), corner(0.015625, 3.0)).expect("a wall")).fixed()
}

/// Pressed against something for a long time, at any speed, nothing creeps into it.
fn presses<V: Vector>() {
    for speed in [1.0, 1e-2, 1e-4, 1e-5, 3e-6, 1e-6] {
        let mut world = CollisionWorld::<V>::new();
        world.add(wall()).expect("room");
        let ball = ball::<V>(0.125).with_position(V::Double::unit_axis(0) * -0.126).expect("finite");
        let ball = ball.with_velocity(V::Double::unit_axis(0) * speed).expect("finite");
        let ball = world.add(ball.with_ccd(V::Scalar::from_f64(1e-3)).expect("a tolerance")).expect("room");
        for _ in 0..1500 {
            world.step(1.0).expect("a time");
        }
        let x = world.get(ball).expect("there").position()[0];
        assert!(x < -0.125 && x > -0.1265, "at {x} with a speed of {speed}");
    }
}

#[test]
fn nobody_creeps_into_what_stops_it() {
    presses::<Vec2>();
    presses::<DVec2>();
    presses::<Vec3>();
    presses::<DVec3>();
}
