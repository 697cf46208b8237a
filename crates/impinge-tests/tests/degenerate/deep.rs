//! Shapes deep in a closed mesh: how deep they are in the solid, not in a triangle of it.

use glam::DVec3;
use impinge::compound::SurfaceMesh;
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Mesh, MeshError};

pub const NAMES: &[&str] = &["pressed_into_a_block", "ball_deep_in_a_block", "apart_from_a_block"];

type Tested = Result<(), Box<dyn std::error::Error>>;

/// A block from (−2, −2, −2) to (2, 2, 0), with so many squares along each edge of a face.
fn block(cuts: u32) -> Result<SurfaceMesh<DVec3>, MeshError> {
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for face in 0..6 {
        let (axis, is_far) = (face / 2, face % 2 == 1);
        let first = corners.len() as u32;
        for i in 0..=cuts {
            for j in 0..=cuts {
                let along = [i, j].map(|number| f64::from(number) / f64::from(cuts));
                let mut corner = [0.0; 3];
                corner[axis] = f64::from(u8::from(is_far));
                corner[(axis + 1) % 3] = along[0];
                corner[(axis + 2) % 3] = along[1];
                corners.push(DVec3::from_array(corner) * DVec3::new(4.0, 4.0, 2.0) - DVec3::splat(2.0));
            }
        }
        for i in 0..cuts {
            for j in 0..cuts {
                let corner = |i: u32, j: u32| first + i * (cuts + 1) + j;
                let [a, b, c, d] = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
                triangles.extend(if is_far { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] });
            }
        }
    }
    Ok(SurfaceMesh::new(Mesh::new(corners, triangles)?))
}

#[test]
fn pressed_into_a_block() -> Tested {
    for cuts in [1, 8] {
        let block = block(cuts)?;
        for tip in [-0.09, -0.21, -0.33, -0.39, -0.45, -0.9] {
            let hand = Aabb::new(DVec3::new(-0.1, -0.05, tip), DVec3::new(0.1, 0.05, tip + 0.4))?;
            let (separation, nearest) = (block.signed_distance(&hand), block.closest_points(&hand));
            assert!((separation.distance - tip).abs() < 1e-6, "{tip}, {cuts}: {separation:?}");
            assert!(separation.normal.get().z > 0.999, "{tip}, {cuts}: {separation:?}");
            assert_eq!(Some(separation), block.penetration(&hand));
            assert!(
                nearest.distance < 0.0 && nearest.distance >= separation.distance - 1e-6,
                "{tip}, {cuts}: {nearest:?}"
            );
            // From the other side all is mirrored.
            let mirrored = hand.signed_distance(&block);
            assert_eq!((mirrored.distance, mirrored.normal), (separation.distance, -separation.normal));
        }
    }
    Ok(())
}

#[test]
fn ball_deep_in_a_block() -> Tested {
    for cuts in [1, 8] {
        let block = block(cuts)?;
        for height in [-0.3, -0.5, -0.8] {
            let ball = Ball::new(DVec3::new(0.3, 0.2, height), 0.25)?;
            let separation = block.signed_distance(&ball);
            assert_eq!(block.relation(&ball), Relation::Overlapping);
            assert!((separation.distance - (height - 0.25)).abs() < 1e-6, "{height}, {cuts}: {separation:?}");
            assert!(separation.normal.get().z > 0.999, "{height}, {cuts}: {separation:?}");
        }
    }
    Ok(())
}

#[test]
fn apart_from_a_block() -> Tested {
    let block = block(8)?;
    for gap in [0.0, 1e-9, 0.5] {
        let hand = Aabb::new(DVec3::new(-0.1, -0.05, gap), DVec3::new(0.1, 0.05, gap + 0.4))?;
        let separation = block.signed_distance(&hand);
        assert_eq!((separation, block.penetration(&hand)), (block.closest_points(&hand), None));
        assert!((separation.distance - gap).abs() < 1e-15, "{separation:?}");
        assert_eq!(separation.distance == 0.0, gap == 0.0);
    }
    Ok(())
}
