//! Shapes without an end that move: they are stopped by what would be stopped by them.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, Compound};
use impinge::math::{Pose, Scalar, Unit};
use impinge::shape::{Aabb, Ball, Capsule, HalfSpace, Plane, Ray};
use impinge::sweep::{MoveAndSlideOptions, cast_shape, move_and_slide};

use super::Tested;
use crate::sample::{Random, Turn};

fn stopped_alike<V: Turn>() -> Tested {
    let mut random = Random::new(8);
    let mut stops = 0;
    for round in 0..300 {
        let toward = Unit::new(random.vector::<V>(1.0) + V::from_f64([1.5, 0.0, 0.0]))?;
        let below = HalfSpace::new(toward, V::Scalar::from_f64(-2.0))?;
        let endless: [AnyShape<V>; 4] = [
            below.into(),
            Plane::new(toward, V::Scalar::from_f64(-2.0))?.into(),
            Ray::new(
                toward.get() * V::Scalar::from_f64(-2.0),
                Unit::new(random.vector::<V>(1.0) + V::from_f64([0.0, 2.0, 0.0]))?,
            )?
            .into(),
            Compound::new([(below.into(), Pose::from_translation(random.vector(0.1)))])?.into(),
        ];
        let at = random.vector::<V>(0.5);
        let half = V::Scalar::from_f64(0.3);
        let bounded: [AnyShape<V>; 3] = [
            Ball::new(at, half)?.into(),
            Aabb::new(at - V::splat(half), at + V::splat(half))?.into(),
            Capsule::new(at, random.vector(0.5), half)?.into(),
        ];
        let motion = toward.get() * V::Scalar::from_f64(4.0) + random.vector(1.0);
        let skin = V::Scalar::from_f64(0.01);
        for (i, endless) in endless.iter().enumerate() {
            for (j, other) in bounded.iter().enumerate() {
                let forth = cast_shape(endless, motion, other, skin).map(|hit| hit.time.into());
                let back = cast_shape(other, -motion, endless, skin).map(|hit| hit.time.into());
                // Both are early by no more than they may be.
                let are_alike = match (forth, back) {
                    (Some::<f64>(forth), Some::<f64>(back)) => (forth - back).abs() < 1e-4,
                    (None, None) => true,
                    _ => false,
                };
                assert!(are_alike, "{round}: {i} at {j}: {forth:?} and {back:?}");
                stops += usize::from(forth.is_some());
            }
        }
    }
    assert!(stops > 1500, "{stops}");
    Ok(())
}

#[test]
fn who_has_no_end_is_stopped_as_well() -> Tested {
    stopped_alike::<Vec2>()?;
    stopped_alike::<DVec2>()?;
    stopped_alike::<Vec3>()?;
    stopped_alike::<DVec3>()
}

#[test]
fn a_rising_ground_stops_below_what_is_in_its_way() -> Tested {
    let ground = HalfSpace::new(Unit::new(Vec3::Z)?, -0.5)?;
    let bar = Capsule::new(Vec3::new(-1.0, 0.0, 0.5), Vec3::new(1.0, 0.0, 0.5), 0.5)?;
    let hit = cast_shape(&ground, Vec3::Z * 1.5, &bar, 0.01).ok_or("the bar is in its way")?;
    assert!((hit.time - 0.49 / 1.5).abs() < 1e-4 && hit.normal.get() == Vec3::NEG_Z, "{hit:?}");
    let end = move_and_slide(&ground, Vec3::new(1.0, 0.0, 1.5), &bar, &MoveAndSlideOptions::new(0.01)?);
    assert!((end.translation - Vec3::new(1.0, 0.0, 0.49)).length() < 1e-3, "{end:?}");
    Ok(())
}
