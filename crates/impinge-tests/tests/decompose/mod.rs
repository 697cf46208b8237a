//! Meshes in convex parts: the parts cover the mesh, do not reach further from it than said, and are as few
//! as a person would take for simple shapes.

mod shapes;
mod solid;

use glam::{DVec3, Vec3};
use impinge::compound::{CompoundError, DecomposeOptions, Decomposition, SurfaceMesh, decompose};
use impinge::math::{Scalar, Vector};
use impinge::prelude::*;
use impinge::shape::{Hull, Mesh};
use proptest::prelude::*;

fn size<V: Vector>(mesh: &Mesh<V>) -> f64 {
    let bounds = impinge::shape::Aabb::from_points(mesh.positions().iter().copied()).expect("some");
    (bounds.max().to_double() - bounds.min().to_double()).length()
}

/// How far a point is outside of the nearest part.
fn off_the_parts(parts: &[Hull<DVec3>], point: DVec3) -> f64 {
    parts.iter().map(|part| part.project_point(point).distance).fold(f64::INFINITY, f64::min)
}

/// Points of a triangle.
fn points([a, b, c]: [DVec3; 3]) -> impl Iterator<Item = DVec3> {
    let steps = (0..=4).flat_map(|i| (0..=4 - i).map(move |j| (f64::from(i) / 4.0, f64::from(j) / 4.0)));
    steps.map(move |(u, v)| a + (b - a) * u + (c - a) * v)
}

fn options(tolerance: f64, max_parts: usize) -> DecomposeOptions {
    DecomposeOptions::new(tolerance).and_then(|options| options.with_max_parts(max_parts)).expect("valid")
}

/// Everything that is promised of any mesh.
fn check<V: Vector<Double = DVec3>>(mesh: &Mesh<V>, settings: &DecomposeOptions) -> Decomposition<V> {
    let found = decompose(mesh, settings).expect("some triangles");
    let (size, roundoff): (f64, f64) = (size(mesh), V::Scalar::UNIT_ROUNDOFF.into());
    let rounding = size * (1e-8 + 4.0 * roundoff);
    assert!((1..=settings.max_parts()).contains(&found.parts.len()));
    let in_double = |hull: &Hull<V>| {
        Hull::new(&hull.vertices().iter().map(|vertex| vertex.to_double()).collect::<Vec<_>>())
            .expect("finite")
    };
    let parts: Vec<Hull<DVec3>> = found.parts.iter().map(in_double).collect();
    for number in 0..mesh.triangles().len() {
        for point in points(mesh.triangle(number as u32).points().map(V::to_double)) {
            let off = off_the_parts(&parts, point);
            assert!(off <= rounding, "triangle {number}: {point} is {off} off");
        }
    }
    // The solid is covered too, and no vertex of a part is outside of it.
    let positions = mesh.positions().iter().map(|position| position.to_double()).collect();
    let solid = SurfaceMesh::new(Mesh::new(positions, mesh.triangles().to_vec()).expect("the same"));
    let bounds =
        impinge::shape::Aabb::from_points(parts.iter().flat_map(|part| part.vertices().iter().copied()));
    let (bounds, steps) = (bounds.expect("some"), 7);
    for i in 0..steps * steps * steps {
        let share =
            DVec3::new(f64::from(i % steps), f64::from(i / steps % steps), f64::from(i / steps / steps));
        let point = bounds.min() + (bounds.max() - bounds.min()) * (share + 0.37) / f64::from(steps);
        let is_inside = solid.project_point(point).is_inside;
        assert!(!is_inside || off_the_parts(&parts, point) <= rounding, "{point} is lost");
    }
    let mut covered = 0.0;
    for part in &parts {
        for &vertex in part.vertices() {
            assert!(solid.project_point(vertex).distance <= rounding);
        }
        covered += part.volume();
    }
    // Sampled anew, between the samples that it measured.
    let concavity: f64 = found.concavity.into();
    for part in &parts {
        let corners = part.vertices();
        for (i, &a) in corners.iter().enumerate().step_by(3) {
            let point = a.lerp(corners[(i * 7 + 3) % corners.len()], 0.43).lerp(part.center(), 0.1);
            let off = solid.project_point(point).distance;
            assert!(off <= concavity + 0.02 * size, "{point} is {off} off, not {concavity}");
        }
    }
    if let Some(tightness) = found.tightness {
        assert!(tightness > 1.0 - 1e-6, "{tightness}");
        assert!(covered > 0.0);
    }
    found
}

