//! Every shape against every other, in the plane and in space, in `f32` and `f64`: no pair is left out, and
//! what the queries say of a pair never contradicts itself.

mod flat;
mod hostile;
mod once_wrong;
mod round_touching;
mod warm;

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::{Pose, Rotation, Scalar, Unit};
use impinge::prelude::*;
use impinge::shape::{Aabb, Cone, Cylinder, Hull, Obb, Ray, Segment, ShapeError, ShapeRef};
use impinge_tests::demand;

use crate::sample::{Random, Sample, Turn};

/// How many pairs of each two kinds of shapes, unless fewer are enough: those with many parts take as long as
/// a hundred.
fn cases(enough: usize) -> u64 {
    demand::cases("IMPINGE_PAIRS", enough) as u64
}

/// What must hold for every pair of shapes, whatever their numbers are.
fn check_signs<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>, name: &str) {
    let epsilon: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    let relation = a.relation(b);
    let (nearest, mirrored) = (a.closest_points(b), b.closest_points(a));
    let distance: f64 = nearest.distance.into();

    // The same answer, whoever asks.
    assert_eq!(relation, b.relation(a), "{name}: relation, mirrored");
    assert_eq!(nearest.distance, mirrored.distance, "{name}: distance, mirrored");
    let (way_out, manifold) = (a.penetration(b), a.manifold(b, V::Scalar::ZERO));
    if nearest.normal == -mirrored.normal {
        assert_eq!(
            (nearest.point_a, nearest.point_b),
            (mirrored.point_b, mirrored.point_a),
            "{name}: points, mirrored"
        );
        assert_eq!(way_out.map(Contact::flip), b.penetration(a), "{name}: depth, mirrored");
        let mirrored = b.manifold(a, V::Scalar::ZERO);
        assert_eq!(manifold.clone().map(ContactManifold::flip), mirrored, "{name}: manifold, mirrored");
    } else {
        // Nothing tells which way is out of the same shape at the same place, and on which side its points
        // lie.
        assert_eq!(format!("{a:?}"), format!("{b:?}"), "{name}: normals {nearest:?} and {mirrored:?}");
        assert_eq!(nearest, mirrored, "{name}: of the same shape");
    }

    // No contradiction.
    assert_eq!(distance > 0.0, relation == Relation::Disjoint, "{name}: {distance} but {relation:?}");
    assert_eq!(distance < 0.0, relation == Relation::Overlapping, "{name}: {distance} but {relation:?}");
    assert_eq!(a.intersects(b), relation != Relation::Disjoint, "{name}: intersects");
    assert_eq!(way_out.is_some(), relation == Relation::Overlapping, "{name}: penetration");
    assert_eq!(
        a.contact(b, V::Scalar::ZERO).is_some(),
        relation != Relation::Disjoint,
        "{name}: contact {nearest:?}"
    );
    assert_eq!(a.distance(b), nearest.distance.max(V::Scalar::ZERO), "{name}: distance");

    assert_eq!(manifold.is_some(), relation != Relation::Disjoint, "{name}: manifold");

    // What is computed is a number, and normals are unit vectors.
    for contact in way_out.into_iter().chain([nearest]) {
        let normal = contact.normal.get().to_double();
        assert!((normal.length() - 1.0).abs() <= 8.0 * epsilon, "{name}: normal {normal:?}");
        assert!(contact.point_a.is_finite() && contact.point_b.is_finite(), "{name}: {contact:?}");
        let distance: f64 = contact.distance.into();
        assert!(!distance.is_nan(), "{name}: {contact:?}");
    }
    for point in manifold.iter().flat_map(|manifold| manifold.points()) {
        assert!(point.point_a.is_finite() && point.point_b.is_finite(), "{name}: {point:?}");
        assert!(point.distance <= V::Scalar::ZERO, "{name}: {point:?}");
    }
}

