//! Outlines that are no convex polygon, and motions that are none: the last rows of `docs/degenerate.md`.

use std::ops::ControlFlow;

use glam::{DVec2, DVec3, Vec2};
use impinge::broad::BroadPhase;
use impinge::bvh::{MeshBvh, MeshPair};
use impinge::compound::{AnyShape, Compound, HeightField, Polyline, SurfaceMesh};
use impinge::math::{Pose, Rotation, Unit};
use impinge::narrow::sat::{SweptSat, cast, swept};
use impinge::prelude::*;
use impinge::shape::{
    Aabb, Ball, CustomShape, HalfSpace, Hull, Mesh, Plane, Polygon, PolygonError, Ray, Segment, ShapeError,
    Support, Triangle,
};
use impinge::sweep::{Motion, MoveAndSlideOptions, cast_shape, move_and_slide};
use impinge::world::{Collider, CollisionWorld, QueryFilter};

pub const NAMES: &[&str] = &[
    "outline_of_two_points",
    "outline_on_one_line",
    "outline_clockwise",
    "outline_that_crosses_itself",
    "outline_concave_as_convex",
    "outline_not_finite",
    "motion_not_finite",
    "pose_not_finite",
    "limit_not_a_number",
    "motion_to_a_mirror_image",
    "shape_without_parts",
    "path_along_an_edge",
];

type Tested = Result<(), Box<dyn std::error::Error>>;

fn points<const N: usize>(coordinates: [(f64, f64); N]) -> [DVec2; N] {
    coordinates.map(DVec2::from)
}

#[test]
fn outline_of_two_points() -> Tested {
    assert_eq!(Polygon::<Vec2>::new(&[]), Err(PolygonError::TooFewPoints { points: 0 }));
    let [a, b] = points([(0.0, 0.0), (3.0, 4.0)]);
    assert_eq!(Polygon::new(&[a, a]), Err(PolygonError::TooFewPoints { points: 1 }));
    let refused = Polygon::new(&[a, b, b, a]).expect_err("two points that differ");
    assert_eq!(refused, PolygonError::TooFewPoints { points: 2 });
    assert!(refused.to_string().contains("three points or more"), "{refused}");
    // As a hull they are a shape, and can be asked.
    let far = Ball::new(DVec2::new(-1.0, 0.0), 0.5)?;
    for points in [vec![a], vec![a, b], vec![a, b, b, a]] {
        assert_eq!(Hull::new(&points)?.distance(&far), 0.5);
    }
    Ok(())
}

#[test]
fn outline_on_one_line() -> Tested {
    for line in [points([(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]), points([(0.0, 0.0), (2.0, 2.0), (1.0, 1.0)])] {
        assert!(matches!(Polygon::new(&line), Err(PolygonError::SelfIntersection { .. })));
        let hull = Hull::new(&line)?;
        assert_eq!((hull.dimension(), hull.vertices().len(), hull.volume()), (1, 2, 0.0));
    }
    Ok(())
}

#[test]
fn outline_clockwise() -> Tested {
    let around = points([(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)]);
    let mut clockwise = around;
    clockwise[1..].reverse();
    assert_eq!(Polygon::new(&clockwise)?, Polygon::new(&around)?);
    assert_eq!(Polygon::new(&clockwise)?.points(), around);
    assert_eq!(Hull::new(&clockwise)?.vertices(), Hull::new(&around)?.vertices());
    Ok(())
}

#[test]
fn outline_that_crosses_itself() -> Tested {
    let bow_tie = points([(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)]);
    let refused = Polygon::new(&bow_tie).expect_err("its edges cross");
    assert_eq!(refused, PolygonError::SelfIntersection { edges: [0, 2] });
    assert!(refused.to_string().contains("after points 0 and 2 meet"), "{refused}");
    assert_eq!(Hull::new(&bow_tie)?.volume(), 4.0);
    Ok(())
}

#[test]
fn outline_concave_as_convex() -> Tested {
    let arrowhead = points([(0.0, 0.0), (4.0, 2.0), (0.0, 4.0), (1.0, 2.0)]);
    let in_the_notch = Ball::new(DVec2::new(0.25, 2.0), 0.125)?;
    // The notch belongs to the hull, and to neither the polygon nor its pieces.
    let hull = Hull::new(&arrowhead)?;
    assert_eq!((hull.vertices().len(), hull.relation(&in_the_notch)), (3, Relation::Overlapping));
    let polygon = Polygon::new(&arrowhead)?;
    assert!(!polygon.is_convex() && !polygon.contains_point(in_the_notch.center()));
    assert_eq!(polygon.hull().vertices(), hull.vertices());
    let pieces = polygon.decompose();
    assert_eq!(pieces.len(), 2);
    assert!(pieces.iter().all(|piece| piece.relation(&in_the_notch) == Relation::Disjoint));
    Ok(())
}

#[test]
fn outline_not_finite() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let outline = points([(0.0, 0.0), (1.0, 0.0), (0.0, bad)]);
        let refused = Polygon::new(&outline).expect_err("not finite");
        assert!(matches!(refused, PolygonError::NotFinite { point: 2, .. }), "{refused:?}");
        assert!(refused.to_string().starts_with("point 2 must be finite"), "{refused}");
        assert!(matches!(Hull::new(&outline), Err(ShapeError::NotFinite { .. })));
    }
}

