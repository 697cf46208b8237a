//! Height fields: ground as heights over a grid.

use super::CompoundError;
use super::placed::{LocalParts, Placed, place, placed_parts};
use crate::cull::bounds_of;
use crate::math::{Pose, Scalar, Vector};
use crate::shape::{Aabb, Parts, Segment, ShapeError, Shaped, Triangle, View};
use crate::tree::Bvh;

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

#[derive(Clone, Debug)]
struct Ground<V: Vector> {
    heights: Vec<V::Scalar>,
    columns: usize,
    spacing: [V::Scalar; 2],
    /// The part of each box of the tree: those of holes are left out.
    parts: Vec<u32>,
    tree: Bvh<V>,
}

impl<V: Vector> HeightField<V> {
    /// Heights row after row, each of `columns` heights; `spacing` along x and z. In the plane there is one row, and the
    /// second spacing does not matter.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::HeightField;
    /// use impinge::prelude::*;
    /// use impinge::shape::Ball;
    /// let hill = HeightField::<Vec3>::new(vec![0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0], 3, [1.0, 1.0])?;
    /// assert_eq!(hill.distance(&Ball::new(Vec3::new(1.0, 4.0, 1.0), 0.5)?), 1.5);
    /// let tunnel = hill.with_holes(|cell| cell == 0)?;
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
        let is_grid = columns > 0 && heights.len() % columns == 0;
        if !is_grid || (V::DIMENSION == 2 && heights.len() != columns) {
            return Err(CompoundError::NotAGrid { heights: heights.len(), columns });
        }
        let ground = Ground { heights, columns, spacing, parts: Vec::new(), tree: Bvh::new(&[]) };
        let count = ground.cells().saturating_mul(V::DIMENSION - 1);
        if count > u32::MAX as usize {
            return Err(CompoundError::TooManyParts { count });
        }
        // The last corner is the furthest.
        let last = ground.corner(columns - 1, ground.rows() - 1);
        ShapeError::finite("size", last)?;
        Ok(HeightField { placed: Placed::new(ground.with_parts(|_| true)) })
    }

    /// The same ground with holes: nothing is left of the cells that `is_hole` picks by their numbers.
    pub fn with_holes(&self, is_hole: impl Fn(usize) -> bool) -> Result<Self, CompoundError> {
        let ground = self.placed.parts.as_ref().clone();
        let placed = Placed::new(ground.with_parts(|cell| !is_hole(cell)));
        Ok(HeightField { placed: placed.at(self.placed.pose) })
    }

    /// How many cells there are, holes included.
    pub fn cells(&self) -> usize {
        self.placed.parts.cells()
    }

    /// The heights, row after row.
    pub fn heights(&self) -> &[V::Scalar] {
        &self.placed.parts.heights
    }
}

/// A part, not yet placed.
enum Piece<V> {
    Segment([V; 2]),
    Triangle([V; 3]),
}

impl<V: Vector> Ground<V> {
    fn rows(&self) -> usize {
        self.heights.len() / self.columns
    }

    fn cells(&self) -> usize {
        let rows = if V::DIMENSION == 2 { 1 } else { self.rows().saturating_sub(1) };
        rows * (self.columns - 1)
    }

    fn corner(&self, column: usize, row: usize) -> V {
        let along = |count: usize, axis: usize| V::Scalar::from_f64(count as f64) * self.spacing[axis];
        V::from_fn(|axis| match axis {
            0 => along(column, 0),
            1 => self.heights[column + row * self.columns],
            _ => along(row, 1),
        })
    }

    fn piece(&self, part: u32) -> Piece<V> {
        let part = part as usize;
        if V::DIMENSION == 2 {
            // From right to left, so that the front is above.
            return Piece::Segment([self.corner(part + 1, 0), self.corner(part, 0)]);
        }
        let (cell, cells_in_row) = (part / 2, self.columns - 1);
        let (column, row) = (cell % cells_in_row, cell / cells_in_row);
        let (near, far) = (self.corner(column, row), self.corner(column + 1, row + 1));
        Piece::Triangle(if part.is_multiple_of(2) {
            [near, self.corner(column, row + 1), far]
        } else {
            [near, far, self.corner(column + 1, row)]
        })
    }

    /// The ground with the parts of all cells that are there.
    fn with_parts(mut self, is_there: impl Fn(usize) -> bool) -> Self {
        let parts_in_cell = V::DIMENSION - 1;
        let cells = (0..self.cells()).filter(|&cell| is_there(cell));
        self.parts = cells
            .flat_map(|cell| (0..parts_in_cell).map(move |part| (cell * parts_in_cell + part) as u32))
            .collect();
        let boxes: Vec<Aabb<V>> = self
            .parts
            .iter()
            .map(|&part| match self.piece(part) {
                Piece::Segment([a, b]) => Aabb::between(a.min(b), a.max(b)),
                Piece::Triangle(points) => bounds_of(&Triangle::of(points)),
            })
            .collect();
        self.tree = Bvh::new(&boxes);
        self
    }
}

impl<V: Vector> LocalParts<V> for Ground<V> {
    fn tree(&self) -> &Bvh<V> {
        &self.tree
    }
    fn number(&self, item: u32) -> u32 {
        self.parts[item as usize]
    }
    fn show(&self, number: u32, pose: &Pose<V>, visit: &mut dyn FnMut(View<'_, V>)) {
        visit(match self.piece(number) {
            Piece::Segment([a, b]) => View::Segment(Segment::between(place(pose, a), place(pose, b))),
            Piece::Triangle(points) => View::Triangle(Triangle::of(points.map(|point| place(pose, point)))),
        });
    }
}

placed_parts!(HeightField);
