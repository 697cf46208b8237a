//! Four numbers at once.
//!
//! Each operation is one in all lanes, with the bits of one number at a time. Of `f32` glam has these as instructions of the
//! machine (SSE2, NEON, SIMD of WebAssembly); from loops over arrays compilers make some, and move numbers to and fro between.

use std::ops::{Add, Mul, Sub};

use glam::{DVec4, Vec4, Vec4Swizzles};

use super::{Scalar, Vector};

/// What [`Lanes`] are made of.
pub trait Four<S>: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// From the first to the last.
    fn new(lanes: [S; 4]) -> Self;
    /// The same number four times.
    fn splat(value: S) -> Self;
    /// One by one.
    fn lanes(self) -> [S; 4];
    /// The magnitudes.
    fn abs(self) -> Self;
    /// The greater of two in each lane, of numbers that are not NaN.
    fn max(self, other: Self) -> Self;
    /// The second, the third, the first and the fourth.
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

/// Four numbers; in three dimensions the fourth is 0, in two the third as well.
#[derive(Clone, Copy)]
pub(crate) struct Lanes<S: Scalar>(S::Four);

impl<S: Scalar> Lanes<S> {
    /// The lanes that `lane` says.
    #[inline(always)]
    fn from_fn(mut lane: impl FnMut(usize) -> S) -> Self {
        Lanes(S::Four::new([lane(0), lane(1), lane(2), lane(3)]))
    }

    /// The same number in all lanes.
    #[inline(always)]
    pub(crate) fn splat(value: S) -> Self {
        Lanes(S::Four::splat(value))
    }

    /// The coordinates of a vector.
    #[inline(always)]
    pub(crate) fn of<V: Vector<Scalar = S>>(vector: V) -> Self {
        Self::from_fn(|lane| if lane < V::DIMENSION { vector[lane] } else { S::ZERO })
    }

    /// One coordinate of each vector of a basis.
    #[inline(always)]
    pub(crate) fn across<V: Vector<Scalar = S>>(basis: &V::Basis, axis: usize) -> Self {
        Self::from_fn(|lane| if lane < V::DIMENSION { basis[lane][axis] } else { S::ZERO })
    }

    /// The sum of the lanes that a dimension uses, from the first to the last.
    #[inline(always)]
    pub(crate) fn total(self, dimension: usize) -> S {
        let [x, y, z, _] = self.0.lanes();
        if dimension == 3 { x + y + z } else { x + y }
    }

    /// One lane.
    #[inline(always)]
    pub(crate) fn lane(self, lane: usize) -> S {
        self.0.lanes()[lane]
    }

    /// The magnitudes.
    #[inline(always)]
    pub(crate) fn abs(self) -> Self {
        Lanes(self.0.abs())
    }

    /// The greater of two in each lane.
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Lanes(self.0.max(other.0))
    }

    /// The first three lanes moved down by one, the first becoming the third.
    #[inline(always)]
    pub(crate) fn rotated(self) -> Self {
        Lanes(self.0.rotated())
    }

    /// The greatest of the lanes that a dimension uses.
    #[inline(always)]
    pub(crate) fn largest(self, dimension: usize) -> S {
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
