//! A game in the plane: over a hill and a pit to the flag, and all coins on the way.
//!
//! What it shows of the library: a capsule and a crate that
//! [`CollisionWorld::move_and_slide`](impinge::world::CollisionWorld::move_and_slide) moves over concave
//! ground; sensors whose `Begin` events collect coins and end the game; a platform with a velocity, which
//! takes along what stands on it.

mod level;

use glam::{DVec2, Vec2};
use impinge::draw::{Draw, Stroke};
use impinge::world::WorldError;

use super::stage::Stage;
use super::walker::{MIDDLE, RADIUS, Walker};
use super::{Failure, Game, Input, State};

/// How fast the player runs, and how fast it pushes.
const RUN: f32 = 4.0;
const PUSH: f32 = 2.0;

/// What an object is to the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// What stays where it is.
    Ground,
    /// A platform that goes from here to there, and back.
    Shuttle {
        /// The least x.
        from: f64,
        /// The greatest x.
        to: f64,
    },
    /// What rolls from here to there, and back, and had better not be met.
    Boulder {
        /// The least x.
        from: f64,
        /// The greatest x.
        to: f64,
    },
    /// What had better not be met.
    Spike,
    /// One of the coins.
    Coin(usize),
    /// Where the game is won.
    Flag,
    /// What can be pushed.
    Crate,
    /// Who plays.
    Player,
}

/// The game.
pub struct Hill {
    pub(super) stage: Stage<Vec2, Kind>,
    pub(super) player: Walker<Vec2>,
    load: Walker<Vec2>,
    state: State,
    collected: Vec<usize>,
}

impl Hill {
    /// The numbers of the coins that were collected, in that order.
    pub fn collected(&self) -> &[usize] {
        &self.collected
    }

    /// Where the feet of the player are.
    pub fn feet(&self) -> Result<DVec2, WorldError> {
        Ok(self.stage.world.get(self.player.handle)?.position())
    }

    /// Turns around what has come to an end of its way.
    fn turn_around(&mut self) -> Result<(), WorldError> {
        for (&handle, &(kind, _)) in &self.stage.things {
            if let Kind::Shuttle { from, to } | Kind::Boulder { from, to } = kind {
                let object = self.stage.world.get(handle)?;
                let (x, velocity) = (object.position().x, object.velocity());
                if (x < from && velocity.x < 0.0) || (x > to && velocity.x > 0.0) {
                    self.stage.world.set_velocity(handle, -velocity)?;
                }
            }
        }
        Ok(())
    }

    /// What follows from what the player has met.
    fn judge(&mut self) -> Result<(), WorldError> {
        for (handle, kind) in self.stage.met_by(self.player.handle) {
            match kind {
                Kind::Coin(number) => {
                    self.collected.push(number);
                    self.stage.remove(handle)?;
                }
                Kind::Spike | Kind::Boulder { .. } => self.state = State::Lost,
                Kind::Flag => self.state = State::Won,
                _ => {}
            }
        }
        Ok(())
    }
}

impl Game for Hill {
    const VIEW: [Vec2; 2] = [Vec2::ZERO, Vec2::new(26.0, 6.2)];

    fn new() -> Result<Self, Failure> {
        let level::Level { stage, player, load } = level::build()?;
        Ok(Hill {
            stage,
            player: Walker::new(player, 0.8)?,
            // No hill is so flat that a crate is pushed up there.
            load: Walker::new(load, 0.2)?,
            state: State::Playing,
            collected: Vec::new(),
        })
    }

    fn step(&mut self, input: Input, time: f64) -> Result<(), Failure> {
        if self.state != State::Playing {
            return Ok(());
        }
        // First what goes by itself, and what came of the last step; then those that slide.
        self.turn_around()?;
        self.stage.world.step(time)?;
        self.judge()?;
        let pressed = self.player.pressed_against(self.load.handle);
        let push = pressed.map_or(0.0, |normal| -normal.x * PUSH);
        self.load.step(&mut self.stage.world, Vec2::X * push, false, time)?;
        let run = Vec2::X * input.direction().x * RUN;
        self.player.step(&mut self.stage.world, run, input.jump, time)?;
        Ok(())
    }

    fn state(&self) -> State {
        self.state
    }

    fn player(&self) -> Result<Vec2, WorldError> {
        Ok(self.feet()?.as_vec2() + Vec2::Y * (RADIUS + MIDDLE / 2.0))
    }

    fn draw(&self, picture: &mut impl Draw<Vec2>) {
        for (_, look, object) in self.stage.iter() {
            look.draw(object, picture);
        }
        self.player.draw_hits(picture);
        self.load.draw_hits(picture);
        let words = match self.state {
            State::Playing => format!("coins: {}", self.collected.len()),
            State::Won => format!("won, with {} coins", self.collected.len()),
            State::Lost => "lost".to_owned(),
        };
        picture.text(Vec2::new(13.0, 5.8), &words, Stroke::Outline);
    }
}