#[test]
fn a_convex_mesh_is_one_part() {
    let settings = DecomposeOptions::default();
    let found = check(&shapes::cuboid::<Vec3>(), &settings);
    assert_eq!((found.parts.len(), found.tightness), (1, Some(1.0)));
    assert!(found.concavity < 1e-6, "{}", found.concavity);
}

#[test]
fn an_l_is_two_boxes() {
    for mesh in [shapes::letter_l::<DVec3>(), shapes::soup(&shapes::letter_l())] {
        let found = check(&mesh, &DecomposeOptions::default());
        assert_eq!(found.parts.len(), 2);
        assert!(found.parts.iter().all(|part| part.vertices().len() == 8), "{:?}", found.parts);
        assert!(found.tightness.is_some_and(|tightness| (tightness - 1.0).abs() < 1e-9));
    }
}

#[test]
fn a_mesh_turned_inside_out_gives_the_same_parts() {
    let mesh = shapes::letter_l::<DVec3>();
    let turned = mesh.triangles().iter().map(|&[a, b, c]| [a, c, b]).collect();
    let turned = Mesh::new(mesh.positions().to_vec(), turned).expect("the same");
    let settings = DecomposeOptions::default();
    let [first, second] = [&mesh, &turned].map(|mesh| check(mesh, &settings));
    assert!(first.parts == second.parts && first.tightness == second.tightness);
}

#[test]
fn triangles_may_face_any_way() {
    let mesh = shapes::letter_l::<DVec3>();
    for every in [2, 3, 5] {
        let turn = |(i, &[a, b, c]): (usize, &[u32; 3])| if i % every == 0 { [a, c, b] } else { [a, b, c] };
        let mixed = mesh.triangles().iter().enumerate().map(turn).collect();
        let mixed = Mesh::new(mesh.positions().to_vec(), mixed).expect("the same");
        let found = check(&mixed, &DecomposeOptions::default());
        assert_eq!(found.parts.len(), 2);
        assert!(
            found.tightness.is_some_and(|tightness| (tightness - 1.0).abs() < 1e-9),
            "{:?}",
            found.tightness
        );
    }
}

#[test]
fn a_trough_is_its_floor_and_walls() {
    let found = check(&shapes::trough::<DVec3>(), &DecomposeOptions::default());
    assert_eq!(found.parts.len(), 3);
    assert!(found.concavity < 0.01, "{}", found.concavity);
}

#[test]
fn a_ring_keeps_its_hole() {
    let mesh = shapes::torus::<Vec3>(48, 16, 0.25);
    let coarse = check(&mesh, &DecomposeOptions::new(0.05).expect("valid"));
    let fine = check(&mesh, &options(0.01, 64));
    assert!((4..=10).contains(&coarse.parts.len()), "{}", coarse.parts.len());
    assert!(fine.parts.len() > coarse.parts.len() && fine.concavity < coarse.concavity);
    assert!(
        fine.tightness < coarse.tightness && fine.tightness.is_some_and(|t| t < 1.15),
        "{:?}",
        fine.tightness
    );
    let hole = fine.into_compound().expect("few parts").project_point(Vec3::ZERO);
    assert!(!hole.is_inside && hole.distance > 0.7, "{hole:?}");
}

#[test]
fn too_few_parts_are_told_by_their_concavity() {
    let found = check(&shapes::torus::<DVec3>(48, 16, 0.25), &options(0.01, 2));
    assert_eq!(found.parts.len(), 2);
    assert!(found.concavity > 0.3, "{}", found.concavity);
}

#[test]
fn an_open_mesh_is_hulls_of_its_surface() {
    let found = check(&shapes::dome::<DVec3>(), &DecomposeOptions::default());
    assert_eq!(found.tightness, None);
    assert!(found.parts.len() > 4);
    // A flat sheet with a corner missing is two flat parts.
    let sheet = shapes::letter_l::<DVec3>();
    let flat = sheet.triangles().iter().filter(|t| t.iter().all(|&i| i < 6)).copied().collect();
    let found =
        check(&Mesh::new(sheet.positions().to_vec(), flat).expect("flat"), &DecomposeOptions::default());
    assert_eq!(found.parts.iter().map(Hull::dimension).collect::<Vec<_>>(), [2, 2]);
}

