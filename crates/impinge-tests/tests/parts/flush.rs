//! Solids of triangles that rest on each other face to face, or lie in each other: triangles in one plane
//! tell nothing of sides, the solids do.

use glam::{DVec3, Vec3};
use impinge::compound::SurfaceMesh;
use impinge::math::{Pose, Scalar};
use impinge::prelude::*;
use impinge::shape::{Mesh, MeshError};
use impinge::world::{Collider, CollisionWorld};

use super::Tested;
use crate::sample::Turn;

/// A cube around the origin, its triangles counter-clockwise from outside, or from inside.
fn cube<V: Turn>(half: f64, is_inside_out: bool) -> Result<SurfaceMesh<V>, MeshError> {
    let corner =
        |i: usize| V::from_f64([i & 1, i >> 1 & 1, i >> 2 & 1].map(|bit| half * (2.0 * bit as f64 - 1.0)));
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let turned = |[a, b, c]: [u32; 3]| if is_inside_out { [a, c, b] } else { [a, b, c] };
    let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).map(turned).collect();
    Ok(SurfaceMesh::new(Mesh::new((0..8).map(corner).collect(), triangles)?))
}

fn normals_lead_from_first_to_second<V: Turn>() -> Tested {
    for (is_inside_out, side) in [(false, 1.0), (true, 1.0), (false, -1.0), (true, -1.0)] {
        let (a, b) = (cube::<V>(1.0, is_inside_out)?, cube::<V>(0.5, false)?);
        for axis in 0..3 {
            for offset in [[0.125, 0.25], [0.0, 0.0], [0.75, 0.0], [-0.375, 0.75]] {
                let mut at = [0.0; 3];
                (at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3]) = (1.5 * side, offset[0], offset[1]);
                let direction = V::unit_axis(axis) * V::Scalar::from_f64(side);
                let b = b.at(&Pose::from_translation(V::from_f64(at)));
                assert_eq!(a.relation(&b), Relation::Touching);
                let name = format!("{at:?}, inside out: {is_inside_out}");
                assert_eq!(a.closest_points(&b).normal.get(), direction, "{name}");
                assert_eq!(b.closest_points(&a).normal.get(), -direction, "{name}");
                let normal =
                    |manifold: Option<ContactManifold<V>>| manifold.map(|manifold| manifold.normal.get());
                assert_eq!(normal(a.manifold(&b, V::Scalar::ZERO)), Some(direction), "{name}");
                assert_eq!(normal(b.manifold(&a, V::Scalar::ZERO)), Some(-direction), "{name}");
                let (found, back) = (manifolds(&a, &b, V::Scalar::ZERO), manifolds(&b, &a, V::Scalar::ZERO));
                assert!(!found.is_empty() && found.len() == back.len(), "{name}");
                for PartManifold { manifold, .. } in &found {
                    assert_eq!(manifold.normal.get(), direction, "{name}");
                    assert!(
                        manifold.points().iter().all(|point| point.distance == V::Scalar::ZERO),
                        "{name}"
                    );
                }
                assert!(back.iter().all(|of| of.manifold.normal.get() == -direction), "{name}");
                // Contacts are of all triangles that meet: those that cross in an edge may be parted aslant,
                // but none straight back.
                let contacts = contacts(&a, &b, V::Scalar::ZERO);
                let back = V::Scalar::from_f64(-0.999);
                let is_forward = |of: &PartContact<V>| of.contact.normal.get().dot(direction) > back;
                assert!(contacts.iter().all(is_forward), "{name}: {contacts:?}");
            }
        }
    }
    Ok(())
}

/// A prism of height 1 around the z axis, with a corner in the middle of each end.
fn prism(sides: u32) -> Result<SurfaceMesh<DVec3>, MeshError> {
    let ring = |z: f64| {
        let angle = move |i: u32| std::f64::consts::TAU * f64::from(i) / f64::from(sides);
        (0..sides).map(move |i| DVec3::new(0.5 * angle(i).cos(), 0.5 * angle(i).sin(), z))
    };
    let middle = [-0.5, 0.5].map(|z| DVec3::new(0.0, 0.0, z));
    let corners = middle.into_iter().chain(ring(-0.5)).chain(ring(0.5)).collect();
    let triangles = (0..sides).flat_map(|i| {
        let [a, b] = [i, (i + 1) % sides].map(|i| 2 + i);
        let [c, d] = [a + sides, b + sides];
        [[0, b, a], [1, c, d], [a, b, d], [a, d, c]]
    });
    Ok(SurfaceMesh::new(Mesh::new(corners, triangles.collect())?))
}

