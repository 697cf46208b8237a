//! Along something for long, a skin from it or less: neither what is beside the way ends it, nor is what
//! stands in it missed.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, SurfaceMesh};
use impinge::math::{Pose, Rotation, Scalar, Unit, Vector};
use impinge::shape::{
    Aabb, Ball, Capsule, Cone, Cylinder, HalfSpace, Hull, Mesh, Obb, RoundShape, TaperedCapsule,
};
use impinge::sweep::{MoveAndSlideOptions, cast_shape, move_and_slide};

use super::Tested;

type Named<T> = Result<Vec<(&'static str, T)>, Box<dyn std::error::Error>>;

fn at<V: Vector>(x: f64, y: f64, z: f64) -> V {
    V::from_f64([x, y, z])
}

fn pose<V: Vector>(y: f64) -> Pose<V> {
    Pose::from_translation(at(0.0, y, 0.0))
}

/// Shapes that stand on the ground at the origin and reach half a unit to all sides there.
fn standing<V: Vector>() -> Named<AnyShape<V>> {
    let number = V::Scalar::from_f64;
    let (half, up) = (V::splat(number(0.5)), at::<V>(0.0, 0.5, 0.0));
    let corners = (0..1 << V::DIMENSION).map(|corner: usize| {
        let sign = |axis: usize| if corner >> axis & 1 == 0 { -0.5 } else { 0.5 };
        at(sign(0), 0.5 + sign(1), sign(2))
    });
    let mut shapes = vec![
        ("ball", Ball::new(up, number(0.5))?.into()),
        ("box along the axes", Aabb::new(up - half, up + half)?.into()),
        ("box", Obb::new(up, half, Rotation::identity())?.into()),
        ("capsule", Capsule::new(up, up + up, number(0.5))?.into()),
        ("hull", Hull::new(&corners.collect::<Vec<_>>())?.into()),
        (
            "rounded box",
            RoundShape::new(Aabb::new(up - half * number(0.5), up + half * number(0.5))?, number(0.25))?
                .into(),
        ),
    ];
    shapes.push((
        "tapered capsule",
        TaperedCapsule::new(number(0.5), number(0.5), number(0.25), pose(1.0))?.into(),
    ));
    if V::DIMENSION == 3 {
        shapes.push(("cylinder", Cylinder::new(number(0.5), number(0.5), pose(0.5))?.into()));
        shapes.push(("cone", Cone::new(number(0.5), number(0.5), pose(0.5))?.into()));
    }
    Ok(shapes)
}

/// Level ground at height 0, and a wall from x = 3 on.
fn grounds<V: Vector>() -> Named<Vec<AnyShape<V>>> {
    let wall: AnyShape<V> = Aabb::new(at(3.0, 0.0, -9.0), at(4.0, 9.0, 9.0))?.into();
    let long = Aabb::new(at(-999.0, -1.0, -999.0), at(999.0, 0.0, 999.0))?;
    let near = Aabb::new(at(-2.0, -1.0, -2.0), at(9.0, 0.0, 2.0))?;
    let mut grounds = vec![
        ("long box", vec![long.into(), wall.clone()]),
        ("box behind the wall", vec![wall.clone(), near.into()]),
        ("half-space", vec![HalfSpace::new(Unit::axis(1), V::Scalar::ZERO)?.into(), wall.clone()]),
    ];
    if V::DIMENSION == 3 {
        let corners =
            [(-99.0, -99.0), (-99.0, 99.0), (99.0, 99.0), (99.0, -99.0)].map(|(x, z)| at(x, 0.0, z));
        let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]])?;
        grounds.push(("mesh", vec![SurfaceMesh::new(mesh).into(), wall]));
    }
    Ok(grounds)
}

/// What coordinates are rounded by, in units of their size, as it counts for skins.
fn unit<V: Vector>() -> f64 {
    Into::<f64>::into(V::Scalar::UNIT_ROUNDOFF).max(1.2e-13)
}

