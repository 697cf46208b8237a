//! Which triangles of a mesh share corners.

use super::shells::weld;
use crate::math::Vector;
use crate::shape::Mesh;

/// The triangles around each corner. Corners at the same place are one, whatever their numbers.
#[derive(Clone, Debug)]
pub(super) struct Neighbours {
    /// For each vertex the first one at the same place.
    welded: Vec<u32>,
    /// The index of the first triangle around each vertex; the triangles around the next vertex follow.
    starts: Vec<usize>,
    triangles: Vec<u32>,
}

impl Neighbours {
    pub fn of<V: Vector>(mesh: &Mesh<V>) -> Self {
        let welded = weld(mesh);
        let corners = || {
            (0u32..).zip(mesh.triangles()).flat_map(|(number, triangle)| {
                triangle.map(|vertex| (welded[vertex as usize] as usize, number))
            })
        };
        // Counted, summed up, filled in from the ends of the places to their beginnings.
        let mut starts = vec![0; welded.len() + 1];
        for (vertex, _) in corners() {
            starts[vertex] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut triangles = vec![0; sum];
        for (vertex, number) in corners() {
            starts[vertex] -= 1;
            triangles[starts[vertex]] = number;
        }
        Neighbours { welded, starts, triangles }
    }

    /// The first vertex at the place of one.
    pub fn same_place(&self, vertex: u32) -> u32 {
        self.welded[vertex as usize]
    }

    /// The triangles around a vertex, which is the first one at its place.
    pub fn around_corner(&self, vertex: u32) -> &[u32] {
        &self.triangles[self.starts[vertex as usize]..self.starts[vertex as usize + 1]]
    }

    /// The first vertices at all places with so many triangles around them.
    pub fn with_triangles(&self, least: usize) -> impl Iterator<Item = u32> {
        (0..)
            .zip(self.starts.windows(2))
            .filter(move |(_, ends)| ends[1] - ends[0] >= least)
            .map(|(vertex, _)| vertex)
    }

    /// The triangles that have both ends of an edge of one among their corners, with that one.
    pub fn around_edge<'a, V: Vector>(
        &'a self,
        mesh: &'a Mesh<V>,
        triangle: u32,
        k: usize,
    ) -> impl Iterator<Item = u32> + 'a {
        let corners =
            move |number: u32| mesh.triangles()[number as usize].map(|vertex| self.same_place(vertex));
        let own = corners(triangle);
        let ends = [own[k], own[(k + 1) % 3]];
        // Around the hub of a fan are all of its triangles.
        let [one, other] = ends.map(|end| self.around_corner(end));
        let fewest = if one.len() <= other.len() { one } else { other };
        fewest.iter().copied().filter(move |&number| {
            let corners = corners(number);
            ends.iter().all(|end| corners.contains(end))
        })
    }

    /// The other triangles that have all of some corners of one, by the places of these in it; each once for
    /// a corner.
    pub fn sharing<'a, V: Vector>(
        &'a self,
        mesh: &'a Mesh<V>,
        triangle: u32,
        picked: &'a [usize],
    ) -> impl Iterator<Item = [u32; 3]> + 'a {
        let corners =
            |number: u32| mesh.triangles()[number as usize].map(|vertex| self.welded[vertex as usize]);
        let own = corners(triangle);
        let around = picked.first().map_or(0..0, |&first| {
            let vertex = own[first] as usize;
            self.starts[vertex]..self.starts[vertex + 1]
        });
        let others = self.triangles[around].iter().filter(move |&&other| other != triangle);
        others
            .map(move |&other| corners(other))
            .filter(move |other| picked.iter().all(|&i| other.contains(&own[i])))
    }
}
