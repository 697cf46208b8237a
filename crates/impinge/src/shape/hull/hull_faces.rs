//! Boundary of a hull of any dimension, in a numbering that depends on the set of points alone.

use super::HullEdge;
use super::affine_span::Span;
use super::facet::NONE;
use super::jagged_array::JaggedArray;
use super::monotone_chain::lexicographic;
use super::{affine_span, face_merging, monotone_chain, quickhull};

/// Vertices and faces of a hull.
pub(super) struct HullFaces {
    /// 0 for a point, 1 for a segment, 2 for a polygon, 3 for a polyhedron.
    pub(super) dimension: usize,
    /// Numbers of the points that are vertices.
    pub(super) vertices: Vec<u32>,
    /// Loops of vertices by their place in the list of vertices.
    pub(super) faces: JaggedArray,
}

impl HullFaces {
    /// Computes the boundary of at least one point in 2D: vertices go around counter-clockwise, faces are the
    /// sides.
    pub(super) fn in_plane(points: &[[f64; 2]]) -> Self {
        let vertices = monotone_chain::convex_hull(points);
        let count = vertices.len() as u32;
        // A segment has two sides, a point none.
        let sides = if count > 1 { count } else { 0 };
        let faces = (0..sides).map(|i| [i, (i + 1) % count]).collect();
        HullFaces { dimension: vertices.len().min(3) - 1, vertices, faces }
    }

    /// Computes the boundary of at least one point in 3D.
    pub(super) fn in_space(points: &[[f64; 3]]) -> Self {
        match affine_span::span(points) {
            Span::Point => HullFaces { dimension: 0, vertices: vec![0], faces: JaggedArray::default() },
            Span::Segment(ends) => {
                HullFaces { dimension: 1, vertices: ends.into(), faces: JaggedArray::default() }
            }
            Span::Plane(axes) => {
                let seen: Vec<[f64; 2]> = points.iter().map(|point| axes.map(|axis| point[axis])).collect();
                let vertices = monotone_chain::convex_hull(&seen);
                let count = vertices.len() as u32;
                let (front, back) = (0..count, (0..count).map(|i| (count - i) % count));
                let faces = [front.collect::<Vec<_>>(), back.collect()].into_iter().collect();
                HullFaces { dimension: 2, vertices, faces }
            }
            Span::Space(tetrahedron) => {
                let facets = quickhull::convex_hull(points, tetrahedron);
                HullFaces::numbered(points, &face_merging::faces(points, &facets))
            }
        }
    }

    /// Vertices in lexicographic order; faces begin with their lowest vertex, and are in lexicographic order.
    fn numbered(points: &[[f64; 3]], faces: &JaggedArray) -> Self {
        let mut is_vertex = vec![false; points.len()];
        faces.rows().flatten().for_each(|&vertex| is_vertex[vertex as usize] = true);
        let mut vertices: Vec<u32> = (0..).zip(is_vertex).filter(|(_, is)| *is).map(|(i, _)| i).collect();
        vertices.sort_unstable_by(|&a, &b| lexicographic(&points[a as usize], &points[b as usize]));
        let mut number = vec![NONE; points.len()];
        for (&vertex, i) in vertices.iter().zip(0..) {
            number[vertex as usize] = i;
        }
        // The lowest vertex and the next one identify a face.
        let number_of = |vertex: &u32| number[*vertex as usize];
        let begin = |face: &[u32]| {
            let lowest = (0..face.len()).min_by_key(|&i| number_of(&face[i])).unwrap_or(0);
            let next = if lowest + 1 == face.len() { 0 } else { lowest + 1 };
            (both([number_of(&face[lowest]), number_of(&face[next])]), lowest as u32)
        };
        let mut order: Vec<_> = faces.rows().map(begin).zip(0u32..).collect();
        order.sort_unstable_by_key(|((key, _), _)| *key);
        let mut loops = JaggedArray::with_capacity(faces.len(), faces.items());
        for ((_, lowest), face) in order {
            let (end, start) = faces.row(face as usize).split_at(lowest as usize);
            loops.push(start.iter().chain(end).map(number_of));
        }
        HullFaces { dimension: 3, vertices, faces: loops }
    }

    /// Returns the edges between faces in 3D, the sides in 2D, or the one edge of a segment, sorted by their
    /// vertices.
    pub(super) fn edges(&self) -> Vec<HullEdge> {
        if self.dimension == 1 {
            return vec![HullEdge { vertices: [0, 1], faces: [NONE; 2] }];
        }
        // Each edge is a side of two faces, in opposite directions; the side of a single face in 2D counts
        // for both.
        let sides = || {
            (0..).zip(self.faces.rows()).flat_map(|(face, vertices)| {
                let next = vertices[1..].iter().chain(&vertices[..1]);
                vertices.iter().zip(next).map(move |(&from, &to)| ([from, to], face))
            })
        };
        let mut edges = Vec::with_capacity(self.faces.items() / 2);
        let forwards = sides().filter(|([from, to], _)| from < to);
        edges.extend(forwards.map(|(vertices, face)| HullEdge { vertices, faces: [face, NONE] }));
        edges.sort_unstable_by_key(|edge| both(edge.vertices));
        for ([from, to], face) in sides().filter(|([from, to], _)| from > to) {
            if let Ok(edge) = edges.binary_search_by_key(&both([to, from]), |edge| both(edge.vertices)) {
                edges[edge].faces[1] = face;
            }
        }
        edges
    }
}

/// Combines two numbers into one with the same order.
fn both([first, second]: [u32; 2]) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}
