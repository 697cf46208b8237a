//! Two small games, one in the plane and one in space: what a program does with a world, from its first
//! object to its picture.
//!
//! A game is a plain value. It is stepped with the keys that are down and drawn on anything that takes lines,
//! so that a window, a
//! test and a figure all play the same game:
//! `cargo run --release -p impinge-examples --features window --example game_2d`, or `game_3d`.

pub mod camera;
pub mod figures;
pub mod garden;
pub mod hill;
mod look;
mod stage;
#[cfg(test)]
mod tests;
mod walker;
#[cfg(feature = "window")]
pub mod window;

use glam::Vec2;
use impinge::draw::Draw;
use impinge::world::WorldError;

/// Whatever goes wrong, with a message.
pub type Failure = Box<dyn std::error::Error>;

/// How long a step takes, in seconds. Always the same, so that the same keys are the same game on every
/// computer.
pub const TICK: f64 = 1.0 / 60.0;

/// The keys that are down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// To the left of the picture.
    pub left: bool,
    /// To the right of the picture.
    pub right: bool,
    /// Into the picture; means nothing in the plane.
    pub forward: bool,
    /// Out of the picture.
    pub back: bool,
    /// Up, from the ground.
    pub jump: bool,
}

impl Input {
    /// The keys that are named, with blanks between them.
    pub fn of(keys: &str) -> Self {
        let is_down = |key| keys.split_whitespace().any(|word| word == key);
        Input {
            left: is_down("left"),
            right: is_down("right"),
            forward: is_down("forward"),
            back: is_down("back"),
            jump: is_down("jump"),
        }
    }

    /// Which way to run: right and back are positive.
    pub fn direction(self) -> Vec2 {
        let along = |less: bool, more: bool| f32::from(i8::from(more) - i8::from(less));
        Vec2::new(along(self.left, self.right), along(self.forward, self.back)).normalize_or_zero()
    }
}

/// How a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It goes on.
    Playing,
    /// The player has got where it wanted to.
    Won,
    /// The player has met what it should not have.
    Lost,
}

/// What a window or a test needs to know of a game.
pub trait Game: Sized {
    /// The lower left and the upper right end of its picture.
    const VIEW: [Vec2; 2];

    /// The game before its first step.
    fn new() -> Result<Self, Failure>;

    /// Lets some time pass, in seconds. When the game is over, nothing happens any more.
    fn step(&mut self, input: Input, time: f64) -> Result<(), Failure>;

    /// How it stands.
    fn state(&self) -> State;

    /// Where the middle of the player is in its picture.
    fn player(&self) -> Result<Vec2, WorldError>;

    /// Draws all of it.
    fn draw(&self, picture: &mut impl Draw<Vec2>);
}

/// What is pressed: for so many steps, these keys.
pub type Script = [(usize, &'static str)];

/// Plays a script from the start of a game, and shows the game after every step.
pub fn play<G: Game>(script: &Script, mut show: impl FnMut(&G) -> Result<(), Failure>) -> Result<G, Failure> {
    let mut game = G::new()?;
    for &(steps, keys) in script {
        for _ in 0..steps {
            game.step(Input::of(keys), TICK)?;
            show(&game)?;
        }
    }
    Ok(game)
}
