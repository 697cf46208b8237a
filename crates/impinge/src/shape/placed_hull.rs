//! Hulls at a pose. The vertices stay in local coordinates.

use super::shape_ref::{ConvexShape, Core};
use super::{Hull, Shape, ShapeRef};
use crate::math::{Pose, Scalar, Vector};

/// Hull at a pose; see [`Hull::at`].
///
/// ```
/// use glam::DVec2;
/// use impinge::math::Pose;
/// use impinge::shape::{Hull, PlacedHull};
/// let wedge = Hull::new(&[DVec2::ZERO, DVec2::X * 2.0, DVec2::Y])?;
/// let step = Pose::from_translation(DVec2::new(1.0, 0.5));
/// let placed: PlacedHull<DVec2> = wedge.at(&step).at(&step);
/// // World positions of the vertices.
/// let corners: Vec<DVec2> =
///     placed.hull().vertices().iter().map(|&corner| placed.pose().transform_point(corner)).collect();
/// assert_eq!(corners, [(2.0, 1.0), (4.0, 1.0), (2.0, 2.0)].map(DVec2::from));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlacedHull<'a, V: Vector> {
    hull: &'a Hull<V>,
    pose: Pose<V>,
}

impl<V: Vector> Hull<V> {
    /// Returns the hull placed by a pose, for queries. It borrows the hull, so nothing is copied.
    ///
    /// A translation beyond the float range is clamped to it.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::prelude::*;
    /// use impinge::math::Pose;
    /// use impinge::shape::Hull;
    /// let triangle = Hull::new(&[Vec2::ZERO, Vec2::X, Vec2::Y])?;
    /// let moved = triangle.at(&Pose::from_translation(Vec2::new(3.0, 0.0)));
    /// assert_eq!(triangle.distance(&moved), 2.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn at(&self, pose: &Pose<V>) -> PlacedHull<'_, V> {
        PlacedHull { hull: self, pose: pose.within_floats() }
    }
}

impl<'a, V: Vector> PlacedHull<'a, V> {
    /// Returns the hull in local coordinates.
    pub fn hull(&self) -> &'a Hull<V> {
        self.hull
    }

    /// Returns the shape reference, with the lifetime of the hull.
    #[inline(always)]
    #[doc(hidden)]
    pub fn into_view(self) -> ShapeRef<'a, V> {
        ShapeRef::Convex(ConvexShape { core: Core::Hull(self.hull, self.pose), radius: V::Scalar::ZERO })
    }

    /// Returns the hull placed by a further pose. Coordinates beyond the float range are clamped to it.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Pose;
    /// use impinge::shape::Hull;
    /// let triangle = Hull::new(&[Vec2::ZERO, Vec2::X, Vec2::Y])?;
    /// let step = Pose::from_translation(Vec2::X);
    /// assert_eq!(triangle.at(&step).at(&step).pose().translation, Vec2::X * 2.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        PlacedHull { hull: self.hull, pose: pose.placing(&self.pose) }
    }

    /// Returns the pose.
    pub fn pose(&self) -> Pose<V> {
        self.pose
    }
}

impl<V: Vector> Shape for PlacedHull<'_, V> {
    type Vector = V;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        self.into_view()
    }
}
