//! Shapes of any finite numbers, and questions with any numbers at all: every one is answered, without a
//! panic and with numbers.
//!
//! `IMPINGE_HOSTILE=1000 cargo test -p impinge-tests --test shapes pairs::hostile` asks about so many sets of
//! shapes, each against each, `IMPINGE_SEED` about others.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::bound;
use impinge::math::Scalar;
use impinge::narrow::trace::gjk_trace;
use impinge::narrow::{RaySides, contacts, manifolds, sat};
use impinge::prelude::*;
use impinge::shape::{Ball, Ray, Segment, ShapeError, ShapeRef, Triangle};
use impinge::sweep::{
    Motion, MoveAndSlideOptions, TimeOfImpact, TimeOfImpactOptions, cast_shape, move_and_slide,
    time_of_impact,
};
use impinge_tests::demand;

use crate::sample::{Random, Sample, Turn, try_one_of_each, try_one_of_each_of_parts};

/// Any number at all: every second one of any bits, NaN and infinities among them.
fn number<S: Scalar>(random: &mut Random) -> S {
    let bits = random.bits();
    let special = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, f64::MAX, f64::from_bits(1), -1.0];
    match bits % 4 {
        0 => S::from_f64(special[(bits >> 8) as usize % special.len()]),
        1 => S::from_f64(f64::from_bits(random.bits())),
        _ => S::from_f64(random.signed()),
    }
}

fn vector<V: Vector>(random: &mut Random) -> V {
    V::from_fn(|_| number(random))
}

/// Up to some roundings, also where sizes are next to nothing beside others.
fn is_unit<V: Vector>(normal: V) -> bool {
    let roundings: f64 = 16.0 * V::Scalar::UNIT_ROUNDOFF.into();
    (normal.to_double().length() - 1.0).abs() <= roundings.max(1e-12)
}

/// What one shape is asked.
fn ask<V: Turn>(shape: &ShapeRef<'_, V>, random: &mut Random, name: &str) {
    let projection = shape.project_point(vector(random));
    assert!(projection.point.is_finite() && is_unit(projection.normal.get()), "{name}: {projection:?}");
    let _ = shape.contains_point(vector(random));
    for mode in [RayMode::Solid, RayMode::Hollow] {
        let sides = [RaySides::Both, RaySides::FrontOnly][(random.bits() % 2) as usize];
        let options = RayOptions { mode, sides, max: number(random) };
        let ray = Ray::new(random.vector(1.0), random.direction());
        let segment = Segment::new(random.vector(1.0), random.vector(1.0));
        let of_ray = ray.ok().and_then(|ray| shape.cast_ray(&ray, &options));
        let of_segment = segment.ok().and_then(|segment| shape.cast_segment(&segment, &options));
        for hit in of_ray.into_iter().chain(of_segment) {
            assert!(hit.point.is_finite() && is_unit(hit.normal.get()), "{name}: {hit:?}");
            assert!(hit.t >= V::Scalar::ZERO && hit.t <= options.max, "{name}: {hit:?}, {options:?}");
        }
    }
    let _ = bound::shape_aabb(shape);
    if let Some(fits) = bound::shape_vertices(shape).and_then(|corners| bound::fit(&corners).ok()) {
        let _ = fits.tightest();
    }
}

/// What two shapes are asked.
fn ask_pair<V: Turn>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>, random: &mut Random, name: &str) {
    let relation = a.relation(b);
    assert_eq!((relation, a.intersects(b)), (b.relation(a), relation != Relation::Disjoint), "{name}");
    assert!(a.distance(b) >= V::Scalar::ZERO, "{name}: {:?}", a.distance(b));
    let margin = number(random);
    assert_eq!(a.closest_points(b), b.closest_points(a).flip(), "{name}");
    assert_eq!(a.penetration(b), b.penetration(a).map(Contact::flip), "{name}");
    assert_eq!(a.manifold(b, margin), b.manifold(a, margin).map(ContactManifold::flip), "{name}");
    let ways_out = a.penetration(b).into_iter().chain(a.contact(b, margin));
    for contact in ways_out.chain([a.closest_points(b)]) {
        let distance: f64 = contact.distance.into();
        let is_finite = contact.point_a.is_finite() && contact.point_b.is_finite() && !distance.is_nan();
        assert!(is_finite && is_unit(contact.normal.get()), "{name}: {contact:?}");
    }
    for manifold in a.manifold(b, margin).iter().chain(manifolds(a, b, margin).iter().map(|of| &of.manifold))
    {
        let is_finite = manifold.points().iter().all(|p| p.point_a.is_finite() && p.point_b.is_finite());
        assert!(is_finite && is_unit(manifold.normal.get()), "{name}: {manifold:?}");
    }
    let _ = (contacts(a, b, margin), gjk_trace(a, b));

    let motion = vector(random);
    let translation = sat::swept(a, b, motion).translation();
    assert!(translation.is_none_or(|translation| translation.is_finite()), "{name}: {translation:?}");
    assert!(sat::cast(a, b, motion) || relation == Relation::Disjoint, "{name}: they meet at the start");
    if let Some(hit) = cast_shape(a, motion, b, number(random)) {
        let is_finite = hit.point.is_finite() && hit.translation.is_finite();
        assert!(is_finite && is_unit(hit.normal.get()) && hit.time >= V::Scalar::ZERO, "{name}: {hit:?}");
    }
    if let Ok(options) = MoveAndSlideOptions::new(number(random)) {
        let slid = move_and_slide(a, motion, b, &options);
        assert!(slid.translation.is_finite() && slid.remaining.is_finite(), "{name}: {slid:?}");
    }
    let straight = Motion::linear(vector(random)).unwrap_or(Motion::fixed());
    if let Ok(options) = TimeOfImpactOptions::new(number(random)) {
        let impact = time_of_impact(a, &straight, b, &Motion::fixed(), &options);
        if let TimeOfImpact::Hit { time, point, normal, .. } = impact {
            let is_finite = point.is_finite() && (0.0..=1.0).contains(&time);
            assert!(is_finite && is_unit(normal.get()), "{name}: {impact:?}");
        }
    }
}

