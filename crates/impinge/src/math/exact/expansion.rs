//! Exact sums of floats.
//!
//! An expansion is a list of floats of increasing magnitude whose digits do not overlap. The number is their
//! exact sum. Sums and products of expansions are expansions again, computed with floating-point operations
//! alone. The sign is the sign of the last component. This holds while nothing overflows or underflows: a
//! product near the ends of the range marks the result as out of range, and its sign is uncertain here.
//! Source: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates",
//! 1997, §2 (two-sum: theorem 7; split and two-product: 17, 18; fast expansion sum: 13; scale expansion: 19).

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::{Number, Undecided};

/// An exact number: the sum of its components, none of which is zero.
#[derive(Clone, Debug)]
pub(crate) struct Expansion {
    /// Smallest first; empty for zero.
    components: SmallVec<[f64; 12]>,
    out_of_range: bool,
}

/// Products below this may have lost digits of their rounding error, which is up to 2⁻¹⁰⁶ times smaller.
pub(super) const MIN_PRODUCT: f64 = f64::MIN_POSITIVE * (1u128 << 110) as f64;
/// 2²⁷ + 1: cuts a float into halves of 26 digits.
const SPLITTER: f64 = 134_217_729.0;

/// Returns a + b as rounded sum and exact error.
#[inline(always)]
pub(crate) fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_virtual = sum - a;
    let a_virtual = sum - b_virtual;
    (sum, (a - a_virtual) + (b - b_virtual))
}

/// Returns a + b, or slightly less if it must be rounded.
pub(crate) fn sum_below(a: f64, b: f64) -> f64 {
    let (sum, error) = two_sum(a, b);
    // An overflow leaves an error that is NaN.
    if error == 0.0 { sum } else { sum.next_down() }
}

/// Returns a + b as rounded sum and exact error, for |a| ≥ |b|.
fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// Returns two halves of a float, of 26 digits each, whose products are exact.
#[inline(always)]
pub(super) fn split(a: f64) -> (f64, f64) {
    let c = SPLITTER * a;
    let high = c - (c - a);
    (high, a - high)
}

/// Returns a · b as rounded product and exact error.
#[inline(always)]
pub(super) fn two_product(a: f64, (b, b_high, b_low): (f64, f64, f64)) -> (f64, f64) {
    let product = a * b;
    let (a_high, a_low) = split(a);
    let rest = ((product - a_high * b_high) - a_low * b_high) - a_high * b_low;
    (product, a_low * b_low - rest)
}

impl Expansion {
    fn push(&mut self, component: f64) {
        if component != 0.0 {
            self.components.push(component);
        }
        self.out_of_range |= !component.is_finite();
    }

    fn zero(out_of_range: bool) -> Self {
        Expansion { components: SmallVec::new(), out_of_range }
    }

    /// Returns the product with one float.
    fn scale(&self, factor: f64) -> Self {
        let mut result = Expansion::zero(false);
        let (high, low) = split(factor);
        let mut carry = 0.0;
        for (i, &component) in self.components.iter().enumerate() {
            let (product, error) = two_product(component, (factor, high, low));
            // NaN and infinity fail this comparison too, or are caught by `push`.
            result.out_of_range |= product.abs() < MIN_PRODUCT;
            if i == 0 {
                result.push(error);
                carry = product;
            } else {
                let (sum, low_part) = two_sum(carry, error);
                result.push(low_part);
                let (next, low_part) = fast_two_sum(product, sum);
                result.push(low_part);
                carry = next;
            }
        }
        result.push(carry);
        result
    }
}

impl Number for Expansion {
    type Doubt = Undecided;

    fn new(value: f64) -> Self {
        let mut result = Expansion::zero(false);
        result.push(value);
        result
    }

    fn add(&self, other: &Self) -> Self {
        // An out-of-range number stays so, without digits.
        if self.out_of_range || other.out_of_range {
            return Expansion::zero(true);
        }
        let mut result = Expansion::zero(false);
        let (mut left, mut right) = (self.components.iter().peekable(), other.components.iter().peekable());
        // Merges both lists by magnitude.
        let mut next = || match (left.peek(), right.peek()) {
            (Some(a), Some(b)) => {
                if a.abs() <= b.abs() {
                    left.next()
                } else {
                    right.next()
                }
            }
            (Some(_), None) => left.next(),
            _ => right.next(),
        };
        let Some(&first) = next() else { return result };
        let mut carry = first;
        let mut is_second = true;
        while let Some(&component) = next() {
            let (sum, error) =
                if is_second { fast_two_sum(component, carry) } else { two_sum(carry, component) };
            is_second = false;
            result.push(error);
            carry = sum;
        }
        result.push(carry);
        result
    }

    fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    fn mul(&self, other: &Self) -> Self {
        if self.out_of_range || other.out_of_range {
            return Expansion::zero(true);
        }
        let (long, short) =
            if self.components.len() >= other.components.len() { (self, other) } else { (other, self) };
        let parts = short.components.iter().map(|&factor| long.scale(factor));
        parts.reduce(|sum, part| sum.add(&part)).unwrap_or(Expansion::zero(false))
    }

    fn neg(&self) -> Self {
        Expansion {
            components: self.components.iter().map(|component| -component).collect(),
            out_of_range: self.out_of_range,
        }
    }

    fn max(&self, other: &Self) -> Self {
        let difference = self.sub(other);
        match difference.sign() {
            Ok(Ordering::Less) => other.clone(),
            Ok(_) => self.clone(),
            Err(Undecided) => Expansion::zero(true),
        }
    }

    fn sign(&self) -> Result<Ordering, Undecided> {
        if self.out_of_range {
            return Err(Undecided);
        }
        // Components do not overlap: the last outweighs the sum of the others.
        let last = self.components.last().copied().unwrap_or(0.0);
        last.partial_cmp(&0.0).ok_or(Undecided)
    }
}
