//! Integer polynomials and their roots in an interval.
//!
//! The signs of the coefficients on an interval in Bernstein form change as often as there are roots between
//! the ends, or an even number more often (Descartes' rule). No change or one change is certain. Otherwise
//! the interval is halved, which ends if no root is repeated. A repeated root is also a root of the
//! derivative, and Euclid's algorithm divides it out.
//!
//! A root is then identified by the interval that contains it and no other. Another polynomial is zero there
//! if the greatest common divisor of both has a root in the interval. Otherwise the interval shrinks until
//! the signs decide.
//! Source: Basu, Pollack, Roy, "Algorithms in Real Algebraic Geometry", 2006, §10.2.

use std::cmp::Ordering;

use num_bigint::{BigInt, Sign};
use smallvec::SmallVec;

/// Coefficients by power, the constant first; the last is not zero. Empty for zero; up to the third power.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Polynomial(SmallVec<[BigInt; 4]>);

/// A place between 0 and 1: numerator / 2^shift.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    numerator: BigInt,
    shift: u32,
}

/// A root of a polynomial.
#[derive(Clone, Debug)]
pub(crate) enum Root {
    /// Exactly at this place.
    At(Place),
    /// The only one strictly between two places, and not a repeated one.
    Between(Place, Place),
}

/// Signs of coefficients in Bernstein form, without coefficients beyond the degree.
type Signs = SmallVec<[Ordering; 4]>;

/// An interval is first narrowed to this fraction of the whole around an estimate of its root, which has 53
/// digits.
const FIRST_WIDTH: f64 = 1.0 / (1_u64 << 46) as f64;
/// Number of digits of coefficients that an estimate uses.
const ESTIMATE_BITS: u64 = 62;
/// Number of halvings of an estimate.
const HALVINGS: usize = 60;

fn sign(number: &BigInt) -> Ordering {
    match number.sign() {
        Sign::Minus => Ordering::Less,
        Sign::NoSign => Ordering::Equal,
        Sign::Plus => Ordering::Greater,
    }
}

/// Returns the number of sign changes; zeros do not count.
fn changes(signs: &[Ordering]) -> usize {
    let mut strict = signs.iter().filter(|sign| sign.is_ne());
    let Some(mut last) = strict.next() else { return 0 };
    let mut count = 0;
    for sign in strict {
        count += usize::from(sign != last);
        last = sign;
    }
    count
}

impl Place {
    /// Converts a float from 0 to 1, exactly.
    pub fn new(t: f64) -> Self {
        let bits = t.to_bits();
        let field = (bits >> 52 & 0x7ff) as u32;
        let fraction = bits & ((1 << 52) - 1);
        let magnitude = if field == 0 { fraction } else { fraction | 1 << 52 };
        if magnitude == 0 {
            return Place { numerator: BigInt::ZERO, shift: 0 };
        }
        // Up to 1, so that more than 52 zeros at the end never are too many.
        let shift = 1075 - field.max(1);
        let zeros = magnitude.trailing_zeros().min(shift);
        Place { numerator: BigInt::from(magnitude >> zeros), shift: shift - zeros }
    }

    fn at_shift(&self, shift: u32) -> BigInt {
        &self.numerator << (shift - self.shift)
    }

    fn middle(&self, other: &Self) -> Self {
        let shift = self.shift.max(other.shift);
        Place { numerator: self.at_shift(shift) + other.at_shift(shift), shift: shift + 1 }
    }

    /// Returns the greatest float that is not above it; among subnormal numbers possibly the float before
    /// that.
    pub fn rounded_down(&self) -> f64 {
        let surplus = self.numerator.bits().saturating_sub(53);
        // Up to 53 digits: exact. It is not negative, so that shifting rounds down.
        let head = u64::try_from(&self.numerator >> surplus).unwrap_or(0) as f64;
        let exponent = surplus as i64 - i64::from(self.shift);
        if exponent < -2000 {
            return 0.0;
        }
        let power = |exponent: i64| f64::from_bits(((exponent + 1023) as u64) << 52);
        let rounded = head * power(exponent / 2) * power(exponent - exponent / 2);
        // Subnormal numbers may have been rounded: then the float below.
        if rounded <= f64::MIN_POSITIVE { rounded.next_down().max(0.0) } else { rounded }
    }
}

