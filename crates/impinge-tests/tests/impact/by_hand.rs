//! Times worked out by hand.

use std::f64::consts::{FRAC_PI_2, PI};

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, Compound, SurfaceMesh};
use impinge::math::{Pose, Rotation, Scalar, Unit, Vector};
use impinge::shape::{Aabb, Ball, Capsule, HalfSpace, Hull, Mesh, Obb, Plane, Ray, Segment, Shape};
use impinge::sweep::{Motion, TimeOfImpact, TimeOfImpactOptions, time_of_impact};

use super::Tested;

const TOLERANCE: f64 = 1e-6;

fn first<V: Vector>(
    a: &impl Shape<Vector = V>,
    motion_a: Motion<V>,
    b: &impl Shape<Vector = V>,
    motion_b: Motion<V>,
) -> TimeOfImpact<V> {
    let options = TimeOfImpactOptions::new(TOLERANCE).expect("a tolerance");
    time_of_impact(a, &motion_a, b, &motion_b, &options)
}

/// Hit then, not later, and earlier by no more than a little; the normal.
fn assert_hit<V: Vector>(impact: TimeOfImpact<V>, expected: f64, early: f64) -> V {
    match impact {
        TimeOfImpact::Hit { time, normal, .. } => {
            assert!(time <= expected && time >= expected - early, "{time}, not {expected}");
            normal.get()
        }
        other => panic!("{other:?}, not a hit at {expected}"),
    }
}

#[test]
fn balls_meet_when_their_centres_are_near_enough() -> Tested {
    let (a, b) = (Ball::new(DVec3::ZERO, 1.0)?, Ball::new(DVec3::X * 10.0, 2.0)?);
    let to_b = Motion::linear(DVec3::X * 14.0)?;
    assert!((assert_hit(first(&a, to_b, &b, Motion::fixed()), 0.5, 1e-6) - DVec3::X).length() < 1e-15);
    // Both at once, and turning, which a ball does not show.
    let half = Motion::linear(DVec3::X * 7.0)?.with_angular_velocity(DVec3::Y * 100.0, DVec3::ZERO)?;
    let back = Motion::linear(DVec3::X * -7.0)?;
    assert_hit(first(&a, half, &b, back), 0.5, 1e-6);
    // Past it, by a hair.
    let past = Ball::new(DVec3::new(10.0, 3.00001, 0.0), 2.0)?;
    assert_eq!(first(&a, Motion::linear(DVec3::X * 20.0)?, &past, Motion::fixed()), TimeOfImpact::Disjoint);
    Ok(())
}

#[test]
fn a_bullet_meets_a_sheet_however_fast_it_is() -> Tested {
    // A million metres in one step, at a sheet without any thickness.
    let bullet = Capsule::new(DVec3::ZERO, DVec3::X * 0.02, 0.004)?;
    let corners = vec![DVec3::new(3e5, -1.0, -1.0), DVec3::new(3e5, 1.0, -1.0), DVec3::new(3e5, 0.0, 2.0)];
    let sheet = SurfaceMesh::new(Mesh::new(corners, vec![[0, 1, 2]])?);
    let fast = Motion::linear(DVec3::X * 1e6)?;
    assert_hit(first(&bullet, fast, &sheet, Motion::fixed()), (3e5 - 0.024) / 1e6, 1e-9);
    // The same seen from the bullet.
    assert_hit(
        first(&bullet, Motion::fixed(), &sheet, Motion::linear(DVec3::X * -1e6)?),
        0.299_999_976,
        1e-9,
    );
    let tumbling = fast.with_angular_velocity(DVec3::Z * 20.0, DVec3::X * 0.01)?;
    let impact = first(&bullet, tumbling, &sheet, Motion::fixed());
    assert!(impact.time().is_some_and(|time| (time - 0.3).abs() < 1e-7), "{impact:?}");
    Ok(())
}

