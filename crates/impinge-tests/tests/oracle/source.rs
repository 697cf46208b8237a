//! Random numbers for two shapes: in general position, and in all the positions that floating-point geometry
//! fears.
//!
//! Both shapes of a case draw from one source, which repeats itself on purpose (the same corners, directions
//! and sizes), so that exact and nearly exact coincidences are common.

use impinge::math::{Rotation, Scalar, Unit, Vector};

/// Sebastiano Vigna's generator: <https://prng.di.unimi.it/splitmix64.c>.
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of 0, …, count − 1.
    pub fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// One of them, the first more often.
    pub fn mostly_first<T: Copy>(&mut self, choices: &[T]) -> T {
        let all = self.one_of(choices);
        if self.percent(40) { choices[0] } else { all }
    }

    /// Between `low` and `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub fn percent(&mut self, chance: u64) -> bool {
        self.below(100) < chance
    }
}

/// What the shapes of a case have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Class {
    /// Random reals.
    General,
    /// Random reals, but corners on lines through other corners, and directions and sizes used twice:
    /// slivers, parallel and nearly parallel edges.
    Related,
    /// Small whole numbers and halves.
    Lattice,
    /// The lattice far from the origin.
    FarLattice,
    /// The lattice under one rotation, rounded.
    TurnedLattice,
    /// The lattice with coordinates moved by up to two steps of their last digit, turned or not.
    NudgedLattice,
    /// The lattice with shapes of size zero.
    Points,
    /// A small shape somewhere in a large one.
    Nested,
    /// Both shapes huge or tiny, often alike.
    Scaled,
    /// The lattice in multiples of the least float.
    Subnormal,
    /// The extreme floats themselves.
    Limits,
}

/// Each class and its share in percent.
const SHARES: [(Class, u64); 11] = [
    (Class::General, 20),
    (Class::Related, 12),
    (Class::Lattice, 18),
    (Class::FarLattice, 5),
    (Class::TurnedLattice, 10),
    (Class::NudgedLattice, 12),
    (Class::Points, 4),
    (Class::Nested, 5),
    (Class::Scaled, 8),
    (Class::Subnormal, 3),
    (Class::Limits, 3),
];

type Matrix = [[f64; 3]; 3];
const IDENTITY: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Draws what a shape is made of. Coordinates are drawn in `f64`, turned, scaled and moved, and then rounded
/// to V.
pub struct Source<V: Vector> {
    random: SplitMix64,
    pub class: Class,
    /// Coordinates are whole multiples of `step`, or real numbers.
    on_lattice: bool,
    step: f64,
    turn: Matrix,
    offset: V,
    scale: f64,
    /// The scale that shapes of the class `Scaled` have in common.
    extreme: f64,
    nudged: bool,
    points: Vec<[f64; 3]>,
    directions: Vec<[f64; 3]>,
    axes: Vec<Matrix>,
    sizes: Vec<f64>,
}

impl<V: Vector> Source<V> {
    pub fn new(seed: u64) -> Self {
        let mut random = SplitMix64(seed);
        let mut share = random.below(100);
        let class = SHARES.iter().find(|(_, percent)| {
            let found = share < *percent;
            share = share.wrapping_sub(*percent);
            found
        });
        let class = class.expect("the shares add up to 100").0;
        let on_lattice = match class {
            Class::General | Class::Related => false,
            Class::Nested | Class::Scaled => random.percent(50),
            _ => true,
        };
        let mut source = Source {
            step: random.one_of(&[1.0, 1.0, 0.5]),
            random,
            class,
            on_lattice,
            turn: IDENTITY,
            offset: V::ZERO,
            scale: 1.0,
            extreme: 1.0,
            nudged: false,
            points: Vec::new(),
            directions: Vec::new(),
            axes: Vec::new(),
            sizes: Vec::new(),
        };
        for _ in 0..2 {
            let (point, direction) = (source.new_point(), source.new_direction());
            let (axes, size) = (source.new_axes(), source.new_size());
            source.points.push(point);
            source.directions.push(direction);
            source.axes.push(axes);
            source.sizes.push(size);
        }
        match class {
            Class::TurnedLattice => source.turn = source.random_rotation(),
            Class::NudgedLattice => {
                source.nudged = true;
                if source.random.percent(30) {
                    source.turn = source.random_rotation();
                }
            }
            Class::Related => source.nudged = source.random.percent(50),
            Class::FarLattice => {
                let far = source.random.one_of(&[1000.0, -1000.0, 1e6]);
                source.offset = V::from_fn(|_| V::Scalar::from_f64(far));
                if source.random.percent(30) {
                    source.turn = source.random_rotation();
                }
            }
            Class::Scaled => {
                source.extreme = source.random_scale();
                let reach = source.extreme * source.random.one_of(&[0.0, 1.0]);
                source.offset = V::from_fn(|_| clamped(reach * source.random.between(-1.0, 1.0)));
            }
            _ => {}
        }
        source
    }

