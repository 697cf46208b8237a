//! What the scene "Closest points in 3D" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn a_ball_b_ball_straight() -> crate::Outcome {
    use glam::DVec3;
    use impinge::prelude::*;
    use impinge::shape::Ball;

    let a = Ball::new(DVec3::new(-2.0, 0.0, 0.3), 1.3)?;
    let b = Ball::new(DVec3::new(2.1, 0.7, -0.4), 1.3)?;
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}

#[test]
fn a_box_b_box_straight() -> crate::Outcome {
    use glam::DVec3;
    use impinge::prelude::*;
    use impinge::shape::Aabb;

    let a = Aabb::new(DVec3::new(-3.5, -0.9, -0.8), DVec3::new(-0.5, 0.9, 1.4))?;
    let b = Aabb::new(DVec3::new(0.6, -0.2, -1.5), DVec3::new(3.6, 1.6, 0.7))?;
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}

#[test]
fn a_box_b_box_turned() -> crate::Outcome {
    use glam::{DQuat, DVec3};
    use impinge::math::Rotation;
    use impinge::prelude::*;
    use impinge::shape::Obb;

    let a = Obb::new(
        DVec3::new(-2.0, 0.0, 0.3),
        DVec3::new(1.5, 0.9, 1.1),
        Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.1768, 0.3062, 0.1768, 0.9186))?,
    )?;
    let b = Obb::new(
        DVec3::new(2.1, 0.7, -0.4),
        DVec3::new(1.5, 0.9, 1.1),
        Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.1768, 0.3062, 0.1768, 0.9186))?,
    )?;
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}

#[test]
fn a_capsule_b_capsule_straight() -> crate::Outcome {
    use glam::DVec3;
    use impinge::prelude::*;
    use impinge::shape::Capsule;

    let a = Capsule::new(
        DVec3::new(-2.0, -1.2, 0.3),
        DVec3::new(-2.0, 1.2, 0.3),
        0.7,
    )?;
    let b = Capsule::new(
        DVec3::new(2.1, -0.5, -0.4),
        DVec3::new(2.1, 1.9, -0.4),
        0.7,
    )?;
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}

#[test]
fn a_capsule_b_capsule_turned() -> crate::Outcome {
    use glam::DVec3;
    use impinge::prelude::*;
    use impinge::shape::Capsule;

    let a = Capsule::new(
        DVec3::new(-1.7402, -1.05, -0.2197),
        DVec3::new(-2.2598, 1.05, 0.8197),
        0.7,
    )?;
    let b = Capsule::new(
        DVec3::new(2.3598, -0.35, -0.9197),
        DVec3::new(1.8402, 1.75, 0.1197),
        0.7,
    )?;
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}

#[test]
fn a_hull_b_hull_straight() -> crate::Outcome {
    use glam::DVec3;
    use impinge::math::{Pose, Rotation};
    use impinge::prelude::*;
    use impinge::shape::Hull;

    let a = Hull::new(&[
        DVec3::new(1.5, 0.0, 0.2),
        DVec3::new(0.7, 0.3, 1.3),
        DVec3::new(-0.8, -0.1, 1.2),
        DVec3::new(-1.4, 0.2, 0.0),
        DVec3::new(-0.6, -0.2, -1.3),
        DVec3::new(0.9, 0.1, -1.1),
        DVec3::new(0.1, 1.5, 0.2),
        DVec3::new(0.0, -1.2, -0.1),
    ])?;
    let a = a.at(&Pose {
        rotation: Rotation::identity(),
        translation: DVec3::new(-2.0, 0.0, 0.3),
    });
    let b = Hull::new(&[
        DVec3::new(1.5, 0.0, 0.2),
        DVec3::new(0.7, 0.3, 1.3),
        DVec3::new(-0.8, -0.1, 1.2),
        DVec3::new(-1.4, 0.2, 0.0),
        DVec3::new(-0.6, -0.2, -1.3),
        DVec3::new(0.9, 0.1, -1.1),
        DVec3::new(0.1, 1.5, 0.2),
        DVec3::new(0.0, -1.2, -0.1),
    ])?;
    let b = b.at(&Pose {
        rotation: Rotation::identity(),
        translation: DVec3::new(2.1, 0.7, -0.4),
    });
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}

#[test]
fn a_hull_b_hull_turned() -> crate::Outcome {
    use glam::{DQuat, DVec3};
    use impinge::math::{Pose, Rotation};
    use impinge::prelude::*;
    use impinge::shape::Hull;

    let a = Hull::new(&[
        DVec3::new(1.5, 0.0, 0.2),
        DVec3::new(0.7, 0.3, 1.3),
        DVec3::new(-0.8, -0.1, 1.2),
        DVec3::new(-1.4, 0.2, 0.0),
        DVec3::new(-0.6, -0.2, -1.3),
        DVec3::new(0.9, 0.1, -1.1),
        DVec3::new(0.1, 1.5, 0.2),
        DVec3::new(0.0, -1.2, -0.1),
    ])?;
    let a = a.at(&Pose {
        rotation: Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.1768, 0.3062, 0.1768, 0.9186))?,
        translation: DVec3::new(-2.0, 0.0, 0.3),
    });
    let b = Hull::new(&[
        DVec3::new(1.5, 0.0, 0.2),
        DVec3::new(0.7, 0.3, 1.3),
        DVec3::new(-0.8, -0.1, 1.2),
        DVec3::new(-1.4, 0.2, 0.0),
        DVec3::new(-0.6, -0.2, -1.3),
        DVec3::new(0.9, 0.1, -1.1),
        DVec3::new(0.1, 1.5, 0.2),
        DVec3::new(0.0, -1.2, -0.1),
    ])?;
    let b = b.at(&Pose {
        rotation: Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.1768, 0.3062, 0.1768, 0.9186))?,
        translation: DVec3::new(2.1, 0.7, -0.4),
    });
    let contact = a.closest_points(&b); // its distance is below 0 where they overlap
    println!("{} {} {}", contact.distance, contact.point_a, contact.point_b);
    Ok(())
}