#[test]
fn motion_not_finite() -> Tested {
    let ball = Ball::new(DVec2::ZERO, 1.0)?;
    let wall = Aabb::new(DVec2::new(2.0, -9.0), DVec2::new(3.0, 9.0))?;
    let [none, some] = [DVec2::ZERO, DVec2::Y * 2.0];
    for (motion, as_if) in [(DVec2::NAN, none), (some.with_x(f64::NAN), some)] {
        assert_eq!(swept(&ball, &wall, motion), swept(&ball, &wall, as_if));
        assert_eq!(cast(&ball, &wall, motion), cast(&ball, &wall, as_if));
    }
    let endless = DVec2::new(f64::INFINITY, 0.0);
    let step = swept(&ball, &wall, endless);
    assert!(matches!(step, SweptSat::WillHit { translation } if translation.is_finite()), "{step:?}");
    // Boxes are exact even so; what a ball sweeps over is rounded to its size.
    let cube = Aabb::new(-DVec2::ONE, DVec2::ONE)?;
    assert!(cast(&ball, &wall, endless) && cast(&cube, &wall, endless) && !cast(&cube, &wall, -endless));
    // Nor away from the middle of all, where even the end of the way is beyond the floats.
    let off = Ball::new(DVec2::new(1e300, 0.0), 1.0)?;
    assert!(!cast(&off, &wall, endless) && cast(&off, &wall, -endless));
    let options = MoveAndSlideOptions::new(0.01)?;
    for motion in [DVec2::NAN, some.with_x(f64::NAN), endless, -endless] {
        let end = move_and_slide(&ball, motion, &wall, &options);
        assert_eq!((end.translation, end.remaining, end.hits().len()), (none, none, 0));
        assert_eq!(cast_shape(&ball, motion, &wall, 0.01), None);
    }
    Ok(())
}

#[test]
fn pose_not_finite() -> Tested {
    let ball = Ball::new(DVec3::ZERO, 1.0)?;
    let hull = Hull::new(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z])?;
    let triangle = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?;
    let surface = SurfaceMesh::new(triangle);
    for (bad, end) in [(f64::NAN, -f64::MAX), (f64::NEG_INFINITY, -f64::MAX), (f64::INFINITY, f64::MAX)] {
        let pose = Pose::from_translation(DVec3::new(0.0, bad, 0.0));
        let placed = hull.at(&pose);
        assert_eq!(placed.pose().translation, DVec3::new(0.0, end, 0.0));
        assert_eq!(ball.relation(&placed), Relation::Disjoint, "{bad}");
        assert_eq!(ball.relation(&surface.at(&pose)), Relation::Disjoint, "{bad}");
        assert_eq!(ball.relation(&CustomShape::new(&RoundedByHand, pose)), Relation::Disjoint, "{bad}");
        let refused =
            Compound::new([(ball.into(), Pose::identity()), (ball.into(), pose)]).expect_err("not finite");
        assert!(refused.to_string().starts_with("shape 1: translation must be finite, but is"), "{refused}");
    }
    Ok(())
}

