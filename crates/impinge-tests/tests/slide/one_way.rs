//! Platforms that are jumped on from below.

use glam::{DVec2, DVec3, Vec2};
use impinge::compound::{Polyline, SurfaceMesh};
use impinge::math::Unit;
use impinge::shape::{Ball, Capsule, Mesh, Segment, ShapeError};
use impinge::sweep::{GroundSettings, MoveAndSlideOptions, OneWay, cast_shape, move_and_slide};
use impinge::world::{Collider, CollisionWorld};

use crate::sample::Random;

type Tested = Result<(), Box<dyn std::error::Error>>;

fn options() -> Result<MoveAndSlideOptions<DVec2>, ShapeError> {
    let ground = GroundSettings::new(Unit::new(DVec2::Y)?, 0.8)?;
    Ok(MoveAndSlideOptions::new(0.01)?.with_ground(ground))
}

/// Its feet are at a place.
fn player(at: DVec2) -> Result<Capsule<DVec2>, ShapeError> {
    Capsule::new(at + DVec2::Y * 0.5, at + DVec2::Y * 1.5, 0.5)
}

/// From right to left: its front looks up.
fn platform() -> Result<Segment<DVec2>, ShapeError> {
    Segment::new(DVec2::new(3.0, 0.0), DVec2::new(-3.0, 0.0))
}

#[test]
fn a_jump_from_below_ends_on_top() -> Tested {
    let (options, platform) = (options()?, platform()?);
    let mut at = DVec2::new(0.0, -3.0);
    let mut velocity = 0.9;
    let mut highest = at.y;
    for _ in 0..60 {
        let slid = move_and_slide(&player(at)?, DVec2::new(0.01, velocity), &OneWay(&platform), &options);
        assert!(velocity < 0.0 || slid.hits().is_empty(), "stopped on the way up, at {at}");
        at += slid.translation;
        highest = highest.max(at.y);
        velocity = if slid.ground().is_some() { -0.05 } else { velocity - 0.1 };
    }
    assert!(highest > 0.5 && (0.005..0.02).contains(&at.y), "{at}, {highest}");
    Ok(())
}

#[test]
fn a_jump_that_is_too_low_falls_back() -> Tested {
    let (options, platform) = (options()?, platform()?);
    let mut at = DVec2::new(0.0, -3.0);
    let mut velocity = 0.7;
    for _ in 0..40 {
        let slid = move_and_slide(&player(at)?, DVec2::Y * velocity, &OneWay(&platform), &options);
        assert!(slid.hits().is_empty() && slid.translation == DVec2::Y * velocity, "{slid:?}");
        (at, velocity) = (at + slid.translation, velocity - 0.1);
    }
    // It was half way through.
    assert!(at.y < -20.0);
    Ok(())
}

#[test]
fn whoever_comes_from_the_side_passes() -> Tested {
    let (options, platform) = (options()?, platform()?);
    let side = player(DVec2::new(-9.0, -1.0))?;
    let slid = move_and_slide(&side, DVec2::X * 18.0, &OneWay(&platform), &options);
    assert_eq!((slid.hits().len(), slid.translation), (0, DVec2::X * 18.0));
    // Not so if it has two sides.
    assert!(move_and_slide(&side, DVec2::X * 18.0, &platform, &options).translation.x < 6.0);
    Ok(())
}

