//! Settings of walkable ground.

use std::f64::consts::FRAC_PI_2;

use crate::math::{Scalar, ShapeError, Unit, Vector};

/// Up direction, maximum slope, and step heights of a walking shape.
///
/// ```
/// use glam::Vec2;
/// use impinge::math::Unit;
/// use impinge::sweep::GroundSettings;
/// let ground = GroundSettings::<Vec2>::new(Unit::axis(1), 0.8)?.with_step_height(0.3)?.with_snap_distance(0.2)?;
/// assert_eq!((ground.max_slope(), ground.step_height(), ground.snap_distance()), (0.8, 0.3, 0.2));
/// assert!(ground.is_walkable(ground.up()) && !ground.is_walkable(Unit::axis(0)));
/// // Degrees are rejected.
/// let error = GroundSettings::<Vec2>::new(Unit::axis(1), 45.0).map_err(|error| error.to_string());
/// assert!(error.is_err_and(|error| error.ends_with("45 degrees are 0.7854")));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundSettings<V: Vector> {
    pub(super) up: Unit<V>,
    max_slope: V::Scalar,
    /// Of the maximum slope.
    cosine: V::Scalar,
    pub(super) step: V::Scalar,
    pub(super) snap: V::Scalar,
}

impl<V: Vector> GroundSettings<V> {
    /// Creates settings with an up direction and a maximum slope, without steps and ground snapping.
    ///
    /// The slope is the angle between the ground's normal and up, in radians, at most a right angle.
    ///
    /// # Errors
    /// [`ShapeError`] if the angle is negative, not finite, or more than a right angle.
    pub fn new(up: Unit<V>, max_slope: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("maximum slope", max_slope)?;
        let (value, right): (f64, V::Scalar) = (max_slope.into(), V::Scalar::from_f64(FRAC_PI_2));
        // A right angle with rounding errors is one.
        if value > FRAC_PI_2 + 1e-4 {
            return Err(ShapeError::Angle { field: "maximum slope", value, radians: value.to_radians() });
        }
        let max_slope = max_slope.min(right);
        let (_, cosine) = max_slope.sin_cos();
        Ok(GroundSettings { up, max_slope, cosine, step: V::Scalar::ZERO, snap: V::Scalar::ZERO })
    }

    /// Sets the height of the steps that the shape climbs.
    ///
    /// # Errors
    /// [`ShapeError`] if the height is negative or not finite.
    pub fn with_step_height(self, height: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("step height", height)?;
        Ok(GroundSettings { step: height, ..self })
    }

    /// Sets the distance by which the shape follows ground that falls away, unless the motion points up.
    ///
    /// # Errors
    /// [`ShapeError`] if the distance is negative or not finite.
    pub fn with_snap_distance(self, distance: V::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("snap distance", distance)?;
        Ok(GroundSettings { snap: distance, ..self })
    }

    /// Returns the up direction.
    pub fn up(&self) -> Unit<V> {
        self.up
    }

    /// Returns the maximum slope: the angle between the ground's normal and up, in radians.
    pub fn max_slope(&self) -> V::Scalar {
        self.max_slope
    }

    /// Returns the height of the steps that the shape climbs; 0 if it climbs none.
    pub fn step_height(&self) -> V::Scalar {
        self.step
    }

    /// Returns the distance by which the shape follows ground that falls away; 0 if it does not.
    pub fn snap_distance(&self) -> V::Scalar {
        self.snap
    }

    /// The up direction in `f64`.
    pub(in crate::sweep) fn upwards(&self) -> V::Double {
        let up = self.up.get().to_double();
        up * (1.0 / up.length())
    }

    /// Returns whether a surface with this outward normal is walkable.
    pub fn is_walkable(&self, normal: Unit<V>) -> bool {
        let slack = V::Scalar::from_f64(16.0) * V::Scalar::UNIT_ROUNDOFF;
        self.up.get().dot(normal.get()) >= self.cosine - slack
    }

    /// For ground that is too steep, the wall that replaces it: the normal without its vertical part.
    pub(in crate::sweep) fn wall(&self, towards: V::Double) -> Option<V::Double> {
        let up = self.upwards();
        let rise = -towards.dot(up);
        // By the same rule as for ground, or a surface at exactly the maximum slope would be both.
        if rise <= 1e-6 || self.is_walkable(Unit::of_unit(V::from_double(-towards))) {
            return None;
        }
        let level = towards + up * rise;
        let length = level.length();
        (length > 1e-6).then(|| level * (1.0 / length))
    }
}
