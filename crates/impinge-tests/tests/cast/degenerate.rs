//! Rays that other engines get wrong: along faces, through edges and corners, from the surface, at what has
//! no extent.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::{Pose, Unit};
use impinge::prelude::*;
use impinge::shape::{
    Aabb, Ball, Capsule, Cone, Cylinder, Hull, Ray, RoundShape, Segment, ShapeError, Triangle,
};

fn ray(origin: Vec3, direction: Vec3) -> Result<Ray<Vec3>, ShapeError> {
    Ray::new(origin, Unit::new(direction)?)
}

fn hollow() -> RayOptions<f32> {
    RayOptions { mode: RayMode::Hollow, ..RayOptions::default() }
}

#[test]
fn no_ray_slips_through_a_fan_of_triangles() -> Result<(), ShapeError> {
    // A fan around a corner in no round place; rays aim at the corner, along the spokes, and between.
    let hub = DVec3::new(0.1, 0.7, 0.3);
    let rim: Vec<DVec3> = (0..7)
        .map(|i| {
            let (sin, cos) = (f64::from(i) * std::f64::consts::TAU / 7.0).sin_cos();
            hub + DVec3::new(cos / 3.0, sin / 3.0, 0.1 * cos * sin)
        })
        .collect();
    let fan = (0..7).map(|i| Triangle::new([hub, rim[i], rim[(i + 1) % 7]]));
    let fan: Vec<Triangle<DVec3>> = fan.collect::<Result<_, _>>()?;
    for start in [DVec3::new(0.3, 0.1, 9.7), DVec3::new(-20.1, 0.0, 33.3), DVec3::new(0.1, 0.7, 1.3)] {
        for spoke in &rim {
            for part in 0..50 {
                let target = hub + (*spoke - hub) * (f64::from(part) / 50.0);
                let ray = Ray::new(start, Unit::new(target - start)?)?;
                let hits = fan.iter().filter(|t| t.cast_ray(&ray, &RayOptions::default()).is_some()).count();
                assert!(hits > 0, "it slips through from {start} at {target}");
            }
        }
    }
    Ok(())
}

#[test]
fn the_front_of_a_triangle_is_where_it_turns_counter_clockwise() -> Result<(), ShapeError> {
    let triangle = Triangle::new([Vec3::ZERO, Vec3::X, Vec3::Y])?;
    let (above, below) = (Vec3::new(0.25, 0.25, 1.0), Vec3::new(0.25, 0.25, -1.0));
    let front_only = RayOptions { sides: RaySides::FrontOnly, ..RayOptions::default() };
    let from_above = triangle.cast_ray(&ray(above, -Vec3::Z)?, &front_only).expect("the front");
    assert_eq!((from_above.t, from_above.normal.get(), from_above.feature), (1.0, Vec3::Z, 0));
    assert_eq!(triangle.cast_ray(&ray(below, Vec3::Z)?, &front_only), None);
    let from_below = triangle.cast_ray(&ray(below, Vec3::Z)?, &RayOptions::default()).expect("the back");
    assert_eq!((from_below.normal.get(), from_below.feature), (-Vec3::Z, 1));
    // Within its plane it is hit at its edge, but shows no front.
    let flush = ray(Vec3::new(-1.0, 0.25, 0.0), Vec3::X)?;
    assert_eq!(triangle.cast_ray(&flush, &RayOptions::default()).expect("the edge").t, 1.0);
    assert_eq!(triangle.cast_ray(&flush, &front_only), None);
    Ok(())
}

#[test]
fn rays_along_faces_and_through_corners_of_a_box() -> Result<(), ShapeError> {
    let unit = Aabb::new(Vec3::ZERO, Vec3::ONE)?;
    let along = unit.cast_ray(&ray(Vec3::new(-2.0, 1.0, 0.5), Vec3::X)?, &RayOptions::default());
    assert_eq!(along.map(|hit| (hit.t, hit.normal.get(), hit.feature)), Some((2.0, -Vec3::X, 0)));
    let beside = ray(Vec3::new(-2.0, 1.0_f32.next_up(), 0.5), Vec3::X)?;
    assert_eq!(unit.cast_ray(&beside, &RayOptions::default()), None);
    let at_corner =
        unit.cast_ray(&ray(Vec3::new(-1.0, 2.0, 1.0), Vec3::new(1.0, -1.0, 0.0))?, &RayOptions::default());
    assert!(at_corner.is_some());
    // From a face outwards it touches where it starts, and nothing beyond.
    let leaving = ray(Vec3::new(1.0, 0.5, 0.5), Vec3::X)?;
    assert_eq!(unit.cast_ray(&leaving, &RayOptions::default()).map(|hit| hit.t), Some(0.0));
    assert_eq!(unit.cast_ray(&leaving, &hollow()).map(|hit| (hit.t, hit.normal.get())), Some((0.0, Vec3::X)));
    let left = ray(Vec3::new(1.0_f32.next_up(), 0.5, 0.5), Vec3::X)?;
    assert_eq!(unit.cast_ray(&left, &RayOptions::default()), None);
    Ok(())
}

