//! The time of impact of what moves and turns: never late, never early by more than the tolerance.
//!
//! `IMPINGE_IMPACTS=100000 cargo test --release -p impinge-tests --test motions impact::` looks at so many
//! motions of each pair of kinds, `IMPINGE_SEED` at others; what of that is proven, and how, is in
//! `proven.rs`.

mod by_hand;
mod degenerate;
mod every_pair;
mod families;
mod oracle;
mod proven;
mod rounding;

type Tested = Result<(), Box<dyn std::error::Error>>;