#[test]
fn limit_not_a_number() -> Tested {
    let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let solid = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    let (tree, surface) = (MeshBvh::new(solid.clone()), SurfaceMesh::new(solid.clone()));
    let (ball, pair) =
        (Ball::new(DVec3::ZERO, 0.5)?, MeshPair::new(&tree, Pose::identity(), &tree, Pose::identity()));
    let mut world = CollisionWorld::<DVec3>::new();
    world.add(Collider::new(surface.clone()))?;
    world.add(Collider::new(ball))?;
    let mut broad = BroadPhase::<DVec3>::new();
    broad.add(&Aabb::new(DVec3::ZERO, DVec3::ONE)?);
    let among = QueryFilter::default();
    // Outside and inside, and at a point of the surface.
    for start in [DVec3::new(0.125, 0.125, -1.0), DVec3::splat(0.125), DVec3::ZERO] {
        let ray = Ray::new(start, Unit::axis(2))?;
        let path = Segment::new(start, start + DVec3::Z * 2.0)?;
        let hits = |max: f64| -> Vec<bool> {
            let options = RayOptions { max, ..RayOptions::default() };
            let shapes: [&dyn Fn() -> bool; 4] = [
                &|| ball.cast_ray(&ray, &options).is_some(),
                &|| ball.cast_segment(&path, &options).is_some(),
                &|| surface.cast_ray(&ray, &options).is_some(),
                &|| surface.cast_segment(&path, &options).is_some(),
            ];
            let mut found: Vec<bool> = shapes.iter().map(|hits| hits()).collect();
            found.push(tree.cast_ray(&ray, &options).is_some());
            found.push(tree.cast_segment(&path, &options).is_some());
            found.push(tree.any_hit(&ray, &options));
            found.push(tree.any_segment_hit(&path, &options));
            found.push(tree.for_each_hit(&ray, &options, ControlFlow::Break).is_break());
            found.push(tree.cast_rays(&[ray], &options)[0].is_some());
            found.push(tree.any_hits(&[ray], &options)[0]);
            found.push(world.cast_ray(&ray, &options, &among).is_some());
            found.push(world.for_each_hit(&ray, &options, &among, ControlFlow::Break).is_break());
            found.push(broad.cast_ray(&ray, max, |_| ControlFlow::<(), f64>::Break(())).is_break());
            found
        };
        assert_eq!(hits(f64::MAX), [true; 14], "{start}");
        assert_eq!(hits(f64::NAN), [false; 14], "{start}");
        let near = |max: f64| {
            [
                tree.closest_point_within(start, max).is_some(),
                world.nearest_to_point(start, max, &among).is_some(),
                broad.nearest_to_point(start, max, |_| ControlFlow::<(), f64>::Break(())).is_break(),
            ]
        };
        assert_eq!((near(f64::MAX), near(f64::NAN)), ([true; 3], [false; 3]), "{start}");
    }
    assert!(pair.is_within(f64::MAX) && !pair.is_within(f64::NAN));
    Ok(())
}

/// A ball of one's own.
#[derive(Debug)]
struct RoundedByHand;

impl Support<DVec3> for RoundedByHand {
    fn support(&self, direction: DVec3) -> DVec3 {
        direction.normalize_or_zero()
    }
}

