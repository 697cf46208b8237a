//! Every kind of shape against every other, with every kind of velocity: total, and never a miss.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::{Scalar, Vector};
use impinge::narrow::sat::{cast, swept, swept_all_axes, swept_observed};
use impinge::prelude::*;
use impinge::shape::ShapeRef;

use crate::sample::{Random, Sample, Turn, one_of_each, one_of_each_of_parts};

const CASES: u64 = 4;
/// Places on the way that are looked at.
const PLACES: u32 = 8;

fn shapes<V: Turn>(random: &mut Random) -> Vec<Sample<V>> {
    let mut shapes = one_of_each::<V>(random);
    shapes.extend(one_of_each_of_parts(random));
    shapes
}

fn is_endless<V: Vector>(view: &ShapeRef<'_, V>) -> bool {
    matches!(view, ShapeRef::Ray(_) | ShapeRef::Plane(_) | ShapeRef::HalfSpace(_))
}

fn check<V: Turn>(a: &Sample<V>, b: &Sample<V>, velocity: V, name: &str) {
    let (view_a, view_b) = (a.shape_ref(), b.shape_ref());
    let step = swept(&view_a, &view_b, velocity);
    assert_eq!(step.is_overlapping(), view_a.intersects(&view_b), "{name}");
    let (mut few, mut all) = (Vec::new(), Vec::new());
    assert_eq!(step, swept_observed(&view_a, &view_b, velocity, |axis| few.push(axis)), "{name}");
    let on_every_axis = swept_all_axes(&view_a, &view_b, velocity, |axis| all.push(axis));
    // To the bit: 0 and −0 are the same otherwise.
    assert_eq!(format!("{step:?}"), format!("{on_every_axis:?}"), "{name}");
    if !matches!(view_a, ShapeRef::Composite(_)) && !matches!(view_b, ShapeRef::Composite(_)) {
        assert!(all.starts_with(&few), "{name}: {few:?} {all:?}");
        let settled = few.iter().position(|axis| axis.is_separating);
        assert!(settled.is_none_or(|settled| settled + 1 == few.len()), "{name}: {few:?}");
        assert!(settled.is_none() || !step.will_hit(), "{name}: {few:?}");
    }
    let is_swept = cast(&view_a, &view_b, velocity);
    assert!(is_swept || !step.is_overlapping(), "{name}");

    // What is clearly met on the way was announced.
    let near = 1e-4;
    for place in 0..=PLACES {
        let part = V::Scalar::from_f64(f64::from(place) / f64::from(PLACES));
        let on_the_way = a.moved(velocity * part);
        let nearest = on_the_way.shape_ref().closest_points(&view_b);
        if nearest.distance.into() < -near {
            assert!(step.will_hit(), "{name}: it meets at {place}: {nearest:?}");
            assert!(is_swept, "{name}: swept misses {place}: {nearest:?}");
        }
    }
    let Some(translation) = step.translation() else { return };
    assert!(translation.is_finite(), "{name}: {step:?}");
    if is_endless(&view_a) && is_endless(&view_b) {
        return;
    }
    // Parted at the end of the step.
    let end = a.moved(velocity + translation);
    let distance: f64 = end.shape_ref().closest_points(&view_b).distance.into();
    let long: f64 = translation.length().into();
    if long < 1e6 {
        assert!(distance > -1e-3, "{name}: still {distance} deep after {translation:?}: {step:?}");
    }
}

fn check_all<V: Turn>() {
    let mut random = Random::new(3);
    for case in 0..CASES {
        let (first, second) = (shapes::<V>(&mut random), shapes::<V>(&mut random));
        for a in &first {
            let far: V = random.vector(3.0);
            let a = a.moved(far);
            for b in &second {
                let velocity: V = random.vector(4.0);
                let name = format!("{}D case {case}: {} and {}", V::DIMENSION, a.name(), b.name());
                check(&a, b, velocity, &name);
                if case == 0 {
                    check(&a, b, V::ZERO, &name);
                    for x in [f64::NAN, f64::INFINITY, -1e300, 1e-300] {
                        let odd = V::from_fn(
                            |axis| if axis == 0 { V::Scalar::from_f64(x) } else { velocity[axis] },
                        );
                        let step = swept(&a.shape_ref(), &b.shape_ref(), odd);
                        assert!(
                            step.translation().is_none_or(|way| way.is_finite()),
                            "{name}: {odd:?} {step:?}"
                        );
                        cast(&a.shape_ref(), &b.shape_ref(), odd);
                    }
                }
            }
        }
    }
}

#[test]
fn in_the_plane_in_f32() {
    check_all::<Vec2>();
}

#[test]
fn in_the_plane_in_f64() {
    check_all::<DVec2>();
}

#[test]
fn in_space_in_f32() {
    check_all::<Vec3>();
}

#[test]
fn in_space_in_f64() {
    check_all::<DVec3>();
}
