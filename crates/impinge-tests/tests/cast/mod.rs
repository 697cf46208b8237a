//! Rays and segments against every shape: hits lie on the surface, nothing lies before them, misses miss.

mod degenerate;
mod short_ways;
mod streams;
mod watertight;

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::SurfaceMesh;
use impinge::math::{Pose, Scalar, Unit};
use impinge::prelude::*;
use impinge::shape::{
    Aabb, Ball, Capsule, Cone, Cylinder, HalfSpace, Hull, Mesh, Obb, Plane, Ray, RoundShape, Segment, Shape,
    ShapeRef, TaperedCapsule, Triangle,
};
use proptest::prelude::*;

use crate::sample::{Random, Turn};

/// Rays at each shape of each case.
const RAYS: usize = 4;
const CASES: u64 = 150;

/// How far answers may be off, at the size of the samples.
fn tolerance<V: Vector>() -> f64 {
    let epsilon: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    (64.0 * epsilon).max(1e-8)
}

/// The signed distance of a point from a shape.
fn distance_to<V: Vector>(shape: &ShapeRef<'_, V>, point: V) -> f64 {
    shape.project_point(point).distance.into()
}

fn hollow<S: Scalar>() -> RayOptions<S> {
    RayOptions { mode: RayMode::Hollow, ..RayOptions::default() }
}

fn check<V: Vector>(shape: &ShapeRef<'_, V>, ray: &Ray<V>, name: &str) {
    let near = tolerance::<V>();
    let is_exact = !matches!(shape, ShapeRef::Convex(_) | ShapeRef::Composite(_));
    let hit = shape.cast_ray(ray, &RayOptions::default());
    if is_exact {
        assert_eq!(hit.is_some(), shape.intersects(ray), "{name}: the relation");
    }
    let direction = ray.direction().get().to_double();
    let until = hit.map_or(8.0, |hit| hit.t.into());
    for step in 0..32 {
        let t = until * f64::from(step) / 32.0;
        if hit.is_none_or(|hit| !hit.is_inside) {
            let distance = distance_to(shape, ray.point_at(V::Scalar::from_f64(t)));
            assert!(distance >= -near * (1.0 + t), "{name}: at {t} it is inside by {distance}: {hit:?}");
        }
    }
    let Some(hit) = hit else {
        assert_eq!(shape.cast_ray(ray, &hollow()), None, "{name}: hollow");
        return;
    };
    let t: f64 = hit.t.into();
    let normal = hit.normal.get().to_double();
    assert!(t >= 0.0 && (normal.length() - 1.0).abs() < 1e-5, "{name}: {hit:?}");
    assert!(normal.dot(direction) <= 1e-5, "{name}: it faces away: {hit:?}");
    let off = distance_to(shape, hit.point);
    if hit.is_inside {
        assert_eq!((hit.t, hit.point), (V::Scalar::ZERO, ray.origin()), "{name}: {hit:?}");
        assert!(distance_to(shape, ray.origin()) <= near, "{name}: {hit:?}");
    } else {
        assert!(off.abs() <= near * (1.0 + t), "{name}: {off} off the surface: {hit:?}");
    }

    // A limit before the hit, and one behind it.
    let limited = |factor: f64| RayOptions { max: V::Scalar::from_f64(t * factor), ..RayOptions::default() };
    assert_eq!(shape.cast_ray(ray, &limited(1.01)), Some(hit), "{name}: max behind the hit");
    if t > 0.0 {
        assert_eq!(shape.cast_ray(ray, &limited(0.99)), None, "{name}: max before the hit");
    }

    // Out again, or in the same way; from inside a union, the surface of another part may come first.
    let is_union = matches!(shape, ShapeRef::Composite(_));
    match shape.cast_ray(ray, &hollow()) {
        Some(_) if is_union => {}
        Some(out) if hit.is_inside => {
            let off = distance_to(shape, out.point);
            assert!(off.abs() <= near * (1.0 + out.t.into()), "{name}: {off} off, going out: {out:?}");
            let heading = out.normal.get().to_double().dot(direction);
            assert!(heading >= -1e-5, "{name}: out, but against the normal: {out:?}");
            let middle = distance_to(shape, ray.point_at(out.t * V::Scalar::HALF));
            assert!(middle <= near * 8.0, "{name}: not inside on the way out: {middle}");
        }
        Some(same) => assert_eq!(same, hit, "{name}: hollow from outside"),
        None => assert!(hit.is_inside, "{name}: hollow: nothing instead of {hit:?}"),
    }

    // Front faces only.
    let front = RayOptions { sides: RaySides::FrontOnly, ..RayOptions::default() };
    if let Some(front) = shape.cast_ray(ray, &front) {
        assert!(front == hit || is_union, "{name}: the front");
        assert!(front.normal.get().to_double().dot(direction) <= 0.0, "{name}: {front:?}");
    } else {
        let is_flat = matches!(
            shape,
            ShapeRef::Triangle(_)
                | ShapeRef::Plane(_)
                | ShapeRef::Segment(_)
                | ShapeRef::Ray(_)
                | ShapeRef::Composite(_)
        );
        assert!(is_flat || normal.dot(direction) > -1e-3, "{name}: no front for {hit:?}");
    }

    // Back faces only: where a solid is left.
    let sides = RaySides::BackOnly;
    match shape.cast_ray(ray, &RayOptions { sides, ..hollow() }) {
        _ if is_union => {}
        Some(back) if hit.is_inside => {
            assert_eq!(Some(back), shape.cast_ray(ray, &hollow()), "{name}: the back, from inside");
        }
        Some(back) => {
            let off = distance_to(shape, back.point);
            assert!(off.abs() <= near * (1.0 + back.t.into()), "{name}: {off} off, at the back: {back:?}");
            assert!(back.t >= hit.t && !back.is_inside, "{name}: {back:?} before {hit:?}");
        }
        None => {
            let is_solid = matches!(
                shape,
                ShapeRef::Ball(_) | ShapeRef::Aabb(_) | ShapeRef::Obb(_) | ShapeRef::Convex(_)
            );
            assert!(!is_solid || normal.dot(direction) > -1e-3, "{name}: no back behind {hit:?}");
        }
    }

    // The same as a segment.
    let end = ray.point_at(hit.t + hit.t + V::Scalar::ONE);
    let segment = Segment::new(ray.origin(), end).expect("finite");
    let Some(by_segment) = shape.cast_segment(&segment, &RayOptions::default()) else {
        // A graze may be lost where the end was rounded.
        assert!(is_grazing(shape, ray), "{name}: the segment misses");
        return;
    };
    let along: f64 = by_segment.t.into() * (2.0 * t + 1.0);
    let slope = normal.dot(direction).abs().max(1e-3);
    assert!((along - t).abs() <= 16.0 * near * (1.0 + t) / slope, "{name}: segment {along}, ray {t}");
}

