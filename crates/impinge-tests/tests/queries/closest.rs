use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::bvh::MeshBvh;
use impinge::compound::SurfaceMesh;
use impinge::math::{Pose, Scalar};
use impinge::prelude::*;
use impinge::shape::{Ball, Mesh};

use super::{Random, Tested, Turn, of_all, soup, sources};

/// The nearest triangle, by asking all: distances as they are told, and in `f64` which.
fn check<V: Turn>(tree: &MeshBvh<V>, point: V) -> Tested {
    let mesh = tree.mesh();
    // Some are beyond the floats.
    let Ok(ball) = Ball::new(point, V::Scalar::ZERO) else { return Ok(()) };
    let each =
        |number: usize| mesh.triangle(number as u32).closest_points(&ball).distance.max(V::Scalar::ZERO);
    let least = (0..mesh.triangles().len())
        .map(|number| (each(number), number))
        .min_by(|a, b| a.partial_cmp(b).expect("no distance is NaN"));
    let found = tree.closest_point(point);
    assert_eq!(found.map(|found| found.distance), least.map(|(distance, _)| distance), "{point:?}");
    let (Some(found), Some((distance, number))) = (found, least) else { return Ok(()) };
    assert_eq!(each(found.triangle as usize), distance, "{point:?}");
    // Of two that differ by less than `f32` shows the first need not be the nearer one.
    if V::Scalar::UNIT_ROUNDOFF.into() < 1e-10 {
        assert_eq!(found.triangle as usize, number, "{point:?}");
    }
    let away = (found.point.to_double() - point.to_double()).length();
    let corners = mesh.triangle(found.triangle).points();
    let size: f64 = corners
        .iter()
        .fold(found.point.abs() + point.abs(), |sum, corner| sum + corner.abs())
        .element_sum()
        .into();
    let unit: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    let distance: f64 = distance.into();
    assert!(
        !size.is_finite()
            || !away.is_finite()
            || distance > 1e38
            || (away - distance).abs() <= 16.0 * unit * size + 1e-30,
        "{away}, not {distance}"
    );

    // As far as is told, whichever way that was rounded.
    let limit = found.distance;
    assert_eq!(tree.closest_point_within(point, limit), Some(found));
    assert_eq!(tree.closest_point_within(point, limit.next_up()), Some(found));
    let less = limit * V::Scalar::from_f64(0.999);
    if less < limit {
        assert_eq!(tree.closest_point_within(point, less), None);
    }
    Ok(())
}

fn meshes<V: Turn>() -> Tested {
    for seed in [0, 1, 2, 5] {
        for mut random in sources(seed) {
            let tree = MeshBvh::new(soup::<V>(&mut random, 50 * seed as usize));
            for i in 0..25 {
                // Far away too, and right on corners.
                let far = [1.0, 3.0, 100.0, 1e6, 1e12][i % 5];
                check(&tree, random.vector::<V>(1.0) * V::Scalar::from_f64(far))?;
                if let Some(corner) = tree.mesh().positions().get(i) {
                    check(&tree, *corner)?;
                }
            }
        }
    }
    Ok(())
}

#[test]
fn the_closest_point_is_that_of_the_nearest_triangle() -> Tested {
    of_all([meshes::<Vec2>, meshes::<Vec3>, meshes::<DVec2>, meshes::<DVec3>])
}

fn places<V: Turn>() -> Tested {
    let mut random = Random::new(4);
    for (far, size) in [(0.0, 1e-3), (1e3, 0.1), (-3e5, 1.0), (1e12, 1e6), (1e25, 1e20), (1e-20, 1e-30)] {
        let place = |point: V| point * V::Scalar::from_f64(size) + V::splat(V::Scalar::from_f64(far));
        let mesh = soup::<V>(&mut random, 300);
        let positions: Vec<V> = mesh.positions().iter().map(|point| place(*point)).collect();
        let tree = MeshBvh::new(Mesh::new(positions, mesh.triangles().to_vec())?);
        for i in 0..40 {
            check(&tree, place(random.vector([1.0, 3.0, 1e3, 1e5][i % 4])))?;
        }
    }
    Ok(())
}

#[test]
fn sizes_and_places_do_not_matter() -> Tested {
    of_all([places::<Vec2>, places::<Vec3>, places::<DVec2>, places::<DVec3>])
}

#[test]
fn of_equally_near_triangles_the_first_is_told() -> Tested {
    let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let tree = MeshBvh::new(Mesh::new(corners, vec![[0, 1, 2]; 5000])?);
    for point in [Vec3::new(0.25, 0.25, 1.0), Vec3::splat(-1.0), Vec3::new(0.25, 0.25, 0.0), Vec3::X * 1e9] {
        assert_eq!(tree.closest_point(point).map(|found| found.triangle), Some(0), "{point}");
    }
    Ok(())
}

#[test]
fn points_without_a_place_are_taken_to_the_end_of_the_floats() -> Tested {
    let tree = MeshBvh::new(soup::<DVec3>(&mut Random::new(3), 40));
    for point in [DVec3::NAN, DVec3::INFINITY, DVec3::new(0.0, f64::NEG_INFINITY, 1.0)] {
        let found = tree.closest_point(point).ok_or("there are triangles")?;
        assert!(found.point.is_finite() && found.distance > 1e300, "{found:?}");
    }
    assert_eq!(tree.closest_point_within(DVec3::ZERO, f64::NAN), None);
    assert_eq!(tree.closest_point_within(DVec3::ZERO, -1.0), None);
    assert_eq!(MeshBvh::new(Mesh::<Vec3>::default()).closest_point(Vec3::ZERO), None);
    Ok(())
}

/// A surface mesh is asked through its tree wherever it is placed.
fn placed<V: Turn>() -> Tested {
    for seed in 0..6 {
        let mut random = Random::new(seed);
        let mesh = soup::<V>(&mut random, 40 * (seed as usize + 1));
        for pose in
            [Pose::identity(), Pose { rotation: V::turn(&mut random), translation: random.vector(100.0) }]
        {
            let placed = SurfaceMesh::new(mesh.clone()).at(&pose);
            for _ in 0..20 {
                let point = pose.transform_point(random.vector(3.0));
                let ball = Ball::new(point, random.size())?;
                let mut least = V::Scalar::INFINITY;
                let mut of_ball = V::Scalar::INFINITY;
                for number in 0..mesh.triangles().len() {
                    let points =
                        mesh.triangle(number as u32).points().map(|corner| pose.transform_point(corner));
                    let triangle = impinge::shape::Triangle::new(points)?;
                    least = least.min(triangle.project_point(point).distance);
                    of_ball = of_ball.min(triangle.closest_points(&ball).distance);
                }
                let [found, of_found] =
                    [placed.project_point(point).distance, placed.closest_points(&ball).distance];
                // In the plane from inside it is an edge that is asked, of which the last digit may be
                // another.
                let off = if V::DIMENSION == 2 { 6400.0 * V::Scalar::UNIT_ROUNDOFF.into() } else { 0.0 };
                assert!((found - least).abs().into() <= off, "{found} for {least}");
                assert!((of_found - of_ball).abs().into() <= off, "{of_found} for {of_ball}");
            }
        }
    }
    Ok(())
}

#[test]
fn surface_meshes_find_the_nearest_triangle_wherever_they_are() -> Tested {
    of_all([placed::<Vec2>, placed::<Vec3>, placed::<DVec2>, placed::<DVec3>])
}
