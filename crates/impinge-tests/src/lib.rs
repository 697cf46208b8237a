//! What the tests of several packages share. `tests` has the tests of the engine from outside.

pub mod deforming_cases;
pub mod demand;