/// Does a ray only just touch?
fn is_grazing<V: Vector>(shape: &ShapeRef<'_, V>, ray: &Ray<V>) -> bool {
    let distance: f64 = shape.closest_points(ray).distance.into();
    distance.abs() < 1e-5
}

fn check_all<V: Turn>() {
    let mut random = Random::new(7);
    for case in 0..CASES {
        let mut shapes = crate::sample::one_of_each::<V>(&mut random);
        if case % 4 == 0 {
            shapes.extend(crate::sample::one_of_each_of_parts(&mut random));
        }
        for shape in shapes {
            for ray in 0..RAYS {
                let start: V = random.vector(3.0);
                // Half of the rays are aimed.
                let target: V = random.vector(if ray % 2 == 0 { 1.0 } else { 4.0 });
                let direction = Unit::new(target - start).unwrap_or(Unit::axis(0));
                let name = format!("{}D case {case}.{ray}: {}", V::DIMENSION, shape.name());
                check(&shape.shape_ref(), &Ray::new(start, direction).expect("finite"), &name);
            }
        }
    }
}

#[test]
fn hits_lie_on_surfaces_and_misses_miss_in_the_plane() {
    check_all::<Vec2>();
    check_all::<DVec2>();
}

#[test]
fn the_back_of_a_shape_is_where_a_ray_leaves_it() -> Result<(), Box<dyn std::error::Error>> {
    let back = RayOptions { sides: RaySides::BackOnly, ..RayOptions::default() };
    let along = Ray::new(Vec3::new(0.25, 0.25, -4.0), Unit::axis(2))?;
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let hull = Hull::new(&corners)?;
    let mesh = Mesh::new(corners.to_vec(), vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    // In at z = 0, out where x + y + z = 1.
    for hit in [hull.cast_ray(&along, &back), SurfaceMesh::new(mesh).cast_ray(&along, &back)] {
        let hit = hit.ok_or("it has a back")?;
        assert_eq!((hit.t, hit.is_inside), (4.5, false));
    }
    let beyond = RayOptions { max: 4.25, ..back };
    assert_eq!(hull.cast_ray(&along, &beyond), None);
    let wall = Triangle::new([Vec3::ZERO, Vec3::X, Vec3::Y])?;
    assert_eq!(wall.cast_ray(&along, &back).map(|hit| (hit.t, hit.feature)), Some((4.0, 1)));
    let opposite = Ray::new(Vec3::new(0.25, 0.25, 4.0), -Unit::axis(2))?;
    assert_eq!(wall.cast_ray(&opposite, &back), None);
    Ok(())
}

/// On a face of a cube, and then into it or away from it: each of the faces answers alike.
#[test]
fn rays_may_start_on_the_surface_of_a_solid() -> Result<(), Box<dyn std::error::Error>> {
    let corners =
        (0..8).map(|i| Vec3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2 & 1) as f32)).collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let cube = Mesh::new(corners, quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect())?;
    let cube = SurfaceMesh::new(cube);
    for axis in 0..3 {
        for side in [0.0, 1.0] {
            let out = Vec3::AXES[axis] * (2.0 * side - 1.0);
            let mut start = Vec3::new(0.25, 0.5, 0.25);
            start[axis] = side;
            let name = format!("axis {axis}, side {side}");
            for direction in [out, -out] {
                let ray = Ray::new(start, Unit::new(direction)?)?;
                let hit = cube.cast_ray(&ray, &RayOptions::default()).ok_or("it starts there")?;
                assert_eq!((hit.t, hit.is_inside, hit.normal.get()), (0.0, false, -direction), "{name}");
                assert_eq!(cube.cast_ray(&ray, &hollow()), Some(hit), "{name}");
                let front = RayOptions { sides: RaySides::FrontOnly, ..RayOptions::default() };
                let met = cube.cast_ray(&ray, &front).map(|hit| hit.t);
                assert_eq!(met, (direction != out).then_some(0.0), "{name}");
            }
        }
    }
    Ok(())
}

