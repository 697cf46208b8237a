//! Objects that turn, and what passes through nothing as it or others turn.

use std::f64::consts::{FRAC_PI_2, PI};

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::{Rotation, Scalar, Vector};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Capsule, Segment};
use impinge::world::{Collider, ColliderHandle, CollisionWorld, EventKind};

use super::Made;
use super::continuous::{ball, room_in_plane, room_in_space, signed, wall};
use super::model::{Random, Spinning};

#[test]
fn what_spins_turns_about_its_position() -> Made {
    let mut flat = CollisionWorld::<DVec2>::new();
    let rod = || Segment::new(DVec2::ZERO, DVec2::X).map(Collider::new);
    let wheel =
        flat.add(rod()?.with_position(DVec2::Y)?.with_velocity(DVec2::X)?.with_angular_velocity(FRAC_PI_2)?)?;
    let fixed = flat.add(rod()?.with_angular_velocity(1.0)?.fixed())?;
    flat.step(0.0)?;
    assert_eq!(flat.get(wheel)?.rotation(), Rotation::identity());
    for quarter in 1..=4 {
        flat.step(1.0)?;
        let object = flat.get(wheel)?;
        let expected = DVec2::from_angle(FRAC_PI_2 * f64::from(quarter));
        assert!((object.rotation().rotate(DVec2::X) - expected).length() < 1e-15 * 8.0);
        assert_eq!(object.position(), DVec2::new(f64::from(quarter), 1.0));
    }
    assert_eq!(flat.get(fixed)?.rotation(), Rotation::identity());
    assert_eq!(flat.get(wheel)?.angular_velocity(), DVec3::Z * FRAC_PI_2);
    // It goes on being a rotation, also after many steps.
    let mut world = CollisionWorld::<Vec3>::new();
    let top = world
        .add(Collider::new(Ball::new(Vec3::X, 0.5)?).with_angular_velocity(Vec3::new(0.3, -0.7, 0.2))?)?;
    for _ in 0..20_000 {
        world.step(1.0)?;
    }
    Rotation::<Vec3>::from_columns(world.get(top)?.rotation().columns())?;
    // It rests when it is told to, and then costs nothing.
    world.set_angular_velocity(top, Vec3::ZERO)?;
    let rotation = world.get(top)?.rotation();
    world.drain_changed();
    world.step(1.0)?;
    assert_eq!(world.get(top)?.rotation(), rotation);
    assert!(world.drain_changed().is_empty());
    Ok(())
}

#[test]
fn spins_that_have_no_meaning_are_refused() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    assert!(ball::<Vec2>(1.0).with_angular_velocity(f32::NAN).is_err());
    let ball = world.add(ball::<Vec2>(1.0))?;
    assert!(world.set_angular_velocity(ball, f32::INFINITY).is_err());
    assert_eq!(world.get(ball)?.angular_velocity(), DVec3::ZERO);
    // Any other is one.
    for spin in [f32::MAX, f32::MIN_POSITIVE * 1e-7] {
        world.set_angular_velocity(ball, spin)?;
        world.step(1e300)?;
        Rotation::<Vec2>::from_columns(world.get(ball)?.rotation().columns())?;
    }
    Ok(())
}

#[test]
fn who_is_met_by_a_turning_thing_is_carried_around_with_it() -> Made {
    // A bat turns by a quarter, from along x to along y, and takes a ball with it that flies against it.
    let mut world = CollisionWorld::<DVec2>::new();
    let bat = Segment::new(DVec2::ZERO, DVec2::X * 4.0)?;
    let bat = world.add(Collider::new(bat).with_angular_velocity(FRAC_PI_2)?)?;
    let start = DVec2::new(3.0, 1.5);
    let ball = ball::<DVec2>(0.5).with_position(start)?.with_velocity(-DVec2::Y)?.with_ccd(1e-3)?;
    let ball = world.add(ball)?;
    let events = world.step(1.0)?;
    assert_eq!((events.len(), events[0].kind), (1, EventKind::Begin));
    let (at, turned) = (world.get(ball)?.position(), world.get(ball)?.rotation().rotate(DVec2::X));
    assert!((-0.501..=-0.5).contains(&at.x) && at.y > 2.5, "{at}");
    // From when they met on it has turned as the bat has: so where it is now, as the bat sees it, is where it
    // was then.
    let met = 1.0 - turned.y.atan2(turned.x) / FRAC_PI_2;
    let then = start - DVec2::Y * met;
    let seen_then = DVec2::from_angle(-FRAC_PI_2 * met).rotate(then);
    let seen_now = world.get(bat)?.rotation().inverse_rotate(at);
    assert!(met > 0.1 && met < 0.9 && (seen_then - seen_now).length() < 1e-12, "{seen_then} {seen_now}");
    Ok(())
}

