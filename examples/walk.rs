//! A character that walks down a slope, over a few steps, and ends at a wall that is too high.
//!
//! `cargo run --example walk`

use glam::Vec2;
use impinge::compound::Compound;
use impinge::math::{Pose, Unit};
use impinge::shape::{Aabb, Capsule, Triangle};
use impinge::sweep::{GroundSettings, MoveAndSlideOptions, move_and_slide};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let block = |x: f32, top: f32| Aabb::new(Vec2::new(x, -1.0), Vec2::new(x + 2.0, top));
    let slope = Triangle::new([Vec2::new(-4.0, 0.0), Vec2::new(0.0, 0.0), Vec2::new(-4.0, 2.0)])?;
    let mut level = vec![(slope.into(), Pose::identity())];
    for (x, top) in [(-4.0, 0.0), (-2.0, 0.0), (0.0, 0.0), (2.0, 0.25), (4.0, 0.5), (6.0, 1.5)] {
        level.push((block(x, top)?.into(), Pose::identity()));
    }
    let level = Compound::new(level)?;

    // Slopes up to 45°, steps up to 0.3, and down to ground that is 0.3 below.
    let ground =
        GroundSettings::new(Unit::new(Vec2::Y)?, 0.8)?.with_step_height(0.3)?.with_snap_distance(0.3)?;
    let options = MoveAndSlideOptions::new(0.01)?.with_ground(ground);
    let mut feet = Vec2::new(-3.5, 2.2);
    let mut falling = 0.0_f32;
    for tick in 0..120 {
        // The user's own rules of falling: the engine only moves.
        falling -= 0.01;
        let body = Capsule::new(feet + Vec2::Y * 0.3, feet + Vec2::Y * 1.5, 0.3)?;
        let end = move_and_slide(&body, Vec2::new(0.1, falling), &level, &options);
        feet += end.translation;
        if end.ground().is_some() {
            falling = 0.0;
        }
        if tick % 10 == 9 {
            let state = if end.ground().is_some() { "on the ground" } else { "in the air" };
            println!("tick {:3}: feet at ({:6.3}, {:6.3}), {state}", tick + 1, feet.x, feet.y);
        }
    }
    Ok(())
}
