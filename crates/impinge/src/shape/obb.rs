//! Oriented boxes.

use super::aabb::box_edges;
use super::{Aabb, Segment, ShapeError};
use crate::math::{Affine, Pose, Rotation, Scalar, Unit, Vector, within_floats};

/// Oriented bounding box: centre, half extents and axes.
///
/// For exact queries, the box is the convex hull of the points center ± half\[0\]·axes\[0\] ± …, computed in
/// real arithmetic from the given floats. The axes are orthonormal only up to rounding, so this is a
/// parallelepiped that differs from a perfect box by a few roundings.
///
/// Half extents may be 0: the box is then a rectangle, a segment or a point.
///
/// [`fit_obb`](crate::bound::fit_obb) computes the box of a set of points.
///
/// ```
/// use glam::DVec2;
/// use impinge::math::Rotation;
/// use impinge::shape::Obb;
/// // A board of 4 by 1 that stands on end: its own x axis points up.
/// let upright = Rotation::<DVec2>::from_columns([DVec2::Y, -DVec2::X])?;
/// let board = Obb::new(DVec2::new(1.0, 2.0), DVec2::new(2.0, 0.5), upright)?;
/// assert_eq!((board.axes()[0], board.volume()), (DVec2::Y, 4.0));
/// // A local point in the world, and a world direction in local coordinates.
/// assert_eq!(board.pose().transform_point(DVec2::new(2.0, 0.0)), DVec2::new(1.0, 4.0));
/// assert_eq!(board.rotation().inverse_rotate(DVec2::X), -DVec2::Y);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb<V: Vector> {
    center: V,
    half_extents: V,
    rotation: Rotation<V>,
}

/// Oriented box as an affine map of the unit box, which has edge length 1 and is centred at the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UnitBox<V: Vector> {
    /// Map from the unit box to the world: scale, then rotation, then translation.
    pub to_world: Affine<V>,
    /// Map from the world to the unit box; `None` if the box is flat, or so thin that the inverse is not
    /// finite.
    pub to_box: Option<Affine<V>>,
}

