//! Integers times powers of two.
//!
//! Finite floats are such numbers, and sums and products of such numbers too. This arithmetic is exact
//! without any limit, and slow. It decides where [`Expansion`](super::expansion::Expansion) would leave the
//! range of `f64`.

use std::cmp::Ordering;
use std::convert::Infallible;

use num_bigint::{BigInt, Sign};

use super::Number;

/// mantissa · 2^exponent.
#[derive(Clone, Debug)]
pub(crate) struct Dyadic {
    mantissa: BigInt,
    exponent: i32,
}

/// Returns a float as mantissa · 2^exponent. The mantissa is odd or zero, so that a number of few digits
/// stays short for every exponent.
pub(crate) fn mantissa_and_exponent(value: f64) -> (i64, i32) {
    // IEEE 754: 52 fraction bits below 11 exponent bits; exponent field 0 has no hidden leading 1.
    let bits = value.to_bits();
    let field = (bits >> 52 & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let magnitude = if field == 0 { fraction } else { fraction | 1 << 52 };
    let zeros = if magnitude == 0 { 0 } else { magnitude.trailing_zeros() };
    let odd = magnitude >> zeros;
    (if value.is_sign_negative() { -odd } else { odd }, field.max(1) - 1075 + zeros as i32)
}

impl Dyadic {
    /// Returns the mantissas of both numbers over the lesser exponent.
    fn aligned(&self, other: &Self) -> (BigInt, BigInt, i32) {
        // The exponent of zero has no meaning.
        let exponent = match (self.mantissa.sign(), other.mantissa.sign()) {
            (_, Sign::NoSign) => self.exponent,
            (Sign::NoSign, _) => other.exponent,
            _ => self.exponent.min(other.exponent),
        };
        let shifted = |number: &Self| &number.mantissa << (number.exponent - exponent).max(0);
        (shifted(self), shifted(other), exponent)
    }
}

impl Number for Dyadic {
    type Doubt = Infallible;

    fn new(value: f64) -> Self {
        let (mantissa, exponent) = mantissa_and_exponent(value);
        Dyadic { mantissa: mantissa.into(), exponent }
    }
    fn add(&self, other: &Self) -> Self {
        let (a, b, exponent) = self.aligned(other);
        Dyadic { mantissa: a + b, exponent }
    }
    fn sub(&self, other: &Self) -> Self {
        let (a, b, exponent) = self.aligned(other);
        Dyadic { mantissa: a - b, exponent }
    }
    fn mul(&self, other: &Self) -> Self {
        Dyadic { mantissa: &self.mantissa * &other.mantissa, exponent: self.exponent + other.exponent }
    }
    fn neg(&self) -> Self {
        Dyadic { mantissa: -&self.mantissa, exponent: self.exponent }
    }
    fn max(&self, other: &Self) -> Self {
        let (a, b, _) = self.aligned(other);
        if a >= b { self.clone() } else { other.clone() }
    }
    fn sign(&self) -> Result<Ordering, Infallible> {
        Ok(match self.mantissa.sign() {
            Sign::Minus => Ordering::Less,
            Sign::NoSign => Ordering::Equal,
            Sign::Plus => Ordering::Greater,
        })
    }
}
