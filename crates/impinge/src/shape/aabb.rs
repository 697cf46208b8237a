//! Axis-aligned boxes.

use super::{Obb, Segment, ShapeError};
use crate::math::exact::sum_below;
use crate::math::{Pose, Scalar, Vector, rounded_down, rounded_up};

/// Axis-aligned bounding box: all points between `min` and `max` on every axis, both included.
///
/// It may be flat on some or all axes. It is never empty or inverted.
///
/// ```
/// use glam::DVec3;
/// use impinge::shape::Aabb;
/// let shelf = Aabb::new(DVec3::new(1.0, 0.0, -1.0), DVec3::new(4.0, 2.0, 1.0))?;
/// assert_eq!((shelf.size(), shelf.volume()), (DVec3::new(3.0, 2.0, 2.0), 12.0));
/// // The centre is half the size away from either corner.
/// assert_eq!(shelf.center() - shelf.half_extents(), shelf.min());
/// assert_eq!(shelf.center() + shelf.half_extents(), shelf.max());
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<V> {
    min: V,
    max: V,
}

impl<V: Vector> Aabb<V> {
    /// Creates the box between two corners; on no axis is `min` above `max`.
    ///
    /// # Errors
    /// If a corner is not finite, or `min` is above `max` on an axis.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Aabb;
    /// let unit = Aabb::new(Vec2::ZERO, Vec2::ONE)?;
    /// assert_eq!(unit.center(), Vec2::new(0.5, 0.5));
    /// assert!(Aabb::new(Vec2::ONE, Vec2::ZERO).is_err());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(min: V, max: V) -> Result<Self, ShapeError> {
        ShapeError::finite("min", min)?;
        ShapeError::finite("max", max)?;
        match (0..V::DIMENSION).find(|&axis| min[axis] > max[axis]) {
            Some(axis) => Err(ShapeError::Inverted { axis, min: min[axis].into(), max: max[axis].into() }),
            None => Ok(Aabb { min, max }),
        }
    }

    /// Creates the box with two opposite corners, in any order.
    ///
    /// # Errors
    /// If a corner is not finite.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Aabb;
    /// // Drawn with a mouse, from the upper right to the lower left.
    /// let frame = Aabb::from_corners(Vec2::new(5.0, 4.0), Vec2::new(2.0, 1.0))?;
    /// assert_eq!((frame.min(), frame.max()), (Vec2::new(2.0, 1.0), Vec2::new(5.0, 4.0)));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn from_corners(a: V, b: V) -> Result<Self, ShapeError> {
        // Checked before the comparison, because the lesser of NaN and a number may be the number.
        ShapeError::finite("corner", a)?;
        ShapeError::finite("corner", b)?;
        Self::new(a.min(b), a.max(b))
    }

    /// Creates a box from its centre and half its size on each axis. The corners are rounded to the nearest
    /// float.
    ///
    /// # Errors
    /// If a half extent is negative, or the centre, a half extent or a corner is not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Aabb;
    /// let crate_ = Aabb::from_half_extents(Vec3::Y, Vec3::new(2.0, 1.0, 0.5))?;
    /// assert_eq!((crate_.min(), crate_.max()), (Vec3::new(-2.0, 0.0, -0.5), Vec3::new(2.0, 2.0, 0.5)));
    /// assert!(Aabb::from_half_extents(Vec3::Y, -Vec3::ONE).is_err());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn from_half_extents(center: V, half_extents: V) -> Result<Self, ShapeError> {
        ShapeError::finite("center", center)?;
        for axis in 0..V::DIMENSION {
            ShapeError::size("half extent", half_extents[axis])?;
        }
        Self::new(center - half_extents, center + half_extents)
    }

    /// Creates the smallest box around points.
    ///
    /// # Errors
    /// If there are no points, or one is not finite.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Aabb;
    /// let points = [Vec2::new(0.0, 2.0), Vec2::new(1.0, -1.0)];
    /// assert_eq!(Aabb::from_points(points)?.max(), Vec2::new(1.0, 2.0));
    /// assert!(Aabb::<Vec2>::from_points([]).is_err());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn from_points(points: impl IntoIterator<Item = V>) -> Result<Self, ShapeError> {
        let mut points = points.into_iter();
        let first = points.next().ok_or(ShapeError::NoPoints)?;
        ShapeError::finite("point", first)?;
        points.try_fold(Aabb { min: first, max: first }, |bounds, point| {
            ShapeError::finite("point", point)?;
            Ok(Aabb { min: bounds.min.min(point), max: bounds.max.max(point) })
        })
    }

    /// Creates the box between two finite corners in the right order.
    #[inline(always)]
    pub(crate) fn between(min: V, max: V) -> Self {
        Aabb { min, max }
    }

    /// Creates a search region from two corners in `f64`, rounded to the nearest and clamped to the float
    /// range. If a corner is NaN, the region is everything.
    #[inline(always)]
    pub(crate) fn looked_in(low: V::Double, high: V::Double) -> Self {
        let most: f64 = V::Scalar::MAX.into();
        let limited = |corner: V::Double| {
            // Unlike the clamp of points, this one preserves NaN.
            V::from_fn(|axis| V::Scalar::from_f64(corner[axis].clamp(-most, most)))
        };
        let (low, high) = (limited(low), limited(high));
        if low.is_finite() && high.is_finite() {
            Aabb::between(low.min(high), low.max(high))
        } else {
            Aabb::between(V::splat(-V::Scalar::MAX), V::splat(V::Scalar::MAX))
        }
    }

    /// Returns the corner with the least coordinates.
    #[inline(always)]
    pub fn min(&self) -> V {
        self.min
    }

    /// Returns the corner with the greatest coordinates.
    #[inline(always)]
    pub fn max(&self) -> V {
        self.max
    }

    /// Returns the centre, rounded.
    #[inline(always)]
    pub fn center(&self) -> V {
        // Halved before the addition, because the sum may overflow.
        self.min * V::Scalar::HALF + self.max * V::Scalar::HALF
    }

    /// Returns half the size on each axis, rounded.
    #[inline(always)]
    pub fn half_extents(&self) -> V {
        self.max * V::Scalar::HALF - self.min * V::Scalar::HALF
    }

    /// Returns the size on each axis, rounded; infinite on overflow.
    #[inline(always)]
    pub fn size(&self) -> V {
        self.max - self.min
    }

    /// Returns the area in 2D or the volume in 3D, rounded; infinite on overflow.
    pub fn volume(&self) -> f64 {
        let size = self.max.to_double() - self.min.to_double();
        (1..V::DIMENSION).fold(size[0], |volume, axis| volume * size[axis])
    }

    /// Returns the box placed by a pose, as an oriented box. Coordinates beyond the float range are clamped
    /// to it.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::{Pose, Rotation};
    /// use impinge::shape::Aabb;
    /// let unit = Aabb::new(Vec2::ZERO, Vec2::ONE)?;
    /// let tilted = Pose { rotation: Rotation::<Vec2>::from_angle(0.5), translation: Vec2::X };
    /// assert_eq!(unit.at(&tilted).center(), tilted.transform_point(Vec2::splat(0.5)));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Obb<V> {
        Obb::from(*self).at(pose)
    }

    /// Returns the smallest box around both boxes.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Aabb;
    /// let (left, right) =
    ///     (Aabb::new(Vec2::ZERO, Vec2::ONE)?, Aabb::new(Vec2::new(3.0, -1.0), Vec2::new(4.0, 0.5))?);
    /// assert_eq!(left.merge(&right), Aabb::new(Vec2::new(0.0, -1.0), Vec2::new(4.0, 1.0))?);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn merge(&self, other: &Self) -> Self {
        Aabb { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Returns a box that contains this one at all times of a linear motion, rounded outwards.
    ///
    /// Everything that the moving box meets intersects the result.
    ///
    /// # Errors
    /// If the motion is not finite, or the result exceeds the float range.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Aabb;
    /// let unit = Aabb::new(Vec2::ZERO, Vec2::ONE)?;
    /// assert_eq!(unit.sweep(Vec2::new(2.0, -1.0))?, Aabb::new(Vec2::new(0.0, -1.0), Vec2::new(3.0, 1.0))?);
    /// assert!(unit.sweep(Vec2::NAN).is_err());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn sweep(&self, motion: V) -> Result<Self, ShapeError> {
        ShapeError::finite("motion", motion)?;
        self.stretched(motion.min(V::ZERO), motion.max(V::ZERO))
    }

    /// Returns the box with a margin added on all sides, rounded outwards.
    ///
    /// # Errors
    /// If the margin is negative or not finite, or the result exceeds the float range.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Aabb;
    /// let unit = Aabb::new(Vec2::ZERO, Vec2::ONE)?;
    /// assert_eq!(unit.grow(0.5)?, Aabb::new(Vec2::splat(-0.5), Vec2::splat(1.5))?);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn grow(&self, margin: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("margin", margin)?;
        self.stretched(-V::splat(margin), V::splat(margin))
    }

    /// Returns the box with its corners moved by these offsets, rounded outwards.
    fn stretched(&self, low: V, high: V) -> Result<Self, ShapeError> {
        let (min, max) = (self.min.to_f64(), self.max.to_f64());
        let (low, high) = (low.to_f64(), high.to_f64());
        Aabb::new(
            V::from_fn(|axis| rounded_down(sum_below(min[axis], low[axis]))),
            V::from_fn(|axis| rounded_up(-sum_below(-max[axis], -high[axis]))),
        )
    }

    /// Returns the common part of both boxes, or `None` if they are disjoint.
    ///
    /// Touching boxes have a flat intersection.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Aabb;
    /// let square = |corner: Vec2| Aabb::new(corner, corner + Vec2::splat(2.0));
    /// let own = square(Vec2::ZERO)?;
    /// assert_eq!(own.intersection(&square(Vec2::ONE)?), Some(Aabb::new(Vec2::ONE, Vec2::splat(2.0))?));
    /// let edge = own.intersection(&square(Vec2::X * 2.0)?);
    /// assert_eq!(edge.map(|edge| edge.size()), Some(Vec2::new(0.0, 2.0)));
    /// assert_eq!(own.intersection(&square(Vec2::X * 3.0)?), None);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        Aabb::new(self.min.max(other.min), self.max.min(other.max)).ok()
    }

    /// Returns whether the boxes share a point: [`Collide::intersects`](crate::narrow::Collide::intersects)
    /// without the queries on other shapes behind it.
    #[inline(always)]
    pub(crate) fn meets(&self, other: &Self) -> bool {
        (0..V::DIMENSION)
            .all(|axis| (self.min[axis] <= other.max[axis]) & (other.min[axis] <= self.max[axis]))
    }

    /// Returns whether a point is in the box or on its surface.
    #[inline(always)]
    pub fn contains_point(&self, point: V) -> bool {
        (0..V::DIMENSION).all(|axis| self.min[axis] <= point[axis] && point[axis] <= self.max[axis])
    }

    /// Returns the point of the box that is nearest to `point`.
    #[inline(always)]
    pub fn closest_point(&self, point: V) -> V {
        point.max(self.min).min(self.max)
    }

    /// Returns corner number `index`, which has its maximum on each axis whose bit is set.
    ///
    /// There are 4 corners in 2D and 8 in 3D.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Aabb;
    /// let room = Aabb::new(Vec3::ZERO, Vec3::new(4.0, 3.0, 2.0))?;
    /// // The greatest x and z, the least y.
    /// assert_eq!(room.corner(0b101), Vec3::new(4.0, 0.0, 2.0));
    /// // The opposite corner has all bits inverted.
    /// assert_eq!(room.corner(0b001) + room.corner(0b110), room.size());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn corner(&self, index: usize) -> V {
        V::from_fn(|axis| if index >> axis & 1 == 1 { self.max[axis] } else { self.min[axis] })
    }

    /// Returns the 4 or 8 corners; see [`Self::corner`].
    pub fn corners(&self) -> impl Iterator<Item = V> {
        (0..1 << V::DIMENSION).map(|index| self.corner(index))
    }

    /// Returns the 4 or 12 edges.
    pub fn edges(&self) -> impl Iterator<Item = Segment<V>> {
        box_edges(V::DIMENSION).map(|(from, to)| Segment::between(self.corner(from), self.corner(to)))
    }
}

