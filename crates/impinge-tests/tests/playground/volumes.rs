//! What the scene "Bounding volumes" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn shown_all_straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::bound::fit;
    use impinge::math::{Pose, Rotation};

    let pose = Pose {
        rotation: Rotation::<DVec2>::from_angle(0.0),
        translation: DVec2::new(0.0, 0.0),
    };
    let points = [
        DVec2::new(2.6, 0.3),
        DVec2::new(1.0, 1.2),
        DVec2::new(-1.2, 0.7),
        DVec2::new(-2.8, -0.9),
        DVec2::new(0.4, -0.9),
    ];
    let fits = fit(&points.map(|point| pose.transform_point(point)))?;
    for fit in fits.candidates() {
        println!("{:?} {} {:?}", fit.shape(), fit.volume(), fit.tightness());
    }
    println!("{:?}", fits.tightest().shape());
    Ok(())
}

#[test]
fn shown_all_turned() -> crate::Outcome {
    use glam::DVec2;
    use impinge::bound::fit;
    use impinge::math::{Pose, Rotation};

    let pose = Pose {
        rotation: Rotation::<DVec2>::from_angle(0.5236),
        translation: DVec2::new(0.0, 0.0),
    };
    let points = [
        DVec2::new(2.6, 0.3),
        DVec2::new(1.0, 1.2),
        DVec2::new(-1.2, 0.7),
        DVec2::new(-2.8, -0.9),
        DVec2::new(0.4, -0.9),
    ];
    let fits = fit(&points.map(|point| pose.transform_point(point)))?;
    for fit in fits.candidates() {
        println!("{:?} {} {:?}", fit.shape(), fit.volume(), fit.tightness());
    }
    println!("{:?}", fits.tightest().shape());
    Ok(())
}
