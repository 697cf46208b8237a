//! What stands where.

use std::f32::consts::TAU;

use glam::{DVec3, Vec3};
use impinge::compound::HeightField;
use impinge::draw::Stroke;
use impinge::math::{Rotation, Unit};
use impinge::shape::{Aabb, Ball, Obb};
use impinge::world::{Collider, ColliderHandle};

use super::{Kind, camera};
use crate::games::Failure;
use crate::games::look::Look;
use crate::games::stage::Stage;
use crate::games::walker::{self, MIDDLE, RADIUS, SKIN};

/// Of the height field, along x.
const COLUMNS: usize = 13;
const ROWS: usize = 10;

/// Around the garden, and through its middle but for a door: the least and the greatest corner of each wall.
const WALLS: [[[f32; 3]; 2]; 6] = [
    [[-0.2, 0.0, -0.2], [12.2, 1.6, 0.0]],
    [[-0.2, 0.0, 9.0], [12.2, 0.5, 9.2]],
    [[-0.2, 0.0, 0.0], [0.0, 1.6, 9.0]],
    [[12.0, 0.0, 0.0], [12.2, 1.6, 9.0]],
    [[6.9, 0.0, 0.0], [7.1, 1.6, 3.5]],
    [[6.9, 0.0, 5.5], [7.1, 1.6, 9.0]],
];

/// Where crates stand, and how they are turned, in radians.
const CRATES: [([f64; 3], f32); 3] =
    [([4.8, 0.5, 6.8], 0.5), ([1.6, 0.5, 4.2], -0.3), ([9.4, 0.8, 5.4], 0.8)];

/// The stage, and those on it that the game knows by name.
pub struct Level {
    pub stage: Stage<Vec3, Kind>,
    pub player: ColliderHandle,
    pub door: ColliderHandle,
    pub drone: ColliderHandle,
}

pub fn build() -> Result<Level, Failure> {
    let mut stage = Stage::new();
    let across = [camera().right, camera().up];
    let heights: Vec<f32> = (0..ROWS * COLUMNS).map(|cell| height(cell % COLUMNS, cell / COLUMNS)).collect();
    let ground = HeightField::<Vec3>::new(heights, COLUMNS, [1.0, 1.0])?;
    stage.add(Kind::Ground, look_of_ground(), Collider::new(ground).fixed())?;
    for [min, max] in WALLS {
        let wall = Aabb::new(min.into(), max.into())?;
        stage.add(Kind::Wall, Look::block(&wall.into(), Stroke::Secondary), Collider::new(wall).fixed())?;
    }
    for (place, angle) in CRATES {
        let block = Obb::new(Vec3::ZERO, Vec3::splat(0.5), Rotation::identity())?;
        let turned = Rotation::<Vec3>::from_axis_angle(Unit::axis(1), angle);
        let object = Collider::new(block).with_position(place.into())?.with_rotation(turned).fixed();
        stage.add(Kind::Crate, Look::block(&block, Stroke::Outline), object)?;
    }
    let leaf = Aabb::new(Vec3::new(-0.08, -0.2, -0.98), Vec3::new(0.08, 1.5, 0.98))?;
    let object = Collider::new(leaf).with_position(DVec3::new(7.0, 0.0, 4.5))?;
    let door = stage.add(Kind::Door, Look::block(&leaf.into(), Stroke::Second), object)?;

    // A step onto this opens the door: a sensor stops nobody.
    let plate = Aabb::new(Vec3::new(2.4, -0.2, 1.4), Vec3::new(3.6, 0.4, 2.6))?;
    let slab = Aabb::new(Vec3::new(2.4, 0.0, 1.4), Vec3::new(3.6, 0.05, 2.6))?;
    stage.add(
        Kind::Plate,
        Look::block(&slab.into(), Stroke::First),
        Collider::new(plate).fixed().sensor(),
    )?;
    let place = DVec3::new(10.5, 1.0, 1.5);
    let object = Collider::new(Ball::new(Vec3::ZERO, 0.35)?).with_position(place)?.fixed().sensor();
    stage.add(Kind::Treasure, Look::round([Vec3::ZERO; 2], 0.35, across, Stroke::First), object)?;

    // A walker keeps a skin away from everything, and would never touch the drone but for a margin.
    let drone = Collider::new(Ball::new(Vec3::ZERO, 0.35)?).with_position(DVec3::new(1.0, 0.7, 5.6))?;
    let drone = drone.with_velocity(DVec3::X * 1.5)?.with_margin(2.0 * SKIN)?;
    let look = Look::round([Vec3::ZERO; 2], 0.35, across, Stroke::Contact);
    let drone = stage.add(Kind::Drone, look, drone)?;

    let feet = Vec3::Y * RADIUS;
    let look = Look::round([feet, feet + Vec3::Y * MIDDLE], RADIUS, across, Stroke::Second);
    let object = Collider::new(walker::capsule()?).with_position(DVec3::new(3.0, 0.5, 7.6))?;
    let player = stage.add(Kind::Player, look, object)?;
    Ok(Level { stage, player, door, drone })
}

/// Gentle waves, flat along the walls on the left and on the right.
fn height(column: usize, row: usize) -> f32 {
    let (x, z) = (column as f32 / (COLUMNS - 1) as f32, row as f32 / (ROWS - 1) as f32);
    let wave = 0.5 - 0.5 * libm::cosf(2.0 * TAU * x);
    0.5 * wave * (0.5 + 0.5 * libm::cosf(TAU * z))
}

/// Of each cell of the height field, what is seen from above.
fn look_of_ground() -> Look<Vec3> {
    let corner = |column, row| Vec3::new(column as f32, height(column, row), row as f32);
    let cells = (0..ROWS - 1).flat_map(|row| (0..COLUMNS - 1).map(move |column| (column, row)));
    let face = |(column, row)| {
        vec![
            corner(column, row + 1),
            corner(column + 1, row + 1),
            corner(column + 1, row),
            corner(column, row),
        ]
    };
    Look { faces: cells.map(face).collect(), role: Stroke::Secondary }
}
