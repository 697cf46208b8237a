//! The order in which boxes are stored: the order of their middles along a curve.
//!
//! A single box far away makes the curve over the box around all middles too coarse: all other middles
//! fall into one cell. Therefore the middles in one cell are sorted again, along a curve over the box
//! around these alone. This repeats until no cell holds many middles, or all are in one place. So a box
//! far away costs one more pass, but does not spoil the order of the others. Unbounded boxes come last:
//! a box around one of them is as large as it, at any position. Source of the sort by digits: Knuth,
//! *The Art of Computer Programming* 3, 1998, §5.2.5.

use fearless_simd::{Level, Simd, SimdBase, SimdFloat, f32x16, u32x16};

use super::UNBOUNDED_SIZE;
use super::hilbert::{bits, hilbert_indices};
use super::simd_block::WIDTH;
use crate::math::{Scalar, Vector, dispatch};
use crate::shape::Aabb;

/// Bits of a digit, half of the bits of a place: the counters for this many bits fit the first cache.
const DIGIT: u32 = 11;
/// Fewer are sorted by comparing them.
const RADIX_MIN: usize = 2048;
/// So many may stay in one cell.
const MAX_PER_CELL: usize = 4 * WIDTH;

/// The numbers 0, 1, 2, … in the order of the middles of their boxes along the curve; those in one place in
/// their own order.
pub(super) fn hilbert_order<V: Vector>(boxes: &[Aabb<V>], origin: V) -> Vec<u32> {
    // What is sorted are places on the curve, with the numbers below them.
    let numbers = 0..boxes.len() as u64;
    let (mut entries, endless): (Vec<u64>, Vec<u64>) =
        numbers.partition(|&number| !is_unbounded(&boxes[number as usize], origin));
    let finite = entries.len();
    entries.extend(endless);
    let mut spare = vec![0; entries.len()];
    let (finite, endless) = entries.split_at_mut(finite);
    sort(boxes, origin, finite, &mut spare, Level::new());
    sort(boxes, origin, endless, &mut spare, Level::new());
    entries.iter().map(|&entry| entry as u32).collect()
}

fn is_unbounded<V: Vector>(bounds: &Aabb<V>, origin: V) -> bool {
    let furthest = (bounds.min() - origin).abs().max((bounds.max() - origin).abs());
    Into::<f64>::into(furthest.max_element()) > f64::from(UNBOUNDED_SIZE)
}

fn sort<V: Vector>(boxes: &[Aabb<V>], origin: V, entries: &mut [u64], spare: &mut [u64], level: Level) {
    dispatch!(level, simd => write_indices(simd, boxes, origin, entries));
    let count = entries.len();
    if count < RADIX_MIN {
        entries.sort_unstable();
    } else {
        sort_by_digits(entries, &mut spare[..count]);
    }
    let mut from = 0;
    while from < entries.len() {
        let place = entries[from] >> 32;
        let count = entries[from..].iter().take_while(|&&entry| entry >> 32 == place).count();
        // If all are in one cell again, it is as small as cells can be.
        if count > MAX_PER_CELL && count < entries.len() {
            sort(boxes, origin, &mut entries[from..from + count], spare, level);
        }
        from += count;
    }
}

/// The middle of a box, in `f32` near enough.
#[inline(always)]
fn middle<V: Vector>(bounds: &Aabb<V>, origin: V) -> V::Single {
    let middle = (bounds.center() - origin).to_f64();
    let limited = |x: f64| Scalar::min(Scalar::max(x as f32, -f32::MAX), f32::MAX);
    V::Single::from_fn(|axis| limited(middle[axis]))
}

/// Puts the places of boxes above their numbers.
#[inline(always)]
fn write_indices<S: Simd, V: Vector>(simd: S, boxes: &[Aabb<V>], origin: V, entries: &mut [u64]) {
    let Some(&first) = entries.first() else { return };
    let first = middle(&boxes[first as u32 as usize], origin);
    let (mut low, mut high) = (first, first);
    for &entry in entries.iter() {
        let middle = middle(&boxes[entry as u32 as usize], origin);
        (low, high) = (low.min(middle), high.max(middle));
    }
    // Halves do not overflow. Cells are cubes: in a long row of boxes, only what is along it counts.
    let cells = (1_u32 << bits(V::DIMENSION)) as f32;
    let scale = Scalar::min(cells / (high * 0.5 - low * 0.5).max_element(), f32::MAX);
    for sixteen in entries.chunks_mut(WIDTH) {
        let mut middles = [[0.0; WIDTH]; 3];
        for (lane, &entry) in sixteen.iter().enumerate() {
            let middle = middle(&boxes[entry as u32 as usize], origin);
            for axis in 0..V::DIMENSION {
                middles[axis][lane] = middle[axis];
            }
        }
        let mut coordinates = [[0; WIDTH]; 3];
        for axis in 0..V::DIMENSION {
            let start = low[axis] * 0.5;
            let from_start = f32x16::load_array_ref(simd, &middles[axis]) * 0.5 - start;
            let cell: u32x16<S> = (from_start * scale).max(0.0).min(cells - 1.0).to_int();
            cell.store_array(&mut coordinates[axis]);
        }
        let mut place = [0; WIDTH];
        hilbert_indices(simd, &coordinates, V::DIMENSION).store_array(&mut place);
        for (entry, place) in sixteen.iter_mut().zip(place) {
            *entry = u64::from(place) << 32 | *entry & u64::from(u32::MAX);
        }
    }
}

