//! User-defined convex shapes, given by a support function and a pose.

use std::fmt;

use super::shape_ref::{ConvexShape, Core};
use super::{Shape, ShapeRef};
use crate::math::{Pose, Scalar, Vector};

/// Support function of a user-defined convex shape.
///
/// The furthest point in every direction defines the shape completely.
///
/// ```
/// use glam::Vec2;
/// use impinge::prelude::*;
/// use impinge::math::Pose;
/// use impinge::shape::{Ball, CustomShape, Support};
/// /// An ellipse around the origin.
/// struct Ellipse(Vec2);
/// impl Support<Vec2> for Ellipse {
///     fn support(&self, direction: Vec2) -> Vec2 {
///         let scaled = direction * self.0;
///         if scaled == Vec2::ZERO { Vec2::ZERO } else { scaled * self.0 / scaled.length() }
///     }
/// }
/// let ellipse = Ellipse(Vec2::new(2.0, 1.0));
/// let ellipse = CustomShape::new(&ellipse, Pose::identity());
/// let distance = ellipse.distance(&Ball::new(Vec2::new(5.0, 0.0), 1.0)?);
/// assert!((distance - 2.0).abs() < 1e-6);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
pub trait Support<V: Vector>: Sync {
    /// Returns the point of the shape, in local coordinates, that is furthest in a direction.
    ///
    /// The direction has any length except zero. Of several furthest points the function may return any, but
    /// always the same one. The point must be finite.
    fn support(&self, direction: V) -> V;
}

/// Prints only the name of the trait, because a support function has no fields to print.
impl<V: Vector> fmt::Debug for dyn Support<V> + '_ {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Support")
    }
}

/// User-defined [`Support`] shape at a pose, borrowed.
///
/// For storage in a compound or a world, use [`AnyShape::custom`](crate::compound::AnyShape::custom).
///
/// ```
/// use glam::DVec2;
/// use impinge::math::{Pose, Rotation};
/// use impinge::shape::{CustomShape, Support};
/// /// A plate of 4 by 2 around the origin.
/// struct Plate;
/// impl Support<DVec2> for Plate {
///     fn support(&self, direction: DVec2) -> DVec2 {
///         DVec2::new(2.0_f64.copysign(direction.x), 1.0_f64.copysign(direction.y))
///     }
/// }
/// let upright = Rotation::<DVec2>::from_columns([DVec2::Y, -DVec2::X])?;
/// let plate = CustomShape::new(&Plate, Pose { rotation: upright, translation: DVec2::ZERO });
/// let plate = plate.at(&Pose::from_translation(DVec2::X * 5.0));
/// // The corner furthest to the right and up: found in local coordinates, then placed.
/// let Pose { rotation, .. } = plate.pose();
/// let corner = plate.shape().support(rotation.inverse_rotate(DVec2::ONE));
/// assert_eq!(plate.pose().transform_point(corner), DVec2::new(6.0, 2.0));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CustomShape<'a, V: Vector> {
    shape: &'a dyn Support<V>,
    pose: Pose<V>,
}

impl<'a, V: Vector> CustomShape<'a, V> {
    /// Creates the shape at a pose. A translation beyond the float range is clamped to it.
    pub fn new(shape: &'a dyn Support<V>, pose: Pose<V>) -> Self {
        CustomShape { shape, pose: pose.within_floats() }
    }

    /// Returns the shape in local coordinates.
    pub fn shape(&self) -> &'a dyn Support<V> {
        self.shape
    }

    /// Returns the pose.
    pub fn pose(&self) -> Pose<V> {
        self.pose
    }

    /// Returns the shape placed by a further pose. Coordinates beyond the float range are clamped to it.
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        CustomShape { shape: self.shape, pose: pose.placing(&self.pose) }
    }

    /// Returns the shape reference, with the lifetime of the borrowed shape.
    #[inline(always)]
    #[doc(hidden)]
    pub fn into_view(self) -> ShapeRef<'a, V> {
        ShapeRef::Convex(ConvexShape { core: Core::Custom(self.shape, self.pose), radius: V::Scalar::ZERO })
    }
}

impl<V: Vector> Shape for CustomShape<'_, V> {
    type Vector = V;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        self.into_view()
    }
}
