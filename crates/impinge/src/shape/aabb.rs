//! Boxes along the axes.

use super::{Obb, Segment, ShapeError};
use crate::math::exact::sum_below;
use crate::math::{Pose, Scalar, Vector, rounded_down, rounded_up};

/// An axis-aligned bounding box: all points between `min` and `max` on every axis, both included.
///
/// It may be flat on some or all axes, but is never empty or inverted.
///
/// ```
/// use glam::DVec3;
/// use impinge::shape::Aabb;
/// let shelf = Aabb::new(DVec3::new(1.0, 0.0, -1.0), DVec3::new(4.0, 2.0, 1.0))?;
/// assert_eq!((shelf.size(), shelf.volume()), (DVec3::new(3.0, 2.0, 2.0), 12.0));
/// // Its middle is half its size away from either corner.
/// assert_eq!(shelf.center() - shelf.half_extents(), shelf.min());
/// assert_eq!(shelf.center() + shelf.half_extents(), shelf.max());
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias("Cuboid", "Box", "BoundingBox", "Rect"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<V> {
    min: V,
    max: V,
}

impl<V: Vector> Aabb<V> {
    /// The box between two corners, `min` nowhere above `max`.
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

    /// The box with two opposite corners, in any order.
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
        // Before they are compared: the lesser of NaN and a number may be the number.
        ShapeError::finite("corner", a)?;
        ShapeError::finite("corner", b)?;
        Self::new(a.min(b), a.max(b))
    }

    /// The box that reaches as far to either side of its centre as `half_extents` says. Its sides are rounded to the nearest.
    ///
    /// # Errors
    /// If a half extent is negative, or a coordinate or a side is not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Aabb;
    /// let crate_ = Aabb::from_half_extents(Vec3::Y, Vec3::new(2.0, 1.0, 0.5))?;
    /// assert_eq!((crate_.min(), crate_.max()), (Vec3::new(-2.0, 0.0, -0.5), Vec3::new(2.0, 2.0, 0.5)));
    /// assert!(Aabb::from_half_extents(Vec3::Y, -Vec3::ONE).is_err());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[doc(alias("from_center", "from_center_size"))]
    pub fn from_half_extents(center: V, half_extents: V) -> Result<Self, ShapeError> {
        ShapeError::finite("center", center)?;
        for axis in 0..V::DIMENSION {
            ShapeError::size("half extent", half_extents[axis])?;
        }
        Self::new(center - half_extents, center + half_extents)
    }

    /// The smallest box around points.
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

    /// The box between two finite corners that are known to be in order.
    #[inline(always)]
    pub(crate) fn between(min: V, max: V) -> Self {
        Aabb { min, max }
    }

    /// The box between two corners in `f64`, which is only looked in: rounded to the nearest, what is beyond the floats at their end,
    /// and everything if a corner is no number.
    #[inline(always)]
    pub(crate) fn looked_in(low: V::Double, high: V::Double) -> Self {
        let most: f64 = V::Scalar::MAX.into();
        let limited = |corner: V::Double| {
            // Unlike that of points, this keeps what is no number.
            V::from_fn(|axis| V::Scalar::from_f64(corner[axis].clamp(-most, most)))
        };
        let (low, high) = (limited(low), limited(high));
        if low.is_finite() && high.is_finite() {
            Aabb::between(low.min(high), low.max(high))
        } else {
            Aabb::between(V::splat(-V::Scalar::MAX), V::splat(V::Scalar::MAX))
        }
    }

    /// The corner with the least coordinates.
    #[inline(always)]
    pub fn min(&self) -> V {
        self.min
    }

    /// The corner with the greatest coordinates.
    #[inline(always)]
    pub fn max(&self) -> V {
        self.max
    }

    /// The middle, rounded.
    #[inline(always)]
    pub fn center(&self) -> V {
        // Halved before they are added: their sum may overflow.
        self.min * V::Scalar::HALF + self.max * V::Scalar::HALF
    }

    /// Half the size on each axis, rounded.
    #[inline(always)]
    pub fn half_extents(&self) -> V {
        self.max * V::Scalar::HALF - self.min * V::Scalar::HALF
    }

    /// The size on each axis, rounded; infinite where it overflows.
    #[inline(always)]
    pub fn size(&self) -> V {
        self.max - self.min
    }

    /// Area in the plane, volume in space, rounded; infinite where it overflows.
    pub fn volume(&self) -> f64 {
        let size = self.max.to_double() - self.min.to_double();
        (1..V::DIMENSION).fold(size[0], |volume, axis| volume * size[axis])
    }

    /// The box turned and moved, which is no longer along the axes; what would leave the floats stays at their end.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::{Pose, Rotation};
    /// use impinge::shape::Aabb;
    /// let unit = Aabb::new(Vec2::ZERO, Vec2::ONE)?;
    /// let tilted = Pose { rotation: Rotation::<Vec2>::from_angle(0.5), translation: Vec2::X };
    /// assert_eq!(unit.moved(&tilted).center(), tilted.apply(Vec2::splat(0.5)));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn moved(&self, pose: &Pose<V>) -> Obb<V> {
        Obb::from(*self).moved(pose)
    }

    /// The smallest box around both.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Aabb;
    /// let (left, right) = (Aabb::new(Vec2::ZERO, Vec2::ONE)?, Aabb::new(Vec2::new(3.0, -1.0), Vec2::new(4.0, 0.5))?);
    /// assert_eq!(left.merged(&right), Aabb::new(Vec2::new(0.0, -1.0), Vec2::new(4.0, 1.0))?);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    #[doc(alias("union", "merge"))]
    #[inline(always)]
    pub fn merged(&self, other: &Self) -> Self {
        Aabb { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The box around its way along a straight motion, rounded outwards: what it may meet on the way meets this.
    ///
    /// # Errors
    /// If the motion is not finite, or leads beyond all floats.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Aabb;
    /// let unit = Aabb::new(Vec2::ZERO, Vec2::ONE)?;
    /// assert_eq!(unit.swept(Vec2::new(2.0, -1.0))?, Aabb::new(Vec2::new(0.0, -1.0), Vec2::new(3.0, 1.0))?);
    /// assert!(unit.swept(Vec2::NAN).is_err());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn swept(&self, motion: V) -> Result<Self, ShapeError> {
        ShapeError::finite("motion", motion)?;
        self.stretched(motion.min(V::ZERO), motion.max(V::ZERO))
    }

    /// The box with a margin on all sides, rounded outwards.
    ///
    /// # Errors
    /// If the margin is negative or not finite, or leads beyond all floats.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Aabb;
    /// let unit = Aabb::new(Vec2::ZERO, Vec2::ONE)?;
    /// assert_eq!(unit.grown(0.5)?, Aabb::new(Vec2::splat(-0.5), Vec2::splat(1.5))?);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[doc(alias("loosened", "expand", "fatten"))]
    pub fn grown(&self, margin: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("margin", margin)?;
        self.stretched(-V::splat(margin), V::splat(margin))
    }

    /// With its ends moved outwards by so much.
    fn stretched(&self, low: V, high: V) -> Result<Self, ShapeError> {
        let (min, max) = (self.min.to_f64(), self.max.to_f64());
        let (low, high) = (low.to_f64(), high.to_f64());
        Aabb::new(
            V::from_fn(|axis| rounded_down(sum_below(min[axis], low[axis]))),
            V::from_fn(|axis| rounded_up(-sum_below(-max[axis], -high[axis]))),
        )
    }

    /// What both share; touching boxes share a flat one.
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

    /// Is the point in the box or on its surface?
    #[inline(always)]
    pub fn contains(&self, point: V) -> bool {
        (0..V::DIMENSION).all(|axis| self.min[axis] <= point[axis] && point[axis] <= self.max[axis])
    }

    /// The point of the box that is nearest to `point`.
    #[inline(always)]
    pub fn closest_point(&self, point: V) -> V {
        point.max(self.min).min(self.max)
    }

    /// Corner number `index` has its maximum on each axis whose bit is set: 4 corners in the plane, 8 in space.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::Aabb;
    /// let room = Aabb::new(Vec3::ZERO, Vec3::new(4.0, 3.0, 2.0))?;
    /// // The greatest x and z, the least y.
    /// assert_eq!(room.corner(0b101), Vec3::new(4.0, 0.0, 2.0));
    /// // From any corner, the opposite one has all bits turned.
    /// assert_eq!(room.corner(0b001) + room.corner(0b110), room.size());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn corner(&self, index: usize) -> V {
        V::from_fn(|axis| if index >> axis & 1 == 1 { self.max[axis] } else { self.min[axis] })
    }

    /// The 4 or 8 corners, see [`Self::corner`].
    pub fn corners(&self) -> impl Iterator<Item = V> {
        (0..1 << V::DIMENSION).map(|index| self.corner(index))
    }

    /// The 4 or 12 edges.
    pub fn edges(&self) -> impl Iterator<Item = Segment<V>> {
        box_edges(V::DIMENSION).map(|(from, to)| Segment::between(self.corner(from), self.corner(to)))
    }
}

