//! What was stored, or cloned, goes on as the world that it was taken of: told in words, bit for bit.

use std::sync::Arc;

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, FilledPolygon, HeightField, Polyline};
use impinge::math::{Pose, Rotation, Scalar, Unit};
use impinge::prelude::*;
use impinge::shape::{
    Ball, Cone, Cylinder, HalfSpace, Hull, Obb, Plane, Polygon, Ray, Segment, Support, TaperedCapsule,
    Triangle,
};
use impinge::world::{Collider, ColliderHandle, CollisionWorld, Snapshot, SnapshotError};
use impinge_tests::demand;

use super::Made;
use super::model::{Random, Spinning};

/// Any number from −`reach` to `reach`.
fn any(random: &mut Random, reach: f64) -> f64 {
    (random.below(1 << 40) as f64 / (1_u64 << 39) as f64 - 1.0) * reach
}

fn place<D: Vector<Scalar = f64>>(random: &mut Random, reach: f64) -> D {
    D::from_fn(|_| any(random, reach))
}

fn turned<V: Spinning>(random: &mut Random) -> Rotation<V> {
    let columns = V::basis_from_fn(|_| V::from_double(place(random, 1.0)));
    Rotation::orthonormalize(columns).unwrap_or(Rotation::identity())
}

fn spin<V: Spinning>(random: &mut Random) -> V::Spin {
    V::spin([0; 3].map(|_| any(random, 9.0)))
}

/// Shapes of all kinds that can be stored, but for those that exist in one dimension only.
fn shape<V: Spinning>(random: &mut Random, hull: &Arc<Hull<V>>) -> AnyShape<V> {
    let number = |x: f64| V::Scalar::from_f64(x);
    let size = number(0.3 + any(random, 0.2).abs());
    let ends = [V::from_double(place(random, 0.5)), V::from_double(place(random, 0.5))];
    let pose = Pose { rotation: turned(random), translation: ends[0] };
    match random.below(15) {
        0 => Obb::new(ends[0], V::splat(size), turned(random)).expect("a box").into(),
        1 => Cylinder::new(size, size, pose).expect("a cylinder").into(),
        2 => Cone::new(size, size, pose).expect("a cone").into(),
        3 => Segment::new(ends[0], ends[1]).expect("finite").into(),
        4 => Triangle::new([ends[0], ends[1], V::ZERO]).expect("finite").into(),
        5 | 6 => AnyShape::from(Arc::clone(hull)).at(&pose),
        7 => AnyShape::from(Arc::clone(hull)).with_rounding(size).expect("a radius"),
        8 => Polyline::new_closed(vec![ends[0], ends[1], V::ZERO]).expect("finite").into(),
        10 => TaperedCapsule::new(size, number(0.1), size, pose).expect("a tapered capsule").into(),
        9 => {
            let rows = if V::DIMENSION == 3 { 3 } else { 1 };
            let heights = (0..3 * rows).map(|_| number(any(random, 0.5))).collect();
            let field = HeightField::new(heights, 3, [size, size]).expect("a grid");
            let field = field.with_holes(|cell| cell == 1);
            AnyShape::from(field).at(&pose)
        }
        _ => random.shape::<V>(),
    }
}

fn object<V: Spinning>(random: &mut Random, hull: &Arc<Hull<V>>) -> Collider<V> {
    let object = Collider::new(shape(random, hull))
        .with_rotation(turned(random))
        .with_user_data(random.below(99) as u64);
    let object = object
        .with_position(place(random, 2.5))
        .expect("finite")
        .with_velocity(place(random, 0.5))
        .expect("finite");
    let object = object.with_margin(V::Scalar::from_f64(any(random, 0.1).abs())).expect("a margin");
    let object = if random.below(2) == 0 {
        object
    } else {
        object.with_angular_velocity(spin::<V>(random)).expect("finite")
    };
    let object = if random.below(2) == 0 { object } else { object.with_speculative_contacts() };
    let object = match random.below(8) {
        0 => object.with_ccd(V::Scalar::from_f64(1e-3)).expect("a tolerance"),
        _ => object,
    };
    match random.below(6) {
        0 => object.fixed(),
        1 => object.sensor(),
        2 => object.with_filter(random.filter()),
        _ => object,
    }
}

/// One of its objects.
fn one_of<V: Spinning>(random: &mut Random, world: &CollisionWorld<V>) -> Option<ColliderHandle> {
    let count = world.len();
    (count > 0).then(|| world.colliders().nth(random.below(count)).map(|(handle, _)| handle)).flatten()
}

