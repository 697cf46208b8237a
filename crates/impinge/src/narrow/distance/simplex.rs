//! Simplices of the Minkowski difference, and their points nearest to the origin.
//!
//! A simplex is a point, a segment, a triangle or, in 3D, a tetrahedron. Its newest vertex lies beyond the
//! plane through the nearest point of the others, so only features that contain the newest vertex can be
//! nearest, or contain the origin. Distances to a triangle go through its normal, which loses fewer
//! digits than inner products do.
//! Source: Ericson, "Real-Time Collision Detection", 2005, §5.1.5–6 and §9.5.

use super::support::SMOOTH;
use crate::math::Vector;

/// A point of the Minkowski difference A − B, and the points of A and B that it comes from.
#[derive(Clone, Copy, Default)]
pub(in crate::narrow) struct Vertex<D> {
    pub difference: D,
    pub point_a: D,
    pub point_b: D,
    /// The numbers of the corners of A and B.
    pub numbers: [u32; 2],
}

impl<D: Vector> Vertex<D> {
    #[inline(always)]
    pub fn new(point_a: (D, u32), point_b: (D, u32)) -> Self {
        Vertex {
            difference: point_a.0 - point_b.0,
            point_a: point_a.0,
            point_b: point_b.0,
            numbers: [point_a.1, point_b.1],
        }
    }

    /// Returns whether both are certainly the same corners.
    #[inline(always)]
    pub fn is_same(&self, other: &Self) -> bool {
        self.numbers == other.numbers && self.numbers[0] != SMOOTH && self.numbers[1] != SMOOTH
    }
}

/// Up to four vertices and the weights of the point nearest to the origin.
///
/// Vertices stay in their slots; only the list of used slots changes, so an older state takes a few bytes.
#[derive(Clone, Copy)]
pub(in crate::narrow) struct Simplex<D> {
    slots: [Vertex<D>; 4],
    state: State,
}

/// The used slots, in the order of age, with their weights.
#[derive(Clone, Copy, Default)]
pub(in crate::narrow) struct State {
    order: [u8; 4],
    weights: [f64; 4],
    count: usize,
}

impl State {
    /// How many vertices.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.count
    }
}

impl<D: Vector<Scalar = f64>> Simplex<D> {
    #[inline(always)]
    pub fn empty() -> Self {
        Simplex { slots: [Vertex::default(); 4], state: State::default() }
    }

