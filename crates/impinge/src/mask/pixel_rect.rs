//! Rectangles of whole pixels.

use std::fmt;

use crate::math::{Scalar, Vector};
use crate::shape::Aabb;

/// All pixels (x, y) with `min` ≤ (x, y) < `max`. `max` is exclusive, so sizes are plain differences.
///
/// ```
/// use impinge::mask::PixelRect;
/// let screen = PixelRect { min: [0, 0], max: [320, 200] };
/// let sprite = PixelRect { min: [310, 192], max: [326, 208] };
/// assert!(!screen.contains(&sprite));
/// // The part of the sprite on the screen.
/// let seen = screen.intersection(&sprite);
/// assert_eq!((seen.width(), seen.height()), (10, 8));
/// let beside = PixelRect { min: [320, 0], max: [336, 16] };
/// assert!(screen.intersection(&beside).is_empty());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PixelRect {
    /// The left column and the upper row.
    pub min: [u32; 2],
    /// The column and row after the last.
    pub max: [u32; 2],
}

impl PixelRect {
    /// The rectangle without pixels.
    pub(super) const EMPTY: Self = PixelRect { min: [0, 0], max: [0, 0] };

    /// Returns the width in pixels.
    pub fn width(&self) -> u32 {
        self.max[0].saturating_sub(self.min[0])
    }

    /// Returns the height in pixels.
    pub fn height(&self) -> u32 {
        self.max[1].saturating_sub(self.min[1])
    }

    /// Returns whether there are no pixels.
    pub fn is_empty(&self) -> bool {
        self.width() == 0 || self.height() == 0
    }

    /// Returns the pixels in both; [empty](Self::is_empty) if there are none.
    pub fn intersection(&self, other: &Self) -> Self {
        let at = |axis: usize| (self.min[axis].max(other.min[axis]), self.max[axis].min(other.max[axis]));
        let ([left, right], [top, bottom]) = (at(0).into(), at(1).into());
        PixelRect { min: [left, top], max: [right, bottom] }
    }

    /// Returns whether all pixels of the other lie in this one.
    pub fn contains(&self, other: &Self) -> bool {
        other.is_empty()
            || (0..2).all(|axis| self.min[axis] <= other.min[axis] && other.max[axis] <= self.max[axis])
    }

    /// Returns the area of the pixels as a box.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::mask::PixelRect;
    /// let area = PixelRect { min: [2, 3], max: [4, 4] }.to_aabb::<Vec2>();
    /// assert_eq!((area.min(), area.max()), (Vec2::new(2.0, 3.0), Vec2::new(4.0, 4.0)));
    /// ```
    pub fn to_aabb<V: Vector>(&self) -> Aabb<V> {
        let corner = |corner: [u32; 2]| {
            V::from_fn(|axis| V::Scalar::from_f64(corner.get(axis).copied().unwrap_or(0).into()))
        };
        let (min, max) = (corner(self.min), corner(self.max));
        Aabb::between(min, max.max(min))
    }
}

impl fmt::Display for PixelRect {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([x, y], width, height) = (self.min, self.width(), self.height());
        write!(formatter, "the rectangle of {width}×{height} pixels at ({x}, {y})")
    }
}
