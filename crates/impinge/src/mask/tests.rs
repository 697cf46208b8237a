//! Tests that all instruction sets give the same results.
#![cfg(target_arch = "x86_64")]

use std::cell::Cell;

use super::kernel::{SimdLevel, machine_level};
use super::{Mask, MaskError};

thread_local! {
    /// The instruction set for the loops of this thread.
    pub(super) static FORCED_LEVEL: Cell<Option<SimdLevel>> = const { Cell::new(None) };
}

/// Returns all results at all offsets of a grid, by one instruction set.
fn answers(level: SimdLevel, a: &Mask, b: &Mask) -> Vec<(bool, u64)> {
    FORCED_LEVEL.set(Some(level));
    let offsets = (-150..150).step_by(7).flat_map(|y| (-150..150).step_by(11).map(move |x| [x, y]));
    let answers = offsets.map(|offset| (a.overlaps(b, offset), a.overlap_count(b, offset))).collect();
    FORCED_LEVEL.set(None);
    answers
}

#[test]
fn instruction_sets_agree() -> Result<(), MaskError> {
    let levels = match machine_level() {
        SimdLevel::Avx512 => vec![SimdLevel::Avx2, SimdLevel::Avx512],
        SimdLevel::Avx2 => vec![SimdLevel::Avx2],
        SimdLevel::Plain => Vec::new(),
    };
    let picture = |seed: u32| {
        Mask::from_fn(150, 131, |x, y| (x + seed).wrapping_mul(0x9e37_79b9).wrapping_mul(y + 1) >> 20 < seed)
    };
    for (a, b) in [(3, 5), (2000, 2100), (4096, 4096)] {
        let (a, b) = (picture(a)?, picture(b)?);
        let plain = answers(SimdLevel::Plain, &a, &b);
        assert!(plain.iter().any(|&(overlaps, _)| overlaps));
        for &level in &levels {
            assert_eq!(answers(level, &a, &b), plain, "{level:?}");
        }
    }
    println!("compared with plain code: {levels:?}");
    Ok(())
}
