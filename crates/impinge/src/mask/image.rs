//! Masks from images, and parts of masks.

use super::boolean_operations::Moved;
use super::{BITS, Mask, MaskError, PixelRect};

impl Mask {
    /// Creates a mask of the pixels with an alpha value **above** a threshold. The usual threshold is 127.
    ///
    /// `bytes` are the red, green, blue and alpha values of the pixels, row by row from the upper left, as
    /// most image libraries provide them.
    ///
    /// # Errors
    /// If there are not four bytes for each pixel; also the errors of [`Mask::new`].
    ///
    /// ```
    /// use impinge::mask::{Mask, MaskError};
    /// let bytes = [[0, 0, 0, 0], [9, 9, 9, 127], [9, 9, 9, 128], [0, 0, 0, 255]].concat();
    /// let mask = Mask::from_rgba(2, 2, &bytes, 127)?;
    /// assert_eq!((mask.get(1, 0), mask.get(0, 1), mask.count()), (false, true, 2));
    /// assert!(matches!(Mask::from_rgba(65535, 65535, &bytes, 127), Err(MaskError::WrongLength { .. })));
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn from_rgba(width: u32, height: u32, bytes: &[u8], threshold: u8) -> Result<Self, MaskError> {
        Self::from_bytes::<4>(width, height, bytes, |pixel| pixel[3] > threshold)
    }

    /// Creates a mask of the pixels with a value above a threshold, from one byte per pixel: alpha or grey.
    ///
    /// # Errors
    /// If there is not one byte for each pixel; also the errors of [`Mask::new`].
    ///
    /// ```
    /// use impinge::mask::Mask;
    /// let bytes = [0, 100, 200, 255];
    /// let light = Mask::from_gray(2, 2, &bytes, 127)?;
    /// assert_eq!(light, Mask::from_fn(2, 2, |_, y| y == 1)?);
    /// // A value equal to the threshold is not above it.
    /// assert_eq!(Mask::from_gray(2, 2, &bytes, 200)?.count(), 1);
    /// assert!(Mask::from_gray(2, 3, &bytes, 127).is_err());
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn from_gray(width: u32, height: u32, bytes: &[u8], threshold: u8) -> Result<Self, MaskError> {
        Self::from_bytes::<1>(width, height, bytes, |pixel| pixel[0] > threshold)
    }

    fn from_bytes<const CHANNELS: usize>(
        width: u32,
        height: u32,
        bytes: &[u8],
        is_set: impl Fn(&[u8; CHANNELS]) -> bool,
    ) -> Result<Self, MaskError> {
        let expected = u64::from(width) * u64::from(height) * CHANNELS as u64;
        // Checked before anything is allocated.
        if bytes.len() as u64 != expected {
            return Err(MaskError::WrongLength { width, height, expected, found: bytes.len() });
        }
        let mut mask = Self::new(width, height)?;
        let (pixels, _) = bytes.as_chunks::<CHANNELS>();
        for (y, row) in (0..height).zip(pixels.chunks_exact(width.max(1) as usize)) {
            for (stripe, pixels) in (0..).zip(row.chunks(BITS as usize)) {
                let word = mask.index(stripe, y);
                let bits = pixels.iter().enumerate();
                mask.words[word] = bits.fold(0, |word, (x, pixel)| word | u64::from(is_set(pixel)) << x);
            }
        }
        mask.refit();
        Ok(mask)
    }

    /// Returns a rectangle of the mask as a new mask.
    ///
    /// # Errors
    /// If the rectangle is not within the mask, or the allocation fails.
    ///
    /// ```
    /// use impinge::mask::{Mask, PixelRect};
    /// let stairs = Mask::from_fn(8, 8, |x, y| x <= y)?;
    /// // The lower half.
    /// let half = stairs.crop(&PixelRect { min: [0, stairs.height() / 2], ..stairs.extent() })?;
    /// assert_eq!((half.width(), half.height(), half.count()), (8, 4, 5 + 6 + 7 + 8));
    /// assert!(half.crop(&stairs.extent()).is_err());
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn crop(&self, part: &PixelRect) -> Result<Self, MaskError> {
        if !self.extent().contains(part) {
            return Err(MaskError::PartOutside { part: *part, width: self.width, height: self.height });
        }
        let mut cut = Self::new(part.width(), part.height())?;
        if cut.extent().is_empty() {
            // An empty rectangle may begin anywhere.
            return Ok(cut);
        }
        // Within the maximum side, so it fits into an `i32`.
        let moved = Moved::new(self, part.min.map(|at| -(at as i32)));
        for stripe in 0..cut.stripes() {
            let columns = cut.columns_of(stripe);
            for (y, word) in cut.stripe_mut(stripe).iter_mut().enumerate() {
                *word = moved.word(stripe, y) & columns;
            }
        }
        cut.refit();
        Ok(cut)
    }

    /// Returns the frames of a sprite sheet, row by row from the upper left: rectangles of one size that fill
    /// the mask.
    ///
    /// # Errors
    /// If frames of this size do not fill the mask, a side of them is 0, or the allocation fails.
    ///
    /// ```
    /// use impinge::mask::{Mask, MaskError};
    /// let sheet = Mask::from_fn(32, 16, |x, y| x / 8 + 4 * (y / 8) == 5)?;
    /// let frames = sheet.frames([8, 8])?;
    /// assert_eq!(frames.len(), 8);
    /// assert_eq!(frames.iter().position(|frame| frame.count() == 64), Some(5));
    /// assert!(matches!(sheet.frames([7, 8]), Err(MaskError::NotDivisible { .. })));
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn frames(&self, frame: [u32; 2]) -> Result<Vec<Self>, MaskError> {
        let [width, height] = frame;
        if width == 0
            || height == 0
            || !self.width.is_multiple_of(width)
            || !self.height.is_multiple_of(height)
        {
            return Err(MaskError::NotDivisible { frame, width: self.width, height: self.height });
        }
        let (columns, rows) = (self.width / width, self.height / height);
        let corners =
            (0..rows).flat_map(|row| (0..columns).map(move |column| [column * width, row * height]));
        corners.map(|min| self.crop(&PixelRect { min, max: [min[0] + width, min[1] + height] })).collect()
    }
}
