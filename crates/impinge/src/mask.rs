//! Pixel masks: images with one solid bit per pixel, and overlap tests between them.
//!
//! **Coordinates** are image coordinates: x to the right, y down. Pixel (x, y) is the closed unit
//! square from (x, y) to (x + 1, y + 1), with its centre at (x + ½, y + ½). Two masks overlap where
//! they have a pixel in common; pixels that only share an edge or a corner do not overlap.
//!
//! **Layout:** the image is divided into stripes of 64 columns. A word is the part of one row in one stripe,
//! with its lowest bit on the left. The words of a stripe are consecutive in memory, from top to bottom.
//!
//! ```text
//!            stripe 0          stripe 1                 memory
//!   row 0  | word 0         | word h         |          word 0, word 1, …, word h−1, word h, …
//!   row 1  | word 1         | word h + 1     |
//!     ⋮    |   ⋮            |   ⋮            |
//! ```
//!
//! A horizontal shift is therefore the same bit shift in every row of a stripe, and a stripe of one
//! mask meets at most two stripes of the other. Both are read from top to bottom, in loops without a
//! branch that the compiler vectorises. pygame's masks have the same layout (Ulf Ekström's bitmask
//! library).
//!
//! **Every query begins with a bounding test:** a mask stores the smallest rectangle around its pixels, and
//! for each stripe the first and last row with a pixel. Every change updates both.
//!
//! | file | contents |
//! |---|---|
//! | `rectangle` | rectangles of whole pixels |
//! | `image`, `region` | masks from alpha values; from balls, boxes and polygons, by scan conversion |
//! | `overlap`, `kernel` | two masks at an integer offset |
//! | `combine`, `resample` | union, subtraction, inversion; scaling, rotation |
//! | `runs`, `components` | runs of pixels in rows; connected components |
//! | `boundary` | outlines as pixels and as polygons |
//! | `shape` | a mask at any pose, as a shape for every query of the crate |

mod backend;
mod boolean_operations;
mod boundary_tracing;
mod connected_components;
mod error;
mod image;
mod kernel;
mod overlap;
mod pixel_rect;
mod placed_mask;
mod resample;
mod runs;
mod scan_conversion;

#[cfg(test)]
mod tests;

use std::ops::Range;

pub(crate) use backend::MaskBackend;
pub use boundary_tracing::Boundary;
pub use connected_components::{Components, Connectivity};
pub use error::MaskError;
pub use pixel_rect::PixelRect;
pub use placed_mask::PlacedMask;
pub use scan_conversion::Region;

/// The maximum number of pixels along a side of a mask.
pub const MAX_SIDE: u32 = 1 << 20;
/// The maximum number of pixels of a mask: half a gigabyte of bits. Pixel numbers fit into 32 bits.
pub const MAX_PIXELS: u64 = u32::MAX as u64;

/// Columns in a stripe, bits in a word.
const BITS: u32 = u64::BITS;

/// An image with one bit per pixel: set or clear.
///
/// ```
/// use impinge::mask::Mask;
/// let plus = Mask::from_fn(3, 3, |x, y| x == 1 || y == 1)?;
/// let dot = Mask::new_filled(1, 1)?;
/// assert!(plus.overlaps(&dot, [1, 0]));
/// assert!(!plus.overlaps(&dot, [0, 0]));
/// assert_eq!(plus.overlap_count(&plus, [-1, 0]), 2);
/// # Ok::<(), impinge::mask::MaskError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    width: u32,
    height: u32,
    /// Stripe after stripe; in each, one word per row. Bits beyond the width are 0.
    words: Vec<u64>,
    /// For each stripe, the range from the first row with a pixel to one after the last; 0..0 if it is empty.
    extents: Vec<Range<u32>>,
    /// The rectangle around all pixels; the empty rectangle at the origin if there are none.
    bounds: PixelRect,
}

impl Mask {
    /// Creates a mask with all pixels clear.
    ///
    /// # Errors
    /// If a side exceeds [`MAX_SIDE`] pixels, the total exceeds [`MAX_PIXELS`], or the allocation fails.
    pub fn new(width: u32, height: u32) -> Result<Self, MaskError> {
        if width > MAX_SIDE || height > MAX_SIDE || u64::from(width) * u64::from(height) > MAX_PIXELS {
            return Err(MaskError::TooLarge { width, height });
        }
        let stripes = width.div_ceil(BITS) as usize;
        let count = stripes * height as usize;
        let mut words = Vec::new();
        let out_of_memory = |_| MaskError::OutOfMemory { width, height };
        words.try_reserve_exact(count).map_err(out_of_memory)?;
        words.resize(count, 0);
        Ok(Mask { width, height, words, extents: vec![0..0; stripes], bounds: PixelRect::EMPTY })
    }

