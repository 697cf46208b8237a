//! Compares all results with a test of every pair of boxes.

use std::cell::Cell;
use std::ops::ControlFlow;

use fearless_simd::Level;
use glam::{DVec2, DVec3, Vec2, Vec3};
use proptest::prelude::*;

use super::spatial_join::Join;
use super::tree::Tree;
use super::{BroadPhase, CollisionFilter, TreeBox, overlapping_pairs};
use crate::math::test_instruction_sets::instruction_sets;
use crate::math::{Scalar, Unit, Vector};
use crate::narrow::Clip;
use crate::shape::{Aabb, Ray};

/// What may happen to an object: which, where, how large, and what of it.
type Deed = (u16, [i8; 3], [u8; 3], u8);

fn deeds(most: usize) -> impl Strategy<Value = Vec<Deed>> {
    let corner = prop::array::uniform3(-40_i8..40);
    let size = prop::array::uniform3(0_u8..9);
    prop::collection::vec((any::<u16>(), corner, size, 0_u8..20), 0..most)
}

fn box_of<V: Vector>(corner: [i8; 3], size: [u8; 3], origin: V) -> Aabb<V> {
    // On a lattice, so that many touch; here and there one is large.
    let large = if size == [8; 3] { 6.0 } else { 0.5 };
    let min = V::from_f64(corner.map(|x| f64::from(x) * 0.5)) + origin;
    Aabb::new(min, min + V::from_f64(size.map(|x| f64::from(x) * large))).unwrap()
}

fn meets<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> bool {
    (0..V::DIMENSION).all(|axis| a.min()[axis] <= b.max()[axis] && b.min()[axis] <= a.max()[axis])
}

/// An object in the reference model of the test.
#[derive(Clone, Copy)]
struct Known<V> {
    bounds: Aabb<V>,
    is_fixed: bool,
    has_changed: bool,
    filter: CollisionFilter,
}

/// Runs random changes, and queries after each sixteenth.
fn live<V: Vector>(deeds: &[Deed], origin: V) {
    let mut broad = BroadPhase::with_origin(origin);
    let mut known: Vec<Option<Known<V>>> = Vec::new();
    for (time, &(which, corner, size, what)) in deeds.iter().enumerate() {
        let bounds = box_of(corner, size, origin);
        let number = usize::from(which) % known.len().max(1);
        let is_there = known.get(number).is_some_and(Option::is_some);
        match what {
            0..=8 => {
                let is_fixed = what < 3;
                let got = if is_fixed { broad.add_fixed(&bounds) } else { broad.add(&bounds) };
                let next = known.iter().position(Option::is_none).unwrap_or(known.len());
                assert_eq!(got as usize, next);
                known.resize(known.len().max(next + 1), None);
                known[next] =
                    Some(Known { bounds, is_fixed, has_changed: true, filter: CollisionFilter::default() });
            }
            9..=11 => {
                assert_eq!(broad.remove(number as u32), is_there);
                if is_there {
                    known[number] = None;
                }
            }
            12..=16 => {
                assert_eq!(broad.set_aabb(number as u32, &bounds), is_there);
                if is_there {
                    known[number] = known[number].map(|known| Known { bounds, has_changed: true, ..known });
                }
            }
            17 => {
                let filter = CollisionFilter { layers: u32::from(which), mask: !u32::from(which >> 4) };
                assert_eq!(broad.set_filter(number as u32, filter), is_there);
                if is_there {
                    known[number] = known[number].map(|known| Known { filter, has_changed: true, ..known });
                }
            }
            _ => {
                let move_to = |at: usize| box_of(corner.map(|x| x.wrapping_add(at as i8) / 2), size, origin);
                let boxes: Vec<Aabb<V>> = (0..known.len()).map(move_to).collect();
                broad.set_aabbs(&boxes);
                for (at, known) in known.iter_mut().enumerate() {
                    if let Some(known) = known.as_mut().filter(|known| !known.is_fixed) {
                        (known.bounds, known.has_changed) = (boxes[at], true);
                    }
                }
            }
        }
        if time % 16 == 15 {
            look_at_the_tree(&broad, &known, false);
            ask(&mut broad, &mut known, time % 32 == 15, &bounds);
            look_at_the_tree(&broad, &known, true);
        }
    }
    assert_eq!(broad.len(), known.iter().flatten().count());
}

