//! The instruction sets that answers are compared on.

use fearless_simd::Level;

/// The best that there is here, and all lesser ones. Plain numbers one by one, which a machine that always has better never falls back to, are among
/// them in `cargo xtask plain` alone: to compile them takes half as long again as all these tests.
pub(crate) fn instruction_sets() -> Vec<Level> {
    let best = Level::new();
    let mut sets = vec![best, Level::baseline()];
    #[cfg(target_arch = "x86_64")]
    {
        sets.extend(best.as_avx2().map(Level::Avx2));
        sets.extend(best.as_sse4_2().map(Level::Sse4_2));
    }
    #[cfg(plain_numbers)]
    sets.push(Level::fallback());
    sets
}

#[cfg(plain_numbers)]
#[test]
fn plain_numbers_are_among_them() {
    assert!(instruction_sets().iter().any(|level| level.is_fallback()));
}
