//! Floating-point numbers: `f32` and `f64` behind one trait.
//!
//! Only operations that IEEE 754 rounds correctly, and trigonometry from the `libm` crate, so that every platform
//! computes the same bits. There is no fused multiply-add here on purpose.

use std::fmt::{Debug, Display};
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use glam::{DVec4, Vec4};

use super::lanes::Four;

/// `f32` or `f64`. Sealed: there are no others.
///
/// ```
/// use impinge::math::Scalar;
/// fn twice<S: Scalar>(value: S) -> S {
///     value + value
/// }
/// assert_eq!(twice(1.5_f32), 3.0);
/// ```
pub trait Scalar:
    Copy
    + Debug
    + Default
    + Display
    + PartialEq
    + PartialOrd
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + Into<f64>
{
    /// Four of them, on which the machine's instructions for four at once work, where it has some.
    #[doc(hidden)]
    type Four: Four<Self>;

    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// One half.
    const HALF: Self;
    /// The largest finite number.
    const MAX: Self;
    /// Plus infinity.
    const INFINITY: Self;
    /// Unit roundoff: the largest relative error of one rounded operation, 2⁻²⁴ or 2⁻⁵³.
    const UNIT_ROUNDOFF: Self;
    /// The smallest positive number that still has all its digits, 2⁻¹²⁶ or 2⁻¹⁰²².
    const SMALLEST_NORMAL: Self;

    /// The nearest number to `value`.
    fn from_f64(value: f64) -> Self;
    /// The magnitude.
    fn abs(self) -> Self;
    /// The square root, correctly rounded.
    fn sqrt(self) -> Self;
    /// The lesser of two numbers that are not NaN.
    fn min(self, other: Self) -> Self;
    /// The greater of two numbers that are not NaN.
    fn max(self, other: Self) -> Self;
    /// Neither infinite nor NaN.
    ///
    /// ```
    /// use impinge::math::Scalar;
    /// /// A share of a whole, if it has any.
    /// fn share<S: Scalar>(part: S, whole: S) -> Option<S> {
    ///     let share = part / whole;
    ///     share.is_finite().then_some(share)
    /// }
    /// assert_eq!((share(1.0_f32, 4.0), share(1.0_f64, 0.0)), (Some(0.25), None));
    /// ```
    fn is_finite(self) -> bool;
    /// The next larger number.
    fn next_up(self) -> Self;
    /// The next smaller number.
    ///
    /// ```
    /// use impinge::math::Scalar;
    /// /// The greatest number that is not above a value.
    /// fn rounded_down<S: Scalar>(value: f64) -> S {
    ///     let nearest = S::from_f64(value);
    ///     if nearest.into() > value { nearest.next_down() } else { nearest }
    /// }
    /// // The nearest `f32` to 0.1 is above it.
    /// assert_eq!(rounded_down::<f32>(0.1), 0.099_999_994);
    /// assert_eq!(rounded_down::<f32>(0.5), 0.5);
    /// ```
    fn next_down(self) -> Self;
    /// Sine and cosine of an angle in radians, the same bits on every platform.
    ///
    /// ```
    /// use impinge::math::Scalar;
    /// fn on_circle<S: Scalar>(radius: S, angle: S) -> [S; 2] {
    ///     let (sin, cos) = angle.sin_cos();
    ///     [radius * cos, radius * sin]
    /// }
    /// assert_eq!(on_circle(2.0_f32, 0.0), [2.0, 0.0]);
    /// // To the last digit, on every machine.
    /// assert_eq!(on_circle(1.0_f64, 1.0), [0.540_302_305_868_139_8, 0.841_470_984_807_896_5]);
    /// ```
    fn sin_cos(self) -> (Self, Self);
}

macro_rules! scalar {
    ($float:ident, $four:ident, $sin_cos:path) => {
        impl Scalar for $float {
            type Four = $four;
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const HALF: Self = 0.5;
            const MAX: Self = $float::MAX;
            const INFINITY: Self = $float::INFINITY;
            const UNIT_ROUNDOFF: Self = $float::EPSILON / 2.0;
            const SMALLEST_NORMAL: Self = $float::MIN_POSITIVE;

            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                value as $float
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $float::abs(self)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                $float::sqrt(self)
            }
            // One machine instruction each, where `f32::min` must look for NaN first.
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                if self < other { self } else { other }
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                if self > other { self } else { other }
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                $float::is_finite(self)
            }
            #[inline(always)]
            fn next_up(self) -> Self {
                $float::next_up(self)
            }
            #[inline(always)]
            fn next_down(self) -> Self {
                $float::next_down(self)
            }
            fn sin_cos(self) -> (Self, Self) {
                $sin_cos(self)
            }
        }
    };
}

scalar!(f32, Vec4, libm::sincosf);
scalar!(f64, DVec4, libm::sincos);

/// The least number that is not below `value`; infinite if there is none.
#[inline]
pub(crate) fn rounded_up<S: Scalar>(value: f64) -> S {
    let nearest = S::from_f64(value);
    if nearest.into() < value { nearest.next_up() } else { nearest }
}

/// The greatest number that is not above `value`; infinite if there is none.
#[inline]
pub(crate) fn rounded_down<S: Scalar>(value: f64) -> S {
    -rounded_up::<S>(-value)
}