/// Returns the corner indices of the edges of a box: pairs that differ in one bit.
pub(super) fn box_edges(dimension: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..dimension).flat_map(move |axis| {
        (0..1 << dimension)
            .filter(move |corner| corner >> axis & 1 == 0)
            .map(move |corner| (corner, corner | 1 << axis))
    })
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, Vec2, Vec3};

    use super::*;

    #[test]
    fn aabb_edges_join_corners_that_differ_on_one_axis() -> Result<(), ShapeError> {
        assert_eq!(Aabb::new(Vec2::ZERO, Vec2::ONE)?.edges().count(), 4);
        let edges: Vec<_> = Aabb::new(Vec3::ZERO, Vec3::ONE)?.edges().collect();
        assert_eq!(edges.len(), 12);
        assert!(edges.iter().all(|edge| edge.length() == 1.0));
        Ok(())
    }

    #[test]
    fn aabb_rejects_nan_in_either_corner() {
        let nan = Vec3::new(0.0, f32::NAN, 0.0);
        assert!(Aabb::from_corners(nan, Vec3::ZERO).is_err());
        assert!(Aabb::from_corners(Vec3::ZERO, nan).is_err());
    }

    #[test]
    fn aabb_sweeps_and_margins_round_outwards() -> Result<(), ShapeError> {
        let bounds = Aabb::new(Vec3::splat(-1.0), Vec3::splat(1.0))?;
        let swept = bounds.sweep(Vec3::new(1e-30, -1e-30, 0.0))?;
        assert_eq!(swept.max(), Vec3::new(1.0_f32.next_up(), 1.0, 1.0));
        assert_eq!(swept.min(), Vec3::new(-1.0, (-1.0_f32).next_down(), -1.0));
        let grown = Aabb::new(DVec2::splat(-1.0), DVec2::splat(1.0))?.grow(1e-300)?;
        assert_eq!((grown.min().x, grown.max().y), ((-1.0_f64).next_down(), 1.0_f64.next_up()));
        assert!(bounds.grow(-1.0).is_err() && bounds.grow(f32::NAN).is_err());
        // Results beyond the float range are rejected.
        assert!(bounds.grow(f32::MAX).is_err() && bounds.sweep(Vec3::MAX).is_err());
        Ok(())
    }
}
