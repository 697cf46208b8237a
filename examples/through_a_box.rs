//! Where does a segment run through a box, and through which faces?
//!
//! `cargo run --example through_a_box`

use glam::DVec2;
use impinge::math::Rotation;
use impinge::narrow::Clip;
use impinge::shape::{Obb, Segment};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let obb = Obb::new(DVec2::new(2.0, 1.0), DVec2::new(1.0, 0.5), Rotation::<DVec2>::from_angle(0.3))?;
    let segment = Segment::new(DVec2::new(0.0, 0.0), DVec2::new(4.0, 2.0))?;
    for (axis, slab) in segment.slab_intervals(&obb).into_iter().enumerate() {
        println!("slab of axis {axis}: {slab:?}");
    }
    match segment.clip(&obb) {
        Some(crossing) => println!(
            "inside from t = {:.3} at {} to t = {:.3} at {}",
            crossing.interval.start, crossing.entry, crossing.interval.end, crossing.exit
        ),
        None => println!("it misses the box"),
    }
    Ok(())
}
