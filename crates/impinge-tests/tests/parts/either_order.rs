//! Shapes of many parts in the same box: which of two is asked first makes no difference to the bit.

use glam::{DVec3, Vec2, Vec3};
use impinge::assembly::{DepthBounds, Instance, Model};
use impinge::bvh::MinTranslation;
use impinge::compound::{AnyShape, Compound, HeightField, Polyline, SurfaceMesh};
use impinge::math::{Pose, Scalar};
use impinge::narrow::manifolds;
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
        Ok(AnyShape::from(field).at(&to_corner))
    };
    let mut shapes = vec![heights([-1.0, 1.0, 0.5, 0.0])?, heights([0.0, 1.0, -1.0, 0.5])?];
    for points in [even, odd] {
        shapes.push(Compound::new([(Hull::new(&points)?.into(), Pose::identity())])?.into());
        shapes.push(Polyline::new_open(points.to_vec())?.into());
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
                point_a: contact.point_b,
                point_b: contact.point_a,
                ..contact
            };
            let name = format!("{i} and {j}");
            assert_eq!(a.relation(b), b.relation(a), "{name}");
            // What is there twice has no order, and may be parted either way.
            if i != j {
                assert_eq!(a.closest_points(b), turned(b.closest_points(a)), "{name}");
                assert_eq!(a.penetration(b), b.penetration(a).map(turned), "{name}");
                assert_eq!(a.signed_distance(b), turned(b.signed_distance(a)), "{name}");
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

/// A solid between eight corners, of which two of the upper ones are higher than the others: cut along these
/// it has a ridge, cut along the others a valley.
fn roof(half: f64, height: f64, top: [[u32; 3]; 2]) -> Result<Mesh<DVec3>, Box<dyn std::error::Error>> {
    let corner = |i: u32| {
        let raised = if i == 4 || i == 7 { DVec3::Z * height } else { DVec3::ZERO };
        let place = [i & 1, i >> 1 & 1, i >> 2 & 1].map(|bit| 2.0 * f64::from(bit) - 1.0);
        DVec3::from_array(place) * half + raised
    };
    let sides = [[0, 2, 3, 1], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.into_iter().flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).chain(top);
    Ok(Mesh::new((0..8).map(corner).collect(), triangles.collect())?)
}

/// Where several ways are equally good, too.
#[test]
fn ways_out_of_meshes_are_told_in_either_order() -> Tested {
    const RIDGE: [[u32; 3]; 2] = [[4, 5, 7], [4, 7, 6]];
    const VALLEY: [[u32; 3]; 2] = [[4, 5, 6], [5, 7, 6]];
    let pairs = [
        [roof(1.0, 0.0, RIDGE)?, roof(0.5, 0.0, RIDGE)?],
        [roof(1.0, 1.0, RIDGE)?, roof(1.0, 1.0, VALLEY)?],
        [roof(1.0, 0.0, RIDGE)?, roof(1.0, 0.0, VALLEY)?],
    ];
    let turned = |depth: DepthBounds<DVec3>| {
        let MinTranslation { normal, depth: length, point_a, point_b } = depth.min_translation;
        DepthBounds {
            min_translation: MinTranslation {
                normal: -normal,
                depth: length,
                point_a: point_b,
                point_b: point_a,
            },
            ..depth
        }
    };
    for [one, other] in pairs {
        let models = [Model::new(one.clone()), Model::new(other.clone())];
        let [a, b] = [0, 1].map(|i| Instance::new(&models[i], Pose::identity()));
        assert!(a.depth(&b).is_some());
        assert_eq!(a.depth(&b), b.depth(&a).map(turned));
        let [a, b] = [one, other].map(SurfaceMesh::new);
        assert!(a.depth(&b).is_some());
        assert_eq!(a.depth(&b), b.depth(&a).map(turned));
    }
    Ok(())
}

/// Both lines cross each other twice, as deep on the left as on the right, and one crossing is told of.
#[test]
fn the_crossing_that_is_kept_does_not_depend_on_who_is_asked() -> Tested {
    let line = |points: [[f32; 2]; 3]| Polyline::new_open(points.map(Vec2::from_array).to_vec());
    let valley = line([[-4.0, 2.0], [0.0, 0.0], [4.0, 2.0]])?;
    let roof = line([[4.0, 0.0], [0.0, 1.0], [-4.0, 0.0]])?;
    let (there, back) = (manifolds(&valley, &roof, 0.0), manifolds(&roof, &valley, 0.0));
    assert_eq!((there.len(), back.len()), (1, 1));
    assert_eq!((there[0].part_a, there[0].part_b), (back[0].part_b, back[0].part_a));
    assert_eq!(there[0].manifold, back[0].manifold.clone().flip());
    Ok(())
}
