//! A game in space: a plate opens the door to the other half of a garden, where the treasure is.
//!
//! What it shows of the library: a capsule that
//! [`CollisionWorld::move_and_slide`](impinge::world::CollisionWorld::move_and_slide) moves over a height
//! field and along turned crates; sensors; a door and a drone with velocities; a margin, within which others
//! count as touching; and a ray that tells what the player looks at.

mod level;

use glam::{DVec3, Vec2, Vec3};
use impinge::draw::{Draw, Stroke};
use impinge::math::{Unit, Vector};
use impinge::narrow::RayOptions;
use impinge::shape::Ray;
use impinge::world::{ColliderHandle, ColliderRayHit, QueryFilter, WorldError};

use super::camera::{Camera, Through};
use super::stage::Stage;
use super::walker::{MIDDLE, RADIUS, Walker};
use super::{Failure, Game, Input, State};

const RUN: f32 = 3.5;
/// How high the door is when it is open.
const OPEN: f64 = 1.9;
/// Between these the drone goes to and fro.
const DRONE: [f64; 2] = [0.8, 5.8];
/// From the feet to the eyes, and how far these see.
const EYES: f64 = 1.0;
const SIGHT: f64 = 6.0;

/// What an object is to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The height field.
    Ground,
    /// What stands around and between.
    Wall,
    /// What stands in the way.
    Crate,
    /// What is shut at first.
    Door,
    /// What opens the door.
    Plate,
    /// Where the game is won.
    Treasure,
    /// What flies to and fro, and pushes.
    Drone,
    /// Who plays.
    Player,
}

/// The game.
pub struct Garden {
    pub(super) stage: Stage<Vec3, Kind>,
    pub(super) player: Walker<Vec3>,
    door: ColliderHandle,
    drone: ColliderHandle,
    state: State,
    /// Which way the player looks.
    facing: Unit<DVec3>,
    bumps: usize,
}

/// From where the garden is seen.
fn camera() -> Camera {
    Camera::new(Vec3::new(1.5, 9.0, 17.0), Vec3::new(6.0, 0.2, 4.8))
}

impl Garden {
    /// How often the drone and the player have met.
    pub fn bumps(&self) -> usize {
        self.bumps
    }

    /// How far the door is open, from 0 to 1.
    pub fn open(&self) -> Result<f64, WorldError> {
        Ok(self.stage.world.get(self.door)?.position().y / OPEN)
    }

    /// Where the feet of the player are.
    pub fn feet(&self) -> Result<DVec3, WorldError> {
        Ok(self.stage.world.get(self.player.handle)?.position())
    }

    /// What the player looks at, and where.
    pub fn sight(&self) -> Option<(Kind, ColliderRayHit<Vec3>)> {
        let eyes = self.feet().ok()? + DVec3::Y * EYES;
        let ray = Ray::new(eyes, self.facing).ok()?;
        let among =
            QueryFilter { exclude: Some(self.player.handle), sensors: true, ..QueryFilter::default() };
        let options = RayOptions { max: SIGHT, ..RayOptions::default() };
        let hit = self.stage.world.cast_ray(&ray, &options, &among)?;
        Some((self.stage.things.get(&hit.collider)?.0, hit))
    }

    /// Stops the door when it is open, and turns the drone around at the ends of its way.
    fn steer(&mut self) -> Result<(), WorldError> {
        if self.stage.world.get(self.door)?.position().y >= OPEN {
            self.stage.world.set_velocity(self.door, DVec3::ZERO)?;
        }
        let drone = self.stage.world.get(self.drone)?;
        let (x, velocity) = (drone.position().x, drone.velocity());
        if (x < DRONE[0] && velocity.x < 0.0) || (x > DRONE[1] && velocity.x > 0.0) {
            self.stage.world.set_velocity(self.drone, -velocity)?;
        }
        Ok(())
    }

    /// What follows from what the player has met.
    fn judge(&mut self) -> Result<(), WorldError> {
        for (_, kind) in self.stage.met_by(self.player.handle) {
            match kind {
                Kind::Plate => self.stage.world.set_velocity(self.door, DVec3::Y)?,
                Kind::Drone => self.bumps += 1,
                Kind::Treasure => self.state = State::Won,
                _ => {}
            }
        }
        Ok(())
    }

    fn draw_sight(&self, picture: &mut impl Draw<Vec3>) {
        let Ok(feet) = self.feet() else { return };
        let eyes = feet + DVec3::Y * EYES;
        let end = match self.sight() {
            Some((kind, hit)) => {
                let point = hit.point.as_vec3();
                picture.point(point, Stroke::Contact);
                picture.text(point + Vec3::Y * 0.5, &format!("{kind:?}").to_lowercase(), Stroke::Contact);
                hit.point
            }
            None => eyes + self.facing.get() * SIGHT,
        };
        picture.line(eyes.as_vec3(), end.as_vec3(), Stroke::Contact);
    }
}

impl Game for Garden {
    const VIEW: [Vec2; 2] = [Vec2::new(-0.47, -0.37), Vec2::new(0.56, 0.27)];

    fn new() -> Result<Self, Failure> {
        let level::Level { stage, player, door, drone } = level::build()?;
        Ok(Garden {
            stage,
            player: Walker::new(player, 0.8)?,
            door,
            drone,
            state: State::Playing,
            facing: -Unit::axis(2),
            bumps: 0,
        })
    }

    fn step(&mut self, input: Input, time: f64) -> Result<(), Failure> {
        if self.state != State::Playing {
            return Ok(());
        }
        // First what goes by itself, and what came of the last step; then the player slides.
        self.steer()?;
        self.stage.world.step(time)?;
        self.judge()?;
        let run = Vec3::new(input.direction().x, 0.0, input.direction().y);
        // Who stands still goes on looking the same way.
        self.facing = Unit::new(run.to_double()).unwrap_or(self.facing);
        self.player.step(&mut self.stage.world, run * RUN, input.jump, time)?;
        Ok(())
    }

    fn state(&self) -> State {
        self.state
    }

    fn player(&self) -> Result<Vec2, WorldError> {
        let middle = self.feet()?.as_vec3() + Vec3::Y * (RADIUS + MIDDLE / 2.0);
        Ok(camera().project(middle))
    }

    fn draw(&self, picture: &mut impl Draw<Vec2>) {
        let camera = camera();
        let mut seen = Through { camera, picture };
        // The ground first, and what is far before what is near.
        let mut things: Vec<_> = self.stage.iter().collect();
        let distance = |place: DVec3| (place - camera.eye.to_double()).length();
        things.sort_by(|(kind, _, object), (other, _, nearer)| {
            let is_ground = (*other == Kind::Ground).cmp(&(*kind == Kind::Ground));
            is_ground.then(distance(nearer.position()).total_cmp(&distance(object.position())))
        });
        for (_, look, object) in things {
            look.draw(object, &mut seen);
        }
        self.player.draw_hits(&mut seen);
        self.draw_sight(&mut seen);
        if self.state == State::Won {
            seen.picture.text(Vec2::new(0.04, 0.25), "won", Stroke::Outline);
        }
    }
}
