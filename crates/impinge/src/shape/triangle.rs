//! Triangles: solid in the plane, flat in space.

use super::ShapeError;
use crate::math::Vector;

/// The convex hull of three points. They may coincide or lie on a line: then it is a segment or a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<V> {
    points: [V; 3],
}

impl<V: Vector> Triangle<V> {
    /// The triangle with three corners, in either orientation.
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

    /// The corners.
    #[inline(always)]
    pub fn points(&self) -> [V; 3] {
        self.points
    }
}
