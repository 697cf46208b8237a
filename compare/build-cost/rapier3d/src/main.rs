//! A world of 1,000 moving balls and boxes, and a ray.

use rapier3d::prelude::*;

/// Another value is an edit: Cargo compiles this file again.
const EDIT: Option<&str> = option_env!("EDIT");

fn main() {
    let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
    let mut next = 1_u32;
    let mut random = || {
        next = next.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (next >> 8) as f32 / (1 << 24) as f32
    };
    let mut objects = Vec::new();
    for number in 0..1000 {
        let place = Vector::new(random(), random(), random()) * 20.0;
        let velocity = Vector::new(random() - 0.5, random() - 0.5, random() - 0.5);
        let shape = if number % 2 == 0 { ColliderBuilder::ball(0.5) } else { ColliderBuilder::cuboid(0.5, 0.5, 0.5) };
        // Objects without bodies: all pairs count, and nothing but collisions is computed.
        let collider = shape.translation(place).active_collision_types(ActiveCollisionTypes::all());
        objects.push((colliders.insert(collider), place, velocity));
    }
    let mut pipeline = CollisionPipeline::new();
    let (mut islands, mut broad, mut narrow) = (IslandManager::new(), BroadPhaseBvh::new(), NarrowPhase::new());
    let start = std::time::Instant::now();
    let mut contacts = 0;
    for _ in 0..100 {
        for (handle, place, velocity) in &mut objects {
            *place += *velocity * (1.0 / 60.0);
            colliders[*handle].set_translation(*place);
        }
        pipeline.step(0.0, &mut islands, &mut broad, &mut narrow, &mut bodies, &mut colliders, &(), &());
        contacts += narrow.contact_pairs().filter(|pair| pair.has_any_active_contact()).count();
    }
    println!("{:.3} ms a step, {contacts} contacts", start.elapsed().as_secs_f64() * 10.0);
    let ray = Ray::new(Vector::splat(-5.0), Vector::ONE.normalize());
    let query = broad.as_query_pipeline(narrow.query_dispatcher(), &bodies, &colliders, QueryFilter::default());
    println!("{:?}", query.cast_ray(&ray, 100.0, true).map(|(_, t)| t));
    println!("{EDIT:?}");
}
