//! What lies inside shapes of many parts and touches them from there. A closed cube of triangles must answer
//! as the solid box does, and the area of a polygon as plain geometry in `f64` does.

use std::sync::atomic::{AtomicUsize, Ordering};

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, FilledPolygon, SurfaceMesh};
use impinge::math::{Pose, Rotation, Scalar, Unit, Vector};
use impinge::prelude::*;
use impinge::shape::{
    Aabb, Ball, Capsule, CompositeShape, Hull, Mesh, Polygon, Ray, Segment, Shape, ShapeRef, Triangle,
};

use super::Tested;
use crate::sample::Random;

/// A number from 0 up to 1.
fn unit(random: &mut Random) -> f64 {
    random.signed() * 0.5 + 0.5
}

/// A whole number from 0 on.
fn below(random: &mut Random, end: u32) -> u32 {
    ((unit(random) * f64::from(end)) as u32).min(end - 1)
}

/// A box along the axes as a closed mesh.
pub fn cuboid<V: Vector>(bounds: &Aabb<V>) -> SurfaceMesh<V> {
    let corner = |i: usize| {
        V::from_fn(|axis| if i >> axis & 1 == 0 { bounds.min()[axis] } else { bounds.max()[axis] })
    };
    let triangles = vec![
        [0, 2, 1],
        [1, 2, 3],
        [4, 5, 6],
        [5, 7, 6],
        [0, 1, 4],
        [1, 5, 4],
        [2, 6, 3],
        [3, 6, 7],
        [0, 4, 2],
        [2, 4, 6],
        [1, 3, 5],
        [3, 7, 5],
    ];
    SurfaceMesh::new(Mesh::new((0..8).map(corner).collect(), triangles).expect("valid"))
}

/// A shape on a small lattice, with what it is for a solid box: most of them touch something exactly.
pub fn on_lattice<V: Vector>(random: &mut Random) -> AnyShape<V> {
    let point =
        |random: &mut Random| V::from_fn(|_| V::Scalar::from_f64(f64::from(below(random, 7)) * 0.5 - 0.5));
    let radius = V::Scalar::from_f64(f64::from(below(random, 3)) * 0.5);
    let (a, b) = (point(random), point(random));
    match below(random, 6) {
        0 => Ball::new(a, radius).expect("finite").into(),
        1 => Aabb::from_corners(a, b).expect("finite").into(),
        2 => Capsule::new(a, b, radius).expect("finite").into(),
        3 => Segment::new(a, b).expect("finite").into(),
        // Hulls in `f32` touch up to roundings only, also of a box.
        5 if V::Scalar::UNIT_ROUNDOFF.into() < 1e-10 => {
            Hull::new(&[a, b, point(random), point(random), point(random)]).expect("finite").into()
        }
        _ => Triangle::new([a, b, point(random)]).expect("finite").into(),
    }
}

fn check_cubes<V: Vector>() -> Tested {
    let mut random = Random::new(17);
    let bounds = Aabb::new(V::ZERO, V::splat(V::Scalar::from_f64(2.0)))?;
    let unit_roundoff: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    let mesh = cuboid(&bounds);
    for _ in 0..200 {
        let shape = on_lattice::<V>(&mut random);
        let expected = bounds.relation(&shape);
        assert_eq!(mesh.relation(&shape), expected, "{shape:?}");
        assert_eq!(shape.relation(&mesh), expected, "{shape:?}");
        assert_eq!(
            mesh.closest_points(&shape).distance < V::Scalar::ZERO,
            expected == Relation::Overlapping,
            "{shape:?}"
        );
        assert_eq!(mesh.manifold(&shape, V::Scalar::ZERO).is_some(), expected != Relation::Disjoint);
        let way = mesh.penetration(&shape);
        assert_eq!(way.is_some(), expected == Relation::Overlapping, "{shape:?}");
        if let Some(way) = way {
            let moved = shape.at(&impinge::math::Pose::from_translation(way.normal.get() * way.depth()));
            // What is flat may be left within by the roundings of its points.
            let left: f64 = bounds.closest_points(&moved).distance.into();
            assert!(left >= -16.0 * unit_roundoff, "{shape:?} by {way:?}: {left}");
            let back = shape.penetration(&mesh).expect("it overlaps");
            assert_eq!(
                (back.point_a, back.point_b, back.normal),
                (way.point_b, way.point_a, -way.normal),
                "{shape:?}"
            );
            assert_eq!(back.distance, way.distance);
        }
    }
    Ok(())
}

