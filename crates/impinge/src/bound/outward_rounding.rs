//! Rounding outwards, and sums with error bounds.

pub(super) use crate::math::{rounded_down, rounded_up};

/// Twice the error of one rounding to `f64`, which covers second-order terms.
pub(super) const ROUNDING: f64 = f64::EPSILON;
/// Upper bound on the loss of a result by underflow.
const UNDERFLOW: f64 = f64::MIN_POSITIVE * f64::EPSILON;

/// A sum of products, rounded, with a bound on its error.
///
/// Without any rounding the error is 0, so that a translation of a box by whole numbers does not enlarge it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    value: f64,
    error: f64,
}

impl Sum {
    /// Starts with one number.
    #[inline]
    pub(super) fn new(value: f64) -> Self {
        Sum { value, error: 0.0 }
    }

    /// Adds a·b.
    #[inline]
    pub(super) fn plus_product(self, a: f64, b: f64) -> Self {
        let product = a * b;
        let product_error = if is_exact_product(a, b) { 0.0 } else { ROUNDING * product.abs() + UNDERFLOW };
        let value = self.value + product;
        // Knuth's two-sum: the exact rounding error of the addition.
        let added = value - self.value;
        let lost = (self.value - (value - added)) + (product - added);
        Sum { value, error: self.error + product_error + lost.abs() }
    }

    /// Returns a lower bound on the exact sum.
    #[inline]
    pub(super) fn low(self) -> f64 {
        -Sum { value: -self.value, error: self.error }.high()
    }

    /// Returns an upper bound on the exact sum; infinite if an intermediate result was.
    #[inline]
    pub(super) fn high(self) -> f64 {
        if !self.value.is_finite() {
            f64::INFINITY
        } else if self.error == 0.0 {
            self.value
        } else {
            // The error is itself a sum of up to 8 rounded numbers.
            (self.value + self.error * (1.0 + 16.0 * ROUNDING)).next_up()
        }
    }
}

/// Returns whether the product certainly needs no rounding.
#[inline]
fn is_exact_product(a: f64, b: f64) -> bool {
    // Two `f32` have 48 digits together and exponents that cannot leave the range of `f64`.
    let is_single = |x: f64| f64::from(x as f32) == x;
    let is_trivial = |x: f64| x == 0.0 || x.abs() == 1.0;
    is_single(a) && is_single(b) || is_trivial(a) || is_trivial(b)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn outward_rounding_is_tight() {
        assert_eq!(rounded_up::<f32>(0.5), 0.5);
        assert_eq!(rounded_up::<f32>(1.0 + 1e-12), 1.0_f32.next_up());
        assert_eq!(rounded_down::<f32>(1.0 - 1e-12), 1.0_f32.next_down());
        assert_eq!(rounded_up::<f32>(1e-300), f32::from_bits(1));
        assert_eq!((rounded_up::<f32>(1e39), rounded_down::<f32>(1e39)), (f32::INFINITY, f32::MAX));
        assert_eq!(rounded_up::<f64>(0.1), 0.1);
    }

    #[test]
    fn sums_stay_exact_and_report_overflow() {
        let exact = Sum::new(7.0).plus_product(1.0, 0.25).plus_product(-3.0, 0.5);
        assert_eq!((exact.low(), exact.high()), (5.75, 5.75));
        let overflowing = Sum::new(f64::MAX).plus_product(2.0, f64::MAX).plus_product(-2.0, f64::MAX);
        assert_eq!((overflowing.low(), overflowing.high()), (f64::NEG_INFINITY, f64::INFINITY));
    }

    proptest! {
        #[test]
        fn sum_bounds_contain_the_exact_value(terms in prop::collection::vec((-9i64..9, -9i64..9, -60i32..60), 4)) {
            use crate::math::exact::{Number, Question, decide};
            struct Beyond(Vec<(f64, f64)>, f64);
            impl Question for Beyond {
                type Answer = std::cmp::Ordering;
                fn answer<N: Number>(&self) -> Result<Self::Answer, N::Doubt> {
                    let product = |(a, b): &(f64, f64)| N::new(*a).mul(&N::new(*b));
                    let start = N::new(self.1).neg();
                    self.0.iter().fold(start, |sum, term| sum.add(&product(term))).sign()
                }
            }
            let terms: Vec<(f64, f64)> = terms.iter()
                .map(|&(a, b, exponent)| (a as f64 / 3.0, b as f64 * libm::ldexp(1.0, exponent)))
                .collect();
            let sum = terms.iter().fold(Sum::new(0.0), |sum, &(a, b)| sum.plus_product(a, b));
            prop_assert!(decide(&Beyond(terms.clone(), sum.low())).is_ge());
            prop_assert!(decide(&Beyond(terms, sum.high())).is_le());
        }
    }
}
