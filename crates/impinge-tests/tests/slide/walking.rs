//! Slopes, steps and keeping to the ground.

use glam::DVec2;
use impinge::compound::FilledPolygon;
use impinge::math::Unit;
use impinge::shape::{Aabb, Capsule, HalfSpace, ShapeError};
use impinge::sweep::{GroundSettings, MoveAndSlide, MoveAndSlideOptions, move_and_slide};

type Tested = Result<(), Box<dyn std::error::Error>>;

const FALL: DVec2 = DVec2::new(0.0, -0.05);

fn options() -> Result<MoveAndSlideOptions<DVec2>, ShapeError> {
    let ground = GroundSettings::new(Unit::new(DVec2::Y)?, 0.8)?;
    Ok(MoveAndSlideOptions::new(0.01)?.with_ground(ground))
}

fn player(at: DVec2) -> Result<Capsule<DVec2>, ShapeError> {
    Capsule::new(at + DVec2::Y * 0.5, at + DVec2::Y * 1.5, 0.5)
}

/// Ground that rises along x by an angle, through the origin.
fn slope(angle: f64) -> Result<HalfSpace<DVec2>, ShapeError> {
    let (sine, cosine) = angle.sin_cos();
    HalfSpace::new(Unit::new(DVec2::new(-sine, cosine))?, 0.0)
}

#[test]
fn walkable_slopes_hold_and_steep_ones_do_not() -> Tested {
    let options = options()?;
    for (angle, is_walkable) in [(0.5, true), (0.79, true), (0.9, false), (1.4, false)] {
        let ground = slope(angle)?;
        let mut at = DVec2::new(0.0, 0.8);
        for _ in 0..40 {
            at += move_and_slide(&player(at)?, FALL, &ground, &options).translation;
        }
        let rest = at;
        for _ in 0..40 {
            at += move_and_slide(&player(at)?, FALL, &ground, &options).translation;
        }
        assert_eq!((at - rest).length() < 0.001, is_walkable, "from {rest} to {at} on {angle}");
        // Up the slope.
        let foot = at;
        let mut last: Option<MoveAndSlide<DVec2>> = None;
        for _ in 0..40 {
            let end = move_and_slide(&player(at)?, FALL + DVec2::X * 0.1, &ground, &options);
            at += end.translation;
            last = Some(end);
        }
        assert_eq!(at.y > foot.y + 0.1, is_walkable, "from {foot} to {at} on {angle}");
        assert_eq!(last.is_some_and(|end| end.ground().is_some()), is_walkable);
    }
    Ok(())
}

/// Falls of less than half a skin are free, and what they take of the skin comes back with the next motion.
#[test]
fn nobody_creeps_downhill_however_slowly_it_falls() -> Tested {
    let ground = GroundSettings::new(Unit::new(DVec2::Y)?, 0.8)?;
    for snap in [0.0, 0.2] {
        let options = MoveAndSlideOptions::new(0.01)?.with_ground(ground.with_snap_distance(snap)?);
        for (angle, fall) in [(0.3, 0.0005), (0.5, 0.002), (0.79, 0.004), (0.5, 0.006), (0.79, 0.02)] {
            let ground = slope(angle)?;
            let mut at = DVec2::new(0.0, 0.8);
            for _ in 0..2000 {
                at += move_and_slide(&player(at)?, -DVec2::Y * fall, &ground, &options).translation;
            }
            assert!(at.x.abs() < 1e-6, "to {at} on {angle}, falling by {fall}, with a snap of {snap}");
        }
    }
    Ok(())
}

fn stairs(rise: f64) -> Result<Vec<Aabb<DVec2>>, ShapeError> {
    (0..8)
        .map(|i| {
            let (x, y) = (f64::from(i), f64::from(i) * rise);
            let (left, right) = (if i == 0 { -9.0 } else { x }, if i == 7 { 20.0 } else { x + 1.0 });
            Aabb::new(DVec2::new(left, -1.0), DVec2::new(right, y))
        })
        .collect()
}

#[test]
fn steps_are_climbed_up_to_their_height() -> Tested {
    let ground = GroundSettings::new(Unit::new(DVec2::Y)?, 0.8)?;
    for (rise, height, climbs) in [(0.3, 0.4, true), (0.35, 0.4, true), (0.5, 0.4, false), (0.3, 0.0, false)]
    {
        let options = MoveAndSlideOptions::new(0.01)?.with_ground(ground.with_step_height(height)?);
        let stairs = stairs(rise)?;
        let mut at = DVec2::new(-2.0, 0.01);
        for _ in 0..200 {
            at +=
                move_and_slide(&player(at)?, FALL + DVec2::X * 0.06, stairs.as_slice(), &options).translation;
        }
        let top = 7.0 * rise;
        assert_eq!(at.x > 7.5 && (at.y - top).abs() < 0.05, climbs, "{at} for {rise} of {height}");
        if !climbs {
            assert!(at.x < 0.6 && at.y < 0.2, "{at} for {rise} of {height}");
        }
    }
    Ok(())
}

