//! Convex pieces of a polygon.
//!
//! Ears are cut off until a triangle is left: an ear is a triangle of three points in a row that turns left and holds no
//! other point. Every simple polygon has one (Meisters 1975), also with points along straight edges. Then each cut is
//! undone if the pieces on both sides are convex together: at most four times the least number of pieces remains.
//! Source: Hertel, Mehlhorn, "Fast triangulation of simple polygons", 1983.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::{is_in_triangle, turn};
use crate::math::Vector;

/// Loops of points, counter-clockwise, that may go straight at a point. The time grows with the number of points times
/// that of points where the polygon does not turn left, at best; with its square times that at worst.
pub(super) fn convex_pieces<V: Vector>(points: &[V]) -> Vec<Vec<u32>> {
    let mut pieces = Pieces::new(points, triangles(points));
    for cut in pieces.cuts() {
        pieces.undo(cut);
    }
    pieces.loops.into_iter().filter(|piece| !piece.is_empty()).collect()
}

fn triangles<V: Vector>(points: &[V]) -> Vec<[u32; 3]> {
    let count = points.len();
    let mut previous: Vec<usize> = (0..count).map(|i| (i + count - 1) % count).collect();
    let mut next: Vec<usize> = (0..count).map(|i| (i + 1) % count).collect();
    let turns_left =
        |a: usize, b: usize, c: usize| turn(points[a], points[b], points[c]) == Ordering::Greater;
    // Where the boundary turns left it does not reach into a triangle without turning right there.
    let mut others: Vec<usize> = (0..count).filter(|&i| !turns_left(previous[i], i, next[i])).collect();
    let mut triangles = Vec::with_capacity(count - 2);
    let (mut at, mut left, mut tried) = (0, count, 0);
    while left > 2 && tried < left {
        let (before, after) = (previous[at], next[at]);
        let ear = [before, at, after];
        let is_free = |&other: &usize| {
            ear.contains(&other) || !is_in_triangle(ear.map(|point| points[point]), points[other])
        };
        if turns_left(before, at, after) && (left == 3 || others.iter().all(is_free)) {
            triangles.push(ear.map(|point| point as u32));
            (next[before], previous[after]) = (after, before);
            left -= 1;
            tried = 0;
            others.retain(|&other| {
                other != at && !(ear.contains(&other) && turns_left(previous[other], other, next[other]))
            });
            // Not the same side again, which would give long thin triangles.
            at = next[after];
        } else {
            tried += 1;
            at = after;
        }
    }
    triangles
}

struct Pieces<'a, V> {
    points: &'a [V],
    loops: Vec<Vec<u32>>,
    /// Which loop an edge belongs to, by its ends.
    owner: HashMap<[u32; 2], usize>,
}

impl<'a, V: Vector> Pieces<'a, V> {
    fn new(points: &'a [V], triangles: Vec<[u32; 3]>) -> Self {
        let mut owner = HashMap::new();
        for (number, [a, b, c]) in triangles.iter().enumerate() {
            owner.extend([([*a, *b], number), ([*b, *c], number), ([*c, *a], number)]);
        }
        Pieces { points, loops: triangles.into_iter().map(Vec::from).collect(), owner }
    }

    /// The edges between two pieces, in the order in which they were cut.
    fn cuts(&self) -> Vec<[u32; 2]> {
        let sides = self.loops.iter().flat_map(|piece| (0..3).map(|i| [piece[i], piece[(i + 1) % 3]]));
        sides.filter(|&[a, b]| a < b && self.owner.contains_key(&[b, a])).collect()
    }

    /// Joins the pieces on both sides of a cut if they are convex together.
    fn undo(&mut self, [a, b]: [u32; 2]) {
        let (Some(&left), Some(&right)) = (self.owner.get(&[a, b]), self.owner.get(&[b, a])) else { return };
        // From b around the left piece to a, and from a around the right piece to b.
        let rotated = |piece: &[u32], first: u32| {
            let mut piece = piece.to_vec();
            let place = piece.iter().position(|&point| point == first).unwrap_or(0);
            piece.rotate_left(place);
            piece
        };
        let (from_b, from_a) = (rotated(&self.loops[left], b), rotated(&self.loops[right], a));
        let at = |point: u32| self.points[point as usize];
        let bends_in =
            |before: u32, point: u32, after: u32| turn(at(before), at(point), at(after)) == Ordering::Less;
        if bends_in(from_b[from_b.len() - 2], a, from_a[1])
            || bends_in(from_a[from_a.len() - 2], b, from_b[1])
        {
            return;
        }
        for (i, &point) in from_a.iter().enumerate() {
            self.owner.insert([point, from_a[(i + 1) % from_a.len()]], left);
        }
        self.loops[left] = [&from_b[..from_b.len() - 1], &from_a[..from_a.len() - 1]].concat();
        self.loops[right].clear();
    }
}
