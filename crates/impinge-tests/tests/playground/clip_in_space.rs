//! What the scene "Segment and box in 3D" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn straight() -> crate::Outcome {
    use glam::DVec3;
    use impinge::narrow::Clip;
    use impinge::shape::{Aabb, Segment};

    let bounds = Aabb::new(DVec3::new(-2.0, -1.2, -1.6), DVec3::new(2.0, 1.2, 1.6))?;
    let segment = Segment::new(
        DVec3::new(-3.9, -2.9, 3.2),
        DVec3::new(3.6, 3.0, -3.4),
    )?;
    println!("{:?}", segment.slab_intervals(&bounds));
    if let Some(crossing) = segment.clip(&bounds) {
        println!("{:?} {:?}", crossing.interval, crossing.entry_face);
    }
    Ok(())
}

#[test]
fn turned() -> crate::Outcome {
    use glam::{DQuat, DVec3};
    use impinge::math::Rotation;
    use impinge::narrow::Clip;
    use impinge::shape::{Obb, Segment};

    let bounds = Obb::new(
        DVec3::new(0.0, 0.0, 0.0),
        DVec3::new(2.0, 1.2, 1.6),
        Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.1768, 0.3062, 0.1768, 0.9186))?,
    )?;
    let segment = Segment::new(
        DVec3::new(-3.9, -2.9, 3.2),
        DVec3::new(3.6, 3.0, -3.4),
    )?;
    println!("{:?}", segment.slab_intervals(&bounds));
    if let Some(crossing) = segment.clip(&bounds) {
        println!("{:?} {:?}", crossing.interval, crossing.entry_face);
    }
    Ok(())
}