    /// To be called before each of the shapes: some classes treat them differently.
    pub fn begin_shape(&mut self) {
        self.scale = match self.class {
            Class::Nested => self.random.one_of(&[1.0, 0.25, 0.01, 1e-4]),
            Class::Scaled if self.random.percent(60) => self.extreme,
            Class::Scaled => self.random_scale(),
            Class::Subnormal => V::Scalar::ZERO.next_up().into() * self.random.one_of(&[1.0, 1.0, 1024.0]),
            _ => 1.0,
        };
    }

    fn random_scale(&mut self) -> f64 {
        let most_digits = if size_of::<V::Scalar>() == 4 { 30.0 } else { 300.0 };
        let digits = self.random.between(-most_digits, most_digits) * self.random.one_of(&[1.0, 0.1, 0.03]);
        // Powers of two keep the lattice exact.
        if self.random.percent(50) { 2f64.powi((digits / 2f64.log10()) as i32) } else { 10f64.powf(digits) }
    }

    fn new_coordinate(&mut self) -> f64 {
        if self.on_lattice {
            (self.random.below(5) as f64 - 2.0) * self.step
        } else {
            self.random.between(-1.0, 1.0)
        }
    }

    fn new_point(&mut self) -> [f64; 3] {
        std::array::from_fn(|axis| if axis < V::DIMENSION { self.new_coordinate() } else { 0.0 })
    }

    fn new_direction(&mut self) -> [f64; 3] {
        // On the lattice mostly along the axes and diagonals, whose unit vectors point there exactly.
        let along_axis = self.on_lattice && self.random.percent(50);
        let chosen = self.random.below(V::DIMENSION as u64) as usize;
        let mut direction = self.new_point();
        if along_axis {
            direction = std::array::from_fn(|axis| if axis == chosen { direction[axis] } else { 0.0 });
        }
        if direction == [0.0; 3] {
            direction[chosen] = self.random.one_of(&[1.0, -1.0]);
        }
        direction
    }

    fn new_size(&mut self) -> f64 {
        match (self.class, self.on_lattice) {
            (Class::Points, _) if self.random.percent(80) => 0.0,
            (_, true) => self.random.below(5) as f64 * 0.5 * self.step,
            (_, false) => self.random.between(0.0, 0.7),
        }
    }

    /// Half of the quarter turns and mirror images of the lattice, or a rotation of Pythagoras's triangle.
    fn new_axes(&mut self) -> Matrix {
        if !self.on_lattice {
            return self.random_rotation();
        }
        let first = self.random.below(V::DIMENSION as u64) as usize;
        let second = (first + 1) % V::DIMENSION;
        let (cos, sin) = self.random.one_of(&[
            (1.0, 0.0),
            (1.0, 0.0),
            (0.0, 1.0),
            (0.6, 0.8),
            (0.5f64.sqrt(), 0.5f64.sqrt()),
        ]);
        let mut axes = IDENTITY;
        axes[first][first] = cos;
        axes[first][second] = sin;
        axes[second][first] = -sin;
        axes[second][second] = cos;
        axes
    }