/// Neither a bat that turns several times in a step, nor one that takes many steps, passes through what
/// rests.
#[test]
fn what_rests_is_pushed() -> Made {
    for (spin, steps) in [(7.5 * PI, 1), (0.1 * PI, 5), (0.01 * PI, 50)] {
        let mut world = CollisionWorld::<Vec3>::new();
        let bat = Capsule::new(Vec3::ZERO, Vec3::X * 4.0, 0.125)?;
        let bat = world.add(Collider::new(bat).with_angular_velocity(Vec3::Z * spin as f32)?)?;
        let sensor =
            Collider::new(Ball::new(Vec3::X * 2.0, 0.5)?).with_angular_velocity(Vec3::Y * 3.0)?.sensor();
        world.add(sensor)?;
        let resting =
            world.add(ball::<Vec3>(0.5).with_position(DVec3::new(2.5, 1.0, 0.0))?.with_ccd(1e-3)?)?;
        // Beside it, out of reach of everything.
        let apart = world.add(ball::<Vec3>(0.5).with_position(DVec3::Z * 9.0)?.with_ccd(1e-3)?)?;
        world.step(0.0)?;
        world.drain_changed();
        for _ in 0..steps {
            world.step(1.0)?;
            let seen = world.get(bat)?.rotation().inverse_rotate(world.get(resting)?.position().as_vec3());
            // Ahead of the bat, as it was from the first.
            assert!(seen.x > 2.4 && seen.y >= 0.624 && seen.y < 1.1, "{seen} at {spin}");
        }
        let seen = world.get(bat)?.rotation().inverse_rotate(world.get(resting)?.position().as_vec3());
        assert!(seen.y < 0.627, "{seen} at {spin}");
        let changed = world.drain_changed();
        assert!(changed.contains(&resting) && !changed.contains(&apart));
        assert_eq!(world.get(resting)?.velocity(), DVec3::ZERO);
    }
    Ok(())
}

#[test]
fn two_that_turn_against_each_other_stop_both() -> Made {
    let mut world = CollisionWorld::<Vec3>::new();
    let rod = |x: f32, spin: f32| -> Result<Collider<Vec3>, Box<dyn std::error::Error>> {
        let rod = Segment::new(Vec3::X * -1.0, Vec3::X)?;
        Ok(Collider::new(rod)
            .with_position(DVec3::X * f64::from(x))?
            .with_angular_velocity(Vec3::Z * spin)?
            .with_ccd(1e-3)?)
    };
    // The ends of both meet above the middle between them, or would pass each other at the same height.
    let (left, right) = (world.add(rod(-0.9, 0.5)?)?, world.add(rod(0.9, -20.0)?)?);
    world.set_rotation(right, Rotation::<Vec3>::from_axis_angle(impinge::math::Unit::axis(2), -0.6))?;
    world.step(1.0)?;
    let distance = |world: &CollisionWorld<Vec3>| {
        let [a, b] = [left, right].map(|handle| {
            let object = world.get(handle).expect("there");
            let place =
                impinge::math::Pose { rotation: object.rotation(), translation: object.position().as_vec3() };
            object.shape().at(&place)
        });
        a.distance(&b)
    };
    assert!(distance(&world) > 0.0 && distance(&world) <= 1.001e-3, "{}", distance(&world));
    let turned = world.get(right)?.rotation();
    // There they stay, as long as both go on against each other.
    for _ in 0..10 {
        world.step(1.0)?;
        assert!(distance(&world) > 0.0 && distance(&world) <= 1.001e-3, "{}", distance(&world));
    }
    assert!((world.get(right)?.rotation().rotate(Vec3::X) - turned.rotate(Vec3::X)).length() < 1e-3);
    Ok(())
}

