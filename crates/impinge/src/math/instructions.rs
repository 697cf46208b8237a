//! The instruction sets that answers are compared on.

use fearless_simd::Level;

/// The best that there is here, all lesser ones, and plain numbers one by one.
pub(crate) fn instruction_sets() -> Vec<Level> {
    let best = Level::new();
    let mut sets = vec![best, Level::baseline(), Level::fallback()];
    #[cfg(target_arch = "x86_64")]
    {
        sets.extend(best.as_avx2().map(Level::Avx2));
        sets.extend(best.as_sse4_2().map(Level::Sse4_2));
    }
    sets
}

#[test]
fn plain_numbers_are_among_them() {
    assert!(instruction_sets().iter().any(|level| level.is_fallback()));
}
