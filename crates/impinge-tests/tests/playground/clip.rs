//! What the scene "Segment and box" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::narrow::Clip;
    use impinge::shape::{Aabb, Segment};

    let bounds = Aabb::new(DVec2::new(-2.0, -1.0), DVec2::new(3.0, 2.0))?;
    let segment = Segment::new(DVec2::new(-6.5, -2.5), DVec2::new(5.5, 3.5))?;
    println!("{:?}", segment.slab_intervals(&bounds));
    if let Some(crossing) = segment.clip(&bounds) {
        println!("{:?} {:?}", crossing.interval, crossing.entry_face);
    }
    Ok(())
}

#[test]
fn turned() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::narrow::Clip;
    use impinge::shape::{Obb, Segment};

    let bounds = Obb::new(
        DVec2::new(0.5, 0.5),
        DVec2::new(2.5, 1.5),
        Rotation::<DVec2>::from_angle(0.5236),
    )?;
    let segment = Segment::new(DVec2::new(-6.5, -2.5), DVec2::new(5.5, 3.5))?;
    println!("{:?}", segment.slab_intervals(&bounds));
    if let Some(crossing) = segment.clip(&bounds) {
        println!("{:?} {:?}", crossing.interval, crossing.entry_face);
    }
    Ok(())
}
