//! Do two boxes touch? Exactly, to the last bit.
//!
//! `cargo run --example first_contact`

use glam::{DVec3, Vec2};
use impinge::math::Rotation;
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Obb};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // In space, in f64: a box that stands on its edge on a table.
    let table = Aabb::new(DVec3::new(-10.0, -10.0, -1.0), DVec3::new(10.0, 10.0, 0.0))?;
    let eighth_turn =
        Rotation::<DVec3>::from_axis_angle(impinge::math::Unit::axis(0), std::f64::consts::FRAC_PI_4);
    for height in [1.0, 1.414, 1.415] {
        let standing = Obb::new(DVec3::new(0.0, 0.0, height), DVec3::ONE, eighth_turn)?;
        println!("a box on its edge, its middle at {height}: {:?}", table.relation(&standing));
    }

    // The same functions in the plane, in f32.
    let wall = Aabb::new(Vec2::ZERO, Vec2::new(1.0, 4.0))?;
    for x in [1.25, 1.5, 1.5_f32.next_up()] {
        println!("a ball of radius 0.5 at {x}: {:?}", wall.relation(&Ball::new(Vec2::new(x, 2.0), 0.5)?));
    }
    Ok(())
}
