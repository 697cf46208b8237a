//! Sensors that are passed within a step are told, and those that are not are not.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::broad::CollisionFilter;
use impinge::compound::AnyShape;
use impinge::math::{Pose, Rotation, Scalar, Unit, Vector};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, HalfSpace, Ray, Segment};
use impinge::sweep::Motion;
use impinge::world::EventKind::{self, Begin, End, Persist};
use impinge::world::{Collider, ColliderHandle, CollisionWorld};

use super::Made;
use super::continuous::{ball, signed};
use super::model::{Random, Spinning};

/// A wall across the first axis.
fn wall(x: f64) -> Result<Collider<Vec2>, Box<dyn std::error::Error>> {
    Ok(Collider::new(Aabb::new(Vec2::new(-0.2, -1.0), Vec2::new(0.2, 1.0))?)
        .with_position(DVec2::X * x)?
        .fixed())
}

/// What becomes of two in three steps, in the first of which the second object passes the first.
fn told(
    zone: Collider<Vec2>,
    bullet: Collider<Vec2>,
) -> Result<Vec<Vec<EventKind>>, Box<dyn std::error::Error>> {
    let mut world = CollisionWorld::new();
    let (zone, bullet) = (world.add(zone)?, world.add(bullet)?);
    let mut told = Vec::new();
    for _ in 0..3 {
        let events = world.step(1.0 / 60.0)?;
        assert!(events.iter().all(|event| (event.a, event.b) == (zone, bullet)));
        assert!(events.iter().all(|event| event.contact.manifolds.is_empty()));
        told.push(events.iter().map(|event| event.kind).collect());
    }
    Ok(told)
}

#[test]
fn a_sensor_that_is_passed_begins_in_that_step_and_ends_in_the_next() -> Made {
    let once = [vec![Begin], vec![End], vec![]];
    let bullet = || ball::<Vec2>(0.05).with_velocity(DVec2::X * 3000.0);
    // A bullet, one that is a sensor itself, and a goal that looks at all that passes it.
    assert_eq!(told(wall(10.25)?.sensor(), bullet()?.with_ccd(1e-3)?)?, once);
    assert_eq!(told(wall(10.25)?, bullet()?.sensor().with_ccd(1e-3)?)?, once);
    assert_eq!(told(wall(10.25)?.sensor().with_ccd(1e-3)?, bullet()?)?, once);
    assert_eq!(told(wall(10.25)?.sensor(), bullet()?.sensor().with_ccd(0.0)?)?, once);
    // It starts inside, or ends there.
    assert_eq!(told(wall(0.0)?.sensor(), bullet()?.with_ccd(1e-3)?)?, once);
    let [zone, bullet] = [wall(50.0)?.sensor(), bullet()?.with_ccd(1e-3)?];
    assert_eq!(told(zone, bullet.clone())?, once);
    // Neither continuous nor slow enough, beside it, or not meant for it.
    let never = [vec![], vec![], vec![]];
    assert_eq!(told(wall(10.25)?.sensor(), ball(0.05).with_velocity(DVec2::X * 3000.0)?)?, never);
    assert_eq!(told(wall(10.25)?.sensor(), bullet.clone().with_position(DVec2::Y * 1.06)?)?, never);
    let nobody = CollisionFilter { layers: 1, mask: 0 };
    assert_eq!(told(wall(10.25)?.sensor().with_filter(nobody), bullet)?, never);
    Ok(())
}

