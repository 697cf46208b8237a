//! Convex pieces of a polygon.
//!
//! Ears are cut off until a triangle is left: an ear is a triangle of three points in a row that turns left and holds no
//! other point. Every simple polygon has one (Meisters 1975), also with points along straight edges. Then each cut is
//! undone if the pieces on both sides are convex together: at most four times the least number of pieces remains.
//!
//! Cutting off an ear changes for its two neighbours only whether they are ears: the new side of another ear could meet the
//! part that is gone only by crossing the cut twice. So ears wait in a queue, and are looked for once around each cut.
//! Sources: Hertel, Mehlhorn, "Fast triangulation of simple polygons", 1983; O'Rourke, "Computational Geometry in C", 1998,
//! §1.4 (ears that are kept) and §2.2 (queues of cuts).

use std::cmp::Ordering;
use std::collections::{HashMap, VecDeque};

use super::reflex_tree::ReflexTree;
use super::{planar, turn};
use crate::math::Vector;

/// Loops of points, counter-clockwise, that may go straight at a point.
pub(super) fn convex_pieces<V: Vector>(points: &[V]) -> Vec<Vec<u32>> {
    let mut pieces = Pieces::new(points, Ears::new(points).cut_all());
    pieces.undo_cuts();
    pieces.loops()
}

/// What is left of a polygon, as a ring of points.
struct Ears<'a, V> {
    points: &'a [V],
    previous: Vec<usize>,
    next: Vec<usize>,
    is_ear: Vec<bool>,
    /// Where the boundary turns left it does not reach into a triangle without turning right there, so only points that do
    /// not turn left are looked for.
    reflex: ReflexTree,
    turns_left: Vec<bool>,
}

impl<'a, V: Vector> Ears<'a, V> {
    fn new(points: &'a [V]) -> Self {
        let count = points.len();
        let mut ears = Ears {
            points,
            previous: (0..count).map(|i| (i + count - 1) % count).collect(),
            next: (0..count).map(|i| (i + 1) % count).collect(),
            is_ear: vec![false; count],
            reflex: ReflexTree::new(std::iter::empty(), 0),
            turns_left: vec![false; count],
        };
        for i in 0..count {
            ears.turns_left[i] = ears.does_turn_left(i);
        }
        let reflex = (0..count).filter(|&i| !ears.turns_left[i]).map(|i| (planar(points[i]), i));
        ears.reflex = ReflexTree::new(reflex, count);
        ears
    }

    /// Triangles of the polygon, by their points.
    fn cut_all(mut self) -> Vec<[u32; 3]> {
        let count = self.points.len();
        let mut triangles = Vec::with_capacity(count - 2);
        let mut queue: VecDeque<usize> = VecDeque::with_capacity(count);
        for i in 0..count {
            self.look_at(i, &mut queue);
        }
        // First in, first out: the same side again and again would give long thin triangles.
        while let Some(at) = queue.pop_front() {
            if triangles.len() + 2 == count {
                break;
            }
            if !self.is_ear[at] {
                continue;
            }
            let (before, after) = (self.previous[at], self.next[at]);
            triangles.push([before, at, after].map(|point| point as u32));
            (self.next[before], self.previous[after]) = (after, before);
            self.is_ear[at] = false;
            for neighbour in [before, after] {
                // Once it turns left, it does not turn right again: less of the polygon is left there.
                if !self.turns_left[neighbour] && self.does_turn_left(neighbour) {
                    self.turns_left[neighbour] = true;
                    self.reflex.remove(neighbour);
                }
                self.look_at(neighbour, &mut queue);
            }
        }
        triangles
    }

    fn does_turn_left(&self, at: usize) -> bool {
        let [a, b, c] = [self.previous[at], at, self.next[at]].map(|point| self.points[point]);
        turn(a, b, c) == Ordering::Greater
    }

    /// Finds out whether a point is the tip of an ear.
    fn look_at(&mut self, at: usize, queue: &mut VecDeque<usize>) {
        let is_ear = self.turns_left[at] && self.is_free(at);
        if !std::mem::replace(&mut self.is_ear[at], is_ear) && is_ear {
            queue.push_back(at);
        }
    }

    /// Does the triangle of a point and its neighbours hold no other point?
    fn is_free(&self, at: usize) -> bool {
        let ear = [self.previous[at], at, self.next[at]];
        !self.reflex.any_in(ear.map(|point| planar(self.points[point])), ear)
    }
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

    /// Joins the pieces on both sides of cuts, in the order in which they were cut, where they are convex together.
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

    /// Would the boundary still not turn right where a side starts, if it and its twin were gone?
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
