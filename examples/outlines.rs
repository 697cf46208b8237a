//! From pixels to polygons and back, and a turned mask against a straight one.
//!
//! `cargo run --example outlines`

use glam::DVec2;
use impinge::mask::Mask;
use impinge::math::{Affine, Pose, Rotation};
use impinge::prelude::*;
use impinge::shape::Ball;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut ring = Mask::from_region(200, 200, &Ball::new(DVec2::splat(100.0), 95.0)?)?;
    ring.clear(&Ball::new(DVec2::splat(100.0), 60.0)?);
    for boundary in ring.boundaries() {
        let (exact, simple) = (boundary.polygon::<DVec2>(0.0)?, boundary.polygon::<DVec2>(1.0)?);
        let (all, few) = (exact.points().len(), simple.points().len());
        println!("{}: {all} corners, {few} within a pixel", if boundary.is_hole() { "hole" } else { "rim" });
    }
    let back = Mask::from_region(200, 200, &ring.polygons::<DVec2>(0.0)[..])?;
    println!("filled again it is the same mask: {}", back == ring);

    // A bar within the ring, turned: on the squares of the pixels, and by sampling.
    let bar = Mask::new_filled(118, 10)?;
    for degrees in [0.0_f64, 45.0, 90.0] {
        let rotation = Rotation::<DVec2>::from_angle(degrees.to_radians());
        let translation = DVec2::new(101.2, 100.0) - rotation.rotate(DVec2::new(59.0, 5.0));
        let pose = Pose { rotation, translation };
        let relation = ring.at(&Pose::identity()).relation(&bar.at(&pose));
        let (sampled, offset) = bar.transform(&Affine::from(pose))?;
        let count = ring.overlap_count(&sampled, offset);
        println!("turned by {degrees}°: {relation:?}, {count} pixels in common");
    }
    Ok(())
}
