//! Triangulation of a polygon by ear clipping.
//!
//! An ear is a triangle of three consecutive corners that turns left and that the boundary does not enter.
//! Every simple polygon has one, also with corners along straight edges (Meisters 1975). Orientations are
//! exact, so clipping ends only when the polygon is used up.
//!
//! Clipping an ear can only change whether its two neighbours are ears, so each clip tests two corners. A
//! test searches a tree of the reflex corners ([`ReflexTree`]). `earcut` searches along a space-filling curve
//! instead, which visits most corners for each long, thin ear of a star or spiral.
//!
//! Source: O'Rourke, "Computational Geometry in C", 1998, §1.4.

use std::collections::VecDeque;

use super::reflex_tree::{ReflexTree, is_left_or_on};

/// Triangulates a polygon by ear clipping. Returns counter-clockwise triangles, as indices of its points.
///
/// The points go around the polygon counter-clockwise; the last connects to the first. The polygon must be
/// simple, but its boundary may touch itself where the inside stays connected. To leave out a hole, join it
/// to the outline by a bridge: go to a point of the hole, clockwise around the hole, and back. Both ends of
/// the bridge occur twice.
///
/// A polygon of `n` points has `n − 2` triangles, with points along straight edges too. Orientations are
/// exact for all finite coordinates, so no triangle is flipped or without area.
///
/// There is no error:
/// - No triangle is returned for fewer than three points, more than [`u32::MAX`] points, or a coordinate
///   that is NaN or infinite.
/// - If points go clockwise, repeat the one before, fold back or cross the boundary, triangles may be
///   missing, overlap or lie outside. [`Polygon::new`](super::Polygon::new) rejects crossing and touching
///   boundaries, and puts the points in order.
///
/// Takes O(n log n) time in practice: at most 3 n corners are tested for being an ear, each by a search in a
/// tree of the reflex corners.
///
/// Source: O'Rourke, "Computational Geometry in C", 1998, §1.4.
///
/// ```
/// use impinge::shape::triangulate;
/// let l_shape = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
/// assert_eq!(triangulate(&l_shape).len(), 4);
///
/// // A square with a square hole: the bridge goes from (0, 0) to (1, 1) and back.
/// let outline = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [0.0, 3.0], [0.0, 0.0]];
/// let hole = [[1.0, 1.0], [1.0, 2.0], [2.0, 2.0], [2.0, 1.0], [1.0, 1.0]];
/// let ring = [outline, hole].concat();
/// let triangles = triangulate(&ring);
/// assert_eq!(triangles.len(), ring.len() - 2);
/// let area = |triangle: &[u32; 3]| {
///     let [a, b, c] = triangle.map(|corner| ring[corner as usize]);
///     ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2.0
/// };
/// assert_eq!(triangles.iter().map(area).sum::<f64>(), 9.0 - 1.0);
/// ```
pub fn triangulate(points: &[[f64; 2]]) -> Vec<[u32; 3]> {
    clip_ears(points).0
}

/// Returns the triangles, and the number of boxes and corners visited.
fn clip_ears(points: &[[f64; 2]]) -> (Vec<[u32; 3]>, usize) {
    let is_finite = points.as_flattened().iter().all(|coordinate| coordinate.is_finite());
    match u32::try_from(points.len()) {
        Ok(count) if count >= 3 && is_finite => EarClipper::new(points, count).clip_all(),
        _ => (Vec::new(), 0),
    }
}

/// The remaining polygon, as a ring of corners.
struct EarClipper<'a> {
    points: &'a [[f64; 2]],
    previous: Vec<u32>,
    next: Vec<u32>,
    /// The boundary can enter a triangle only around a reflex corner, so the tree has no others.
    reflex: ReflexTree,
    turns_left: Vec<bool>,
    is_ear: Vec<bool>,
    queue: VecDeque<u32>,
}

impl<'a> EarClipper<'a> {
    fn new(points: &'a [[f64; 2]], count: u32) -> Self {
        let mut clipper = EarClipper {
            points,
            previous: (0..count).map(|i| (i + count - 1) % count).collect(),
            next: (0..count).map(|i| (i + 1) % count).collect(),
            reflex: ReflexTree::default(),
            turns_left: Vec::new(),
            is_ear: vec![false; points.len()],
            queue: VecDeque::with_capacity(points.len()),
        };
        clipper.turns_left = (0..count).map(|corner| clipper.does_turn_left(corner)).collect();
        let reflex = (0..count).filter(|&corner| !clipper.turns_left[corner as usize]);
        let reflex = reflex.map(|corner| (points[corner as usize], corner));
        clipper.reflex = ReflexTree::new(reflex, points.len());
        for corner in 0..count {
            clipper.update_ear(corner);
        }
        clipper
    }

