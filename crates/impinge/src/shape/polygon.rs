//! Simple polygons in 2D, convex or not.

mod ear_clipping;
mod hertel_mehlhorn;
mod reflex_tree;
mod self_intersection;
mod simplify;

#[cfg(test)]
mod tests;

use std::cmp::Ordering;

pub use ear_clipping::triangulate;

use super::hull::scale_for;
use super::{Aabb, Hull};
use crate::math::{Vector, orientation_2d};

/// Simple polygon: the area inside a closed polyline that does not meet itself.
///
/// Edge `i` leads from point `i` to the next, and the last edge leads back to the first point. The inside is
/// on the left. Points may be collinear with their neighbours.
///
/// ```
/// use glam::DVec2;
/// use impinge::shape::Polygon;
/// // A room with a corner cut out of it.
/// let room = [(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (2.0, 2.0), (2.0, 3.0), (0.0, 3.0)];
/// let room = Polygon::new(&room.map(DVec2::from))?;
/// assert_eq!((room.points().len(), room.area()), (6, 10.0));
/// assert_eq!(room.aabb().size(), DVec2::new(4.0, 3.0));
/// // The convex hull leaves out the inner corner.
/// assert!(!room.is_convex());
/// assert_eq!((room.hull().vertices().len(), room.hull().volume()), (5, 11.0));
/// # Ok::<(), impinge::shape::PolygonError>(())
/// ```
///
/// Polygons exist only in 2D: with 3D vectors this does not compile.
///
/// ```compile_fail
/// use glam::Vec3;
/// impinge::shape::Polygon::new(&[Vec3::ZERO, Vec3::X, Vec3::Y]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon<V> {
    points: Vec<V>,
    bounds: Aabb<V>,
}

/// Error of [`Polygon::new`].
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PolygonError {
    /// A point is NaN or infinite.
    #[error("point {point} must be finite, but is {value}")]
    NotFinite {
        /// Number of the point.
        point: usize,
        /// Value of the point.
        value: String,
    },
    /// The polygon has fewer than three different points.
    #[error("a polygon needs three points or more, but there are {points} that differ from the one before")]
    TooFewPoints {
        /// Number of points, without immediate repetitions.
        points: usize,
    },
    /// Two edges meet other than at their common end.
    #[error(
        "the edges after points {} and {} meet; a polygon must not cross, touch or fold back on itself",
        edges[0], edges[1]
    )]
    SelfIntersection {
        /// The edges, each by the number of its first point in the input.
        edges: [usize; 2],
    },
}

impl<V: Vector> Polygon<V> {
    /// Creates a polygon from its boundary points, in either direction.
    ///
    /// Points that repeat the previous one are dropped. The direction becomes counter-clockwise, and the
    /// first point stays the first. Whether edges meet is decided exactly, in O(n log n) time.
    ///
    /// # Errors
    /// If a point is not finite, fewer than three points differ from the previous one, or edges meet other
    /// than at their ends.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::{Polygon, PolygonError};
    /// let [a, b, c, d] = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    /// let square = Polygon::new(&[a, d, c, b])?;
    /// assert_eq!(square.points(), [a, b, c, d]);
    /// assert_eq!(Polygon::new(&[a, c, b, d]), Err(PolygonError::SelfIntersection { edges: [0, 2] }));
    /// # Ok::<(), impinge::shape::PolygonError>(())
    /// ```
    #[inline]
    pub fn new(points: &[V]) -> Result<Self, PolygonError> {
        const { assert!(V::DIMENSION == 2, "polygons are for the plane: use `Vec2` or `DVec2`") }
        V::shape_polygon(points)
    }

