//! The planes of a hull's faces in `f64`, side by side, to clip lines against.

use crate::math::Vector;

/// How many planes are looked at together.
const WIDTH: usize = 4;

/// With more faces than this, planes are not kept: a line reaches the hull faster step by step. Measured for `Vec3` on a
/// 2 GHz Xeon with the instructions that every x86-64 has: both ways take about 4 µs then.
const MOST_FACES: usize = 1024;

/// All points x with normal · x ≤ height for each face, seen from the hull's centre; in blocks of four: four x of normals,
/// four y, (four z,) four heights, and so on. The last block is filled up with planes that hold everything.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Planes {
    values: Vec<f64>,
    /// Heights are so many times those of the hull: a power of two that keeps them from overflow.
    scale: f64,
}

/// Where a line runs below all planes: from, through which face, and to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Clipped {
    /// Where it comes in; −∞ if it never does.
    pub from: f64,
    /// The face that it comes in through; 0 if there is none.
    pub face: usize,
    /// Where it goes out; before `from` if it misses.
    pub to: f64,
}

impl Planes {
    /// From unit normals and heights at a scale; none if there are too many.
    pub(super) fn new(dimension: usize, planes: &[([f64; 3], f64)], scale: f64) -> Self {
        let planes = if planes.len() <= MOST_FACES { planes } else { &[] };
        let mut values = Vec::with_capacity(planes.len().next_multiple_of(WIDTH) * (dimension + 1));
        for block in planes.chunks(WIDTH) {
            for axis in 0..dimension {
                values.extend((0..WIDTH).map(|lane| block.get(lane).map_or(0.0, |plane| plane.0[axis])));
            }
            values.extend((0..WIDTH).map(|lane| block.get(lane).map_or(f64::INFINITY, |plane| plane.1)));
        }
        Planes { values, scale }
    }

    /// Are there any?
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The part of a line below all planes; in coordinates from the hull's centre that are `scale` times those of the hull.
    ///
    /// Each plane cuts the line once; where the line heads down through it, it comes in, otherwise it goes out. The lanes
    /// of a block are chosen among without a branch, and numbers of blocks are floats so that they go along.
    #[inline(always)]
    pub(super) fn clip<D: Vector<Scalar = f64>>(&self, start: D, direction: D, scale: f64) -> Clipped {
        let (start, direction) = (start.to_f64(), direction.to_f64());
        let scale = scale / self.scale;
        let mut from = [f64::NEG_INFINITY; WIDTH];
        let mut to = [f64::INFINITY; WIDTH];
        let mut place = [0.0; WIDTH];
        let mut number = 0.0;
        for block in self.values.chunks_exact(WIDTH * (D::DIMENSION + 1)) {
            for lane in 0..WIDTH {
                let dot = |vector: [f64; 3]| {
                    let flat = block[lane] * vector[0] + block[WIDTH + lane] * vector[1];
                    if D::DIMENSION == 3 { flat + block[2 * WIDTH + lane] * vector[2] } else { flat }
                };
                let gap = block[D::DIMENSION * WIDTH + lane] * scale - dot(start);
                // A line along the plane goes out far away if it is below, or long ago; −0 would turn that around.
                let slope = dot(direction) + 0.0;
                let along = gap / slope;
                let is_down = slope < 0.0;
                // What is not so is NaN, which is neither greater nor less: 0 / 0 as well, a line within the plane.
                let (comes_in, goes_out) = (nan_unless(is_down, along), nan_unless(!is_down, along));
                place[lane] = chosen(comes_in > from[lane], number, place[lane]);
                from[lane] = if comes_in > from[lane] { comes_in } else { from[lane] };
                to[lane] = if goes_out < to[lane] { goes_out } else { to[lane] };
            }
            number += 1.0;
        }
        let last = from.into_iter().fold(f64::NEG_INFINITY, f64::max);
        // Of faces that are met at once the first is told. Without a branch: nobody can foresee which lane has it.
        let face = (0..WIDTH)
            .map(|lane| nan_unless(from[lane] >= last, place[lane] * WIDTH as f64 + lane as f64))
            .fold(f64::INFINITY, f64::min);
        Clipped { from: last, face: face as usize, to: to.into_iter().fold(f64::INFINITY, f64::min) }
    }
}

/// A number where something holds, by its bits: a plain `if` the compiler makes a jump of.
#[inline(always)]
fn nan_unless(holds: bool, number: f64) -> f64 {
    f64::from_bits(number.to_bits() | u64::from(!holds).wrapping_neg())
}

/// One or the other, likewise.
#[inline(always)]
fn chosen(is_first: bool, first: f64, second: f64) -> f64 {
    let mask = u64::from(is_first).wrapping_neg();
    f64::from_bits(first.to_bits() & mask | second.to_bits() & !mask)
}