impl Polynomial {
    /// Creates a polynomial with these coefficients, the constant first.
    pub fn new(coefficients: impl IntoIterator<Item = BigInt>) -> Self {
        let mut coefficients: SmallVec<[BigInt; 4]> = coefficients.into_iter().collect();
        while coefficients.last().is_some_and(|last| last.sign() == Sign::NoSign) {
            coefficients.pop();
        }
        Polynomial(coefficients)
    }

    /// Returns whether the polynomial is zero everywhere.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the sign at a place.
    pub fn sign_at(&self, place: &Place) -> Ordering {
        let mut value = BigInt::ZERO;
        let mut shift = 0;
        for coefficient in self.0.iter().rev() {
            value = value * &place.numerator + (coefficient << shift);
            shift += place.shift;
        }
        sign(&value)
    }

    /// Returns the signs of the coefficients in Bernstein form on an interval: the signs of the polar form,
    /// in which lo and hi replace the powers of t in every mixture.
    fn signs_on(&self, lo: &Place, hi: &Place) -> Signs {
        let shift = lo.shift.max(hi.shift);
        let (a, b) = (lo.at_shift(shift), hi.at_shift(shift));
        let c = |power: usize| &self.0[power];
        match self.0.len() {
            0 => Signs::new(),
            1 => [sign(c(0))].into_iter().collect(),
            2 => [&a, &b].into_iter().map(|t| sign(&((c(0) << shift) + c(1) * t))).collect(),
            3 => {
                let of = |s: &BigInt, t: &BigInt| {
                    sign(&((c(0) << (2 * shift + 1)) + ((c(1) * (s + t)) << shift) + ((c(2) * (s * t)) << 1)))
                };
                [of(&a, &a), of(&a, &b), of(&b, &b)].into_iter().collect()
            }
            _ => {
                let of = |r: &BigInt, s: &BigInt, t: &BigInt| {
                    let (rs, sum) = (r * s, r + s);
                    let pairs = &rs + t * &sum;
                    let value = ((c(0) * 3) << (3 * shift))
                        + ((c(1) * (sum + t)) << (2 * shift))
                        + ((c(2) * pairs) << shift)
                        + c(3) * 3 * (rs * t);
                    sign(&value)
                };
                [of(&a, &a, &a), of(&a, &a, &b), of(&a, &b, &b), of(&b, &b, &b)].into_iter().collect()
            }
        }
    }

    fn derivative(&self) -> Self {
        Polynomial::new(self.0.iter().enumerate().skip(1).map(|(power, c)| c * power))
    }

    /// Returns the remainder of the division and the quotient, both scaled by some number.
    fn divided(&self, divisor: &Self) -> (Self, Self) {
        let Some(leading) = divisor.0.last() else { return (self.clone(), Polynomial::new([])) };
        let mut rest = self.0.clone();
        let steps = (self.0.len() + 1).saturating_sub(divisor.0.len());
        let mut quotient: SmallVec<[BigInt; 4]> = std::iter::repeat_n(BigInt::ZERO, steps).collect();
        for step in (0..steps).rev() {
            let top = rest[step + divisor.0.len() - 1].clone();
            for number in rest.iter_mut().chain(&mut quotient) {
                *number *= leading;
            }
            for (power, coefficient) in divisor.0.iter().enumerate() {
                rest[step + power] -= &top * coefficient;
            }
            quotient[step] = top;
        }
        (Polynomial::new(rest), Polynomial::new(quotient))
    }

