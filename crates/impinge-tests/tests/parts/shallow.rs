//! Shapes that are hardly in others of many parts: the way out is as long as they are deep, up to rounding,
//! and so is what is told of the deepest part.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, Compound, FilledPolygon, SurfaceMesh};
use impinge::math::{Pose, Scalar, Vector};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Hull, Mesh, Segment};

use super::Tested;
use crate::sample::{Random, Turn};

fn at<V: Vector>(x: f64, y: f64, z: f64) -> V {
    V::from_fn(|axis| V::Scalar::from_f64([x, y, z][axis]))
}

/// A block with its top at 0, as one part and as three beside each other.
fn blocks<V: Vector>() -> Result<Vec<AnyShape<V>>, Box<dyn std::error::Error>> {
    let block = |from: f64, to: f64| Aabb::new(at::<V>(from, -1.0, -2.0), at(to, 0.0, 2.0));
    let parts =
        [block(-6.0, -2.0)?, block(-2.0, 2.0)?, block(2.0, 6.0)?].map(|part| (part.into(), Pose::identity()));
    Ok(vec![Compound::new([parts[1].clone()])?.into(), Compound::new(parts)?.into()])
}

/// Shapes that stand on the plane at 0, and are in it by so much.
fn standing<V: Vector>(depth: f64) -> Result<[AnyShape<V>; 3], Box<dyn std::error::Error>> {
    let half = V::Scalar::HALF;
    Ok([
        Ball::new(at(0.5, 0.5 - depth, 0.0), half)?.into(),
        Segment::new(at(0.5, -depth, 0.0), at(1.0, 1.0, 0.0))?.into(),
        Hull::new(&[at::<V>(0.5, -depth, 0.0), at(1.0, 1.0, 0.0), at(0.0, 1.0, 0.5)])?.into(),
    ])
}

fn check<V: Turn>(grounds: &[AnyShape<V>], is_told: bool) -> Tested {
    let mut random = Random::new(14);
    let rounding = 1e3 * V::Scalar::UNIT_ROUNDOFF.into();
    let mut overlaps = 0;
    for turn in 0..40 {
        let depth = [0.0, 1e-15, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3][turn % 8];
        let place = Pose { rotation: V::turn(&mut random), translation: random.vector(4.0) };
        for (ground, shape) in grounds
            .iter()
            .flat_map(|ground| standing(depth).map(|all| all.map(|shape| (ground, shape))))
            .flatten()
        {
            let (ground, shape) = (ground.at(&place), shape.at(&place));
            if let Some(out) = ground.penetration(&shape) {
                overlaps += 1;
                let found: f64 = out.depth().into();
                assert!(
                    (found - depth).abs() < rounding + 1e-6 * depth,
                    "{found} for {depth}: {ground:?} and {shape:?}"
                );
                let back = shape.penetration(&ground).map(|out| out.distance);
                assert_eq!(back, Some(out.distance));
            }
            let nearest: f64 = ground.closest_points(&shape).distance.into();
            assert!(
                !is_told || (nearest + depth).abs() < rounding,
                "{nearest} for {depth}: {ground:?} and {shape:?}"
            );
        }
    }
    assert!(overlaps > 60, "{overlaps}");
    Ok(())
}

#[test]
fn what_is_hardly_in_a_compound_is_hardly_deep() -> Tested {
    check::<Vec2>(&blocks()?, true)?;
    check::<DVec2>(&blocks()?, true)?;
    check::<Vec3>(&blocks()?, true)?;
    check::<DVec3>(&blocks()?, true)
}

#[test]
fn what_is_hardly_in_an_area_is_hardly_deep() -> Tested {
    let corner = [(-2.0, -2.0), (2.0, -2.0), (2.0, 0.0), (-1.0, 0.0), (-1.0, 2.0), (-2.0, 2.0)];
    check::<DVec2>(&[FilledPolygon::from_points(&corner.map(DVec2::from))?.into()], true)?;
    let corner = corner.map(|(x, y)| Vec2::new(x as f32, y as f32));
    check::<Vec2>(&[FilledPolygon::from_points(&corner)?.into()], true)?;
    let mesh = Mesh::new(corner.to_vec(), vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]])?;
    check::<Vec2>(&[SurfaceMesh::new(mesh).into()], true)
}

/// `nearest` of a mesh in space is that of its triangles, which have no inside.
#[test]
fn what_is_hardly_in_a_closed_mesh_is_hardly_deep() -> Tested {
    fn cube<V: Vector>() -> Result<SurfaceMesh<V>, Box<dyn std::error::Error>> {
        let side = |bit: usize| 4.0 * bit as f64 - 2.0;
        let corners = (0..8).map(|i| at(side(i & 1), side(i >> 1 & 1) - 2.0, side(i >> 2))).collect();
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
        Ok(SurfaceMesh::new(Mesh::new(corners, triangles)?))
    }
    check::<DVec3>(&[cube()?.into()], false)?;
    check::<Vec3>(&[cube()?.into()], false)
}
