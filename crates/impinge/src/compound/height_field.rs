//! Height fields: ground as heights over a grid.

mod ground;

use self::ground::Ground;
use super::CompoundError;
use super::placed::{Placed, placed_parts};
use crate::math::{Pose, Vector};
use crate::shape::{Aabb, Parts, ShapeError, Shaped, View};

/// In space: heights y over a grid in x and z, with two triangles in each cell; in the plane: heights y over x, with a
/// segment in each cell. It is a surface without a thickness; its front is above.
///
/// Height `column + row · columns` stands at x = column · spacing, z = row · spacing. Cells are numbered likewise, with one
/// column and row less. The parts of cell `c` are in space the triangles `2c`, on the side of greater z, and `2c + 1`; in
/// the plane the segment `c`. In space the diagonal runs from the lesser to the greater x and z.
///
/// ```text
///   z
///   ^  (0,1)───(1,1)
///   |    │ 2c  ╱ │
///   |    │   ╱   │
///   |    │ ╱ 2c+1│
///   |  (0,0)───(1,0)   ──> x
/// ```
#[derive(Debug)]
pub struct HeightField<V: Vector> {
    placed: Placed<V, Ground<V>>,
}

impl<V: Vector> HeightField<V> {
    /// Heights row after row, each of `columns` heights; `spacing` along x and z. In the plane there is one row, and the
    /// second spacing does not matter.
    ///
    /// # Errors
    /// If a height or the size of it all is not finite, a spacing is negative or not finite, heights do not fill the rows, or there
    /// are more than 2³² − 1 parts.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::HeightField;
    /// use impinge::prelude::*;
    /// use impinge::shape::Ball;
    /// let hill = HeightField::<Vec3>::new(vec![0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0], 3, [1.0, 1.0])?;
    /// assert_eq!(hill.distance(&Ball::new(Vec3::new(1.0, 4.0, 1.0), 0.5)?), 1.5);
    /// let tunnel = hill.with_holes(|cell| cell == 0);
    /// assert_eq!(tunnel.cells(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        heights: Vec<V::Scalar>,
        columns: usize,
        spacing: [V::Scalar; 2],
    ) -> Result<Self, CompoundError> {
        for step in &spacing[..V::DIMENSION - 1] {
            ShapeError::size("spacing", *step)?;
        }
        for (index, &height) in heights.iter().enumerate() {
            ShapeError::finite("height", V::splat(height)).map_err(|source| CompoundError::At {
                what: "height",
                index,
                source,
            })?;
        }
        let is_grid = columns > 0 && !heights.is_empty() && heights.len() % columns == 0;
        if !is_grid || (V::DIMENSION == 2 && heights.len() != columns) {
            return Err(CompoundError::NotAGrid { heights: heights.len(), columns });
        }
        let mut ground = Ground::new(heights, columns, spacing);
        let count = ground.cells().saturating_mul(V::DIMENSION - 1);
        if count > u32::MAX as usize {
            return Err(CompoundError::TooManyParts { count });
        }
        ShapeError::finite("size", ground.last_corner())?;
        ground.survey();
        Ok(HeightField { placed: Placed::new(ground) })
    }

    /// The same ground with holes: nothing is left of the cells that `is_hole` picks by their numbers.
    #[must_use]
    pub fn with_holes(&self, is_hole: impl Fn(usize) -> bool) -> Self {
        let mut ground = self.placed.parts.as_ref().clone();
        ground.dig(is_hole);
        HeightField { placed: Placed::new(ground).at(self.placed.pose) }
    }

    /// How many cells there are, holes included.
    pub fn cells(&self) -> usize {
        self.placed.parts.cells()
    }

    /// How many heights a row has, how far they are apart, and which cells are holes.
    #[cfg(feature = "serde")]
    pub(super) fn grid(&self) -> (usize, [V::Scalar; 2], &[bool]) {
        self.placed.parts.grid()
    }

    /// The heights, row after row.
    pub fn heights(&self) -> &[V::Scalar] {
        self.placed.parts.heights()
    }
}

placed_parts!(HeightField);