    fn random_rotation(&mut self) -> Matrix {
        let mut quaternion = [0.0; 4].map(|_| self.random.between(-1.0, 1.0));
        if V::DIMENSION == 2 {
            quaternion[0] = 0.0;
            quaternion[1] = 0.0;
        }
        let square: f64 = quaternion.iter().map(|q| q * q).sum();
        if square < 1e-6 {
            return IDENTITY;
        }
        let [x, y, z, w] = quaternion;
        // Hamilton: columns of q v q⁻¹.
        let s = 2.0 / square;
        [
            [1.0 - s * (y * y + z * z), s * (x * y + z * w), s * (x * z - y * w)],
            [s * (x * y - z * w), 1.0 - s * (x * x + z * z), s * (y * z + x * w)],
            [s * (x * z + y * w), s * (y * z - x * w), 1.0 - s * (x * x + y * y)],
        ]
    }

    /// Does a shape repeat what was drawn before?
    fn repeats(&mut self) -> bool {
        let chance = match self.class {
            Class::General | Class::Nested | Class::Scaled => 0,
            Class::Related => 80,
            _ => 70,
        };
        self.random.percent(chance)
    }

    fn drawn_point(&mut self) -> [f64; 3] {
        if !self.repeats() {
            return self.new_point();
        }
        let (p, q) = (self.random.mostly_first(&self.points), self.random.mostly_first(&self.points));
        let t = match self.class {
            Class::Related => {
                let anywhere = self.random.between(-1.0, 2.0);
                self.random.one_of(&[0.0, 0.5, anywhere])
            }
            _ => self.random.one_of(&[0.0, 0.0, 0.5, 2.0]),
        };
        std::array::from_fn(|i| p[i] + t * (q[i] - p[i]))
    }

    fn drawn_direction(&mut self) -> [f64; 3] {
        if !self.repeats() {
            return self.new_direction();
        }
        let (p, q) = (self.random.mostly_first(&self.points), self.random.mostly_first(&self.points));
        if p != q && self.random.percent(30) {
            return std::array::from_fn(|i| q[i] - p[i]);
        }
        let sign = self.random.one_of(&[1.0, -1.0]);
        self.random.mostly_first(&self.directions).map(|d| sign * d)
    }

    fn drawn_size(&mut self) -> f64 {
        if self.repeats() { self.random.mostly_first(&self.sizes) } else { self.new_size() }
    }

    /// A float from the edges of the number format.
    fn limit(&mut self) -> V::Scalar {
        let (max, tiny) = (V::Scalar::MAX, V::Scalar::ZERO.next_up());
        let normal = V::Scalar::MIN_POSITIVE;
        let one = V::Scalar::ONE;
        let half = V::Scalar::HALF;
        let magnitude = self.random.one_of(&[
            V::Scalar::ZERO,
            tiny,
            normal,
            normal.next_down(),
            half,
            one,
            max * half,
            max,
        ]);
        if self.random.percent(50) { magnitude } else { -magnitude }
    }

    fn nudge(&mut self, value: V::Scalar) -> V::Scalar {
        // Zero is moved as if it were the rounded result of a rotation, seldom to the least float.
        if value == V::Scalar::ZERO && self.nudged && self.random.percent(95) {
            return V::Scalar::UNIT_ROUNDOFF
                * V::Scalar::from_f64(self.random.one_of(&[0.0, 0.0, 0.0, 1.0, -1.0]));
        }
        match if self.nudged { self.random.below(10) } else { 0 } {
            6 => value.next_up(),
            7 => value.next_down(),
            8 => value.next_up().next_up(),
            9 => value.next_down().next_down(),
            _ => value,
        }
    }

    fn nudge_vector(&mut self, vector: V) -> V {
        V::from_fn(|i| self.nudge(vector[i]))
    }

    fn place(&mut self, point: [f64; 3]) -> V {
        let turned = apply(&self.turn, point);
        let placed = V::from_fn(|i| clamped(turned[i] * self.scale + self.offset[i].into()));
        self.nudge_vector(placed)
    }

    pub fn point(&mut self) -> V {
        if self.class == Class::Limits {
            return V::from_fn(|_| self.limit());
        }
        let point = self.drawn_point();
        self.place(point)
    }

