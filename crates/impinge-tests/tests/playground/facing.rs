//! What the scene "Facing test on a mesh" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn sides_both_straight() -> crate::Outcome {
    use glam::DVec3;
    use impinge::compound::SurfaceMesh;
    use impinge::math::Unit;
    use impinge::prelude::*;
    use impinge::shape::{Mesh, Ray};

    let mesh = Mesh::new(
        vec![
            DVec3::new(2.0, 1.2, 0.0),
            DVec3::new(1.0, 1.2, 1.7),
            DVec3::new(-1.0, 1.2, 1.7),
            DVec3::new(-2.0, 1.2, 0.0),
            DVec3::new(-1.0, 1.2, -1.7),
            DVec3::new(1.0, 1.2, -1.7),
            DVec3::new(0.9, -1.2, 0.5),
            DVec3::new(-0.9, -1.2, 0.5),
            DVec3::new(0.0, -1.2, -1.0),
        ],
        vec![[0, 1, 6], [1, 2, 7], [1, 7, 6], [2, 3, 7], [3, 4, 8], [3, 8, 7], [4, 5, 8], [5, 0, 6], [5, 6, 8], [6, 7, 8]],
    )?;
    let bowl = SurfaceMesh::new(mesh);
    let ray = Ray::new(
        DVec3::new(-3.76, 2.85, 1.01),
        Unit::new(DVec3::new(3.76, -2.25, -1.01))?,
    )?;
    let options = RayOptions { sides: RaySides::Both, ..RayOptions::default() };
    if let Some(hit) = bowl.cast_ray(&ray, &options) {
        println!("{} {} {:?}", hit.part, hit.t, hit.normal);
    }
    Ok(())
}

#[test]
fn sides_front_straight() -> crate::Outcome {
    use glam::DVec3;
    use impinge::compound::SurfaceMesh;
    use impinge::math::Unit;
    use impinge::prelude::*;
    use impinge::shape::{Mesh, Ray};

    let mesh = Mesh::new(
        vec![
            DVec3::new(2.0, 1.2, 0.0),
            DVec3::new(1.0, 1.2, 1.7),
            DVec3::new(-1.0, 1.2, 1.7),
            DVec3::new(-2.0, 1.2, 0.0),
            DVec3::new(-1.0, 1.2, -1.7),
            DVec3::new(1.0, 1.2, -1.7),
            DVec3::new(0.9, -1.2, 0.5),
            DVec3::new(-0.9, -1.2, 0.5),
            DVec3::new(0.0, -1.2, -1.0),
        ],
        vec![[0, 1, 6], [1, 2, 7], [1, 7, 6], [2, 3, 7], [3, 4, 8], [3, 8, 7], [4, 5, 8], [5, 0, 6], [5, 6, 8], [6, 7, 8]],
    )?;
    let bowl = SurfaceMesh::new(mesh);
    let ray = Ray::new(
        DVec3::new(-3.76, 2.85, 1.01),
        Unit::new(DVec3::new(3.76, -2.25, -1.01))?,
    )?;
    let options = RayOptions { sides: RaySides::FrontOnly, ..RayOptions::default() };
    if let Some(hit) = bowl.cast_ray(&ray, &options) {
        println!("{} {} {:?}", hit.part, hit.t, hit.normal);
    }
    Ok(())
}

#[test]
fn sides_back_straight() -> crate::Outcome {
    use glam::DVec3;
    use impinge::compound::SurfaceMesh;
    use impinge::math::Unit;
    use impinge::prelude::*;
    use impinge::shape::{Mesh, Ray};

    let mesh = Mesh::new(
        vec![
            DVec3::new(2.0, 1.2, 0.0),
            DVec3::new(1.0, 1.2, 1.7),
            DVec3::new(-1.0, 1.2, 1.7),
            DVec3::new(-2.0, 1.2, 0.0),
            DVec3::new(-1.0, 1.2, -1.7),
            DVec3::new(1.0, 1.2, -1.7),
            DVec3::new(0.9, -1.2, 0.5),
            DVec3::new(-0.9, -1.2, 0.5),
            DVec3::new(0.0, -1.2, -1.0),
        ],
        vec![[0, 1, 6], [1, 2, 7], [1, 7, 6], [2, 3, 7], [3, 4, 8], [3, 8, 7], [4, 5, 8], [5, 0, 6], [5, 6, 8], [6, 7, 8]],
    )?;
    let bowl = SurfaceMesh::new(mesh);
    let ray = Ray::new(
        DVec3::new(-3.76, 2.85, 1.01),
        Unit::new(DVec3::new(3.76, -2.25, -1.01))?,
    )?;
    let options = RayOptions { sides: RaySides::BackOnly, ..RayOptions::default() };
    if let Some(hit) = bowl.cast_ray(&ray, &options) {
        println!("{} {} {:?}", hit.part, hit.t, hit.normal);
    }
    Ok(())
}