/// Around the middle of an end all triangles of both meet, most of them in that corner alone.
#[test]
fn prisms_rest_on_faces_that_share_area() -> Tested {
    let a = prism(128)?;
    for offset in [DVec3::ZERO, DVec3::new(0.0625, 0.0, 0.0), DVec3::new(-0.25, 0.375, 0.0)] {
        let b = a.at(&Pose::from_translation(DVec3::Z + offset));
        assert_eq!(a.relation(&b), Relation::Touching);
        for (a, b, out) in [(&a, &b, DVec3::Z), (&b, &a, -DVec3::Z)] {
            let is_out = |normal: DVec3| (normal - out).length() < 1e-12;
            let nearest = a.closest_points(b);
            assert!(nearest.distance == 0.0 && is_out(nearest.normal.get()), "{offset}: {nearest:?}");
            let manifold = a.manifold(b, 0.0).ok_or("they touch")?;
            assert!(manifold.points().len() >= 3 && is_out(manifold.normal.get()), "{offset}: {manifold:?}");
        }
    }
    Ok(())
}

#[test]
fn what_rests_on_a_solid_is_pushed_out_of_it() -> Tested {
    normals_lead_from_first_to_second::<Vec3>()?;
    normals_lead_from_first_to_second::<DVec3>()
}

/// What the first triangle bounds says nothing of the others: here it has no area, or belongs to a sheet.
#[test]
fn solids_may_begin_with_what_bounds_nothing() -> Tested {
    let sheet = [DVec3::new(5.0, 5.0, 5.0), DVec3::new(6.0, 5.0, 5.0), DVec3::new(5.0, 6.0, 5.0)];
    let behind = |half: f64, points: Vec<DVec3>, first: [u32; 3]| -> Result<_, MeshError> {
        let solid = cube::<DVec3>(half, false)?;
        let points = solid.mesh().positions().iter().copied().chain(points).collect();
        let triangles = std::iter::once(first).chain(solid.mesh().triangles().iter().copied()).collect();
        Ok(SurfaceMesh::new(Mesh::new(points, triangles)?))
    };
    for (points, first) in [(vec![], [0, 0, 1]), (sheet.to_vec(), [8, 9, 10])] {
        let (a, b) = (behind(1.0, points.clone(), first)?, behind(0.5, points, first)?);
        for axis in 0..3 {
            for side in [1.0, -1.0] {
                let out = DVec3::AXES[axis] * side;
                let b = b.at(&Pose::from_translation(out * 1.5 + DVec3::AXES[(axis + 1) % 3] * 0.125));
                assert_eq!(
                    (a.closest_points(&b).normal.get(), b.closest_points(&a).normal.get()),
                    (out, -out),
                    "{first:?}"
                );
            }
        }
    }
    Ok(())
}

#[test]
fn events_of_worlds_say_so_too() -> Tested {
    let mut world = CollisionWorld::new();
    world.add(Collider::new(cube::<DVec3>(1.0, false)?).fixed())?;
    world.add(Collider::new(cube::<DVec3>(0.5, false)?).with_position(DVec3::new(0.1, 0.2, 1.5))?)?;
    let events = world.step(1.0)?;
    let touch = &events.first().ok_or("they touch")?.contact;
    assert!(!touch.manifolds.is_empty());
    assert!(touch.manifolds.iter().all(|of| of.manifold.normal.get() == DVec3::Z));
    Ok(())
}

