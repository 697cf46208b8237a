//! What stops an object is told, as far away from it as it was stopped.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::broad::CollisionFilter;
use impinge::compound::{AnyShape, Polyline, SurfaceMesh};
use impinge::math::{Pose, Rotation, Scalar, Unit, Vector};
use impinge::prelude::*;
use impinge::shape::{Aabb, HalfSpace, Mesh, Plane, Segment, Triangle};
use impinge::world::EventKind::{self, Begin, End, Persist};
use impinge::world::{Collider, ColliderHandle, CollisionWorld};

use super::Made;
use super::continuous::ball;
use super::model::Spinning;

/// Of one dimension in each precision.
fn vector<V: Vector>(x: f64, y: f64, z: f64) -> V {
    V::from_f64([x, y, z])
}

/// Floors whose tops go through 0, up to a size, level and turned.
fn floors<V: Vector>(size: f64) -> Vec<AnyShape<V>> {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (0.0, 1.0), (0.0, -1.5)];
    let corners = corners.map(|(x, z)| vector::<V>(x * size, 0.0, z * size));
    let lowest = vector::<V>(-size, -1.0, -size);
    let mut floors: Vec<AnyShape<V>> = vec![
        Aabb::new(lowest, vector(size, 0.0, size)).expect("a box").into(),
        HalfSpace::new(Unit::axis(1), V::Scalar::ZERO).expect("a floor").into(),
        Plane::new(Unit::axis(1), V::Scalar::ZERO).expect("a floor").into(),
    ];
    if V::DIMENSION == 3 {
        let mesh = Mesh::new(corners.to_vec(), vec![[0, 2, 1], [0, 1, 3]]).expect("a mesh");
        floors.push(SurfaceMesh::new(mesh).into());
        floors.push(Triangle::new([corners[0], corners[2], corners[1]]).expect("finite").into());
    } else {
        floors.push(Segment::new(corners[1], corners[0]).expect("finite").into());
    }
    floors
}

/// Falls on a floor; where it was stopped, if it was, and what has been told of both since.
struct Fall<V: Vector> {
    world: CollisionWorld<V>,
    floor: ColliderHandle,
    fallen: ColliderHandle,
    told: Vec<EventKind>,
    stops: usize,
}

impl<V: Vector> Fall<V> {
    fn new(floor: AnyShape<V>, fallen: Collider<V>) -> Self {
        let mut world = CollisionWorld::new();
        let floor = world.add(Collider::new(floor).fixed()).expect("room");
        let fallen = world.add(fallen).expect("room");
        Fall { world, floor, fallen, told: Vec::new(), stops: 0 }
    }

    fn object(&self) -> &Collider<V> {
        self.world.get(self.fallen).expect("there")
    }

    /// A step of 1: who is stopped is told of, with where.
    fn step(&mut self, what: &str) {
        let free = self.object().position() + self.object().velocity();
        let events = self.world.step(1.0).expect("a time").to_vec();
        assert!(events.len() < 2, "{what}: {events:?}");
        let is_stopped = (self.object().position() - free).length() > 1e-9 * (1.0 + free.length());
        let is_told = events.first().is_some_and(|event| {
            let points = event.contact.manifolds.iter().flat_map(|part| part.manifold.points());
            event.kind != End && event.time.is_some() && points.count() > 0
        });
        assert!(is_told || !is_stopped, "{what}: stopped at {:?}, but {events:?}", self.object().position());
        self.stops += usize::from(is_stopped);
        self.told.extend(events.iter().map(|event| event.kind));
    }

    fn touches(&self) -> bool {
        self.world.contact_pairs().iter().any(|pair| (pair.a, pair.b) == (self.floor, self.fallen))
    }

    fn go(&mut self, velocity: V::Double) {
        self.world.set_velocity(self.fallen, velocity).expect("finite");
    }
}