#[test]
fn hits_lie_on_surfaces_and_misses_miss_in_space() {
    check_all::<Vec3>();
    check_all::<DVec3>();
}

/// What a segment hits of a shape, whatever is asked of it, is on its surface, also where it runs along a
/// side or an edge; unless it starts inside. The hit of a solid with both sides. Coordinates are a few times
/// `size`.
fn hits_lie_on<V: Vector>(view: &ShapeRef<'_, V>, segment: &Segment<V>, size: f64) -> Option<RayHit<V>> {
    let near = 64.0 * tolerance::<V>() * size;
    for sides in [RaySides::Both, RaySides::FrontOnly, RaySides::BackOnly] {
        for mode in [RayMode::Solid, RayMode::Hollow] {
            let options = RayOptions { mode, sides, ..RayOptions::default() };
            let Some(hit) = view.cast_segment(segment, &options) else { continue };
            assert!(V::Scalar::ZERO <= hit.t && hit.t <= V::Scalar::ONE && hit.point.is_finite(), "{hit:?}");
            assert!((hit.normal.get().to_double().length() - 1.0).abs() < 1e-5, "{hit:?}");
            let off = distance_to(view, hit.point);
            let off = if hit.is_inside && mode == RayMode::Solid { off } else { off.abs() };
            // Where squares vanish, points are projected only so well.
            let near = if size < 1e-20 { size } else { near };
            assert!(off <= near, "{view:?} {segment:?}, {options:?}: {off} off: {hit:?}");
        }
    }
    let hit = view.cast_segment(segment, &RayOptions::default());
    if hit.is_some_and(|hit| hit.is_inside) {
        assert!(distance_to(view, segment.a()) <= near, "{view:?} {segment:?}: {hit:?}");
    }
    if let Some(hit) = hit.filter(|hit| !hit.is_inside) {
        assert_eq!(view.cast_segment(segment, &hollow()), Some(hit), "{view:?} {segment:?}: from outside");
    }
    hit
}

/// Points on a lattice, so that edges and corners are hit exactly.
fn lattice() -> impl Strategy<Value = ([[i8; 3]; 5], f64)> {
    let scale = prop_oneof![Just(1.0), Just(1.0 / 3.0), Just(1e10), Just(1e-200), Just(1e200)];
    // Half of the paths run along the line of an edge.
    let along = prop::option::of([-3i8..=3, -3i8..=3]);
    (prop::array::uniform5(prop::array::uniform3(-3i8..=3)), along, scale).prop_map(
        |(points, along, scale)| {
            let [a, b, c, p, q] = points;
            let place = |times: i8| std::array::from_fn(|axis| a[axis] + times * (b[axis] - a[axis]));
            let [p, q] = along.map_or([p, q], |along| along.map(place));
            ([a, b, c, p, q], scale)
        },
    )
}

fn agrees<V: Vector>(shape: &impl Shape<Vector = V>, ray: Option<&Ray<V>>, segment: &Segment<V>, size: f64) {
    view_agrees(&shape.shape_ref(), ray, segment, size);
}

