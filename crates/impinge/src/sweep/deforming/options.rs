//! What is asked of two primitives besides, and what is answered.

use super::Limits;
use crate::math::{Scalar, ShapeError, Unit, Vector};

/// How near counts as a meeting, how early it may be told, and until when it matters.
///
/// ```
/// use impinge::sweep::DeformingOptions;
/// let options = DeformingOptions::new(1e-6)?.with_min_separation(0.01)?.with_max_time(0.5)?;
/// assert_eq!((options.tolerance(), options.min_separation(), options.max_time()), (1e-6, 0.01, 0.5));
/// assert_eq!(
///     DeformingOptions::new(-1.0).map_err(|error| error.to_string()),
///     Err("tolerance must not be negative, but is -1".into()),
/// );
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeformingOptions<S> {
    tolerance: S,
    min_separation: S,
    max_time: S,
}

impl<S: Scalar> DeformingOptions<S> {
    /// With a tolerance, which is a length: at the time that is reported, the primitives are no further apart than this, besides
    /// the minimum separation. No smaller than roundings of the coordinates and of the time has no effect; 0 is as exactly
    /// as they allow. No separation, the whole motion.
    ///
    /// # Errors
    /// If it is negative or not finite.
    pub fn new(tolerance: S) -> Result<Self, ShapeError> {
        ShapeError::size("tolerance", tolerance)?;
        Ok(DeformingOptions { tolerance, min_separation: S::ZERO, max_time: S::ONE })
    }

    /// Primitives that come as near as this count as meeting. Without one, which is 0, whether they meet is decided exactly. With
    /// one, none that come as near are missed; those that come nearer than it and the tolerance together may count too, and so
    /// may those that do up to a billionth (2⁻³⁰) of how far apart their vertices are in all.
    ///
    /// # Errors
    /// If it is negative or not finite.
    pub fn with_min_separation(self, min_separation: S) -> Result<Self, ShapeError> {
        ShapeError::size("minimum separation", min_separation)?;
        Ok(DeformingOptions { min_separation, ..self })
    }

    /// What happens later than this does not matter; the motion ends at 1 anyway.
    ///
    /// # Errors
    /// If it is negative or not finite.
    pub fn with_max_time(self, max_time: S) -> Result<Self, ShapeError> {
        ShapeError::size("latest time", max_time)?;
        Ok(DeformingOptions { max_time: max_time.min(S::ONE), ..self })
    }

    /// How much further apart than the minimum separation primitives may be at the time that is told.
    pub fn tolerance(&self) -> S {
        self.tolerance
    }

    /// How near counts as a meeting.
    pub fn min_separation(&self) -> S {
        self.min_separation
    }

    /// Until when meetings matter.
    pub fn max_time(&self) -> S {
        self.max_time
    }

    pub(super) fn limits(&self) -> Limits {
        Limits {
            separation: self.min_separation.into(),
            tolerance: self.tolerance.into(),
            end: self.max_time.into(),
        }
    }
}

/// Where and when two primitives meet first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting<V: Vector> {
    /// From 0 at the start to 1 at the end. **Never later** than the first time at which they meet, and so early at most that they are no
    /// further apart than the minimum separation, the tolerance, and roundings of the coordinates and of this number.
    pub time: V::Scalar,
    /// The point of the first primitive at that time that is nearest to the second.
    pub on_a: V,
    /// The point of the second that is nearest to the first.
    pub on_b: V,
    /// From the first towards the second: across the face, or both edges, or the edge in the plane, so that the first moves
    /// along it and not against it; from point to point if there is a minimum separation. If a face or the edges have collapsed or are
    /// parallel there: along the relative motion, as far as that is across what is left of them, or else as it is. None if
    /// there is no such motion either.
    pub normal: Option<Unit<V>>,
}
