//! A real number that is known to lie between two floats.
//!
//! Each operation of floats is the nearest float to the true result (IEEE 754), so that the float next to it,
//! outwards, is a bound. Sine and cosine are brought to |r| ≤ 1 by a multiple of π/2, of which both
//! neighbours are known, and come from their series in nested form,
//!
//! > sin r = r T₁, Tₙ = 1 − r²/(2n(2n + 1)) Tₙ₊₁;  cos r = C₁, Cₙ = 1 − r²/((2n − 1)2n) Cₙ₊₁,
//!
//! whose innermost factor is between 0 and 1: each is an alternating series that begins with 1 and whose
//! terms only get smaller. Compare: Moore, Kearfott, Cloud, "Introduction to Interval Analysis", 2009.

use std::f64::consts::FRAC_PI_2;
use std::ops::{Add, Div, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// How many factors of the series are taken: r²ⁿ/(2n)! is less than a rounding by far.
const FACTORS: u32 = 12;

impl Interval {
    pub const ZERO: Self = Interval { low: 0.0, high: 0.0 };

    pub fn of(value: f64) -> Self {
        Interval::between(value, value)
    }

    /// Numbers beyond the floats would need rules of their own, which nothing here asks for.
    pub fn between(low: f64, high: f64) -> Self {
        assert!(low.is_finite() && high.is_finite() && low <= high, "from {low} to {high}");
        Interval { low, high }
    }

    /// Around results of single operations.
    fn around(low: f64, high: f64) -> Self {
        Interval::between(low.next_down(), high.next_up())
    }

    /// Some float inside, about in the middle.
    pub fn middle(self) -> f64 {
        (0.5 * self.low + 0.5 * self.high).clamp(self.low, self.high)
    }

    /// At least as far as both ends are from the middle.
    pub fn half_width(self) -> f64 {
        let middle = self.middle();
        (self.high - middle).max(middle - self.low).next_up()
    }

    /// What is in both; some number must be.
    pub fn and(self, other: Self) -> Self {
        Interval::between(self.low.max(other.low), self.high.min(other.high))
    }

    /// The square root; numbers below 0 do not count.
    pub fn sqrt(self) -> Self {
        Interval::around(self.low.max(0.0).sqrt(), self.high.max(0.0).sqrt())
    }

    /// Sine and cosine: of the middle, and no further from there than the number itself.
    pub fn sin_cos(self) -> (Self, Self) {
        let (sine, cosine) = sin_cos_of(self.middle());
        let reach = self.half_width();
        let unit = Interval::between(-1.0, 1.0);
        let around = |value: Interval| (value + Interval::between(-reach, reach)).and(unit);
        (around(sine), around(cosine))
    }
}

fn sin_cos_of(angle: f64) -> (Interval, Interval) {
    let quarters = (angle / FRAC_PI_2).round();
    // The float is below π/2, by less than to the next one.
    let quarter = Interval::between(FRAC_PI_2, FRAC_PI_2.next_up());
    let rest = Interval::of(angle) - quarter * Interval::of(quarters);
    assert!(rest.low > -1.0 && rest.high < 1.0, "{angle} is too large");
    let square = rest * rest;
    let (mut sine, mut cosine) = (Interval::between(0.0, 1.0), Interval::between(0.0, 1.0));
    let one = Interval::of(1.0);
    for n in (1..=FACTORS).rev().map(|n| 2.0 * f64::from(n)) {
        sine = one - square / Interval::of(n * (n + 1.0)) * sine;
        cosine = one - square / Interval::of((n - 1.0) * n) * cosine;
    }
    let sine = sine * rest;
    match quarters.rem_euclid(4.0) {
        0.0 => (sine, cosine),
        1.0 => (cosine, -sine),
        2.0 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

impl Add for Interval {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Interval::around(self.low + other.low, self.high + other.high)
    }
}

impl Sub for Interval {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Interval::around(self.low - other.high, self.high - other.low)
    }
}

impl Neg for Interval {
    type Output = Self;

    fn neg(self) -> Self {
        Interval { low: -self.high, high: -self.low }
    }
}

/// The least and the greatest of what the ends give.
fn of_ends(a: Interval, b: Interval, result: impl Fn(f64, f64) -> f64) -> Interval {
    let ends = [result(a.low, b.low), result(a.low, b.high), result(a.high, b.low), result(a.high, b.high)];
    assert!(ends.iter().all(|end| end.is_finite()), "{a:?} and {b:?}");
    let (low, high) = ends.iter().fold((ends[0], ends[0]), |(low, high), &end| (low.min(end), high.max(end)));
    Interval::around(low, high)
}

impl Mul for Interval {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        of_ends(self, other, |a, b| a * b)
    }
}

impl Div for Interval {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        assert!(other.low > 0.0 || other.high < 0.0, "divided by {other:?}");
        of_ends(self, other, |a, b| a / b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(interval: Interval, value: f64, width: f64) {
        assert!(interval.low <= value && value <= interval.high, "{interval:?}, but {value}");
        assert!(interval.high - interval.low <= width, "{interval:?} is wide");
    }

    /// Products with 3 of what is near ⅓ tell on which side of it the ends are, exactly.
    #[test]
    fn a_third_is_inside() {
        let third = Interval::of(1.0) / Interval::of(3.0);
        assert!(libm::fma(3.0, third.low, -1.0) < 0.0 && libm::fma(3.0, third.high, -1.0) > 0.0);
        holds(third, 1.0 / 3.0, 2e-16);
        let root = Interval::of(2.0).sqrt();
        assert!(libm::fma(root.low, root.low, -2.0) < 0.0 && libm::fma(root.high, root.high, -2.0) > 0.0);
        let (a, b) = (Interval::between(-1.0, 2.0), Interval::between(-5.0, 3.0));
        holds(a * b, -10.0, 16.1);
        holds(a * b, 6.0, 16.1);
        holds(a - b, 7.0, 11.1);
    }

    /// From tables: the float nearest to the true value.
    #[test]
    fn sines_are_inside() {
        for (angle, sine, cosine) in [
            (0.0, 0.0, 1.0),
            (1.0, 0.841_470_984_807_896_5, 0.540_302_305_868_139_8),
            (-2.0, -0.909_297_426_825_681_7, -0.416_146_836_547_142_4),
            (10.0, -0.544_021_110_889_369_8, -0.839_071_529_076_452_4),
            (100.0, -0.506_365_641_109_758_8, 0.862_318_872_287_684),
        ] {
            let (s, c) = Interval::of(angle).sin_cos();
            holds(s, sine, 1e-15 + 1e-15 * angle.abs());
            holds(c, cosine, 1e-15 + 1e-15 * angle.abs());
        }
        for i in -4000..4000 {
            let angle = 0.011 * f64::from(i);
            let (s, c) = Interval::of(angle).sin_cos();
            holds(s, libm::sin(angle), 1e-13);
            holds(c, libm::cos(angle), 1e-13);
            holds(s * s + c * c, 1.0, 1e-12);
        }
        let (s, c) = Interval::between(0.5, 2.0).sin_cos();
        for angle in [0.5, 1.0, FRAC_PI_2, 2.0_f64] {
            assert!(s.low <= angle.sin() && angle.sin() <= s.high);
            assert!(c.low <= angle.cos() && angle.cos() <= c.high);
        }
    }
}