#[test]
fn a_closed_cube_answers_as_a_solid_box() -> Tested {
    check_cubes::<Vec3>()?;
    check_cubes::<DVec3>()
}

fn check_two_cubes<V: Vector>() -> Tested {
    let mut random = Random::new(18);
    let corner = |random: &mut Random| V::from_fn(|_| V::Scalar::from_f64(f64::from(below(random, 5)) * 0.5));
    for case in 0..150 {
        let [a, b] = [(); 2].map(|()| {
            let low = corner(&mut random);
            let size = corner(&mut random) + V::splat(V::Scalar::from_f64(0.5));
            Aabb::new(low, low + size).expect("finite")
        });
        // Some are the same.
        let b = if case % 10 == 0 { a } else { b };
        let expected = a.relation(&b);
        assert_eq!(cuboid(&a).relation(&cuboid(&b)), expected, "{a:?} {b:?}");
        assert_eq!(cuboid(&b).relation(&cuboid(&a)), expected, "{a:?} {b:?}");
        let is_inside = cuboid(&a).closest_points(&cuboid(&b)).distance < V::Scalar::ZERO;
        assert_eq!(is_inside, expected == Relation::Overlapping, "{a:?} {b:?}");
    }
    Ok(())
}

#[test]
fn two_closed_cubes_answer_as_solid_boxes() -> Tested {
    check_two_cubes::<Vec3>()?;
    check_two_cubes::<DVec3>()
}

/// A shape of many parts that counts how often it is asked what it encloses.
struct Counting<'a> {
    parts: ShapeRef<'a, DVec3>,
    asked: AtomicUsize,
}

impl CompositeShape<DVec3> for Counting<'_> {
    fn aabb(&self) -> Option<Aabb<DVec3>> {
        if let ShapeRef::Composite(parts) = self.parts { parts.aabb() } else { None }
    }
    fn visit(&self, region: Aabb<DVec3>, visit: &mut dyn FnMut(u32, ShapeRef<'_, DVec3>) -> Aabb<DVec3>) {
        if let ShapeRef::Composite(parts) = self.parts {
            parts.visit(region, visit);
        }
    }
    fn contains_point(&self, point: DVec3) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed);
        if let ShapeRef::Composite(parts) = self.parts { parts.contains_point(point) } else { false }
    }
}

/// A triangle that lies flush on a cube from outside is looked at in its corners, its middle and along its
/// three sides. Each side was once looked at nine times, and again at every place where it meets more than
/// one triangle.
#[test]
fn what_touches_flush_is_looked_at_in_few_places() -> Tested {
    let cube = cuboid(&Aabb::new(DVec3::ZERO, DVec3::splat(2.0))?);
    let corners = [DVec3::new(2.0, 0.5, 0.25), DVec3::new(2.0, 1.75, 0.5), DVec3::new(2.0, 0.75, 1.5)];
    let counting = Counting { parts: cube.shape_ref(), asked: AtomicUsize::new(0) };
    let view = ShapeRef::Composite(&counting);
    assert_eq!(view.relation(&Triangle::new(corners)?), Relation::Touching);
    // Four points, and on each side one before, one after and one between its meetings with the two triangles
    // of the face.
    let asked = counting.asked.load(Ordering::Relaxed);
    assert!(asked <= 4 + 3 * 3, "{asked} points");
    Ok(())
}

/// A star-shaped outline, concave at most of its points.
fn star(random: &mut Random) -> Vec<[f64; 2]> {
    let count = 4 + below(random, 12);
    let point = |i: u32, random: &mut Random| {
        let angle = std::f64::consts::TAU * f64::from(i) / f64::from(count);
        // Whole numbers of 2⁻¹⁰, which both precisions hold.
        let radius = 1.0 + 3.0 * unit(random);
        [angle.cos(), angle.sin()].map(|x| (x * radius * 1024.0).round() / 1024.0)
    };
    (0..count).map(|i| point(i, random)).collect()
}

