//! Contacts that are told before they are.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::AnyShape;
use impinge::math::{Pose, Vector};
use impinge::prelude::*;
use impinge::shape::Aabb;
use impinge::world::{
    Collider, ColliderHandle, CollisionEvent, CollisionWorld, ContactPair, EventKind, Snapshot,
};

use super::Made;
use super::continuous::{ball, signed};
use super::model::{Random, Spinning};

/// Two objects as they are, seen from the first.
fn pair<V: Vector>(world: &CollisionWorld<V>, pair: [ColliderHandle; 2]) -> [AnyShape<V>; 2] {
    let [a, b] = pair.map(|handle| world.get(handle).expect("there"));
    let turned =
        |object: &Collider<V>| object.shape().at(&Pose { rotation: object.rotation(), translation: V::ZERO });
    let between = Pose::from_translation(V::from_double(b.position() - a.position()));
    [turned(a), turned(b).at(&between)]
}

/// How much nearer two may come at most: by their ways, and all that turning may do to the furthest corner.
fn most<V: Vector>(world: &CollisionWorld<V>, pair: [ColliderHandle; 2], time: f64) -> f64 {
    let [a, b] = pair.map(|handle| world.get(handle).expect("there"));
    let way = |object: &Collider<V>| {
        let counts = object.has_speculative_contacts() && !object.is_fixed();
        if counts { object.velocity() * time } else { V::Double::ZERO }
    };
    let turn = |object: &Collider<V>| {
        let counts = object.has_speculative_contacts() && !object.is_fixed();
        // No corner of these shapes is further from the origin.
        if counts { (object.angular_velocity().length() * time).min(2.0) * 1.9 } else { 0.0 }
    };
    (way(a) - way(b)).length() + turn(a) + turn(b)
}

/// What touches after a step, and is speculative or rests, was told of after the one before; and nothing that
/// is too far away.
fn check<V: Spinning>(seed: u64) {
    let mut random = Random(seed);
    let (mut seen, mut told) = (0, 0);
    for _ in 0..12 {
        let mut world = CollisionWorld::<V>::new();
        for i in 0..24 {
            let object = Collider::new(random.shape::<V>()).with_position(random.place(3)).expect("finite");
            let object =
                object.with_velocity(V::Double::from_fn(|_| signed(&mut random) * 9.0)).expect("finite");
            let object = object.with_angular_velocity(random.spin::<V>()).expect("finite");
            world
                .add(if i % 3 == 0 { object.fixed() } else { object.with_speculative_contacts() })
                .expect("room");
        }
        for _ in 0..6 {
            world.step(0.125).expect("a time");
            let before: Vec<[ColliderHandle; 2]> =
                world.contact_pairs().iter().map(|pair| [pair.a, pair.b]).collect();
            for &two in &before {
                let [a, b] = pair(&world, two);
                let gap: f64 = a.distance(&b).into();
                assert!(gap <= most(&world, two, 0.125) * (1.0 + 1e-5), "{two:?} are {gap} apart");
                told += usize::from(gap > 0.0);
            }
            let mut next = world.clone();
            next.step(0.125).expect("a time");
            for ContactPair { a, b, .. } in next.contact_pairs() {
                let [shape_a, shape_b] = pair(&next, [a, b]);
                if shape_a.intersects(&shape_b) {
                    seen += 1;
                    assert!(before.contains(&[a, b]), "{a:?} and {b:?} were not told of");
                }
            }
        }
    }
    assert!(seen > 60 && told > 200, "{seen} {told}");
}

#[test]
fn what_meets_in_the_next_step_has_been_told_of() {
    check::<Vec2>(1);
    check::<DVec2>(2);
    check::<Vec3>(3);
    check::<DVec3>(4);
}

fn kinds<V: Vector>(events: &[CollisionEvent<V>]) -> Vec<EventKind> {
    events.iter().map(|event| event.kind).collect()
}

#[test]
fn who_stops_looks_ahead_no_more() -> Made {
    let mut world = CollisionWorld::<DVec2>::new();
    world.add(Collider::new(Aabb::new(DVec2::new(5.0, -9.0), DVec2::new(6.0, 9.0))?).fixed())?;
    let ball = world.add(ball::<DVec2>(0.5).with_velocity(DVec2::X * 3.0)?.with_speculative_contacts())?;
    assert_eq!(kinds(world.step(1.0)?), [EventKind::Begin]);
    // A step that takes no time looks as far ahead.
    world.set_position(ball, DVec2::X * 3.0)?;
    assert_eq!(kinds(world.step(0.0)?), [EventKind::Persist]);
    world.set_velocity(ball, DVec2::ZERO)?;
    // Stored in between, it remembers how far it looked.
    let text = serde_json::to_string(&world.snapshot()?)?;
    let mut other: CollisionWorld<DVec2> = serde_json::from_str::<Snapshot>(&text)?.restore()?;
    assert_eq!(kinds(world.step(1.0)?), [EventKind::End]);
    assert_eq!(other.step(1.0)?, world.events());
    // Then it costs nothing.
    world.drain_changed();
    assert!(world.step(1.0)?.is_empty() && world.drain_changed().is_empty());
    // What turns looks as far as its turn goes.
    let rod = Aabb::new(DVec2::new(-3.0, -0.125), DVec2::new(3.0, 0.125))?;
    let rod = world.add(
        Collider::new(rod)
            .with_position(DVec2::new(0.0, 2.0))?
            .with_speculative_contacts()
            .with_angular_velocity(1e-3)?,
    )?;
    assert!(world.step(1.0)?.is_empty());
    world.set_angular_velocity(rod, -0.25)?;
    assert!(world.step(1.0)?.iter().all(|event| event.other(rod).is_some()));
    assert_eq!(kinds(world.events()), [EventKind::Begin]);
    Ok(())
}

#[test]
fn who_goes_side_by_side_or_is_a_sensor_is_not_told_of() -> Made {
    let mut world = CollisionWorld::<Vec3>::new();
    let flying = |y: f64| ball::<Vec3>(0.5).with_position(DVec3::Y * y)?.with_velocity(DVec3::X * 1e3);
    world.add(flying(0.0)?.with_speculative_contacts())?;
    world.add(flying(1.25)?.with_speculative_contacts())?;
    world.add(ball::<Vec3>(0.5).with_position(DVec3::new(1e3, 5.0, 0.0))?.sensor())?;
    assert!(world.step(1.0)?.is_empty());
    // One that is not speculative counts as if it rested, whatever it does.
    world.add(flying(-1.25)?.with_position(DVec3::new(1e3, -1.25, 0.0))?)?;
    assert_eq!(world.step(0.5)?.len(), 2);
    Ok(())
}

/// A solver in one line: nobody goes on by more than the gap.
#[test]
fn gaps_are_enough_to_stop_in_time() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    world.add(Collider::new(Aabb::new(Vec2::new(5.0, -9.0), Vec2::new(5.0, 9.0))?).fixed())?;
    let ball = world.add(ball::<Vec2>(0.5).with_velocity(DVec2::X * 70.0)?.with_speculative_contacts())?;
    for _ in 0..10 {
        let gaps = world.step(1.0 / 60.0)?.iter().filter(|event| event.kind != EventKind::End);
        let gap = gaps.map(|event| event.contact.manifolds[0].manifold.points()[0].distance).next();
        if let Some(gap) = gap {
            world.set_velocity(ball, DVec2::X * f64::from(gap) * 60.0)?;
        }
    }
    assert!((world.get(ball)?.position().x - 4.5).abs() < 1e-5);
    Ok(())
}