/// Sorts by the places, two digits each; those in one place stay in their order.
fn sort_by_digits(entries: &mut [u64], spare: &mut [u64]) {
    let mut counts = [[0_u32; 1 << DIGIT]; 2];
    for &entry in entries.iter() {
        for (digit, counts) in counts.iter_mut().enumerate() {
            counts[digit_of(entry, digit)] += 1;
        }
    }
    let [low, high] = &mut counts;
    scatter_by_digit(entries, spare, 0, low);
    scatter_by_digit(spare, entries, 1, high);
}

#[inline(always)]
fn digit_of(entry: u64, digit: usize) -> usize {
    (entry >> (32 + DIGIT as usize * digit)) as usize % (1 << DIGIT)
}

/// Puts each entry behind those with a lesser digit, and those with the same before it.
fn scatter_by_digit(from: &[u64], to: &mut [u64], digit: usize, counts: &mut [u32; 1 << DIGIT]) {
    let mut sum = 0;
    for count in counts.iter_mut() {
        sum += std::mem::replace(count, sum);
    }
    for &entry in from {
        let place = &mut counts[digit_of(entry, digit)];
        to[*place as usize] = entry;
        *place += 1;
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec2, Vec3};

    use super::*;

    fn points<V: Vector>(points: impl IntoIterator<Item = V>) -> Vec<Aabb<V>> {
        points.into_iter().map(|point| Aabb::between(point, point)).collect()
    }

    /// The sum of the steps from each to the next.
    fn length<V: Vector>(boxes: &[Aabb<V>], order: &[u32]) -> f64 {
        order
            .windows(2)
            .map(|two| (boxes[two[1] as usize].min() - boxes[two[0] as usize].min()).length().into())
            .sum()
    }

    #[test]
    fn each_step_is_to_a_neighbour() {
        let square = points((0..4096).map(|i| Vec2::new((i * 37 % 64) as f32, (i * 37 / 64 % 64) as f32)));
        assert_eq!(length(&square, &hilbert_order(&square, Vec2::ZERO)), 4095.0);
        let cell = |i: i32| Vec3::new((i % 16) as f32, (i / 16 % 16) as f32, (i / 256) as f32);
        let cube = points((0..4096).rev().map(cell));
        assert_eq!(length(&cube, &hilbert_order(&cube, Vec3::ZERO)), 4095.0);
    }

    #[test]
    fn a_far_away_box_does_not_spoil_the_order() {
        let cell = |i: i32| DVec3::new(f64::from(i % 16), f64::from(i / 16 % 16), f64::from(i / 256));
        let mut cube = points((0..4096).rev().map(cell));
        cube.push(Aabb::between(DVec3::splat(1e30), DVec3::splat(1e30)));
        let order = hilbert_order(&cube, DVec3::ZERO);
        let near: Vec<u32> = order.into_iter().filter(|&number| number != 4096).collect();
        assert_eq!(length(&cube, &near), 4095.0);
    }

    #[test]
    fn boxes_without_an_end_come_last() {
        let cell = |i: i32| Vec3::new((i % 16) as f32, (i / 16 % 16) as f32, (i / 256) as f32);
        let mut boxes = points((0..4096).rev().map(cell));
        for (number, bounds) in boxes.iter_mut().enumerate().step_by(512) {
            // Their middles are among the others.
            *bounds = Aabb::between(Vec3::splat(-f32::MAX), Vec3::splat(f32::MAX - number as f32 * 1e30));
        }
        let order = hilbert_order(&boxes, Vec3::ZERO);
        assert!(order[4088..].iter().all(|number| number % 512 == 0));
        let order: Vec<u32> = order.into_iter().filter(|number| number % 512 != 0).collect();
        // Where one is missing a step may be of two cells.
        assert!(length(&boxes, &order) < 4095.0 + 8.0);
    }

    #[test]
    fn what_is_in_one_place_keeps_its_order() {
        for place in [Vec3::ZERO, Vec3::splat(f32::MAX), Vec3::splat(1e-45)] {
            let boxes = points(vec![place; 5000]);
            assert!(hilbert_order(&boxes, Vec3::ZERO).is_sorted());
        }
        assert!(hilbert_order::<Vec3>(&[], Vec3::ZERO).is_empty());
    }
}