/// One that falls on a floor that is turned, is pressed on it, rests, slides, and is taken away; is it
/// further from it than its tolerance?
fn falls_on<V: Spinning>(floor: &AnyShape<V>, up: [f64; 3], tolerance: f64, speed: f64, spin: f64) -> bool {
    let what = format!("{floor:?}, {up:?}, {tolerance}, {speed}, {spin}");
    let [normal, along] = [up, [up[1], -up[0], 0.0]].map(|axis| {
        let axis = V::Double::from_f64(axis);
        axis * (1.0 / axis.length())
    });
    let normal_of_floor = Unit::new(V::from_double(normal)).expect("a direction");
    let rotation = Rotation::from_rotation_arc(Unit::axis(1), normal_of_floor);
    let floor = floor.at(&Pose { rotation, translation: V::ZERO });
    let half = V::splat(V::Scalar::from_f64(0.25));
    let box_ = Collider::new(Aabb::new(-half, half).expect("a box"));
    let fallen = if speed > 100.0 || spin > 0.0 { box_ } else { ball(0.25) };
    let fallen = fallen.with_position(normal * (0.6 + 0.5 * speed)).expect("finite");
    let velocity = along * (0.02 * speed.min(5.0)) - normal * speed;
    let fallen = fallen.with_velocity(velocity).expect("finite");
    let fallen = fallen.with_angular_velocity(V::spin([spin, 0.0, spin])).expect("finite");
    let tolerance = V::Scalar::from_f64(tolerance);
    let mut fall = Fall::new(floor.clone(), fallen.with_ccd(tolerance).expect("a tolerance"));
    // Pressed on, it begins once.
    for _ in 0..5 {
        fall.step(&what);
    }
    assert!(fall.stops > 0, "{what}");
    let (first, others) = fall.told.split_first().expect("it is stopped");
    assert!(*first == Begin && others.iter().all(|kind| *kind == Persist), "{what}: {:?}", fall.told);
    let pose =
        Pose { rotation: fall.object().rotation(), translation: V::from_double(fall.object().position()) };
    let is_beyond = fall.object().shape().at(&pose).distance(&floor) > tolerance;
    // It rests, which is not told.
    fall.told.clear();
    fall.world.set_angular_velocity(fall.fallen, V::spin([0.0; 3])).expect("there");
    fall.go(V::Double::ZERO);
    fall.step(&what);
    assert!(fall.told.is_empty() && fall.touches(), "{what}: {:?}", fall.told);
    // It slides.
    fall.go(along * 0.01);
    for _ in 0..4 {
        fall.step(&what);
    }
    assert_eq!(fall.told, [Persist; 4], "{what}");
    // It leaves.
    fall.told.clear();
    let place = fall.object().position() + normal;
    fall.go(normal);
    fall.step(&what);
    let off = (fall.object().position() - place).length();
    assert!(fall.told == [End] && !fall.touches() && off < 1e-6, "{what}: {off}, {:?}", fall.told);
    is_beyond
}

fn falls<V: Spinning>(tolerances: [f64; 3]) {
    let mut beyond = 0;
    for floor in [1.0, 50.0, 3000.0].into_iter().flat_map(floors::<V>) {
        for up in [[0.0, 1.0, 0.0], [0.3, 1.0, 0.2]] {
            for tolerance in tolerances {
                for (speed, spin) in [(0.2, 0.0), (5.0, 3.0), (300.0, 0.0)] {
                    beyond += usize::from(falls_on(&floor, up, tolerance, speed, spin));
                }
            }
        }
    }
    assert!(beyond > 20, "{beyond}");
}

#[test]
fn what_stops_an_object_is_told() {
    falls::<Vec2>([1e-2, 1e-4, 0.0]);
    falls::<DVec2>([1e-2, 1e-13, 0.0]);
    falls::<Vec3>([1e-2, 1e-4, 0.0]);
    falls::<DVec3>([1e-2, 1e-13, 0.0]);
}

/// A ball that hangs above a large floor, further away than its tolerance.
fn hanging() -> Result<Fall<Vec3>, Box<dyn std::error::Error>> {
    let ball =
        ball::<Vec3>(0.5).with_position(DVec3::Y * 3.0)?.with_velocity(DVec3::Y * -5.0)?.with_ccd(1e-3)?;
    let mut fall = Fall::new(floors(1000.0).swap_remove(0), ball);
    fall.step("hanging");
    assert_eq!(fall.told, [Begin]);
    assert!(fall.object().position().y > 0.501);
    fall.told.clear();
    Ok(fall)
}

