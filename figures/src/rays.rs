//! The figures of `docs/rays.md`: Newton's method from outside of a shape, what a ray opens of a mesh's tree,
//! and an edge that two triangles share.

use glam::{DVec2, DVec3};
use impinge::bvh::trace::NodeContent;
use impinge::compound::SurfaceMesh;
use impinge::draw::{Draw, Stroke, Svg};
use impinge::math::{Unit, orientation_2d};
use impinge::narrow::{Collide, Query, RayOptions};
use impinge::shape::{Aabb, Ball, Hull, Mesh, Ray, RoundShape, ShapeError};

use crate::{Failure, Figure};

/// All figures of the page.
pub const FIGURES: [Figure; 3] = [("rays-newton", newton), ("rays-tree", tree), ("rays-edge", edge)];

/// Steps of a ray towards a rounded triangle, none of which passes its surface, and another ray that turns
/// out to miss it.
fn newton() -> Result<String, Failure> {
    let core = Hull::new(&[DVec2::new(5.2, 1.5), DVec2::new(6.2, 1.3), DVec2::new(5.6, 1.0)])?;
    let shape = RoundShape::new(core.clone(), 1.4)?;
    let mut picture = Svg::new(&Aabb::new(DVec2::new(-0.1, -0.6), DVec2::new(8.0, 4.3))?, 90.0);
    picture.area(&around(&core, shape.radius()), Stroke::Second);
    picture.text(core.center(), "the shape", Stroke::Second);

    let ray = Ray::new(DVec2::new(0.2, 2.85), Unit::new(DVec2::new(1.0, -0.03))?)?;
    let reached = steps(&mut picture, &shape, &ray)?;
    let hit = shape.cast_ray(&ray, &RayOptions::default()).ok_or("it is met")?;
    if (hit.point - reached).length() > 1e-2 {
        return Err(format!("these steps end at {reached}, those of the engine at {}", hit.point).into());
    }
    picture.line(ray.origin(), hit.point, Stroke::Outline);
    picture.point(hit.point, Stroke::Contact);
    picture.text(hit.point + DVec2::new(0.25, -0.12), "hit", Stroke::Contact);

    let past = Ray::new(DVec2::new(0.2, 3.35), Unit::new(DVec2::new(1.0, 0.0))?)?;
    let missed = steps(&mut picture, &shape, &past)?;
    picture.arrow(past.origin(), past.origin() + past.direction().get() * 7.6, 0.15, Stroke::Outline);
    picture.text(missed + DVec2::new(0.3, 0.22), "n·r ≥ 0: a miss", Stroke::Outline);
    Ok(picture.finish())
}

/// Draws where Newton's method steps: the distance from there as a line, and the line across it that nothing
/// of the shape is beyond. Ends at the shape, or where it lies behind.
fn steps(picture: &mut Svg, shape: &RoundShape<Hull<DVec2>>, ray: &Ray<DVec2>) -> Result<DVec2, ShapeError> {
    let direction = ray.direction().get();
    let mut at = ray.origin();
    picture.point(at, Stroke::Outline);
    for _ in 0..16 {
        let nearest = shape.closest_points(&Ball::new(at, 0.0)?);
        let (distance, normal) = (nearest.distance, nearest.normal.get());
        let slope = normal.dot(direction);
        if distance < 1e-3 {
            break;
        }
        picture.line(at, nearest.point_a, Stroke::Secondary);
        if slope >= 0.0 {
            break;
        }
        let next = at - direction * (distance / slope);
        if (next - at).length() > 0.1 {
            // From the shape to where the ray crosses it.
            let along = next - nearest.point_a;
            let further = along.normalize_or_zero() * 0.35;
            picture.line(nearest.point_a - further, next + further, Stroke::First);
        }
        at = next;
        picture.point(at, Stroke::First);
    }
    Ok(at)
}

/// The outline of everything within a radius of a polygon.
fn around(core: &Hull<DVec2>, radius: f64) -> Vec<DVec2> {
    let point = |i: u32| {
        let (sine, cosine) = libm::sincos(std::f64::consts::TAU * f64::from(i) / 96.0);
        let outwards = DVec2::new(cosine, sine);
        core.vertices()[core.support(outwards) as usize] + outwards * radius
    };
    (0..96).map(point).collect()
}

/// Corners of a wall around a yard, counter-clockwise.
fn wall() -> Vec<DVec2> {
    let corner = |i: u32| {
        let angle = std::f64::consts::TAU * f64::from(i) / 64.0;
        let (sine, cosine) = libm::sincos(angle);
        let distance = 1.55 + 0.5 * libm::sin(3.0 * angle + 0.4) + 0.2 * libm::cos(5.0 * angle);
        DVec2::new(1.55 * cosine, sine) * distance
    };
    (0..64).map(corner).collect()
}

