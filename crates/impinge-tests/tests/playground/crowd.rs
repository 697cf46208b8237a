//! What the scene "10,000 moving boxes" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn boxes_sensors_pairs_hidden_tree_hidden_shown() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::shape::Obb;
    use impinge::world::{Collider, CollisionWorld};

    let mut world = CollisionWorld::<DVec2>::new();
    // For each of 10,000 boxes:
    let shape = Obb::new(DVec2::ZERO, DVec2::new(0.5, 0.25), Rotation::identity())?;
    world.add(
        Collider::new(shape)
            .with_position(DVec2::new(3.0, 4.0))?
            .with_velocity(DVec2::new(1.0, -2.0))?
            .sensor(),
    )?;
    // At each frame:
    world.step(1.0 / 60.0)?;
    println!("{} pairs touch", world.contact_pairs().len());
    Ok(())
}

#[test]
fn boxes_bodies_pairs_lines_tree_all_shown() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::shape::Obb;
    use impinge::world::{Collider, CollisionWorld};

    let mut world = CollisionWorld::<DVec2>::new();
    // For each of 10,000 boxes:
    let shape = Obb::new(DVec2::ZERO, DVec2::new(0.5, 0.25), Rotation::identity())?;
    world.add(
        Collider::new(shape)
            .with_position(DVec2::new(3.0, 4.0))?
            .with_velocity(DVec2::new(1.0, -2.0))?,
    )?;
    // At each frame:
    world.step(1.0 / 60.0)?;
    println!("{} pairs touch", world.contact_pairs().len());
    // The boxes of its tree:
    for part in world.tree_boxes() {
        println!("{} {:?}", part.depth, part.aabb);
    }
    Ok(())
}

#[test]
fn boxes_sensors_pairs_hidden_tree_depth0_shown() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::shape::Obb;
    use impinge::world::{Collider, CollisionWorld};

    let mut world = CollisionWorld::<DVec2>::new();
    // For each of 10,000 boxes:
    let shape = Obb::new(DVec2::ZERO, DVec2::new(0.5, 0.25), Rotation::identity())?;
    world.add(
        Collider::new(shape)
            .with_position(DVec2::new(3.0, 4.0))?
            .with_velocity(DVec2::new(1.0, -2.0))?
            .sensor(),
    )?;
    // At each frame:
    world.step(1.0 / 60.0)?;
    println!("{} pairs touch", world.contact_pairs().len());
    // The boxes of its tree at depth 0:
    for part in world.tree_boxes().filter(|part| part.depth == 0) {
        println!("{} {:?}", part.depth, part.aabb);
    }
    Ok(())
}

#[test]
fn boxes_bodies_pairs_lines_tree_depth1_shown() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::shape::Obb;
    use impinge::world::{Collider, CollisionWorld};

    let mut world = CollisionWorld::<DVec2>::new();
    // For each of 10,000 boxes:
    let shape = Obb::new(DVec2::ZERO, DVec2::new(0.5, 0.25), Rotation::identity())?;
    world.add(
        Collider::new(shape)
            .with_position(DVec2::new(3.0, 4.0))?
            .with_velocity(DVec2::new(1.0, -2.0))?,
    )?;
    // At each frame:
    world.step(1.0 / 60.0)?;
    println!("{} pairs touch", world.contact_pairs().len());
    // The boxes of its tree at depth 1:
    for part in world.tree_boxes().filter(|part| part.depth == 1) {
        println!("{} {:?}", part.depth, part.aabb);
    }
    Ok(())
}

#[test]
fn boxes_sensors_pairs_hidden_tree_depth2_shown() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::shape::Obb;
    use impinge::world::{Collider, CollisionWorld};

    let mut world = CollisionWorld::<DVec2>::new();
    // For each of 10,000 boxes:
    let shape = Obb::new(DVec2::ZERO, DVec2::new(0.5, 0.25), Rotation::identity())?;
    world.add(
        Collider::new(shape)
            .with_position(DVec2::new(3.0, 4.0))?
            .with_velocity(DVec2::new(1.0, -2.0))?
            .sensor(),
    )?;
    // At each frame:
    world.step(1.0 / 60.0)?;
    println!("{} pairs touch", world.contact_pairs().len());
    // The boxes of its tree at depth 2:
    for part in world.tree_boxes().filter(|part| part.depth == 2) {
        println!("{} {:?}", part.depth, part.aabb);
    }
    Ok(())
}