/// Rotations may mirror; what moves may not.
#[test]
fn motion_to_a_mirror_image() -> Tested {
    let posed = |columns: [DVec3; 3]| Rotation::<DVec3>::from_columns(columns);
    let (plain, mirrored) = (posed([DVec3::X, DVec3::Y, DVec3::Z])?, posed([DVec3::X, DVec3::Y, -DVec3::Z])?);
    let at = |rotation, x: f64| Pose { rotation, translation: DVec3::X * x };
    for (start, end) in [(plain, mirrored), (mirrored, plain)] {
        let error = Motion::from_poses(&at(start, 0.0), &at(end, 1.0)).unwrap_err();
        assert_eq!(error, ShapeError::Mirrored);
        assert_eq!(error.to_string(), "a motion cannot mirror, but exactly one of its poses does");
    }
    let mirrored_in_plane = Rotation::<Vec2>::from_columns([Vec2::Y, Vec2::X])?;
    let (start, end) = (Pose::identity(), Pose { rotation: mirrored_in_plane, translation: Vec2::ZERO });
    assert_eq!(Motion::from_poses(&start, &end).unwrap_err(), ShapeError::Mirrored);
    // From one mirror image to another, by a quarter about z.
    let turned = posed([DVec3::Y, -DVec3::X, -DVec3::Z])?;
    let motion = Motion::from_poses(&at(mirrored, 0.0), &at(turned, 1.0))?;
    for point in [DVec3::X, DVec3::Y, DVec3::Z] {
        let (start, end) = (at(mirrored, 0.0).transform_point(point), at(turned, 1.0).transform_point(point));
        assert!((motion.point_at(1.0, start) - end).length() < 1e-15);
    }
    assert!((motion.angle() - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    Ok(())
}

#[test]
fn shape_without_parts() -> Tested {
    let ground = HeightField::<DVec2>::new(vec![0.0, 0.0], 2, [1.0, 1.0])?;
    let nothing: [AnyShape<DVec2>; 4] = [
        Compound::new([])?.into(),
        Mesh::new(vec![DVec2::ZERO], vec![])?.into(),
        Polyline::new_open(vec![DVec2::ZERO])?.into(),
        ground.with_holes(|_| true).into(),
    ];
    let (ball, plane) = (Ball::new(DVec2::ZERO, 1.0)?, Plane::new(Unit::axis(0), 0.0)?);
    let ray = Ray::new(DVec2::X * -2.0, Unit::axis(0))?;
    for shape in &nothing {
        assert_eq!(
            [shape.relation(&ball), ball.relation(shape), shape.relation(&plane)],
            [Relation::Disjoint; 3]
        );
        assert_eq!([shape.distance(&ball), ball.distance(shape), shape.distance(&plane)], [f64::MAX; 3]);
        assert_eq!(
            (shape.cast_ray(&ray, &RayOptions::default()), shape.contact(&ball, f64::MAX)),
            (None, None)
        );
        assert!(nothing.iter().all(|other| shape.relation(other) == Relation::Disjoint));
    }
    Ok(())
}

#[test]
fn path_along_an_edge() -> Tested {
    // The last edge runs through the start and the end of the path, whose direction is rounded.
    let triangle = Triangle::new([DVec2::new(-3.0, -2.0), DVec2::new(1.0, -1.0), DVec2::new(0.0, -1.0)])?;
    let path = Segment::new(DVec2::new(3.0, 0.0), DVec2::new(-3.0, -2.0))?;
    let hit = |sides| triangle.cast_segment(&path, &RayOptions { sides, ..RayOptions::default() });
    let (at, back) = (hit(RaySides::Both).ok_or("an edge")?, hit(RaySides::BackOnly).ok_or("its end")?);
    assert!((at.t - 0.5).abs() < 1e-9 && at.point.distance(DVec2::new(0.0, -1.0)) < 1e-9, "{at:?}");
    assert!((back.t - 1.0).abs() < 1e-9 && back.point.distance(DVec2::new(-3.0, -2.0)) < 1e-9, "{back:?}");

    // Along a face, but for rounding: from before it, from on it inwards, and from above the ground, far
    // away.
    let (cube, ground) = (Aabb::new(DVec2::ZERO, DVec2::ONE)?, HalfSpace::new(Unit::axis(1), 0.0)?);
    let hits = |shape: &dyn Fn(&RayOptions<f64>) -> Option<RayHit<DVec2>>| {
        let [solid, hollow] = [RayMode::Solid, RayMode::Hollow]
            .map(|mode| shape(&RayOptions { mode, ..RayOptions::default() }));
        assert_eq!(solid, hollow);
        solid.map(|hit| (hit.t, hit.normal.get(), hit.is_inside))
    };
    for heading in [-6e-17, 0.0, 6e-17] {
        let ray = Ray::new(DVec2::new(-1.0, 1.0), Unit::new(DVec2::new(1.0, heading))?)?;
        let expected = (heading <= 0.0).then_some((1.0, -DVec2::X, false));
        assert_eq!(hits(&|options| cube.cast_ray(&ray, options)), expected, "{heading}");
    }
    let inwards = Unit::new(DVec2::new(1.0, -6e-17))?;
    for x in [0.25, 0.75] {
        let ray = Ray::new(DVec2::new(x, 1.0), inwards)?;
        assert_eq!(hits(&|options| cube.cast_ray(&ray, options)), Some((0.0, DVec2::Y, false)));
        assert_eq!(
            hits(&|options| ground.cast_ray(&Ray::new(DVec2::new(x, 0.0), inwards).ok()?, options)),
            Some((0.0, DVec2::Y, false))
        );
    }
    let far = Ray::new(DVec2::new(1000.0, 1e-12), Unit::new(DVec2::new(1.0, -1e-14))?)?;
    let hit = hits(&|options| ground.cast_ray(&far, options)).ok_or("it comes down")?;
    assert!((hit.0 - 100.0).abs() < 1e-6 && hit.1 == DVec2::Y && !hit.2, "{hit:?}");
    Ok(())
}
