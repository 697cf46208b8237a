//! Hulls where they are: the vertices stay in their own coordinates, and a pose leads from there.

use super::view::{Convex, Core};
use super::{Hull, Shaped, View};
use crate::math::{Pose, Scalar, Vector};

/// A hull at a pose; see [`Hull::at`].
///
/// ```
/// use glam::DVec2;
/// use impinge::math::Pose;
/// use impinge::shape::{Hull, PlacedHull};
/// let wedge = Hull::new(&[DVec2::ZERO, DVec2::X * 2.0, DVec2::Y])?;
/// let step = Pose::from_translation(DVec2::new(1.0, 0.5));
/// let placed: PlacedHull<DVec2> = wedge.at(step).moved(&step);
/// // Where its vertices are in the world.
/// let corners: Vec<DVec2> = placed.hull().vertices().iter().map(|&corner| placed.pose().apply(corner)).collect();
/// assert_eq!(corners, [(2.0, 1.0), (4.0, 1.0), (2.0, 2.0)].map(DVec2::from));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlacedHull<'a, V: Vector> {
    hull: &'a Hull<V>,
    pose: Pose<V>,
}

impl<V: Vector> Hull<V> {
    /// The hull turned and moved, to be asked; nothing is copied. A translation that is not finite ends where the floats do.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::prelude::*;
    /// use impinge::math::Pose;
    /// use impinge::shape::Hull;
    /// let triangle = Hull::new(&[Vec2::ZERO, Vec2::X, Vec2::Y])?;
    /// let moved = triangle.at(Pose::from_translation(Vec2::new(3.0, 0.0)));
    /// assert_eq!(triangle.distance(&moved), 2.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn at(&self, pose: Pose<V>) -> PlacedHull<'_, V> {
        PlacedHull { hull: self, pose: pose.within_floats() }
    }
}

impl<'a, V: Vector> PlacedHull<'a, V> {
    /// The hull in its own coordinates.
    pub fn hull(&self) -> &'a Hull<V> {
        self.hull
    }

    /// What it is, for as long as the hull lives.
    #[inline(always)]
    #[doc(hidden)]
    pub fn into_view(self) -> View<'a, V> {
        View::Convex(Convex { core: Core::Hull(self.hull, self.pose), radius: V::Scalar::ZERO })
    }

    /// The same turned and moved from where it is.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Pose;
    /// use impinge::shape::Hull;
    /// let triangle = Hull::new(&[Vec2::ZERO, Vec2::X, Vec2::Y])?;
    /// let step = Pose::from_translation(Vec2::X);
    /// assert_eq!(triangle.at(step).moved(&step).pose().translation, Vec2::X * 2.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn moved(&self, pose: &Pose<V>) -> Self {
        PlacedHull { hull: self.hull, pose: pose.placing(&self.pose) }
    }

    /// Where it is.
    pub fn pose(&self) -> Pose<V> {
        self.pose
    }
}

impl<V: Vector> Shaped for PlacedHull<'_, V> {
    type Vector = V;
    #[inline(always)]
    fn view(&self) -> View<'_, V> {
        self.into_view()
    }
}
