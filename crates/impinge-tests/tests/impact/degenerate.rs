//! Motions and options at their ends.

use glam::{DVec2, DVec3, Vec3};
use impinge::math::{Pose, Unit};
use impinge::shape::{Aabb, Ball, Plane, Segment, ShapeError};
use impinge::sweep::{DeformingOptions, Motion, TimeOfImpact, TimeOfImpactOptions, time_of_impact};

use super::Tested;

#[test]
fn what_is_not_finite_is_refused() -> Tested {
    assert_eq!(
        Motion::linear(Vec3::NAN).unwrap_err().to_string(),
        "translation must be finite, but is Vec3(NaN, NaN, NaN)"
    );
    assert!(Motion::<DVec2>::fixed().with_angular_velocity(f64::INFINITY, DVec2::ZERO).is_err());
    assert!(Motion::<DVec2>::fixed().with_angular_velocity(1.0, DVec2::NAN).is_err());
    assert!(Motion::from_poses(&Pose::identity(), &Pose::from_translation(DVec3::INFINITY)).is_err());
    assert_eq!(
        TimeOfImpactOptions::new(-1.0).unwrap_err().to_string(),
        "tolerance must not be negative, but is -1"
    );
    let options = TimeOfImpactOptions::new(0.1)?;
    assert!(options.with_min_depth(f64::NAN).is_err());
    for (time, error) in [
        (-0.5, "latest time must not be negative, but is -0.5"),
        (f64::NAN, "latest time must be finite, but is NaN"),
        (f64::INFINITY, "latest time must be finite, but is inf"),
    ] {
        let of_impact = options.with_max_time(time).unwrap_err();
        assert_eq!(of_impact.to_string(), error);
        // The same of what deforms.
        assert_eq!(DeformingOptions::new(0.1)?.with_max_time(time).unwrap_err(), of_impact);
    }
    Ok(())
}

#[test]
fn every_answer_comes_and_is_a_number() -> Tested {
    let numbers = [0.0, 1e-300, 1e-9, 1.0, 1e9, 1e150, 1e300, f64::MAX];
    let options = TimeOfImpactOptions::new(0.0)?;
    for size in numbers {
        for way in numbers {
            for angle in [0.0, 1e-300, 1.0, 1e9, 1e300] {
                let shape = Aabb::new(DVec2::splat(-size), DVec2::splat(size))?;
                let other = Segment::new(DVec2::new(2.0 * size.min(1e300), 1.0), DVec2::new(1e10, -1.0))?;
                let motion = Motion::linear(DVec2::new(way, -way))?
                    .with_angular_velocity(angle, DVec2::new(1.0, size))?;
                let impact = time_of_impact(&shape, &motion, &other, &Motion::fixed(), &options);
                let mirrored = time_of_impact(&other, &Motion::fixed(), &shape, &motion, &options);
                assert_eq!(impact.time(), mirrored.time());
                if let TimeOfImpact::Hit { time, normal, .. } = impact {
                    assert!((0.0..=1.0).contains(&time) && normal.get().is_finite(), "{impact:?}");
                }
            }
        }
    }
    Ok(())
}

#[test]
fn the_latest_time_is_kept_to() -> Tested {
    let at = |x: f64| Ball::new(DVec3::X * x, 1.0);
    let to = Motion::linear(DVec3::X * 4.0)?;
    // They touch at ½.
    let meet_until = |time: f64| {
        let options = TimeOfImpactOptions::new(0.0)?.with_max_time(time)?;
        let impact = time_of_impact(&at(0.0)?, &to, &at(4.0)?, &Motion::fixed(), &options);
        Ok::<_, ShapeError>(impact != TimeOfImpact::Disjoint)
    };
    for time in [0.0, 0.25, 0.499_999] {
        assert!(!meet_until(time)?, "{time}");
    }
    // The motion ends at 1 anyway.
    for time in [0.5, 0.75, 1.0, 7.0, f64::MAX] {
        assert!(meet_until(time)?, "{time}");
    }
    Ok(())
}

#[test]
fn points_meet_points() -> Tested {
    let at = |x: f64| Ball::new(DVec3::X * x, 0.0);
    let options = TimeOfImpactOptions::new(1e-9)?;
    let to = Motion::linear(DVec3::X)?;
    let impact = time_of_impact(&at(0.0)?, &to, &at(0.5)?, &Motion::fixed(), &options);
    assert!(impact.time().is_some_and(|time| time <= 0.5 && time > 0.5 - 1e-8), "{impact:?}");
    // At the same place from the start: they touch.
    let same = time_of_impact(&at(0.5)?, &to, &at(0.5)?, &Motion::fixed(), &options);
    assert!(matches!(same, TimeOfImpact::Hit { time: 0.0, .. }), "{same:?}");
    // At the very end.
    let last = time_of_impact(&at(0.0)?, &to, &at(1.0)?, &Motion::fixed(), &options);
    assert!(last.time().is_some_and(|time| time > 1.0 - 1e-8), "{last:?}");
    Ok(())
}

#[test]
fn planes_meet_at_once_when_one_turns() -> Tested {
    let at = |height: f64| Plane::new(Unit::new(DVec3::Z).expect("a direction"), height);
    let options = TimeOfImpactOptions::new(1e-6)?;
    let turn = Motion::fixed().with_angular_velocity(DVec3::X * 1e-9, DVec3::ZERO)?;
    let turned = time_of_impact(&at(0.0)?, &turn, &at(1.0)?, &Motion::fixed(), &options);
    // One apart: where they meet is not looked for, and the answer says so.
    assert!(matches!(turned, TimeOfImpact::Hit { time: 0.0, converged: false, .. }), "{turned:?}");
    let near = time_of_impact(&at(0.0)?, &turn, &at(1e-7)?, &Motion::fixed(), &options);
    assert!(matches!(near, TimeOfImpact::Hit { time: 0.0, converged: true, .. }), "{near:?}");
    let sinks = Motion::linear(DVec3::Z * -2.0)?;
    let impact = time_of_impact(&at(1.0)?, &sinks, &at(0.0)?, &Motion::fixed(), &options);
    assert!(impact.time().is_some_and(|time| time <= 0.5 && time > 0.499_999), "{impact:?}");
    Ok(())
}