/// What must hold where sizes are ordinary.
fn check<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>, name: &str) {
    check_signs(a, b, name);
    let epsilon: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    let nearest = a.closest_points(b);
    let distance: f64 = nearest.distance.into();

    // The normal leads from the one nearest point to the other.
    let normal = nearest.normal.get().to_double();
    let (point_a, point_b) = (nearest.point_a.to_double(), nearest.point_b.to_double());
    if distance.abs() < 1e30 {
        let size = point_a.abs().element_sum() + point_b.abs().element_sum() + distance.abs() + 1.0;
        let error = (point_b - point_a - normal * distance).length();
        assert!(
            error <= 64.0 * epsilon * size,
            "{name}: points and distance differ by {error:e}: {nearest:?}"
        );
    }

    // A margin finds what is within it, and nothing else.
    let more = nearest.distance + nearest.distance.abs() * V::Scalar::from_f64(1e-3);
    assert!(a.contact(b, more).is_some() || distance < 0.0, "{name}: within the margin");
    if distance > 0.0 {
        let less = nearest.distance * V::Scalar::from_f64(0.999);
        assert!(a.contact(b, less).is_none(), "{name}: beyond the margin");
    }

    // What is just as far as the margin is within it, for contacts and manifolds alike.
    if distance > 0.0 {
        let is_within = a.contact(b, nearest.distance).is_some();
        assert!(is_within, "{name}: at the margin");
        assert!(a.manifold(b, nearest.distance).is_some(), "{name}: manifold at the margin");
    }

    // Manifolds.
    let most = if V::DIMENSION == 2 { 2 } else { 4 };
    for margin in [0.0, 0.5, 4.0] {
        let Some(manifold) = a.manifold(b, V::Scalar::from_f64(margin)) else {
            assert!(distance > margin, "{name}: no manifold within {margin}, {distance} apart");
            continue;
        };
        assert!((1..=most).contains(&manifold.points().len()), "{name}: {manifold:?}");
        let deepest = manifold.points().iter().map(|p| p.distance.into()).fold(f64::INFINITY, f64::min);
        let size =
            manifold.points().iter().map(|p| p.point_a.to_double().abs().element_sum()).fold(1.0, f64::max);
        if distance.abs() < 1e30 {
            let error = (deepest - distance).abs();
            assert!(error <= 1e-5 * size, "{name}: deepest {deepest} but distance {distance}: {manifold:?}");
        }
        for (i, point) in manifold.points().iter().enumerate() {
            let apart: f64 = point.distance.into();
            assert!(apart <= margin + 64.0 * epsilon * size, "{name}: beyond the margin: {manifold:?}");
            let others = &manifold.points()[..i];
            assert!(others.iter().all(|other| other.feature != point.feature), "{name}: {manifold:?}");
        }
    }
}

/// Moved by the least translation, the shapes touch: what is left of the depth is rounding.
fn check_way_out<V: Vector>(a: &Sample<V>, b: &Sample<V>, name: &str) {
    let Some(contact) = a.shape_ref().penetration(&b.shape_ref()) else {
        return;
    };
    let depth: f64 = contact.depth().into();
    if depth > 1e30 {
        return;
    }
    let moved = b.moved(contact.normal.get() * contact.depth());
    let left: f64 = a.shape_ref().closest_points(&moved.shape_ref()).distance.into();
    let tolerance = 1e-5 * (10.0 + depth);
    assert!(left.abs() <= tolerance, "{name}: {left} left of {depth}: {contact:?}");
}

fn check_all<V: Turn>() {
    let mut random = Random::new(demand::seed(1));
    for case in 0..cases(100) {
        let shapes: Vec<Sample<V>> = crate::sample::one_of_each(&mut random);
        let others: Vec<Sample<V>> = crate::sample::one_of_each(&mut random);
        for a in &shapes {
            for b in &others {
                let name = format!("{}D case {case}: {} and {}", V::DIMENSION, a.name(), b.name());
                check(&a.shape_ref(), &b.shape_ref(), &name);
                check_way_out(a, b, &name);
            }
        }
    }
}

/// Shapes of many parts among themselves, and with all others.
fn check_parts<V: Turn>() {
    let mut random = Random::new(demand::seed(2));
    for case in 0..cases(1) {
        let shapes: Vec<Sample<V>> = crate::sample::one_of_each_of_parts(&mut random);
        let mut others: Vec<Sample<V>> = crate::sample::one_of_each(&mut random);
        others.extend(crate::sample::one_of_each_of_parts(&mut random));
        for a in &shapes {
            for b in &others {
                let name = format!("{}D case {case}: {} and {}", V::DIMENSION, a.name(), b.name());
                check(&a.shape_ref(), &b.shape_ref(), &name);
                check_way_out(a, b, &name);
                check_way_out(b, a, &name);
            }
        }
    }
}

