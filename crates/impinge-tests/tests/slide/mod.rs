//! Move and slide: never through a wall, never nearer than half the skin, at rest in corners, not caught on
//! inner edges.

mod along;
mod endless;
mod internal_edges;
mod levels;
mod meshes;
mod one_way;
mod space;
mod steps;
mod walking;
mod walking_in_space;

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{Compound, HeightField};
use impinge::math::{Pose, Unit};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Capsule, HalfSpace};
use impinge::sweep::{MoveAndSlideOptions, cast_shape, move_and_slide};

type Tested = Result<(), Box<dyn std::error::Error>>;

fn capsule(at: DVec2) -> Result<Capsule<DVec2>, impinge::shape::ShapeError> {
    Capsule::new(at, at + DVec2::Y, 0.5)
}

/// Two half-planes that meet in the origin, open towards +x, with so much between them, in radians.
fn wedge(angle: f64) -> Result<[HalfSpace<DVec2>; 2], impinge::shape::ShapeError> {
    let (sine, cosine) = (0.5 * angle).sin_cos();
    // Solid behind their normals, which look into the wedge.
    let side = |y: f64| HalfSpace::new(Unit::new(DVec2::new(sine, y))?, 0.0);
    Ok([side(-cosine)?, side(cosine)?])
}

#[test]
fn pushed_into_a_wedge_it_rests() -> Tested {
    let options = MoveAndSlideOptions::new(0.01)?;
    let mut random = crate::sample::Random::new(5);
    for angle in [2.5, 1.57, 0.5, 0.1, 0.02] {
        let walls = wedge(angle)?;
        let ball = Ball::new(DVec2::ZERO, 0.5)?;
        let start = DVec2::new(0.6 / (0.5 * angle).sin(), 0.0);
        let mut at = start;
        let mut rest = None;
        for step in 0..1000 {
            // Now more, now less, and not straight into it.
            let motion = DVec2::new(-0.3 - 0.2 * random.signed(), 0.01 * angle * random.signed());
            let moved = Ball::new(at, ball.radius())?;
            let end = move_and_slide(&moved, motion, walls.as_slice(), &options);
            at += end.translation;
            let gap = walls
                .iter()
                .map(|wall| wall.distance(&Ball::new(at, 0.5).expect("finite")))
                .fold(9.0, f64::min);
            assert!(gap >= 0.0049, "{gap} in step {step} at angle {angle}");
            if step == 300 {
                rest = Some(at);
            }
            if let Some(rest) = rest {
                assert!(
                    (at - rest).length() < 0.01,
                    "{} in step {step} at angle {angle}",
                    (at - rest).length()
                );
            }
        }
        // As far in as the skin lets it, not caught before.
        let expected = 0.51 / (0.5 * angle).sin();
        assert!(
            (at.x - expected).abs() < 0.01 / (0.5 * angle).sin(),
            "{} instead of {expected} at {angle}",
            at.x
        );
    }
    Ok(())
}

#[test]
fn pushed_into_a_corner_of_space_it_rests() -> Tested {
    let options = MoveAndSlideOptions::new(0.01)?;
    let walls = [
        Aabb::new(Vec3::new(-9.0, -1.0, -9.0), Vec3::new(9.0, 0.0, 9.0))?,
        Aabb::new(Vec3::new(2.0, -1.0, -9.0), Vec3::new(3.0, 9.0, 9.0))?,
        Aabb::new(Vec3::new(-9.0, -1.0, 2.0), Vec3::new(9.0, 9.0, 3.0))?,
    ];
    let mut at = Vec3::new(0.0, 1.0, 0.0);
    let mut rest = None;
    for step in 0..1000 {
        let player = Capsule::new(at, at + Vec3::Y, 0.5)?;
        let end = move_and_slide(&player, Vec3::new(0.1, -0.07, 0.13), walls.as_slice(), &options);
        at += end.translation;
        if step == 60 {
            rest = Some(at);
        }
        if let Some(rest) = rest {
            assert!((at - rest).length() <= 1e-4, "{at} in step {step} instead of {rest}");
            assert_eq!(end.hits().len(), 3);
        }
    }
    assert!((at - Vec3::new(1.49, 0.51, 1.49)).length() < 0.003, "{at}");
    Ok(())
}

