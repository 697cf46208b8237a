//! A crate that is pushed along a floor, up a ramp and against a wall: velocity + translation, nothing else.
//!
//! `cargo run --example slide_along_walls`

use glam::DVec2;
use impinge::narrow::sat::swept;
use impinge::shape::{Aabb, Hull, Shape};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let floor = Aabb::new(DVec2::new(-2.0, -1.0), DVec2::new(12.0, 0.0))?;
    let ramp = Hull::new(&[DVec2::new(4.0, -0.5), DVec2::new(9.0, -0.5), DVec2::new(9.0, 1.0)])?;
    let wall = Aabb::new(DVec2::new(8.0, 0.0), DVec2::new(9.0, 5.0))?;
    let obstacles = [("floor", floor.shape_ref()), ("ramp", ramp.shape_ref()), ("wall", wall.shape_ref())];

    let mut corner = DVec2::new(0.0, 1.0);
    let (push, gravity) = (DVec2::new(0.75, 0.0), DVec2::new(0.0, -0.5));
    for step in 0..16 {
        let held = Aabb::new(corner, corner + DVec2::ONE)?;
        let mut velocity = push + gravity;
        let mut met = Vec::new();
        for (name, obstacle) in &obstacles {
            // Each obstacle takes from the velocity what leads into it.
            if let Some(translation) = swept(&held, obstacle, velocity).translation() {
                velocity += translation;
                met.push(*name);
            }
        }
        corner += velocity;
        println!("{step:2}: the crate is at ({:.3}, {:.3}), held by {met:?}", corner.x, corner.y);
    }
    Ok(())
}
