//! Convex hull of points in 3D (Quickhull).
//!
//! A tetrahedron grows: the highest point above some facet becomes a vertex. The facets visible from it are
//! removed, and new facets join it to their border, the horizon. Each remaining outside point is assigned to
//! one facet below it.
//! Source: Barber, Dobkin, Huhdanpaa, "The Quickhull algorithm for convex hulls", 1996.
//!
//! ```text
//!          p
//!        ╱ │ ╲        p sees the facets between the horizon edges;
//!      ╱   │   ╲      it does not see a facet in whose plane it lies.
//!    h1────h2────h3
//! ```
//!
//! Exact orientations decide visibility, so the following holds for every input and needs no repair:
//!
//! - A point that sees a facet does not lie in its plane, so no new facet is degenerate.
//! - Of coplanar facets, a point sees all or none. A point moved inwards by an arbitrarily small amount sees
//!   the same facets and lies in no plane. The visible facets are therefore connected, and their border is
//!   one simple loop.
//! - A point above a removed and above a kept facet is above the new one between them. So points assigned to
//!   removed facets find a new one if they are outside at all.
//!
//! The result is the boundary of the hull in triangles, some of which may be coplanar.

use super::facet::{HullFacet, NONE};
use crate::math::triple::difference;

/// Returns the boundary of the hull of points. Four of them are the corners of a tetrahedron, the first three
/// counter-clockwise seen from outside. Facets that are not alive were replaced and do not count.
pub(super) fn convex_hull(points: &[[f64; 3]], tetrahedron: [u32; 4]) -> Vec<HullFacet> {
    let mut growth = HullBuilder::new(points, tetrahedron);
    while let Some(facet) = growth.waiting.pop() {
        if growth.facets[facet as usize].is_alive && growth.facets[facet as usize].outside != NONE {
            growth.add_highest_above(facet);
        }
    }
    growth.facets
}

/// Maximum number of points for whose facets memory is reserved at once.
const MAX_RESERVED_POINTS: usize = 256;

struct HullBuilder<'a> {
    points: &'a [[f64; 3]],
    /// The size of the box around the points.
    extent: [f64; 3],
    facets: Vec<HullFacet>,
    /// Numbers of facets that are not alive.
    free: Vec<u32>,
    /// Facets that have points outside, and others.
    waiting: Vec<u32>,
    /// For each point, the next one assigned to the same facet.
    next: Vec<u32>,
    /// For each vertex of the horizon, the new facet that starts there.
    starts: Vec<u32>,
    /// Number of points added.
    round: u32,
    // Kept between rounds for their memory only.
    visible: Vec<u32>,
    horizon: Vec<HorizonEdge>,
    created: Vec<u32>,
}

/// Edge of a visible facet; `beyond` is the hidden facet on its other side.
struct HorizonEdge {
    vertices: [u32; 2],
    beyond: u32,
}

impl<'a> HullBuilder<'a> {
    fn new(points: &'a [[f64; 3]], [a, b, c, d]: [u32; 4]) -> Self {
        let mut growth = HullBuilder {
            points,
            extent: extent(points),
            facets: Vec::with_capacity(2 * points.len().min(MAX_RESERVED_POINTS)),
            free: Vec::new(),
            waiting: Vec::new(),
            next: vec![NONE; points.len()],
            starts: vec![NONE; points.len()],
            round: 0,
            visible: Vec::new(),
            horizon: Vec::new(),
            created: Vec::new(),
        };
        for vertices in [[a, b, c], [b, a, d], [c, b, d], [a, c, d]] {
            let facet = growth.create(vertices);
            growth.created.push(facet);
        }
        let neighbors = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
        for (facet, neighbors) in growth.facets.iter_mut().zip(neighbors) {
            facet.neighbors = neighbors;
        }
        // Corners lie in the planes of facets, which only exact arithmetic detects.
        for point in (0..points.len() as u32).filter(|point| ![a, b, c, d].contains(point)) {
            growth.wait(point);
        }
        growth.waiting.extend_from_slice(&growth.created);
        growth
    }

