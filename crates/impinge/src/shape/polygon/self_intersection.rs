//! Test whether a closed polyline meets itself, in O(n log n) time.
//!
//! A line sweeps over the points in lexicographic order, and the edges that it crosses are kept in their
//! order along it. Two edges that meet are adjacent in that order before the place where they meet, so only
//! edges that become neighbours are compared. The sweep ends where the polyline meets itself, so the order of
//! two edges never changes. Every decision is exact.
//!
//! Source: Shamos and Hoey, "Geometric intersection problems", 1976.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Bound;

use super::planar;
use crate::math::{Vector, orientation_2d};

/// Returns two edges, each by the number of its first point, that have more in common than a simple polygon
/// allows, the lesser number first. No two consecutive points are the same.
pub(super) fn meeting_edges<V: Vector>(points: &[V]) -> Option<[usize; 2]> {
    let points: Vec<[f64; 2]> = points.iter().map(|&point| planar(point)).collect();
    let count = points.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_unstable_by(|&a, &b| lexicographic(points[a], points[b]).then(a.cmp(&b)));
    // Two edges meet at a point that occurs twice.
    let twice = order.windows(2).find(|pair| points[pair[0]] == points[pair[1]]);
    if let Some(pair) = twice {
        return Some([pair[0], pair[1]]);
    }
    let edge = |number: usize| SweepEdge::new(number, points[number], points[(number + 1) % count]);
    let mut crossed: BTreeSet<SweepEdge> = BTreeSet::new();
    for point in order {
        let incident = [(point + count - 1) % count, point].map(edge);
        let starts = |edge: &&SweepEdge| edge.left == points[point];
        for ending in incident.iter().filter(|edge| !starts(edge)) {
            let [below, above] = neighbours(&crossed, ending);
            crossed.remove(ending);
            if let (Some(below), Some(above)) = (below, above)
                && below.meets(&above, &points)
            {
                return Some(numbers(&below, &above));
            }
        }
        for starting in incident.iter().filter(starts) {
            let beside = neighbours(&crossed, starting).into_iter().flatten();
            if let Some(met) = crossed.get(starting).copied() {
                // It begins on that edge.
                return Some(numbers(&met, starting));
            }
            if let Some(met) = beside.into_iter().find(|other| starting.meets(other, &points)) {
                return Some(numbers(&met, starting));
            }
            crossed.insert(*starting);
        }
    }
    None
}

/// Returns the edges below and above an edge, which may be among them.
fn neighbours(crossed: &BTreeSet<SweepEdge>, edge: &SweepEdge) -> [Option<SweepEdge>; 2] {
    let below = crossed.range(..edge).next_back();
    let above = crossed.range((Bound::Excluded(edge), Bound::Unbounded)).next();
    [below.copied(), above.copied()]
}

fn numbers(one: &SweepEdge, other: &SweepEdge) -> [usize; 2] {
    [one.number.min(other.number), one.number.max(other.number)]
}

fn lexicographic(a: [f64; 2], b: [f64; 2]) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

/// An edge from its lexicographically lesser end to the other.
///
/// Edges that a sweep crosses at the same time are ordered by where it crosses them. Edges of which one
/// begins on the other are equal.
#[derive(Clone, Copy, Debug)]
struct SweepEdge {
    number: usize,
    left: [f64; 2],
    right: [f64; 2],
}

impl SweepEdge {
    fn new(number: usize, from: [f64; 2], to: [f64; 2]) -> Self {
        let [left, right] = if lexicographic(from, to).is_le() { [from, to] } else { [to, from] };
        SweepEdge { number, left, right }
    }

    /// Returns the side of the edge on which a point lies: greater is above.
    fn side(&self, point: [f64; 2]) -> Ordering {
        orientation_2d(self.left, self.right, point)
    }

    /// Returns whether two edges have more in common than a simple polygon allows: an end, if they are
    /// consecutive.
    fn meets(&self, other: &SweepEdge, points: &[[f64; 2]]) -> bool {
        let count = points.len();
        let [first, second] = numbers(self, other);
        let [a, b] = [first, first + 1].map(|point| points[point % count]);
        let [c, d] = [second, second + 1].map(|point| points[point % count]);
        if second == first + 1 {
            return folds_back(a, b, d);
        }
        if (second + 1) % count == first {
            return folds_back(c, a, b);
        }
        let overlaps = (0..2).all(|axis| {
            a[axis].min(b[axis]) <= c[axis].max(d[axis]) && c[axis].min(d[axis]) <= a[axis].max(b[axis])
        });
        // With overlapping boxes, segments meet unless the line of one leaves the other on one side.
        let is_apart = |a, b, c, d| {
            let [of_c, of_d] = [c, d].map(|end| orientation_2d(a, b, end));
            of_c == of_d && of_c != Ordering::Equal
        };
        overlaps && !is_apart(a, b, c, d) && !is_apart(c, d, a, b)
    }
}

impl Ord for SweepEdge {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.number == other.number {
            return Ordering::Equal;
        }
        // At the start of the later edge, the other is already present.
        match lexicographic(self.left, other.left) {
            Ordering::Less => self.side(other.left).reverse(),
            Ordering::Greater => other.side(self.left),
            Ordering::Equal => other.side(self.right),
        }
    }
}

impl PartialOrd for SweepEdge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for SweepEdge {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for SweepEdge {}

/// Returns whether the path from `a` to `b` folds back on itself to `c`. No two consecutive points are the
/// same.
fn folds_back(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> bool {
    let ways_differ =
        |axis: usize| (a[axis] < b[axis] && c[axis] < b[axis]) || (a[axis] > b[axis] && c[axis] > b[axis]);
    orientation_2d(a, b, c) == Ordering::Equal && (ways_differ(0) || ways_differ(1))
}

#[cfg(test)]
mod tests {
    use glam::DVec2;
    use proptest::prelude::*;

    use super::*;

    /// Returns any two edges that meet, by testing all pairs.
    fn any_meet(points: &[DVec2]) -> bool {
        let points: Vec<[f64; 2]> = points.iter().map(|&point| point.to_array()).collect();
        let edge =
            |number: usize| SweepEdge::new(number, points[number], points[(number + 1) % points.len()]);
        (0..points.len()).any(|one| (0..one).any(|other| edge(one).meets(&edge(other), &points)))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(3000)))]

        /// On a small grid points often lie on each other and on edges, and edges on each other.
        #[test]
        fn finds_a_pair_that_meets_if_there_is_one(
            points in prop::collection::vec((-3i32..=3, -3i32..=3), 3..12),
        ) {
            let mut points: Vec<DVec2> =
                points.into_iter().map(|(x, y)| DVec2::new(x.into(), y.into())).collect();
            points.dedup();
            while points.len() > 1 && points.first() == points.last() {
                points.pop();
            }
            prop_assume!(points.len() >= 3);
            let found = meeting_edges(&points);
            prop_assert_eq!(found.is_some(), any_meet(&points));
            if let Some([first, second]) = found {
                let flat: Vec<[f64; 2]> = points.iter().map(|&point| point.to_array()).collect();
                let edge = |number: usize| SweepEdge::new(number, flat[number], flat[(number + 1) % flat.len()]);
                prop_assert!(first < second && edge(first).meets(&edge(second), &flat), "{} {}", first, second);
            }
        }
    }
}
