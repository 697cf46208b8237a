//! What the scene "Your own file" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn look_all_straight() -> crate::Outcome {
    // The same for every object of a file, by the program: impinge check FILE
    use glam::DVec3;
    use impinge::assembly::{Cascade, Instance, Model, find_collisions};
    use impinge::math::Affine;

    /// Two objects of the file.
    fn check(a: &Model<DVec3>, b: &Model<DVec3>) {
        let instances = [a, b].map(|model| Instance::new(model, Affine::identity()));
        for collision in find_collisions(&instances, &Cascade::default(), &()) {
            println!("{:?} {:?}", collision.kind, instances[0].depth(&instances[1]));
        }
    }
    Ok(())
}
