//! Pairs of which something was wrong once.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::SurfaceMesh;
use impinge::math::{Pose, Rotation, Unit};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Hull, Mesh, Obb, RoundShape, Segment, ShapeError, Triangle};

/// Random numbers from 0 to 1, the same every time.
fn fractions() -> impl FnMut() -> f64 {
    let mut state = 1_u64;
    move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    }
}

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
    let mut random = fractions();
    let mut random = || random() * 2.0 - 1.0;
    for _ in 0..3000 {
        let mut vector = || DVec3::new(random(), random(), random());
        let (start, along, center) = (vector(), vector(), vector());
        let points = [0.0, 1.0, vector().x].map(|t| start + along * t);
        let triangle = Triangle::new(points)?;
        let ball = Ball::new(center, 0.02)?;
        let edges = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| Segment::new(points[i], points[j]));
        let mut nearest = f64::INFINITY;
        for edge in edges {
            nearest = nearest.min(edge?.closest_points(&ball).distance);
        }
        let found = triangle.closest_points(&ball).distance;
        assert!((found - nearest).abs() < 1e-12, "{found}, not {nearest}: {triangle:?}, {ball:?}");
    }
    Ok(())
}

#[test]
fn hulls_at_the_distance_of_the_margin_rest_on_each_other() {
    // Of such different sizes that the sides leave open where they are nearest, and the walk between them
    // does not.
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
    let small = small.at(&placed([(-x, y), (y, x)], (5_736_940.098_545_651, -4_316_568.494_201_447)));
    let large = large.at(&placed([(-x, y), (-y, -x)], (-100_503_872_114.796_11, 30_795_465_826.400_875)));
    let distance = small.closest_points(&large).distance;
    assert!(small.contact(&large, distance).is_some());
    assert!(small.manifold(&large, distance).is_some());
    assert!(large.manifold(&small, distance).is_some());
}

#[test]
fn thin_hulls_that_touch_do_so() {
    // The right end of the upper side of one meets the left end of the other. In `f32`, inner products with
    // its corners are off by more than it is thick.
    let hull = |corners: [(f32, f32); 4]| Hull::new(&corners.map(Vec2::from)).expect("finite");
    let at = |x, y| Pose { translation: Vec2::new(x, y), ..Pose::identity() };
    let (left, right, low, high) = (-8.725_544, -6.725_544, -4.744_967, -4.744_767);
    let a = hull([(left, low), (right, low), (right, high), (left, high)]);
    let b = hull([(-1.0, -1e-6), (1.0, -1e-6), (1.0, 1e-6), (-1.0, 1e-6)]);
    for (a, b) in [
        (a.at(&at(-6.446_897_5, -6.272_091_4)), b.at(&at(-12.172_441_5, -11.016_858))),
        (b.at(&at(-12.172_441_5, -11.016_858)), a.at(&at(-6.446_897_5, -6.272_091_4))),
    ] {
        let distance = a.distance(&b);
        assert!(distance <= 1e-6, "{distance:e} apart");
        assert_eq!(a.contact(&b, 0.0).is_some(), a.manifold(&b, 0.0).is_some());
        assert_eq!(a.intersects(&b), distance == 0.0);
    }
}

/// The boxes that were told to be apart when the product of an hour of frames had grown longer than a
/// rotation.
#[test]
fn boxes_turned_for_long_meet_what_is_in_them() {
    let axis = Unit::new(Vec3::new(1.0, 2.0, 3.0)).expect("not zero");
    for (angle, times) in [(-0.021, 3600), (0.05, 3600), (0.1, 3600), (0.0166, 36_000), (0.1, 36_000)] {
        let step = Rotation::<Vec3>::from_axis_angle(axis, angle);
        let rotation = (0..times).fold(step, |turned, _| step * turned);
        let large = Obb::new(Vec3::ZERO, Vec3::ONE, rotation).expect("finite");
        for column in rotation.columns() {
            let center = column * 0.999_99;
            let small = Obb::new(center, Vec3::splat(1e-6), Rotation::identity()).expect("finite");
            assert!(large.intersects(&small), "{angle} {times} {column}");
        }
    }
}