impl<V: Vector> Obb<V> {
    /// Creates a box from its centre, half its size along each of its axes, and the rotation of these axes.
    ///
    /// # Errors
    /// If the centre is not finite, or a half extent is negative or not finite.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Rotation;
    /// use impinge::shape::Obb;
    /// let tilted = Obb::new(Vec2::ZERO, Vec2::new(2.0, 1.0), Rotation::<Vec2>::from_angle(0.5))?;
    /// assert_eq!(tilted.corners().count(), 4);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(center: V, half_extents: V, rotation: Rotation<V>) -> Result<Self, ShapeError> {
        ShapeError::finite("center", center)?;
        for axis in 0..V::DIMENSION {
            ShapeError::size("half extent", half_extents[axis])?;
        }
        Ok(Obb { center, half_extents, rotation })
    }

    /// Returns the box at another, finite pose.
    #[inline(always)]
    pub(crate) fn placed(self, pose: Pose<V>) -> Self {
        Obb { center: pose.translation, rotation: pose.rotation, ..self }
    }

    /// Creates a box by scaling, then rotating, then translating the unit box, which has edge length 1 and is
    /// centred at the origin.
    ///
    /// A negative scale mirrors, which does not change a box.
    ///
    /// # Errors
    /// If the scale or the translation of the pose is not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Obb;
    /// let step = Obb::from_unit_box(Vec3::new(4.0, -1.0, 0.5), Pose::from_translation(Vec3::Y))?;
    /// assert_eq!((step.half_extents(), step.volume()), (Vec3::new(2.0, 0.5, 0.25), 2.0));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn from_unit_box(scale: V, pose: Pose<V>) -> Result<Self, ShapeError> {
        ShapeError::finite("scale", scale)?;
        Self::new(pose.translation, scale.abs() * V::Scalar::HALF, pose.rotation)
    }

    /// Returns the box placed by a pose. Coordinates beyond the float range are clamped to it.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::{Pose, Rotation};
    /// use impinge::shape::Obb;
    /// let plank = Obb::new(Vec3::X, Vec3::new(2.0, 0.5, 0.25), Rotation::identity())?;
    /// assert_eq!(plank.at(&Pose::from_translation(Vec3::Y)).center(), Vec3::new(1.0, 1.0, 0.0));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        self.placed(pose.placing(&self.pose()))
    }

    /// Returns the centre.
    #[inline(always)]
    pub fn center(&self) -> V {
        self.center
    }

    /// Returns half the size along each of the box's own axes.
    #[inline(always)]
    pub fn half_extents(&self) -> V {
        self.half_extents
    }

    /// Returns the rotation of the axes.
    #[inline(always)]
    pub fn rotation(&self) -> Rotation<V> {
        self.rotation
    }

    /// Returns the box's own axes.
    #[inline(always)]
    pub fn axes(&self) -> V::Basis {
        self.rotation.columns()
    }

    /// Returns the pose, which maps the box's own coordinates to the world.
    pub fn pose(&self) -> Pose<V> {
        Pose { rotation: self.rotation, translation: self.center }
    }

    /// Returns the area in 2D or the volume in 3D, rounded; infinite on overflow.
    pub fn volume(&self) -> f64 {
        let size = self.half_extents.to_double() * 2.0;
        (1..V::DIMENSION).fold(size[0], |volume, axis| volume * size[axis])
    }

    /// Returns the point of the box that is nearest to `point`, rounded. Coordinates beyond the float range
    /// are clamped to it.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Rotation;
    /// use impinge::shape::Obb;
    /// let plank = Obb::new(Vec3::ZERO, Vec3::new(2.0, 0.5, 0.25), Rotation::identity())?;
    /// assert_eq!(plank.closest_point(Vec3::new(5.0, 0.0, 1.0)), Vec3::new(2.0, 0.0, 0.25));
    /// assert_eq!(plank.closest_point(Vec3::new(1.0, 0.5, 0.0)), Vec3::new(1.0, 0.5, 0.0));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn closest_point(&self, point: V) -> V {
        let local = self.rotation.inverse_rotate(point - self.center);
        let local = if local.is_finite() {
            local
        } else {
            let quarter = |point: V| point * (V::Scalar::HALF * V::Scalar::HALF);
            self.rotation.inverse_rotate(quarter(point) - quarter(self.center)) * V::Scalar::from_f64(4.0)
        };
        within_floats(self.pose().transform_point(local.max(-self.half_extents).min(self.half_extents)))
    }

    /// Returns corner number `index`, rounded, which is on the positive side of each axis whose bit is set.
    ///
    /// Coordinates beyond the float range are clamped to it.
    pub fn corner(&self, index: usize) -> V {
        let axes = self.axes();
        within_floats((0..V::DIMENSION).fold(self.center, |corner, axis| {
            let side = axes[axis] * self.half_extents[axis];
            if index >> axis & 1 == 1 { corner + side } else { corner - side }
        }))
    }

    /// Returns the 4 or 8 corners; see [`Self::corner`].
    pub fn corners(&self) -> impl Iterator<Item = V> {
        (0..1 << V::DIMENSION).map(|index| self.corner(index))
    }

    /// Returns the 4 or 12 edges.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Rotation;
    /// use impinge::shape::Obb;
    /// let kite = Obb::new(Vec3::ZERO, Vec3::new(2.0, 1.0, 0.5), Rotation::identity())?;
    /// // Total length of wire: four edges each of 4, 2 and 1.
    /// assert_eq!(kite.edges().map(|edge| edge.length()).sum::<f32>(), 28.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn edges(&self) -> impl Iterator<Item = Segment<V>> {
        box_edges(V::DIMENSION).map(|(from, to)| Segment::between(self.corner(from), self.corner(to)))
    }

    /// Returns the 4 or 6 faces, each as centre and outward normal: for each axis the negative, then the
    /// positive face.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::math::Rotation;
    /// use impinge::shape::Obb;
    /// let upright = Rotation::<DVec2>::from_columns([DVec2::Y, -DVec2::X])?;
    /// let board = Obb::new(DVec2::new(1.0, 2.0), DVec2::new(2.0, 0.5), upright)?;
    /// // The face that points up belongs to the board's own x axis.
    /// let faces: Vec<_> = board.faces().collect();
    /// assert_eq!((faces.len(), faces[1].0, faces[1].1.get()), (4, DVec2::new(1.0, 4.0), DVec2::Y));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn faces(&self) -> impl Iterator<Item = (V, Unit<V>)> {
        let axes = self.axes();
        (0..V::DIMENSION).flat_map(move |axis| {
            let reach = axes[axis] * self.half_extents[axis];
            let normal = Unit::from_axis_of(&self.rotation, axis);
            [(within_floats(self.center - reach), -normal), (within_floats(self.center + reach), normal)]
        })
    }

    /// Returns the box as an affine map of the unit box, and the inverse map.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Rotation;
    /// use impinge::shape::Obb;
    /// let plank = Obb::new(Vec3::Z, Vec3::new(2.0, 0.5, 0.25), Rotation::identity())?;
    /// let space = plank.unit_box();
    /// assert_eq!(space.to_world.transform_point(Vec3::splat(0.5)), plank.corner(0b111));
    /// assert_eq!(space.to_box.map(|map| map.transform_point(plank.corner(0))), Some(Vec3::splat(-0.5)));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn unit_box(&self) -> UnitBox<V> {
        let axes = self.axes();
        let size = self.half_extents + self.half_extents;
        let to_world = Affine { columns: V::basis_from_fn(|i| axes[i] * size[i]), translation: self.center };
        let inverse = V::from_fn(|i| V::Scalar::ONE / size[i]);
        let to_box = inverse.is_finite().then(|| {
            let center = self.rotation.inverse_rotate(self.center);
            Affine {
                columns: V::basis_from_fn(|i| V::from_fn(|j| axes[j][i] * inverse[j])),
                translation: V::from_fn(|i| -(center[i] * inverse[i])),
            }
        });
        UnitBox { to_world, to_box }
    }
}

