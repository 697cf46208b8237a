//! Runs: maximal sequences of adjacent pixels in a row.

use std::ops::Range;

use super::{BITS, Mask, bits};

impl Mask {
    /// Returns the runs of set pixels of a row, from left to right. Each is a range of columns, without a set
    /// pixel directly before or after it.
    ///
    /// ```
    /// use impinge::mask::Mask;
    /// let dashes = Mask::from_fn(100, 1, |x, _| x % 10 < 4 || x > 60)?;
    /// let runs: Vec<_> = dashes.runs_in_row(0).collect();
    /// assert_eq!((runs[1].clone(), runs[6].clone()), (10..14, 60..100));
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn runs_in_row(&self, y: u32) -> impl Iterator<Item = Range<u32>> + '_ {
        let mut x = 0;
        std::iter::from_fn(move || {
            let start = self.next_column(y, x, true)?;
            let end = self.next_column(y, start, false).unwrap_or(self.width);
            x = end;
            Some(start..end)
        })
    }

    /// Returns the first column at or after `x` whose pixel is set, or is not.
    pub(super) fn next_column(&self, y: u32, x: u32, is_set: bool) -> Option<u32> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let mut wanted = !bits(0..x % BITS);
        for stripe in x / BITS..self.stripes() as u32 {
            let word = self.words[self.index(stripe, y)];
            let found = (if is_set { word } else { !word }) & wanted & self.columns_of(stripe as usize);
            if found != 0 {
                return Some(stripe * BITS + found.trailing_zeros());
            }
            wanted = u64::MAX;
        }
        None
    }

    /// Returns the column after the last one before `x` whose pixel differs from `is_set`; 0 if there is
    /// none.
    pub(super) fn run_start(&self, y: u32, x: u32, is_set: bool) -> u32 {
        let mut before = bits(0..x % BITS);
        for stripe in (0..=x / BITS).rev() {
            let word = if stripe as usize == self.stripes() { 0 } else { self.words[self.index(stripe, y)] };
            let other = (if is_set { !word } else { word }) & before;
            if other != 0 {
                return stripe * BITS + BITS - other.leading_zeros();
            }
            before = u64::MAX;
        }
        0
    }

    /// Returns whether these columns of a row are exactly a run: all set, with no set pixel directly beside
    /// them.
    pub(super) fn is_run(&self, y: u32, run: &Range<u32>) -> bool {
        y < self.height
            && self.get(run.start as i32, y as i32)
            && !self.get(run.start as i32 - 1, y as i32)
            && self.next_column(y, run.start, false).unwrap_or(self.width) == run.end
    }

    /// Returns the number of set pixels of a row, in a range of columns.
    pub(super) fn count_in_run(&self, y: u32, columns: Range<u32>) -> u64 {
        if y >= self.height {
            return 0;
        }
        let (mut x, mut count) = (columns.start, 0);
        while x < columns.end.min(self.width) {
            let (stripe, first) = (x / BITS, x % BITS);
            let run = bits(first..(first + columns.end.min(self.width) - x).min(BITS));
            count += u64::from((self.words[self.index(stripe, y)] & run).count_ones());
            x = (stripe + 1) * BITS;
        }
        count
    }
}
