//! What is hollow answers as its triangles do, one beside the other, and not as what they enclose.

use glam::{DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, Compound, SurfaceMesh};
use impinge::math::{Pose, Scalar};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Hull, Mesh, Ray, Segment, Shape, ShapeRef, Triangle};
use impinge::sweep::{Motion, TimeOfImpact, TimeOfImpactOptions, cast_shape, time_of_impact};

use super::Tested;
use super::inside::{cuboid, on_lattice};
use crate::sample::{Random, Turn};

/// The triangles of a mesh where it is, which know nothing of each other.
fn triangles<V: Vector>(mesh: &SurfaceMesh<V>) -> Compound<V> {
    let triangle = |i: usize| {
        let corners =
            mesh.mesh().triangle(i as u32).points().map(|corner| mesh.pose().transform_point(corner));
        (Triangle::new(corners).expect("finite").into(), Pose::identity())
    };
    Compound::new((0..mesh.mesh().triangles().len()).map(triangle)).expect("finite")
}

/// The same answers in either order, of the relation to the last bit.
fn same<V: Turn, S: Shape<Vector = V>>(hollow: &SurfaceMesh<V>, parts: &Compound<V>, shape: &S, near: f64) {
    let shape = &shape.shape_ref();
    let expected = parts.relation(shape);
    let distance: f64 = parts.distance(shape).into();
    if distance == 0.0 || distance > near {
        assert_eq!(hollow.relation(shape), expected, "{shape:?}");
        assert_eq!(shape.relation(hollow), expected, "{shape:?}");
        assert_eq!(hollow.intersects(shape), expected != Relation::Disjoint);
        assert_eq!(hollow.penetration(shape).is_some(), expected == Relation::Overlapping, "{shape:?}");
        assert_eq!(shape.penetration(hollow).is_some(), expected == Relation::Overlapping, "{shape:?}");
    }
    for found in [hollow.distance(shape), shape.distance(hollow)] {
        let found: f64 = found.into();
        assert!((found - distance).abs() <= near, "{found} instead of {distance}: {shape:?}");
    }
    let (there, back) = (hollow.closest_points(shape), shape.closest_points(hollow));
    assert_eq!(
        (there.point_a, there.point_b, there.distance),
        (back.point_b, back.point_a, back.distance),
        "{shape:?}"
    );
    let off: f64 = (there.distance - parts.closest_points(shape).distance).into();
    // Which of two shapes of many parts is asked part by part, their boxes tell, of which these differ.
    let is_deep = distance == 0.0 && matches!(shape, ShapeRef::Composite(_));
    assert!(off.abs() <= near || is_deep, "{shape:?}: {off}");
    let found = contacts(hollow, shape, V::Scalar::ZERO).len();
    assert!(near > 0.0 || found == contacts(parts, shape, V::Scalar::ZERO).len(), "{shape:?}");
}

fn check_on_lattice<V: Turn>() -> Tested {
    let mut random = Random::new(31);
    let bounds = Aabb::new(V::ZERO, V::splat(V::Scalar::from_f64(2.0)))?;
    let hollow = cuboid(&bounds).to_hollow();
    let parts = triangles(&hollow);
    let mut within = 0;
    for _ in 0..200 {
        let shape = on_lattice::<V>(&mut random);
        same(&hollow, &parts, &shape, 0.0);
        within += usize::from(bounds.intersects(&shape) && !hollow.intersects(&shape));
    }
    assert!(within > 1, "{within}");
    Ok(())
}

#[test]
fn a_hollow_cube_answers_as_its_triangles() -> Tested {
    check_on_lattice::<Vec3>()?;
    check_on_lattice::<DVec3>()
}

/// Shapes of all kinds in a turned room, and through its walls: solid meshes, hollow ones, and compounds
/// among them.
fn check_turned<V: Turn>(near: f64) -> Tested {
    let mut random = Random::new(32);
    let scalar = V::Scalar::from_f64;
    let room = cuboid(&Aabb::new(V::splat(scalar(-2.0)), V::splat(scalar(2.0)))?);
    let small = Aabb::new(V::splat(scalar(-0.25)), V::splat(scalar(0.5)))?;
    for _ in 0..15 {
        let pose = Pose { rotation: V::turn(&mut random), translation: random.vector(5.0) };
        let hollow = room.to_hollow().at(&pose);
        assert!(hollow.is_hollow() && !room.at(&pose).is_hollow());
        let parts = triangles(&hollow);
        let at =
            Pose { rotation: V::turn(&mut random), translation: pose.transform_point(random.vector(2.5)) };
        let ball = AnyShape::from(Ball::new(V::ZERO, scalar(0.25))?);
        let hull = Hull::new(&(0..8).map(|_| random.vector(0.5)).collect::<Vec<V>>())?;
        let club = Compound::new([
            (ball.clone(), Pose::from_translation(V::unit_axis(0))),
            (small.into(), Pose::identity()),
            (cuboid(&small).to_hollow().into(), Pose::from_translation(V::unit_axis(1))),
        ])?;
        for shape in [ball, hull.into(), small.into(), cuboid(&small).into(), club.into()] {
            same(&hollow, &parts, &shape.at(&at), near);
        }
        same(&hollow, &parts, &cuboid(&small).to_hollow().at(&at), near);
        // In a compound, too.
        let house = Compound::new([(hollow.clone().into(), Pose::identity())])?;
        let guest = Ball::new(at.translation, scalar(0.125))?;
        assert_eq!(house.relation(&guest), hollow.relation(&guest));

        let point = pose.transform_point(random.vector(3.0));
        let [there, expected] = [hollow.project_point(point), parts.project_point(point)];
        let off: f64 = (there.distance - expected.distance).into();
        assert!(off.abs() <= near && !there.is_inside, "{there:?} {expected:?}");
        for mode in [RayMode::Solid, RayMode::Hollow] {
            let options = RayOptions { mode, ..RayOptions::default() };
            let ray = Ray::new(point, random.direction())?;
            let [hit, expected] = [hollow.cast_ray(&ray, &options), parts.cast_ray(&ray, &options)];
            assert_eq!(hit.map(|hit| (hit.t, hit.is_inside)), expected.map(|hit| (hit.t, hit.is_inside)));
            let way = Segment::new(point, point + random.vector(3.0))?;
            let [hit, expected] = [hollow.cast_segment(&way, &options), parts.cast_segment(&way, &options)];
            assert_eq!(hit.map(|hit| hit.t), expected.map(|hit| hit.t));
        }
    }
    Ok(())
}