#[test]
fn a_propeller_meets_what_is_in_its_circle() -> Tested {
    let blade = Segment::new(DVec2::ZERO, DVec2::X * 2.0)?;
    let spin = |turns: f64| Motion::fixed().with_angular_velocity(2.0 * PI * turns, DVec2::ZERO);
    // After seven eighths of the first turn of three.
    let fly = Ball::new(DVec2::new(1.0, -1.0), 0.0)?;
    assert_hit(first(&blade, spin(3.0)?, &fly, Motion::fixed()), 7.0 / 24.0, 1e-6);
    assert_hit(first(&blade, spin(-3.0)?, &fly, Motion::fixed()), 1.0 / 24.0, 1e-6);
    // Just beyond its end: never, in a hundred turns.
    let safe = Ball::new(DVec2::new(0.0, -2.001), 0.0)?;
    assert_eq!(first(&blade, spin(100.0)?, &safe, Motion::fixed()), TimeOfImpact::Disjoint);
    Ok(())
}

#[test]
fn a_box_that_tips_over_meets_the_ground_with_its_edge() -> Tested {
    // Two wide, four high, about its lower right corner, which is a little above the ground.
    let tower = Aabb::new(Vec2::new(-2.0, 0.01), Vec2::new(0.0, 4.01))?;
    let tips = Motion::fixed().with_angular_velocity(-2.0, Vec2::new(0.0, 0.01))?;
    let ground = HalfSpace::new(Unit::new(Vec2::Y)?, 0.0)?;
    // The upper right corner comes down when sin(2t) · 4 … cos: at height 0.01 + 4 cos(2t) = 0.
    let down = (0.01_f64 / 4.0).acos();
    let expected = 0.5 * (PI - down);
    let normal = assert_hit(first(&tower, tips, &ground, Motion::fixed()), expected + 1e-6, 1e-4);
    assert!((normal + Vec2::Y).length() < 1e-3);
    Ok(())
}

#[test]
fn cubes_fall_flat_and_on_an_edge() -> Tested {
    let ground = Plane::new(Unit::new(DVec3::Z)?, 0.0)?;
    let cube = Aabb::new(DVec3::new(-1.0, -1.0, 4.0), DVec3::new(1.0, 1.0, 6.0))?;
    let fall = Motion::linear(DVec3::Z * -8.0)?;
    assert_hit(first(&cube, fall, &ground, Motion::fixed()), 0.5, 1e-6);
    // Turned by 45° when it gets there: half a diagonal below its middle.
    let turned = fall.with_angular_velocity(DVec3::Y * FRAC_PI_2, DVec3::Z * 5.0)?;
    let impact = first(&cube, turned, &ground, Motion::fixed());
    let time = impact.time().expect("a hit");
    let lowest = 5.0 - 8.0 * time - (FRAC_PI_2 * time).sin() - (FRAC_PI_2 * time).cos();
    assert!((0.0..1e-6).contains(&lowest), "{lowest} above the ground at {time}");
    Ok(())
}

#[test]
fn hulls_turn_into_each_other() -> Tested {
    // A square that spins in place, and a wedge beside it, which its corners reach.
    let square =
        Hull::new(&[DVec2::new(-1.0, -1.0), DVec2::new(1.0, -1.0), DVec2::ONE, DVec2::new(-1.0, 1.0)])?;
    let wedge = Hull::new(&[DVec2::new(1.25, 0.0), DVec2::new(3.0, 1.0), DVec2::new(3.0, -1.0)])?;
    let spin = Motion::fixed().with_angular_velocity(PI, DVec2::ZERO)?;
    let impact = first(&square, spin, &wedge, Motion::fixed());
    let time = impact.time().expect("a hit");
    // The side that looks at the wedge is at cos θ x + sin θ y = 1; its corner, at angle θ + 45°, gets there
    // first.
    let reach = 1.25 * (PI * time).cos();
    assert!((1.0..1.0 + 1e-5).contains(&reach), "{reach} at {time}");
    Ok(())
}

