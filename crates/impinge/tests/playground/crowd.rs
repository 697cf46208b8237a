//! What the scene "10,000 moving boxes" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn boxes_sensors_pairs_hidden_shown() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::shape::Obb;
    use impinge::world::{Object, World};

    let mut world = World::<DVec2>::new();
    // For each of 10,000 boxes:
    let shape = Obb::new(DVec2::ZERO, DVec2::new(0.5, 0.25), Rotation::identity())?;
    world.add(
        Object::new(shape)
            .at(DVec2::new(3.0, 4.0))?
            .with_velocity(DVec2::new(1.0, -2.0))?
            .sensor(),
    )?;
    // At each frame:
    world.step(1.0 / 60.0)?;
    println!("{} pairs touch", world.touches().len());
    Ok(())
}

#[test]
fn boxes_bodies_pairs_lines_shown() -> crate::Outcome {
    use glam::DVec2;
    use impinge::math::Rotation;
    use impinge::shape::Obb;
    use impinge::world::{Object, World};

    let mut world = World::<DVec2>::new();
    // For each of 10,000 boxes:
    let shape = Obb::new(DVec2::ZERO, DVec2::new(0.5, 0.25), Rotation::identity())?;
    world.add(
        Object::new(shape)
            .at(DVec2::new(3.0, 4.0))?
            .with_velocity(DVec2::new(1.0, -2.0))?,
    )?;
    // At each frame:
    world.step(1.0 / 60.0)?;
    println!("{} pairs touch", world.touches().len());
    Ok(())
}