    /// The other end of something that may have no length.
    pub fn other_point(&mut self, point: V) -> V {
        if self.class == Class::Points && self.random.percent(80) { point } else { self.point() }
    }

    pub fn direction(&mut self) -> Unit<V> {
        let direction = if self.class == Class::Limits {
            V::from_fn(|_| self.limit())
        } else {
            let drawn = self.drawn_direction();
            let turned = apply(&self.turn, drawn);
            self.nudge_vector(V::from_f64(turned))
        };
        Unit::new(direction).unwrap_or(Unit::axis(0))
    }

    /// The offset of a plane with this normal through a point, rounded.
    pub fn offset(&mut self, normal: Unit<V>) -> V::Scalar {
        if self.class == Class::Limits {
            return self.limit();
        }
        let (point, normal) = (self.point().to_f64(), normal.get().to_f64());
        let offset = clamped((0..3).map(|i| point[i] * normal[i]).sum());
        self.nudge(offset)
    }

    pub fn size(&mut self) -> V::Scalar {
        if self.class == Class::Limits {
            return self.limit().abs();
        }
        let size = clamped(self.drawn_size() * self.scale);
        self.nudge(size).abs()
    }

    /// Two corners, the one on each axis `size` or more from the other.
    pub fn corners(&mut self) -> [V; 2] {
        if self.class == Class::Limits {
            return [self.point(), self.point()];
        }
        let corner = self.drawn_point();
        let sizes: [f64; 3] =
            std::array::from_fn(|axis| if axis < V::DIMENSION { 2.0 * self.drawn_size() } else { 0.0 });
        // Placed twice, a point may become two.
        if sizes == [0.0; 3] {
            return [self.place(corner); 2];
        }
        [self.place(corner), self.place(std::array::from_fn(|i| corner[i] + sizes[i]))]
    }

    /// Centre and radius of a ball; the surface often passes through a drawn point.
    pub fn center_and_radius(&mut self) -> (V, V::Scalar) {
        if self.class == Class::Limits || self.random.percent(50) {
            return (self.point(), self.size());
        }
        let (point, direction, size) = (self.drawn_point(), self.drawn_direction(), self.drawn_size());
        let length = direction.iter().map(|d| d * d).sum::<f64>().sqrt();
        let center = std::array::from_fn(|i| point[i] + direction[i] / length * size);
        let radius = clamped(size * self.scale);
        (self.place(center), self.nudge(radius).abs())
    }

    /// Centre, half extents and rotation of a box; a corner or the middle of an edge or face is at a drawn
    /// point.
    pub fn oriented_box(&mut self) -> (V, V, Rotation<V>) {
        let axes = if self.repeats() { self.random.mostly_first(&self.axes) } else { self.new_axes() };
        let turned = axes.map(|axis| apply(&self.turn, axis));
        let columns = V::basis_from_fn(|i| self.nudge_vector(V::from_f64(turned[i])));
        let rotation = Rotation::from_columns(columns)
            .or_else(|_| Rotation::orthonormalize(columns))
            .unwrap_or(Rotation::identity());
        if self.class == Class::Limits {
            return (self.point(), V::from_fn(|_| self.limit().abs()), rotation);
        }
        let half: [f64; 3] = std::array::from_fn(|_| self.drawn_size());
        let mut center = self.drawn_point();
        for i in 0..V::DIMENSION {
            let side = self.random.one_of(&[0.0, 1.0, -1.0]) * half[i];
            center = std::array::from_fn(|k| center[k] + side * axes[i][k]);
        }
        let half_extents = V::from_fn(|i| clamped(half[i] * self.scale));
        let half_extents = self.nudge_vector(half_extents).abs();
        (self.place(center), half_extents, rotation)
    }
}

fn apply(columns: &Matrix, vector: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| columns[0][i] * vector[0] + columns[1][i] * vector[1] + columns[2][i] * vector[2])
}

/// The nearest finite number.
fn clamped<S: Scalar>(value: f64) -> S {
    let most: f64 = S::MAX.into();
    S::from_f64(value.clamp(-most, most))
}
