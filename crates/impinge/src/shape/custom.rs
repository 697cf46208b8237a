//! Convex shapes of one's own: told by their support function, and placed by a pose.

use std::fmt;

use super::view::{Convex, Core};
use super::{Shaped, View};
use crate::math::{Pose, Scalar, Vector};

/// A convex shape of your own: the point of it that lies furthest in a direction says everything about it.
///
/// ```
/// use glam::Vec2;
/// use impinge::prelude::*;
/// use impinge::math::Pose;
/// use impinge::shape::{Ball, Custom, Support};
/// /// An ellipse around the origin.
/// struct Ellipse(Vec2);
/// impl Support<Vec2> for Ellipse {
///     fn support(&self, direction: Vec2) -> Vec2 {
///         let scaled = direction * self.0;
///         if scaled == Vec2::ZERO { Vec2::ZERO } else { scaled * self.0 / scaled.length() }
///     }
/// }
/// let ellipse = Ellipse(Vec2::new(2.0, 1.0));
/// let ellipse = Custom::new(&ellipse, Pose::identity());
/// let distance = ellipse.distance(&Ball::new(Vec2::new(5.0, 0.0), 1.0)?);
/// assert!((distance - 2.0).abs() < 1e-6);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias("SupportMap", "support_function"))]
pub trait Support<V: Vector>: Sync {
    /// The point of the shape, in its own coordinates, that is furthest in a direction of any length but 0; where there
    /// are several, any of them, but always the same one. It must be finite.
    fn support(&self, direction: V) -> V;
}

/// No more can be told of a shape of one's own than that it is one.
impl<V: Vector> fmt::Debug for dyn Support<V> + '_ {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Support")
    }
}

/// A [`Support`] shape of your own at a pose, borrowed. For a compound or a world to keep it is made by
/// [`AnyShape::custom`](crate::compound::AnyShape::custom).
///
/// ```
/// use glam::DVec2;
/// use impinge::math::{Pose, Rotation};
/// use impinge::shape::{Custom, Support};
/// /// A plate of 4 by 2 around the origin.
/// struct Plate;
/// impl Support<DVec2> for Plate {
///     fn support(&self, direction: DVec2) -> DVec2 {
///         DVec2::new(2.0_f64.copysign(direction.x), 1.0_f64.copysign(direction.y))
///     }
/// }
/// let upright = Rotation::<DVec2>::from_columns([DVec2::Y, -DVec2::X])?;
/// let plate = Custom::new(&Plate, Pose { rotation: upright, translation: DVec2::ZERO });
/// let plate = plate.moved(&Pose::from_translation(DVec2::X * 5.0));
/// // Its corner that is furthest to the right and up: asked for in its own coordinates, then placed.
/// let Pose { rotation, .. } = plate.pose();
/// let corner = plate.shape().support(rotation.apply_inverse(DVec2::ONE));
/// assert_eq!(plate.pose().apply(corner), DVec2::new(6.0, 2.0));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias("SupportMap", "support_function"))]
#[derive(Clone, Copy, Debug)]
pub struct Custom<'a, V: Vector> {
    shape: &'a dyn Support<V>,
    pose: Pose<V>,
}

impl<'a, V: Vector> Custom<'a, V> {
    /// The shape at a pose; a translation that is not finite ends where the floats do.
    pub fn new(shape: &'a dyn Support<V>, pose: Pose<V>) -> Self {
        Custom { shape, pose: pose.within_floats() }
    }

    /// The shape in its own coordinates.
    pub fn shape(&self) -> &'a dyn Support<V> {
        self.shape
    }

    /// Where it is.
    pub fn pose(&self) -> Pose<V> {
        self.pose
    }

    /// The same turned and moved from where it is; what would leave the floats stays at their end.
    #[must_use]
    pub fn moved(&self, pose: &Pose<V>) -> Self {
        Custom { shape: self.shape, pose: pose.placing(&self.pose) }
    }

    /// What it is, for as long as the shape lives.
    #[inline(always)]
    #[doc(hidden)]
    pub fn into_view(self) -> View<'a, V> {
        View::Convex(Convex { core: Core::Custom(self.shape, self.pose), radius: V::Scalar::ZERO })
    }
}

impl<V: Vector> Shaped for Custom<'_, V> {
    type Vector = V;
    #[inline(always)]
    fn view(&self) -> View<'_, V> {
        self.into_view()
    }
}
