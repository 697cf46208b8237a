//! Two meshes say what their triangles say one by one, in either order.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::SurfaceMesh;
use impinge::math::{Pose, Scalar};
use impinge::prelude::*;
use impinge::shape::{Mesh, Triangle};

use crate::parts::Tested;
use crate::sample::{Random, Turn};

/// Loose triangles: large and small ones, slivers, points, and some twice.
fn soup<V: Turn>(random: &mut Random, count: usize) -> Result<Mesh<V>, Box<dyn std::error::Error>> {
    let mut points: Vec<V> = Vec::new();
    for i in 0..count {
        let at: V = random.vector(1.0);
        let size = [0.3, 0.05, 0.6][i % 3];
        let (b, c) = (at + random.vector(size), at + random.vector(size));
        let thin = V::Scalar::from_f64(1e-6);
        points.extend(match i % 7 {
            0 => [at, b, at + (b - at) * V::Scalar::HALF + random.vector::<V>(1.0) * thin],
            1 => [at; 3],
            _ => [at, b, c],
        });
    }
    let mut triangles: Vec<[u32; 3]> = (0..count as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    triangles.extend_from_within(..count / 4);
    Ok(Mesh::new(points, triangles)?)
}

/// A closed surface with an edge of so many cells on each face, pushed in and out a little.
fn dented_cube<V: Turn>(cells: usize, half: f64) -> Result<Mesh<V>, Box<dyn std::error::Error>> {
    let mut points = Vec::new();
    let mut triangles = Vec::new();
    for face in 0..6 {
        let (axis, side) = (face / 2, if face % 2 == 0 { -1.0 } else { 1.0 });
        let corner = |i: usize, j: usize| {
            let along = |k: usize| 2.0 * k as f64 / cells as f64 - 1.0;
            let mut p = [0.0; 3];
            (p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]) = (side, along(i), along(j));
            // The same where faces meet, as it depends on the place only.
            let dent = 1.0 + 0.1 * libm::sin(5.0 * p[0]) * libm::cos(4.0 * p[1] + p[2]);
            V::from_f64(p.map(|x| x * half * dent))
        };
        for i in 0..cells {
            for j in 0..cells {
                let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
                let first = points.len() as u32;
                points.extend(if side > 0.0 { [a, b, c, d] } else { [a, d, c, b] });
                triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
            }
        }
    }
    Ok(Mesh::new(points, triangles)?)
}

fn placed<V: Turn>(mesh: &SurfaceMesh<V>) -> Vec<Triangle<V>> {
    let corners =
        |i: usize| mesh.mesh().triangle(i as u32).points().map(|corner| mesh.pose().transform_point(corner));
    (0..mesh.mesh().triangles().len()).map(|i| Triangle::new(corners(i)).expect("finite")).collect()
}

fn check<V: Turn>(a: &SurfaceMesh<V>, b: &SurfaceMesh<V>) {
    let (parts_a, parts_b) = (placed(a), placed(b));
    // A single triangle is asked part by part, and knows when it is inside.
    let of_parts =
        parts_a.iter().map(|part| b.relation(part)).chain(parts_b.iter().map(|part| a.relation(part)));
    let expected = of_parts.max().unwrap_or(Relation::Disjoint);
    assert_eq!((a.relation(b), b.relation(a)), (expected, expected));
    let zero = V::Scalar::ZERO;
    let distance = a.distance(b);
    assert_eq!(distance, b.distance(a));
    assert_eq!(distance > zero, expected == Relation::Disjoint);

    if expected == Relation::Disjoint {
        let found = a.closest_points(b);
        let mirrored = b.closest_points(a);
        assert_eq!((found.point_a, found.point_b), (mirrored.point_b, mirrored.point_a));
        assert_eq!((found.distance, distance), (mirrored.distance, found.distance));
        let each =
            || parts_a.iter().flat_map(|one| parts_b.iter().map(move |other| one.closest_points(other)));
        let least = each().map(|contact| contact.distance).fold(V::Scalar::INFINITY, Scalar::min);
        assert_eq!(found.distance, least);
        assert!(each().any(|contact| contact == found), "{found:?} is of no two triangles");
        // As far as it is asked for, and no further.
        assert_eq!(a.contact(b, least.next_up()), Some(found));
        assert_eq!(a.contact(b, least.next_down()), None);
    }
    for margin in [zero, V::Scalar::from_f64(0.05)] {
        let found = contacts(a, b, margin);
        let mut count = 0;
        for (i, one) in parts_a.iter().enumerate() {
            for (j, other) in parts_b.iter().enumerate() {
                if let Some(contact) = one.contact(other, margin) {
                    let next = &found[count];
                    assert_eq!((next.part_a as usize, next.part_b as usize, next.contact), (i, j, contact));
                    count += 1;
                }
            }
        }
        assert_eq!(count, found.len());
    }
}

