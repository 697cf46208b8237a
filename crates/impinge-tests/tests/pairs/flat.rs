//! Boxes without an extent along some axes, and cones without a height: their manifolds are those of what
//! they are, rectangles, edges, points and discs.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::{Pose, Rotation, Scalar, Vector};
use impinge::narrow::ManifoldPoint;
use impinge::prelude::*;
use impinge::shape::{Aabb, Cone, Cylinder, Hull, Obb, RoundShape, Shape, ShapeRef, Triangle};

use crate::sample::Turn;

type Tested = Result<(), Box<dyn std::error::Error>>;

/// Is every point of a manifold on its shape, and does it span what that of nearly the same shapes spans?
fn check<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>, nearly_a: &ShapeRef<'_, V>, name: &str) {
    let margin = V::Scalar::from_f64(0.25);
    let (found, nearly) = (a.manifold(b, margin), nearly_a.manifold(b, margin));
    assert_eq!(found.is_some(), nearly.is_some(), "{name}");
    let (Some(found), Some(nearly)) = (found, nearly) else { return };
    for point in found.points() {
        let off: [f64; 2] = [a.project_point(point.point_a), b.project_point(point.point_b)]
            .map(|found| found.distance.into());
        assert!(off.iter().all(|off| off.abs() < 1e-5), "{name}: {point:?} is off by {off:?}");
    }
    // Where the least way out is the same, so is what it leads away from.
    if (found.normal.get() - nearly.normal.get()).length() < V::Scalar::from_f64(1e-3) {
        let extent = |points: &[ManifoldPoint<V>]| {
            let ends = points.iter().map(|point| point.point_a.to_double());
            let low = ends.clone().reduce(|low, point| low.min(point));
            let high = ends.reduce(|high, point| high.max(point));
            low.zip(high).map_or(V::Double::ZERO, |(low, high)| high - low)
        };
        let off = (extent(found.points()) - extent(nearly.points())).abs().max_element();
        assert!(off < 1e-4, "{name}: {found:?} instead of {nearly:?}");
    }
}