    /// How many vertices.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.state.count
    }

    #[inline(always)]
    pub fn state(&self) -> State {
        self.state
    }

    /// Restores a state since which only one vertex was added.
    #[inline(always)]
    pub fn restore(&mut self, state: State) {
        self.state = state;
    }

    /// Returns one of the vertices, from the oldest.
    #[inline(always)]
    pub fn vertex(&self, i: usize) -> &Vertex<D> {
        &self.slots[usize::from(self.state.order[i] & 3)]
    }

    /// Returns the vertices, from the oldest.
    #[inline(always)]
    pub fn vertices(&self) -> impl Iterator<Item = &Vertex<D>> {
        (0..self.state.count).map(|i| self.vertex(i))
    }

    /// Moves the vertices to other places of the difference.
    #[inline(always)]
    pub fn place(&mut self, difference: impl Fn(&Vertex<D>) -> D) {
        for i in 0..self.state.count {
            let slot = &mut self.slots[usize::from(self.state.order[i] & 3)];
            slot.difference = difference(slot);
        }
    }

    #[inline(always)]
    pub fn push(&mut self, vertex: Vertex<D>) {
        // An unused slot, so that the state before stays valid for `restore`; there is one unless all four
        // are used.
        let used = (0..self.state.count).fold(0u32, |used, i| used | 1 << self.state.order[i]);
        let slot = (!used).trailing_zeros() as usize & 3;
        self.slots[slot] = vertex;
        self.state.order[self.state.count & 3] = slot as u8;
        self.state.count += 1;
    }

    /// Drops all vertices but the oldest.
    pub fn keep_first(&mut self) {
        self.keep([0], [1.0]);
    }

    /// Keeps the given vertices, with weights.
    #[inline(always)]
    fn keep<const N: usize>(&mut self, which: [usize; N], weights: [f64; N]) {
        let order = which.map(|i| self.state.order[i]);
        self.state.order[..N].copy_from_slice(&order);
        self.state.weights[..N].copy_from_slice(&weights);
        self.state.count = N;
    }

    #[inline(always)]
    fn at(&self, i: usize) -> D {
        self.vertex(i).difference
    }

    /// Returns the points of A and B that belong to the nearest point.
    #[inline(always)]
    pub fn points(&self) -> (D, D) {
        (0..self.state.count).fold((D::ZERO, D::ZERO), |(point_a, point_b), i| {
            let (vertex, weight) = (self.vertex(i), self.state.weights[i]);
            (point_a + vertex.point_a * weight, point_b + vertex.point_b * weight)
        })
    }

    /// Returns the nearest point without its component along the simplex, which is rounding.
    #[cold]
    #[inline(never)]
    pub fn across(&self, nearest: D) -> D {
        let without = |vector: D, along: D| {
            let square = along.dot(along);
            if square > 0.0 { vector - along * (vector.dot(along) / square) } else { vector }
        };
        let edge = |i: usize| self.at(i) - self.at(self.state.count - 1);
        match self.state.count {
            2 => without(nearest, edge(0)),
            3 => without(without(nearest, edge(0)), without(edge(1), edge(0))),
            _ => nearest,
        }
    }

    /// Returns the point nearest to the origin, and keeps only the vertices that it needs. `None` if the
    /// simplex has full dimension and contains the origin.
    #[inline(always)]
    pub fn reduce(&mut self) -> Option<D> {
        match self.state.count {
            0 | 1 => {
                self.state.weights[0] = 1.0;
                Some(self.at(0))
            }
            2 => Some(self.segment(0, 1)),
            3 if D::IS_2D => self.triangle_of_plane(),
            3 => Some(self.triangle([0, 1, 2])),
            _ => self.tetrahedron(),
        }
    }

    /// Returns the nearest point of the segment from vertex i to the newer j.
    #[inline(always)]
    fn segment(&mut self, i: usize, j: usize) -> D {
        let (a, b) = (self.at(i), self.at(j));
        let along = a - b;
        let (square, t) = (along.dot(along), -b.dot(along));
        if t <= 0.0 || square == 0.0 {
            self.keep([j], [1.0]);
            return b;
        }
        if t >= square {
            self.keep([i], [1.0]);
            return a;
        }
        let t = t / square;
        self.keep([i, j], [t, 1.0 - t]);
        if D::IS_2D {
            // Perpendicular to the segment to the last digit, even near the origin.
            let normal = along.perpendicular(along);
            return normal * (b.dot(normal) / square);
        }
        b + along * t
    }

    /// Returns the nearest point of a triangle in 2D; `None` if it contains the origin.
    #[inline(always)]
    fn triangle_of_plane(&mut self) -> Option<D> {
        let (a, b, c) = (self.at(0), self.at(1), self.at(2));
        // Twice the areas of the triangles of the origin and the edges.
        let area = |p: D, q: D| p.dot(q.perpendicular(q));
        let (total, of_a, of_b) = (area(b - a, c - a), area(b, c), area(c, a));
        let is_outside = |area: f64| if total > 0.0 { area < 0.0 } else { area > 0.0 };
        let (beyond_bc, beyond_ca) = (is_outside(of_a), is_outside(of_b));
        if total != 0.0 && !beyond_bc && !beyond_ca {
            // Beyond the old edge, which only rounding can bring about, or a start from an old simplex.
            return is_outside(area(a, b)).then(|| self.segment(0, 1));
        }
        // Behind both edges, or flat: the nearer one.
        match (beyond_bc || total == 0.0, beyond_ca || total == 0.0) {
            (true, false) => Some(self.segment(1, 2)),
            (false, true) => Some(self.segment(0, 2)),
            _ => Some(self.nearer_segment([1, 2], [0, 2])),
        }
    }

    /// Returns the nearest point of a triangle in 3D whose last vertex is the newest.
    #[inline(always)]
    fn triangle(&mut self, [i, j, k]: [usize; 3]) -> D {
        let (a, b, c) = (self.at(i), self.at(j), self.at(k));
        let (ca, cb) = (a - c, b - c);
        let (along_a, along_b) = (-c.dot(ca), -c.dot(cb));
        if along_a <= 0.0 && along_b <= 0.0 {
            self.keep([k], [1.0]);
            return c;
        }
        let normal = ca.perpendicular(cb);
        let square = normal.dot(normal);
        // Whether the origin is on the inner side of the edges at c. Compared along the triangle.
        let weight_b = normal.dot(c.perpendicular(a));
        let weight_a = normal.dot(b.perpendicular(c));
        if square > 0.0 && weight_a > 0.0 && weight_b > 0.0 {
            let weight_c = normal.dot(a.perpendicular(b));
            if weight_c > 0.0 {
                let total = 1.0 / (weight_a + weight_b + weight_c);
                self.keep([i, j, k], [weight_a * total, weight_b * total, weight_c * total]);
                return normal * (c.dot(normal) / square);
            }
            // Beyond the old edge, which only rounding can bring about, or a start from an old simplex.
            return self.segment(i, j);
        }
        self.nearer_segment([j, k], [i, k])
    }

    /// Returns the nearest point of two edges.
    #[inline(always)]
    fn nearer_segment(&mut self, first: [usize; 2], second: [usize; 2]) -> D {
        let before = self.state;
        let on_first = self.segment(first[0], first[1]);
        let of_first = self.state;
        self.state = before;
        let on_second = self.segment(second[0], second[1]);
        if on_first.dot(on_first) <= on_second.dot(on_second) {
            self.state = of_first;
            on_first
        } else {
            on_second
        }
    }

    fn tetrahedron(&mut self) -> Option<D> {
        let before = self.state;
        let mut best: Option<(f64, State, D)> = None;
        // The last face, without the newest vertex, is needed only for rounding and old simplices.
        for [i, j, k, opposite] in [[0, 1, 3, 2], [1, 2, 3, 0], [2, 0, 3, 1], [0, 1, 2, 3]] {
            let base = self.at(k);
            let normal = (self.at(i) - base).perpendicular(self.at(j) - base);
            let (height, of_origin) = (normal.dot(self.at(opposite) - base), -normal.dot(base));
            // The origin is on the other side of the face than the tetrahedron; a flat one has no inside.
            if (height > 0.0 && of_origin < 0.0) || (height < 0.0 && of_origin > 0.0) || height == 0.0 {
                let nearest = self.triangle([i, j, k]);
                let square = nearest.dot(nearest);
                if best.as_ref().is_none_or(|(least, ..)| square < *least) {
                    best = Some((square, self.state, nearest));
                }
                self.state = before;
            }
        }
        let (_, face, nearest) = best?;
        self.state = face;
        Some(nearest)
    }
}
