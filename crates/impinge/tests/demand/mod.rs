//! How much a test is asked for, by environment variables: short in the suite, as long as one likes on
//! demand.
//!
//! `cargo xtask soak` sets them, with another seed for each round; docs/trust.md has what came of it.

#![allow(dead_code)] // Each test program uses some of it.

/// The whole number that a variable holds, if it is set; digits may be grouped by `_`.
pub fn number(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    let number = value.replace('_', "").parse();
    Some(number.unwrap_or_else(|_| panic!("{variable} must be a number, but is {value:?}")))
}

/// How many cases a variable asks for, or as many as are enough for the suite.
pub fn cases(variable: &str, enough: usize) -> usize {
    number(variable).map_or(enough, |number| number as usize)
}

/// How many cases `proptest` draws: the number of a test of its own would hide what its variable asks for.
pub fn random_cases(enough: u32) -> u32 {
    cases("PROPTEST_CASES", enough as usize) as u32
}

/// A seed of the suite, or with `IMPINGE_SEED` another one. That goes above the seeds of the suite, so that
/// none of one run is in another.
pub fn seed(own: u64) -> u64 {
    own + (number("IMPINGE_SEED").unwrap_or(0) << 32)
}
