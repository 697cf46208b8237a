//! `docs/degenerate.md`, row by row: each names its test, and each test looks its answer up there.
//!
//! A row says what holds in `f64`; in `f32` the relation is the same, and the distance up to rounding.
//! Besides, no answer contradicts itself ([`answer`]): the sign of the distance is that of the relation,
//! normals are unit vectors, nothing is NaN. To print the rows as the engine answers now:
//! `IMPINGE_DEGENERATE_PRINT=1 cargo test -p impinge-tests --test shapes degenerate -- --nocapture`; print
//! them, think about each that differs, and only then paste.

mod answer;
mod deep;
mod outlines;
mod refused;
mod shapes;

use glam::{DVec2, DVec3, Vec2, Vec3};

use answer::{Answer, answer};
use shapes::*;

const TABLE: &str = include_str!("../../../../docs/degenerate.md");

const O: Point = [0.0; 3];
const ONE: Point = [1.0; 3];

/// The answer of a row: its last four cells, and the test that it names.
fn rows() -> impl Iterator<Item = (&'static str, String)> {
    TABLE.lines().filter(|line| line.starts_with("| `")).filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let (name, answer) = (cells.first()?.trim_matches('`'), cells.get(2..)?);
        Some((name, answer.join(" | ")))
    })
}

/// The row of a test against the engine.
fn compare(name: &str, double: &Answer, single: Option<&Answer>) {
    if std::env::var("IMPINGE_DEGENERATE_PRINT").is_ok() {
        println!("| `{name}` | | {} |", double.cells());
        return;
    }
    let documented = rows().find(|(row, _)| *row == name);
    let (_, documented) = documented.unwrap_or_else(|| panic!("docs/degenerate.md has no row `{name}`"));
    let (documented, found) = (documented.split(" | "), double.cells());
    let agree = documented.clone().zip(found.split(" | ")).all(|(cell, found)| {
        let near = cell.strip_prefix("≈ ").and_then(|cell| cell.replace('−', "-").parse::<f64>().ok());
        let is_near = near.is_some_and(|near| (near - double.distance).abs() <= 1e-3 * near.abs());
        cell == "any" || cell == found || is_near
    });
    let documented = documented.collect::<Vec<&str>>().join(" | ");
    assert!(agree, "docs/degenerate.md, row `{name}`: documented {documented}, found {found}");
    let Some(single) = single else {
        return;
    };
    assert_eq!(single.relation, double.relation, "{name} in f32");
    let error = (single.distance - double.distance).abs();
    assert!(error <= 1e-5 * double.distance.abs(), "{name}: {single:?} in f32, {double:?} in f64");
}