fn ask<V: Vector>(broad: &mut BroadPhase<V>, known: &mut [Option<Known<V>>], all: bool, near: &Aabb<V>) {
    let there = || known.iter().enumerate().filter_map(|(at, known)| Some((at as u32, (*known)?)));
    let mut expected = Vec::new();
    for (a, one) in there() {
        for (b, other) in there().filter(|(b, _)| *b > a) {
            let counts = all || one.has_changed || other.has_changed;
            let is_pair = meets(&one.bounds, &other.bounds) && one.filter.allows(other.filter);
            if counts && is_pair && !(one.is_fixed && other.is_fixed) {
                expected.push([a, b]);
            }
        }
    }
    let mut found = Vec::new();
    if all {
        broad.for_each_pair(|a, b| found.push([a, b]));
        assert_eq!(broad.sorted_pairs(), expected);
    } else {
        broad.for_each_changed_pair(|a, b| found.push([a, b]));
    }
    found.sort_unstable();
    assert_eq!(found, expected);

    let mut found = Vec::new();
    broad.query_aabb(near, |number| found.push(number));
    found.sort_unstable();
    let expected: Vec<u32> = there().filter(|(_, one)| meets(&one.bounds, near)).map(|(at, _)| at).collect();
    assert_eq!(found, expected);
    ask_along_and_near(broad, &there().collect::<Vec<_>>(), near);
    for known in known.iter_mut().flatten() {
        known.has_changed = false;
    }
}

/// Every object is in a box of each depth down to its own, and no box is empty; once pairs were queried
/// for, none is too large.
fn look_at_the_tree<V: Vector>(broad: &BroadPhase<V>, known: &[Option<Known<V>>], is_tidy: bool) {
    let boxes: Vec<TreeBox<V>> = broad.tree_boxes().collect();
    let place = |part: &TreeBox<V>| (part.depth, part.is_fixed);
    assert!(boxes.iter().is_sorted_by_key(place));
    let mut own: Vec<u32> = boxes.iter().filter_map(|part| part.object).collect();
    own.sort_unstable();
    let there = (0..).zip(known).filter_map(|(at, known)| Some((at, known.as_ref()?)));
    assert!(there.clone().map(|(at, _)| at).eq(own), "each once");
    let holds =
        |one: &Aabb<V>, other: &Aabb<V>| one.contains_point(other.min()) && one.contains_point(other.max());
    let mut is_held = vec![false; boxes.len()];
    for (number, known) in there {
        let own = boxes.iter().find(|part| part.object == Some(number)).unwrap();
        assert_eq!(own.is_fixed, known.is_fixed);
        assert!(holds(&own.aabb, &known.bounds));
        assert!(holds(&known.bounds.grow(V::Scalar::from_f64(1e-3)).unwrap(), &own.aabb));
        for depth in 0..=own.depth {
            let mut is_in_one = false;
            for (is_held, part) in is_held.iter_mut().zip(&boxes) {
                let is_in = place(part) == (depth, own.is_fixed) && holds(&part.aabb, &known.bounds);
                *is_held |= is_in;
                is_in_one |= is_in;
            }
            assert!(is_in_one, "{number} at depth {depth}");
        }
    }
    assert!(is_held.iter().all(|is_held| *is_held));
    for is_fixed in [false, true] {
        let around = |depth: u32| {
            let parts = boxes.iter().filter(|part| place(part) == (depth, is_fixed));
            parts.map(|part| part.aabb).reduce(|one, other| one.merge(&other))
        };
        let deepest = boxes.iter().filter(|part| part.is_fixed == is_fixed).map(|part| part.depth).max();
        for depth in 1..=deepest.unwrap_or(0) {
            let (within, outer) = (around(depth), around(depth - 1));
            assert!(if is_tidy { within == outer } else { within.is_some() == outer.is_some() });
        }
    }
}

