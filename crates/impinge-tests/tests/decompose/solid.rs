//! The solid is covered to its last point: where cuts meet inside of it too, far from the surface.

use glam::{DMat3, DVec3};
use impinge::compound::{DecomposeOptions, Decomposition, decompose};
use impinge::shape::{Aabb, Hull, Mesh};
use proptest::prelude::*;

use super::{options, shapes, size};

/// Points of a grid with `steps` along the longest side of the box around a mesh.
fn grid(mesh: &Mesh<DVec3>, steps: i32) -> impl Iterator<Item = DVec3> {
    let bounds = Aabb::from_points(mesh.positions().iter().copied()).expect("some");
    let step = (bounds.max() - bounds.min()).max_element() / f64::from(steps);
    // Off the planes of symmetry.
    let place = move |i: i32| [i % steps, i / steps % steps, i / steps / steps].map(|i| f64::from(i) + 0.37);
    (0..steps.pow(3)).map(move |i| bounds.min() + DVec3::from_array(place(i)) * step)
}

/// How far a point is beyond the faces of the part that has it deepest.
fn off_the_parts(found: &Decomposition<DVec3>, point: DVec3) -> f64 {
    let beyond = |part: &Hull<DVec3>| {
        let heights =
            (0..part.face_count()).map(|face| part.normal(face).get().dot(point) - part.offset(face));
        heights.fold(f64::NEG_INFINITY, f64::max)
    };
    // Flat ones hold nothing.
    let parts = found.parts.iter().filter(|part| part.dimension() == 3);
    parts.map(beyond).fold(f64::INFINITY, f64::min)
}

/// Of the points of a grid that are inside, how many are in no part.
fn lost(mesh: &Mesh<DVec3>, settings: &DecomposeOptions, is_inside: impl Fn(DVec3) -> bool) -> usize {
    let found = decompose(mesh, settings).expect("some triangles");
    let slack = 1e-9 * size(mesh);
    let inside: Vec<DVec3> = grid(mesh, 16).filter(|&point| is_inside(point)).collect();
    assert!(!inside.is_empty());
    inside.iter().filter(|&&point| off_the_parts(&found, point) > slack).count()
}

/// Inside of a surface that every ray from the origin meets once: within the tetrahedron from the origin to
/// the triangle that the ray through the point meets.
fn in_star(mesh: &Mesh<DVec3>) -> impl Fn(DVec3) -> bool {
    let corners = |number: u32| mesh.triangle(number).points();
    let shares: Vec<DMat3> = (0..mesh.triangles().len() as u32)
        .map(|number| DMat3::from_cols_array_2d(&corners(number).map(|corner| corner.to_array())).inverse())
        .collect();
    move |point| {
        let mut shares = shares.iter().map(|shares| *shares * point);
        shares.any(|share| share.min_element() >= 0.0 && share.element_sum() < 1.0)
    }
}

#[test]
fn a_star_keeps_its_middle() {
    let mesh = shapes::star(4, |v| 0.3 + 0.7 * (v * v).length_squared());
    for (tolerance, most) in [(0.02, 16), (0.01, 64)] {
        let settings = options(tolerance, most);
        assert_eq!(lost(&mesh, &settings, in_star(&mesh)), 0, "{tolerance} {most}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(4)))]

    #[test]
    fn rocks_keep_their_middle(
        divisions in 2i32..=3,
        radii in prop::collection::vec(0.3f64..1.0, 38),
        tolerance in 0.01f64..0.05,
        most in 8usize..20,
    ) {
        let mut radii = radii.into_iter();
        let mesh = shapes::star(divisions, |_| radii.next().expect("one for each corner"));
        let settings = options(tolerance, most);
        prop_assert_eq!(lost(&mesh, &settings, in_star(&mesh)), 0);
    }

    /// Here cuts meet in corners of the surface.
    #[test]
    fn cubes_keep_their_middle(
        solid in prop::collection::vec(prop::bool::weighted(0.8), 64),
        tolerance in 0.005f64..0.1,
        most in 8usize..40,
    ) {
        let is_solid = |cube: [i32; 3]| {
            let [x, y, z] = cube;
            cube.iter().all(|i| (0..4).contains(i)) && solid[(x + 4 * y + 16 * z) as usize]
        };
        let mesh = shapes::cubes(4, is_solid);
        let settings = options(tolerance, most);
        let is_inside = |point: DVec3| is_solid(point.to_array().map(|at| at.floor() as i32));
        prop_assert_eq!(lost(&mesh, &settings, is_inside), 0);
    }
}
