//! Closed parameter intervals.

use super::Scalar;

/// Closed interval of a parameter: all t with start ≤ t ≤ end. It is never empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval<S> {
    /// The least parameter.
    pub start: S,
    /// The greatest parameter; infinite if the interval has no upper end.
    pub end: S,
}

impl<S: Scalar> Interval<S> {
    /// Returns the common part of both intervals, or `None` if they are disjoint.
    ///
    /// ```
    /// use impinge::math::Interval;
    /// let a = Interval { start: 0.0, end: 2.0 };
    /// assert_eq!(
    ///     a.intersection(Interval { start: 1.0, end: 3.0 }), Some(Interval { start: 1.0, end: 2.0 }));
    /// assert_eq!(a.intersection(Interval { start: 2.5, end: 3.0 }), None);
    /// ```
    pub fn intersection(self, other: Self) -> Option<Self> {
        let both = Interval { start: self.start.max(other.start), end: self.end.min(other.end) };
        (both.start <= both.end).then_some(both)
    }
}
