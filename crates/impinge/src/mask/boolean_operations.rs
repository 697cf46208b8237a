//! Combinations of masks: union, subtraction, intersection, inversion.

use super::{BITS, Mask};

impl Mask {
    /// Sets all pixels of another mask moved by `offset`; pixels outside of this mask are ignored.
    ///
    /// ```
    /// use impinge::mask::Mask;
    /// let mut ground = Mask::new(8, 2)?;
    /// let stone = Mask::new_filled(3, 3)?;
    /// ground.union(&stone, [6, -1]);
    /// assert_eq!(ground.count(), 4);
    /// ground.subtract(&stone, [7, 0]);
    /// assert_eq!(ground.count(), 2);
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn union(&mut self, other: &Mask, offset: [i32; 2]) {
        self.combine(other, offset, |own, theirs| own | theirs);
    }

    /// Clears all pixels of another mask moved by `offset`.
    pub fn subtract(&mut self, other: &Mask, offset: [i32; 2]) {
        self.combine(other, offset, |own, theirs| own & !theirs);
    }

    /// Clears all pixels that are not set in another mask moved by `offset`.
    ///
    /// ```
    /// use impinge::mask::Mask;
    /// // The part of a street that is visible through a window.
    /// let mut street = Mask::new_filled(8, 2)?;
    /// let window = Mask::new_filled(3, 3)?;
    /// street.intersect(&window, [6, -1]);
    /// assert_eq!(street, Mask::from_fn(8, 2, |x, _| x >= 6)?);
    /// street.intersect(&window, [0, -1]);
    /// assert!(street.is_empty());
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn intersect(&mut self, other: &Mask, offset: [i32; 2]) {
        self.combine(other, offset, |own, theirs| own & theirs);
    }

    /// Inverts all pixels.
    ///
    /// ```
    /// use impinge::mask::{Connectivity, Mask};
    /// // The space beside a wall: two rooms.
    /// let mut rooms = Mask::from_fn(5, 3, |x, _| x == 2)?;
    /// rooms.invert();
    /// assert_eq!((rooms.count(), rooms.components(Connectivity::Corners).len()), (12, 2));
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn invert(&mut self) {
        for stripe in 0..self.stripes() {
            let columns = self.columns_of(stripe);
            for word in self.stripe_mut(stripe) {
                *word = !*word & columns;
            }
        }
        self.refit();
    }

    /// Replaces every word by `combined` of it and the word of the other mask at the same place.
    fn combine(&mut self, other: &Mask, offset: [i32; 2], combined: impl Fn(u64, u64) -> u64) {
        let moved = Moved::new(other, offset);
        for stripe in 0..self.stripes() {
            let columns = self.columns_of(stripe);
            for (y, word) in self.stripe_mut(stripe).iter_mut().enumerate() {
                *word = combined(*word, moved.word(stripe, y)) & columns;
            }
        }
        self.refit();
    }
}

/// A mask moved by whole pixels, with empty space around it.
pub(super) struct Moved<'a> {
    mask: &'a Mask,
    whole_stripes: i64,
    shift: u32,
    down: i64,
}

impl<'a> Moved<'a> {
    pub(super) fn new(mask: &'a Mask, [x, y]: [i32; 2]) -> Self {
        let (x, bits) = (i64::from(x), i64::from(BITS));
        let (whole_stripes, shift) = (x.div_euclid(bits), x.rem_euclid(bits) as u32);
        Moved { mask, whole_stripes, shift, down: i64::from(y) }
    }

    /// The word at a stripe and row of another mask.
    pub(super) fn word(&self, stripe: usize, y: usize) -> u64 {
        let Some(row) =
            usize::try_from(y as i64 - self.down).ok().filter(|&row| row < self.mask.height as usize)
        else {
            return 0;
        };
        let word = |stripe: i64| {
            let stripe = usize::try_from(stripe).ok().filter(|&stripe| stripe < self.mask.stripes());
            stripe.map_or(0, |stripe| self.mask.stripe(stripe)[row])
        };
        let here = stripe as i64 - self.whole_stripes;
        let before = if self.shift > 0 { word(here - 1) >> (BITS - self.shift) } else { 0 };
        word(here) << self.shift | before
    }
}