    fn create(&mut self, vertices: [u32; 3]) -> u32 {
        let facet = HullFacet::new(self.points, vertices, self.extent);
        match self.free.pop() {
            Some(number) => {
                self.facets[number as usize] = facet;
                number
            }
            None => {
                self.facets.push(facet);
                self.facets.len() as u32 - 1
            }
        }
    }

    /// Assigns a point to the first of the new facets that is below it, if there is one.
    fn wait(&mut self, point: u32) {
        for &facet in &self.created {
            let facet = &mut self.facets[facet as usize];
            if let Some(height) = facet.height_if_above(self.points, point) {
                self.next[point as usize] = facet.outside;
                facet.outside = point;
                if height > facet.height {
                    (facet.height, facet.highest) = (height, point);
                }
                return;
            }
        }
    }

    fn add_highest_above(&mut self, facet: u32) {
        self.round += 1;
        let apex = self.facets[facet as usize].highest;
        self.find_horizon(facet, apex);
        for &seen in &self.visible {
            self.facets[seen as usize].is_alive = false;
        }
        self.join_horizon_to(apex);
        // The points of the removed facets; their numbers are free only after that.
        let visible = std::mem::take(&mut self.visible);
        for &seen in &visible {
            let mut point = self.facets[seen as usize].outside;
            while point != NONE {
                let next = self.next[point as usize];
                if point != apex {
                    self.wait(point);
                }
                point = next;
            }
        }
        self.free.extend_from_slice(&visible);
        self.visible = visible;
        for &facet in &self.created {
            if self.facets[facet as usize].outside != NONE {
                self.waiting.push(facet);
            }
        }
    }

    /// Walks over the facets visible from the apex, and collects them and their border.
    fn find_horizon(&mut self, from: u32, apex: u32) {
        self.visible.clear();
        self.horizon.clear();
        let (seen, hidden) = (2 * self.round, 2 * self.round + 1);
        self.facets[from as usize].mark = seen;
        self.visible.push(from);
        let mut walked = 0;
        while let Some(&facet) = self.visible.get(walked) {
            walked += 1;
            let HullFacet { vertices, neighbors, .. } = self.facets[facet as usize];
            for (i, beyond) in neighbors.into_iter().enumerate() {
                let neighbor = &mut self.facets[beyond as usize];
                if neighbor.mark != seen && neighbor.mark != hidden {
                    let is_visible = neighbor.height_if_above(self.points, apex).is_some();
                    neighbor.mark = if is_visible { seen } else { hidden };
                    if is_visible {
                        self.visible.push(beyond);
                    }
                }
                if neighbor.mark == hidden {
                    let vertices = [vertices[i], vertices[(i + 1) % 3]];
                    self.horizon.push(HorizonEdge { vertices, beyond });
                }
            }
        }
    }

    fn join_horizon_to(&mut self, apex: u32) {
        self.created.clear();
        let horizon = std::mem::take(&mut self.horizon);
        for &HorizonEdge { vertices: [a, b], beyond } in &horizon {
            let facet = self.create([a, b, apex]);
            self.facets[facet as usize].neighbors[0] = beyond;
            let neighbor = &mut self.facets[beyond as usize];
            neighbor.neighbors[neighbor.edge_from(b)] = facet;
            self.starts[a as usize] = facet;
            self.created.push(facet);
        }
        // The horizon is one loop that visits each vertex once: where an edge ends, exactly one starts.
        for (&facet, edge) in self.created.iter().zip(&horizon) {
            let following = self.starts[edge.vertices[1] as usize];
            self.facets[facet as usize].neighbors[1] = following;
            self.facets[following as usize].neighbors[2] = facet;
        }
        self.horizon = horizon;
    }
}

/// Returns the size of the box around points, an upper bound on all differences between them.
fn extent(points: &[[f64; 3]]) -> [f64; 3] {
    let start = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    let (min, max) = points.iter().fold(start, |(min, max), point| {
        (std::array::from_fn(|i| point[i].min(min[i])), std::array::from_fn(|i| point[i].max(max[i])))
    });
    difference(max, min)
}
