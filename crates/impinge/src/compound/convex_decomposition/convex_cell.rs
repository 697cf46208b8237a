//! Convex cells: the pieces into which planes divide space, and their corners.

use glam::DVec3;

use super::clipping::{CuttingPlane, crossing};
use crate::shape::Aabb;

/// A convex polyhedron, given by its edges.
#[derive(Clone)]
pub(super) struct Cell {
    edges: Vec<CellEdge>,
    face_count: usize,
}

/// An edge, and the two faces that meet there.
#[derive(Clone, Copy)]
struct CellEdge {
    ends: [DVec3; 2],
    faces: [usize; 2],
}

impl Cell {
    /// A box.
    pub fn new(bounds: Aabb<DVec3>) -> Self {
        let places = [bounds.min(), bounds.max()];
        let mut edges = Vec::with_capacity(12);
        for axis in 0..3 {
            let across = [(axis + 1) % 3, (axis + 2) % 3];
            for at in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                let ends = places.map(|mut end| {
                    across.iter().zip(at).for_each(|(&axis, side)| end[axis] = places[side][axis]);
                    end
                });
                edges.push(CellEdge { ends, faces: [0, 1].map(|i| 2 * across[i] + at[i]) });
            }
        }
        Cell { edges, face_count: 6 }
    }

    /// Returns the parts of the cell below and above a plane. As for fragments, a part that reaches across by
    /// at most `rounding` is dropped.
    ///
    /// New corners are rounded along their edges, and both sides have the same ones. So each is within the
    /// rounding of a float of all three planes, however flat they meet, and no space is lost between the
    /// sides.
    pub fn both_sides(&self, plane: &CuttingPlane, rounding: f64) -> [Option<Cell>; 2] {
        let heights = || self.edges.iter().flat_map(|edge| edge.ends).map(|end| plane.height(end));
        if heights().all(|height| height <= rounding) {
            return [Some(self.clone()), None];
        }
        if heights().all(|height| height >= -rounding) {
            return [None, Some(self.clone())];
        }
        let (mut below, mut above, mut crossed) = (Vec::new(), Vec::new(), Vec::new());
        for &CellEdge { ends, faces } in &self.edges {
            let heights = ends.map(|end| plane.height(end));
            let piece = |end, at| CellEdge { ends: [end, at], faces };
            match heights.map(|height| height > 0.0) {
                [false, false] => below.push(CellEdge { ends, faces }),
                [true, true] => above.push(CellEdge { ends, faces }),
                [_, is_upward] => {
                    let at = crossing(ends, heights);
                    let [low, high] = if is_upward { ends } else { [ends[1], ends[0]] };
                    below.push(piece(low, at));
                    above.push(piece(high, at));
                    crossed.push(piece(at, at));
                }
            }
        }
        // A face is crossed from one of its edges to another.
        for (i, from) in crossed.iter().enumerate() {
            for to in &crossed[i + 1..] {
                for &face in from.faces.iter().filter(|&face| to.faces.contains(face)) {
                    let edge = CellEdge { ends: [from.ends[0], to.ends[0]], faces: [face, self.face_count] };
                    below.push(edge);
                    above.push(edge);
                }
            }
        }
        [below, above].map(|edges| Some(Cell { edges, face_count: self.face_count + 1 }))
    }

    /// Returns each corner, and a point up to a few `step`s from it that is deeper in the cell.
    pub fn corners(&self, step: f64) -> Vec<[DVec3; 2]> {
        let mut corners: Vec<[f64; 3]> =
            self.edges.iter().flat_map(|edge| edge.ends).map(|end| end.to_array()).collect();
        corners.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        corners.dedup();
        let both_ways = || self.edges.iter().flat_map(|&CellEdge { ends: [a, b], .. }| [[a, b], [b, a]]);
        // Along all edges at once, including those of corners that are equal up to rounding: the step leads
        // away from all faces.
        let inward = |corner: DVec3| -> DVec3 {
            let here = both_ways().filter(|[from, _]| from.distance(corner) <= step);
            here.map(|[from, to]| (to - from).clamp_length_max(step)).sum()
        };
        corners.into_iter().map(DVec3::from_array).map(|corner| [corner, corner + inward(corner)]).collect()
    }
}

/// Returns the parts of cells below and above a plane.
pub(super) fn both_sides(cells: &[Cell], plane: &CuttingPlane, rounding: f64) -> [Vec<Cell>; 2] {
    let (mut below, mut above) = (Vec::new(), Vec::new());
    for cell in cells {
        let [under, over] = cell.both_sides(plane, rounding);
        below.extend(under);
        above.extend(over);
    }
    [below, above]
}
