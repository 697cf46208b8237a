//! What bounds the area that a mesh in the plane covers: the edges with triangles on one side only.
//!
//! An edge that two triangles share has area on both sides, unless they lie on the same one. So has a place
//! where all edges end that have triangles on both sides: the directions from there that are covered have no
//! first one and no last. Only whole edges are compared, exactly, by where they end; where triangles overlap,
//! or a corner of one lies within an edge of another, an edge within the area is taken for its boundary.

use std::cmp::Ordering;

use super::adjacency::Neighbours;
use crate::bvh::Bvh;
use crate::math::Vector;
use crate::shape::{Aabb, Mesh, turn};

/// Edges of a mesh in the plane, the area to the left of their way, and where they are found.
#[derive(Clone, Debug)]
pub(crate) struct Outline<V: Vector> {
    edges: Vec<Edge>,
    tree: Bvh<V>,
}

/// An edge of a triangle, from one vertex to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub triangle: u32,
    pub ends: [u32; 2],
}

impl<V: Vector> Outline<V> {
    pub(super) fn of(mesh: &Mesh<V>, neighbours: &Neighbours) -> Self {
        let at = |vertex: u32| mesh.positions()[vertex as usize];
        let mut edges = Vec::new();
        for (triangle, corners) in (0..).zip(mesh.triangles()) {
            for [first, second, third] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
                let ends = [corners[first], corners[second]];
                // Between corners at one place there is no edge, unless the triangle is no more than that
                // place, alone.
                let is_place = |corners: [u32; 3]| corners.iter().all(|&corner| at(corner) == at(corners[0]));
                if at(ends[0]) == at(ends[1])
                    && (!is_place(*corners) || !neighbours.sharing(mesh, triangle, &[first]).all(is_place))
                {
                    continue;
                }
                let side = |corner: u32| turn(at(ends[0]), at(ends[1]), at(corner));
                let own = side(corners[third]);
                // What has no area bounds what has none beside it either.
                let should_continue = |other: [u32; 3]| {
                    other.into_iter().map(side).any(|other| other != Ordering::Equal && other != own)
                };
                if !neighbours.sharing(mesh, triangle, &[first, second]).any(should_continue) {
                    let [a, b] = ends;
                    edges.push(Edge { triangle, ends: if own == Ordering::Less { [b, a] } else { [a, b] } });
                }
            }
        }
        let boxes: Vec<Aabb<V>> = edges
            .iter()
            .map(|edge| {
                let [a, b] = edge.ends.map(at);
                Aabb::between(a.min(b), a.max(b))
            })
            .collect();
        Outline { edges, tree: Bvh::new(&boxes) }
    }

    pub fn edge(&self, number: u32) -> Edge {
        self.edges[number as usize]
    }

    /// The tree of the edges, by their numbers.
    pub fn tree(&self) -> &Bvh<V> {
        &self.tree
    }
}
