//! A world of 1,000 moving balls and boxes, and a ray.

use impinge::d3::*;

/// Another value is an edit: Cargo compiles this file again.
const EDIT: Option<&str> = option_env!("EDIT");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut world = CollisionWorld::new();
    let mut next = 1_u32;
    let mut random = || {
        next = next.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (next >> 8) as f32 / (1 << 24) as f32
    };
    for number in 0..1000 {
        let place = Vec3::new(random(), random(), random()) * 20.0;
        let velocity = Vec3::new(random() - 0.5, random() - 0.5, random() - 0.5);
        let collider = if number % 2 == 0 {
            Collider::new(Ball::new(Vec3::ZERO, 0.5)?)
        } else {
            Collider::new(Obb::new(Vec3::ZERO, Vec3::splat(0.5), Rotation::identity())?)
        };
        world.add(collider.with_position(place.as_dvec3())?.with_velocity(velocity.as_dvec3())?)?;
    }
    let start = std::time::Instant::now();
    let mut events = 0;
    for _ in 0..100 {
        events += world.step(1.0 / 60.0)?.len();
    }
    println!("{:.3} ms a step, {events} events", start.elapsed().as_secs_f64() * 10.0);
    let ray = f64::Ray::new(DVec3::splat(-5.0), f64::Unit::new(DVec3::ONE)?)?;
    println!("{:?}", world.cast_ray(&ray, &RayOptions::default(), &QueryFilter::default()).map(|hit| hit.t));
    println!("{EDIT:?}");
    Ok(())
}