/// What rays and points find may be more, never less.
fn ask_along_and_near<V: Vector>(broad: &BroadPhase<V>, there: &[(u32, Known<V>)], place: &Aabb<V>) {
    let (start, end) = (place.min(), place.max());
    let max = V::Scalar::from_f64(7.0);
    if let Ok(direction) = Unit::new(end - start) {
        let ray = Ray::new(start, direction).unwrap();
        let mut found = Vec::new();
        let _ = broad.cast_ray(&ray, max, |number| {
            found.push(number);
            ControlFlow::<(), _>::Continue(max)
        });
        for (number, known) in there {
            let hit = ray.clip(&known.bounds);
            let is_met = hit.is_some_and(|crossing| crossing.interval.start <= max);
            assert!(!is_met || found.contains(number));
            let around = known.bounds.grow(V::Scalar::from_f64(1e-3)).unwrap();
            assert!(ray.clip(&around).is_some() || !found.contains(number));
        }
    }
    let mut found = Vec::new();
    let _ = broad.nearest_to_point(start, max, |number| {
        found.push(number);
        ControlFlow::<(), _>::Continue(max)
    });
    for (number, known) in there {
        let distance: f64 = (known.bounds.closest_point(start) - start).length().into();
        assert!(distance > 7.0 || found.contains(number));
        assert!(distance <= 7.001 || !found.contains(number));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(48)))]

    #[test]
    fn what_happens_is_known_in_space(deeds in deeds(700)) {
        live(&deeds, Vec3::ZERO);
    }

    #[test]
    fn what_happens_is_known_in_the_plane_far_away(deeds in deeds(300)) {
        live(&deeds, DVec2::new(4e9, -7e8));
    }

    #[test]
    fn what_happens_is_known_to_all_vectors(deeds in deeds(120)) {
        live(&deeds, Vec2::ZERO);
        live(&deeds, DVec3::new(-1e7, 0.0, 1e9));
    }
}

/// Boxes of several thousand objects: enough for four levels and several portions.
pub(super) fn many<V: Vector>(count: u32, spread: f64) -> Vec<Aabb<V>> {
    let mut state = 1_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / f64::from(1 << 24)
    };
    let mut point = |scale: f64| V::from_f64([next(), next(), next()].map(|x| x * scale));
    (0..count)
        .map(|i| {
            let (min, size) = (point(spread), point(if i % 100 == 0 { 5.0 } else { 1.0 }));
            Aabb::new(min, min + size).unwrap()
        })
        .collect()
}

fn by_looking_at_all<V: Vector>(boxes: &[Aabb<V>]) -> Vec<[u32; 2]> {
    let count = boxes.len() as u32;
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
    pairs.filter(|[a, b]| meets(&boxes[*a as usize], &boxes[*b as usize])).collect()
}

#[test]
fn many_boxes_have_the_pairs_that_they_have() {
    for spread in [12.0, 60.0] {
        let boxes = many::<Vec3>(5000, spread);
        assert_eq!(overlapping_pairs(&boxes), by_looking_at_all(&boxes));
    }
    let boxes = many::<DVec2>(3000, 100.0);
    assert_eq!(overlapping_pairs(&boxes), by_looking_at_all(&boxes));
    // All in one place: every pair there is.
    let boxes = vec![Aabb::new(Vec2::ONE, Vec2::ONE).unwrap(); 300];
    assert_eq!(overlapping_pairs(&boxes).len(), 300 * 299 / 2);
}

#[test]
fn instructions_and_threads_change_nothing() {
    let boxes = many::<Vec3>(30_000, 60.0);
    let tree = Tree::new(&boxes, Vec3::ZERO, |bounds| *bounds, |number| number);
    let few = Tree::new(&boxes[..9000], Vec3::ZERO, |bounds| *bounds, |number| number + 30_000);
    let all = |threads: usize, level: Level| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut found = Vec::new();
            Join::self_join(&tree).at_level(level).run(&mut |pairs| found.extend_from_slice(pairs));
            Join::between(&few, &tree).at_level(level).run(&mut |pairs| found.extend_from_slice(pairs));
            found
        })
    };
    let best = all(1, Level::new());
    assert!(best.len() > 10_000);
    assert!(best == all(3, Level::new()));
    for level in instruction_sets() {
        assert!(best == all(2, level), "{level:?}");
    }
}

