//! Seeds and numbers of cases of random tests, from environment variables: few cases in the suite, any number
//! on demand.
//!
//! `cargo xtask soak` sets the variables, with another seed for each round; docs/trust.md has the results.

/// Returns the whole number that a variable holds, if it is set; `_` may group digits.
pub fn number(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    let number = value.replace('_', "").parse();
    Some(number.unwrap_or_else(|_| panic!("{variable} must be a number, but is {value:?}")))
}

/// Returns the number of cases that a variable sets, or what is enough for the suite.
pub fn cases(variable: &str, enough: usize) -> usize {
    number(variable).map_or(enough, |number| number as usize)
}

/// Returns the number of cases that `proptest` draws. A fixed one would override `PROPTEST_CASES`.
pub fn random_cases(enough: u32) -> u32 {
    cases("PROPTEST_CASES", enough as usize) as u32
}

/// Returns a seed of the suite, or with `IMPINGE_SEED` another one. Its number is the upper half of the seed,
/// so that no two runs have a seed in common.
pub fn seed(own: u64) -> u64 {
    own + (number("IMPINGE_SEED").unwrap_or(0) << 32)
}
