//! Closed intervals of a parameter.

use super::Scalar;

/// All parameters t with start ≤ t ≤ end; never empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval<S> {
    /// The least parameter.
    pub start: S,
    /// The greatest parameter; infinite where nothing ends the interval.
    pub end: S,
}

impl<S: Scalar> Interval<S> {
    /// What both intervals share.
    ///
    /// ```
    /// use impinge::math::Interval;
    /// let a = Interval { start: 0.0, end: 2.0 };
    /// assert_eq!(a.intersection(Interval { start: 1.0, end: 3.0 }), Some(Interval { start: 1.0, end: 2.0 }));
    /// assert_eq!(a.intersection(Interval { start: 2.5, end: 3.0 }), None);
    /// ```
    pub fn intersection(self, other: Self) -> Option<Self> {
        let both = Interval { start: self.start.max(other.start), end: self.end.min(other.end) };
        (both.start <= both.end).then_some(both)
    }
}