/// The way from a point to the nearest point of an edge.
fn to_edge(p: [f64; 2], a: [f64; 2], b: [f64; 2]) -> f64 {
    let (along, to) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let t =
        ((along[0] * to[0] + along[1] * to[1]) / (along[0] * along[0] + along[1] * along[1])).clamp(0.0, 1.0);
    f64::hypot(to[0] - along[0] * t, to[1] - along[1] * t)
}

/// How far along a line from p an edge is, if the line meets it.
fn along_line(p: [f64; 2], d: [f64; 2], a: [f64; 2], b: [f64; 2]) -> Option<f64> {
    let cross = |p: [f64; 2], q: [f64; 2]| p[0] * q[1] - p[1] * q[0];
    let (edge, to) = ([b[0] - a[0], b[1] - a[1]], [a[0] - p[0], a[1] - p[1]]);
    let t = cross(to, edge) / cross(d, edge);
    let s = cross(to, d) / cross(d, edge);
    (t >= 0.0 && (0.0..=1.0).contains(&s)).then_some(t)
}

fn check_polygons<V: Vector>(tolerance: f64) -> Tested {
    let mut random = Random::new(19);
    for _ in 0..100 {
        let outline = star(&mut random);
        let vector = |[x, y]: [f64; 2]| V::from_f64([x, y, 0.0]);
        let Ok(polygon) = Polygon::new(&outline.iter().map(|p| vector(*p)).collect::<Vec<V>>()) else {
            continue;
        };
        let area = FilledPolygon::new(&polygon)?;
        let edges: Vec<_> =
            (0..outline.len()).map(|i| (outline[i], outline[(i + 1) % outline.len()])).collect();
        for _ in 0..20 {
            let p = [0, 1].map(|_| ((unit(&mut random) * 8.0 - 4.0) * 1024.0).round() / 1024.0);
            let is_inside = polygon.contains_point(vector(p));
            let expected = edges.iter().map(|&(a, b)| to_edge(p, a, b)).fold(f64::INFINITY, f64::min);
            let found = area.project_point(vector(p));
            let signed = if is_inside { -expected } else { expected };
            let distance: f64 = found.distance.into();
            assert!(
                (distance - signed).abs() < tolerance,
                "{p:?} in {outline:?}: {distance} instead of {signed}"
            );
            let to_point: f64 = (found.point - vector(p)).length().into();
            assert!((to_point - expected).abs() < tolerance, "{p:?} in {outline:?}");
            // A ball is as far as its centre, less its radius; and parts the area if moved so far.
            let ball = Ball::new(vector(p), V::Scalar::from_f64(0.25))?;
            let distance: f64 = area.closest_points(&ball).distance.into();
            assert!((distance - (signed - 0.25)).abs() < tolerance, "{p:?} in {outline:?}");
            assert_eq!(
                area.relation(&ball) == Relation::Overlapping,
                area.closest_points(&ball).distance < V::Scalar::ZERO
            );
            if let Some(way) = area.penetration(&ball) {
                let freed = Ball::new(ball.center() + way.normal.get() * way.depth(), ball.radius())?;
                assert_ne!(area.relation(&freed), Relation::Overlapping, "{p:?} in {outline:?}");
            }

            let angle = unit(&mut random) * std::f64::consts::TAU;
            let direction = Unit::new(vector([angle.cos(), angle.sin()]))?;
            let d: [f64; 2] = [direction.get()[0].into(), direction.get()[1].into()];
            let ray = Ray::new(vector(p), direction)?;
            let expected =
                edges.iter().filter_map(|&(a, b)| along_line(p, d, a, b)).fold(f64::INFINITY, f64::min);
            let hollow = RayOptions { mode: RayMode::Hollow, ..RayOptions::default() };
            let found = area.cast_ray(&ray, &hollow);
            let t: f64 = found.map_or(f64::INFINITY, |hit| hit.t.into());
            assert!(
                t == expected || (t - expected).abs() < tolerance * 100.0,
                "{p:?} {d:?} {outline:?}: {t} {expected}"
            );
            if let Some(hit) = found {
                assert_eq!(hit.is_inside, is_inside, "{p:?} {d:?} {outline:?}");
                let facing: f64 = hit.normal.get().dot(direction.get()).into();
                assert_eq!(facing > 0.0, is_inside, "normals point out");
            }
            let solid = area.cast_ray(&ray, &RayOptions::default());
            assert_eq!(
                solid.map(|hit| hit.t),
                if is_inside { Some(V::Scalar::ZERO) } else { found.map(|hit| hit.t) }
            );
        }
    }
    Ok(())
}