fn check_soups<V: Turn>(seed: u64) -> Tested {
    let mut random = Random::new(seed);
    let (first, second) = (soup::<V>(&mut random, 40)?, soup::<V>(&mut random, 60)?);
    let (first, second) = (SurfaceMesh::new(first), SurfaceMesh::new(second));
    for away in [0.0, 1.0, 1.6, 2.0, 2.5, 40.0] {
        for _ in 0..3 {
            let offset = random.direction::<V>().get() * V::Scalar::from_f64(away);
            let at = Pose { rotation: V::turn(&mut random), translation: random.vector(3.0) };
            let pose = Pose { rotation: V::turn(&mut random), translation: at.translation + offset };
            check(&first.at(&at), &second.at(&pose));
        }
    }
    // The same triangles at the same places.
    check(&first, &first);
    Ok(())
}

fn check_closed<V: Turn>(seed: u64) -> Tested {
    let mut random = Random::new(seed);
    let (large, small) = (dented_cube::<V>(6, 1.0)?, dented_cube::<V>(4, 0.3)?);
    let (large, small) = (SurfaceMesh::new(large), SurfaceMesh::new(small));
    // Inside, through the wall, and outside.
    for away in [0.0, 0.3, 0.9, 1.4, 1.8] {
        for _ in 0..2 {
            let offset = random.direction::<V>().get() * V::Scalar::from_f64(away);
            let at = Pose { rotation: V::turn(&mut random), translation: random.vector(0.5) };
            let pose = Pose { rotation: V::turn(&mut random), translation: at.translation + offset };
            let (large, small) = (large.at(&at), small.at(&pose));
            check(&large, &small);
            // What is hollow holds nothing, and is held all the same.
            check(&large.to_hollow(), &small);
            check(&large, &small.to_hollow());
            check(&large.to_hollow(), &small.to_hollow());
        }
    }
    Ok(())
}

#[test]
fn loose_triangles() -> Tested {
    check_soups::<Vec3>(1)?;
    check_soups::<DVec3>(2)?;
    check_soups::<Vec2>(3)
}

#[test]
fn closed_surfaces() -> Tested {
    check_closed::<Vec3>(4)?;
    check_closed::<DVec3>(5)
}

/// One shell in the other, one beside it: the first tells.
#[test]
fn one_shell_of_many_inside_is_enough() -> Tested {
    let room = SurfaceMesh::new(dented_cube::<Vec3>(3, 1.0)?);
    let (near, far) = (dented_cube::<Vec3>(2, 0.1)?, Vec3::X * 5.0);
    let count = near.positions().len() as u32;
    let corners = near.positions().iter().map(|corner| *corner + far).chain(near.positions().iter().copied());
    let triangles = near.triangles().iter().flat_map(|t| [*t, t.map(|corner| corner + count)]);
    let two = SurfaceMesh::new(Mesh::new(corners.collect(), triangles.collect())?);
    assert_eq!((room.relation(&two), two.relation(&room)), (Relation::Overlapping, Relation::Overlapping));
    assert_eq!(room.distance(&two), 0.0);
    assert_eq!(room.relation(&two.at(&Pose::from_translation(Vec3::Y * 3.0))), Relation::Disjoint);
    Ok(())
}

#[test]
fn flush_faces_touch() -> Tested {
    let corners: Vec<Vec3> =
        (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32)).collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let cube = SurfaceMesh::new(Mesh::new(corners, triangles)?);
    for (away, expected) in [
        (1.0, Relation::Touching),
        (1.0_f32.next_up(), Relation::Disjoint),
        (1.0_f32.next_down(), Relation::Overlapping),
    ] {
        let other = cube.at(&Pose::from_translation(Vec3::new(away, 0.25, 0.125)));
        assert_eq!((cube.relation(&other), other.relation(&cube)), (expected, expected));
        assert_eq!(cube.distance(&other) > 0.0, expected == Relation::Disjoint);
    }
    Ok(())
}

