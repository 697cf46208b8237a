//! Examples that one can work out with a pencil.

use glam::{DQuat, DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, Compound};
use impinge::math::{Pose, Rotation, Scalar, Unit};
use impinge::narrow::sat::{SweptSat, cast, swept, swept_all_axes, swept_observed};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Cylinder, HalfSpace, Hull, Obb, Polygon, Ray, Segment};

use crate::sample::{Random, Turn};

fn square(x: f64, y: f64) -> Aabb<DVec2> {
    Aabb::new(DVec2::new(x, y), DVec2::new(x + 1.0, y + 1.0)).expect("finite")
}

#[test]
fn the_three_answers() {
    let (a, b) = (square(0.0, 0.0), square(2.0, 0.25));
    assert_eq!(swept(&a, &b, DVec2::X * 0.5), SweptSat::Disjoint);
    assert_eq!(swept(&a, &b, DVec2::X * -9.0), SweptSat::Disjoint);
    // To the touch, and a quarter too far.
    assert_eq!(swept(&a, &b, DVec2::X), SweptSat::WillHit { translation: DVec2::ZERO });
    assert_eq!(swept(&a, &b, DVec2::X * 1.25), SweptSat::WillHit { translation: DVec2::X * -0.25 });
    let overlapping = swept(&a, &square(0.75, 0.25), DVec2::ZERO);
    assert_eq!(overlapping, SweptSat::Overlapping { translation: DVec2::X * -0.25 });
    assert_eq!(overlapping.translation(), Some(DVec2::X * -0.25));
}

#[test]
fn a_shape_wholly_inside_leaves_the_short_way() {
    let room = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0)).expect("finite");
    for (x, y, out) in [(0.5, 4.0, -DVec2::X * 1.5), (8.0, 4.0, DVec2::X * 2.0), (5.0, 6.5, DVec2::Y * 1.5)] {
        assert_eq!(
            swept(&square(x, y), &room, DVec2::ZERO),
            SweptSat::Overlapping { translation: out },
            "{x} {y}"
        );
    }
}

#[test]
fn nothing_goes_through_a_thin_wall() {
    let wall = Aabb::new(DVec2::new(5.0, -100.0), DVec2::new(5.25, 100.0)).expect("finite");
    for speed in [5.0, 50.0, 5e6] {
        let velocity = DVec2::new(speed, 3.0);
        let step = swept(&square(0.0, 0.0), &wall, velocity);
        if speed < 100.0 {
            assert_eq!(step, SweptSat::WillHit { translation: DVec2::X * (4.0 - speed) }, "{speed}");
        }
        // Else along the wall is shorter, past its end.
        let end = velocity + step.translation().expect("they meet");
        assert!(end.x <= 4.0 || end.y >= 100.0, "{speed}: {end}");
    }
}

#[test]
fn circles_are_parted_along_the_way_to_the_nearest_vertex() {
    let ball = Ball::new(DVec2::new(4.0, 5.0), 2.0).expect("finite");
    let corner = square(0.0, 0.0);
    // The corner (1, 1) is 5 away, down to the left.
    assert_eq!(swept(&ball, &corner, DVec2::ZERO), SweptSat::Disjoint);
    let step = swept(&ball, &corner, DVec2::new(-2.4, -3.2));
    let translation = step.translation().expect("one unit too far");
    assert!((translation - DVec2::new(0.6, 0.8)).length() < 1e-12, "{translation}");
    let balls = swept(&ball, &Ball::new(DVec2::new(4.0, 0.0), 2.0).expect("finite"), -DVec2::Y * 2.0);
    assert_eq!(balls, SweptSat::WillHit { translation: DVec2::Y });
}

#[test]
fn floors_without_end_hold() {
    let floor = HalfSpace::new(Unit::axis(1), 0.0_f32).expect("finite");
    let ball = Ball::new(Vec3::new(0.0, 2.0, 0.0), 1.0).expect("finite");
    let velocity = Vec3::new(3.0, -4.0, 1.0);
    assert_eq!(swept(&ball, &floor, velocity), SweptSat::WillHit { translation: Vec3::Y * 3.0 });
    assert_eq!(swept(&ball, &floor, -velocity), SweptSat::Disjoint);
    assert_eq!(swept(&ball, &floor.boundary(), velocity).translation(), Some(Vec3::Y * 3.0));
    // The floor falls on the ball.
    assert_eq!(swept(&floor, &ball, -velocity), SweptSat::WillHit { translation: Vec3::Y * -3.0 });
}

#[test]
fn shadows_may_meet_where_the_way_does_not() {
    let (a, b, velocity) = (square(0.0, 0.0), square(1.5, 4.0), DVec2::new(4.0, 4.0));
    assert!(swept(&a, &b, velocity).will_hit() && !cast(&a, &b, velocity));
    // Half a unit nearer, the corner (0, 1) passes through (2.5, 3.5).
    assert!(cast(&a, &square(1.5, 3.5), velocity));
    assert!(!cast(&a, &square(1.5, 3.5_f64.next_up()), velocity));
}