fn check_boxes<V: Turn>() -> Tested {
    let number = V::Scalar::from_f64;
    let sizes = |bits: usize, none: f64| {
        V::from_fn(|axis| number(if bits >> axis & 1 == 1 { 0.5 + 0.25 * axis as f64 } else { none }))
    };
    let mut checked = 0;
    for bits in 0..1 << V::DIMENSION {
        for axis in 0..V::DIMENSION {
            for side in [-1.0, 1.0] {
                for gap in [-0.125, 0.0, 0.125] {
                    let half = sizes(bits, 0.0);
                    let reach: f64 = half[axis].into();
                    let other = V::from_fn(|axis| number(1.0 + 0.125 * axis as f64));
                    let away: f64 = reach + other[axis].into() + gap;
                    let center = V::from_fn(|i| number(if i == axis { side * away } else { 0.0625 }));
                    let b = Obb::new(center, other, Default::default())?;
                    let a = Obb::new(V::ZERO, half, Default::default())?;
                    let nearly = Obb::new(V::ZERO, sizes(bits, 1e-7), Default::default())?;
                    let name = format!("{bits:b} {axis} {side} {gap}");
                    check(&a.shape_ref(), &b.shape_ref(), &nearly.shape_ref(), &name);
                    check(&Aabb::new(-half, half)?.shape_ref(), &b.shape_ref(), &nearly.shape_ref(), &name);
                    let round = |shape| RoundShape::new(shape, number(0.125));
                    check(&round(a)?.shape_ref(), &b.shape_ref(), &round(nearly)?.shape_ref(), &name);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked >= 48);
    Ok(())
}

#[test]
fn boxes_without_extents_are_rectangles_edges_and_points() -> Tested {
    check_boxes::<Vec2>()?;
    check_boxes::<DVec2>()?;
    check_boxes::<Vec3>()?;
    check_boxes::<DVec3>()
}

/// Both sides of a disc are its face, also where it is called a cone.
#[test]
fn cones_without_height_are_discs() -> Tested {
    let up = |y: f64| Aabb::new(DVec3::new(-2.0, y, -2.0), DVec3::new(2.0, y + 1.0, 2.0));
    for half_height in [0.0, 1e-9] {
        let disc = Cone::new(half_height, 1.0, Pose::identity())?;
        for lid in [up(0.0)?, up(-1.0)?] {
            let manifold = disc.manifold(&lid, 1e-6).ok_or("they touch")?;
            assert_eq!(manifold.points().len(), 4, "{manifold:?}");
        }
        let disc = Cone::new(half_height, 1.0, Pose::<DVec2>::identity())?;
        let lid = Aabb::new(DVec2::new(-2.0, 0.0), DVec2::new(2.0, 1.0))?;
        assert_eq!(disc.manifold(&lid, 1e-6).ok_or("they touch")?.points().len(), 2);
    }
    Ok(())
}

/// In the plane, a triangle of corners on a line is its longest side.
#[test]
fn triangles_on_a_line_are_their_longest_side() -> Tested {
    let line = Triangle::new([DVec2::NEG_X, DVec2::X, DVec2::ZERO])?;
    for y in [0.0, -1.0] {
        let lid = Aabb::new(DVec2::new(-2.0, y), DVec2::new(2.0, y + 1.0))?;
        let manifold = line.manifold(&lid, 0.0).ok_or("they touch")?;
        let mut ends: Vec<f64> = manifold.points().iter().map(|point| point.point_a.x).collect();
        ends.sort_by(f64::total_cmp);
        assert_eq!(ends, [-1.0, 1.0]);
    }
    Ok(())
}

/// Where relations are exact, so is the sign of the distance, however badly the search between the shapes is
/// conditioned.
#[test]
fn triangles_that_share_a_corner_are_no_distance_apart() -> Tested {
    let shared = DVec3::new(1e-8, -1e8, 7e7);
    let [tiny, below] =
        [DVec3::new(1e-8, 1e-8, 3.0), DVec3::new(1e-8, -29_999_999.999_999_993, 21_000_002.1)];
    let a = Triangle::new([tiny, shared, below])?;
    let b = Triangle::new([shared, DVec3::new(1.0, 3.0, 1.0), shared])?;
    assert_eq!(a.relation(&b), Relation::Touching);
    assert_eq!((a.distance(&b), b.distance(&a)), (0.0, 0.0));
    Ok(())
}

/// An edge whose square has lost its digits tells neither a length nor a normal.
#[test]
fn boxes_that_are_next_to_no_width_are_where_they_are() -> Tested {
    for width in [1e-100, 1e-150, 7.7e-162, 1e-200, 5e-324] {
        let wall = Aabb::new(DVec2::new(0.0, 0.25), DVec2::new(width, 1.0))?;
        let projection = wall.project_point(DVec2::ZERO);
        assert_eq!((projection.distance, projection.normal.get()), (0.25, -DVec2::Y), "{width:e}");
    }
    Ok(())
}

/// A polygon of 10²³⁴ with a corner next to a rectangle that is nothing beside it: no direction shows a gap
/// there.
#[test]
fn what_is_nothing_beside_a_polygon_is_next_to_it() -> Tested {
    let huge = Hull::new(&[
        DVec2::new(-4.5e234, -0.66),
        DVec2::new(-9.2e-263, -5.2e180),
        DVec2::new(2.6e63, -6.1e-59),
        DVec2::new(0.1, 3.1e194),
    ])?;
    let rotation = Rotation::<DVec2>::from_angle(2.2);
    let tiny = Cylinder::new(0.19, 0.35, Pose::from_translation(DVec2::new(-1.3e75, -1.5e-26)))?;
    let placed = huge.at(&Pose { rotation, translation: DVec2::new(-5.6e-67, -3.5e-82) });
    let nearest = placed.closest_points(&tiny);
    assert!((nearest.normal.get().length() - 1.0).abs() < 1e-15 && !nearest.distance.is_nan(), "{nearest:?}");
    assert!(
        nearest.distance <= 1e76 && nearest.point_a.is_finite() && nearest.point_b.is_finite(),
        "{nearest:?}"
    );
    Ok(())
}