#[test]
fn what_is_stopped_tells_of_what_came_before() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    let sensors = [5.0, 20.0, 30.0].map(|x| wall(x).map(|wall| wall.sensor()));
    let [before, at, _] = sensors.map(|sensor| world.add(sensor.expect("a wall")).expect("room"));
    let stop = world.add(wall(20.5)?)?;
    let bullet = ball::<Vec2>(0.25).with_velocity(DVec2::X * 6000.0)?.with_ccd(1e-3)?;
    let bullet = world.add(bullet)?;
    let told = |world: &mut CollisionWorld<Vec2>| -> Result<Vec<(ColliderHandle, EventKind)>, Box<dyn std::error::Error>> {
        let events = world.step(1.0 / 60.0)?;
        Ok(events.iter().map(|event| (event.a, event.kind)).collect())
    };
    assert_eq!(told(&mut world)?, [(before, Begin), (at, Begin), (stop, Begin)]);
    assert_eq!(told(&mut world)?, [(before, End), (at, Persist), (stop, Persist)]);
    // Back, past what it touched and what it passed before: what it touched at first has ended.
    world.set_velocity(bullet, DVec2::X * -6000.0)?;
    assert_eq!(told(&mut world)?, [(before, Begin), (at, End), (stop, End)]);
    // To and fro, from one step to the next.
    world.set_velocity(bullet, DVec2::X * 5400.0)?;
    assert_eq!(told(&mut world)?, [(before, Persist)]);
    // It rests then, or is gone.
    let mut other = world.clone();
    world.set_velocity(bullet, DVec2::ZERO)?;
    assert_eq!(told(&mut world)?, [(before, End)]);
    assert!(world.contact_pairs().is_empty());
    other.remove(bullet)?;
    assert_eq!(told(&mut other)?, [(before, End)]);
    Ok(())
}

#[test]
fn what_is_pushed_or_stirred_tells_of_sensors() -> Made {
    // A plate pushes what rests through a sensor, and beyond.
    let mut world = CollisionWorld::<Vec2>::new();
    let zone = world.add(wall(10.0)?.sensor())?;
    let pushed = world.add(ball::<Vec2>(0.25).with_ccd(1e-3)?)?;
    let plate = Collider::new(Segment::new(Vec2::Y, -Vec2::Y)?).with_position(DVec2::X * -5.0)?;
    world.add(plate.with_velocity(DVec2::X * 30.0)?.with_filter(CollisionFilter { layers: 1, mask: 1 }))?;
    world.set_filter(zone, CollisionFilter { layers: 2, mask: 4 })?;
    world.set_filter(pushed, CollisionFilter { layers: 5, mask: 3 })?;
    let events: Vec<_> = world.step(1.0)?.iter().map(|event| (event.a, event.b)).collect();
    assert!(events.contains(&(zone, pushed)) && world.get(pushed)?.position().x > 25.0, "{events:?}");
    // A rod sweeps past what rests, by half a turn.
    let mut world = CollisionWorld::<Vec2>::new();
    let rod = Collider::new(Segment::new(Vec2::ZERO, Vec2::X * 2.0)?).sensor().with_ccd(1e-3)?;
    let rod = world.add(rod.with_angular_velocity(std::f32::consts::PI)?)?;
    let post = world.add(ball::<Vec2>(0.25).with_position(DVec2::Y)?)?;
    let events = world.step(1.0)?;
    assert_eq!((events.len(), events[0].kind, events[0].a, events[0].b), (1, Begin, rod, post));
    Ok(())
}

/// Whoever rests in a sensor and is pushed out of it, in the middle of a step, has ended.
#[test]
fn what_is_pushed_out_of_a_sensor_ends() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    let nobody_of_the_pusher = CollisionFilter { layers: 1, mask: !2 };
    let zone = Aabb::new(Vec2::splat(-1.0), Vec2::splat(1.0))?;
    let zone = world.add(Collider::new(zone).fixed().sensor().with_filter(nobody_of_the_pusher))?;
    let ball = world.add(ball::<Vec2>(0.25).with_ccd(1e-3)?)?;
    let pusher =
        Collider::new(Segment::new(Vec2::Y * -2.0, Vec2::Y * 2.0)?).with_position(DVec2::X * -5.0)?;
    let pusher = pusher.with_filter(CollisionFilter { layers: 2, mask: u32::MAX });
    world.add(pusher.with_velocity(DVec2::X * 30.0)?)?;
    let kinds = |world: &mut CollisionWorld<Vec2>, time: f64| -> Result<Vec<EventKind>, impinge::Error> {
        let of_zone = |event: &&impinge::world::CollisionEvent<Vec2>| event.other(zone) == Some(ball);
        Ok(world.step(time)?.iter().filter(of_zone).map(|event| event.kind).collect())
    };
    assert_eq!(kinds(&mut world, 0.0)?, [Begin]);
    assert_eq!(kinds(&mut world, 1.0)?, [End]);
    assert!(world.get(ball)?.position().x > 20.0);
    assert_eq!(kinds(&mut world, 1.0)?, []);
    Ok(())
}

