//! Ear clipping in n log n steps for polygons of many corners, whatever their shape.
//!
//! `earcut` looks for corners in an ear along a curve that fills the plane. Where ears are long and thin, as in
//! a star or a spiral, that visits most corners for each ear. Here corners that do not turn left are in a tree
//! of boxes ([`ReflexTree`]), and a box is skipped if it lies beyond one side of the ear.
//!
//! Cutting off an ear changes for its two neighbours only whether they are ears, so each cut tests two corners.
//! Orientations are exact, so every simple polygon is cut up completely (Meisters 1975). A polygon may touch
//! itself, as outlines do that are joined to their holes by a bridge.
//!
//! Source: O'Rourke, "Computational Geometry in C", 1998, §1.4.

use std::collections::VecDeque;

use super::reflex_tree::{ReflexTree, is_left_or_on};

/// What is left of a polygon, as a ring of corners.
struct Ears<'a> {
    points: &'a [[f64; 2]],
    previous: Vec<u32>,
    next: Vec<u32>,
    /// A boundary that turns left everywhere does not enter a triangle, so the tree has the other corners alone.
    reflex: ReflexTree,
    turns_left: Vec<bool>,
    is_ear: Vec<bool>,
    queue: VecDeque<u32>,
}

/// The triangles of a polygon, which goes counter-clockwise; and how many boxes and corners were visited.
/// Triangles are missing or overlap where the polygon crosses itself.
pub(super) fn cut(points: &[[f64; 2]], triangles: &mut Vec<[usize; 3]>) -> usize {
    let count = points.len() as u32;
    let mut ears = Ears {
        points,
        previous: (0..count).map(|i| (i + count - 1) % count).collect(),
        next: (0..count).map(|i| (i + 1) % count).collect(),
        reflex: ReflexTree::default(),
        turns_left: Vec::new(),
        is_ear: vec![false; points.len()],
        queue: VecDeque::with_capacity(points.len()),
    };
    ears.turns_left = (0..count).map(|corner| ears.does_turn_left(corner)).collect();
    let reflex = (0..count).filter(|&corner| !ears.turns_left[corner as usize]);
    ears.reflex = ReflexTree::new(reflex.map(|corner| (points[corner as usize], corner)), points.len());
    for corner in 0..count {
        ears.test(corner);
    }
    // First in, first out: to continue at the same place would give long thin triangles.
    while let Some(corner) = ears.queue.pop_front() {
        if triangles.len() + 2 == points.len() {
            break;
        }
        if std::mem::take(&mut ears.is_ear[corner as usize]) {
            ears.cut_off(corner, triangles);
        }
    }
    ears.reflex.visited
}

impl Ears<'_> {
    fn ear(&self, corner: u32) -> [u32; 3] {
        [self.previous[corner as usize], corner, self.next[corner as usize]]
    }

    fn point(&self, corner: u32) -> [f64; 2] {
        self.points[corner as usize]
    }

    fn does_turn_left(&self, corner: u32) -> bool {
        let [a, b, c] = self.ear(corner).map(|corner| self.point(corner));
        !is_left_or_on([b, a], c)
    }

    fn cut_off(&mut self, corner: u32, triangles: &mut Vec<[usize; 3]>) {
        let ear = self.ear(corner);
        triangles.push(ear.map(|corner| corner as usize));
        let [before, _, after] = ear;
        (self.next[before as usize], self.previous[after as usize]) = (after, before);
        for neighbour in [before, after] {
            // A corner that turns left does so for good: less of the polygon is left there.
            if !self.turns_left[neighbour as usize] && self.does_turn_left(neighbour) {
                self.turns_left[neighbour as usize] = true;
                self.reflex.remove(neighbour);
            }
            self.test(neighbour);
        }
    }

    /// Queues a corner if it is the tip of an ear.
    fn test(&mut self, corner: u32) {
        let is_ear = self.turns_left[corner as usize] && self.is_free(corner);
        if !std::mem::replace(&mut self.is_ear[corner as usize], is_ear) && is_ear {
            self.queue.push_back(corner);
        }
    }

    /// Does the boundary stay out of the triangle of a corner and its neighbours?
    fn is_free(&mut self, corner: u32) -> bool {
        let ear = self.ear(corner);
        let triangle = ear.map(|corner| self.point(corner));
        let Ears { reflex, previous, next, points, .. } = self;
        !reflex.any_in(triangle, |other, point| {
            if ear.contains(&other) {
                return false;
            }
            let Some(place) = triangle.iter().position(|&tip| tip == point) else { return true };
            // A second corner at the place of one of the ear: the boundary enters there, or only touches.
            let [tip, after, before] = [0, 1, 2].map(|step| triangle[(place + step) % 3]);
            let is_within =
                |point: [f64; 2]| !is_left_or_on([after, tip], point) && !is_left_or_on([tip, before], point);
            let ends = [previous[other as usize], next[other as usize]];
            ends.iter().any(|&end| is_within(points[end as usize]))
        })
    }
}
