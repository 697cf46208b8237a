//! Masks under scaling and rotation, by sampling at pixel centres.
//!
//! A pixel of the new mask is set if and only if the point of the old mask that maps to its centre is in a
//! set pixel. So sizes change as little as whole pixels allow, but lines thinner than a pixel may vanish. If
//! no pixel may be missed, use [`Mask::at`], which places the square of every pixel at any rotation and
//! scale.

use glam::DVec2;

use super::{Mask, MaskError};
use crate::math::{Affine, Vector};

impl Mask {
    /// Returns the mask scaled to a size, computed exactly in integers.
    ///
    /// # Errors
    /// The errors of [`Mask::new`].
    ///
    /// ```
    /// use impinge::mask::Mask;
    /// let checkers = Mask::from_fn(2, 2, |x, y| x == y)?;
    /// let large = checkers.scale(6, 4)?;
    /// assert_eq!(large, Mask::from_fn(6, 4, |x, y| (x < 3) == (y < 2))?);
    /// assert_eq!(large.scale(2, 2)?, checkers);
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn scale(&self, width: u32, height: u32) -> Result<Self, MaskError> {
        // The centre (2x + 1) / 2 of a pixel, in units of the old pixels, rounded down.
        let source = |at: u32, new: u32, old: u32| {
            ((2 * u64::from(at) + 1) * u64::from(old) / (2 * u64::from(new))) as i32
        };
        Self::from_fn(width, height, |x, y| {
            self.get(source(x, width, self.width), source(y, height, self.height))
        })
    }

    /// Returns the mask under an affine transform, and its offset: pixel (0, 0) of the result lies at
    /// `offset`.
    ///
    /// The transform maps points, with y down. The result is just large enough for all pixels of
    /// [`Self::bounds`].
    ///
    /// # Errors
    /// If the transform is not invertible or maps beyond 2³⁰ pixels from the origin; also the errors of
    /// [`Mask::new`].
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::mask::Mask;
    /// use impinge::math::Affine;
    /// let bar = Mask::new_filled(10, 2)?;
    /// let quarter_turn = Affine { columns: [DVec2::Y, -DVec2::X], translation: DVec2::new(5.0, 0.0) };
    /// let (turned, offset) = bar.transform(&quarter_turn)?;
    /// assert_eq!((turned, offset), (Mask::new_filled(2, 10)?, [3, 0]));
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn transform<V: Vector>(&self, map: &Affine<V>) -> Result<(Self, [i32; 2]), MaskError> {
        const { assert!(V::DIMENSION == 2, "masks are 2D: use `Vec2` or `DVec2`") }
        let double = |vector: V| DVec2::from_f64(vector.to_f64());
        self.transform_double(&Affine {
            columns: [0, 1].map(|axis| double(map.columns[axis])),
            translation: double(map.translation),
        })
    }

    /// Does not depend on the vector, so it is compiled once, in this crate.
    fn transform_double(&self, map: &Affine<DVec2>) -> Result<(Self, [i32; 2]), MaskError> {
        let back = map.inverse().ok_or(MaskError::NotInvertible)?;
        let Some(bounds) = self.bounds() else { return Ok((Self::new(0, 0)?, [0, 0])) };
        let ([left, top], [right, bottom]) = (bounds.min, bounds.max);
        let corners = [[left, top], [right, top], [left, bottom], [right, bottom]];
        let corners = corners.map(|[x, y]| map.transform_point(DVec2::new(x.into(), y.into())));
        let low = corners[1..].iter().fold(corners[0], |low, &corner| low.min(corner));
        let high = corners[1..].iter().fold(corners[0], |high, &corner| high.max(corner));
        let most = f64::from(i32::MAX / 2);
        if !low.is_finite() || !high.is_finite() || low.abs().max(high.abs()).max_element() > most {
            return Err(MaskError::NotInvertible);
        }
        // Pixels whose centres may be inside; rounding may put a centre on the other side.
        let first = [0, 1].map(|axis| (low[axis] - 0.5 - 1e-6).ceil());
        let size = [0, 1].map(|axis| ((high[axis] - 0.5 + 1e-6).floor() - first[axis] + 1.0).max(0.0) as u32);
        let sampled = Self::from_fn(size[0], size[1], |x, y| {
            let center = DVec2::new(first[0] + f64::from(x) + 0.5, first[1] + f64::from(y) + 0.5);
            let [x, y] = back.transform_point(center).to_array();
            // Conversion saturates: such a pixel is outside as well.
            self.get(x.floor() as i32, y.floor() as i32)
        })?;
        let offset = [first[0] as i32, first[1] as i32];
        Ok(sampled.trimmed(offset))
    }

    /// Removes empty rows and columns at the sides.
    fn trimmed(self, offset: [i32; 2]) -> (Self, [i32; 2]) {
        let bounds = self.bounds;
        if bounds == self.extent() {
            return (self, offset);
        }
        match self.crop(&bounds) {
            Ok(part) => (part, [offset[0] + bounds.min[0] as i32, offset[1] + bounds.min[1] as i32]),
            // Never: it is within the mask, and smaller.
            Err(_) => (self, offset),
        }
    }
}
