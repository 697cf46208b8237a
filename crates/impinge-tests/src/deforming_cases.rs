//! Random deforming primitives of many kinds, most of them nearly or exactly degenerate.

/// The kind of pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// In space.
    VertexFace,
    /// In space.
    EdgeEdge,
    /// In the plane.
    VertexEdge,
}

const KINDS: [Kind; 3] = [Kind::VertexFace, Kind::EdgeEdge, Kind::VertexEdge];

/// Coordinates.
pub type Point = [f64; 3];

/// A pair of primitives. In the plane the third coordinate is 0, and the fourth vertex is not used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Case {
    /// Determines which primitives the vertices form.
    pub kind: Kind,
    /// The vertices at the start.
    pub start: [Point; 4],
    /// The vertices at the end.
    pub end: [Point; 4],
}

/// SplitMix64, with its state.
pub struct Random(pub u64);

impl Random {
    /// Draws 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// Draws a number from 0 to 1, without 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Draws a whole number below `count`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    fn point(&mut self, mut coordinate: impl FnMut(&mut Self) -> f64) -> Point {
        [coordinate(self), coordinate(self), coordinate(self)]
    }

    fn whole(&mut self, most: i32) -> f64 {
        self.below(2 * most as usize + 1) as f64 - f64::from(most)
    }

    /// In the unit cube, moved by up to ½ on each axis: the workload of docs/benchmarks.md.
    fn spread(&mut self) -> [[Point; 4]; 2] {
        let start = [(); 4].map(|()| self.point(Self::unit));
        let end = start.map(|point| point.map(|x| x + self.unit() - 0.5));
        [start, end]
    }

    /// Whole coordinates of few values: most are parallel, collapsed or in touch.
    fn lattice(&mut self, most: i32) -> [[Point; 4]; 2] {
        let mut point = || self.point(|random| random.whole(most));
        [[(); 4].map(|()| point()), [(); 4].map(|()| point())]
    }

    /// The same, some of whose vertices rest or move together.
    fn resting(&mut self) -> [[Point; 4]; 2] {
        let [start, mut end] = self.lattice(2);
        let motion = self.point(|random| random.whole(2));
        for (start, end) in start.iter().zip(&mut end) {
            match self.below(4) {
                0 => *end = *start,
                1 => *end = std::array::from_fn(|axis| start[axis] + motion[axis]),
                _ => {}
            }
        }
        [start, end]
    }

    /// In one plane through lattice points, all the time.
    fn flat(&mut self) -> [[Point; 4]; 2] {
        let [along, across, normal] = [(); 3].map(|()| self.point(|random| random.whole(1)));
        let heights = [self.whole(1), self.whole(1)];
        let times = self.lattice(3);
        [0, 1].map(|time| {
            times[time].map(|[u, v, _]| {
                std::array::from_fn(|axis| u * along[axis] + v * across[axis] + heights[time] * normal[axis])
            })
        })
    }

    /// Vertices that meet exactly at a time and a place on both that are drawn, often at an edge, a corner,
    /// the start or the end; some then moved by the least that floats can tell.
    fn planted(&mut self, kind: Kind) -> [[Point; 4]; 2] {
        let fine = [1.0, 8.0, 4096.0][self.below(3)];
        let coordinate = |random: &mut Self| random.whole(64) / fine;
        let mut points = [(); 2].map(|()| [(); 4].map(|()| self.point(coordinate)));
        let time = [1.0, 0.5, 0.25, 0.125][self.below(4)];
        let at = |points: &[[Point; 4]; 2], vertex: usize, axis: usize| {
            (1.0 - time) * points[0][vertex][axis] + time * points[1][vertex][axis]
        };
        let parts = [0.0, 0.0, 0.25, 0.5, 0.75, 1.0];
        let [u, v]: [f64; 2] = [(); 2].map(|()| parts[self.below(parts.len())]);
        for axis in 0..3 {
            let [b, c, d] = [1, 2, 3].map(|vertex| at(&points, vertex, axis));
            // The first vertex is where it makes them meet.
            let target = match kind {
                Kind::VertexFace => {
                    let v = v.min(1.0 - u);
                    (1.0 - u - v) * b + u * c + v * d
                }
                // Itself on the other edge, or the middle between it and the other end.
                Kind::EdgeEdge if v == 0.0 => c + u * (d - c),
                Kind::EdgeEdge => 2.0 * (c + u * (d - c)) - b,
                Kind::VertexEdge => b + u * (c - b),
            };
            points[1][0][axis] = (target - (1.0 - time) * points[0][0][axis]) / time;
        }
        if self.below(2) == 0 {
            let place = &mut points[self.below(2)][self.below(4)][self.below(3)];
            *place = if self.below(2) == 0 { place.next_up() } else { place.next_down() };
        }
        if self.below(4) == 0 {
            points.reverse();
        }
        points
    }

    /// The same, stretched on each axis by powers of two, and moved far away.
    fn stretched(&mut self, kind: Kind) -> [[Point; 4]; 2] {
        let points = if self.below(2) == 0 { self.planted(kind) } else { self.spread() };
        let scale = [2_f64.powi(300), 2_f64.powi(-300), 2_f64.powi(-20), 1.0];
        let by: Point = self.point(|random| scale[random.below(scale.len())]);
        let far = self.point(|random| [0.0, 0.0, 1024.0, 1e9][random.below(4)]);
        points.map(|points| {
            points.map(|point| std::array::from_fn(|axis| (point[axis] + far[axis]) * by[axis]))
        })
    }

    /// At both ends of the range of floats.
    fn extreme(&mut self, kind: Kind) -> [[Point; 4]; 2] {
        let points = match self.below(3) {
            0 => self.lattice(2),
            1 => self.planted(kind),
            _ => self.spread(),
        };
        let scale = [1e304, 5e-324, f64::MIN_POSITIVE, 1e-200, 1e200][self.below(5)];
        points.map(|points| points.map(|point| point.map(|x| (x * scale).clamp(-f64::MAX, f64::MAX))))
    }

    /// A case of each kind of difficulty in turn.
    pub fn case(&mut self, number: u64) -> Case {
        let kind = KINDS[(number % 3) as usize];
        let points = match number / 3 % 8 {
            0 | 1 => self.spread(),
            2 => {
                let most = 1 + self.below(3) as i32;
                self.lattice(most)
            }
            3 => self.resting(),
            4 => self.flat(),
            5 => self.planted(kind),
            6 => self.stretched(kind),
            _ => self.extreme(kind),
        };
        Case::new(kind, points)
    }
}

impl Case {
    /// In the plane without third coordinates.
    pub fn new(kind: Kind, points: [[Point; 4]; 2]) -> Self {
        let [start, end] = points.map(|points| {
            points.map(|[x, y, z]| if kind == Kind::VertexEdge { [x, y, 0.0] } else { [x, y, z] })
        });
        Case { kind, start, end }
    }
}
