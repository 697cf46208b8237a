//! One `f64` with a bound on its distance from the true value.
//!
//! The rounding error of a sum or product is itself computed exactly (two-sum and two-product, as in
//! [`expansion`](super::expansion)), and its magnitude is added to the bound. Numbers of few digits, as in
//! hand-written input, therefore stay certain: this stage decides that 0.25 and 0.25 touch. Errors of the
//! operands propagate. Each bound is computed with at most four roundings, which the factor [`ROUND_UP`]
//! covers.
//! Source: Rump, "Verification methods", Acta Numerica 2010, §9 (running error bounds).

use std::cmp::Ordering;

use super::expansion::{MIN_PRODUCT, split, two_product, two_sum};
use super::{Number, Undecided};

/// A float whose distance from the true value is at most `error`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Estimate {
    value: f64,
    error: f64,
}

/// More than (1 + u)⁸.
const ROUND_UP: f64 = 1.0 + 8.0 * f64::EPSILON;

impl Estimate {
    fn is_exact_zero(&self) -> bool {
        self.value == 0.0 && self.error == 0.0
    }
}

impl Number for Estimate {
    type Doubt = Undecided;

    fn new(value: f64) -> Self {
        Estimate { value, error: 0.0 }
    }
    #[inline]
    fn add(&self, other: &Self) -> Self {
        let (value, rounding) = two_sum(self.value, other.value);
        Estimate { value, error: (self.error + other.error + rounding.abs()) * ROUND_UP }
    }
    fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }
    #[inline]
    fn mul(&self, other: &Self) -> Self {
        if self.is_exact_zero() || other.is_exact_zero() {
            return Estimate::new(0.0);
        }
        let (high, low) = split(other.value);
        let (value, rounding) = two_product(self.value, (other.value, high, low));
        let carried = self.value.abs() * other.error + self.error * (other.value.abs() + other.error);
        // Near the lower end of the range, the rounding error and the propagated errors may be rounded too.
        let is_exact = self.error == 0.0 && other.error == 0.0 && value.abs() >= MIN_PRODUCT;
        let underflow = if is_exact { 0.0 } else { f64::MIN_POSITIVE };
        Estimate { value, error: (carried + rounding.abs() + underflow) * ROUND_UP }
    }
    fn neg(&self) -> Self {
        Estimate { value: -self.value, error: self.error }
    }
    fn max(&self, other: &Self) -> Self {
        // The sum of both errors is more than necessary, but unlike their maximum it preserves NaN.
        Estimate { value: self.value.max(other.value), error: self.error + other.error }
    }
    fn sign(&self) -> Result<Ordering, Undecided> {
        // An overflow makes the error infinite or NaN, for which no comparison holds.
        if self.value > self.error {
            Ok(Ordering::Greater)
        } else if self.value < -self.error {
            Ok(Ordering::Less)
        } else if self.is_exact_zero() {
            Ok(Ordering::Equal)
        } else {
            Err(Undecided)
        }
    }
}