/// A wall of triangles, seen from above, and the parts of its tree that a ray opens.
fn tree() -> Result<String, Failure> {
    let wall = wall();
    let count = wall.len() as u32;
    let corners = wall.iter().flat_map(|&foot| [foot.extend(0.0), foot.extend(0.4)]).collect();
    let quad = |i: u32| [2 * i, 2 * ((i + 1) % count), 2 * ((i + 1) % count) + 1, 2 * i + 1];
    let triangles = (0..count).map(quad).flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let mesh = SurfaceMesh::new(Mesh::new(corners, triangles)?).to_hollow();
    let ray = Ray::new(DVec3::new(-1.0, -2.5, 0.17), Unit::new(DVec3::new(-1.0, 2.0, 0.01))?)?;
    let mut visited = Vec::new();
    let hit = mesh.with_trace(|part| visited.push(part)).cast_ray(&ray, &RayOptions::default());
    let hit = hit.ok_or("the wall is met")?;

    let mut picture = Svg::new(&Aabb::new(DVec2::new(-3.4, -2.9), DVec2::new(3.2, 2.0))?, 92.0);
    let rectangle = |bounds: &Aabb<DVec3>| {
        let (min, max) = (bounds.min(), bounds.max());
        [min, min.with_x(max.x), max, max.with_x(min.x)].map(DVec3::truncate)
    };
    let (mut opened_nodes, mut opened_packs, mut asked_triangles) = (0, 0, Vec::new());
    for part in &visited {
        match &part.content {
            NodeContent::Boxes(boxes) => {
                opened_nodes += 1;
                for (bounds, is_met) in boxes {
                    let role = if *is_met { Stroke::Second } else { Stroke::Secondary };
                    picture.outline(&rectangle(bounds), role);
                }
            }
            NodeContent::Triangles { tested, .. } => {
                opened_packs += 1;
                picture.area(&rectangle(&part.aabb), Stroke::First);
                asked_triangles.extend(tested.iter().copied());
            }
        }
    }
    picture.outline(&wall, Stroke::Outline);
    for &triangle in &asked_triangles {
        let [a, b, _] = mesh.mesh().triangle(triangle).points();
        picture.line(a.truncate(), b.truncate(), Stroke::Contact);
    }
    let (start, end) = (ray.origin().truncate(), hit.point.truncate());
    picture.line(start, end, Stroke::Outline);
    picture.point(start, Stroke::Outline);
    picture.point(end, Stroke::Contact);
    let beyond = start + ray.direction().get().truncate() * 4.9;
    picture.arrow(end, beyond, 0.14, Stroke::Secondary);
    picture.text(end + DVec2::new(-0.62, -0.02), "hit", Stroke::Contact);
    let figures = mesh.model().mesh_bvh().stats();
    let counted = format!(
        "opened: {opened_nodes} of {} nodes, {opened_packs} of {} packs; asked exactly: {} of {} triangles",
        figures.nodes,
        figures.packs,
        asked_triangles.len(),
        figures.triangles
    );
    picture.text(DVec2::new(0.0, -2.75), &counted, Stroke::Outline);
    Ok(picture.finish())
}

/// Two triangles that share an edge, seen along a ray that is a point then: beside the edge, and on it.
fn edge() -> Result<String, Failure> {
    let corners =
        [DVec2::new(0.25, 0.5), DVec2::new(2.25, 0.25), DVec2::new(1.75, 2.25), DVec2::new(0.0, 1.5)];
    // Both turn the same way, so the edge between corners 0 and 2 is passed in opposite senses.
    let triangles = [[0, 1, 2], [0, 2, 3]];
    let rays = [DVec2::new(1.5, 0.9), corners[0] + (corners[2] - corners[0]) * 0.5, DVec2::new(0.55, 1.25)];
    let mut picture = Svg::new(&Aabb::new(DVec2::new(-0.2, -0.45), DVec2::new(8.2, 2.5))?, 95.0);
    for (column, &ray) in rays.iter().enumerate() {
        let shift = DVec2::new(2.8 * column as f64, 0.0);
        let mut met = Vec::new();
        for (triangle, (name, role)) in triangles.iter().zip([("A", Stroke::First), ("B", Stroke::Second)]) {
            let place = triangle.map(|corner| corners[corner]);
            picture.area(&place.map(|corner| corner + shift), role);
            let middle = (place[0] + place[1] + place[2]) / 3.0;
            let turns: Vec<_> = (0..3)
                .map(|i| {
                    let (from, to) = (place[i], place[(i + 1) % 3]);
                    (from, to, orientation_2d(from.into(), to.into(), ray.into()))
                })
                .collect();
            for &(from, to, turn) in &turns {
                let sign = if turn.is_gt() {
                    "+"
                } else if turn.is_lt() {
                    "−"
                } else {
                    "0"
                };
                // Within the triangle, beside the middle of its edge.
                let at = (from + to) / 2.0;
                picture.text(at + (middle - at) * 0.3 + shift, sign, role);
            }
            if turns.iter().all(|(.., turn)| turn.is_ge()) {
                met.push(name);
            }
        }
        picture.point(ray + shift, Stroke::Contact);
        let told = format!("it meets {}", met.join(" and "));
        picture.text(shift + DVec2::new(1.2, -0.2), &told, Stroke::Outline);
    }
    Ok(picture.finish())
}
