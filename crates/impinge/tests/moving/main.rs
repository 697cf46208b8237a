//! Moving shapes: now, within the step, and the way out, against exact projections and against samples of the way.

#[path = "../oracle/number.rs"]
#[allow(dead_code, reason = "shared with the oracle of relations, which needs more of it")]
mod number;
#[path = "../pairs/sample.rs"]
#[allow(dead_code, reason = "shared with the tests of pairs")]
mod sample;

mod by_hand;
mod every_kind;
mod exactly;
mod nearly;
