//! The boundary of a hull, of whatever dimension, in a numbering that depends on the set of points alone.

use super::HullEdge;
use super::facet::NONE;
use super::lists::Lists;
use super::planar::lexicographic;
use super::simplex::Span;
use super::{merge, planar, quickhull, simplex};

/// Vertices and faces of a hull.
pub(super) struct Boundary {
    /// 0 for a point, 1 for a segment, 2 for a polygon, 3 for a polyhedron.
    pub(super) dimension: usize,
    /// Which points are vertices.
    pub(super) vertices: Vec<u32>,
    /// Loops of vertices by their place in the list of vertices.
    pub(super) faces: Lists,
}

impl Boundary {
    /// Of points in the plane, at least one: vertices go around counter-clockwise, faces are the sides.
    pub(super) fn in_plane(points: &[[f64; 2]]) -> Self {
        let vertices = planar::convex_hull(points);
        let count = vertices.len() as u32;
        // A segment has two sides, a point none.
        let sides = if count > 1 { count } else { 0 };
        let faces = (0..sides).map(|i| [i, (i + 1) % count]).collect();
        Boundary { dimension: vertices.len().min(3) - 1, vertices, faces }
    }

    /// Of points in space, at least one.
    pub(super) fn in_space(points: &[[f64; 3]]) -> Self {
        match simplex::span(points) {
            Span::Point => Boundary { dimension: 0, vertices: vec![0], faces: Lists::default() },
            Span::Segment(ends) => Boundary { dimension: 1, vertices: ends.into(), faces: Lists::default() },
            Span::Plane(axes) => {
                let seen: Vec<[f64; 2]> = points.iter().map(|point| axes.map(|axis| point[axis])).collect();
                let vertices = planar::convex_hull(&seen);
                let count = vertices.len() as u32;
                let (front, back) = (0..count, (0..count).map(|i| (count - i) % count));
                let faces = [front.collect::<Vec<_>>(), back.collect()].into_iter().collect();
                Boundary { dimension: 2, vertices, faces }
            }
            Span::Space(tetrahedron) => {
                let facets = quickhull::convex_hull(points, tetrahedron);
                Boundary::numbered(points, &merge::faces(points, &facets))
            }
        }
    }

    /// Vertices in lexicographic order; faces begin with their lowest vertex, and are in lexicographic order.
    fn numbered(points: &[[f64; 3]], faces: &Lists) -> Self {
        let mut is_vertex = vec![false; points.len()];
        faces.rows().flatten().for_each(|&vertex| is_vertex[vertex as usize] = true);
        let mut vertices: Vec<u32> = (0..).zip(is_vertex).filter(|(_, is)| *is).map(|(i, _)| i).collect();
        vertices.sort_unstable_by(|&a, &b| lexicographic(&points[a as usize], &points[b as usize]));
        let mut number = vec![NONE; points.len()];
        for (&vertex, i) in vertices.iter().zip(0..) {
            number[vertex as usize] = i;
        }
        let mut loops: Lists = faces
            .rows()
            .map(|face| {
                let mut face: smallvec::SmallVec<[u32; 8]> =
                    face.iter().map(|&v| number[v as usize]).collect();
                let lowest = (0..face.len()).min_by_key(|&i| face[i]).unwrap_or(0);
                face.rotate_left(lowest);
                face
            })
            .collect();
        // A face is known by the lowest vertex and the one after it.
        let mut order: Vec<u32> = (0..loops.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| loops.row(a as usize).cmp(loops.row(b as usize)));
        loops = order.iter().map(|&face| loops.row(face as usize).iter().copied()).collect();
        Boundary { dimension: 3, vertices, faces: loops }
    }

    /// The edges between faces in space, the sides in the plane, or the one of a segment; sorted by their vertices.
    pub(super) fn edges(&self) -> Vec<HullEdge> {
        if self.dimension == 1 {
            return vec![HullEdge { vertices: [0, 1], faces: [NONE; 2] }];
        }
        // In space each edge is a side of two faces, in opposite directions.
        let mut sides: Vec<([u32; 2], usize, u32)> = Vec::new();
        for (face, vertices) in (0..).zip(self.faces.rows()) {
            for (i, &from) in vertices.iter().enumerate() {
                let to = vertices[(i + 1) % vertices.len()];
                sides.push(([from.min(to), from.max(to)], usize::from(from > to), face));
            }
        }
        sides.sort_unstable();
        let mut edges: Vec<HullEdge> = Vec::with_capacity(sides.len() / 2);
        for (vertices, side, face) in sides {
            if edges.last().is_none_or(|edge| edge.vertices != vertices) {
                edges.push(HullEdge { vertices, faces: [NONE; 2] });
            }
            if let Some(edge) = edges.last_mut() {
                edge.faces[side] = face;
            }
        }
        edges
    }
}