#[test]
fn inner_edges_of_a_flat_floor_stop_nobody() -> Tested {
    let options = MoveAndSlideOptions::new(0.01)?;
    let tile = Aabb::new(Vec2::new(0.0, -0.25), Vec2::new(0.25, 0.0))?;
    let tiles =
        (0..400).map(|i| (tile.into(), Pose::from_translation(Vec2::new(0.25 * i as f32 - 50.0, 0.0))));
    let floor = Compound::new(tiles)?;
    let body = Aabb::new(Vec2::new(-0.3, 0.0), Vec2::new(0.4, 1.0))?;
    let mut at = Vec2::new(-40.0, 0.3);
    let mut landed: Option<f32> = None;
    for step in 0..500 {
        let round = Capsule::new(at + Vec2::Y * 0.5, at + Vec2::Y, 0.5)?;
        let square = Aabb::new(body.min() + at, body.max() + at)?;
        let motion = Vec2::new(0.137, -0.2);
        let end = match step % 2 {
            0 => move_and_slide(&round, motion, &floor, &options),
            _ => move_and_slide(&square, motion, &floor, &options),
        };
        at += end.translation;
        if let Some(height) = landed {
            // Within a tenth of the skin: a corner that lies hardly behind the face of the next tile may pass
            // for it.
            let off = (end.translation.x - motion.x).abs().max((at.y - height).abs());
            assert!(off < 0.001, "{} to {at} in step {step}", end.translation);
        }
        if step == 9 {
            landed = Some(at.y);
        }
    }
    assert!(at.x > 25.0 && (at.y - 0.01).abs() < 0.001, "{at}");
    Ok(())
}

#[test]
fn inner_edges_of_flat_ground_of_triangles_stop_nobody() -> Tested {
    let options = MoveAndSlideOptions::new(0.01)?;
    let ground = HeightField::<Vec3>::new(vec![0.0; 60 * 60], 60, [0.3, 0.3])?;
    let mut at = Vec3::new(2.0, 0.8, 2.0);
    for step in 0..200 {
        let player = Capsule::new(at, at + Vec3::Y, 0.5)?;
        let motion = Vec3::new(0.061, -0.1, 0.047);
        let end = move_and_slide(&player, motion, &ground, &options);
        at += end.translation;
        if step > 9 {
            assert!((at.y - 0.51).abs() < 0.001, "{at} in step {step}");
            assert!((end.translation - Vec3::new(0.061, 0.0, 0.047)).length() < 1e-4, "{}", end.translation);
        }
    }
    Ok(())
}

#[test]
fn motions_without_a_meaning_are_none() -> Tested {
    let options = MoveAndSlideOptions::new(0.01)?;
    let wall = Aabb::new(Vec2::new(2.0, -9.0), Vec2::new(3.0, 9.0))?;
    let ball = Ball::new(Vec2::ZERO, 1.0)?;
    for motion in [Vec2::ZERO, Vec2::NAN, Vec2::new(f32::INFINITY, 0.0), Vec2::new(1.0, f32::NAN)] {
        let end = move_and_slide(&ball, motion, &wall, &options);
        assert_eq!((end.translation, end.hits().len(), end.remaining), (Vec2::ZERO, 0, Vec2::ZERO));
        assert!(cast_shape(&ball, motion, &wall, 0.01).is_none());
    }
    for skin in [f32::NAN, f32::INFINITY, -1.0] {
        assert!(MoveAndSlideOptions::<Vec2>::new(skin).is_err());
        let hit = cast_shape(&ball, Vec2::X * 9.0, &wall, skin);
        assert!(hit.is_some_and(|hit| hit.time.is_finite()), "{hit:?}");
    }
    // Thin walls, enormous motions.
    let sheet = Aabb::new(Vec2::new(2.0, -1e30), Vec2::new(2.0, 1e30))?;
    let end = move_and_slide(&ball, Vec2::new(f32::MAX, 0.0), &sheet, &options);
    assert!((end.translation - Vec2::new(0.99, 0.0)).length() < 0.001, "{end:?}");
    let end = move_and_slide(
        &Ball::new(DVec3::ZERO, 1.0)?,
        DVec3::splat(f64::MAX),
        &Ball::new(DVec3::X * 9.0, 1.0)?,
        &MoveAndSlideOptions::new(0.0)?,
    );
    assert!(end.translation.is_finite() && end.remaining.is_finite());
    Ok(())
}

