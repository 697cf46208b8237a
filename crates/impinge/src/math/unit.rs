//! Vectors of length 1.

use std::ops::Neg;

use super::{Rotation, Scalar, ShapeError, Vector};

/// A direction: a vector whose length is 1 up to rounding.
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
    /// The direction of a vector of any length but zero; huge and tiny ones keep their direction.
    ///
    /// # Errors
    /// If the vector is 0 or not finite.
    pub fn new(vector: V) -> Result<Self, ShapeError> {
        ShapeError::finite("direction", vector)?;
        let largest = vector.abs().largest();
        if largest == V::Scalar::ZERO {
            return Err(ShapeError::ZeroDirection);
        }
        // Scaled first so that squares neither overflow nor underflow.
        let scaled = V::from_fn(|i| vector[i] / largest);
        let length = scaled.length();
        Ok(Unit(V::from_fn(|i| scaled[i] / length)))
    }

    /// The direction of one axis: 0 for x, 1 for y, and in space 2 for z.
    ///
    /// # Panics
    /// If there is no such axis, as an index would.
    pub fn axis(axis: usize) -> Self {
        assert!(axis < V::DIMENSION, "axis {axis} of {}", V::DIMENSION);
        Unit(V::axis(axis))
    }

    /// A vector whose length is known to be 1 up to rounding.
    #[inline(always)]
    pub(crate) fn of_unit(vector: V) -> Self {
        Unit(vector)
    }

    /// The direction turned. Its length is made 1 again, from which a rotation may be some roundings off.
    pub(crate) fn turned(self, rotation: &Rotation<V>) -> Self {
        // A rotation leaves nothing of no length.
        Unit::new(rotation.apply(self.0)).unwrap_or(self)
    }

    /// Where a rotation takes one axis.
    pub(crate) fn from_axis_of(rotation: &Rotation<V>, axis: usize) -> Self {
        Unit(rotation.columns()[axis])
    }

    /// The vector.
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
