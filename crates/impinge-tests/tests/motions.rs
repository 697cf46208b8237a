//! Tests of what moves, from outside: one program, so that what they share is compiled once.

mod deforming;
mod impact;
#[allow(dead_code, reason = "shared with the tests of pairs")]
mod sample;
mod slide;
mod world;