/// One of each kind, unless a number of one was refused; those of many parts too.
fn shapes<V: Turn>(random: &mut Random) -> Vec<Sample<V>> {
    let mut shapes = try_one_of_each(random).unwrap_or_default();
    shapes.extend(try_one_of_each_of_parts(random).unwrap_or_default());
    shapes
}

fn ask_all<V: Turn>(seed: u64) {
    let mut random = Random::any_exponent::<V::Scalar>(demand::seed(seed));
    let sets = demand::cases("IMPINGE_HOSTILE", 1);
    let mut pairs = 0;
    for set in 0..sets {
        let (all, others) = (shapes::<V>(&mut random), try_one_of_each::<V>(&mut random).unwrap_or_default());
        for a in &all {
            let name = format!("{}D {}, set {set} of seed {seed}", V::DIMENSION, a.name());
            ask(&a.shape_ref(), &mut random, &name);
            for b in &others {
                ask_pair(&a.shape_ref(), &b.shape_ref(), &mut random, &format!("{name}, and {}", b.name()));
                pairs += 1;
            }
        }
    }
    // Of each set a third at least, or hardly anything was asked.
    assert!(pairs >= sets * 22 * 16 / 3, "{pairs} pairs of {sets} sets");
}

#[test]
fn whatever_the_numbers_in_the_plane() {
    ask_all::<Vec2>(1);
    ask_all::<DVec2>(2);
}

#[test]
fn whatever_the_numbers_in_space() {
    ask_all::<Vec3>(3);
    ask_all::<DVec3>(4);
}

/// Neither the way between these centres is among the floats, nor the sum of their radii; the difference is.
#[test]
fn balls_are_apart_and_deep_next_to_the_greatest_floats() -> Result<(), ShapeError> {
    fn check<V: Turn<Scalar = f64>>() -> Result<(), ShapeError> {
        let ball = |at: f64, radius: f64| Ball::new(V::from_f64([at, at, 0.0]), radius);
        for (radii, expected) in [([1e308, 1e308], 4.0416e307), ([1e308, 1.7e308], -2.9584e307)] {
            let (a, b) = (ball(0.0, radii[0])?, ball(1.7e308, radii[1])?);
            let found = a.closest_points(&b);
            let expected = expected.min(f64::MAX);
            assert!((found.distance / expected - 1.0).abs() < 1e-3, "{radii:?}: {found:?}");
            assert_eq!(found.flip(), b.closest_points(&a));
            assert_eq!(a.distance(&b), found.distance.max(0.0));
            assert_eq!(a.penetration(&b).map_or(0.0, |way| way.depth()), (-found.distance).max(0.0));
        }
        Ok(())
    }
    check::<DVec2>()?;
    check::<DVec3>()
}

/// Corners at both ends of the floats are further apart than any float, and where they are seen from the
/// other end they are no numbers.
#[test]
fn segments_meet_triangles_that_reach_across_the_floats() -> Result<(), ShapeError> {
    let most = f64::MAX;
    let triangle = Triangle::new([
        DVec3::new(most, most, -most),
        DVec3::new(-most, most, most),
        DVec3::new(most, -most, most),
    ])?;
    for (to, meets) in [(DVec3::splat(most), true), (DVec3::new(-most, -most, most), false)] {
        let way = Segment::new(DVec3::splat(-most), to)?;
        assert_eq!(way.relation(&triangle) != Relation::Disjoint, meets, "{to}");
        let hit = triangle.cast_segment(&way, &RayOptions::default());
        assert_eq!(hit.is_some(), meets, "{to}: {hit:?}");
        assert!(hit.is_none_or(|hit| hit.point.is_finite() && is_unit(hit.normal.get())), "{to}: {hit:?}");
    }
    let edge = Segment::new(DVec2::new(most, most), DVec2::new(-most, most))?;
    for (to, meets) in [(DVec2::new(0.0, most), true), (DVec2::new(most, -most), false)] {
        let way = Segment::new(DVec2::splat(-most), to)?;
        let hit = edge.cast_segment(&way, &RayOptions::default());
        assert_eq!(hit.is_some(), meets, "{to}: {hit:?}");
        assert!(hit.is_none_or(|hit| hit.point.is_finite() && is_unit(hit.normal.get())), "{to}: {hit:?}");
    }
    Ok(())
}
