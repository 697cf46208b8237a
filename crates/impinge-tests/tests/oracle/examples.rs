//! Does the oracle itself know the answers that one can see with a pencil?

use impinge::prelude::Relation::{self, Disjoint, Overlapping, Touching};

use super::decide::relation;
use super::number::point;
use super::set::Set;
use super::source::SplitMix64;

/// Both orders.
fn expect(dimension: usize, a: &Set, b: &Set, expected: Relation) {
    assert_eq!(relation(a, b, dimension), expected, "{a:?}\n{b:?}");
    assert_eq!(relation(b, a, dimension), expected, "{b:?}\n{a:?}");
}

fn in_plane(a: Set, b: Set, expected: Relation) {
    expect(2, &a, &b, expected);
}

fn in_space(a: Set, b: Set, expected: Relation) {
    expect(3, &a, &b, expected);
}

/// From 0 to 1 on every axis.
fn unit_cube() -> Set {
    Set::aabb([0.0; 3], [1.0; 3])
}

fn unit_square() -> Set {
    Set::aabb([0.0; 3], [1.0, 1.0, 0.0])
}

/// Corners at 0, x and y.
fn corner_triangle() -> Set {
    Set::triangle([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
}

#[test]
fn points() {
    let at = |x| Set::point([x, 0.0, 0.0]);
    in_space(at(1.0), at(1.0), Touching);
    in_space(at(1.0), at(1.0f64.next_up()), Disjoint);
    // A ball of radius 0 is a point.
    let dot = |x| Set::ball([x, 0.0, 0.0], 0.0);
    in_space(dot(1.0), dot(1.0), Touching);
    in_space(dot(1.0), dot(2.0), Disjoint);
    in_space(dot(0.5), Set::ball([0.0; 3], 1.0), Overlapping);
    in_space(dot(1.0), Set::ball([0.0; 3], 1.0), Touching);
    in_space(Set::ball([0.5; 3], 0.0), unit_cube(), Overlapping);
    in_space(Set::ball([0.5, 0.5, 1.0], 0.0), unit_cube(), Touching);
    in_plane(Set::ball([0.25, 0.25, 0.0], 0.0), corner_triangle(), Overlapping);
    in_space(Set::ball([0.25, 0.25, 0.0], 0.0), corner_triangle(), Touching);
    in_space(Set::ball([0.25, 0.25, 0.0], 0.0), Set::plane([0.0, 0.0, 1.0], 0.0), Touching);
    in_space(Set::ball([0.25, 0.25, 0.0], 0.0), Set::half_space([0.0, 0.0, 1.0], 0.0), Touching);
    in_space(Set::ball([0.25, 0.25, -1.0], 0.0), Set::half_space([0.0, 0.0, 1.0], 0.0), Overlapping);
}

#[test]
fn balls() {
    let unit = || Set::ball([0.0; 3], 1.0);
    // 3² + 4² = 5²
    in_plane(unit(), Set::ball([3.0, 4.0, 0.0], 4.0), Touching);
    in_plane(unit(), Set::ball([3.0, 4.0, 0.0], 4.0f64.next_up()), Overlapping);
    in_plane(unit(), Set::ball([3.0, 4.0, 0.0], 4.0f64.next_down()), Disjoint);
    // 1² + 2² + 2² = 3²
    in_space(unit(), Set::ball([1.0, 2.0, 2.0], 2.0), Touching);
    in_space(unit(), Set::ball([1.0, 2.0, 2.0], 1.9), Disjoint);
    // Inside the other, even with touching surfaces.
    in_space(unit(), Set::ball([0.5, 0.0, 0.0], 0.5), Overlapping);
    in_space(unit(), Set::ball([0.0; 3], 1e-300), Overlapping);
}

#[test]
fn balls_and_boxes() {
    // Face, edge, corner; the corner at (1, 2, 2) from the centre.
    in_space(unit_cube(), Set::ball([0.5, 0.5, 3.0], 2.0), Touching);
    in_space(unit_cube(), Set::ball([0.5, 4.0, 5.0], 5.0), Touching);
    in_space(unit_cube(), Set::ball([2.0, 3.0, 3.0], 3.0), Touching);
    in_space(unit_cube(), Set::ball([2.0, 3.0, 3.0], 3.0f64.next_up()), Overlapping);
    in_space(unit_cube(), Set::ball([2.0, 3.0, 3.0], 3.0f64.next_down()), Disjoint);
    in_space(unit_cube(), Set::ball([0.5; 3], 0.1), Overlapping);
    // A box that is a plate, a rod, a point.
    in_space(Set::aabb([0.0; 3], [1.0, 1.0, 0.0]), Set::ball([0.5, 0.5, 3.0], 3.0), Touching);
    in_space(Set::aabb([0.0; 3], [1.0, 0.0, 0.0]), Set::ball([0.5, 3.0, 4.0], 5.0), Touching);
    in_space(Set::aabb([0.0; 3], [0.0; 3]), Set::ball([1.0, 2.0, 2.0], 3.0), Touching);
    // A square on its tip, corner at (1, 1), of axes of length 1/2 on purpose.
    let diamond = Set::obb([0.0; 3], [2.0, 2.0, 0.0], [[0.25, 0.25, 0.0], [-0.25, 0.25, 0.0], [0.0; 3]]);
    in_plane(diamond.clone(), Set::ball([4.0, 0.0, 0.0], 3.0), Touching);
    in_plane(diamond.clone(), Set::ball([4.0, 0.0, 0.0], 2.5), Disjoint);
    in_plane(diamond, Set::ball([1.0, 1.0, 0.0], 0.75), Overlapping);
}

#[test]
fn balls_and_lines() {
    let segment = || Set::segment([0.0; 3], [2.0, 0.0, 0.0]);
    in_space(segment(), Set::ball([1.0, 1.0, 0.0], 1.0), Touching);
    in_space(segment(), Set::ball([5.0, 4.0, 0.0], 5.0), Touching);
    in_space(segment(), Set::ball([5.0, 4.0, 0.0], 4.5), Disjoint);
    in_space(segment(), Set::ball([1.0, 0.0, 0.0], 0.1), Overlapping);
    let ray = || Set::ray([0.0; 3], [0.5, 0.0, 0.0]);
    in_space(ray(), Set::ball([5.0, 4.0, 0.0], 4.0), Touching);
    in_space(ray(), Set::ball([-3.0, 4.0, 0.0], 5.0), Touching);
    in_space(ray(), Set::ball([-3.0, 4.0, 0.0], 4.5), Disjoint);
    // A plane whose normal has length 5: 3x + 4y = 25 is at distance 5.
    let plane = || Set::plane([3.0, 4.0, 0.0], 25.0);
    in_plane(plane(), Set::ball([0.0; 3], 5.0), Touching);
    in_plane(plane(), Set::ball([6.0, 8.0, 0.0], 5.0), Touching);
    in_plane(plane(), Set::ball([0.0; 3], 4.9), Disjoint);
    in_plane(plane(), Set::ball([0.0; 3], 5.1), Overlapping);
    let half_space = || Set::half_space([3.0, 4.0, 0.0], -25.0);
    in_plane(half_space(), Set::ball([0.0; 3], 5.0), Touching);
    in_plane(half_space(), Set::ball([0.0; 3], 4.9), Disjoint);
    in_plane(half_space(), Set::ball([-30.0, -40.0, 0.0], 0.1), Overlapping);
}

#[test]
fn balls_and_triangles() {
    // The distance is √2, which the nearest float exceeds.
    in_plane(corner_triangle(), Set::ball([1.5, 1.5, 0.0], 2.0f64.sqrt().next_down()), Disjoint);
    in_plane(corner_triangle(), Set::ball([1.5, 1.5, 0.0], 2.0f64.sqrt()), Overlapping);
    in_plane(corner_triangle(), Set::ball([0.5, -1.0, 0.0], 1.0), Touching);
    in_space(corner_triangle(), Set::ball([0.25, 0.25, 2.0], 2.0), Touching);
    in_space(corner_triangle(), Set::ball([-2.0, -2.0, 1.0], 3.0), Touching);
    in_space(corner_triangle(), Set::ball([0.25, 0.25, 0.0], 0.1), Overlapping);
    // Triangles that are a segment and a point.
    let flat = Set::triangle([[0.0; 3], [2.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
    in_space(flat.clone(), Set::ball([1.5, 3.0, 4.0], 5.0), Touching);
    in_space(flat, Set::ball([5.0, 4.0, 0.0], 5.0), Touching);
    in_space(Set::triangle([[1.0; 3]; 3]), Set::ball([2.0, 3.0, 3.0], 3.0), Touching);
}

#[test]
fn boxes() {
    in_space(unit_cube(), Set::aabb([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]), Touching);
    in_space(unit_cube(), Set::aabb([1.0, 1.0, 0.5], [2.0, 2.0, 0.75]), Touching);
    in_space(unit_cube(), Set::aabb([1.0; 3], [2.0; 3]), Touching);
    in_space(unit_cube(), Set::aabb([1.0f64.next_down(); 3], [2.0; 3]), Overlapping);
    in_space(unit_cube(), Set::aabb([1.0f64.next_up(), 0.0, 0.0], [2.0; 3]), Disjoint);
    in_space(unit_cube(), Set::aabb([0.25; 3], [0.5; 3]), Overlapping);
    in_space(unit_cube(), unit_cube(), Overlapping);
    // A plate through a cube; two plates that cross; two that lie on each other.
    in_space(unit_cube(), Set::aabb([-1.0, -1.0, 0.5], [2.0, 2.0, 0.5]), Overlapping);
    let upright = Set::aabb([0.5, -1.0, -1.0], [0.5, 2.0, 2.0]);
    let level = || Set::aabb([0.0, 0.0, 0.5], [1.0, 1.0, 0.5]);
    in_space(upright, level(), Overlapping);
    in_space(level(), level(), Touching);
    // A cube on its edge, its lowest edge at height √2 · √½ below its centre: exactly 1 with axes (½, ½).
    let on_edge =
        |height| Set::obb([0.5, 0.5, height], [1.0; 3], [[0.5, 0.0, 0.5], [-0.5, 0.0, 0.5], [0.0, 1.0, 0.0]]);
    in_space(unit_cube(), on_edge(2.0), Touching);
    in_space(unit_cube(), on_edge(2.0f64.next_up()), Disjoint);
    in_space(unit_cube(), on_edge(2.0f64.next_down()), Overlapping);
    // Two cubes on their edges, crossed: only the cross product of the edges parts them.
    let below = Set::obb([0.5, 0.5, 0.0], [1.0; 3], [[0.0, 0.5, 0.5], [0.0, -0.5, 0.5], [1.0, 0.0, 0.0]]);
    in_space(below.clone(), on_edge(2.0), Touching);
    in_space(below.clone(), on_edge(2.0f64.next_up()), Disjoint);
    in_space(below, on_edge(2.0f64.next_down()), Overlapping);
    // Sizes beyond what floats can add.
    let huge = Set::aabb([-f64::MAX; 3], [f64::MAX; 3]);
    in_space(huge.clone(), Set::point([f64::MAX; 3]), Touching);
    in_space(huge, Set::point([f64::MAX.next_down(); 3]), Overlapping);
}

#[test]
fn segments() {
    let along_x = || Set::segment([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
    let across = |z| Set::segment([0.0, -1.0, z], [0.0, 1.0, z]);
    // Crossing: one dimension is missing in space.
    in_plane(along_x(), across(0.0), Overlapping);
    in_space(along_x(), across(0.0), Touching);
    in_space(along_x(), across(5e-324), Disjoint);
    // On the same line, end to end, a T, parallel.
    in_plane(along_x(), Set::segment([0.0; 3], [5.0, 0.0, 0.0]), Touching);
    in_plane(along_x(), Set::segment([1.0, 0.0, 0.0], [5.0, 1.0, 0.0]), Touching);
    in_plane(along_x(), Set::segment([0.5, 0.0, 0.0], [5.0, 1.0, 0.0]), Touching);
    in_plane(along_x(), Set::segment([-1.0, 1e-300, 0.0], [1.0, 1e-300, 0.0]), Disjoint);
    in_plane(along_x(), Set::segment([2.0, 0.0, 0.0], [3.0, 0.0, 0.0]), Disjoint);
    in_plane(along_x(), Set::segment([0.25, 0.0, 0.0], [0.25, 0.0, 0.0]), Touching);
    // Boxes: through the inside, in a face, through an edge, at a corner, past it.
    in_space(unit_cube(), Set::segment([-1.0, 0.5, 0.5], [2.0, 0.5, 0.5]), Overlapping);
    in_space(unit_cube(), Set::segment([0.5; 3], [0.75; 3]), Overlapping);
    in_space(unit_cube(), Set::segment([-1.0, 1.0, 0.5], [2.0, 1.0, 0.5]), Touching);
    in_space(unit_cube(), Set::segment([0.0, 2.0, 0.5], [2.0, 0.0, 0.5]), Touching);
    in_space(unit_cube(), Set::segment([1.0; 3], [2.0; 3]), Touching);
    in_space(unit_cube(), Set::segment([0.0, 2.5, 0.5], [2.0, 0.0, 0.5]), Disjoint);
}

#[test]
fn rays() {
    let diagonal = || Set::ray([-1.0, -1.0, -1.0], [0.5, 0.5, 0.5]);
    in_space(unit_cube(), diagonal(), Overlapping);
    in_space(unit_cube(), Set::ray([-1.0; 3], [-0.5; 3]), Disjoint);
    in_space(unit_cube(), Set::ray([1.0; 3], [0.5; 3]), Touching);
    in_space(unit_cube(), Set::ray([1.0; 3], [-0.5; 3]), Overlapping);
    in_space(unit_cube(), Set::ray([-7.0, 1.0, 1.0], [1.0, 0.0, 0.0]), Touching);
    // However far away, a ray that comes nearer by 2⁻¹⁰⁷⁴ in each step arrives.
    let slow = Set::ray([0.5, 1e300, 0.0], [0.0, -5e-324, 0.0]);
    in_plane(unit_square(), slow.clone(), Overlapping);
    in_plane(slow, Set::ray([0.0; 3], [1.0, 0.0, 0.0]), Overlapping);
    in_plane(Set::ray([0.0; 3], [1.0, 0.0, 0.0]), Set::ray([5.0, 0.0, 0.0], [-1.0, 0.0, 0.0]), Touching);
    in_plane(Set::ray([0.0; 3], [-1.0, 0.0, 0.0]), Set::ray([5.0, 0.0, 0.0], [1.0, 0.0, 0.0]), Disjoint);
    in_space(diagonal(), Set::segment([2.0, 2.0, 0.0], [2.0, 2.0, 4.0]), Touching);
    in_space(diagonal(), corner_triangle(), Touching);
    in_space(diagonal(), Set::triangle([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 2.0, 0.0]]), Overlapping);
}

#[test]
fn triangles() {
    let other = |z| Set::triangle([[0.25, 0.25, z], [2.0, 0.25, z], [0.25, 2.0, z]]);
    in_plane(corner_triangle(), other(0.0), Overlapping);
    in_space(corner_triangle(), other(0.0), Touching);
    in_space(corner_triangle(), other(1e-300), Disjoint);
    // Through each other; a corner on the face; an edge on the edge; a shared corner.
    let upright = |z| Set::triangle([[0.25, 0.25, z], [0.25, 0.5, z + 1.0], [0.5, 0.25, z + 1.0]]);
    in_space(corner_triangle(), upright(-0.5), Overlapping);
    in_space(corner_triangle(), upright(0.0), Touching);
    in_space(corner_triangle(), upright(1e-9), Disjoint);
    in_space(corner_triangle(), Set::triangle([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), Touching);
    in_plane(corner_triangle(), Set::triangle([[0.0; 3], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]), Touching);
    // On the long edge x + y = 1.
    in_plane(corner_triangle(), Set::triangle([[0.5, 0.5, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]), Touching);
    in_plane(corner_triangle(), Set::segment([0.0, 2.0, 0.0], [2.0, 0.0, 0.0]), Disjoint);
    in_plane(corner_triangle(), Set::segment([0.0, 1.0, 0.0], [2.0, -1.0, 0.0]), Touching);
    // Degenerate: a needle through the inside is a segment.
    let needle = Set::triangle([[0.25, 0.25, -1.0], [0.25, 0.25, 1.0], [0.25, 0.25, 0.5]]);
    in_space(corner_triangle(), needle.clone(), Overlapping);
    in_space(needle.clone(), needle, Touching);
    in_space(unit_cube(), Set::triangle([[0.5; 3]; 3]), Overlapping);
    // Around a cube that is inside; cutting a corner off.
    let far = 100.0;
    let through = Set::triangle([[far, -far, 0.5], [-far, -far, 0.5], [0.0, far, 0.5]]);
    in_space(unit_cube(), through, Overlapping);
    let cut = |d: f64| Set::triangle([[d, 0.0, 0.0], [0.0, d, 0.0], [0.0, 0.0, d]]);
    in_space(unit_cube(), cut(2.5), Overlapping);
    // x + y + z = 3 touches the corner (1, 1, 1), in the middle of the triangle.
    in_space(unit_cube(), cut(3.0), Touching);
    in_space(unit_cube(), cut(3.0f64.next_up()), Disjoint);
}

#[test]
fn planes() {
    let level = |z| Set::plane([0.0, 0.0, 2.0], 2.0 * z);
    in_space(unit_cube(), level(0.5), Overlapping);
    in_space(unit_cube(), level(1.0), Touching);
    in_space(unit_cube(), level(1.0f64.next_up()), Disjoint);
    in_space(level(0.0), corner_triangle(), Touching);
    in_space(level(0.25), Set::segment([0.0; 3], [1.0; 3]), Overlapping);
    in_space(level(1.0), Set::segment([0.0; 3], [1.0; 3]), Touching);
    in_space(level(1.0), Set::ray([0.0; 3], [0.0, 1.0, 0.0]), Disjoint);
    in_space(level(1e300), Set::ray([0.0; 3], [0.0, 1.0, 5e-324]), Overlapping);
    // Two planes: the same one, parallel, crossing; written with different lengths.
    in_space(level(1.0), Set::plane([0.0, 0.0, -1.0], -1.0), Touching);
    in_space(level(1.0), level(2.0), Disjoint);
    in_space(level(1.0), Set::plane([1.0, 0.0, 0.0], 7.0), Overlapping);
    in_plane(Set::plane([1.0, 2.0, 0.0], 3.0), Set::plane([2.0, 4.0, 0.0], 6.0), Touching);
    in_plane(Set::plane([1.0, 2.0, 0.0], 3.0), Set::plane([2.0, 4.0f64.next_up(), 0.0], 6.0), Overlapping);
    let below = |z| Set::half_space([0.0, 0.0, 2.0], 2.0 * z);
    let above = |z: f64| Set::half_space([0.0, 0.0, -1.0], -z);
    in_space(below(1.0), above(1.0), Touching);
    in_space(below(1.0), above(0.5), Overlapping);
    in_space(below(1.0), above(1.5), Disjoint);
    in_space(below(1.0), below(-1.0), Overlapping);
    in_space(below(1.0), level(1.0), Touching);
    in_space(below(1.0), level(0.0), Overlapping);
    in_space(below(1.0), level(2.0), Disjoint);
    in_space(below(1.0), Set::half_space([1.0, 0.0, 0.0], -5.0), Overlapping);
    in_space(unit_cube(), below(0.0), Touching);
    in_space(unit_cube(), below(-0.1), Disjoint);
    in_space(unit_cube(), below(9.0), Overlapping);
    in_space(corner_triangle(), below(0.0), Touching);
    in_space(corner_triangle(), below(0.1), Overlapping);
}

#[test]
fn faces_of_a_box_are_counted() {
    let faces = unit_cube().faces();
    assert_eq!(faces.len(), 27);
    assert_eq!(unit_cube().corners().len(), 8);
    assert!(unit_cube().corners().contains(&point([1.0, 0.0, 1.0])));
    let of_dimension = |n| faces.iter().filter(|face| face.image().directions.len() == n).count();
    assert_eq!([0, 1, 2, 3].map(of_dimension), [8, 12, 6, 1]);
}

/// The same set in several words gets the same answer.
#[test]
fn the_description_does_not_matter() {
    let mut random = SplitMix64(7);
    let mut number = || (random.below(9) as f64 - 4.0) / 2.0;
    for _ in 0..3000 {
        let mut vector = || [number(), number(), number()];
        let [p, q, r, s] = [vector(), vector(), vector(), vector()];
        let (min, max): ([f64; 3], [f64; 3]) =
            (std::array::from_fn(|i| p[i].min(q[i])), std::array::from_fn(|i| p[i].max(q[i])));
        let middle = std::array::from_fn(|i| (min[i] + max[i]) / 2.0);
        let half = std::array::from_fn(|i| (max[i] - min[i]) / 2.0);
        let probe = Set::segment(r, s);
        let aabb = Set::aabb(min, max);
        let obb = Set::obb(middle, half, [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
        let turned_half = [half[1], half[0], half[2]];
        let turned = Set::obb(middle, turned_half, [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
        assert_eq!(relation(&aabb, &probe, 3), relation(&turned, &probe, 3));
        assert_eq!(relation(&aabb, &obb, 3), relation(&turned, &obb, 3));
        // A segment is a degenerate triangle, with its ends in any order; a ball of radius 0 is a point.
        let triangle = Set::triangle([p, q, r]);
        assert_eq!(relation(&probe, &triangle, 3), relation(&Set::triangle([s, r, s]), &triangle, 3));
        assert_eq!(relation(&Set::triangle([r, q, p]), &aabb, 3), relation(&triangle, &aabb, 3));
        assert_eq!(relation(&Set::point(s), &triangle, 3), relation(&Set::ball(s, 0.0), &triangle, 3));
        // An intersection is found as a distance, too: a ball so small that it reaches nothing else.
        let distant = relation(&Set::ball(s, 1e-9), &aabb, 3) == Disjoint;
        assert_eq!(distant, relation(&Set::point(s), &aabb, 3) == Disjoint);
        let distant = relation(&Set::ball(s, 1e-9), &triangle, 3) == Disjoint;
        assert_eq!(distant, relation(&Set::point(s), &triangle, 3) == Disjoint);
    }
}
