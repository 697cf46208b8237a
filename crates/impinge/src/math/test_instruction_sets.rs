//! Instruction sets for tests that compare results.

use fearless_simd::Level;

/// Returns the best available instruction set and all lesser ones. Scalar code, which a machine with SIMD
/// never falls back to, is included only in `cargo xtask scalar-fallback`: compiling it takes 50 % longer
/// than all these tests.
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
fn instruction_sets_include_scalar_code() {
    assert!(instruction_sets().iter().any(|level| level.is_fallback()));
}
