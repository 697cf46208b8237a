//! Random lives: what is told is what a list says, event for event.
//!
//! `IMPINGE_SOAK=1000000 cargo test --release -p impinge-tests --test motions world::soak` does so many
//! things to each world, `IMPINGE_SEED` others.

use std::collections::BTreeSet;

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::AnyShape;
use impinge::math::Vector;
use impinge::world::{Collider, ColliderHandle, CollisionWorld, EventKind};
use impinge_tests::demand;

use super::model::{Model, Random, Spinning};
use super::tree::all_are_in_the_tree;

/// How many things are done to each world.
fn wanted() -> usize {
    demand::cases("IMPINGE_SOAK", 1500)
}

/// What touches, asked of each object.
fn touches_are_those_of_its_objects<V: Vector>(world: &CollisionWorld<V>) {
    let all = world.contact_pairs();
    for (handle, _) in world.colliders() {
        let mut expected: Vec<_> = all.iter().filter(|pair| pair.other(handle).is_some()).copied().collect();
        expected.sort_by_key(|pair| pair.other(handle).map(ColliderHandle::index));
        assert_eq!(world.contacts_with(handle).expect("it is there"), expected);
    }
}

/// A life of a world; what it told, in words.
fn live<V: Spinning>(seed: u64, wanted: usize, check: bool) -> Vec<String> {
    let mut random = Random(seed);
    let mut world = CollisionWorld::<V>::with_origin(random.place(3));
    let mut model = Model::<V>::new();
    let mut gone: Vec<ColliderHandle> = Vec::new();
    let mut moved: BTreeSet<ColliderHandle> = BTreeSet::new();
    let mut told = Vec::new();
    for done in 0..wanted {
        let handles: Vec<ColliderHandle> = model.objects.keys().copied().collect();
        let some = (!handles.is_empty()).then(|| handles[random.below(handles.len())]);
        match (random.below(15), some) {
            (0..=2, _) if handles.len() < 40 => {
                let object = random.lively_object::<V>();
                let handle = world.add(object.clone()).expect("room");
                assert!(model.objects.insert(handle, object).is_none(), "{handle:?} is not new");
                moved.insert(handle);
            }
            (3, Some(handle)) => {
                world.remove(handle).expect("it is there");
                model.objects.remove(&handle);
                model.ahead.remove(&handle);
                gone.push(handle);
            }
            (4 | 5, Some(handle)) => {
                let place = random.place(6);
                world.set_position(handle, place).expect("it is there");
                let object = model.objects.get_mut(&handle).expect("it is there");
                *object = object.clone().with_position(place).expect("finite");
                moved.insert(handle);
            }
            (6, Some(handle)) => {
                let velocity = random.place(1);
                world.set_velocity(handle, velocity).expect("it is there");
                let object = model.objects.get_mut(&handle).expect("it is there");
                *object = object.clone().with_velocity(velocity).expect("finite");
            }
            (7, Some(handle)) => {
                let filter = random.filter();
                world.set_filter(handle, filter).expect("it is there");
                let object = model.objects.get_mut(&handle).expect("it is there");
                *object = object.clone().with_filter(filter);
                moved.insert(handle);
            }
            (8, Some(_)) if !gone.is_empty() => {
                let stale = gone[random.below(gone.len())];
                assert!(world.set_position(stale, V::Double::ZERO).is_err());
                assert!(world.set_shape(stale, random.shape::<V>()).is_err());
                assert!(world.remove(stale).is_err());
                assert!(world.set_position(handles[0], V::Double::splat(f64::NAN)).is_err());
            }
            (9, Some(handle)) => {
                let shape = random.shape::<V>();
                world.set_shape(handle, shape.clone()).expect("it is there");
                let known = &model.objects[&handle];
                let object = changed(known, shape, known.is_sensor(), known.has_speculative_contacts());
                model.objects.insert(handle, object);
                moved.insert(handle);
            }
            (11, Some(handle)) => {
                let object = &model.objects[&handle];
                let (margin, is_sensor) = (random.margin::<V>(), random.below(4) == 0);
                // How far turning carries it, the list does not know.
                let has_speculative_contacts = if object.angular_velocity() == DVec3::ZERO {
                    random.below(2) == 0
                } else {
                    object.has_speculative_contacts()
                };
                world.set_margin(handle, margin).expect("it is there");
                world.set_sensor(handle, is_sensor).expect("it is there");
                world.set_speculative_contacts(handle, has_speculative_contacts).expect("it is there");
                let mut object = changed(object, object.shape().clone(), is_sensor, has_speculative_contacts);
                object = object.with_margin(margin).expect("finite");
                model.objects.insert(handle, object);
                if !has_speculative_contacts {
                    model.ahead.insert(handle, V::Double::ZERO);
                }
                moved.insert(handle);
            }
            (10, Some(handle)) if !model.objects[&handle].has_speculative_contacts() => {
                let spin = random.spin::<V>();
                world.set_angular_velocity(handle, spin).expect("it is there");
                let object = model.objects.get_mut(&handle).expect("it is there");
                *object = object.clone().with_angular_velocity(spin).expect("finite");
            }
            _ => {
                for (handle, object) in &mut model.objects {
                    let mut ahead = V::Double::ZERO;
                    if !object.is_fixed() && object.velocity() != V::Double::ZERO {
                        let motion = object.velocity() * 0.25;
                        *object = object.clone().with_position(object.position() + motion).expect("finite");
                        ahead = if object.has_speculative_contacts() { motion } else { ahead };
                        moved.insert(*handle);
                    }
                    let before = model.ahead.insert(*handle, ahead);
                    if before.is_some_and(|before| before != ahead) {
                        moved.insert(*handle);
                    }
                }
                world.step(0.25).expect("a time");
                for (handle, object) in &mut model.objects {
                    if !object.is_fixed() && object.angular_velocity() != DVec3::ZERO {
                        // By how much is for other tests; here it matters that the list turns things as the
                        // world does.
                        *object = object.clone().with_rotation(world.get(*handle).expect("there").rotation());
                        moved.insert(*handle);
                    }
                }
                let events = world.events();
                told.extend(events.iter().map(|event| format!("{event:?}")));
                if check {
                    let events: Vec<_> =
                        events.iter().map(|event| (event.kind, [event.a, event.b])).collect();
                    compare(&events, &mut model, &moved);
                    let touches: Vec<[ColliderHandle; 2]> =
                        world.contact_pairs().iter().map(|pair| [pair.a, pair.b]).collect();
                    assert_eq!(touches, model.touching);
                    touches_are_those_of_its_objects(&world);
                    all_are_in_the_tree(&world, &model);
                }
                moved.clear();
            }
        }
        assert_eq!(world.len(), model.objects.len());
        if check && done % 8 == 0 {
            all_are_in_the_tree(&world, &model);
        }
    }
    told
}

