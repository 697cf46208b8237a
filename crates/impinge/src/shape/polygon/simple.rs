//! Whether a closed line meets itself, in n log n steps.
//!
//! A line sweeps over the points in lexicographic order, and the edges that it crosses are kept in their
//! order along it. Two edges that meet are beside each other in that order before the place where they meet,
//! so only edges that become neighbours are compared. Where the line meets itself, the sweep ends there, so
//! that the order stays the same as long as two edges are in it. Every decision is exact.
//!
//! Source: Shamos and Hoey, "Geometric intersection problems", 1976.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Bound;

use super::planar;
use crate::math::{Vector, orientation_2d};

/// Two edges, each by the number of its first point, that have more in common than a simple polygon allows:
/// the lesser number first. No two points in a row are the same.
pub(super) fn meeting_edges<V: Vector>(points: &[V]) -> Option<[usize; 2]> {
    let points: Vec<[f64; 2]> = points.iter().map(|&point| planar(point)).collect();
    let count = points.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_unstable_by(|&a, &b| lexicographic(points[a], points[b]).then(a.cmp(&b)));
    // A point that is there twice is where two edges meet.
    let twice = order.windows(2).find(|pair| points[pair[0]] == points[pair[1]]);
    if let Some(pair) = twice {
        return Some([pair[0], pair[1]]);
    }
    let edge = |number: usize| Edge::new(number, points[number], points[(number + 1) % count]);
    let mut crossed: BTreeSet<Edge> = BTreeSet::new();
    for point in order {
        let incident = [(point + count - 1) % count, point].map(edge);
        let starts = |edge: &&Edge| edge.left == points[point];
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
                // It begins on that one.
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

/// The edges below and above one, which may be among them.
fn neighbours(crossed: &BTreeSet<Edge>, edge: &Edge) -> [Option<Edge>; 2] {
    let below = crossed.range(..edge).next_back();
    let above = crossed.range((Bound::Excluded(edge), Bound::Unbounded)).next();
    [below.copied(), above.copied()]
}

fn numbers(one: &Edge, other: &Edge) -> [usize; 2] {
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
struct Edge {
    number: usize,
    left: [f64; 2],
    right: [f64; 2],
}

impl Edge {
    fn new(number: usize, from: [f64; 2], to: [f64; 2]) -> Self {
        let [left, right] = if lexicographic(from, to).is_le() { [from, to] } else { [to, from] };
        Edge { number, left, right }
    }

    /// On which side of the edge is a point? Greater above it.
    fn side(&self, point: [f64; 2]) -> Ordering {
        orientation_2d(self.left, self.right, point)
    }

    /// Has it more in common with another than edges of a simple polygon may have: an end, if they follow
    /// each other?
    fn meets(&self, other: &Edge, points: &[[f64; 2]]) -> bool {
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

impl Ord for Edge {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.number == other.number {
            return Ordering::Equal;
        }
        // Where the later of both begins, the other is there already.
        match lexicographic(self.left, other.left) {
            Ordering::Less => self.side(other.left).reverse(),
            Ordering::Greater => other.side(self.left),
            Ordering::Equal => other.side(self.right),
        }
    }
}

impl PartialOrd for Edge {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Edge {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Edge {}

/// Does the way from `a` to `b` go back on itself to `c`? No two points in a row are the same.
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

    /// Any two edges that meet, each with each.
    fn any_meet(points: &[DVec2]) -> bool {
        let points: Vec<[f64; 2]> = points.iter().map(|&point| point.to_array()).collect();
        let edge = |number: usize| Edge::new(number, points[number], points[(number + 1) % points.len()]);
        (0..points.len()).any(|one| (0..one).any(|other| edge(one).meets(&edge(other), &points)))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(crate::demand::random_cases(3000)))]

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
                let edge = |number: usize| Edge::new(number, flat[number], flat[(number + 1) % flat.len()]);
                prop_assert!(first < second && edge(first).meets(&edge(second), &flat), "{} {}", first, second);
            }
        }
    }
}
