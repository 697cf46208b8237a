//! Shapes of many parts: the tree finds what a look at every part finds, closed meshes are solid, ways out
//! lead out.

mod two_meshes;

mod area;
mod cubes;
mod either_order;
mod flush;
mod found;
mod ghosts;
mod hollow;
mod inside;
mod lattice_boxes;
mod shallow;

use glam::{DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, Compound, CompoundError, HeightField, Polyline, SurfaceMesh};
use impinge::math::{Pose, Scalar, Unit};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, HalfSpace, Hull, Mesh, Ray, Segment};

use crate::sample::{Random, Turn};

type Tested = Result<(), Box<dyn std::error::Error>>;

/// Many small shapes, strewn.
fn strewn<V: Turn>(
    random: &mut Random,
    count: usize,
) -> Result<Vec<AnyShape<V>>, Box<dyn std::error::Error>> {
    let quarter = V::Scalar::from_f64(0.25);
    let mut shapes = Vec::new();
    for i in 0..count {
        let place = Pose { rotation: V::turn(random), translation: random.vector(4.0) };
        let shape: AnyShape<V> = match i % 3 {
            0 => Ball::new(V::ZERO, quarter)?.into(),
            1 => Aabb::new(V::splat(-quarter), V::splat(quarter))?.into(),
            _ => Hull::new(&(0..6).map(|_| random.vector(0.3)).collect::<Vec<V>>())?.into(),
        };
        shapes.push(shape.at(&place));
    }
    Ok(shapes)
}

fn check_against_each_part<V: Turn>() -> Tested {
    let mut random = Random::new(3);
    for _ in 0..8 {
        let shapes = strewn::<V>(&mut random, 60)?;
        let compound = Compound::new(shapes.iter().map(|shape| (shape.clone(), Pose::identity())))?;
        for query in strewn::<V>(&mut random, 20)? {
            let nearest = compound.closest_points(&query);
            let each = shapes.iter().map(|shape| shape.closest_points(&query).distance);
            let expected = each.fold(V::Scalar::INFINITY, Scalar::min);
            // A search that is limited may end with another last digit.
            let off: f64 = (nearest.distance - expected).abs().into();
            assert!(off < 1e-6, "{:?} instead of {expected:?}", nearest.distance);
            let relation = shapes.iter().map(|shape| shape.relation(&query)).max();
            assert_eq!(Some(compound.relation(&query)), relation);
            let found: Vec<u32> =
                contacts(&compound, &query, V::Scalar::ONE).iter().map(|c| c.part_a).collect();
            let expected: Vec<u32> = (0u32..)
                .zip(&shapes)
                .filter(|(_, shape)| shape.contact(&query, V::Scalar::ONE).is_some())
                .map(|(number, _)| number)
                .collect();
            assert_eq!(found, expected);
        }
        for _ in 0..60 {
            let ray = Ray::new(random.vector(6.0), random.direction())?;
            let hit = compound.cast_ray(&ray, &RayOptions::default());
            let expected = (0u32..)
                .zip(&shapes)
                .filter_map(|(number, shape)| Some((shape.cast_ray(&ray, &RayOptions::default())?.t, number)))
                .min_by(|a, b| a.partial_cmp(b).expect("no hit is NaN"));
            assert_eq!(hit.map(|hit| (hit.t, hit.part)), expected);
        }
    }
    Ok(())
}

#[test]
fn the_tree_finds_what_a_look_at_every_part_finds() -> Tested {
    check_against_each_part::<Vec2>()?;
    check_against_each_part::<Vec3>()?;
    check_against_each_part::<DVec3>()
}

/// A round closed mesh.
fn sphere() -> Result<Mesh<Vec3>, Box<dyn std::error::Error>> {
    let points: Vec<Vec3> = (0..300)
        .map(|i| {
            let (turn, z) = (i as f32 * 2.399_963, (i as f32 + 0.5) / 150.0 - 1.0);
            let (sin, cos) = turn.sin_cos();
            Vec3::new(cos * (1.0 - z * z).sqrt(), sin * (1.0 - z * z).sqrt(), z)
        })
        .collect();
    let hull = Hull::new(&points)?;
    let triangles = (0..hull.face_count()).flat_map(|face| {
        let corners = hull.face(face);
        (1..corners.len() - 1).map(move |i| [corners[0], corners[i], corners[i + 1]])
    });
    Ok(Mesh::new(hull.vertices().to_vec(), triangles.collect())?)
}

