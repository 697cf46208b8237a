//! Shapes of many parts in the same box: which of two is asked first makes no difference to the bit.

use glam::{DVec3, Vec3};
use impinge::compound::{AnyShape, Compound, HeightField, Polyline, SurfaceMesh};
use impinge::math::Pose;
use impinge::prelude::*;
use impinge::shape::{Hull, Mesh};

use super::Tested;
use crate::sample::Turn;

/// All of them fill the cube from −1 to 1 as far as their boxes tell.
fn in_one_cube<V: Turn>() -> Result<Vec<AnyShape<V>>, Box<dyn std::error::Error>> {
    let corner = |i: usize| V::from_f64([i & 1, i >> 1 & 1, i >> 2 & 1].map(|bit| 2.0 * bit as f64 - 1.0));
    let tetrahedron = |corners: [usize; 4]| corners.map(corner);
    let [even, odd] = [tetrahedron([0, 3, 5, 6]), tetrahedron([1, 2, 4, 7])];
    let heights = |heights: [f64; 4]| -> Result<AnyShape<V>, Box<dyn std::error::Error>> {
        let field =
            HeightField::new(heights.map(V::Scalar::from_f64).to_vec(), 2, [V::Scalar::from_f64(2.0); 2])?;
        let to_corner = Pose::from_translation(V::from_f64([-1.0, 0.0, -1.0]));
        Ok(AnyShape::from(field).moved(&to_corner))
    };
    let mut shapes = vec![heights([-1.0, 1.0, 0.5, 0.0])?, heights([0.0, 1.0, -1.0, 0.5])?];
    for points in [even, odd] {
        shapes.push(Compound::new([(Hull::new(&points)?.into(), Pose::identity())])?.into());
        shapes.push(Polyline::open(points.to_vec())?.into());
        let mesh = Mesh::new(points.to_vec(), vec![[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]])?;
        shapes.push(SurfaceMesh::new(mesh).into());
    }
    Ok(shapes)
}

fn mirrored<V: Turn>(shapes: &[AnyShape<V>]) -> Tested {
    for (i, a) in shapes.iter().enumerate() {
        for (j, b) in shapes.iter().enumerate() {
            let turned = |contact: Contact<V>| Contact {
                normal: -contact.normal,
                on_a: contact.on_b,
                on_b: contact.on_a,
                ..contact
            };
            let name = format!("{i} and {j}");
            assert_eq!(a.relation(b), b.relation(a), "{name}");
            // What is there twice has no order, and may be parted either way.
            if i != j {
                assert_eq!(a.nearest(b), turned(b.nearest(a)), "{name}");
                assert_eq!(a.penetration(b), b.penetration(a).map(turned), "{name}");
                assert_eq!(a.separation(b), turned(b.separation(a)), "{name}");
            }
        }
    }
    Ok(())
}

#[test]
fn shapes_in_one_box_are_asked_in_either_order() -> Tested {
    mirrored(&in_one_cube::<Vec3>()?)?;
    mirrored(&in_one_cube::<DVec3>()?)
}

/// Each of them as the only part of a shape: parts of parts tell shapes apart as well.
fn nested<V: Turn>() -> Result<Vec<AnyShape<V>>, Box<dyn std::error::Error>> {
    let within = |shape: AnyShape<V>| Ok(AnyShape::from(Compound::new([(shape, Pose::identity())])?));
    in_one_cube::<V>()?.into_iter().map(within).collect()
}

#[test]
fn so_are_shapes_of_shapes_of_many_parts() -> Tested {
    mirrored(&nested::<Vec3>()?)?;
    mirrored(&nested::<DVec3>()?)
}