    /// As [`Polygon::new`]; in 3D, for the points without their third coordinates.
    pub(crate) fn seen_from_above(points: &[V]) -> Result<Self, PolygonError> {
        if let Some(point) = points.iter().position(|point| !point.is_finite()) {
            return Err(PolygonError::NotFinite { point, value: format!("{:?}", points[point]) });
        }
        let mut kept: Vec<(usize, V)> = points.iter().copied().enumerate().collect();
        kept.dedup_by(|(_, later), (_, earlier)| later == earlier);
        while kept.len() > 1 && kept.first().map(|kept| kept.1) == kept.last().map(|kept| kept.1) {
            kept.pop();
        }
        let mut points: Vec<V> = kept.iter().map(|&(_, point)| point).collect();
        let bounds = match Aabb::from_points(points.iter().copied()) {
            Ok(bounds) if points.len() >= 3 => bounds,
            _ => return Err(PolygonError::TooFewPoints { points: points.len() }),
        };
        if let Some(edges) = self_intersection::meeting_edges(&points) {
            return Err(PolygonError::SelfIntersection { edges: edges.map(|edge| kept[edge].0) });
        }
        // At the lowest point the boundary turns, otherwise the two edges there would overlap.
        let count = points.len();
        let lexicographic = |&a: &usize, &b: &usize| {
            planar(points[a]).partial_cmp(&planar(points[b])).unwrap_or(Ordering::Equal)
        };
        let lowest = (0..count).min_by(lexicographic).unwrap_or(0);
        let corner = [lowest + count - 1, lowest, lowest + 1].map(|i| points[i % count]);
        if turn(corner[0], corner[1], corner[2]) == Ordering::Less {
            points[1..].reverse();
        }
        Ok(Polygon { points, bounds })
    }

    /// Returns the points, counter-clockwise.
    #[inline]
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// Returns the smallest axis-aligned box around the polygon.
    #[inline]
    pub fn aabb(&self) -> Aabb<V> {
        self.bounds
    }

    /// Returns the area, rounded; infinite on overflow.
    #[inline]
    pub fn area(&self) -> f64 {
        V::shape_polygon_area(self)
    }

    pub(super) fn area_inner(&self) -> f64 {
        // Scaled to about 1, so that no product overflows. The sum of infinities of both signs would be NaN.
        let scale = scale_for(self.bounds.min().abs().max(self.bounds.max().abs()).max_element().into());
        let scaled = |point: V| planar(point).map(|x| x * scale);
        let origin = scaled(self.points[0]);
        let spoke = |point: V| [scaled(point)[0] - origin[0], scaled(point)[1] - origin[1]];
        let triangles = self.points[1..].windows(2).map(|pair| {
            let (a, b) = (spoke(pair[0]), spoke(pair[1]));
            a[0] * b[1] - a[1] * b[0]
        });
        (triangles.sum::<f64>() / 2.0).max(0.0) / scale / scale
    }

    /// Returns whether the boundary turns left or goes straight at every point, exactly.
    #[inline]
    pub fn is_convex(&self) -> bool {
        V::shape_polygon_is_convex(self)
    }

    pub(super) fn is_convex_inner(&self) -> bool {
        corners(&self.points).all(|[a, b, c]| turn(a, b, c) != Ordering::Less)
    }

    /// Returns whether a point is inside or on the boundary, exactly.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Polygon;
    /// let roof =
    ///     Polygon::new(&[Vec2::ZERO, Vec2::new(1.0, 1.0), Vec2::new(2.0, 0.0), Vec2::new(1.0, 3.0)])?;
    /// assert!(roof.contains_point(Vec2::new(0.5, 0.5)));
    /// assert!(!roof.contains_point(Vec2::new(0.5, 0.499)));
    /// # Ok::<(), impinge::shape::PolygonError>(())
    /// ```
    #[inline]
    pub fn contains_point(&self, point: V) -> bool {
        V::shape_polygon_contains_point(self, point)
    }

    pub(super) fn contains_point_inner(&self, point: V) -> bool {
        if !self.bounds.contains_point(point) {
            return false;
        }
        // A ray to the left crosses the boundary an odd number of times.
        let mut is_inside = false;
        for [a, b, _] in corners(&self.points) {
            match seen_to_the_left(a, b, point) {
                Crossing::On => return true,
                Crossing::Once => is_inside = !is_inside,
                Crossing::Not => {}
            }
        }
        is_inside
    }

    /// Computes the convex hull.
    #[inline]
    pub fn hull(&self) -> Hull<V> {
        V::shape_polygon_hull(self)
    }

    pub(super) fn hull_inner(&self) -> Hull<V> {
        Hull::around(&self.points, self.bounds)
    }