/// Something that is done to all worlds alike; what they tell, if it was a step.
fn act<V: Spinning>(
    random: &mut Random,
    hull: &Arc<Hull<V>>,
    worlds: &mut [CollisionWorld<V>],
) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let some = one_of(random, &worlds[0]);
    let (what, seed) = (random.below(17), random.below(1 << 40) as u64);
    let mut told = Vec::new();
    for world in worlds {
        let mut random = Random(seed);
        match (what, some) {
            (0 | 1, _) if world.len() < 24 => _ = world.add(object(&mut random, hull))?,
            (2, Some(handle)) => _ = world.remove(handle)?,
            (3, Some(handle)) => world.set_position(handle, place(&mut random, 2.5))?,
            (4, Some(handle)) => world.set_rotation(handle, turned(&mut random))?,
            (5, Some(handle)) => world.set_velocity(handle, place(&mut random, 0.5))?,
            (6, Some(handle)) => world.set_filter(handle, random.filter())?,
            (7, Some(handle)) => world.set_shape(handle, shape(&mut random, hull))?,
            (8, Some(handle)) => world.set_angular_velocity(handle, spin::<V>(&mut random))?,
            (9, Some(handle)) => {
                world.set_velocity(handle, V::Double::ZERO)?;
                world.set_angular_velocity(handle, V::spin([0.0; 3]))?;
            }
            (11, Some(handle)) => {
                let tolerances = [None, Some(1e-3), Some(0.25)];
                world.set_ccd(handle, tolerances[random.below(3)].map(V::Scalar::from_f64))?;
            }
            (10, _) => told.push(format!("{:?}", world.drain_changed())),
            _ => {
                let events = format!("{:?}", world.step(0.05)?);
                let places =
                    world.colliders().map(|(handle, object)| (handle, object.position(), object.rotation()));
                let places: Vec<_> = places.collect();
                told.push(format!("{events} {:?} {places:?}", world.contact_pairs()));
            }
        }
    }
    Ok(told)
}

/// By way of a text.
fn restored<V: Spinning>(world: &CollisionWorld<V>) -> Result<CollisionWorld<V>, Box<dyn std::error::Error>> {
    let text = serde_json::to_string(&world.snapshot()?)?;
    let read: Snapshot = serde_json::from_str(&text)?;
    let restored: CollisionWorld<V> = read.restore()?;
    assert!(restored.snapshot()? == world.snapshot()?, "{text}");
    Ok(restored)
}

fn check<V: Spinning>(seed: u64) -> Made {
    let mut random = Random(seed);
    let points: Vec<V> = (0..20).map(|_| V::from_double(place(&mut random, 0.6))).collect();
    let hull = Arc::new(Hull::new(&points)?);
    let mut worlds = vec![CollisionWorld::<V>::with_origin(place(&mut random, 1.0))];
    let mut steps = 0;
    for round in 0..12 {
        for _ in 0..random.below(40) {
            act(&mut random, &hull, &mut worlds)?;
        }
        worlds.truncate(1);
        worlds.push(restored(&worlds[0])?);
        worlds.push(worlds[0].clone());
        for _ in 0..40 {
            let told = act(&mut random, &hull, &mut worlds)?;
            steps += told.len();
            assert!(told.windows(2).all(|two| two[0] == two[1]), "{seed}, round {round}: {told:#?}");
        }
    }
    assert!(steps > 100, "{steps}");
    // What is the same is stored the same.
    assert!(worlds[0].snapshot()? == worlds[2].snapshot()?);
    Ok(())
}

#[test]
fn what_was_stored_goes_on_to_the_bit() -> Made {
    check::<Vec3>(0)?;
    check::<DVec3>(10)?;
    check::<Vec2>(20)?;
    check::<DVec2>(30)
}

#[test]
fn a_margin_is_stored_without_the_tolerance() -> Made {
    let mut world = CollisionWorld::<DVec2>::new();
    let ball = Ball::new(DVec2::ZERO, 1.0)?;
    let bullet = world.add(Collider::new(ball).with_ccd(0.5)?)?;
    world.add(Collider::new(ball).with_position(DVec2::X * 2.25)?)?;
    let mut other = restored(&world)?;
    for world in [&mut world, &mut other] {
        world.set_ccd(bullet, None)?;
        assert_eq!(world.get(bullet)?.margin(), 0.0);
        // A gap of a quarter, and nothing that would bridge it.
        assert_eq!(world.step(0.0)?, []);
    }
    Ok(())
}

