//! Do two sprites hit each other, pixel by pixel, and which way out?
//!
//! `cargo run --example pixel_masks`

use glam::Vec2;
use impinge::mask::Mask;
use impinge::shape::{Ball, Polygon};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Mostly masks come from pictures: `Mask::from_rgba(width, height, &bytes, 127)`.
    let ship = [(0.0, 16.0), (48.0, 0.0), (38.0, 16.0), (48.0, 32.0)].map(Vec2::from);
    let ship = Mask::from_region(48, 32, &Polygon::new(&ship)?)?;
    let rock = Mask::from_region(40, 40, &Ball::new(Vec2::splat(20.0), 20.0)?)?;

    for offset in [[44, 4], [30, -34], [-20, 0], [300, 300]] {
        if !ship.overlaps(&rock, offset) {
            println!("rock at {offset:?}: no hit");
            continue;
        }
        let count = ship.overlap_count(&rock, offset);
        let first = ship.first_overlap(&rock, offset);
        let way = ship.overlap_normal::<Vec2>(&rock, offset).map(|normal| normal.get());
        println!("rock at {offset:?}: {count} pixels, the first at {first:?}; the rock leaves along {way:?}");
    }
    Ok(())
}
