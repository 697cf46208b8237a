//! What roundings, far centres and small gaps must not spoil.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, Compound};
use impinge::math::{Pose, Rotation, Unit};
use impinge::shape::{Aabb, Ball, Cylinder, HalfSpace, Hull, Obb};
use impinge::sweep::{Motion, TimeOfImpact, TimeOfImpactOptions, time_of_impact};

use super::Tested;

#[test]
fn turns_that_are_next_to_nothing_change_nothing() -> Tested {
    let ball = Ball::new(DVec3::ZERO, 1.0)?;
    let block = Obb::new(DVec3::new(5.0, 0.1, 0.1), DVec3::ONE, Rotation::identity())?;
    let options = TimeOfImpactOptions::new(1e-6)?;
    for angle in [0.0, 1e-320, 1e-300, 1e-170, 1e-161, 1e-100] {
        let motion = Motion::linear(DVec3::X * 10.0)?.with_angular_velocity(DVec3::Z * angle, DVec3::ZERO)?;
        let TimeOfImpact::Hit { time, point, .. } =
            time_of_impact(&ball, &motion, &block, &Motion::fixed(), &options)
        else {
            panic!("missed at {angle}");
        };
        assert!(time <= 0.3 && time > 0.299_999 && point.is_finite(), "{time}, {point} at {angle}");
    }
    Ok(())
}

#[test]
fn a_centre_of_no_turn_does_not_matter() -> Tested {
    let (ball, block) =
        (Ball::new(DVec2::ZERO, 1.0)?, Obb::new(DVec2::new(5.0, 0.3), DVec2::ONE, Rotation::identity())?);
    let options = TimeOfImpactOptions::new(1e-9)?;
    for center in [0.0, 1e9, 1e15, 1e100, 1e300] {
        let motion = Motion::linear(DVec2::X * 10.0)?.with_angular_velocity(0.0, DVec2::splat(center))?;
        let time = time_of_impact(&ball, &motion, &block, &Motion::fixed(), &options).time();
        assert!(time.is_some_and(|time| time <= 0.3 && time > 0.299_999_99), "{time:?} about {center}");
    }
    Ok(())
}

/// Flat things that turn flat over a table, near it, for many turns.
#[test]
fn what_turns_flat_over_a_table_does_not_meet_it() -> Tested {
    let table = Aabb::new(DVec3::new(-50.0, -1.0, -50.0), DVec3::new(50.0, 0.0, 50.0))?;
    for (gap, turn) in [(1e-2, 100.0), (1e-3, 100.0), (1e-4, 10.0), (1e-5, 100.0)] {
        let plate = Aabb::new(DVec3::new(-1.0, gap, -1.0), DVec3::new(1.0, gap + 0.2, 1.0))?;
        let motion = Motion::fixed().with_angular_velocity(DVec3::Y * turn, DVec3::ZERO)?;
        let options = TimeOfImpactOptions::new(0.01 * gap)?;
        let impact = time_of_impact(&plate, &motion, &table, &Motion::fixed(), &options);
        assert_eq!(impact, TimeOfImpact::Disjoint, "{gap} above, turned by {turn}");
    }
    // A wheel, half a millimetre above.
    let upright = Rotation::<DVec3>::from_axis_angle(Unit::axis(0), std::f64::consts::FRAC_PI_2);
    let wheel = Cylinder::new(0.1, 0.3, Pose { rotation: upright, translation: DVec3::Y * 0.3005 })?;
    let rolls = Motion::linear(DVec3::X * 9.0)?.with_angular_velocity(DVec3::Z * -30.0, DVec3::Y * 0.3005)?;
    let impact = time_of_impact(&wheel, &rolls, &table, &Motion::fixed(), &TimeOfImpactOptions::new(1e-6)?);
    assert_eq!(impact, TimeOfImpact::Disjoint);
    Ok(())
}

