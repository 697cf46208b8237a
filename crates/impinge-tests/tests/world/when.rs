//! When in its step something met something, and how it may be answered.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::AnyShape;
use impinge::narrow::ContactManifold;
use impinge::shape::{Aabb, Segment};
use impinge::world::EventKind::{Begin, End, Persist};
use impinge::world::{Collider, ColliderHandle, CollisionEvent, CollisionWorld};

use super::Made;
use super::continuous::{ball, room_in_space};

#[test]
fn events_say_after_which_share_of_the_step_they_were() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    let post = |x: f64| -> Result<Collider<Vec2>, Box<dyn std::error::Error>> {
        Ok(Collider::new(Segment::new(Vec2::Y, -Vec2::Y)?).with_position(DVec2::X * x)?.fixed())
    };
    let near = world.add(post(10.5)?.sensor())?;
    let far = world.add(post(19.8)?.sensor())?;
    let stop = world.add(post(20.5)?)?;
    let bullet = world.add(ball::<Vec2>(0.5).with_velocity(DVec2::X * 80.0)?.with_ccd(1e-3)?)?;
    let falls = ball::<Vec2>(0.5).with_position(DVec2::new(20.9, 5.0))?.with_velocity(DVec2::Y * -4.25)?;
    let falls = world.add(falls)?;
    let events = world.step(1.0)?;
    let told = |time: Option<f64>| time.map_or(-1.0, |time| (time * 1000.0).round());
    let times: Vec<_> = events.iter().map(|event| (event.a, event.b, event.kind, told(event.time))).collect();
    assert_eq!(
        times[..3],
        [(near, bullet, Begin, 125.0), (far, bullet, Begin, 241.0), (stop, bullet, Begin, 250.0)]
    );
    // What is not met on the way is found where the step ends.
    assert_eq!(times[3..], [(stop, falls, Begin, -1.0)]);
    world.remove(falls)?;
    let events = world.step(1.0)?;
    let times: Vec<_> = events.iter().map(|event| (event.a, event.kind, event.time)).collect();
    // It lies in the one sensor, and is stopped at once.
    assert_eq!(times[..2], [(near, End, None), (far, Persist, None)]);
    let (a, kind, time) = times[2];
    assert!((a, kind) == (stop, Persist) && time.is_some_and(|time| time < 1e-4), "{times:?}");
    assert_eq!(times[3..], [(stop, End, None)]);
    Ok(())
}

/// As `CollisionEvent` tells how to answer a contact, with or without its spin.
fn answer(
    world: &mut CollisionWorld<Vec3>,
    crate_: ColliderHandle,
    event: &CollisionEvent<Vec3>,
    manifold: &ContactManifold<Vec3>,
    with_angular_velocity: bool,
) -> Made {
    let normal = manifold.normal.get().as_dvec3();
    let away = if event.a == crate_ { -normal } else { normal };
    let points = manifold.points();
    let middle = points.iter().map(|point| point.point_b).sum::<Vec3>() / points.len() as f32;
    let object = world.get(crate_)?;
    let (velocity, spin) = (object.velocity(), object.angular_velocity());
    let arm =
        if with_angular_velocity { event.contact.to_world(middle) - object.position() } else { DVec3::ZERO };
    let approach = -(velocity + spin.cross(arm)).dot(away);
    if approach > 0.0 {
        let leverage = arm.cross(away) * 6.0;
        let impulse = 1.5 * approach / (1.0 + leverage.cross(arm).dot(away));
        world.set_velocity(crate_, velocity + away * impulse)?;
        world.set_angular_velocity(crate_, (spin + leverage * impulse).as_vec3())?;
    }
    Ok(())
}

/// A crate that is thrown in a room with gravity: in how many steps it stayed where it was, and how fast it
/// is in the end.
fn thrown(with_angular_velocity: bool) -> Result<(usize, f64), Box<dyn std::error::Error>> {
    const STEP: f64 = 1.0 / 60.0;
    let mut world = CollisionWorld::<Vec3>::new();
    for wall in room_in_space(10.0) {
        world.add(wall.fixed())?;
    }
    let shape = AnyShape::from(Aabb::new(Vec3::splat(-0.5), Vec3::splat(0.5))?);
    let crate_ = Collider::new(shape).with_velocity(DVec3::new(2.0, -5.0, 1.0))?.with_ccd(0.005)?;
    let crate_ = world.add(crate_.with_angular_velocity(Vec3::new(3.0, 40.0, 11.0))?)?;
    let mut rests = 0;
    for _ in 0..300 {
        let velocity = world.get(crate_)?.velocity() - DVec3::Y * (9.81 * STEP);
        world.set_velocity(crate_, velocity)?;
        let before = world.get(crate_)?.position();
        let events = world.step(STEP)?.to_vec();
        rests += usize::from(world.get(crate_)?.position() == before);
        for event in &events {
            for part in &event.contact.manifolds {
                answer(&mut world, crate_, event, &part.manifold, with_angular_velocity)?;
            }
        }
    }
    Ok((rests, world.get(crate_)?.velocity().length()))
}

#[test]
fn who_answers_with_its_spin_goes_on() -> Made {
    let (stuck, _) = thrown(false)?;
    let (rests, speed) = thrown(true)?;
    assert!(rests < 60 && stuck > 2 * rests && speed < 10.0, "{stuck} {rests} {speed}");
    Ok(())
}
