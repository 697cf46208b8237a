//! Height fields: ground as heights over a grid.

mod min_max_mipmap;

use self::min_max_mipmap::MinMaxMipmap;
use super::CompoundError;
use super::placed_parts::{PlacedParts, placed_parts};
use crate::math::{Pose, Vector};
use crate::shape::{Aabb, CompositeShape, Shape, ShapeError, ShapeRef};

/// Ground as heights over a grid.
///
/// - In 3D: heights y over a grid in x and z, with two triangles in each cell.
/// - In 2D: heights y over x, with a segment in each cell.
///
/// A height field is a surface without thickness; its front is above.
///
/// Height `column + row · columns` is at x = column · spacing, z = row · spacing. Cells are numbered in the
/// same way, with one column and row less. In 3D the parts of cell `c` are the triangles `2c`, on the side of
/// greater z, and `2c + 1`; in 2D its part is the segment `c`. In 3D the diagonal runs from the lesser to the
/// greater x and z.
///
/// ```text
///   z
///   ^  (0,1)───(1,1)
///   |    │ 2c  ╱ │
///   |    │   ╱   │
///   |    │ ╱ 2c+1│
///   |  (0,0)───(1,0)   ──> x
/// ```
///
/// ```
/// use glam::Vec3;
/// use impinge::compound::HeightField;
/// use impinge::math::Pose;
/// use impinge::prelude::*;
/// use impinge::shape::Ball;
/// // A level square of 2 × 2 cells, with its middle above the origin.
/// let terrace = HeightField::<Vec3>::new(vec![0.5; 9], 3, [4.0, 4.0])?;
/// let terrace = terrace.at(&Pose::from_translation(Vec3::new(-4.0, 5.0, -4.0)));
/// let bird = Ball::new(Vec3::new(3.0, 7.5, 1.5), 0.5)?;
/// assert_eq!(terrace.distance(&bird), 1.5);
/// // Without the cell below, an edge of that cell is closest; the pose stays.
/// let torn = terrace.with_holes(|cell| cell == 3);
/// assert_eq!((torn.distance(&bird), torn.pose()), (2.0, terrace.pose()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HeightField<V: Vector> {
    placed: PlacedParts<V, MinMaxMipmap<V>>,
}

impl<V: Vector> HeightField<V> {
    /// Creates a height field from its heights, row by row, with `columns` heights per row.
    ///
    /// `spacing` is the distance between heights along x and z. In 2D there is one row, and the second
    /// spacing is ignored.
    ///
    /// # Errors
    /// - A height or the total size is not finite.
    /// - A spacing is negative or not finite.
    /// - The heights do not fill the rows.
    /// - There are more than 2³² − 1 parts.
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
    #[inline]
    pub fn new(
        heights: Vec<V::Scalar>,
        columns: usize,
        spacing: [V::Scalar; 2],
    ) -> Result<Self, CompoundError> {
        V::compound_new_field(heights, columns, spacing)
    }

    pub(super) fn new_inner(
        heights: Vec<V::Scalar>,
        columns: usize,
        spacing: [V::Scalar; 2],
    ) -> Result<Self, CompoundError> {
        for step in &spacing[..V::DIMENSION - 1] {
            ShapeError::size("spacing", *step)?;
        }
        for (index, &height) in heights.iter().enumerate() {
            ShapeError::finite("height", V::splat(height)).map_err(|source| CompoundError::InvalidPart {
                what: "height",
                index,
                source,
            })?;
        }
        let is_grid = columns > 0 && !heights.is_empty() && heights.len() % columns == 0;
        if !is_grid || (V::IS_2D && heights.len() != columns) {
            return Err(CompoundError::NotAGrid { heights: heights.len(), columns });
        }
        let mut ground = MinMaxMipmap::new(heights, columns, spacing);
        let count = ground.cells().saturating_mul(V::DIMENSION - 1);
        if count > u32::MAX as usize {
            return Err(CompoundError::TooManyParts { count });
        }
        ShapeError::finite("size", ground.last_corner())?;
        ground.update_levels();
        Ok(HeightField { placed: PlacedParts::new(ground) })
    }

    /// Returns the same ground with holes: `is_hole` gets the number of each cell and returns whether to
    /// remove it.
    #[must_use]
    #[inline]
    pub fn with_holes(&self, is_hole: impl Fn(usize) -> bool) -> Self {
        V::compound_field_with_holes(self, &is_hole)
    }

    pub(super) fn with_holes_inner(&self, is_hole: &dyn Fn(usize) -> bool) -> Self {
        let mut ground = self.placed.parts.as_ref().clone();
        ground.add_holes(is_hole);
        HeightField { placed: PlacedParts::new(ground).at(&self.placed.pose) }
    }

    /// Returns the number of cells, including holes.
    pub fn cells(&self) -> usize {
        self.placed.parts.cells()
    }

    /// Returns the heights, row by row, each row of [`columns`](Self::columns) heights.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::HeightField;
    /// let hill = HeightField::<Vec3>::new(vec![0.0, 1.0, 0.0, 0.0, 3.0, 0.0], 3, [2.0, 5.0])?.with_holes(|cell| cell == 1);
    /// // The corners to draw, from the heights, the spacing and the pose.
    /// let corners: Vec<Vec3> = (hill.heights().iter().enumerate())
    ///     .map(|(number, &height)| {
    ///         let (column, row) = (number % hill.columns(), number / hill.columns());
    ///         let [along_x, along_z] = hill.spacing();
    ///         hill.pose().transform_point(Vec3::new(column as f32 * along_x, height, row as f32 * along_z))
    ///     })
    ///     .collect();
    /// assert_eq!((corners.len(), corners[4]), (6, Vec3::new(2.0, 3.0, 5.0)));
    /// let cells: Vec<usize> = (0..hill.cells()).filter(|&cell| !hill.is_hole(cell)).collect();
    /// assert_eq!(cells, [0]);
    /// # Ok::<(), impinge::compound::CompoundError>(())
    /// ```
    pub fn heights(&self) -> &[V::Scalar] {
        self.placed.parts.heights()
    }

    /// Returns the number of heights per row.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::compound::HeightField;
    /// let dunes = HeightField::<Vec2>::new(vec![0.0, 1.0, 0.5], 3, [2.0, 1.0])?;
    /// assert_eq!((dunes.columns(), dunes.spacing()[0], dunes.cells()), (3, 2.0, 2));
    /// # Ok::<(), impinge::compound::CompoundError>(())
    /// ```
    pub fn columns(&self) -> usize {
        self.placed.parts.columns()
    }

    /// Returns the distance between heights along x and along z; in 2D the second is ignored.
    pub fn spacing(&self) -> [V::Scalar; 2] {
        self.placed.parts.spacing()
    }

    /// Returns whether a cell is a hole; `false` for a number beyond the cells.
    pub fn is_hole(&self, cell: usize) -> bool {
        self.placed.parts.is_hole(cell)
    }
}

placed_parts!(HeightField, compound_parts_of_field);