#[test]
fn edges_in_space_part_shapes() {
    // Two rods that cross, one above the other.
    let rod = |a: Vec3, b: Vec3| Segment::new(a, b).expect("finite");
    let low = rod(Vec3::new(-1.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 0.0));
    let high = rod(Vec3::new(0.0, -1.0, 1.0), Vec3::new(0.0, 1.0, 1.0));
    assert_eq!(swept(&high, &low, -Vec3::Z * 0.5), SweptSat::Disjoint);
    assert_eq!(swept(&high, &low, -Vec3::Z), SweptSat::WillHit { translation: Vec3::ZERO });
    assert_eq!(swept(&high, &low, -Vec3::Z * 1.5), SweptSat::WillHit { translation: Vec3::Z * 0.5 });
    assert!(!cast(&high, &low, Vec3::new(3.0, 0.0, -1.0)));
    assert!(cast(&high, &low, Vec3::new(1.0, 0.0, -1.0)));
}

#[test]
fn points_and_segments_are_polytopes() {
    let point = Hull::new(&[DVec2::ZERO]).expect("finite");
    let same = Hull::new(&[DVec2::ZERO, DVec2::ZERO]).expect("finite");
    assert_eq!(swept(&point, &same, DVec2::ZERO), SweptSat::Overlapping { translation: DVec2::ZERO });
    let segment = |x: f64| Segment::new(DVec2::new(x, 0.0), DVec2::new(x + 1.0, 0.0)).expect("finite");
    assert_eq!(swept(&segment(0.0), &segment(2.0), DVec2::X * 0.5), SweptSat::Disjoint);
    assert!(swept(&segment(0.0), &segment(2.0), DVec2::X).will_hit());
    assert!(!swept(&segment(0.0), &segment(2.0), DVec2::X * 5.0).is_overlapping());
}

#[test]
fn concave_polygons_are_asked_by_their_pieces() {
    // A U that is open at the top; a square falls into it, and meets its floor and not its mouth.
    let u = [(0.0, 0.0), (5.0, 0.0), (5.0, 4.0), (4.0, 4.0), (4.0, 1.0), (1.0, 1.0), (1.0, 4.0), (0.0, 4.0)];
    let u = Polygon::new(&u.map(DVec2::from)).expect("simple");
    let pieces = u.decompose().into_iter().map(|piece| (AnyShape::from(piece), Pose::identity()));
    let u = Compound::new(pieces).expect("pieces are valid");
    let square = square(2.0, 2.0);
    assert_eq!(swept(&square, &u, -DVec2::Y * 0.5), SweptSat::Disjoint);
    let step = swept(&square, &u, DVec2::new(0.0, -1.5));
    let translation = step.translation().expect("half a unit too far");
    assert!((translation - DVec2::Y * 0.5).length() < 1e-9, "{translation}");
}

#[test]
fn velocities_that_are_none() {
    let (a, b) = (square(0.0, 0.0), square(2.0, 0.25));
    assert_eq!(swept(&a, &b, DVec2::new(f64::NAN, f64::NAN)), SweptSat::Disjoint);
    let step = swept(&a, &b, DVec2::new(f64::INFINITY, f64::NAN));
    assert!(step.translation().is_some_and(|translation| translation.is_finite()), "{step:?}");
    assert!(!cast(&a, &b, DVec2::new(f64::NEG_INFINITY, 0.0)));
}

#[test]
fn an_observer_sees_the_axes_until_one_parts_the_shapes() {
    let mut seen = Vec::new();
    let cube = |x: f64| Aabb::new(DVec3::splat(x), DVec3::splat(x + 1.0)).expect("finite");
    assert!(swept_observed(&cube(0.0), &cube(0.5), DVec3::X, |axis| seen.push(axis)).is_overlapping());
    // Faces of both; all edges are parallel to an axis, so that their cross products are the same again, six
    // of them not 0.
    assert_eq!(seen.len(), 3 + 3 + 6);
    assert!(seen.iter().all(|axis| axis.overlap >= 0.0));
    seen.clear();
    assert!(!swept_observed(&cube(0.0), &cube(1.5), DVec3::ZERO, |axis| seen.push(axis)).will_hit());
    assert_eq!(seen.len(), 1);
    assert_eq!((seen[0].overlap, seen[0].is_separating), (-0.5, true));
}

