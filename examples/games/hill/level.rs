//! What stands where.

use glam::{DVec2, Vec2};
use impinge::compound::FilledPolygon;
use impinge::draw::Stroke;
use impinge::shape::{Aabb, Ball, Triangle};
use impinge::world::{Collider, ColliderHandle};

use super::Kind;
use crate::games::Failure;
use crate::games::look::Look;
use crate::games::stage::Stage;
use crate::games::walker::{self, MIDDLE, RADIUS};

/// The outline of the ground: a hill with two tops and a hollow between them, and a pit.
const GROUND: [(f32, f32); 15] = [
    (0.0, 0.0),
    (26.0, 0.0),
    (26.0, 1.0),
    (19.5, 1.0),
    (19.5, 0.3),
    (15.5, 0.3),
    (15.5, 1.0),
    (14.0, 1.0),
    (12.6, 1.9),
    (11.5, 2.5),
    (10.2, 1.3),
    (9.2, 1.2),
    (8.0, 2.3),
    (7.2, 2.1),
    (5.0, 1.0),
];

const COINS: [(f64, f64); 7] =
    [(2.2, 3.0), (7.6, 3.2), (9.7, 1.8), (9.6, 3.8), (12.6, 2.6), (17.5, 2.4), (23.2, 3.1)];

/// The stage, and those on it that the game moves.
pub struct Level {
    pub stage: Stage<Vec2, Kind>,
    pub player: ColliderHandle,
    pub load: ColliderHandle,
}

pub fn build() -> Result<Level, Failure> {
    let mut stage = Stage::new();
    let ground: Vec<Vec2> = GROUND.iter().chain(&[(0.0, 1.0)]).map(|&corner| corner.into()).collect();
    let shape = FilledPolygon::from_points(&ground)?;
    stage.add(Kind::Ground, Look::polygon(&ground, Stroke::Outline), Collider::new(shape).fixed())?;
    for (min, max) in [([0.0, 1.0], [0.3, 7.0]), ([25.7, 1.0], [26.0, 7.0]), ([8.9, 3.0], [10.1, 3.2])] {
        let wall = Aabb::new(min.into(), max.into())?;
        stage.add(Kind::Ground, Look::rectangle(&wall, Stroke::Outline), Collider::new(wall).fixed())?;
    }

    // What moves by itself has a velocity.
    let platform = Aabb::new(Vec2::new(-0.7, -0.2), Vec2::new(0.7, 0.0))?;
    let object =
        Collider::new(platform).with_position(DVec2::new(16.4, 1.0))?.with_velocity(DVec2::X * 1.2)?;
    stage.add(Kind::Shuttle { from: 16.2, to: 18.8 }, Look::rectangle(&platform, Stroke::Second), object)?;
    let boulder = Ball::new(Vec2::ZERO, 0.4)?;
    let object =
        Collider::new(boulder).with_position(DVec2::new(23.5, 1.4))?.with_velocity(DVec2::X * -1.5)?.sensor();
    let look = Look::round([Vec2::ZERO; 2], 0.4, Vec2::AXES, Stroke::Contact);
    stage.add(Kind::Boulder { from: 20.5, to: 24.0 }, look, object)?;

    // What only tells who comes is a sensor: nobody is stopped by it.
    for number in 0..14 {
        let [left, right, top] = [(0.0, 0.0), (0.25, 0.0), (0.125, 0.4)].map(Vec2::from);
        let spike = Triangle::new([left, right, top])?;
        let place = DVec2::new(15.75 + 0.25 * f64::from(number), 0.3);
        let look = Look::polygon(&[left, right, top], Stroke::Contact);
        stage.add(Kind::Spike, look, Collider::new(spike).with_position(place)?.fixed().sensor())?;
    }
    for (number, place) in COINS.into_iter().enumerate() {
        let coin = Collider::new(Ball::new(Vec2::ZERO, 0.2)?).with_position(place.into())?.fixed().sensor();
        stage.add(Kind::Coin(number), Look::round([Vec2::ZERO; 2], 0.2, Vec2::AXES, Stroke::First), coin)?;
    }
    let pole = Aabb::new(Vec2::new(25.2, 1.0), Vec2::new(25.26, 3.0))?;
    let (min, max) = (pole.min(), pole.max());
    let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(24.5, 2.7), Vec2::new(min.x, 2.4)];
    stage.add(Kind::Flag, Look::polygon(&corners, Stroke::First), Collider::new(pole).fixed().sensor())?;

    // What is moved by sliding.
    let load = Aabb::new(Vec2::new(-0.35, 0.0), Vec2::new(0.35, 0.7))?;
    let object = Collider::new(load).with_position(DVec2::new(3.6, 1.1))?;
    let load = stage.add(Kind::Crate, Look::rectangle(&load, Stroke::Second), object)?;
    let feet = Vec2::new(0.0, RADIUS);
    let look = Look::round([feet, feet + Vec2::Y * MIDDLE], RADIUS, Vec2::AXES, Stroke::Second);
    let object = Collider::new(walker::capsule()?).with_position(DVec2::new(1.2, 1.1))?;
    let player = stage.add(Kind::Player, look, object)?;
    Ok(Level { stage, player, load })
}
