//! What the scene "Ray through a mesh BVH" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn mesh_torus_straight() -> crate::Outcome {
    use std::f64::consts::TAU;

    use glam::DVec3;
    use impinge::compound::SurfaceMesh;
    use impinge::math::Unit;
    use impinge::prelude::*;
    use impinge::shape::{Mesh, MeshError, Ray};

    fn torus(across: u32) -> Result<Mesh<DVec3>, MeshError> {
        let around = 2 * across;
        let number = |i: u32, j: u32| (i % around) * across + j % across;
        let places = || (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
        let short = |x: f64| (x * 1000.0).round() / 1000.0;
        let vertices = places().map(|(i, j)| {
            let (u, v) = (TAU * f64::from(i) / f64::from(around), TAU * f64::from(j) / f64::from(across));
            let far = 1.7 + 0.75 * v.cos();
            DVec3::new(far * u.sin(), 0.75 * v.sin(), far * u.cos()).map(short)
        });
        let triangles = places().flat_map(|(i, j)| {
            let corner = number(i + 1, j + 1);
            [[number(i, j), number(i + 1, j), corner], [number(i, j), corner, number(i, j + 1)]]
        });
        Mesh::new(vertices.collect(), triangles.collect())
    }

    let mesh = SurfaceMesh::new(torus(10)?);
    let ray = Ray::new(
        DVec3::new(-3.6, 1.6, 3.0),
        Unit::new(DVec3::new(5.2, -1.6, -3.6))?,
    )?;
    let mut steps = Vec::new();
    let hit = mesh.with_trace(|step| steps.push(step)).cast_ray(&ray, &RayOptions::default());
    println!("{hit:?} after {} nodes", steps.len());
    for step in steps {
        println!("{} {:?} {:?}", step.depth, step.aabb, step.content);
    }
    Ok(())
}

#[test]
fn mesh_ball_straight() -> crate::Outcome {
    use std::f64::consts::TAU;

    use glam::DVec3;
    use impinge::compound::SurfaceMesh;
    use impinge::math::Unit;
    use impinge::prelude::*;
    use impinge::shape::{Mesh, MeshError, Ray};

    fn bumpy_ball(down: u32, size: f64) -> Result<Mesh<DVec3>, MeshError> {
        let around = 2 * down;
        let bottom = 1 + around * (down - 1);
        let number = |i: u32, j: u32| match j {
            0 => 0,
            _ if j == down => bottom,
            _ => 1 + (j - 1) * around + i % around,
        };
        let short = |x: f64| (x * 1000.0).round() / 1000.0;
        let at = |i: u32, j: u32| {
            let (u, v) = (TAU * f64::from(i) / f64::from(around), TAU / 2.0 * f64::from(j) / f64::from(down));
            let far = 1.5 + 0.3 * (5.0 * u).sin() * v.sin() * (3.0 * v).sin();
            let point = DVec3::new(far * v.sin() * u.sin(), far * v.cos(), far * v.sin() * u.cos());
            (size * point).map(short)
        };
        let mut vertices = vec![at(0, 0)];
        vertices.extend((1..down).flat_map(|j| (0..around).map(move |i| (i, j))).map(|(i, j)| at(i, j)));
        vertices.push(at(0, down));
        let mut triangles = Vec::new();
        for (j, i) in (0..down).flat_map(|j| (0..around).map(move |i| (j, i))) {
            if j > 0 {
                triangles.push([number(i, j), number(i, j + 1), number(i + 1, j)]);
            }
            if j + 1 < down {
                triangles.push([number(i + 1, j), number(i, j + 1), number(i + 1, j + 1)]);
            }
        }
        Mesh::new(vertices, triangles)
    }

    let mesh = SurfaceMesh::new(bumpy_ball(10, 1.0)?);
    let ray = Ray::new(
        DVec3::new(-3.6, 1.6, 3.0),
        Unit::new(DVec3::new(5.2, -1.6, -3.6))?,
    )?;
    let mut steps = Vec::new();
    let hit = mesh.with_trace(|step| steps.push(step)).cast_ray(&ray, &RayOptions::default());
    println!("{hit:?} after {} nodes", steps.len());
    for step in steps {
        println!("{} {:?} {:?}", step.depth, step.aabb, step.content);
    }
    Ok(())
}
