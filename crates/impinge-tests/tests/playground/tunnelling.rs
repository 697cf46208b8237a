//! What the scene "Swept box and tunnelling" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn detection_frames_straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::prelude::*;
    use impinge::shape::{Aabb, Obb};

    let wall = Aabb::new(DVec2::new(0.4, -4.5), DVec2::new(0.6, 1.5))?;
    // At each frame:
    let bullet = Obb::new(DVec2::new(4.9694, 1.529), DVec2::new(0.25, 0.25), Rotation::<DVec2>::from_angle(0.0))?;
    println!("{:?}", bullet.relation(&wall));
    Ok(())
}

#[test]
fn detection_frames_turned() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::prelude::*;
    use impinge::shape::Obb;

    let wall = Obb::new(
        DVec2::new(0.5, -1.5),
        DVec2::new(0.1, 3.0),
        Rotation::<DVec2>::from_angle(0.5236),
    )?;
    // At each frame:
    let bullet = Obb::new(DVec2::new(4.9694, 1.529), DVec2::new(0.25, 0.25), Rotation::<DVec2>::from_angle(0.4619))?;
    println!("{:?}", bullet.relation(&wall));
    Ok(())
}

#[test]
fn detection_continuous_straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::shape::{Aabb, Obb};
    use impinge::sweep::{Motion, TimeOfImpactOptions, time_of_impact};

    let wall = Aabb::new(DVec2::new(0.4, -4.5), DVec2::new(0.6, 1.5))?;
    let bullet = Obb::new(DVec2::new(-6.5, -2.0), DVec2::new(0.25, 0.25), Rotation::<DVec2>::from_angle(0.0))?;
    let motion = Motion::linear(DVec2::new(13.0, 4.0))?;
    let options = TimeOfImpactOptions::new(1e-6)?;
    let impact = time_of_impact(&bullet, &motion, &wall, &Motion::fixed(), &options);
    println!("{:?}", impact.time());
    Ok(())
}

#[test]
fn detection_continuous_turned() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::shape::Obb;
    use impinge::sweep::{Motion, TimeOfImpactOptions, time_of_impact};

    let wall = Obb::new(
        DVec2::new(0.5, -1.5),
        DVec2::new(0.1, 3.0),
        Rotation::<DVec2>::from_angle(0.5236),
    )?;
    let bullet = Obb::new(DVec2::new(-6.5, -2.0), DVec2::new(0.25, 0.25), Rotation::<DVec2>::from_angle(0.0))?;
    let motion = Motion::linear(DVec2::new(13.0, 4.0))?.with_angular_velocity(0.5236, DVec2::new(-6.5, -2.0))?;
    let options = TimeOfImpactOptions::new(1e-6)?;
    let impact = time_of_impact(&bullet, &motion, &wall, &Motion::fixed(), &options);
    println!("{:?}", impact.time());
    Ok(())
}