/// What parts two solids: no longer than what goes past everything, and it does.
fn check_way_out<V: Turn>(a: &SurfaceMesh<V>, b: &SurfaceMesh<V>) -> Tested {
    let out = a.penetration(b).ok_or("they overlap")?;
    let bounds = a.depth(b).ok_or("they overlap")?;
    let (past, little) = (bounds.min_translation.depth, V::Scalar::from_f64(1e-5));
    assert!(out.depth() <= past + past * little && out.depth() >= bounds.lower_bound, "{out:?}, {bounds:?}");
    // Whichever of both goes.
    let moved = |mesh: &SurfaceMesh<V>, by: V| mesh.at(&Pose::from_translation(by));
    let way = out.normal.get() * out.depth();
    assert_ne!(a.relation(&moved(b, way)), Relation::Overlapping, "{out:?}");
    assert_ne!(moved(a, -way).relation(b), Relation::Overlapping, "{out:?}");
    Ok(())
}

fn check_ways_out<V: Turn>(seed: u64) -> Tested {
    let mut random = Random::new(seed);
    let (solid, other) =
        (SurfaceMesh::new(dented_cube::<V>(3, 1.0)?), SurfaceMesh::new(dented_cube::<V>(3, 1.0)?));
    // A copy at the very same place: all triangles lie on each other, and nobody can tell which is which.
    check_way_out(&solid, &other)?;
    let placed = Pose { rotation: V::turn(&mut random), translation: random.vector(1.0) };
    check_way_out(&solid.at(&placed), &other.at(&placed))?;
    // Then less and less of it, to the bit the same the other way round.
    for distance in [0.25, 0.75, 1.5] {
        let at = random.vector::<V>(0.5) + V::unit_axis(0) * V::Scalar::from_f64(distance);
        let other = other.at(&Pose { rotation: V::turn(&mut random), translation: at });
        check_way_out(&solid, &other)?;
        let [out, back] = [solid.penetration(&other), other.penetration(&solid)].map(|out| out.ok_or("deep"));
        assert_eq!(out?, back?.flip());
    }
    Ok(())
}

#[test]
fn two_solids_are_parted_as_wholes() -> Tested {
    check_ways_out::<Vec3>(31)?;
    check_ways_out::<DVec3>(32)
}

/// A square of two triangles, or in space a box of twelve.
fn block<V: Turn>(half: V) -> Result<SurfaceMesh<V>, Box<dyn std::error::Error>> {
    let corner = |i: usize| V::from_fn(|axis| if i >> axis & 1 == 1 { half[axis] } else { -half[axis] });
    let quads: &[[u32; 4]] = match V::DIMENSION {
        2 => &[[0, 1, 3, 2]],
        _ => &[[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]],
    };
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Ok(SurfaceMesh::new(Mesh::new((0..1 << V::DIMENSION).map(corner).collect(), triangles)?))
}

fn check_blocks<V: Turn>() -> Tested {
    let vector = |x: f64, rest: f64| V::from_fn(|axis| V::Scalar::from_f64(if axis == 0 { x } else { rest }));
    let (large, small) = (block(vector(1.0, 1.0))?, block(vector(0.5, 0.25))?);
    // Beyond the side, through it, and within: always out through the side.
    for (x, depth) in
        [(1.5, None), (1.75, None), (1.25, Some(0.25)), (0.75, Some(0.75)), (0.625, Some(0.875))]
    {
        let small = small.at(&Pose::from_translation(vector(x, 0.125)));
        let out = large.penetration(&small);
        assert_eq!(out.is_some(), depth.is_some(), "{x}");
        if let (Some(out), Some(depth)) = (out, depth) {
            let error: f64 = out.depth().into() - depth;
            assert!(
                (0.0..1e-6).contains(&error) && out.normal.get()[0] > V::Scalar::from_f64(0.999),
                "{x}: {out:?}"
            );
        }
        let distance: f64 = large.signed_distance(&small).distance.into();
        assert!((distance + depth.unwrap_or(1.5 - x)).abs() < 1e-6, "{x}: {distance}");
    }
    Ok(())
}

#[test]
fn blocks_are_parted_by_the_side_that_is_nearest() -> Tested {
    check_blocks::<Vec2>()?;
    check_blocks::<Vec3>()?;
    check_blocks::<DVec2>()?;
    check_blocks::<DVec3>()
}