/// Numbers that are 0, equal, huge and tiny, all in the same shapes.
fn check_extremes<V: Turn>(factor: f64) {
    for case in 0..cases(1) {
        check_extreme::<V>(demand::seed(case), factor);
    }
}

fn check_extreme<V: Turn>(seed: u64, factor: f64) {
    let mut random = Random::extreme(seed, factor);
    let mut shapes: Vec<Sample<V>> = crate::sample::one_of_each(&mut random);
    shapes.extend(crate::sample::one_of_each_of_parts(&mut random));
    let others: Vec<Sample<V>> = crate::sample::one_of_each(&mut random);
    for a in &shapes {
        for b in &others {
            let name = format!("{}D seed {seed}: {} and {}", V::DIMENSION, a.name(), b.name());
            check_signs(&a.shape_ref(), &b.shape_ref(), &name);
        }
    }
    for shape in &shapes {
        let name = format!("{}D seed {seed}: {}", V::DIMENSION, shape.name());
        check_rays(&shape.shape_ref(), &mut random, &name);
    }
}

/// The same box twice, of which the points were to be mirrored that nothing tells apart: they are those of
/// the normal, the same in both orders.
#[test]
fn the_same_box_twice_has_one_answer() {
    check_extreme::<Vec2>((1_795_804_315 << 32) + 1, 1e18);
}

/// Points that fall together on the huge one of two shapes, and edges that lie along the normal by their
/// roundings: one order had a point less, and a depth was none.
#[test]
fn extreme_manifolds_mirror_and_have_numbers() {
    for (round, case) in [(1_795_728_631, 1), (1_795_728_632, 0), (1_795_728_633, 1), (1_795_728_634, 0)] {
        check_extreme::<Vec2>((round << 32) + case, 1e18);
    }
}

/// Centres and half extents of boxes along the axes are rounded from their corners, and may be those of
/// another box.
fn check_twins<V: Turn>() -> Result<(), ShapeError> {
    let aabb = |min: [f64; 3], max: [f64; 3]| Aabb::new(V::from_f64(min), V::from_f64(max));
    let upper = aabb([-1e18, 3.0, 0.0], [0.0, 1e18, 1.0])?;
    let lower = aabb([-1e18, 0.0, 0.0], [1e-18, 1e18, 1.0])?;
    check_signs(&upper.shape_ref(), &lower.shape_ref(), &format!("{}D boxes along the axes", V::DIMENSION));
    let oriented = Obb::from(upper);
    check_signs(
        &upper.shape_ref(),
        &oriented.shape_ref(),
        &format!("{}D box and the same, oriented", V::DIMENSION),
    );
    Ok(())
}

#[test]
fn boxes_of_the_same_rounded_numbers_mirror() -> Result<(), ShapeError> {
    check_twins::<Vec2>()?;
    check_twins::<Vec3>()?;
    check_twins::<DVec2>()?;
    check_twins::<DVec3>()
}

/// Normals and points of hits are as they should be.
fn check_rays<V: Turn>(shape: &ShapeRef<'_, V>, random: &mut Random, name: &str) {
    let epsilon: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    for mode in [RayMode::Solid, RayMode::Hollow] {
        let Ok(segment) = Segment::new(random.vector(1.0), random.vector(1.0)) else { continue };
        let options = RayOptions { mode, ..RayOptions::default() };
        if let Some(hit) = shape.cast_segment(&segment, &options) {
            let length = hit.normal.get().to_double().length();
            assert!((length - 1.0).abs() <= 8.0 * epsilon, "{name}: {segment:?}: {hit:?}");
            assert!(hit.point.is_finite(), "{name}: {segment:?}: {hit:?}");
            let on_the_way = hit.t >= V::Scalar::ZERO && hit.t <= V::Scalar::ONE;
            assert!(on_the_way, "{name}: {segment:?}: {hit:?}");
        }
    }
}

