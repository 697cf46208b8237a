//! Vectors of length 1.

use std::ops::Neg;

use super::{Rotation, Scalar, ShapeError, Vector};

/// Direction: a vector of length 1 up to rounding.
///
/// ```
/// use glam::Vec3;
/// use impinge::math::Unit;
/// let up = Unit::new(Vec3::new(0.0, 0.0, 5.0))?;
/// assert_eq!(up.get(), Vec3::Z);
/// assert!(Unit::new(Vec3::ZERO).is_err());
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit<V>(V);

impl<V: Vector> Unit<V> {
    /// Normalizes a vector of any length except zero; huge and tiny vectors keep their direction.
    ///
    /// # Errors
    /// If the vector is zero or not finite.
    pub fn new(vector: V) -> Result<Self, ShapeError> {
        ShapeError::finite("direction", vector)?;
        let largest = vector.abs().max_element();
        if largest == V::Scalar::ZERO {
            return Err(ShapeError::ZeroDirection);
        }
        // Scaled first so that squares neither overflow nor underflow.
        let scaled = V::from_fn(|i| vector[i] / largest);
        let length = scaled.length();
        Ok(Unit(V::from_fn(|i| scaled[i] / length)))
    }

    /// Returns the direction of one axis: 0 for x, 1 for y, and in 3D 2 for z.
    ///
    /// # Panics
    /// If the axis does not exist, as for an index out of range.
    pub fn axis(axis: usize) -> Self {
        assert!(axis < V::DIMENSION, "axis {axis} of {}", V::DIMENSION);
        Unit(V::unit_axis(axis))
    }

    /// Creates a direction from a vector of length 1 up to rounding.
    #[inline(always)]
    pub(crate) fn of_unit(vector: V) -> Self {
        Unit(vector)
    }

    /// Rotates the direction and normalizes it again, because a rotation may be some roundings off.
    pub(crate) fn turned(self, rotation: &Rotation<V>) -> Self {
        // A rotation never makes the length zero.
        Unit::new(rotation.rotate(self.0)).unwrap_or(self)
    }

    /// Returns the image of one axis under a rotation.
    pub(crate) fn from_axis_of(rotation: &Rotation<V>, axis: usize) -> Self {
        Unit(rotation.columns()[axis])
    }

    /// Returns the vector.
    pub fn get(self) -> V {
        self.0
    }
}

impl<V: Vector> Neg for Unit<V> {
    type Output = Self;
    fn neg(self) -> Self {
        Unit(-self.0)
    }
}