#[test]
fn rays_and_planes_have_no_end() -> Tested {
    let ray = Ray::new(DVec2::ZERO, Unit::new(DVec2::X)?)?;
    let far = Ball::new(DVec2::new(1e6, 10.0), 1.0)?;
    // A ray that turns by a little reaches a ball a million away.
    let angle = 2e-5;
    let turning = Motion::fixed().with_angular_velocity(angle, DVec2::ZERO)?;
    let angle_of_touch = (10.0_f64).atan2(1e6) - (1.0 / (1e12_f64 + 100.0).sqrt()).asin();
    assert_hit(first(&ray, turning, &far, Motion::fixed()), angle_of_touch / angle, 1e-6);
    let wall = HalfSpace::new(Unit::new(-DVec2::X)?, -50.0)?;
    let ball = Ball::new(DVec2::ZERO, 1.0)?;
    assert_hit(first(&ball, Motion::linear(DVec2::new(98.0, 1e4))?, &wall, Motion::fixed()), 0.5, 1e-6);
    // The wall itself turns about a point far away: its foot comes nearer.
    let swing = Motion::fixed().with_angular_velocity(0.1, DVec2::new(50.0, -1000.0))?;
    let impact = first(&ball, Motion::fixed(), &wall, swing);
    let time = impact.time().expect("a hit");
    // The wall is the line through (50, −1000) turned by 0.1 t; its distance from the origin is |50 cos −
    // 1000 sin|.
    let distance = 50.0 * (0.1 * time).cos() - 1000.0 * (0.1 * time).sin();
    assert!((1.0..1.0 + 1e-5).contains(&distance), "{distance} at {time}");
    Ok(())
}

/// No length is a unit: what is a millionth as large meets the ground at the same time.
fn of_any_size<V: Vector>() -> Tested {
    for exponent in [-90, -40, -20, -10, 0, 10, 20, 40, 60] {
        let size = libm::ldexp(1.0, exponent);
        let at = |x: f64, y: f64| V::from_f64([x * size, y * size, 0.0]);
        let ball = Ball::new(at(0.0, 5.0), V::Scalar::from_f64(size))?;
        let options = TimeOfImpactOptions::new(1e-3 * size)?;
        let up = Unit::new(V::unit_axis(1))?;
        let corner = at(0.0, 0.0);
        let ground: [AnyShape<V>; 3] = [
            HalfSpace::new(up, V::Scalar::ZERO)?.into(),
            Plane::new(up, V::Scalar::ZERO)?.into(),
            Ray::new(corner, Unit::new(V::unit_axis(0))?)?.into(),
        ];
        for (number, ground) in ground.iter().enumerate() {
            let fall =
                time_of_impact(&ball, &Motion::linear(at(0.5, -8.0))?, ground, &Motion::fixed(), &options);
            let time = fall.time().ok_or("the ground is below")?;
            assert!((0.5 - 1e-3..=0.5).contains(&time), "2^{exponent}, {number}: {time}");
            let aside =
                time_of_impact(&ball, &Motion::linear(at(8.0, 0.0))?, ground, &Motion::fixed(), &options);
            assert_eq!(aside, TimeOfImpact::Disjoint, "2^{exponent}, {number}");
        }
    }
    Ok(())
}

#[test]
fn what_has_no_end_has_no_unit_of_length() -> Tested {
    of_any_size::<Vec2>()?;
    of_any_size::<DVec2>()?;
    of_any_size::<Vec3>()?;
    of_any_size::<DVec3>()
}