impl<V: Vector> From<Aabb<V>> for Obb<V> {
    /// Converts the box, up to the rounding of its centre and half extents.
    fn from(bounds: Aabb<V>) -> Self {
        Obb { center: bounds.center(), half_extents: bounds.half_extents(), rotation: Rotation::identity() }
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, Vec3};

    use super::*;

    #[test]
    fn obb_queries_near_the_largest_float_are_finite() -> Result<(), ShapeError> {
        let far = Obb::new(Vec3::splat(-f32::MAX), Vec3::splat(f32::MAX), Rotation::identity())?;
        assert!(far.corners().all(|corner| corner.is_finite()));
        assert!(far.faces().all(|(middle, _)| middle.is_finite()));
        assert_eq!(far.faces().next().map(|(middle, _)| middle.x), Some(-f32::MAX));
        let unit = Obb::new(Vec3::splat(-f32::MAX), Vec3::ONE, Rotation::identity())?;
        assert_eq!(unit.closest_point(Vec3::splat(f32::MAX)), Vec3::splat(-f32::MAX));
        Ok(())
    }

    #[test]
    fn obb_closest_point_covers_the_float_range() -> Result<(), ShapeError> {
        // Rotated by an eighth: in local coordinates, the plain difference is infinity minus infinity.
        let eighth = Rotation::<DVec2>::from_angle(std::f64::consts::FRAC_PI_4);
        let tile = Obb::new(DVec2::splat(-f64::MAX), DVec2::splat(1e300), eighth)?;
        let found = tile.closest_point(DVec2::splat(f64::MAX));
        let along = (found + DVec2::splat(f64::MAX)) / 1e300;
        assert!((along - DVec2::splat(std::f64::consts::FRAC_1_SQRT_2)).length() < 1e-6, "{found}");
        Ok(())
    }
}