#[test]
fn each_shape_is_hit_where_its_formula_says() -> Result<(), ShapeError> {
    let place = Pose::<Vec3>::identity();
    let (from_left, from_above) =
        (ray(Vec3::new(-5.0, 0.0, 0.0), Vec3::X)?, ray(Vec3::new(0.0, 9.0, 0.0), -Vec3::Y)?);
    let hits = |shape: &dyn Fn(&Ray<Vec3>) -> Option<RayHit<Vec3>>| [shape(&from_left), shape(&from_above)];
    let solid = RayOptions::default();
    let cylinder = Cylinder::new(2.0, 1.0, place)?;
    let cone = Cone::new(2.0, 1.0, place)?;
    let capsule = Capsule::new(-Vec3::Y, Vec3::Y, 1.0)?;
    let pillow = RoundShape::new(Aabb::new(-Vec3::ONE, Vec3::ONE)?, 0.5)?;
    let expected = [
        (hits(&|ray| cylinder.cast_ray(ray, &solid)), [4.0, 7.0]),
        (hits(&|ray| cone.cast_ray(ray, &solid)), [4.5, 7.0]),
        (hits(&|ray| capsule.cast_ray(ray, &solid)), [4.0, 7.0]),
        (hits(&|ray| pillow.cast_ray(ray, &solid)), [3.5, 7.5]),
    ];
    for (found, distances) in expected {
        for (hit, distance) in found.into_iter().zip(distances) {
            let hit = hit.expect("it is in the way");
            assert!((hit.t - distance).abs() < 1e-6, "{} instead of {distance}", hit.t);
        }
    }
    // The side of the cone slopes: two up for half out.
    let on_cone = cone.cast_ray(&from_left, &solid).expect("in the way");
    assert!((on_cone.normal.get() - Vec3::new(-4.0, 1.0, 0.0).normalize()).length() < 1e-6, "{on_cone:?}");
    let off_base = cone.cast_ray(&ray(Vec3::new(0.25, -9.0, 0.0), Vec3::Y)?, &solid).expect("in the way");
    assert_eq!((off_base.t, off_base.normal.get(), off_base.feature), (7.0, -Vec3::Y, 1));
    Ok(())
}

#[test]
fn a_ray_from_far_away_grazes_a_ball_as_it_should() -> Result<(), ShapeError> {
    let ball = Ball::new(Vec3::new(0.0, 1.0, 0.0), 1.0)?;
    let graze = ball.cast_ray(&ray(Vec3::new(-1e6, 0.0, 0.0), Vec3::X)?, &RayOptions::default());
    assert_eq!(graze.map(|hit| hit.t), Some(1e6));
    let below = ray(Vec3::new(-1e6, -1e-9, 0.0), Vec3::X)?;
    assert_eq!(ball.cast_ray(&below, &RayOptions::default()), None);
    Ok(())
}

#[test]
fn what_has_no_extent_is_hit_exactly_or_not_at_all() -> Result<(), ShapeError> {
    let path = Ray::new(Vec2::ZERO, Unit::new(Vec2::new(1.0, 1.0))?)?;
    let at = |x: f32, y: f32| Ball::new(Vec2::new(x, y), 0.0);
    assert!(at(2.0, 2.0)?.cast_ray(&path, &RayOptions::default()).is_some());
    assert!(at(2.0, 2.0_f32.next_up())?.cast_ray(&path, &RayOptions::default()).is_none());
    let fence = Segment::new(Vec2::new(2.0, 0.0), Vec2::new(2.0, 2.0))?;
    let hit = fence.cast_ray(&path, &RayOptions::default()).expect("its end is on the way");
    assert_eq!(hit.normal.get(), -Vec2::X);
    let sheet = Aabb::new(Vec3::new(0.0, 1.0, 0.0), Vec3::new(1.0, 1.0, 1.0))?;
    let down = ray(Vec3::new(0.5, 2.0, 0.5), -Vec3::Y)?;
    assert_eq!(sheet.cast_ray(&down, &RayOptions::default()).map(|hit| (hit.t, hit.feature)), Some((1.0, 3)));
    Ok(())
}