#[test]
fn a_hollow_room_answers_as_its_triangles_at_every_pose() -> Tested {
    check_turned::<Vec3>(1e-5)?;
    check_turned::<DVec3>(1e-12)
}

fn check_sweeps<V: Turn>() -> Tested {
    let mut random = Random::new(33);
    let scalar = V::Scalar::from_f64;
    let room = cuboid(&Aabb::new(V::splat(scalar(-2.0)), V::splat(scalar(2.0)))?);
    let options = TimeOfImpactOptions::new(1e-4)?;
    for _ in 0..60 {
        let pose = Pose { rotation: V::turn(&mut random), translation: random.vector(5.0) };
        let hollow = room.to_hollow().at(&pose);
        let parts = triangles(&hollow);
        let ball = Ball::new(pose.transform_point(random.vector(1.5)), scalar(0.25))?;
        let motion = random.vector::<V>(9.0);
        let [hit, expected] = [
            cast_shape(&ball, motion, &hollow, scalar(0.01)),
            cast_shape(&ball, motion, &parts, scalar(0.01)),
        ];
        let times = [hit, expected].map(|hit| hit.map_or(2.0, |hit| hit.time.into()));
        assert!((times[0] - times[1]).abs() < 1e-3, "{times:?}");
        let by = Motion::linear(motion)?;
        let times = [
            time_of_impact(&ball, &by, &hollow, &Motion::fixed(), &options),
            time_of_impact(&hollow, &Motion::fixed(), &ball, &by, &options),
            time_of_impact(&ball, &by, &parts, &Motion::fixed(), &options),
        ]
        .map(|impact| match impact {
            TimeOfImpact::OverlappingAtStart(_) => -1.0,
            TimeOfImpact::Hit { time, .. } => time,
            TimeOfImpact::Disjoint => 2.0,
        });
        assert!((times[0] - times[2]).abs() < 1e-3 && times[0] == times[1], "{times:?}");
    }
    Ok(())
}

#[test]
fn what_moves_in_a_hollow_room_is_stopped_by_its_walls() -> Tested {
    check_sweeps::<Vec3>()?;
    check_sweeps::<DVec3>()
}

/// A solid cube that lies in a room touches no more of it than its floor; and a hollow one in a solid cube is
/// held by that.
#[test]
fn flush_with_a_hollow_room() -> Tested {
    let cube = |low: f32, size: f32| Aabb::new(Vec3::splat(low), Vec3::splat(low + size)).map(|b| cuboid(&b));
    let (room, thing) = (cube(0.0, 4.0)?, cube(0.0, 1.0)?);
    for (a, b, expected) in [
        (room.to_hollow(), thing.clone(), Relation::Touching),
        (room.to_hollow(), thing.to_hollow(), Relation::Touching),
        (room.clone(), thing.to_hollow(), Relation::Overlapping),
        (room.clone(), thing.clone(), Relation::Overlapping),
        (room.to_hollow(), cube(1.0, 1.0)?, Relation::Disjoint),
        (room.to_hollow(), room.to_hollow(), Relation::Touching),
    ] {
        assert_eq!((a.relation(&b), b.relation(&a)), (expected, expected));
        let distance = a.closest_points(&b).distance;
        assert_eq!(
            distance.partial_cmp(&0.0).map(|order| order as i32),
            Some(1 - expected as i32),
            "{distance}"
        );
    }
    Ok(())
}

#[test]
fn in_the_plane_a_mesh_is_its_area_all_the_same() -> Tested {
    let mesh = SurfaceMesh::new(Mesh::new(vec![Vec2::ZERO, Vec2::X * 4.0, Vec2::Y * 4.0], vec![[0, 1, 2]])?);
    let inside = Ball::new(Vec2::ONE, 0.25)?;
    assert_eq!(mesh.to_hollow().relation(&inside), Relation::Overlapping);
    Ok(())
}
