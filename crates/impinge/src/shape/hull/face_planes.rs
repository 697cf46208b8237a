//! The planes of a hull's faces in `f64`, side by side, to clip lines against.

use crate::math::Vector;

/// Number of planes in a block.
const WIDTH: usize = 4;

/// With more faces than this, planes are not stored: a line cast reaches the hull faster step by step.
/// Measured for `Vec3` on a 2 GHz Xeon with baseline x86-64 instructions: both take about 4 µs there.
const MAX_FACES: usize = 1024;

/// All points x with normal · x ≤ height for each face, relative to the hull's centre, in blocks of four:
/// four x of normals, four y, (four z,) four heights, and so on. The last block is padded with planes that
/// contain everything.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Planes {
    values: Vec<f64>,
    /// Factor of the stored heights: a power of two that prevents overflow.
    scale: f64,
}

/// Part of a line below all planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Clipped {
    /// Parameter at which the line enters; −∞ if it never does.
    pub from: f64,
    /// The face through which the line enters; 0 if there is none.
    pub face: usize,
    /// Parameter at which the line leaves; before `from` if it misses.
    pub to: f64,
}

impl Planes {
    /// Creates the planes from unit normals and heights at a scale; empty if there are too many.
    pub(super) fn new(dimension: usize, planes: &[([f64; 3], f64)], scale: f64) -> Self {
        let planes = if planes.len() <= MAX_FACES { planes } else { &[] };
        let mut values = Vec::with_capacity(planes.len().next_multiple_of(WIDTH) * (dimension + 1));
        for block in planes.chunks(WIDTH) {
            for axis in 0..dimension {
                values.extend((0..WIDTH).map(|lane| block.get(lane).map_or(0.0, |plane| plane.0[axis])));
            }
            values.extend((0..WIDTH).map(|lane| block.get(lane).map_or(f64::INFINITY, |plane| plane.1)));
        }
        Planes { values, scale }
    }

    /// Returns whether there are no planes.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the part of a line below all planes, in coordinates from the hull's centre that are
    /// `scale` times the coordinates of the hull.
    ///
    /// Each plane cuts the line once. If the line heads down through the plane, it enters, otherwise it
    /// leaves. Selection among the lanes of a block is branch-free, and block numbers are floats to fit into
    /// lanes.
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
                    if D::IS_3D { flat + block[2 * WIDTH + lane] * vector[2] } else { flat }
                };
                let gap = block[D::DIMENSION * WIDTH + lane] * scale - dot(start);
                // A line parallel to the plane leaves at +∞ if it is below, else at −∞; −0 would reverse
                // that.
                let slope = dot(direction) + 0.0;
                let along = gap / slope;
                let is_down = slope < 0.0;
                // Unselected numbers are NaN, which is neither greater nor less; so is 0 / 0, for a line
                // within the plane.
                let (comes_in, goes_out) = (nan_unless(is_down, along), nan_unless(!is_down, along));
                place[lane] = chosen(comes_in > from[lane], number, place[lane]);
                from[lane] = if comes_in > from[lane] { comes_in } else { from[lane] };
                to[lane] = if goes_out < to[lane] { goes_out } else { to[lane] };
            }
            number += 1.0;
        }
        let last = from.into_iter().fold(f64::NEG_INFINITY, f64::max);
        // Of simultaneous entry faces the first is reported. Branch-free, because the lane is unpredictable.
        let face = (0..WIDTH)
            .map(|lane| nan_unless(from[lane] >= last, place[lane] * WIDTH as f64 + lane as f64))
            .fold(f64::INFINITY, f64::min);
        Clipped { from: last, face: face as usize, to: to.into_iter().fold(f64::INFINITY, f64::min) }
    }
}

/// Returns the number if the condition holds, else NaN, by its bits: a plain `if` compiles to a jump.
#[inline(always)]
fn nan_unless(holds: bool, number: f64) -> f64 {
    f64::from_bits(number.to_bits() | u64::from(!holds).wrapping_neg())
}

/// Selects one of two numbers in the same way.
#[inline(always)]
fn chosen(is_first: bool, first: f64, second: f64) -> f64 {
    let mask = u64::from(is_first).wrapping_neg();
    f64::from_bits(first.to_bits() & mask | second.to_bits() & !mask)
}
