//! What the scene "Your own file" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn look_all_straight() -> crate::Outcome {
    // The same for every object of a file, by the program: impinge check FILE
    use glam::DVec3;
    use impinge::cull::{Body, Cascade, Model, collisions};
    use impinge::math::Affine;

    /// Two objects of the file.
    fn check(a: &Model<DVec3>, b: &Model<DVec3>) {
        let bodies = [a, b].map(|model| Body::new(model, Affine::identity()));
        for collision in collisions(&bodies, &Cascade::default(), &()) {
            println!("{:?} {:?}", collision.kind, bodies[0].depth(&bodies[1]));
        }
    }
    Ok(())
}
