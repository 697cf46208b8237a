//! Two masks at an integer offset: overlap test, first common pixel, count, and normal.

use std::ops::Range;

use super::kernel::{AlignedRows, Second, dispatched};
use super::{BITS, Mask};
use crate::math::{Unit, Vector};

/// Rows around the middle that are tested before all others.
const TRIED_FIRST: usize = 32;

impl Mask {
    /// Returns whether the masks have a common pixel if the other is moved by `offset`: its pixel (0, 0) lies
    /// on pixel `offset` of this one.
    ///
    /// Every offset is valid, also negative ones. The test begins in the middle of the rectangle in which
    /// both have pixels, where most overlaps have a common pixel.
    ///
    /// ```
    /// use impinge::mask::Mask;
    /// let block = Mask::new_filled(10, 4)?;
    /// assert!(block.overlaps(&block, [9, -3]));
    /// assert!(!block.overlaps(&block, [10, 0]));
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    #[inline]
    pub fn overlaps(&self, other: &Mask, offset: [i32; 2]) -> bool {
        Overlay::new(self, other, offset).is_some_and(|overlay| any(&overlay))
    }

    /// Returns the number of common pixels if the other mask is moved by `offset`.
    #[doc(alias("overlap_area", "pixel_overlap"))]
    #[inline]
    pub fn overlap_count(&self, other: &Mask, offset: [i32; 2]) -> u64 {
        Overlay::new(self, other, offset).map_or(0, |overlay| count(&overlay))
    }

    /// Returns the first common pixel, in the coordinates of this mask: the uppermost, and the leftmost of
    /// its row.
    ///
    /// ```
    /// use impinge::mask::Mask;
    /// let block = Mask::new_filled(10, 4)?;
    /// assert_eq!(block.first_overlap(&block, [9, -3]), Some([9, 0]));
    /// assert_eq!(block.first_overlap(&block, [-9, 2]), Some([0, 2]));
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn first_overlap(&self, other: &Mask, offset: [i32; 2]) -> Option<[u32; 2]> {
        let overlay = Overlay::new(self, other, offset)?;
        let mut first: Option<[u32; 2]> = None;
        for stripe in overlay.stripes.clone() {
            let Some((facing, top)) = overlay.facing(stripe) else { continue };
            // Stripes further to the right count only if their first common pixel is in a row above.
            let rows = match first {
                Some([_, y]) => (y.saturating_sub(top) as usize).min(facing.first.len()),
                None => facing.first.len(),
            };
            let found = (0..rows).map(|row| (row, facing.common(row))).find(|&(_, common)| common != 0);
            if let Some((row, common)) = found {
                first = Some([stripe as u32 * BITS + common.trailing_zeros(), top + row as u32]);
            }
        }
        first
    }

    /// Returns the common pixels, as a mask of the size of this one.
    ///
    /// ```
    /// use impinge::mask::Mask;
    /// let (wall, paint) = (Mask::new_filled(4, 2)?, Mask::new_filled(3, 3)?);
    /// assert_eq!(wall.overlap_mask(&paint, [2, 1]), Mask::from_fn(4, 2, |x, y| x >= 2 && y == 1)?);
    /// assert!(wall.overlap_mask(&paint, [4, 0]).is_empty());
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn overlap_mask(&self, other: &Mask, offset: [i32; 2]) -> Mask {
        let mut common = self.clone();
        common.intersect(other, offset);
        common
    }

    /// Computes the gradient of the number of common pixels over the offset. For each axis, it is the count
    /// one pixel further minus the count one pixel back.
    ///
    /// ```
    /// use impinge::mask::Mask;
    /// // A crate of 8 × 8 on a floor, two rows deep in it; three of its columns are beyond the end.
    /// let (floor, crate_) = (Mask::new_filled(100, 20)?, Mask::new_filled(8, 8)?);
    /// assert_eq!(floor.overlap_count(&crate_, [95, -6]), 5 * 2);
    /// // Counts: one pixel to the right 4 · 2, to the left 6 · 2; one pixel down 5 · 3, up 5 · 1.
    /// assert_eq!(floor.overlap_gradient(&crate_, [95, -6]), [8 - 12, 15 - 5]);
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn overlap_gradient(&self, other: &Mask, [x, y]: [i32; 2]) -> [i64; 2] {
        let count = |offset: [i32; 2]| self.overlap_count(other, offset) as i64;
        [
            count([x.saturating_add(1), y]) - count([x.saturating_sub(1), y]),
            count([x, y.saturating_add(1)]) - count([x, y.saturating_sub(1)]),
        ]
    }

    /// Computes the direction in which the other mask leaves this one fastest: against the
    /// [gradient](Self::overlap_gradient) of the number of common pixels.
    ///
    /// It points from this mask to the other, as all normals of the crate do, with y down. `None` if the
    /// masks do not overlap, or if the gradient is 0, for example deep inside a large area.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::mask::Mask;
    /// let (floor, crate_) = (Mask::new_filled(100, 20)?, Mask::new_filled(8, 8)?);
    /// let normal = floor.overlap_normal::<Vec2>(&crate_, [40, -6]).map(|normal| normal.get());
    /// assert_eq!(normal, Some(-Vec2::Y));
    /// assert_eq!(floor.overlap_normal::<Vec2>(&crate_, [40, 6]), None);
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn overlap_normal<V: Vector>(&self, other: &Mask, offset: [i32; 2]) -> Option<Unit<V>> {
        const { assert!(V::DIMENSION == 2, "masks are 2D: use `Vec2` or `DVec2`") }
        if !self.overlaps(other, offset) {
            return None;
        }
        let [x, y] = self.overlap_gradient(other, offset);
        Unit::new(V::from_f64([-(x as f64), -(y as f64), 0.0])).ok()
    }
}

