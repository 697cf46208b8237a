//! Edges that only divide a surface stop nothing: what lies on flat ground is held up by it, however it is
//! cut into triangles, and real edges, ridges and valleys still count.

use glam::{DVec2, DVec3, Quat, Vec2, Vec3};
use impinge::compound::{AnyShape, HeightField, Polyline, SurfaceMesh};
use impinge::math::{Pose, Rotation, Scalar};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Capsule, Cylinder, Hull, Mesh, Obb};

use super::Tested;
use crate::sample::{Random, Turn};

/// Flat ground at height 0 from 0 to 8, cut into triangles of all kinds; corners are shared or not.
fn flat(random: &mut Random, is_shared: bool) -> Result<SurfaceMesh<Vec3>, Box<dyn std::error::Error>> {
    const CELLS: usize = 8;
    let mut corners = Vec::new();
    for row in 0..=CELLS {
        for column in 0..=CELLS {
            let is_inner = (1..CELLS).contains(&row) && (1..CELLS).contains(&column);
            let shift =
                if is_inner { random.vector::<Vec3>(0.4) * Vec3::new(1.0, 0.0, 1.0) } else { Vec3::ZERO };
            corners.push(Vec3::new(column as f32, 0.0, row as f32) + shift);
        }
    }
    let at = |column: usize, row: usize| (column + row * (CELLS + 1)) as u32;
    let mut triangles = Vec::new();
    for row in 0..CELLS {
        for column in 0..CELLS {
            let [a, b, c, d] =
                [at(column, row), at(column + 1, row), at(column + 1, row + 1), at(column, row + 1)];
            triangles.extend(if random.signed() > 0.0 {
                [[a, c, b], [a, d, c]]
            } else {
                [[a, d, b], [b, d, c]]
            });
        }
    }
    if is_shared {
        return Ok(SurfaceMesh::new(Mesh::new(corners, triangles)?));
    }
    let loose = triangles.iter().flatten().map(|&corner| corners[corner as usize]).collect();
    let numbers = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Ok(SurfaceMesh::new(Mesh::new(loose, numbers)?))
}

/// Something that stands, lies or leans over the middle of the ground, its lowest point at a height.
fn standing(random: &mut Random, kind: usize, height: f32) -> AnyShape<Vec3> {
    let about_up =
        Rotation::<Vec3>::from_quaternion(Quat::from_rotation_y(random.signed() as f32 * 3.0)).expect("unit");
    let any = Vec3::turn(random);
    let over = Vec3::new(4.0, 0.0, 4.0) + random.vector::<Vec3>(2.0) * Vec3::new(1.0, 0.0, 1.0);
    let half = 0.2 + random.signed().abs() as f32 * 0.6;
    let shape: AnyShape<Vec3> = match kind % 6 {
        0 => Ball::new(Vec3::ZERO, half).expect("finite").into(),
        1 => Obb::new(Vec3::ZERO, Vec3::new(half, 0.3, 0.4), about_up).expect("finite").into(),
        2 => Capsule::new(Vec3::X * half, -Vec3::X * half, 0.3).expect("finite").into(),
        3 => Cylinder::new(half, 0.4, Pose::identity()).expect("finite").into(),
        4 => Obb::new(Vec3::ZERO, Vec3::splat(half), any).expect("finite").into(),
        _ => Hull::new(&(0..9).map(|_| random.vector(0.7)).collect::<Vec<Vec3>>()).expect("finite").into(),
    };
    let sky = impinge::shape::HalfSpace::new(impinge::math::Unit::axis(1), -100.0).expect("finite");
    let lowest = shape.distance(&sky) - 100.0;
    shape.at(&Pose::from_translation(over + Vec3::Y * (height - lowest)))
}