/// The same but for its shape, and what it tells.
fn changed<V: Spinning>(
    known: &Collider<V>,
    shape: AnyShape<V>,
    is_sensor: bool,
    has_speculative_contacts: bool,
) -> Collider<V> {
    let mut object = Collider::new(shape).with_position(known.position()).expect("finite");
    object = object.with_velocity(known.velocity()).expect("finite").with_filter(known.filter());
    object = object.with_margin(known.margin()).expect("finite");
    object = if known.is_fixed() { object.fixed() } else { object };
    object = if is_sensor { object.sensor() } else { object };
    object = if has_speculative_contacts { object.with_speculative_contacts() } else { object };
    object
        .with_rotation(known.rotation())
        .with_angular_velocity(V::spin(known.angular_velocity().into()))
        .expect("finite")
}

fn compare<V: Spinning>(
    events: &[(EventKind, [ColliderHandle; 2])],
    model: &mut Model<V>,
    moved: &BTreeSet<ColliderHandle>,
) {
    let now = model.touching_now();
    let before = std::mem::replace(&mut model.touching, now.clone());
    let of_kind = |wanted: EventKind| -> BTreeSet<[ColliderHandle; 2]> {
        events.iter().filter(|(kind, _)| *kind == wanted).map(|(_, pair)| *pair).collect()
    };
    let (now, before): (BTreeSet<_>, BTreeSet<_>) = (now.into_iter().collect(), before.into_iter().collect());
    let difference = |a: &BTreeSet<[ColliderHandle; 2]>,
                      b: &BTreeSet<[ColliderHandle; 2]>|
     -> BTreeSet<[ColliderHandle; 2]> { a.difference(b).copied().collect() };
    assert_eq!(of_kind(EventKind::Begin), difference(&now, &before), "begin");
    assert_eq!(of_kind(EventKind::End), difference(&before, &now), "end");
    let lasting = now.intersection(&before).filter(|[a, b]| moved.contains(a) || moved.contains(b));
    assert_eq!(of_kind(EventKind::Persist), lasting.copied().collect(), "persist");
    let each: BTreeSet<_> = events.iter().map(|(kind, pair)| (format!("{kind:?}"), pair)).collect();
    assert_eq!(events.len(), each.len());
    assert!(events.windows(2).all(|two| {
        let numbers = |event: &(EventKind, [ColliderHandle; 2])| event.1.map(ColliderHandle::index);
        numbers(&two[0]) <= numbers(&two[1])
    }));
}

#[test]
fn events_are_those_of_a_list_of_all_pairs() {
    for seed in [0, 1, 2].map(demand::seed) {
        live::<DVec3>(seed, wanted(), true);
        live::<Vec3>(seed + 10, wanted(), true);
        live::<DVec2>(seed + 20, wanted(), true);
        live::<Vec2>(seed + 30, wanted(), true);
    }
}

#[test]
fn threads_change_nothing() {
    let told = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be had");
        pool.install(|| live::<Vec3>(99, 1500, false))
    };
    let alone = told(1);
    assert!(alone.len() > 100);
    assert_eq!(told(2), alone);
    assert_eq!(told(8), alone);
}
