//! Line segments.

use super::ShapeError;
use crate::math::{Pose, Rotation, Scalar, Unit, Vector};

/// Segment: all points a + t·(b − a) for t in [0, 1]. If both ends coincide, it is a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<V> {
    a: V,
    b: V,
}

impl<V: Vector> Segment<V> {
    /// Creates the segment between two points.
    ///
    /// # Errors
    /// If an end is not finite.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::shape::Segment;
    /// let segment = Segment::new(DVec2::ZERO, DVec2::new(3.0, 4.0))?;
    /// assert_eq!(segment.length(), 5.0);
    /// assert_eq!(segment.point_at(0.5), DVec2::new(1.5, 2.0));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(a: V, b: V) -> Result<Self, ShapeError> {
        ShapeError::finite("a", a)?;
        ShapeError::finite("b", b)?;
        Ok(Segment { a, b })
    }

    /// Creates the segment between two finite points.
    #[inline(always)]
    pub(crate) fn between(a: V, b: V) -> Self {
        Segment { a, b }
    }

    /// Returns the segment placed by a pose. Coordinates beyond the float range are clamped to it.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Pose;
    /// use impinge::shape::Segment;
    /// let segment = Segment::new(Vec2::ZERO, Vec2::X)?;
    /// assert_eq!(segment.at(&Pose::from_translation(Vec2::Y)).b(), Vec2::ONE);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        Segment { a: pose.place(self.a), b: pose.place(self.b) }
    }

    /// Returns the start.
    #[inline(always)]
    pub fn a(&self) -> V {
        self.a
    }

    /// Returns the end.
    #[inline(always)]
    pub fn b(&self) -> V {
        self.b
    }

    /// Returns the vector from start to end; infinite on overflow.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::math::Unit;
    /// use impinge::shape::Segment;
    /// let road = Segment::new(DVec2::ONE, DVec2::new(4.0, 5.0))?;
    /// assert_eq!(road.direction(), DVec2::new(3.0, 4.0));
    /// // The direction without the length.
    /// assert_eq!(Unit::new(road.direction())?.get(), DVec2::new(0.6, 0.8));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline(always)]
    pub fn direction(&self) -> V {
        self.b - self.a
    }

    /// Returns the length, without intermediate overflow or underflow; infinite only if it exceeds the float
    /// range.
    pub fn length(&self) -> V::Scalar {
        let direction = self.direction();
        let length = direction.to_double().length();
        if (1e-150..1e150).contains(&length) {
            return V::Scalar::from_f64(length);
        }
        // Scaled, so that squares neither overflow nor underflow.
        let largest = direction.abs().max_element();
        let has_length = largest > V::Scalar::ZERO && largest.is_finite();
        if has_length { V::from_fn(|axis| direction[axis] / largest).length() * largest } else { largest }
    }

    /// Returns half the length, infinite on overflow, and the pose that maps the y axis along the segment and
    /// the origin to its midpoint. A point is not rotated.
    pub(super) fn upright(&self) -> (V::Scalar, Pose<V>) {
        let half = |point: V| point * V::Scalar::HALF;
        let (way, translation) = (half(self.b) - half(self.a), half(self.b) + half(self.a));
        let direction = Unit::new(way).unwrap_or(Unit::axis(1));
        (
            way.dot(direction.get()),
            Pose { rotation: Rotation::from_rotation_arc(Unit::axis(1), direction), translation },
        )
    }

    /// Returns the point at parameter t.
    ///
    /// For 0 and 1 it is exactly an end, and for all t between it is finite. It is not finite if t is not.
    #[inline(always)]
    pub fn point_at(&self, t: V::Scalar) -> V {
        self.a * (V::Scalar::ONE - t) + self.b * t
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec3};

    use super::*;

    #[test]
    fn points_of_the_longest_segment_are_finite() -> Result<(), ShapeError> {
        let segment = Segment::new(Vec3::splat(-f32::MAX), Vec3::splat(f32::MAX))?;
        assert_eq!(segment.point_at(0.5), Vec3::ZERO);
        assert_eq!((segment.point_at(0.0), segment.point_at(1.0)), (segment.a(), segment.b()));
        Ok(())
    }

    #[test]
    fn segment_length_is_right_if_its_square_overflows() -> Result<(), ShapeError> {
        let single = |x: f32, y: f32| Segment::new(Vec3::ZERO, Vec3::new(x, y, 0.0)).map(|of| of.length());
        assert_eq!([single(3e19, 4e19)?, single(3e-30, 4e-30)?], [5e19, 5e-30]);
        assert_eq!(single(f32::MAX, f32::MAX)?, f32::INFINITY);
        let double = |x: f64, y: f64| Segment::new(DVec3::ZERO, DVec3::new(x, y, 0.0)).map(|of| of.length());
        let near = |length: f64, other: f64| (length / other - 1.0).abs() < 1e-15;
        assert!(near(double(3e200, 4e200)?, 5e200) && near(double(3e-200, 4e-200)?, 5e-200));
        assert_eq!(double(0.0, -0.0)?.to_bits(), 0);
        Ok(())
    }
}
