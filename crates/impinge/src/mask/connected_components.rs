//! Connected components of a mask, each with its bounding rectangle.
//!
//! Runs of pixels are joined row by row with the runs above that they meet, in a forest of disjoint sets.
//! Source: Rosenfeld & Pfaltz, "Sequential Operations in Digital Picture Processing", 1966, with runs in
//! place of pixels.

use std::ops::Range;

use super::{Mask, MaskError, PixelRect};
use crate::math::disjoint_sets::{join, root_of};

/// The neighbours of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connectivity {
    /// Pixels that share an edge: at most 4.
    Edges,
    /// Pixels that share an edge or a corner: at most 8.
    Corners,
}

/// The connected components of a mask, in the order of their first pixels, row by row.
///
/// ```
/// use impinge::mask::{Components, Connectivity, Mask, PixelRect};
/// // A bridge is shot through: the larger component stays, the other one falls.
/// let mut bridge = Mask::new_filled(10, 1)?;
/// bridge.set(6, 0, false);
/// let pieces: Components = bridge.components(Connectivity::Edges);
/// let falls: Vec<usize> = (0..pieces.len()).filter(|&piece| pieces.largest() != Some(piece)).collect();
/// assert_eq!((falls, pieces.count(1)), (vec![1], 3));
/// assert_eq!(pieces.bounds(1), PixelRect { min: [7, 0], max: [10, 1] });
/// bridge.subtract(&pieces.mask(1)?, [7, 0]);
/// assert_eq!(bridge, Mask::from_fn(10, 1, |x, _| x < 6)?);
/// assert!(Mask::new(10, 1)?.components(Connectivity::Edges).is_empty());
/// # Ok::<(), impinge::mask::MaskError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Components {
    /// The runs of all pixels, each with the number of its component.
    runs: Vec<(u32, Range<u32>, u32)>,
    pieces: Vec<(PixelRect, u64)>,
}

impl Mask {
    /// Computes the connected components of the mask.
    ///
    /// ```
    /// use impinge::mask::{Connectivity, Mask, PixelRect};
    /// let picture = Mask::from_fn(10, 10, |x, y| x == y && x != 4)?;
    /// let pieces = picture.components(Connectivity::Corners);
    /// assert_eq!(pieces.len(), 2);
    /// assert_eq!(pieces.bounds(0), PixelRect { min: [0, 0], max: [4, 4] });
    /// assert_eq!(pieces.count(1), 5);
    /// assert_eq!(picture.components(Connectivity::Edges).len(), 9);
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn components(&self, connectivity: Connectivity) -> Components {
        let reach = match connectivity {
            Connectivity::Edges => 0,
            Connectivity::Corners => 1,
        };
        let mut runs: Vec<(u32, Range<u32>)> = Vec::new();
        let mut parents: Vec<u32> = Vec::new();
        let (mut above, mut above_end) = (0, 0);
        for y in self.bounds.min[1]..self.bounds.max[1] {
            for run in self.runs_in_row(y) {
                let own = runs.len() as u32;
                parents.push(own);
                // Runs of the row above that end before this one begins meet no later run either.
                while above < above_end && runs[above].1.end + reach <= run.start {
                    above += 1;
                }
                let meets = |&other: &usize| runs[other].1.start < run.end + reach;
                for other in (above..above_end).take_while(meets) {
                    join(&mut parents, own, other as u32);
                }
                runs.push((y, run));
            }
            // This row is above the next.
            (above, above_end) = (runs.partition_point(|(row, _)| *row < y), runs.len());
        }
        Components::new(runs, &mut parents)
    }

    /// Returns the bounding rectangles of all connected components.
    ///
    /// ```
    /// use impinge::mask::{Connectivity, Mask, PixelRect};
    /// let towers = Mask::from_fn(10, 4, |x, y| x < 3 || (x > 6 && y > 1))?;
    /// let rectangles = towers.bounding_rectangles(Connectivity::Edges);
    /// assert_eq!(rectangles[0], PixelRect { min: [0, 0], max: [3, 4] });
    /// assert_eq!(rectangles[1], PixelRect { min: [7, 2], max: [10, 4] });
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn bounding_rectangles(&self, connectivity: Connectivity) -> Vec<PixelRect> {
        self.components(connectivity).pieces.into_iter().map(|(bounds, _)| bounds).collect()
    }
}

impl Components {
    fn new(runs: Vec<(u32, Range<u32>)>, parents: &mut [u32]) -> Self {
        let mut pieces: Vec<(PixelRect, u64)> = Vec::new();
        let mut piece_of: Vec<u32> = Vec::with_capacity(runs.len());
        let mut labelled = Vec::with_capacity(runs.len());
        for (index, (y, run)) in runs.into_iter().enumerate() {
            let own = PixelRect { min: [run.start, y], max: [run.end, y + 1] };
            let first = root_of(parents, index as u32) as usize;
            let piece = if first == index { pieces.len() as u32 } else { piece_of[first] };
            piece_of.push(piece);
            let count = u64::from(run.end - run.start);
            match pieces.get_mut(piece as usize) {
                Some((bounds, pixels)) => {
                    bounds.min[0] = bounds.min[0].min(run.start);
                    bounds.max = [bounds.max[0].max(run.end), y + 1];
                    *pixels += count;
                }
                None => pieces.push((own, count)),
            }
            labelled.push((y, run, piece));
        }
        Components { runs: labelled, pieces }
    }

    /// Returns the number of components.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Returns whether there are no components.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns the smallest rectangle around a component.
    ///
    /// # Panics
    /// If there is no component of that number.
    pub fn bounds(&self, piece: usize) -> PixelRect {
        self.pieces[piece].0
    }

    /// Returns the number of pixels of a component.
    ///
    /// # Panics
    /// If there is no component of that number.
    pub fn count(&self, piece: usize) -> u64 {
        self.pieces[piece].1
    }

    /// Returns the component with the most pixels; the first of several equal ones.
    pub fn largest(&self) -> Option<usize> {
        (0..self.len()).rev().max_by_key(|&piece| self.count(piece))
    }

    /// Returns a component as a mask of the size of its bounding rectangle.
    ///
    /// # Errors
    /// If the allocation fails.
    ///
    /// # Panics
    /// If there is no component of that number.
    ///
    /// ```
    /// use impinge::mask::{Connectivity, Mask};
    /// let mut picture = Mask::new_filled(9, 3)?;
    /// picture.subtract(&Mask::new_filled(1, 3)?, [2, 0]);
    /// let pieces = picture.components(Connectivity::Edges);
    /// assert_eq!(pieces.mask(1)?, Mask::new_filled(6, 3)?);
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn mask(&self, piece: usize) -> Result<Mask, MaskError> {
        let bounds = self.bounds(piece);
        let mut mask = Mask::new(bounds.width(), bounds.height())?;
        // Rows are in order, so the rows of the component are found by bisection.
        let first = self.runs.partition_point(|(y, ..)| *y < bounds.min[1]);
        let runs = self.runs[first..].iter().take_while(|(y, ..)| *y < bounds.max[1]);
        for (y, run, _) in runs.filter(|(.., number)| *number as usize == piece) {
            let columns = run.start - bounds.min[0]..run.end - bounds.min[0];
            mask.write_run(y - bounds.min[1], columns, true);
        }
        mask.refit();
        Ok(mask)
    }
}
