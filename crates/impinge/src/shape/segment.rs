//! Segments.

use super::ShapeError;
use crate::math::Vector;

/// All points a + t·(b − a) for t in [0, 1]; a point if both ends are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<V> {
    a: V,
    b: V,
}

impl<V: Vector> Segment<V> {
    /// The segment between two points.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::shape::Segment;
    /// let segment = Segment::new(DVec2::ZERO, DVec2::new(3.0, 4.0))?;
    /// assert_eq!(segment.length(), 5.0);
    /// assert_eq!(segment.at(0.5), DVec2::new(1.5, 2.0));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(a: V, b: V) -> Result<Self, ShapeError> {
        ShapeError::finite("a", a)?;
        ShapeError::finite("b", b)?;
        Ok(Segment { a, b })
    }

    /// The segment between two points that are known to be finite.
    #[inline(always)]
    pub(crate) fn between(a: V, b: V) -> Self {
        Segment { a, b }
    }

    /// The start.
    #[inline(always)]
    pub fn a(&self) -> V {
        self.a
    }

    /// The end.
    #[inline(always)]
    pub fn b(&self) -> V {
        self.b
    }

    /// From start to end.
    #[inline(always)]
    pub fn direction(&self) -> V {
        self.b - self.a
    }

    /// The length.
    pub fn length(&self) -> V::Scalar {
        self.direction().length()
    }

    /// The point at parameter t.
    #[inline(always)]
    pub fn at(&self, t: V::Scalar) -> V {
        self.a + self.direction() * t
    }
}