#[test]
fn those_that_come_together_are_told_their_numbers() {
    let boxes = many::<Vec3>(40, 60.0);
    let mut broad = BroadPhase::new();
    assert_eq!(broad.add_many(&boxes[..20]), (0..20).collect::<Vec<u32>>());
    assert!(broad.remove(7) && broad.remove(3));
    // Freed numbers are given again, the least first.
    assert_eq!(broad.add_many(&boxes[20..24]), [3, 7, 20, 21]);
    assert_eq!(broad.aabb(7), Some(boxes[21]));
    assert!(broad.add_many(&[]).is_empty());
}

#[test]
fn who_is_not_there_has_no_filter() {
    let mut broad = BroadPhase::<Vec3>::new();
    let number = broad.add(&Aabb::new(Vec3::ZERO, Vec3::ONE).unwrap());
    assert_eq!((broad.filter(number), broad.filter(number + 1)), (Some(CollisionFilter::default()), None));
    let ghost = CollisionFilter { layers: 2, mask: 0 };
    assert!(broad.set_filter(number, ghost) && broad.filter(number) == Some(ghost));
    assert!(broad.remove(number));
    assert_eq!(broad.filter(number), None);
}

#[test]
fn boxes_that_have_changed_places_are_sorted_again() {
    let boxes = many::<Vec3>(20_000, 60.0);
    let mut broad = BroadPhase::new();
    broad.add_many(&boxes);
    let before = broad.sorted_pairs();
    // Now each is where another one was.
    let count = boxes.len() as u32;
    let other = |number: u32| number * 7919 % count;
    let moved: Vec<Aabb<Vec3>> = (0..count).map(|number| boxes[other(number) as usize]).collect();
    broad.set_aabbs(&moved);
    let mut back: Vec<[u32; 2]> = broad
        .sorted_pairs()
        .iter()
        .map(|pair| {
            let [a, b] = pair.map(other);
            [a.min(b), a.max(b)]
        })
        .collect();
    back.sort_unstable();
    assert!(back == before);
    assert!(broad.bytes() <= 48 * boxes.len());
}

#[test]
fn boxes_of_the_tree_go_with_their_last_object() {
    let at = |x: f32| Aabb::new(Vec3::splat(x), Vec3::splat(x + 1.0)).unwrap();
    // Sixteen in each of three places that are far from each other.
    let boxes: Vec<_> = (0..48).map(|number| at(1000.0 * (number % 3) as f32)).collect();
    let mut broad = BroadPhase::new();
    assert_eq!(broad.tree_boxes().count(), 0);
    broad.add_many(&boxes);
    let seen = |broad: &BroadPhase<Vec3>, depth| -> Vec<_> {
        broad.tree_boxes().filter(|part| part.depth == depth).map(|part| part.aabb).collect()
    };
    let all = Aabb::new(Vec3::ZERO, Vec3::splat(2001.0)).unwrap();
    assert_eq!(seen(&broad, 0), [all]);
    let mut places = seen(&broad, 1);
    places.sort_by(|one, other| one.min().x.total_cmp(&other.min().x));
    assert_eq!(places, [0.0, 1000.0, 2000.0].map(at));
    // Nobody asks for pairs in between.
    for number in (1..48).step_by(3) {
        assert_eq!(seen(&broad, 1).len(), 3);
        broad.remove(number);
    }
    assert!(seen(&broad, 1).len() == 2 && !seen(&broad, 1).contains(&at(1000.0)));
    assert_eq!(broad.tree_boxes().filter_map(|part| part.object).count(), 32);
    (0..48).for_each(|number| _ = broad.remove(number));
    assert_eq!(broad.tree_boxes().count(), 0);
}

#[test]
fn boxes_of_the_tree_are_around_sixteen_others() {
    let boxes = many::<Vec3>(10_000, 60.0);
    let mut broad = BroadPhase::new();
    broad.add_many(&boxes);
    broad.add_fixed(&boxes[0]);
    let count = |depth, is_fixed| {
        broad.tree_boxes().filter(|part| (part.depth, part.is_fixed) == (depth, is_fixed)).count()
    };
    assert_eq!([0, 1, 2, 3, 4].map(|depth| count(depth, false)), [3, 40, 625, 10_000, 0]);
    assert_eq!([0, 1, 2, 3].map(|depth| count(depth, true)), [1, 1, 1, 0]);
}

