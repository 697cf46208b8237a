//! What the scene "Refitted bounding boxes" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn straight() -> crate::Outcome {
    use glam::DVec2;
    use impinge::bound::transform_aabb;
    use impinge::math::{Pose, Rotation};
    use impinge::prelude::*;
    use impinge::shape::{Aabb};

    let points = [DVec2::new(2.6, 0.5), DVec2::new(0.4, 0.9), DVec2::new(-2.4, -0.2), DVec2::new(-0.6, -0.8)];
    let pose = Pose {
        rotation: Rotation::<DVec2>::from_angle(0.0),
        translation: DVec2::new(-2.2, 0.8),
    };
    let tight = Aabb::from_points(points.map(|point| pose.transform_point(point)))?;
    let refitted = transform_aabb(&Aabb::from_points(points)?, &pose.into());
    let b = Aabb::new(DVec2::new(0.0, -2.2), DVec2::new(3.4, -0.8))?;
    println!("{:?} {:?}", tight.relation(&b), refitted.relation(&b));
    Ok(())
}

#[test]
fn turned() -> crate::Outcome {
    use glam::DVec2;
    use impinge::bound::{obb_aabb, transform_aabb};
    use impinge::math::{Pose, Rotation};
    use impinge::prelude::*;
    use impinge::shape::{Aabb, Obb};

    let points = [DVec2::new(2.6, 0.5), DVec2::new(0.4, 0.9), DVec2::new(-2.4, -0.2), DVec2::new(-0.6, -0.8)];
    let pose = Pose {
        rotation: Rotation::<DVec2>::from_angle(0.5236),
        translation: DVec2::new(-2.2, 0.8),
    };
    let tight = Aabb::from_points(points.map(|point| pose.transform_point(point)))?;
    let refitted = transform_aabb(&Aabb::from_points(points)?, &pose.into());
    let b = Obb::new(
        DVec2::new(1.7, -1.5),
        DVec2::new(1.7, 0.7),
        Rotation::<DVec2>::from_angle(0.5236),
    )?;
    let b = obb_aabb(&b);
    println!("{:?} {:?}", tight.relation(&b), refitted.relation(&b));
    Ok(())
}