/// Boxes side by side, all but parallel, which an edge of each parts: the axis across these gains more than
/// rounding.
#[test]
fn edges_that_are_all_but_parallel_part_boxes() -> Result<(), Box<dyn std::error::Error>> {
    for sine in [1e-13, 1e-9, 1e-7, 1e-6, 1e-5, 2e-5, 1e-3] {
        let x = DVec3::new(1.0, 0.0, sine).normalize();
        let y = DVec3::new(0.0, 1.0, -sine);
        let y = (y - x * x.dot(y)).normalize();
        let rotation = Rotation::<DVec3>::orthonormalize([x, y, x.cross(y)])?;
        let half = DVec3::new(1.0, 1.0, 10.0);
        let a = Obb::new(DVec3::new(1.0, 1.0, 0.0), half, Rotation::identity())?;
        for gap in [0.0, 0.1 * sine, sine, 5.0 * sine] {
            let b = Obb::new(DVec3::new(-1.0 - gap, -1.0 - gap, 0.0), half, rotation)?;
            let (relation, nearest, distance) =
                (a.relation(&b), a.closest_points(&b).distance, a.distance(&b));
            let case = format!("{sine} {gap} {relation:?} {nearest} {distance} {:?}", a.penetration(&b));
            assert_eq!(relation == Relation::Disjoint, distance > 0.0, "{case}");
            assert_eq!(relation == Relation::Overlapping, nearest < 0.0, "{case}");
            assert_eq!(a.penetration(&b).is_some(), relation != Relation::Disjoint, "{case}");
            // The edges of b lean away from the edge of a, by no more than ten times the sine, and pass it at
            // this distance.
            assert!((nearest - gap * 2.0_f64.sqrt()).abs() < 1e-12 + 2.0 * sine * sine, "{case}");
        }
        // In `f32` the same, where it can be seen.
        let b = Obb::new(
            Vec3::new(-1.0, -1.0, 0.0),
            half.as_vec3(),
            Rotation::<Vec3>::orthonormalize([x, y, x.cross(y)].map(|axis| axis.as_vec3()))?,
        )?;
        let a = Obb::new(Vec3::new(1.0, 1.0, 0.0), half.as_vec3(), Rotation::identity())?;
        let (relation, nearest) = (a.relation(&b), a.closest_points(&b).distance);
        assert!(nearest.abs() < 2e-6, "{sine} {relation:?} {nearest}");
        assert_eq!(relation == Relation::Disjoint, a.distance(&b) > 0.0);
    }
    Ok(())
}

/// What is as far apart as it is asked for is told.
#[test]
fn boxes_have_a_contact_at_their_own_distance() -> Result<(), Box<dyn std::error::Error>> {
    let mut random = fractions();
    for _ in 0..1000 {
        let mut vector = |shift: f64| DVec3::new(random() - shift, random() - shift, random() - shift);
        let mut oriented = || -> Result<Obb<DVec3>, Box<dyn std::error::Error>> {
            let turn = Rotation::<DVec3>::from_axis_angle(Unit::new(vector(0.5))?, 6.0 * vector(0.0).x);
            Ok(Obb::new(vector(0.5) * 2.0, vector(0.0) * 0.5 + 0.1, turn)?)
        };
        let (a, b) = (oriented()?, oriented()?);
        // From wherever they are, to a gap of a thousandth and less.
        let nearest = a.closest_points(&b);
        let way = nearest.normal.get() * (1e-3 * (0.1 + a.half_extents().x) - nearest.distance);
        let b = Obb::new(b.center() + way, b.half_extents(), b.rotation())?;
        let distance = a.closest_points(&b).distance;
        if distance > 0.0 {
            assert!(a.contact(&b, distance).is_some(), "{distance} {a:?} {b:?}");
            assert!(a.manifold(&b, distance).is_some(), "{distance} {a:?} {b:?}");
        }
    }
    Ok(())
}

/// Sizes whose sixth powers are beyond the floats, and boxes whose sizes add up to more than there are.
#[test]
fn depths_of_huge_and_tiny_shapes_are_those_of_others() -> Result<(), Box<dyn std::error::Error>> {
    for exponent in [-220, -190, -180, -130, 0, 130, 171, 190, 230, 700] {
        let size = libm::ldexp(1.0, exponent);
        let a = Obb::new(DVec3::ZERO, DVec3::splat(size), Rotation::identity())?;
        let b = Aabb::new(DVec3::new(0.5, 0.0, 0.25) * size, DVec3::splat(2.0 * size))?;
        let b = RoundShape::new(b, 0.25 * size)?;
        let depth = a.closest_points(&b).distance / size;
        assert!((depth + 0.75).abs() < 1e-9, "2^{exponent}: {depth}");
    }
    for (size, between) in [(3e36, 4.5e36), (3e37, 4.5e37), (1e38, 1.5e38)] {
        let at = |y: f32| Obb::new(Vec3::new(0.0, y, 0.0), Vec3::splat(size), Rotation::identity());
        let (a, b) = (at(0.0)?, at(between)?);
        let found = a.closest_points(&b);
        assert!((found.distance / size + 0.5).abs() < 1e-5, "{size}: {found:?}");
    }
    let corner = |at: f32| Obb::new(Vec3::splat(at), Vec3::ONE, Rotation::identity());
    let (a, b) = (corner(-6e37)?, corner(6e37)?);
    assert_eq!((a.relation(&b), a.distance(&b) > 2e38), (Relation::Disjoint, true));
    Ok(())
}