    fn clip_all(mut self) -> (Vec<[u32; 3]>, usize) {
        let count = self.points.len() - 2;
        let mut triangles = Vec::with_capacity(count);
        // First in, first out: successive ears at the same place would be long, thin triangles.
        while triangles.len() < count
            && let Some(corner) = self.queue.pop_front()
        {
            if std::mem::take(&mut self.is_ear[corner as usize]) {
                triangles.push(self.clip(corner));
            }
        }
        (triangles, self.reflex.visited)
    }

    /// A corner between its neighbours.
    fn triangle(&self, corner: u32) -> [u32; 3] {
        [self.previous[corner as usize], corner, self.next[corner as usize]]
    }

    fn point(&self, corner: u32) -> [f64; 2] {
        self.points[corner as usize]
    }

    fn does_turn_left(&self, corner: u32) -> bool {
        let [a, b, c] = self.triangle(corner).map(|corner| self.point(corner));
        !is_left_or_on([b, a], c)
    }

    /// Removes a corner and returns its triangle.
    fn clip(&mut self, corner: u32) -> [u32; 3] {
        let ear = self.triangle(corner);
        let [before, _, after] = ear;
        (self.next[before as usize], self.previous[after as usize]) = (after, before);
        for neighbour in [before, after] {
            // A corner that turns left still does afterwards: clipping only reduces its angle.
            if !self.turns_left[neighbour as usize] && self.does_turn_left(neighbour) {
                self.turns_left[neighbour as usize] = true;
                self.reflex.remove(neighbour);
            }
            self.update_ear(neighbour);
        }
        ear
    }

    /// Tests whether a corner is the tip of an ear, and queues it if it has become one.
    fn update_ear(&mut self, corner: u32) {
        let is_ear = self.turns_left[corner as usize] && self.is_empty(corner);
        if !std::mem::replace(&mut self.is_ear[corner as usize], is_ear) && is_ear {
            self.queue.push_back(corner);
        }
    }