#[test]
fn a_box_of_the_tree_without_an_end_reaches_as_far_as_floats_do() {
    let mut broad = BroadPhase::with_origin(DVec3::splat(1e9));
    broad.add(&Aabb::new(DVec3::MIN, DVec3::new(f64::MAX, 3.0, f64::MAX)).unwrap());
    for part in broad.tree_boxes() {
        assert_eq!((part.aabb.min(), part.aabb.max().x), (DVec3::MIN, f64::MAX));
        assert!((3.0..100.0).contains(&part.aabb.max().y));
    }
    assert_eq!(broad.tree_boxes().count(), 3);
}

#[test]
fn a_point_that_is_none_and_numbers_that_are_free_are_nothing() {
    let mut broad = BroadPhase::<Vec3>::with_origin(Vec3::NAN);
    assert!(broad.is_empty() && !broad.remove(0) && !broad.set_filter(7, CollisionFilter::default()));
    broad.add(&Aabb::new(Vec3::ZERO, Vec3::ONE).unwrap());
    assert_eq!(broad.len(), 1);
    let count = Cell::new(0);
    let mut visit = |_| {
        count.set(count.get() + 1);
        ControlFlow::<(), _>::Continue(f32::INFINITY)
    };
    let _ = broad.nearest_to_point(Vec3::NAN, 1.0, &mut visit);
    let _ = broad.nearest_to_point(Vec3::ZERO, f32::NAN, &mut visit);
    let _ = broad.nearest_to_point(Vec3::ZERO, -1.0, &mut visit);
    let ray = Ray::new(Vec3::ZERO, Unit::axis(0)).unwrap();
    let _ = broad.cast_ray(&ray, f32::NAN, &mut visit);
    assert_eq!(count.get(), 0);
    let _ = broad.nearest_to_point(Vec3::splat(9.0), f32::INFINITY, &mut visit);
    let _ = broad.cast_ray(&ray, f32::INFINITY, &mut visit);
    assert_eq!(count.get(), 2);
}

/// More pairs than are kept for several threads are found twice, and are the same in the same order.
#[test]
fn a_heap_of_boxes_is_told_alike_by_any_number_of_threads() {
    let mut broad = BroadPhase::new();
    for i in 0..8300 {
        broad.add(&Aabb::between(Vec3::ZERO, Vec3::splat(1.0 + i as f32)));
    }
    let mut by = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let (mut count, mut sum) = (0_u64, 0_u64);
        pool.install(|| {
            broad.for_each_pair(|a, b| {
                count += 1;
                sum = sum.wrapping_mul(31).wrapping_add(u64::from(a) << 32 | u64::from(b));
            })
        });
        (count, sum)
    };
    let alone = by(1);
    assert_eq!(alone.0, 8300 * 8299 / 2);
    assert_eq!(alone, by(3));
}

#[test]
fn pairs_end_where_they_are_told_to() {
    // So many that they are shown in several batches, by several threads.
    let row = |i: u32| Aabb::between(Vec3::X * i as f32, Vec3::X * (i as f32 + 2.5));
    let mut broad = BroadPhase::new();
    let numbers: Vec<u32> = (0..20_000).map(|i| broad.add(&row(i))).collect();
    let mut all = Vec::new();
    broad.for_each_pair(|a, b| all.push([a, b]));
    assert_eq!(all.len(), 2 * numbers.len() - 3);
    for most in [1, 2500, all.len()] {
        let mut shown = Vec::new();
        let end = broad.for_each_pair(|a, b| {
            shown.push([a, b]);
            if shown.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break([a, b]) }
        });
        assert!(shown == all[..most] && end == ControlFlow::Break(all[most - 1]));
    }
    // Few have changed, then all; what is not shown is not kept for the next time.
    for count in [10, numbers.len()] {
        for &number in &numbers[..count] {
            broad.set_aabb(number, &row(number));
        }
        let mut shown = 0;
        let end = broad.for_each_changed_pair(|_, _| {
            shown += 1;
            if shown < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert!(shown == 5 && end.is_break());
        let mut again = 0;
        broad.for_each_changed_pair(|_, _| again += 1);
        assert_eq!(again, 0);
    }
}