/// Of a half-space that faces another one nothing leads out, of enormous boxes nothing that floats could
/// tell.
#[test]
fn where_no_way_leads_out_it_stays() -> Tested {
    let options = MoveAndSlideOptions::new(0.01)?;
    let floor = HalfSpace::new(Unit::new(Vec2::Y)?, 0.0)?;
    let askew = HalfSpace::new(Unit::new(Vec2::new(1.0, 1.0))?, 0.0)?;
    let end = move_and_slide(&floor, Vec2::X, &askew, &options);
    assert_eq!((end.translation, end.remaining), (Vec2::ZERO, Vec2::X), "{end:?}");
    let huge = Aabb::new(DVec2::splat(-1e300), DVec2::splat(1e300))?;
    let end = move_and_slide(&huge, DVec2::X, &huge, &MoveAndSlideOptions::new(0.01)?);
    assert!(end.translation.is_finite() && end.remaining.is_finite(), "{end:?}");
    Ok(())
}

#[test]
fn pushed_out_of_what_it_is_in() -> Tested {
    let options = MoveAndSlideOptions::new(0.01)?;
    let walls = [
        Aabb::new(DVec2::new(-9.0, -1.0), DVec2::new(9.0, 0.0))?,
        Aabb::new(DVec2::new(3.0, -1.0), DVec2::new(4.0, 9.0))?,
    ];
    // In both of them, moved by nothing.
    let inside = capsule(DVec2::new(2.8, 0.4))?;
    let end = move_and_slide(&inside, DVec2::ZERO, walls.as_slice(), &options);
    assert!((end.translation - DVec2::new(-0.31, 0.11)).length() < 0.002, "{end:?}");
    assert_eq!(end.depth, 0.0);
    // Not asked to, it stays, and says how deep it is; but it may leave.
    let stays = options.with_push_out(false);
    let end = move_and_slide(&inside, DVec2::ZERO, walls.as_slice(), &stays);
    assert_eq!(end.translation, DVec2::ZERO);
    assert!((end.depth - 0.3).abs() < 1e-9, "{end:?}");
    let end = move_and_slide(&inside, DVec2::new(0.5, -0.5), walls.as_slice(), &stays);
    assert!(end.translation.length() < 0.001, "{end:?}");
    let end = move_and_slide(&inside, DVec2::new(-0.5, 0.5), walls.as_slice(), &stays);
    assert_eq!((end.translation, end.depth), (DVec2::new(-0.5, 0.5), 0.0));
    // Where there is no way out, there is an answer.
    let press = [
        Aabb::new(DVec2::new(-9.0, -9.0), DVec2::new(-0.3, 9.0))?,
        Aabb::new(DVec2::new(0.3, -9.0), DVec2::new(9.0, 9.0))?,
    ];
    let end = move_and_slide(&capsule(DVec2::ZERO)?, DVec2::new(0.1, 0.1), press.as_slice(), &options);
    assert!(end.translation.is_finite() && (end.depth - 0.2).abs() < 0.01, "{end:?}");
    Ok(())
}
