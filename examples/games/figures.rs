//! The games in the middle of being played, for the documents; and how they are played, which the tests look
//! at.

use impinge::draw::{Draw, Stroke, Svg};
use impinge::shape::Aabb;

use super::garden::Garden;
use super::hill::Hill;
use super::{Failure, Game, Script, play};

/// Wins the game in the plane with all coins. It is at its middle when the player is over the pit.
pub const OVER_THE_HILL: [&Script; 2] = [
    &[
        // Over the crate and onto the first top.
        (8, "right"),
        (30, "right jump"),
        (50, "right"),
        (10, "right jump"),
        (24, "right"),
        (8, "left"),
        (10, ""),
        // The platform, and back, into the hollow under it.
        (30, "right jump"),
        (2, "right"),
        (36, "left"),
        (16, ""),
        // Over the second top to the pit; there it waits for the shuttle.
        (129, "right"),
        (144, ""),
        (15, "right"),
        (42, ""),
        (12, "jump"),
    ],
    &[
        (8, "jump"),
        (56, ""),
        (18, "right"),
        // Off the shuttle; it waits until the boulder rolls away, and jumps over it when it comes back.
        (130, ""),
        (35, "right"),
        (40, "right jump"),
        (60, "right"),
    ],
];

/// Wins the game in space. It is at its middle when the player walks to the opening door.
pub const THROUGH_THE_DOOR: [&Script; 2] = [
    // Into the way of the drone, to the plate, and back.
    &[(46, ""), (124, "forward"), (42, "back"), (14, "right")],
    // Through the door, past a crate, and the last part of the way in one leap.
    &[(91, "right"), (30, "right forward jump"), (60, "forward")],
];

/// Draws `docs/figures/game_2d.svg`.
pub fn game_2d() -> Result<String, Failure> {
    picture::<Hill>(OVER_THE_HILL[0], 34.0)
}

/// Draws `docs/figures/game_3d.svg`.
pub fn game_3d() -> Result<String, Failure> {
    picture::<Garden>(THROUGH_THE_DOOR[0], 800.0)
}

/// A game at the end of a script, and the way of the player there.
fn picture<G: Game>(script: &Script, scale: f64) -> Result<String, Failure> {
    let mut way = Vec::new();
    let game: G = play(script, |game: &G| {
        way.push(game.player()?);
        Ok(())
    })?;
    let mut picture = Svg::new(&Aabb::new(G::VIEW[0], G::VIEW[1])?, scale);
    for ends in way.windows(2).filter(|ends| ends[0] != ends[1]) {
        picture.line(ends[0], ends[1], Stroke::Second);
    }
    game.draw(&mut picture);
    Ok(picture.finish())
}
