//! Exact signs of polynomials.
//!
//! A geometric predicate, such as whether two boxes are disjoint, depends on signs of polynomials in the
//! given floats. The predicate is written once, generic over [`Number`], and evaluated with up to three kinds
//! of number in turn:
//!
//! 1. [`Estimate`]: one `f64` with a proven error bound. It decides nearly every case.
//! 2. [`Expansion`]: an exact sum of `f64`, as long as needed, while no exponent leaves the range of `f64`.
//! 3. [`Dyadic`]: an integer times a power of two, as large as needed. It always decides.
//!
//! The result is therefore the result of real arithmetic on the given floats, for every finite input, and
//! there is one formula instead of three.

use std::cmp::Ordering;

mod dyadic;
mod estimate;
mod expansion;
pub(crate) mod polynomial;

use dyadic::Dyadic;
pub(crate) use dyadic::mantissa_and_exponent;
use estimate::Estimate;
use expansion::Expansion;
pub(crate) use expansion::{sum_below, two_sum};

/// A number whose sign is either certain or reported as uncertain.
pub(crate) trait Number: Clone {
    /// Error for an uncertain sign; uninhabited where every sign is certain.
    type Doubt;
    /// Converts a float exactly.
    fn new(value: f64) -> Self;
    /// Returns the sum.
    fn add(&self, other: &Self) -> Self;
    /// Returns the difference.
    fn sub(&self, other: &Self) -> Self;
    /// Returns the product.
    fn mul(&self, other: &Self) -> Self;
    /// Returns the negation.
    fn neg(&self) -> Self;
    /// Returns the greater of two numbers.
    fn max(&self, other: &Self) -> Self;
    /// Compares the number with zero.
    fn sign(&self) -> Result<Ordering, Self::Doubt>;

    /// Returns the lesser of two numbers.
    fn min(&self, other: &Self) -> Self {
        self.neg().max(&other.neg()).neg()
    }
    /// Returns the square.
    fn square(&self) -> Self {
        self.mul(self)
    }
    /// Returns whether the number is certainly zero.
    fn is_zero(&self) -> bool {
        matches!(self.sign(), Ok(Ordering::Equal))
    }
}

/// The sign is uncertain with this kind of number.
#[derive(Debug)]
pub(crate) struct Undecided;

/// A predicate whose result depends on signs only.
pub(crate) trait Question {
    /// The result.
    type Answer;
    /// Returns the result if all signs that it depends on are certain.
    fn answer<N: Number>(&self) -> Result<Self::Answer, N::Doubt>;
}

/// Returns the exact result.
#[cold]
#[inline(never)]
pub(crate) fn decide<Q: Question>(question: &Q) -> Q::Answer {
    if let Ok(answer) = question.answer::<Estimate>() {
        return answer;
    }
    if let Ok(answer) = question.answer::<Expansion>() {
        return answer;
    }
    let Ok(answer) = question.answer::<Dyadic>();
    answer
}

/// A point or direction with coordinates of a kind of [`Number`]; in 2D the third is 0.
pub(crate) type Coordinates<N> = [N; 3];

/// Converts a vector of three floats exactly.
pub(crate) fn vector<N: Number>(coordinates: [f64; 3]) -> Coordinates<N> {
    coordinates.map(N::new)
}

/// Returns a + b.
pub(crate) fn sum<N: Number>(a: &Coordinates<N>, b: &Coordinates<N>) -> Coordinates<N> {
    std::array::from_fn(|i| a[i].add(&b[i]))
}

/// Returns a − b.
pub(crate) fn difference<N: Number>(a: &Coordinates<N>, b: &Coordinates<N>) -> Coordinates<N> {
    std::array::from_fn(|i| a[i].sub(&b[i]))
}

/// Returns a scaled by s.
pub(crate) fn scaled<N: Number>(a: &Coordinates<N>, s: &N) -> Coordinates<N> {
    std::array::from_fn(|i| a[i].mul(s))
}

/// Returns a · b.
pub(crate) fn dot<N: Number>(a: &Coordinates<N>, b: &Coordinates<N>) -> N {
    a[0].mul(&b[0]).add(&a[1].mul(&b[1])).add(&a[2].mul(&b[2]))
}

/// Returns a × b.
pub(crate) fn cross<N: Number>(a: &Coordinates<N>, b: &Coordinates<N>) -> Coordinates<N> {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j].mul(&b[k]).sub(&a[k].mul(&b[j]))
    })
}

/// Returns whether the vector is certainly zero.
pub(crate) fn is_zero<N: Number>(a: &Coordinates<N>) -> bool {
    a.iter().all(N::is_zero)
}

#[cfg(test)]
mod tests;
