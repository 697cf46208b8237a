//! Boxes on a small lattice in each way that a box can be given: as a box, a hull, a closed mesh, a compound
//! of these, whole or in halves. How two of them lie, and how deep, is known from their corners, and does not
//! depend on how they are given or on who is asked.
//!
//! `IMPINGE_LATTICE=10000 cargo test -p impinge-tests --test meshes parts::lattice_boxes` asks about so many
//! pairs, `IMPINGE_SEED` about others.

use glam::{DVec3, Vec3};
use impinge::compound::{AnyShape, Compound, SurfaceMesh};
use impinge::math::{Pose, Scalar};
use impinge::narrow::sat::swept;
use impinge::prelude::*;
use impinge::shape::{Aabb, Hull, Mesh};
use impinge_tests::demand;

use super::Tested;
use crate::sample::Random;

/// The least and the greatest corner.
type Corners = [[f64; 3]; 2];

/// A number below `count`.
pub fn below(random: &mut Random, count: usize) -> usize {
    (((random.signed() + 1.0) * 0.5 * count as f64) as usize).min(count - 1)
}

fn corners<V: Vector>([low, high]: Corners) -> Vec<V> {
    let corner =
        |bits: usize| std::array::from_fn(|axis| if bits >> axis & 1 == 0 { low[axis] } else { high[axis] });
    (0..8).map(|bits| V::from_f64(corner(bits))).collect()
}

/// A closed mesh, its faces cut along either diagonal.
fn mesh<V: Vector>(
    random: &mut Random,
    bounds: Corners,
) -> Result<SurfaceMesh<V>, Box<dyn std::error::Error>> {
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.into_iter().flat_map(|[a, b, c, d]| match random.signed() > 0.0 {
        true => [[a, b, c], [a, c, d]],
        false => [[a, b, d], [b, c, d]],
    });
    let triangles = triangles.collect();
    Ok(SurfaceMesh::new(Mesh::new(corners(bounds), triangles)?))
}

fn compound<V: Vector>(
    parts: impl IntoIterator<Item = AnyShape<V>>,
) -> Result<AnyShape<V>, Box<dyn std::error::Error>> {
    Ok(Compound::new(parts.into_iter().map(|part| (part, Pose::identity())))?.into())
}

/// The ways in which a box is given.
const WAYS: usize = 9;

fn given<V: Vector>(
    random: &mut Random,
    way: usize,
    bounds: Corners,
) -> Result<AnyShape<V>, Box<dyn std::error::Error>> {
    let cuboid = |[low, high]: Corners| Aabb::new(V::from_f64(low), V::from_f64(high));
    let axis = below(random, 3);
    let halves = {
        let mut halves = [bounds; 2];
        let middle = 0.5 * (bounds[0][axis] + bounds[1][axis]);
        halves[0][1][axis] = middle;
        halves[1][0][axis] = middle;
        halves
    };
    Ok(match way {
        0 => cuboid(bounds)?.into(),
        // Corners of a hull are compared in its own precision, which `f32` is not enough of for flush ones.
        1 if V::Scalar::UNIT_ROUNDOFF.into() < 1e-10 => Hull::new(&corners::<V>(bounds))?.into(),
        1 => cuboid(bounds)?.into(),
        2 | 3 => mesh(random, bounds)?.into(),
        4 => compound([mesh(random, bounds)?.into()])?,
        5 => compound([compound([mesh(random, bounds)?.into()])?])?,
        6 => compound([mesh(random, halves[0])?.into(), mesh(random, halves[1])?.into()])?,
        7 => compound([mesh(random, halves[0])?.into(), cuboid(halves[1])?.into()])?,
        _ => compound([cuboid(halves[0])?.into(), cuboid(halves[1])?.into()])?,
    })
}

/// How deep two boxes are in each other; below 0 if they are apart.
fn depth([a, b]: [Corners; 2]) -> f64 {
    (0..3).map(|axis| (a[1][axis] - b[0][axis]).min(b[1][axis] - a[0][axis])).fold(f64::INFINITY, f64::min)
}

fn check<V: Vector>() -> Tested {
    let mut random = Random::new(demand::seed(17));
    let tolerance = if V::Scalar::UNIT_ROUNDOFF.into() > 1e-10 { 1e-5 } else { 1e-8 };
    for case in 0..demand::cases("IMPINGE_LATTICE", 40) {
        let mut bounds = [(); 2].map(|()| {
            let start = [(); 3].map(|()| below(&mut random, 3));
            let end = start.map(|start| start + 1 + below(&mut random, 3 - start));
            [start, end].map(|corner| corner.map(|x| x as f64))
        });
        if case % 4 == 0 {
            bounds[1] = bounds[0];
        }
        let ways = [(); 2].map(|()| below(&mut random, WAYS));
        let a: AnyShape<V> = given(&mut random, ways[0], bounds[0])?;
        let b: AnyShape<V> = given(&mut random, ways[1], bounds[1])?;
        let what = || format!("{ways:?} of {bounds:?}");
        let depth = depth(bounds);
        let expected = match depth {
            depth if depth > 0.0 => Relation::Overlapping,
            0.0 => Relation::Touching,
            _ => Relation::Disjoint,
        };
        assert_eq!([a.relation(&b), b.relation(&a)], [expected; 2], "{}", what());
        let (found, mirrored) = (a.penetration(&b), b.penetration(&a));
        let depths = [found, mirrored].map(|found| found.map(|contact| contact.distance));
        assert_eq!(depths[0], depths[1], "{}", what());
        // Of the same box twice, nothing tells which is meant.
        if bounds[0] != bounds[1] {
            assert_eq!(found, mirrored.map(Contact::flip), "{}", what());
        }
        assert_eq!(found.is_some(), depth > 0.0, "{}", what());
        if let Some(found) = found {
            let found: f64 = found.depth().into();
            assert!(found >= depth * (1.0 - tolerance), "{found} is too short for {}", what());
            assert!(found <= depth * 1.01 + tolerance, "{found} is too long for {}", what());
        }
        // Whatever the way, after the step they do not overlap.
        for motion in [[0.0; 3], [-0.5, 0.0, 0.0], [0.25, 1.0, -0.5]] {
            let end = |axis: usize, way: [f64; 3], of: usize| bounds[0][of][axis] + way[axis];
            let step = swept(&a, &b, V::from_f64(motion));
            assert_eq!(step.is_overlapping(), depth >= 0.0, "{}", what());
            if let Some(more) = step.translation() {
                let more = more.to_f64();
                let way = std::array::from_fn(|axis| motion[axis] + more[axis]);
                let ended = [[0, 1].map(|of| std::array::from_fn(|axis| end(axis, way, of))), bounds[1]];
                assert!(self::depth(ended) <= tolerance, "{motion:?} and {more:?} end within: {}", what());
            }
        }
    }
    Ok(())
}

#[test]
fn in_f32() -> Tested {
    check::<Vec3>()
}

#[test]
fn in_f64() -> Tested {
    check::<DVec3>()
}
