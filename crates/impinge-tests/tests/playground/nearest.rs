//! What the scene "Closest points" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn a_ball_b_ball_straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::prelude::*;
    use impinge::shape::Ball;

    let a = Ball::new(DVec2::new(-3.0, -1.0), 1.4)?;
    let b = Ball::new(DVec2::new(2.5, 1.0), 1.4)?;
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}

#[test]
fn a_box_b_box_straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::prelude::*;
    use impinge::shape::Aabb;

    let a = Aabb::new(DVec2::new(-4.8, -2.0), DVec2::new(-1.2, 0.0))?;
    let b = Aabb::new(DVec2::new(0.7, 0.0), DVec2::new(4.3, 2.0))?;
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}

#[test]
fn a_box_b_box_turned() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::prelude::*;
    use impinge::shape::Obb;

    let a = Obb::new(
        DVec2::new(-3.0, -1.0),
        DVec2::new(1.8, 1.0),
        Rotation::<DVec2>::from_angle(0.5236),
    )?;
    let b = Obb::new(
        DVec2::new(2.5, 1.0),
        DVec2::new(1.8, 1.0),
        Rotation::<DVec2>::from_angle(0.5236),
    )?;
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}

#[test]
fn a_capsule_b_capsule_straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::prelude::*;
    use impinge::shape::Capsule;

    let a = Capsule::new(DVec2::new(-3.0, -2.3), DVec2::new(-3.0, 0.3), 0.7)?;
    let b = Capsule::new(DVec2::new(2.5, -0.3), DVec2::new(2.5, 2.3), 0.7)?;
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}

#[test]
fn a_capsule_b_capsule_turned() -> crate::Outcome {
    use glam::DVec2;
    use impinge::prelude::*;
    use impinge::shape::Capsule;

    let a = Capsule::new(DVec2::new(-2.35, -2.1258), DVec2::new(-3.65, 0.1258), 0.7)?;
    let b = Capsule::new(DVec2::new(3.15, -0.1258), DVec2::new(1.85, 2.1258), 0.7)?;
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}

#[test]
fn a_polygon_b_polygon_straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::{Pose, Rotation};
    use impinge::prelude::*;
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
        translation: DVec2::new(-3.0, -1.0),
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
        translation: DVec2::new(2.5, 1.0),
    });
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}

#[test]
fn a_polygon_b_polygon_turned() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::{Pose, Rotation};
    use impinge::prelude::*;
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
        translation: DVec2::new(-3.0, -1.0),
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
        translation: DVec2::new(2.5, 1.0),
    });
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}