/// Two masks, one moved onto the other, in the rectangle in which both have pixels.
pub(super) struct Overlay<'a> {
    first: &'a Mask,
    second: &'a Mask,
    /// Stripes of the first mask.
    pub(super) stripes: Range<usize>,
    /// Rows of the first mask.
    rows: Range<i64>,
    /// A column in the middle, of the first mask.
    middle: i64,
    /// The offset of the second mask: whole stripes, 0 to 63 further columns, and rows.
    whole_stripes: i64,
    shift: u32,
    down: i64,
}

impl<'a> Overlay<'a> {
    /// `None` if the rectangles around the pixels of both do not overlap.
    #[inline]
    pub(super) fn new(first: &'a Mask, second: &'a Mask, [x, y]: [i32; 2]) -> Option<Self> {
        let (right, down) = (i64::from(x), i64::from(y));
        let (a, b) = (&first.bounds, &second.bounds);
        let common = |axis: usize, by: i64| {
            let from = i64::from(a.min[axis]).max(i64::from(b.min[axis]) + by);
            let to = i64::from(a.max[axis]).min(i64::from(b.max[axis]) + by);
            from..to
        };
        let (columns, rows) = (common(0, right), common(1, down));
        if columns.is_empty() || rows.is_empty() {
            return None;
        }
        let bits = i64::from(BITS);
        let stripes = (columns.start / bits) as usize..((columns.end - 1) / bits) as usize + 1;
        let (whole_stripes, shift) = (right.div_euclid(bits), right.rem_euclid(bits) as u32);
        let middle = (columns.start + columns.end) / 2;
        Some(Overlay { first, second, stripes, rows, middle, whole_stripes, shift, down })
    }

    /// The words of the second mask over one stripe of the first, and the row of the first mask at which they
    /// begin. `None` if there are none.
    #[inline(always)]
    pub(super) fn facing(&self, stripe: usize) -> Option<(AlignedRows<'a>, u32)> {
        let here = stripe as i64 - self.whole_stripes;
        let [here, before] = [here, here - 1].map(|stripe| {
            let stripe = usize::try_from(stripe).ok().filter(|&stripe| stripe < self.second.stripes())?;
            let extent = &self.second.extents[stripe];
            (!extent.is_empty()).then_some((stripe, extent))
        });
        // Without a shift, no bits come from the stripe before.
        let before = before.filter(|_| self.shift > 0);
        let (top, bottom) = match (here, before) {
            (Some((_, a)), Some((_, b))) => (a.start.min(b.start), a.end.max(b.end)),
            (Some((_, a)), None) | (None, Some((_, a))) => (a.start, a.end),
            (None, None) => return None,
        };
        let extent = &self.first.extents[stripe];
        let top = i64::from(extent.start).max(i64::from(top) + self.down).max(self.rows.start);
        let bottom = i64::from(extent.end).min(i64::from(bottom) + self.down).min(self.rows.end);
        if top >= bottom {
            return None;
        }
        let first = &self.first.stripe(stripe)[top as usize..bottom as usize];
        let part = |(stripe, _): (usize, &Range<u32>)| {
            &self.second.stripe(stripe)[(top - self.down) as usize..(bottom - self.down) as usize]
        };
        let shift = self.shift;
        let second = match (here.map(part), before.map(part)) {
            (Some(here), Some(before)) => Second::Both { here, before, shift },
            (Some(here), None) => Second::Up { here, shift },
            (None, Some(before)) => Second::Down { before, shift: BITS - shift },
            (None, None) => return None,
        };
        Some((AlignedRows { first, second }, top as u32))
    }

    /// Returns whether there is a common pixel near the middle.
    #[inline(always)]
    fn any_in_the_middle(&self) -> bool {
        let Some((facing, top)) = self.facing((self.middle / i64::from(BITS)) as usize) else { return false };
        let middle = (self.rows.start + self.rows.end) / 2 - i64::from(top);
        let rows = facing.first.len();
        let from = (middle - TRIED_FIRST as i64 / 2).clamp(0, rows as i64) as usize;
        facing.rows(from, rows.min(from + TRIED_FIRST)).any()
    }
}

#[inline(always)]
fn any_pixel(overlay: &Overlay<'_>) -> bool {
    if overlay.any_in_the_middle() {
        return true;
    }
    for stripe in overlay.stripes.clone() {
        if let Some((facing, _)) = overlay.facing(stripe)
            && facing.any()
        {
            return true;
        }
    }
    false
}

#[inline(always)]
fn count_pixels(overlay: &Overlay<'_>) -> u64 {
    let mut count = 0;
    for stripe in overlay.stripes.clone() {
        if let Some((facing, _)) = overlay.facing(stripe) {
            count += facing.count();
        }
    }
    count
}

dispatched! {
    fn any(overlay: &Overlay<'_>) -> bool = any_pixel
}

dispatched! {
    fn count(overlay: &Overlay<'_>) -> u64 = count_pixels
}
