//! Options and result of the tests of deforming primitives.

use super::Limits;
use crate::math::{Scalar, ShapeError, Unit, Vector};

/// Options of [`VertexFace`](super::VertexFace), [`EdgeEdge`](super::EdgeEdge) and
/// [`VertexEdge`](super::VertexEdge): tolerance, minimum separation, and last time.
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
    /// Creates options with a tolerance, without a minimum separation, for the whole motion.
    ///
    /// The tolerance is a length. At the reported time, the primitives are at most the minimum separation
    /// plus this tolerance apart. A tolerance below the rounding of the coordinates and of the time has no
    /// effect; 0 is as exact as these allow.
    ///
    /// # Errors
    /// [`ShapeError`] if the tolerance is negative or not finite.
    pub fn new(tolerance: S) -> Result<Self, ShapeError> {
        ShapeError::size("tolerance", tolerance)?;
        Ok(DeformingOptions { tolerance, min_separation: S::ZERO, max_time: S::ONE })
    }

    /// Sets a minimum separation: primitives that come as near as this count as meeting.
    ///
    /// Without one, which is 0, the decision is exact. With one, no contact is missed. Primitives that come
    /// nearer than the sum of it and the tolerance may count too. For this, the tolerance counts as at least
    /// a billionth (2⁻³⁰) of the greatest distance between their vertices.
    ///
    /// # Errors
    /// [`ShapeError`] if the separation is negative or not finite.
    pub fn with_min_separation(self, min_separation: S) -> Result<Self, ShapeError> {
        ShapeError::size("minimum separation", min_separation)?;
        Ok(DeformingOptions { min_separation, ..self })
    }

    /// Sets the last time that counts. A value above 1 has the effect of 1, the end of the motion.
    ///
    /// # Errors
    /// [`ShapeError`] if the time is negative or not finite.
    pub fn with_max_time(self, max_time: S) -> Result<Self, ShapeError> {
        ShapeError::size("latest time", max_time)?;
        Ok(DeformingOptions { max_time: max_time.min(S::ONE), ..self })
    }

    /// Returns how far above the minimum separation the distance at the reported time may be.
    pub fn tolerance(&self) -> S {
        self.tolerance
    }

    /// Returns the distance that counts as meeting.
    pub fn min_separation(&self) -> S {
        self.min_separation
    }

    /// Returns the last time that counts.
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

/// First contact of two primitives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CcdHit<V: Vector> {
    /// Time from 0 at the start to 1 at the end.
    ///
    /// It is **never later** than the first time at which the primitives meet. It is early at most by so much
    /// that they are no further apart than the minimum separation, the tolerance, and the rounding of the
    /// coordinates and of this number.
    pub time: V::Scalar,
    /// Point of the first primitive that is closest to the second at that time.
    pub point_a: V,
    /// Point of the second primitive that is closest to the first at that time.
    pub point_b: V,
    /// Unit normal from the first primitive towards the second, so that the first moves along it and not
    /// against it.
    ///
    /// It is perpendicular to the face, to both edges, or to the edge in 2D. With a minimum separation it
    /// points from closest point to closest point. If the face has collapsed, or the edges have collapsed or
    /// are parallel, it is along the relative motion: the part perpendicular to the rest of the primitives,
    /// or else the whole. It is `None` if there is no such motion either.
    pub normal: Option<Unit<V>>,
}
