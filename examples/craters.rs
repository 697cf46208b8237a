//! Ground that can be destroyed: craters are dug, and what is left in the air falls.
//!
//! `cargo run --example craters`

use glam::Vec2;
use impinge::mask::{Connectivity, Mask};
use impinge::math::Pose;
use impinge::prelude::*;
use impinge::shape::Ball;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut ground = Mask::from_fn(320, 100, |x, y| y > 40 + (x / 16) % 3 * 5)?;
    let shell = Ball::new(Vec2::new(200.0, 30.0), 4.0)?;
    // A ball against the squares of the pixels: exactly.
    println!(
        "before: the shell is {:?}, {} above the ground",
        shell.relation(&ground.at(&Pose::identity())),
        shell.distance(&ground.at(&Pose::identity()))
    );

    // Two overhanging craters and a shaft cut a piece loose.
    for (x, y, radius) in [(160.0, 70.0, 28.0), (200.0, 86.0, 22.0), (242.0, 66.0, 36.0)] {
        ground.clear(&Ball::new(Vec2::new(x, y), radius)?);
    }
    let pieces = ground.components(Connectivity::Edges);
    println!("after: {} pixels in {} pieces, within {:?}", ground.count(), pieces.len(), ground.bounds());
    for piece in 0..pieces.len() {
        let (bounds, mask) = (pieces.bounds(piece), pieces.mask(piece)?);
        // How far can it fall before it lands on the rest?
        let at = |down: i32| [bounds.min[0] as i32, bounds.min[1] as i32 + down];
        let mut rest = ground.clone();
        rest.subtract(&mask, at(0));
        let fall = (1..100).find(|&down| rest.overlaps(&mask, at(down))).map(|down| down - 1);
        println!("  piece of {} pixels at {:?}: falls {fall:?}", pieces.count(piece), bounds.min);
    }
    Ok(())
}
