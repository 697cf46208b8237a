//! Pixel masks against a look at every pixel.

mod boundary;
mod changes;
mod overlap;
mod region;
mod shape;

use impinge::mask::{Mask, MaskError, PixelRect};

/// What went wrong in a test, or nothing.
type Outcome = Result<(), Box<dyn std::error::Error>>;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A mask of which this part of the pixels is set.
    fn mask(&mut self, width: u32, height: u32, part: f64) -> Result<Mask, MaskError> {
        Mask::from_fn(width, height, |_, _| self.unit() < part)
    }
}

/// All pixels of a mask.
fn pixels(mask: &Mask) -> impl Iterator<Item = [i32; 2]> + '_ {
    let columns = mask.width() as i32;
    let all = (0..mask.height() as i32).flat_map(move |y| (0..columns).map(move |x| [x, y]));
    all.filter(|&[x, y]| mask.get(x, y))
}

/// The bounds must be those of the pixels, the number as well, and nothing may be beyond the width.
fn assert_sound(mask: &Mask) {
    let set: Vec<[i32; 2]> = pixels(mask).collect();
    assert_eq!(mask.count(), set.len() as u64);
    let end = |axis: usize, pick: fn(i32, i32) -> i32| set.iter().map(|at| at[axis]).reduce(pick);
    let bounds = match (end(0, i32::min), end(1, i32::min), end(0, i32::max), end(1, i32::max)) {
        (Some(left), Some(top), Some(right), Some(bottom)) => {
            Some(PixelRect { min: [left as u32, top as u32], max: [right as u32 + 1, bottom as u32 + 1] })
        }
        _ => None,
    };
    assert_eq!(mask.bounds(), bounds);
    // Equal masks are equal in what they keep beside the pixels, too.
    let copy = Mask::from_fn(mask.width(), mask.height(), |x, y| mask.get(x as i32, y as i32));
    assert_eq!(copy.as_ref(), Ok(mask));
}
