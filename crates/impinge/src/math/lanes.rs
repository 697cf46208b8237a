//! Four numbers at once.
//!
//! Each operation applies to all lanes, with the same bits as one number at a time. For `f32`, glam
//! implements these with SIMD instructions (SSE2, NEON, WebAssembly SIMD). From loops over arrays compilers
//! generate only some of them, with moves between registers.

use std::ops::{Add, Mul, Sub};

use glam::{DVec4, Vec4, Vec4Swizzles};

use super::{Scalar, Vector};

/// SIMD vector behind [`Lanes`].
pub trait Four<S>: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// Creates the vector from its lanes, first to last.
    fn new(lanes: [S; 4]) -> Self;
    /// Creates a vector with the same number in every lane.
    fn splat(value: S) -> Self;
    /// Returns the lanes.
    fn lanes(self) -> [S; 4];
    /// Returns the magnitudes.
    fn abs(self) -> Self;
    /// Returns the greater number in each lane; neither may be NaN.
    fn max(self, other: Self) -> Self;
    /// Returns the second, third, first and fourth lane, in this order.
    fn rotated(self) -> Self;
}

macro_rules! four {
    ($four:ident, $float:ident) => {
        impl Four<$float> for $four {
            #[inline(always)]
            fn new([x, y, z, w]: [$float; 4]) -> Self {
                $four::new(x, y, z, w)
            }
            #[inline(always)]
            fn splat(value: $float) -> Self {
                $four::splat(value)
            }
            #[inline(always)]
            fn lanes(self) -> [$float; 4] {
                self.to_array()
            }
            #[inline(always)]
            fn abs(self) -> Self {
                $four::abs(self)
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                $four::max(self, other)
            }
            #[inline(always)]
            fn rotated(self) -> Self {
                self.yzxw()
            }
        }
    };
}

four!(Vec4, f32);
four!(DVec4, f64);

/// Four numbers; in 3D the fourth is 0, in 2D also the third.
#[derive(Clone, Copy)]
pub(crate) struct Lanes<S: Scalar>(S::Four);

impl<S: Scalar> Lanes<S> {
    /// Creates lanes from a function of the lane index.
    #[inline(always)]
    fn from_fn(mut lane: impl FnMut(usize) -> S) -> Self {
        Lanes(S::Four::new([lane(0), lane(1), lane(2), lane(3)]))
    }

    /// Creates lanes that all have the same number.
    #[inline(always)]
    pub(crate) fn splat(value: S) -> Self {
        Lanes(S::Four::splat(value))
    }

    /// Creates lanes from the coordinates of a vector.
    #[inline(always)]
    pub(crate) fn of<V: Vector<Scalar = S>>(vector: V) -> Self {
        Self::from_fn(|lane| if lane < V::DIMENSION { vector[lane] } else { S::ZERO })
    }

    /// Creates lanes from one coordinate of each vector of a basis.
    #[inline(always)]
    pub(crate) fn across<V: Vector<Scalar = S>>(basis: &V::Basis, axis: usize) -> Self {
        Self::from_fn(|lane| if lane < V::DIMENSION { basis[lane][axis] } else { S::ZERO })
    }

    /// Returns the sum of the lanes that a dimension uses, added from first to last.
    #[inline(always)]
    pub(crate) fn total(self, dimension: usize) -> S {
        let [x, y, z, _] = self.0.lanes();
        if dimension == 3 { x + y + z } else { x + y }
    }

    /// Returns one lane.
    #[inline(always)]
    pub(crate) fn lane(self, lane: usize) -> S {
        self.0.lanes()[lane]
    }

    /// Returns the magnitudes.
    #[inline(always)]
    pub(crate) fn abs(self) -> Self {
        Lanes(self.0.abs())
    }

    /// Returns the greater number in each lane.
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Lanes(self.0.max(other.0))
    }

    /// Rotates the first three lanes down by one: the first becomes the third.
    #[inline(always)]
    pub(crate) fn rotated(self) -> Self {
        Lanes(self.0.rotated())
    }

    /// Returns the greatest of the lanes that a dimension uses.
    #[inline(always)]
    pub(crate) fn max_element(self, dimension: usize) -> S {
        let [x, y, z, _] = self.0.lanes();
        if dimension == 3 { x.max(y).max(z) } else { x.max(y) }
    }
}

impl<S: Scalar> Add for Lanes<S> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Lanes(self.0 + other.0)
    }
}

impl<S: Scalar> Sub for Lanes<S> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Lanes(self.0 - other.0)
    }
}

impl<S: Scalar> Mul for Lanes<S> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Lanes(self.0 * other.0)
    }
}
