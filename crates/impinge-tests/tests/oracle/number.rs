//! Exact numbers: every finite float is a whole number times a power of two, and sums and products of such
//! are again.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_int::IBig;
use dashu_int::ops::DivRem;

/// mantissa · 2^exponent. No operation rounds. The same number can be written in several ways.
#[derive(Clone, Debug)]
pub struct Dyadic {
    mantissa: IBig,
    exponent: i64,
}

impl Dyadic {
    pub const ZERO: Self = Dyadic { mantissa: IBig::ZERO, exponent: 0 };
    pub const ONE: Self = Dyadic { mantissa: IBig::ONE, exponent: 0 };

    /// The number that the float stands for; NaN and infinities stand for none.
    pub fn new(value: f64) -> Self {
        assert!(value.is_finite(), "{value} is not a number");
        let bits = value.to_bits();
        let fraction = (bits & ((1 << 52) - 1)) as i64;
        let biased_exponent = (bits >> 52 & 0x7ff) as i64;
        // IEEE 754, §3.4: normal numbers have a hidden leading 1, subnormal numbers the exponent of the least
        // normal.
        let magnitude = if biased_exponent == 0 { fraction } else { fraction | 1 << 52 };
        if magnitude == 0 {
            return Self::ZERO;
        }
        let zeros = magnitude.trailing_zeros();
        let odd = magnitude >> zeros;
        let mantissa = IBig::from(if value < 0.0 { -odd } else { odd });
        Dyadic { mantissa, exponent: biased_exponent.max(1) - 1075 + i64::from(zeros) }
    }

    /// How the number compares to zero.
    pub fn sign(&self) -> Ordering {
        self.mantissa.cmp(&IBig::ZERO)
    }

    pub fn is_zero(&self) -> bool {
        self.mantissa.is_zero()
    }

    pub fn abs(&self) -> Self {
        if self.sign() == Ordering::Less { -self } else { self.clone() }
    }

    pub fn square(&self) -> Self {
        self * self
    }

    /// The quotient by a divisor that is known to leave a dyadic number.
    pub fn divided_exactly(&self, divisor: &Self) -> Self {
        let zeros = divisor.mantissa.trailing_zeros().expect("the divisor is not zero");
        let odd = &divisor.mantissa >> zeros;
        let (mantissa, remainder) = (&self.mantissa).div_rem(&odd);
        assert!(remainder.is_zero(), "the division leaves a remainder");
        Dyadic { mantissa, exponent: self.exponent - divisor.exponent - zeros as i64 }
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;
    fn add(self, other: &Dyadic) -> Dyadic {
        if self.is_zero() {
            return other.clone();
        }
        if other.is_zero() {
            return self.clone();
        }
        let (fine, coarse) = if self.exponent <= other.exponent { (self, other) } else { (other, self) };
        let shift = (coarse.exponent - fine.exponent) as usize;
        Dyadic { mantissa: &fine.mantissa + (&coarse.mantissa << shift), exponent: fine.exponent }
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;
    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Mul for &Dyadic {
    type Output = Dyadic;
    fn mul(self, other: &Dyadic) -> Dyadic {
        if self.is_zero() || other.is_zero() {
            return Dyadic::ZERO;
        }
        Dyadic { mantissa: &self.mantissa * &other.mantissa, exponent: self.exponent + other.exponent }
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        Dyadic { mantissa: -&self.mantissa, exponent: self.exponent }
    }
}

impl PartialEq for Dyadic {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Dyadic {}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> Ordering {
        (self - other).sign()
    }
}

/// A point or direction; in the plane the third coordinate is 0.
pub type Point = [Dyadic; 3];

pub fn point(coordinates: [f64; 3]) -> Point {
    coordinates.map(Dyadic::new)
}

pub fn sum(a: &Point, b: &Point) -> Point {
    std::array::from_fn(|i| &a[i] + &b[i])
}

pub fn difference(a: &Point, b: &Point) -> Point {
    std::array::from_fn(|i| &a[i] - &b[i])
}

pub fn scaled(a: &Point, factor: &Dyadic) -> Point {
    std::array::from_fn(|i| &a[i] * factor)
}

pub fn dot(a: &Point, b: &Point) -> Dyadic {
    &(&(&a[0] * &b[0]) + &(&a[1] * &b[1])) + &(&a[2] * &b[2])
}

pub fn cross(a: &Point, b: &Point) -> Point {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &(&a[j] * &b[k]) - &(&a[k] * &b[j])
    })
}

pub fn determinant(columns: [&Point; 3]) -> Dyadic {
    dot(columns[0], &cross(columns[1], columns[2]))
}

#[test]
fn floats_keep_their_value() {
    let half = Dyadic { mantissa: IBig::ONE, exponent: -1 };
    assert_eq!(Dyadic::new(0.5), half);
    assert_eq!(Dyadic::new(-3.0), Dyadic { mantissa: IBig::from(-3), exponent: 0 });
    assert_eq!(Dyadic::new(f64::MIN_POSITIVE), Dyadic { mantissa: IBig::ONE, exponent: -1022 });
    assert_eq!(Dyadic::new(5e-324), Dyadic { mantissa: IBig::ONE, exponent: -1074 });
    assert_eq!(Dyadic::new(f64::MAX), Dyadic { mantissa: IBig::from((1i64 << 53) - 1), exponent: 971 });
    assert!(Dyadic::new(-0.0).is_zero());
}

#[test]
fn nothing_is_rounded() {
    let (huge, tiny) = (Dyadic::new(1e300), Dyadic::new(5e-324));
    let sum = &huge + &tiny;
    assert!(sum > huge);
    assert_eq!(&sum - &huge, tiny);
    let product = &sum * &tiny;
    assert_eq!(product.divided_exactly(&tiny), sum);
    assert_eq!(product.divided_exactly(&sum), tiny);
    // The float nearest to 1/10 is a little more than 1/10.
    assert!(&Dyadic::new(0.1) * &Dyadic::new(10.0) > Dyadic::ONE);
}

#[test]
#[should_panic(expected = "remainder")]
fn inexact_division_is_refused() {
    Dyadic::ONE.divided_exactly(&Dyadic::new(3.0));
}
