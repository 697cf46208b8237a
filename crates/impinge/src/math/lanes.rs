//! Four numbers at once.
//!
//! Plain arrays and loops of fixed length, which the compiler turns into vector instructions of any machine; the same
//! operations in the same order as one number at a time, so the same bits.

use std::ops::{Add, Mul, Sub};

use super::{Scalar, Vector};

/// Four numbers; in three dimensions the fourth is 0, in two the third as well.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub(crate) struct Lanes<S>([S; 4]);

impl<S: Scalar> Lanes<S> {
    /// The lanes that `lane` says.
    #[inline(always)]
    fn from_fn(mut lane: impl FnMut(usize) -> S) -> Self {
        Lanes([lane(0), lane(1), lane(2), lane(3)])
    }

    /// The same number in all lanes.
    #[inline(always)]
    pub(crate) fn splat(value: S) -> Self {
        Lanes([value; 4])
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
        let sum = self.0[0] + self.0[1];
        if dimension == 3 { sum + self.0[2] } else { sum }
    }

    /// One lane.
    #[inline(always)]
    pub(crate) fn lane(self, lane: usize) -> S {
        self.0[lane]
    }

    /// The magnitudes.
    #[inline(always)]
    pub(crate) fn abs(self) -> Self {
        Self::from_fn(|lane| self.0[lane].abs())
    }

    /// The greater of two in each lane.
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Self::from_fn(|lane| self.0[lane].max(other.0[lane]))
    }

    /// The first three lanes moved down by one, the first becoming the third.
    #[inline(always)]
    pub(crate) fn rotated(self) -> Self {
        Lanes([self.0[1], self.0[2], self.0[0], self.0[3]])
    }

    /// The greatest of the lanes that a dimension uses.
    #[inline(always)]
    pub(crate) fn largest(self, dimension: usize) -> S {
        let most = self.0[0].max(self.0[1]);
        if dimension == 3 { most.max(self.0[2]) } else { most }
    }
}

impl<S: Scalar> Add for Lanes<S> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::from_fn(|lane| self.0[lane] + other.0[lane])
    }
}

impl<S: Scalar> Sub for Lanes<S> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::from_fn(|lane| self.0[lane] - other.0[lane])
    }
}

impl<S: Scalar> Mul for Lanes<S> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self::from_fn(|lane| self.0[lane] * other.0[lane])
    }
}