#[test]
fn what_stands_on_a_floor_may_turn_there() -> Tested {
    let floor = Aabb::new(DVec3::new(-9.0, -1.0, -9.0), DVec3::new(9.0, 0.0, 9.0))?;
    let options = TimeOfImpactOptions::new(1e-6)?.with_ignore_separating(true);
    let spin = Motion::fixed().with_angular_velocity(DVec3::Y * 3.0, DVec3::ZERO)?;
    let block = Aabb::new(DVec3::new(-1.0, 0.0, -1.0), DVec3::new(1.0, 2.0, 1.0))?;
    let can = Cylinder::new(1.0, 0.5, Pose::from_translation(DVec3::Y))?;
    assert_eq!(time_of_impact(&block, &spin, &floor, &Motion::fixed(), &options), TimeOfImpact::Disjoint);
    assert_eq!(time_of_impact(&can, &spin, &floor, &Motion::fixed(), &options), TimeOfImpact::Disjoint);
    // It may not tip into it.
    let tips = Motion::fixed().with_angular_velocity(DVec3::X * 0.1, DVec3::Y)?;
    assert!(time_of_impact(&block, &tips, &floor, &Motion::fixed(), &options).time().is_some());
    Ok(())
}

#[test]
fn parts_are_found_in_either_order_though_their_coordinates_are_coarse() -> Tested {
    let ball = |x: f32, y: f32| {
        Ok::<_, impinge::shape::ShapeError>(AnyShape::from(Ball::new(Vec2::new(x, y), 0.5)?))
    };
    let row = |balls: [AnyShape<Vec2>; 2]| Compound::new(balls.map(|ball| (ball, Pose::identity())));
    let a = row([ball(0.0, 0.0)?, ball(-2.167_43, 0.0)?])?;
    let b = row([ball(-2.521_860_5, 3.032_573_5)?, ball(-0.091_646_35, 3.032_573_5)?])?;
    let far = Motion::fixed().with_angular_velocity(1e-6, Vec2::new(0.0, 300_000.0))?;
    let near = Motion::linear(Vec2::X * 0.675_378)?.with_angular_velocity(0.5, Vec2::ZERO)?;
    let options = TimeOfImpactOptions::new(0.0)?;
    let impact = time_of_impact(&a, &far, &b, &near, &options);
    assert_eq!(impact.time(), time_of_impact(&b, &near, &a, &far, &options).time());
    // From a centre far away, balls that are far from each other do not meet.
    let (one, other) = (Ball::new(Vec2::ZERO, 1.0)?, Ball::new(Vec2::X * 7.0, 1.0)?);
    let swing = Motion::fixed().with_angular_velocity(1e-6, Vec2::new(0.0, 1e6))?;
    let options = TimeOfImpactOptions::new(1e-3)?;
    assert_eq!(time_of_impact(&one, &swing, &other, &Motion::fixed(), &options), TimeOfImpact::Disjoint);
    Ok(())
}

/// What swings by little about a centre far away does not go far, so that little of a floor without an end
/// can be reached.
#[test]
fn a_floor_is_no_larger_than_what_a_swing_reaches() -> Tested {
    let floor = HalfSpace::new(Unit::new(Vec2::Y)?, 0.0)?;
    let ball = Ball::new(Vec2::Y * 1.5, 1.0)?;
    let options = TimeOfImpactOptions::new(1e-3)?;
    // Half above it, and down by a quarter; then by one.
    for (angle, meets) in [(0.25e-6, false), (1e-6, true)] {
        let swing = Motion::fixed().with_angular_velocity(angle, Vec2::new(1e6, 1.5))?;
        let impact = time_of_impact(&ball, &swing, &floor, &Motion::fixed(), &options);
        assert_eq!(impact != TimeOfImpact::Disjoint, meets, "{impact:?}");
        if let TimeOfImpact::Hit { time, .. } = impact {
            assert!(time <= 0.5 && time > 0.49, "{time}");
        }
    }
    Ok(())
}