#[test]
fn what_is_stopped_ends_when_it_is_no_more() -> Made {
    let told = |change: fn(&mut Fall<Vec3>) -> Made| -> Result<Vec<EventKind>, Box<dyn std::error::Error>> {
        let mut fall = hanging()?;
        change(&mut fall)?;
        let events = fall.world.step(0.0)?;
        Ok(events.iter().map(|event| event.kind).collect())
    };
    let above = |fall: &mut Fall<Vec3>, by: f64| -> Made {
        let place = fall.object().position() + DVec3::Y * by;
        Ok(fall.world.set_position(fall.fallen, place)?)
    };
    assert_eq!(told(|_| Ok(()))?, []);
    // Where it was, or nearer, it goes on, whatever its tolerance is.
    assert_eq!(told(|fall| Ok(fall.world.set_margin(fall.fallen, 0.0)?))?, [Persist]);
    assert_eq!(told(|fall| Ok(fall.world.set_ccd(fall.fallen, None)?))?, [Persist]);
    // Somewhere else, with another filter or shape, as a sensor, or taken out it has ended.
    let mut fall = hanging()?;
    above(&mut fall, 0.01)?;
    assert_eq!(fall.world.step(0.0)?.len(), 1);
    assert_eq!(fall.world.events()[0].kind, End);
    let nobody = |fall: &mut Fall<Vec3>| -> Made {
        Ok(fall.world.set_filter(fall.floor, CollisionFilter { layers: 1, mask: 0 })?)
    };
    assert_eq!(told(nobody)?, [End]);
    let other_shape = |fall: &mut Fall<Vec3>| -> Made {
        Ok(fall.world.set_shape(fall.fallen, Segment::new(Vec3::ZERO, Vec3::X)?)?)
    };
    assert_eq!(told(other_shape)?, [End]);
    assert_eq!(told(|fall| Ok(fall.world.set_sensor(fall.floor, true)?))?, [End]);
    assert_eq!(told(|fall| Ok(fall.world.remove(fall.fallen).map(|_| ())?))?, [End]);
    // Once it has ended, only its margin counts.
    above(&mut fall, -0.01)?;
    assert_eq!(fall.world.step(0.0)?.len(), 0);
    Ok(())
}

#[test]
fn worlds_that_are_stored_know_how_far_off_it_was_stopped() -> Made {
    let mut fall = hanging()?;
    for velocity in [DVec3::Y * -5.0, DVec3::ZERO, DVec3::X * 0.1, DVec3::ZERO, DVec3::Y] {
        let text = serde_json::to_string(&fall.world.snapshot()?)?;
        let mut again: CollisionWorld<Vec3> =
            serde_json::from_str::<impinge::world::Snapshot>(&text)?.restore()?;
        again.set_velocity(fall.fallen, velocity)?;
        fall.go(velocity);
        assert_eq!(fall.world.step(1.0)?, again.step(1.0)?);
    }
    assert_eq!(fall.world.events()[0].kind, End);
    Ok(())
}

/// Two that stop each other, of which one is pushed away before the step ends.
#[test]
fn who_stopped_another_and_was_pushed_away_is_told() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    let filter = |layers: u32, mask: u32| CollisionFilter { layers, mask };
    let stopped = ball::<Vec2>(0.5).with_position(DVec2::Y * -10.0)?.with_velocity(DVec2::Y * 40.0)?;
    let stopped = world.add(stopped.with_ccd(1e-3)?.with_filter(filter(1, 2)))?;
    let other = ball::<Vec2>(0.5).with_filter(filter(2, 7)).with_ccd(1e-3)?;
    let other = world.add(other.with_velocity(DVec2::Y * -1e-3)?)?;
    let plate = Collider::new(Segment::new(Vec2::Y * -9.0, Vec2::Y * 9.0)?).with_filter(filter(4, 2));
    let plate = world.add(plate.with_position(DVec2::X * -15.0)?.with_velocity(DVec2::X * 30.0)?)?;
    let kinds = |world: &CollisionWorld<Vec2>| -> Vec<_> {
        world.events().iter().map(|event| (event.a, event.b, event.kind)).collect()
    };
    world.step(1.0)?;
    assert!(world.get(other)?.position().x > 10.0 && world.get(stopped)?.position().y < -0.9);
    assert_eq!(kinds(&world), [(stopped, other, Begin), (other, plate, Begin)]);
    assert_eq!(world.contact_pairs().len(), 2);
    for object in [stopped, other, plate] {
        world.set_velocity(object, DVec2::ZERO)?;
    }
    world.step(1.0)?;
    assert_eq!(kinds(&world), [(stopped, other, End)]);
    assert_eq!(world.contact_pairs().len(), 1);
    Ok(())
}

/// So far from the origin of their objects that all is rounded to nothing, two shapes meet wherever they are:
/// both stop, once.
#[test]
fn who_rests_is_not_stopped_again() -> Made {
    let line =
        Polyline::new_open(vec![DVec3::new(0.25, 0.25, 0.125), DVec3::new(-0.5, 0.125, 0.0), DVec3::ZERO])?;
    let far = AnyShape::from(line).at(&Pose::from_translation(DVec3::Z * 1e308));
    let mut world = CollisionWorld::new();
    for (shape, place) in [(far, DVec3::ZERO), (ball::<DVec3>(0.5).shape().clone(), DVec3::X)] {
        let velocity = DVec3::new(-0.25, 0.0, -0.125) + place;
        world.add(Collider::new(shape).with_position(place)?.with_velocity(velocity)?.with_ccd(1e-3)?)?;
    }
    for _ in 0..3 {
        assert!(world.step(0.05)?.len() < 2);
    }
    Ok(())
}