#[test]
fn a_face_holds_in_space_as_it_does_in_the_plane() -> Tested {
    let corners = [DVec3::new(-5.0, 0.0, -5.0), DVec3::new(0.0, 0.0, 5.0), DVec3::new(5.0, 0.0, -5.0)];
    let sheet = SurfaceMesh::new(Mesh::new(corners.to_vec(), vec![[0, 1, 2]])?);
    let options = MoveAndSlideOptions::new(0.01)?;
    let end = |height: f64, fall: f64| {
        let ball = Ball::new(DVec3::Y * height, 1.0)?;
        let cast = cast_shape(&ball, DVec3::Y * fall, &OneWay(&sheet), 0.01).map_or(1.0, |hit| hit.time);
        let slid = move_and_slide(&ball, DVec3::Y * fall, &OneWay(&sheet), &options);
        Ok::<_, ShapeError>((height + fall * cast, height + slid.translation.y))
    };
    for (from, fall, to) in
        [(3.0, -6.0, 1.01), (-3.0, 6.0, 3.0), (-3.0, -6.0, -9.0), (0.5, -3.0, -2.5), (0.995, -1.0, 1.01)]
    {
        let (cast, slid) = end(from, fall)?;
        assert!((slid - to).abs() < 1e-4, "from {from} by {fall} to {slid}, not {to}");
        // Only a slide is pushed back to its skin.
        assert!((cast - to).abs() < 0.021, "from {from} by {fall} to {cast}, not {to}");
    }
    Ok(())
}

/// Ground that nothing can be under is the same with one side as with two.
#[test]
fn from_the_front_it_is_as_any_ground() -> Tested {
    let mut random = Random::new(77);
    let options = options()?;
    let mut stops = 0;
    for _ in 0..40 {
        // From right to left, with slopes of up to 45°.
        let mut height = 0.0;
        let hills: Vec<DVec2> = (0..40)
            .map(|i| {
                height += random.signed();
                DVec2::new(20.0 - f64::from(i), height)
            })
            .collect();
        let ground = Polyline::new_open(hills)?;
        let mut at = DVec2::new(random.signed() * 8.0, 60.0);
        at += move_and_slide(&player(at)?, DVec2::Y * -120.0, &ground, &options).translation;
        for _ in 0..30 {
            let motion = DVec2::new(random.signed(), 0.3 * random.signed() - 0.3);
            let both = move_and_slide(&player(at)?, motion, &ground, &options);
            let one = move_and_slide(&player(at)?, motion, &OneWay(&ground), &options);
            assert!((both.translation - one.translation).length() < 1e-6, "{both:?}, with one side {one:?}");
            stops += one.hits().len();
            at += one.translation;
            at.x = at.x.clamp(-12.0, 12.0);
        }
    }
    assert!(stops > 500, "{stops}");
    Ok(())
}

#[test]
fn in_a_world_some_objects_have_one_side() -> Tested {
    let mut world = CollisionWorld::<Vec2>::new();
    let platform = Segment::new(Vec2::new(3.0, 0.0), Vec2::new(-3.0, 0.0))?;
    world.add(Collider::new(platform).with_position(DVec2::Y * 5.0)?.fixed().one_way())?;
    world.add(Collider::new(platform).fixed())?;
    let ball = world.add(Collider::new(Ball::new(Vec2::ZERO, 1.0)?).with_position(DVec2::Y * 1.01)?)?;
    let options = MoveAndSlideOptions::new(0.01)?;
    let height = |world: &CollisionWorld<Vec2>| world.get(ball).map(|object| object.position().y);
    world.move_and_slide(ball, Vec2::Y * 9.0, &options)?;
    assert_eq!(height(&world)?, f64::from(1.01_f32 + 9.0).min(10.01));
    world.move_and_slide(ball, Vec2::Y * -20.0, &options)?;
    assert!((height(&world)? - 6.01).abs() < 0.001, "{}", height(&world)?);
    // It is one of those things that a world remembers.
    let stored = serde_json::to_string(&world.snapshot()?)?;
    let restored: impinge::world::Snapshot = serde_json::from_str(&stored)?;
    let mut again: CollisionWorld<Vec2> = restored.restore()?;
    world.move_and_slide(ball, Vec2::Y * -0.5, &options)?;
    again.move_and_slide(ball, Vec2::Y * -0.5, &options)?;
    assert_eq!(height(&again)?, height(&world)?);
    assert!(again.colliders().any(|(_, object)| object.is_one_way()));
    Ok(())
}