/// Compiled once for all shapes.
fn view_agrees<V: Vector>(view: &ShapeRef<'_, V>, ray: Option<&Ray<V>>, segment: &Segment<V>, size: f64) {
    let hit = hits_lie_on(view, segment, size);
    assert_eq!(hit.is_some(), view.intersects(segment), "{view:?} {segment:?}: {hit:?}");
    if let Some(ray) = ray {
        let hit = view.cast_ray(ray, &RayOptions::default());
        assert_eq!(hit.is_some(), view.intersects(ray), "{view:?} {ray:?}: {hit:?}");
    }
}

fn check_lattice<V: Vector>(points: [[i8; 3]; 5], scale: f64) {
    let [a, b, c, p, q] = points.map(|point| V::from_f64(point.map(|x| f64::from(x) * scale)));
    let segment = Segment::new(p, q).expect("finite");
    let ray = Unit::new(q - p).and_then(|direction| Ray::new(p, direction));
    let ray = ray.as_ref().ok();
    let radius = V::Scalar::from_f64(f64::from(points[1][0].unsigned_abs()) * scale);
    let bounds = Aabb::from_corners(a, b).expect("finite");
    agrees(&bounds, ray, &segment, scale);
    agrees(&Obb::from(bounds), ray, &segment, scale);
    agrees(&Ball::new(a, radius).expect("finite"), ray, &segment, scale);
    agrees(&Triangle::new([a, b, c]).expect("finite"), ray, &segment, scale);
    agrees(&Segment::new(a, b).expect("finite"), ray, &segment, scale);
    if let Ok(normal) = Unit::new(a) {
        agrees(&Plane::new(normal, b[0]).expect("finite"), ray, &segment, scale);
        agrees(&HalfSpace::new(normal, b[0]).expect("finite"), ray, &segment, scale);
        agrees(&Ray::new(b, normal).expect("finite"), ray, &segment, scale);
    }
}

/// Shapes of which the relation is rounded, or whose sides are found by a search.
fn check_others<V: Vector>([a, b, c, p, q]: [[i8; 3]; 5]) {
    let [a, b, c, p, q] = [a, b, c, p, q].map(|point| V::from_f64(point.map(f64::from)));
    let segment = Segment::new(p, q).expect("finite");
    let half = V::Scalar::HALF;
    let hull =
        Hull::new(&[a, b, c, a + b - c, V::unit_axis(0), V::unit_axis(1) * -V::Scalar::ONE]).expect("finite");
    hits_lie_on(&hull.shape_ref(), &segment, 1.0);
    hits_lie_on(&Capsule::new(a, b, half).expect("finite").shape_ref(), &segment, 1.0);
    let rounded = RoundShape::new(Aabb::from_corners(a, b).expect("finite"), half).expect("finite");
    hits_lie_on(&rounded.shape_ref(), &segment, 1.0);
    let pose = Pose::from_translation(c);
    hits_lie_on(&Cylinder::new(V::Scalar::ONE, half, pose).expect("finite").shape_ref(), &segment, 1.0);
    let tapered = TaperedCapsule::new(V::Scalar::ONE, half, half * half, pose).expect("finite");
    hits_lie_on(&tapered.shape_ref(), &segment, 1.0);
    hits_lie_on(&Cone::new(V::Scalar::ONE, half, pose).expect("finite").shape_ref(), &segment, 1.0);
}

/// The ray runs along the boundary of the half-space: exactly, a micrometre outside of it.
#[test]
fn rays_along_a_boundary_hit_as_the_relation_says() {
    check_lattice::<DVec3>([[1, 2, 2], [-2, 0, 0], [0, 0, 0], [-2, -3, 1], [2, -2, -2]], 1e10);
}

/// The back of a triangle is where the path leaves it, and not where it sets out.
#[test]
fn paths_along_an_edge_hit_the_shape_and_nothing_else() {
    let [a, b, c] = [[-3, -2, 0], [1, -1, 0], [0, -1, 0]];
    check_lattice::<Vec2>([a, b, c, [3, 0, 0], a], 1.0);
    check_lattice::<DVec2>([a, b, c, [3, 0, 0], a], 1.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(6000)))]

    #[test]
    fn hits_are_as_exact_as_the_relation((points, scale) in lattice()) {
        if scale.abs() < 1e20 && scale > 1e-20 {
            check_lattice::<Vec2>(points, scale);
            check_lattice::<Vec3>(points, scale);
        }
        check_lattice::<DVec2>(points, scale);
        check_lattice::<DVec3>(points, scale);
        check_others::<Vec2>(points);
        check_others::<Vec3>(points);
        check_others::<DVec2>(points);
        check_others::<DVec3>(points);
    }
}