/// What is loose may lie across other triangles: each is a part then, and none is cut.
#[test]
fn loose_triangles_stay_whole() {
    let place = |i: u32| {
        DVec3::from_array([12.9898, 78.233, 37.719].map(|k| (f64::from(i) * k).sin() * 43758.5453)).fract()
    };
    let loose = (0..30).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let mesh = Mesh::new((0..90).map(place).collect(), loose).expect("numbers");
    let settings = options(0.02, 200);
    let found = check(&mesh, &settings);
    assert!(found.parts.len() <= 30, "{}", found.parts.len());
    assert!(found.concavity <= settings.tolerance() * size(&mesh), "{}", found.concavity);
    // What they lie across is taken apart as if it was alone.
    let letter = shapes::letter_l::<DVec3>();
    let corners =
        letter.positions().iter().copied().chain((0..90).map(place).map(|place| 3.0 * place)).collect();
    let first = letter.positions().len() as u32;
    let loose = mesh.triangles().iter().map(|triangle| triangle.map(|corner| corner + first));
    let both =
        Mesh::new(corners, letter.triangles().iter().copied().chain(loose).collect()).expect("numbers");
    let found = check(&both, &settings);
    assert!(found.parts.len() <= 32, "{}", found.parts.len());
}

#[test]
fn the_size_of_the_mesh_does_not_matter() {
    let mesh = shapes::letter_l::<DVec3>();
    for scale in [1e-150, 1e150] {
        let positions = mesh.positions().iter().map(|&position| position * scale).collect();
        let scaled = Mesh::new(positions, mesh.triangles().to_vec()).expect("finite");
        let found = decompose(&scaled, &DecomposeOptions::default()).expect("some triangles");
        assert_eq!(found.parts.len(), 2, "{scale}");
        assert!(found.tightness.is_some_and(|tightness| (tightness - 1.0).abs() < 1e-9));
    }
}

#[test]
fn corners_without_a_triangle_do_not_matter() {
    let mesh = shapes::letter_l::<DVec3>();
    let small: Vec<DVec3> = mesh.positions().iter().map(|&corner| corner * 1e-150).collect();
    let parts = |positions: Vec<DVec3>| {
        let mesh = Mesh::new(positions, mesh.triangles().to_vec()).expect("in range");
        decompose(&mesh, &DecomposeOptions::default()).expect("it has triangles").parts
    };
    let with_more = small.iter().copied().chain([DVec3::splat(1e300), DVec3::NEG_X]).collect();
    assert_eq!(parts(with_more), parts(small));
}

#[test]
fn what_is_no_mesh_is_refused() {
    let nothing = Mesh::<Vec3>::default();
    assert_eq!(decompose(&nothing, &DecomposeOptions::default()).err(), Some(CompoundError::NoTriangles));
    for tolerance in [0.0, -1.0, 1.5, f64::NAN, f64::INFINITY] {
        assert!(matches!(DecomposeOptions::new(tolerance), Err(CompoundError::Tolerance { .. })));
    }
    assert_eq!(DecomposeOptions::default().with_max_parts(0), Err(CompoundError::ZeroMaxParts));
}

#[test]
fn points_and_needles_are_parts_as_well() {
    let corners = vec![Vec3::ONE, Vec3::new(2.0, 1.0, 1.0), Vec3::new(4.0, 1.0, 1.0)];
    let needle = Mesh::new(corners.clone(), vec![[0, 1, 2], [0, 0, 1]]).expect("in range");
    assert_eq!(check(&needle, &DecomposeOptions::default()).parts.len(), 1);
    let point = Mesh::new(corners, vec![[1, 1, 1]]).expect("in range");
    let found = decompose(&point, &DecomposeOptions::default()).expect("a point");
    assert_eq!((found.parts.len(), found.concavity), (1, 0.0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(40)))]

    #[test]
    fn any_triangles_are_covered(
        corners in prop::collection::vec(prop::array::uniform3(-8i8..=8), 4..24),
        triangles in prop::collection::vec(prop::array::uniform3(0u32..24), 1..24),
        tolerance in 0.01f64..0.3,
    ) {
        let count = corners.len() as u32;
        let positions = corners.iter().map(|corner| DVec3::from_array(corner.map(f64::from))).collect();
        let triangles = triangles.iter().map(|triangle| triangle.map(|vertex| vertex % count)).collect();
        let mesh: Mesh<DVec3> = Mesh::new(positions, triangles).expect("in range");
        let found = decompose(&mesh, &options(tolerance, 12)).expect("some triangles");
        prop_assert!(found.parts.len() <= 12);
        for number in 0..mesh.triangles().len() {
            for point in points(mesh.triangle(number as u32).points()) {
                let off = off_the_parts(&found.parts, point);
                prop_assert!(off <= 1e-6, "triangle {number}: {point} is {off} off");
            }
        }
    }
}