#[test]
fn parts_meet_by_themselves() -> Tested {
    let arm = Compound::new([
        (Capsule::new(Vec3::ZERO, Vec3::X * 2.0, 0.1)?.into(), Pose::identity()),
        (Ball::new(Vec3::X * 2.5, 0.5)?.into(), Pose::identity()),
    ])?;
    let post = Obb::new(Vec3::new(0.0, 2.5, 0.0), Vec3::new(0.1, 0.1, 2.0), Rotation::identity())?;
    let quarter = Motion::fixed().with_angular_velocity(Vec3::Z * FRAC_PI_2 as f32, Vec3::ZERO)?;
    let TimeOfImpact::Hit { time, part_a, part_b, .. } = first(&arm, quarter, &post, Motion::fixed()) else {
        panic!("missed");
    };
    assert_eq!((part_a, part_b), (1, 0));
    // The ball, 2.5 away, is beside the post when its middle is 0.6 from its face.
    let angle = FRAC_PI_2 - (0.6_f64 / 2.5).asin();
    assert!((time * FRAC_PI_2 - angle).abs() < 1e-4, "{time}");
    Ok(())
}

#[test]
fn overlaps_at_the_start_say_so_unless_they_may_leave() -> Tested {
    let (a, b) = (Ball::new(DVec2::ZERO, 1.0)?, Ball::new(DVec2::X * 1.5, 1.0)?);
    let (away, on) = (Motion::linear(DVec2::X * -3.0)?, Motion::linear(DVec2::X * 0.1)?);
    let still = Motion::fixed();
    let options = TimeOfImpactOptions::new(TOLERANCE)?;
    let TimeOfImpact::OverlappingAtStart(contact) = time_of_impact(&a, &away, &b, &still, &options) else {
        panic!("not seen");
    };
    assert_eq!((contact.depth(), contact.normal.get()), (0.5, DVec2::X));
    let free = options.with_ignore_separating(true);
    assert_eq!(time_of_impact(&a, &away, &b, &still, &free), TimeOfImpact::Disjoint);
    assert!(matches!(time_of_impact(&a, &on, &b, &still, &free), TimeOfImpact::OverlappingAtStart(_)));
    // A box that rests on a floor slides along it freely, leaves it freely, and may not go into it.
    let floor = Aabb::new(DVec2::new(-9.0, -1.0), DVec2::new(9.0, 0.0))?;
    let resting = Aabb::new(DVec2::ZERO, DVec2::ONE)?;
    for (motion, meets) in [(DVec2::X, false), (DVec2::Y, false), (DVec2::new(1.0, -0.001), true)] {
        let impact = time_of_impact(&resting, &Motion::linear(motion)?, &floor, &still, &free);
        assert_eq!(impact != TimeOfImpact::Disjoint, meets, "{motion}: {impact:?}");
    }
    Ok(())
}

/// A box nearly on its corner in the ground turns: until it lies flat it rises, and by 70 degrees it is as
/// deep in it again.
#[test]
fn what_leaves_may_come_back_as_far_as_it_was() -> Tested {
    let ground = HalfSpace::new(Unit::new(DVec2::Y)?, 0.0)?;
    let corner = Rotation::<DVec2>::from_angle(55_f64.to_radians());
    let cube = Obb::new(DVec2::Y * 0.2, DVec2::splat(0.5), corner)?;
    let free = TimeOfImpactOptions::new(TOLERANCE)?.with_ignore_separating(true);
    for (turn, meets) in [(30.0_f64, false), (69.0, false), (72.0, true)] {
        let motion = Motion::fixed().with_angular_velocity(turn.to_radians(), DVec2::Y * 0.2)?;
        let impact = time_of_impact(&cube, &motion, &ground, &Motion::fixed(), &free);
        assert_eq!(impact != TimeOfImpact::Disjoint, meets, "{turn}: {impact:?}");
    }
    Ok(())
}

#[test]
fn a_depth_may_be_allowed() -> Tested {
    let ground = HalfSpace::new(Unit::new(DVec2::Y)?, 0.0)?;
    let ball = Ball::new(DVec2::Y * 5.0, 1.0)?;
    let fall = Motion::linear(DVec2::Y * -8.0)?;
    let options = TimeOfImpactOptions::new(TOLERANCE)?.with_min_depth(0.5)?;
    assert_hit(time_of_impact(&ball, &fall, &ground, &Motion::fixed(), &options), 4.5 / 8.0, 1e-6);
    let shallow = Motion::linear(DVec2::Y * -4.4)?;
    assert_eq!(time_of_impact(&ball, &shallow, &ground, &Motion::fixed(), &options), TimeOfImpact::Disjoint);
    // Only up to a time.
    let early = TimeOfImpactOptions::new(TOLERANCE)?.with_max_time(0.4)?;
    assert_eq!(time_of_impact(&ball, &fall, &ground, &Motion::fixed(), &early), TimeOfImpact::Disjoint);
    Ok(())
}