    /// Tests whether the boundary stays out of the triangle of a corner and its neighbours.
    fn is_empty(&mut self, corner: u32) -> bool {
        let ear = self.triangle(corner);
        let triangle = ear.map(|corner| self.point(corner));
        let EarClipper { reflex, previous, next, points, .. } = self;
        !reflex.any_in(triangle, |other, point| {
            if ear.contains(&other) {
                return false;
            }
            let Some(place) = triangle.iter().position(|&tip| tip == point) else { return true };
            // Another corner coincides with one of the ear: the boundary either enters there or only touches.
            let [tip, after, before] = [0, 1, 2].map(|step| triangle[(place + step) % 3]);
            let is_within =
                |point: [f64; 2]| !is_left_or_on([after, tip], point) && !is_left_or_on([tip, before], point);
            let ends = [previous[other as usize], next[other as usize]];
            ends.iter().any(|&end| is_within(points[end as usize]))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns twice the signed area.
    fn cross([a, b, c]: [[f64; 2]; 3]) -> f64 {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    }

    /// Asserts that triangles turn left and have the area of the polygon. Coordinates are small integers.
    fn assert_covered(points: &[[f64; 2]]) {
        let triangles = triangulate(points);
        assert_eq!(triangles.len(), points.len() - 2, "{points:?}");
        let areas: Vec<f64> =
            triangles.iter().map(|triangle| cross(triangle.map(|corner| points[corner as usize]))).collect();
        assert!(areas.iter().all(|&area| area > 0.0), "{points:?}");
        let whole: f64 = points.windows(2).map(|edge| cross([points[0], edge[0], edge[1]])).sum();
        assert_eq!(areas.iter().sum::<f64>(), whole, "{points:?}");
    }

    /// Alternating radii: ears are long and thin.
    fn star(count: usize) -> Vec<[f64; 2]> {
        let radius = |i: usize| if i.is_multiple_of(2) { 1.0 } else { 0.5 };
        let angle = |i: usize| i as f64 / count as f64 * std::f64::consts::TAU;
        (0..count).map(|i| [radius(i) * libm::cos(angle(i)), radius(i) * libm::sin(angle(i))]).collect()
    }

    /// A band of twenty turns.
    fn spiral(count: usize) -> Vec<[f64; 2]> {
        let half = count / 2;
        let at = |i: usize, out: f64| {
            let angle = i as f64 / half as f64 * 20.0 * std::f64::consts::TAU;
            let radius = 1.0 + angle + out;
            [radius * libm::cos(angle), radius * libm::sin(angle)]
        };
        (0..half).map(|i| at(i, 3.0)).chain((0..half).rev().map(|i| at(i, 0.0))).collect()
    }

    fn comb(count: usize) -> Vec<[f64; 2]> {
        let teeth = (0..count - 2).rev().map(|i| [i as f64, if i.is_multiple_of(2) { 0.0 } else { 1000.0 }]);
        [[0.0, -1.0], [count as f64, -1.0]].into_iter().chain(teeth).collect()
    }

    /// Eight times the corners may not take sixty-four times the steps.
    #[test]
    fn ear_clipping_takes_nearly_linear_steps() {
        for (name, shape) in
            [("star", star as fn(usize) -> Vec<[f64; 2]>), ("spiral", spiral), ("comb", comb)]
        {
            let steps = |count: usize| {
                let (triangles, steps) = clip_ears(&shape(count));
                assert_eq!(triangles.len(), count - 2, "{name}");
                steps
            };
            let (few, many) = (steps(4_000), steps(32_000));
            assert!(many < 12 * few, "{name}: {few} and {many}");
        }
    }

    /// On a grid many corners are collinear or directly above each other.
    #[test]
    fn ear_clipping_is_exact_on_a_grid() {
        let mut seed = 7_u64;
        let mut random = move |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((seed >> 33) % below) as f64
        };
        for _ in 0..2000 {
            // Monotone along x, so that it does not cross itself.
            let mut points: Vec<[f64; 2]> = (0..12).map(|x| [x as f64, -1.0 - random(4)]).collect();
            points.extend((0..12).rev().map(|x| [x as f64, random(4)]));
            assert_covered(&points);
        }
    }

    /// Whichever corner is the first.
    #[test]
    fn ear_clipping_takes_boundaries_that_touch() {
        let bridge: &[i8] = &[0, 0, 4, 0, 4, 4, 0, 4, 0, 0, 1, 2, 2, 3, 3, 2, 1, 2];
        // Two bridges start at the same corner.
        let two_bridges: &[i8] =
            &[0, 0, 9, 0, 9, 9, 0, 9, 0, 0, 1, 4, 1, 6, 3, 6, 3, 4, 1, 4, 0, 0, 4, 1, 4, 3, 6, 3, 6, 1, 4, 1];
        let hole_at_edge: &[i8] = &[0, 0, 2, 0, 1, 1, 2, 2, 3, 1, 2, 0, 4, 0, 4, 4, 0, 4];
        for coordinates in [bridge, two_bridges, hole_at_edge] {
            let points = coordinates.as_chunks().0.iter().map(|point: &[i8; 2]| point.map(f64::from));
            let mut points: Vec<[f64; 2]> = points.collect();
            for _ in 0..points.len() {
                assert_covered(&points);
                points.rotate_left(1);
            }
        }
    }

    /// Differences of such coordinates overflow.
    #[test]
    fn ear_clipping_takes_coordinates_near_the_largest() {
        let star = star(100);
        for scale in [2f64.powi(1023), 2f64.powi(-900)] {
            let scaled: Vec<[f64; 2]> = star.iter().map(|&[x, y]| [x * scale, y * scale]).collect();
            assert_eq!(triangulate(&scaled), triangulate(&star), "{scale}");
        }
    }

    #[test]
    fn ear_clipping_returns_nothing_without_a_finite_triangle() {
        let triangle = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        assert_eq!(triangulate(&triangle), [[2, 0, 1]]);
        for points in [&triangle[..0], &triangle[..1], &triangle[..2]] {
            assert!(triangulate(points).is_empty());
        }
        for wrong in [f64::NAN, f64::INFINITY] {
            assert!(triangulate(&[triangle[0], triangle[1], [wrong, 1.0]]).is_empty());
        }
        let [a, b, c] = triangle;
        assert!(triangulate(&[c, b, a]).is_empty());
        assert!(triangulate(&[a, b, [2.0, 0.0]]).is_empty());
    }
}
