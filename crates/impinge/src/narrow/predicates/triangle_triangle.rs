//! Triangles against triangles in space, by orientations.
//!
//! Apart if all corners of one are strictly on one side of the other's plane. Otherwise both planes
//! meet in a line L, which each triangle meets in an interval; the triangles meet where the intervals
//! do. Name the corners so that p₀ is alone on the upper side of q's plane and q₀ is alone on the upper
//! side of p's plane (the others are not above). Then the intervals are between the crossings of p₀p₁
//! and p₀p₂, and of q₀q₁ and q₀q₂. Their order along L is the orientation of the four corners of two
//! such edges. So the test only needs signs of determinants, which are exact.
//!
//! Overlapping means that the triangles pierce each other: both have corners strictly on both sides, and the
//! intervals share more than a point. Coplanar triangles can only touch; they are projected onto the
//! coordinate plane in which they do not collapse, which changes nothing about it.
//! Source: Guigue & Devillers, "Fast and Robust Triangle–Triangle Overlap Test Using Orientation Predicates",
//! 2003; Ericson 2005, §5.4.2, for the plane.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use super::polyhedra;
use crate::math::triple::{Point, cross, difference, dot, sum};
use crate::math::{Vector, orientation_2d, orientation_3d};
use crate::narrow::Relation;
use crate::shape::Triangle;

#[inline]
pub(crate) fn triangle_triangle<V: Vector>(a: &Triangle<V>, b: &Triangle<V>) -> Relation {
    let points = |triangle: &Triangle<V>| triangle.points().map(V::to_f64);
    let relation = if V::IS_3D { in_space(points(a), points(b)) } else { None };
    relation.unwrap_or_else(|| polyhedra::relation(a, b))
}

/// `None` if a triangle is degenerate.
#[inline]
fn in_space(p: [Point; 3], q: [Point; 3]) -> Option<Relation> {
    let p_sides = p.map(|corner| orientation_3d(q[0], q[1], q[2], corner));
    if is_one_sided(&p_sides) {
        return Some(Relation::Disjoint);
    }
    let q_sides = q.map(|corner| orientation_3d(p[0], p[1], p[2], corner));
    if is_one_sided(&q_sides) {
        return Some(Relation::Disjoint);
    }
    match (p_sides == [Equal; 3], q_sides == [Equal; 3]) {
        (false, false) => Some(in_crossing_planes(p, q, p_sides, q_sides)),
        (true, true) => coplanar(p, q),
        // A triangle whose plane holds the other, but not the other way round, has no plane.
        _ => None,
    }
}

fn is_one_sided(sides: &[Ordering; 3]) -> bool {
    sides[0] != Equal && sides[0] == sides[1] && sides[0] == sides[2]
}

fn in_crossing_planes(
    p: [Point; 3],
    q: [Point; 3],
    p_sides: [Ordering; 3],
    q_sides: [Ordering; 3],
) -> Relation {
    let (first_p, flip_q) = alone(&p_sides);
    let (first_q, flip_p) = alone(&q_sides);
    // Exchanging two corners turns a triangle over, and with it the sides of the other.
    let p = named([p[first_p], p[(first_p + 1) % 3], p[(first_p + 2) % 3]], flip_p);
    let q = named([q[first_q], q[(first_q + 1) % 3], q[(first_q + 2) % 3]], flip_q);

    let start = orientation_3d(p[0], p[1], q[0], q[1]);
    if start == Greater {
        return Relation::Disjoint;
    }
    let end = orientation_3d(p[0], p[2], q[2], q[0]);
    if end == Greater {
        return Relation::Disjoint;
    }
    let is_split = |sides: &[Ordering; 3]| sides.contains(&Greater) && sides.contains(&Less);
    if start == Less && end == Less && is_split(&p_sides) && is_split(&q_sides) {
        Relation::Overlapping
    } else {
        Relation::Touching
    }
}

/// The corner that is alone on its side, the others being on the plane or beyond it; and whether the plane
/// must be turned over for that side to be the upper one.
fn alone(sides: &[Ordering; 3]) -> (usize, bool) {
    let only = |side: Ordering| {
        let mut corners = (0..3).filter(|&corner| sides[corner] == side);
        corners.next().filter(|_| corners.next().is_none())
    };
    if let Some(corner) = only(Greater) {
        (corner, false)
    } else if let Some(corner) = only(Less) {
        (corner, true)
    } else {
        // Two corners on one side: the third is on the plane, and counts as opposite to them.
        (only(Equal).unwrap_or(0), sides.contains(&Greater))
    }
}

fn named(corners: [Point; 3], flip: bool) -> [Point; 3] {
    let [first, second, third] = corners;
    if flip { [first, third, second] } else { corners }
}

/// Coplanar triangles, projected along an axis; `None` if one is degenerate.
fn coplanar(p: [Point; 3], q: [Point; 3]) -> Option<Relation> {
    for (x, y) in [(0, 1), (1, 2), (2, 0)] {
        let flat = |point: Point| [point[x], point[y]];
        let (p, q) = (p.map(flat), q.map(flat));
        let (Some(p), Some(q)) = (counter_clockwise(p), counter_clockwise(q)) else { continue };
        // Apart exactly if the line of an edge has the other triangle strictly outside.
        let beyond_an_edge = |one: &[[f64; 2]; 3], other: &[[f64; 2]; 3]| {
            (0..3)
                .any(|i| other.iter().all(|&corner| orientation_2d(one[i], one[(i + 1) % 3], corner) == Less))
        };
        let is_separate = beyond_an_edge(&p, &q) || beyond_an_edge(&q, &p);
        return Some(if is_separate { Relation::Disjoint } else { Relation::Touching });
    }
    None
}