    /// Creates a mask with all pixels set.
    ///
    /// # Errors
    /// The errors of [`Mask::new`].
    pub fn new_filled(width: u32, height: u32) -> Result<Self, MaskError> {
        let mut mask = Self::new(width, height)?;
        mask.invert();
        Ok(mask)
    }

    /// Creates a mask with the pixels (x, y) set for which `is_set` returns `true`.
    ///
    /// # Errors
    /// The errors of [`Mask::new`].
    pub fn from_fn(
        width: u32,
        height: u32,
        mut is_set: impl FnMut(u32, u32) -> bool,
    ) -> Result<Self, MaskError> {
        let mut mask = Self::new(width, height)?;
        for y in 0..height {
            for x in 0..width {
                if is_set(x, y) {
                    let word = mask.index(x / BITS, y);
                    mask.words[word] |= 1 << (x % BITS);
                }
            }
        }
        mask.refit();
        Ok(mask)
    }

    /// Returns the width in pixels.
    ///
    /// ```
    /// use impinge::mask::Mask;
    /// let (door, lock) = (Mask::new_filled(16, 24)?, Mask::new_filled(6, 4)?);
    /// // The offset that centres the lock in the door.
    /// let middle = [(door.width() - lock.width()) / 2, (door.height() - lock.height()) / 2].map(|at| at as i32);
    /// assert_eq!((middle, door.overlap_count(&lock, middle)), ([5, 10], 24));
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    #[inline]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height in pixels.
    #[inline]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the rectangle of the whole image.
    ///
    /// ```
    /// use impinge::mask::{Mask, PixelRect};
    /// let picture = Mask::new(32, 24)?;
    /// // The part of a brush that is within the image.
    /// let brush = PixelRect { min: [28, 20], max: [40, 40] };
    /// assert_eq!(picture.extent().intersection(&brush), PixelRect { min: [28, 20], max: [32, 24] });
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn extent(&self) -> PixelRect {
        PixelRect { min: [0, 0], max: [self.width, self.height] }
    }

    /// Returns whether a pixel is set; `false` outside of the mask.
    #[inline]
    pub fn get(&self, x: i32, y: i32) -> bool {
        match (u32::try_from(x), u32::try_from(y)) {
            (Ok(x), Ok(y)) if x < self.width && y < self.height => {
                self.words[self.index(x / BITS, y)] >> (x % BITS) & 1 != 0
            }
            _ => false,
        }
    }

    /// Sets or clears a pixel; does nothing outside of the mask.
    ///
    /// ```
    /// use impinge::mask::{Mask, PixelRect};
    /// // A diagonal that begins and ends outside.
    /// let mut mask = Mask::new(8, 4)?;
    /// for at in -2..6 {
    ///     mask.set(at, at, true);
    /// }
    /// assert_eq!(mask.count(), 4);
    /// mask.set(3, 3, false);
    /// assert_eq!(mask.bounds(), Some(PixelRect { min: [0, 0], max: [3, 3] }));
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn set(&mut self, x: i32, y: i32, is_set: bool) {
        let pixel = match (u32::try_from(x), u32::try_from(y)) {
            (Ok(x), Ok(y)) if x < self.width && y < self.height => [x, y],
            _ => return,
        };
        self.write_run(pixel[1], pixel[0]..pixel[0] + 1, is_set);
        self.refit_within(PixelRect { min: pixel, max: pixel.map(|at| at + 1) });
    }

    /// Returns the number of set pixels.
    pub fn count(&self) -> u64 {
        kernel::count_ones(&self.words)
    }