    fn common_divisor(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            let (rest, _) = a.divided(&b);
            a = std::mem::replace(&mut b, rest);
        }
        a
    }

    /// Returns the polynomial with the same roots, each once.
    fn without_repeated_roots(&self) -> Self {
        let common = self.common_divisor(&self.derivative());
        if common.0.len() < 2 { self.clone() } else { self.divided(&common).1 }
    }

    /// Returns its roots from 0 to `end`, in order, and the polynomial of which they are simple roots. The
    /// polynomial must not be zero.
    pub fn roots(&self, end: &Place) -> (Self, SmallVec<[Root; 4]>) {
        let mut roots = SmallVec::new();
        let zero = Place::new(0.0);
        if self.sign_at(&zero).is_eq() {
            roots.push(Root::At(zero.clone()));
        }
        let simple = if changes(&self.signs_on(&zero, end)) < 2 {
            self.clone()
        } else {
            self.without_repeated_roots()
        };
        if zero != *end {
            simple.roots_between(&zero, end, &mut roots);
            if simple.sign_at(end).is_eq() {
                roots.push(Root::At(end.clone()));
            }
        }
        (simple, roots)
    }

    fn roots_between(&self, lo: &Place, hi: &Place, roots: &mut SmallVec<[Root; 4]>) {
        match changes(&self.signs_on(lo, hi)) {
            0 => {}
            1 => roots.push(Root::Between(lo.clone(), hi.clone())),
            _ => {
                let middle = lo.middle(hi);
                self.roots_between(lo, &middle, roots);
                if self.sign_at(&middle).is_eq() {
                    roots.push(Root::At(middle.clone()));
                }
                self.roots_between(&middle, hi, roots);
            }
        }
    }

    /// Returns the sign just above the lower end of an interval that contains one root.
    fn sign_before(&self, lo: &Place, hi: &Place) -> Ordering {
        let signs = self.signs_on(lo, hi);
        signs.into_iter().find(|sign| sign.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// Narrows the interval of a root around an estimate of it.
    pub fn narrowed(&self, root: Root) -> Root {
        let Root::Between(mut lo, mut hi) = root else { return root };
        let before = self.sign_before(&lo, &hi);
        let estimate = self.estimate(&lo, &hi, before);
        for t in [(1.0 - FIRST_WIDTH) * estimate, (estimate + FIRST_WIDTH).min(1.0)].map(Place::new) {
            if !is_below(&lo, &t) || !is_below(&t, &hi) {
                continue;
            }
            match self.sign_at(&t) {
                Ordering::Equal => return Root::At(t),
                sign if sign == before => lo = t,
                _ => hi = t,
            }
        }
        Root::Between(lo, hi)
    }

    /// Returns an approximate root, by bisection in floats.
    fn estimate(&self, lo: &Place, hi: &Place, before: Ordering) -> f64 {
        let bits = self.0.iter().map(BigInt::bits).max().unwrap_or(0);
        let surplus = bits.saturating_sub(ESTIMATE_BITS);
        let mut coefficients = [0.0; 4];
        for (to, from) in coefficients.iter_mut().zip(&self.0) {
            *to = i64::try_from(from >> surplus).unwrap_or(0) as f64;
        }
        let (mut lo, mut hi) = (lo.rounded_down(), hi.rounded_down());
        for _ in 0..HALVINGS {
            let t = 0.5 * (lo + hi);
            let value = coefficients.iter().rev().fold(0.0, |value, c| value * t + c);
            if value.partial_cmp(&0.0) == Some(before) { lo = t } else { hi = t }
        }
        0.5 * (lo + hi)
    }

    /// Halves the interval of a root.
    pub fn halved(&self, root: Root) -> Root {
        let Root::Between(lo, hi) = root else { return root };
        let middle = lo.middle(&hi);
        match self.sign_at(&middle) {
            Ordering::Equal => Root::At(middle),
            sign if sign == self.sign_before(&lo, &hi) => Root::Between(middle, hi),
            _ => Root::Between(lo, middle),
        }
    }

    /// Returns the sign of another polynomial at a root of this one, whose interval may shrink.
    pub fn sign_of(&self, other: &Self, root: &mut Root) -> Ordering {
        let mut is_common = None;
        loop {
            let (lo, hi) = match root {
                Root::At(place) => return other.sign_at(place),
                Root::Between(lo, hi) => (lo, hi),
            };
            let signs = other.signs_on(lo, hi);
            let first = signs.iter().copied().find(|sign| sign.is_ne());
            let Some(first) = first else { return Ordering::Equal };
            // No coefficient has the other sign, so there is no root inside.
            if changes(&signs) == 0 {
                return first;
            }
            // A divisor has this root or none in the interval: the number of its sign changes, up to an even
            // number.
            let is_common = is_common
                .get_or_insert_with(|| changes(&self.common_divisor(other).signs_on(lo, hi)) % 2 == 1);
            if *is_common {
                return Ordering::Equal;
            }
            *root = self.halved(root.clone());
        }
    }
}

fn is_below(a: &Place, b: &Place) -> bool {
    let shift = a.shift.max(b.shift);
    a.at_shift(shift) < b.at_shift(shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(coefficients: &[i64]) -> Polynomial {
        Polynomial::new(coefficients.iter().map(|&c| BigInt::from(c)))
    }

    /// Returns the roots from 0 to `end`, up to floating-point precision.
    fn roots(coefficients: &[i64], end: f64) -> Vec<f64> {
        let (simple, roots) = polynomial(coefficients).roots(&Place::new(end));
        let narrow = |root| match simple.narrowed(root) {
            Root::At(place) => place.rounded_down(),
            Root::Between(lo, hi) => {
                assert!(hi.rounded_down() - lo.rounded_down() < 1e-12, "{coefficients:?}");
                hi.rounded_down()
            }
        };
        roots.into_iter().map(narrow).collect()
    }

    #[test]
    fn roots_are_found_once_and_in_order() {
        let near = |found: Vec<f64>, expected: &[f64]| {
            let is_near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
            assert!(is_near && found.len() == expected.len(), "{found:?}, not {expected:?}");
        };
        // t (2t − 1)², (4t − 1)(4t − 3)(t − 1), (3t − 1)³, t² − 2, 2t² − 1, 5, 7t − 7.
        near(roots(&[0, 1, -4, 4], 1.0), &[0.0, 0.5]);
        near(roots(&[-3, 19, -32, 16], 1.0), &[0.25, 0.75, 1.0]);
        near(roots(&[-3, 19, -32, 16], 0.75), &[0.25, 0.75]);
        near(roots(&[-3, 19, -32, 16], 0.5), &[0.25]);
        near(roots(&[-1, 9, -27, 27], 1.0), &[1.0 / 3.0]);
        near(roots(&[-2, 0, 1], 1.0), &[]);
        near(roots(&[-1, 0, 2], 1.0), &[0.5_f64.sqrt()]);
        near(roots(&[5], 1.0), &[]);
        near(roots(&[-7, 7], 1.0), &[1.0]);
        near(roots(&[0, 1], 0.0), &[0.0]);
        // (1000t − 500)² − 1: two that are near each other.
        near(roots(&[249_999, -1_000_000, 1_000_000], 1.0), &[0.499, 0.501]);
    }

    #[test]
    fn signs_at_roots_are_exact() {
        // 2t² − 1 at 1/√2: itself times anything, and a value as near as ten digits.
        let f = polynomial(&[-1, 0, 2]);
        let (simple, roots) = f.roots(&Place::new(1.0));
        let sign = |coefficients: &[i64]| simple.sign_of(&polynomial(coefficients), &mut roots[0].clone());
        assert_eq!(sign(&[-3, 0, 6]), Ordering::Equal);
        assert_eq!(sign(&[1, -3, -2, 6]), Ordering::Equal);
        assert_eq!(sign(&[-7_071_067_811, 10_000_000_000]), Ordering::Greater);
        assert_eq!(sign(&[-7_071_067_812, 10_000_000_000]), Ordering::Less);
        assert_eq!(sign(&[]), Ordering::Equal);
        assert_eq!(sign(&[-3]), Ordering::Less);
    }

    #[test]
    fn places_are_floats_and_back() {
        for t in [0.0, 1.0, 0.5, 1.0 / 3.0, 1.0_f64.next_down(), 1e-300, 3.0 * f64::MIN_POSITIVE] {
            assert_eq!(Place::new(t).rounded_down(), t);
        }
        let third = Place::new(1.0 / 3.0);
        let above = Place::new((1.0_f64 / 3.0).next_up());
        assert_eq!(third.middle(&above).rounded_down(), 1.0 / 3.0);
        assert!(Place::new(5e-324).rounded_down() <= 5e-324);
    }
}