/// An edge that is too short for its square is one all the same.
#[test]
fn shortest_segments_are_as_far_as_points() -> Result<(), ShapeError> {
    let b = Obb::new(DVec2::new(3.0, 0.0), DVec2::ONE, Rotation::identity())?;
    for exponent in 150..180 {
        let segment = Segment::new(DVec2::ZERO, DVec2::new(0.0, libm::pow(10.0, -f64::from(exponent))))?;
        assert_eq!(segment.contact(&b, 2.5).map(|contact| contact.distance), Some(2.0), "{exponent}");
    }
    Ok(())
}

/// Edges so short that the roundings of their ends turn them anywhere, as those of needles, part nothing.
#[test]
fn needles_meet_what_they_cross() -> Result<(), Box<dyn std::error::Error>> {
    let short = 1e-18;
    let corners = [
        (-1.0, 0.0),
        (0.0, -short * short),
        (3.0 * short, short * short),
        (0.7, 3.0 * short),
        (1.0, 0.7),
        (0.0, 0.7),
    ];
    let corners = corners.map(DVec2::from);
    let mut random = fractions();
    for case in 0..2000 {
        let [size, width] = [[1.0, 1e9, 1e18][case % 3], [1e-5, 1e-8, 1e-14, 1e-16, 1e-18, 1e-36][case % 6]];
        // Across the lower side, far from where the short edge is.
        let center = DVec2::new(0.1 + 0.5 * random(), 0.0);
        let (way, angle) = (DVec2::new(random(), 0.0) * size, random() - 0.5);
        let (at, half) = (center * size + way, DVec2::new(width, 1.0) * size);
        let hull = Hull::new(&corners.map(|corner| corner * size))?;
        let large = hull.at(&Pose::from_translation(way));
        let needle = Obb::new(at, half, Rotation::<DVec2>::from_angle(angle))?;
        assert_eq!(needle.relation(&large), Relation::Overlapping, "{needle:?}");
        assert!(needle.closest_points(&large).distance < 0.0, "{needle:?}");
        let hull = Hull::new(&corners.map(|corner| (corner * size).as_vec2()))?;
        let large = hull.at(&Pose::from_translation(way.as_vec2()));
        let turn = Rotation::<Vec2>::from_angle(angle as f32);
        let needle = Obb::new(at.as_vec2(), half.as_vec2(), turn)?;
        assert_eq!(needle.relation(&large), Relation::Overlapping, "{needle:?}");
        assert!(needle.closest_points(&large).distance < 0.0, "{needle:?}");
    }
    Ok(())
}

/// Triangles are rounded where they are placed: a point beside the line that two of them share may be in the
/// one whose box does not hold it.
#[test]
fn what_is_in_a_turned_mesh_is_found_at_its_seams() -> Result<(), Box<dyn std::error::Error>> {
    for size in [1.0, 1e9, 1e18_f32] {
        let corners = [(0.0, 1.0), (-1.0, 0.0), (0.0, -0.7), (1e-18, -0.7), (0.7, 0.0)];
        let corners = corners.map(|corner| Vec2::from(corner) * size);
        let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3], [0, 3, 4]])?;
        let mesh = SurfaceMesh::new(mesh);
        for step in 1..200_u8 {
            let turn = Rotation::<Vec2>::from_angle(f32::from(step) * 0.03);
            let turned = mesh.at(&Pose::from_rotation(turn));
            for center in [Vec2::new(0.0, 1e-18), Vec2::new(1e-18, 0.0), Vec2::new(-1e-18, 1e-18)] {
                let ball = Ball::new(center, 1e-18 * size)?;
                assert_eq!(turned.relation(&ball), Relation::Overlapping, "{size} {step} {center}");
                let distance = turned.closest_points(&ball).distance;
                assert!((distance / size + 0.495).abs() < 1e-3, "{size} {step} {center}: {distance}");
            }
        }
    }
    Ok(())
}
