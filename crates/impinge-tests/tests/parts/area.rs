//! Meshes in the plane, as areas: cells of a bent grid, some of them missing, against what is known of the
//! grid.

use glam::{DVec2, Vec2};
use impinge::compound::SurfaceMesh;
use impinge::math::{Pose, Rotation, Scalar, Unit, Vector};
use impinge::prelude::*;
use impinge::shape::{Ball, Hull, Mesh, Ray, Segment};
use proptest::prelude::*;

type Tested = Result<(), Box<dyn std::error::Error>>;

const SIDE: usize = 5;

/// A grid of which every corner may be moved a little, and which cells are there.
#[derive(Clone, Debug)]
struct Grid {
    corners: Vec<DVec2>,
    is_there: Vec<bool>,
    is_cut_otherwise: Vec<bool>,
}

fn grids() -> impl Strategy<Value = Grid> {
    let corner = (-0.2..0.2, -0.2..0.2).prop_map(|(x, y)| DVec2::new(x, y));
    let cells = SIDE * SIDE;
    (
        prop::collection::vec(corner, (SIDE + 1) * (SIDE + 1)),
        prop::collection::vec(prop::bool::weighted(0.7), cells),
        prop::collection::vec(any::<bool>(), cells),
        prop::bool::ANY,
    )
        .prop_map(|(moved, is_there, is_cut_otherwise, is_bent)| {
            let at = |i: usize| DVec2::new((i % (SIDE + 1)) as f64, (i / (SIDE + 1)) as f64);
            // In floats of both kinds the same.
            let bent = |by: DVec2| if is_bent { by.as_vec2().as_dvec2() } else { DVec2::ZERO };
            let corners = moved.iter().enumerate().map(|(i, &by)| (at(i) + bent(by)).as_vec2().as_dvec2());
            Grid { corners: corners.collect(), is_there, is_cut_otherwise }
        })
}

impl Grid {
    fn cell(&self, x: i32, y: i32) -> bool {
        let side = 0..SIDE as i32;
        side.contains(&x) && side.contains(&y) && self.is_there[y as usize * SIDE + x as usize]
    }

    fn corner(x: i32, y: i32) -> usize {
        y as usize * (SIDE + 1) + x as usize
    }

    /// Its mesh; corners are not shared if `is_apart`, and every other triangle is turned over.
    fn mesh<V: Vector>(&self, of: impl Fn(DVec2) -> V, is_apart: bool) -> Option<SurfaceMesh<V>> {
        let mut triangles = Vec::new();
        for (number, _) in self.is_there.iter().enumerate().filter(|(_, is)| **is) {
            let (x, y) = ((number % SIDE) as i32, (number / SIDE) as i32);
            let [a, b, c, d] =
                [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map(|(x, y)| Self::corner(x, y));
            match self.is_cut_otherwise[number] {
                true => triangles.extend([[a, b, c], [c, a, d]]),
                false => triangles.extend([[a, b, d], [d, b, c]]),
            }
        }
        let vertex = |corner: usize| of(self.corners[corner]);
        let mesh = if is_apart {
            let vertices = triangles.iter().flatten().map(|&corner| vertex(corner)).collect();
            Mesh::new(vertices, (0..triangles.len() as u32).map(|t| [0, 1, 2].map(|i| 3 * t + i)).collect())
        } else {
            let numbers = triangles.iter().map(|triangle| triangle.map(|corner| corner as u32)).collect();
            Mesh::new((0..self.corners.len()).map(vertex).collect(), numbers)
        };
        mesh.ok().filter(|mesh| !mesh.triangles().is_empty()).map(SurfaceMesh::new)
    }

    /// Where a cell that is there meets one that is not.
    fn outline(&self) -> Vec<[DVec2; 2]> {
        let mut found = Vec::new();
        for x in 0..=SIDE as i32 {
            for y in 0..=SIDE as i32 {
                let at = |x, y| self.corners[Self::corner(x, y)];
                if x < SIDE as i32 && self.cell(x, y) != self.cell(x, y - 1) {
                    found.push([at(x, y), at(x + 1, y)]);
                }
                if y < SIDE as i32 && self.cell(x, y) != self.cell(x - 1, y) {
                    found.push([at(x, y), at(x, y + 1)]);
                }
            }
        }
        found
    }
}

fn far_from(edges: &[[DVec2; 2]], point: DVec2) -> f64 {
    let to = |&[a, b]: &[DVec2; 2]| {
        let t = ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        point.distance(a + (b - a) * t)
    };
    edges.iter().map(to).fold(f64::INFINITY, f64::min)
}

/// How often a line to the right crosses the outline.
fn is_in(edges: &[[DVec2; 2]], point: DVec2) -> bool {
    let crosses = |[a, b]: &&[DVec2; 2]| {
        (a.y > point.y) != (b.y > point.y) && a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x) > point.x
    };
    edges.iter().filter(crosses).count() % 2 == 1
}