    /// Decomposes the polygon into convex pieces that cover it and have disjoint interiors.
    ///
    /// There are at most four times as many pieces as the minimum. The result is exact: vertices of pieces
    /// are points of the polygon, and each piece is convex without any tolerance.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Polygon;
    /// let corner = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)];
    /// let corner = Polygon::new(&corner.map(Vec2::from))?;
    /// let pieces = corner.decompose();
    /// assert_eq!(pieces.len(), 2);
    /// assert_eq!(pieces.iter().map(|piece| piece.volume()).sum::<f64>(), corner.area());
    /// # Ok::<(), impinge::shape::PolygonError>(())
    /// ```
    #[inline]
    pub fn decompose(&self) -> Vec<Hull<V>> {
        V::shape_polygon_decompose(self)
    }

    pub(super) fn decompose_inner(&self) -> Vec<Hull<V>> {
        let pieces = hertel_mehlhorn::convex_pieces(&self.points);
        let hull = |piece: Vec<u32>| {
            let points: Vec<V> = piece.iter().map(|&point| self.points[point as usize]).collect();
            Hull::new(&points).ok()
        };
        // A piece always has points, so none is omitted.
        pieces.into_iter().filter_map(hull).collect()
    }

    /// Returns a polygon with fewer points, within a tolerance.
    ///
    /// Each omitted point is within the tolerance of the edge that replaces it. The result has no crossings
    /// and at least three points.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Polygon;
    /// let rough = [(0.0, 0.0), (1.0, 0.01), (2.0, 0.0), (2.0, 1.0), (2.0, 2.0), (0.0, 2.0)];
    /// let rough = Polygon::new(&rough.map(Vec2::from))?;
    /// assert_eq!(rough.simplify(0.1).points().len(), 4);
    /// assert_eq!(rough.simplify(0.0).points().len(), 5);
    /// # Ok::<(), impinge::shape::PolygonError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn simplify(&self, tolerance: V::Scalar) -> Self {
        V::shape_polygon_simplify(self, tolerance)
    }

    pub(super) fn simplify_inner(&self, tolerance: V::Scalar) -> Self {
        let kept = simplify::kept_points(&self.points, tolerance.into());
        let points: Vec<V> = kept.into_iter().map(|point| self.points[point]).collect();
        let bounds = points.iter().fold(Aabb::between(points[0], points[0]), |bounds, &point| {
            bounds.merge(&Aabb::between(point, point))
        });
        Polygon { points, bounds }
    }
}

fn planar<V: Vector>(point: V) -> [f64; 2] {
    let [x, y, _] = point.to_f64();
    [x, y]
}

/// Returns `Greater` if the path from `a` through `b` to `c` turns left, exactly.
pub(crate) fn turn<V: Vector>(a: V, b: V, c: V) -> Ordering {
    orientation_2d(planar(a), planar(b), planar(c))
}

/// Intersection of a ray to the left with an edge.
pub(crate) enum Crossing {
    Not,
    Once,
    /// The start of the ray is on the edge.
    On,
}

/// Intersects the ray from a point to the left with the edge from `a` to `b`, exactly. An end counts as below
/// the ray, so two edges that meet on the ray count once, or twice.
pub(crate) fn seen_to_the_left<V: Vector>(a: V, b: V, point: V) -> Crossing {
    let (low, high) = if a[1] <= b[1] { (a, b) } else { (b, a) };
    if point[1] < low[1] || high[1] < point[1] {
        return Crossing::Not;
    }
    let side = turn(low, high, point);
    if side == Ordering::Equal && a.min(b)[0] <= point[0] && point[0] <= a.max(b)[0] {
        return Crossing::On;
    }
    if point[1] < high[1] && side == Ordering::Less { Crossing::Once } else { Crossing::Not }
}

/// Returns each point between its neighbours: the start and end of edge `i − 1`, and the end of edge `i`.
fn corners<V: Vector>(points: &[V]) -> impl Iterator<Item = [V; 3]> + '_ {
    let count = points.len();
    (0..count).map(move |i| [points[i], points[(i + 1) % count], points[(i + 2) % count]])
}

/// Returns whether a point is in a counter-clockwise triangle or on its boundary.
fn is_in_triangle<V: Vector>([a, b, c]: [V; 3], point: V) -> bool {
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    (0..2).all(|axis| low[axis] <= point[axis] && point[axis] <= high[axis])
        && [(a, b), (b, c), (c, a)].into_iter().all(|(from, to)| turn(from, to, point) != Ordering::Less)
}
