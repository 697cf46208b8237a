//! Triangles: solid in 2D, flat in 3D.

use super::{Aabb, ShapeError};
use crate::math::{Pose, Unit, Vector, orientation_2d};

/// Triangle: the convex hull of three points. If they are collinear or coincide, it is a segment or a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<V> {
    points: [V; 3],
}

impl<V: Vector> Triangle<V> {
    /// Creates the triangle with three corners, in either orientation.
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

    /// Creates the triangle with three finite corners.
    #[inline(always)]
    pub(crate) fn of(points: [V; 3]) -> Self {
        Triangle { points }
    }

    /// Returns the bounding box.
    #[inline]
    pub(crate) fn bounds(&self) -> Aabb<V> {
        let [a, b, c] = self.points;
        Aabb::between(a.min(b).min(c), a.max(b).max(c))
    }

    /// Returns whether the area is zero, exactly: the corners are collinear or coincide.
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
        // Its projection along each axis is a line.
        let is_line = |[x, y]: [usize; 2]| {
            let [a, b, c] = corners.map(|corner| [corner[x], corner[y]]);
            orientation_2d(a, b, c).is_eq()
        };
        [[0, 1], [1, 2], [2, 0]].into_iter().all(is_line)
    }

    /// Returns the unit normal of the front, from which the corners turn counter-clockwise, rounded.
    ///
    /// Returns `None` in 2D and for a triangle without area. Also returns `None` if the area is so small that
    /// rounding leaves no direction.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Triangle;
    /// let floor = Triangle::new([Vec3::ZERO, Vec3::X, Vec3::Y])?;
    /// assert_eq!(floor.normal().map(|normal| normal.get()), Some(Vec3::Z));
    /// let needle = Triangle::new([Vec3::ZERO, Vec3::X, Vec3::X * 0.5])?;
    /// assert_eq!(needle.normal(), None);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn normal(&self) -> Option<Unit<V>> {
        if V::IS_2D || self.is_degenerate() {
            return None;
        }
        let [a, b, c] = self.points.map(V::to_f64);
        let [[x, y, z], [u, v, w]] = [b, c].map(|to| scaled_difference(a, to));
        let across = V::Double::from_f64([y * w - z * v, z * u - x * w, x * v - y * u]);
        Unit::new(across).ok().map(|normal| Unit::of_unit(V::from_double(normal.get())))
    }

    /// Returns the triangle placed by a pose. Coordinates beyond the float range are clamped to it.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Pose;
    /// use impinge::shape::Triangle;
    /// let triangle = Triangle::new([Vec2::ZERO, Vec2::X, Vec2::Y])?;
    /// assert_eq!(triangle.at(&Pose::from_translation(Vec2::X)).points()[2], Vec2::ONE);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        Triangle { points: self.points.map(|point| pose.place(point)) }
    }

    /// Returns the corners.
    #[inline(always)]
    pub fn points(&self) -> [V; 3] {
        self.points
    }
}

/// Returns the difference of two points times a power of two, so that its coordinates are at most 1 and their
/// products are finite.
fn scaled_difference(from: [f64; 3], to: [f64; 3]) -> [f64; 3] {
    // Halved, because the difference may overflow.
    let half: [f64; 3] = std::array::from_fn(|i| to[i] * 0.5 - from[i] * 0.5);
    let (_, exponent) = libm::frexp(half.into_iter().fold(0.0, |most, part| most.max(part.abs())));
    half.map(|part| libm::scalbn(part, -exponent))
}