/// Of two endless shapes of which one turns, no more is known than that they may meet somewhere.
#[test]
fn an_endless_sensor_that_turns_above_an_endless_floor_tells_nothing() -> Made {
    let mut world = CollisionWorld::<Vec3>::new();
    world.add(Collider::new(HalfSpace::new(Unit::axis(1), 0.0)?).fixed())?;
    let beam = Collider::new(Ray::new(Vec3::Y * 5.0, Unit::axis(0))?).sensor().with_ccd(1e-3)?;
    world.add(beam.with_angular_velocity(Vec3::Y)?)?;
    for _ in 0..3 {
        assert!(world.step(0.1)?.is_empty());
    }
    Ok(())
}

#[test]
fn what_has_passed_ends_in_a_world_that_was_stored() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    world.add(wall(10.25)?.sensor())?;
    let bullet = ball::<Vec2>(0.05).with_velocity(DVec2::X * 3000.0)?.with_ccd(1e-3)?;
    let bullet = world.add(bullet)?;
    world.step(1.0 / 60.0)?;
    world.set_velocity(bullet, DVec2::ZERO)?;
    let mut again: CollisionWorld<Vec2> = world.snapshot()?.restore()?;
    let told = world.step(1.0 / 60.0)?;
    assert_eq!((told.len(), told[0].kind), (1, End));
    assert_eq!(again.step(1.0 / 60.0)?, told);
    Ok(())
}

/// In how many places of a step objects are looked at.
const PLACES: u32 = 2000;

/// Where an object is after a share of a step of length 1, worked out from what it was at the start.
fn placed<V: Spinning>(object: &Collider<V>, spin: [f64; 3], share: f64) -> (V::Double, AnyShape<V>) {
    if object.is_fixed() {
        return (object.position(), object.shape().clone());
    }
    let turn = Motion::fixed().with_angular_velocity(V::spin(spin), V::ZERO).expect("finite");
    let columns = V::basis_from_fn(|axis| V::from_double(turn.point_at(share, V::unit_axis(axis))));
    let rotation = Rotation::orthonormalize(columns).expect("a rotation");
    let shape = object.shape().at(&Pose { rotation, translation: V::ZERO });
    (object.position() + object.velocity() * share, shape)
}