    /// Returns whether no pixel is set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bounds == PixelRect::EMPTY
    }

    /// Returns the smallest rectangle around all set pixels, or `None` if there are none. It is stored, and
    /// updated by every change.
    ///
    /// ```
    /// use impinge::mask::{Mask, PixelRect};
    /// let mut mask = Mask::new(100, 100)?;
    /// assert_eq!(mask.bounds(), None);
    /// mask.fill(&PixelRect { min: [10, 20], max: [90, 30] });
    /// mask.clear(&PixelRect { min: [0, 0], max: [50, 100] });
    /// assert_eq!(mask.bounds(), Some(PixelRect { min: [50, 20], max: [90, 30] }));
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    #[inline]
    pub fn bounds(&self) -> Option<PixelRect> {
        (!self.is_empty()).then_some(self.bounds)
    }

    /// Returns the index of the word of a row in a stripe.
    #[inline(always)]
    fn index(&self, stripe: u32, y: u32) -> usize {
        stripe as usize * self.height as usize + y as usize
    }

    /// Returns the words of a stripe, from the first row to the last.
    #[inline(always)]
    fn stripe(&self, stripe: usize) -> &[u64] {
        let height = self.height as usize;
        &self.words[stripe * height..(stripe + 1) * height]
    }

    /// Returns the words of a stripe, for writing.
    #[inline(always)]
    fn stripe_mut(&mut self, stripe: usize) -> &mut [u64] {
        let height = self.height as usize;
        &mut self.words[stripe * height..(stripe + 1) * height]
    }

    /// Returns the number of stripes.
    #[inline(always)]
    fn stripes(&self) -> usize {
        self.extents.len()
    }

    /// Returns the bits of a stripe that are pixels: all except the bits beyond the width.
    fn columns_of(&self, stripe: usize) -> u64 {
        let columns = self.width - stripe as u32 * BITS;
        bits(0..columns.min(BITS))
    }

    /// Writes pixels of a row, within the mask. The caller refits the bounds.
    fn write_run(&mut self, y: u32, columns: Range<u32>, is_set: bool) {
        let mut x = columns.start;
        while x < columns.end {
            let stripe = x / BITS;
            let end = columns.end.min((stripe + 1) * BITS);
            let run = bits(x - stripe * BITS..end - stripe * BITS);
            let word = self.index(stripe, y);
            if is_set {
                self.words[word] |= run;
            } else {
                self.words[word] &= !run;
            }
            x = end;
        }
    }

    /// Recomputes the bounds after any change.
    fn refit(&mut self) {
        for stripe in 0..self.stripes() {
            self.extents[stripe] = 0..self.height;
            self.shrink(stripe);
        }
        self.refit_bounds();
    }

    /// Recomputes the bounds after a change of pixels within a rectangle, which lies in the mask.
    fn refit_within(&mut self, changed: PixelRect) {
        if changed.is_empty() {
            return;
        }
        for stripe in changed.min[0] / BITS..=(changed.max[0] - 1) / BITS {
            let extent = &mut self.extents[stripe as usize];
            *extent = if extent.start == extent.end {
                changed.min[1]..changed.max[1]
            } else {
                extent.start.min(changed.min[1])..extent.end.max(changed.max[1])
            };
            self.shrink(stripe as usize);
        }
        self.refit_bounds();
    }

    /// Removes empty rows at both ends of the extent of a stripe.
    fn shrink(&mut self, stripe: usize) {
        let Range { mut start, mut end } = self.extents[stripe];
        let words = self.stripe(stripe);
        while start < end && words[start as usize] == 0 {
            start += 1;
        }
        while start < end && words[end as usize - 1] == 0 {
            end -= 1;
        }
        self.extents[stripe] = if start < end { start..end } else { 0..0 };
    }

    /// Recomputes the rectangle of all stripes together.
    fn refit_bounds(&mut self) {
        let mut used = (0..self.stripes()).filter(|&stripe| !self.extents[stripe].is_empty());
        let Some(first) = used.next() else {
            self.bounds = PixelRect::EMPTY;
            return;
        };
        let last = used.next_back().unwrap_or(first);
        let rows = self.extents[first..=last].iter().filter(|extent| !extent.is_empty());
        let (top, bottom) =
            rows.fold((u32::MAX, 0), |(top, bottom), extent| (top.min(extent.start), bottom.max(extent.end)));
        let columns = |stripe: usize| {
            let Range { start, end } = self.extents[stripe].clone();
            kernel::union_of(&self.stripe(stripe)[start as usize..end as usize])
        };
        let left = first as u32 * BITS + columns(first).trailing_zeros();
        let right = (last as u32 + 1) * BITS - columns(last).leading_zeros();
        self.bounds = PixelRect { min: [left, top], max: [right, bottom] };
    }
}

/// Returns a word with these bits set, of 0 to 64.
#[inline(always)]
fn bits(range: Range<u32>) -> u64 {
    if range.start >= range.end {
        return 0;
    }
    (u64::MAX >> (BITS - (range.end - range.start))) << range.start
}