/// Rods that turn and balls between them in a closed room, some of them by hundreds of its widths and by many
/// turns in a step.
fn nothing_leaves<V: Spinning>(seed: u64, walls: Vec<Collider<V>>, half: f64) {
    let mut random = Random(seed);
    let mut world = CollisionWorld::<V>::new();
    for wall in walls {
        world.add(wall.fixed()).expect("room");
    }
    let number = V::Scalar::from_f64;
    let place = |random: &mut Random, size: f64| V::Double::from_fn(|_| signed(random) * size);
    let spin = |random: &mut Random, size: f64| V::spin([0; 3].map(|_| signed(random) * size));
    let speeds = [0.1, 3.0, 100.0];
    let guests: Vec<ColliderHandle> = (0..12)
        .map(|i| {
            let rod = Capsule::new(-V::unit_axis(0), V::unit_axis(0), number(0.0625)).expect("a rod");
            let object = if i % 2 == 0 { Collider::new(rod) } else { ball::<V>(0.25) };
            let object = object.with_position(place(&mut random, half * 0.75)).expect("finite");
            let object = object.with_velocity(place(&mut random, speeds[i % 3] * half)).expect("finite");
            let object =
                object.with_angular_velocity(spin(&mut random, speeds[i / 2 % 3] * PI)).expect("finite");
            world.add(object.with_ccd(number(0.01)).expect("a tolerance")).expect("room")
        })
        .collect();
    let mut met = 0;
    for _ in 0..60 {
        let events = world.step(1.0).expect("a time").to_vec();
        for &guest in &guests {
            let object = world.get(guest).expect("there");
            for end in [-V::unit_axis(0), V::unit_axis(0)] {
                let end = object.position() + object.rotation().rotate(end).to_double() * 0.25;
                assert!(end.abs().max_element() < half, "{guest:?} has an end at {end:?}");
            }
        }
        for event in events.iter().filter(|event| event.kind != EventKind::End) {
            met += 1;
            // Who is in something since the start may be; nobody else is.
            let pair = [event.a, event.b];
            for object in pair.into_iter().filter(|object| guests.contains(object)) {
                let held = world.get(object).expect("there");
                let (at, speed) = (held.position(), held.velocity().length());
                let way = place(&mut random, 1.0) - at * (0.5 / half);
                world.set_velocity(object, way * (speed / way.length())).expect("finite");
                let spin = spin(&mut random, held_spin(&world, object));
                world.set_angular_velocity(object, spin).expect("finite");
            }
        }
    }
    assert!(met > 200, "{met}");
}

fn held_spin<V: Vector>(world: &CollisionWorld<V>, object: ColliderHandle) -> f64 {
    world.get(object).expect("there").angular_velocity().length().max(0.1)
}

#[test]
fn nothing_that_turns_leaves_a_closed_room() {
    nothing_leaves::<Vec2>(1, room_in_plane(10.0), 10.0);
    nothing_leaves::<DVec2>(2, room_in_plane(10.0), 10.0);
    nothing_leaves::<Vec3>(3, room_in_space(10.0), 10.0);
    nothing_leaves::<DVec3>(4, room_in_space(10.0), 10.0);
}

/// Pressed against something for a long time, at any speed, nothing turns into it.
fn presses<V: Spinning>() {
    let number = V::Scalar::from_f64;
    for speed in [1.0, 1e-2, 1e-4, 1e-5, 3e-6, 1e-6] {
        let mut world = CollisionWorld::<V>::new();
        world.add(wall()).expect("room");
        let rod =
            Capsule::new(-V::unit_axis(1), V::unit_axis(1) * number(0.5), number(0.125)).expect("a rod");
        let rod = Collider::new(rod).with_position(V::Double::unit_axis(0) * -0.126).expect("finite");
        let rod = rod.with_velocity(V::Double::unit_axis(0) * (0.1 * speed)).expect("finite");
        let rod = rod.with_angular_velocity(V::spin([0.0, 0.0, speed])).expect("finite");
        let rod = world.add(rod.with_ccd(number(1e-3)).expect("a tolerance")).expect("room");
        for _ in 0..1500 {
            world.step(1.0).expect("a time");
        }
        let object = world.get(rod).expect("there");
        for end in [-V::unit_axis(1), V::unit_axis(1) * number(0.5)] {
            let end = object.position() + object.rotation().rotate(end).to_double();
            assert!(end[0] < -0.125, "an end is at {end:?} with a speed of {speed}");
        }
    }
}