/// Of what shares nothing, so that there are no copies: in whatever order things came to pass.
#[test]
fn equal_worlds_are_stored_the_same() -> Made {
    for seed in 0..20 {
        let mut random = Random(seed);
        let mut worlds = vec![CollisionWorld::<Vec2>::new()];
        for round in 0..60 {
            if round == 30 {
                worlds.push(restored(&worlds[0])?);
            }
            let some = one_of(&mut random, &worlds[0]);
            let (what, way) = (random.below(6), place(&mut random, 2.0));
            for world in &mut worlds {
                match (what, some) {
                    (0 | 1, _) => {
                        _ = world.add(Collider::new(Ball::new(Vec2::ZERO, 0.5)?).with_position(way)?)?
                    }
                    (2, Some(handle)) => _ = world.remove(handle)?,
                    (3 | 4, Some(handle)) => world.set_position(handle, way)?,
                    _ => _ = world.step(0.0)?,
                }
            }
        }
        assert_eq!(
            serde_json::to_string(&worlds[0].snapshot()?)?,
            serde_json::to_string(&worlds[1].snapshot()?)?
        );
    }
    Ok(())
}

#[test]
fn what_is_shared_is_stored_once_and_shared_again() -> Made {
    let mut random = Random(5);
    let points: Vec<Vec3> = (0..200).map(|_| Vec3::from_double(place(&mut random, 1.0))).collect();
    let hull = Arc::new(Hull::new(&points)?);
    let mut world = CollisionWorld::<Vec3>::new();
    let lengths = [1, 101].map(|count| {
        while world.len() < count {
            let object = Collider::new(Arc::clone(&hull)).with_position(DVec3::X * 3.0 * world.len() as f64);
            world.add(object.expect("finite")).expect("room");
        }
        serde_json::to_string(&world.snapshot().expect("hulls can be stored")).expect("a text").len()
    });
    // Where each is and how it is turned, without the hull.
    assert!(lengths[0] > 2500 && lengths[1] - lengths[0] < 100 * 500, "{lengths:?}");
    let area = Polygon::new(
        &[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)].map(DVec2::from),
    )?;
    let mut flat = CollisionWorld::<DVec2>::new();
    flat.add(Collider::new(FilledPolygon::new(&area)?).with_rotation(turned(&mut random)).fixed())?;
    flat.add(Collider::new(Ball::new(DVec2::ZERO, 0.4)?).with_position(DVec2::new(1.25, 1.25))?)?;
    flat.add(Collider::new(HalfSpace::new(Unit::new(DVec2::new(0.6, 0.7))?, -1.0)?).fixed())?;
    flat.add(Collider::new(Plane::new(Unit::new(DVec2::new(0.3, 0.7))?, -1.0)?).fixed())?;
    flat.add(Collider::new(Ray::new(DVec2::new(9.0, 9.0), Unit::new(DVec2::new(-0.3, -0.9))?)?).fixed())?;
    let mut other = restored(&flat)?;
    assert_eq!(flat.step(0.0)?, other.step(0.0)?);
    Ok(())
}

/// Digits, letters and pieces of the text are changed: it is refused, or makes a world that can be asked and
/// goes on.
fn damage<V: Spinning>(seed: u64, [live, refused]: &mut [usize; 2]) -> Made {
    let mut random = Random(demand::seed(seed));
    let points: Vec<V> = (0..8).map(|_| V::from_double(place(&mut random, 0.6))).collect();
    let hull = Arc::new(Hull::new(&points)?);
    let mut worlds = vec![CollisionWorld::<V>::new()];
    for _ in 0..60 {
        act(&mut random, &hull, &mut worlds)?;
    }
    let text = serde_json::to_string(&worlds[0].snapshot()?)?.into_bytes();
    for _ in 0..demand::cases("IMPINGE_HOSTILE", 250) {
        let mut damaged = text.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(damaged.len());
            let end = (at + random.below(30)).min(damaged.len());
            let digit = damaged[at..].iter().position(u8::is_ascii_digit).map_or(at, |digit| at + digit);
            match random.below(8) {
                0 => damaged[at] = b' ' + random.below(90) as u8,
                1 => drop(damaged.drain(at..end)),
                2 => {
                    let repeated = damaged[at..end].to_vec();
                    damaged.splice(at..at, repeated);
                }
                3 => drop(damaged.splice(digit..=digit, *b"1e308")),
                4 => drop(damaged.splice(digit..=digit, *b"4294967295")),
                _ => damaged[digit] = b'0' + random.below(10) as u8,
            }
        }
        let read = serde_json::from_slice::<Snapshot>(&damaged).ok();
        let Some(mut world) = read.and_then(|snapshot| snapshot.restore::<V>().ok()) else {
            *refused += 1;
            continue;
        };
        *live += 1;
        for _ in 0..2 {
            world.step(0.05)?;
            let _ = (world.contact_pairs().len(), world.drain_changed().len());
        }
        if let Some(handle) = one_of(&mut random, &world) {
            world.remove(handle)?;
        }
        world.step(0.05)?;
        let _ = world.snapshot()?;
    }
    Ok(())
}

