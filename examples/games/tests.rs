//! What a player would see, without a window.

use std::hash::{DefaultHasher, Hash, Hasher};

use glam::DVec3;
use impinge::math::{Pose, Unit, Vector};
use impinge::prelude::*;
use impinge::shape::{Ray, Segment};
use impinge::world::CollisionWorld;

use super::figures::{OVER_THE_HILL, THROUGH_THE_DOOR};
use super::garden::{Garden, Kind};
use super::hill::Hill;
use super::walker::{MIDDLE, RADIUS, SKIN, Walker};
use super::{Failure, Game, Script, State, play};

type Tested = Result<(), Failure>;

/// Into the pit.
const INTO_THE_PIT: &Script = &[(40, "right"), (30, "right jump"), (400, "right")];

fn nothing<G>(_: &G) -> Tested {
    Ok(())
}

#[test]
fn all_coins_are_collected_on_the_way_to_the_flag() -> Tested {
    let mut most = 0;
    let game = play(&OVER_THE_HILL.concat(), |game: &Hill| {
        // A coin counts once, and not before it is taken.
        assert!((most..=most + 1).contains(&game.collected().len()));
        most = game.collected().len();
        Ok(())
    })?;
    assert_eq!(game.collected(), [0, 1, 3, 2, 4, 5, 6]);
    assert_eq!(game.state(), State::Won);
    Ok(())
}

#[test]
fn spikes_and_the_boulder_end_the_game() -> Tested {
    let mut game = play(INTO_THE_PIT, nothing::<Hill>)?;
    assert_eq!(game.state(), State::Lost);
    let feet = game.feet()?;
    assert!((15.5..19.5).contains(&feet.x) && feet.y < 1.0, "{feet}");
    // And then nothing happens any more.
    game.step(super::Input::of("right jump"), super::TICK)?;
    assert_eq!(game.feet()?, feet);

    // Off the shuttle, and straight on.
    let game = play(&[OVER_THE_HILL[0], &[(64, "right")]].concat(), nothing::<Hill>)?;
    assert_eq!(game.state(), State::Lost);
    assert!(game.feet()?.x > 19.5);
    Ok(())
}

#[test]
fn the_crate_is_pushed_to_the_foot_of_the_hill() -> Tested {
    let game = play(&[(200, "right")], nothing::<Hill>)?;
    // The player at its left, half a crate and itself away, and a skin at either side.
    let expected = 5.0 - 2.0 * 0.35 - f64::from(RADIUS);
    let feet = game.feet()?;
    assert!((feet.x - expected).abs() < 3.0 * f64::from(SKIN), "{feet}");
    Ok(())
}

#[test]
fn the_shuttle_takes_along_who_stands_on_it() -> Tested {
    let boarded = &OVER_THE_HILL[0][..14];
    let start = play(boarded, nothing::<Hill>)?.feet()?;
    let end = play(&[boarded, &[(30, "")]].concat(), nothing::<Hill>)?.feet()?;
    // Half a second at 1.2 a second, some of which may be on the way back.
    assert!((start.y - end.y).abs() < 0.01 && (end.x - start.x) > 0.3, "from {start} to {end}");
    Ok(())
}

#[test]
fn the_plate_opens_the_door_to_the_treasure() -> Tested {
    let mut saw = Vec::new();
    let game = play(&THROUGH_THE_DOOR.concat(), |game: &Garden| {
        let kind = game.sight().map(|(kind, _)| kind);
        if saw.last() != Some(&kind) {
            saw.push(kind);
        }
        assert!(game.open()? > 0.9 || game.feet()?.x < 7.0, "through a door that is not open");
        Ok(())
    })?;
    assert_eq!(game.state(), State::Won);
    assert!(
        saw.contains(&Some(Kind::Door)) && saw.contains(&Some(Kind::Treasure)),
        "{saw:?}, to {}",
        game.feet()?
    );
    assert!(game.bumps() > 0, "it was in the way of the drone");
    Ok(())
}

#[test]
fn the_door_is_shut_at_first() -> Tested {
    let game = play(&[(53, "forward"), (200, "right")], nothing::<Garden>)?;
    assert_eq!(game.open()?, 0.0);
    let (feet, shut) = (game.feet()?, 7.0 - 0.08 - f64::from(RADIUS));
    assert!(feet.x < shut && feet.x > shut - 2.0 * f64::from(SKIN), "{feet}");
    Ok(())
}

/// Nothing solid is nearer to the player than half a skin, up to rounding: asked of each object alone, and by
/// the distance of the line in the middle of the player, which no slide asks for.
fn stands_free<V: Vector<Scalar = f32>>(world: &CollisionWorld<V>, player: &Walker<V>) -> Tested {
    let feet = world.get(player.handle)?.position();
    let middle = Segment::new(V::unit_axis(1) * RADIUS, V::unit_axis(1) * (RADIUS + MIDDLE))?;
    for (handle, object) in world.colliders().filter(|(_, object)| !object.is_sensor()) {
        if handle != player.handle {
            let translation = V::from_double(object.position() - feet);
            let seen = object.shape().at(&Pose { rotation: object.rotation(), translation });
            let distance = middle.distance(&seen);
            assert!(
                distance >= RADIUS + 0.49 * SKIN,
                "{distance} from object {} at {feet:?}",
                handle.index()
            );
        }
    }
    Ok(())
}

#[test]
fn the_player_is_never_in_anything() -> Tested {
    for script in [&OVER_THE_HILL.concat(), INTO_THE_PIT, &[(200, "right")]] {
        play(script, |game: &Hill| stands_free(&game.stage.world, &game.player))?;
    }
    let into_a_crate: &Script = &[(60, "right"), (60, "right jump"), (90, "left forward jump")];
    for script in [&THROUGH_THE_DOOR.concat(), into_a_crate] {
        play(script, |game: &Garden| {
            stands_free(&game.stage.world, &game.player)?;
            // The ground has no thickness: it must also be below.
            let knees = Ray::new(game.feet()? + DVec3::Y * 0.5, -Unit::axis(1))?;
            let below =
                game.stage.world.for_each_hit(&knees, &RayOptions::default(), &Default::default(), |hit| {
                    let is_ground = matches!(game.stage.things.get(&hit.collider), Some((Kind::Ground, _)));
                    if is_ground {
                        std::ops::ControlFlow::Break(())
                    } else {
                        std::ops::ControlFlow::Continue(())
                    }
                });
            assert!(below.is_break(), "nothing below {}", game.feet()?);
            Ok(())
        })?;
    }
    Ok(())
}

/// The bits of all positions after every step.
fn fingerprint() -> Result<u64, Failure> {
    let mut hasher = DefaultHasher::new();
    let mut note = |position: [f64; 3]| position.map(f64::to_bits).hash(&mut hasher);
    play(&OVER_THE_HILL.concat(), |game: &Hill| {
        game.stage.world.colliders().for_each(|(_, object)| note(object.position().to_f64()));
        Ok(())
    })?;
    play(&THROUGH_THE_DOOR.concat(), |game: &Garden| {
        game.stage.world.colliders().for_each(|(_, object)| note(object.position().to_f64()));
        Ok(())
    })?;
    Ok(hasher.finish())
}

#[test]
fn the_same_keys_are_the_same_game_for_any_number_of_threads() -> Tested {
    let first = fingerprint()?;
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        // Only what can be sent comes back from a thread.
        let found = pool.install(|| fingerprint().map_err(|failure| failure.to_string()))?;
        assert_eq!(found, first, "{threads} threads");
    }
    Ok(())
}