#[test]
fn polygons_have_no_boundary_within() -> Tested {
    check_polygons::<Vec2>(1e-5)?;
    check_polygons::<DVec2>(1e-12)
}

#[test]
fn what_lies_on_a_line_between_pieces_is_inside() -> Tested {
    let corner = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)].map(DVec2::from);
    let corner = FilledPolygon::new(&Polygon::new(&corner)?)?;
    let at = |x: f64, y: f64| DVec2::new(x, y);
    assert_eq!(corner.relation(&Ball::new(at(0.5, 0.5), 0.0)?), Relation::Overlapping);
    assert_eq!(corner.relation(&Segment::new(at(0.25, 0.25), at(0.75, 0.75))?), Relation::Overlapping);
    assert_eq!(corner.relation(&Ball::new(at(1.0, 1.0), 0.0)?), Relation::Touching);
    let found = corner.project_point(at(0.5, 0.5));
    assert!(found.is_inside);
    assert_eq!(found.distance, -0.5);
    let up = Ray::new(at(0.5, 0.25), Unit::axis(1))?;
    let hollow = RayOptions { mode: RayMode::Hollow, ..RayOptions::default() };
    assert_eq!(corner.cast_ray(&up, &hollow).map(|hit| hit.t), Some(1.75));
    let fronts = RayOptions { sides: RaySides::FrontOnly, ..hollow };
    assert_eq!(corner.cast_ray(&up, &fronts), None);
    Ok(())
}

#[test]
fn a_way_along_an_edge_and_into_the_inside_is_seen_at_any_size() -> Tested {
    // From (4, 2) to (1, 2) along edges, from there to (0, 2) inside: clear of edges by half a unit, whatever
    // a unit is.
    let corners = [
        (4, 2),
        (3, 2),
        (1, 2),
        (1, 1),
        (1, 0),
        (0, 0),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 4),
        (4, 4),
        (4, 3),
        (2, 3),
    ];
    for exponent in (-480..480).step_by(16) {
        let at = |(x, y): (i32, i32)| DVec2::new(f64::from(x), f64::from(y)) * 2.0_f64.powi(exponent);
        let area = FilledPolygon::new(&Polygon::new(&corners.map(at))?)?;
        let into = Segment::new(at((4, 2)), at((0, 2)))?;
        assert_eq!(area.relation(&into), Relation::Overlapping, "units of 2^{exponent}");
        let along = Segment::new(at((4, 2)), at((1, 2)))?;
        assert_eq!(area.relation(&along), Relation::Touching, "units of 2^{exponent}");
    }
    Ok(())
}

/// Corners may be turned beyond the floats, and ways between them be longer than these: they have places all
/// the same.
#[test]
fn corners_beyond_the_floats_are_asked_at_their_end() -> Tested {
    let hook = Polygon::new(&[
        Vec2::ZERO,
        Vec2::new(2e38, 0.0),
        Vec2::new(2e38, 1e38),
        Vec2::new(1e38, 1e38),
        Vec2::new(1e38, 2e38),
        Vec2::new(0.0, 2e38),
    ])?;
    let hook = FilledPolygon::new(&hook)?;
    let check = |angle: f32, translation: Vec2| {
        let other = hook.at(&Pose { rotation: Rotation::<Vec2>::from_angle(angle), translation });
        assert!(hook.penetration(&other).is_none_or(|way| way.distance < 0.0), "{angle} {translation}");
    };
    // This one asked about a way to a corner that was infinite.
    check(0.4, Vec2::new(7.5e36, 1.5e37));
    let mut random = Random::new(44);
    for _ in 0..64 {
        let translation: Vec2 = random.vector(1.0);
        check(random.signed() as f32 * 3.2, translation * 1e38);
    }
    Ok(())
}