/// Worlds in which things fly and turn past sensors, and through them: what one step tells, and what they met
/// on the way in truth.
fn check<V: Spinning>(seed: u64) {
    let mut random = Random(seed);
    let (mut passed, mut missed) = (0, 0);
    for _ in 0..6 {
        let origin = V::Double::from_fn(|_| signed(&mut random) * 1e4);
        let mut world = CollisionWorld::<V>::with_origin(origin);
        let mut objects: Vec<(Collider<V>, [f64; 3])> = Vec::new();
        for i in 0..14 {
            let size = if V::DIMENSION == 2 { 6.0 } else { 3.0 };
            let place = V::Double::from_fn(|_| signed(&mut random) * size);
            let object = Collider::new(random.shape::<V>()).with_position(origin + place).expect("finite");
            let speed = [0.5, 8.0, 60.0][i % 3];
            let velocity = V::Double::from_fn(|_| signed(&mut random) * speed);
            let object = object.with_velocity(velocity).expect("finite");
            let axes = [V::DIMENSION == 3, V::DIMENSION == 3, true];
            let most = [0.0, 1.0, 12.0][i / 3 % 3];
            let spin = axes.map(|is_free| if is_free { signed(&mut random) * most } else { 0.0 });
            let object = object.with_angular_velocity(V::spin(spin)).expect("finite");
            let object = object.with_margin(V::Scalar::from_f64(0.01)).expect("a margin");
            // What is solid meets sensors alone, so that nothing is stopped.
            let object = match i % 4 {
                0 | 1 => object.with_filter(CollisionFilter { layers: 1, mask: 2 }),
                _ => object.with_filter(CollisionFilter { layers: 2, mask: 3 }).sensor(),
            };
            let object = if i % 7 == 3 { object.fixed() } else { object };
            let object = if i % 3 != 1 {
                object.with_ccd(V::Scalar::from_f64(0.01)).expect("a tolerance")
            } else {
                object
            };
            objects.push((object, spin));
        }
        let handles: Vec<ColliderHandle> =
            objects.iter().map(|(object, _)| world.add(object.clone()).expect("room")).collect();
        let told: Vec<([ColliderHandle; 2], Option<f64>)> =
            world.step(1.0).expect("a time").iter().map(|event| ([event.a, event.b], event.time)).collect();
        for (b, (second, spin_b)) in objects.iter().enumerate() {
            for (a, (first, spin_a)) in objects[..b].iter().enumerate() {
                let is_looked_at = first.ccd_tolerance().is_some() || second.ccd_tolerance().is_some();
                let has_sensor = first.is_sensor() || second.is_sensor();
                let are_fixed = first.is_fixed() && second.is_fixed();
                if !is_looked_at || !has_sensor || are_fixed {
                    continue;
                }
                let fast = |object: &Collider<V>| {
                    object.velocity().length() + object.angular_velocity().length() * 2.5
                };
                let gap = |share: f64| -> f64 {
                    let ((at, shape), (other, other_shape)) =
                        (placed(first, *spin_a, share), placed(second, *spin_b, share));
                    if (other - at).length() > 8.0 {
                        return f64::INFINITY;
                    }
                    shape
                        .distance(&other_shape.at(&Pose::from_translation(V::from_double(other - at))))
                        .into()
                };
                let gaps: Vec<f64> =
                    (0..=PLACES).map(|place| gap(f64::from(place) / f64::from(PLACES))).collect();
                let nearest = gaps.iter().copied().fold(f64::INFINITY, f64::min);
                let found = told.iter().find(|(pair, _)| *pair == [handles[a], handles[b]]);
                let is_told = found.is_some();
                if let Some((_, time)) = found {
                    let time = time.expect("it is on the way of what is continuous");
                    assert!(gap(time) < 0.0201 * 1.125, "seed {seed}: {a} and {b} at {time}: {}", gap(time));
                    let before = &gaps[..(time * f64::from(PLACES)) as usize];
                    assert!(before.iter().all(|&gap| gap > 0.0199), "seed {seed}: {a} and {b} at {time}");
                }
                let chord = (fast(first) + fast(second)) / f64::from(PLACES);
                assert!(is_told || nearest > 0.0199, "seed {seed}: {a} and {b} met, to {nearest}");
                assert!(
                    !is_told || nearest < 0.0201 * 1.125 + chord,
                    "seed {seed}: {a} and {b}, at {nearest}"
                );
                passed += usize::from(is_told);
                missed += usize::from(!is_told && nearest < 1.0);
            }
        }
    }
    assert!(passed > 15 && missed > 5, "{passed} {missed}");
}

#[test]
fn all_sensors_that_are_met_on_the_way_are_told_and_no_others() {
    check::<Vec2>(1);
    check::<DVec2>(2);
    check::<Vec3>(3);
    check::<DVec3>(4);
}

#[test]
fn sensors_that_are_passed_are_told_in_the_order_of_their_numbers() -> Made {
    let mut world = CollisionWorld::<Vec3>::new();
    let mut handles = Vec::new();
    for x in [40.0, 10.0, 30.0, 20.0] {
        let zone = Collider::new(Ball::new(Vec3::ZERO, 1.0)?).with_position(DVec3::X * x)?.fixed().sensor();
        handles.push(world.add(zone)?);
    }
    world.add(ball::<Vec3>(0.1).with_velocity(DVec3::X * 50.0)?.with_ccd(1e-3)?)?;
    let told: Vec<ColliderHandle> = world.step(1.0)?.iter().map(|event| event.a).collect();
    assert_eq!(told, handles);
    Ok(())
}
