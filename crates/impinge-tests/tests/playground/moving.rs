//! What the scene "Separating axes of two polygons" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::{Pose, Rotation};
    use impinge::narrow::sat::swept_all_axes;
    use impinge::shape::Hull;

    let a = Hull::new(&[
        DVec2::new(1.4, -0.9),
        DVec2::new(0.0, 1.5),
        DVec2::new(-1.4, -0.9),
    ])?;
    let a = a.at(&Pose {
        rotation: Rotation::<DVec2>::from_angle(0.0),
        translation: DVec2::new(-3.5, 0.5),
    });
    let b = Hull::new(&[
        DVec2::new(1.5, -1.1),
        DVec2::new(1.2, 1.2),
        DVec2::new(-1.3, 0.9),
        DVec2::new(-1.6, -1.2),
    ])?;
    let b = b.at(&Pose {
        rotation: Rotation::<DVec2>::from_angle(0.0),
        translation: DVec2::new(2.5, 0.5),
    });
    let step = swept_all_axes(&a, &b, DVec2::new(2.0, -0.5), |axis| println!("{axis:?}"));
    println!("{} {} {:?}", step.is_overlapping(), step.will_hit(), step.translation());
    Ok(())
}

#[test]
fn turned() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::{Pose, Rotation};
    use impinge::narrow::sat::swept_all_axes;
    use impinge::shape::Hull;

    let a = Hull::new(&[
        DVec2::new(1.4, -0.9),
        DVec2::new(0.0, 1.5),
        DVec2::new(-1.4, -0.9),
    ])?;
    let a = a.at(&Pose {
        rotation: Rotation::<DVec2>::from_angle(0.5236),
        translation: DVec2::new(-3.5, 0.5),
    });
    let b = Hull::new(&[
        DVec2::new(1.5, -1.1),
        DVec2::new(1.2, 1.2),
        DVec2::new(-1.3, 0.9),
        DVec2::new(-1.6, -1.2),
    ])?;
    let b = b.at(&Pose {
        rotation: Rotation::<DVec2>::from_angle(0.5236),
        translation: DVec2::new(2.5, 0.5),
    });
    let step = swept_all_axes(&a, &b, DVec2::new(2.0, -0.5), |axis| println!("{axis:?}"));
    println!("{} {} {:?}", step.is_overlapping(), step.will_hit(), step.translation());
    Ok(())
}