#[test]
fn a_large_hull_is_hit_on_the_same_faces_as_a_small_one() -> Result<(), ShapeError> {
    // The same cube with its faces strewn with points has the same faces; a ball of many points takes the
    // other way.
    let mut points: Vec<DVec3> = Aabb::new(-DVec3::ONE, DVec3::ONE)?.corners().collect();
    let cube = Hull::new(&points)?;
    let ball = (0..200).map(|i| {
        let (t, z) = (f64::from(i) * 2.4, f64::from(i) / 100.0 - 0.995);
        let (sin, cos) = t.sin_cos();
        DVec3::new(cos * (1.0 - z * z).sqrt(), sin * (1.0 - z * z).sqrt(), z)
    });
    points = ball.collect();
    let ball = Hull::new(&points)?;
    assert!(ball.face_count() > 64);
    for i in 0..200 {
        let start = points[i] * 4.0 + DVec3::new(0.01, 0.02, 0.03);
        let ray = Ray::new(start, Unit::new(points[(i * 7) % 200] * 0.3 - start)?)?;
        let hit = ball.cast_ray(&ray, &RayOptions::default()).expect("aimed at the inside");
        let face = hit.feature;
        assert!((ball.normal(face).get().dot(hit.point) - ball.offset(face)).abs() < 1e-8, "{hit:?}");
        assert!((ball.normal(face).get() - hit.normal.get()).length() < 1e-3, "{hit:?}");
        let on_cube = cube.cast_ray(&ray, &RayOptions::default()).expect("it holds the ball");
        assert!(on_cube.t <= hit.t);
    }
    Ok(())
}

/// Squares of such lengths lose digits, or vanish: normals were a thousandth too short, or none.
#[test]
fn what_is_tiny_beside_the_way_to_it_has_unit_normals() -> Result<(), ShapeError> {
    for size in [1e-78, 1e-81, 1e-120, 1e-155, 1e-161, 1e-200, 1e-310] {
        let down = Ray::new(DVec3::new(size / 4.0, size / 4.0, 1.0), Unit::new(-DVec3::Z)?)?;
        let triangle = Triangle::new([DVec3::ZERO, DVec3::X * size, DVec3::Y * size])?;
        let hit = triangle.cast_ray(&down, &RayOptions::default()).expect("it aims at its inside");
        assert_eq!((hit.t, hit.normal.get(), hit.feature), (1.0, DVec3::Z, 0), "{size:e}");

        let along = Ray::new(-DVec2::X, Unit::new(DVec2::X)?)?;
        let (low, high) = (DVec2::new(0.0, -size), DVec2::new(0.0, size));
        let area = Triangle::new([low, DVec2::new(size, 0.0), high])?;
        let hits = [
            Segment::new(low, high)?.cast_ray(&along, &RayOptions::default()),
            area.cast_ray(&along, &RayOptions::default()),
            Capsule::new(low, high, size)?.cast_ray(&along, &RayOptions::default()),
        ];
        for hit in hits {
            let hit = hit.expect("it aims at the middle");
            assert_eq!((hit.t, hit.normal.get()), (1.0, -DVec2::X), "{size:e}");
        }
        // Of what is round all around, which side is met is below all rounding here.
        let rounded = RoundShape::new(area, size)?.cast_ray(&along, &RayOptions::default());
        let hit = rounded.expect("it aims at the middle");
        assert!((hit.normal.get().length() - 1.0).abs() < 1e-12, "{size:e}: {hit:?}");
    }
    Ok(())
}

/// In the plane a triangle is an area. Without a width it has two fronts, back to back: whatever crosses it
/// comes in through one and goes out through the other, wherever it starts and in whatever order the corners
/// are.
#[test]
fn areas_of_no_width_are_crossed_from_both_sides() -> Result<(), ShapeError> {
    let corners = [DVec2::new(-1.0, 2.0), DVec2::new(-2.5, 2.5), DVec2::new(-1.75, 2.25)];
    let orders = [[0, 1, 1], [1, 1, 0], [1, 0, 1], [0, 1, 2], [2, 1, 0], [0, 2, 1]];
    for order in orders {
        let triangle = Triangle::new(order.map(|corner: usize| corners[corner]))?;
        let hull = Hull::new(&corners)?;
        for (diagonals, share) in (1..40).flat_map(|k| [0.25, 0.5, 0.875].map(|share| (f64::from(k), share)))
        {
            let aim = corners[0] + (corners[1] - corners[0]) * share;
            for way in
                [DVec2::new(1.0, -1.0), DVec2::new(-1.0, 1.0), DVec2::new(0.3, 0.9), DVec2::new(-0.7, -0.1)]
            {
                let ray = Ray::new(aim - way * diagonals, Unit::new(way)?)?;
                for (sides, facing) in
                    [(RaySides::Both, -1.0), (RaySides::FrontOnly, -1.0), (RaySides::BackOnly, 1.0)]
                {
                    let options = RayOptions { sides, ..RayOptions::default() };
                    let hit = triangle.cast_ray(&ray, &options).expect("it is crossed");
                    assert!(hit.normal.get().dot(way) * facing > 0.0, "{sides:?} {ray:?} {hit:?}");
                    assert!((hit.t - way.length() * diagonals).abs() < 1e-12, "{sides:?} {ray:?} {hit:?}");
                    assert!(hull.cast_ray(&ray, &options).is_some(), "{sides:?} {ray:?}");
                }
            }
        }
    }
    Ok(())
}
