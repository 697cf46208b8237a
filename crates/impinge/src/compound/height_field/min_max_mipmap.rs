//! Heights over a grid, and a search for cells without a box for each: a min-max mipmap.
//!
//! A block is a cell, or 4 × 4 blocks of the level below (4 in 2D). Its position follows from its number.
//! Only the least and greatest heights of each block are stored, so the search needs half a number for each
//! cell, in addition to its height:
//!
//! ```text
//! level 0: cells          level 1: ▓ a block of 4 × 4 cells      level 2: all of it
//! ┌┬┬┬┬┬┬┬┬┬┐             ┌───┬───┬─┐                            ┌─────────┐
//! ├┼┼┼┼┼┼┼┼┼┤             │▓▓▓│   │ │                            │         │
//! ├┼┼┼┼┼┼┼┼┼┤             │▓▓▓│   │ │                            │         │
//! └┴┴┴┴┴┴┴┴┴┘             └───┴───┴─┘                            └─────────┘
//! ```
//!
//! Source: Tevs, Ihrke and Seidel, "Maximum Mipmaps for Fast, Accurate, and Scalable Dynamic Height Field
//! Rendering", I3D 2008.

use std::cell::Cell;
use std::fmt;
use std::ops::Range;

use smallvec::SmallVec;

use crate::compound::part_search::{PartQuery, PartTree, RegionQuery};
use crate::compound::placed_parts::LocalParts;
use crate::math::{Pose, Scalar, Vector};
use crate::shape::{Aabb, Segment, ShapeRef, Triangle};

/// Number of blocks along a side of a block of the level above.
const SIDE: usize = 4;
/// Upper bound of the rounding of positions over the grid.
const ROUNDING: f64 = 1e-6;

/// Heights, holes, and blocks of cells.
#[derive(Clone)]
pub(super) struct MinMaxMipmap<V: Vector> {
    heights: Vec<V::Scalar>,
    columns: usize,
    spacing: [V::Scalar; 2],
    /// For each cell whether it is a hole. Empty if there are no holes.
    holes: Vec<bool>,
    /// Levels of blocks, the last with one block.
    levels: Vec<MipLevel<V::Scalar>>,
    /// The box around all remaining cells.
    bounds: Option<Aabb<V>>,
}

impl<V: Vector> fmt::Debug for MinMaxMipmap<V> {
    /// The input, from which all other fields are computed.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("MinMaxMipmap");
        fields
            .field("heights", &self.heights)
            .field("columns", &self.columns)
            .field("spacing", &self.spacing);
        fields.field("holes", &self.holes).finish_non_exhaustive()
    }
}

/// Blocks, row after row.
#[derive(Clone)]
struct MipLevel<S> {
    columns: usize,
    /// The least and the greatest height in each; min > max if there are holes only.
    heights: Vec<[S; 2]>,
}

/// A block that has ground: a cell, if its level is 0.
#[derive(Clone, Copy)]
struct Block<V> {
    level: usize,
    column: usize,
    row: usize,
    bounds: Aabb<V>,
}

/// A part, not yet placed.
enum CellPart<V> {
    Segment([V; 2]),
    Triangle([V; 3]),
}

impl<V: Vector> MinMaxMipmap<V> {
    /// Ground without holes, whose blocks are not computed yet.
    pub fn new(heights: Vec<V::Scalar>, columns: usize, spacing: [V::Scalar; 2]) -> Self {
        MinMaxMipmap { heights, columns, spacing, holes: Vec::new(), levels: Vec::new(), bounds: None }
    }

    /// Removes more cells.
    pub fn add_holes(&mut self, is_hole: impl Fn(usize) -> bool) {
        self.holes = (0..self.cells()).map(|cell| self.is_hole(cell) || is_hole(cell)).collect();
        self.update_levels();
    }

