//! Points normalized to unit size around the origin.
//!
//! Squares of coordinates overflow beyond 10¹⁵⁴, underflow below 10⁻¹⁵⁴, and cancel far from the origin. The
//! points are moved to the middle of their box and scaled by a power of two, so that the box is about 1 long;
//! this avoids all three. Both steps round like a change in the last digit of a coordinate relative to the
//! box: accurate enough for a search, whose result is then measured on the original points.

use glam::DVec3;

use crate::math::{Scalar, Vector};
use crate::shape::{Aabb, ShapeError};

/// Points relative to the middle of their box, scaled so that the box is about 1 long.
pub(super) struct Normalized<'a, V> {
    points: &'a [V],
    bounds: Aabb<V>,
    center: DVec3,
    scale: f64,
}

impl<'a, V: Vector> Normalized<'a, V> {
    /// Rejects an empty list, and coordinates that are not finite.
    pub(super) fn new(points: &'a [V]) -> Result<Self, ShapeError> {
        let bounds = Aabb::from_points(points.iter().copied())?;
        let (min, max) = (in_space(bounds.min()), in_space(bounds.max()));
        let half_extents = max * 0.5 - min * 0.5;
        // Points may differ by the least positive number, half of which is 0. The scale itself must stay in
        // range.
        let (_, exponent) = libm::frexp(half_extents.max_element().max(f64::from_bits(1)));
        let scale = libm::ldexp(1.0, (-exponent).clamp(-1000, 1000));
        Ok(Normalized { points, bounds, center: min * 0.5 + max * 0.5, scale })
    }

    /// Returns the original points.
    pub(super) fn given(&self) -> &'a [V] {
        self.points
    }

    /// Returns the box around the original points.
    pub(super) fn bounds(&self) -> Aabb<V> {
        self.bounds
    }

    /// Returns the factor of lengths in this frame.
    pub(super) fn scale(&self) -> f64 {
        self.scale
    }

    /// Returns the points in this frame.
    pub(super) fn iter(&self) -> impl Iterator<Item = DVec3> + Clone + '_ {
        self.points.iter().map(|&point| (in_space(point) - self.center) * self.scale)
    }

    /// Maps a point of this frame back, rounded.
    pub(super) fn to_given(&self, point: DVec3) -> V {
        V::from_f64((self.center + point / self.scale).to_array())
    }

    /// Returns the thickness of flat sets of points in this frame, after their coordinates were rounded: the
    /// distance between floats of the size of the largest coordinate, at most 1.
    pub(super) fn resolution(&self) -> f64 {
        let largest = self.bounds.min().abs().max(self.bounds.max().abs()).max_element();
        let roundoff: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        (2.0 * roundoff * largest.into() * self.scale).min(1.0)
    }
}

/// Converts a point to 3D.
#[inline]
pub(super) fn in_space<V: Vector>(point: V) -> DVec3 {
    DVec3::from_array(point.to_f64())
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, Vec3};

    use super::*;

    #[test]
    fn normalization_scales_any_size_to_about_1() -> Result<(), ShapeError> {
        for size in [1e300, 1e200, 3.0, 1e-200, 1e-290] {
            let points = [DVec2::splat(size), -DVec2::splat(size)];
            let normalized = Normalized::new(&points)?;
            assert!(normalized.iter().all(|p| (0.5..=1.0).contains(&p.x.abs())));
            assert_eq!(normalized.to_given(DVec3::ZERO), DVec2::ZERO);
        }
        assert!(Normalized::<Vec3>::new(&[]).is_err());
        assert!(Normalized::new(&[Vec3::NAN]).is_err());
        Ok(())
    }

    #[test]
    fn normalization_keeps_extreme_points_finite() -> Result<(), ShapeError> {
        let least = f64::from_bits(1);
        for (a, b) in
            [(DVec2::ZERO, DVec2::ZERO), (DVec2::ZERO, DVec2::splat(least)), (DVec2::MIN, DVec2::MAX)]
        {
            let points = [a, b];
            let normalized = Normalized::new(&points)?;
            assert!(normalized.iter().all(|p| p.length_squared() < 1e15));
            assert!(a == b || normalized.iter().any(|p| p.length_squared() > 1e-50));
        }
        Ok(())
    }
}