#[test]
fn the_same_motion_of_both_changes_nothing() -> Tested {
    let (a, b) = (Aabb::new(DVec3::ZERO, DVec3::ONE)?, Ball::new(DVec3::new(1.5, 0.5, 0.5), 0.499)?);
    let motion = Motion::linear(DVec3::new(3.0, -7.0, 1e3))?
        .with_angular_velocity(DVec3::new(1.0, 2.0, 3.0), DVec3::ZERO)?;
    assert_eq!(first(&a, motion, &b, motion), TimeOfImpact::Disjoint);
    assert_eq!(first(&a, Motion::fixed(), &b, Motion::fixed()), TimeOfImpact::Disjoint);
    Ok(())
}

#[test]
fn who_is_inside_a_closed_mesh_may_move_there_if_it_may_leave() -> Tested {
    let corners: Vec<DVec3> =
        (0..8).map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2))).collect();
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let room = SurfaceMesh::new(Mesh::new(corners, triangles)?);
    let out = Motion::linear(DVec3::X)?;
    let options = TimeOfImpactOptions::new(1e-3)?;
    // From the middle, and from where it touches a wall, which it is not in.
    for (x, expected) in [(0.5, 0.25), (0.75, 0.0)] {
        let ball = Ball::new(DVec3::new(x, 0.5, 0.4), 0.25)?;
        let impact = time_of_impact(&ball, &out, &room, &Motion::fixed(), &options);
        assert!(matches!(impact, TimeOfImpact::OverlappingAtStart(_)), "{impact:?}");
        let impact =
            time_of_impact(&ball, &out, &room, &Motion::fixed(), &options.with_ignore_separating(true));
        assert_hit(impact, expected, 1e-3);
    }
    Ok(())
}

/// Two edges that cross come nearer by a 250th of how fast they turn: thousands of steps to a tolerance of
/// 10⁻¹¹.
#[test]
fn edges_that_brush_past_each_other_are_near_in_the_end() -> Tested {
    let rod = Segment::new(
        DVec3::new(1.084339678287506, 1.2786045670509338, 1.1918696165084839),
        DVec3::new(0.7533171772956848, -0.9512268304824829, -0.43929433822631836),
    )?;
    let block = Aabb::new(
        DVec3::new(-2.430232725300499, -1.3118490980363773, -0.7117670299666664),
        DVec3::new(-0.3625460483214339, 0.7438692046903683, 0.6257637021881798),
    )?;
    let of_rod = Motion::linear(DVec3::new(-0.46802115088020163, -0.020682538117125643, 0.2829861487978405))?
        .with_angular_velocity(
            DVec3::new(-1.8778025200958837, -1.4448945917921918, 2.0054796088584936),
            DVec3::new(-1.4824199080467224, -0.8382210731506348, -0.3748907446861267),
        )?;
    let of_block = Motion::linear(DVec3::new(1.4575482390163017, 1.105308905677657, -0.49017060684510627))?
        .with_angular_velocity(
        DVec3::new(-0.609158503535383, 0.5760427438036544, 0.4297112180011027),
        DVec3::new(-0.9402026750227889, -0.9195475981927799, 0.4909204719406823),
    )?;
    let options = TimeOfImpactOptions::new(1e-11)?;
    match time_of_impact(&rod, &of_rod, &block, &of_block, &options) {
        TimeOfImpact::Hit { time, converged: true, .. } => {
            assert!((time - 0.5036).abs() < 1e-3, "{time}")
        }
        other => panic!("{other:?}"),
    }
    Ok(())
}
