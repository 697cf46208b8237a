//! The smallest rectangle around points in the plane.
//!
//! One of its sides contains an edge of the convex hull. So the hull is built first: a sweep over the
//! points from left to right keeps left turns only. Then four calipers go around the hull once: for
//! each edge, the hull points that are farthest along it, back along it and across from it are the same
//! as for the edge before, or later ones. The turns of the hull are exact; the rounding of the calipers
//! costs a little area at most. Sources: Andrew, "Another efficient algorithm for convex hulls in two
//! dimensions", 1979; Freeman & Shapira, "Determining the minimum-area encasing rectangle for an
//! arbitrary closed curve", 1975; Toussaint, 1983.

use std::cmp::Ordering;

use glam::DVec2;

use crate::math::orientation_2d;

/// The direction of a side, of length 1, and the area.
#[derive(Clone, Copy, Debug)]
pub(super) struct TightRectangle {
    pub(super) side: DVec2,
    pub(super) area: f64,
}

/// Returns the rectangle of the least area, with sides shorter than `thinnest` counted as `thinnest`; `None`
/// without two different points. The points are reordered.
pub(super) fn smallest_rectangle(points: &mut [DVec2], thinnest: f64) -> Option<TightRectangle> {
    let hull = convex_hull(points);
    let count = hull.len();
    let at = |i: usize| hull[i % count];
    let edge = |i: usize| at(i + 1) - at(i);
    if count < 2 {
        return None;
    }
    let mut smallest: Option<TightRectangle> = None;
    let (mut front, mut top, mut back) = (1, 1, 1);
    for i in 0..count {
        let along = direction(edge(i));
        let across = along.perp();
        while front < i + count && along.dot(edge(front)) > 0.0 {
            front += 1;
        }
        top = top.max(front);
        while top < i + count && across.dot(edge(top)) > 0.0 {
            top += 1;
        }
        back = back.max(top);
        while back < i + count && along.dot(edge(back)) < 0.0 {
            back += 1;
        }
        let length = along.dot(at(front) - at(back)).max(thinnest);
        let height = across.dot(at(top) - at(i)).max(thinnest);
        if smallest.is_none_or(|smallest| length * height < smallest.area) {
            smallest = Some(TightRectangle { side: along, area: length * height });
        }
    }
    smallest
}

/// Returns the direction of a vector that may be tiny.
fn direction(vector: DVec2) -> DVec2 {
    (vector / vector.abs().max_element()).normalize()
}

/// Returns the corners of the convex hull, counter-clockwise and without points on a side; one if all points
/// are equal.
fn convex_hull(points: &mut [DVec2]) -> Vec<DVec2> {
    let in_order = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    points.sort_unstable_by(|a, b| in_order(a.x, b.x).then(in_order(a.y, b.y)));
    let mut hull = Vec::with_capacity(points.len().min(64));
    lower_hull(points.iter().copied(), &mut hull);
    let upper_start = hull.len();
    lower_hull(points.iter().rev().copied(), &mut hull);
    // The two chains share their ends.
    hull.pop();
    if upper_start < hull.len() {
        hull.remove(upper_start);
    }
    hull
}

/// Appends the chain of left turns from the first to the last point.
fn lower_hull(points: impl Iterator<Item = DVec2>, hull: &mut Vec<DVec2>) {
    let start = hull.len();
    for point in points {
        while let [.., a, b] = hull[start..]
            && orientation_2d(a.to_array(), b.to_array(), point.to_array()) != Ordering::Greater
        {
            hull.pop();
        }
        if hull[start..].last() != Some(&point) {
            hull.push(point);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn points() -> impl Strategy<Value = Vec<DVec2>> {
        let lattice = (-3..=3, -3..=3).prop_map(|(x, y)| DVec2::new(f64::from(x), f64::from(y)));
        let real = (-1.0..1.0, -1.0..1.0).prop_map(|(x, y)| DVec2::new(x, y));
        prop_oneof![prop::collection::vec(lattice, 1..30), prop::collection::vec(real, 1..30)]
    }

    proptest! {
        #[test]
        fn planar_hull_is_convex_and_contains_the_points(mut points in points()) {
            let hull = convex_hull(&mut points);
            let count = hull.len();
            for i in 0..count {
                let (a, b, c) = (hull[i], hull[(i + 1) % count], hull[(i + 2) % count]);
                let turn = |c: DVec2| orientation_2d(a.to_array(), b.to_array(), c.to_array());
                prop_assert!(count < 3 || turn(c) == Ordering::Greater);
                prop_assert!(points.iter().all(|&p| turn(p) != Ordering::Less));
                prop_assert!(points.contains(&a));
            }
            prop_assert!(count > 1 || points.iter().all(|&p| p == hull[0]));
        }

        #[test]
        fn rectangle_is_smallest_over_all_pairs_of_points(mut points in points()) {
            let Some(rectangle) = smallest_rectangle(&mut points, 0.0) else {
                prop_assert!(points.iter().all(|&p| p == points[0]));
                return Ok(());
            };
            let extent = |along: DVec2| {
                let along = points.iter().map(|p| p.dot(along));
                along.clone().fold(f64::MIN, f64::max) - along.fold(f64::MAX, f64::min)
            };
            let area = |side: DVec2| extent(side) * extent(side.perp());
            prop_assert!((area(rectangle.side) - rectangle.area).abs() < 1e-12);
            for a in &points {
                for b in points.iter().filter(|&b| b != a) {
                    prop_assert!(rectangle.area <= area((*b - *a).normalize()) + 1e-12);
                }
            }
        }
    }

    #[test]
    fn calipers_find_tilted_square() {
        let mut diamond = [DVec2::X, DVec2::Y, -DVec2::X, -DVec2::Y, DVec2::ZERO];
        assert!(smallest_rectangle(&mut diamond, 0.0).is_some_and(|r| (r.area - 2.0).abs() < 1e-15));
        assert!(smallest_rectangle(&mut [DVec2::ONE; 3], 0.0).is_none());
    }
}
