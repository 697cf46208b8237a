//! Exact signs.
//!
//! A geometric question ("are these boxes apart?") comes down to signs of polynomials in the given floats. The
//! question is written once, generic over [`Number`], and asked of three kinds of number in turn:
//!
//! 1. [`Estimate`]: one `f64` with a proven bound on its error: decides nearly everything.
//! 2. [`Expansion`]: an exact sum of `f64`, as long as needed, while no exponent leaves the range of `f64`.
//! 3. [`Dyadic`]: a whole number times a power of two, as large as needed: always decides.
//!
//! So the answer is that of real arithmetic on the given floats, for every finite input, and there is one formula to
//! read and not three.

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

/// A number that knows its sign, or that it does not know it.
pub(crate) trait Number: Clone {
    /// Why a sign may stay open; uninhabited where it never does.
    type Doubt;
    /// The number that the float stands for.
    fn new(value: f64) -> Self;
    /// The sum.
    fn add(&self, other: &Self) -> Self;
    /// The difference.
    fn sub(&self, other: &Self) -> Self;
    /// The product.
    fn mul(&self, other: &Self) -> Self;
    /// The opposite.
    fn neg(&self) -> Self;
    /// The greater of two.
    fn max(&self, other: &Self) -> Self;
    /// How the number compares to zero.
    fn sign(&self) -> Result<Ordering, Self::Doubt>;

    /// The lesser of two.
    fn min(&self, other: &Self) -> Self {
        self.neg().max(&other.neg()).neg()
    }
    /// The square.
    fn square(&self) -> Self {
        self.mul(self)
    }
    /// Certainly zero?
    fn is_zero(&self) -> bool {
        matches!(self.sign(), Ok(Ordering::Equal))
    }
}

/// The sign is not certain with this kind of number.
#[derive(Debug)]
pub(crate) struct Undecided;

/// A question whose answer depends on signs only.
pub(crate) trait Question {
    /// What it answers.
    type Answer;
    /// The answer, if all the signs that it depends on are known.
    fn answer<N: Number>(&self) -> Result<Self::Answer, N::Doubt>;
}

/// The exact answer.
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

/// A point or direction with coordinates of a kind of [`Number`]; in the plane the third is 0.
pub(crate) type Coordinates<N> = [N; 3];

/// The vector that three floats stand for.
pub(crate) fn vector<N: Number>(coordinates: [f64; 3]) -> Coordinates<N> {
    coordinates.map(N::new)
}

/// a + b.
pub(crate) fn sum<N: Number>(a: &Coordinates<N>, b: &Coordinates<N>) -> Coordinates<N> {
    std::array::from_fn(|i| a[i].add(&b[i]))
}

/// a − b.
pub(crate) fn difference<N: Number>(a: &Coordinates<N>, b: &Coordinates<N>) -> Coordinates<N> {
    std::array::from_fn(|i| a[i].sub(&b[i]))
}

/// a scaled by s.
pub(crate) fn scaled<N: Number>(a: &Coordinates<N>, s: &N) -> Coordinates<N> {
    std::array::from_fn(|i| a[i].mul(s))
}

/// a · b.
pub(crate) fn dot<N: Number>(a: &Coordinates<N>, b: &Coordinates<N>) -> N {
    a[0].mul(&b[0]).add(&a[1].mul(&b[1])).add(&a[2].mul(&b[2]))
}

/// a × b.
pub(crate) fn cross<N: Number>(a: &Coordinates<N>, b: &Coordinates<N>) -> Coordinates<N> {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j].mul(&b[k]).sub(&a[k].mul(&b[j]))
    })
}

/// Certainly the zero vector?
pub(crate) fn is_zero<N: Number>(a: &Coordinates<N>) -> bool {
    a.iter().all(N::is_zero)
}

#[cfg(test)]
mod tests;
