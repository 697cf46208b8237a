//! Selection of the SIMD instruction set.

use fearless_simd::Level;

/// Returns the name of the SIMD instruction set that bounding volume hierarchies and masks use on this
/// machine: the best supported one.
///
/// No result depends on it: all instruction sets and scalar code compute the same bits. The name helps to
/// interpret performance figures.
///
/// ```
/// assert!(!impinge::math::instruction_set().is_empty());
/// ```
pub fn instruction_set() -> &'static str {
    let level = Level::new();
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    let known = [
        (level.as_avx512().is_some(), "AVX-512"),
        (level.as_avx2().is_some(), "AVX2"),
        (level.as_sse4_2().is_some(), "SSE4.2"),
        (level.as_sse2().is_some(), "SSE2"),
    ];
    #[cfg(target_arch = "aarch64")]
    let known = [(level.as_neon().is_some(), "NEON")];
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    let known = [(level.as_wasm_simd128().is_some(), "simd128")];
    #[cfg(not(any(
        target_arch = "x86",
        target_arch = "x86_64",
        target_arch = "aarch64",
        all(target_arch = "wasm32", target_feature = "simd128")
    )))]
    let known = [(level.is_fallback(), "none")];
    known.into_iter().find(|(is_there, _)| *is_there).map_or("none", |(_, name)| name)
}

/// Runs an operation with the widest instructions of a level.
///
/// Scalar code is omitted where a SIMD set always exists, except in the unit tests here, which compare all
/// sets. For these, scalar code is a feature of `fearless_simd`, which Cargo enables for every crate in the
/// same build. Where vectors are arrays, the code is five times as large.
#[cfg(all(target_arch = "x86_64", not(test)))]
macro_rules! dispatch {
    ($level:expr, $simd:pat => $operation:expr) => {{
        let level: fearless_simd::Level = $level;
        if let Some(set) = level.as_avx512() {
            $crate::math::with_instructions!(set, $simd => $operation)
        } else if let Some(set) = level.as_avx2() {
            $crate::math::with_instructions!(set, $simd => $operation)
        } else if let Some(set) = level.as_sse4_2() {
            $crate::math::with_instructions!(set, $simd => $operation)
        } else if let Some(set) = level.as_sse2() {
            $crate::math::with_instructions!(set, $simd => $operation)
        } else {
            unreachable!("every x86-64 has SSE2")
        }
    }};
}

/// Runs an operation in a function that may use the instructions of a set.
#[cfg(all(target_arch = "x86_64", not(test)))]
macro_rules! with_instructions {
    ($set:expr, $simd:pat => $operation:expr) => {{
        let $simd = $set;
        fearless_simd::Simd::vectorize(
            $set,
            #[inline(always)]
            || $operation,
        )
    }};
}

#[cfg(not(all(target_arch = "x86_64", not(test))))]
pub(crate) use fearless_simd::dispatch;
#[cfg(all(target_arch = "x86_64", not(test)))]
pub(crate) use {dispatch, with_instructions};