#[test]
fn no_extreme_pair_contradicts_itself_in_the_plane() {
    check_extremes::<Vec2>(1e18);
    check_extremes::<DVec2>(1e18);
    check_extremes::<DVec2>(1e100);
}

#[test]
fn no_extreme_pair_contradicts_itself_in_space() {
    check_extremes::<Vec3>(1e18);
    check_extremes::<DVec3>(1e18);
    check_extremes::<DVec3>(1e100);
}

/// Squares of so small numbers lose digits in `f32`.
#[test]
fn hulls_of_1e_25_and_1e_22_meet() -> Result<(), ShapeError> {
    let round = |size: f32, count: u8| {
        let angle = |i: u8| f32::from(i) * std::f32::consts::TAU / f32::from(count);
        Hull::new(&(0..count).map(|i| Vec2::from_angle(angle(i)) * size).collect::<Vec<Vec2>>())
    };
    let (small, large) = (round(1e-25, 16)?, round(1e-22, 9)?);
    for step in 0..10_000_u16 {
        let way = Vec2::from_angle(f32::from(step)) * (f32::from(step) * 1e-26);
        let placed = small.at(&Pose::from_translation(way));
        let apart = Hull::new(&[way])?.distance(&large);
        let meets = placed.intersects(&large);
        assert!(meets || apart > 0.9e-25, "{way} is {apart:e} apart, but they do not meet");
        assert!(!meets || apart <= 1e-25, "{way} is {apart:e} apart, but they meet");
    }
    Ok(())
}

#[test]
fn no_pair_with_parts_contradicts_itself_in_the_plane() {
    check_parts::<Vec2>();
    check_parts::<DVec2>();
}

#[test]
fn no_pair_with_parts_contradicts_itself_in_space() {
    check_parts::<Vec3>();
    check_parts::<DVec3>();
}

#[test]
fn no_pair_contradicts_itself_in_the_plane() {
    check_all::<Vec2>();
    check_all::<DVec2>();
}

#[test]
fn no_pair_contradicts_itself_in_space() {
    check_all::<Vec3>();
    check_all::<DVec3>();
}

/// A length that has no square in a comparison of its own kind once made depths of sizes beyond 10¹¹ too
/// small.
#[test]
fn depths_do_not_hang_on_the_unit_of_length() -> Result<(), ShapeError> {
    let pair = |unit: f64| -> Result<f64, ShapeError> {
        let at = |x: f64, y: f64| Pose::from_translation(DVec2::new(x * unit, y * unit));
        let can = Cylinder::new(unit, 0.5 * unit, at(0.3, 0.075))?;
        let hat = Cone::new(0.5 * unit, 0.5 * unit, at(0.075, 0.3))?;
        Ok(can.closest_points(&hat).distance / unit)
    };
    for unit in [1e-30, 1e-12, 1.0, 1e12, 1e30] {
        assert!((pair(unit)? + 0.775).abs() < 1e-9, "{} at {unit:e}", pair(unit)?);
    }
    Ok(())
}

#[test]
fn the_manifold_of_a_ray_lies_on_it() -> Result<(), ShapeError> {
    let ray = Ray::new(DVec3::ZERO, Unit::axis(0))?;
    let room = Obb::new(DVec3::ZERO, DVec3::ONE, Rotation::identity())?;
    let manifold = ray.manifold(&room, 0.0).unwrap();
    assert!(
        manifold.points().iter().all(|point| point.point_a.y == 0.0 && point.point_a.z == 0.0),
        "{manifold:?}"
    );
    Ok(())
}

#[test]
fn a_ray_at_the_tip_of_a_cone_meets_the_side_that_faces_it() -> Result<(), ShapeError> {
    let cone = Cone::new(1.0, 1.0, Pose::<DVec3>::identity())?;
    let direction = DVec3::new(1.0, -1.0, 0.0);
    let ray = Ray::new(DVec3::new(-4.0, 5.0, 0.0), Unit::new(direction)?)?;
    let hit = cone.cast_ray(&ray, &RayOptions::default()).unwrap();
    assert!(hit.normal.get().dot(direction) <= 0.0, "{hit:?}");
    Ok(())
}
