//! The intersection of two triangles in 3D: a segment, with each end given by the features that contain it.
//!
//! The planes of two triangles p and q, with normals n and m, meet in a line L along n × m, of which
//! each triangle cuts out an interval. An interval ends where an edge crosses the other plane, or at a
//! corner in it, and the common segment ends where one of the intervals does. So the test only needs
//! the order of the ends of both intervals along L. An end of p is where a line from u, above m's
//! plane, down to l, which is not above it, crosses L. An end of q is where a line from v down to w
//! crosses L. The four points are in one plane exactly if both ends are at the same place. Otherwise
//! the sign of the orientation of (u, l, v, w) depends only on the order of the ends, so one example
//! determines it: one order cannot change into the other without a zero in between.
//!
//! ```text
//!              lone             The corner that is alone on its side names both ends: by the edge to its
//!              /  \             next corner and by that to the one before. A corner in the other plane is
//!   L ────────●────●────────    an end itself; if both others are, the interval is the edge between them.
//!            /      \
//!         next ──── previous
//! ```
//!
//! Source: Guigue & Devillers, "Fast and Robust Triangle–Triangle Overlap Test Using Orientation Predicates",
//! 2003, §3; here equal positions are distinguished from unequal ones.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use crate::math::orientation_3d;
use crate::math::triple::Point;

/// The smallest feature of a triangle that contains a point, by the numbers of its corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TriangleFeature {
    Corner(usize),
    /// Between two corners, the lesser number first.
    Edge(usize, usize),
    Inside,
}

/// The features of both triangles that contain a point.
pub(super) type FeaturePair = [TriangleFeature; 2];

/// The intersection of two triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TriangleIntersection {
    Nothing,
    /// A segment between two places; a point if they are equal.
    Segment([FeaturePair; 2]),
    /// Unknown: the triangles are coplanar, or one of them is degenerate.
    InOnePlane,
}

/// An end of an interval on L.
#[derive(Clone, Copy)]
struct IntervalEnd {
    upper: Point,
    lower: Point,
    on: TriangleFeature,
}

/// The interval of L in a triangle.
struct LineInterval {
    /// In the direction of L.
    ends: [IntervalEnd; 2],
    /// The feature that contains the points between the ends.
    inside: TriangleFeature,
}

/// Returns the intersection of two triangles; exact.
pub(super) fn intersect_triangles(p: [Point; 3], q: [Point; 3]) -> TriangleIntersection {
    let p_sides = classify_corners(&p, &q);
    if is_one_sided(&p_sides) {
        return TriangleIntersection::Nothing;
    }
    let q_sides = classify_corners(&q, &p);
    if is_one_sided(&q_sides) {
        return TriangleIntersection::Nothing;
    }
    if p_sides == [Equal; 3] || q_sides == [Equal; 3] {
        return TriangleIntersection::InOnePlane;
    }
    let (mut a, b) = (clip_line(&p, &p_sides), clip_line(&q, &q_sides));
    // Because each interval runs along the other's normal × its own.
    a.ends.reverse();
    overlap_intervals(&a, &b)
}

/// Returns the side of another triangle's plane for each corner; `Greater` is the side of its normal.
fn classify_corners(corners: &[Point; 3], other: &[Point; 3]) -> [Ordering; 3] {
    corners.map(|corner| orientation_3d(other[0], other[1], other[2], corner).reverse())
}

fn is_one_sided(sides: &[Ordering; 3]) -> bool {
    sides[0] != Equal && sides[0] == sides[1] && sides[0] == sides[2]
}

/// Returns the interval of L in a triangle that is neither on one side nor in the plane; its direction is the
/// other's normal × its own.
fn clip_line(corners: &[Point; 3], sides: &[Ordering; 3]) -> LineInterval {
    let (lone, is_upper) = find_lone_corner(sides);
    let [next, previous] = [(lone + 1) % 3, (lone + 2) % 3];
    let end = |other: usize| {
        let on = match (sides[lone], sides[other]) {
            (Equal, _) => TriangleFeature::Corner(lone),
            (_, Equal) => TriangleFeature::Corner(other),
            _ => TriangleFeature::Edge(lone.min(other), lone.max(other)),
        };
        let (upper, lower) = if is_upper { (lone, other) } else { (other, lone) };
        IntervalEnd { upper: corners[upper], lower: corners[lower], on }
    };
    let is_edge = sides[next] == Equal && sides[previous] == Equal;
    LineInterval {
        ends: if is_upper { [end(next), end(previous)] } else { [end(previous), end(next)] },
        inside: if is_edge {
            TriangleFeature::Edge(next.min(previous), next.max(previous))
        } else {
            TriangleFeature::Inside
        },
    }
}

