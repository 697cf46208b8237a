//! What the scene "Move and slide" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn ground_walks_shown() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Unit;
    use impinge::shape::{Aabb, Ball, Capsule, Hull, Shape};
    use impinge::sweep::{GroundSettings, MoveAndSlideOptions, move_and_slide};

    let floor = Aabb::new(DVec2::new(-10.0, -6.0), DVec2::new(10.0, -4.0))?;
    let slope = Hull::new(&[
        DVec2::new(1.2, -4.0),
        DVec2::new(10.0, -4.0),
        DVec2::new(10.0, -2.0),
        DVec2::new(4.6, -2.0),
    ])?;
    let step = Aabb::new(DVec2::new(-0.6, -4.0), DVec2::new(0.6, -3.6))?;
    let left = Aabb::new(DVec2::new(-10.0, -4.0), DVec2::new(-7.2, 10.0))?;
    let right = Aabb::new(DVec2::new(6.2, -2.0), DVec2::new(10.0, 10.0))?;
    let ball = Ball::new(DVec2::new(-1.0, 2.2), 0.9)?;
    let obstacles = [
        floor.shape_ref(), slope.shape_ref(), step.shape_ref(), left.shape_ref(), right.shape_ref(), ball.shape_ref(),
    ];
    let at = DVec2::new(-6.0, -1.0);
    let character = Capsule::new(at - DVec2::new(0.0, 0.5), at + DVec2::new(0.0, 0.5), 0.5)?;
    let ground = GroundSettings::new(Unit::new(DVec2::Y)?, 0.6981)?
        .with_step_height(0.5)?
        .with_snap_distance(0.5)?;
    let options = MoveAndSlideOptions::new(0.05)?.with_ground(ground);
    let end = move_and_slide(&character, DVec2::new(13.5, -4.0), &obstacles, &options);
    println!("{:?} {:?} {:?}", end.translation, end.hits(), end.remaining);
    Ok(())
}

#[test]
fn ground_slides_shown() -> crate::Outcome {
    use glam::DVec2;
    use impinge::shape::{Aabb, Ball, Capsule, Hull, Shape};
    use impinge::sweep::{MoveAndSlideOptions, move_and_slide};

    let floor = Aabb::new(DVec2::new(-10.0, -6.0), DVec2::new(10.0, -4.0))?;
    let slope = Hull::new(&[
        DVec2::new(1.2, -4.0),
        DVec2::new(10.0, -4.0),
        DVec2::new(10.0, -2.0),
        DVec2::new(4.6, -2.0),
    ])?;
    let step = Aabb::new(DVec2::new(-0.6, -4.0), DVec2::new(0.6, -3.6))?;
    let left = Aabb::new(DVec2::new(-10.0, -4.0), DVec2::new(-7.2, 10.0))?;
    let right = Aabb::new(DVec2::new(6.2, -2.0), DVec2::new(10.0, 10.0))?;
    let ball = Ball::new(DVec2::new(-1.0, 2.2), 0.9)?;
    let obstacles = [
        floor.shape_ref(), slope.shape_ref(), step.shape_ref(), left.shape_ref(), right.shape_ref(), ball.shape_ref(),
    ];
    let at = DVec2::new(-6.0, -1.0);
    let character = Capsule::new(at - DVec2::new(0.0, 0.5), at + DVec2::new(0.0, 0.5), 0.5)?;
    let options = MoveAndSlideOptions::new(0.05)?;
    let end = move_and_slide(&character, DVec2::new(13.5, -4.0), &obstacles, &options);
    println!("{:?} {:?} {:?}", end.translation, end.hits(), end.remaining);
    Ok(())
}