/// A test for each row; both shapes are built for every vector type of the dimension.
macro_rules! cases {
    ($($(#[$attribute:meta])* $dimension:ident $name:ident: $a:expr, $b:expr;)*) => {
        const NAMES: &[&str] = &[$(stringify!($name)),*];
        $(#[test]
        $(#[$attribute])*
        fn $name() {
            cases!(@check $dimension, stringify!($name), $a, $b);
        })*
    };
    (@check plane, $name:expr, $a:expr, $b:expr) => {{
        let double = { type V = DVec2; answer(&fixed::<V, _>($a), &fixed::<V, _>($b)) };
        let single = { type V = Vec2; answer(&fixed::<V, _>($a), &fixed::<V, _>($b)) };
        compare($name, &double, Some(&single));
    }};
    (@check space, $name:expr, $a:expr, $b:expr) => {{
        let double = { type V = DVec3; answer(&fixed::<V, _>($a), &fixed::<V, _>($b)) };
        let single = { type V = Vec3; answer(&fixed::<V, _>($a), &fixed::<V, _>($b)) };
        compare($name, &double, Some(&single));
    }};
    (@check wide, $name:expr, $a:expr, $b:expr) => {{
        let double = { type V = DVec3; answer(&fixed::<V, _>($a), &fixed::<V, _>($b)) };
        compare($name, &double, None);
    }};
}

/// Fixes the vector type of a shape.
fn fixed<V: impinge::math::Vector, S: impinge::shape::Shape<Vector = V>>(shape: S) -> S {
    shape
}

const FLAT: Point = [1.0, 0.0, 1.0];
const CORNERS: [Point; 4] = [O, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
const RIGHT: [Point; 3] = [O, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

cases! {
    // The same shape twice.
    space identical_balls: ball(O, 1.0), ball(O, 1.0);
    space identical_boxes: aabb(O, ONE), aabb(O, ONE);
    space identical_segments: segment(O, ONE), segment(O, ONE);
    space identical_triangles: triangle(RIGHT), triangle(RIGHT);
    space identical_capsules: capsule(O, [0.0, 2.0, 0.0], 0.5), capsule(O, [0.0, 2.0, 0.0], 0.5);
    space identical_cylinders: cylinder(O, 1.0, 0.25), cylinder(O, 1.0, 0.25);
    space identical_tapered_capsules: tapered(O, 1.0, 0.5, 0.25), tapered(O, 1.0, 0.5, 0.25);
    space identical_cones: cone(O, 1.0, 4.0), cone(O, 1.0, 4.0);
    space identical_hulls: hull(&CORNERS), hull(&CORNERS);
    plane identical_boxes_in_the_plane: aabb(O, ONE), aabb(O, ONE);
    plane identical_triangles_in_the_plane: triangle(RIGHT), triangle(RIGHT);

    // Flush, and touching exactly.
    space flush_boxes: aabb(O, ONE), aabb([1.0, 0.25, 0.25], [2.0, 0.5, 0.5]);
    space box_on_ground: aabb(O, ONE), ground(0.0);
    space cylinder_on_box: cylinder([0.0, 1.0, 0.0], 1.0, 0.5), aabb([-1.0, -1.0, -1.0], [1.0, 0.0, 1.0]);
    space tapered_capsule_on_box: tapered([0.0, 1.5, 0.0], 1.0, 0.5, 0.25), aabb([-1.0, -1.0, -1.0], [1.0, 0.0, 1.0]);
    space cone_on_box: cone([0.0, 1.0, 0.0], 1.0, 0.5), aabb([-1.0, -1.0, -1.0], [1.0, 0.0, 1.0]);
    space corner_on_corner: aabb(O, ONE), aabb(ONE, [2.0; 3]);
    space edge_on_edge: aabb(O, ONE), aabb([1.0, 1.0, 0.0], [2.0, 2.0, 1.0]);
    space corner_on_face: hull(&[[0.5, 0.5, 1.0], [0.0, 0.5, 2.0], [1.0, 0.0, 2.0], [1.0, 1.0, 2.0]]), aabb(O, ONE);
    space balls_in_touch: ball(O, 1.0), ball([3.0, 0.0, 0.0], 2.0);
    space crossing_segments: segment([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]), segment([0.0, -1.0, 0.0], [0.0, 1.0, 0.0]);
    plane crossing_segments_in_the_plane: segment([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]), segment([0.0, -0.5, 0.0], [0.0, 1.0, 0.0]);
    space collinear_segments_overlapping: segment(O, [2.0, 0.0, 0.0]), segment([1.0, 0.0, 0.0], [3.0, 0.0, 0.0]);
    space collinear_segments_end_to_end: segment(O, [2.0, 0.0, 0.0]), segment([2.0, 0.0, 0.0], [3.0, 0.0, 0.0]);
    space collinear_segments_apart: segment(O, [2.0, 0.0, 0.0]), segment([4.0, 0.0, 0.0], [5.0, 0.0, 0.0]);
    plane collinear_segments_in_the_plane: segment(O, [2.0, 0.0, 0.0]), segment([1.0, 0.0, 0.0], [3.0, 0.0, 0.0]);
    space parallel_segments: segment(O, [2.0, 0.0, 0.0]), segment([1.0, 3.0, 0.0], [4.0, 3.0, 0.0]);
    space parallel_edges: aabb(O, ONE), aabb([4.0, 5.0, 0.0], [5.0, 6.0, 1.0]);
    space coplanar_triangles: triangle(RIGHT), triangle([[0.25, 0.25, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0]]);
    plane triangles_sharing_an_edge: triangle(RIGHT), triangle([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], ONE]);

    // Sizes of zero.
    space same_points: ball(O, 0.0), ball(O, 0.0);
    space point_in_box: ball([0.25, 0.5, 0.5], 0.0), aabb(O, ONE);
    space point_on_face: ball([1.0, 0.5, 0.5], 0.0), aabb(O, ONE);
    space point_box_in_box: aabb([0.25; 3], [0.25; 3]), aabb(O, ONE);
    space same_point_boxes: aabb(ONE, ONE), aabb(ONE, ONE);
    space flat_box_with_itself: aabb(O, FLAT), aabb(O, FLAT);
    space flat_box_in_box: aabb([0.25, 0.5, 0.25], [0.75, 0.5, 0.75]), aabb(O, ONE);
    space flat_box_above_box: aabb([0.0, 2.0, 0.0], [1.0, 2.0, 1.0]), aabb(O, ONE);
    space box_without_width_across_box: aabb([0.5, -1.0, 0.5], [0.5, 2.0, 0.5]), aabb(O, ONE);
    space flat_box_on_its_edge: aabb([0.5, 1.0, 0.25], [0.5, 2.0, 0.75]), aabb(O, ONE);
    space segment_of_one_point: segment([0.5, 0.0, 0.0], [0.5, 0.0, 0.0]), ball(O, 1.0);
    space triangle_of_one_edge: triangle([O, [1.0, 0.0, 0.0], [0.5, 0.0, 0.0]]), aabb([0.0, 1.0, 0.0], ONE.map(|x| x * 2.0));
    space triangle_of_one_edge_in_box: triangle([[-1.0, 0.75, 0.5], [2.0, 0.75, 0.5], [0.5, 0.75, 0.5]]), aabb(O, ONE);
    space triangle_of_one_point: triangle([[3.0, 0.0, 0.0]; 3]), ball(O, 1.0);
    space disc_on_box: cylinder([0.5, 1.0, 0.5], 0.0, 0.25), aabb(O, ONE);
    space disc_with_itself: cylinder(O, 0.0, 1.0), cylinder(O, 0.0, 1.0);
    space cylinder_of_one_segment: cylinder([2.0, 0.0, 0.0], 1.0, 0.0), ball(O, 1.0);
    space cylinder_of_one_point_with_itself: cylinder(O, 0.0, 0.0), cylinder(O, 0.0, 0.0);
    space tapered_capsule_of_one_ball: tapered([0.0, 2.0, 0.0], 0.25, 1.0, 0.5), ball(O, 0.25);
    space tapered_capsule_of_a_point: tapered([0.0, 2.0, 0.0], 0.0, 0.0, 0.0), ball(O, 1.0);
    space tapered_capsule_of_a_segment: tapered([0.0, 3.0, 0.0], 1.0, 0.0, 0.0), ball(O, 1.0);
    space cone_of_a_disc: cone([0.0, 2.0, 0.0], 0.0, 1.0), ball(O, 1.0);
    space cone_of_a_disc_under_box: cone([0.5, 0.0, 0.5], 0.0, 0.25), aabb(O, ONE);
    space cone_of_one_point_in_box: cone([0.25, 0.5, 0.5], 0.0, 0.0), aabb(O, ONE);
    space capsule_of_one_point: capsule([3.0, 0.0, 0.0], [3.0, 0.0, 0.0], 1.0), ball(O, 1.0);
    space capsule_without_radius: capsule([-1.0, 2.0, 0.0], [1.0, 2.0, 0.0], 0.0), ball(O, 1.0);
    space hull_of_one_point: hull(&[[3.0, 0.0, 0.0]]), ball(O, 1.0);
    space hull_of_two_points: hull(&[[-1.0, 3.0, 0.0], [1.0, 3.0, 0.0]]), ball(O, 1.0);
    space hull_of_three_points: hull(&[[-1.0, 3.0, -1.0], [1.0, 3.0, -1.0], [0.0, 3.0, 1.0]]), ball(O, 1.0);
    space coplanar_hull_in_box: hull(&[[0.25, 0.5, 0.25], [0.75, 0.5, 0.25], [0.25, 0.5, 0.75], [0.75, 0.5, 0.75], [0.5, 0.5, 0.5]]), aabb(O, ONE);

    // Centres on things.
    space ball_on_segment: ball(O, 0.5), segment([-1.0, 0.0, 0.0], [2.0, 0.0, 0.0]);
    space ball_on_slanted_segment: ball([0.5; 3], 0.5), segment(O, ONE);
    space ball_on_end_of_segment: ball(O, 0.5), segment(O, [2.0, 0.0, 0.0]);
    space ball_on_capsule_axis: ball(O, 0.5), capsule([-1.0, 0.0, 0.0], [2.0, 0.0, 0.0], 0.25);
    plane ball_on_segment_in_the_plane: ball(O, 0.5), segment([-1.0, 0.0, 0.0], [2.0, 0.0, 0.0]);
    space ball_on_triangle: ball([0.25, 0.25, 0.0], 0.5), triangle(RIGHT);
    space ball_on_face: ball([1.0, 0.5, 0.5], 0.5), aabb(O, ONE);
    space ball_on_edge: ball([1.0, 1.0, 0.5], 0.5), aabb(O, ONE);
    space ball_on_corner: ball(ONE, 0.5), aabb(O, ONE);
    space concentric_balls: ball(O, 1.0), ball(O, 3.0);
    space concentric_ball_and_box: ball(O, 0.5), obb(O, ONE);
    space concentric_ball_and_cylinder: ball(O, 0.5), cylinder(O, 1.0, 2.0);
    space concentric_ball_and_thin_cylinder: ball(O, 0.5), cylinder(O, 3.0, 2.0);
    space concentric_ball_and_cone: ball(O, 0.25), cone(O, 0.75, 0.5);
    space ball_in_closed_mesh: ball([1.0, 2.0, 1.5], 0.5), closed_mesh([4.0; 3]);
    space ball_in_hollow_mesh: ball([1.0, 2.0, 1.5], 0.5), closed_mesh([4.0; 3]).to_hollow();
    space crossing_capsules: capsule([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.25), capsule([0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.5);

    // Slivers, and one deep in the other.
    space sliver_box_under_ball: obb(O, [1.0, 1e-6, 1e-6]), ball([0.0, 3.0, 0.0], 1.0);
    space sliver_boxes_crossing: obb(O, [1.0, 1e-6, 1e-6]), obb(O, [1e-6, 1e-6, 1.0]);
    space sliver_triangle: triangle([O, [1.0, 0.0, 0.0], [0.5, 1e-6, 0.0]]), ball([0.5, 0.0, 2.0], 1.0);
    space small_ball_deep_in_box: ball([98.0, 0.0, 0.0], 1e-3), obb(O, [100.0; 3]);
    space small_box_deep_in_ball: obb([0.0, 7.0, 0.0], [1e-3; 3]), ball(O, 10.0);
    space small_hull_deep_in_cylinder: hull(&CORNERS), cylinder(O, 100.0, 1000.0);
    space rounded_flat_box_with_itself: rounded_box(O, FLAT, 0.5), rounded_box(O, FLAT, 0.5);

    // Tiny, huge and far.
    space tiny_boxes: aabb(O, [1e-20; 3]), aabb([3e-20, 0.0, 0.0], [4e-20, 1e-20, 1e-20]);
    space tiny_boxes_overlapping: aabb(O, [1e-20; 3]), aabb([0.75e-20, 0.0, 0.0], [4e-20, 1e-20, 1e-20]);
    space huge_boxes: aabb(O, [1e20; 3]), aabb([3e20, 0.0, 0.0], [4e20, 1e20, 1e20]);
    space huge_cylinders_overlapping: cylinder(O, 1e20, 1e20), cylinder([0.0, 1.5e20, 0.0], 1e20, 1e20);
    space tiny_capsules: capsule(O, [1e-20, 0.0, 0.0], 1e-20), capsule([0.0, 4e-20, 0.0], [1e-20, 4e-20, 0.0], 1e-20);
    space tiny_ball_far_from_huge_box: ball([3e10, 0.0, 0.0], 1e-10), obb(O, [1e10; 3]);
    space boxes_far_away: obb([1e6; 3], ONE), obb([1e6 + 3.0, 1e6, 1e6], ONE);
    space cylinders_far_away: cylinder([1e6; 3], 1.0, 1.0), cylinder([1e6, 1e6 + 1.5, 1e6], 1.0, 1.0);
    wide boxes_of_1e100: aabb(O, [1e100; 3]), aabb([3e100, 0.0, 0.0], [4e100, 1e100, 1e100]);
    wide boxes_of_1e_minus_100: aabb(O, [1e-100; 3]), aabb([0.5e-100, 0.0, 0.0], [4e-100, 1e-100, 1e-100]);
    wide hulls_of_1e200: hull(&CORNERS.map(|p| p.map(|x| x * 1e200))), ball([1e200; 3], 1e199);
    wide segment_into_ground_of_1e308: segment([1.7e308; 3], [-1.7e308; 3]), ground(0.0);
    wide cylinder_above_ground_of_1e308: cylinder([0.0, 1e308, 1.5e308], 1e307, 1e308), ground(0.0);
    wide cones_of_1e_minus_200: cone(O, 1e-200, 1e-200), cone([0.0, 1.5e-200, 0.0], 1e-200, 1e-200);

    // Many points.
    space sphere_of_10000_points: sphere_hull(10_000), ball([3.0, 0.0, 0.0], 1.0);
    space sphere_of_10000_points_overlapping: sphere_hull(10_000), ball([1.5, 0.0, 0.0], 1.0);
    space sphere_of_10000_points_in_sphere: sphere_hull(10_000), sphere_hull(64);
}

#[test]
fn every_row_has_its_test_and_every_test_its_row() {
    let mut documented: Vec<&str> = rows().map(|(name, _)| name).collect();
    let mut tested: Vec<&str> =
        NAMES.iter().chain(refused::NAMES).chain(outlines::NAMES).chain(deep::NAMES).copied().collect();
    documented.sort_unstable();
    tested.sort_unstable();
    assert_eq!(documented, tested, "the rows of docs/degenerate.md, then the tests");
}
