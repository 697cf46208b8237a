//! What the scene "Your own file" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn look_all_straight() -> crate::Outcome {
    // The same for every object of a file, by the program: impinge check FILE
    use glam::DVec3;
    use impinge::compound::SurfaceMesh;
    use impinge::prelude::*;
    use impinge::shape::Mesh;

    /// Two objects of the file.
    fn check(a: Mesh<DVec3>, b: Mesh<DVec3>) {
        let (a, b) = (SurfaceMesh::new(a), SurfaceMesh::new(b));
        println!("{:?} {:?}", a.relation(&b), a.depth(&b));
    }
    Ok(())
}