/// Returns the corner that is alone on its side, and whether that is the upper side; a corner in the plane is
/// opposite to the two others.
fn find_lone_corner(sides: &[Ordering; 3]) -> (usize, bool) {
    let only = |side: Ordering| {
        let mut corners = (0..3).filter(|&corner| sides[corner] == side);
        corners.next().filter(|_| corners.next().is_none())
    };
    match (only(Greater), only(Less)) {
        (Some(corner), _) => (corner, true),
        (None, Some(corner)) => (corner, false),
        (None, None) => (only(Equal).unwrap_or(0), sides.contains(&Less)),
    }
}

/// Returns the common part of both intervals.
fn overlap_intervals(a: &LineInterval, b: &LineInterval) -> TriangleIntersection {
    // `Less`: the first comes before the second along L.
    let order = |i: usize, j: usize| {
        let (a, b) = (&a.ends[i], &b.ends[j]);
        orientation_3d(a.upper, a.lower, b.upper, b.lower)
    };
    let (end_to_start, start_to_end) = (order(1, 0), order(0, 1));
    if end_to_start == Less || start_to_end == Greater {
        return TriangleIntersection::Nothing;
    }
    let (a_ends, b_ends) = (a.ends.map(|end| end.on), b.ends.map(|end| end.on));
    // An end of one is inside the other, unless it is the other's opposite end.
    let in_a = |other: Ordering, end: usize| if other == Equal { a_ends[end] } else { a.inside };
    let in_b = |other: Ordering, end: usize| if other == Equal { b_ends[end] } else { b.inside };
    let start = match order(0, 0) {
        Less => [in_a(end_to_start, 1), b_ends[0]],
        Equal => [a_ends[0], b_ends[0]],
        Greater => [a_ends[0], in_b(start_to_end, 1)],
    };
    let end = match order(1, 1) {
        Greater => [in_a(start_to_end, 0), b_ends[1]],
        Equal => [a_ends[1], b_ends[1]],
        Less => [a_ends[1], in_b(end_to_start, 0)],
    };
    TriangleIntersection::Segment([start, end])
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use proptest::prelude::*;

    use super::*;
    use crate::narrow::{Collide, Relation};
    use crate::shape::Triangle;

    fn lattice() -> impl Strategy<Value = [Point; 3]> {
        prop::array::uniform3(prop::array::uniform3(-2i8..=2).prop_map(|point| point.map(f64::from)))
    }

    fn triangle(points: [Point; 3]) -> Triangle<DVec3> {
        Triangle::of(points.map(DVec3::from_array))
    }

    #[test]
    fn segment_ends_name_their_features() {
        let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
        let at = |x: f64| [[x, 1.0, -1.0], [x, 1.0, 1.0], [x, 9.0, 1.0]];
        let ends = |q| match intersect_triangles(floor, q) {
            TriangleIntersection::Segment([one, other]) => Some([one, other]),
            _ => None,
        };
        let along_its_length = ends(at(1.0)).expect("it stands in the floor");
        assert!(
            along_its_length.contains(&[TriangleFeature::Inside, TriangleFeature::Edge(0, 1)]),
            "{along_its_length:?}"
        );
        assert!(
            along_its_length.contains(&[TriangleFeature::Edge(1, 2), TriangleFeature::Inside]),
            "{along_its_length:?}"
        );
        // On the edge between the last two corners of the floor, and beyond.
        assert_eq!(ends(at(3.0)), Some([[TriangleFeature::Edge(1, 2), TriangleFeature::Edge(0, 1)]; 2]));
        assert_eq!(intersect_triangles(floor, at(3.5)), TriangleIntersection::Nothing);
        assert_eq!(
            intersect_triangles(floor, floor.map(|[x, y, z]| [x + 1.0, y, z])),
            TriangleIntersection::InOnePlane
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(20_000)))]

        #[test]
        fn intersection_exists_where_triangles_meet(p in lattice(), q in lattice()) {
            let relation = triangle(p).relation(&triangle(q));
            let found = intersect_triangles(p, q);
            match found {
                TriangleIntersection::InOnePlane => {}
                TriangleIntersection::Nothing => prop_assert_eq!(relation, Relation::Disjoint),
                TriangleIntersection::Segment([one, other]) => {
                    prop_assert_ne!(relation, Relation::Disjoint);
                    if relation == Relation::Overlapping {
                        prop_assert_ne!(one, other);
                    }
                }
            }
            // For the opposite orientation, the same segment from the other end.
            let mirrored = match intersect_triangles(q, p) {
                TriangleIntersection::Segment(ends) => {
                    let [one, other] = ends.map(|[on_q, on_p]| [on_p, on_q]);
                    TriangleIntersection::Segment([other, one])
                }
                other => other,
            };
            prop_assert_eq!(mirrored, found);
        }
    }
}