#[test]
fn a_part_without_an_end_is_not_everywhere() -> Tested {
    let down = HalfSpace::new(Unit::new(DVec2::Y)?, -100.0)?;
    let up = HalfSpace::new(Unit::new(-DVec2::Y)?, -100.0)?;
    let with = |x: f64, half_space: HalfSpace<DVec2>| {
        let ball = Ball::new(DVec2::X * x, 1.0)?;
        let parts: [(AnyShape<DVec2>, Pose<DVec2>); 2] =
            [(ball.into(), Pose::identity()), (half_space.into(), Pose::identity())];
        Ok::<_, Box<dyn std::error::Error>>(Compound::new(parts)?)
    };
    let (a, b) = (with(0.0, down)?, with(10.0, up)?);
    let options = TimeOfImpactOptions::new(1e-6)?;
    assert_eq!(time_of_impact(&a, &Motion::fixed(), &b, &Motion::fixed(), &options), TimeOfImpact::Disjoint);
    // The ball of the second gets to the half-space of the first.
    let falls = Motion::linear(DVec2::Y * -198.0)?;
    let time = time_of_impact(&a, &Motion::fixed(), &b, &falls, &options).time();
    assert!(time.is_some_and(|time| time <= 0.5 && time > 0.499_99), "{time:?}");
    Ok(())
}

/// Balls that only just graze: the closed form against the step at which their distance is 2.
#[test]
fn grazing_balls_are_never_late() -> Tested {
    let options = TimeOfImpactOptions::new(0.0)?;
    for i in 1..2000_u32 {
        let far = 100.0 + 37.0 * f64::from(i);
        let offset = 2.0 - 1e-7 * f64::from(i % 13 + 1);
        let (a, b) = (Ball::new(DVec2::ZERO, 1.0)?, Ball::new(DVec2::new(far, offset), 1.0)?);
        let way = Motion::linear(DVec2::X * 2.0 * far)?;
        let time = time_of_impact(&a, &way, &b, &Motion::fixed(), &options).time();
        // (2 − o)(2 + o) is exact enough: 2 − o has no rounding.
        let expected = (far - ((2.0 - offset) * (2.0 + offset)).sqrt()) / (2.0 * far);
        assert!(time.is_some_and(|time| time <= expected), "{time:?}, not {expected}, {far} away");
    }
    Ok(())
}

/// A box that spins a million times in place, a hair above a floor: nobody looks at all of that, and the
/// answer says so.
#[test]
fn who_gives_up_says_so() -> Tested {
    let (options, gap) = (TimeOfImpactOptions::new(1e-9)?, 1e-6);
    let height = std::f64::consts::SQRT_2 + gap;
    let wheel = Obb::new(DVec2::Y * height, DVec2::ONE, Rotation::identity())?;
    let floor = Aabb::new(DVec2::new(-9.0, -1.0), DVec2::new(9.0, 0.0))?;
    let spin = |angle: f64| Motion::fixed().with_angular_velocity(angle, DVec2::Y * height);
    let impact = time_of_impact(&wheel, &spin(1e6)?, &floor, &Motion::fixed(), &options);
    let TimeOfImpact::Hit { time, converged, .. } = impact else { panic!("{impact:?}") };
    assert!(!converged && time > 0.0 && time < 1.0, "{impact:?}");
    // The corner is at its lowest after an eighth of a turn; in the first quarter nobody gives up.
    assert_eq!(
        time_of_impact(&wheel, &spin(1.6)?, &floor, &Motion::fixed(), &options),
        TimeOfImpact::Disjoint
    );
    // Sinking by twice the gap, it touches, and the answer is sure of it.
    let sinks = Motion::linear(DVec2::Y * (-2.0 * gap))?
        .with_angular_velocity(std::f64::consts::FRAC_PI_4, DVec2::Y * height)?;
    let impact = time_of_impact(&wheel, &sinks, &floor, &Motion::fixed(), &options);
    assert!(matches!(impact, TimeOfImpact::Hit { converged: true, .. }), "{impact:?}");
    Ok(())
}