    /// Computes the heights of all blocks.
    pub fn update_levels(&mut self) {
        self.levels.clear();
        while self.size(self.levels.len()) != [1, 1] && self.cells() > 0 {
            let [columns, rows] = self.size(self.levels.len()).map(|count| count.div_ceil(SIDE));
            let mut heights = Vec::with_capacity(columns * rows);
            for row in 0..rows {
                for column in 0..columns {
                    heights.push(self.merge_heights(self.levels.len() + 1, column, row));
                }
            }
            self.levels.push(MipLevel { columns, heights });
        }
        let [columns, rows] = self.size(0);
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| [column, row]));
        let bounds = cells.filter_map(|[column, row]| self.block(0, column, row)).map(|cell| cell.bounds);
        self.bounds = bounds.reduce(|all, bounds| all.merge(&bounds));
    }

    pub fn heights(&self) -> &[V::Scalar] {
        &self.heights
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    pub fn spacing(&self) -> [V::Scalar; 2] {
        self.spacing
    }

    pub fn is_hole(&self, cell: usize) -> bool {
        self.holes.get(cell).is_some_and(|&hole| hole)
    }

    pub fn cells(&self) -> usize {
        let [columns, rows] = self.size(0);
        columns * rows
    }

    /// Returns the number of a cell.
    fn cell(&self, column: usize, row: usize) -> usize {
        column + row * (self.columns - 1)
    }

    /// Returns the corner that is furthest from the origin of the grid.
    pub fn last_corner(&self) -> V {
        self.corner(self.columns - 1, self.heights.len() / self.columns - 1)
    }

    /// Returns the number of columns and rows of blocks of a level.
    fn size(&self, level: usize) -> [usize; 2] {
        match level.checked_sub(1) {
            Some(above_cells) => {
                let MipLevel { columns, heights } = &self.levels[above_cells];
                [*columns, heights.len() / columns]
            }
            None if V::IS_2D => [self.columns - 1, 1],
            None => [self.columns - 1, (self.heights.len() / self.columns).saturating_sub(1)],
        }
    }

    /// Returns a point above or below the grid.
    fn grid_point(&self, column: usize, row: usize, height: V::Scalar) -> V {
        V::from_fn(|axis| match axis {
            0 => V::Scalar::from_f64(column as f64) * self.spacing[0],
            1 => height,
            _ => V::Scalar::from_f64(row as f64) * self.spacing[1],
        })
    }

    fn corner(&self, column: usize, row: usize) -> V {
        self.grid_point(column, row, self.heights[column + row * self.columns])
    }

    /// Returns the least and the greatest height in a block; min > max if it is empty.
    fn block_heights(&self, level: usize, column: usize, row: usize) -> [V::Scalar; 2] {
        if let Some(above_cells) = level.checked_sub(1) {
            let MipLevel { columns, heights } = &self.levels[above_cells];
            return heights[column + row * columns];
        }
        let mut around = [V::Scalar::INFINITY, -V::Scalar::INFINITY];
        if self.is_hole(self.cell(column, row)) {
            return around;
        }
        // In 2D there is one row of heights.
        for row in row..row + V::DIMENSION - 1 {
            for column in column..column + 2 {
                let height = self.heights[column + row * self.columns];
                around = [around[0].min(height), around[1].max(height)];
            }
        }
        around
    }

    /// Returns the least and the greatest height in all blocks below one.
    fn merge_heights(&self, level: usize, column: usize, row: usize) -> [V::Scalar; 2] {
        let mut around = [V::Scalar::INFINITY, -V::Scalar::INFINITY];
        let [columns, rows] = self.child_range(level, column, row);
        for row in rows {
            for column in columns.clone() {
                let [low, high] = self.block_heights(level - 1, column, row);
                around = [around[0].min(low), around[1].max(high)];
            }
        }
        around
    }

    /// Returns the columns and rows of the blocks below a block.
    fn child_range(&self, level: usize, column: usize, row: usize) -> [Range<usize>; 2] {
        let counts = self.size(level - 1);
        let part = |at: usize, count: usize| at * SIDE..count.min((at + 1) * SIDE);
        [part(column, counts[0]), part(row, counts[1])]
    }

    /// Returns the range of columns (0) or rows (1) of blocks that may reach between two positions.
    fn clip_range(
        &self,
        range: Range<usize>,
        axis: usize,
        level: usize,
        low: f64,
        high: f64,
    ) -> Range<usize> {
        let width = self.spacing[axis].into() * SIDE.pow(level as u32) as f64;
        if width.is_nan() || width <= 0.0 {
            return range;
        }
        // One more block on either side, as positions are rounded. NaN keeps all blocks.
        let (low, high) = (low / width, high / width);
        let first = (low - 1.0 - low.abs() * ROUNDING).max(range.start as f64) as usize;
        let end = (high + 2.0 + high.abs() * ROUNDING).min(range.end as f64).max(0.0) as usize;
        first..end
    }

    /// Returns a block, unless it is empty.
    fn block(&self, level: usize, column: usize, row: usize) -> Option<Block<V>> {
        let [low, high] = self.block_heights(level, column, row);
        let [columns, rows] = self.size(0);
        let side = SIDE.pow(level as u32);
        let last = self.grid_point(columns.min((column + 1) * side), rows.min((row + 1) * side), high);
        let bounds = Aabb::between(self.grid_point(column * side, row * side, low), last);
        (low <= high).then_some(Block { level, column, row, bounds })
    }

    /// Returns the block of the whole grid.
    fn root(&self) -> Option<Block<V>> {
        if self.cells() > 0 { self.block(self.levels.len(), 0, 0) } else { None }
    }

    /// Calls `visit` for all parts that have a rank, as all blocks around them have.
    fn descend(&self, block: Block<V>, search: &dyn PartQuery<V>, visit: &mut dyn FnMut(u32)) {
        let Block { level, column, row, .. } = block;
        if level == 0 {
            let parts = V::DIMENSION - 1;
            let cell = self.cell(column, row);
            for part in (cell * parts..(cell + 1) * parts).map(|part| part as u32) {
                if search.rank(&self.part(part).aabb()).is_some() {
                    visit(part);
                }
            }
            return;
        }
        let [low, high] = search.part(&block.bounds).map(|corner| corner.to_f64());
        let [columns, rows] = self.child_range(level, column, row);
        let columns = self.clip_range(columns, 0, level - 1, low[0], high[0]);
        let rows = if V::IS_2D { rows } else { self.clip_range(rows, 1, level - 1, low[2], high[2]) };
        let mut near: SmallVec<[(f64, Block<V>); SIDE * SIDE]> = SmallVec::new();
        for row in rows {
            for column in columns.clone() {
                let Some(block) = self.block(level - 1, column, row) else { continue };
                near.extend(search.rank(&block.bounds).map(|rank| (rank, block)));
            }
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (_, block) in near {
            if search.rank(&block.bounds).is_some() {
                self.descend(block, search, visit);
            }
        }
    }

    fn part(&self, part: u32) -> CellPart<V> {
        let part = part as usize;
        if V::IS_2D {
            // From right to left, so that the front is above.
            return CellPart::Segment([self.corner(part + 1, 0), self.corner(part, 0)]);
        }
        let (cell, cells_in_row) = (part / 2, self.columns - 1);
        let (column, row) = (cell % cells_in_row, cell / cells_in_row);
        let (near, far) = (self.corner(column, row), self.corner(column + 1, row + 1));
        CellPart::Triangle(if part.is_multiple_of(2) {
            [near, self.corner(column, row + 1), far]
        } else {
            [near, far, self.corner(column + 1, row)]
        })
    }
}

impl<V: Vector> CellPart<V> {
    fn aabb(&self) -> Aabb<V> {
        match *self {
            CellPart::Segment([a, b]) => Aabb::between(a.min(b), a.max(b)),
            CellPart::Triangle(points) => Triangle::of(points).bounds(),
        }
    }
}

impl<V: Vector> PartTree<V> for MinMaxMipmap<V> {
    fn aabb(&self) -> Option<Aabb<V>> {
        self.bounds
    }
    fn within(&self, region: &Aabb<V>, visit: &mut dyn FnMut(u32) -> Aabb<V>) {
        let region = RegionQuery(Cell::new(*region));
        self.search(&region, &mut |part| region.0.set(visit(part)));
    }
    fn search(&self, search: &dyn PartQuery<V>, visit: &mut dyn FnMut(u32)) {
        if let Some(root) = self.root().filter(|root| search.rank(&root.bounds).is_some()) {
            self.descend(root, search, visit);
        }
    }
    fn prefers_path_search(&self) -> bool {
        true
    }
}

impl<V: Vector> LocalParts<V> for MinMaxMipmap<V> {
    fn boxes(&self) -> &dyn PartTree<V> {
        self
    }
    fn show(&self, number: u32, pose: &Pose<V>, visit: &mut dyn FnMut(ShapeRef<'_, V>)) {
        visit(match self.part(number) {
            CellPart::Segment([a, b]) => ShapeRef::Segment(Segment::between(pose.place(a), pose.place(b))),
            // Written out: `map` of an array is not always inlined.
            CellPart::Triangle([a, b, c]) => {
                ShapeRef::Triangle(Triangle::of([pose.place(a), pose.place(b), pose.place(c)]))
            }
        });
    }
    fn corners(&self, number: u32) -> SmallVec<[V; 3]> {
        match self.part(number) {
            CellPart::Segment(ends) => SmallVec::from_slice(&ends),
            CellPart::Triangle(points) => points.into(),
        }
    }
    fn each_neighbour(&self, number: u32, picked: &[usize], visit: &mut dyn FnMut(V)) {
        let own = self.corners(number);
        let parts = V::DIMENSION - 1;
        let cell = number as usize / parts;
        let [columns, rows] = self.size(0);
        let (column, row) = (cell % columns, cell / columns);
        // Corners are shared with the cells around.
        for row in row.saturating_sub(1)..rows.min(row + 2) {
            for column in column.saturating_sub(1)..columns.min(column + 2) {
                let cell = self.cell(column, row);
                if self.is_hole(cell) {
                    continue;
                }
                for other in (cell * parts..(cell + 1) * parts).map(|part| part as u32) {
                    let corners = self.corners(other);
                    if other != number && picked.iter().all(|&corner| corners.contains(&own[corner])) {
                        corners.into_iter().for_each(&mut *visit);
                    }
                }
            }
        }
    }
}