#[test]
fn nobody_turns_into_what_stops_it() {
    presses::<Vec2>();
    presses::<DVec2>();
    presses::<Vec3>();
    presses::<DVec3>();
}

#[test]
fn what_touches_slides_along_and_leaves() -> Made {
    let mut world = CollisionWorld::<DVec2>::new();
    world.add(Collider::new(Aabb::new(DVec2::new(-9e3, -1.0), DVec2::new(9e3, 0.0))?).fixed())?;
    let rod = Segment::new(DVec2::X * -0.5, DVec2::X * 0.5)?;
    let rod = world.add(
        Collider::new(rod).with_position(DVec2::Y * 2.0)?.with_velocity(DVec2::Y * -4.0)?.with_ccd(1e-3)?,
    )?;
    world.step(1.0)?;
    let height = world.get(rod)?.position().y;
    assert!(height > 0.0 && height <= 1e-3);
    world.set_velocity(rod, DVec2::X)?;
    for _ in 0..1000 {
        world.step(1.0)?;
    }
    assert_eq!(world.get(rod)?.position(), DVec2::new(1000.0, height));
    // Turned about its middle it stays, since an end would get into the ground; turned as it rises, it does
    // both.
    world.set_velocity(rod, DVec2::ZERO)?;
    world.set_angular_velocity(rod, 1.0)?;
    world.step(1.0)?;
    assert!(world.get(rod)?.rotation().rotate(DVec2::X).y < 3e-3);
    world.set_velocity(rod, DVec2::Y * 2.0)?;
    world.step(0.5)?;
    assert!((world.get(rod)?.position().y - height - 1.0).abs() < 1e-2);
    assert!(world.get(rod)?.rotation().rotate(DVec2::X).y > 0.4);
    Ok(())
}

/// Far from the origin, and turned by what is far from it, impacts are as exact as nearby.
#[test]
fn turning_far_away_is_as_exact_as_near() -> Made {
    for origin in [DVec3::ZERO, DVec3::new(1e7, -3e6, 2e5)] {
        let mut world = CollisionWorld::<Vec3>::with_origin(origin);
        let arm = Capsule::new(Vec3::ZERO, Vec3::X * 50.0, 0.25)?;
        world.add(Collider::new(arm).with_position(origin)?.with_angular_velocity(Vec3::Z * 1.5)?)?;
        let at = origin + DVec3::new(20.0, 20.0, 0.0);
        let ball = ball::<Vec3>(0.5).with_position(at)?.with_velocity(DVec3::Z * 1e-3)?.with_ccd(1e-3)?;
        let ball = world.add(ball)?;
        world.step(1.0)?;
        // On the far side of the arm, which is at 1.5 rad now.
        let seen = world.get(ball)?.position() - origin;
        let across = -DVec2::from_angle(1.5).perp_dot(-seen.truncate());
        assert!((0.7499..=0.752).contains(&across), "{across} at {origin}");
    }
    Ok(())
}

#[test]
fn without_a_spin_all_is_as_it_was() -> Made {
    let told = |is_told: bool| -> Result<String, Box<dyn std::error::Error>> {
        let mut random = Random(7);
        let mut world = CollisionWorld::<Vec3>::new();
        for i in 0..30 {
            let object = random.object::<Vec3>();
            let object = if is_told { object.with_angular_velocity(Vec3::ZERO)? } else { object };
            world.add(if i % 3 == 0 { object.with_ccd(1e-3)? } else { object })?;
        }
        let mut told = String::new();
        for _ in 0..20 {
            told += &format!("{:?}", world.step(0.25)?);
            told +=
                &format!("{:?}", world.colliders().map(|(_, object)| object.position()).collect::<Vec<_>>());
        }
        Ok(told)
    };
    let (one, other) = (told(true)?, told(false)?);
    assert!(one == other && one.contains("Persist"));
    Ok(())
}