/// With a margin, triangles behind the faces are near as well. From there no normal leads into the solid.
#[test]
fn what_has_sunk_in_by_less_than_the_margin_is_pushed_out() -> Tested {
    let (a, b) = (cube::<DVec3>(1.0, false)?, cube::<DVec3>(0.5, false)?);
    for height in [1.49, 1.499, 1.5 - 1e-9, 1.501] {
        let b = b.at(&Pose::from_translation(DVec3::new(0.125, 0.25, height)));
        let found = manifolds(&a, &b, 0.02);
        assert!(!found.is_empty(), "{height}");
        for PartManifold { manifold, .. } in &found {
            assert!(manifold.normal.get().z > -0.5, "{height}: {manifold:?}");
        }
    }
    Ok(())
}

/// One solid wholly in another has to go out through the nearest face, all of it.
#[test]
fn what_lies_in_a_solid_is_as_deep_as_the_way_out_is_long() -> Tested {
    let (a, b) = (cube::<DVec3>(1.0, false)?, cube::<DVec3>(0.5, false)?);
    for (at, depth) in [([0.0, 0.0, 0.0], 1.5), ([0.0, 0.125, 0.25], 1.25), ([0.3125, 0.0, 0.0], 1.1875)] {
        let b = b.at(&Pose::from_translation(DVec3::from_array(at)));
        let (nearest, separation) = (a.closest_points(&b), a.signed_distance(&b));
        assert!((nearest.distance + depth).abs() < 1e-12, "{at:?}: {nearest:?}");
        assert!((separation.distance + depth).abs() < 1e-9, "{at:?}: {separation:?}");
        // The face that comes out last.
        assert!(b.intersects(&impinge::shape::Ball::new(nearest.point_b, 1e-9)?), "{at:?}: {nearest:?}");
        assert_eq!(b.closest_points(&a).normal, -nearest.normal);
    }
    Ok(())
}

/// Their sides lie in one plane and share edges, which say nothing of the faces between them.
#[test]
fn cubes_side_by_side_are_parted_by_the_face_between_them() -> Tested {
    let a = cube::<DVec3>(1.0, false)?;
    for axis in 0..3 {
        for side in [1.0, -1.0] {
            let out = DVec3::AXES[axis] * side;
            let b = a.at(&Pose::from_translation(out * 2.0));
            assert_eq!((a.closest_points(&b).normal.get(), b.closest_points(&a).normal.get()), (out, -out));
            let normal =
                |manifold: Option<ContactManifold<DVec3>>| manifold.map(|manifold| manifold.normal.get());
            assert_eq!(normal(a.manifold(&b, 0.0)), Some(out));
            assert_eq!(normal(b.manifold(&a, 0.0)), Some(-out));
        }
    }
    Ok(())
}

/// Beyond the numbers of trees solids are solids all the same, and surfaces are surfaces; what a pose throws
/// out of the floats contradicts nothing.
fn whatever_the_size<V: Turn>(sizes: &[f64]) -> Tested {
    for &size in sizes {
        let solid = cube::<V>(size, false)?;
        let at = |way: f64| Pose::from_translation(V::unit_axis(0) * V::Scalar::from_f64(way * size));
        for (way, expected) in [
            (0.0, Relation::Overlapping),
            (1.0, Relation::Overlapping),
            (2.0, Relation::Touching),
            (2.5, Relation::Disjoint),
        ] {
            let other = cube::<V>(size, true)?.at(&at(way));
            assert_eq!([solid.relation(&other), other.relation(&solid)], [expected; 2], "{size:e} {way}");
            // Moved along an axis they lie along each other, and cut nowhere.
            let of_surfaces = expected.min(Relation::Touching);
            assert_eq!(solid.to_hollow().relation(&other.to_hollow()), of_surfaces, "{size:e} {way}");
        }
    }
    let far: f64 = V::Scalar::MAX.into();
    let thrown =
        cube::<V>(far * 0.5, false)?.at(&Pose::from_translation(V::splat(V::Scalar::from_f64(far * 0.9))));
    assert_eq!(thrown.relation(&thrown) == Relation::Disjoint, thrown.distance(&thrown) > V::Scalar::ZERO);
    Ok(())
}

#[test]
fn solids_are_solids_whatever_their_size() -> Tested {
    whatever_the_size::<Vec3>(&[1.0, 1e15, 1e20, 1e35])?;
    whatever_the_size::<DVec3>(&[1.0, 1e15, 1e20, 1e60, 1e150])
}