fn first_met(edges: &[[DVec2; 2]], from: DVec2, direction: DVec2) -> f64 {
    let at = |&[a, b]: &[DVec2; 2]| {
        let (way, gap) = (b - a, a - from);
        let whole = direction.perp_dot(way);
        let (t, s) = (gap.perp_dot(way) / whole, gap.perp_dot(direction) / whole);
        if (0.0..=1.0).contains(&s) && t >= 0.0 { t } else { f64::INFINITY }
    };
    edges.iter().map(at).fold(f64::INFINITY, f64::min)
}

fn check<V: Vector>(
    grid: &Grid,
    mesh: &SurfaceMesh<V>,
    of: impl Fn(DVec2) -> V,
    place: impl Fn(DVec2) -> DVec2,
    asked: (DVec2, f64, DVec2),
    off: f64,
) -> Result<(), TestCaseError> {
    let edges: Vec<_> = grid.outline().iter().map(|edge| edge.map(&place)).collect();
    let (point, radius, direction) = asked;
    let point = place(point);
    let [is_within, away] = [f64::from(is_in(&edges, point)), far_from(&edges, point)];
    prop_assume!(away > 1e-3);
    let signed = away * (1.0 - 2.0 * is_within);
    let there = mesh.project_point(of(point));
    prop_assert_eq!(there.is_inside, is_within > 0.0);
    prop_assert!((there.distance.into() - signed).abs() < off, "{} for {signed}", there.distance);
    let ball =
        Ball::new(of(point), V::Scalar::from_f64(radius)).map_err(|e| TestCaseError::fail(e.to_string()))?;
    let separation: f64 = mesh.signed_distance(&ball).distance.into();
    let least = signed - radius;
    prop_assert!(
        if least > 0.0 { (separation - least).abs() < off } else { separation < least + off },
        "{separation} for {least}"
    );
    if let Some(out) = mesh.penetration(&ball) {
        let moved = Ball::new(ball.center() + out.normal.get() * out.depth(), ball.radius());
        prop_assert!(moved.is_ok_and(|moved| mesh.relation(&moved) != Relation::Overlapping));
    }
    // A hull of one point is asked as hulls are, and is out where the point is.
    if let (true, Ok(pin)) = (is_within > 0.0, Hull::new(&[of(point)])) {
        let out = mesh.penetration(&pin).ok_or_else(|| TestCaseError::fail("a pin inside"))?;
        prop_assert!(out.depth().into() > away - off);
        let moved = point + DVec2::from_slice(&out.normal.get().to_f64()[..2]) * (out.depth().into() + off);
        prop_assert!(!is_in(&edges, moved) || far_from(&edges, moved) < 2.0 * off, "{out:?}");
    }
    let Ok(ahead) = Unit::new(of(direction)) else { return Ok(()) };
    let Ok(ray) = Ray::new(of(point), ahead) else { return Ok(()) };
    let hollow = mesh.cast_ray(&ray, &RayOptions { mode: RayMode::Hollow, ..RayOptions::default() });
    let met = first_met(&edges, point, direction.normalize());
    let graze =
        |t: f64| edges.iter().flatten().any(|&end| (point + direction.normalize() * t).distance(end) < 1e-3);
    if !graze(met) {
        let t = hollow.map_or(f64::INFINITY, |hit| hit.t.into());
        prop_assert!(t == met || (t - met).abs() < 100.0 * off, "{t} for {met}");
        let solid = mesh.cast_ray(&ray, &RayOptions::default());
        if is_within > 0.0 {
            prop_assert!(solid.is_some_and(|hit| hit.is_inside && hit.t == V::Scalar::ZERO));
            prop_assert!(
                hollow
                    .is_none_or(|hit| hit.is_inside && hit.normal.get().dot(ahead.get()) >= V::Scalar::ZERO)
            );
        } else {
            prop_assert_eq!(hollow, solid);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn of_a_mesh_in_the_plane_only_the_outside_is_its_boundary(
        grid in grids(),
        asked in ((-1.0..6.0, -1.0..6.0), 0.0..1.0, 0.0..6.3),
        is_apart: bool,
        turn in -3.0..3.0,
    ) {
        let ((x, y), radius, angle) = asked;
        let asked = (DVec2::new(x, y).as_vec2().as_dvec2(), f64::from(radius as f32), DVec2::from_angle(angle));
        if let Some(mesh) = grid.mesh(|point| point, is_apart) {
            check(&grid, &mesh, |point| point, |point| point, asked, 1e-9)?;
            let pose = Pose { translation: DVec2::new(3.0, -7.0), rotation: Rotation::<DVec2>::from_angle(turn) };
            check(&grid, &mesh.at(&pose), |point| point, |point| pose.transform_point(point), asked, 1e-9)?;
        }
        if let Some(mesh) = grid.mesh(|point| point.as_vec2(), is_apart) {
            check(&grid, &mesh, |point| point.as_vec2(), |point| point, asked, 1e-4)?;
        }
    }
}

/// Four squares around a place, each cut in two.
fn window() -> Grid {
    let at = |i: usize| DVec2::new((i % (SIDE + 1)) as f64, (i / (SIDE + 1)) as f64);
    let is_there = (0..SIDE * SIDE).map(|cell| cell % SIDE < 2 && cell / SIDE < 2).collect();
    Grid {
        corners: (0..(SIDE + 1) * (SIDE + 1)).map(at).collect(),
        is_there,
        is_cut_otherwise: vec![false; SIDE * SIDE],
    }
}

#[test]
fn what_lies_on_edges_within_is_inside() -> Tested {
    let mesh = window().mesh(|point| point.as_vec2(), false).ok_or("no mesh")?;
    // On the corner of all four, on an edge between two of them, on one that cuts a square.
    for (place, depth) in [((1.0, 1.0), 1.0), ((1.0, 0.25), 0.25), ((0.5, 0.5), 0.5)] {
        let point = Vec2::from(place);
        assert_eq!(
            (mesh.project_point(point).distance, mesh.project_point(point).is_inside),
            (-depth, true),
            "{point}"
        );
        assert_eq!(mesh.relation(&Ball::new(point, 0.0)?), Relation::Overlapping, "{point}");
        let out = mesh.penetration(&Hull::new(&[point])?).ok_or("not inside")?;
        assert!((out.depth() - depth).abs() < 1e-6, "{out:?}");
    }
    assert_eq!(mesh.relation(&Ball::new(Vec2::new(2.0, 1.0), 0.0)?), Relation::Touching);
    // Along an edge within.
    let along = Segment::new(Vec2::new(1.0, 0.5), Vec2::new(1.0, 1.5))?;
    assert_eq!(mesh.relation(&along), Relation::Overlapping);
    let ray = Ray::new(Vec2::new(1.0, 0.5), Unit::axis(1))?;
    let hit = mesh.cast_ray(&ray, &RayOptions { mode: RayMode::Hollow, ..RayOptions::default() });
    assert_eq!(hit.map(|hit| (hit.t, hit.is_inside)), Some((1.5, true)));
    Ok(())
}

/// Triangles that are no more than a line or a point of an area bound nothing.
#[test]
fn triangles_without_area_within_one_bound_nothing() -> Tested {
    let window = window().mesh(|point| point.as_vec2(), false).ok_or("no mesh")?;
    let (mesh, middle) = (window.mesh(), (SIDE + 2) as u32);
    assert_eq!(mesh.positions()[middle as usize], Vec2::ONE);
    for flat in [[middle; 3], [middle, middle, middle + 1], [middle, middle + 1, middle]] {
        let triangles = mesh.triangles().iter().copied().chain([flat]).collect();
        let with = SurfaceMesh::new(Mesh::new(mesh.positions().to_vec(), triangles)?);
        for point in [Vec2::ONE, Vec2::new(1.0, 0.75), Vec2::new(1.25, 1.0)] {
            assert_eq!(
                with.project_point(point).distance,
                window.project_point(point).distance,
                "{flat:?} {point}"
            );
            assert!(with.relation(&Ball::new(point, 0.0)?) == Relation::Overlapping, "{flat:?} {point}");
        }
    }
    // Alone it is what there is.
    let alone = SurfaceMesh::new(Mesh::new(vec![Vec2::ONE], vec![[0; 3]])?);
    assert_eq!(alone.project_point(Vec2::new(1.0, 3.0)).distance, 2.0);
    Ok(())
}

#[test]
fn triangles_without_area_or_on_the_same_side_bound_what_they_are() -> Tested {
    let points = [(0.0, 0.0), (2.0, 0.0), (0.0, 2.0), (0.0, 1.0), (4.0, 0.0)].map(Vec2::from).to_vec();
    // Two on one side of an edge, and a line that goes on from a corner.
    let mesh = SurfaceMesh::new(Mesh::new(points, vec![[0, 1, 2], [0, 1, 3], [1, 4, 4]])?);
    let near = |x: f32, y: f32| mesh.project_point(Vec2::new(x, y)).distance;
    assert_eq!((near(0.5, 0.125), near(3.0, 0.5), near(0.5, -0.25)), (-0.125, 0.5, 0.25));
    let line = Ball::new(Vec2::new(3.0, 0.0), 0.25)?;
    assert_eq!(mesh.signed_distance(&line).distance, -0.25);
    assert_eq!(mesh.relation(&Ball::new(Vec2::new(3.0, 0.0), 0.0)?), Relation::Touching);
    Ok(())
}
