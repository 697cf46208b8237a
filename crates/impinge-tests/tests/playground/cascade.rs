//! What the scene "The cascade" shows, as `web/tests/snippets.test.mjs` writes it.

#[test]
fn ball_large_straight() -> crate::Outcome {
    use std::f64::consts::TAU;

    use glam::{DQuat, DVec3};
    use impinge::assembly::{Cascade, CascadeStats, Instance, Model, find_collisions};
    use impinge::math::{Pose, Rotation};
    use impinge::shape::{Mesh, MeshError};

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

    let a = Model::new(torus(7)?);
    let at_a = Pose {
        rotation: Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.0, 0.0, 0.0, 1.0))?,
        translation: DVec3::new(-0.7, 0.0, 0.0),
    };
    let b = Model::new(bumpy_ball(8, 1.0)?);
    let at_b = Pose {
        rotation: Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.0, 0.0, 0.0, 1.0))?,
        translation: DVec3::new(1.9, 0.5, 0.4),
    };
    let instances = [Instance::new(&a, at_a), Instance::new(&b, at_b)];
    let stats = CascadeStats::default();
    for collision in find_collisions(&instances, &Cascade::default(), &stats) {
        println!("{:?}", collision.kind);
    }
    for report in stats.reports() {
        let unit = report.stage.unit();
        println!("{}: {} to {} {unit}", report.stage.name(), report.entered, report.left);
    }
    Ok(())
}

#[test]
fn ball_large_turned() -> crate::Outcome {
    use std::f64::consts::TAU;

    use glam::{DQuat, DVec3};
    use impinge::assembly::{Cascade, CascadeStats, Instance, Model, find_collisions};
    use impinge::math::{Pose, Rotation};
    use impinge::shape::{Mesh, MeshError};

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

    let a = Model::new(torus(7)?);
    let at_a = Pose {
        rotation: Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.1768, 0.3062, 0.1768, 0.9186))?,
        translation: DVec3::new(-0.7, 0.0, 0.0),
    };
    let b = Model::new(bumpy_ball(8, 1.0)?);
    let at_b = Pose {
        rotation: Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.1768, 0.3062, 0.1768, 0.9186))?,
        translation: DVec3::new(1.9, 0.5, 0.4),
    };
    let instances = [Instance::new(&a, at_a), Instance::new(&b, at_b)];
    let stats = CascadeStats::default();
    for collision in find_collisions(&instances, &Cascade::default(), &stats) {
        println!("{:?}", collision.kind);
    }
    for report in stats.reports() {
        let unit = report.stage.unit();
        println!("{}: {} to {} {unit}", report.stage.name(), report.entered, report.left);
    }
    Ok(())
}

#[test]
fn ball_small_straight() -> crate::Outcome {
    use std::f64::consts::TAU;

    use glam::{DQuat, DVec3};
    use impinge::assembly::{Cascade, CascadeStats, Instance, Model, find_collisions};
    use impinge::math::{Pose, Rotation};
    use impinge::shape::{Mesh, MeshError};

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

    let a = Model::new(torus(7)?);
    let at_a = Pose {
        rotation: Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.0, 0.0, 0.0, 1.0))?,
        translation: DVec3::new(-0.7, 0.0, 0.0),
    };
    let b = Model::new(bumpy_ball(8, 0.3)?);
    let at_b = Pose {
        rotation: Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.0, 0.0, 0.0, 1.0))?,
        translation: DVec3::new(1.9, 0.5, 0.4),
    };
    let instances = [Instance::new(&a, at_a), Instance::new(&b, at_b)];
    let stats = CascadeStats::default();
    for collision in find_collisions(&instances, &Cascade::default(), &stats) {
        println!("{:?}", collision.kind);
    }
    for report in stats.reports() {
        let unit = report.stage.unit();
        println!("{}: {} to {} {unit}", report.stage.name(), report.entered, report.left);
    }
    Ok(())
}

#[test]
fn ball_small_turned() -> crate::Outcome {
    use std::f64::consts::TAU;

    use glam::{DQuat, DVec3};
    use impinge::assembly::{Cascade, CascadeStats, Instance, Model, find_collisions};
    use impinge::math::{Pose, Rotation};
    use impinge::shape::{Mesh, MeshError};

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

    let a = Model::new(torus(7)?);
    let at_a = Pose {
        rotation: Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.1768, 0.3062, 0.1768, 0.9186))?,
        translation: DVec3::new(-0.7, 0.0, 0.0),
    };
    let b = Model::new(bumpy_ball(8, 0.3)?);
    let at_b = Pose {
        rotation: Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.1768, 0.3062, 0.1768, 0.9186))?,
        translation: DVec3::new(1.9, 0.5, 0.4),
    };
    let instances = [Instance::new(&a, at_a), Instance::new(&b, at_b)];
    let stats = CascadeStats::default();
    for collision in find_collisions(&instances, &Cascade::default(), &stats) {
        println!("{:?}", collision.kind);
    }
    for report in stats.reports() {
        let unit = report.stage.unit();
        println!("{}: {} to {} {unit}", report.stage.name(), report.entered, report.left);
    }
    Ok(())
}