#[test]
fn no_ray_slips_into_or_out_of_a_closed_mesh() -> Tested {
    let mut random = Random::new(5);
    let mesh = sphere()?;
    let far = Vec3::new(100.3, -50.7, 20.1);
    for pose in [Pose::identity(), Pose { rotation: Vec3::turn(&mut random), translation: far }] {
        let solid = SurfaceMesh::new(mesh.clone()).at(&pose);
        let hollow = RayOptions { mode: RayMode::Hollow, ..RayOptions::default() };
        let center = pose.transform_point(Vec3::new(0.02, 0.01, 0.03));
        assert!(solid.project_point(center).is_inside);
        for triangle in mesh.triangles() {
            let [a, b, c] = triangle.map(|corner| pose.transform_point(mesh.positions()[corner as usize]));
            // At a corner, an edge, and a face, from inside and from outside.
            for target in [a, (a + b) * 0.5, (a + b + c) * (1.0 / 3.0)] {
                let outwards = Ray::new(center, Unit::new(target - center)?)?;
                let at_once = solid.cast_ray(&outwards, &RayOptions::default()).expect("it starts inside");
                assert!(at_once.t == 0.0 && at_once.is_inside);
                let out = solid.cast_ray(&outwards, &hollow).expect("there is no hole");
                assert!((0.9..1.1).contains(&out.t) && out.is_inside, "{out:?}");
                assert!(out.normal.get().dot(outwards.direction().get()) > 0.5, "{out:?}");
                let inwards = Ray::new(center + (target - center) * 5.0, -outwards.direction())?;
                let front = RayOptions { sides: RaySides::FrontOnly, ..hollow };
                let hit = solid.cast_ray(&inwards, &front).expect("it shows its front");
                assert!((3.5..4.5).contains(&hit.t) && !hit.is_inside, "{hit:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn a_closed_mesh_is_solid_for_every_shape() -> Tested {
    let room = SurfaceMesh::new(sphere()?).at(&Pose::from_translation(Vec3::X * 10.0));
    let inside: [AnyShape<Vec3>; 4] = [
        Ball::new(Vec3::new(10.2, 0.0, 0.0), 0.1)?.into(),
        Aabb::new(Vec3::new(9.8, -0.1, -0.1), Vec3::new(10.0, 0.1, 0.1))?.into(),
        Segment::new(Vec3::new(9.9, 0.0, 0.0), Vec3::new(10.1, 0.3, 0.0))?.into(),
        SurfaceMesh::new(Mesh::new(
            vec![Vec3::X * 10.0, Vec3::X * 10.5, Vec3::new(10.0, 0.5, 0.0)],
            vec![[0, 1, 2]],
        )?)
        .into(),
    ];
    for shape in &inside {
        assert_eq!(room.relation(shape), Relation::Overlapping, "{shape:?}");
        assert_eq!(room.distance(shape), 0.0);
        let way = room.penetration(shape).expect("it is inside");
        let moved = shape.at(&Pose::from_translation(way.normal.get() * way.depth()));
        assert_ne!(room.relation(&moved), Relation::Overlapping, "{shape:?} is not freed by {way:?}");
    }
    let outside = Ball::new(Vec3::new(12.0, 0.0, 0.0), 0.5)?;
    assert!((room.distance(&outside) - 0.5).abs() < 0.02);
    Ok(())
}

#[test]
fn the_way_out_of_a_wall_leads_out_and_not_into_the_next_brick() -> Tested {
    let bricks = (0..40).map(|i| {
        let at = Vec3::new((i % 8) as f32, (i / 8) as f32, 0.0);
        Ok((Aabb::new(at, at + Vec3::new(1.0, 1.0, 0.9))?.into(), Pose::identity()))
    });
    let wall = Compound::new(bricks.collect::<Result<Vec<_>, CompoundError>>()?)?;
    // Near a joint, so that the way out of each brick is into its neighbour.
    let ball = Ball::new(Vec3::new(4.05, 2.05, 0.45), 0.25)?;
    let way = wall.penetration(&ball).expect("it is in the wall");
    assert!((way.depth() - 0.7).abs() < 1e-5, "{way:?}");
    assert!((way.normal.get().z.abs() - 1.0).abs() < 1e-5, "{way:?}");
    assert!(contacts(&wall, &ball, 0.0).len() >= 4);
    Ok(())
}

#[test]
fn ground_has_holes_and_faces_up() -> Tested {
    let flat = HeightField::<Vec3>::new(vec![1.0; 12], 4, [2.0, 3.0])?.with_holes(|cell| cell == 4);
    let down = |x: f32, z: f32| Ray::new(Vec3::new(x, 5.0, z), Unit::new(-Vec3::Y)?);
    let front = RayOptions { sides: RaySides::FrontOnly, ..RayOptions::default() };
    let hit = flat.cast_ray(&down(0.5, 2.5)?, &front).expect("ground");
    assert_eq!((hit.t, hit.normal.get(), hit.part), (4.0, Vec3::Y, 0));
    // Cell 4 is the second of the second row.
    assert_eq!(flat.cast_ray(&down(3.0, 4.5)?, &RayOptions::default()), None);
    assert_eq!(flat.cast_ray(&down(5.0, 4.0)?, &front).map(|hit| hit.part), Some(11));
    let line = HeightField::<Vec2>::new(vec![0.0, 1.0, 0.0], 3, [1.0, 0.0])?;
    let fall = Ray::new(Vec2::new(0.5, 5.0), Unit::new(-Vec2::Y)?)?;
    assert_eq!(
        line.cast_ray(&fall, &RayOptions { sides: RaySides::FrontOnly, ..RayOptions::default() })
            .map(|hit| hit.t),
        Some(4.5)
    );
    Ok(())
}

#[test]
fn what_has_no_meaning_is_refused() {
    let nan = Polyline::new_open(vec![Vec2::ZERO, Vec2::new(f32::NAN, 0.0)]).expect_err("NaN");
    assert!(nan.to_string().starts_with("point 1"), "{nan}");
    let ragged = HeightField::<Vec3>::new(vec![0.0; 5], 2, [1.0, 1.0]).expect_err("5 is no multiple of 2");
    assert!(matches!(ragged, CompoundError::NotAGrid { heights: 5, columns: 2 }));
    assert!(HeightField::<Vec2>::new(vec![0.0; 4], 2, [1.0, 1.0]).is_err());
    assert!(HeightField::<Vec3>::new(vec![], 0, [1.0, 1.0]).is_err());
    assert!(HeightField::<Vec3>::new(vec![], 3, [1.0, 1.0]).is_err());
    let line = AnyShape::from(Polyline::new_open(vec![Vec2::ZERO, Vec2::X]).expect("valid"));
    assert_eq!(line.with_rounding(1.0).expect_err("it has parts"), CompoundError::NotRoundable);
}

#[test]
fn nothing_is_infinitely_far() -> Tested {
    let ball = Ball::new(Vec3::ZERO, 1.0)?;
    let nothing = [
        AnyShape::from(Compound::new([])?),
        Polyline::new_open(vec![])?.into(),
        Polyline::new_open(vec![Vec3::ONE])?.into(),
        Mesh::default().into(),
        HeightField::new(vec![0.0], 1, [1.0, 1.0])?.into(),
    ];
    for empty in nothing {
        assert_eq!(empty.relation(&ball), Relation::Disjoint);
        assert_eq!(ball.distance(&empty), f32::MAX);
        assert_eq!(ball.closest_points(&empty), empty.closest_points(&ball).flip());
        assert_eq!((ball.manifold(&empty, 1.0), ball.penetration(&empty)), (None, None));
        assert_eq!(empty.cast_ray(&Ray::new(Vec3::ZERO, Unit::axis(0))?, &RayOptions::default()), None);
    }
    Ok(())
}

/// Lines at 10²⁰ that reach into a half-space by less than their coordinates can tell: ways out are finite,
/// and lead out.
#[test]
fn ways_out_are_finite_where_coordinates_are_coarse() -> Tested {
    fn check<V: Turn>() -> Tested {
        let point = |x: f64, y: f64, z: f64| V::from_f64([x, y, z]);
        let below = HalfSpace::new(Unit::new(point(7e-16, 1.0, 7e-16))?, V::Scalar::from_f64(-1e20))?;
        let line =
            Polyline::new_open(vec![point(-2.5, -1e20, 0.0), point(3.0, -1e20, 0.0), point(0.0, 1e20, 3.0)])?;
        for x in [7e19, -7e19, 7e16, -7e16, 3.0] {
            let line = line.at(&Pose::from_translation(point(x, 3.0, 3.0)));
            let (way, back) = (below.penetration(&line), line.penetration(&below));
            assert_eq!(way.is_some(), below.relation(&line) == Relation::Overlapping);
            let (Some(way), Some(back)) = (way, back) else { continue };
            assert!(
                way.distance.is_finite() && way.point_a.is_finite() && way.point_b.is_finite(),
                "{way:?}"
            );
            assert_eq!((back.point_a, back.point_b, back.normal), (way.point_b, way.point_a, -way.normal));
            let by = way.normal.get() * way.depth();
            let freed = line.at(&Pose::from_translation(by));
            assert_ne!(below.relation(&freed), Relation::Overlapping, "{way:?}");
        }
        Ok(())
    }
    check::<Vec3>()?;
    check::<DVec3>()
}