#[test]
fn ground_that_falls_away_is_followed() -> Tested {
    let ground = GroundSettings::new(Unit::new(DVec2::Y)?, 0.8)?;
    let falling = slope(-0.5)?;
    for (snap, follows) in [(0.0, false), (0.2, true)] {
        let options = MoveAndSlideOptions::new(0.01)?.with_ground(ground.with_snap_distance(snap)?);
        let mut at = DVec2::new(0.0, 0.1);
        for _ in 0..10 {
            at += move_and_slide(&player(at)?, FALL, &falling, &options).translation;
        }
        let mut lost = 0;
        for _ in 0..50 {
            let end = move_and_slide(&player(at)?, DVec2::X * 0.2, &falling, &options);
            at += end.translation;
            lost += usize::from(end.ground().is_none());
        }
        assert_eq!(lost == 0, follows, "{lost} of 50 steps above the ground");
    }
    Ok(())
}

/// A run on the level as docs/slide.md changes it.
fn even(run: DVec2, ground: Unit<DVec2>) -> DVec2 {
    let (level, rise) = (run.length(), -run.dot(ground.get()) / ground.get().y);
    let cosine = level / level.hypot(rise);
    match rise {
        0.0 => run,
        rise if rise > 0.0 => run / cosine,
        _ => run * cosine,
    }
}

#[test]
fn a_run_is_as_fast_on_slopes_as_on_the_flat_if_it_is_made_so() -> Tested {
    let ground = GroundSettings::new(Unit::new(DVec2::Y)?, 0.8)?.with_snap_distance(0.2)?;
    let options = MoveAndSlideOptions::new(0.01)?.with_ground(ground);
    let run = DVec2::X * 4.0 / 60.0;
    for angle in [-0.7_f64, -0.5, -0.2, 0.2, 0.5, 0.7] {
        for is_even in [false, true] {
            let surface = slope(angle)?;
            let mut at = DVec2::new(0.0, 0.8);
            for _ in 0..40 {
                at += move_and_slide(&player(at)?, FALL, &surface, &options).translation;
            }
            let foot = at;
            for _ in 0..60 {
                let run = if is_even { even(run, surface.boundary().normal()) } else { run };
                let end = move_and_slide(&player(at)?, run + FALL / 10.0, &surface, &options);
                assert!(end.ground().is_some());
                at += end.translation;
            }
            let speed = (at - foot).length();
            let expected = match angle {
                _ if is_even => 4.0,
                up if up > 0.0 => 4.0 * up.cos(),
                down => 4.0 / down.cos(),
            };
            assert!((speed - expected).abs() < 0.02, "{speed} for {expected} on {angle}");
        }
    }
    Ok(())
}

#[test]
fn an_even_walk_leads_over_a_hill_on_the_ground() -> Tested {
    let ground = GroundSettings::new(Unit::new(DVec2::Y)?, 0.8)?.with_snap_distance(0.2)?;
    let options = MoveAndSlideOptions::new(0.01)?.with_ground(ground);
    let hill = [
        (-9.0, -1.0),
        (30.0, -1.0),
        (30.0, 0.0),
        (12.0, 0.0),
        (8.0, 3.0),
        (6.0, 3.0),
        (0.0, 0.0),
        (-9.0, 0.0),
    ];
    let hill = FilledPolygon::from_points(&hill.map(DVec2::from))?;
    let mut at = DVec2::new(-4.0, 0.01);
    let mut normal = Unit::new(DVec2::Y)?;
    let mut highest: f64 = 0.0;
    while at.x < 16.0 {
        let run = even(DVec2::X * 4.0 / 60.0, normal);
        let end = move_and_slide(&player(at)?, run + FALL / 10.0, &hill, &options);
        assert!(end.translation.x > 0.02, "stuck at {at}");
        at += end.translation;
        normal = end.ground().ok_or_else(|| format!("in the air at {at}"))?.normal;
        highest = highest.max(at.y);
    }
    assert!((highest - 3.01).abs() < 0.005 && (at.y - 0.01).abs() < 0.005, "{highest}, {at}");
    Ok(())
}

/// The way up begins where the player was pushed to, and is told so: straight from the start it would pass
/// nearer to the wall.
#[test]
fn the_way_up_a_step_leads_out_of_the_skin_first() -> Tested {
    let ground = GroundSettings::new(Unit::new(DVec2::Y)?, 0.8)?.with_step_height(0.3)?;
    let options = MoveAndSlideOptions::new(0.01)?.with_ground(ground);
    let obstacles = [
        Aabb::new(DVec2::new(-9.0, -1.0), DVec2::new(9.0, 0.0))?,
        Aabb::new(DVec2::new(-2.0, -1.0), DVec2::new(-0.502, 9.0))?,
        Aabb::new(DVec2::new(1.0, -1.0), DVec2::new(9.0, 0.2))?,
    ];
    let start = DVec2::new(0.0, 0.01);
    let end = move_and_slide(&player(start)?, DVec2::new(0.9, -0.05), obstacles.as_slice(), &options);
    assert!(end.translation.x > 0.85 && end.translation.y > 0.05, "{end:?}");
    let (out, up) = (end.path()[0], end.path()[1]);
    assert!((out - DVec2::new(0.008, 0.0)).length() < 1e-4, "{end:?}");
    assert!((up.x - out.x).abs() < 1e-9 && up.y > 0.2, "{end:?}");
    Ok(())
}