/// The wall is met wherever the shape starts above the ground, however thin the skin is and however long the
/// way.
fn check_wall<V: Vector>() -> Tested {
    let unit = unit::<V>();
    for (ground, obstacles) in grounds::<V>()? {
        for (name, shape) in standing::<V>()? {
            for skin in [0.1, 0.01, 0.001, 1e-4, 1e-6, 1e-9, 0.0] {
                for start in [3.0, 1.5, 1.05, 1.002, 1.0, 0.7, 0.5, 0.0] {
                    for way in [4.0, 10.0, 100.0, 500.0] {
                        // Skins are no thinner than coordinates can tell.
                        let least = skin.max(64.0 * unit);
                        let raised = shape.at(&pose(start * least));
                        let hit = cast_shape(
                            &raised,
                            at(way, 0.0, 0.0),
                            obstacles.as_slice(),
                            V::Scalar::from_f64(skin),
                        );
                        let case =
                            format!("{name} over {ground}, skin {skin}, {start} of it above, {way} to go");
                        let Some(hit) = hit else { panic!("{case}: nothing is met") };
                        let x: f64 = hit.translation[0].into();
                        let slack = 2.0 * skin.max(600.0 * unit * way);
                        assert!(
                            (2.5 - skin - x).abs() <= slack && hit.normal.get()[0].into() < -0.99,
                            "{case}: {hit:?}"
                        );
                    }
                }
            }
        }
    }
    Ok(())
}

/// Who slides over the ground into the wall is stopped by nothing else, and gets there.
fn check_slides<V: Vector>() -> Tested {
    let unit = unit::<V>();
    for (ground, obstacles) in grounds::<V>()? {
        for (name, shape) in standing::<V>()? {
            for skin in [0.1, 0.01, 0.001, 1e-4, 1e-6, 0.0] {
                for (height, down) in [(1.0, -0.1), (1.0, -3.0), (500.0, -2.0), (0.0, 0.0)] {
                    let raised = shape.at(&pose((height * skin).min(1.0)));
                    let options = MoveAndSlideOptions::new(V::Scalar::from_f64(skin))?;
                    let end = move_and_slide(&raised, at(100.0, down, 0.0), obstacles.as_slice(), &options);
                    let x: f64 = end.translation[0].into();
                    let slack = 2.0 * skin.max(1e5 * unit);
                    let case =
                        format!("{name} over {ground}, skin {skin}, {height} of it above, {down} down");
                    assert!((x - (2.5 - skin)).abs() <= slack, "{case}: {end:?}");
                }
            }
        }
    }
    Ok(())
}

/// Down to the ground by a few skins on a long way: it is met where it is a skin away, if the way leads
/// nearer than half a skin.
fn check_slopes<V: Vector>() -> Tested {
    let unit = unit::<V>();
    for (ground, obstacles) in grounds::<V>()? {
        for (name, shape) in standing::<V>()? {
            for skin in [0.1, 0.01, 0.001, 1e-4, 1e-6, 1e-9] {
                // What coordinates of the whole way are rounded by must not matter.
                if skin < 2000.0 * unit {
                    continue;
                }
                for (way, down) in [(0.1, 2.3), (1.0, 2.2), (1.0, 2.8), (2.0, 2.8), (2.0, 4.0), (2.0, 50.0)] {
                    let raised = shape.at(&pose(3.0 * skin));
                    let motion = at(way, -down * skin, 0.0);
                    let hit = cast_shape(&raised, motion, obstacles.as_slice(), V::Scalar::from_f64(skin));
                    let case =
                        format!("{name} over {ground}, skin {skin}, {way} ahead and {down} skins down");
                    if down < 2.4 {
                        assert!(hit.is_none(), "{case}: {hit:?}");
                        continue;
                    }
                    let Some(hit) = hit else { panic!("{case}: nothing is met") };
                    let fallen: f64 = hit.time.into() * down;
                    assert!((fallen - 2.0).abs() < 0.1, "{case}: met {fallen} skins further down");
                }
            }
        }
    }
    Ok(())
}

#[test]
fn ground_is_met_where_it_is_a_skin_away_however_slowly_it_comes() -> Tested {
    check_slopes::<Vec2>()?;
    check_slopes::<DVec2>()?;
    check_slopes::<Vec3>()?;
    check_slopes::<DVec3>()
}

#[test]
fn nothing_in_the_way_is_missed_because_of_what_is_beside_it() -> Tested {
    check_wall::<Vec2>()?;
    check_wall::<DVec2>()?;
    check_wall::<Vec3>()?;
    check_wall::<DVec3>()
}

#[test]
fn nobody_gets_stuck_on_what_is_beside_the_way() -> Tested {
    check_slides::<Vec2>()?;
    check_slides::<DVec2>()?;
    check_slides::<Vec3>()?;
    check_slides::<DVec3>()
}
