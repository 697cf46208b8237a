//! What the scene "GJK and EPA, step by step" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn a_ball_b_ball_straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::narrow::trace::gjk_trace;
    use impinge::shape::Ball;

    let a = Ball::new(DVec2::new(-2.6, -1.0), 1.4)?;
    let b = Ball::new(DVec2::new(2.0, 1.4), 1.4)?;
    let trace = gjk_trace(&a, &b).ok_or("both are convex")?;
    for step in &trace.gjk {
        println!("{} {} {:?}", step.nearest, step.lower_bound, step.upper_bound);
    }
    for step in &trace.epa {
        println!("{} {}", step.lower_bound, step.upper_bound);
    }
    println!("{} within {:?}", trace.distance, trace.radii);
    Ok(())
}

#[test]
fn a_box_b_box_straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::narrow::trace::gjk_trace;
    use impinge::shape::Aabb;

    let a = Aabb::new(DVec2::new(-4.4, -2.0), DVec2::new(-0.8, 0.0))?;
    let b = Aabb::new(DVec2::new(0.2, 0.4), DVec2::new(3.8, 2.4))?;
    let trace = gjk_trace(&a, &b).ok_or("both are convex")?;
    for step in &trace.gjk {
        println!("{} {} {:?}", step.nearest, step.lower_bound, step.upper_bound);
    }
    for step in &trace.epa {
        println!("{} {}", step.lower_bound, step.upper_bound);
    }
    println!("{} within {:?}", trace.distance, trace.radii);
    Ok(())
}

#[test]
fn a_box_b_box_turned() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::narrow::trace::gjk_trace;
    use impinge::shape::Obb;

    let a = Obb::new(
        DVec2::new(-2.6, -1.0),
        DVec2::new(1.8, 1.0),
        Rotation::<DVec2>::from_angle(0.5236),
    )?;
    let b = Obb::new(
        DVec2::new(2.0, 1.4),
        DVec2::new(1.8, 1.0),
        Rotation::<DVec2>::from_angle(0.5236),
    )?;
    let trace = gjk_trace(&a, &b).ok_or("both are convex")?;
    for step in &trace.gjk {
        println!("{} {} {:?}", step.nearest, step.lower_bound, step.upper_bound);
    }
    for step in &trace.epa {
        println!("{} {}", step.lower_bound, step.upper_bound);
    }
    println!("{} within {:?}", trace.distance, trace.radii);
    Ok(())
}

#[test]
fn a_capsule_b_capsule_straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::narrow::trace::gjk_trace;
    use impinge::shape::Capsule;

    let a = Capsule::new(DVec2::new(-2.6, -2.3), DVec2::new(-2.6, 0.3), 0.7)?;
    let b = Capsule::new(DVec2::new(2.0, 0.1), DVec2::new(2.0, 2.7), 0.7)?;
    let trace = gjk_trace(&a, &b).ok_or("both are convex")?;
    for step in &trace.gjk {
        println!("{} {} {:?}", step.nearest, step.lower_bound, step.upper_bound);
    }
    for step in &trace.epa {
        println!("{} {}", step.lower_bound, step.upper_bound);
    }
    println!("{} within {:?}", trace.distance, trace.radii);
    Ok(())
}

#[test]
fn a_capsule_b_capsule_turned() -> crate::Outcome {
    use glam::DVec2;
    use impinge::narrow::trace::gjk_trace;
    use impinge::shape::Capsule;

    let a = Capsule::new(DVec2::new(-1.95, -2.1258), DVec2::new(-3.25, 0.1258), 0.7)?;
    let b = Capsule::new(DVec2::new(2.65, 0.2742), DVec2::new(1.35, 2.5258), 0.7)?;
    let trace = gjk_trace(&a, &b).ok_or("both are convex")?;
    for step in &trace.gjk {
        println!("{} {} {:?}", step.nearest, step.lower_bound, step.upper_bound);
    }
    for step in &trace.epa {
        println!("{} {}", step.lower_bound, step.upper_bound);
    }
    println!("{} within {:?}", trace.distance, trace.radii);
    Ok(())
}

#[test]
fn a_polygon_b_polygon_straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::{Pose, Rotation};
    use impinge::narrow::trace::gjk_trace;
    use impinge::shape::Hull;

    let a = Hull::new(&[
        DVec2::new(1.6, -0.2),
        DVec2::new(0.6, 1.3),
        DVec2::new(-1.0, 1.1),
        DVec2::new(-1.5, -0.4),
        DVec2::new(0.1, -1.4),
    ])?;
    let a = a.at(&Pose {
        rotation: Rotation::<DVec2>::from_angle(0.0),
        translation: DVec2::new(-2.6, -1.0),
    });
    let b = Hull::new(&[
        DVec2::new(1.6, -0.2),
        DVec2::new(0.6, 1.3),
        DVec2::new(-1.0, 1.1),
        DVec2::new(-1.5, -0.4),
        DVec2::new(0.1, -1.4),
    ])?;
    let b = b.at(&Pose {
        rotation: Rotation::<DVec2>::from_angle(0.0),
        translation: DVec2::new(2.0, 1.4),
    });
    let trace = gjk_trace(&a, &b).ok_or("both are convex")?;
    for step in &trace.gjk {
        println!("{} {} {:?}", step.nearest, step.lower_bound, step.upper_bound);
    }
    for step in &trace.epa {
        println!("{} {}", step.lower_bound, step.upper_bound);
    }
    println!("{} within {:?}", trace.distance, trace.radii);
    Ok(())
}

#[test]
fn a_polygon_b_polygon_turned() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::{Pose, Rotation};
    use impinge::narrow::trace::gjk_trace;
    use impinge::shape::Hull;

    let a = Hull::new(&[
        DVec2::new(1.6, -0.2),
        DVec2::new(0.6, 1.3),
        DVec2::new(-1.0, 1.1),
        DVec2::new(-1.5, -0.4),
        DVec2::new(0.1, -1.4),
    ])?;
    let a = a.at(&Pose {
        rotation: Rotation::<DVec2>::from_angle(0.5236),
        translation: DVec2::new(-2.6, -1.0),
    });
    let b = Hull::new(&[
        DVec2::new(1.6, -0.2),
        DVec2::new(0.6, 1.3),
        DVec2::new(-1.0, 1.1),
        DVec2::new(-1.5, -0.4),
        DVec2::new(0.1, -1.4),
    ])?;
    let b = b.at(&Pose {
        rotation: Rotation::<DVec2>::from_angle(0.5236),
        translation: DVec2::new(2.0, 1.4),
    });
    let trace = gjk_trace(&a, &b).ok_or("both are convex")?;
    for step in &trace.gjk {
        println!("{} {} {:?}", step.nearest, step.lower_bound, step.upper_bound);
    }
    for step in &trace.epa {
        println!("{} {}", step.lower_bound, step.upper_bound);
    }
    println!("{} within {:?}", trace.distance, trace.radii);
    Ok(())
}