/// `IMPINGE_HOSTILE=100000` damages so many of each kind, `IMPINGE_SEED` others.
#[test]
fn damaged_snapshots_are_refused_or_live() -> Made {
    let mut counts = [0, 0];
    damage::<Vec2>(50, &mut counts)?;
    damage::<DVec2>(51, &mut counts)?;
    damage::<Vec3>(52, &mut counts)?;
    damage::<DVec3>(53, &mut counts)?;
    let total = counts[0] + counts[1];
    assert!(counts.iter().all(|&count| count > total / 8), "live and refused: {counts:?}");
    Ok(())
}

#[derive(Debug)]
struct Own;

impl Support<Vec2> for Own {
    fn support(&self, direction: Vec2) -> Vec2 {
        direction.normalize_or_zero()
    }
}

#[test]
fn what_cannot_be_stored_or_restored_is_refused() -> Made {
    let mut world = CollisionWorld::<Vec2>::new();
    world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?))?;
    world.add(Collider::new(Ball::new(Vec2::X, 1.0)?))?;
    world.step(0.0)?;
    let snapshot = world.snapshot()?;
    assert!(matches!(snapshot.restore::<Vec3>().err(), Some(SnapshotError::Kind { dimension: 2, .. })));
    assert!(matches!(snapshot.restore::<DVec2>().err(), Some(SnapshotError::Kind { precision: "f32", .. })));
    let text = serde_json::to_string(&snapshot)?;
    let damaged = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "nothing like {from} in {text}");
        serde_json::from_str::<Snapshot>(&changed)
            .map(|snapshot| snapshot.restore::<Vec2>().map(|world| world.len()))
    };
    assert!(matches!(damaged("\"version\":1", "\"version\":7")?, Err(SnapshotError::Version { found: 7 })));
    let bad = damaged("\"Ball\":[[\"0\",\"0\",\"0\"],\"1\"]", "\"Ball\":[[\"0\",\"0\",\"0\"],\"-1\"]")?;
    assert!(bad.expect_err("a negative radius").to_string().starts_with("collider 0: "));
    assert!(damaged("\"1\"]", "\"one\"]").is_err());
    let bad = damaged("\"pairs\":[{\"a\":{\"index\":0", "\"pairs\":[{\"a\":{\"index\":7")?;
    assert!(matches!(bad, Err(SnapshotError::Corrupt { a: 7, b: 1 })), "{bad:?}");
    // Compounds in compounds, as many as a text can say.
    let shared = |part: usize| {
        format!(
            "{{\"kind\":{{\"Shared\":[{part},[[[\"1\",\"0\",\"0\"],[\"0\",\"1\",\"0\"],[\"0\",\"0\",\"0\"]],[\"0\",\"0\",\"0\"]]]}},\"rounding\":\"0\"}}"
        )
    };
    let nested: Vec<String> = (0..100_000)
        .map(|part| {
            let inner = if part > 0 { shared(part - 1) } else { String::new() };
            format!("{{\"Compound\":[{inner}]}}")
        })
        .collect();
    let bad = damaged("\"parts\":[]", &format!("\"parts\":[{}]", nested.join(",")))?;
    assert!(bad.expect_err("too deep").to_string().contains("more than 256 nested compounds"));
    world.add(Collider::new(AnyShape::custom(Arc::new(Own))))?;
    let refused = world.snapshot().expect_err("a custom shape").to_string();
    assert!(refused.starts_with("collider 2: a custom shape"), "{refused}");
    Ok(())
}