/// In `f32` the middle of such a box lies between two floats.
#[test]
fn a_box_whose_middle_no_float_tells_is_not_missed() -> Tested {
    let options = TimeOfImpactOptions::new(1e-6)?;
    for step in 0..16_u8 {
        let left = 1_000_000.0 + 0.0625 * f32::from(step);
        let wall = Aabb::new(Vec2::new(left, 0.0), Vec2::new(left + 0.0625, 1.0))?;
        let block = Aabb::new(Vec2::new(left - 2.0, 0.0), Vec2::new(left - 0.0625, 1.0))?;
        for (translation, is_met) in [(0.0625, true), (0.07, true), (0.1, true)] {
            let way = Motion::linear(Vec2::X * translation)?;
            let turning = way.with_angular_velocity(1e-30, block.center())?;
            for way in [way, turning] {
                let time = time_of_impact(&wall, &Motion::fixed(), &block, &way, &options).time();
                let true_time = f64::from(0.0625_f32) / f64::from(translation);
                let is_right = time.is_some_and(|time| time <= true_time) == is_met;
                assert!(is_right, "{time:?} instead of {true_time} at {left}");
            }
        }
    }
    Ok(())
}

/// Axes in `f32` are orthonormal up to 10⁻⁷ only, of which a million metres would make a tenth of a metre.
#[test]
fn turned_bullets_are_not_late() -> Tested {
    let corners: Vec<Vec3> = Aabb::new(-Vec3::ONE, Vec3::ONE)?.corners().collect();
    let bullet = Hull::new(&corners)?;
    let larger = Hull::new(&corners.iter().map(|corner| *corner * 64.0).collect::<Vec<_>>())?;
    let center = Vec3::X * 1e6;
    let wall = Obb::new(center, Vec3::splat(64.0), Rotation::identity())?;
    let wall_as_hull = larger.at(&Pose { rotation: Rotation::identity(), translation: center });
    let options = TimeOfImpactOptions::new(1e-4)?;
    let way = Motion::linear(Vec3::X * 2e6)?;
    for i in 1..200_u8 {
        let angle = 0.01 * f32::from(i);
        let rotation = Rotation::<Vec3>::from_axis_angle(Unit::new(Vec3::new(1.0, angle, 0.3))?, angle);
        let placed = bullet.at(&Pose { rotation, translation: Vec3::ZERO });
        let columns = rotation.columns().map(|column| f64::from(column.x).abs());
        let gap = (1e6 - 64.0) - columns.iter().sum::<f64>();
        for found in [
            time_of_impact(&placed, &way, &wall_as_hull, &Motion::fixed(), &options),
            time_of_impact(&placed, &way, &wall, &Motion::fixed(), &options),
        ] {
            let time = found.time().ok_or("missed")?;
            assert!(time <= gap / 2e6, "late by {:e} m after {angle} rad", time * 2e6 - gap);
            assert!(time > (gap - 0.01) / 2e6, "early by {:e} m after {angle} rad", gap - time * 2e6);
        }
    }
    Ok(())
}

#[test]
fn sizes_whose_squares_leave_the_floats_are_neither_missed_nor_late() -> Tested {
    let options = TimeOfImpactOptions::new(0.0)?;
    // Of ways beyond 10¹⁵⁰ no more counts.
    for exponent in (-150..=145).step_by(5) {
        let unit = 10.0_f64.powi(exponent);
        let ball = Ball::new(DVec3::ZERO, unit)?;
        let other = Ball::new(DVec3::X * 4.0 * unit, unit)?;
        let block = Obb::new(other.center(), DVec3::splat(unit), Rotation::identity())?;
        for (way, true_time) in [(2.5, 0.8), (4.0, 0.5)] {
            let straight = Motion::linear(DVec3::X * way * unit)?;
            for motion in [straight, straight.with_angular_velocity(DVec3::X * 0.5, DVec3::ZERO)?] {
                for found in [
                    time_of_impact(&ball, &motion, &other, &Motion::fixed(), &options),
                    time_of_impact(&block, &Motion::fixed(), &ball, &motion, &options),
                ] {
                    let is_in_time = found.time().is_some_and(|time| time <= true_time);
                    assert!(is_in_time, "{found:?} instead of {true_time} at 10^{exponent}");
                }
            }
        }
    }
    Ok(())
}
