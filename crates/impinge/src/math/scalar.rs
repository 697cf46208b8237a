//! Floating-point numbers: `f32` and `f64` behind one trait.
//!
//! The trait has only operations that IEEE 754 rounds correctly, and trigonometry from the `libm` crate, so
//! every platform computes the same bits. Fused multiply-add is omitted on purpose.

use std::fmt::{Debug, Display};
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use glam::{DVec4, Vec4};

use super::lanes::Four;

/// Floating-point number: `f32` or `f64`. The trait is sealed.
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
    /// SIMD vector of four, which uses four-lane machine instructions where available.
    #[doc(hidden)]
    type Four: Four<Self>;

    /// The number 0.
    const ZERO: Self;
    /// The number 1.
    const ONE: Self;
    /// The number ½.
    const HALF: Self;
    /// The largest finite number.
    const MAX: Self;
    /// Plus infinity.
    const INFINITY: Self;
    /// Unit roundoff: the largest relative error of one rounded operation, 2⁻²⁴ or 2⁻⁵³.
    const UNIT_ROUNDOFF: Self;
    /// The smallest positive number with full precision, 2⁻¹²⁶ or 2⁻¹⁰²².
    const MIN_POSITIVE: Self;

    /// Converts to the nearest number.
    fn from_f64(value: f64) -> Self;
    /// Returns the magnitude.
    fn abs(self) -> Self;
    /// Returns the square root, correctly rounded.
    fn sqrt(self) -> Self;
    /// Returns the lesser of two numbers; neither may be NaN.
    fn min(self, other: Self) -> Self;
    /// Returns the greater of two numbers; neither may be NaN.
    fn max(self, other: Self) -> Self;
    /// Returns whether the number is neither infinite nor NaN.
    ///
    /// ```
    /// use impinge::math::Scalar;
    /// /// Returns a fraction of a whole, if it is finite.
    /// fn share<S: Scalar>(part: S, whole: S) -> Option<S> {
    ///     let share = part / whole;
    ///     share.is_finite().then_some(share)
    /// }
    /// assert_eq!((share(1.0_f32, 4.0), share(1.0_f64, 0.0)), (Some(0.25), None));
    /// ```
    fn is_finite(self) -> bool;
    /// Returns the next larger number.
    fn next_up(self) -> Self;
    /// Returns the next smaller number.
    ///
    /// ```
    /// use impinge::math::Scalar;
    /// /// Returns the greatest number not above a value.
    /// fn rounded_down<S: Scalar>(value: f64) -> S {
    ///     let nearest = S::from_f64(value);
    ///     if nearest.into() > value { nearest.next_down() } else { nearest }
    /// }
    /// // The nearest `f32` to 0.1 is above it.
    /// assert_eq!(rounded_down::<f32>(0.1), 0.099_999_994);
    /// assert_eq!(rounded_down::<f32>(0.5), 0.5);
    /// ```
    fn next_down(self) -> Self;
    /// Returns the sine and cosine of an angle in radians, with the same bits on every platform.
    ///
    /// ```
    /// use impinge::math::Scalar;
    /// fn on_circle<S: Scalar>(radius: S, angle: S) -> [S; 2] {
    ///     let (sin, cos) = angle.sin_cos();
    ///     [radius * cos, radius * sin]
    /// }
    /// assert_eq!(on_circle(2.0_f32, 0.0), [2.0, 0.0]);
    /// // Identical to the last digit on every machine.
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
            const MIN_POSITIVE: Self = $float::MIN_POSITIVE;

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
            // One machine instruction each, whereas `f32::min` must check for NaN first.
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

/// Returns the least number not below `value`; infinite if there is none.
#[inline]
pub(crate) fn rounded_up<S: Scalar>(value: f64) -> S {
    let nearest = S::from_f64(value);
    if nearest.into() < value { nearest.next_up() } else { nearest }
}

/// Returns the greatest number not above `value`; infinite if there is none.
#[inline]
pub(crate) fn rounded_down<S: Scalar>(value: f64) -> S {
    -rounded_up::<S>(-value)
}