fn counter_clockwise(corners: [[f64; 2]; 3]) -> Option<[[f64; 2]; 3]> {
    let [a, b, c] = corners;
    match orientation_2d(a, b, c) {
        Greater => Some([a, b, c]),
        Less => Some([a, c, b]),
        Equal => None,
    }
}

/// A point that two triangles share: the middle of what their edges cut out of each other, rounded.
///
/// For triangles that are apart, it is the middle between two near points of them; where to look rather than
/// a measure.
pub(crate) fn contact_point<V: Vector>(a: &Triangle<V>, b: &Triangle<V>) -> V {
    let (p, q) = (a.points().map(V::to_f64), b.points().map(V::to_f64));
    let pierced = piercings(p, q).into_iter().chain(piercings(q, p)).flatten();
    let (count, total) =
        pierced.fold((0.0, [0.0; 3]), |(count, total), point| (count + 1.0, sum(total, point)));
    if count > 0.0 {
        return V::from_f64(total.map(|x| x / count));
    }
    // No edge crosses a face: coplanar, degenerate, or only just touching.
    let corners = p.into_iter().map(|corner| (corner, nearest_on_triangle(q, corner)));
    let others = q.into_iter().map(|corner| (corner, nearest_on_triangle(p, corner)));
    let edges = (0..9).map(|k| {
        let (i, j) = (k / 3, k % 3);
        nearest_of_segments([p[i], p[(i + 1) % 3]], [q[j], q[(j + 1) % 3]])
    });
    let distance = |(a, b): &(Point, Point)| dot(difference(*a, *b), difference(*a, *b));
    let nearest =
        corners.chain(others).chain(edges).min_by(|one, other| distance(one).total_cmp(&distance(other)));
    let (one, other) = nearest.unwrap_or((p[0], p[0]));
    V::from_f64(std::array::from_fn(|i| one[i] * 0.5 + other[i] * 0.5))
}

/// Where the edges of one triangle cross the inside of the other, in space.
fn piercings(edges: [Point; 3], face: [Point; 3]) -> [Option<Point>; 3] {
    let normal = cross(difference(face[1], face[0]), difference(face[2], face[0]));
    std::array::from_fn(|i| {
        let (start, end) = (edges[i], edges[(i + 1) % 3]);
        let heights = [start, end].map(|point| dot(difference(point, face[0]), normal));
        if heights[0] * heights[1] >= 0.0 {
            return None;
        }
        let t = heights[0] / (heights[0] - heights[1]);
        let point = sum(start, difference(end, start).map(|x| x * t));
        let is_inside = (0..3).all(|k| {
            let (from, to) = (face[k], face[(k + 1) % 3]);
            dot(cross(difference(to, from), difference(point, from)), normal) >= 0.0
        });
        is_inside.then_some(point)
    })
}

/// Source: Ericson 2005, §5.1.5, by way of the three edges.
pub(crate) fn nearest_on_triangle(face: [Point; 3], point: Point) -> Point {
    let normal = cross(difference(face[1], face[0]), difference(face[2], face[0]));
    let square = dot(normal, normal);
    let is_above = (0..3).all(|k| {
        let (from, to) = (face[k], face[(k + 1) % 3]);
        dot(cross(difference(to, from), difference(point, from)), normal) >= 0.0
    });
    if is_above && square > 0.0 {
        let height = dot(difference(point, face[0]), normal) / square;
        return difference(point, normal.map(|x| x * height));
    }
    let distance = |other: &Point| dot(difference(*other, point), difference(*other, point));
    (0..3)
        .map(|k| nearest_of_segments([face[k], face[(k + 1) % 3]], [point, point]).0)
        .min_by(|one, other| distance(one).total_cmp(&distance(other)))
        .unwrap_or(face[0])
}

/// Source: Ericson 2005, §5.1.9.
fn nearest_of_segments([a, a_end]: [Point; 2], [b, b_end]: [Point; 2]) -> (Point, Point) {
    let (along_a, along_b, between) = (difference(a_end, a), difference(b_end, b), difference(a, b));
    let (aa, bb, ab) = (dot(along_a, along_a), dot(along_b, along_b), dot(along_a, along_b));
    let (ac, bc) = (dot(along_a, between), dot(along_b, between));
    let fraction = |numerator: f64, denominator: f64| {
        if denominator > 0.0 { (numerator / denominator).clamp(0.0, 1.0) } else { 0.0 }
    };
    let s = fraction(ab * bc - ac * bb, aa * bb - ab * ab);
    let t = fraction(ab * s + bc, bb);
    let s = fraction(ab * t - ac, aa);
    (sum(a, along_a.map(|x| x * s)), sum(b, along_b.map(|x| x * t)))
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use proptest::prelude::*;

    use super::*;

    fn lattice() -> impl Strategy<Value = Triangle<DVec3>> {
        let point = prop::array::uniform3(-2i8..=2).prop_map(|p| DVec3::from_array(p.map(f64::from)));
        prop::array::uniform3(point).prop_map(Triangle::of)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(20_000)))]

        #[test]
        fn orientations_agree_with_separating_axes(a in lattice(), b in lattice()) {
            prop_assert_eq!(triangle_triangle(&a, &b), polyhedra::relation(&a, &b));
        }

        #[test]
        fn contact_points_lie_on_both(a in lattice(), b in lattice()) {
            if triangle_triangle(&a, &b) != Relation::Disjoint {
                let point = contact_point(&a, &b).to_f64();
                for triangle in [a, b] {
                    let nearest = nearest_on_triangle(triangle.points().map(DVec3::to_f64), point);
                    let gap = difference(point, nearest);
                    prop_assert!(dot(gap, gap).sqrt() < 1e-12, "{:?} off by {:?}", point, gap);
                }
            }
        }
    }
}