#[test]
fn flat_ground_holds_up_and_does_nothing_else() -> Tested {
    let mut random = Random::new(5);
    let mut ghosts = 0;
    for case in 0..400 {
        let ground: AnyShape<Vec3> = match case % 3 {
            0 => flat(&mut random, true)?.into(),
            1 => flat(&mut random, false)?.into(),
            _ => HeightField::new(vec![0.0; 400], 20, [0.45, 0.45])?.into(),
        };
        // Deep, touching, or within the margin.
        let height = [-0.1, -0.01, 0.0, 0.005][case % 4];
        let shape = standing(&mut random, case / 3, height);
        let found = manifolds(&ground, &shape, 0.01);
        assert!(!found.is_empty(), "{shape:?}");
        for PartManifold { manifold, .. } in &found {
            assert!(manifold.normal.get().y > 0.999, "{:?} of {shape:?}", manifold.normal);
        }
        let points = found.iter().flat_map(|found| found.manifold.points());
        let deepest = points.map(|point| point.distance).fold(f32::INFINITY, f32::min);
        assert!((deepest - height).abs() < 2e-4, "{deepest} instead of {height}: {shape:?}");
        let raw = contacts(&ground, &shape, 0.01);
        ghosts += usize::from(raw.iter().any(|found| found.contact.normal.get().y < 0.9));

        let mut mirrored = manifolds(&shape, &ground, 0.01);
        for PartManifold { part_a, part_b, manifold } in &mut mirrored {
            std::mem::swap(part_a, part_b);
            *manifold = manifold.clone().flip();
        }
        assert_eq!(found, mirrored, "{shape:?}");
    }
    assert!(ghosts > 60, "only {ghosts} of 400 would have been stopped by the ground that they lie on");
    Ok(())
}

#[test]
fn a_line_holds_up_in_the_plane() -> Tested {
    let line = Polyline::new_open((0..9).map(|i| DVec2::new(8.0 - f64::from(i), 0.0)).collect())?;
    let ground = HeightField::<DVec2>::new(vec![0.0; 9], 9, [1.0, 1.0])?;
    for step in 0..200 {
        let x = 1.0 + f64::from(step) * 0.03;
        let sunk = Aabb::new(DVec2::new(x - 0.52, -0.1), DVec2::new(x + 0.52, 1.0))?;
        for found in [manifolds(&line, &sunk, 0.0), manifolds(&ground, &sunk, 0.0)] {
            assert!(!found.is_empty());
            assert!(found.iter().all(|found| found.manifold.normal.get() == DVec2::Y), "{x}: {found:?}");
        }
    }
    // It is sideways that the outermost segments are left soonest.
    let sunk = Aabb::new(DVec2::new(1.01, -0.1), DVec2::new(2.05, 1.0))?;
    assert!(contacts(&line, &sunk, 0.0).iter().any(|found| found.contact.normal.get().x.abs() > 0.9));
    Ok(())
}

#[test]
fn ridges_stop_and_valleys_hold_from_both_sides() -> Tested {
    // A saw: up to (1, 1), down to (2, 0), up to (3, 1); its front is above.
    let saw = Polyline::new_open(vec![
        Vec2::new(4.0, 0.0),
        Vec2::new(3.0, 1.0),
        Vec2::new(2.0, 0.0),
        Vec2::new(1.0, 1.0),
        Vec2::ZERO,
    ])?;
    let over_ridge = manifolds(&saw, &Ball::new(Vec2::new(1.0, 1.5), 0.5)?, 0.01);
    assert!(over_ridge.iter().all(|found| found.manifold.normal.get() == Vec2::Y), "{over_ridge:?}");
    assert_eq!(over_ridge.iter().map(|found| found.part_a).collect::<Vec<_>>(), [2, 3]);
    // In the valley, the corner is further away than both sides, and no place to rest on.
    let in_valley = manifolds(&saw, &Ball::new(Vec2::new(2.0, 0.7), 0.5)?, 0.3);
    let normals: Vec<Vec2> = in_valley.iter().map(|found| found.manifold.normal.get()).collect();
    let half = std::f32::consts::FRAC_1_SQRT_2;
    assert_eq!(normals.len(), 2, "{in_valley:?}");
    assert!((normals[0] - Vec2::new(-half, half)).length() < 1e-6, "{normals:?}");
    assert!((normals[1] - Vec2::new(half, half)).length() < 1e-6, "{normals:?}");

    // A closed line has no end where it begins.
    let square = Polyline::new_closed(vec![Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y])?;
    let split = Polyline::new_closed(vec![Vec2::new(0.5, 1.0), Vec2::Y, Vec2::ZERO, Vec2::X, Vec2::ONE])?;
    let sunk = Aabb::new(Vec2::new(0.2, 0.95), Vec2::new(0.52, 2.0))?;
    for line in [square, split] {
        let found = manifolds(&line, &sunk, 0.0);
        assert!(found.iter().all(|found| found.manifold.normal.get() == Vec2::Y), "{found:?}");
    }
    Ok(())
}