#[test]
fn two_boxes_in_space_have_fifteen_axes_and_show_them_also_when_apart() {
    let upright = Obb::new(DVec3::ZERO, DVec3::ONE, Rotation::identity()).expect("finite");
    let quaternion = DQuat::from_xyzw(0.1, 0.2, 0.3, 0.9).normalize();
    let turned = Rotation::<DVec3>::from_quaternion(quaternion).expect("not 0");
    let turned = |z: f64| Obb::new(DVec3::Z * z, DVec3::ONE, turned).expect("finite");
    let mut seen = Vec::new();
    assert!(swept_observed(&upright, &turned(1.0), DVec3::ZERO, |axis| seen.push(axis)).is_overlapping());
    assert_eq!(seen.len(), 3 + 3 + 9);
    assert!(seen.iter().all(|axis| !axis.is_separating));
    // Apart along z, which is the first of them.
    seen.clear();
    assert!(!swept_observed(&upright, &turned(9.0), DVec3::ZERO, |axis| seen.push(axis)).will_hit());
    assert_eq!((seen.len(), seen[0].is_separating), (1, true));
    let first = seen[0];
    seen.clear();
    assert!(!swept_all_axes(&upright, &turned(9.0), DVec3::ZERO, |axis| seen.push(axis)).will_hit());
    assert_eq!((seen.len(), seen[0]), (3 + 3 + 9, first));
    // Their centres differ along z alone, so that x and y do not separate them.
    assert!(!seen[1].is_separating && !seen[2].is_separating);
}

#[test]
fn round_shapes_show_every_axis_as_well() {
    let ball = Ball::new(DVec2::new(0.5, 3.0), 1.0).expect("finite");
    let (mut few, mut all) = (Vec::new(), Vec::new());
    let until = swept_observed(&ball, &square(0.0, 0.0), DVec2::Y, |axis| few.push(axis));
    let every = swept_all_axes(&ball, &square(0.0, 0.0), DVec2::Y, |axis| all.push(axis));
    assert!(!until.will_hit() && !every.will_hit());
    assert!(few.len() < all.len() && all.starts_with(&few), "{few:?} {all:?}");
    assert!(few.last().is_some_and(|axis| axis.is_separating));
}

#[test]
fn a_box_slides_down_a_ramp_without_entering_it() {
    let ramp = Hull::new(&[Vec2::ZERO, Vec2::new(8.0, 0.0), Vec2::new(0.0, 4.0)]).expect("finite");
    let (mut at, gravity) = (Vec2::new(1.0, 4.5), Vec2::new(0.0, -0.125));
    for step in 0..40 {
        let square = Aabb::new(at, at + Vec2::ONE * 0.5).expect("finite");
        let answer = swept(&square, &ramp, gravity);
        at += gravity + answer.translation().unwrap_or_default();
        let moved = Aabb::new(at, at + Vec2::ONE * 0.5).expect("finite");
        let depth = moved.penetration(&ramp).map_or(0.0, |contact| contact.depth());
        assert!(depth < 1e-5, "{step}: {depth}");
    }
    assert!(at.x > 2.0 && at.y < 3.0, "{at}");
}

/// What has no end is cut where nothing of it is met any more.
fn rays_are_told_as_long_segments_are<V: Turn>() -> Result<(), impinge::shape::ShapeError> {
    let mut random = Random::new(17);
    let mut met = 0;
    for round in 0..500 {
        let mut half = || V::Scalar::from_f64((random.signed() * 4.0).round() / 2.0);
        let mut lattice = || V::from_fn(|_| half());
        let (starts, motion) = ([lattice(), lattice()], lattice());
        // Along axes, so that all of them stay on the lattice, a third of them parallel.
        let axis = |number: usize| {
            let axis = Unit::axis(number / 2 % V::DIMENSION);
            if number.is_multiple_of(2) { axis } else { -axis }
        };
        let directions = [axis(round), axis(round / 6)];
        let rays = [Ray::new(starts[0], directions[0])?, Ray::new(starts[1], directions[1])?];
        let long =
            |i: usize| Segment::new(starts[i], starts[i] + directions[i].get() * V::Scalar::from_f64(64.0));
        let expected = cast(&long(0)?, &long(1)?, motion);
        assert_eq!(cast(&rays[0], &rays[1], motion), expected, "{rays:?} {motion:?}");
        assert_eq!(cast(&rays[1], &rays[0], -motion), expected, "{rays:?} {motion:?}");
        met += usize::from(expected);
    }
    assert!(met > 30, "{met}");
    Ok(())
}

#[test]
fn rays_that_move_meet_only_what_is_there() -> Result<(), impinge::shape::ShapeError> {
    rays_are_told_as_long_segments_are::<Vec2>()?;
    rays_are_told_as_long_segments_are::<DVec2>()?;
    rays_are_told_as_long_segments_are::<Vec3>()?;
    rays_are_told_as_long_segments_are::<DVec3>()?;
    // Nor does what stands still meet what it is apart from.
    let upright = Pose { rotation: Rotation::identity(), translation: Vec3::new(0.0, -1.5, 1.5) };
    let disc = Cylinder::new(0.0, 0.5, upright)?;
    let ray = Ray::new(Vec3::new(1.5, 0.0, 1.5), Unit::axis(2))?;
    assert!(disc.distance(&ray) > 1.7 && !cast(&disc, &ray, Vec3::ZERO));
    Ok(())
}
