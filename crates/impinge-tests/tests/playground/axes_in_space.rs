//! What the scene "Separating axes of two boxes" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn axis_telling_straight() -> crate::Outcome {
    use glam::DVec3;
    use impinge::narrow::sat::swept_all_axes;
    use impinge::shape::Aabb;

    let a = Aabb::new(DVec3::new(-3.6, 0.0, -0.4), DVec3::new(-0.6, 1.8, 1.0))?;
    let b = Aabb::new(DVec3::new(0.6, -0.1, -1.2), DVec3::new(2.6, 2.5, 0.8))?;
    let step = swept_all_axes(&a, &b, DVec3::ZERO, |axis| println!("{axis:?}"));
    println!("{} {:?}", step.is_overlapping(), step.translation());
    Ok(())
}

#[test]
fn axis_telling_turned() -> crate::Outcome {
    use glam::{DQuat, DVec3};
    use impinge::math::Rotation;
    use impinge::narrow::sat::swept_all_axes;
    use impinge::shape::Obb;

    let a = Obb::new(
        DVec3::new(-2.1, 0.9, 0.3),
        DVec3::new(1.5, 0.9, 0.7),
        Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.1768, 0.3062, 0.1768, 0.9186))?,
    )?;
    let b = Obb::new(
        DVec3::new(1.6, 1.2, -0.2),
        DVec3::new(1.0, 1.3, 1.0),
        Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.1768, 0.3062, 0.1768, 0.9186))?,
    )?;
    let step = swept_all_axes(&a, &b, DVec3::ZERO, |axis| println!("{axis:?}"));
    println!("{} {:?}", step.is_overlapping(), step.translation());
    Ok(())
}
