//! Pairs of which something was wrong once.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::{Pose, Rotation, Unit};
use impinge::prelude::*;
use impinge::shape::{Ball, Hull, Obb, Segment, ShapeError, Triangle};

#[test]
fn a_ball_meets_a_triangle_that_is_a_slanted_line() -> Result<(), ShapeError> {
    let triangle = Triangle::new([
        Vec3::ZERO,
        Vec3::new(-4.56227e-5, 0.01408267, -0.000608325),
        Vec3::new(8.110702e-5, -0.025035858, 0.0010814667),
    ])?;
    let ball = Ball::new(Vec3::new(2.8111022e-5, -0.010927681, 0.00048232148), 0.003)?;
    assert_eq!(ball.relation(&triangle), Relation::Overlapping);
    assert_eq!(triangle.distance(&ball), 0.0);
    Ok(())
}

/// A triangle that is next to a line is as far away as its edges, up to its own width.
#[test]
fn slim_triangles_are_where_their_edges_are() -> Result<(), ShapeError> {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    for _ in 0..3000 {
        let mut vector = || DVec3::new(random(), random(), random());
        let (start, along, center) = (vector(), vector(), vector());
        let points = [0.0, 1.0, vector().x].map(|t| start + along * t);
        let triangle = Triangle::new(points)?;
        let ball = Ball::new(center, 0.02)?;
        let edges = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| Segment::new(points[i], points[j]));
        let mut nearest = f64::INFINITY;
        for edge in edges {
            nearest = nearest.min(edge?.nearest(&ball).distance);
        }
        let found = triangle.nearest(&ball).distance;
        assert!((found - nearest).abs() < 1e-12, "{found}, not {nearest}: {triangle:?}, {ball:?}");
    }
    Ok(())
}

#[test]
fn hulls_at_the_distance_of_the_margin_rest_on_each_other() {
    // Of such different sizes that the sides leave open where they are nearest, and the walk between them does not.
    let cuboid = |x: f64, y: f64| {
        let corners = [(-x, -y), (x, -y), (x, y), (-x, y)].map(DVec2::from);
        Hull::new(&corners).expect("finite")
    };
    let (small, large) = (cuboid(1e6, 1e4), cuboid(1e11, 1e11));
    let placed = |columns: [(f64, f64); 2], at: (f64, f64)| Pose {
        rotation: Rotation::<DVec2>::from_columns(columns.map(DVec2::from)).expect("orthonormal"),
        translation: DVec2::from(at),
    };
    let (x, y) = (0.820_967_057_368_537_1, 0.570_975_560_523_955_5);
    let small = small.at(placed([(-x, y), (y, x)], (5_736_940.098_545_651, -4_316_568.494_201_447)));
    let large = large.at(placed([(-x, y), (-y, -x)], (-100_503_872_114.796_11, 30_795_465_826.400_875)));
    let distance = small.nearest(&large).distance;
    assert!(small.contact(&large, distance).is_some());
    assert!(small.manifold(&large, distance).is_some());
    assert!(large.manifold(&small, distance).is_some());
}

#[test]
fn thin_hulls_that_touch_do_so() {
    // The right end of the upper side of one meets the left end of the other. In `f32`, inner products with its corners are off by
    // more than it is thick.
    let hull = |corners: [(f32, f32); 4]| Hull::new(&corners.map(Vec2::from)).expect("finite");
    let at = |x, y| Pose { translation: Vec2::new(x, y), ..Pose::identity() };
    let (left, right, low, high) = (-8.725_544, -6.725_544, -4.744_967, -4.744_767);
    let a = hull([(left, low), (right, low), (right, high), (left, high)]);
    let b = hull([(-1.0, -1e-6), (1.0, -1e-6), (1.0, 1e-6), (-1.0, 1e-6)]);
    for (a, b) in [
        (a.at(at(-6.446_897_5, -6.272_091_4)), b.at(at(-12.172_441_5, -11.016_858))),
        (b.at(at(-12.172_441_5, -11.016_858)), a.at(at(-6.446_897_5, -6.272_091_4))),
    ] {
        let distance = a.distance(&b);
        assert!(distance <= 1e-6, "{distance:e} apart");
        assert_eq!(a.contact(&b, 0.0).is_some(), a.manifold(&b, 0.0).is_some());
        assert_eq!(a.intersects(&b), distance == 0.0);
    }
}

/// The boxes that were told to be apart when the product of an hour of frames had grown longer than a rotation.
#[test]
fn boxes_turned_for_long_meet_what_is_in_them() {
    let axis = Unit::new(Vec3::new(1.0, 2.0, 3.0)).expect("not zero");
    for (angle, times) in [(-0.021, 3600), (0.05, 3600), (0.1, 3600), (0.0166, 36_000), (0.1, 36_000)] {
        let step = Rotation::<Vec3>::from_axis_angle(axis, angle);
        let rotation = (0..times).fold(step, |turned, _| step.after(&turned));
        let large = Obb::new(Vec3::ZERO, Vec3::ONE, rotation).expect("finite");
        for column in rotation.columns() {
            let center = column * 0.999_99;
            let small = Obb::new(center, Vec3::splat(1e-6), Rotation::identity()).expect("finite");
            assert!(large.intersects(&small), "{angle} {times} {column}");
        }
    }
}
