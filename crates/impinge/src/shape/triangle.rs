//! Triangles: solid in the plane, flat in space.

use super::{Aabb, ShapeError};
use crate::math::{Vector, orientation_2d};

/// The convex hull of three points. They may coincide or lie on a line: then it is a segment or a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<V> {
    points: [V; 3],
}

impl<V: Vector> Triangle<V> {
    /// The triangle with three corners, in either orientation.
    ///
    /// # Errors
    /// If a corner is not finite.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Triangle;
    /// let corner = Triangle::new([Vec2::ZERO, Vec2::X, Vec2::Y])?;
    /// assert_eq!(corner.points()[2], Vec2::Y);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(points: [V; 3]) -> Result<Self, ShapeError> {
        for point in points {
            ShapeError::finite("point", point)?;
        }
        Ok(Triangle { points })
    }

    /// The triangle with three corners that are known to be finite.
    #[inline(always)]
    pub(crate) fn of(points: [V; 3]) -> Self {
        Triangle { points }
    }

    /// The box around it.
    #[inline]
    pub(crate) fn bounds(&self) -> Aabb<V> {
        let [a, b, c] = self.points;
        Aabb::between(a.min(b).min(c), a.max(b).max(c))
    }

    /// Has it no area? Exactly: its corners are on one line, or in one place.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::shape::Triangle;
    /// let needle = |z| Triangle::new([DVec3::ZERO, DVec3::X, DVec3::new(0.5, 0.0, z)]);
    /// assert!(needle(0.0)?.is_degenerate() && !needle(1e-300)?.is_degenerate());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn is_degenerate(&self) -> bool {
        let corners = self.points.map(V::to_f64);
        // Seen along each axis, it is a line.
        let is_line = |[x, y]: [usize; 2]| {
            let [a, b, c] = corners.map(|corner| [corner[x], corner[y]]);
            orientation_2d(a, b, c).is_eq()
        };
        [[0, 1], [1, 2], [2, 0]].into_iter().all(is_line)
    }

    /// The corners.
    #[inline(always)]
    pub fn points(&self) -> [V; 3] {
        self.points
    }
}