/// Corner indices of the edges of a box: those that differ in one bit.
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
    fn edges_join_corners_that_differ_on_one_axis() -> Result<(), ShapeError> {
        assert_eq!(Aabb::new(Vec2::ZERO, Vec2::ONE)?.edges().count(), 4);
        let edges: Vec<_> = Aabb::new(Vec3::ZERO, Vec3::ONE)?.edges().collect();
        assert_eq!(edges.len(), 12);
        assert!(edges.iter().all(|edge| edge.length() == 1.0));
        Ok(())
    }

    #[test]
    fn a_corner_that_is_no_number_is_refused_on_either_side() {
        let nan = Vec3::new(0.0, f32::NAN, 0.0);
        assert!(Aabb::from_corners(nan, Vec3::ZERO).is_err());
        assert!(Aabb::from_corners(Vec3::ZERO, nan).is_err());
    }

    #[test]
    fn ways_and_margins_round_outwards() -> Result<(), ShapeError> {
        let bounds = Aabb::new(Vec3::splat(-1.0), Vec3::splat(1.0))?;
        let swept = bounds.swept(Vec3::new(1e-30, -1e-30, 0.0))?;
        assert_eq!(swept.max(), Vec3::new(1.0_f32.next_up(), 1.0, 1.0));
        assert_eq!(swept.min(), Vec3::new(-1.0, (-1.0_f32).next_down(), -1.0));
        let grown = Aabb::new(DVec2::splat(-1.0), DVec2::splat(1.0))?.grown(1e-300)?;
        assert_eq!((grown.min().x, grown.max().y), ((-1.0_f64).next_down(), 1.0_f64.next_up()));
        assert!(bounds.grown(-1.0).is_err() && bounds.grown(f32::NAN).is_err());
        // What would be beyond the floats is refused.
        assert!(bounds.grown(f32::MAX).is_err() && bounds.swept(Vec3::MAX).is_err());
        Ok(())
    }
}