/// A cube of triangles, from outside, is a cube.
#[test]
fn a_cube_keeps_its_edges_and_loses_its_diagonals() -> Tested {
    let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1));
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let mesh = SurfaceMesh::new(Mesh::new((0..8).map(corner).collect(), triangles)?);
    let solid = Aabb::new(DVec3::ZERO, DVec3::ONE)?;
    let mut random = Random::new(8);
    let mut met = 0;
    for _ in 0..2000 {
        let ball = Ball::new(DVec3::splat(0.5) + random.vector::<DVec3>(0.8), 0.1)?;
        // Surfaces hold from both sides: right at the surface, so near an edge does the inside of the other
        // face.
        if solid.distance(&Ball::new(ball.center(), 0.0)?) < 1e-3 {
            continue;
        }
        let expected = solid.contact(&ball, 0.05);
        let found = manifolds(&mesh, &ball, 0.05);
        assert_eq!(found.is_empty(), expected.is_none(), "{ball:?}");
        met += found.len();
        for found in &found {
            let expected = expected.expect("it is there").normal.get();
            // Right beside an edge, the other face may add its own.
            let off = (found.manifold.normal.get() - expected).length();
            assert!(off < 2e-3, "{found:?} instead of {expected:?}: {ball:?}");
        }
    }
    assert!(met > 200);
    Ok(())
}

/// No contact is lost with its ghosts, and none is made up, whatever the triangles are.
#[test]
fn something_is_left_where_something_meets() -> Tested {
    fn check<V: Turn>() -> Tested {
        let mut random = Random::new(31);
        for case in 0..150 {
            let points: Vec<V> = (0..12).map(|_| random.vector(1.0)).collect();
            let number = |random: &mut Random| (random.signed().abs() * 11.9) as u32;
            let triangles = (0..20).map(|_| [(); 3].map(|()| number(&mut random))).collect();
            let soup = SurfaceMesh::new(Mesh::new(points, triangles)?);
            let pose = Pose { rotation: V::turn(&mut random), translation: random.vector(0.5) };
            let soup = soup.at(&pose);
            let shape: AnyShape<V> = if case % 2 == 0 {
                Ball::new(random.vector(1.5), V::Scalar::from_f64(0.3))?.into()
            } else {
                Hull::new(&(0..6).map(|_| random.vector(0.8)).collect::<Vec<V>>())?.into()
            };
            let (raw, found) =
                (contacts(&soup, &shape, V::Scalar::HALF), manifolds(&soup, &shape, V::Scalar::HALF));
            assert_eq!(raw.is_empty(), found.is_empty(), "{shape:?}");
            let pairs: Vec<u32> = raw.iter().map(|found| found.part_a).collect();
            assert!(found.iter().all(|found| pairs.contains(&found.part_a)), "{found:?}");
            for point in found.iter().flat_map(|found| found.manifold.points()) {
                assert!(
                    point.distance <= V::Scalar::HALF
                        && point.point_a.is_finite()
                        && point.point_b.is_finite()
                );
            }
        }
        Ok(())
    }
    check::<Vec3>()?;
    check::<DVec3>()?;
    check::<Vec2>()
}
