//! Convex pieces of a polygon.
//!
//! The polygon is cut into triangles by ear clipping. Then each cut is undone if the pieces on both sides are
//! convex together: at most four times the least number of pieces remains.
//!
//! Sources: Hertel, Mehlhorn, "Fast triangulation of simple polygons", 1983; O'Rourke, "Computational
//! Geometry in C", 1998, §2.2 (queues of cuts).

use std::cmp::Ordering;
use std::collections::HashMap;

use super::{planar, triangulate, turn};
use crate::math::Vector;

/// Counter-clockwise loops of points; a loop may be straight at a point.
pub(super) fn convex_pieces<V: Vector>(points: &[V]) -> Vec<Vec<u32>> {
    let flat: Vec<[f64; 2]> = points.iter().map(|&point| planar(point)).collect();
    let mut pieces = Pieces::new(points, triangulate(&flat));
    pieces.undo_cuts();
    pieces.loops()
}

/// The sides of all pieces, each from a point to the next around its piece.
struct Pieces<'a, V> {
    points: &'a [V],
    start: Vec<u32>,
    next: Vec<usize>,
    previous: Vec<usize>,
    /// Sides that are cuts, with the other side of the cut, until they are undone.
    twin: Vec<Option<usize>>,
    is_undone: Vec<bool>,
}

impl<'a, V: Vector> Pieces<'a, V> {
    fn new(points: &'a [V], triangles: Vec<[u32; 3]>) -> Self {
        let start: Vec<u32> = triangles.iter().flatten().copied().collect();
        let next: Vec<usize> = (0..start.len()).map(|side| side - side % 3 + (side + 1) % 3).collect();
        let previous = (0..start.len()).map(|side| side - side % 3 + (side + 2) % 3).collect();
        let ends = |side: usize| [start[side], start[next[side]]];
        let by_ends: HashMap<[u32; 2], usize> = (0..start.len()).map(|side| (ends(side), side)).collect();
        let twin = (0..start.len()).map(|side| {
            let [a, b] = ends(side);
            by_ends.get(&[b, a]).copied()
        });
        let (twin, is_undone) = (twin.collect(), vec![false; start.len()]);
        Pieces { points, start, next, previous, twin, is_undone }
    }

    /// Joins the pieces on both sides of cuts, in the order of the cuts, if they are convex together.
    fn undo_cuts(&mut self) {
        for side in 0..self.start.len() {
            if let Some(twin) = self.twin[side]
                && side < twin
                && self.is_convex_without(side, twin)
                && self.is_convex_without(twin, side)
            {
                for (side, twin) in [(side, twin), (twin, side)] {
                    let (before, after) = (self.previous[side], self.next[twin]);
                    self.next[before] = after;
                    self.previous[after] = before;
                    self.is_undone[side] = true;
                }
            }
        }
    }

    /// Returns whether the boundary would still not turn right at the start of a side without this side and
    /// its twin.
    fn is_convex_without(&self, side: usize, twin: usize) -> bool {
        let at = |side: usize| self.points[self.start[side] as usize];
        let after = self.next[self.next[twin]];
        turn(at(self.previous[side]), at(side), at(after)) != Ordering::Less
    }

    fn loops(mut self) -> Vec<Vec<u32>> {
        let mut loops = Vec::new();
        for first in 0..self.start.len() {
            let mut piece = Vec::new();
            let mut side = first;
            while !self.is_undone[side] {
                piece.push(self.start[side]);
                self.is_undone[side] = true;
                side = self.next[side];
            }
            if !piece.is_empty() {
                loops.push(piece);
            }
        }
        loops
    }
}
